"""The card of the tree: an icicle for each search, under them one bar of all steps, and the transport."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from ai.trace.tree import NodeKind
from play.slow_motion import Run
from ui.pages.lab.steps.cards import COLOURS, SIGNS
from ui.panels.panel import Panel
from ui.panels.tips import KINDS, TREE_SIGN, TREE_TITLE, Tip
from ui.panels.tips import SCRUB as SCRUB_TIP
from ui.text import N_, _
from ui.theme import NORMAL, SMALL
from ui.tree_view import KIND_NAMES, WHOLE, RunIcicle, Viewport, draw_legend

TITLE: Final = 24
SCRUB: Final = 8
GAP: Final = 8
# What a sign of a search takes before its icicle where there are two.
SIGN: Final = 24
TITLE_WIDTH: Final = 112
LEGEND: Final = (NodeKind.PV, NodeKind.CUT, NodeKind.ALL)
HOW: Final = N_("drag to travel · wheel to zoom")


@dataclass(frozen=True, slots=True)
class RunsModel:
    """`step` of `last`; the `viewport` is that of every tree.

    `x` is where each line of the present stands, in nodes; `difference` is the step where two searches part.
    """

    runs: tuple[Run, ...] = ()
    step: int = 0
    last: int = 0
    x: tuple[float, ...] = ()
    viewport: Viewport = WHOLE
    difference: int | None = None


class RunsPanel(Panel[RunsModel]):
    icicles: tuple[RunIcicle, ...] = ()
    _shown: tuple[tuple[Run, ...], Viewport] | None = None  # what they are of
    transport_top: int = 0
    """Where the buttons begin, in the window."""

    def meanings(self) -> list[Tip]:
        px, inside = self.theme.px, self.inside
        top, legend = px(8), inside.left + px(TITLE_WIDTH)
        how = inside.right - self._how_width
        return [
            (Rect(inside.left, top, px(TITLE_WIDTH), px(TITLE)), TREE_TITLE),
            (Rect(legend, top, how - legend, px(TITLE)), KINDS),
            (Rect(how, top, inside.right - how, px(TITLE)), TREE_TITLE),
            (self.scrub, SCRUB_TIP),
        ]

    def note_at(self, position: tuple[int, int]) -> str:
        """What the sign before an icicle means, under the pointer; else ''."""
        x, y = self.local(position)
        rows = (icicle.rect for icicle in self.icicles if icicle.rect.left > self.plot.left)
        is_sign = any(row.top <= y < row.bottom and self.plot.left <= x < row.left for row in rows)
        return _(TREE_SIGN) if is_sign else ""

    @property
    def plot(self) -> Rect:
        """The room of all icicles, in the card's own coordinates."""
        px = self.theme.px
        inside = self.inside
        top = px(8) + px(TITLE) + px(4)
        bottom = self.transport_top - self.rect.top - px(SCRUB) - 2 * px(GAP)
        return Rect(inside.left, top, inside.width, max(1, bottom - top))

    @property
    def scrub(self) -> Rect:
        """The bar of all steps, in the card's own coordinates."""
        plot, px = self.plot, self.theme.px
        return Rect(plot.left, plot.bottom + px(GAP), plot.width, px(SCRUB))

    def step_at(self, position: tuple[int, int], run: int | None = None) -> tuple[int, int] | None:
        """(Which run, the step there) under the pointer; with `run` the pointer may be anywhere.

        The bar of steps is the run -1.
        """
        if self.model is None or not self.model.runs:
            return None
        x, y = self.local(position)
        if run == -1 or (run is None and self.scrub.inflate(0, self.theme.px(GAP)).collidepoint(x, y)):
            share = (x - self.scrub.left) / max(1, self.scrub.width)
            return -1, round(min(1.0, max(0.0, share)) * self.model.last)
        for n, icicle in enumerate(self.icicles):
            if n == run or (run is None and icicle.rect.collidepoint(x, y)):
                return n, icicle.step_at(x + 0.5)
        return None

    def node_at(self, position: tuple[int, int]) -> tuple[Run, int] | None:
        """The run and the node under the pointer."""
        local = self.local(position)
        for icicle in self.icicles:
            node = icicle.node_at(local)
            if node is not None:
                return icicle.run, node
        return None

    def share_at(self, position: tuple[int, int]) -> float | None:
        """Where the pointer is in the icicles, 0 .. 1 of what is in view."""
        shares = (icicle.share_at(self.local(position)) for icicle in self.icicles)
        return next((share for share in shares if share is not None), None)

    # Drawing

    def paint(self, surface: Surface, model: RunsModel) -> None:
        px, inside = self.theme.px, self.inside
        self.write(surface, _("The tree"), "text", NORMAL, True, topleft=(inside.left, px(10)))
        self._draw_legend(surface)
        if self._shown != (model.runs, model.viewport):
            self._shown = model.runs, model.viewport
            self.icicles = tuple(self._make_icicles(model))
        for n, (icicle, run) in enumerate(zip(self.icicles, model.runs, strict=True)):
            icicle.step = model.step
            icicle.paint(surface)
            self._draw_present(surface, icicle, model.x[n])
            if len(model.runs) > 1:
                sign, algorithm = SIGNS[run.choice.algorithm], run.choice.algorithm
                place = self.plot.left + px(4), icicle.rect.centery
                self.write(surface, sign, COLOURS[algorithm], NORMAL, midleft=place)
        if not model.runs:
            self.theme.box(surface, self.plot, "well")
        self._draw_scrub(surface, model)

    def _make_icicles(self, model: RunsModel) -> list[RunIcicle]:
        plot, gap = self.plot, self.theme.px(GAP)
        count = max(1, len(model.runs))
        height = (plot.height - (count - 1) * gap) // count
        indent = self.theme.px(SIGN) if count > 1 else 0
        icicles = []
        for n, run in enumerate(model.runs):
            rect = Rect(plot.left + indent, plot.top + n * (height + gap), plot.width - indent, height)
            icicles.append(RunIcicle(self.theme, rect, run, model.viewport))
        return icicles

    def _draw_present(self, surface: Surface, icicle: RunIcicle, node: float) -> None:
        """The line of the present, with a head so that it is found."""
        px, rect = self.theme.px, icicle.rect
        x = round(icicle.x_of(node))
        if not rect.left - px(1) <= x <= rect.right + px(1):
            return
        width = max(2, px(2))
        surface.fill(self.theme["warning"], (min(x, rect.right - width), rect.top, width, rect.height))
        head = px(4)
        corners = ((x - head, rect.top - head), (x + head, rect.top - head), (x, rect.top + head))
        pygame.draw.polygon(surface, self.theme["warning"], corners)

    @property
    def _how_width(self) -> int:
        """What is said of how to use it takes so much, where there is room for it beside the kinds."""
        theme, px = self.theme, self.theme.px
        names = (_("cut off"), *(_(KIND_NAMES[kind]) for kind in LEGEND))
        kinds = sum(theme.width(name, SMALL) + px(24) for name in names)
        how = theme.width(_(HOW), SMALL) + px(16)
        return how if px(TITLE_WIDTH) + kinds + how <= self.inside.width else 0

    def _draw_legend(self, surface: Surface) -> None:
        """From the right: how to use it, then the kinds of columns."""
        theme, px = self.theme, self.theme.px
        y = px(20)
        if self._how_width:
            self.write(surface, _(HOW), "quiet", SMALL, midright=(self.inside.right, y))
        x = self.inside.right - self._how_width - theme.width(_("cut off"), SMALL)
        self.write(surface, _("cut off"), "quiet", SMALL, midleft=(x, y))
        surface.fill(theme["mistake"], (x - px(8), y - px(4), max(2, px(2)), px(9)))
        draw_legend(self, surface, LEGEND, x - px(24), y, self.inside.left + px(TITLE_WIDTH))

    def _draw_scrub(self, surface: Surface, model: RunsModel) -> None:
        theme, px, bar = self.theme, self.theme.px, self.scrub
        middle = Rect(bar.left, bar.centery - px(2), bar.width, px(4))
        self.bar(surface, middle, model.step / max(1, model.last))
        if not model.last:
            return
        if model.difference is not None:
            x = bar.left + round(bar.width * model.difference / model.last)
            surface.fill(theme["text"], (x, bar.top - px(2), max(2, px(2)), bar.height + px(4)))
        done = round(bar.width * model.step / model.last)
        knob = max(bar.left + px(5), min(bar.right - px(5), bar.left + done)), bar.centery
        pygame.draw.aacircle(surface, theme["warning"], knob, px(5))
