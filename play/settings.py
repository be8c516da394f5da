"""What is kept between two starts: the settings and the unfinished game, as JSON in the user's directory.

Nothing in here stops the program: what cannot be read or written is said in `Store.messages`, one sentence
each, and a file that cannot be understood is set aside under another name, never overwritten.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeVar

import platformdirs

from ai.limits import FULL_STRENGTH, MAX_THREADS, Algorithm
from game.clock import Clock, TimeControl
from game.evaluation import Evaluation, Kind
from game.records.transcript import TranscriptError, parse_transcript, transcript
from game.starts import Start
from game.tree import Game
from play.players import Seat, Seats

# The searches the window offers, by their names in the files and as actions.
ALGORITHM_OF: Final = {"alphabeta": Algorithm.ALPHABETA, "pvs": Algorithm.PVS}
# Megabytes a player's transposition table may have.
TABLE_SIZES: Final = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)

DIRECTORY_NAME: Final = "nullwindow"
SETTINGS_FILE: Final = "settings.json"
GAME_FILE: Final = "game.json"

# No screen is known that is wider or higher, in pixels.
MAX_LENGTH: Final = 16384
# Of the window, in pixels.
DEFAULT_SIZE: Final = (1280, 800)
LEAST_SIZE: Final = (900, 640)
# The computer against itself never waits longer than this between two moves.
MAX_PACE: Final = 60.0

T = TypeVar("T")


class AnimationSpeed(Enum):
    OFF = "off"
    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"

    @property
    def factor(self) -> float:
        """How many times as fast as normal; 0 shows every change at once."""
        return {"off": 0.0, "fast": 2.0, "normal": 1.0, "slow": 0.5}[self.value]


@dataclass(frozen=True, slots=True)
class Settings:
    """A person's choices. `seats`, `control` and `start` are those of the last new game.

    Raises ValueError for a value outside its range.
    """

    volume: float = 0.7  # 0 .. 1
    muted: bool = False
    animation: AnimationSpeed = AnimationSpeed.NORMAL
    watch_pace: float = 0.6  # seconds between two moves when the computer plays itself
    table_megabytes: int = 64  # for each player
    threads: int = 1  # one leaves the other processors to the window and to other programs
    selective: bool = True
    book: bool = True
    show_legal_moves: bool = True
    show_evaluation: bool = True
    show_coordinates: bool = True
    window_size: tuple[int, int] = DEFAULT_SIZE
    fullscreen: bool = False
    seats: Seats = (Seat(), Seat(Algorithm.PVS, 5, 1.0))
    control: TimeControl = field(default_factory=TimeControl)
    start: Start = Start.STANDARD

    def __post_init__(self) -> None:
        if not 0 <= self.volume <= 1:
            raise ValueError(f"volume must be a number from 0 to 1, not {self.volume:g}")
        if not 0 <= self.watch_pace <= MAX_PACE:
            raise ValueError(f"watch_pace must be from 0 to {MAX_PACE:g} seconds, not {self.watch_pace:g}")
        if self.table_megabytes not in TABLE_SIZES:
            sizes = ", ".join(str(size) for size in TABLE_SIZES)
            raise ValueError(f"table_megabytes must be one of {sizes}, not {self.table_megabytes}")
        width, height = self.window_size
        if width < LEAST_SIZE[0] or height < LEAST_SIZE[1]:
            raise ValueError(
                f"window_size must be at least {LEAST_SIZE[0]}x{LEAST_SIZE[1]}, not {width}x{height}"
            )


@dataclass(frozen=True, slots=True)
class SavedGame:
    """An unfinished game as it stood: `clocks` has one reading for each of `game.boards`.

    `evaluations` is what the positions were found to be worth, by number of moves played.
    """

    game: Game
    seats: Seats
    clocks: tuple[Clock, ...]
    evaluations: Mapping[int, Evaluation] = field(default_factory=dict)


class Store:
    """Reads and writes both files in `directory` (the user's configuration directory unless given)."""

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory or platformdirs.user_config_path(DIRECTORY_NAME, appauthor=False)
        self.messages: list[str] = []
        self._kept: set[str] = set()  # damaged files that could not be set aside: never written over
        self._copied: set[str] = set()  # files with bad values, of which a copy has been kept
        self._cannot_write = False

    def load_settings(self) -> Settings:
        """The settings last saved; each value that is missing or cannot be used has its default."""
        content = self._read(SETTINGS_FILE)
        settings = Settings()
        for name, (read, _) in SETTINGS_FIELDS.items():
            if content is not None and name in content:
                try:
                    value = read(content[name])
                except ValueError as error:
                    self._say_default(SETTINGS_FILE, f"{name} {error}")
                    continue
                try:
                    settings = replace(settings, **{name: value})
                except ValueError as error:
                    self._say_default(SETTINGS_FILE, str(error))
        return settings

    def save_settings(self, settings: Settings) -> None:
        fields = SETTINGS_FIELDS.items()
        self._write(SETTINGS_FILE, {name: write(getattr(settings, name)) for name, (_, write) in fields})

    def load_game(self) -> SavedGame | None:
        """The unfinished game; None if there is none, or none that can be read."""
        content = self._read(GAME_FILE)
        if content is None:
            return None
        try:
            game = parse_transcript(_text(content.get("game")))
        except ValueError as error:
            self._set_aside(GAME_FILE, f"cannot be replayed ({sentence(error)})")
            return None

        def value(name: str, read: Callable[[Any], T], default: T) -> T:
            try:
                return read(content[name]) if name in content else default
            except ValueError as error:
                self._say_default(GAME_FILE, f"{name} {error}")
                return default

        count = len(game.boards)
        control = value("control", _read_control, TimeControl())
        new_clocks = (Clock.start(control),) * count
        game.go_to(value("cursor", lambda found: _whole(found, 0, count - 1), count - 1))
        return SavedGame(
            game,
            value("seats", _read_seats, Settings().seats),
            value("clocks", lambda found: _read_clocks(found, control, count), new_clocks),
            value("evaluations", lambda found: _read_evaluations(found, count), {}),
        )

    def save_game(self, saved: SavedGame) -> None:
        content = {
            "game": transcript(saved.game),
            "cursor": saved.game.cursor,
            "seats": _write_seats(saved.seats),
            "control": _write_control(saved.clocks[0].control),
            "clocks": [[*clock.remaining, clock.spent] for clock in saved.clocks],
            "evaluations": {
                str(ply): [found.score, found.depth, found.kind.value]
                for ply, found in saved.evaluations.items()
            },
        }
        self._write(GAME_FILE, content)

    def clear_game(self) -> None:
        """Forget the unfinished game."""
        if GAME_FILE in self._kept:
            return
        try:
            (self.directory / GAME_FILE).unlink(missing_ok=True)
        except OSError as error:
            self._say_cannot_write(error)

    def _read(self, name: str) -> dict[str, Any] | None:
        try:
            content = json.loads((self.directory / name).read_text("utf-8"))
        except FileNotFoundError:
            return None
        except OSError as error:
            self._set_aside(name, f"cannot be read: {error.strerror}")
            return None
        except (ValueError, RecursionError):
            self._set_aside(name, "is damaged")
            return None
        if not isinstance(content, dict):
            self._set_aside(name, "is damaged")
            return None
        return content

    def set_game_aside(self) -> None:
        """Keep the unfinished game under another name, before another one takes its place."""
        path = self.directory / GAME_FILE
        if not path.exists():
            return
        aside = _free_name(path, "before")
        try:
            path.rename(aside)
        except OSError as error:
            self._kept.add(GAME_FILE)
            why = error.strerror
            self.messages.append(f"The unfinished game stays in {GAME_FILE}; this one is not saved ({why}).")
        else:
            self.messages.append(f"The unfinished game is kept as {aside.name} in {self.directory}.")

    def _set_aside(self, name: str, problem: str) -> None:
        path = self.directory / name
        aside = _free_name(path, "damaged")
        try:
            path.rename(aside)
        except OSError:
            self._kept.add(name)
            self.messages.append(f"{name} {problem}. It is left as it is, and nothing is saved there: {path}")
        else:
            self.messages.append(f"{name} {problem}. It is kept as {aside.name}; defaults are used: {path}")

    def _write(self, name: str, content: object) -> None:
        """Replace the file in one step, so that at every moment a whole one is there."""
        if name in self._kept:
            return
        text = json.dumps(content, indent=1, allow_nan=False) + "\n"
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix=f"{name}.", suffix=".new", dir=self.directory)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                Path(temporary).replace(self.directory / name)
            except OSError:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError as error:
            self._say_cannot_write(error)

    def _say_default(self, name: str, problem: str) -> None:
        """One value cannot be used; the file as it was is kept once, since saving will replace it."""
        path = self.directory / name
        kept = ""
        if name not in self._copied:
            self._copied.add(name)
            aside = _free_name(path, "damaged")
            try:
                shutil.copy2(path, aside)
            except OSError as error:
                kept = f" (no copy could be kept: {error.strerror})"
            else:
                kept = f" (the file is kept as {aside.name})"
        self.messages.append(f"{name}: {problem}; the default is used{kept}.")

    def _say_cannot_write(self, error: OSError) -> None:
        if not self._cannot_write:
            self._cannot_write = True
            self.messages.append(
                f"Settings and games cannot be saved in {self.directory} ({error.strerror}); "
                "the program goes on without."
            )


