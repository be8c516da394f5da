"""Players of a gauntlet: this project's engine, or an outside program, each told by a text.

A text is `name=value` pairs with commas between them; a value with commas or blanks may stand in quotes:

    seconds=0.1,algorithm=pvs,level=7,weights=build/weights.bin
    command="path/to/engine --level 10",folder=path/to,seconds=0.1

Of this engine: `seconds` and `depth` limit a move; `algorithm`, `level`, `threads` and `hash` (megabytes) are
those of the command line; `weights` is a file, `selective` (yes) and `book` (no) are yes or no. Of an outside
program: `command` starts it, in `folder`; it speaks NBoard; `depth` is set for it, and `seconds` is what its
own flags make a move take.
"""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from ai import preparation, weights
from ai.book import load
from ai.engine import Engine
from ai.limits import FULL_STRENGTH, MAX_THREADS, Algorithm, Limit, Options
from ai.training.nboard import EngineError, NBoardEngine
from game.board import Board, Move
from game.tree import Game

DEFAULT_MEGABYTES: Final = 64

PAIR: Final = re.compile(r"""\s*(?P<name>\w+)\s*=\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>[^,"]*))\s*(?:,|$)""")


class Player(Protocol):
    """Who chooses moves. Closed when it is no longer needed."""

    def new_game(self) -> None:
        """Forget the last game, before the time of any move begins."""

    def choose(self, game: Game, seed: int) -> tuple[Move, float]:
        """A legal move where there is one, and the seconds it took. `seed` makes mistakes repeatable.

        Raises EngineError.
        """

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """What the text of a player says, and the text itself. With a `command` it is an outside program."""

    text: str
    seconds: float | None = None
    depth: int | None = None
    options: Options = field(default_factory=Options)
    megabytes: int = DEFAULT_MEGABYTES
    weights: Path | None = None
    command: tuple[str, ...] = ()
    folder: Path | None = None

    def fingerprint(self) -> str:
        """Of the weights it plays with; '' for an outside program. Raises WeightsError."""
        if self.command:
            return ""
        its = weights.default_weights() if self.weights is None else weights.load(self.weights)
        return its.fingerprint

    def open(self) -> Player:
        """Start the player; it is ready to play at its full speed. Raises EngineError."""
        return Outsider(self) if self.command else Insider(self)


class Insider:
    """This project's engine, in this process."""

    def __init__(self, spec: PlayerSpec) -> None:
        ready = preparation.wait()
        if not ready.is_ready:
            raise EngineError(ready.text)
        try:
            book = load() if spec.options.book else None
            its_weights = None if spec.weights is None else weights.load(spec.weights)
            self._engine = Engine(spec.megabytes, book, its_weights)
        except ValueError as error:
            raise EngineError(f"{spec.text}: {error}") from error
        self._limit = Limit(spec.seconds, spec.depth)
        self._options = spec.options

    def new_game(self) -> None:
        self._engine.new_game()
        # The table is made anew by the next search, and its memory touched for the first time.
        self._engine.analyse(Board.initial(), Limit(depth=1)).result()

    def choose(self, game: Game, seed: int) -> tuple[Move, float]:
        asked = time.perf_counter()
        answer = self._engine.analyse(game.board, self._limit, replace(self._options, seed=seed)).result()
        return answer.move, time.perf_counter() - asked

    def close(self) -> None:
        self._engine.close()


class Outsider:
    """An outside program that speaks NBoard."""

    def __init__(self, spec: PlayerSpec) -> None:
        self._engine = NBoardEngine(spec.command, spec.folder, spec.depth, spec.seconds)

    def new_game(self) -> None:
        """Nothing: the protocol has no word for it."""

    def choose(self, game: Game, seed: int) -> tuple[Move, float]:  # noqa: ARG002 - not its affair
        return self._engine.choose(game)

    def close(self) -> None:
        self._engine.close()


