"""The help sheet of every page, and of the editor, in the smallest window."""

from __future__ import annotations

from typing import Any

import pytest
from pygame import Rect
from pygame_gui.elements import UILabel

from tests.ui.driving import open_dialog
from ui.app import PAGES, App
from ui.dialogs.help import HelpDialog
from ui.layout import MIN_SIZE
from ui.theme import SMALL


@pytest.mark.parametrize("action", [*(f"page_{page.identity}" for page in PAGES), "edit_board", "tree"])
def test_all_keys_have_room_over_the_button(app: App, action: str) -> None:
    app.display.window.size = MIN_SIZE
    app.do(action)
    dialog = open_dialog(app, "help", HelpDialog)
    container: Any = dialog.window.get_container()
    labels = [element for element in container.elements if isinstance(element, UILabel) and element.text]
    room = Rect(container.rect)
    room.height = dialog.focusable[-1].rect.top - room.top
    for label in labels:
        assert room.contains(label.rect), label.text
        assert app.theme.width(label.text, SMALL) <= label.rect.width, label.text
    told = [label.text for label in labels]
    assert all(row.name in told for row in app.actions.rows if row.shown_keys)
    headings = [label for label in labels if label.class_ids[-1] == "@heading"]
    others = [label for label in labels if label not in headings]
    for heading in headings:
        assert heading.rect.collidelist([label.rect for label in others]) == -1, heading.text
