"""The file of a gauntlet, JSON lines: what is played in the first, then a finished game in each.

    {"gauntlet": 1, "players": ["seconds=0.1", "seconds=0.1,level=9"], "weights": ["<SHA-256>", "<SHA-256>"],
     "openings": "<SHA-256>", "seed": 1}
    {"number": 0, "opening": "f5d6...", "moves": "f5d6...", "lead": -4, "seconds": [2.9, 2.8], ...}

A game counts only if its moves lead to its result. Lines that were damaged, or cut off when the program was
killed, stay where they are and are told of; their games are played again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

from ai.training.arena import GameRecord, Pairing
from game.board import Color
from game.records.transcript import parse_transcript

VERSION: Final = 1


class GauntletFileError(ValueError):
    """A file that belongs to something else; the sentence names the file and the line."""


class GauntletFile:
    """The finished games of a pairing, by their numbers, on disk as soon as they are added."""

    def __init__(self, path: Path, pairing: Pairing) -> None:
        """Read the file, or begin it. `problems` says, a sentence each, which lines are of no use.

        Raises GauntletFileError when it is the file of another pairing, OSError, WeightsError.
        """
        self.path = path
        self.records: dict[int, GameRecord] = {}
        self.problems: list[str] = []
        self._pairing = pairing
        text = path.read_text("utf-8", "replace") if path.exists() else ""
        if text:
            self._read(text)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(self._header())
        if text and not text.endswith("\n"):
            self._write("\n")

    def add(self, record: GameRecord) -> None:
        """Raises OSError when it cannot be written."""
        self._append(asdict(record))
        self.records[record.number] = record

    def _header(self) -> dict[str, Any]:
        pairing = self._pairing
        digest = hashlib.sha256("\n".join(pairing.openings).encode()).hexdigest()
        return {
            "gauntlet": VERSION,
            "players": [its.text for its in pairing.players],
            "weights": [its.fingerprint() for its in pairing.players],
            "openings": digest,
            "seed": pairing.seed,
        }

    def _read(self, text: str) -> None:
        first, *lines = text.splitlines()
        self._check_header(first)
        for number, line in enumerate(lines, start=2):
            if not line.strip():
                continue
            try:
                record = _parse_record(line, self._pairing)
                if record.number in self.records:
                    raise ValueError(f"game {record.number} is there for the second time")
            except ValueError as error:
                self.problems.append(f"{self.path}, line {number}: {error}")
            else:
                self.records[record.number] = record

    def _check_header(self, line: str) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("gauntlet") != VERSION:
            raise GauntletFileError(f"{self.path}, line 1: this is no file of a gauntlet; name another file")
        for name, wanted in self._header().items():
            if found.get(name) != wanted:
                raise GauntletFileError(
                    f"{self.path}, line 1: it is the file of another gauntlet, whose {name} were "
                    f"{found.get(name)!r}, not {wanted!r}; name another file"
                )

    def _append(self, entry: dict[str, Any]) -> None:
        self._write(json.dumps(entry) + "\n")

    def _write(self, text: str) -> None:
        try:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error


def _parse_record(line: str, pairing: Pairing) -> GameRecord:
    """Raises ValueError that says what is wrong with the line."""
    try:
        entry = json.loads(line)
    except ValueError as error:
        raise ValueError(f"it is no JSON ({error})") from error
    names = {field.name for field in fields(GameRecord)}
    if not isinstance(entry, dict) or set(entry) != names:
        raise ValueError(f"a game has {', '.join(sorted(names))}")
    number, lead = _whole(entry, "number"), _whole(entry, "lead")
    if not 0 <= number < 2 * len(pairing.openings):
        raise ValueError(f"there is no game {number} in this gauntlet")
    if entry["opening"] != pairing.opening_of(number):
        raise ValueError(f"game {number} begins with {pairing.opening_of(number)}, not {entry['opening']!r}")
    if not isinstance(entry["moves"], str):
        raise ValueError(f"the moves are a transcript, not {entry['moves']!r}")
    result = parse_transcript(entry["moves"]).result()
    if result is None:
        raise ValueError(f"game {number} is not finished")
    black = result.black - result.white
    if lead != (black if pairing.player_of(number, Color.BLACK) == 0 else -black):
        raise ValueError(f"the moves of game {number} lead to {result.text()}, not to a lead of {lead}")
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
    if not (isinstance(value, list) and len(value) == 2 and all(type(its) in (int, float) for its in value)):
        raise ValueError(f"{name} are two numbers, not {value!r}")
    return value[0], value[1]
