import pygame

from tests.ui.driving import press
from ui.app import QUIET_FRAMES, App
from ui.toasts import TOAST_SECONDS, Toasts


def test_toasts_follow_each_other() -> None:
    toasts = Toasts()
    toasts.add("one")
    toasts.add("two")
    toasts.update(TOAST_SECONDS / 2)
    assert toasts.current == "one"
    toasts.update(TOAST_SECONDS / 2)
    assert toasts.current == "two"
    toasts.update(TOAST_SECONDS)
    assert toasts.current is None
    for answer in ("three", "four"):
        toasts.answer(answer)
        assert toasts.current == answer, "in place of the last answer"
    toasts.update(TOAST_SECONDS)
    assert toasts.current is None


def test_a_toast_stays_until_there_is_input() -> None:
    toasts = Toasts()
    toasts.add("one")
    toasts.update(100 * TOAST_SECONDS, has_input=False)
    assert toasts.current == "one"
    assert not toasts.is_in_time
    toasts.update(0.0)
    assert toasts.current is None


def test_the_window_idles_under_a_toast_and_a_key_removes_it(app: App) -> None:
    app.toasts.add("one")
    press(app, pygame.K_F15)
    assert app.toasts.current == "one", "not before its time"
    for _ in range(QUIET_FRAMES + 1):
        app.frame()
    app.update(TOAST_SECONDS)
    assert app.toasts.current == "one"
    assert not app.toasts.is_in_time, "the window may rest"
    press(app, pygame.K_F15)  # any
    assert app.toasts.current is None
