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
from ui.text.wording import format_threads
from ui.theme import Theme

ANIMATION: Final = {
    "Off": AnimationSpeed.OFF,
    "Fast": AnimationSpeed.FAST,
    "Normal": AnimationSpeed.NORMAL,
    "Slow": AnimationSpeed.SLOW,
}
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
        super().__init__(manager, theme, "Settings", (560, 604))
        self._settings = settings
        self._before = before or settings
        self._apply = apply
        self._clear = clear
        self._volume = self.slider(self.row("Volume"), round(100 * settings.volume), (0, 100))
        speed = next(name for name, value in ANIMATION.items() if value is settings.animation)
        self._animation = self.drop_down(self.row("Animation"), tuple(ANIMATION), speed)
        paces = tuple(pace_name(pace) for pace in sorted({*PACES, settings.watch_pace}))
        self._pace = self.drop_down(self.row("Watching, a move every"), paces, pace_name(settings.watch_pace))
        memory = self.row("Memory of the search")
        gap, width = theme.px(8), theme.px(CLEAR)
        menu = Rect(memory.left, memory.top, memory.width - width - gap, memory.height)
        self._table = self.drop_down(menu, tuple(TABLES), table_name(settings.table_megabytes))
        clear_place = Rect(menu.right + gap, memory.top, width, memory.height)
        self.button(clear_place, "Clear", clear).set_tooltip(
            "Forget what was searched. A running search begins again."
        )
        threads = tuple(format_threads(n) for n in range(1, processors() + 1))
        self._threads = self.drop_down(
            self.row("Threads of the search"), threads, format_threads(settings.threads)
        )
        self._selective = self.check_box("Selective search", settings.selective)
        self._selective.set_tooltip(
            "Leave out what a short search says is not worth a long one: it looks farther, and is a little "
            "less sure. A running search begins again."
        )
        self._book = self.check_box("Opening book", settings.book)
        self._book.set_tooltip(
            "At full strength the computer plays at once, and with variety, what it has found out beforehand."
        )
        self._sound = self.check_box("Sound", not settings.muted)
        self._legal = self.check_box("Show legal moves", settings.show_legal_moves)
        self._evaluation = self.check_box("Show the evaluation bar", settings.show_evaluation)
        self._coordinates = self.check_box("Show coordinates", settings.show_coordinates)
        self._fullscreen = self.check_box("Full screen", settings.fullscreen)
        self.buttons("Done")

    def choice(self) -> Settings:
        """What the widgets say now."""
        return replace(
            self._settings,
            volume=self._volume.get_current_value() / 100,
            muted=not self._sound.get_state(),
            animation=ANIMATION[self._animation.selected_option[0]],
            watch_pace=float(self._pace.selected_option[0].split()[0]),
            table_megabytes=TABLES[self._table.selected_option[0]],
            threads=int(self._threads.selected_option[0].split()[0]),
            selective=bool(self._selective.get_state()),
            book=bool(self._book.get_state()),
            show_legal_moves=bool(self._legal.get_state()),
            show_evaluation=bool(self._evaluation.get_state()),
            show_coordinates=bool(self._coordinates.get_state()),
            fullscreen=bool(self._fullscreen.get_state()),
        )

    def changed(self) -> None:
        self.say("")
        self._settings = self._apply(self.choice())
        self.show(self._table, table_name(self._settings.table_megabytes))  # what was refused is taken back

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


def pace_name(seconds: float) -> str:
    return f"{seconds:g} s"


def table_name(megabytes: int) -> str:
    return f"{megabytes:,} MB for each player"


TABLES: Final = {table_name(size): size for size in TABLE_SIZES}
