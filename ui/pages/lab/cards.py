"""Cards shared by several parts of the Lab: facts, the source of a search, and the bar with the time line."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, Final

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ai.trace.source import Text
from game.board import Color
from game.sentences import Worth
from ui.actions import Action
from ui.boxes import Box, Lengths, area, button, column, grow, picture, row, text
from ui.buttons import BAR_PADDING, BUTTON, GROUP_GAP, Buttons, in_rows
from ui.layout import GAP
from ui.panels.panel import COLOURS, PADDING, SIGNS, BoxPanel, Panel
from ui.panels.tips import SCENE_TIME, TEXT, VALUES
from ui.panels.verdict import MANY
from ui.text import _
from ui.text.wording import search_name
from ui.theme import LARGE, NORMAL, SMALL, Theme
from ui.tree_view import Parts

# Lengths at a scale of 1.
LINE: Final = 22
DISC: Final = 4
COLUMN: Final = 196  # a column of facts, at least
VALUE: Final = 72  # one of the values of a fact
NAME: Final = 96  # the name of a fact, at least
PROGRESS: Final = 520  # a progress bar, at most


# Words and scores on a line


def parts_width(theme: Theme, parts: Parts) -> int:
    widths = (theme.width(words, SMALL) for words, _side in map(_words_and_side, parts))
    discs = sum(side is not None for _words, side in map(_words_and_side, parts))
    return sum(widths) + discs * theme.px(2 * DISC + 3) + theme.px(4) * max(0, len(parts) - 1)


def _words_and_side(part: str | Worth) -> tuple[str, Color | None]:
    """Returns (the words, the side whose disc precedes them)."""
    return (part, None) if isinstance(part, str) else (part.number, part.side)


def write_parts(panel: Panel[Any], surface: Surface, parts: Parts, ink: str, room: int, **at: Any) -> Rect:
    """Writes as many parts as fit, each score after a disc of its side; returns where they are."""
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


@dataclass(frozen=True, eq=False, kw_only=True)
class PartsBox(Box):
    """Words and scores on a line; the last ones are left out if there is little room."""

    panel: Panel[Any]
    parts: Parts
    ink: str

    def widths(self, theme: Theme) -> Lengths:
        return [parts_width(theme, self.parts[:count]) for count in range(len(self.parts), -1, -1)]

    def heights(self, theme: Theme, width: int) -> Lengths:  # noqa: ARG002
        return (theme.line_height("0", SMALL),)

    def paint(self, theme: Theme, surface: Surface, rect: Rect) -> None:  # noqa: ARG002
        write_parts(self.panel, surface, self.parts, self.ink, rect.width, midright=rect.midright)


def rule(panel: Panel[Any], ink: str, width: float = 0, height: float = 0) -> Box:
    """Returns a line, or a larger area, filled with a colour."""
    return picture(lambda surface, place: surface.fill(panel.theme[ink], place), width, height)


def bar_button(action: Action, style: str = "plain") -> Box:
    return button(action, style=style, height=BUTTON, padding=BAR_PADDING)


def message(panel: BoxPanel[Any], title: str, words: str, share: float | None = None, **how: Any) -> Box:
    """Returns a centred message for an empty card, with a progress bar if `share` is given."""
    bar = None
    if share is not None:
        width = min(PROGRESS, panel.room.width / panel.theme.scale - 2 * GAP)
        bar = picture(lambda surface, place: panel.bar(surface, place, share), width, 8)
    words_and_bar = column(
        text(title, LARGE, bold=True, lines=1), text(words, ink="quiet", lines=4, order=1), bar, gap=8
    )
    return column(grow(), row(grow(), words_and_bar, grow()), grow(), share=1, **how)


# Facts


Figures = Sequence[tuple[str, str, Callable[[Any], str]]]
"""The name and meaning of each figure, translated when shown, and the function that formats it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A name, its values with their inks, and its meaning, which is marked for translation."""

    name: str
    values: tuple[tuple[str | Parts, str], ...]
    meaning: str


def compared(figures: Figures, searches: Sequence[tuple[Algorithm, Any]]) -> tuple[Fact, ...]:
    """Returns each figure of every search, beside the search's sign; once, without sign, if all are equal."""
    facts = []
    for name, meaning, figure in figures:
        values = [("–" if search is None else figure(search), each) for each, search in searches]
        if len({value for value, _algorithm in values}) > 1:
            shown = tuple((f"{SIGNS[each]} {value}", COLOURS[each]) for value, each in values)
        else:
            shown = ((values[0][0] if values else "–", "text"),)
        facts.append(Fact(_(name), shown, meaning))
    return tuple(facts)


