"""Sample models, panels of every size, and a reader of the text that a panel draws."""

from dataclasses import replace
from typing import Any

import pygame
from pygame import Rect, Surface

from game.board import PASS, Board, Color
from game.evaluation import Evaluation, Kind
from game.tree import Node
from tests.ui.driving import play_layout
from ui.boxes import TextBox
from ui.layout import Frame
from ui.pages.play.cards import PlayerCard, PlayerPanel
from ui.pages.play.live_tree import LiveTree, LiveTreePanel
from ui.pages.play.view import PlayLayout
from ui.panels.analysis import AnalysisLine, AnalysisModel, AnalysisPanel
from ui.panels.charts import EvaluationBar, GraphModel, ScoreGraph
from ui.panels.moves import MoveEntry, MovesModel, MovesPanel
from ui.panels.panel import BoxPanel, Panel
from ui.panels.verdict import MoveLine
from ui.text.wording import format_move
from ui.theme import Theme

SIZES = ((900, 640), (1280, 800), (1920, 1080), (2560, 1080), (900, 1200))

PV = (37, 43, 34, 29, 18, 44, 33, 51, 26, 20, 12, PASS, 45, 38, 9, 10, 11, 2, 3, 4, 5, 6, 7)
LINES = tuple(
    AnalysisLine(
        MoveLine("", tuple((move, Color(n % 2)) for n, move in enumerate(PV[number:]))),
        f"−{number}.5", "19@87%", number == 0, "◆ +64.0",
    )
    for number in range(12)
)  # fmt: skip
"""The sides alternate; not all moves are legal."""
ANALYSIS = AnalysisModel(
    "solved in about 2:05",
    LINES,
    "",
    "",
    "999.9 M · 99.9 M/s · 12.3 s",
    "99 % of cuts by the first move",
    0.4,
    False,
    True,
)
ANALYSES = (
    AnalysisModel(),
    AnalysisModel(note="While the computer thinks, this shows its best move. " * 3),
    ANALYSIS,
    replace(ANALYSIS, lines=LINES[:1], share=None),
    replace(ANALYSIS, second="Egaroucid", note="Egaroucid is starting."),
    replace(ANALYSIS, is_dimmed=True, is_running=False),
    replace(ANALYSIS, note="Compiling the fast search, once: 5 of 11", is_preparing=True),
)

EVALUATIONS = tuple(
    (ply, Evaluation(ply * (-1) ** ply, 10, Kind.ESTIMATE if ply < 40 else Kind.EXACT)) for ply in range(60)
)
SCORES = (
    GraphModel((), 0, 0),
    GraphModel(EVALUATIONS, 31, 61),
    GraphModel(((0, Evaluation(-3.0, 60, Kind.OUTCOME)),), 0, 4),
)

NODES = [Node(Board.initial())]
for square in range(60):
    NODES.append(Node(Board.initial(), PASS if square == 8 else square, NODES[-1]))
ENTRIES = tuple(
    MoveEntry(node, format_move(PASS if n == 8 else n), Color(n % 2)) for n, node in enumerate(NODES[1:])
)
MOVES = (
    MovesModel((), NODES[0], ""),
    MovesModel(ENTRIES[:10], NODES[9], "8 of 9 – click or drag to travel"),
    MovesModel(ENTRIES, NODES[60], "59 of 59 – click or drag to travel"),
)

CARD = PlayerCard(Color.WHITE, "Nullwindow", "1:02:03", ("White", "level 10"), 64, True)
CARDS = (
    CARD,
    replace(CARD, clock="", is_to_move=False),
    replace(CARD, clock="0:09.4", is_short_of_time=True),
    replace(CARD, name="Black", clock="", parts=(), color=Color.BLACK),
    replace(CARD, name="Maximiliane von Oberhuber-Nepomuk"),
)

BARS = (0.5, 0.1, 1.0, 0.6)


def theme_and_layout(size: tuple[int, int]) -> tuple[Theme, PlayLayout]:
    """Returns the theme and the layout of Play for a window of `size`."""
    frame = Frame.of(*size)
    return Theme(frame.scale), play_layout(frame)


def panels(size: tuple[int, int]) -> list[tuple[Panel[Any], tuple[Any, ...]]]:
    """Returns the panels of a window of `size`, each with models to show."""
    theme, layout = theme_and_layout(size)
    return [
        (AnalysisPanel(theme, layout.thinking), ANALYSES),
        (LiveTreePanel(theme, layout.tree), (LiveTree(note="The tree grows here."), LiveTree())),
        (ScoreGraph(theme, layout.score_chart, has_title=True), SCORES),
        (MovesPanel(theme, layout.moves), MOVES),
        (PlayerPanel(theme, layout.white), CARDS),
        (EvaluationBar(theme, layout.evaluation), BARS),
    ]


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def written(panel: Panel[Any], model: Any) -> list[tuple[str, Rect]]:
    """Returns the texts that `panel` draws for `model`, each with its ink in panel coordinates."""
    found: list[tuple[str, Rect]] = []
    theme = panel.theme

    def write(
        surface: Surface, words: str, colour: str = "text", size: int = 14, bold: bool = False,
        room: int | None = None, **anchor: Any,
    ) -> Rect:  # fmt: skip
        words = words if room is None else theme.ellipsized(words, size, room, bold)
        picture = theme.text(words, size, colour, bold)
        rect = surface.blit(picture, picture.get_rect(**anchor))
        ink = picture.get_bounding_rect()
        if ink.width:
            found.append((words, ink.move(picture.get_rect(**anchor).topleft)))
        return rect

    panel.write = write  # type: ignore[method-assign,assignment]
    panel.update(model)
    del panel.write
    for box, place in panel.placed.places if isinstance(panel, BoxPanel) else ():
        if isinstance(box, TextBox):
            size, lines = box.fitted(theme, place)
            step = theme.line_height(box.words, size, box.bold)
            rects = (Rect(place.left, place.top + n * step, place.width, step) for n in range(len(lines)))
            found += [(line, rect) for line, rect in zip(lines, rects, strict=True) if line.strip()]
    return found
