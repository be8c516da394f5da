"""Painted buttons and rows of them, such as the toolbar: each shows the current state of its action."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Final, TypeVar

import pygame
from pygame import Rect, Surface

from ui import paint
from ui.actions import GROUPS, Action, Place
from ui.paint import icon
from ui.text import _
from ui.theme import NORMAL, Theme

# The least padding beside the words of a button, left and right together.
LEAST_PADDING: Final = 6
# The side of a picture on a button.
ICON: Final = 18
# The padding beside a picture alone, left and right together.
PICTURE_PADDING: Final = 8
# The gap between a picture and the words beside it.
WORDS_GAP: Final = 7
# The width of a button in a row of pictures.
ICON_WIDTH: Final = 44
# The size of an on/off switch, and the room for it beside the words.
SWITCH: Final = (36, 20)
SWITCH_ROOM: Final = 46


class ButtonLook(Enum):
    NORMAL = "normal"
    HOVERED = "hovered"
    PRESSED = "pressed"
    DISABLED = "disabled"
    DOWN = "down"


ButtonColours = tuple[str, str, str]
"""The colours of the ground, the edge and the content; "" for none."""

_PLAIN: Final = {
    ButtonLook.NORMAL: ("button", "edge", "text"),
    ButtonLook.HOVERED: ("hover", "hover", "text"),
    ButtonLook.PRESSED: ("edge", "accent", "text"),
    ButtonLook.DISABLED: ("", "", "disabled"),
    ButtonLook.DOWN: ("best", "accent", "text"),
}
STYLES: Final[dict[str, dict[ButtonLook, ButtonColours]]] = {
    "plain": _PLAIN,
    "primary": _PLAIN | {
        ButtonLook.NORMAL: ("accent_fill", "accent", "on_accent"),
        ButtonLook.HOVERED: ("accent_hover", "accent_hover", "on_accent"),
        ButtonLook.PRESSED: ("accent_pressed", "accent_pressed", "on_accent"),
    },
    "segment": _PLAIN | {
        ButtonLook.NORMAL: ("well", "well", "quiet"),
        ButtonLook.DISABLED: ("well", "well", "disabled"),
    },
    "bare": _PLAIN | {ButtonLook.NORMAL: ("card", "card", "quiet")},
    "switch": _PLAIN | dict.fromkeys(ButtonLook, ("background", "background", "quiet")) | {
        ButtonLook.HOVERED: ("background", "background", "text"),
        ButtonLook.DOWN: ("background", "background", "text"),
    },
}  # fmt: skip
"""The looks of main actions ("primary"), of parts of a row of which one is down ("segment"), of a small
button in a card ("bare"), of an on/off switch ("switch"), and of all others ("plain").
"""


class Button:
    """A button that shows its action as picture, words or both. `Pointer` sets `is_hovered` and `is_held`."""

    def __init__(self, theme: Theme, rect: Rect, action: Action, style: str, has_picture: bool) -> None:
        self.theme = theme
        self.rect = rect
        self.action = action
        self.is_hovered = self.is_held = False
        self._style = style
        self._has_picture = has_picture
        self._shown: tuple[ButtonLook, str, str] | None = None
        self.update()

    @property
    def icon(self) -> str:
        """The name of the picture shown; '' for none."""
        if not self._has_picture:
            return ""
        return self.action.icon_on if self.action.icon_on and self.is_down else self.action.icon

    @property
    def words(self) -> str:
        return self.action.shown_label if self.action.has_words or not self._has_picture else ""

    @property
    def tip(self) -> str:
        """The tip under the pointer; '' while the button is held down or disabled."""
        return "" if self.is_held or not self.is_enabled else self.action.shown_tip

    def update(self) -> None:
        self.is_enabled = self.action.is_possible()
        self.is_down = self.action.is_on()
        self.is_held = self.is_held and self.is_enabled
        shown = self.look, self.icon, self.words
        if shown != self._shown:
            self._shown = shown
            self._image = self._painted(*shown)

    @property
    def look(self) -> ButtonLook:
        if self.is_held:
            return ButtonLook.PRESSED
        if self.is_down:
            return ButtonLook.DOWN
        if not self.is_enabled:
            return ButtonLook.DISABLED
        return ButtonLook.HOVERED if self.is_hovered else ButtonLook.NORMAL

    def _painted(self, look: ButtonLook, picture: str, words: str) -> Surface:
        theme, px = self.theme, self.theme.px
        ground, edge, ink = STYLES[self._style][look]
        fill, line = (paint.rgba(theme[name]) if name else (0, 0, 0, 0) for name in (ground, edge))
        image = paint.rounded(self.rect.size, px(6), fill, line).copy()
        content = _content(theme, picture, words, ink)
        place = content.get_rect(centerx=image.get_width() // 2)
        place.top = (image.get_height() - place.height) // 2
        if self._style == "switch":
            place.left = 0
            self._paint_switch(image)
        image.blit(content, place)
        return image

    def _paint_switch(self, image: Surface) -> None:
        """Paints the switch at the right, with the knob at its right end while it is on."""
        theme, is_on = self.theme, self.is_down
        track = Rect(0, 0, *map(theme.px, SWITCH))
        track.midright = image.get_width(), image.get_height() // 2
        fill, edge = ("accent_fill", "accent") if is_on else ("raised", "edge")
        image.blit(
            paint.rounded(track.size, track.height // 2, paint.rgba(theme[fill]), paint.rgba(theme[edge])),
            track,
        )
        knob = track.right - track.height // 2 if is_on else track.left + track.height // 2
        ink = theme["on_accent" if is_on else "quiet"]
        pygame.draw.aacircle(image, ink, (knob, track.centery), track.height // 2 - theme.px(3))

    def draw(self, surface: Surface) -> None:
        surface.blit(self._image, self.rect)


def _content(theme: Theme, picture: str, words: str, ink: str) -> Surface:
    """Draws an icon, words, or both side by side."""
    if not picture:
        return theme.text(words, NORMAL, ink)
    size, gap = theme.px(ICON), theme.px(WORDS_GAP)
    drawn = icon(picture, size, paint.rgba(theme[ink]))
    if not words:
        return drawn
    text = theme.text(words, NORMAL, ink)
    whole = Surface((size + gap + text.get_width(), max(size, text.get_height())), pygame.SRCALPHA)
    whole.blit(drawn, (0, (whole.get_height() - size) // 2))
    whole.blit(text, (size + gap, (whole.get_height() - text.get_height()) // 2))
    return whole


class ButtonRow:
    """Buttons by the identities of their actions; a button is grey while its action is not possible."""

    def __init__(self, theme: Theme, has_pictures: bool = True) -> None:
        self._theme = theme
        self._has_pictures = has_pictures
        self._buttons: dict[str, Button] = {}

    def add(self, place: Rect, action: Action, style: str = "plain") -> None:
        """Adds a button; if there is no room for a picture beside the words, it has only the words."""
        if self._has_pictures and action.has_words and content_width(self._theme, action) > place.width:
            action = replace(action, icon="")
        shows_picture = self._has_pictures and has_picture(action)
        style = "primary" if action.is_primary else style
        self._buttons[action.identity] = Button(self._theme, place, action, style, shows_picture)

    def place(self, places: Iterable[tuple[Action, Rect, str]]) -> None:
        """Replaces the buttons by those of `places`; keeps a button whose place and label are the same."""
        before, self._buttons = self._buttons, {}
        for action, rect, style in places:
            kept = before.get(action.identity)
            if kept is not None and (kept.rect, kept.action.label) == (rect, action.label):
                self._buttons[action.identity] = kept
            else:
                self.add(rect, action, style)

    def __iter__(self) -> Iterator[Button]:
        return iter(self._buttons.values())

    def at(self, position: tuple[int, int]) -> Button | None:
        """Returns the button at `position`, even a grey one; None if there is none."""
        return next((each for each in self if each.rect.collidepoint(position)), None)

    @property
    def usable(self) -> list[str]:
        """The identities of the actions whose buttons are enabled, in order."""
        return [button.action.identity for button in self if button.is_enabled]

    def rect_of(self, identity: str | None) -> Rect | None:
        """Returns the place of the action's button, None if there is none."""
        button = self._buttons.get(identity) if identity is not None else None
        return None if button is None else Rect(button.rect)

    def update(self) -> None:
        for button in self:
            button.update()

    def draw(self, surface: Surface) -> None:
        for button in self:
            button.draw(surface)


