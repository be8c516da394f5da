"""The settings dialog: every change shows at once; Cancel takes all of them back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame
import pygame_gui
from pygame import Rect

from play.hardware import processors
from play.settings import TABLE_SIZES, AnimationSpeed, Coordinates, Language, Settings
from ui.colours import SYSTEM, boards, themes
from ui.dialogs.dialog import Dialog
from ui.text import _, languages, pgettext
from ui.text.wording import format_threads
from ui.theme import Theme

PACES: Final = (0.0, 0.2, 0.4, 0.6, 1.0, 2.0, 5.0)
SCALES: Final = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
TEXT_SIZES: Final = (1.0, 1.15, 1.3, 1.5)
# Width of the button beside the memory.
CLEAR: Final = 64

CHANGES: Final = (
    pygame_gui.UI_DROP_DOWN_MENU_CHANGED,
    pygame_gui.UI_HORIZONTAL_SLIDER_MOVED,
    pygame_gui.UI_CHECK_BOX_CHECKED,
    pygame_gui.UI_CHECK_BOX_UNCHECKED,
)


class SettingsDialog(Dialog):
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        settings: Settings,
        apply: Callable[[Settings], Settings],
        clear: Callable[[], None],
        before: Settings | None = None,
        change_keys: Callable[[], None] | None = None,
        change_sounds: Callable[[], None] | None = None,
    ) -> None:
        """`apply` is called with every change and returns what is true then; `before` is what Cancel goes
        back to; `clear` forgets what was searched, and the last two open the list of keys and the sounds.
        """
        super().__init__(manager, theme, _("Settings"), (884, 548))
        self._settings = settings
        self._before = before or settings
        self._apply = apply
        self._clear = clear
        self.column(0, 2)
        self.language = self.menu(
            self.row(_("Language")), tuple(Language), settings.language, languages.label
        )
        paces = sorted({*PACES, settings.watch_pace})
        self.pace = self.menu(self.row(_("Watching, a move every")), paces, settings.watch_pace, pace_label)
        memory = self.row(_("Memory of the search"))
        gap, width = theme.px(8), theme.px(CLEAR)
        menu = Rect(memory.left, memory.top, memory.width - width - gap, memory.height)
        self.table = self.menu(menu, TABLE_SIZES, settings.table_megabytes, table_label)
        clear_place = Rect(menu.right + gap, memory.top, width, memory.height)
        self.clear_button = self.button(clear_place, _("Clear"), clear)
        self.clear_button.set_tooltip(_("Forget what was searched. A running search begins again."))
        threads = range(1, processors() + 1)
        self.threads = self.menu(
            self.row(_("Threads of the search")), threads, settings.threads, format_threads
        )
        self.animation = self.menu(
            self.row(_("Animation")), tuple(AnimationSpeed), settings.animation, animation_label
        )
        self.animation.element.set_tooltip(
            _("As the system: at normal speed, but nothing moves where the system asks for less motion.")
        )
        self.selective = self.check_box(_("Selective search"), settings.selective)
        self.selective.set_tooltip(
            _(
                "Leave out what a short search says is not worth a long one: it looks farther, and is a "
                "little less sure. A running search begins again."
            )
        )
        self.book = self.check_box(_("Opening book"), settings.book)
        self.book.set_tooltip(
            _(
                "At full strength the computer plays at once, and with variety, what it has found out "
                "beforehand."
            )
        )
        self.ahead = self.check_box(_("Think while you think"), settings.think_ahead)
        self.ahead.set_tooltip(
            _("The computer searches in your time, too, for a minute at most: its answers come from deeper.")
        )
        self.sound = self.check_box(_("Sound"), not settings.muted)
        self.column(1, 2)
        self.look = self.menu(
            self.row(_("Theme")), _with((SYSTEM, *themes()), settings.theme), settings.theme, theme_label
        )
        self.board = self.menu(
            self.row(_("Board")), _with(boards(), settings.board), settings.board, board_label
        )
        scales = sorted({*SCALES, settings.interface_scale})
        self.scale = self.menu(
            self.row(_("Size of everything")), scales, settings.interface_scale, scale_label
        )
        sizes = sorted({*TEXT_SIZES, settings.text_size})
        self.text_size = self.menu(self.row(_("Size of text")), sizes, settings.text_size, scale_label)
        self.text_size.element.set_tooltip(_("As far as all of it still fits into the window."))
        self.coordinates = self.menu(
            self.row(_("Coordinates")), tuple(Coordinates), settings.coordinates, coordinates_label
        )
        self.numbers = self.check_box(_("Show numbers of moves on discs"), settings.show_move_numbers)
        self.turned = self.check_box(_("Show which discs were just turned"), settings.show_turned)
        self.legal = self.check_box(_("Show legal moves"), settings.show_legal_moves)
        self.evaluation = self.check_box(_("Show the evaluation bar"), settings.show_evaluation)
        self.fullscreen = self.check_box(_("Full screen"), settings.fullscreen)
        self.buttons(_("Done"))
        self._change_keys, self._change_sounds = change_keys, change_sounds
        others = ((_("Change keys"), change_keys), (_("Sounds"), change_sounds))
        for number, (label, change) in enumerate(others):
            if change is not None:
                self.button_at_left(label, partial(self._leave_for, change), number)

    def choice(self) -> Settings:
        """What the widgets say now."""
        return replace(
            self._settings,
            language=self.language.value,
            muted=not self.sound.get_state(),
            animation=self.animation.value,
            watch_pace=self.pace.value,
            table_megabytes=self.table.value,
            threads=self.threads.value,
            theme=self.look.value,
            board=self.board.value,
            interface_scale=self.scale.value,
            text_size=self.text_size.value,
            show_move_numbers=bool(self.numbers.get_state()),
            show_turned=bool(self.turned.get_state()),
            selective=bool(self.selective.get_state()),
            book=bool(self.book.get_state()),
            think_ahead=bool(self.ahead.get_state()),
            show_legal_moves=bool(self.legal.get_state()),
            show_evaluation=bool(self.evaluation.get_state()),
            coordinates=self.coordinates.value,
            fullscreen=bool(self.fullscreen.get_state()),
        )

    def changed(self) -> None:
        self.say("")
        self._settings = self._apply(self.choice())
        self.table.show(self._settings.table_megabytes)  # what was refused is taken back

    def accept(self) -> None:
        self._before = self.choice()
        self.close()

    def close(self) -> None:
        super().close()
        self._apply(self._before)

    def process(self, event: pygame.event.Event) -> None:
        if event.type in CHANGES:
            self.changed()
        super().process(event)

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> SettingsDialog:
        return SettingsDialog(
            manager, theme, self.choice(), self._apply, self._clear, self._before,
            self._change_keys, self._change_sounds,
        )  # fmt: skip

    def _leave_for(self, other: Callable[[], None]) -> None:
        """With what has been chosen so far."""
        self.accept()
        other()


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


def pace_label(seconds: float) -> str:
    return _("{seconds} s").format(seconds=f"{seconds:g}")


def table_label(megabytes: int) -> str:
    return _("{megabytes} MB each").format(megabytes=f"{megabytes:,}")
