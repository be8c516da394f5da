from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from tests.ui.panels.samples import (
    EVALUATIONS,
    SIZES,
    panels,
    theme_and_layout,
    written,
)
from ui.panels.charts import GraphModel, ScoreGraph


def score_chart(size: tuple[int, int] = SIZES[1]) -> ScoreGraph:
    theme, layout = theme_and_layout(size)
    return ScoreGraph(theme, layout.score_chart, has_title=True)


@pytest.mark.parametrize("size", SIZES)
def test_the_score_graph_knows_the_move_under_the_pointer(size: tuple[int, int]) -> None:
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


def test_the_score_graph_says_who_is_ahead_where_one_stands() -> None:
    words = [text for text, _ink in written(score_chart(), GraphModel(EVALUATIONS, 31, 61))]
    assert "+31.0 for White" in words
    words = [text for text, _ink in written(score_chart(), GraphModel(EVALUATIONS, 60, 61))]
    assert not any(" for " in text for text in words)


def test_marks_of_the_charts_stay_in_their_cards() -> None:
    for size in SIZES:
        for panel, models in panels(size):
            if isinstance(panel, ScoreGraph):
                panel.update(models[-1])
                edge = Rect((0, 0), panel.rect.size)
                colours = {
                    tuple(panel._surface.get_at((x, edge.bottom - 1))) for x in range(20, edge.width - 20)
                }
                assert colours == {tuple(panel.theme["edge"])}


@pytest.mark.parametrize(
    ("lines", "corner"),
    [
        ([], "topleft"),
        ([[(0, 15), (250, 15)]], "bottomleft"),
        ([[(0, 5), (60, 150)]], "bottomleft"),
        ([[(0, 15), (250, 15)], [(0, 140), (250, 140)]], ""),
    ],
)
def test_words_stand_where_no_line_goes_through_them(
    lines: list[list[tuple[float, float]]], corner: str
) -> None:
    places: list[dict[str, tuple[int, int]]] = [{"topleft": (8, 8)}, {"bottomleft": (8, 150)}]
    surface = pygame.Surface((250, 160))
    score_chart()._write_beside(surface, "exact", "text", places, lines)
    inked = pygame.mask.from_threshold(surface, (255, 255, 255), (120, 120, 120)).get_bounding_rects()
    assert bool(inked) == bool(corner)
    if corner:
        assert all((rect.centery < 80) == (corner == "topleft") for rect in inked)
