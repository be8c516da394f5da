"""Players of games without a window, described by texts: this program's engine, or an external engine.

A text is a search and a level, or `name=value` pairs separated by commas; a value that contains a comma needs
quotes:

    pvs:8
    seconds=0.1,algorithm=pvs,level=7,weights=build/weights.bin
    name=Ten,command="path/to/engine --level 10",folder=path/to,seconds=0.1

`name` is the player's name in tables. `seconds` and `depth` limit a move, `clock` limits a game, as 300, 5:00
or 5:00+2. For this engine, `algorithm`, `level`, `threads` and `hash` (megabytes) are those of the command
line; `weights` is a file; `selective` (default yes), `book` (no) and `ahead` (no) are yes or no: with `ahead`
it also thinks on the opponent's time, and leaves the opponent a processor. For an external engine, `command`
starts it in `folder`; `protocol` is nboard or gtp, and detected by default; the engine receives its depth
(NBoard only) and its clock; `seconds` is how long a move takes by its own flags.
"""

import os
import re
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from ai import preparation, timing, weights
from ai.arena import host
from ai.arena.gtp_engine import GtpEngine
from ai.arena.host import Protocol
from ai.arena.nboard_engine import NBoardEngine
from ai.arena.report import MoveReport
from ai.arena.talk import DEEPEST, Allowance, EngineError
from ai.book import load
from ai.engine import Analysis, Engine
from ai.limits import (
    FULL_STRENGTH,
    MAX_THREADS,
    Limit,
    Options,
    parse_algorithm,
    parse_seconds,
    spare_processors,
)
from ai.machine import DEFAULT_MEGABYTES
from game.clock import TimeControl, parse_control
from game.files import typed_path
from game.plain_text import parse_digits
from game.records.record import clean_line
from game.text import _
from game.tree import Game

PAIR: Final = re.compile(r"""\s*(?P<name>\w+)\s*=(?:\s*"(?P<quoted>[^"]*)"\s*|(?P<plain>[^,"]*))(?:,|$)""")


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """The description of a player; a `command` makes it an external engine. `name` defaults to its text."""

    name: str = ""
    seconds: float | None = None
    depth: int | None = None
    clock: TimeControl = field(default_factory=TimeControl)
    options: Options = field(default_factory=Options)
    megabytes: int = DEFAULT_MEGABYTES
    weights: Path | None = None
    thinks_ahead: bool = False
    command: tuple[str, ...] = ()
    folder: Path | None = None
    protocol: Protocol | None = None

    def conditions(self) -> dict[str, object]:
        """Returns the conditions of play, which comparable games share, as JSON values."""
        return {
            "seconds": self.seconds,
            "depth": self.depth,
            "clock": [self.clock.per_move, self.clock.per_game, self.clock.increment],
            "threads": self.options.threads,
            "megabytes": self.megabytes,
            "book": self.options.book,
        }

    def search_settings(self) -> list[object]:
        """Returns the settings of the search, and the command, as JSON values."""
        ahead = ["ahead"] * self.thinks_ahead
        return [
            self.options.algorithm.text,
            self.options.level,
            self.options.selective,
            *ahead,
            *self.command,
        ]

    def fingerprint(self) -> str:
        """Returns the fingerprint of the player's weights; '' for an external engine. Raises WeightsError."""
        if self.command:
            return ""
        own = weights.default_weights() if self.weights is None else weights.load(self.weights)
        return own.fingerprint

    def open(self) -> "Player":
        """Starts the player and waits until it is ready at full speed. Raises EngineError."""
        if self.command:
            allowance = Allowance(self.seconds, self.depth, self.clock)
            return host.start(self.command, self.folder, allowance, self.protocol)
        return EnginePlayer(self)


