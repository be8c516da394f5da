"""The tree of the depth being searched, growing from left to right: a column for each position."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

import pygame
from pygame import Rect, Surface

from ai.engine import Analysis
from game.board import Board, Color
from game.evaluation import Kind
from play.playback import Moment
from ui.boxes import Box, column, grow, picture, row, text
from ui.panels.panel import BoxPanel
from ui.panels.tips import LIVE_TREE
from ui.text import N_, _, ngettext
from ui.text.wording import format_count
from ui.theme import SMALL, Theme

if TYPE_CHECKING:
    from ai.trace.tree import RecordedTree

BETWEEN_KINDS: Final = 8  # gap in the legend, at a scale of 1
# Expected growth from one depth to the next, until two depths are finished.
GROWTH: Final = 3.0
# Positions of a tree sampled for the average number of moves.
SAMPLE: Final = 48

RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

WAITING: Final = N_("The tree grows here while the computer thinks.")


@dataclass(frozen=True, slots=True)
class LiveTree:
    """A `tree`, scaled so that `total` positions fill the panel; without one the English `note` says why.

    If a search is played back, only the first `shown` positions are visible; None means all. With several
    `threads` it is the tree of the first.

    `uncut` estimates how many positions the same depth has without cuts, as an exponent of ten.
    """

    tree: RecordedTree | None = None
    total: float = 1.0
    uncut: float = 0.0
    note: str = WAITING
    shown: int | None = None
    threads: int = 1


def live_tree(analysis: Analysis | None, is_ready: bool, moment: Moment | None = None) -> LiveTree:
    """Returns the tree of a search as it is now, or as it was at a `moment` that is played back.

    `is_ready` is whether the compiled search is ready: the plain one records no tree.
    """
    if analysis is None:
        return LiveTree()
    trees = analysis.trees()
    if not trees:
        return LiveTree(note=_reason(analysis, is_ready))
    threads = analysis.options.threads
    if moment is not None:
        number = len(moment.progress.iterations)
        tree = next((tree for tree in trees if tree.iteration >= number), trees[-1])
        shown = max(1, round(tree.width * min(1.0, moment.depth_share)))
        total = float(max(1, tree.width))
        return LiveTree(tree, total, _uncut(tree, analysis.board), shown=shown, threads=threads)
    tree = next((tree for tree in reversed(trees) if tree.width > 1), trees[-1])
    total = _expected_width(trees, tree)
    return LiveTree(tree, total, _uncut(tree, analysis.board), threads=threads)


def _reason(analysis: Analysis, is_ready: bool) -> str:
    if analysis.outside:
        return N_("Other programs do not show their trees.")
    if analysis.progress.kind is Kind.BOOK:
        return N_("A book move: nothing was searched.")
    if not is_ready:
        return N_("The tree needs the fast search, which is being prepared.")
    return N_("This search ended before there was a tree.") if analysis.is_done else WAITING


def _expected_width(trees: Sequence[RecordedTree], tree: RecordedTree) -> float:
    """Returns the expected positions of a depth: those of the last finished one, times its growth."""
    if tree.is_finished:
        return float(tree.width)
    before = [each.width for each in trees if each.is_finished and each.width > 1]
    growth = before[-1] / before[-2] if len(before) > 1 else GROWTH
    expected = before[-1] * min(10.0, max(1.2, growth)) if before else 4.0 * tree.width
    while expected < tree.width:  # the depth has outgrown the estimate
        expected *= 2
    return expected


@lru_cache(maxsize=1)
def _uncut(tree: RecordedTree, root: Board) -> float:
    """Returns log10 of the positions without cuts, estimated from the moves in a sample of the tree."""
    depth = root.empties if tree.to_the_end else tree.root_depth
    step = max(1, len(tree) // SAMPLE)
    positions = zip(tree.player[::step].tolist(), tree.opponent[::step].tolist(), strict=True)
    counts = [
        Board(player, opponent, Color.BLACK).legal_moves().bit_count() for player, opponent in positions
    ]
    mean = sum(math.log10(max(1, count)) for count in counts) / max(1, len(counts))
    most = sum(math.log10(number) for number in range(1, root.empties + 1)) if tree.to_the_end else math.inf
    return min(mean * depth, most)


class LiveTreePanel(BoxPanel[LiveTree]):
    tip = LIVE_TREE
    padding = (16, 8)

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self._painted = LiveTree()  # the model that `_picture` was painted from
        self._picture = Surface((0, 0))

    def content(self, model: LiveTree) -> Box:
        tree, theme = model.tree, self.theme
        words = _("The tree of this depth") if model.threads == 1 else _("The tree of the first thread")
        if tree is None:
            note = text(_(model.note), SMALL, ink="quiet")
            return column(text(words, bold=True, lines=1), note, grow(), gap=8)
        from ui.tree_view import LEGEND, legend  # imports NumPy, as a tree does

        title, kinds = text(words, bold=True, lines=1), legend(theme, LEGEND)
        if row(title, *kinds, gap=BETWEEN_KINDS).widths(theme)[0] > self.room.width:
            title = text(_("The tree"), bold=True, lines=1)
        head = row(grow(title), *kinds, gap=BETWEEN_KINDS)
        plot = grow(picture(partial(self._draw_tree, model, tree)))
        done, uncut = self._describe(model, tree)
        has_room = model.uncut > math.log10(tree.width + 1) and theme.width(uncut, SMALL) <= self.room.width
        return column(head, plot, text(uncut if has_room else done, SMALL, ink="quiet", lines=1))

    def _describe(self, model: LiveTree, tree: RecordedTree) -> tuple[str, str]:
        depth = tree.root_depth
        where = ngettext("{depth} move ahead", "{depth} moves ahead", depth, depth=depth)
        where = _("to the end") if tree.to_the_end else where
        done = ngettext(
            "{count} position, {ahead}", "{count} positions, {ahead}", model.shown or tree.width
        ).format(count=format_count(model.shown or tree.width), ahead=where)
        return done, _("{done}; without cuts about {many}", done=done, many=_power(model.uncut))

    def _draw_tree(self, model: LiveTree, tree: RecordedTree, surface: Surface, plot: Rect) -> None:
        """Paints the whole picture once, as it rarely changes, and covers the part not searched yet."""
        from ui.tree_view import RecordedIcicle, Viewport

        if (self._painted.tree, self._painted.total) != (tree, model.total):
            self._painted, self._picture = model, Surface(plot.size)
            viewport = Viewport(0.0, model.total / max(1, tree.width))
            RecordedIcicle(self.theme, self._picture.get_rect(), tree, viewport).paint(self._picture)
        surface.blit(self._picture, plot)
        done, theme, px = tree.width if model.shown is None else model.shown, self.theme, self.theme.px
        if done < model.total or not tree.is_finished:
            now = min(plot.right - 1, plot.left + round(done / max(1.0, model.total) * plot.width))
            rest = now, plot.top, plot.right - now, plot.height
            surface.fill(theme["well"], rest)
            pygame.draw.rect(surface, theme["edge"], rest, max(1, px(1)))
            pygame.draw.line(
                surface, theme["warning"], (now, plot.top), (now, plot.bottom - 1), max(2, px(2))
            )


def _power(exponent: float) -> str:
    """Formats a power of ten: '3.2 M', '5 · 10¹⁸'."""
    if exponent < 9:
        return format_count(10**exponent)
    mantissa, whole = f"{10**exponent:.0e}".split("e+")
    return f"{mantissa} · 10{whole.translate(RAISED)}"
