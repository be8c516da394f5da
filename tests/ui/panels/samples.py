"""Models as the panels get them, and panels of every size that tell where they write."""

from dataclasses import replace
from typing import Any

import pygame
from pygame import Rect, Surface

from ai.limits import Algorithm, Counters, Iteration, Preparation, Progress
from game.board import PASS, Board, Color
from game.evaluation import Evaluation, Kind
from game.tree import Node
from tests.ui.driving import play_layout
from ui.boxes import TextBox
from ui.layout import Frame
from ui.pages.play.cards import PlayerCard, PlayerPanel
from ui.pages.play.live_tree import LiveTree, LiveTreePanel
from ui.pages.play.thinking import NumbersPanel, SearchModel, ThinkingPanel, pv_with_colors
from ui.pages.play.view import PlayLayout
from ui.panels.charts import EvaluationBar, GraphModel, ScoreGraph
from ui.panels.moves import MoveEntry, MovesModel, MovesPanel
from ui.panels.panel import BoxPanel, Panel
from ui.text.wording import format_move
from ui.theme import Theme

SIZES = ((900, 640), (1280, 800), (1920, 1080), (2560, 1080), (900, 1200))

PV = (37, 43, 34, 29, 18, 44, 33, 51, 26, 20, 12, PASS, 45, 38, 9, 10, 11, 2, 3, 4, 5, 6, 7)
ITERATIONS = tuple(
    Iteration(
        depth,
        Kind.ESTIMATE,
        37,
        -depth / 3,
        4**depth,
        0.001 * 2**depth,
        Algorithm.ALPHABETA if depth % 3 else Algorithm.PVS,
        100 if depth < 7 else 87,
    )
    for depth in range(1, 15)
)
PROGRESS = Progress(
    Board.initial(), 37, -42.7, 14, Kind.ESTIMATE, PV, Algorithm.ALPHABETA, ITERATIONS, confidence=87
)
COUNTERS = Counters(999_900_000, 12.3, 1000, 974, 100, 13, 1000, 1000, 1.0)
SEARCH = SearchModel(
    PROGRESS,
    COUNTERS,
    is_running=True,
    sentence="Looking 15 moves ahead, at 87 %: f5 seems best so far, is e6 better?",
    title="Search for move 60",
    state="White · 12.3 / 30.0 s",
    has_chosen=True,
    time_share=0.4,
    threads=16,
    pv=pv_with_colors(PROGRESS),
    hovered_pv_move=2,
)
PREPARATION = Preparation(5, 11, "Compiling the fast search, once: midgame")
SEARCHES = (
    SearchModel(),
    SearchModel(preparation=PREPARATION),
    SearchModel(replace(PROGRESS, score=None, iterations=(), pv=()), COUNTERS, is_running=True),
    SEARCH,
    replace(SEARCH, is_dimmed=True, is_running=False, time_share=None, has_chosen=False),
    replace(SEARCH, has_chosen=False, why=("H8 takes the corner.", "H8 leaves White only 2 moves.")),
    replace(SEARCH, preparation=PREPARATION),
    replace(SEARCH, progress=replace(PROGRESS, kind=Kind.OUTCOME, score=2.0)),
    replace(SEARCH, progress=replace(PROGRESS, kind=Kind.BOOK, iterations=(), depth=0)),
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
    """For a window of this size."""
    frame = Frame.of(*size)
    return Theme(frame.scale), play_layout(frame)


def panels(size: tuple[int, int]) -> list[tuple[Panel[Any], tuple[Any, ...]]]:
    """All panels of a window of this size, each with models to show."""
    theme, layout = theme_and_layout(size)
    return [
        (ThinkingPanel(theme, layout.thinking), SEARCHES),
        (NumbersPanel(theme, layout.numbers), SEARCHES),
        (LiveTreePanel(theme, layout.tree), (LiveTree(note="The tree grows here."), LiveTree())),
        (ScoreGraph(theme, layout.score_chart, has_title=True), SCORES),
        (MovesPanel(theme, layout.moves), MOVES),
        (PlayerPanel(theme, layout.white), CARDS),
        (EvaluationBar(theme, layout.evaluation), BARS),
    ]


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def written(panel: Panel[Any], model: Any) -> list[tuple[str, Rect]]:
    """What the panel writes and where its ink is, in its own coordinates."""
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
