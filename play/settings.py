"""The user's settings, read from JSON and written to it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import Enum
from functools import partial
from typing import Any, Final

from ai.limits import (
    FULL_STRENGTH,
    LONGEST_MOVE,
    MAX_THREADS,
    Algorithm,
    Options,
    processors,
    spare_processors,
)
from ai.machine import DEFAULT_MEGABYTES, check_table_size
from game.board import Color
from game.clock import TimeControl
from game.files import LARGEST_SETTINGS, read_file
from game.records.record import MAX_NAME
from game.starts import Start
from game.text import _
from play.json_values import (
    one_of,
    read_flag,
    read_list,
    read_number,
    read_object,
    read_or,
    read_text,
    read_whole,
    shown,
)
from play.players import Seat, Seats
from play.review import DEFAULT_SECONDS, LEAST_SECONDS, MOST_SECONDS

# The searches that the window offers, by their names in files and actions.
ALGORITHM_OF: Final = {"alphabeta": Algorithm.ALPHABETA, "pvs": Algorithm.PVS}
# Positions a second at which watched games show their searches; the last is unlimited.
FAST: Final = 1e9
WATCH_SPEEDS: Final = (1e4, 3e4, 1e5, 3e5, 1e6, 3e6, FAST)
# The least seconds for which a move of a watched game is shown, times the square root of that speed: two
# seconds at a million positions a second.
WATCHED_PACE: Final = 2000.0
# Megabytes a player's transposition table may have.
TABLE_SIZES: Final = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)

# The most lines of an analysis that can be chosen; 0 is all.
MOST_LINES: Final = 10

# Pixels: no known screen is wider or higher.
MAX_LENGTH: Final = 16384
# The limit of a window's position, in pixels: minimised windows may be far outside.
FARTHEST: Final = 2**31
# The settings that follow the placement of the window.
PLACEMENT: Final = ("window_size", "window_position", "maximized")
# The size of the window, in pixels.
DEFAULT_SIZE: Final = (1280, 800)
# The limits of the interface scale.
LEAST_SCALE: Final = 0.8
MOST_SCALE: Final = 2.0
# The limits of the text size.
LEAST_TEXT: Final = 1.0
MOST_TEXT: Final = 1.5

# The name of the folder with the user's files, and of the file of settings in it.
DIRECTORY_NAME: Final = "nullwindow"
SETTINGS_FILE: Final = "settings.json"
# The list of engines, beside that file.
ENGINES_FILE: Final = "engines.txt"


class AnimationSpeed(Enum):
    SYSTEM = "normal"  # normal, unless the system prefers less motion; written by default in older versions
    OFF = "off"
    FAST = "fast"
    NORMAL = "always"
    SLOW = "slow"

    @property
    def factor(self) -> float:
        """The speed relative to normal; 0 shows every change at once."""
        return {"off": 0.0, "fast": 2.0, "slow": 0.5}.get(self.value, 1.0)


class Language(Enum):
    """The language of the window: one with a catalogue in assets/locale, or that of the system."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"
    JAPANESE = "ja"
    RUSSIAN = "ru"


class Density(Enum):
    """How much of a match is shown: the game alone, or the search, too."""

    PLAY = "play"
    ANALYSE = "analyse"


class HintStep(Enum):
    """How much hints show of each move."""

    SHAPES = "shapes"
    WORDS = "words"
    FIGURES = "figures"


class Coordinates(Enum):
    """Where the board names its files and ranks."""

    OUTSIDE = "outside"  # in the frame
    INSIDE = "inside"  # in the leftmost and lowest squares
    NONE = "none"


def read_seats(found: Any) -> Seats:
    black, white = (_read_seat(seat) for seat in read_list(found, 2))
    return black, white


def written_seats(seats: Seats) -> list[object]:
    return [_written_seat(seat) for seat in seats]


def read_control(found: Any) -> TimeControl:
    found = read_object(found)
    limits = map(found.get, ("per_move", "per_game"))
    per_move, per_game = (None if limit is None else read_number(limit) for limit in limits)
    try:
        control = TimeControl(per_move, per_game, read_number(found.get("increment", 0)))
    except ValueError as error:
        raise ValueError(_("cannot be used: {problem}", problem=error)) from error
    longest = max(per_move or 0, per_game or 0, control.increment)
    if longest > LONGEST_MOVE:
        sentence = _("must contain times of at most {most} seconds (a day), not {found}")
        raise ValueError(sentence.format(most=f"{LONGEST_MOVE:.0f}", found=f"{longest:g}"))
    return control


