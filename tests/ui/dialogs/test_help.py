"""The sheet of keys in a window that is too low for the longest column."""

from __future__ import annotations

from typing import Any

from pygame_gui.elements import UILabel

from tests.ui.driving import do, open_dialog, resize
from ui.app import App
from ui.dialogs.help import HelpDialog, MenuDialog
from ui.layout import MIN_SIZE


def test_no_two_columns_have_the_same_heading(app: App) -> None:
    resize(app, (900, 640))
    dialog = open_dialog(app, "help", HelpDialog)
    container: Any = dialog.window.get_container()
    labels = [each for each in container.elements if isinstance(each, UILabel)]
    headings = [label.text for label in labels if "@heading" in str(label.class_ids)]
    assert "Window" in headings
    assert "Window, continued" in headings
    assert len(set(headings)) == len(headings)
    begun, rest = (
        next(label for label in labels if label.text == text) for text in ("Window", "Window, continued")
    )
    assert begun.rect.left < rest.rect.left, "it is read from the left"


def test_the_longest_menu_is_whole_in_the_least_window(app: App) -> None:
    resize(app, MIN_SIZE)
    do(app, "page_review")
    dialog = open_dialog(app, "menu", MenuDialog)
    assert app.display.surface.get_rect().contains(dialog.window.rect)
