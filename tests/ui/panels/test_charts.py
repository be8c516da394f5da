from itertools import pairwise
from math import sin
from typing import Any

import pygame
import pytest
from pygame import Rect

from game.evaluation import Evaluation, Kind, Mark
from tests.ui.panels.samples import EVALUATIONS, SIZES, theme_and_layout, written
from ui.panels.charts import GraphModel, ScoreGraph


def score_chart(size: tuple[int, int] = SIZES[1]) -> ScoreGraph:
    theme, layout = theme_and_layout(size)
    return ScoreGraph(theme, layout.score_chart, has_title=True)


@pytest.mark.parametrize("size", SIZES[:2])
def test_score_graph_finds_the_ply_under_the_pointer(size: tuple[int, int]) -> None:
    chart = score_chart(size)
    assert chart.ply_at(chart.rect.center) is None
    chart.update(GraphModel(EVALUATIONS, 31, 61))
    plot = chart._plot.move(chart.rect.topleft)
    assert chart.ply_at(plot.midleft) == 0
    assert chart.ply_at((plot.right - 1, plot.centery)) == 61
    assert chart.ply_at((plot.centerx, plot.top)) in (30, 31)
    assert chart.ply_at(chart.rect.topleft) is None
    chart.update(GraphModel((), 0, 4))
    assert chart.ply_at((plot.right - 1, plot.centery)) == 4


@pytest.mark.parametrize(
    ("moves", "last"), [(0, 20), (20, 20), (21, 30), (33, 40), (59, 60), (60, 60), (62, 62)]
)
def test_ply_axis_grows_with_the_game(moves: int, last: int) -> None:
    chart = score_chart()
    chart.update(GraphModel((), 0, moves))
    assert chart._place_of(last, 0)[0] == chart._plot.right
    chart.update(GraphModel((), 0, moves, variation=((max(moves, 20) + 5, 0.0),)))
    assert chart._place_of(max(moves, 20) + 5, 0)[0] <= chart._plot.right


@pytest.mark.parametrize("size", SIZES[:2])
def test_mistake_signs_do_not_overlap(size: tuple[int, int]) -> None:
    theme, layout = theme_and_layout(size)
    chart = ScoreGraph(theme, layout.score_chart)
    marks = tuple((ply, tuple(Mark)[ply % 3]) for ply in range(20, 40))
    known = tuple((ply, Evaluation(ply % 4 * 2.0, 10, Kind.ESTIMATE)) for ply in range(61))
    chart.update(GraphModel(known, 0, 60, marks))
    places = [(chart._place_of(ply, ply % 4 * 2.0), mark) for ply, mark in marks]
    signs = [place for place, _sign in chart._signs(chart._plot, places)]
    assert len(signs) >= 6
    assert all(place.collidelist(signs[:n]) < 0 for n, place in enumerate(signs))


def test_score_graph_names_the_leader_at_the_current_ply() -> None:
    words = [text for text, _ink in written(score_chart(), GraphModel(EVALUATIONS, 31, 61))]
    assert "White +31" in words
    words = [text for text, _ink in written(score_chart(), GraphModel(EVALUATIONS, 60, 61))]
    assert not any("White +" in text or "Black +" in text for text in words)


@pytest.mark.parametrize(
    ("lines", "corner"),
    [
        ([], "topleft"),
        ([[(0, 15), (250, 15)]], "bottomleft"),
        ([[(0, 5), (60, 150)]], "bottomleft"),
        ([[(0, 15), (250, 15)], [(0, 140), (250, 140)]], ""),
    ],
)
def test_label_is_placed_where_no_line_crosses_it(
    lines: list[list[tuple[float, float]]], corner: str
) -> None:
    places: list[dict[str, tuple[int, int]]] = [{"topleft": (8, 8)}, {"bottomleft": (8, 150)}]
    surface = pygame.Surface((250, 160))
    score_chart()._write_beside(surface, "exact", "text", places, [*lines])
    inked = pygame.mask.from_threshold(surface, (255, 255, 255), (120, 120, 120)).get_bounding_rects()
    assert bool(inked) == bool(corner)
    if corner:
        assert all((rect.centery < 80) == (corner == "topleft") for rect in inked)


@pytest.mark.parametrize("is_linear", [False, True])
@pytest.mark.parametrize("size", SIZES[:2])
def test_labels_avoid_the_line_the_bars_and_the_cursor(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], is_linear: bool
) -> None:
    theme, layout = theme_and_layout(size)
    chart = ScoreGraph(theme, layout.score_chart)
    placed: list[Rect] = []
    write = chart._write_beside

    def spy(surface: pygame.Surface, *details: Any) -> None:
        before = surface.copy()
        write(surface, *details)
        same = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255), before)
        same.invert()
        placed.extend(same.get_bounding_rects())

    monkeypatch.setattr(chart, "_write_beside", spy)
    known = tuple((ply, Evaluation(12 * sin(ply / 4), 10, Kind.ESTIMATE)) for ply in range(61))
    bars = tuple((ply, float(ply % 9)) for ply in range(1, 30))
    for cursor in (0, 3, 59):
        model = GraphModel(known, cursor, 60, seconds=bars, losses=bars, is_linear=is_linear)
        chart.update(model)
        x, plot = chart._place_of(cursor, 0)[0], chart._plot
        lines = [*pairwise(chart._place_of(ply, found.score) for ply, found in known)]
        lines += [((x, plot.top), (x, plot.bottom)), *((a, b) for (a, b), _ in chart._bars(plot, model))]
        assert placed
        assert not any(rect.clipline(*ends) for rect in placed for ends in lines)
        placed.clear()


@pytest.mark.parametrize("height", range(96, 200, 8))
def test_nothing_is_drawn_over_the_word_exact(height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chart = ScoreGraph(theme_and_layout(SIZES[1])[0], Rect(0, 0, 400, height))
    write = chart._write_beside
    placed: list[tuple[Rect, bytes]] = []

    def spy(surface: pygame.Surface, words: str, *details: Any) -> None:
        before = surface.copy()
        write(surface, words, *details)
        changed = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255), before)
        changed.invert()
        if words == "exact":
            for rect in changed.get_bounding_rects():
                placed.append((rect, pygame.image.tobytes(surface.subsurface(rect), "RGBA")))

    monkeypatch.setattr(chart, "_write_beside", spy)
    kinds = (Kind.EXACT if ply > 30 else Kind.ESTIMATE for ply in range(61))
    chart.update(
        GraphModel(tuple((ply, Evaluation(20.0, 10, kind)) for ply, kind in enumerate(kinds)), 0, 60)
    )
    assert placed
    for rect, picture in placed:
        assert pygame.image.tobytes(chart._surface.subsurface(rect), "RGBA") == picture


def test_linear_scale_has_equal_steps_and_holds_every_score() -> None:
    chart = score_chart()
    known = tuple((ply, Evaluation(float(ply), 10, Kind.ESTIMATE)) for ply in range(13))
    chart.update(GraphModel(known, 3, 60, is_linear=True))
    heights = [chart._place_of(ply, found.score)[1] for ply, found in known]
    steps = {round(upper - lower, 3) for upper, lower in pairwise(heights)}
    assert len(steps) == 1
    assert min(heights) == pytest.approx(chart._plot.centery - chart._plot.height / 2 * 12 / 16)
