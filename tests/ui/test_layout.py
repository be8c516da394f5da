"""Layouts of pages in windows of many shapes; test_boxes.py checks that areas are apart."""

import pytest
from pygame import Rect

from play.settings import LEAST_SCALE, MOST_SCALE, MOST_TEXT
from tests.ui.driving import play_layout
from tests.ui.test_boxes import rects_of
from ui.layout import (
    GAP,
    MIN_SIZE,
    MOST_ASPECT,
    PANEL_MIN,
    PLAYERS,
    TALL_TEXT_ROOM,
    TEXT_ROOM,
    BoardPlace,
    Frame,
    scale_for,
)
from ui.pages.lab.page import LabLayout
from ui.pages.lab.part import PartLayout
from ui.pages.play.view import PlayShape
from ui.pages.practice.view import PracticeLayout
from ui.pages.review.view import ReviewLayout
from ui.theme import Theme

SIZES = ((900, 640), (1280, 800), (1600, 640), (2560, 1080), (5120, 1440), (900, 1300), (1080, 1920))


def layouts(frame: Frame) -> dict[str, BoardPlace]:
    """Returns the layout of every page."""
    return {
        "play": play_layout(frame),
        "the game alone": play_layout(frame, shape=PlayShape(is_calm=True, has_clock=True)),
        "review": ReviewLayout.of(frame, Theme(frame.scale)),
        "practice": PracticeLayout.of_section(frame, Theme(frame.scale)),
        "lab": lab_part(frame),
        "scene": lab_part(frame, is_exploring=False),
    }


