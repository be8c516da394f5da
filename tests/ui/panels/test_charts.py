from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from ai.limits import Algorithm
from tests.ui.panels.samples import (
    EVALUATIONS,
    NODES,
    OTHER,
    POINTS,
    SIZES,
    panels,
    theme_and_layout,
    written,
)
from ui.panels import charts
from ui.panels.charts import DepthPoint, NodesChart, NodesModel, ScoreChart, ScoreModel


def nodes_chart(size: tuple[int, int] = SIZES[1]) -> NodesChart:
    theme, layout = theme_and_layout(size)
    return NodesChart(theme, layout.nodes_chart)


def score_chart(size: tuple[int, int] = SIZES[1]) -> ScoreChart:
    theme, layout = theme_and_layout(size)
    return ScoreChart(theme, layout.score_chart)


def test_skipped_depths_break_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """POINTS has the depths 1, 2, 3 and 6, 7, 8."""
    joined = []
    monkeypatch.setattr(pygame.draw, "aaline", lambda *line: joined.append(line))
    nodes_chart().update(NodesModel(POINTS))
    assert len(joined) == 4


@pytest.mark.parametrize("size", SIZES)
def test_the_legend_lies_over_no_curve(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """However steep: the first depth may be at the top already."""
    marks: list[tuple[float, float]] = []
    draw_mark = charts.draw_mark

    def note_mark(
        surface: object, theme: object, algorithm: object, at: tuple[float, float], *rest: bool
    ) -> None:
        marks.append(at)
        draw_mark(surface, theme, algorithm, at, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(charts, "draw_mark", note_mark)
    steep = tuple(DepthPoint(depth, 10**9, Algorithm.PVS, True) for depth in range(1, 13))
    words = written(nodes_chart(size), NodesModel(steep, OTHER))
    entries = [ink for text, ink in words if text in ("PVS", "Alpha-beta, last", "from the table")]
    assert len(entries) == 3
    curve = marks[3:]
    assert len(curve) == len(steep) + len(OTHER)
    for x, y in curve:
        assert not any(entry.collidepoint(x, y) for entry in entries)
        assert y > max(entry.bottom for entry in entries)


def test_a_hollow_mark_is_explained_only_where_there_is_one() -> None:
    texts = [{text for text, _ink in written(nodes_chart(), model)} for model in NODES]
    assert ["from the table" in words for words in texts] == [False, True, True]
    assert "no search yet" in texts[0]


def test_a_hollow_mark_has_the_ground_inside() -> None:
    colours = []
    for is_hollow in (False, True):
        chart = nodes_chart()
        chart.update(NodesModel((DepthPoint(1, 1, Algorithm.PVS, is_hollow),)))
        inside = chart.inside
        plot_left, plot_bottom = inside.left + chart.theme.px(36), inside.bottom - chart.theme.px(10)
        colours.append(chart._surface.get_at((plot_left, plot_bottom)))
    assert colours == [chart.theme["pvs"], chart.theme["card"]]


@pytest.mark.parametrize("size", SIZES)
def test_the_score_graph_knows_the_move_under_the_pointer(size: tuple[int, int]) -> None:
    chart = score_chart(size)
    assert chart.ply_at(chart.rect.center) is None
    chart.update(ScoreModel(EVALUATIONS, 31, 61))
    plot = chart._plot.move(chart.rect.topleft)
    assert chart.ply_at(plot.midleft) == 0
    assert chart.ply_at((plot.right - 1, plot.centery)) == 61
    assert chart.ply_at((plot.centerx, plot.top)) in (30, 31)
    assert chart.ply_at(chart.rect.topleft) is None
    chart.update(ScoreModel((), 0, 4))
    assert chart.ply_at((plot.right - 1, plot.centery)) == 4


def test_the_score_graph_says_who_is_ahead_where_one_stands() -> None:
    words = [text for text, _ink in written(score_chart(), ScoreModel(EVALUATIONS, 31, 61))]
    assert "−31.0 White ahead" in words
    words = [text for text, _ink in written(score_chart(), ScoreModel(EVALUATIONS, 60, 61))]
    assert not any("ahead" in text for text in words)


def test_marks_of_the_charts_stay_in_their_cards() -> None:
    for size in SIZES:
        for panel, models in panels(size):
            if isinstance(panel, NodesChart | ScoreChart):
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