class EnginePlayer:
    """This project's engine as a player, in this process."""

    def __init__(self, spec: PlayerSpec) -> None:
        ready = preparation.wait()
        if not ready.is_ready:
            raise EngineError(_(ready.text))
        try:
            book = load() if spec.options.book else None
            own = None if spec.weights is None else weights.load(spec.weights)
            self._engine = Engine(spec.megabytes, book, own)
        except ValueError as error:
            raise EngineError(f"{spec.name}: {error}") from error
        self._spec = spec
        self._ahead: Analysis | None = None  # ended by the next move or game

    def new_game(self) -> None:
        """Forgets the last game, outside the time of any move."""
        self._engine.clear_and_allocate()

    def choose(self, game: Game, seed: int) -> MoveReport:
        """Returns a legal move, or a pass if there is none. `seed` makes mistakes repeatable."""
        asked = time.perf_counter()
        spec, options = self._spec, self._spec.options
        share = timing.seconds_for_move(game.board, timing.clock_in(game, spec.clock))
        limit = Limit(spec.seconds if share is None else min(share, spec.seconds or share), spec.depth)
        analysis = self._engine.analyse(game.board, limit, replace(options, seed=seed))
        answer = analysis.result()
        seconds, nodes = time.perf_counter() - asked, analysis.counters().nodes
        found = answer.move, seconds, answer.score, nodes, answer.depth, answer.kind
        if spec.thinks_ahead and not (after := game.board.play(answer.move)).is_over():
            threads = min(options.threads, spare_processors())
            self._ahead = self._engine.analyse(after, Limit(), replace(options, threads=threads))
        return MoveReport(game.node.ply + 1, game.board.turn, *found)

    def rest(self) -> None:
        """Ends thinking ahead, as after a game that the other side has lost on time."""
        if self._ahead is not None:
            self._ahead.stop()

    def close(self) -> None:
        self._engine.close()


Player: TypeAlias = EnginePlayer | NBoardEngine | GtpEngine


def parse_player(text: str, default: PlayerSpec | None = None) -> PlayerSpec:
    """Parses the text of a player; `default` has the missing options (for an external engine only the clock).
    Raises ValueError, which names the wrong part, also for a player whose moves may never end.
    """
    default = default or PlayerSpec()
    spec = _parse_pairs(text, default) if "=" in text else _parse_search(text, default)
    has_limit = (spec.seconds, spec.depth, spec.clock) != (None, None, TimeControl())
    if not (spec.command or has_limit or spec.options.level < FULL_STRENGTH):
        sentence = _("{text} has no limit: add seconds=, depth= or a level= below {most}")
        raise ValueError(sentence.format(text=repr(text), most=FULL_STRENGTH))
    return spec


def _parse_search(text: str, default: PlayerSpec) -> PlayerSpec:
    """Parses texts such as 'pvs:8', 'AlphaBeta:3' and 'minimax'."""
    name, colon, level = text.strip().partition(":")
    try:
        spec = _with(default, algorithm=parse_algorithm(name))
    except ValueError as error:
        sentence = _("{problem} (as in pvs:8), or pairs (as in seconds=0.1,level=8)")
        raise ValueError(sentence.format(problem=error)) from error
    if colon:
        number = parse_digits(level)
        if number is None or not 1 <= number <= FULL_STRENGTH:
            sentence = _("{text} needs a level from 1 to {most} after the colon, as in {name}:8")
            raise ValueError(sentence.format(text=repr(text), most=FULL_STRENGTH, name=name))
        spec = _with(spec, level=number)
    return replace(spec, name=f"{spec.options.algorithm.text}:{spec.options.level}")


def _parse_pairs(text: str, default: PlayerSpec) -> PlayerSpec:
    values = parse_pairs(text)
    is_outside = "command" in values
    spec = replace(PlayerSpec(clock=default.clock) if is_outside else default, name=text)
    readers = OUTSIDE if is_outside else INSIDE
    for name, value in values.items():
        if name not in readers:
            known = ", ".join(readers)
            sentence = (
                _("an outside program has no {name}: use {known}")
                if is_outside
                else _("a player has no {name}: use {known}")
            )
            raise ValueError(sentence.format(name=repr(name), known=known))
        try:
            spec = readers[name](spec, value)
        except ValueError as error:
            raise ValueError(f"{name}={value}: {error}") from error
    return spec