@pytest.mark.parametrize("size", SIZES)
def test_every_page_is_as_wide_as_its_bars(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    gap = round(GAP * frame.scale)
    for name, layout in layouts(frame).items():
        whole = Rect(layout.board).unionall(rects_of(layout))
        assert frame.page.inflate(-2 * gap, -gap).contains(whole), name
        if not frame.is_portrait:  # there the board may be narrower than the panel, in the middle
            assert whole.left == frame.page.left + gap, name
        assert whole.right >= frame.page.right - gap - 2, name
    for bar in (frame.toolbar, frame.status):
        content = frame.content_of(bar)
        assert (content.left, content.width) == (frame.page.left, frame.page.width)
        assert bar.contains(content)


def lab_part(frame: Frame, is_exploring: bool = True) -> PartLayout:
    """Returns the layout of a Lab part with one row of buttons, or of a scene, whose bar is wide."""
    theme = Theme(frame.scale)
    part = LabLayout.of(frame, theme, is_exploring).part
    return PartLayout.of(part, theme, frame.px(52), is_wide=not is_exploring)


@pytest.mark.parametrize("size", SIZES)
def test_no_card_is_too_small(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    layout, calm = play_layout(frame), play_layout(frame, shape=PlayShape(is_calm=True, has_clock=True))
    for card in (layout.players, layout.thinking, layout.tree, layout.score_chart, layout.moves):
        assert card.width >= 100
        assert card.height >= 47
    assert calm.moves.height >= 80
    assert not calm.is_folded
    assert ReviewLayout.of(frame, Theme(frame.scale)).moves.height >= 80
    part = lab_part(frame)
    assert part.felt.width >= 8 * 23
    assert part.body.width >= 450
    assert part.body.height >= 8 * 36


def test_a_very_wide_window_centres_its_page() -> None:
    frame = Frame.of(5120, 1440)
    assert frame.page.width == round(MOST_ASPECT * 1440)
    assert frame.page.centerx == 5120 // 2
    assert frame.toolbar.width == frame.status.width == 5120
    assert Frame.of(2560, 1080).page.width == 2560


@pytest.mark.parametrize("size", [(2560, 1080), (900, 1400), (1080, 1920), (1600, 640)])
def test_a_panel_with_enough_room_has_two_columns(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    layout = play_layout(frame)
    assert not layout.is_folded
    assert layout.tree.left >= layout.players.right
    assert layout.score_chart.width >= 300
    review = ReviewLayout.of(frame, Theme(frame.scale))
    assert review.explorer.left >= review.graph.right
    assert review.explorer.width >= 300 * frame.scale
    assert review.graph.height >= 84 * frame.scale


@pytest.mark.parametrize(("size", "least"), [((900, 640), 500), ((1280, 800), 680)])
def test_the_game_alone_has_a_large_board_and_nothing_of_the_search(
    size: tuple[int, int], least: int
) -> None:
    layout = play_layout(Frame.of(*size), shape=PlayShape(is_calm=True))
    assert layout.board.width >= least
    assert not (layout.evaluation.width)
    assert not (layout.score_chart.width)
    assert not (layout.tree.width)


def test_graph_and_tree_grow_with_the_width() -> None:
    usual, wide = (play_layout(Frame.of(width, 1080)) for width in (1920, 2560))
    assert wide.score_chart.width > 1.5 * usual.score_chart.width
    assert wide.tree.width > 1.5 * usual.tree.width
    usual_review, wide_review = (
        ReviewLayout.of(frame := Frame.of(width, 1080), Theme(frame.scale)) for width in (1920, 2560)
    )
    assert wide_review.graph.height > 1.5 * usual_review.graph.height
    assert wide_review.moves.left >= wide_review.graph.right, "in a column between graph and explorer"


@pytest.mark.parametrize("size", [(900, 1400), (1080, 1920)])
def test_a_tall_window_has_the_cards_of_the_lab_below_the_board(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    part = lab_part(frame)
    assert part.body.top > part.board.bottom
    assert part.body.width > 0.9 * frame.page.width
    assert part.side.left > part.board.right


def test_small_windows_fold_and_large_ones_do_not() -> None:
    assert play_layout(Frame.of(*MIN_SIZE)).is_folded
    assert play_layout(Frame.of(900, 1100)).is_folded
    assert not play_layout(Frame.of(1280, 800)).is_folded
    assert not play_layout(Frame.of(3840, 2160)).is_folded


@pytest.mark.parametrize("size", SIZES)
def test_every_square_is_found_at_its_corners_and_middle(size: tuple[int, int]) -> None:
    layout = play_layout(Frame.of(*size))
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


def test_a_custom_scale_multiplies_while_the_minimum_window_fits() -> None:
    assert scale_for(1920, 1080, 1.25) == 1.25 * scale_for(1920, 1080)
    assert scale_for(1920, 1080, LEAST_SCALE) == LEAST_SCALE * scale_for(1920, 1080)
    assert scale_for(*MIN_SIZE, MOST_SCALE) == 1.0
    width, height = MIN_SIZE
    assert scale_for(2 * width, 2 * height, MOST_SCALE) == 2.0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("own_scale", "text_size"), [(LEAST_SCALE, MOST_TEXT), (1.0, 1.15), (1.25, MOST_TEXT)]
)
def test_larger_text_has_larger_cards(size: tuple[int, int], own_scale: float, text_size: float) -> None:
    usual, frame = Frame.of(*size, own_scale), Frame.of(*size, own_scale, text_size)
    assert usual.scale <= frame.scale <= text_size * usual.scale
    assert frame.page.height > 0.95 * usual.page.height
    least = TALL_TEXT_ROOM if size[1] > size[0] else TEXT_ROOM
    if min(size[0] / least[0], size[1] / least[1]) > text_size * usual.scale:
        assert frame.scale == pytest.approx(text_size * usual.scale)
    for name, layout in layouts(frame).items():
        assert frame.page.contains(Rect(layout.board).unionall(rects_of(layout))), name
    layout = play_layout(frame)
    assert layout.thinking.width >= PANEL_MIN * frame.scale - 1
    assert layout.players.height == round(PLAYERS * frame.scale)


def test_larger_text_keeps_the_board_size() -> None:
    usual, large = Frame.of(1920, 1080), Frame.of(1920, 1080, text_size=1.15)
    assert large.scale == pytest.approx(1.15 * usual.scale)
    assert play_layout(large).board.width > 0.98 * play_layout(usual).board.width
