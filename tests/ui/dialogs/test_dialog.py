from collections.abc import Iterator

import pygame
import pygame_gui
import pytest
from pygame import Rect
from pygame_gui.elements import UITextEntryLine

from ui.dialogs.dialog import Dialog
from ui.dialogs.fields import TextField, Widgets
from ui.theme import Theme


class Choices(Dialog[None, None]):
    """A dialog with a menu of equal labels, a menu that offers None, and a list."""

    changes = 0

    def fill(self) -> None:
        self.open_window("Choices", (500, 400))
        self.alike = self.menu_row("Alike", (1, 2, 3), 2, lambda _: "the same")
        self.empty = self.menu_row("With nothing", (None, "x"), None, str)
        self.list = self.list_box(Rect(20, 120, 400, 100), range(40), lambda n: f"line {n % 4}")
        self.buttons("Done")

    def changed(self) -> None:
        self.changes += 1


@pytest.fixture
def dialog() -> Iterator[Choices]:
    pygame.init()
    pygame.display.set_mode((800, 600))
    theme, dialog = Theme(1.0), Choices(None, None)
    manager = pygame_gui.UIManager((800, 600), theme.widgets, enable_live_theme_updates=False)
    dialog.lay_out(manager, theme)
    yield dialog
    pygame.quit()


def press(dialog: Choices, *keys: int) -> None:
    for key in keys:
        dialog.process(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def test_text_without_glyphs_can_be_shown_and_listed(dialog: Choices) -> None:
    dialog.show_error("x\ud800.ggf cannot be opened")
    assert dialog.error == "x?.ggf cannot be opened"
    dialog.list_box(Rect(20, 220, 400, 100), ("\x00", "\ud800"), str)


def test_chosen_value_does_not_depend_on_its_label(dialog: Choices) -> None:
    assert (dialog.alike.value, dialog.empty.value) == (2, None)
    dialog.choose(dialog.alike, 3)
    dialog.choose(dialog.empty, "x")
    assert (dialog.alike.value, dialog.empty.value) == (3, "x")
    assert dialog.changes == 2


def test_arrow_keys_move_in_a_menu_and_a_list(dialog: Choices) -> None:
    press(dialog, pygame.K_TAB, pygame.K_DOWN, pygame.K_DOWN)
    assert dialog.alike.value == 3
    press(dialog, pygame.K_UP)
    assert dialog.alike.value == 2
    press(dialog, pygame.K_TAB, pygame.K_TAB)
    assert dialog.list.value == 0
    for number in range(1, 40):
        press(dialog, pygame.K_DOWN)
        dialog.manager.update(0.01)
        assert dialog.list.value == number
        assert dialog.list.top <= number < dialog.list.top + dialog.list.page, "it is in sight"
    press(dialog, pygame.K_DOWN)
    assert dialog.list.value == 39


def test_placeholder_does_not_mix_with_typed_text(dialog: Choices) -> None:
    line = dialog.entry(Rect(20, 240, 400, 32), "", "nothing yet")
    dialog.manager.set_focus_set({line})
    line.set_text("")
    line.process_event(pygame.event.Event(pygame.TEXTINPUT, text="f5"))
    assert shown(line) == "f5"
    line.set_text("")
    assert shown(line) == ""
    dialog.manager.set_focus_set(None)
    assert shown(line) == "nothing yet"


def shown(line: UITextEntryLine) -> str:
    assert line.drawable_shape is not None
    layout = line.drawable_shape.text_box_layout
    assert layout is not None
    return "".join(getattr(chunk, "text", "") for row in layout.layout_rows for chunk in row.items)


@pytest.mark.parametrize("has_focus", [False, True])
def test_placeholder_has_the_quiet_colour(dialog: Choices, has_focus: bool) -> None:
    """It stays in a focused field until something is typed."""
    theme = dialog.theme
    manager = Widgets((640, 480), theme, 1.0)
    field = TextField(Rect(0, 0, 200, 32), manager, placeholder_text="Search")
    if has_focus:
        manager.set_focus_set({field})
    manager.update(0.1)
    assert bool(shown(field)) is not has_focus, "else it would be typed into"
    assert has_colour(field, theme["quiet"])
    assert not has_colour(field, theme["text"])
    field.set_text("Tiger")
    manager.update(0.1)
    assert not has_colour(field, theme["quiet"])
    assert has_colour(field, theme["text"])
    field.set_text("")
    manager.update(0.1)
    assert has_colour(field, theme["quiet"])


def test_chosen_option_is_left_aligned_and_square_at_the_arrow(dialog: Choices) -> None:
    state = dialog.alike.current_state
    assert state is not None
    button = state.selected_option_button
    assert button is not None
    assert (button.text_horiz_alignment, button.text_horiz_alignment_padding) == ("left", 10)
    assert button.shape_corner_radius == [5, 0, 5, 0]


def has_colour(field: TextField, colour: pygame.Color) -> bool:
    assert field.image is not None
    pixels = pygame.surfarray.array3d(field.image).reshape(-1, 3)
    return bool((pixels == tuple(colour)[:3]).all(axis=1).any())
