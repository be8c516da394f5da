"""The readers of files and texts from people and other programs, and the promises that each must keep.

A reader takes the bytes of an input; it returns normally if it accepts or refuses them. It raises if a
promise is broken: by an undocumented error, a message that is not a sentence, an illegal game.
"""

import contextlib
import functools
import gzip
import hashlib
import importlib
import io
import json
import re
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, Final
from unittest import mock

import pygame

from ai import book, cache, weights
from ai.arena import host
from ai.arena.host import Protocol
from ai.arena.openings import OpeningsError, read_openings
from ai.arena.talk import EngineError
from ai.arena.tournament_file import TournamentFile, TournamentFileError
from ai.arguments import MISUSED, CommandParser
from ai.book import BookError
from ai.limits import FULL_STRENGTH, LONGEST_MOVE, Limit, Options
from ai.patterns import STAGE_SIZE, STAGES
from ai.weights import WeightsError
from game.board import PASS, Board, MissingSide, squares
from game.clock import TimeControl
from game.files import gunzip
from game.records.any_format import (
    count_games,
    first_part,
    parse_game,
    read_game,
    read_games,
    read_problems,
    split_games,
)
from game.records.any_format import read_text as record_of_text
from game.records.board_text import bare_line, is_row
from game.records.ggf import AntiOthello, ggf, parse_ggf
from game.records.obf import ObfError
from game.records.pgn import begin_of_pgn, pgn
from game.records.record import MAX_NAME, parse_result
from game.records.sgf import sgf
from game.records.transcript import TranscriptError, describe_error
from game.records.wthor import WthorError
from game.starts import parse_start
from game.tree import Game
from play import engines_file
from play.gtp import GtpSession
from play.library import Library, record_of
from play.library_file import KeptGame, LibraryError
from play.nboard import NBoardSession
from play.new_game import NewGame
from play.players import Seat
from play.practice.exercise import parse_puzzles
from play.practice.progress import Practice, Section, parse_progress, written_progress
from play.results import parse_results, written_results
from play.saved_game import parse_saved_game, written_game
from play.settings import parse_settings, written_settings
from play.store import GAME_FILE, LIBRARY_FILE, PRACTICE_FILE, RESULTS_FILE, SETTINGS_FILE, Store
from play.tournament import read_setup
from tests.fuzz import samples
from tests.fuzz.checks import (
    LONGEST_MESSAGE,
    check_board,
    check_control,
    check_game,
    check_messages,
    check_record,
    check_refusal,
    check_words,
)
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine
from tests.play.stored import content_of, saved_game
from ui import cli
from ui.actions import Action, Actions, with_keys
from ui.clipboard import read_clipboard
from ui.input import Key
from ui.theme import SMALL, Theme, drawable

Read = Callable[[bytes], None]

# Bytes of an unpacked file, and the errors with which the text of a game may be refused.
MOST_UNPACKED: Final = 1000
TEXT_ERRORS: Final = (ValueError, MissingSide, TranscriptError, ObfError, AntiOthello)
# Polls after which a request of NBoard has ended, as its searches answer at once.
MOST_POLLS: Final = 1000
# The time of argparse is quadratic in the number of arguments.
MOST_ARGUMENTS: Final = 5000
# Games of an input whose moves are checked.
MOST_GAMES: Final = 5
# Pixels for a line of text.
ROOM: Final = 300


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader: `seeds` makes valid or almost valid inputs, `tokens` are words of their format."""

    name: str
    read: Read
    seeds: Callable[[], Sequence[bytes]]
    tokens: Sequence[bytes]


def text_of(data: bytes) -> str:
    """Decodes any bytes, with lone surrogates in place of those that are not UTF-8."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


# Games


def read_text(data: bytes) -> None:
    text = text_of(data)
    for number in (1, 2):
        try:
            record = parse_game(text, number)
        except ValueError as error:
            check_refusal(error, *TEXT_ERRORS)
            check_messages([describe_error(error)])
        else:
            check_record(record)
            parse_result(record.result)


def read_words(data: bytes) -> None:
    """Does the same as `read_text`, and checks the words of moves except in diagrams of numbers."""
    read_text(data)
    text = text_of(data)
    if any(is_row(bare_line(line)) for line in text.splitlines()):
        return
    for line, part in islice(split_games(text), MOST_GAMES):
        try:
            check_words(part, record_of_text(part), begin_of_pgn(text) is not None)
        except ValueError:
            continue
        assert 1 <= line <= text.count("\n") + text.count("\r") + 1