def parse_player(text: str) -> PlayerSpec:
    """Read the text of a player. Raises ValueError that names the part that is wrong."""
    values = _parse_pairs(text)
    readers = OUTSIDE if "command" in values else INSIDE
    spec = PlayerSpec(text)
    for name, value in values.items():
        if name not in readers:
            known = ", ".join(readers)
            kind = "an outside program" if readers is OUTSIDE else "a player"
            raise ValueError(f"{name!r} is nothing {kind} has: use {known}")
        try:
            spec = readers[name](spec, value)
        except ValueError as error:
            raise ValueError(f"{name}={value}: {error}") from error
    if (
        not spec.command
        and spec.seconds is None
        and spec.depth is None
        and spec.options.level == FULL_STRENGTH
    ):
        raise ValueError(
            f"{text!r} may think for ever: add seconds=, depth= or a level= below {FULL_STRENGTH}"
        )
    return spec


def _parse_pairs(text: str) -> dict[str, str]:
    values: dict[str, str] = {}
    position = 0
    while position < len(text):
        match = PAIR.match(text, position)
        if match is None:
            raise ValueError(
                f"a player is name=value pairs with commas, as in seconds=0.1, not {text[position:]!r}"
            )
        name = match["name"]
        if name in values:
            raise ValueError(f"{name!r} stands twice in {text!r}")
        values[name] = match["quoted"] if match["quoted"] is not None else match["plain"].strip()
        position = match.end()
    return values


def _seconds(spec: PlayerSpec, value: str) -> PlayerSpec:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ValueError("a number of seconds above 0 is wanted")
    return replace(spec, seconds=seconds)


def _whole_number(value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdigit() and least <= int(value[:20]) <= most):
        raise ValueError(f"a whole number from {least} to {most} is wanted")
    return int(value)


def _algorithm(spec: PlayerSpec, value: str) -> PlayerSpec:
    names = {its.name.lower(): its for its in Algorithm}
    if value.lower() not in names:
        raise ValueError(f"use {', '.join(names)}")
    return replace(spec, options=replace(spec.options, algorithm=names[value.lower()]))


def _command(spec: PlayerSpec, value: str) -> PlayerSpec:
    words = shlex.split(value)
    if not words:
        raise ValueError("the command of a program is wanted")
    return replace(spec, command=(str(Path(words[0]).expanduser()), *words[1:]))


def _folder(spec: PlayerSpec, value: str) -> PlayerSpec:
    folder = Path(value).expanduser()
    if not folder.is_dir():
        raise ValueError("there is no such folder")
    return replace(spec, folder=folder)


def _weights(spec: PlayerSpec, value: str) -> PlayerSpec:
    path = Path(value).expanduser()
    weights.load(path)
    return replace(spec, weights=path)


def _yes_or_no(value: str) -> bool:
    if value.lower() not in ("yes", "no"):
        raise ValueError("yes or no is wanted")
    return value.lower() == "yes"


_Reader = Callable[[PlayerSpec, str], PlayerSpec]

_LIMITS: Final[Mapping[str, _Reader]] = {
    "seconds": _seconds,
    "depth": lambda spec, value: replace(spec, depth=_whole_number(value, 1, 60)),
}
INSIDE: Final[Mapping[str, _Reader]] = {
    **_LIMITS,
    "algorithm": _algorithm,
    "level": lambda spec, value: _with(spec, level=_whole_number(value, 1, FULL_STRENGTH)),
    "threads": lambda spec, value: _with(spec, threads=_whole_number(value, 1, MAX_THREADS)),
    "weights": _weights,
    "selective": lambda spec, value: _with(spec, selective=_yes_or_no(value)),
    "book": lambda spec, value: _with(spec, book=_yes_or_no(value)),
    "hash": lambda spec, value: replace(spec, megabytes=_whole_number(value, 1, 1_000_000)),
}
OUTSIDE: Final[Mapping[str, _Reader]] = {**_LIMITS, "command": _command, "folder": _folder}


def _with(spec: PlayerSpec, **options: Any) -> PlayerSpec:
    return replace(spec, options=replace(spec.options, **options))
