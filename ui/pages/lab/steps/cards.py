"""Cards of a search: its text with the line that is being executed, and its counters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from ai.limits import Algorithm
from ai.trace.source import Text
from play.slow_motion import Run, Shown
from ui.layout import shared_out
from ui.panels.panel import Panel
from ui.panels.tips import TEXT_LINES, TEXT_TITLE, Tip
from ui.text import N_, _
from ui.text.wording import format_count, search_name
from ui.theme import NORMAL, SMALL

COLOURS: Final = {
    Algorithm.MINIMAX: "minimax",
    Algorithm.ALPHABETA: "alphabeta",
    Algorithm.PVS: "pvs",
    Algorithm.SCOUT: "scout",
    Algorithm.MTDF: "mtdf",
    Algorithm.MT_SSS: "sss",
    Algorithm.SSS: "sss",
}
SIGNS: Final = {
    Algorithm.MINIMAX: "■",
    Algorithm.ALPHABETA: "◆",
    Algorithm.PVS: "●",
    Algorithm.SCOUT: "▲",
    Algorithm.MTDF: "▼",
    Algorithm.MT_SSS: "□",
    Algorithm.SSS: "◇",
}
"""A search has a sign besides its colour."""

LINE: Final = 15
LINE_MAX: Final = 20
TITLE: Final = 20
NUMBER: Final = 24
INDENT: Final = 12
# The figures stand in one row from this width on.
WIDE: Final = 760

# What a definition says of types, for where there is no room for it.
TYPES: Final = re.compile(r": \w+(?=[,)])| -> \w+")


@dataclass(frozen=True, slots=True)
class TextModel:
    """`line` is counted from 0; None while nothing runs."""

    algorithm: Algorithm
    text: Text
    line: int | None = None


class TextPanel(Panel[TextModel]):
    def meanings(self) -> list[Tip]:
        px, inside = self.theme.px, self._room
        top = inside.top + px(TITLE) + px(4)
        title = Rect(inside.left, inside.top, inside.width, px(TITLE + 2))
        lines = Rect(inside.left, top, inside.width, inside.bottom - top)
        return [(title, TEXT_TITLE), (lines, TEXT_LINES)]

    @property
    def _room(self) -> Rect:
        return self._whole.inflate(-self.theme.px(24), -self.theme.px(16))

    def paint(self, surface: Surface, model: TextModel) -> None:
        theme, px = self.theme, self.theme.px
        inside = self._room
        name = f"{SIGNS[model.algorithm]} {search_name(model.algorithm)}"
        title = self.write(surface, name, COLOURS[model.algorithm], NORMAL, True, topleft=inside.topleft)
        left = title.right + px(8)
        source = self._source(model.text.source, inside.right - left)
        self.write(surface, source, "quiet", SMALL, bottomleft=(left, title.bottom - px(1)))
        top = inside.top + px(TITLE) + px(4)
        lines = model.text.lines
        height = min(px(LINE_MAX), max(px(LINE), (inside.bottom - top) // len(lines)))
        fits = (inside.bottom - top) // height
        first = 0 if model.line is None else min(max(0, model.line - fits // 2), max(0, len(lines) - fits))
        for n, line in enumerate(lines[first : first + fits], start=first):
            row = Rect(inside.left, top + (n - first) * height, inside.width, height)
            is_here = n == model.line
            if is_here:
                ground = row.inflate(px(8), 0)
                surface.fill(theme["here"], ground)
                surface.fill(theme["alphabeta"], (ground.left, ground.top, px(3), ground.height))
            self.write(surface, str(n + 1), "quiet", SMALL, midright=(row.left + px(16), row.centery))
            words = line.text.lstrip(" ")
            x = row.left + px(NUMBER) + (len(line.text) - len(words)) // 4 * px(INDENT)
            ink = "alphabeta" if is_here else "text"
            if words.startswith("def ") and theme.width(words, SMALL) > row.right - x:
                words = TYPES.sub("", words)
            self.write(surface, words, ink, SMALL, room=row.right - x, midleft=(x, row.centery))

    def _source(self, source: str, room: int) -> str:
        """Author and year, as many of them as there is room for."""
        shorter = (source, source.partition(" (")[0], source.partition(";")[0])
        fitting = (text for text in shorter if self.theme.width(text, SMALL) <= room)
        return next(fitting, self.theme.ellipsized(shorter[-1], SMALL, room))


FIGURES: Final = (
    (N_("Nodes"), N_("Positions entered so far; one that is searched again counts again.")),
    (N_("of all"), N_("Positions that the whole search enters.")),
    (N_("Minimax needs"), N_("Positions that minimax enters for the same depth, which leaves out nothing.")),
    (N_("Leaves"), N_("Positions that were valued, by the evaluation or as the game is over there.")),
    (N_("Cut off"), N_("Moves that were never looked at, as another one was good enough.")),
    (N_("Zero windows"), N_("Positions entered with a window of zero width: only yes or no is asked.")),
    (N_("Re-searches"), N_("Moves that were better than a zero window said they would be: searched again.")),
    (N_("Table answers"), N_("Positions that were not searched, as the transposition table knew enough.")),
)
"""What the figures are called and what they mean; to be translated when shown."""
# Which of them may be estimated.
MINIMAX: Final = 2


@dataclass(frozen=True, slots=True)
class FiguresModel:
    """For each search what it is, and a number for each of FIGURES; what minimax needs may be estimated."""

    searches: tuple[tuple[Algorithm, tuple[int, ...]], ...] = ()
    is_exact: bool = True

    def text(self, values: tuple[int, ...], n: int, is_short: bool = False) -> str:
        about = "≈ " if n == MINIMAX and not self.is_exact else ""
        return about + (format_count(values[n]) if is_short else f"{values[n]:,}")


def figures_of(run: Run, shown: Shown) -> tuple[int, ...]:
    counts = shown.counts
    return (
        counts.nodes,
        len(run.tree),
        run.minimax_nodes,
        counts.leaves,
        counts.cut_off,
        counts.zero_nodes if run.choice.algorithm is not Algorithm.SSS else 0,  # it has no windows
        counts.researches,
        counts.answers,
    )


class FiguresPanel(Panel[FiguresModel]):
    def meanings(self) -> Iterable[Tip]:
        return zip(self._rects(), (meaning for _name, meaning in FIGURES), strict=True)

    def _rects(self) -> list[Rect]:
        """In one row, or where the card is narrow, in two columns."""
        px = self.theme.px
        inside, count = self._whole.inflate(-px(32), -px(16)), len(FIGURES)
        if self.rect.width >= px(WIDE):
            return shared_out(inside, count * [1 / count])
        lines = count // 2
        width, height = inside.width // 2, inside.height // lines
        return [
            Rect(inside.left + n // lines * width, inside.top + n % lines * height, width, height)
            for n in range(count)
        ]

    def paint(self, surface: Surface, model: FiguresModel) -> None:
        for n, ((name, __), rect) in enumerate(zip(FIGURES, self._rects(), strict=True)):
            if rect.height >= self.theme.px(36):
                self._draw_column(surface, rect, n, _(name), model)
            else:
                self._draw_line(surface, rect, n, _(name), model)

    def _draw_column(self, surface: Surface, rect: Rect, n: int, name: str, model: FiguresModel) -> None:
        """The number, or two with the signs of their searches, under the name."""
        px = self.theme.px
        room, place = rect.width - px(8), (rect.left, rect.top - px(2))
        self.write(surface, name, "quiet", SMALL, room=room, topleft=place)
        if len(model.searches) < 2:
            text = model.text(model.searches[0][1], n) if model.searches else "–"
            self.write(surface, text, "text", NORMAL, True, bottomleft=(rect.left, rect.bottom + px(2)))
            return
        for line, (search, values) in enumerate(model.searches):
            place = rect.left, rect.top + px(12 + 14 * line)
            words = f"{SIGNS[search]} {model.text(values, n)}"
            self.write(surface, words, COLOURS[search], SMALL, True, topleft=place)

    def _draw_line(self, surface: Surface, rect: Rect, n: int, name: str, model: FiguresModel) -> None:
        """The numbers at the right, the name with what is left of the line."""
        right = rect.right - self.theme.px(12)
        searches = model.searches
        if not searches:
            self.write(surface, "–", "text", SMALL, True, midright=(right, rect.centery))
        if n == MINIMAX and len({values[n] for __, values in searches}) == 1:
            searches = searches[:1]  # it is the same for both
        is_single = len(searches) < 2
        for search, values in reversed(searches):
            text, ink = model.text(values, n, not is_single), "text" if is_single else COLOURS[search]
            written = self.write(surface, text, ink, SMALL, True, midright=(right, rect.centery))
            right = written.left - self.theme.px(8)
        place = rect.left, rect.centery
        self.write(surface, name, "quiet", SMALL, room=right - rect.left, midleft=place)
