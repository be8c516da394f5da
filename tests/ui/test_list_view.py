"""The list view, alone in a window."""

from collections.abc import Iterator
from typing import Any

import pygame
import pygame_gui
import pytest
from pygame import Rect

from tests.ui.driving import given, place_of_line
from ui.dialogs.fields import Widgets
from ui.list_view import DOUBLE_CLICKED, ColumnLook, Lines, ListView
from ui.theme import Theme

COLUMNS = (ColumnLook("Name", 100, 1.0), ColumnLook("Number", 80, is_number=True))


class Numbers(Lines):
    def __init__(self, number: int) -> None:
        self.number = number
        self.asked: set[int] = set()

    def text(self, line: int, column: int) -> str:
        self.asked.add(line)
        return f"line {line}" if column == 0 else str(line)


class Held:
    """A list view, and a record of its callbacks."""

    def __init__(self, manager: pygame_gui.UIManager, theme: Theme, number: int) -> None:
        self.manager = manager
        self.sorted: list[int] = []
        self.accepted = 0
        self.lines = Numbers(number)
        root = given(manager.get_root_container())
        self.view = ListView(Rect(10, 20, 400, 300), manager, root, theme, COLUMNS, self.sorted.append)
        self.view.show_lines(self.lines, 0, "Nothing")
        self.manager.update(0.01)

    def mouse(self, kind: int, position: tuple[int, int], **details: Any) -> None:
        self.manager.process_events(pygame.event.Event(kind, pos=position, button=1, **details))
        self.manager.update(0.01)
        self.accepted += len(pygame.event.get(DOUBLE_CLICKED))

    def click(self, position: tuple[int, int]) -> None:
        self.mouse(pygame.MOUSEBUTTONDOWN, position)
        self.mouse(pygame.MOUSEBUTTONUP, position)


@pytest.fixture
def manager() -> Iterator[pygame_gui.UIManager]:
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    yield Widgets((640, 480), Theme(1.0), 1.0)
    pygame.display.quit()


@pytest.fixture
def held(manager: pygame_gui.UIManager) -> Held:
    return Held(manager, Theme(1.0), 137_548)


def test_only_visible_lines_are_requested(held: Held) -> None:
    view = held.view
    assert held.lines.asked == set(range(view.page)), "what would be cut off is not drawn"
    held.lines.asked.clear()
    view.handle_key(pygame.K_END)
    held.manager.update(0.01)
    assert held.lines.asked == set(range(137_548 - view.page, 137_548))
    held.lines.asked.clear()
    held.manager.update(0.01)
    assert not held.lines.asked, "nothing is drawn again that has not changed"


def test_keys_move_the_choice_and_keep_it_visible(held: Held) -> None:
    view = held.view
    page = view.page
    seen = []
    for key in ("UP", "DOWN", "PAGEDOWN", "PAGEUP", "END", "DOWN", "HOME"):
        assert view.handle_key(getattr(pygame, f"K_{key}"))
        seen.append(view.chosen)
        assert view.top <= given(view.chosen) < view.top + page
    assert seen == [0, 1, 1 + page, 1, 137_547, 137_547, 0]
    assert not view.handle_key(pygame.K_a)


def test_the_wheel_scrolls_and_keeps_the_choice(held: Held) -> None:
    for turns, top in ((-2, 6), (1, 3), (9, 0)):
        held.manager.process_events(pygame.event.Event(pygame.MOUSEWHEEL, y=turns))
        assert (held.view.top, held.view.chosen) == (top, 0)


def test_a_click_chooses_and_a_second_one_opens(held: Held) -> None:
    place = place_of_line(held.view, 3).center
    held.click(place)
    assert (held.view.chosen, held.accepted) == (3, 0)
    held.click(place)
    assert held.accepted == 1
    held.click(place_of_line(held.view, 5).center)
    assert (held.view.chosen, held.accepted) == (5, 1)


def test_a_click_on_a_heading_sorts(held: Held) -> None:
    for column in (1, 0):
        held.click(held.view.heading_of(column).center)
    assert held.sorted == [1, 0]
    assert held.view.chosen == 0


def test_the_bar_scrolls_to_either_end(held: Held) -> None:
    view = held.view
    thumb = given(view._thumb)
    x, y = view.rect.left + thumb.centerx, view.rect.top + thumb.centery
    held.mouse(pygame.MOUSEBUTTONDOWN, (x, y))
    held.mouse(pygame.MOUSEMOTION, (x, 479), rel=(0, 9), buttons=(1, 0, 0))
    assert view.top == 137_548 - view.page
    held.mouse(pygame.MOUSEMOTION, (x, y), rel=(0, 9), buttons=(1, 0, 0))
    assert view.top == 0, "back where it was taken"
    held.mouse(pygame.MOUSEBUTTONUP, (x, y))
    held.mouse(pygame.MOUSEMOTION, (x, 479), rel=(0, 9), buttons=(0, 0, 0))
    assert view.top == 0
    held.click((x, view.rect.bottom - 8))
    assert view.top == 137_548 - view.page, "a click on the track goes there"


def test_a_short_list_has_no_bar_and_an_empty_one_shows_text(manager: pygame_gui.UIManager) -> None:
    held = Held(manager, Theme(1.0), 3)
    assert held.view._thumb is None
    held.view.scroll(5)
    assert held.view.top == 0
    before = pygame.image.tobytes(held.view.surface, "RGB")
    held.view.show_lines(Numbers(0), 0, "Nothing")
    held.manager.update(0.01)
    assert held.view.chosen is None
    assert pygame.image.tobytes(held.view.surface, "RGB") != before
    assert held.view.handle_key(pygame.K_DOWN)
    assert held.view.chosen is None
