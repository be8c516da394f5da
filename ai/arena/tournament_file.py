"""The file of a tournament: its settings as JSON in the first line, then one game in GGF a line.

    % {"tournament": 1, "players": ["pvs:5", "pvs:6"], "weights": ["<SHA-256>", "<SHA-256>"], "openings": ...}
    (;GM[Othello]PC[Nullwindow, game 1]PB[pvs:5]PW[pvs:6]RE[-4.00] ... ;)

Any program that reads GGF can read the games. A game counts only if its moves lead to its result. Damaged
lines are kept and reported; their games are played again.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from ai.arena.report import GameReport, Pairing, SavedMove
from ai.arena.tournament import Tournament
from ai.files import add_line
from game.board import PASS, Color
from game.evaluation import Evaluation, Kind
from game.files import read_file
from game.plain_text import quoted
from game.records.ggf import ggf, one_line, parse_ggf
from game.records.record import Record, clean_line, lose_as_reported, result_text
from game.starts import parse_start
from game.text import _

VERSION: Final = 1
CONDITIONS: Final = "conditions"
SEARCHES: Final = "searches"
WEIGHTS: Final = "weights"
PLACE: Final = "Nullwindow, game {number}"
NUMBER: Final = re.compile(r"Nullwindow, game (\d{1,7})")
MOST_BYTES: Final = 2_000_000_000  # enough for a million games


class TournamentFileError(ValueError):
    """A file that does not fit the tournament; the text names the file."""


def record_of(report: GameReport, tournament: Tournament) -> Record:
    """Returns the record that the file keeps: scores and seconds to the hundredth, as in GGF."""
    game = report.game.copy()
    scores = {move.ply: move.score for move in report.moves}
    for node in game.line[1:]:
        node.seconds = None if node.seconds is None else round(node.seconds, 2)
        score = scores.get(node.ply)
        if score is not None:
            node.note(Evaluation(round(node.board.turn.other.sign * score, 2), 0, Kind.ESTIMATE))
    black, white = (tournament.players[report.pairing.player_of(color)] for color in Color)
    return Record(
        game,
        black=name_in_file(black.name),
        white=name_in_file(white.name),
        result=result_text(report.result),
        controls=(black.clock, white.clock),
        date=datetime.now().replace(microsecond=0),
        event=game.start_name,
        place=PLACE.format(number=report.pairing.number + 1),
    )


def report_of(record: Record, pairing: Pairing) -> GameReport:
    """Inverts `record_of`, as far as GGF allows. Raises ValueError for another or an unfinished game."""
    lose_as_reported(record)
    game = record.game
    opening = parse_start(pairing.opening)
    if game.start != opening.start or game.moves[: len(opening.moves)] != opening.moves:
        raise ValueError(_("it does not begin with {opening}").format(opening=pairing.opening))
    result = game.result()
    if result is None:
        raise ValueError(_("the game is not finished"))
    if record.result != result_text(result):
        sentence, said = _("the moves lead to {black}-{white}, not to {result}"), quoted(record.result)
        raise ValueError(sentence.format(black=result.black, white=result.white, result=said))
    moves = []
    for node in game.line[1 + len(opening.moves) :]:
        if node.move is not None and node.move != PASS:
            color, known = node.board.turn.other, node.evaluation
            score = None if known is None else color.sign * known.score
            moves.append(SavedMove(node.ply, color, node.move, node.seconds or 0.0, score))
    return GameReport(pairing, game, result, tuple(moves))


def _comparable(searches: Any) -> Any:
    """Returns the searches of a header as older versions wrote them: MT-SSS* as sss, commands without ./"""
    if not isinstance(searches, list) or not all(isinstance(player, list) for player in searches):
        return searches
    here = f"{os.curdir}{os.sep}"

    def old(word: Any) -> Any:
        return "sss" if word == "mtsss" else word.removeprefix(here) if isinstance(word, str) else word

    return [list(map(old, player)) for player in searches]


def name_in_file(name: str) -> str:
    """Returns a player's name as it reads after a round trip through GGF."""
    return clean_line(one_line(name))


