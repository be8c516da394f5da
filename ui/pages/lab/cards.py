"""Cards that several parts of the Lab have: facts, the text of a search, and the time line."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ai.trace.source import Text
from game.board import Color
from game.sentences import Worth
from ui.layout import below
from ui.panels.panel import COLOURS, PADDING, SIGNS, Panel
from ui.panels.tips import SCENE_TIME, TEXT
from ui.text import _
from ui.text.wording import search_name
from ui.theme import LARGE, NORMAL, SMALL, Theme
from ui.tree_view import Parts

# Lengths at a scale of 1.
LINE: Final = 22
DISC: Final = 4
COLUMN: Final = 196  # of facts
VALUE: Final = 72  # of those of several searches
NAME: Final = 96  # of a fact at least


# Words with scores in them


def parts_width(theme: Theme, parts: Parts) -> int:
    widths = (theme.width(words, SMALL) for words, _side in map(_words_and_side, parts))
    discs = sum(side is not None for _words, side in map(_words_and_side, parts))
    return sum(widths) + discs * theme.px(2 * DISC + 3) + theme.px(4) * max(0, len(parts) - 1)


def _words_and_side(part: str | Worth) -> tuple[str, Color | None]:
    """(The words, the side whose disc stands before them)."""
    return (part, None) if isinstance(part, str) else (part.number, part.side)


def write_parts(panel: Panel[Any], surface: Surface, parts: Parts, ink: str, room: int, **at: Any) -> Rect:
    """As many as there is room for, each score with a disc of the side it is for; where they are."""
    theme, px = panel.theme, panel.theme.px
    while parts and parts_width(theme, parts) > room:
        parts = parts[:-1]
    place = Rect(0, 0, parts_width(theme, parts), theme.text("0", SMALL, ink).get_height())
    for name, position in at.items():
        setattr(place, name, position)
    x = place.left
    for words, side in map(_words_and_side, parts):
        if side is not None:
            panel.disc(surface, side, (x + px(DISC), place.centery + px(1)), px(DISC))
            x += px(2 * DISC + 3)
        x = panel.write(surface, words, ink, SMALL, midleft=(x, place.centery)).right + px(4)
    return place


def fitting(
    theme: Theme, words: str, ink: str, size: tuple[int, int], letters: Sequence[int], bold: bool = False
) -> Surface:
    """In the first of these letters in which the words fit, or in the last."""
    pictures = [theme.text(words, each, ink, bold, room=size[0]) for each in letters]
    return next((each for each in pictures if each.get_height() <= size[1]), pictures[-1])


def draw_message(
    panel: Panel[Any], surface: Surface, place: Rect, title: str, words: str, share: float | None = None
) -> None:
    """Why there is nothing to see, in the middle; and how far that is, if it is on its way."""
    theme, px = panel.theme, panel.theme.px
    heading = theme.text(title, LARGE, "text", True)
    text = theme.text(words, NORMAL, "quiet", room=min(place.width, px(520)))
    left = place.centerx - max(heading.get_width(), text.get_width()) // 2
    top = place.centery - (heading.get_height() + px(8) + text.get_height()) // 2
    surface.blit(heading, (left, top))
    end = surface.blit(text, (left, top + heading.get_height() + px(8)))
    if share is not None:
        panel.bar(surface, Rect(left, end.bottom + px(16), min(place.width, px(520)), px(8)), share)


# Facts


Figures = Sequence[tuple[str, str, Callable[[Any], str]]]
"""What figures are called and what they mean, to be translated when shown, and what each is of a search."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What it is called, its values with their inks, and what it means, marked for translation."""

    name: str
    values: tuple[tuple[str | Parts, str], ...]
    meaning: str


def compared(figures: Figures, searches: Sequence[tuple[Algorithm, Any]]) -> tuple[Fact, ...]:
    """Of each figure what it is for every search, beside the sign of that; once where all have the same."""
    facts = []
    for name, meaning, figure in figures:
        values = [("–" if search is None else figure(search), each) for each, search in searches]
        if len({value for value, _algorithm in values}) > 1:
            shown = tuple((f"{SIGNS[each]} {value}", COLOURS[each]) for value, each in values)
        else:
            shown = ((values[0][0] if values else "–", "text"),)
        facts.append(Fact(_(name), shown, meaning))
    return tuple(facts)