def segments(theme: Theme, place: Rect, actions: Sequence[Action]) -> ButtonRow:
    """Builds a row of equally wide buttons that fills `place`; one of them is down."""
    row, width = ButtonRow(theme, has_pictures=False), place.width // len(actions)
    for n, action in enumerate(actions):
        row.add(Rect(place.left + n * width, place.top, width, place.height), action, "segment")
    return row


def has_picture(action: Action) -> bool:
    """Whether buttons show the action's picture; those of primary actions show words instead."""
    return bool(action.icon) and not action.is_primary


def content_width(theme: Theme, action: Action) -> int:
    """Returns the width of a button's picture and words, enough for every state of the action."""
    labels = action.label, action.label_on, action.label_alternate, action.label_done
    words = max(theme.width(_(label), NORMAL) for label in labels if label)
    if not has_picture(action):
        return words
    return theme.px(ICON) + (theme.px(WORDS_GAP) + words if action.has_words else 0)


def button_width(theme: Theme, action: Action, padding: int) -> int:
    """Returns a button's width with `padding`, left and right together; a picture alone has less."""
    is_picture = has_picture(action) and not action.has_words
    return content_width(theme, action) + theme.px(min(padding, PICTURE_PADDING) if is_picture else padding)


def draw_focus(surface: Surface, theme: Theme, rows: Iterable[ButtonRow], identity: str | None) -> None:
    for row in rows:
        if (button := row.rect_of(identity)) is not None:
            ring = button.inflate(theme.px(4), theme.px(4))
            pygame.draw.rect(surface, theme["warning"], ring, max(2, theme.px(2)), theme.px(8))


