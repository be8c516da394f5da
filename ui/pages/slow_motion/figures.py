"""The counters: how much has been done, and how much minimax would do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from ai.reference.choice import PlainSearch
from play.slow_motion import Run, Shown
from ui.pages.slow_motion.looks import COLOURS, SIGNS
from ui.panels.panel import Panel
from ui.text import N_, _
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


@dataclass(frozen=True, slots=True)
class FiguresModel:
    """For each search what it is, and a text for each of FIGURES."""

    searches: tuple[tuple[PlainSearch, tuple[str, ...]], ...] = ()


def figures_of(run: Run, shown: Shown) -> tuple[str, ...]:
    counts, whole = shown.counts, run.whole
    about = "" if whole.is_exact else "≈ "
    return (
        f"{counts.nodes:,}",
        f"{len(run.nodes):,}",
        f"{about}{whole.nodes:,}",
        f"{counts.leaves:,}",
        f"{counts.cut_off:,}",
        f"{counts.zero_nodes:,}",
        f"{counts.researches:,}",
        f"{counts.answers:,}",
    )


class FiguresPanel(Panel[FiguresModel]):
    def rects(self) -> list[Rect]:
        """Where the figures are, in the window."""
        return [rect.move(self.rect.topleft) for rect in self._rects()]

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
        theme, px = self.theme, self.theme.px
        self.card(surface)
        for n, ((name, __), rect) in enumerate(zip(FIGURES, self._rects(), strict=True)):
            is_column = rect.height >= px(36)
            label = theme.ellipsized(_(name), SMALL, rect.width - px(8))
            texts = [values[n] for __, values in model.searches] or ["–"]
            if not is_column:
                self.write(surface, label, "quiet", SMALL, midleft=(rect.left, rect.centery))
                right = rect.right - px(12)
                if not model.searches:
                    self.write(surface, "–", "quiet", SMALL, midright=(right, rect.centery))
                for search, values in reversed(model.searches):
                    ink = COLOURS[search] if len(texts) > 1 else "text"
                    place = self.write(surface, values[n], ink, SMALL, True, midright=(right, rect.centery))
                    right = place.left - px(8)
                continue
            self.write(surface, label, "quiet", SMALL, topleft=(rect.left, rect.top - px(2)))
            if len(texts) == 1:
                foot = rect.left, rect.bottom + px(2)
                self.write(surface, texts[0], "text", NORMAL, True, bottomleft=foot)
            for line, (search, values) in enumerate(model.searches if len(texts) > 1 else ()):
                head = rect.left, rect.top + px(12 + 14 * line)
                words = f"{SIGNS[search]} {values[n]}"
                self.write(surface, words, COLOURS[search], SMALL, True, topleft=head)