def sentence(error: ValueError) -> str:
    """What is wrong with a game, without the 64 squares of its position."""
    return error.summary if isinstance(error, TranscriptError) else str(error)


def _free_name(path: Path, reason: str) -> Path:
    """`<name>.<reason>`, numbered when that is taken."""
    aside = path.with_name(f"{path.name}.{reason}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.{reason}-{number}")
    return aside


# Each reader takes what JSON had, and raises a ValueError that goes on after the name of the value.


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise ValueError(f"must be a text, not {_short(found)}")
    return found


def _flag(found: Any) -> bool:
    if not isinstance(found, bool):
        raise ValueError(f"must be true or false, not {_short(found)}")
    return found


def _number(found: Any) -> float:
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) < 1e300:
        raise ValueError(f"must be a number, not {_short(found)}")
    return float(found)


def _whole(found: Any, least: int, most: int) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        raise ValueError(f"must be a whole number from {least} to {most}, not {_short(found)}")
    return found


def _list(found: Any, length: int) -> list[Any]:
    if not isinstance(found, list) or len(found) != length:
        raise ValueError(f"must be a list of {length}, not {_short(found)}")
    return found


def _short(found: Any) -> str:
    if isinstance(found, list | dict):
        return f"a list of {len(found)}" if isinstance(found, list) else "an object"
    text = json.dumps(found)
    return text if len(text) <= 40 else text[:40] + "…"


