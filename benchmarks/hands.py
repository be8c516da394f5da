"""Does deeds in the window that is open in this process, with the pointer and the keyboard of its screen."""

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

# A window whose size has just changed may be there in another size than the program knows yet: in seconds.
SETTLING: Final = 0.3
# The tables of a person who tries everything would take the memory of other programs: in megabytes.
LARGEST_TABLE: Final = 128

T = TypeVar("T")


def pick(values: Sequence[T], share: float) -> T:
    return values[min(len(values) - 1, int(share * len(values)))]


class Hands:
    """One xdotool that is told what to do, line by line; `close` ends it."""

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
        """Whether the window stands still, so that a click hits it."""
        size = self.app.display.window.size
        if size != self._size:
            self._size, self._sized = size, perf_counter()
        return perf_counter() - self._sized > SETTLING

    def send(self, line: str) -> None:
        """Raises BrokenPipeError when the tool has gone."""
        assert self._tool.stdin is not None
        self._tool.stdin.write(line + "\n")
        self._tool.stdin.flush()

    def press(self, key: str) -> None:
        self.send(f"key {key}")

    def resize(self, width: int, height: int) -> None:
        """To any size, as a desktop does that asks no window how small it may be."""
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

    # Where

    def _to(self, place: tuple[int, int]) -> str:
        return f"mousemove --window {self.app.display.window.handle} {place[0]} {place[1]}"

    def _on_screen(self, position: tuple[float, float]) -> tuple[int, int]:
        """Of a position on the surface, in the window: never on its edge, which belongs to the desktop."""
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
        """The middle of a square where one can move, if the board of the game is in sight."""
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

    # What

    def _keys(self) -> list[str]:
        """What the page and the window know, but how to end the program."""
        return [
            key_name(key)
            for action in self.app.actions
            if action.identity != "quit"
            for key in action.all_keys
        ]

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

        if text:  # nothing in the window copies an empty one, which would be waited for in vain
            pygame.scrap.put_text(text)
        self.press("ctrl+v")

    def _new_game(self, deed: Deed) -> None:
        """Through its dialog. A computer mostly thinks a short time."""
        from ui.dialogs.new_game import SIDES, Mode, NewGameDialog

        self._leave_dialog()
        self.app.do("page_play")
        self.app.do("new_game")
        dialog = self.app.overlay.dialog
        assert isinstance(dialog, NewGameDialog)
        shares = iter(deed.shares)
        dialog.choose_mode(pick(tuple(Mode), next(shares)))
        side, level, seconds = next(shares), next(shares), next(shares) ** 2
        if dialog.levels:
            dialog.choose_side(pick(SIDES, side))
            for number in range(len(dialog.levels)):
                dialog.choose_level(number, round(1 + 9 * level))
        dialog.toggle_more()
        if dialog.levels:
            dialog.choose(dialog.thinking, pick(dialog.thinking.values, seconds))
        dialog.choose(dialog.control, pick(dialog.control.values, next(shares)))
        dialog.choose(dialog.begin, pick(dialog.begin.values, next(shares)))
        if dialog.begin.value is None:
            dialog.choose(dialog.turn, pick(dialog.turn.values, next(shares)))
            dialog.text.set_text(" ".join(deed.text.split())[:2000])
        dialog.changed()
        self.press("Return" if next(shares) < 0.85 else "Escape")

    def _settings(self, deed: Deed) -> None:
        """Through its dialog."""
        from ui.dialogs.settings import SettingsDialog

        self._leave_dialog()
        self.app.do("settings")
        dialog = self.app.overlay.dialog
        assert isinstance(dialog, SettingsDialog)
        shares = iter(deed.shares)
        sizes = tuple(size for size in dialog.menus["table_megabytes"].values if size <= LARGEST_TABLE)
        dialog.choose(dialog.menus["table_megabytes"], pick(sizes, next(shares)))
        dialog.choose(dialog.menus["threads"], pick(dialog.menus["threads"].values, next(shares)))
        dialog.choose(dialog.menus["animation"], pick(dialog.menus["animation"].values, next(shares)))
        speeds = dialog.menus["watch_speed"]
        dialog.choose(speeds, pick(speeds.values, 1 - next(shares) ** 2))
        for box in (
            dialog.boxes["selective"],
            dialog.boxes["book"],
            dialog.boxes["think_ahead"],
            dialog.sound,
            dialog.boxes["show_legal_moves"],
            dialog.boxes["show_evaluation"],
        ):
            box.set_state(next(shares) < 0.6)
        dialog.choose(dialog.menus["coordinates"], pick(dialog.menus["coordinates"].values, next(shares)))
        dialog.changed()
        self.press("Return" if next(shares) < 0.7 else "Escape")

    def _race(self, deed: Deed) -> None:
        """One of the races there are, for a few seconds at the most."""
        from ai.limits import Limit
        from play.race import PRESETS
        from ui.pages.lab.page import LabPage

        self._leave_dialog()
        self.app.do("page_lab")
        self.app.do("lab_race")
        page = self.app.page
        assert isinstance(page, LabPage)
        page.race.commands.set_preset(pick(PRESETS, deed.shares[0]))
        page.race.commands.change(
            limit=pick(
                (Limit(depth=8), Limit(depth=10), Limit(seconds=1.0), Limit(seconds=3.0)), deed.shares[1]
            )
        )
        self.press("space")

    def _study(self, deed: Deed) -> None:
        """What a person does between games: steps through one in the explorer, looks for one, trains."""
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
            dialog.look_at(pick((Tab.LIBRARY, Tab.ARCHIVE, Tab.DELETED), which))
            self.send(f"type --delay 4 -- '{deed.text}'")
            if number < 0.6:
                self.send(f"sleep 0.2 key --delay 6 {' '.join(['Down'] * int(10 * number))} Return")

    def _leave_dialog(self) -> None:
        while self.app.overlay.dialog is not None:
            self.app.overlay.dialog.close()
            self.app.overlay.update(0.0)