def read_file(data: bytes) -> None:
    """Reads a file as the window opens it, as a list shows it, and as `solve` reads it."""
    try:
        record = read_game(data, 1)
    except ValueError as error:
        check_refusal(error, *TEXT_ERRORS, WthorError)
    else:
        check_record(record)
    with contextlib.suppress(ValueError):
        found = list(islice(read_games(data), 10))
        assert len(found) <= count_games(data)
        check_messages(one.problem for one in found if one.problem)
        for one in found:
            check_record(one.record)
    try:
        problems, errors = read_problems(data)
    except ValueError as error:
        check_refusal(error, ValueError, WthorError)
        return
    check_messages(errors)
    for problem in problems:
        check_board(problem.board)
        assert problem.best is None or -64 <= problem.best <= 64
        for move, score in problem.scores:
            assert problem.board.is_legal(move)
            assert -64 <= score <= 64


def read_packed(data: bytes) -> None:
    try:
        unpacked = gunzip(io.BytesIO(data), MOST_UNPACKED + 1)
    except ValueError as error:
        check_refusal(error, ValueError)
    else:
        assert len(unpacked) <= MOST_UNPACKED + 1


def read_pasted(data: bytes) -> None:
    """Pastes a text from the clipboard into the dialog New game, and starts its game."""
    with (
        mock.patch.object(pygame.scrap, "get_text", return_value=text_of(data)),
        mock.patch.object(pygame.display, "get_driver", return_value="dummy"),
    ):
        try:
            text = read_clipboard()
        except ValueError as error:
            check_refusal(error, ValueError)
            return
    assert drawable(text, "") == text
    assert len(text) <= 100_000, "no text field takes it in time"
    line = " ".join(first_part(text).split())
    for start in {line, text}:
        try:
            game = NewGame.of_text(start, (Seat(), Seat()), TimeControl()).game()
        except ValueError as error:
            check_refusal(error, *TEXT_ERRORS)
        else:
            check_game(game)


def read_drawn(data: bytes) -> None:
    """Draws a name or a sentence with any characters, as the window does."""
    text, theme = text_of(data)[:LONGEST_MESSAGE], _theme()
    for room in (0, ROOM):
        theme._text(text, SMALL, "text", room=room)
    assert theme._width(theme.ellipsized(text[:MAX_NAME], SMALL, ROOM), SMALL) <= ROOM


def _theme() -> Theme:
    """Returns a new theme each time, as a window closed by another test takes all fonts with it."""
    pygame.font.init()
    return Theme(1.0)


# NBoard


