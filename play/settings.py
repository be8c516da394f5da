"""A person's choices, and how they are read from JSON and written to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, TypeVar

from ai.limits import FULL_STRENGTH, LONGEST_MOVE, MAX_THREADS, Algorithm
from game.clock import TimeControl
from game.records.record import MAX_NAME
from game.starts import Start
from game.text import _
from play.json_values import named, one_of, read_flag, read_list, read_number, read_text, read_whole, shown
from play.players import Seat, Seats
from play.review import DEFAULT_SECONDS, LEAST_SECONDS, MOST_SECONDS

# The searches the window offers, by their names in the files and as actions.
ALGORITHM_OF: Final = {"alphabeta": Algorithm.ALPHABETA, "pvs": Algorithm.PVS}
# Megabytes a player's transposition table may have.
TABLE_SIZES: Final = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)

# No screen is known that is wider or higher, in pixels.
MAX_LENGTH: Final = 16384
# Of the window, in pixels.
DEFAULT_SIZE: Final = (1280, 800)
# The computer against itself never waits longer than this between two moves.
MAX_PACE: Final = 60.0
# Of the scale of the interface.
LEAST_SCALE: Final = 0.8
MOST_SCALE: Final = 2.0
# Of the size of what is written.
LEAST_TEXT: Final = 1.0
MOST_TEXT: Final = 1.5

# Of the folder with a person's files, and of that with the settings in it.
DIRECTORY_NAME: Final = "nullwindow"
SETTINGS_FILE: Final = "settings.json"

T = TypeVar("T")


class AnimationSpeed(Enum):
    SYSTEM = "normal"  # unless the system prefers less motion; versions before it wrote so where nobody chose
    OFF = "off"
    FAST = "fast"
    NORMAL = "always"
    SLOW = "slow"

    @property
    def factor(self) -> float:
        """How many times as fast as normal; 0 shows every change at once."""
        return {"off": 0.0, "fast": 2.0, "slow": 0.5}.get(self.value, 1.0)


class SoundSet(Enum):
    """What the discs sound like."""

    WOOD = "wood"
    GLASS = "glass"


class Language(Enum):
    """What the window speaks: a language with a catalogue in assets/locale, or that of the system."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"
    JAPANESE = "ja"
    RUSSIAN = "ru"


class Density(Enum):
    """How much of a match is shown: the game alone, or all that is known of the search, too."""

    PLAY = "play"
    ANALYSE = "analyse"


class HintStep(Enum):
    """How much hints say of each move."""

    SHAPES = "shapes"
    WORDS = "words"
    FIGURES = "figures"


