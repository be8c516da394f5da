"""The settings and the sounds: every change shows, or is heard, at once; Cancel takes all of them back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pygame import Rect
from pygame_gui.elements import UICheckBox, UIHorizontalSlider

from play.settings import TABLE_SIZES, AnimationSpeed, Coordinates, Language, Settings, SoundSet, processors
from ui.colours import SYSTEM, boards, themes
from ui.dialogs.fields import Menu, is_on
from ui.dialogs.keys import KeysDialog
from ui.dialogs.live import LiveDialog
from ui.text import _, languages, pgettext
from ui.text.wording import format_pace, format_threads

PACES: Final = (0.0, 0.2, 0.4, 0.6, 1.0, 2.0, 5.0)
SCALES: Final = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
TEXT_SIZES: Final = (1.0, 1.15, 1.3, 1.5)
# Width of the button beside the memory.
CLEAR: Final = 64


class SettingsDialog(LiveDialog):
    def fill(self) -> None:
        self.open_window(_("Settings"), (884, 548))
        self.menus: dict[str, Menu[Any]] = {}  # by the names of the settings
        self.boxes: dict[str, UICheckBox] = {}
        settings = self.choice
        self.column(0, 2)
        self._menu("language", self.row(_("Language")), tuple(Language), languages.label)
        paces = sorted({*PACES, settings.watch_pace})
        self._menu("watch_pace", self.row(_("Watching, a move every")), paces, format_pace)
        self._fill_memory(self.row(_("Memory of the search")))
        threads = range(1, processors() + 1)
        self._menu("threads", self.row(_("Threads of the search")), threads, format_threads)
        tip = _("As the system: at normal speed, but nothing moves where the system asks for less motion.")
        self._menu("animation", self.row(_("Animation")), tuple(AnimationSpeed), animation_label, tip)
        self._check_box(
            "selective",
            _("Selective search"),
            _(
                "Leave out what a short search says is not worth a long one: it looks farther, and is a "
                "little less sure. A running search begins again."
            ),
        )
        self._check_box(
            "book",
            _("Opening book"),
            _(
                "At full strength the computer plays at once, and with variety, what it has found out "
                "beforehand."
            ),
        )
        self._check_box(
            "think_ahead",
            _("Think while you think"),
            _("The computer searches in your time, too, for a minute at most: its answers come from deeper."),
        )
        self.sound = self.check_box(_("Sound"), not settings.muted)
        self.column(1, 2)
        looks = _with((SYSTEM, *themes()), settings.theme)
        self._menu("theme", self.row(_("Theme")), looks, theme_label)
        self._menu("board", self.row(_("Board")), _with(boards(), settings.board), board_label)
        scales = sorted({*SCALES, settings.interface_scale})
        self._menu("interface_scale", self.row(_("Size of everything")), scales, scale_label)
        sizes = sorted({*TEXT_SIZES, settings.text_size})
        tip = _("As far as all of it still fits into the window.")
        self._menu("text_size", self.row(_("Size of text")), sizes, scale_label, tip)
        self._menu("coordinates", self.row(_("Coordinates")), tuple(Coordinates), coordinates_label)
        self._check_box("show_move_numbers", _("Show numbers of moves on discs"))
        self._check_box("show_turned", _("Show which discs were just turned"))
        self._check_box("show_legal_moves", _("Show legal moves"))
        self._check_box("show_evaluation", _("Show the evaluation bar"))
        self._check_box("fullscreen", _("Full screen"))
        self.buttons(_("Done"))
        self.link(_("Change keys"), partial(self._open, KeysDialog))
        self.link(_("Sounds"), partial(self._open, SoundDialog), 1)

    def _menu(
        self,
        name: str,
        place: Rect,
        values: Sequence[Any],
        label: Callable[[Any], str],
        tip: str | None = None,
    ) -> None:
        self.menus[name] = menu = self.menu(place, values, getattr(self.choice, name), label)
        menu.element.set_tooltip(tip)

    def _check_box(self, name: str, text: str, tip: str | None = None) -> None:
        self.boxes[name] = self.check_box(text, getattr(self.choice, name), tip)

    def _fill_memory(self, place: Rect) -> None:
        """The size of the tables, and beside it the button that clears them."""
        gap, width = self.theme.px(8), self.theme.px(CLEAR)
        menu = Rect(place.left, place.top, place.width - width - gap, place.height)
        self._menu("table_megabytes", menu, TABLE_SIZES, table_label)
        self.clear_button = self.button(
            Rect(menu.right + gap, place.top, width, place.height),
            _("Clear"),
            self.listener.clear,
            tip=_("Forget what was searched. A running search begins again."),
        )

    def chosen(self) -> Settings:
        said: dict[str, Any] = {name: menu.value for name, menu in self.menus.items()}
        said |= {name: is_on(box) for name, box in self.boxes.items()}
        return replace(self.choice, muted=not is_on(self.sound), **said)

    def changed(self) -> None:
        self.say("")
        self.choice = self.listener.apply(self.chosen())
        self.menus["table_megabytes"].show(self.choice.table_megabytes)  # what was refused is taken back

    def leave_for(self, open_other: Callable[[], object]) -> None:
        """With what has been chosen so far."""
        self.accept()
        open_other()

    def _open(self, kind: type[LiveDialog]) -> None:
        self.listener.open_dialog(kind(self._before, self.listener))


def _with(offered: tuple[str, ...], chosen: str) -> tuple[str, ...]:
    """What can be chosen, and what has been chosen though it is no longer there."""
    return offered if chosen in offered else (*offered, chosen)


def theme_label(name: str) -> str:
    names = {
        SYSTEM: _("As the system"),
        "dark": _("Dark"),
        "light": _("Light"),
        "contrast": _("High contrast"),
    }
    return names.get(name, name)


def coordinates_label(coordinates: Coordinates) -> str:
    names = {
        Coordinates.OUTSIDE: _("In the frame"),
        Coordinates.INSIDE: _("In the squares"),
        Coordinates.NONE: _("None"),
    }
    return names[coordinates]


def scale_label(scale: float) -> str:
    return _("{percent} %").format(percent=f"{100 * scale:.0f}")


def board_label(name: str) -> str:
    return {"green": _("Green felt"), "wood": _("Wood"), "slate": _("Slate")}.get(name, name)


def animation_label(speed: AnimationSpeed) -> str:
    names = {
        AnimationSpeed.SYSTEM: _("As the system"),
        AnimationSpeed.OFF: _("Off"),
        AnimationSpeed.FAST: _("Fast"),
        AnimationSpeed.NORMAL: _("Normal"),
        AnimationSpeed.SLOW: pgettext("speed of the animation", "Slow"),
    }
    return names[speed]


def table_label(megabytes: int) -> str:
    return _("{megabytes} MB each").format(megabytes=f"{megabytes:,}")


class SoundDialog(LiveDialog):
    def fill(self) -> None:
        self.open_window(_("Sounds"), (480, 290))
        settings = self.choice
        self.sounds = self.menu_row(_("Sounds"), tuple(SoundSet), settings.sounds, sounds_label)
        self.volume = self._slider_row(_("Volume of the discs"), settings.volume)
        self.clock_volume = self._slider_row(_("Volume of the clock"), settings.clock_volume)
        self.buttons(_("Done"))
        self.say(_("The last ten seconds of your clock are heard, one by one."))

    def _slider_row(self, label: str, volume: float) -> UIHorizontalSlider:
        return self.slider(self.row(label), round(100 * volume), (0, 100))

    def chosen(self) -> Settings:
        return replace(
            self.choice,
            sounds=self.sounds.value,
            volume=self.volume.get_current_value() / 100,
            clock_volume=self.clock_volume.get_current_value() / 100,
        )

    def changed(self) -> None:
        before, self.choice = self.choice, self.listener.apply(self.chosen())
        if self.choice != before:
            self.listener.play("tick" if self.choice.clock_volume != before.clock_volume else "disc")


def sounds_label(sounds: SoundSet) -> str:
    return {SoundSet.WOOD: _("Wood"), SoundSet.GLASS: _("Glass")}[sounds]