class TournamentFile:
    """The finished games of a tournament, by number; each is on disk as soon as it is added."""

    def __init__(self, path: Path, tournament: Tournament, setup: Mapping[str, object] | None = None) -> None:
        """Reads the file, or creates it; `setup` is all that is needed to recreate the tournament.

        `problems` are sentences about unusable lines; `refusal` is why missing games cannot be played, or ''.
        Raises TournamentFileError for the file of another tournament, OSError, WeightsError.
        """
        self.path = path
        self.tournament = tournament
        self.reports: dict[int, GameReport] = {}
        self.problems: list[str] = []
        self.refusal = ""
        self._setup = {} if setup is None else {"setup": setup}
        if path.exists():
            self._read(read_file(path, MOST_BYTES).decode("utf-8", "replace").splitlines())
        else:
            add_line(path, f"% {json.dumps(self._header())}")

    def check(self) -> None:
        """Raises TournamentFileError if no more games can be played (see `refusal`)."""
        if self.refusal:
            raise TournamentFileError(self.refusal)

    def add(self, report: GameReport) -> Record:
        """Adds a game to the file and returns its record. Raises OSError."""
        record = record_of(report, self.tournament)
        add_line(self.path, ggf(record))
        self.reports[report.pairing.number] = report
        return record

    def _header(self) -> dict[str, object]:
        tournament = self.tournament
        return {
            "tournament": VERSION,
            "players": [player.name for player in tournament.players],
            WEIGHTS: [player.fingerprint() for player in tournament.players],
            "openings": hashlib.sha256("\n".join(tournament.openings).encode()).hexdigest(),
            "seed": tournament.seed,
            "gauntlet": tournament.is_gauntlet,
            "both_colors": tournament.both_colors,
            CONDITIONS: [player.conditions() for player in tournament.players],
            SEARCHES: [player.search_settings() for player in tournament.players],
            **self._setup,
        }

    def _read(self, lines: list[str]) -> None:
        self._check_header(lines[0] if lines else "")
        pairings = self.tournament.pairings()
        for number, line in enumerate(lines[1:], start=2):
            if not line.strip():
                continue
            try:
                report = self._parse(line, pairings)
            except ValueError as error:
                sentence = _("{path}, line {number}: {problem}")
                self.problems.append(sentence.format(path=self.path, number=number, problem=error))
            else:
                self.reports[report.pairing.number] = report

    def _check_header(self, line: str) -> None:
        try:
            found = json.loads(line.removeprefix("%"))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("tournament") != VERSION:
            raise TournamentFileError(
                _("{path} is not a tournament file: choose another one", path=self.path)
            )
        for name, wanted in self._header().items():
            if name == SEARCHES and _comparable(found.get(name)) == _comparable(wanted):
                continue
            is_known = name not in (CONDITIONS, SEARCHES) or name in found  # older files lack these
            if name == WEIGHTS and found.get(name) != wanted:
                sentence = _("{path} was played with other weights: start a new tournament for more games")
                self.refusal = sentence.format(path=self.path)
            elif is_known and found.get(name) != wanted:
                sentence = _("{path} belongs to another tournament ({name}: {found}): choose another file")
                there = quoted(json.dumps(found.get(name)), 200)
                raise TournamentFileError(sentence.format(path=self.path, name=name, found=there))

    def _parse(self, line: str, pairings: list[Pairing]) -> GameReport:
        record = parse_ggf(line)
        match = NUMBER.fullmatch(record.place)
        number = int(match[1]) - 1 if match else -1
        if not 0 <= number < len(pairings):
            raise ValueError(_("there is no such game in this tournament"))
        pairing = pairings[number]
        names = [name_in_file(self.tournament.players[pairing.player_of(color)].name) for color in Color]
        if [record.black, record.white] != names:
            sentence = _("game {number} is between {black} and {white}")
            raise ValueError(sentence.format(number=number + 1, black=names[0], white=names[1]))
        return report_of(record, pairing)