class Coordinates(Enum):
    """Where the board names its files and ranks."""

    OUTSIDE = "outside"  # in the frame
    INSIDE = "inside"  # in the squares at the left and below
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Settings:
    """A person's choices. `seats`, `either`, `control` and `start` are those of the last new game: with
    `either` chance decides who of the two begins.

    Raises ValueError for a value outside its range.
    """

    language: Language = Language.SYSTEM
    volume: float = 0.7  # of the discs, 0 .. 1
    clock_volume: float = 0.7  # likewise
    sounds: SoundSet = SoundSet.WOOD
    muted: bool = False
    animation: AnimationSpeed = AnimationSpeed.SYSTEM
    watch_pace: float = 0.6  # seconds between two moves when the computer plays itself
    table_megabytes: int = 64  # for each player
    threads: int = 1  # one leaves the other processors to the window and to other programs
    selective: bool = True
    review_seconds: float = DEFAULT_SECONDS  # for each position of a game that is reviewed
    archive: str = ""  # the folder of WTHOR files that the page Review looks positions up in
    book: bool = True
    think_ahead: bool = False  # in the time of a person who plays against the computer
    theme: str = "system"  # the name of one, else the dark or the light one as the system prefers
    board: str = "green"  # the name of one
    interface_scale: float = 1.0  # of everything in the window, beside what its size makes of it
    text_size: float = 1.0  # of what is written, and of the cards it is on, beside that scale
    show_move_numbers: bool = False
    show_turned: bool = False  # the discs that the last move has turned
    show_legal_moves: bool = True
    show_evaluation: bool = True
    coordinates: Coordinates = Coordinates.OUTSIDE
    window_size: tuple[int, int] = DEFAULT_SIZE  # in pixels; the window knows the least it needs
    fullscreen: bool = False
    playing: Density = Density.PLAY  # while a person plays
    watching: Density = Density.ANALYSE  # while the computer plays itself
    hints: HintStep = HintStep.SHAPES
    welcomed: bool = False  # whether the card of the first start has been used
    keys: tuple[tuple[str, str], ...] = ()  # of actions that have another one than usual: ("undo", "ctrl+u")
    seats: Seats = (Seat(), Seat(Algorithm.PVS, 5, 1.0))
    either: bool = False
    control: TimeControl = field(default_factory=TimeControl)
    start: Start = Start.STANDARD

    def __post_init__(self) -> None:
        for name, volume in (("volume", self.volume), ("clock_volume", self.clock_volume)):
            if not 0 <= volume <= 1:
                raise _out_of_range(name, 0, 1, volume)
        if not 0 <= self.watch_pace <= MAX_PACE:
            raise _out_of_range("watch_pace", 0, MAX_PACE, self.watch_pace)
        if not LEAST_SECONDS <= self.review_seconds <= MOST_SECONDS:
            raise _out_of_range("review_seconds", LEAST_SECONDS, MOST_SECONDS, self.review_seconds)
        if not LEAST_SCALE <= self.interface_scale <= MOST_SCALE:
            raise _out_of_range("interface_scale", LEAST_SCALE, MOST_SCALE, self.interface_scale)
        if not LEAST_TEXT <= self.text_size <= MOST_TEXT:
            raise _out_of_range("text_size", LEAST_TEXT, MOST_TEXT, self.text_size)
        if self.table_megabytes not in TABLE_SIZES:
            sentence = _("{name} must be one of {choices}, not {found}")
            sizes = ", ".join(map(str, TABLE_SIZES))
            raise ValueError(
                sentence.format(name="table_megabytes", choices=sizes, found=self.table_megabytes)
            )
        width, height = self.window_size
        if not (1 <= width <= MAX_LENGTH and 1 <= height <= MAX_LENGTH):
            sentence = _("window_size must be from 1 to {most} pixels, not {width}x{height}")
            raise ValueError(sentence.format(most=MAX_LENGTH, width=width, height=height))


def _out_of_range(name: str, least: float, most: float, found: float) -> ValueError:
    sentence = _("{name} must be a number from {least} to {most}, not {found}")
    return ValueError(sentence.format(name=name, least=f"{least:g}", most=f"{most:g}", found=f"{found:g}"))


def parse_settings(content: Mapping[str, Any], say: Callable[[str], None]) -> Settings:
    """Settings as `written_settings` has them; each value that is missing or cannot be used has its default.

    `say` is told of each that cannot be used.
    """
    settings = Settings()
    if content.get("show_coordinates") is False:  # as version 0.3 wrote it
        content = {"coordinates": Coordinates.NONE.value} | dict(content)
    for name, (read, _write) in FIELDS.items():
        if name not in content:
            continue
        try:
            value = read(content[name])
        except ValueError as error:
            say(named(name, error))
            continue
        try:
            settings = replace(settings, **{name: value})
        except ValueError as error:
            say(str(error))
    return settings


def written_settings(settings: Settings) -> dict[str, object]:
    return {name: write(getattr(settings, name)) for name, (_read, write) in FIELDS.items()}


def read_seats(found: Any) -> Seats:
    black, white = (_read_seat(seat) for seat in read_list(found, 2))
    return black, white


def written_seats(seats: Seats) -> object:
    return [_written_seat(seat) for seat in seats]


def read_control(found: Any) -> TimeControl:
    if not isinstance(found, dict):
        raise ValueError(_("must name the limits of the clocks, not {found}").format(found=shown(found)))
    per_move, per_game = (
        None if found.get(name) is None else read_number(found[name]) for name in ("per_move", "per_game")
    )
    try:
        control = TimeControl(per_move, per_game, read_number(found.get("increment", 0)))
    except ValueError as error:
        raise ValueError(_("cannot be used: {problem}").format(problem=error)) from error
    longest = max(per_move or 0, per_game or 0, control.increment)
    if longest > LONGEST_MOVE:
        sentence = _("must have times of a day, {most} seconds, at most, not {found}")
        raise ValueError(sentence.format(most=f"{LONGEST_MOVE:.0f}", found=f"{longest:g}"))
    return control


def written_control(control: TimeControl) -> object:
    return {
        "per_move": control.per_move,
        "per_game": control.per_game,
        "increment": control.increment,
    }


