"""A row for every ply from the root to the current node: its window, and a chip for each move."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from pygame import Rect, Surface

from ai.reference.searches import INFINITE
from ai.trace.sentences import ORDER_TERMS
from ai.trace.state import MoveState, PathRow, Status
from ai.trace.tree import NodeKind
from play.slow_motion import ShownStep
from ui import paint
from ui.boxes import Box, area, column, grow, picture, row, text
from ui.layout import side_by_side, visible
from ui.pages.lab.cards import message, parts_width, rule, write_parts
from ui.pages.lab.wording import learned_rows
from ui.panels import tips
from ui.panels.panel import COLOURS, PADDING, SIGNS, BoxPanel
from ui.text import _, format_number
from ui.text.wording import format_move, search_name, squeezed
from ui.theme import NORMAL, SMALL, Theme
from ui.tree_view import Parts, bound_of, draw_kind, format_line, window_of, worth_of

# Lengths at a scale of 1.
CHIP_PADDING: Final = 6
# A chip, or a row, of at least this height has two lines.
TWO_LINES: Final = 28
TALL: Final = 34
ROW_MIN: Final = 23
ROW_MAX: Final = 56
HEADING: Final = 24
# The sentence has two lines, or four in a half narrower than NARROW. If a half is narrower than NARROWEST,
# only the sentence of the selected search is shown, across both halves.
SENTENCE: Final = 40
SENTENCE_NARROW: Final = 68
NARROW: Final = 420
NARROWEST: Final = 240
BETWEEN: Final = 15  # between the halves, without the line there
CHIP_MAX: Final = 36
CHIP_GAP: Final = 4
# The label before the number line, the line's share of the width and least width, and the gap after it.
LABEL: Final = 56
LINE_SHARE: Final = 0.2
LINE_MIN: Final = 88
GAP: Final = 12
# With less room than this, the words in chips are short.
SHORT: Final = 200
# The scores, in discs, that are marked on the number line.
MARKS: Final = (-16, -4, 0, 4, 16)


def note_of(row: PathRow, state: MoveState, unit: int, is_short: bool = False) -> Parts:
    """Returns the second line of a chip: the value with its bound, or the status."""
    if is_short and state.status in (Status.UNDER_WAY, Status.AGAIN):
        return ("2×",) if state.visit or state.status is Status.AGAIN else ("…",)
    if state.status is Status.UNDER_WAY and state.visit:
        return (_("re-search"),)
    if state.status is Status.UNDER_WAY:
        return (_("null window"),) if state.is_null_window else (_("search"),)
    if state.status is Status.AGAIN:
        return (_("again"),)
    return bound_of(state.value, state.bound, unit, row.color)


@dataclass(frozen=True, slots=True)
class RowsModel:
    """One search or two; without any, `message` says why, and `share` how much is recorded. A `caption`
    replaces the sentences of the searches: why they differ here, or a question.
    """

    parts: tuple[ShownStep, ...] = ()
    selected: int = 0
    title: str = ""
    message: str = ""
    share: float | None = None
    caption: str = ""


class Chip(NamedTuple):
    """A move in a row of a search, and where it is in the card."""

    rect: Rect
    part: ShownStep
    row: PathRow
    state: MoveState


class RowsPanel(BoxPanel[RowsModel]):
    padding = (PADDING, 8)

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self.chips: list[Chip] = []

    def chip_at(self, position: tuple[int, int]) -> Chip | None:
        local = self.local(position)
        return next((chip for chip in self.chips if chip.rect.collidepoint(local)), None)

    def content(self, model: RowsModel) -> Box:
        self.chips = []
        if not model.parts:
            return message(self, model.title, model.message, model.share, tip=tips.SCENE_SENTENCE)
        count, scale = len(model.parts), self.theme.scale
        width = (self.room.width / scale - (count - 1) * (BETWEEN + 1)) / count
        caption, ink, foot = model.caption, "text", SENTENCE if width >= NARROW else SENTENCE_NARROW
        if not caption and width < NARROWEST:
            caption = model.parts[model.selected].sentence.text()
            ink = "alphabeta"
        height = self.room.height / scale - foot - 4 - (count > 1) * HEADING
        halves: list[Box] = []
        for n, part in enumerate(model.parts):
            if n:
                halves.append(rule(self, "edge", 1))
            heading = self._heading(part, n == model.selected) if count > 1 else None
            rows = self._rows(part, width, height)
            sentence = None if caption else _sentence(part.sentence.text(), "alphabeta", foot)
            halves.append(column(heading, *rows, grow(), sentence, gap=0, target=n, share=1))
        upper = halves[0] if count == 1 else row(*halves, gap=BETWEEN / 2, share=1)
        return column(upper, _sentence(caption, ink, foot), gap=0) if caption else upper

    def _heading(self, part: ShownStep, is_selected: bool) -> Box:
        colour = COLOURS[part.algorithm]
        name = f"{SIGNS[part.algorithm]} {search_name(part.algorithm)}"
        line = rule(self, colour, 0, 2) if is_selected else area("", 0, 2)
        title = text(name, ink=colour, bold=is_selected, lines=1)
        return column(title, line, gap=0, tip=tips.ROW_SEARCH)

    def _rows(self, part: ShownStep, width: float, height: float) -> list[Box | None]:
        """Returns as many of the last rows as fit, if any, and below them OPEN or what was learned."""
        waiting = self._open(part) if part.open_count else self._learned(part)
        if waiting is not None:
            height -= ROW_MIN + 4
        if height < ROW_MIN:
            return [waiting]
        fits = max(1, min(part.run.tree.plies, int(height / ROW_MIN)))
        each, boxes = min(ROW_MAX, height / fits) - 1, list[Box | None]()
        for n, shown in enumerate(part.state.rows[-fits:]):
            boxes.append(rule(self, "edge", 0, 1) if n else area("", 0, 1))
            boxes.append(self._row(part, shown, width, each))
        return [*boxes, grow(), waiting]

    def _row(self, part: ShownStep, shown: PathRow, width: float, height: float) -> Box:
        unit, line = part.run.trace.unit, max(LINE_MIN, round(width * LINE_SHARE))
        draw = partial(self._draw_chips, part, shown)
        if not shown.moves:
            draw = partial(self._write_value, bound_of(shown.value, shown.bound, unit, shown.color))
        return row(
            picture(partial(self._draw_label, shown), LABEL, height, tip=tips.ROW_PLY),
            picture(partial(self._draw_window, shown, unit), line, height, tip=tips.ROW_WINDOW),
            area("", GAP),
            picture(draw, share=1, tip="" if shown.moves else tips.ROW_WORTH),
            gap=0,
        )

    def _write_value(self, parts: Parts, surface: Surface, place: Rect) -> None:
        write_parts(self, surface, parts, "text", place.width, midleft=place.midleft)

    def _draw_label(self, shown: PathRow, surface: Surface, place: Rect) -> None:
        """Draws the side to move, the ply, and the kind of node."""
        px, y = self.theme.px, place.centery
        self.disc(surface, shown.color, (place.left + px(8), y), px(7))
        at = place.left + px(22), y
        number = self.write(surface, str(shown.ply + 1), "text", SMALL, True, midleft=at)
        if shown.kind is not NodeKind.OPEN:
            draw_kind(surface, self.theme, shown.kind, (number.right + px(8), y + px(1)))

    def _draw_window(self, shown: PathRow, unit: int, surface: Surface, place: Rect) -> None:
        """Draws the window on an axis in discs, White's side at the left; figures below it if they fit."""
        theme, px = self.theme, self.theme.px
        is_tall = place.height >= px(TALL)
        y = place.centery - (px(8) if is_tall else 0)
        surface.fill(theme["disabled"], (place.left, y, place.width, max(1, px(1))))
        for discs in MARKS:
            tall = px(4 if discs == 0 else 2)
            surface.fill(theme["quiet"], (x_of(place, discs, 1), y - tall, max(1, px(1)), 2 * tall + 1))
        left, right = sorted(x_of(place, shown.color.sign * end, unit) for end in (shown.alpha, shown.beta))
        bar = Rect(left - px(1), y - px(8), max(3, px(3)), px(16) + 1)
        if shown.is_null_window:
            surface.fill(theme["warning"], bar)
        else:
            bar = Rect(left, y - px(6), max(px(4), right - left), px(12) + 1)
            fill, edge = paint.rgba(theme["pvs"], 90), paint.rgba(theme["pvs"])
            surface.blit(paint.rounded(bar.size, px(3), fill, edge, max(1, px(1))), bar)
        for name, end in zip("αβ"[:: shown.color.sign], ("midright", "midleft"), strict=True):
            letter = theme.text(name, SMALL, "text")
            beside = bar.left - px(2) if end == "midright" else bar.right + px(2)
            room = letter.get_rect(**{end: (beside, y)}).clamp(place.left, y, place.width, 1)
            if not room.colliderect(bar):
                surface.fill(theme["card"], (room.left, y - px(6), room.width, px(12) + 1))
            surface.blit(letter, room)
        if is_tall:
            parts, at = window_of(shown.alpha, shown.beta, unit, shown.color), (place.centerx, y + px(7))
            ink = "warning" if shown.is_null_window else "quiet"
            write_parts(self, surface, parts, ink, place.width, midtop=at)

    def _draw_chips(self, part: ShownStep, shown: PathRow, surface: Surface, room: Rect) -> None:
        """Draws as many chips as fit around the current move, and the number of the others at either end."""
        px, unit = self.theme.px, part.run.trace.unit
        height, is_short = min(px(CHIP_MAX), room.height - px(3)), room.width < px(SHORT)
        notes = [note_of(shown, state, unit, is_short) for state in shown.moves]
        widths = [
            self._chip_width(state, note, height) for state, note in zip(shown.moves, notes, strict=True)
        ]
        focus = _focus(shown)
        if room.width < widths[focus]:  # large text in a small window
            return
        more = self.theme.width("+99", SMALL) + px(CHIP_GAP)
        first, last = visible(widths, focus, room.width, px(CHIP_GAP), more)
        if first:
            self._write_more(surface, first, room.left, room)
        start = room.left + (more if first else 0), room.centery - height // 2
        rects = side_by_side(start, widths[first:last], height, px(CHIP_GAP))
        for rect, state, note in zip(rects, shown.moves[first:last], notes[first:last], strict=True):
            self.chips.append(Chip(rect, part, shown, state))
            self._draw_chip(surface, self.chips[-1], note)
        if last < len(widths):
            self._write_more(surface, len(widths) - last, rects[-1].right + px(CHIP_GAP), room)

    def _write_more(self, surface: Surface, count: int, left: int, room: Rect) -> None:
        """Writes the number of moves that do not fit, if there is room for it."""
        if left + self.theme.width(f"+{count}", SMALL) <= room.right:
            place = self.write(surface, f"+{count}", "quiet", SMALL, midleft=(left, room.centery))
            self.notes.append((place, tips.ROW_MORE))

    def _chip_width(self, state: MoveState, note: Parts, height: int) -> int:
        theme, px = self.theme, self.theme.px
        above, below = theme.width(format_move(state.move), SMALL, True), parts_width(theme, note)
        if height < px(TWO_LINES):
            return above + below + px(2 * CHIP_PADDING + (6 if note else 0))
        return max(above + px(12), below, theme.width("h8", SMALL, True)) + px(2 * CHIP_PADDING)

    def _draw_chip(self, surface: Surface, chip: Chip, note: Parts) -> None:
        theme, px, rect, state, status = self.theme, self.theme.px, chip.rect, chip.state, chip.state.status
        fill, edge, ink = _look(state, state.move == chip.row.best)
        theme.box(surface, rect, fill, edge, width=2 if status in (Status.UNDER_WAY, Status.AGAIN) else 1)
        is_high = rect.height >= px(TWO_LINES)
        middle = rect.centery - (px(6) if note and is_high else 0)
        name = theme.text(format_move(state.move), SMALL, ink, True)
        place = name.get_rect(center=(rect.centerx, middle))
        if note and not is_high:
            place.left = rect.left + px(CHIP_PADDING)
            at = rect.right - px(CHIP_PADDING), rect.centery
            write_parts(self, surface, note, ink, rect.width, midright=at)
        elif note:
            write_parts(self, surface, note, ink, rect.width, center=(rect.centerx, rect.centery + px(7)))
        surface.blit(name, place)
        if note and is_high and status is Status.DONE:
            draw_kind(surface, theme, state.kind, (rect.right - px(8), place.centery + px(1)))
        if status is Status.CUT_OFF:
            line = rect.left + px(4), place.centery, rect.width - px(8), max(1, px(1))
            surface.fill(theme["mistake_text"], line)

    def _open(self, part: ShownStep) -> Box:
        """Returns the OPEN list of SSS*, best first; solved states have an edge."""
        title = _("OPEN {number}", number=format_number(part.open_count))
        unit, turn = part.run.trace.unit, part.run.trace.root.turn
        states = []
        for n, state in enumerate(part.open_states, start=1):
            parts: Parts = (format_line(state.line), worth_of(state.merit, unit, turn))
            width = parts_width(self.theme, parts) / self.theme.scale + 12
            draw = partial(self._draw_state, parts, state.is_solved)
            states.append(picture(draw, width, ROW_MIN - 4, order=n))
        return self._list(title, part, states, tips.ROW_OPEN)

    def _learned(self, part: ShownStep) -> Box | None:
        """Returns the killers of each ply, or each side's moves with points; those used here have an edge."""
        if part.learned is None:
            return None
        chips, scale = list[Box](), self.theme.scale
        for name, _color, moves, is_here in learned_rows(part):
            width = min(parts_width(self.theme, (name, moves)) / scale + 12, self.room.width / scale / 2)
            draw = partial(self._draw_learned, name, moves, is_here)
            chips.append(picture(draw, width, ROW_MIN - 4, order=2 - is_here))
        return self._list(_(ORDER_TERMS[part.learned.order]), part, chips, tips.ROW_LEARNED)

    def _list(self, title: str, part: ShownStep, chips: Sequence[Box], tip: str) -> Box:
        heading = text(title, SMALL, ink=COLOURS[part.algorithm], bold=True)
        return row(heading, row(*chips, gap=CHIP_GAP), tip=tip)

    def _draw_learned(self, name: str, moves: str, is_here: bool, surface: Surface, rect: Rect) -> None:
        px, y = self.theme.px, rect.centery
        self.theme.box(surface, rect, "raised", "good" if is_here else "raised")
        x = self.write(surface, name, "quiet", SMALL, midleft=(rect.left + px(6), y)).right + px(4)
        self.write(surface, moves, "text", SMALL, room=rect.right - x - px(4), midleft=(x, y))

    def _draw_state(self, parts: Parts, is_solved: bool, surface: Surface, rect: Rect) -> None:
        self.theme.box(surface, rect, "raised", "good" if is_solved else "raised")
        write_parts(self, surface, parts, "text", rect.width, center=rect.center)


