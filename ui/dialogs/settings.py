"""The settings dialog: every change shows at once; Cancel takes all of them back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame
import pygame_gui
from pygame import Rect

from play.hardware import processors
from play.settings import TABLE_SIZES, AnimationSpeed, Settings
from ui.dialogs.dialog import Dialog
from ui.text import _
from ui.text.wording import format_threads
from ui.theme import Theme

PACES: Final = (0.0, 0.2, 0.4, 0.6, 1.0, 2.0, 5.0)
# Width of the button beside the memory.
CLEAR: Final = 96

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
    ) -> None:
        """`apply` is called with every change and returns what is true then; `before` is what Cancel goes
        back to; `clear` forgets what was searched.
        """
        super().__init__(manager, theme, _("Settings"), (560, 604))
        self._settings = settings
        self._before = before or settings
        self._apply = apply
        self._clear = clear
        self.volume = self.slider(self.row(_("Volume")), round(100 * settings.volume), (0, 100))
        self.animation = self.menu(
            self.row(_("Animation")), tuple(AnimationSpeed), settings.animation, animation_label
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
        self.sound = self.check_box(_("Sound"), not settings.muted)
        self.legal = self.check_box(_("Show legal moves"), settings.show_legal_moves)
        self.evaluation = self.check_box(_("Show the evaluation bar"), settings.show_evaluation)
        self.coordinates = self.check_box(_("Show coordinates"), settings.show_coordinates)
        self.fullscreen = self.check_box(_("Full screen"), settings.fullscreen)
        self.buttons(_("Done"))

    def choice(self) -> Settings:
        """What the widgets say now."""
        return replace(
            self._settings,
            volume=self.volume.get_current_value() / 100,
            muted=not self.sound.get_state(),
            animation=self.animation.value,
            watch_pace=self.pace.value,
            table_megabytes=self.table.value,
            threads=self.threads.value,
            selective=bool(self.selective.get_state()),
            book=bool(self.book.get_state()),
            show_legal_moves=bool(self.legal.get_state()),
            show_evaluation=bool(self.evaluation.get_state()),
            show_coordinates=bool(self.coordinates.get_state()),
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
        return SettingsDialog(manager, theme, self.choice(), self._apply, self._clear, self._before)


def animation_label(speed: AnimationSpeed) -> str:
    names = {"off": _("Off"), "fast": _("Fast"), "normal": _("Normal"), "slow": _("Slow")}
    return names[speed.value]


def pace_label(seconds: float) -> str:
    return _("{seconds} s").format(seconds=f"{seconds:g}")


def table_label(megabytes: int) -> str:
    return _("{megabytes} MB for each player").format(megabytes=f"{megabytes:,}")