def _read_seat(found: Any) -> Seat:
    """Reads a seat; a person without a name is the word "human"."""
    if found == "human":
        return Seat()
    if not isinstance(found, dict):
        raise ValueError(_("must name human or computer players, not {found}", found=shown(found)))
    name, outside = found.get("name", ""), found.get("outside", "")
    for given in (name, outside):
        if not isinstance(given, str) or len(given) > MAX_NAME:
            sentence = _("must contain names of at most {most} characters, not {found}")
            raise ValueError(sentence.format(most=MAX_NAME, found=shown(given)))
    if outside or set(found) == {"name"}:
        return Seat(name=name, outside=outside)
    algorithm = found.get("algorithm")
    if not isinstance(algorithm, str) or algorithm not in ALGORITHM_OF:
        sentence = _("must have one of the algorithms {choices}, not {found}")
        raise ValueError(sentence.format(choices=", ".join(ALGORITHM_OF), found=shown(algorithm)))
    seconds = read_number(found.get("seconds"))
    if not 0 < seconds <= LONGEST_MOVE:
        sentence = _("must have more than 0 seconds per move, and at most a day, not {found}")
        raise ValueError(sentence.format(found=f"{seconds:g}"))
    level = read_whole(found.get("level"), 1, FULL_STRENGTH)
    return Seat(ALGORITHM_OF[algorithm], level, seconds, name, read_flag(found.get("adapts", False)))


def _written_seat(seat: Seat) -> object:
    name = {"name": seat.name} if seat.name else {}
    if seat.outside:
        return {"outside": seat.outside} | name
    if seat.algorithm is None:
        return name or "human"
    adapts = {"adapts": True} if seat.adapts else {}
    algorithm = seat.algorithm.text
    return {"algorithm": algorithm, "level": seat.level, "seconds": seat.seconds} | name | adapts


def _read_pair(found: Any, least: int, most: int) -> tuple[int, int]:
    first, second = (read_whole(number, least, most) for number in read_list(found, 2))
    return first, second


def _read_megabytes(found: Any) -> int:
    megabytes = read_whole(found, TABLE_SIZES[0], TABLE_SIZES[-1])
    if megabytes not in TABLE_SIZES:
        sentence = _("must be one of {choices}, not {found}")
        raise ValueError(sentence.format(choices=", ".join(map(str, TABLE_SIZES)), found=megabytes))
    return megabytes


