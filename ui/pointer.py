"""The mouse over buttons and tips: the button that is lit or held down, and the tip shown after a rest."""

from collections.abc import Iterable, Sequence
from typing import Final

from pygame import Rect, Surface

from ui import paint
from ui.buttons import Button, ButtonRow
from ui.input import with_key_names
from ui.panels.tips import Tip
from ui.text import _
from ui.theme import SMALL, Theme

# Seconds for which the pointer rests on a place until its tip appears, and until the tip disappears.
DELAY: Final = 1.0
TIP_SECONDS: Final = 6.0
# The widths of a tip and of its lines, the padding from its edge to them, and the addition to their height.
WIDTH: Final = 280
ROOM: Final = 256
PADDING: Final = (10, 8)
HEIGHT: Final = 12
# The line spacing, as a multiple of a line's height.
SPACING: Final = 1.25

Point = tuple[int, int]
Card = tuple[Rect, Surface]


class Pointer:
    """The pointer over rows of buttons; of rows that overlap, the first is on top."""

    def __init__(self) -> None:
        self._hovered: Button | None = None
        self._held: Button | None = None
        self._due: Tip | None = None
        self._position: Point | None = None
        self._rested = 0.0  # seconds on the place of the due tip
        self._has_changed = False  # below the resting pointer: no tip may cover the change
        self.card: Card | None = None
        """The place and the picture of the shown tip."""

    @property
    def is_tip_due(self) -> bool:
        """Whether a tip appears or disappears soon if the pointer stays."""
        is_new = self._due is not None and bool(self._due[1]) and not self._has_changed
        return is_new and self._rested <= TIP_SECONDS

    def press(self, position: Point, rows: Iterable[ButtonRow]) -> bool:
        """Hides the tip, holds down a usable button at `position`; returns whether a button is there."""
        self._rested, self.card = TIP_SECONDS, None
        button = _button_at(position, rows)
        if button is not None and button.is_enabled:
            self._held = button
            button.is_held = True
        return button is not None

    def release(self, position: Point, rows: Iterable[ButtonRow]) -> str | None:
        """Ends a press; returns the button's action if the pointer is still over that button, else None."""
        held, self._held = self._held, None
        if held is None:
            return None
        is_pressed = held.is_held and _button_at(position, rows) is held
        held.is_held = False
        return held.action.identity if is_pressed else None

    def forget(self) -> None:
        """Resets the pointer: no button is lit or held down, and no tip is shown."""
        for button in (self._hovered, self._held):
            if button is not None:
                button.is_hovered = button.is_held = False
        self._hovered = self._held = self._due = self.card = None

    def update(
        self,
        dt: float,
        position: Point,
        rows: Iterable[ButtonRow],
        tips: Sequence[Tip],
        theme: Theme,
        window: Rect,
    ) -> None:
        """Lights the button at `position`. After a rest, shows its tip or that of the place in a panel, if
        the pointer was moved there. Tips stay inside `window`.
        """
        button = _button_at(position, rows)
        if button is not self._hovered:
            if self._hovered is not None:
                self._hovered.is_hovered = False
            self._hovered = button
        if button is not None:
            button.is_hovered = True
        due = None if button is None else (button.rect, button.tip)
        if button is None and (found := [tip for tip in tips if tip[0].collidepoint(position)]):
            due = found[-1][0], with_key_names(_(found[-1][1]))
        has_moved, self._position = position != self._position, position
        if due != self._due:
            self._rested = 0.0 if self.card is None else DELAY  # from one tip to the next without a rest
            self._due, self.card, self._has_changed = due, None, not has_moved
        elif self._has_changed:
            self._rested, self._has_changed = 0.0, not has_moved
        elif self._rested > TIP_SECONDS:
            self.card = None
        elif due is not None and due[1] and self.card is None and self._rested > DELAY:
            self.card = _placed(_painted(due[1], theme), due[0], position, window)
        self._rested += dt

    def draw(self, surface: Surface) -> None:
        if self.card is not None:
            place, picture = self.card
            surface.blit(picture, place)


def _button_at(position: Point, rows: Iterable[ButtonRow]) -> Button | None:
    return next(filter(None, (row.at(position) for row in rows)), None)


def _painted(words: str, theme: Theme) -> Surface:
    px, border = theme.px, 1
    lines = theme.lines(words, SMALL, px(ROOM))
    step = round(theme.font(words, SMALL).get_linesize() * SPACING)
    size = px(WIDTH), len(lines) * step + px(HEIGHT) + 2 * border
    fill, edge = paint.rgba(theme["tip"]), paint.rgba(theme["hover"])
    card = paint.rounded(size, px(6), fill, edge, border).copy()
    left, top = (px(padding) + border for padding in PADDING)
    for n, line in enumerate(lines):
        card.blit(theme.text(line, SMALL, "text"), (left, top + n * step))
    return card


def _placed(card: Surface, place: Rect, position: Point, window: Rect) -> Card:
    """Returns the card with its place: below `place`, or above it at the end of the window."""
    rect = card.get_rect(topleft=(position[0], place.centery + place.height // 2))
    if rect.bottom > window.bottom:
        rect.bottom = place.centery - place.height // 2
    return rect.clamp(window), card
