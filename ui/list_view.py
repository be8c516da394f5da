"""A list of any length in columns: only the lines in sight are drawn, and only when something has changed."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import pygame
import pygame_gui
from pygame import Rect, Surface
from pygame_gui.core import UIElement
from pygame_gui.core.interfaces import IContainerLikeInterface

from ui import paint
from ui.panels.tips import Tip
from ui.text import _
from ui.theme import NORMAL, SMALL, Theme

HEADING: Final = 32
ROW: Final = 28
PADDING: Final = 12
BAR: Final = 12
LEAST_THUMB: Final = 28
# Lines per notch of the wheel.
WHEEL: Final = 3
# Seconds within which two clicks on a line open it.
DOUBLE_CLICK: Final = 0.4
UP, DOWN = "▲", "▼"
CHOSEN: Final = pygame_gui.UI_SELECTION_LIST_NEW_SELECTION
DOUBLE_CLICKED: Final = pygame_gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION


@dataclass(frozen=True, slots=True)
class ColumnLook:
    """A column: `width` for a scale of 1, `share` of the rest; texts are marked for translation."""

    heading: str
    width: int
    share: float = 0.0
    is_number: bool = False
    colour: str = "text"
    tip: str = ""
    """What the column means."""


class Lines:
    """The content of a list: rows of texts, which a subclass may build on demand."""

    def __init__(self, rows: Sequence[Sequence[str]] = ()) -> None:
        self._rows, self.number = rows, len(rows)

    def text(self, line: int, column: int) -> str:
        return self._rows[line][column]


class LineList:
    """A list of lines under headings, in its own coordinates, for pages and dialogs.

    `chosen` is the index of a line, None in an empty list; `sorted_by` a column and whether it descends.
    """

    heading, row, padding, size = HEADING, ROW, PADDING, NORMAL
    """Lengths for a scale of 1."""

    def __init__(self, theme: Theme, surface: Surface, columns: Sequence[ColumnLook]) -> None:
        """The list fills the whole surface."""
        self.theme = theme
        self.columns = [
            replace(look, heading=look.heading and _(look.heading), tip=look.tip and _(look.tip))
            for look in columns
        ]
        self.lines = Lines()
        self.chosen: int | None = None
        self.top = 0
        self.empty = ""
        """The text shown if there are no lines."""
        self.sorted_by: tuple[int, bool] | None = None
        self.line_under: int | None = None
        self.column_under: int | None = None
        self._grip: int | None = None  # where the mouse holds the thumb, in pixels from its top
        self._short = lru_cache(maxsize=4096)(theme.ellipsized)
        self.surface = surface

    def resize(self, size: tuple[int, int]) -> None:
        """Changes the size in pixels and keeps the chosen line in sight."""
        if self.surface.get_size() != size:
            self.surface, self.top = Surface(size), 0
            self.choose(self.chosen)

    # Places, in the list's own coordinates

    @property
    def page(self) -> int:
        """The number of whole lines in sight."""
        return max(1, (self.surface.get_height() - self.theme.px(self.heading)) // self.theme.px(self.row))

    @property
    def _bottom(self) -> int:
        """The first line below those in sight."""
        return min(self.lines.number, self.top + self.page)

    @property
    def _most_top(self) -> int:
        return max(0, self.lines.number - self.page)

    @property
    def edges(self) -> list[tuple[int, int]]:
        """The left and right edge of each column, without its padding."""
        px = self.theme.px
        pad = px(self.padding)
        room = self.surface.get_width() - px(BAR) - pad
        free = room - sum(px(column.width) for column in self.columns)
        shares = sum(column.share for column in self.columns) or 1.0
        edges, left = [], pad
        for column in self.columns:
            width = px(column.width) + int(free * column.share / shares)
            edges.append((left, left + width - pad))
            left += width
        return edges

    @property
    def _track(self) -> Rect:
        px, (width, height) = self.theme.px, self.surface.get_size()
        return Rect(width - px(BAR), px(self.heading), px(BAR) - px(2), height - px(self.heading) - px(4))

    @property
    def _thumb(self) -> Rect | None:
        """The thumb of the scroll bar; None if all lines are in sight."""
        track = self._track
        if not self._most_top:
            return None
        height = max(self.theme.px(LEAST_THUMB), track.height * self.page // self.lines.number)
        top = track.top + (track.height - height) * self.top // self._most_top
        return Rect(track.left, top, track.width, height)

    def line_at(self, local: tuple[int, int]) -> int | None:
        px = self.theme.px
        if not (
            0 <= local[0] < self._track.left and px(self.heading) <= local[1] < self.surface.get_height()
        ):
            return None
        line = self.top + (local[1] - px(self.heading)) // px(self.row)
        return line if line < self._bottom else None

    def column_at(self, local: tuple[int, int]) -> int | None:
        if not 0 <= local[1] < self.theme.px(self.heading):
            return None
        found = (n for n, (left, right) in enumerate(self.edges) if left <= local[0] <= right)
        return next(found, None)

    def tips(self, place: Rect) -> list[Tip]:
        """Returns the tips of the columns, at their headings; `place` is the place of the list."""
        height = self.theme.px(self.heading)
        return [
            (Rect(place.left + left, place.top, right - left, height), column.tip)
            for column, (left, right) in zip(self.columns, self.edges, strict=True)
            if column.tip
        ]

    # Changing

    def show_lines(self, lines: Lines, chosen: int | None, empty: str = "") -> None:
        """Shows other lines and scrolls to `chosen`."""
        self.lines, self.empty = lines, empty
        self.top = min(self.top, self._most_top)
        self.choose(chosen)

    def choose(self, line: int | None) -> None:
        """Chooses the existing line nearest to `line` and scrolls to it."""
        if line is None or not self.lines.number:
            self.chosen = None
            return
        self.chosen = min(max(0, line), self.lines.number - 1)
        self.top = min(max(self.top, self.chosen - self.page + 1), self.chosen)

    def scroll(self, lines: int) -> None:
        """Scrolls by a number of lines, at most to the first or last."""
        self.top = min(max(0, self.top + lines), self._most_top)

    def handle_key(self, key: int) -> bool:
        """Moves the choice if the key is one for that; returns whether it is."""
        here = self.chosen or 0
        to = {
            pygame.K_UP: here - 1,
            pygame.K_DOWN: here + 1,
            pygame.K_PAGEUP: here - self.page,
            pygame.K_PAGEDOWN: here + self.page,
            pygame.K_HOME: 0,
            pygame.K_END: self.lines.number - 1,
        }.get(key)
        if to is None:
            return False
        self.choose(to)
        return True

    # Drawing

    def paint_lines(self) -> None:
        surface, theme, px = self.surface, self.theme, self.theme.px
        surface.fill(theme["card"])
        theme.box(surface, surface.get_rect(), "well", "edge", 8)
        edges = self.edges
        inside = surface.get_rect().inflate(-2 * px(1), -2 * px(1))
        surface.set_clip(inside)
        self._draw_headings(edges)
        for line in range(self.top, self._bottom):
            self._draw_line(line, edges)
        if not self.lines.number and self.empty:
            picture = theme.text(self.empty, NORMAL, "quiet", room=inside.width - 2 * px(self.padding))
            surface.blit(picture, picture.get_rect(center=inside.center))
        if (thumb := self._thumb) is not None:
            colour = theme["quiet"] if self._grip is not None else theme["hover"]
            surface.blit(paint.rounded(thumb.size, thumb.width // 2, paint.rgba(colour)), thumb)
        surface.set_clip(None)

    def _draw_headings(self, edges: list[tuple[int, int]]) -> None:
        px = self.theme.px
        height = px(self.heading)
        for number, (column, (left, right)) in enumerate(zip(self.columns, edges, strict=True)):
            is_sorted = self.sorted_by is not None and self.sorted_by[0] == number
            colour = "text" if is_sorted or number == self.column_under else "quiet"
            sign = (DOWN if self.sorted_by[1] else UP) if is_sorted and self.sorted_by is not None else ""
            words = " ".join(filter(None, (column.heading, sign)))
            picture = self.theme.text(words, SMALL, colour)
            at = right - picture.get_width() if column.is_number else left
            self.surface.blit(picture, (at, (height - picture.get_height()) // 2))
        self.surface.fill(self.theme["edge"], (0, height - px(1), self.surface.get_width(), px(1)))

    def fitted(self, text: str, column: int, room: int) -> str:  # noqa: ARG002 - for a subclass
        """Returns the text, shortened if it is wider than `room`."""
        return self._short(text, self.size, room)

    def _draw_line(self, line: int, edges: list[tuple[int, int]]) -> None:
        theme, px = self.theme, self.theme.px
        top = px(self.heading) + (line - self.top) * px(self.row)
        place = Rect(px(1), top, self._track.left - px(2), px(self.row))
        if line == self.chosen:
            self.surface.fill(theme["best"], place)
            self.surface.fill(theme["accent"], (place.left, top, px(3), px(self.row)))
        elif line == self.line_under:
            self.surface.fill(theme["raised"], place)
        for number, (column, (left, right)) in enumerate(zip(self.columns, edges, strict=True)):
            text = self.fitted(self.lines.text(line, number), number, right - left)
            if text:
                colour = "text" if line == self.chosen else column.colour
                picture = theme.text(text, self.size, colour)
                at = right - picture.get_width() if column.is_number else left
                self.surface.blit(picture, (at, top + (px(self.row) - picture.get_height()) // 2))


class ListView(LineList, UIElement):
    """A list in a dialog, used with mouse and keyboard."""

    def __init__(
        self,
        place: Rect,
        manager: pygame_gui.UIManager,
        container: IContainerLikeInterface,
        theme: Theme,
        columns: Sequence[ColumnLook],
        sort: Callable[[int], object] = lambda _column: None,
        refresh: Callable[[], object] = lambda: None,
    ) -> None:
        """`sort` gets a clicked column; `refresh` runs every frame. Clicked lines post pygame_gui events."""
        UIElement.__init__(
            self, place, manager, container, starting_height=1, layer_thickness=1, element_id=["list_view"]
        )
        LineList.__init__(self, theme, Surface(place.size), columns)
        self._sort, self._refresh = sort, refresh
        self._tip_column: int | None = None  # the column whose tip is shown or to be shown
        self._clicked: tuple[int, float] = (-1, 0.0)
        self._drawn: object = None
        self._repaint()

    def heading_of(self, column: int) -> Rect:
        left, right = self.edges[column]
        return Rect(self.rect.left + left, self.rect.top, right - left, self.theme.px(self.heading))

    def _local(self, position: tuple[int, int]) -> tuple[int, int]:
        return position[0] - self.rect.left, position[1] - self.rect.top

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll(-WHEEL * event.y)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            return self._press(self.ui_manager.calculate_scaled_mouse_position(event.pos))
        if event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            self._grip = None
        elif event.type == pygame.MOUSEMOTION and self._grip is not None:
            self._drag(self._local(self.ui_manager.calculate_scaled_mouse_position(event.pos))[1])
        return False

    def _press(self, position: tuple[int, int]) -> bool:
        if not self.rect.collidepoint(position):
            return False
        local = self._local(position)
        thumb = self._thumb
        if (column := self.column_at(local)) is not None:
            self._sort(column)
        elif self.is_enabled and (line := self.line_at(local)) is not None:
            before, when = self._clicked
            self._clicked = line, time.monotonic()
            self.chosen = line
            is_double = line == before and time.monotonic() - when < DOUBLE_CLICK
            pygame.event.post(pygame.event.Event(DOUBLE_CLICKED if is_double else CHOSEN, ui_element=self))
        elif thumb is not None and local[0] >= self._track.left:
            inside = thumb.top <= local[1] < thumb.bottom
            self._grip = local[1] - thumb.top if inside else thumb.height // 2
            self._drag(local[1])
        return True

    def _drag(self, y: int) -> None:
        track, thumb = self._track, self._thumb
        if thumb is None or self._grip is None or track.height <= thumb.height:
            return
        share = (y - self._grip - track.top) / (track.height - thumb.height)
        self.top = round(min(1.0, max(0.0, share)) * self._most_top)

    def update(self, time_delta: float) -> None:
        super().update(time_delta)
        self._refresh()
        local = self._local(self.ui_manager.get_mouse_position()) if self.hovered else (-1, -1)
        self.line_under, self.column_under = self.line_at(local), self.column_at(local)
        shown = self.lines, self.chosen, self.top, self.empty, self.sorted_by
        state = shown, self.line_under, self.column_under, self._grip
        if state != self._drawn:
            self._drawn = state
            self._repaint()

    def while_hovering(
        self, time_delta: float, mouse_pos: pygame.Vector2 | tuple[int, int] | tuple[float, float]
    ) -> None:
        """Shows the tip of a column under its heading."""
        column = self.column_under
        if column != self._tip_column:
            if self.tool_tip is not None:
                self.tool_tip.kill()
                self.tool_tip = None
            self._tip_column, self.hover_time = column, 0.0
        if column is not None and self.tool_tip is None and self.hover_time > self.tool_tip_delay:
            heading = self.heading_of(column)
            self.tool_tip = self.ui_manager.create_tool_tip(
                self.columns[column].tip, (int(mouse_pos[0]), heading.centery), (0, heading.height // 2),
                self, None,
            )  # fmt: skip
        self.hover_time += time_delta

    def _repaint(self) -> None:
        self.paint_lines()
        self._set_image(self.surface)