def _one_of(choices: type[Enum]) -> Callable[[Any], Any]:
    def read(found: Any) -> Enum:
        for choice in choices:
            if choice.value == found:
                return choice
        raise ValueError(f"must be one of {', '.join(c.value for c in choices)}, not {_short(found)}")

    return read


def _read_size(found: Any) -> tuple[int, int]:
    width, height = (_whole(length, 1, MAX_LENGTH) for length in _list(found, 2))
    return width, height


def _read_seat(found: Any) -> Seat:
    if found == "human":
        return Seat()
    if not isinstance(found, dict):
        raise ValueError(f"must name human or computer players, not {_short(found)}")
    name = found.get("algorithm")
    if not isinstance(name, str) or name not in ALGORITHM_OF:
        raise ValueError(f"must have an algorithm from {', '.join(ALGORITHM_OF)}, not {_short(name)}")
    seconds = _number(found.get("seconds"))
    if seconds <= 0:
        raise ValueError(f"must have more than 0 seconds per move, not {seconds:g}")
    return Seat(ALGORITHM_OF[name], _whole(found.get("level"), 1, FULL_STRENGTH), seconds)


def _write_seat(seat: Seat) -> object:
    if seat.algorithm is None:
        return "human"
    return {"algorithm": seat.algorithm.name.lower(), "level": seat.level, "seconds": seat.seconds}


def _read_seats(found: Any) -> Seats:
    black, white = (_read_seat(seat) for seat in _list(found, 2))
    return black, white


def _write_seats(seats: Seats) -> object:
    return [_write_seat(seat) for seat in seats]


def _read_control(found: Any) -> TimeControl:
    if not isinstance(found, dict):
        raise ValueError(f"must name the limits of the clocks, not {_short(found)}")
    per_move, per_game = (
        None if found.get(name) is None else _number(found[name]) for name in ("per_move", "per_game")
    )
    try:
        return TimeControl(per_move, per_game, _number(found.get("increment", 0)))
    except ValueError as error:
        raise ValueError(f"cannot be used: {error}") from error


def _write_control(control: TimeControl) -> object:
    return {
        "per_move": control.per_move,
        "per_game": control.per_game,
        "increment": control.increment,
    }


def _read_clocks(found: Any, control: TimeControl, count: int) -> tuple[Clock, ...]:
    clocks = []
    for reading in _list(found, count):
        black, white, spent = _list(reading, 3)
        if control.per_game is None:
            remaining: tuple[float | None, float | None] = (None, None)
        else:
            remaining = max(0.0, _number(black)), max(0.0, _number(white))
        clocks.append(Clock(control, remaining, max(0.0, _number(spent))))
    return tuple(clocks)


def _read_evaluations(found: Any, count: int) -> dict[int, Evaluation]:
    if not isinstance(found, dict):
        raise ValueError(f"must be scores by move, not {_short(found)}")
    kind = _one_of(Kind)
    evaluations = {}
    for ply, entry in found.items():
        score, depth, name = _list(entry, 3)
        if not (ply.isascii() and ply.isdigit() and int(ply[:9]) < count):
            raise ValueError(f"must be scores by move, not {_short(ply)}")
        evaluations[int(ply)] = Evaluation(_number(score), _whole(depth, 0, 99), kind(name))
    return evaluations


def _itself(value: T) -> T:
    return value


SETTINGS_FIELDS: Final[Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], object]]]] = {
    "volume": (_number, _itself),
    "muted": (_flag, _itself),
    "animation": (_one_of(AnimationSpeed), lambda speed: speed.value),
    "watch_pace": (_number, _itself),
    "table_megabytes": (lambda found: _whole(found, TABLE_SIZES[0], TABLE_SIZES[-1]), _itself),
    "threads": (lambda found: _whole(found, 1, MAX_THREADS), _itself),
    "selective": (_flag, _itself),
    "book": (_flag, _itself),
    "show_legal_moves": (_flag, _itself),
    "show_evaluation": (_flag, _itself),
    "show_coordinates": (_flag, _itself),
    "window_size": (_read_size, list),
    "fullscreen": (_flag, _itself),
    "seats": (_read_seats, _write_seats),
    "control": (_read_control, _write_control),
    "start": (_one_of(Start), lambda start: start.value),
}