class _PromptEngine(ScriptedEngine):
    """An engine that answers at once with the first legal move, always the same for a position."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: dict[Board, ScriptedAnalysis] = {}

    def analyse(self, board: Board, limit: Limit, options: Options | None = None) -> Any:
        assert limit.seconds is None or 0 < limit.seconds <= LONGEST_MOVE
        assert limit.depth is None or 1 <= limit.depth <= 60
        assert not board.is_over()
        if board not in self.answers:
            analysis = ScriptedAnalysis(board, limit, options or Options())
            analysis.finish_depth(1, next(squares(board.legal_moves()), PASS), 0.0)
            analysis.end()
            self.answers[board] = analysis
        return self.answers[board]


def receive(session: NBoardSession | GtpSession, line: bytes) -> bool:
    """Returns whether the session goes on after a line and the search that it asks for."""
    goes_on = session.receive(line.decode("utf-8", "replace"))
    for _ in range(MOST_POLLS if goes_on else 0):
        if not session.is_thinking:
            break
        session.poll()
    assert not session.is_thinking or not goes_on
    return goes_on


def read_session(data: bytes) -> None:
    """Runs a session with an NBoard host: answers are single lines, and problems are sentences."""
    sent: list[str] = []
    session = NBoardSession(_PromptEngine().as_engine(), sent.append, Options())
    for line in data.split(b"\n"):
        before = session._record
        if not receive(session, line):
            break
        if session._record is not before:
            check_record(session._record)
    assert not any("\n" in line for line in sent)
    check_messages(line for line in sent if line.startswith(("warning ", "status ")))


def read_gtp_session(data: bytes) -> None:
    """Runs a session with a GTP host: a command has one answer at most, and the board stays valid."""
    sent: list[str] = []
    session = GtpSession(_PromptEngine().as_engine(), sent.append, Options())
    for line in data.split(b"\n"):
        sent.clear()
        goes_on = receive(session, line)
        assert len(sent) <= 1
        assert all(re.fullmatch(r"[=?]\d*( .+)?(\n[^\n]+)*\n", answer) for answer in sent), sent
        check_messages(answer for answer in sent if answer.startswith("?"))
        check_board(session._board)
        if not goes_on:
            break


class _Program:
    """A stand-in for a process, with fixed output."""

    def __init__(self, data: bytes) -> None:
        self.stdin, self.stdout, self.stderr = io.BytesIO(), io.BytesIO(data), io.BytesIO()

    def poll(self) -> int:
        return 0

    def wait(self, timeout: float | None = None) -> int:  # noqa: ARG002
        return 0

    def end_all(self) -> None:
        pass


READY: Final = {
    Protocol.NBOARD: b"pong 1\npong 2\n=== F5\npong 3\n",
    Protocol.GTP: b"=1 set_game\n\n=2\n\n=3\n\n=4\n\n=5 F5\n\n=6\n\n",
}
"""The output of a program that starts as it should."""


def read_program(protocol: Protocol, data: bytes) -> None:
    """Asks an external engine, which answers `data`, for its first move."""
    with mock.patch("ai.arena.talk.Program", return_value=_Program(READY[protocol] + data)):
        engine = host.start(["engine"], protocol=protocol)
    game = Game()
    try:
        report = engine.choose(game, 1)
    except EngineError as error:
        check_refusal(error, EngineError)
    else:
        assert game.board.is_legal(report.move)
        assert 0 <= report.nodes < 1 << 70
        json.dumps([report.score, report.nodes], allow_nan=False)
    finally:
        engine.close()


# Files that are kept between two starts


@contextlib.contextmanager
def _store(name: str, data: bytes) -> Iterator[Store]:
    """Yields a store that finds `data` as the file `name`; checks that the data is kept."""
    with tempfile.TemporaryDirectory(prefix="n") as folder:
        path = Path(folder) / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        store = Store(Path(folder))
        try:
            yield store
            check_messages(store.messages)
            files = (each for each in path.parent.iterdir() if each.name.startswith(path.name))
            assert any(each.read_bytes() == data for each in files)
        finally:
            store.close()


@contextlib.contextmanager
def _file(data: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="n") as folder:
        path = Path(folder) / "file"
        path.write_bytes(data)
        yield path


def _nothing() -> None:
    return


def _say_nothing(problem: str) -> None:
    raise AssertionError(f"what was written cannot be read: {problem}")


# Actions that the settings may assign keys to.
KEYED: Final = tuple(
    Action(name, name, "", _nothing, (Key(code),))
    for name, code in (("undo", pygame.K_z), ("hint", pygame.K_t))
)


def read_engines(data: bytes) -> None:
    """Reads and writes engines as the dialog does."""
    with _file(data) as path:
        try:
            lines = engines_file.read_lines(path)
        except OSError as error:  # damaged gzip data
            check_refusal(error, OSError)
            return
        checked = engines_file.checked(lines)
        check_messages([line.problem for line in checked if line.problem])
        for line in checked:
            if line.is_outside and line.spec is not None and all(line.values.values()):
                assert engines_file.line_of(line.values).spec == line.spec
        engines_file.write_lines(path, lines)
        assert engines_file.read_lines(path) == lines


def read_settings(data: bytes) -> None:
    with _store(SETTINGS_FILE, data) as store:
        settings = store.load_settings()
    check_control(settings.control)
    Actions(*with_keys(KEYED, settings.keys))
    written = json.dumps(written_settings(settings), allow_nan=False)
    assert parse_settings(json.loads(written), _say_nothing) == settings


def read_saved_game(data: bytes) -> None:
    with _store(GAME_FILE, data) as store:
        saved = store.load_game()
    if saved is not None:
        check_game(saved.game)
        check_control(saved.control)
        check_record(parse_ggf(ggf(record_of(saved))))
        written = json.dumps(written_game(saved), allow_nan=False)
        assert content_of(parse_saved_game(json.loads(written), _say_nothing)) == content_of(saved)


def read_results(data: bytes) -> None:
    with _store(RESULTS_FILE, data) as store:
        results = store.load_results()
    assert 1 <= results.adaptive_level <= FULL_STRENGTH
    assert results.tally().games == len(results.games)
    written = json.dumps(written_results(results), allow_nan=False)
    assert parse_results(json.loads(written), _say_nothing).games == results.games


def read_practice(data: bytes) -> None:
    with _store(PRACTICE_FILE, data) as store:
        progress = store.load_practice()
    for mistake in progress.mistakes.values():
        check_board(mistake.board)
        for found in mistake.found:
            check_game(Game(mistake.board, found.line))
    written = json.dumps(written_progress(progress), allow_nan=False)
    assert parse_progress(json.loads(written), _say_nothing) == progress
    practice = Practice(progress, lambda: date(2026, 11, 22))
    for section in Section:
        practice.due(section, list(progress.cards[section]))
        practice.later(section, list(progress.cards[section]))


def read_puzzles(data: bytes) -> None:
    """Reads the puzzles of an asset, which the reader of assets has decoded."""
    try:
        puzzles = parse_puzzles(text_of(data))
    except ValueError as error:
        check_refusal(error, ValueError, ObfError)
        return
    for puzzle in puzzles.by_key.values():
        check_board(puzzle.board)
        assert puzzle.found[0].score > puzzle.found[1].score


def read_library(data: bytes) -> None:
    """Lists and opens the games of a folder in which one file has any content."""
    with _store("games/2026-11-21 17.46.59 A - B.ggf", data) as store:
        for kept in store.library.games():
            try:
                record = store.library.open(kept)
            except ValueError as error:
                check_refusal(error, *TEXT_ERRORS)
            else:
                check_record(record)
                assert sum(move != PASS for move in record.game.moves) == kept.moves


def _listed(library: Library, messages: list[str]) -> list[KeptGame]:
    try:
        return library.games() + library.games(deleted=True)
    except LibraryError as error:
        messages.append(str(error))
        return []


def read_database(data: bytes) -> None:
    """Lists, opens and writes the data as a library, which may set it aside unchanged."""
    with tempfile.TemporaryDirectory(prefix="n") as folder:
        path, messages = Path(folder) / LIBRARY_FILE, list[str]()
        path.write_bytes(data)
        library = Library(path, messages)
        games = _listed(library, messages)
        whole = samples.games_of_databases()
        for kept in games:
            try:
                if library.exported([kept]) in whole:
                    continue  # an unchanged game
                record = library.open(kept)
            except ValueError as error:
                check_refusal(error, *TEXT_ERRORS)
            except LibraryError as error:
                check_messages([error])
            else:
                check_record(record)
        assert any(each.read_bytes() == data for each in Path(folder).iterdir())
        assert library.keep(saved_game()) or messages
        assert len(_listed(library, messages)) >= len(games) or messages
        check_messages(messages)


# Files of the program


def read_book(data: bytes) -> None:
    with _file(data) as path:
        try:
            found = book.load(path)
        except BookError as error:
            check_refusal(error, BookError)
            return
    board = Board.initial()
    for known in found.moves(board):
        assert board.legal_part(line := found.line(board, known.move)) == line


def read_weights(data: bytes) -> None:
    with _file(data) as path:
        try:
            found = weights.load(path)
        except WeightsError as error:
            check_refusal(error, WeightsError)
        else:
            assert len(found.values) == STAGES * STAGE_SIZE


def read_cache(data: bytes) -> None:
    """Reads the list of the files in a folder of compiled kernels."""
    with tempfile.TemporaryDirectory(prefix="n") as name:
        folder = Path(name)
        (folder / "a.nbi").write_bytes(b"index")
        (folder / "complete").write_bytes(data)
        was_complete = cache.is_complete(folder)
        cache.discard_if_damaged(folder)
        assert (folder / "a.nbi").exists() == was_complete


# Files of the training


@functools.cache
def _tournament_header() -> bytes:
    with tempfile.TemporaryDirectory() as name:
        begun = Path(name) / "file"
        TournamentFile(begun, samples.TOURNAMENT)
        return begun.read_bytes()


def read_tournament(data: bytes) -> None:
    """Reads the games of a tournament, after a valid first line, and with any first line."""
    for content in (_tournament_header() + data, data):
        with _file(content) as path:
            try:
                read_setup(path)
            except (OSError, ValueError) as error:
                check_refusal(error, OSError, ValueError)
            try:
                found = TournamentFile(path, samples.TOURNAMENT)
            except (OSError, TournamentFileError) as error:
                check_refusal(error, OSError, TournamentFileError)
                continue
        check_messages(found.problems)
        for number, report in found.reports.items():
            assert report.pairing.number == number
            assert report.game.result() == report.result
            check_game(report.game)


def read_list_of_openings(data: bytes) -> None:
    with _file(data) as path:
        try:
            openings, problems = read_openings(path)
        except (OSError, OpeningsError) as error:
            check_refusal(error, OSError, OpeningsError)
        else:
            check_messages(problems.values())
            assert not any(parse_start(opening).board.is_over() for opening in openings.values())


# The command line


_made_parser: Final = cli._parser

# A separate mock in place of every command.
_IDLE: Final = {
    importlib.import_module(f"ui.commands.{name}"): mock.Mock(return_value=0)
    for name in (*cli.COMMANDS, "window")
}


@contextlib.contextmanager
def _idle_commands() -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for command, run in _IDLE.items():
            stack.enter_context(mock.patch.object(command, "run", run))
        yield


@functools.cache
def _parser(program: str, names: Sequence[str]) -> CommandParser:
    """Returns a parser that is made only once, as that takes longer than parsing."""
    with _idle_commands():
        return _made_parser(program, names)


def read_arguments(data: bytes) -> None:
    """Parses an argument per line, without NULs, which no argument can have; runs no command."""
    arguments = text_of(data.replace(b"\0", b"")).split("\n")[:MOST_ARGUMENTS]
    said, out = io.StringIO(), io.StringIO()
    with (
        _idle_commands(),
        mock.patch.object(cli, "_parser", _parser),
        contextlib.redirect_stderr(said),
        contextlib.redirect_stdout(out),
    ):
        status = cli.main(arguments)
    assert status in (0, MISUSED), status
    if status == MISUSED:
        check_messages([said.getvalue()])
    else:
        assert len(said.getvalue()) < LONGEST_MESSAGE


# All of them

_GGF: Final = b"(; ;) (;GM[ B[ W[ B[PA] PB[ RE[ TI[ TB[99:99:99 BO[8 DT[ ] / F5//1.0 +64.00:t 1.02:03".split()
_MOVES: Final = b"f5 d6 a1 h8 pa pass -- @@ 1. {x} 37-27 * XO O X - ; %c A2:+38; :".split()
_SGF: Final = b"(; ( ) ;B[f5] W[] AB[a1:h8] AE[d4] PL[W] C[ LB[a1:x EVAL[ TIME[ JUDGE[ SZ[8] CA[big5]".split()
_PGN: Final = (
    b'\n[Event "x"]\n|[Round 3]\n|[Black "a [3d]"]|[Result "0-1"]|[TimeControl "60+2"]|\n; x f5\n|'
    b"\n% c4\n|1. ...|+=|{a {b}|{|}|[%clk 0:01:02] |[%emt 1:02]|$1|$14|?!|(|)|0-1|1/2-1/2|\n\n"
).split(b"|")
_AROUND: Final = b'\n|\nf5d6|# |Ann - Bob: |Moves: |","|(Anna)|12345 | Black '.split(b"|")
_JSON: Final = (
    b'"nodes": [], "node": 1, "end": 0, "after": 0, "move": "pass", "clock": [1, 1, 0], "evaluations": {} '
    b'"exact" "estimate": [1,1,1] "seconds": 1e20 "level": 11 "per_game": 1e9 "name":'
).split(b" ")
_QUEST: Final = (*_JSON, *b'{ } [ ] "m": "t": "s":"DRAW" "startPos": , ?record= winner White\'s'.split())
_LINES: Final = (b"go\n", b"hint 2\n", b"analyze\n", b"set game ", b"set depth 5\n", b"move ", b"ping 7\n")
_WORDS: Final = (
    *b"\n--open\n|\n--threads\n|\n--hash\n|\nmatch\n|\nbench\nffo\n|\n--black\n|\n--".split(b"|"),
    *b"--help --json -- - = ,, : ~ ~nosuchuser .. command= folder= weights= seconds= level= pvs:".split(),
)
_BINARY: Final = (
    *(bytes(8), b"\xff" * 8, b"GAME", b"@", b"\1\0\0\0", b"\xff\xff\xff\x7f", zlib.compress(bytes(99))),
)
_DATABASE: Final = (
    *(b"\x0d", b"\x0a", b"\x05", b"CREATE TABLE", b"games", b"\x10\x00\x01\x01", b"played", b"2026-"),
)
_LISTED: Final = f"{hashlib.sha256(b'index').hexdigest()} a.nbi\n".encode()

_GTP: Final = (
    b"\n|#|\t|12 |-1 |1e9 |inf |nan |0 |pass|play b d3\n|genmove w\n|undo\n|clear_board\n|"
    b"time_settings |time_left b |showboard\n|final_score\n"
).split(b"|")
_SIGNS: Final = "日本 한국 → ∞ ■ ≤ \u0301 \u200b \U000e0041 ﷽".encode().split()
_ENGINES: Final = (b"name=", b"command=", b"folder=/", b'"', b",", b"#")
_ANSWERS: Final = (b"=== ", b"pong 4\n", b"nodestats ", b"\n", b"/")
_REPLIES: Final = (b"=7 ", b"?7 ", b"\n\n", b"pass", b"resign")

READERS: Final = {
    reader.name: reader
    for reader in (
        Reader("text", read_words, samples.texts, (*_GGF, *_MOVES)),
        Reader("ggf", read_words, functools.partial(samples.written_by, ggf), _GGF),
        Reader("sgf", read_words, functools.partial(samples.written_by, sgf), _SGF),
        Reader("pgn", read_words, functools.partial(samples.written_by, pgn), (*_PGN, *_MOVES, *_AROUND)),
        Reader("transcript", read_words, samples.transcripts, (*_MOVES, *_AROUND)),
        Reader("web_forms", read_words, samples.web_forms, (*_MOVES, *_QUEST)),
        Reader("packed", read_packed, lambda: (gzip.compress(b"f5d6" * 9, mtime=0),) * 2, _BINARY),
        Reader("encoded", read_file, samples.encoded, (*_GGF, *_SGF, *_MOVES, *_BINARY)),
        Reader("file", read_file, lambda: samples.archives() + samples.texts(), (*_GGF, *_MOVES, *_BINARY)),
        Reader("pasted", read_pasted, samples.texts, (*_GGF, *_MOVES)),
        Reader("drawn", read_drawn, lambda: samples.SENTENCES, _SIGNS),
        Reader("nboard", read_session, samples.sessions, (*_LINES, *_GGF)),
        Reader("gtp", read_gtp_session, lambda: samples.GTP_SESSIONS, _GTP),
        Reader(
            "program", functools.partial(read_program, Protocol.NBOARD), lambda: samples.ANSWERS, _ANSWERS
        ),
        Reader(
            "gtp_program",
            functools.partial(read_program, Protocol.GTP),
            lambda: samples.GTP_ANSWERS,
            _REPLIES,
        ),
        Reader("engines", read_engines, lambda: samples.ENGINES, _ENGINES),
        Reader("settings", read_settings, samples.settings, _JSON),
        Reader("saved_game", read_saved_game, samples.saved_games, _JSON),
        Reader("practice", read_practice, samples.practices, _JSON),
        Reader("results", read_results, samples.results, _JSON),
        Reader("puzzles", read_puzzles, samples.puzzles, (*_MOVES, b"nodes 1, depth 1")),
        Reader("library", read_library, samples.texts, _GGF),
        Reader("database", read_database, samples.databases, (*_GGF, *_BINARY, *_DATABASE)),
        Reader("book", read_book, samples.books, _BINARY),
        Reader("weights", read_weights, samples.weights, (*_JSON, *_BINARY)),
        Reader("cache", read_cache, lambda: (_LISTED,), (b" ", b"../", b"/")),
        Reader("tournament", read_tournament, samples.tournaments, (*_JSON, *_GGF)),
        Reader("openings", read_list_of_openings, samples.texts, _MOVES),
        Reader("arguments", read_arguments, lambda: samples.ARGUMENTS, _WORDS),
    )
}
