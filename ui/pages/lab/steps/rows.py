"""A row for every ply between the root and where the search is: the window, and a chip for each move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ai.reference.searches import INFINITE
from ai.trace.state import MoveState, OpenState, Row, Status
from ai.trace.tree import NodeKind
from game.board import Color
from ui import paint
from ui.pages.lab.steps.cards import COLOURS, SIGNS
from ui.panels import tips
from ui.panels.panel import Panel
from ui.text import _
from ui.text.wording import format_move, search_name, squeezed
from ui.theme import LARGE, NORMAL, SMALL, Theme
from ui.tree_view import (
    KIND_NAMES,
    draw_kind,
    draw_strip,
    format_bound,
    format_line,
    format_value,
    format_window,
)

PADDING: Final = 6
# A chip of at least this height has two lines.
TWO_LINES: Final = 28
DASH: Final = 3


def note_of(state: MoveState, unit: int, is_short: bool = False) -> str:
    """The second line: the value with its bound, or what is going on."""
    if is_short and state.status in (Status.UNDER_WAY, Status.AGAIN):
        return "2×" if state.visit or state.status is Status.AGAIN else "…"
    if state.status is Status.UNDER_WAY:
        if state.visit:
            return _("re-search")
        return _("zero window") if state.is_zero else _("search")
    if state.status is Status.AGAIN:
        return _("again")
    return format_bound(state.value, state.bound, unit)


def width_of(theme: Theme, state: MoveState, unit: int, height: int, is_short: bool) -> int:
    name, note = format_move(state.move), note_of(state, unit, is_short)
    above, below = theme.width(name, SMALL, True), theme.width(note, SMALL)
    if height < theme.px(TWO_LINES):
        return above + below + theme.px(2 * PADDING + (4 if note else 0))
    return max(above + theme.px(12), below, theme.width("H8", SMALL, True)) + theme.px(2 * PADDING)


def draw_chip(
    surface: Surface, theme: Theme, rect: Rect, state: MoveState, unit: int, is_best: bool, is_short: bool
) -> None:
    px, status = theme.px, state.status
    fill, edge, ink = _look(state, is_best)
    if status in (Status.WAITING, Status.CUT_OFF):
        surface.blit(_dashed(rect.size, paint.rgba(theme[edge]), px(DASH), max(1, px(1))), rect)
    else:
        theme.box(surface, rect, fill, edge, width=2 if status in (Status.UNDER_WAY, Status.AGAIN) else 1)
    name = theme.text(format_move(state.move), SMALL, ink, True)
    note = note_of(state, unit, is_short)
    if not note:
        place = name.get_rect(center=rect.center)
        surface.blit(name, place)
    elif rect.height < px(TWO_LINES):
        place = name.get_rect(midleft=(rect.left + px(PADDING), rect.centery))
        surface.blit(name, place)
        below = theme.text(note, SMALL, ink)
        surface.blit(below, below.get_rect(midright=(rect.right - px(PADDING), rect.centery)))
    else:
        below = theme.text(note, SMALL, ink)
        middle = rect.centery
        place = name.get_rect(center=(rect.centerx, middle - px(6)))
        surface.blit(name, place)
        surface.blit(below, below.get_rect(center=(rect.centerx, middle + px(7))))
        if status is Status.DONE:
            draw_kind(surface, theme, state.kind, (rect.right - px(8), place.centery + px(1)))
    if status is Status.CUT_OFF:
        line = Rect(rect.left + px(4), place.centery, rect.width - px(8), max(1, px(1)))
        surface.fill(theme["mistake_text"], line)


def _look(state: MoveState, is_best: bool) -> tuple[str, str, str]:
    """Ground, edge and ink."""
    if state.status is Status.UNDER_WAY:
        edge = "alphabeta" if state.visit else "pvs"
        return "raised", edge, "alphabeta" if state.visit else "text"
    if state.status is Status.AGAIN:
        return "raised", "alphabeta", "alphabeta"
    if state.status is Status.DONE:
        return ("best", "kind_pv", "text") if is_best else ("raised", "raised", "text")
    return "card", "disabled", "quiet"


@lru_cache(maxsize=512)
def _dashed(size: tuple[int, int], colour: paint.Rgba, dash: int, width: int) -> Surface:
    """A box of dashes."""
    surface = Surface(size, pygame.SRCALPHA)
    for x in range(dash, size[0] - dash, 2 * dash):
        for y in (0, size[1] - width):
            surface.fill(colour, (x, y, dash, width))
    for y in range(dash, size[1] - dash, 2 * dash):
        for x in (0, size[0] - width):
            surface.fill(colour, (x, y, width, dash))
    return surface


ROW_MIN: Final = 23
ROW_MAX: Final = 56
HEADING: Final = 24
# The sentence, in two lines; in a half narrower than NARROW in four.
SENTENCE: Final = 40
SENTENCE_NARROW: Final = 68
NARROW: Final = 320
CHIP_MAX: Final = 36
CHIP_GAP: Final = 4
# Before the number line, and of the number line.
LABEL: Final = 72
LABEL_NARROW: Final = 32
LINE_SHARE: Final = 0.2
LINE_MIN: Final = 88
# With less room than this the words in chips are short.
SHORT: Final = 200
# Discs that have a mark on the number line.
MARKS: Final = (-16, -4, 0, 4, 16)


@dataclass(frozen=True, slots=True)
class Part:
    """One search: its rows, and room for `places` of them. Scores are `unit` to a disc."""

    algorithm: Algorithm
    rows: tuple[Row, ...]
    places: int
    unit: int
    sentence: str
    open_count: int = 0
    open_states: tuple[OpenState, ...] = ()
    is_in_hand: bool = True


@dataclass(frozen=True, slots=True)
class RowsModel:
    """One search or two; or, while there is none, why, and how far its making is. `parting` says why two
    searches part at this step, in place of their own sentences; '' at all others.
    """

    parts: tuple[Part, ...] = ()
    title: str = ""
    message: str = ""
    share: float | None = None
    parting: str = ""


class Chip(NamedTuple):
    rect: Rect
    part: int
    row: Row
    state: MoveState


class RowsPanel(Panel[RowsModel]):
    chips: tuple[Chip, ...] = ()
    _notes: list[tuple[Rect, str]]  # what is written besides chips, and what it means

    def note_at(self, position: tuple[int, int]) -> str:
        """What is meant by what is written under the pointer; '' where there is nothing, or a chip."""
        local = self.local(position)
        found = (note for rect, note in self._notes if rect.collidepoint(local)) if self.model else iter(())
        return _(next(found, ""))

    def chip_at(self, position: tuple[int, int]) -> Chip | None:
        local = self.local(position)
        return next((chip for chip in self.chips if chip.rect.collidepoint(local)), None)

    def part_at(self, position: tuple[int, int]) -> int | None:
        """The search whose half of the card is under the pointer."""
        local = self.local(position)
        count = 0 if self.model is None else len(self.model.parts)
        return next((n for n in range(count) if self._half(n, count).collidepoint(local)), None)

    def _half(self, n: int, count: int) -> Rect:
        inside, gap = self.inside, self.theme.px(16)
        width = (inside.width - (count - 1) * gap) // count
        return Rect(
            inside.left + n * (width + gap), self.theme.px(8), width, self.rect.height - self.theme.px(16)
        )

    # Drawing

    def paint(self, surface: Surface, model: RowsModel) -> None:
        self._notes = []
        chips: list[Chip] = []
        for n, part in enumerate(model.parts):
            half = self._half(n, len(model.parts))
            if len(model.parts) > 1:
                self._draw_heading(surface, half, part)
                if n:
                    x = half.left - self.theme.px(8)
                    surface.fill(self.theme["edge"], (x, half.top, max(1, self.theme.px(1)), half.height))
            chips += self._draw_part(surface, half, n, part, model.parting)
        self.chips = tuple(chips)
        if model.parting:
            self._draw_parting(surface, model)
        if not model.parts:
            self._draw_message(surface, model)

    def _draw_heading(self, surface: Surface, half: Rect, part: Part) -> None:
        px, colour = self.theme.px, COLOURS[part.algorithm]
        name = f"{SIGNS[part.algorithm]} {search_name(part.algorithm)}"
        self.write(surface, name, colour, NORMAL, part.is_in_hand, topleft=half.topleft)
        self._notes.append((Rect(half.left, half.top, half.width, px(HEADING)), tips.ROW_SEARCH))
        if part.is_in_hand:
            surface.fill(
                self.theme[colour], (half.left, half.top + px(HEADING - 3), half.width, max(1, px(2)))
            )
        half.top += px(HEADING)
        half.height -= px(HEADING)

    def _draw_message(self, surface: Surface, model: RowsModel) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        words = theme.text(model.message, NORMAL, "quiet", room=min(inside.width, px(560)))
        title = theme.text(model.title, LARGE, "text", True)
        top = inside.centery - (title.get_height() + px(8) + words.get_height()) // 2
        surface.blit(title, (inside.left, top))
        place = surface.blit(words, (inside.left, top + title.get_height() + px(8)))
        if model.share is not None:
            width = min(inside.width, px(560))
            self.bar(surface, Rect(inside.left, place.bottom + px(16), width, px(8)), model.share)

    def _foot(self, half: Rect) -> Rect:
        """Of a half, for its sentence."""
        px = self.theme.px
        tall = px(SENTENCE if half.width >= px(NARROW) else SENTENCE_NARROW)
        return Rect(half.left, half.bottom - tall, half.width, tall)

    def _draw_parting(self, surface: Surface, model: RowsModel) -> None:
        """Over both feet."""
        first, last = (self._foot(self._half(n, len(model.parts))) for n in (0, len(model.parts) - 1))
        foot = first.union(last)
        surface.fill(self.theme["card"], foot)
        shown = sentence(self.theme, model.parting, foot, "text")
        surface.blit(shown, shown.get_rect(midleft=foot.midleft), (0, 0, *foot.size))

    def _draw_part(self, surface: Surface, half: Rect, n: int, part: Part, parting: str) -> list[Chip]:
        theme, px = self.theme, self.theme.px
        foot = self._foot(half)
        if not parting:
            shown = sentence(theme, part.sentence, foot)
            surface.blit(
                shown, shown.get_rect(midleft=(foot.left, foot.centery)), (0, 0, half.width, foot.height)
            )
        room = Rect(half.left, half.top, half.width, foot.top - half.top - px(4))
        if part.open_count:
            room.height -= px(ROW_MIN + 4)
            self._draw_open(surface, Rect(half.left, room.bottom, half.width, px(ROW_MIN)), part)
        if room.height < px(ROW_MIN):  # the sentence alone
            return []
        fits = max(1, min(part.places, room.height // px(ROW_MIN)))
        height = min(px(ROW_MAX), room.height // fits)
        rows = part.rows[-fits:]
        chips: list[Chip] = []
        for place, row in enumerate(rows):
            band = Rect(room.left, room.top + place * height, room.width, height)
            if place:
                surface.fill(theme["edge"], (band.left, band.top, band.width, max(1, px(1))))
            chips += self._draw_row(surface, band, n, row, part.unit)
        return chips

    def _draw_row(self, surface: Surface, band: Rect, n: int, row: Row, unit: int) -> list[Chip]:
        px = self.theme.px
        is_wide = band.width >= px(560)
        middle = band.centery
        disc = "black_chip" if row.color is Color.BLACK else "white_chip"
        centre = band.left + px(8), middle
        pygame.draw.aacircle(surface, self.theme["quiet"], centre, px(8))
        pygame.draw.aacircle(surface, self.theme[disc], centre, px(7))
        name = _("Ply {number}").format(number=row.ply + 1) if is_wide else str(row.ply + 1)
        is_tall = band.height >= px(34)
        has_kind = row.kind is not NodeKind.OPEN
        up = px(7) if is_tall and has_kind else 0
        text = self.write(surface, name, "text", SMALL, True, midleft=(band.left + px(24), middle - up))
        if has_kind and is_wide:
            at = (text.left, middle + up) if is_tall else (text.right + px(4), middle)
            draw_kind(surface, self.theme, row.kind, (at[0] + px(4), at[1] + px(1)))
            if is_tall:
                self.write(surface, _(KIND_NAMES[row.kind]), "quiet", SMALL, midleft=(at[0] + px(12), at[1]))
        label = max(px(LABEL), text.right + px(10) - band.left) if is_wide else px(LABEL_NARROW + 8)
        left = band.left + label
        line = Rect(left, band.top, max(px(LINE_MIN), round(band.width * LINE_SHARE)), band.height)
        self._draw_window(surface, line, row, unit)
        self._notes += [
            (Rect(band.left, band.top, left - band.left, band.height), tips.ROW_PLY),
            (line, tips.ROW_WINDOW),
        ]
        gap = px(16 if is_wide else 8)
        room = Rect(line.right + gap, band.top, band.right - line.right - gap, band.height)
        if row.moves:
            return self._draw_chips(surface, room, n, row, unit)
        if row.value is not None:
            said = _("worth {value}").format(value=format_bound(row.value, row.bound, unit))
            place = self.write(surface, said, "text", SMALL, midleft=(room.left, middle))
            self._notes.append((place, tips.ROW_WORTH))
        return []

    def _draw_window(self, surface: Surface, place: Rect, row: Row, unit: int) -> None:
        """The interval on a line of discs, and under it in figures."""
        theme, px = self.theme, self.theme.px
        is_tall = place.height >= px(34)
        y = place.centery - (px(8) if is_tall else 0)
        words = format_window(row.alpha, row.beta, unit)
        axis = Rect(place) if is_tall else Rect(place.left, 0, place.width - px(80), 0)
        if is_tall or axis.width >= px(40):
            surface.fill(theme["disabled"], (axis.left, y, axis.width, max(1, px(1))))
            for discs in MARKS:
                tall = px(4 if discs == 0 else 2)
                x = _x_of(axis, discs * unit, unit)
                surface.fill(theme["quiet"], (x, y - tall, max(1, px(1)), 2 * tall + 1))
            left, right = _x_of(axis, row.alpha, unit), _x_of(axis, row.beta, unit)
            if row.is_zero:
                surface.fill(theme["warning"], (left - px(1), y - px(8), max(3, px(3)), px(16) + 1))
            else:
                bar = Rect(left, y - px(6), max(px(4), right - left), px(12) + 1)
                fill, edge = paint.rgba(theme["pvs"], 90), paint.rgba(theme["pvs"])
                surface.blit(paint.rounded(bar.size, px(3), fill, edge, max(1, px(1))), bar)
                surface.fill(theme["text"], (_x_of(axis, 0, unit), y - px(3), max(1, px(1)), px(6) + 1))
        ink = "warning" if row.is_zero else "quiet"
        words = theme.ellipsized(words, SMALL, place.width)
        if is_tall:
            self.write(surface, words, ink, SMALL, midtop=(place.centerx, y + px(7)))
        elif axis.width >= px(40):
            self.write(surface, words, ink, SMALL, midright=(place.right, y))
        else:
            self.write(surface, words, ink, SMALL, midleft=(place.left, y))

    def _draw_chips(self, surface: Surface, room: Rect, n: int, row: Row, unit: int) -> list[Chip]:
        """As many as fit around the one under way; how many more there are stands at either end."""
        theme, px = self.theme, self.theme.px
        height = min(px(CHIP_MAX), room.height - px(4))
        is_short = room.width < px(SHORT)
        widths = [width_of(theme, state, unit, height, is_short) for state in row.moves]
        if room.width < widths[_focus(row)]:  # large text in a small window
            return []
        strip = Rect(room.left, room.centery - height // 2, room.width, height)
        places, more = draw_strip(self, surface, widths, _focus(row), strip, px(CHIP_GAP))
        self._notes += [(place, tips.ROW_MORE) for place in more]
        chips = [Chip(rect, n, row, row.moves[number]) for number, rect in places]
        for chip in chips:
            is_best = chip.state.move == row.best
            draw_chip(surface, theme, chip.rect, chip.state, unit, is_best, is_short)
        return chips

    def _draw_open(self, surface: Surface, place: Rect, part: Part) -> None:
        """OPEN of SSS*, best first: solved states have an edge."""
        self._notes.append((place, tips.ROW_OPEN))
        theme, px = self.theme, self.theme.px
        said = _("OPEN {number}").format(number=f"{part.open_count:,}")
        text = self.write(surface, said, COLOURS[part.algorithm], SMALL, True, midleft=place.midleft)
        x = max(text.right + px(8), place.left + px(LABEL))
        for state in part.open_states:
            words = f"{format_line(state.line)}  {format_value(state.merit, part.unit)}"
            width = theme.width(words, SMALL) + px(12)
            if x + width > place.right:
                break
            rect = Rect(x, place.top + px(2), width, place.height - px(4))
            theme.box(surface, rect, "raised", "good" if state.is_solved else "raised")
            self.write(surface, words, "text", SMALL, center=rect.center)
            x += width + px(CHIP_GAP)


def sentence(theme: Theme, words: str, foot: Rect, ink: str = "alphabeta") -> Surface:
    """In the larger letters in which it fits."""
    large = theme.text(words, NORMAL, ink, room=foot.width)
    if large.get_height() <= foot.height + theme.px(2):
        return large
    return theme.text(words, SMALL, ink, room=foot.width)


def _focus(row: Row) -> int:
    """The place of the move that matters now: under way, else the last that was looked at."""
    busy = [n for n, state in enumerate(row.moves) if state.status in (Status.UNDER_WAY, Status.AGAIN)]
    done = [n for n, state in enumerate(row.moves) if state.status is Status.DONE]
    return busy[0] if busy else done[-1] if done else 0


def _x_of(axis: Rect, value: int, unit: int) -> int:
    """The pixel of a value on the line; at its ends is what is without bound."""
    if abs(value) >= INFINITE:
        return axis.right if value > 0 else axis.left
    return round(axis.centerx + axis.width / 2 * squeezed(value / unit))
