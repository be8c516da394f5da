"""Hints in three steps: shapes, words, figures."""

from collections.abc import Callable
from dataclasses import replace

import pygame

from ai.limits import Algorithm, MoveScore, Progress
from game.board import Board, Color, parse_square
from game.evaluation import Kind
from play.settings import HintStep
from tests.ui.driving import do, find_place, has_hints, page, press, press_all, resize, type_text, wait
from ui.app import App
from ui.board.board_view import Rating
from ui.board.hint_marks import SHAPES, figures_of, hint_marks
from ui.layout import MIN_SIZE

SQUARES = [parse_square(name) for name in ("d3", "c4", "f5", "e6")]
PLACES = ((0, 0), (0.66, 0.66), (0.9, 0))
SCORES = (3.0, 2.6, 0.4, -1.2)


def progress(scores: tuple[float, ...] = SCORES, kind: Kind = Kind.ESTIMATE) -> Progress:
    moves = tuple(MoveScore(square, score, 6, kind) for square, score in zip(SQUARES, scores, strict=False))
    best = moves[0] if moves else None
    score, move = (None, SQUARES[0]) if best is None else (best.score, best.move)
    return Progress(Board.initial(), move, score, 6, kind, (move,), Algorithm.PVS, scores=moves)


def test_shape_hints_rate_moves_without_text() -> None:
    marks = hint_marks(progress(), HintStep.SHAPES)
    assert [mark.rating for mark in marks] == [Rating.BEST, Rating.AS_GOOD, Rating.WORSE, Rating.BAD]
    assert all(mark.score == mark.depth == "" for mark in marks)
    sizes = [rating.value for rating in Rating]
    assert sizes == sorted(sizes, reverse=True)


def test_legend_names_match_the_drawn_shapes(app: App) -> None:
    looks = {  # in the middle, towards a corner, towards a side
        "Star": (True, False, False),
        "ring": (False, True, True),
        "diamond": (True, False, True),
        "cross": (True, True, False),
    }
    view = page(app).view.board
    x, y = view.layout.cell(0).center
    names = [part.partition(": ")[0] for part in SHAPES.split(" · ")]
    for rating, name in zip(Rating, names, strict=True):
        surface = pygame.Surface(app.display.surface.get_size(), pygame.SRCALPHA)
        view._draw_rating(surface, 0, rating, "accent")
        places = [(x + dx * view.cell * rating.value, y + dy * view.cell * rating.value) for dx, dy in PLACES]
        assert tuple(surface.get_at((round(x), round(y))).a > 0 for x, y in places) == looks[name], name


def test_word_hints_count_discs_lost() -> None:
    said = [f"{mark.score} {mark.depth}".strip() for mark in hint_marks(progress(), HintStep.WORDS)]
    assert said == ["best", "as good", "loses 3 discs", "loses 4 discs"]
    (one,) = hint_marks(progress((1.0, 0.1)), HintStep.WORDS)[1:]
    assert f"{one.score} {one.depth}" == "loses 1 disc"


def test_equal_moves_look_equal() -> None:
    for step in HintStep:
        marks = hint_marks(progress((1.1,) * 4), step)
        assert len({replace(mark, square=0) for mark in marks}) == 1
        assert marks[0].is_best
        assert hint_marks(progress(()), step) == (), "before there is a score"


def test_word_hints_show_proved_outcomes() -> None:
    marks = hint_marks(progress((1.0, 0.0, -1.0), Kind.OUTCOME), HintStep.WORDS)
    assert [mark.score for mark in marks] == ["wins", "draws", "loses"]


def test_figure_hints_are_scores_marked_when_exact() -> None:
    marks = hint_marks(progress(), HintStep.FIGURES)
    assert [(mark.score, mark.depth) for mark in marks[:2]] == [("+3.0", ""), ("+2.6", "")]
    assert [mark.is_best for mark in marks] == [True, False, False, False]
    assert hint_marks(progress(kind=Kind.EXACT), HintStep.FIGURES)[0].depth == "exact"
    found = MoveScore(parse_square("f5"), 22.6, 9, Kind.ESTIMATE)
    assert figures_of(found, Color.WHITE, True).short == "−23", "for narrow squares"
    assert figures_of(replace(found, kind=Kind.OUTCOME), Color.WHITE, True).short == ""


def test_each_step_looks_different_and_keeps_the_search(app: App) -> None:
    resize(app, MIN_SIZE)
    assert find_place(app, "hint_step") is None, "without hints there is no more of them"
    press(app, pygame.K_t)
    wait(app, lambda: has_hints(app, 4))
    analysis = app.session.match.thinking.analysis
    cell = page(app).view.layout.cell(SQUARES[0])
    pictures = set()
    for _ in HintStep:
        press(app, pygame.K_w)
        app.frame()
        assert page(app).state.scene.hints
        pictures.add(pygame.image.tobytes(app.display.surface.subsurface(cell), "RGB"))
    assert len(pictures) == len(HintStep)
    assert app.session.match.thinking.analysis is analysis
    do(app, "hint_step")
    assert app.settings.hints is HintStep.SHAPES
    press(app, pygame.K_t)
    press(app, pygame.K_w)
    assert app.settings.hints is HintStep.SHAPES, "there are none to say more of"


def test_step_is_saved_and_a_hinted_move_can_be_played(app: App, reopen: Callable[[App], App]) -> None:
    press_all(app, pygame.K_t, pygame.K_w, pygame.K_w)
    wait(app, lambda: has_hints(app, 4))
    type_text(app, "f5")
    assert app.session.match.game.node.ply == 1
    assert reopen(app).settings.hints is HintStep.WORDS
