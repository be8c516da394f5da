"""The card of the tree: its iterations, and the icicle of one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm
from ai.trace.tree import NodeKind, RecordedTree
from ui.panels.charts import COLOURS
from ui.panels.panel import Panel
from ui.panels.tips import ITERATIONS, KINDS, SEARCH_TITLE, TREE_FOOT, Tip
from ui.text import N_, _
from ui.theme import LARGE, NORMAL, SMALL
from ui.tree_view import KIND_NAMES, WHOLE, RecordedIcicle, Viewport, draw_legend, draw_strip

TITLE: Final = 24
CHIP: Final = 26
CHIP_GAP: Final = 4
GAP: Final = 8
BUTTONS: Final = ("iteration_before", "iteration_after", "zoom_in", "zoom_out", "whole_tree")
BUTTON: Final = 32
FOOT: Final = 22
MESSAGE: Final = 520
LEGEND: Final = (NodeKind.PV, NodeKind.CUT, NodeKind.ALL, NodeKind.OPEN)
HOW: Final = N_("wheel to zoom · drag to move · click to choose")


class Iteration(NamedTuple):
    """A tree in the strip of iterations."""

    tree: RecordedTree
    name: str
    algorithm: Algorithm


@dataclass(frozen=True, slots=True)
class TreeModel:
    """`title` names the search. Of `iterations` one is looked at, `tree`, in so far as it is in `viewport`;
    `note` says what it is. Without any `message` says why: a title and a sentence.
    """

    title: str = ""
    iterations: tuple[Iteration, ...] = ()
    tree: RecordedTree | None = None
    viewport: Viewport = WHOLE
    hovered: int | None = None
    chosen: int | None = None
    note: str = ""
    warning: str = ""
    message: tuple[str, str] = ("", "")


class TreePanel(Panel[TreeModel]):
    _picture: tuple[tuple[RecordedTree, Viewport], Surface] | None = None  # without what is hovered or chosen
    _chips: tuple[tuple[Rect, RecordedTree], ...] = ()

    def meanings(self) -> list[Tip]:
        """Of what is there only with a tree, as long as there is one."""
        px, inside, plot = self.theme.px, self.inside, self.plot
        title = Rect(inside.left, px(8), inside.width, px(TITLE))
        if self.model is None or self.model.tree is None:
            return [(title, SEARCH_TITLE)]
        names = sum(self.theme.width(_(KIND_NAMES[kind]), SMALL) + px(24) for kind in LEGEND)
        title.width -= names
        return [
            (title, SEARCH_TITLE),
            (Rect(title.right, title.top, names, title.height), KINDS),
            (Rect(inside.left, title.bottom + px(4), self._strip_width, px(CHIP)), ITERATIONS),
            (Rect(inside.left, plot.bottom, inside.width, self.rect.height - plot.bottom), TREE_FOOT),
        ]

    @property
    def button_places(self) -> list[Rect]:
        """Where BUTTONS are in the window: at the end of the strip of iterations."""
        px = self.theme.px
        left, width = self.rect.left + self.inside.right, px(BUTTON + CHIP_GAP)
        top = self.rect.top + px(8 + TITLE + 4)
        left -= len(BUTTONS) * width - px(CHIP_GAP)
        return [Rect(left + n * width, top, px(BUTTON), px(CHIP)) for n in range(len(BUTTONS))]

    @property
    def _strip_width(self) -> int:
        return self.button_places[0].left - self.rect.left - self.inside.left - self.theme.px(GAP)

    @property
    def plot(self) -> Rect:
        """The room of the icicle, in the card's own coordinates."""
        px, inside = self.theme.px, self.inside
        top = px(8) + px(TITLE) + px(4) + px(CHIP) + px(GAP)
        return Rect(inside.left, top, inside.width, self.rect.height - top - px(FOOT) - px(8))

    def icicle_of(self, tree: RecordedTree, viewport: Viewport) -> RecordedIcicle:
        """What of a tree is in view, in its place."""
        return RecordedIcicle(self.theme, self.plot, tree, viewport)

    def tree_at(self, position: tuple[int, int]) -> RecordedTree | None:
        """The tree whose iteration is under the pointer in the strip."""
        local = self.local(position)
        return next((tree for rect, tree in self._chips if rect.collidepoint(local)), None)

    # Drawing

    def paint(self, surface: Surface, model: TreeModel) -> None:
        plot, px = self.plot, self.theme.px
        self._chips = ()
        if model.tree is None:
            self._picture = None
            self._draw_title(surface, model.title, ())
            self._draw_message(surface, *model.message)
            return
        self._draw_title(surface, model.title, LEGEND)
        self._draw_iterations(surface, model)
        icicle = self.icicle_of(model.tree, model.viewport)
        surface.blit(self._painted(icicle, (model.tree, model.viewport)), plot)
        for node, colour in ((model.hovered, "text"), (model.chosen, "warning")):
            if node is not None:
                frame = icicle.rect_of(node)
                if frame.width:  # else it is out of sight
                    pygame.draw.rect(surface, self.theme[colour], frame, max(2, px(2)))
        self._draw_foot(surface, model)

    def _painted(self, icicle: RecordedIcicle, shown: tuple[RecordedTree, Viewport]) -> Surface:
        """Its picture, made again only for another tree or viewport."""
        if self._picture is None or self._picture[0] != shown:
            whole = Surface(self.rect.size)
            icicle.paint(whole)
            self._picture = shown, whole.subsurface(self.plot)
        return self._picture[1]

    def _draw_title(self, surface: Surface, title: str, legend: tuple[NodeKind, ...]) -> None:
        inside, y = self.inside, self.theme.px(20)
        x = draw_legend(self, surface, legend, inside.right, y)
        title, room = title or _("The tree"), x - inside.left
        self.write(surface, title, "text", NORMAL, True, room=room, midleft=(inside.left, y))

    def _draw_iterations(self, surface: Surface, model: TreeModel) -> None:
        """As many as fit around the one that is looked at; how many more there are stands at either end."""
        theme, px = self.theme, self.theme.px
        widths = [theme.width(each.name, SMALL, True) + px(14) for each in model.iterations]
        focus = next(n for n, each in enumerate(model.iterations) if each.tree is model.tree)
        strip = Rect(self.inside.left, px(8 + TITLE + 4), self._strip_width, px(CHIP))
        places, __ = draw_strip(self, surface, widths, focus, strip, px(CHIP_GAP))
        self._chips = tuple((rect, model.iterations[n].tree) for n, rect in places)
        for n, rect in places:
            each, is_shown = model.iterations[n], n == focus
            theme.box(surface, rect, *(("best", "accent") if is_shown else ("raised", "raised")))
            self.write(surface, each.name, COLOURS[each.algorithm], SMALL, True, center=rect.center)

    def _draw_foot(self, surface: Surface, model: TreeModel) -> None:
        """What is seen and, where there is room, how to look closer; or what is not to be seen."""
        theme, inside = self.theme, self.inside
        y, gap = (self.plot.bottom + self.rect.height) // 2, theme.px(16)
        text, ink = (model.warning, "warning") if model.warning else (_(HOW), "quiet")
        needed = theme.width(text, SMALL) + gap + (0 if model.warning else theme.width(model.note, SMALL))
        right = inside.right
        if model.warning or needed <= inside.width:
            place, room = (inside.right, y), inside.width
            right = self.write(surface, text, ink, SMALL, room=room, midright=place).left - gap
        place, room = (inside.left, y), right - inside.left
        self.write(surface, model.note, "quiet", SMALL, room=room, midleft=place)

    def _draw_message(self, surface: Surface, title: str, sentence: str) -> None:
        """In place of the icicle and what belongs to it."""
        theme, px, inside = self.theme, self.theme.px, self.inside
        top = px(8 + TITLE + 4)
        well = Rect(inside.left, top, inside.width, inside.bottom - top)
        theme.box(surface, well, "well")
        heading = theme.text(title, LARGE, "text", True)
        words = theme.text(sentence, NORMAL, "quiet", room=min(well.width - px(48), px(MESSAGE)))
        left = well.centerx - max(heading.get_width(), words.get_width()) // 2
        top = well.centery - (heading.get_height() + px(8) + words.get_height()) // 2
        surface.blit(heading, (left, top))
        surface.blit(words, (left, top + heading.get_height() + px(8)))