def _read_seat(found: Any) -> Seat:
    """A person without a name is the word "human"."""
    if found == "human":
        return Seat()
    if not isinstance(found, dict):
        raise ValueError(_("must name human or computer players, not {found}").format(found=shown(found)))
    name = found.get("name", "")
    if not isinstance(name, str) or len(name) > MAX_NAME:
        sentence = _("must have names of at most {most} characters, not {found}")
        raise ValueError(sentence.format(most=MAX_NAME, found=shown(name)))
    if set(found) == {"name"}:
        return Seat(name=name)
    algorithm = found.get("algorithm")
    if not isinstance(algorithm, str) or algorithm not in ALGORITHM_OF:
        sentence = _("must have an algorithm from {choices}, not {found}")
        raise ValueError(sentence.format(choices=", ".join(ALGORITHM_OF), found=shown(algorithm)))
    seconds = read_number(found.get("seconds"))
    if not 0 < seconds <= LONGEST_MOVE:
        sentence = _("must have more than 0 seconds per move, and a day at most, not {found}")
        raise ValueError(sentence.format(found=f"{seconds:g}"))
    level = read_whole(found.get("level"), 1, FULL_STRENGTH)
    return Seat(ALGORITHM_OF[algorithm], level, seconds, name, read_flag(found.get("adapts", False)))


def _written_seat(seat: Seat) -> object:
    name = {"name": seat.name} if seat.name else {}
    if seat.algorithm is None:
        return name or "human"
    adapts = {"adapts": True} if seat.adapts else {}
    algorithm = seat.algorithm.name.lower()
    return {"algorithm": algorithm, "level": seat.level, "seconds": seat.seconds} | name | adapts


def _read_size(found: Any) -> tuple[int, int]:
    width, height = (read_whole(length, 1, MAX_LENGTH) for length in read_list(found, 2))
    return width, height


def _read_keys(found: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(found, dict):
        raise ValueError(_("must name the keys of actions, not {found}").format(found=shown(found)))
    return tuple(sorted((name, read_text(key)) for name, key in found.items()))


def _itself(value: T) -> T:
    return value


# How each is read and written.
FIELDS: Final[Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], object]]]] = {
    "language": (one_of(Language), lambda language: language.value),
    "volume": (read_number, _itself),
    "clock_volume": (read_number, _itself),
    "sounds": (one_of(SoundSet), lambda sounds: sounds.value),
    "muted": (read_flag, _itself),
    "animation": (one_of(AnimationSpeed), lambda speed: speed.value),
    "watch_pace": (read_number, _itself),
    "table_megabytes": (lambda found: read_whole(found, TABLE_SIZES[0], TABLE_SIZES[-1]), _itself),
    "threads": (lambda found: read_whole(found, 1, MAX_THREADS), _itself),
    "selective": (read_flag, _itself),
    "review_seconds": (read_number, _itself),
    "archive": (read_text, _itself),
    "book": (read_flag, _itself),
    "think_ahead": (read_flag, _itself),
    "theme": (read_text, _itself),
    "board": (read_text, _itself),
    "interface_scale": (read_number, _itself),
    "text_size": (read_number, _itself),
    "show_move_numbers": (read_flag, _itself),
    "show_turned": (read_flag, _itself),
    "show_legal_moves": (read_flag, _itself),
    "show_evaluation": (read_flag, _itself),
    "coordinates": (one_of(Coordinates), lambda coordinates: coordinates.value),
    "window_size": (_read_size, list),
    "fullscreen": (read_flag, _itself),
    "playing": (one_of(Density), lambda density: density.value),
    "watching": (one_of(Density), lambda density: density.value),
    "hints": (one_of(HintStep), lambda step: step.value),
    "welcomed": (read_flag, _itself),
    "keys": (_read_keys, dict),
    "seats": (read_seats, written_seats),
    "either": (read_flag, _itself),
    "control": (read_control, written_control),
    "start": (one_of(Start), lambda start: start.value),
}


def kept_language() -> Language:
    """That of the settings, for who needs nothing else of them; what is wrong with the file, a Store says."""
    import platformdirs  # the command line is to be there at once

    try:
        folder = platformdirs.user_config_path(DIRECTORY_NAME, appauthor=False)
        content = json.loads((folder / SETTINGS_FILE).read_text("utf-8"))
        return Language(content["language"])
    except (OSError, RuntimeError, ValueError, LookupError, TypeError):
        return Language.SYSTEM
