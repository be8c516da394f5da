"""Rows of buttons, made from actions: the toolbar, and the segments of a switch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import pygame
import pygame_gui
from pygame import Rect, Surface
from pygame_gui.core import ObjectID
from pygame_gui.elements import UIButton

from ui.actions import GROUPS, Action, Place
from ui.icons import icon
from ui.paint import rgba
from ui.text import _
from ui.theme import NORMAL, Theme

# Between two buttons of a toolbar, and in one besides its words, there is at least so much.
LEAST_GAP: Final = 2
LEAST_PADDING: Final = 6
# The side of a picture on a button; more between two groups of buttons than between two of one.
ICON: Final = 18
GROUP_GAP: Final = 8
# Of a small button with a picture alone, on both sides together.
PICTURE_PADDING: Final = 8
# Between a picture and the words beside it.
WORDS_GAP: Final = 7
# Of a button in a row of pictures.
ICON_WIDTH: Final = 44


class ButtonRow:
    """Buttons and the actions they stand for. `update` lets them say what the actions say now.

    With a `theme` actions that have a picture are shown by it. One that `hides` has no button with a picture
    alone for what is not possible; its place stays free, so that nothing moves under the pointer. A picture
    beside words goes where there is no room for both, and what is not possible is grey.
    """

    def __init__(self, theme: Theme | None = None, hides: bool = False) -> None:
        self._theme = theme
        self._hides = hides
        self._buttons: dict[str, tuple[Action, UIButton]] = {}
        self._icons: dict[str, tuple[str, str]] = {}  # and the words beside them, that the buttons show

    def add(
        self,
        manager: pygame_gui.UIManager,
        place: Rect,
        action: Action,
        style: str | None = None,
        layer: int = 1,
    ) -> None:
        """`layer`: a button of a higher one lies over those of a lower one."""
        theme = self._theme
        if theme is not None and action.has_words and content_width(theme, action) > place.width:
            action = replace(action, icon="")
        has_icon = theme is not None and has_picture(action)
        button = UIButton(
            place,
            "" if has_icon else action.shown_label,
            manager,
            tool_tip_text=action.shown_tip or None,
            starting_height=layer,
            visible=not (has_icon and self._can_hide(action)) or action.is_possible(),
            object_id=ObjectID(class_id=style) if style else None,
        )
        self._buttons[action.identity] = action, button
        if has_icon:
            self._icons[action.identity] = "", ""
            self._show_icon(action, button)

    def _can_hide(self, action: Action) -> bool:
        return self._hides and not action.has_words

    def _show_icon(self, action: Action, button: UIButton) -> None:
        """Put the picture on the button that the action has now."""
        theme, shown = self._theme, (action.shown_icon, action.shown_label if action.has_words else "")
        if theme is None or self._icons[action.identity] == shown:
            return
        self._icons[action.identity] = shown
        normal, disabled, selected = (
            [picture(theme, *shown, colour)] for colour in ("text", "disabled", "on_accent")
        )
        button.normal_images = button.hovered_images = normal
        button.disabled_images, button.selected_images = disabled, selected
        places = [(0.5, 0.5)]
        button.normal_image_positions = button.hovered_image_positions = places
        button.disabled_image_positions = button.selected_image_positions = places
        button.rebuild()

    def action_of(self, element: object) -> str | None:
        """The identity of the action that a pressed button stands for."""
        return next((name for name, (__, button) in self._buttons.items() if button is element), None)

    @property
    def usable(self) -> list[str]:
        """The actions whose buttons are enabled and to be seen, in their order."""
        buttons = self._buttons.items()
        return [name for name, (__, button) in buttons if button.is_enabled and button.visible]

    def rect_of(self, identity: str | None) -> Rect | None:
        """Where the action's button is, None if it has none here that is to be seen."""
        entry = self._buttons.get(identity) if identity is not None else None
        return Rect(entry[1].rect) if entry is not None and entry[1].visible else None

    def is_down(self, identity: str) -> bool:
        """Whether the action's button stays down now."""
        action = self._buttons[identity][0]
        return action.is_on is not None and action.is_on()

    def update(self) -> None:
        for action, button in self._buttons.values():
            if button.is_enabled != (is_possible := action.is_possible()):
                if is_possible:
                    button.enable()
                else:
                    button.disable()
            hides = action.identity in self._icons and self._can_hide(action)
            if hides and bool(button.visible) != is_possible:
                if is_possible:
                    button.show()
                else:
                    button.hide()
            if action.is_on is not None:
                is_on = action.is_on()
                if is_on and not _looks_selected(button):
                    button.select()
                elif button.is_selected and not is_on:
                    button.unselect()
            if action.identity in self._icons:
                self._show_icon(action, button)
            elif button.text != (label := action.shown_label):
                button.set_text(label)

    def forget_pointer(self) -> None:
        """As if it had gone elsewhere: no button is lit or held down, and no tip is shown."""
        for __, button in self._buttons.values():
            if button.held:
                button.disable()  # until the next update
            if button.hovered:
                button.hovered = False
                button.on_unhovered()

    def close(self) -> None:
        for __, button in self._buttons.values():
            button.kill()
        self._buttons.clear()
        self._icons.clear()