def _sentence(words: str, ink: str, height: float) -> Box:
    """Returns a sentence in a place of this height, slightly below the box above it."""
    sentence = grow(text(words, NORMAL, SMALL, ink=ink, tip=tips.SCENE_SENTENCE))
    return row(sentence, area("", 0, height), gap=0, padding=(0, 2))


def _look(state: MoveState, is_best: bool) -> tuple[str, str, str]:
    """Returns the ground, edge and ink of a chip."""
    if state.status is Status.AGAIN or (state.status is Status.UNDER_WAY and state.visit):
        return "raised", "alphabeta", "alphabeta"
    if state.status is Status.UNDER_WAY:
        return "raised", "pvs", "text"
    if state.status is Status.DONE:
        return ("best", "kind_pv", "text") if is_best else ("raised", "raised", "text")
    return "card", "edge", "quiet"


def _focus(row: PathRow) -> int:
    """Returns the index of the move under way, or else of the last one searched, or else 0."""
    busy = [n for n, state in enumerate(row.moves) if state.status in (Status.UNDER_WAY, Status.AGAIN)]
    done = [n for n, state in enumerate(row.moves) if state.status is Status.DONE]
    return busy[0] if busy else done[-1] if done else 0


def x_of(axis: Rect, value: int, unit: int) -> int:
    """Returns the x of a value (positive for Black) on the axis; infinite values are at its ends."""
    if abs(value) >= INFINITE:
        return axis.right if value > 0 else axis.left
    return round(axis.centerx + axis.width / 2 * squeezed(value / (unit or 1)))
