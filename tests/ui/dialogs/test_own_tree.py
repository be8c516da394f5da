"""The dialog for the user's own tree: typed, generated from a seed, or chosen by name."""

import pygame
import pytest

from ai.reference.written import NAMED, Arrangement, draw_tree
from tests.ui.dialogs.test_new_game import assert_apart
from tests.ui.driving import dialog_of, do, lab, open_dialog, press, push_in_dialog, resize
from ui.app import App
from ui.dialogs.own_tree import OwnTreeDialog, TreeForm
from ui.layout import MIN_SIZE
from ui.text import _

TEXTBOOK = NAMED["textbook"]


@pytest.fixture
def dialog(app: App) -> OwnTreeDialog:
    do(app, "page_lab", "lab_steps")
    return open_dialog(app, "own_tree", OwnTreeDialog)


def write(app: App, dialog: OwnTreeDialog, text: str) -> None:
    dialog.line.set_text(text)
    dialog.changed()
    app.frame()


def test_typed_tree_is_described_and_searched(app: App, dialog: OwnTreeDialog) -> None:
    assert (dialog.line.get_text(), dialog.said) == (TEXTBOOK, "2 plies, 9 leaves")
    write(app, dialog, "min (3((4)5)((6 7)-12))")
    assert dialog.said == "3 plies, 6 leaves; not all are equally deep"
    assert dialog.named.value == ""
    press(app, pygame.K_RETURN)
    commands = lab(app).steps.commands
    assert commands.lab.tree == dialog.tree
    again = open_dialog(app, "own_tree", OwnTreeDialog)
    assert again.line.get_text() == "min (3((4)5)((6 7)-12))"


def test_syntax_error_is_located_and_nothing_searched(app: App, dialog: OwnTreeDialog) -> None:
    write(app, dialog, "((3 x)")
    assert dialog.error == "Character 5: “x” is neither a number nor a parenthesis: 'x)'"
    assert not dialog.search.is_enabled
    press(app, pygame.K_RETURN)
    assert dialog.is_open
    assert lab(app).steps.commands.lab.tree is None
    write(app, dialog, TEXTBOOK)
    assert not dialog.error
    assert dialog.search.is_enabled


def test_seed_determines_the_tree(app: App, dialog: OwnTreeDialog) -> None:
    dialog.seed.set_text("7")
    dialog.changed()
    assert dialog.line.get_text() == draw_tree(7).text()
    dialog.choose(dialog.plies, 2)
    dialog.choose(dialog.branches, 4)
    dialog.choose(dialog.arrangement, Arrangement.WORST_FIRST)
    assert dialog.line.get_text() == draw_tree(7, 2, 4, Arrangement.WORST_FIRST).text()
    push_in_dialog(app, _("Another"))
    assert dialog.seed.get_text() == "8"
    assert dialog.line.get_text() == draw_tree(8, 2, 4, Arrangement.WORST_FIRST).text()
    for seed in ("x", "", "-1", "1" * 10):
        dialog.seed.set_text(seed)
        dialog.changed()
        assert dialog.error == "A seed is a number of at most 9 digits"


def test_named_trees_can_be_chosen_and_copied(app: App, dialog: OwnTreeDialog) -> None:
    for name, text in NAMED.items():
        dialog.choose(dialog.named, name)
        assert (dialog.line.get_text(), dialog.choice.name) == (text, name)
    push_in_dialog(app, _("Copy"))
    assert dialog.said == "Copied to the clipboard"


def test_dialog_fits(app: App, dialog: OwnTreeDialog) -> None:
    resize(app, MIN_SIZE)
    dialog = dialog_of(app, OwnTreeDialog)
    assert_apart(dialog)
    assert dialog.picture.place_of((0, 0)).width > 20
    assert TreeForm().name == "textbook"
