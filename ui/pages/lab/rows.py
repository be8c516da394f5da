"""A row for every ply between the root and where the search is: the window, and a chip for each move."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from pygame import Rect, Surface

from ai.limits import Algorithm
from ai.reference.searches import INFINITE
from ai.trace.state import MoveState, PathRow, Status
from ai.trace.tree import NodeKind
from play.slow_motion import Run, ShownStep
from ui import paint
from ui.layout import side_by_side, visible
from ui.pages.lab.cards import draw_message, fitting, parts_width, write_parts
from ui.panels import tips
from ui.panels.panel import COLOURS, SIGNS, Panel
from ui.text import _
from ui.text.wording import format_move, search_name, squeezed
from ui.theme import NORMAL, SMALL, Theme
from ui.tree_view import Parts, bound_of, draw_kind, format_line, window_of, worth_of

# Lengths at a scale of 1.
PADDING: Final = 6
# A chip, or a row, of at least this height has two lines.
TWO_LINES: Final = 28
TALL: Final = 34
ROW_MIN: Final = 23
ROW_MAX: Final = 56
HEADING: Final = 24
# The sentence, in two lines; in a half narrower than NARROW in four. In one narrower than NARROWEST there is
# only that of the selected search, over both.
SENTENCE: Final = 40
SENTENCE_NARROW: Final = 68
NARROW: Final = 420
NARROWEST: Final = 240
CHIP_MAX: Final = 36
CHIP_GAP: Final = 4
# Before the number line, and of the number line.
LABEL: Final = 56
LINE_SHARE: Final = 0.2
LINE_MIN: Final = 88
# With less room than this the words in chips are short.
SHORT: Final = 200
# Discs that have a mark on the number line.
MARKS: Final = (-16, -4, 0, 4, 16)


def note_of(row: PathRow, state: MoveState, unit: int, is_short: bool = False) -> Parts:
    """The second line: the value with its bound, or what is going on."""
    if is_short and state.status in (Status.UNDER_WAY, Status.AGAIN):
        return ("2×",) if state.visit or state.status is Status.AGAIN else ("…",)
    if state.status is Status.UNDER_WAY and state.visit:
        return (_("re-search"),)
    if state.status is Status.UNDER_WAY:
        return (_("zero window"),) if state.is_zero else (_("search"),)
    if state.status is Status.AGAIN:
        return (_("again"),)
    return bound_of(state.value, state.bound, unit, row.color)


@dataclass(frozen=True, slots=True)
class SearchAtStep:
    """One search at a step."""

    run: Run
    shown: ShownStep
    is_selected: bool

    @property
    def algorithm(self) -> Algorithm:
        return self.run.choice.algorithm

    @property
    def rows(self) -> tuple[PathRow, ...]:
        """SSS* has no windows: in their place is what it can hope for."""
        rows = self.shown.state.rows
        return tuple(map(_hopeful, rows)) if self.algorithm is Algorithm.SSS else rows


def _hopeful(row: PathRow) -> PathRow:
    """From what is hoped for on down for the side of the root, up for the other."""
    moves = tuple(replace(move, is_zero=False) for move in row.moves)
    if row.ply % 2 == 0:
        return replace(row, moves=moves, alpha=-INFINITE)
    return replace(row, moves=moves, beta=INFINITE)


@dataclass(frozen=True, slots=True)
class RowsModel:
    """One search or two; or, while there is none, why, and how far its making is. What is `said` stands in
    place of their own sentences: why two searches part here, or what is asked.
    """

    parts: tuple[SearchAtStep, ...] = ()
    title: str = ""
    message: str = ""
    share: float | None = None
    said: str = ""


class Chip(NamedTuple):
    rect: Rect
    part: SearchAtStep
    row: PathRow
    state: MoveState


class RowsPanel(Panel[RowsModel]):
    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self.chips: list[Chip] = []

    def chip_at(self, position: tuple[int, int]) -> Chip | None:
        local = self.local(position)
        return next((chip for chip in self.chips if chip.rect.collidepoint(local)), None)

    def part_at(self, position: tuple[int, int]) -> int | None:
        """The search whose half of the card is under the pointer."""
        local = self.local(position)
        count = 0 if self.model is None else len(self.model.parts)
        return next((n for n in range(count) if self._half(n, count).collidepoint(local)), None)

    def _half(self, n: int, count: int) -> Rect:
        inside, px = self.inside, self.theme.px
        width = (inside.width - (count - 1) * px(16)) // count
        return Rect(inside.left + n * (width + px(16)), px(8), width, self.rect.height - px(16))

    # Drawing

    def paint(self, surface: Surface, model: RowsModel) -> None:
        self.chips, count, px = [], len(model.parts), self.theme.px
        if not model.parts:
            draw_message(self, surface, self.inside, model.title, model.message, model.share)
            return
        halves, said, ink = [self._half(n, count) for n in range(count)], model.said, "text"
        if not said and halves[0].width < px(NARROWEST):
            said = next(part.shown.sentence.text() for part in model.parts if part.is_selected)
            ink = "alphabeta"
        if said:  # over both feet
            feet = map(self._foot, halves)
            self._draw_sentence(surface, next(feet).unionall(list(feet)), said, ink)
        for n, (part, half) in enumerate(zip(model.parts, halves, strict=True)):
            if count > 1:
                self._draw_heading(surface, half, part)
            if n:
                x, bottom = half.left - px(8), self._foot(half).top if said else half.bottom
                surface.fill(self.theme["edge"], (x, half.top, max(1, px(1)), bottom - half.top))
            self._draw_part(surface, half, part, not said)

    def _draw_heading(self, surface: Surface, half: Rect, part: SearchAtStep) -> None:
        px, colour = self.theme.px, COLOURS[part.algorithm]
        name = f"{SIGNS[part.algorithm]} {search_name(part.algorithm)}"
        self.write(surface, name, colour, NORMAL, part.is_selected, topleft=half.topleft)
        self.notes.append((Rect(half.left, half.top, half.width, px(HEADING)), tips.ROW_SEARCH))
        if part.is_selected:
            line = half.left, half.top + px(HEADING - 3), half.width, max(1, px(2))
            surface.fill(self.theme[colour], line)
        half.top += px(HEADING)
        half.height -= px(HEADING)

    def _foot(self, half: Rect) -> Rect:
        """Of a half, for its sentence."""
        tall = self.theme.px(SENTENCE if half.width >= self.theme.px(NARROW) else SENTENCE_NARROW)
        return Rect(half.left, half.bottom - tall, half.width, tall)

    def _draw_sentence(self, surface: Surface, foot: Rect, words: str, ink: str) -> None:
        size = foot.width, foot.height + self.theme.px(2)
        shown = fitting(self.theme, words, ink, size, (NORMAL, SMALL))
        surface.blit(shown, shown.get_rect(midleft=foot.midleft), (0, 0, *foot.size))

    def _draw_part(self, surface: Surface, half: Rect, part: SearchAtStep, has_sentence: bool) -> None:
        px, foot = self.theme.px, self._foot(half)
        if has_sentence:
            self._draw_sentence(surface, foot, part.shown.sentence.text(), "alphabeta")
        room = Rect(half.left, half.top, half.width, foot.top - half.top - px(4))
        if part.shown.open_count:
            room.height -= px(ROW_MIN + 4)
            self._draw_open(surface, Rect(half.left, room.bottom, half.width, px(ROW_MIN)), part)
        if room.height < px(ROW_MIN):  # the sentence alone
            return
        fits = max(1, min(part.run.tree.plies, room.height // px(ROW_MIN)))
        height = min(px(ROW_MAX), room.height // fits)
        for place, row in enumerate(part.rows[-fits:]):
            band = Rect(room.left, room.top + place * height, room.width, height)
            if place:
                surface.fill(self.theme["edge"], (band.left, band.top, band.width, max(1, px(1))))
            self._draw_row(surface, band, part, row)

    def _draw_row(self, surface: Surface, band: Rect, part: SearchAtStep, row: PathRow) -> None:
        px, middle, unit = self.theme.px, band.centery, part.run.choice.unit
        self.disc(surface, row.color, (band.left + px(8), middle), px(7))
        at = band.left + px(22), middle
        number = self.write(surface, str(row.ply + 1), "text", SMALL, True, midleft=at)
        if row.kind is not NodeKind.OPEN:
            draw_kind(surface, self.theme, row.kind, (number.right + px(8), middle + px(1)))
        left = band.left + px(LABEL)
        line = Rect(left, band.top, max(px(LINE_MIN), round(band.width * LINE_SHARE)), band.height)
        self._draw_window(surface, line, row, unit)
        ply = Rect(band.left, band.top, left - band.left, band.height)
        self.notes += [(ply, tips.ROW_PLY), (line, tips.ROW_WINDOW)]
        room = Rect(line.right + px(12), band.top, band.right - line.right - px(12), band.height)
        if row.moves:
            self._draw_chips(surface, room, part, row)
        elif row.value is not None:
            parts = bound_of(row.value, row.bound, unit, row.color)
            place = write_parts(self, surface, parts, "text", room.width, midleft=(room.left, middle))
            self.notes.append((place, tips.ROW_WORTH))

    def _draw_window(self, surface: Surface, place: Rect, row: PathRow, unit: int) -> None:
        """The interval on a line of discs, White's at the left; under it, if there is room, in figures."""
        theme, px = self.theme, self.theme.px
        is_tall = place.height >= px(TALL)
        y = place.centery - (px(8) if is_tall else 0)
        surface.fill(theme["disabled"], (place.left, y, place.width, max(1, px(1))))
        for discs in MARKS:
            tall = px(4 if discs == 0 else 2)
            surface.fill(theme["quiet"], (x_of(place, discs, 1), y - tall, max(1, px(1)), 2 * tall + 1))
        left, right = sorted(x_of(place, row.color.sign * end, unit) for end in (row.alpha, row.beta))
        if row.is_zero:
            surface.fill(theme["warning"], (left - px(1), y - px(8), max(3, px(3)), px(16) + 1))
        else:
            bar = Rect(left, y - px(6), max(px(4), right - left), px(12) + 1)
            fill, edge = paint.rgba(theme["pvs"], 90), paint.rgba(theme["pvs"])
            surface.blit(paint.rounded(bar.size, px(3), fill, edge, max(1, px(1))), bar)
        if is_tall:
            parts, at = window_of(row.alpha, row.beta, unit, row.color), (place.centerx, y + px(7))
            ink = "warning" if row.is_zero else "quiet"
            write_parts(self, surface, parts, ink, place.width, midtop=at)

    def _draw_chips(self, surface: Surface, room: Rect, part: SearchAtStep, row: PathRow) -> None:
        """As many as fit around the one under way; how many more there are stands at either end."""
        px, unit = self.theme.px, part.run.choice.unit
        height, is_short = min(px(CHIP_MAX), room.height - px(4)), room.width < px(SHORT)
        notes = [note_of(row, state, unit, is_short) for state in row.moves]
        widths = [self._chip_width(state, note, height) for state, note in zip(row.moves, notes, strict=True)]
        focus = _focus(row)
        if room.width < widths[focus]:  # large text in a small window
            return
        more = self.theme.width("+99", SMALL) + px(CHIP_GAP)
        first, last = visible(widths, focus, room.width, px(CHIP_GAP), more)
        if first:
            self._write_more(surface, first, room.left, room)
        start = room.left + (more if first else 0), room.centery - height // 2
        rects = side_by_side(start, widths[first:last], height, px(CHIP_GAP))
        for rect, state, note in zip(rects, row.moves[first:last], notes[first:last], strict=True):
            self.chips.append(Chip(rect, part, row, state))
            self._draw_chip(surface, self.chips[-1], note)
        if last < len(widths):
            self._write_more(surface, len(widths) - last, rects[-1].right + px(CHIP_GAP), room)

    def _write_more(self, surface: Surface, count: int, left: int, room: Rect) -> None:
        """How many moves there are besides, if there is room to say so."""
        if left + self.theme.width(f"+{count}", SMALL) <= room.right:
            place = self.write(surface, f"+{count}", "quiet", SMALL, midleft=(left, room.centery))
            self.notes.append((place, tips.ROW_MORE))

    def _chip_width(self, state: MoveState, note: Parts, height: int) -> int:
        theme, px = self.theme, self.theme.px
        above, below = theme.width(format_move(state.move), SMALL, True), parts_width(theme, note)
        if height < px(TWO_LINES):
            return above + below + px(2 * PADDING + (6 if note else 0))
        return max(above + px(12), below, theme.width("h8", SMALL, True)) + px(2 * PADDING)

    def _draw_chip(self, surface: Surface, chip: Chip, note: Parts) -> None:
        theme, px, rect, state, status = self.theme, self.theme.px, chip.rect, chip.state, chip.state.status
        fill, edge, ink = _look(state, state.move == chip.row.best)
        theme.box(surface, rect, fill, edge, width=2 if status in (Status.UNDER_WAY, Status.AGAIN) else 1)
        is_high = rect.height >= px(TWO_LINES)
        middle = rect.centery - (px(6) if note and is_high else 0)
        name = theme.text(format_move(state.move), SMALL, ink, True)
        place = name.get_rect(center=(rect.centerx, middle))
        if note and not is_high:
            place.left = rect.left + px(PADDING)
            at = rect.right - px(PADDING), rect.centery
            write_parts(self, surface, note, ink, rect.width, midright=at)
        elif note:
            write_parts(self, surface, note, ink, rect.width, center=(rect.centerx, rect.centery + px(7)))
        surface.blit(name, place)
        if note and is_high and status is Status.DONE:
            draw_kind(surface, theme, state.kind, (rect.right - px(8), place.centery + px(1)))
        if status is Status.CUT_OFF:
            line = Rect(rect.left + px(4), place.centery, rect.width - px(8), max(1, px(1)))
            surface.fill(theme["mistake_text"], line)

    def _draw_open(self, surface: Surface, place: Rect, part: SearchAtStep) -> None:
        """OPEN of SSS*, best first: solved states have an edge."""
        self.notes.append((place, tips.ROW_OPEN))
        theme, px = self.theme, self.theme.px
        said = _("OPEN {number}", number=f"{part.shown.open_count:,}")
        text = self.write(surface, said, COLOURS[part.algorithm], SMALL, True, midleft=place.midleft)
        x = max(text.right + px(8), place.left + px(LABEL))
        unit, turn = part.run.choice.unit, part.run.trace.board.turn
        for state in part.shown.open_states:
            parts: Parts = (format_line(state.line), worth_of(state.merit, unit, turn))
            rect = Rect(x, place.top + px(2), parts_width(theme, parts) + px(12), place.height - px(4))
            if rect.right > place.right:
                break
            theme.box(surface, rect, "raised", "good" if state.is_solved else "raised")
            write_parts(self, surface, parts, "text", rect.width, center=rect.center)
            x = rect.right + px(CHIP_GAP)


def _look(state: MoveState, is_best: bool) -> tuple[str, str, str]:
    """Ground, edge and ink."""
    if state.status is Status.AGAIN or (state.status is Status.UNDER_WAY and state.visit):
        return "raised", "alphabeta", "alphabeta"
    if state.status is Status.UNDER_WAY:
        return "raised", "pvs", "text"
    if state.status is Status.DONE:
        return ("best", "kind_pv", "text") if is_best else ("raised", "raised", "text")
    return "card", "edge", "quiet"


def _focus(row: PathRow) -> int:
    """The place of the move that matters now: under way, else the last that was looked at."""
    busy = [n for n, state in enumerate(row.moves) if state.status in (Status.UNDER_WAY, Status.AGAIN)]
    done = [n for n, state in enumerate(row.moves) if state.status is Status.DONE]
    return busy[0] if busy else done[-1] if done else 0


def x_of(axis: Rect, value: int, unit: int) -> int:
    """The pixel of a value, + for Black, on the line; at its ends is what is without bound."""
    if abs(value) >= INFINITE:
        return axis.right if value > 0 else axis.left
    return round(axis.centerx + axis.width / 2 * squeezed(value / unit))