# The readers of settings, by type or by name. All other settings are enums.
_READERS: Final[Mapping[object, Callable[[Any], Any]]] = {
    bool: read_flag,
    str: read_text,
    "volume": partial(read_number, least=0, most=1),
    "watch_speed": partial(read_number, least=WATCH_SPEEDS[0], most=FAST),
    "review_seconds": partial(read_number, least=LEAST_SECONDS, most=MOST_SECONDS),
    "interface_scale": partial(read_number, least=LEAST_SCALE, most=MOST_SCALE),
    "text_size": partial(read_number, least=LEAST_TEXT, most=MOST_TEXT),
    "table_megabytes": _read_megabytes,
    "search_threads": partial(read_whole, least=0, most=MAX_THREADS),
    "analysis_threads": partial(read_whole, least=0, most=MAX_THREADS),
    "lines": partial(read_whole, least=0, most=MOST_LINES),
    "window_size": partial(_read_pair, least=1, most=MAX_LENGTH),
    "window_position": lambda found: None if found is None else _read_pair(found, -FARTHEST, FARTHEST),
    "keys": lambda found: tuple(sorted((name, str(key)) for name, key in read_object(found).items())),
    "seats": read_seats,
    "watched": read_seats,
    "control": read_control,
}
# The writers of settings that are not JSON values.
_WRITERS: Final[Mapping[str, Callable[[Any], object]]] = {
    "window_size": list,
    "keys": dict,
    "seats": written_seats,
    "watched": written_seats,
    "control": asdict,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's settings, in the order of the file. From `seats` on they are those of the last new game,
    except `watched`, the seats of the last watched game; with `either`, chance assigns the seats.
    """

    language: Language = Language.SYSTEM
    volume: float = 0.7  # 0 .. 1
    muted: bool = False
    animation: AnimationSpeed = AnimationSpeed.SYSTEM
    watch_speed: float = 1e6  # positions a second, when the computer plays itself
    table_megabytes: int = DEFAULT_MEGABYTES  # for each player
    search_threads: int = 0  # except in analyses; 0 for the defaults in `threads` and `contest_threads`
    selective: bool = True
    review_seconds: float = DEFAULT_SECONDS  # for each position of a reviewed game
    folder: str = ""  # of the last saved file
    archive: str = ""  # the folder of games in which the page Review looks up positions
    names: str = ""  # that the user has played under, separated by commas
    book: bool = True
    think_ahead: bool = True  # at full strength, in the time of a person or an external engine
    theme: str = "system"  # its name, else the dark or the light one as the system prefers
    board: str = "green"  # its name
    interface_scale: float = 1.0  # of everything in the window, on top of the scale for its size
    text_size: float = 1.0  # of texts and the cards they are on, on top of that scale
    show_legal_moves: bool = True
    show_evaluation: bool = True
    coordinates: Coordinates = Coordinates.OUTSIDE
    window_size: tuple[int, int] = DEFAULT_SIZE  # in pixels; the window enforces its minimum
    window_position: tuple[int, int] | None = None  # the last one on the desktop, if known
    maximized: bool = False  # size and position are those it has when it is not
    fullscreen: bool = False
    playing: Density = Density.PLAY  # while a person plays the computer
    friends: Density = Density.PLAY  # while two people play
    watching: Density = Density.ANALYSE  # while the computer plays itself
    hints: HintStep = HintStep.SHAPES
    lines: int = 0  # the best lines of an analysis; 0 for all moves
    analysis_threads: int = 0  # 0 leaves one processor to everything else
    two_analysts: bool = False  # whether a listed engine analyses, too
    second_analyst: str = ""  # the name of that engine; '' for the first
    judge: str = ""  # the name of the engine that judges in a review; '' for this program
    coach: bool = False  # whether to warn the user before a move that gives something away
    ideas: str = ""  # the names of those that the coach has introduced, separated by blanks
    see: bool = False  # whether See is on
    sights: str = "stable,regions"  # what See shows
    welcomed: bool = False  # whether the card shown at the first start has been used
    keys: tuple[tuple[str, str], ...] = ()  # changed keys by action: ("undo", "ctrl+u")
    seats: Seats = (Seat(), Seat(Algorithm.PVS, 4, 1.0, adapts=True))
    watched: Seats = (Seat(Algorithm.PVS), Seat(Algorithm.ALPHABETA))
    either: bool = False
    control: TimeControl = field(default_factory=TimeControl)
    start: Start = Start.STANDARD
    start_text: str = ""

    @property
    def threads(self) -> int:
        """Threads of a search: by default one, which leaves processors to the window and other programs."""
        return self.search_threads or 1

    @property
    def contest_threads(self) -> int:
        """Threads of a search for a move at full strength against a person or an external engine."""
        return self.search_threads or spare_processors()

    @property
    def analysis(self) -> Options:
        """The options for analysing a position."""
        threads = min(self.analysis_threads or spare_processors(), processors())
        return Options(all_moves=True, lines=self.lines, threads=threads, selective=self.selective)


def clamped(settings: Settings) -> tuple[Settings, list[str]]:
    """Returns the settings with values that this machine lacks replaced, and a sentence for each of them."""
    problems = []
    try:
        check_table_size(settings.table_megabytes, tables=len(Color))
    except ValueError as error:
        settings = replace(settings, table_megabytes=Settings().table_megabytes)
        problem = str(error)[:1].upper() + str(error)[1:]
        sentence = _("{problem}; each player now has {megabytes} MB.")
        problems.append(sentence.format(problem=problem, megabytes=settings.table_megabytes))
    if settings.threads > processors():
        wanted, settings = settings.threads, replace(settings, search_threads=processors())
        sentence = _(
            "This machine has fewer than {wanted} processors; the number of threads is now {threads}."
        )
        problems.append(sentence.format(wanted=wanted, threads=settings.threads))
    return settings, problems


def parse_settings(content: Mapping[str, Any], say: Callable[[str], None]) -> Settings:
    """Reads settings; missing and bad values get their defaults, and `say` a sentence for each bad one."""
    settings = Settings()
    pace = content.get("watch_pace")  # as older versions wrote it
    if pace is not None and (pace := read_or(None, "watch_pace", read_number, pace, say)) is not None:
        speed = min(WATCH_SPEEDS, key=lambda speed: abs(WATCHED_PACE / speed**0.5 - pace))
        content = {"watch_speed": speed} | dict(content)
    if (threads := content.get("threads")) is not None:  # older versions wrote their defaults, 1 and False
        content = {"search_threads": 0 if threads == 1 else threads} | {**content, "think_ahead": True}
    values = {}
    for setting in fields(Settings):
        if (name := setting.name) in content:
            kind = type(setting.default)
            read = _READERS.get(name) or _READERS.get(kind) or partial(one_of, kind)
            values[name] = read_or(getattr(settings, name), name, read, content[name], say)
    return replace(settings, **values)


def written_settings(settings: Settings) -> dict[str, object]:
    values = {setting.name: getattr(settings, setting.name) for setting in fields(settings)}
    written = {name: value.value for name, value in values.items() if isinstance(value, Enum)}
    return values | written | {name: write(values[name]) for name, write in _WRITERS.items()}


def kept_settings() -> Settings:
    """Returns the saved settings, without problems of the file, which a Store reports."""
    import platformdirs  # so that the command line starts at once

    try:
        folder = platformdirs.user_config_path(DIRECTORY_NAME, appauthor=False)
        content = json.loads(read_file(folder / SETTINGS_FILE, LARGEST_SETTINGS))
        return parse_settings(content, lambda _problem: None)
    except (OSError, RuntimeError, ValueError, LookupError, TypeError, AttributeError):
        return Settings()
