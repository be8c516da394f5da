"""The settings dialog."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, Final

from pygame import Rect
from pygame_gui.elements import UICheckBox

from ai.limits import processors
from play.settings import TABLE_SIZES, WATCH_SPEEDS, AnimationSpeed, Coordinates, Language, Settings
from ui.colours import BOARDS, SYSTEM, THEMES, offered
from ui.dialogs.dialog import WIDGET, Dialog
from ui.dialogs.fields import Menu, TextField, is_on
from ui.layout import text_size_in
from ui.text import N_, _, format_number, languages, ngettext, pgettext
from ui.text.wording import format_threads, format_watch_speed
from ui.theme import drawable
from ui.window import Window

LABELS: Final[Mapping[object, str]] = {
    SYSTEM: N_("System"),
    "dark": N_("Dark"),
    "light": N_("Light"),
    "contrast": N_("High contrast"),
    "green": N_("Green felt"),
    "wood": N_("Wood"),
    "slate": N_("Slate"),
    Coordinates.OUTSIDE: N_("In the frame"),
    Coordinates.INSIDE: N_("In the squares"),
    Coordinates.NONE: N_("None"),
    AnimationSpeed.SYSTEM: N_("System"),
    AnimationSpeed.OFF: N_("Off"),
    AnimationSpeed.FAST: N_("Fast"),
    AnimationSpeed.NORMAL: N_("Normal"),
}


# The numbers of lines an analysis can show; 0 is every move.
LINES: Final = (1, 2, 3, 5, 0)
# Width of the tabs.
TABS: Final = 320


class Part(Enum):
    """The tabs: everyday settings, and those of the search."""

    GENERAL = N_("General")
    ADVANCED = N_("Advanced")


class SettingsDialog(Dialog[Settings, Window]):
    """The settings: every change is applied at once, and Cancel undoes them all."""

    def __init__(self, choice: Settings, listener: Window) -> None:
        super().__init__(choice, listener)
        self._before = choice
        self._part = Part.GENERAL

    def accept(self) -> None:
        self._before = self.chosen()
        self.close()

    def close(self) -> None:
        super().close()
        self.listener.apply(self._before)

    def fill(self) -> None:
        self.open_window(_("Settings"), (884, 464))
        self.menus: dict[str, Menu[Any]] = {}  # by the names of the settings
        self.boxes: dict[str, UICheckBox] = {}
        self.sound: UICheckBox | None = None
        self.names: TextField | None = None
        place, _rest = self.parts(self.take(WIDGET, 20), TABS, 0, gap=0)
        self.tabs = self.choices(place, tuple(Part), self._part, lambda part: _(part.value), self.show_part)
        self.inside = Rect(self.room)
        (self._fill_general if self._part is Part.GENERAL else self._fill_advanced)()
        self.buttons(_("Done"))

    def _fill_general(self) -> None:
        settings = self.choice
        self.column(0, 2)
        self.sound = self.check_box(_("Sound"), not settings.muted)
        volumes = sorted({*(tenths / 10 for tenths in range(1, 11)), settings.volume})
        self._menu("volume", self.row(_("Volume")), volumes, scale_label)
        looks = list(dict.fromkeys((SYSTEM, *offered(THEMES), settings.theme)))  # the chosen one may be gone
        self._menu("theme", self.row(_("Theme")), looks, label_of)
        boards = list(dict.fromkeys((*offered(BOARDS), settings.board)))
        self._menu("board", self.row(_("Board")), boards, label_of)
        sizes = [size for size in (1.15, 1.3, 1.5) if self._text_that_fits(settings, size) >= size]
        sizes = sorted({1.0, *sizes, settings.text_size})
        tip = _("As large as fits in the window.")
        self._menu("text_size", self.row(_("Text size")), sizes, scale_label, tip)
        scales = sorted({0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, settings.interface_scale})
        self._menu("interface_scale", self.row(_("Interface size")), scales, scale_label)
        self.column(1, 2)
        self._menu("language", self.row(_("Language")), tuple(Language), languages.label)
        self.names = self.entry(self.row(_("Your names")), settings.names, _("Separated by commas"))
        self.names.set_tooltip(_("Your names in the games of the library and of archives."))
        tip = _("System: normal speed, but nothing moves if the system asks for less motion.")
        self._menu("animation", self.row(_("Animation")), tuple(AnimationSpeed), label_of, tip)
        self._menu("coordinates", self.row(_("Coordinates")), tuple(Coordinates), label_of)
        self._check_box("show_legal_moves", _("Show legal moves"))
        self._check_box("fullscreen", _("Full screen"))

    def _fill_advanced(self) -> None:
        self.column(0, 2)
        speeds = sorted({*WATCH_SPEEDS, self.choice.watch_speed})
        self._menu("watch_speed", self.row(_("Watching")), speeds, format_watch_speed)
        self._menu("table_megabytes", self.row(_("Search memory")), TABLE_SIZES, table_label)
        threads = (0, *range(1, processors() + 1))
        tip = _(
            "Automatic: one; at full strength against a person or another program, all processors but one."
        )
        self._menu("search_threads", self.row(_("Search threads")), threads, threads_label, tip)
        tip = _("An analysis uses all processors but one, unless you choose how many.")
        threads = tuple(sorted({*threads, self.choice.analysis_threads}))
        self._menu("analysis_threads", self.row(_("Analysis")), threads, analysis_label, tip)
        tip = _("How many best moves an analysis looks for: the fewer, the deeper.")
        lines = tuple(dict.fromkeys((*LINES, self.choice.lines)))
        self._menu("lines", self.row(_("Lines")), lines, lines_label, tip)
        self.column(1, 2)
        tip = _(
            "Skip what a short search already settles: the search looks further ahead, but is a little less "
            "sure. A running search starts again."
        )
        self._check_box("selective", _("Selective search"), tip)
        tip = _("At full strength the computer plays prepared moves, at once and with variety.")
        self._check_box("book", _("Opening book"), tip)
        tip = _(
            "At full strength the computer also searches on the time of a person or another program, for at "
            "most a minute: its answers are then deeper."
        )
        self._check_box("think_ahead", _("Think on the opponent's time"), tip)
        self._check_box("show_evaluation", _("Show the evaluation bar"))
        self.link(_("Engines"), self._open_engines, tip=_("Other programs, to play against and to watch"))

    def show_part(self, part: Part) -> None:
        self.keep()
        self._part = part
        self.refill()

    def _menu(
        self,
        name: str,
        place: Rect,
        values: Sequence[Any],
        label: Callable[[Any], str],
        tip: str | None = None,
    ) -> None:
        self.menus[name] = menu = self.menu(place, values, getattr(self.choice, name), label)
        menu.set_tooltip(tip)

    def _check_box(self, name: str, text: str, tip: str | None = None) -> None:
        self.boxes[name] = self.check_box(text, getattr(self.choice, name), tip)

    def chosen(self) -> Settings:
        said: dict[str, Any] = {name: menu.value for name, menu in self.menus.items()}
        said |= {name: is_on(box) for name, box in self.boxes.items()}
        if self.sound is not None and self.names is not None:
            said |= {"muted": not is_on(self.sound), "names": self.names.get_text()}
        return replace(self.choice, **said)

    def changed(self) -> None:
        chosen, volume = self.chosen(), self.choice.volume
        fits = self._text_that_fits(chosen, chosen.text_size)
        message = _("Text up to {percent} % fits in this window", percent=round(100 * fits))
        self.show_message(message if fits < chosen.text_size else "")
        self.choice = self.listener.apply(chosen)
        if self.choice.volume != volume:
            self.listener.sounds.play("disc")
        if memory := self.menus.get("table_megabytes"):
            memory.choose(self.choice.table_megabytes)  # undo a size that was refused

    def _text_that_fits(self, chosen: Settings, text_size: float) -> float:
        size = self.listener.display.surface.get_size()
        return round(text_size_in(size, chosen.interface_scale, text_size), 2)

    def leave_for(self, open_other: Callable[[], object]) -> None:
        """Opens another dialog and keeps the changes made so far."""
        self.accept()
        open_other()

    def _open_engines(self) -> None:
        from ui.dialogs.engines import open_engines

        open_engines(self.listener)


def label_of(value: object) -> str:
    """Returns the label of a value; themes and boards that the user added are called by their files."""
    if value is AnimationSpeed.SLOW:
        return pgettext("speed of the animation", "Slow")
    return _(LABELS[value]) if value in LABELS else drawable(str(value))


def scale_label(scale: float) -> str:
    return _("{percent} %", percent=f"{100 * scale:.0f}")


def threads_label(threads: int) -> str:
    return format_threads(threads) if threads else _("Automatic")


def analysis_label(threads: int) -> str:
    return format_threads(threads) if threads else _("All processors but one")


def lines_label(lines: int) -> str:
    if not lines:
        return _("every move")
    return ngettext("the best move", "the best {lines} moves", lines, lines=lines)


def table_label(megabytes: int) -> str:
    return _("{megabytes} MB each", megabytes=format_number(megabytes))