def facts_height(theme: Theme, width: int, count: int, values: int = 0) -> int:
    """Of a card of this width with `count` facts of as many `values` below each other, and nothing else."""
    return -(-count // _columns_of(theme, width, values)) * theme.px(LINE) + 2 * theme.px(12)


def _columns_of(theme: Theme, width: int, values: int) -> int:
    """How many columns of facts a card of this width has room for."""
    return max(1, (width - 2 * theme.px(PADDING)) // theme.px(COLUMN + values * VALUE))


@dataclass(frozen=True, slots=True)
class FactsModel:
    """`words` are paragraphs and their inks; `meanings` are of the title and of the words."""

    title: str = ""
    facts: tuple[Fact, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    meanings: tuple[str, str] = ("", "")


class FactsPanel(Panel[FactsModel]):
    """A title, figures in as many columns as there is room for, and sentences. Where there is little room,
    all but two figures give way to the sentences.
    """

    values = 0
    """How many values of each figure stand below those of the others."""

    def paint(self, surface: Surface, model: FactsModel) -> None:
        px, room = self.theme.px, self._whole.inflate(-2 * self.theme.px(16), -2 * self.theme.px(12))
        if model.title:
            title = Rect(room.left, room.top, room.width, px(LINE))
            self.write(surface, model.title, "text", NORMAL, True, room=room.width, topleft=room.topleft)
            self.notes.append((title, model.meanings[0]))
            room = below(room, title, 0)
        texts = self._texts(model, room)
        places = self._places(room, len(model.facts), sum(text.get_height() + px(8) for text in texts))
        for fact, place in zip(model.facts, places, strict=True):
            if place is not None:
                self._write_fact(surface, fact, place)
        y = max((place.bottom for place in places if place is not None), default=room.top) + px(4)
        if texts:
            self.notes.append((Rect(room.left, y, room.width, room.bottom - y), model.meanings[1]))
        for text in texts:
            if y + text.get_height() <= self.rect.height - px(4):
                y = surface.blit(text, (room.left, y)).bottom + px(8)

    def _texts(self, model: FactsModel, room: Rect) -> list[Surface]:
        """The words, as large as there is room for below the facts."""
        texts = list[Surface]()
        for size in (NORMAL, SMALL):
            texts = [self.theme.text(words, size, ink, room=room.width) for words, ink in model.words]
            height = sum(text.get_height() + self.theme.px(8) for text in texts)
            if height <= room.height - len(model.facts) * self.theme.px(LINE):
                break
        return texts

    def _places(self, room: Rect, facts: int, height: int) -> list[Rect | None]:
        """Where each fact stands above words of this height; None if there is no room for it."""
        px = self.theme.px
        lines = max(1, (room.height - height - px(8) * bool(height)) // px(LINE))
        columns = max(1, min(_columns_of(self.theme, self.rect.width, self.values), -(-facts // lines)))
        count, lines = -(-facts // columns), max(-(-2 // columns), lines)
        width = (room.width - (columns - 1) * px(24)) // columns
        places = (
            Rect(room.left + n // count * (width + px(24)), room.top + n % count * px(LINE), width, px(LINE))
            for n in range(facts)
        )
        return [place if n % count < lines else None for n, place in enumerate(places)]

    def _write_fact(self, surface: Surface, fact: Fact, place: Rect) -> None:
        px, right, least = self.theme.px, place.right, 0
        self.notes.append((place, fact.meaning))
        if self.values and len(fact.values) > 1:
            least = min(px(VALUE), (place.width - px(NAME)) // self.values)
        for value, ink in reversed(fact.values):
            at, most = (right, place.centery), least - px(4) if least else place.width
            if isinstance(value, str):
                written = self.write(surface, value, ink, SMALL, True, room=most, midright=at)
            else:
                written = write_parts(self, surface, value, ink, most, midright=at)
            right = min(written.left - px(8), right - least)
        room = max(0, right - place.left)
        self.write(surface, fact.name, "quiet", SMALL, room=room, midleft=place.midleft)


# The time line


@dataclass(frozen=True, slots=True)
class TimeModel:
    """How much has gone by, as a share; `ticks` are what it is about, `mark` is a place that is named
    elsewhere.
    """

    share: float = 0.0
    ticks: tuple[float, ...] = ()
    words: str = ""
    mark: float | None = None


class TimePanel(Panel[TimeModel]):
    """Buttons lie on it, in the window; what they leave is `room`, in the card's own coordinates."""

    room = Rect(0, 0, 0, 0)

    @property
    def line(self) -> Rect:
        width = max(1, self.room.width - self.theme.px(128))
        return Rect(self.room.left, self.room.centery - self.theme.px(2), width, self.theme.px(4))

    def share_at(self, position: tuple[int, int]) -> float | None:
        """Where on the line the pointer is, 0 .. 1; None beside it."""
        is_here = self.line.inflate(self.theme.px(16), self.theme.px(20)).collidepoint(self.local(position))
        return self.share_of(position) if is_here and self.model and self.model.words else None

    def share_of(self, position: tuple[int, int]) -> float:
        """The same for any position: beyond the ends of the line 0 or 1."""
        return min(1.0, max(0.0, (self.local(position)[0] - self.line.left) / self.line.width))

    def paint(self, surface: Surface, model: TimeModel) -> None:
        px, line = self.theme.px, self.line
        if not model.words:
            return
        self.notes.append((self.room, SCENE_TIME))
        place = self.room.right, line.centery
        self.write(surface, model.words, "quiet", SMALL, room=px(116), midright=place)
        self.bar(surface, line, model.share)
        for tick in model.ticks:
            ink = "alphabeta" if tick <= model.share else "disabled"
            x = line.left + round(tick * line.width)
            surface.fill(self.theme[ink], (x, line.centery - px(5), max(1, px(2)), px(10)))
        if model.mark is not None:
            x = line.left + round(model.mark * line.width)
            surface.fill(self.theme["text"], (x, line.centery - px(8), max(2, px(2)), px(16)))
        knob = line.left + round(min(1.0, model.share) * line.width), line.centery
        pygame.draw.aacircle(surface, self.theme["warning"], knob, px(6))


# The text of a search

TEXT_LINE: Final = (15, 20)  # at least and at most
TITLE: Final = 20
NUMBER: Final = 24
INDENT: Final = 12
# What a definition says of types, for where there is no room for it.
TYPES: Final = re.compile(r": \w+(?=[,)])| -> \w+")


@dataclass(frozen=True, slots=True)
class TextModel:
    """`line` is counted from 0; None while nothing runs. `values` are what the code has there."""

    algorithm: Algorithm
    text: Text
    line: int | None = None
    values: str = ""


class TextPanel(Panel[TextModel]):
    tip = TEXT

    def paint(self, surface: Surface, model: TextModel) -> None:
        theme, px = self.theme, self.theme.px
        inside = self._whole.inflate(-px(24), -px(16))
        name = f"{SIGNS[model.algorithm]} {search_name(model.algorithm)}"
        title = self.write(surface, name, COLOURS[model.algorithm], NORMAL, True, topleft=inside.topleft)
        left = title.right + px(8)
        source = self._source(model.text.source, inside.right - left)
        self.write(surface, source, "quiet", SMALL, bottomleft=(left, title.bottom - px(1)))
        top = inside.top + px(TITLE) + px(4)
        lines, (least, most) = model.text.lines, map(px, TEXT_LINE)
        height = min(most, max(least, (inside.bottom - top) // len(lines)))
        fits = (inside.bottom - top) // height
        first = 0 if model.line is None else min(max(0, model.line - fits // 2), max(0, len(lines) - fits))
        for n, line in enumerate(lines[first : first + fits], start=first):
            row = Rect(inside.left, top + (n - first) * height, inside.width, height)
            right, is_here = row.right, n == model.line
            if is_here:
                ground = row.inflate(px(8), 0)
                surface.fill(theme["here"], ground)
                surface.fill(theme["alphabeta"], (ground.left, ground.top, px(3), ground.height))
            self.write(surface, str(n + 1), "quiet", SMALL, midright=(row.left + px(16), row.centery))
            words = line.lstrip(" ")
            x = row.left + px(NUMBER) + (len(line) - len(words)) // 4 * px(INDENT)
            ink = "alphabeta" if is_here else "text"
            if is_here and model.values and theme.width(words + model.values, SMALL) + px(16) <= right - x:
                at = row.right, row.centery
                right = self.write(surface, model.values, "alphabeta", SMALL, midright=at).left - px(8)
            if words.startswith("def ") and theme.width(words, SMALL) > right - x:
                words = TYPES.sub("", words)
            self.write(surface, words, ink, SMALL, room=right - x, midleft=(x, row.centery))

    def _source(self, source: str, room: int) -> str:
        """Author and year, as many of them as there is room for."""
        shorter = (source, source.partition(" (")[0], source.partition(";")[0])
        fitting = (text for text in shorter if self.theme.width(text, SMALL) <= room)
        return next(fitting, self.theme.ellipsized(shorter[-1], SMALL, room))
