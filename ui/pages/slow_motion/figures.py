"""The counters: how much has been done, and how much minimax would do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from ai.limits import Algorithm
from play.slow_motion import Run, Shown
from ui.pages.slow_motion.looks import COLOURS, SIGNS
from ui.panels.panel import Panel
from ui.panels.tips import Tip, in_window
from ui.text import N_, _
from ui.text.wording import format_count
from ui.theme import NORMAL, SMALL

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
        run.whole.nodes,
        counts.leaves,
        counts.cut_off,
        counts.zero_nodes if run.choice.algorithm is not Algorithm.SSS else 0,  # it has no windows
        counts.researches,
        counts.answers,
    )


class FiguresPanel(Panel[FiguresModel]):
    def tips(self) -> list[Tip]:
        meanings = (meaning for _name, meaning in FIGURES)
        return in_window(self.rect, zip(self._rects(), meanings, strict=True))

    def _rects(self) -> list[Rect]:
        """In one row, or where the card is narrow, in two columns."""
        px = self.theme.px
        inside = self.rect.move(-self.rect.left, -self.rect.top).inflate(-px(32), -px(16))
        count = len(FIGURES)
        if self.rect.width > 2 * self.rect.height + px(240):
            ends = [round(inside.width * n / count) for n in range(count + 1)]
            return [
                Rect(inside.left + ends[n], inside.top, ends[n + 1] - ends[n], inside.height)
                for n in range(count)
            ]
        lines = count // 2
        width, height = inside.width // 2, inside.height // lines
        return [
            Rect(inside.left + n // lines * width, inside.top + n % lines * height, width, height)
            for n in range(count)
        ]

    def paint(self, surface: Surface, model: FiguresModel) -> None:
        self.card(surface)
        for n, ((name, __), rect) in enumerate(zip(FIGURES, self._rects(), strict=True)):
            if rect.height >= self.theme.px(36):
                self._draw_column(surface, rect, n, _(name), model)
            else:
                self._draw_line(surface, rect, n, _(name), model)

    def _draw_column(self, surface: Surface, rect: Rect, n: int, name: str, model: FiguresModel) -> None:
        """The number, or two with the signs of their searches, under the name."""
        px = self.theme.px
        label = self.theme.ellipsized(name, SMALL, rect.width - px(8))
        self.write(surface, label, "quiet", SMALL, topleft=(rect.left, rect.top - px(2)))
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
            place = self.write(surface, text, ink, SMALL, True, midright=(right, rect.centery))
            right = place.left - self.theme.px(8)
        label = self.theme.ellipsized(name, SMALL, right - rect.left)
        self.write(surface, label, "quiet", SMALL, midleft=(rect.left, rect.centery))