def parse_pairs(text: str) -> dict[str, str]:
    """Parses a text such as 'name=Ten,level=10' into values by name. Raises ValueError."""
    values: dict[str, str] = {}
    position = 0
    while position < len(text):
        match = PAIR.match(text, position)
        if match is None:
            sentence = _(
                "write a player as name=value pairs separated by commas, such as algorithm=pvs,level=4, not "
                "{text}"
            )
            raise ValueError(sentence.format(text=repr(text[position:])))
        name = match["name"]
        if name in values:
            raise ValueError(_("{name} occurs twice in {text}", name=repr(name), text=repr(text)))
        values[name] = match["quoted"] if match["quoted"] is not None else match["plain"].strip()
        position = match.end()
    return values


def _name(value: str) -> str:
    if not (name := clean_line(value)):
        raise ValueError(_("expected a name"))
    return name


def _protocol(value: str) -> Protocol:
    if value.lower() not in [protocol.value for protocol in Protocol]:
        raise ValueError(_("expected nboard or gtp"))
    return Protocol(value.lower())


def _whole_number(value: str, most: int) -> int:
    number = parse_digits(value)
    if number is None or not 1 <= number <= most:
        raise ValueError(_("expected a whole number from {least} to {most}", least=1, most=most))
    return number


def _command(spec: PlayerSpec, value: str) -> PlayerSpec:
    words = _words(value)
    if not words:
        raise ValueError(_("the command of a program is missing"))
    program = str(typed_path(words[0]))
    if os.path.dirname(words[0]) and not os.path.dirname(program):  # noqa: PTH120 - "./engine" is not in PATH
        program = os.path.join(os.curdir, program)  # noqa: PTH118 - which drops it
    return replace(spec, command=(program, *words[1:]))


def _words(command: str) -> list[str]:
    """Splits a command line into words. On Windows a backslash separates folders and escapes nothing."""
    reader = shlex.shlex(command, posix=True, punctuation_chars=False)
    reader.whitespace_split, reader.commenters = True, ""
    if sys.platform == "win32":
        reader.escape = ""
    try:
        return list(reader)
    except ValueError as error:
        raise ValueError(_("a quotation mark is not closed")) from error


def _folder(spec: PlayerSpec, value: str) -> PlayerSpec:
    folder = typed_path(value)
    try:
        is_folder = folder.is_dir()
    except OSError:  # for example if the name is too long
        is_folder = False
    if not is_folder:
        raise ValueError(_("there is no such folder"))
    return replace(spec, folder=folder)


def _weights(spec: PlayerSpec, value: str) -> PlayerSpec:
    path = typed_path(value)
    weights.load(path)
    return replace(spec, weights=path)


def _yes_or_no(value: str) -> bool:
    if value.lower() not in ("yes", "no"):
        raise ValueError(_("expected yes or no"))
    return value.lower() == "yes"


_Reader = Callable[[PlayerSpec, str], PlayerSpec]

_LIMITS: Final[Mapping[str, _Reader]] = {
    "name": lambda spec, value: replace(spec, name=_name(value)),
    "seconds": lambda spec, value: replace(spec, seconds=parse_seconds(value)),
    "depth": lambda spec, value: replace(spec, depth=_whole_number(value, DEEPEST)),
    "clock": lambda spec, value: replace(spec, clock=parse_control(value)),
}
INSIDE: Final[Mapping[str, _Reader]] = {
    **_LIMITS,
    "algorithm": lambda spec, value: _with(spec, algorithm=parse_algorithm(value)),
    "level": lambda spec, value: _with(spec, level=_whole_number(value, FULL_STRENGTH)),
    "threads": lambda spec, value: _with(spec, threads=_whole_number(value, MAX_THREADS)),
    "weights": _weights,
    "selective": lambda spec, value: _with(spec, selective=_yes_or_no(value)),
    "book": lambda spec, value: _with(spec, book=_yes_or_no(value)),
    "ahead": lambda spec, value: replace(spec, thinks_ahead=_yes_or_no(value)),
    "hash": lambda spec, value: replace(spec, megabytes=_whole_number(value, 1_000_000)),
}
OUTSIDE: Final[Mapping[str, _Reader]] = {
    **_LIMITS,
    "command": _command,
    "folder": _folder,
    "protocol": lambda spec, value: replace(spec, protocol=_protocol(value)),
}


def _with(spec: PlayerSpec, **options: Any) -> PlayerSpec:
    return replace(spec, options=replace(spec.options, **options))
