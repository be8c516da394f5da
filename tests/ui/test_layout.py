from __future__ import annotations

import itertools

import pytest

from play.settings import LEAST_SCALE, MOST_SCALE
from ui.layout import MIN_SIZE, Frame, PlayLayout, scale_for

SIZES = [
    (900, 640),
    (1000, 700),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
    (3840, 2160),
    (900, 1300),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("has_bar", [True, False])
@pytest.mark.parametrize("own_scale", [LEAST_SCALE, 1.0, 1.25, MOST_SCALE])
def test_everything_is_inside_the_window_and_nothing_overlaps(
    size: tuple[int, int], has_bar: bool, own_scale: float
) -> None:
    frame = Frame.of(*size, own_scale)
    layout = PlayLayout.of(frame, has_evaluation_bar=has_bar)
    parts = [frame.toolbar, frame.status, layout.board, layout.panel]
    if has_bar:
        parts.append(layout.evaluation)
    for part in parts:
        assert frame.window.contains(part)
    for one, other in itertools.combinations(parts, 2):
        assert not one.colliderect(other)
    inner = [layout.players, layout.thinking, layout.nodes_chart, layout.score_chart, layout.moves]
    for part in inner:
        assert layout.panel.contains(part)
        assert part.width >= 100
        assert part.height >= 48 * min(1.0, own_scale) - 1
    if not layout.is_folded:
        for one, other in itertools.combinations(inner, 2):
            assert not one.colliderect(other)


def test_small_windows_fold_and_large_ones_do_not() -> None:
    assert PlayLayout.of(Frame.of(*MIN_SIZE)).is_folded
    assert PlayLayout.of(Frame.of(900, 1300)).is_folded
    assert not PlayLayout.of(Frame.of(1280, 800)).is_folded
    assert not PlayLayout.of(Frame.of(3840, 2160)).is_folded


@pytest.mark.parametrize("size", SIZES)
def test_every_square_is_found_at_its_corners_and_middle(size: tuple[int, int]) -> None:
    layout = PlayLayout.of(Frame.of(*size))
    for square in range(64):
        cell = layout.cell(square)
        for position in (cell.topleft, cell.center, (cell.right - 1, cell.bottom - 1)):
            assert layout.square_at(position) == square
    assert layout.square_at(layout.board.topleft) is None
    assert layout.square_at((layout.felt.right, layout.felt.top)) is None


def test_the_scale_grows_with_the_window_and_never_shrinks_below_one() -> None:
    scales = [scale_for(*size) for size in ((900, 640), (1280, 800), (1920, 1080), (3840, 2160))]
    assert scales[0] == scales[1] == 1.0
    assert scales == sorted(scales)
    assert scales[-1] > 2


def test_a_scale_of_ones_own_multiplies_as_far_as_the_least_window_still_fits() -> None:
    assert scale_for(1920, 1080, 1.25) == 1.25 * scale_for(1920, 1080)
    assert scale_for(1920, 1080, LEAST_SCALE) == LEAST_SCALE * scale_for(1920, 1080)
    assert scale_for(*MIN_SIZE, MOST_SCALE) == 1.0
    width, height = MIN_SIZE
    assert scale_for(2 * width, 2 * height, MOST_SCALE) == 2.0
