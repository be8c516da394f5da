"""A gauntlet and its file, JSON lines: what is played in the first, then a finished game in each.

    {"gauntlet": 1, "players": ["seconds=0.1", "seconds=0.1,level=9"], "weights": ["<SHA-256>", "<SHA-256>"],
     "openings": "<SHA-256>", "seed": 1}
    {"number": 0, "opening": "f5d6...", "moves": "f5d6...", "lead": -4, "seconds": [2.9, 2.8], ...}

A game counts only if its moves lead to its result. Lines that were damaged, or cut off when the program was
killed, stay where they are and are told of; their games are played again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from ai.arena.players import PlayerSpec
from ai.arena.report import GameReport, Pairing
from ai.arena.tournament import Specs, pairings
from ai.training.arguments import StepError
from ai.training.lines import add_line, lines_of
from game.board import Color
from game.plain_text import shortened
from game.records.transcript import parse_transcript, transcript

VERSION: Final = 1

# A move that takes this many seconds more than its time is an overrun.
TOLERANCE: Final = 0.020
# More than the seconds and the overruns of any game.
MOST_SECONDS: Final = 1e9


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """Two players, and transcripts that each open two games of theirs, one with either colour."""

    players: Specs
    openings: tuple[str, ...]
    seed: int = 0

    def pairings(self) -> list[Pairing]:
        return list(pairings(self.openings, self.seed))


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game. Of pairs of values, the first is player 0's.

    `moves` is the transcript, the opening included; `lead` is in discs, the empties counted for the winner;
    `seconds` are those of all moves, `longest` those of the longest one; `overruns` counts the moves that
    took too long, and one more where the clock of the game ran out.
    """

    number: int
    opening: str
    moves: str
    lead: int
    seconds: tuple[float, float]
    longest: tuple[float, float]
    overruns: tuple[int, int]

    @classmethod
    def of(cls, report: GameReport, players: Specs) -> GameRecord:
        spent = [[move.seconds for move in report.moves_of(player)] for player in (0, 1)]
        return cls(
            report.pairing.number,
            report.pairing.opening,
            transcript(report.game),
            report.discs_of(0) - report.discs_of(1),
            seconds=(round(sum(spent[0]), 3), round(sum(spent[1]), 3)),
            longest=(round(max(spent[0], default=0.0), 4), round(max(spent[1], default=0.0), 4)),
            overruns=(_overruns(spent[0], players[0]), _overruns(spent[1], players[1])),
        )

    @property
    def points(self) -> float:
        """Of player 0: 1, 1/2 or 0."""
        return 0.5 if self.lead == 0 else float(self.lead > 0)


def _overruns(spent: Sequence[float], player: PlayerSpec) -> int:
    limit, clock = player.seconds, player.clock.per_game
    moves = 0 if limit is None else sum(seconds > limit + TOLERANCE for seconds in spent)
    return moves + (clock is not None and sum(spent) > clock)


class GauntletFileError(StepError):
    """A file that belongs to something else; the sentence names the file and the line."""


class GauntletFile:
    """The finished games of a gauntlet, by their numbers, on disk as soon as they are added."""

    def __init__(self, path: Path, gauntlet: Gauntlet) -> None:
        """Read the file, or begin it. `problems` says, a sentence each, which lines are of no use.

        Raises GauntletFileError when it is the file of another gauntlet, OSError, WeightsError.
        """
        self.path = path
        self.gauntlet = gauntlet
        self.records: dict[int, GameRecord] = {}
        self.problems: list[str] = []
        if lines := lines_of(path):
            self._read(*lines)
        else:
            add_line(path, json.dumps(self._header()))

    def add(self, record: GameRecord) -> None:
        """Raises OSError when it cannot be written."""
        add_line(self.path, json.dumps(asdict(record)))
        self.records[record.number] = record

    def _header(self) -> dict[str, Any]:
        gauntlet = self.gauntlet
        return {
            "gauntlet": VERSION,
            "players": [player.name for player in gauntlet.players],
            "weights": [player.fingerprint() for player in gauntlet.players],
            "openings": hashlib.sha256("\n".join(gauntlet.openings).encode()).hexdigest(),
            "seed": gauntlet.seed,
        }

    def _read(self, first: str, *lines: str) -> None:
        self._check_header(first)
        pairings = self.gauntlet.pairings()
        for number, line in enumerate(lines, start=2):
            if not line.strip():
                continue
            try:
                record = _parse_record(line, pairings)
                if record.number in self.records:
                    raise ValueError(f"game {record.number} is there for the second time")
            except ValueError as error:
                self.problems.append(f"{self.path}, line {number}: {shortened(str(error))}")
            else:
                self.records[record.number] = record

    def _check_header(self, line: str) -> None:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("gauntlet") != VERSION:
            raise GauntletFileError(f"{self.path}, line 1: this is no file of a gauntlet; name another file")
        for name, wanted in self._header().items():
            if found.get(name) != wanted:
                raise GauntletFileError(
                    f"{self.path}, line 1: it is the file of another gauntlet, whose {name} were "
                    f"{shortened(repr(found.get(name)))}, not {wanted!r}; name another file"
                )


def _parse_record(line: str, pairings: Sequence[Pairing]) -> GameRecord:
    """Raises ValueError that says what is wrong with the line."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError("it is no JSON") from error
    names = {field.name for field in fields(GameRecord)}
    if not isinstance(entry, dict) or set(entry) != names:
        raise ValueError(f"a game has {', '.join(sorted(names))}")
    number, lead = _whole(entry, "number"), _whole(entry, "lead")
    if not 0 <= number < len(pairings):
        raise ValueError(f"there is no game {number} in this gauntlet")
    pairing = pairings[number]
    if entry["opening"] != pairing.opening:
        raise ValueError(f"game {number} begins with {pairing.opening}, not {entry['opening']!r}")
    if not isinstance(entry["moves"], str):
        raise ValueError(f"the moves are a transcript, not {entry['moves']!r}")
    result = parse_transcript(entry["moves"]).result()
    if result is None:
        raise ValueError(f"game {number} is not finished")
    black = result.black - result.white
    if lead != (black if pairing.color_of(0) is Color.BLACK else -black):
        raise ValueError(
            f"the moves of game {number} lead to {result.black}-{result.white}, not to a lead of {lead}"
        )
    seconds, longest, overruns = (_two_numbers(entry, name) for name in ("seconds", "longest", "overruns"))
    counts = (int(overruns[0]), int(overruns[1]))
    return GameRecord(number, entry["opening"], entry["moves"], lead, seconds, longest, counts)


def _whole(entry: dict[str, Any], name: str) -> int:
    if type(entry[name]) is not int:
        raise ValueError(f"{name} is a whole number, not {entry[name]!r}")
    value: int = entry[name]
    return value


def _two_numbers(entry: dict[str, Any], name: str) -> tuple[float, float]:
    value = entry[name]
    is_pair = isinstance(value, list) and len(value) == 2 and {type(value[0]), type(value[1])} <= {int, float}
    if not (is_pair and all(0 <= number < MOST_SECONDS for number in value)):
        raise ValueError(f"{name} are two numbers, not {value!r}")
    return value[0], value[1]
