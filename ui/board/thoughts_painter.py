"""Draws what a search knows of each move. Each mark is drawn once, and kept as a picture."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

import pygame
from pygame import Rect, Surface

from game.board import Color
from ui import paint
from ui.board.thoughts import Entry, Standing, Thought, Thoughts
from ui.layout import BoardPlace
from ui.theme import LARGE, NORMAL, SMALL, Theme

# Radii as shares of the cell: of a mark, and of a move of the expected line.
RADIUS: Final = 0.415
LINE_RADIUS: Final = 0.29
# Of 255, how solid the discs are: the best and one that is asked, an exact one, of others those as bad as can
# be and those as good as the best; and the moves of the expected line by their numbers.
BEST, EXACT, WORST, GOOD = 184, 158, 72, 132
LINE_SOLID: Final = {2: 204, 3: 184, 4: 164, 5: 144}
# A bar under a score as a share of the cell, and how much of the disc's width a text may take.
BAR: Final = 0.5
TEXT: Final = 0.94
# In a smaller cell there is no room for words or a bar below the score.
LEAST_CELL: Final = 40
# The ring of a move that is being searched.
DASHES: Final = 14
GLOW_ALPHA: Final = 190
# Pictures that are kept; a search makes some hundred.
MOST_KEPT: Final = 300
BETWEEN_ENTRIES: Final = (6, 12)  # at least and at most


class ThoughtsPainter:
    def __init__(self, theme: Theme, place: BoardPlace) -> None:
        self.theme = theme
        self.place = place
        self.cell = place.felt.width // 8
        self.diameter = 2 * round(self.cell * RADIUS)
        self._kept: dict[Hashable, Surface] = {}

    def draw(self, surface: Surface, known: Thoughts, phase: float) -> None:
        """`phase`, 0 .. 1, is how far the ring of the move being searched has turned."""
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

    def _mark(self, mark: Thought, turn: Color) -> Surface:
        px, cell, theme = self.theme.px, self.cell, self.theme
        picture = Surface((cell, cell), pygame.SRCALPHA)
        solid = {Standing.EXACT: EXACT, Standing.BOUND: round(WORST + (GOOD - WORST) * mark.share)}
        fill = paint.rgba(theme[disc_name(turn)], solid.get(mark.standing, BEST))
        edge, width = None, 1
        if mark.is_hollow:
            edge, width = paint.rgba(theme["on_felt"], 150), px(1)
            fill = (*edge[:3], 0)
        elif mark.standing is Standing.BEST:
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

    def _write(self, picture: Surface, mark: Thought, ink: str) -> None:
        """The score, and below it words or a bar."""
        theme, is_bold = self.theme, mark.standing in (Standing.BEST, Standing.EXACT)
        room = round(self.diameter * TEXT) - (theme.px(8) if mark.standing is Standing.BEST else 0)
        largest = LARGE if is_bold else SMALL if mark.is_hollow or mark.number is not None else NORMAL
        choices = [
            (text, size)
            for text in (mark.text, mark.short)
            for size in (LARGE, NORMAL, SMALL)
            if size <= largest and theme.width(text, size, is_bold) <= room
        ]
        text, size = choices[0] if choices else (mark.short, SMALL)
        score, words = theme.text(text, size, ink, is_bold), theme.text(mark.words, SMALL, ink)
        has_bar = mark.standing in (Standing.EXACT, Standing.BOUND) and not mark.is_solved
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

    def _draw_bar(self, picture: Surface, mark: Thought, ink: str, top: int) -> None:
        """Full as good as the best. An exact one is closed at its left end; the tick of a bound is hard, and
        what is left of it fades.
        """
        px, colour = self.theme.px, paint.rgba(self.theme[ink])[:3]
        bar = Rect((self.cell - round(self.cell * BAR)) // 2, top, round(self.cell * BAR), max(2, px(4)))
        filled, tick = max(px(2), round(bar.width * mark.share)), (px(2), bar.height + 2 * px(2))
        picture.fill((*colour, 60), bar)
        for x in range(filled):
            alpha = 230 if mark.standing is Standing.EXACT else 40 + 190 * x // filled
            picture.fill((*colour, alpha), (bar.left + x, top, 1, bar.height))
        for x in (filled - px(2), 0) if mark.standing is Standing.EXACT else (filled - px(2),):
            picture.fill((*colour, 255), (bar.left + x, top - px(2), *tick))

    def _number(self, number: int, color: Color, radius: float) -> Surface:
        """A move of the expected line: a disc, or without a radius the badge of a move that is legal now."""
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
        glow = paint.glow(self.diameter, max(1, self.cell // 26), (*colour[:3], GLOW_ALPHA))
        surface.blit(glow, glow.get_rect(center=centre))
        ring = paint.dashed_ring(round(self.cell * 0.96), colour, self.theme.px(2), DASHES)
        turned = pygame.transform.rotozoom(ring, -360 * phase, 1) if phase else ring
        surface.blit(turned, turned.get_rect(center=centre))

    # The legend, in the frame below the felt

    def fitting(self, entries: tuple[Entry, ...]) -> tuple[list[Surface], int]:
        """All entries, in the longest form for which there is room in the frame, and the gap between them.
        Short, the first one has signs, and those that share their words have them once.
        """
        short = [Entry("signs", entries[0].short)]
        short += [Entry(each.sign, each.short or each.words) for each in entries[1:]]
        shared = [each for each in entries if each.shared]
        once = [Entry("".join(each.sign for each in shared), each.shared) for each in shared[:1]]
        kept = [short[n] for n, each in enumerate(entries) if not each.shared]
        forms = list(entries), [short[0], *entries[1:]], short, [*kept[:2], *once, *kept[2:]]
        least, most = map(self.theme.px, BETWEEN_ENTRIES)
        for form in forms:
            row = [self._entry(each) for each in form]
            free = self.place.board.width - self.theme.px(8) - sum(each.get_width() for each in row)
            if (gap := free // max(1, len(row) - 1)) >= least:
                break
        return row, max(least, min(most, gap))

    def _legend(self, entries: tuple[Entry, ...]) -> Surface:
        row, gap = self.fitting(entries)
        width = sum(each.get_width() for each in row) + gap * (len(row) - 1)
        legend, left = Surface((width, row[0].get_height()), pygame.SRCALPHA), 0
        for each in row:
            legend.blit(each, (left, 0))
            left += each.get_width() + gap
        return legend

    def _entry(self, entry: Entry) -> Surface:
        """A shape or a letter, and what it means."""
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
        """A plus beside a black disc, and a minus beside a white one."""
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
    """The colour of what is written on a disc."""
    return "on_black" if color is Color.BLACK else "on_white"


def disc_name(color: Color) -> str:
    return "black_disc" if color is Color.BLACK else "white_disc"
