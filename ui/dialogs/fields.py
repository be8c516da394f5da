"""Widgets based on pygame_gui: menus, lists, check boxes and text fields, fonts that cover all scripts, and
a manager that has one appearance and starts no threads.
"""

import io
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import pygame
import pygame_gui
from pygame import Color, Rect, Surface
from pygame_gui.core import UIAppearanceTheme, UIElement
from pygame_gui.core.gui_font_pygame import GUIFontPygame
from pygame_gui.core.interfaces import IContainerLikeInterface
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface
from pygame_gui.core.resource_loaders import IResourceLoader
from pygame_gui.core.utility import FontResource, ImageResource, SurfaceResource
from pygame_gui.elements import UIButton, UICheckBox, UIDropDownMenu, UITextEntryLine

from ui import paint
from ui.list_view import ROW, ColumnLook, Lines, ListView
from ui.theme import CHINESE, JAPANESE, LATIN, Face, Theme, can_write, face_for, font_file

T = TypeVar("T")


class Menu(UIDropDownMenu, Generic[T]):
    """A drop-down menu of values; its list covers the dialog, and opens upwards if it fits better there."""

    def __init__(
        self, place: Rect, values: Sequence[T], chosen: T, labels: Sequence[str],
        theme: Theme, manager: pygame_gui.UIManager, container: IContainerLikeInterface,
    ) -> None:  # fmt: skip
        self.values, self.labels, self._theme, self._manager = tuple(values), tuple(labels), theme, manager
        self.list: ListBox[T] | None = None
        self._tip: str | None = None
        options: list[str | tuple[str, str]] = [(text, str(n)) for n, text in enumerate(labels)]
        super().__init__(options, options[self.values.index(chosen)], place, manager, container)

    @property
    def value(self) -> T:
        return self.values[self.index]

    @property
    def index(self) -> int:
        return int(self.selected_option[1])

    @property
    def _buttons(self) -> list[UIButton]:
        """The buttons on top of the menu: the chosen value and the arrow."""
        return [] if self.current_state is None else self.current_state.active_buttons

    def choose(self, value: T) -> None:
        """Selects another value."""
        index = self.values.index(value)
        self.selected_option = (self.labels[index], str(index))
        self._buttons[0].set_text(self.labels[index])

    def process_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame_gui.UI_BUTTON_PRESSED or event.ui_element not in self._buttons:
            return False
        if self.list is None:
            self.unfold()
        else:
            self.fold()
        return True

    def unfold(self) -> None:
        px, manager, root = self._theme.px, self._manager, self._manager.get_root_container()
        assert root is not None
        wanted, below = len(self.values) * px(ROW) + px(2), manager.window_resolution[1] - self.rect.bottom
        height = min(wanted, max(below, self.rect.top))
        place = Rect(self.rect.left, self.rect.bottom, self.rect.width, height)
        if height > below:
            place.bottom = self.rect.top
        self.list = ListBox(place, manager, root, self._theme, [ColumnLook("", 0, 1.0)])
        self.list.fill(self.values, self.labels)
        self.list.choose(self.index)
        self.list.change_layer(manager.get_sprite_group().get_top_layer() + 1)
        self._show_tip(None)  # it would cover the first value

    def fold(self) -> None:
        if self.list is not None:
            self.list.kill()  # type: ignore[no-untyped-call]
            self.list = None
            self._show_tip(self._tip)

    def kill(self) -> None:
        self.fold()
        super().kill()  # type: ignore[no-untyped-call]

    def set_tooltip(self, text: str | None = None, *_options: Any, **_more: Any) -> None:
        self._tip = text
        self._show_tip(text)

    def _show_tip(self, text: str | None) -> None:
        for element in (self, *self._buttons):
            element.tool_tip_text = text
            if element.tool_tip is not None:
                element.tool_tip.kill()
                element.tool_tip = None


class ListBox(ListView, Generic[T]):
    """A list of values, one a line; `value` is the chosen one, None in an empty list."""

    heading = 0
    values: tuple[T, ...] = ()

    @property
    def value(self) -> T | None:
        return None if self.chosen is None else self.values[self.chosen]

    def fill(self, values: Sequence[T], labels: Iterable[str]) -> None:
        """Replaces all lines; the first one is chosen."""
        self.values = tuple(values)
        self.show_lines(Lines([(label,) for label in labels]), 0)


class CheckBox(UICheckBox):
    """A check box with a drawn tick; a click on its text counts, too. Enter goes to the dialog."""

    def hover_point(self, hover_x: float, hover_y: float) -> bool:
        is_on_words = self.text_label.hover_point(hover_x, hover_y)
        return is_on_words or super().hover_point(hover_x, hover_y)

    def process_event(self, event: pygame.event.Event) -> bool:
        is_enter = event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN
        return not is_enter and super().process_event(event)

    def _get_display_symbol(self) -> str:
        return ""

    def _set_image(self, new_image: Surface | None) -> None:
        if new_image is not None and self.is_checked:
            new_image = new_image.copy()
            side = min(new_image.get_size())
            colour = self.ui_theme.get_colour("selected_text", self.combined_element_ids)
            paint.tick(new_image, Rect(0, 0, side, side), colour)
        super()._set_image(new_image)