@dataclass(frozen=True, slots=True)
class FactsModel:
    """`words` are paragraphs with their inks; `card_tips` explain the title and the words."""

    title: str = ""
    facts: tuple[Fact, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    card_tips: tuple[str, str] = ("", "")


class FactsPanel(BoxPanel[FactsModel]):
    """A title, facts in few columns, and paragraphs; if there is little room, at least two facts stay."""

    padding = (PADDING, 12)

    def __init__(self, theme: Theme, rect: Rect, values: int = 0) -> None:
        """`values` is the number of values of a fact, which are aligned in columns; 0 aligns none."""
        super().__init__(theme, rect)
        self._values = values
        self._most_columns = max(1, self.room.width // theme.px(COLUMN + values * VALUE))

    def least_height(self, model: FactsModel) -> int:
        """Returns the least height, in pixels, that shows all of a model at the card's width."""
        heights = self._in_columns(model, SMALL, self._most_columns).heights(self.theme, self.room.width)
        return heights[0] + 2 * self.theme.px(self.padding[1])

    def content(self, model: FactsModel) -> Box:
        box, lines = Box(), max(1, self.room.height // self.theme.px(LINE))
        fewest = min(self._most_columns, max(1, -(-len(model.facts) // lines)))
        for size, columns in product((NORMAL, SMALL), range(fewest, self._most_columns + 1)):
            box = self._in_columns(model, size, columns)
            if box.heights(self.theme, self.room.width)[0] <= self.room.height:
                break
        return box

    def _in_columns(self, model: FactsModel, size: int, columns: int) -> Box:
        count, least = -(-len(model.facts) // columns), -(-2 // columns)
        shown = [
            picture(partial(self._write_fact, fact), 0, LINE, tip=fact.meaning, order=int(n % count >= least))
            for n, fact in enumerate(model.facts)
        ]
        parts = (grow(column(*shown[n * count : (n + 1) * count], gap=0)) for n in range(columns))
        words = (text(words, size, ink=ink, lines=MANY) for words, ink in model.words)
        return column(
            text(model.title, bold=True, lines=1, tip=model.card_tips[0]) if model.title else None,
            row(*parts, gap=24) if shown else None,
            column(*words, gap=8, tip=model.card_tips[1]) if model.words else None,
        )

    def _write_fact(self, fact: Fact, surface: Surface, place: Rect) -> None:
        px, right, least = self.theme.px, place.right, 0
        if self._values and len(fact.values) > 1:
            least = min(px(VALUE), (place.width - px(NAME)) // self._values)
        for value, ink in reversed(fact.values):
            at, most = (right, place.centery), least - px(4) if least else place.width
            if isinstance(value, str):
                written = self.write(surface, value, ink, SMALL, True, room=most, midright=at)
            else:
                written = write_parts(self, surface, value, ink, most, midright=at)
            right = min(written.left - px(8), right - least)
        room = max(0, right - place.left)
        self.write(surface, fact.name, "quiet", SMALL, room=room, midleft=place.midleft)


# The bar

TIME_ROW: Final = 20
TIME_LEAST: Final = 208
TIME_WORDS: Final = 128


@dataclass(frozen=True, slots=True)
class TimeModel:
    """`share` has passed; `ticks` (stops or depths) and `mark` (where searches first differ) are shares."""

    share: float = 0.0
    ticks: tuple[float, ...] = ()
    words: str = ""
    mark: float | None = None


class TimePanel(BoxPanel[TimeModel]):
    """Rows of buttons, with the time line, if any, beside a single row if it fits, or else above them."""

    padding = (GAP, 10)

    def __init__(self, theme: Theme, rect: Rect, groups: Sequence[Buttons], has_line: bool = True) -> None:
        super().__init__(theme, rect)
        self._has_line = has_line
        shown = in_rows(groups, lambda shown: _bar_row(shown).widths(theme)[0], self.room.width)
        rows = tuple(map(_bar_row, shown))
        self._with_line, self._without = self._bar(rows, SCENE_TIME), self._bar(rows, "")

    def content(self, model: TimeModel) -> Box:
        return self._with_line if model.words else self._without

    def _bar(self, rows: Sequence[Box], tip: str) -> Box:
        if not self._has_line:
            return column(*rows, gap=8)
        line = picture(self._draw_line, TIME_LEAST, TIME_ROW, share=1, name="time", tip=tip)
        beside = row(*rows, line, gap=24)
        if len(rows) == 1 and beside.widths(self.theme)[0] <= self.room.width:
            return beside
        return column(line, *rows, gap=8)

    @property
    def line(self) -> Rect:
        """The time line, in the card's own coordinates."""
        room, px = self.placed.areas["time"], self.theme.px
        return Rect(room.left, room.centery - px(2), max(1, room.width - px(TIME_WORDS)), px(4))

    def share_at(self, position: tuple[int, int]) -> float | None:
        """Returns where on the line a position is, from 0 to 1; None if it is not on the line."""
        is_here = self.line.inflate(self.theme.px(16), self.theme.px(20)).collidepoint(self.local(position))
        return self.share_of(position) if is_here and self.model and self.model.words else None

    def share_of(self, position: tuple[int, int]) -> float:
        """Returns the share of the line at any position: 0 or 1 beyond its ends."""
        return min(1.0, max(0.0, (self.local(position)[0] - self.line.left) / self.line.width))

    def _draw_line(self, surface: Surface, place: Rect) -> None:
        px, line, model = self.theme.px, self.line, self.model
        if model is None or not model.words:
            return
        room, at = px(TIME_WORDS - 12), (place.right, line.centery)
        self.write(surface, model.words, "quiet", SMALL, room=room, midright=at)
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


def _bar_row(groups: Sequence[Buttons]) -> Box:
    parts = (
        row(*(bar_button(action, style) for action in actions), gap=0 if style == "segment" else 4)
        for style, actions in groups
    )
    return row(*parts, gap=GROUP_GAP)


# The text of a search

TEXT_LINE: Final = (15, 20)  # at least and at most
FIXED_LINE: Final = (18, 20)
NUMBER: Final = 24
INDENT: Final = 12
# The types in a definition, which are left out if the line is too long.
TYPES: Final = re.compile(r": \w+(?=[,)])| -> \w+")


@dataclass(frozen=True, slots=True)
class TextModel:
    """`line` counts from 0; None if nothing runs. `values` are the code's variables and the side to move."""

    algorithm: Algorithm
    text: Text
    line: int | None = None
    values: Parts = ()


class TextPanel(BoxPanel[TextModel]):
    padding = (12, 8)
    tip = TEXT

    def __init__(self, theme: Theme, rect: Rect, is_projected: bool = False) -> None:
        """For a projector, the text is larger and monospaced."""
        super().__init__(theme, rect)
        self._is_projected = is_projected

    def content(self, model: TextModel) -> Box:
        name = f"{SIGNS[model.algorithm]} {search_name(model.algorithm)}"
        room = self.room.width - self.theme.width(name, NORMAL, True) - self.theme.px(8)
        source = text(self._source(model.text.source, room), SMALL, ink="quiet", lines=1)
        title = row(text(name, ink=COLOURS[model.algorithm], bold=True, lines=1), source)
        values = PartsBox(panel=self, parts=model.values, ink="alphabeta", tip=VALUES)
        foot = row(values, area("", 0, TEXT_LINE[1]))
        return column(title, grow(picture(partial(self._draw_lines, model))), foot)

    def _draw_lines(self, model: TextModel, surface: Surface, place: Rect) -> None:
        theme, px = self.theme, self.theme.px
        lines, (least, most) = model.text.lines, map(px, FIXED_LINE if self._is_projected else TEXT_LINE)
        height = min(most, max(least, place.height // len(lines)))
        fits = place.height // height
        first = 0 if model.line is None else min(max(0, model.line - fits // 2), max(0, len(lines) - fits))
        for n, line in enumerate(lines[first : first + fits], start=first):
            left, right, y = place.left, place.right, place.top + (n - first) * height + height // 2
            is_here, top = n == model.line, place.top + (n - first) * height
            if is_here:
                surface.fill(theme["here"], (left - px(4), top, place.width + px(8), height))
                surface.fill(theme["alphabeta"], (left - px(4), top, px(3), height))
            self.write(surface, str(n + 1), "quiet", SMALL, midright=(left + px(16), y))
            words = line.lstrip(" ")
            indent = 2 * theme.code_width(NORMAL) if self._is_projected else px(INDENT)
            x = left + px(NUMBER) + (len(line) - len(words)) // 4 * indent
            ink = "alphabeta" if is_here else "text"
            if words.startswith("def ") and theme.width(words, SMALL) > right - x:
                words = TYPES.sub("", words)
            if self._is_projected:
                code = theme.code(words, NORMAL, ink)
                surface.blit(code, code.get_rect(midleft=(x, y)), (0, 0, right - x, code.get_height()))
            else:
                self.write(surface, words, ink, SMALL, room=right - x, midleft=(x, y))

    def _source(self, source: str, room: int) -> str:
        """Shortens the authors and years of a search to what fits."""
        shorter = (source, source.partition(" (")[0], source.partition(";")[0])
        fitting = (text for text in shorter if self.theme.width(text, SMALL) <= room)
        return next(fitting, self.theme.ellipsized(shorter[-1], SMALL, room))
