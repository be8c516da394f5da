from __future__ import annotations

import pytest

from ui.display import canvas_size, fitting


@pytest.mark.parametrize(
    ("wanted", "desktop", "size"),
    [
        ((1280, 800), (1920, 1080), (1280, 800)),
        ((1280, 800), (1366, 768), (1280, 672)),
        ((3000, 2000), (1920, 1080), (1904, 984)),
        ((1, 1), (1920, 1080), (900, 640)),
        ((1280, 800), (800, 600), (800, 600)),
        ((16384, 16384), (1024, 600), (1008, 600)),
    ],
)
def test_the_window_takes_what_the_desktop_leaves(
    wanted: tuple[int, int], desktop: tuple[int, int], size: tuple[int, int]
) -> None:
    assert fitting(wanted, desktop)[0] == size


def test_the_least_size_is_no_larger_than_the_desktop() -> None:
    assert fitting((1280, 800), (1366, 768))[1] == (900, 640)
    assert fitting((1280, 800), (800, 600))[1] == (800, 600)


@pytest.mark.parametrize(
    ("screen", "canvas"),
    [
        ((1280, 800), (1280, 800)),
        ((900, 640), (900, 640)),
        ((400, 400), (900, 900)),
        ((450, 320), (900, 640)),
        ((800, 600), (900, 675)),
        ((899, 1000), (900, 1001)),
        ((10, 1000), (900, 2560)),
        ((1, 1), (900, 900)),
    ],
)
def test_what_is_drawn_has_room_for_everything(screen: tuple[int, int], canvas: tuple[int, int]) -> None:
    assert canvas_size(screen) == canvas
