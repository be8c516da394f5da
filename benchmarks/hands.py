"""Performs deeds in the window of this process, with the pointer and the keyboard of its screen."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeVar

from benchmarks.deeds import Deed
from game.board import squares

if TYPE_CHECKING:
    from ui.app import App
    from ui.input import Key

# Seconds after a resize during which the window may have a size that the program does not know yet.
SETTLING: Final = 0.3
# The largest table of a deed, in megabytes: larger ones would use up the memory of other programs.
LARGEST_TABLE: Final = 128
# The settings that deeds change.
CHANGED_MENUS: Final = ("watch_speed", "table_megabytes", "search_threads", "animation", "coordinates")
CHANGED_BOXES: Final = ("selective", "book", "think_ahead", "show_legal_moves", "show_evaluation")

T = TypeVar("T")


def pick(values: Sequence[T], share: float) -> T:
    return values[min(len(values) - 1, int(share * len(values)))]


class Hands:
    """A running xdotool that reads commands line by line; `close` ends the process."""

    def __init__(self, app: App, environment: dict[str, str]) -> None:
        self.app = app
        self._tool = subprocess.Popen(["xdotool", "-"], env=environment, stdin=subprocess.PIPE, text=True)
        self._size = (0, 0)
        self._sized = 0.0

    def close(self) -> None:
        self._tool.kill()
        self._tool.wait()

    @property
    def are_free(self) -> bool:
        """Whether the size of the window has settled, so that a click hits its target."""
        size = self.app.display.window.size
        if size != self._size:
            self._size, self._sized = size, perf_counter()
        return perf_counter() - self._sized > SETTLING

    def send(self, line: str) -> None:
        """Sends a command. Raises BrokenPipeError if xdotool has ended."""
        assert self._tool.stdin is not None
        self._tool.stdin.write(line + "\n")
        self._tool.stdin.flush()

    def press(self, key: str) -> None:
        self.send(f"key {key}")

    def resize(self, width: int, height: int) -> None:
        """Resizes the window to any size, like desktops that ignore its minimum size."""
        window = self.app.display.window
        window.minimum_size = min(width, window.minimum_size[0]), min(height, window.minimum_size[1])
        self.send(f"windowsize {window.handle} {width} {height}")

    def do(self, deed: Deed) -> None:
        first, second, third, fourth = deed.shares[:4]
        place = self._place(first, second, third < 0.8)
        match deed.kind:
            case "square":
                self.send(f"{self._to(self._square(first) or place)} click 1")
            case "click":
                self.send(f"{self._to(place)} click {pick((1, 1, 1, 1, 1, 1, 1, 2, 3, 8), fourth)}")
            case "button":
                self.send(f"{self._to(self._button(first) or place)} click 1")
            case "pointer":
                self.send(self._to(place))
            case "key":
                self.press(pick(self._keys(), first))
            case "other key":
                self.press(deed.text)
            case "coordinate":
                self.send(f"key {deed.text[0]} key {deed.text[1]}")
            case "wheel":
                notch = pick((4, 5, 4, 5, 6, 7), third)
                self.send(f"{self._to(place)} click --repeat {1 + int(5 * fourth)} --delay 5 {notch}")
            case "drag":
                self._drag(deed)
            case "type":
                self.send(f"type --delay 4 -- '{deed.text}'")
            case "paste":
                self._paste(deed.text)
            case "resize":
                width, height = deed.text.split("x")
                self.resize(int(width), int(height))
            case "page":
                self.app.do(f"page_{pick(self.app.pages, first).identity}")
            case "new game":
                self._new_game(deed)
            case "settings":
                self._settings(deed)
            case "race":
                self._race(deed)
            case "study":
                self._study(deed)
            case "switch":
                self._press_each("p", 1 + int(4 * first))
            case "history":
                self._press_each("z" if first < 0.6 else "y", 1 + int(8 * second))
            case kind:
                raise ValueError(f"{kind!r} is no deed")

    # Targets

    def _to(self, place: tuple[int, int]) -> str:
        return f"mousemove --window {self.app.display.window.handle} {place[0]} {place[1]}"

    def _on_screen(self, position: tuple[float, float]) -> tuple[int, int]:
        """Converts a surface position to window points, never on the edge, which belongs to the desktop."""
        scale = self.app.display.pixels_per_point
        x, y = (
            max(2, min(int(length / scale), side - 3))
            for length, side in zip(position, self.app.display.window.size, strict=True)
        )
        return x, y

    def _place(self, x: float, y: float, may_be_inside: bool) -> tuple[int, int]:
        dialog = self.app.overlay.dialog
        room = self.app.display.surface.get_rect()
        if may_be_inside and dialog is not None and dialog.is_open:
            room = dialog.window.rect
        return self._on_screen((room.left + x * room.width, room.top + y * room.height))

    def _square(self, share: float) -> tuple[int, int] | None:
        """Returns the centre of a legal square; None unless the page Play shows one."""
        from ui.pages.play.page import PlayPage

        page = self.app.page
        if not isinstance(page, PlayPage):
            return None
        legal = list(squares(page.match.board.legal_moves()))
        layout = page.view.layout
        return self._on_screen(layout.cell(pick(legal, share)).center) if legal else None

    def _button(self, share: float) -> tuple[int, int] | None:
        rows = (self.app.toolbar, *self.app.page.button_rows)
        rects = [row.rect_of(identity) for row in rows for identity in row.usable]
        rect = pick(rects, share) if rects else None
        return None if rect is None else self._on_screen(rect.center)

    # Actions

    def _keys(self) -> list[str]:
        """Returns the keys of the page and the window, except those that quit the program."""
        actions = (action for action in self.app.actions if action.identity != "quit")
        return [key_name(key) for action in actions for key in action.all_keys]

    def _press_each(self, key: str, times: int) -> None:
        self.send(f"key --delay 6 {' '.join([key] * times)}")

    def _drag(self, deed: Deed) -> None:
        x, y, to_x, to_y = deed.shares
        places = [
            self._place(x + (to_x - x) * n / 8, y + (to_y - y) * n / 8, may_be_inside=True) for n in range(9)
        ]
        button = pick((1, 1, 2, 3), (x + y) % 1)
        moves = " ".join(f"{self._to(place)} sleep 0.02" for place in places[1:])
        self.send(f"{self._to(places[0])} mousedown {button} {moves} mouseup {button}")

    def _paste(self, text: str) -> None:
        import pygame

        if text:  # the window never copies an empty text, and pasting one would wait in vain
            pygame.scrap.put_text(text)
        self.press("ctrl+v")

    def _new_game(self, deed: Deed) -> None:
        """Starts a game through its dialog, mostly with a short thinking time."""
        from ui.dialogs.new_game import SIDES, Mode, NewGameDialog

        self._leave_dialog()
        self.app.do("page_play")
        self.app.do("new_game")
        dialog = self.app.overlay.dialog
        assert isinstance(dialog, NewGameDialog)
        kind, side, level, seconds, control, begin, turn, is_played = deed.shares[:8]
        dialog.choose_mode(pick(tuple(Mode), kind))
        dialog.toggle_more()
        menus = [(dialog.control, control), (dialog.begin, begin)]
        if dialog.levels:
            dialog.choose_side(pick(SIDES, side))
            for number in range(len(dialog.levels)):
                dialog.choose_level(number, round(1 + 9 * level))
            menus.append((dialog.thinking, seconds**2))
        for menu, share in menus:
            dialog.choose(menu, pick(menu.values, share))
        if dialog.begin.value is None:
            dialog.choose(dialog.turn, pick(dialog.turn.values, turn))
            dialog.text.set_text(" ".join(deed.text.split())[:2000])
        dialog.changed()
        self.press("Return" if is_played < 0.85 else "Escape")

    def _settings(self, deed: Deed) -> None:
        """Changes settings through their dialog."""
        from ui.dialogs.settings import Part, SettingsDialog

        self._leave_dialog()
        self.app.do("settings")
        dialog = self.app.overlay.dialog
        assert isinstance(dialog, SettingsDialog)
        is_kept, speed, *shares = deed.shares
        menus = dict(zip(CHANGED_MENUS, (1 - speed**2, *shares), strict=False))
        boxes = dict(zip(CHANGED_BOXES, reversed(shares), strict=False))
        for part in Part:
            dialog.show_part(part)
            for name, menu in dialog.menus.items():
                if name in menus:
                    values = [
                        each for each in menu.values if name != "table_megabytes" or each <= LARGEST_TABLE
                    ]
                    dialog.choose(menu, pick(values, menus[name]))
            for name in boxes.keys() & dialog.boxes.keys():
                dialog.boxes[name].set_state(boxes[name] < 0.6)
            dialog.changed()
        self.press("Return" if is_kept < 0.7 else "Escape")

    def _race(self, deed: Deed) -> None:
        """Starts one of the preset races, with a limit of a few seconds."""
        from ai.limits import Limit
        from play.race import PRESETS
        from ui.pages.lab.page import LabPage

        self._leave_dialog()
        self.app.do("page_lab")
        self.app.do("lab_race")
        page = self.app.page
        assert isinstance(page, LabPage)
        page.race.commands.set_preset(pick(PRESETS, deed.shares[0]))
        limits = Limit(depth=8), Limit(depth=10), Limit(seconds=1.0), Limit(seconds=3.0)
        page.race.commands.change(limit=pick(limits, deed.shares[1]))
        self.press("space")

    def _study(self, deed: Deed) -> None:
        """Studies as between games: steps through the explorer, practises, or searches for a game."""
        from ui.dialogs.games import GamesDialog, Tab

        self._leave_dialog()
        kind, which, number = deed.shares[:3]
        if kind < 0.35:
            self.app.do("page_review")
            self.app.do("review_explorer")
            self._press_each(pick(("Right", "Left", "Down", "Return"), which), 1 + int(10 * number))
        elif kind < 0.6:
            self.app.do("page_practice")
            section = pick(("mistakes", "endgames", "openings", "play"), which)
            self.app.do(f"practice_{section}")
            if section != "play":
                self.app.do("practice_next")
        else:
            self.app.do("page_review")
            self.app.do("review_games")
            dialog = self.app.overlay.dialog
            assert isinstance(dialog, GamesDialog)
            dialog.show_tab(pick((Tab.LIBRARY, Tab.ARCHIVE, Tab.DELETED), which))
            self.send(f"type --delay 4 -- '{deed.text}'")
            if number < 0.6:
                self.send(f"sleep 0.2 key --delay 6 {' '.join(['Down'] * int(10 * number))} Return")

    def _leave_dialog(self) -> None:
        while self.app.overlay.dialog is not None:
            self.app.overlay.dialog.close()
            self.app.overlay.update(0.0)


# The X names of the keys to which pygame gives other names.
X_NAMES: Final = {
    **{"backspace": "BackSpace", "page up": "Prior", "page down": "Next", "enter": "KP_Enter"},
    **{".": "period", ",": "comma", ";": "semicolon", "+": "plus", "-": "minus", "=": "equal"},
    **{"[+]": "KP_Add", "[-]": "KP_Subtract", "space": "space"},
    **{f"[{n}]": f"KP_{n}" for n in range(10)},
}


def key_name(key: Key) -> str:
    """Returns the X name of a key. Raises KeyError for a sign without one in X_NAMES."""
    import pygame

    name = pygame.key.name(key.code)
    if name in X_NAMES or not name.isalnum():
        name = X_NAMES[name]
    elif len(name) > 1:
        name = name.capitalize()
    return "ctrl+" * key.control + "shift+" * key.shift + name