def key_name(key: Key) -> str:
    """As the X keyboard calls it. Raises KeyError for a key that is not known here."""
    import pygame

    names = {
        pygame.K_SPACE: "space",
        pygame.K_BACKSPACE: "BackSpace",
        pygame.K_HOME: "Home",
        pygame.K_END: "End",
        pygame.K_PAGEUP: "Prior",
        pygame.K_PAGEDOWN: "Next",
        pygame.K_ESCAPE: "Escape",
        pygame.K_RETURN: "Return",
        pygame.K_TAB: "Tab",
        pygame.K_DELETE: "Delete",
        pygame.K_INSERT: "Insert",
        pygame.K_LEFT: "Left",
        pygame.K_RIGHT: "Right",
        pygame.K_UP: "Up",
        pygame.K_DOWN: "Down",
        pygame.K_PERIOD: "period",
        pygame.K_COMMA: "comma",
        pygame.K_SEMICOLON: "semicolon",
        pygame.K_PLUS: "plus",
        pygame.K_MINUS: "minus",
        pygame.K_EQUALS: "equal",
        pygame.K_KP_PLUS: "KP_Add",
        pygame.K_KP_MINUS: "KP_Subtract",
        pygame.K_KP_ENTER: "KP_Enter",
        pygame.K_KP_0: "KP_0",
    }
    names |= {pygame.K_a + n: chr(ord("a") + n) for n in range(26)}
    names |= {pygame.K_0 + n: str(n) for n in range(10)}
    names |= {pygame.K_KP_1 + n: f"KP_{n + 1}" for n in range(9)}
    names |= {pygame.K_F1 + n: f"F{n + 1}" for n in range(12)}
    return "ctrl+" * key.control + "shift+" * key.shift + names[key.code]
