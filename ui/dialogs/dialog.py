"""The base class of all dialogs: a centred pygame_gui window, rows of labelled widgets, keyboard focus."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Final, Generic, TypeAlias, TypeVar

import pygame
import pygame_gui
from pygame import Rect, Surface
from pygame_gui.core import ObjectID, UIElement
from pygame_gui.elements import UIButton, UICheckBox, UILabel, UITextEntryLine, UIWindow

from game.records.transcript import on_one_line
from ui.boxes import area, column, grow, row, solve
from ui.clipboard import LONGEST_PASTE
from ui.dialogs.fields import CheckBox, ListBox, Menu, TextField
from ui.input import ARROWS, ENTER
from ui.list_view import CHOSEN, DOUBLE_CLICKED, ColumnLook
from ui.text import _
from ui.theme import SMALL, Theme, drawable

MARGIN: Final = 24
ROW: Final = 44
# Extra height of a row with a sentence below its field, and the height of that sentence.
FIELD_ROW: Final = 14
FIELD_LINE: Final = 22
WIDGET: Final = 32
LABEL: Final = 176
# Width of the buttons at the bottom.
BUTTON: Final = 128
# The events sent after a click or typing has changed a widget.
CHANGES: Final = (
    pygame_gui.UI_CHECK_BOX_CHECKED,
    pygame_gui.UI_CHECK_BOX_UNCHECKED,
    pygame_gui.UI_TEXT_ENTRY_CHANGED,
)

# The keys that choose the current line in the list of a menu.
CHOOSING: Final = (*ENTER, pygame.K_SPACE)

logger = logging.getLogger(__name__)

T = TypeVar("T")
Selection = TypeVar("Selection")
Listener = TypeVar("Listener")


def in_background(work: Callable[[], T], name: str) -> Future[T]:
    """Runs `work` in a thread that does not delay exit; returns a future of its result or exception."""
    result = Future[T]()

    def run() -> None:
        try:
            result.set_result(work())
        except ValueError as error:
            result.set_exception(error)
        except Exception as error:
            logger.exception("The thread %r has failed", name)
            result.set_exception(error)

    Thread(target=run, name=name, daemon=True).start()
    return result


class Dialog(ABC, Generic[Selection, Listener]):
    """A modal window. `choice` holds what the user has chosen so far, `listener` receives the outcome.

    Subclasses create the widgets in `fill`, read them in `chosen`, and define Enter and OK in `accept`.
    All widgets belong to `manager`, which holds only dialogs, so the window behind is out of reach.
    """

    manager: pygame_gui.UIManager
    theme: Theme
    window: UIWindow
    title: str
    row_gap: float = ROW - WIDGET

    def __init__(self, choice: Selection, listener: Listener) -> None:
        self.choice, self.listener = choice, listener
        self.focusable: list[UIElement] = []
        self._actions: dict[UIElement, Callable[[], object]] = {}
        self.focus: UIElement | None = None
        self._keys_used = False
        self.room = Rect(0, 0, 0, 0)
        """The area left for further rows."""
        self.said = ""
        self.error = ""
        self._line: UILabel | None = None
        self._wrong: UIElement | None = None  # the widget that the error is about

    @property
    def is_open(self) -> bool:
        return bool(self.window.alive())

    def close(self) -> None:
        if self.is_open:
            self.window.kill()

    def accept(self) -> None:
        """Handles Enter: closes the dialog; subclasses may do more."""
        self.close()

    # Building

    def lay_out(self, manager: pygame_gui.UIManager, theme: Theme) -> None:
        """Creates the widgets, anew for another appearance: choices, texts, the message and focus stay."""
        if self.focusable:
            self.keep()
        before, focus, wrong, said, error = self.focusable, self.focus, self._wrong, self.said, self.error
        self.manager, self.theme = manager, theme
        self.refill()
        has_same = len(before) == len(self.focusable)
        now = dict(zip(before, self.focusable, strict=True)) if has_same else {}
        for old, new in now.items():
            if isinstance(old, TextField) and isinstance(new, TextField):
                new.set_text(old.get_text())
        if error:
            self.show_error(error, now.get(wrong) if wrong else None)
        elif said:
            self.show_message(said)
        if focus in now:
            self.focus = now[focus]
            if isinstance(self.focus, TextField):
                self.focus_text(self.focus)

    def refill(self) -> None:
        """Replaces the widgets, if there are any, by new ones."""
        if self.focusable:
            self.window.kill()
        self.focusable = []
        self._actions.clear()
        self._line = self.focus = self._wrong = None
        self.fill()

    @abstractmethod
    def fill(self) -> None:
        """Opens the window and creates the widgets from `choice`."""

    def keep(self) -> None:
        """Saves the values of the widgets before they are replaced."""
        self.choice = self.chosen()

    def chosen(self) -> Selection:
        return self.choice

    def open_window(self, title: str, size: tuple[int, int], margin: int = MARGIN) -> None:
        """Opens a centred window of this size at a scale of 1, or smaller if it does not fit."""
        px, room = self.theme.px, self.manager.window_resolution
        place = Rect(0, 0, min(px(size[0]), room[0] - px(16)), min(px(size[1]), room[1] - px(16)))
        place.center = (room[0] // 2, room[1] // 2)
        self.title = title
        self.window = UIWindow(place, self.manager, title, draggable=False)
        inside = Rect((0, 0), self.window.get_container().get_size())
        whole = column(
            grow(column(area("", 0, 4), grow(area("rows")), gap=0)),
            *(area("line", 0, 26), area("buttons", 0, WIDGET), area("", 0)),
            gap=8,
            padding=(margin, 8),
        )
        areas = solve(whole, self.theme, inside).areas
        self.inside, self._line_place, self.bottom = areas["rows"], areas["line"], areas["buttons"]
        self.column(0, 1)

    def column(self, number: int, of: int, gap: float = MARGIN) -> None:
        """Starts column `number` (from 0) of `of` columns: the next rows go there, from its top."""
        self.room = self.parts(self.inside, *[0] * of, gap=gap)[number]

    def take(self, height: float, gap: float = 0) -> Rect:
        """Returns the next area of this height and leaves a gap below it."""
        px, room = self.theme.px, self.room
        place = Rect(room.topleft, (room.width, px(height)))
        self.room = Rect(room.left, place.bottom + px(gap), room.width, room.bottom - place.bottom - px(gap))
        return place

    def parts(self, place: Rect, *widths: float, gap: float = 8, **how: Any) -> list[Rect]:
        """Divides an area into parts side by side of these widths; parts of width 0 share the rest."""
        boxes = (area(str(n), width) if width else grow(area(str(n))) for n, width in enumerate(widths))
        return list(solve(row(*boxes, gap=gap, **how), self.theme, place).areas.values())

    def label(self, place: Rect, text: str, style: str | None = None) -> UILabel:
        return UILabel(place, text, self.manager, container=self.window, object_id=_styled(style))

    def row(self, label: str) -> Rect:
        """Adds a row with a label, if there is one, and returns the area for its widget."""
        name, widget = self.parts(self.take(WIDGET, self.row_gap), LABEL, 0, gap=0)
        if label:
            self.label(name, label)
        return widget

    def field_row(self, label: str) -> Rect:
        """Adds a row as `row` does, with room for an error below its field."""
        place = self.row(label)
        self.take(FIELD_ROW)
        return place

    def menu(self, place: Rect, values: Sequence[T], chosen: T, label: Callable[[T], str]) -> Menu[T]:
        labels = [label(value) for value in values]
        menu = Menu(place, values, chosen, labels, self.theme, self.manager, self.window)
        self.focusable.append(menu)
        return menu

    def menu_row(self, label: str, values: Sequence[T], chosen: T, name: Callable[[T], str]) -> Menu[T]:
        return self.menu(self.row(label), values, chosen, name)

    def choices(
        self,
        place: Rect,
        values: Sequence[T],
        chosen: T,
        label: Callable[[T], str],
        choose: Callable[[T], None],
    ) -> list[UIButton]:
        """Creates adjoining buttons, one of them selected; a press calls `choose`, which rebuilds them."""
        made = []
        for value, part in zip(values, self.parts(place, *[0] * len(values), gap=0), strict=True):
            button = self.button(part, label(value), partial(choose, value), "@segment")
            if value is chosen:
                button.select()
            made.append(button)
        return made

    def list_box(self, place: Rect, values: Sequence[T], label: Callable[[T], str]) -> ListBox[T]:
        """Creates a list with its first line chosen; Enter or a double click accepts the dialog."""
        box: ListBox[T] = ListBox(place, self.manager, self.window, self.theme, [ColumnLook("", 0, 1.0)])
        box.fill(values, map(label, values))
        self.focusable.append(box)
        return box

    def check_box(
        self, text: str, is_on: bool, tip: str | None = None, place: Rect | None = None
    ) -> CheckBox:
        """Creates a check box at `place`, or else in the next row."""
        place = self.parts(self.check_row() if place is None else place, 22, 0)[0]
        box = CheckBox(place, text, self.manager, container=self.window, initial_state=is_on)
        box.set_tooltip(tip)
        self.focusable.append(box)
        return box

    def check_row(self) -> Rect:
        self.take(4)
        return self.take(22, 8)

    def entry(self, place: Rect, text: str, placeholder: str) -> TextField:
        line = TextField(
            place, self.manager, container=self.window,
            initial_text=drawable(text, ""), placeholder_text=placeholder,
        )  # fmt: skip
        line.set_text_length_limit(LONGEST_PASTE)
        self.focusable.append(line)
        return line

    def focus_text(self, field: TextField) -> None:
        self.manager.set_focus_set({field})
        self.focus = field

    def button(
        self,
        place: Rect,
        text: str,
        action: Callable[[], object],
        style: str | None = None,
        tip: str | None = None,
    ) -> UIButton:
        button = UIButton(
            place, text, self.manager, container=self.window, object_id=_styled(style), tool_tip_text=tip
        )
        self.focusable.append(button)
        self._actions[button] = action
        return button

    def button_at_left(
        self, text: str, action: Callable[[], object], number: int = 0, tip: str | None = None
    ) -> UIButton:
        """Adds a button at the left of the bottom row; `number` counts from the left."""
        places = self.parts(self.bottom, *[BUTTON] * (number + 1), gap=12)
        return self.button(places[number], text, action, tip=tip)

    def link(
        self, text: str, open_other: Callable[[], object], number: int = 0, tip: str | None = None
    ) -> UIButton:
        """Adds a button at the left that closes this dialog and opens another one."""
        return self.button_at_left(text, partial(self.leave_for, open_other), number, tip)

    def leave_for(self, open_other: Callable[[], object]) -> None:
        self.close()
        open_other()

    def buttons(self, accept: str, has_cancel: bool = True) -> UIButton:
        """Adds the buttons at the bottom and the message line above; returns the accepting button."""
        _left, cancel, right = self.parts(self.bottom, 0, BUTTON, BUTTON, gap=12)
        accepting = self.button(right, accept, self.accept, "@primary")
        if has_cancel:
            self.button(cancel, _("Cancel"), self.close)
        self._line = self.label(self._line_place, "")
        return accepting

    def show_message(self, text: str) -> None:
        self._write_message(text, "@quiet", None)

    def _write_message(self, text: str, style: str, wrong: UIElement | None) -> None:
        text = drawable(text)
        self.said, self.error, self._wrong = text, "", wrong
        if self._line is not None:
            place = self._line_place
            if wrong is not None:  # show the line below the field, up to the edge of the dialog
                left, top = map(round, wrong.relative_rect.bottomleft)
                place = Rect(left, top, self.inside.right - left, self.theme.px(FIELD_LINE))
            self._line.set_text("")  # the previous text may not fit the new size
            self._line.set_dimensions(place.size)
            self._line.set_relative_position(place.topleft)
            self._line.change_object_id(ObjectID(class_id=style))
            room = int(self._line.relative_rect.width) - self.theme.px(8)
            self._line.set_text(self.theme.ellipsized(text, SMALL, room))
            self._line.set_tooltip(text if text else None)

    def show_error(self, text: str, field: UIElement | None = None) -> None:
        """Shows an error below `field`, which gets a frame, or else above the buttons."""
        self._write_message(text, "@error", field if text else None)
        self.error = self.said

    # Frames and events

    @property
    def is_busy(self) -> bool:
        """Whether the dialog changes without input, so that the window must not sleep."""
        return False

    def update(self) -> None:
        """Runs once a frame, for whatever changes without input."""

    @property
    def focused_elements(self) -> list[UIElement]:
        """The widgets with the keyboard focus, set by Tab or by a click."""
        focused = self.manager.get_focus_set() or set()
        return [element for element in self.focusable if element in focused and element.is_enabled]

    def paste(self, text: str) -> None:
        """Replaces the selection in the focused field by the text, on one line and cut to fit."""
        for field in self.focused_elements:
            if isinstance(field, UITextEntryLine):
                first, last = sorted(field.select_range)
                if first == last:
                    first = last = field.edit_position
                before, after = field.text[:first], field.text[last:]
                pasted = on_one_line(text)[: LONGEST_PASTE - len(before + after)]
                field.select_range = [0, 0]
                field.set_text(before + pasted + after)
                field.edit_position = first + len(pasted)
                field.redraw()
                self.changed()

    def drop(self, _path: Path) -> bool:
        """Handles a dropped file; returns whether the dialog uses it."""
        return False

    def handle(self, event: pygame.event.Event) -> None:
        """Passes an event to the open list of a menu, which covers the dialog, or else to the dialog."""
        if not self._process_list(event):
            self.process(event)

    def _process_list(self, event: pygame.event.Event) -> bool:
        """Handles an event of an open menu list, which gets all keys but Tab; returns whether it is used."""
        menus = (each for each in self.focusable if isinstance(each, Menu))
        menu, box = next(((each, each.list) for each in menus if each.list is not None), (None, None))
        if menu is None or box is None:
            return False
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in CHOOSING or (event.type in (CHOSEN, DOUBLE_CLICKED) and event.ui_element is box):
            value = box.value
            menu.fold()
            self.choose(menu, value)
        elif key in (pygame.K_ESCAPE, pygame.K_TAB):
            menu.fold()
            return bool(key == pygame.K_ESCAPE)
        elif key is not None:
            box.handle_key(key)
        else:
            if event.type == pygame.MOUSEBUTTONDOWN:
                position = self.manager.calculate_scaled_mouse_position(event.pos)
                if not (box.rect.collidepoint(position) or menu.rect.collidepoint(position)):
                    menu.fold()
            return False
        return True

    def process(self, event: pygame.event.Event) -> None:
        if event.type in CHANGES:
            self.changed()
        elif event.type == CHOSEN:
            self.picked()
        elif event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._actions:
            self._actions[event.ui_element]()
        elif event.type == DOUBLE_CLICKED:
            self.accept()
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._keys_used = False
            self.focus = next(iter(self.focused_elements), self.focus)
        elif event.type == pygame.KEYDOWN:
            self._process_key(event)

    def _process_key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key == pygame.K_TAB:
            self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in ENTER:
            if self._keys_used and isinstance(self.focus, UIButton) and self.focus in self._actions:
                self._actions[self.focus]()
            else:
                self.accept()
        elif self._keys_used and self.focus is not None:
            self._change(self.focus, event.key)

    def _move_focus(self, step: int) -> None:
        usable = [element for element in self.focusable if element.is_enabled]
        if not usable:
            return
        at = usable.index(self.focus) if self.focus in usable else (-1 if step > 0 else 0)
        self.focus = usable[(at + step) % len(usable)]
        self._keys_used = True
        is_text = isinstance(self.focus, UITextEntryLine)
        self.manager.set_focus_set({self.focus} if is_text else None)

    def _change(self, element: UIElement, key: int) -> None:
        """Applies Space or an arrow key to the focused widget."""
        step = sum(ARROWS.get(key, ()))  # left and up go back
        if isinstance(element, Menu) and key == pygame.K_SPACE:
            element.unfold()
        elif isinstance(element, Menu) and step:
            if 0 <= element.index + step < len(element.values):
                self.choose(element, element.values[element.index + step])
        elif isinstance(element, ListBox) and element.handle_key(key):
            self.picked()
        elif isinstance(element, UICheckBox) and key == pygame.K_SPACE:
            element.set_state(not element.get_state())
            self.changed()
        elif isinstance(element, UIButton) and key == pygame.K_SPACE:
            self._actions[element]()

    def choose(self, menu: Menu[T], value: T) -> None:
        """Selects a value as a click would."""
        menu.choose(value)
        self.changed()

    def changed(self) -> None:
        """Handles a change of a menu, a check box or a text."""

    def picked(self) -> None:
        """Handles the choice of another line of a list."""

    def draw(self, surface: Surface) -> None:
        """Draws the card, the widgets, a frame around a wrong field and a ring around the focused widget."""
        if not self.is_open:
            return
        theme, px = self.theme, self.theme.px
        rect = Rect(self.window.rect)
        theme.box(surface, rect, "card", "hover", 10)
        self.manager.draw_ui(surface)
        if self._wrong is not None and self._wrong.alive():
            frame = Rect(self._wrong.rect).inflate(px(2), px(2))
            pygame.draw.rect(surface, theme["mistake"], frame, max(2, px(2)), px(7))
        if self._keys_used and self.focus is not None and self.focus.alive():
            ring = Rect(self.focus.rect).inflate(px(6), px(6))
            pygame.draw.rect(surface, theme["warning"], ring, max(2, px(2)), px(8))


def _styled(style: str | None) -> ObjectID | None:
    return ObjectID(class_id=style) if style else None


AnyDialog: TypeAlias = Dialog[Any, Any]