def has_picture(action: Action) -> bool:
    """What counts most says so in words."""
    return bool(action.icon) and not action.is_primary


def content_width(theme: Theme, action: Action) -> int:
    """Of what a button with a picture or with words shows, whatever state it is in."""
    words = max(theme.width(_(label), NORMAL) for label in (action.label, action.label_on))
    if not has_picture(action):
        return words
    return theme.px(ICON) + (theme.px(WORDS_GAP) + words if action.has_words else 0)


def button_width(theme: Theme, action: Action, padding: int) -> int:
    """With so much on both sides of words together, and less beside a picture alone."""
    is_picture = has_picture(action) and not action.has_words
    return content_width(theme, action) + theme.px(min(padding, PICTURE_PADDING) if is_picture else padding)


def picture(theme: Theme, name: str, words: str, colour: str) -> Surface:
    """An icon, and words beside it if there are some."""
    size, gap = theme.px(ICON), theme.px(WORDS_GAP)
    drawn = icon(name, size, rgba(theme[colour]))
    if not words:
        return drawn
    text = theme.text(words, NORMAL, colour)
    whole = Surface((size + gap + text.get_width(), max(size, text.get_height())), pygame.SRCALPHA)
    whole.fill((*rgba(theme[colour])[:3], 0))
    whole.blit(drawn, (0, (whole.get_height() - size) // 2))
    whole.blit(text, (size + gap, (whole.get_height() - text.get_height()) // 2))
    return whole


def _looks_selected(button: UIButton) -> bool:
    """Whether it is selected and seen to be: clicked once more, it looks like any other."""
    shape = button.drawable_shape
    return button.is_selected and (button.held or shape is None or shape.active_state.state_id == "selected")


def toolbar(
    manager: pygame_gui.UIManager,
    theme: Theme,
    place: Rect,
    pages: Sequence[Action],
    actions: Iterable[Action],
) -> ButtonRow:
    """The switch of the pages, if there are several, and the buttons of actions that have a place, by group.

    They draw closer together where there is little room, and say their short names; where there is less, the
    last ones on the left lose the words beside their pictures, and where there is none, their buttons.
    """
    px = theme.px
    row = ButtonRow(theme, hides=True)
    shown = [action for action in actions if action.place is not None]
    at_right = [action for action in shown if action.place is Place.RIGHT]
    at_left = [action for group in GROUPS for action in shown if action.place is group]
    switch = pages if len(pages) > 1 else ()
    words = _widths(theme, (*switch, *shown))
    if _least_width(theme, switch, shown, words) > place.width:
        switch, at_left = _shortened(switch), _shortened(at_left)
        words |= _widths(theme, (*switch, *at_left))
    for n, action in reversed(list(enumerate(at_left))):
        if action.has_words and _least_width(theme, switch, (*at_left, *at_right), words) > place.width:
            at_left[n] = replace(action, has_words=False)
            words |= _widths(theme, (at_left[n],))
    while at_left and _least_width(theme, switch, (*at_left, *at_right), words) > place.width:
        del words[at_left.pop().identity]
    groups = len({action.place for action in at_left})
    between = px(GROUP_GAP)
    spare = place.width - 2 * px(16) - 3 * px(6) - sum(words.values()) - groups * between
    gap = max(px(LEAST_GAP), min(px(6), spare // max(1, 4 * len(words))))
    padding = max(px(LEAST_PADDING), min(px(21), spare // max(1, len(words)) - gap))
    height = px(32)
    top = place.top + (place.height - height) // 2

    def width(action: Action) -> int:
        return words[action.identity] + padding

    left = place.left + px(16)
    for page in switch:
        row.add(manager, Rect(left, top, width(page), height), page, "@segment")
        left += width(page)
    left += 2 * gap if switch else 0
    before = None
    for action in at_left:
        style = "@primary" if action.is_primary else None
        left += between if before not in (None, action.place) else 0
        before = action.place
        row.add(manager, Rect(left, top, width(action), height), action, style)
        left += width(action) + gap
    left = place.right - px(16) - sum(width(action) + gap for action in at_right) + gap
    for action in at_right:
        row.add(manager, Rect(left, top, width(action), height), action)
        left += width(action) + gap
    return row


def _shortened(actions: Iterable[Action]) -> list[Action]:
    return [replace(action, label=action.short or action.label) for action in actions]


def _widths(theme: Theme, actions: Iterable[Action]) -> dict[str, int]:
    """Of what is on each button."""
    return {action.identity: content_width(theme, action) for action in actions}


def _least_width(
    theme: Theme, switch: Sequence[Action], shown: Sequence[Action], words: dict[str, int]
) -> int:
    """What a toolbar needs at least, its buttons as close together as they can be."""
    padding, gap = theme.px(LEAST_PADDING), theme.px(LEAST_GAP)
    buttons = sum(words[action.identity] + padding for action in (*switch, *shown))
    groups = len({action.place for action in shown})
    return 2 * theme.px(16) + buttons + gap * (len(shown) + 1) + groups * theme.px(GROUP_GAP)


def icon_row(
    manager: pygame_gui.UIManager, theme: Theme, place: Rect, actions: Sequence[Action]
) -> ButtonRow:
    """Buttons with pictures side by side, in the middle of `place`; what is not possible is grey."""
    row = ButtonRow(theme)
    width, gap = theme.px(ICON_WIDTH), theme.px(4)
    left = place.centerx - (len(actions) * (width + gap) - gap) // 2
    for n, action in enumerate(actions):
        row.add(manager, Rect(left + n * (width + gap), place.top, width, place.height), action)
    return row


def segments(manager: pygame_gui.UIManager, place: Rect, actions: Sequence[Action]) -> ButtonRow:
    """Buttons side by side of which one is down, filling `place`."""
    row = ButtonRow()
    width = place.width // len(actions)
    for n, action in enumerate(actions):
        row.add(manager, Rect(place.left + n * width, place.top, width, place.height), action, "@segment")
    return row


def draw_toolbar(surface: Surface, theme: Theme, place: Rect) -> None:
    """The ground the toolbar's buttons stand on."""
    line = max(1, theme.px(1))
    surface.fill(theme["bar"], place)
    surface.fill(theme["edge"], (place.left, place.bottom - line, place.width, line))


def draw_focus(surface: Surface, theme: Theme, rows: Iterable[ButtonRow], identity: str | None) -> None:
    """A ring around the button the keyboard is on."""
    for row in rows:
        if (button := row.rect_of(identity)) is not None:
            ring = button.inflate(theme.px(4), theme.px(4))
            pygame.draw.rect(surface, theme["warning"], ring, max(2, theme.px(2)), theme.px(8))
