from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import pytest
from pygame import Rect

from play.settings import LEAST_SCALE, MOST_SCALE, MOST_TEXT
from tests.ui.driving import assert_apart, play_layout
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
from ui.pages.lab.part import BAR, PartLayout
from ui.pages.play.view import PlayShape
from ui.pages.practice.view import PracticeLayout
from ui.pages.review.explorer import EXPLORER, MOVES
from ui.pages.review.view import ReviewLayout
from ui.theme import Theme

SIZES = [
    *((900, 640), (1000, 700), (1100, 730), (1280, 800), (1366, 768), (1600, 640), (1920, 1080)),
    *(
        (2560, 1080),
        (2560, 1440),
        (3840, 2160),
        (5120, 1440),
        (900, 1300),
        (900, 1400),
        (1000, 1200),
        (1080, 1920),
    ),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("has_bar", [True, False])
@pytest.mark.parametrize("own_scale", [LEAST_SCALE, 1.0, 1.25, MOST_SCALE])
def test_parts_are_in_the_window_and_apart(size: tuple[int, int], has_bar: bool, own_scale: float) -> None:
    frame = Frame.of(*size, own_scale)
    layout = play_layout(frame, has_evaluation_bar=has_bar)
    parts = [frame.toolbar, frame.status, layout.board, layout.panel]
    if has_bar:
        parts.append(layout.evaluation)
    for part in parts:
        assert frame.window.contains(part)
    for one, other in itertools.combinations(parts, 2):
        assert not one.colliderect(other)
    inner = [layout.players, layout.thinking, layout.tree, layout.score_chart, layout.moves]
    assert layout.panel.contains(layout.numbers)
    for part in inner:
        assert layout.panel.contains(part)
        assert part.width >= 100
        assert part.height >= 48 * min(1.0, own_scale) - 1
    if not layout.is_folded:
        for one, other in itertools.combinations(inner, 2):
            assert not one.colliderect(other)


def layouts(frame: Frame) -> dict[str, BoardPlace]:
    """Of every page."""
    return {
        "play": play_layout(frame),
        "the game alone": play_layout(frame, shape=PlayShape(is_brief=True, has_clock=True)),
        "review": ReviewLayout.of(frame, Theme(frame.scale)),
        "practice": PracticeLayout.of(frame, Theme(frame.scale)),
        "lab": PartLayout.of(LabLayout.of(frame).part, frame.px(BAR)),
        "scene": PartLayout.of(LabLayout.of(frame, False).part, frame.px(BAR), is_wide=True),
    }


def rects_of(layout: BoardPlace) -> list[Rect]:
    """All that have an extent, but what lies over the frame of the board."""
    found = [
        part
        for name, value in vars(layout).items()
        for part in (value if isinstance(value, tuple) else [value])
        if name != "ending"
    ]
    return [part for part in found if isinstance(part, Rect) and part.width and part.height]


@pytest.mark.parametrize("size", SIZES)
def test_every_page_is_as_wide_as_the_bars_say(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    gap = round(GAP * frame.scale)
    for name, layout in layouts(frame).items():
        whole = Rect(layout.board).unionall(rects_of(layout))
        assert frame.page.inflate(-2 * gap, -2 * gap).contains(whole), name
        if not frame.is_portrait:  # there the board may be narrower than the panel, in the middle
            assert whole.left == frame.page.left + gap, name
        assert whole.right >= frame.page.right - gap - 2, name
    for bar in (frame.toolbar, frame.status):
        content = frame.content_of(bar)
        assert (content.left, content.width) == (frame.page.left, frame.page.width)
        assert bar.contains(content)


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_game_lies_over_no_square(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    for has_pace in (False, True):
        layout = play_layout(frame, shape=PlayShape(has_pace=has_pace))
        assert frame.page.contains(layout.ending)
        assert not layout.ending.colliderect(layout.felt)
        assert not layout.ending.colliderect(layout.panel)
        assert layout.ending.height >= 32 * frame.scale


def cards_of(frame: Frame) -> Iterator[Sequence[Rect]]:
    """What each page shows at a time."""
    reviews = (ReviewLayout.of(frame, Theme(frame.scale), tab=tab) for tab in (MOVES, EXPLORER))
    yield from (rects_of(layout) for layout in (*reviews, PracticeLayout.of(frame, Theme(frame.scale))))
    lab = LabLayout.of(frame)
    part = PartLayout.of(lab.part, frame.px(BAR))
    yield lab.path, lab.bar, part.board, part.side, part.body, part.bar


@pytest.mark.parametrize("size", SIZES)
def test_the_cards_of_a_page_lie_in_it_and_apart(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    for cards in cards_of(frame):
        assert_apart(cards, frame.page)
    assert ReviewLayout.of(frame, Theme(frame.scale)).moves.height >= 80
    part = PartLayout.of(LabLayout.of(frame).part, frame.px(BAR))
    assert part.felt.width >= 8 * 23
    assert part.body.width >= 450
    assert part.body.height >= 8 * 36


def test_a_very_wide_window_has_its_page_in_the_middle() -> None:
    frame = Frame.of(5120, 1440)
    assert frame.page.width == round(MOST_ASPECT * 1440)
    assert frame.page.centerx == 5120 // 2
    assert frame.toolbar.width == frame.status.width == 5120
    assert Frame.of(2560, 1080).page.width == 2560


@pytest.mark.parametrize("size", [(2560, 1080), (900, 1400), (1080, 1920), (1600, 640)])
def test_where_there_is_room_the_panel_has_two_columns(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    for is_brief in (False, True):
        layout = play_layout(frame, shape=PlayShape(is_brief=is_brief))
        assert not layout.is_folded
        assert (layout.moves if is_brief else layout.tree).left >= layout.players.right
        assert layout.score_chart.width >= 300
    assert (
        play_layout(frame, shape=PlayShape(is_brief=True)).moves.height
        >= layout.panel.height - 50 * frame.scale
    )
    review = ReviewLayout.of(frame, Theme(frame.scale))
    assert review.explorer.left >= review.graph.right
    assert review.explorer.width >= 300 * frame.scale
    assert review.graph.height >= 84 * frame.scale


def test_without_an_evaluation_the_game_alone_shows_no_graph_of_it() -> None:
    layout = play_layout(Frame.of(2560, 1080), has_evaluation_bar=False, shape=PlayShape(is_brief=True))
    assert not layout.score_chart.width
    assert layout.moves.width == layout.panel.width


def test_graph_and_moves_grow_with_the_width() -> None:
    usual, wide = (play_layout(Frame.of(width, 1080)) for width in (1920, 2560))
    assert wide.score_chart.width > 1.5 * usual.score_chart.width
    assert wide.tree.width > 1.5 * usual.tree.width
    usual_review, wide_review = (
        ReviewLayout.of(frame := Frame.of(width, 1080), Theme(frame.scale)) for width in (1920, 2560)
    )
    assert wide_review.graph.height > 1.5 * usual_review.graph.height
    assert wide_review.moves.left >= wide_review.graph.right, "in a column between graph and explorer"


@pytest.mark.parametrize("size", [(900, 1400), (1080, 1920)])
def test_in_a_tall_window_the_cards_of_the_lab_are_below_the_board(size: tuple[int, int]) -> None:
    frame = Frame.of(*size)
    part = PartLayout.of(LabLayout.of(frame).part, frame.px(BAR))
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


def test_a_scale_of_ones_own_multiplies_as_far_as_the_least_window_still_fits() -> None:
    assert scale_for(1920, 1080, 1.25) == 1.25 * scale_for(1920, 1080)
    assert scale_for(1920, 1080, LEAST_SCALE) == LEAST_SCALE * scale_for(1920, 1080)
    assert scale_for(*MIN_SIZE, MOST_SCALE) == 1.0
    width, height = MIN_SIZE
    assert scale_for(2 * width, 2 * height, MOST_SCALE) == 2.0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("own_scale", [LEAST_SCALE, 1.0, 1.25])
@pytest.mark.parametrize("text_size", [1.15, MOST_TEXT])
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


def test_the_text_grows_beside_the_board() -> None:
    usual, large = Frame.of(1920, 1080), Frame.of(1920, 1080, text_size=1.15)
    assert large.scale == pytest.approx(1.15 * usual.scale)
    assert play_layout(large).board.width > 0.98 * play_layout(usual).board.width