class TextField(UITextEntryLine):
    """A text field with a quiet placeholder while it is empty (only painted while it has the focus)."""

    def set_text(self, text: str | None) -> None:
        super().set_text(text)
        if self.is_focused and not self.text:
            self.focus()  # type: ignore[no-untyped-call]

    def update(self, time_delta: float) -> None:
        super().update(time_delta)
        self._tint()

    def _set_image(self, new_image: Surface | None) -> None:
        layout = None if self.drawable_shape is None else self.drawable_shape.text_box_layout
        is_empty = self.is_focused and not self.text
        if new_image is not None and is_empty and layout is not None and self.font is not None:
            colour = self.ui_theme.get_colour("normal_text", ["@quiet"])
            words = self.font.render_premul(self.placeholder_text, colour)
            new_image = new_image.copy()
            place = words.get_rect(midleft=(layout.layout_rect.left, new_image.get_height() // 2))
            room = Rect(0, 0, new_image.get_width() - 2 * place.left, place.height)
            new_image.blit(words, place, room, pygame.BLEND_PREMULTIPLIED)
        super()._set_image(new_image)

    def _tint(self) -> None:
        """Colours the placeholder, which pygame_gui would draw like text."""
        shape = self.drawable_shape
        if shape is not None:
            style = self.combined_element_ids if self.text or self.is_focused else ["@quiet"]
            colour = self.ui_theme.get_colour("normal_text", style)
            if shape.theming["normal_text"] != colour:
                shape.theming["normal_text"] = colour
                shape.redraw_all_states()
                self._set_image(shape.get_fresh_surface())


def is_on(box: UICheckBox) -> bool:
    return bool(box.get_state())


def enable(element: UIElement, is_enabled: bool) -> None:
    if is_enabled:
        element.enable()
    else:
        element.disable()


# The faces for letters, by their names in pygame_gui.
_FACES: Final = {face.name: face for face in (LATIN, JAPANESE, CHINESE)}


class DirectLoader(IResourceLoader):
    """Loads each font and picture at once. The default loader of pygame_gui starts five threads for every
    manager, and if one of them cannot be started, the others keep the program from ever ending.
    """

    def started(self) -> bool:
        """Whether it is too late to load anything in the background: always true."""
        return True

    def add_resource(self, resource: FontResource | ImageResource | SurfaceResource) -> None:
        raise NotImplementedError("whoever asks `started` before loads it himself")

    def start(self) -> None: ...

    def update(self) -> tuple[bool, float]:
        return True, 1.0


class AnyScript(GUIFontPygame):
    """A font that falls back to another face for characters it lacks: names may be in any script."""

    def __init__(self, face: Face, size: int, bold: bool, language: str) -> None:
        """Han characters have the forms of `language`."""
        super().__init__(io.BytesIO(font_file(face.bold if bold else face.regular)), size)
        self._face = face
        self._language = language
        self._others: dict[Face, GUIFontPygame] = {}

    def _for(self, text: str) -> GUIFontPygame:
        """Returns the first font that has all characters of a text, or else this one."""
        if text.isascii() or can_write(self._face, text):
            return self
        faces = (face_for(text, self._language), CHINESE)
        face = next((face for face in faces if can_write(face, text)), self._face)
        if face is self._face:
            return self
        if face not in self._others:
            self._others[face] = GUIFontPygame(io.BytesIO(font_file(face.regular)), self.get_point_size())
        return self._others[face]

    def get_rect(self, text: str) -> Rect:
        return GUIFontPygame.get_rect(self._for(text), text)

    def get_metrics(self, text: str) -> Any:
        return GUIFontPygame.get_metrics(self._for(text), text)

    def render_premul(self, text: str, text_color: Color) -> Surface:
        return GUIFontPygame.render_premul(self._for(text), text, text_color)

    def render_premul_to(
        self, text: str, text_colour: Color, surf_size: tuple[int, int], surf_position: tuple[int, int]
    ) -> Surface:
        font = self._for(text)
        return GUIFontPygame.render_premul_to(font, text, text_colour, surf_size, surf_position)


class Appearance(UIAppearanceTheme):
    """The theme of the widgets; every font except that of symbols covers every script."""

    def __init__(self, theme: Theme) -> None:
        self._language = theme.language
        self._fonts: dict[tuple[Face, int, bool], AnyScript] = {}
        self._ids: dict[str, list[str]] = {}
        super().__init__(DirectLoader(), "en")
        self.load_theme(theme.widgets)

    def get_font(self, combined_element_ids: list[str]) -> IGUIFontInterface:
        info = self.get_font_info(combined_element_ids)
        face = _FACES.get(info["name"])
        if face is None:
            return super().get_font(combined_element_ids)
        key = face, int(info["size"]), bool(info["bold"])
        if key not in self._fonts:
            self._fonts[key] = AnyScript(*key, self._language)
        return self._fonts[key]

    def build_all_combined_ids(self, *parts: Any) -> list[str]:
        """Caches the ids by short keys: those of pygame_gui are products of all parts, up to 26 megabytes."""
        key = str(parts)
        if key not in self._ids:
            self._ids[key] = super().build_all_combined_ids(*parts)
            self.unique_theming_ids.clear()
        return self._ids[key]


@lru_cache(maxsize=1)
def _appearance_of(theme: Theme) -> Appearance:
    """Caches the appearance across window sizes: it holds megabytes and takes most of a frame to build."""
    return Appearance(theme)


class Widgets(pygame_gui.UIManager):
    """The manager of all dialog widgets, in a window of `size` in pixels."""

    def __init__(self, size: tuple[int, int], theme: Theme, pixels_per_point: float) -> None:
        self._theme = theme
        super().__init__(size, enable_live_theme_updates=False, resource_loader=DirectLoader())
        self.mouse_pos_scale_factor = [pixels_per_point] * 2

    def create_new_theme(self, theme_path: Any = None) -> UIAppearanceTheme:  # noqa: ARG002 - there is one
        return _appearance_of(self._theme)
