"""What a search has found so far about each legal move: marks on the squares and a legend, as drawn."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.limits import MoveBound, Progress, Question
from game.board import PASS, Color, Square, squares
from game.evaluation import FULL_WIDTH, Kind, sureness
from ui import paint
from ui.layout import BoardPlace
from ui.text import N_, _
from ui.text.wording import for_black, format_score
from ui.theme import LARGE, NORMAL, SMALL, Theme

FOR_BLACK: Final = N_("Scores for Black, in discs")
"""The caption of the figures on the board; translated when shown."""
# The moves of the expected line that get a number: those after the best move.
LINE: Final = range(2, 6)
# Discs worse than the best move at which the bar of a move is empty and its disc palest; and the number of
# steps up to the best.
WORST: Final = 6.0
STEPS: Final = 20


class MarkStatus(Enum):
    """What is known about a move at the current depth of the search."""

    BEST = "best"
    EXACT = "exact"  # its score is known, and it is not the best
    BOUND = "bound"  # only an upper or a lower bound is known
    EARLIER = "earlier"  # nothing yet; its figures are from the previous depth


@dataclass(frozen=True, slots=True)
class MoveMark:
    """The mark of one move. `text` is signed, + for Black; `short` replaces it on narrow squares, and `words`
    go below. `share` is from 0 to 1 (as good as the best), `number` the place in the expected line.
    """

    square: Square
    status: MarkStatus
    text: str = ""
    short: str = ""
    words: str = ""
    share: float = 0.0
    is_asked: bool = False
    is_solved: bool = False
    number: int | None = None

    @property
    def is_hollow(self) -> bool:
        """Whether the search has not yet reached the move at this depth."""
        return self.status is MarkStatus.EARLIER and not self.is_asked


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """The meaning of `sign`, the name of a shape or a character. On small boards `short` replaces `words`, or
    one `shared` text follows the signs of all entries that have it.
    """

    sign: str
    words: str
    short: str = ""
    shared: str = ""


@dataclass(frozen=True, slots=True)
class MoveMarks:
    """The marks of the moves of `turn`; `line` is the part of the expected line on squares without a mark."""

    turn: Color
    marks: tuple[MoveMark, ...]
    line: tuple[tuple[Square, int, Color], ...]
    legend: tuple[LegendEntry, ...]


def thoughts(progress: Progress, is_choice: bool = False) -> MoveMarks | None:
    """Returns the marks, None before anything is known; `is_choice`: a weak level chose on purpose."""
    if progress.score is None and not progress.bounds and progress.asked is None:
        return None
    board, line = progress.board, enumerate(progress.pv, start=1)
    numbers = {move: number for number, move in line if number in LINE and move != PASS}
    bounds = {bound.move: bound for bound in progress.bounds}
    best = _("chosen") if is_choice else _("best")
    marks = tuple(
        _mark(progress, square, bounds.get(square), numbers.pop(square, None), best)
        for square in squares(board.legal_moves())
        if progress.kind is not Kind.BOOK or square == progress.move
    )
    players = board.turn.other, board.turn
    rest = tuple((square, number, players[number % 2]) for square, number in numbers.items())
    return MoveMarks(board.turn, marks, rest, _legend(progress, marks))


def _mark(
    progress: Progress, square: Square, bound: MoveBound | None, number: int | None, best: str
) -> MoveMark:
    asked = progress.asked if progress.asked is not None and progress.asked.move == square else None
    is_new = bound is not None and sureness(bound) == _newest_depth(progress)
    is_best = progress.score is not None and progress.move == square
    status = MarkStatus.BEST if is_best else MarkStatus.EARLIER
    if bound is not None and is_new and not is_best:
        status = MarkStatus.BOUND if bound.score is None else MarkStatus.EXACT
    return MoveMark(
        square,
        status,
        *_texts(progress, bound, asked, is_best, is_new),
        words=best if is_best else "",
        share=_share(progress.score, bound) if is_new and not is_best else float(is_best),
        is_asked=asked is not None,
        is_solved=bound is not None and bound.kind in (Kind.EXACT, Kind.OUTCOME),
        number=number,
    )


def _texts(
    progress: Progress, bound: MoveBound | None, asked: Question | None, is_best: bool, is_new: bool
) -> tuple[str, str]:
    """Returns the text on a square, and its short form."""
    turn = progress.board.turn
    if is_best and progress.score is not None and not is_new:
        return _signed("", progress.score, progress.kind, turn)
    if asked is not None and asked.low is not None and asked.kind is not Kind.OUTCOME and not is_new:
        return _signed(">" if turn is Color.BLACK else "<", asked.low, asked.kind, turn, " ?")
    if bound is None:
        return "", ""
    is_high = bound.low is None or (bound.high is not None and not is_best)
    worth = bound.high if is_high else bound.low
    assert worth is not None
    is_plain = bound.score is not None or bound.kind is Kind.OUTCOME
    return _signed(
        "" if is_plain else "≤" if is_high is (turn is Color.BLACK) else "≥", worth, bound.kind, turn
    )


def _signed(sign: str, score: float, kind: Kind, turn: Color, end: str = "") -> tuple[str, str]:
    """Returns '≤ +1.7' and '≤+2'."""
    worth = for_black(score, turn)
    short = kind if kind is Kind.OUTCOME else Kind.EXACT
    return f"{sign} {format_score(worth, kind)}{end}".strip(), f"{sign}{format_score(worth, short)}"


def _share(best: float | None, bound: MoveBound | None) -> float:
    """Returns how close the upper bound of a move (or its only bound) is to the best score, 0 to 1."""
    worth = None if bound is None else bound.low if bound.high is None else bound.high
    if worth is None or best is None:
        return 0.0
    return round(STEPS * max(0.0, min(1.0, 1 - (best - worth) / WORST))) / STEPS


def _newest_depth(progress: Progress) -> tuple[int, int, int]:
    """Returns the sureness of the question being searched, else that of the surest bound."""
    if progress.asked is not None:
        return sureness(progress.asked)
    return max(map(sureness, progress.bounds), default=(0, 0, 0))


def _legend(progress: Progress, marks: tuple[MoveMark, ...]) -> tuple[LegendEntry, ...]:
    """Returns the entries of the signs in use; those of a selective search claim nothing certain."""
    is_exact = progress.kind is Kind.EXACT
    confidence = min((bound.confidence for bound in progress.bounds), default=progress.confidence)
    scores = _("Solved: the result for Black, in discs") if is_exact else _(FOR_BLACK)
    short, no_better, no_worse = "", _("no better than"), _("no worse than")
    brief, both = (_("no better"), _("no worse")), ""
    if confidence < FULL_WIDTH and not is_exact:
        scores = _("{scores}, at {confidence} %", scores=scores, confidence=confidence)
        short, brief, both = f"{confidence} %", (_("hardly better"), _("hardly worse")), _("probably")
        no_better, no_worse = _("probably no better than"), _("probably no worse than")
    at_most, at_least = "≤≥" if progress.board.turn is Color.BLACK else "≥≤"
    signs = {mark.text[:1] for mark in marks}
    is_partly_solved = not is_exact and any(mark.is_solved for mark in marks)
    entries = (
        (True, LegendEntry("scores", scores, short)),
        (True, LegendEntry("best", _("best") if is_exact else _("best so far"), _("best"))),
        (at_most in signs, LegendEntry(at_most, no_better, brief[0], both)),
        (at_least in signs, LegendEntry(at_least, no_worse, brief[1], both)),
        (is_partly_solved, LegendEntry("solved", _("solved"))),
        (any(mark.is_hollow for mark in marks), LegendEntry("earlier", _("not yet"))),
        (any(mark.is_asked for mark in marks), LegendEntry("asked", _("being searched"), _("now"))),
    )
    return tuple(entry for is_seen, entry in entries if is_seen)


# Radii of a mark and of a move of the expected line, as shares of the cell.
RADIUS: Final = 0.415
LINE_RADIUS: Final = 0.29
# Opacity of the discs, of 255: the best move and the one being searched; exact ones; bounds from the worst to
# those as good as the best; and moves of the expected line by their numbers.
BEST, EXACT, PALEST, GOOD = 184, 158, 72, 132
LINE_SOLID: Final = {2: 204, 3: 184, 4: 164, 5: 144}
# The width of a bar as a share of the cell, and of a text, at most, as a share of the disc.
BAR: Final = 0.5
TEXT: Final = 0.94
# The smallest cell, in pixels at a scale of 1, with room for words or a bar below the score.
LEAST_CELL: Final = 40
# The ring around the move being searched.
DASHES: Final = 14
GLOW_ALPHA: Final = 190
# The most pictures in the cache; a search makes a few hundred.
MOST_KEPT: Final = 300
BETWEEN_ENTRIES: Final = (6, 12)  # the least and the largest gap


class MarksPainter:
    def __init__(self, theme: Theme, place: BoardPlace) -> None:
        self.theme = theme
        self.place = place
        self.cell = place.felt.width // 8
        self.diameter = 2 * round(self.cell * RADIUS)
        self._kept: dict[Hashable, Surface] = {}

    def draw(self, surface: Surface, known: MoveMarks, phase: float) -> None:
        """Draws marks and legend; `phase`, 0 to 1, is the turn of the ring around the move being searched."""
        for mark in known.marks:
            if mark.is_asked:
                self._draw_asked(surface, self.place.cell(mark.square).center, phase)
        pictures = [(square, self._once(self._number, *move, LINE_RADIUS)) for square, *move in known.line]
        pictures += [(mark.square, self._once(self._mark, mark, known.turn)) for mark in known.marks]
        for square, picture in pictures:
            surface.blit(picture, picture.get_rect(center=self.place.cell(square).center))
        felt, board = self.place.felt, self.place.board
        legend = self._once(self._legend, known.legend)
        left = min(felt.left, board.centerx - legend.get_width() // 2)
        surface.blit(legend, legend.get_rect(midleft=(left, (felt.bottom + board.bottom) // 2)))

    def _once(self, draw: Callable[..., Surface], *what: Hashable) -> Surface:
        key = draw, what
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = draw(*what)
        return self._kept[key]

    # Marks

    def _mark(self, mark: MoveMark, turn: Color) -> Surface:
        px, cell, theme = self.theme.px, self.cell, self.theme
        picture = Surface((cell, cell), pygame.SRCALPHA)
        solid = {MarkStatus.EXACT: EXACT, MarkStatus.BOUND: round(PALEST + (GOOD - PALEST) * mark.share)}
        fill = paint.rgba(theme[disc_name(turn)], solid.get(mark.status, BEST))
        edge, width = None, 1
        if mark.is_hollow:
            edge, width = paint.rgba(theme["on_felt"], 150), px(1)
            fill = (*edge[:3], 0)
        elif mark.status is MarkStatus.BEST:
            edge, width = paint.rgba(theme["best_on_felt"]), px(3)
        size = self.diameter, self.diameter
        _centre(picture, paint.rounded(size, self.diameter // 2, fill, edge, max(1, width)))
        if mark.is_solved:
            line, size = paint.rgba(theme["on_felt"]), (cell - px(4), cell - px(4))
            _centre(picture, paint.rounded(size, px(6), (*line[:3], 0), line, max(1, px(1))))
        self._write(picture, mark, "on_felt" if mark.is_hollow else on_disc(turn))
        if mark.number is not None:
            badge = self._number(mark.number, turn if mark.number % 2 else turn.other, 0.0)
            picture.blit(badge, badge.get_rect(topright=(cell - 1, 1)))
        return picture

    def _write(self, picture: Surface, mark: MoveMark, ink: str) -> None:
        """Writes the score, and below it words or a bar."""
        theme, is_bold = self.theme, mark.status in (MarkStatus.BEST, MarkStatus.EXACT)
        room = round(self.diameter * TEXT) - (theme.px(8) if mark.status is MarkStatus.BEST else 0)
        largest = LARGE if is_bold else SMALL if mark.is_hollow or mark.number is not None else NORMAL
        choices = [
            (text, size)
            for text in (mark.text, mark.short)
            for size in (LARGE, NORMAL, SMALL)
            if size <= largest and theme.width(text, size, is_bold) <= room
        ]
        text, size = choices[0] if choices else (mark.short, SMALL)
        score, words = theme.text(text, size, ink, is_bold), theme.text(mark.words, SMALL, ink)
        has_bar = mark.status in (MarkStatus.EXACT, MarkStatus.BOUND) and not mark.is_solved
        if self.cell < theme.px(LEAST_CELL) or not (mark.words or has_bar) or words.get_width() > room:
            _centre(picture, score)
            return
        middle = self.cell // 2
        place = score.get_rect(midbottom=(middle, middle + theme.px(5 if mark.words else 4)))
        picture.blit(score, place)
        if has_bar:
            self._draw_bar(picture, mark, ink, place.bottom + theme.px(2))
        else:
            picture.blit(words, words.get_rect(midtop=(middle, place.bottom - theme.px(4))))

    def _draw_bar(self, picture: Surface, mark: MoveMark, ink: str, top: int) -> None:
        """Draws a bar: full for a move as good as the best; ticks at both ends if exact, faded if a bound."""
        px, colour = self.theme.px, paint.rgba(self.theme[ink])[:3]
        bar = Rect((self.cell - round(self.cell * BAR)) // 2, top, round(self.cell * BAR), max(2, px(4)))
        filled, tick = max(px(2), round(bar.width * mark.share)), (px(2), bar.height + 2 * px(2))
        picture.fill((*colour, 60), bar)
        for x in range(filled):
            alpha = 230 if mark.status is MarkStatus.EXACT else 40 + 190 * x // filled
            picture.fill((*colour, alpha), (bar.left + x, top, 1, bar.height))
        for x in (filled - px(2), 0) if mark.status is MarkStatus.EXACT else (filled - px(2),):
            picture.fill((*colour, 255), (bar.left + x, top - px(2), *tick))

    def _number(self, number: int, color: Color, radius: float) -> Surface:
        """Draws a numbered disc for a move of the expected line; with radius 0, a badge for a marked move."""
        size = NORMAL if radius else SMALL
        text = self.theme.text(str(number), size, on_disc(color), True)
        diameter = 2 * round(self.cell * radius) or text.get_height()
        fill = paint.rgba(self.theme[disc_name(color)], LINE_SOLID[number] if radius else 255)
        edge = None if radius else paint.rgba(self.theme[on_disc(color)])
        picture = paint.rounded((diameter, diameter), diameter // 2, fill, edge).copy()
        _centre(picture, text)
        return picture

    def _draw_asked(self, surface: Surface, centre: tuple[int, int], phase: float) -> None:
        colour = paint.rgba(self.theme["best_on_felt"])
        glow = paint.blurred(self.diameter, max(1, self.cell // 26), (*colour[:3], GLOW_ALPHA), is_ring=True)
        surface.blit(glow, glow.get_rect(center=centre))
        ring = paint.dashed_ring(round(self.cell * 0.96), colour, self.theme.px(2), DASHES)
        turned = pygame.transform.rotozoom(ring, -360 * phase, 1) if phase else ring
        surface.blit(turned, turned.get_rect(center=centre))

    # The legend, in the frame below the felt

    def fitting(self, entries: tuple[LegendEntry, ...]) -> tuple[list[Surface], int]:
        """Returns the entries in the longest form that fits in the frame, and the gap between them."""
        short = [LegendEntry("signs", entries[0].short)]
        short += [LegendEntry(each.sign, each.short or each.words) for each in entries[1:]]
        shared = [each for each in entries if each.shared]
        once = [LegendEntry("".join(each.sign for each in shared), each.shared) for each in shared[:1]]
        kept = [short[n] for n, each in enumerate(entries) if not each.shared]
        forms = list(entries), [short[0], *entries[1:]], short, [*kept[:2], *once, *kept[2:]]
        least, most = map(self.theme.px, BETWEEN_ENTRIES)
        for form in forms:
            row = [self._entry(each) for each in form]
            free = self.place.board.width - self.theme.px(8) - sum(each.get_width() for each in row)
            if (gap := free // max(1, len(row) - 1)) >= least:
                break
        return row, max(least, min(most, gap))

    def _legend(self, entries: tuple[LegendEntry, ...]) -> Surface:
        row, gap = self.fitting(entries)
        width = sum(each.get_width() for each in row) + gap * (len(row) - 1)
        legend, left = Surface((width, row[0].get_height()), pygame.SRCALPHA), 0
        for each in row:
            legend.blit(each, (left, 0))
            left += each.get_width() + gap
        return legend

    def _entry(self, entry: LegendEntry) -> Surface:
        px, theme, sign = self.theme.px, self.theme, entry.sign
        words, line = theme.text(entry.words, SMALL, "caption"), paint.rgba(theme["caption"])
        width = px(12)
        if sign == "signs":
            shape = self._signs()
        elif sign[0] in "≤≥":
            shape = theme.text(" ".join(sign), SMALL, "caption", True)
        elif sign == "asked":
            shape = paint.dashed_ring(width, line, px(2), 8)
        else:
            fill = paint.rgba(theme["black_disc"]) if sign == "scores" else (*line[:3], 0)
            radius = px(3) if sign == "solved" else width // 2
            shape = paint.rounded((width, width), radius, fill, line, px(2 if sign == "best" else 1))
        left, height = shape.get_width() + px(4), theme.text("g", SMALL, "caption").get_height()
        picture = Surface((left + words.get_width(), height), pygame.SRCALPHA)
        picture.blit(shape, shape.get_rect(midleft=(0, height // 2)))
        picture.blit(words, words.get_rect(midleft=(left, height // 2)))
        return picture

    def _signs(self) -> Surface:
        """Draws a plus beside a black disc, and a minus beside a white one."""
        theme, px = self.theme, self.theme.px
        line, size = paint.rgba(theme["caption"]), (px(12), px(12))
        picture, left = Surface((px(50), px(17)), pygame.SRCALPHA), 0
        for disc, sign in (("black_disc", "+"), ("white_disc", "−")):
            words = theme.text(sign, SMALL, "caption", True)
            for part in (paint.rounded(size, px(6), paint.rgba(theme[disc]), line), words):
                picture.blit(part, part.get_rect(midleft=(left, px(17) // 2)))
                left += part.get_width() + px(3)
        return picture


def _centre(picture: Surface, part: Surface) -> None:
    picture.blit(part, part.get_rect(center=picture.get_rect().center))


def on_disc(color: Color) -> str:
    """Returns the name of the ink on a disc."""
    return "on_black" if color is Color.BLACK else "on_white"


def disc_name(color: Color) -> str:
    return "black_disc" if color is Color.BLACK else "white_disc"


def disc_picture(theme: Theme, color: Color, diameter: int) -> Surface:
    return paint.othello_disc(diameter, color is Color.WHITE, paint.rgba(theme[disc_name(color)]))