# Lengths at a scale of 1 in the rows of pages: the height of a button, the padding beside its words (left and
# right together), and the gap between groups.
BUTTON: Final = 32
BAR_PADDING: Final = 24
GROUP_GAP: Final = 16

Item = TypeVar("Item")
Buttons = tuple[str, Sequence[Action]]
"""A style and its actions; buttons of the style "segment" touch."""


def in_rows(items: Sequence[Item], width_of: Callable[[list[Item]], int], width: int) -> list[list[Item]]:
    """Breaks the items into rows, each with as many as fit into `width`."""
    rows: list[list[Item]] = [[]]
    for item in items:
        if rows[-1] and width_of([*rows[-1], item]) > width:
            rows.append([])
        rows[-1].append(item)
    return rows


MARGIN: Final = 16
GAP: Final = 6
HEIGHT: Final = 32
# Padding beside words, left and right together, in a wide and in a narrow bar: of the switch, of the others.
SWITCH_PADDING: Final = (26, 10)
PADDING: Final = (20, 8)
TIGHT_PADDING: Final = 4  # of the others if they lack room
# Narrower bars have less padding.
WIDE: Final = 1100


def toolbar(theme: Theme, place: Rect, pages: Sequence[Action], actions: Iterable[Action]) -> ButtonRow:
    """Builds the toolbar: the switch of the pages and the buttons of all actions that have a place.

    Buttons never appear, vanish or move. With little room they have short labels; with less, the last ones
    lose the words beside their pictures, and finally all lose padding.
    """
    px = theme.px
    shown = [action for action in actions if action.place is not None]
    has_menu = any(action.place is Place.MENU for action in shown)
    groups = (*GROUPS, Place.MORE) if has_menu else GROUPS
    left = [action for group in groups for action in shown if action.place is group]
    right = [action for action in shown if action.place is Place.RIGHT]
    is_narrow = place.width < px(WIDE)
    row = ButtonRow(theme)
    top = place.top + (place.height - px(HEIGHT)) // 2
    x = place.left + px(MARGIN)
    for page in pages if len(pages) > 1 else ():
        width = content_width(theme, page) + px(SWITCH_PADDING[is_narrow])
        row.add(Rect(x, top, width, px(HEIGHT)), page, "segment")
        x += width
    x += px(GAP) * 2
    widths = _widths(theme, right, px(PADDING[is_narrow]))
    end = place.right - px(MARGIN) - sum(widths) - px(GAP) * (len(right) - 1)
    room = end - px(GAP) * 2 - x
    padding = px(PADDING[is_narrow])

    def lacks_room() -> bool:
        return sum(_widths(theme, left, padding)) + px(GAP) * (len(left) - 1) > room

    if lacks_room():
        left = [replace(action, label=action.short or action.label) for action in left]
    for n in reversed(range(len(left))):
        if lacks_room():
            left[n] = replace(left[n], has_words=False)
    if lacks_room():
        padding = px(TIGHT_PADDING)
    for actions_of, at, each in ((left, x, _widths(theme, left, padding)), (right, end, widths)):
        for action, width in zip(actions_of, each, strict=True):
            row.add(Rect(at, top, width, px(HEIGHT)), action)
            at += width + px(GAP)
    return row


def _widths(theme: Theme, actions: Sequence[Action], padding: int) -> list[int]:
    return [content_width(theme, action) + padding for action in actions]
