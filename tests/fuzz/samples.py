"""Seeds of the fuzzers: files and texts that the project writes, and some written by hand."""

import gzip
import json
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Final
from unittest import mock

from ai.arena.players import parse_player
from ai.arena.report import GameReport
from ai.arena.tournament import Tournament
from ai.arena.tournament_file import record_of
from ai.patterns import STAGE_SIZE, STAGES
from ai.weights import layout
from game.board import PASS, Board, Color, move_name, squares
from game.clock import TimeControl
from game.evaluation import Evaluation, Kind
from game.records.board_text import board_lines
from game.records.encoding import WIDER
from game.records.ggf import ggf
from game.records.obf import Problem, obf
from game.records.record import Record
from game.records.sgf import sgf
from game.records.transcript import parse_transcript, transcript
from game.starts import ALTERNATIVE_BOARD
from game.tree import Game
from play.library import Library
from play.practice.exercise import Mistake
from play.practice.progress import Practice, PracticeProgress, Section, written_progress
from play.results import GameResult, Results, written_results
from play.saved_game import written_game
from play.settings import Settings, written_settings
from play.tournament import LEVELS, Setup
from tests.ai.books import book_file
from tests.ai.positions import random_position
from tests.game.name_samples import NAMES, names_in
from tests.game.trees import random_record
from tests.play.practice.material import Calendar, mistake, puzzle_line
from tests.play.stored import CHOSEN, saved_game
from tests.samples import random_game
from tests.wthor_files import archive, record

TOURNAMENT: Final = Tournament(
    (parse_player("depth=1,hash=1"), parse_player("depth=2,hash=1")), ("f5d6c3d3c4", "f5f6e6f4", "d3c5")
)


@cache
def games() -> tuple[Game, ...]:
    """Returns whole games, one with passes, one from another start; an unfinished, a short, an empty one."""
    rng = Random(1977)
    passing = next(game for game in iter(lambda: random_game(rng), None) if PASS in game.moves)
    some = (passing, random_game(rng), random_game(rng, ALTERNATIVE_BOARD))
    return (*some, Game(moves=passing.moves[:9]), Game(moves=(19,)), Game())


@cache
def records() -> tuple[Record, ...]:
    """Returns records that together use all fields of a record."""
    rng = Random(8)
    found = []
    for number, game in enumerate(games()):
        game = game.copy()
        for node in game.line[1:]:
            node.note(Evaluation(round(rng.uniform(-64, 64), 2), 0, Kind.ESTIMATE))
            node.seconds = round(rng.expovariate(0.1), 2)
        control = TimeControl(per_game=300.0, increment=2.0)
        result = game.result()
        found.append(
            Record(
                game,
                "Ann",
                "Zoë 日本",
                "?" if result is None else f"{result.black - result.white:+}.00",
                (control, TimeControl() if number % 2 else control),
                datetime(2026, 11, 21, 17, 46, 59, 250_000) if number % 3 else None,
            )
        )
    return tuple(found)


@cache
def texts() -> tuple[bytes, ...]:
    """Returns games and positions in every text format, single ones and several in a text."""
    whole = [write(each) for each in records() for write in (ggf, sgf)]
    moves = [transcript(game) for game in games()]
    boards = [game.board.text() for game in games()] + [Board.initial().text()[:64]]
    rng = Random(3)
    problems = []
    for plies in (20, 50, 58):
        board = random_position(rng, plies)
        legal = [move for move in range(64) if board.is_legal(move)] or [PASS]
        problems.append(obf(Problem(board, tuple((move, -move % 64) for move in legal), comment="FFO 40")))
    by_hand = (
        "1. f5 d6 2. c3 {good} d3 37-27",
        "F5-D6 C3,D3 -- pa 1/2-1/2",
        '[Event "Club"]\n[Black "Ann"]\n[Date "1999.??.??"]\n\n1. f5 d6 {good} 2. c3 (2. c4 e3) d3 40-24',
        "Black: Ann\nWhite: Bob\nf5d6c3d3",
        "\n".join(("--------",) * 3 + ("---OX---", "---XO---") + ("--------",) * 3 + ("X",)),
        "(;GM[Othello]PC[GGS/os]DT[1637251200]TI[1.02:03:04/00:30/02:00]BO[8 ---*O--- O]B[f5//1.5]W[pass];)",
    )
    several = (
        "\n".join(whole[:3]),
        "\n".join(moves[:3]),
        "\r\n".join(problems),
        "% a comment\n" + problems[0],
    )
    return tuple(
        text.encode()
        for text in (*whole, *filter(None, moves), *boards, *problems, *by_hand, *several, "", "f5")
    )


@cache
def web_forms() -> tuple[bytes, ...]:
    """Returns JSON of Othello Quest, tables, addresses, boards of consoles."""
    quest = []
    for game in games():
        entries = [{"m": "-" if move == PASS else move_name(move), "t": 1200} for move in game.moves]
        players = [{"id": "u1", "name": "Ann"}, {"id": "u2", "name": 'Zoë "2"'}]
        position = {"startPos": "" if game.start == Board.initial() else game.start.text(), "moves": entries}
        created = "2025-03-02T10:15:00.000Z"
        quest.append(json.dumps({"created": created, "players": players, "position": position}))
    lines = [transcript(game) for game in games() if game.start == Board.initial()]
    table = "\n".join(["id,winner,game_moves", *(f"{n},{n % 3 - 1},{line}" for n, line in enumerate(lines))])
    rows = board_lines(games()[3].board).split("\n")
    console = "\n".join([rows[0], *(f"{row}   * to move {n}" for n, row in enumerate(rows[1:9]))])
    addresses = "\n".join(f"https://example.org/?record={line}" for line in lines)
    several = "\n".join(quest[-3:])
    return tuple(text.encode() for text in (*quest, several, f"[{several}]", table, console, addresses))


@cache
def written_by(write: Callable[[Record], str]) -> tuple[bytes, ...]:
    """Returns games in one format, short ones with all that a tree can hold; the last text has two games."""
    some = sorted((write(random_record(Random(seed))) for seed in range(24)), key=len)[:6]
    return tuple(text.encode() for text in (*map(write, records()), *some, "\n".join(some[:2])))


@cache
def transcripts() -> tuple[bytes, ...]:
    """Returns games as people write them, single ones and several, with text around them."""
    moves = list(filter(None, map(transcript, games())))
    around = ("{}", "1. {}", "{} Anna 40-24", "12,{},+4", "Ann - Bob: {}", "{} # x, see f5", '"{}"', "f5{}")
    lines = [around[number % len(around)].format(text) for number, text in enumerate(moves * 2)]
    start = Board.initial().text()
    by_hand = (
        "black: Ann  white: Bob\nf5d6c3 {good} (d3) d3 37-27",
        f"{start} f5d6\n{start[:64]} White\n{start}; f5",
        "game,moves\n" + "\n".join(lines[:5]),
        "f5 d6\nc3 d3\n\nf5f6\ne6 f4",
        "1 f5   3 c3\n2 d6",
    )
    return tuple(text.encode() for text in (*moves, *lines, *by_hand))


@cache
def encoded() -> tuple[bytes, ...]:
    """Returns games with names in other character sets."""
    form = "(;GM[2]PB[{}]PW[{}];B[f5];W[d6])\n"
    texts = {name: form.format(*names_in(name, Random(name), 9)[:2]) for name in NAMES}
    in_16 = [form.format("黒木", "Zoë").encode(name) for name in ("utf-16", "utf-16-le", "utf-16-be")]
    return (*(text.encode(WIDER.get(name, name)) for name, text in texts.items()), *in_16)


SENTENCES: Final = tuple(
    text.encode()
    for text in (
        'game.json: volume must be a number from 0 to 1, not "loud"; the default is used.',
        "ply 2: 'a1' is not a legal move for White",
        "Ζωή Анна 日本 かな 한국",
        "4 → 12 ≤ ∞, ■ □ − …",
        "",
    )
)
"""Texts that the window shows."""


@cache
def archives() -> tuple[bytes, ...]:
    """Returns WTHOR files."""
    written = [record(game.moves) for game in games() if game.start == Board.initial()]
    return (archive(*written), archive(written[0]), archive(*written, count=77), archive())


@cache
def sessions() -> tuple[bytes, ...]:
    """Returns what an NBoard host sends."""
    found = []
    for each in records():
        lines = ["nboard 2", "set depth 8", f"set game {ggf(each)}", "ping 1", "go", "hint 3", "move F5//2"]
        found.append(
            "\n".join([*lines, "learn", "analyze", "set contempt 0", "nboard 1", "D6", "pass", "quit"])
        )
    return tuple(text.encode() for text in found)


ANSWERS: Final = (
    b"status thinking\nnodestats 1234 0.5\nsearch F5D6 1.50 0 12\n=== F5/1.50/0.4\n",
    b"pong 3\n=== D3 -1.5 0.1\n",
    b"set myname Edax\r\nlearned\r\n=== C4\r\n",
    b"=== PA\n",
)
"""Answers of a program to the request for its first move."""
GTP_SESSIONS: Final = (
    b"1 protocol_version\n2 name\n3 version\n5 known_command play\n6 set_game Othello\nquit\n",
    b"boardsize 8\nclear_board\nplay b d3\ngenmove w\nreg_genmove b\nundo\nshowboard\nfinal_score # no\n\n",
    b"time_settings 300 10 5\ntime_left b 100 0\ntime_left W 9 3\ngenmove black\ngenmove white\n12 quit\n",
    b"".join(b"genmove %s\n" % side for side in (b"b", b"w") * 40) + b"final_score\nplay b pass\n",
)
"""What GTP hosts send."""
GTP_ANSWERS: Final = (b"=7 D3\n\n", b"=7  c4\r\n\r\n", b"?7 unknown command\n\n", b"rubbish\n=7 pass\n\n")
"""Answers of GTP programs to that request, with its number."""


ENGINES: Final = (
    b'# mine\n\nname=GRhino 3,command="gtp-rhino -l 3",protocol=gtp\nname=Ten,level=9\n',
    b'name=Edax,command="./edax -nboard",folder=/,depth=10\nname=Edax,command=x,clock=5:00+2,seconds=0.5',
)


@cache
def settings() -> tuple[bytes, ...]:
    contents: tuple[dict[str, object], ...] = ({}, written_settings(Settings()), written_settings(CHOSEN))
    return tuple(json.dumps(content, indent=1).encode() for content in contents)


@cache
def saved_games() -> tuple[bytes, ...]:
    """Returns games with trees and clocks, whole and short ones, and one of version 1.0."""
    whole = [replace(saved_game(), game=each.game) for each in records()]
    contents = [written_game(each) for each in (saved_game(), *whole[1:])]
    nodes = Path(__file__).parents[1].joinpath("play/kept/game.json").read_bytes()
    return *(json.dumps(content).encode() for content in contents), nodes


@cache
def practices() -> tuple[bytes, ...]:
    """Returns no progress, and some in every section; one of its mistakes was not searched."""
    calendar = Calendar()
    practice = Practice(PracticeProgress(), calendar)
    practice.add([mistake(1), Mistake(Board.initial(), 19)])
    for number, section in enumerate(Section):
        practice.answer(section, mistake(1).key, bool(number % 2))
        calendar.sleep()
    contents = written_progress(PracticeProgress()), written_progress(practice.progress)
    return tuple(json.dumps(content).encode() for content in contents)


@cache
def results() -> tuple[bytes, ...]:
    """Returns no results, and those of three games, one for each outcome."""
    games = Results()
    for number, outcome in enumerate((1, 0, -1)):
        began = datetime(2026, 11, 22, number)
        games.add(GameResult(began, 4 + number, Color(number % 2), outcome, bool(number), number or None))
    return tuple(json.dumps(written_results(found)).encode() for found in (Results(), games))


@cache
def puzzles() -> tuple[bytes, ...]:
    return ("\n".join(puzzle_line(seed) for seed in (1, 2)).encode(),)


@cache
def databases() -> tuple[bytes, ...]:
    """Returns libraries with a few games and with more pages, each with a deleted game."""
    found = []
    for number in (3, 12):
        with tempfile.TemporaryDirectory() as folder:
            library = Library(Path(folder) / "library.sqlite", [])
            for n in range(number):
                played = records()[n % len(records())]
                library.keep_record(replace(played, date=datetime(2026, 11, 21, 17, 46, n)))
            with mock.patch("play.library.datetime", wraps=datetime) as clock:
                clock.now.return_value = datetime(2026, 11, 21, 18)  # so that they are the same every time
                library.delete(library.games()[:1])
            found.append(library.path.read_bytes())
    return tuple(found)


@cache
def games_of_databases() -> frozenset[str]:
    """Returns the games of `databases` as they are exported."""
    found = set[str]()
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(databases()):
            path = Path(folder) / f"{number}.sqlite"
            path.write_bytes(data)
            library = Library(path, [])
            games = library.games() + library.games(deleted=True)
            found.update(library.exported([game]) for game in games)
    return frozenset(found)


@cache
def books() -> tuple[bytes, ...]:
    return book_file(), gzip.decompress(book_file())


@cache
def weights() -> tuple[bytes, ...]:
    header = {"version": 1, "layout": layout(), "error_model": (1.5, -2.0) * 5}
    text = json.dumps(header).encode()
    payload = zlib.compress(bytes(2 * STAGES * STAGE_SIZE), 9)
    start = b"NWWEIGHT" + len(text).to_bytes(4, "little") + text
    odd = start + zlib.compress(b"odd")
    return start + payload, *[odd] * 14, start  # unpacking takes time


@cache
def tournaments() -> tuple[bytes, ...]:
    """Returns the games of TOURNAMENT; `tests.fuzz.readers` puts its header before them."""
    found = []
    for pairing in TOURNAMENT.pairings():
        game = parse_transcript(pairing.opening)
        rng = Random(pairing.number)
        while (result := game.result()) is None:
            game.play(rng.choice(list(squares(game.board.legal_moves())) or [PASS]))
            game.node.seconds = 0.25
        found.append(ggf(record_of(GameReport(pairing, game, result, ()), TOURNAMENT)))
    setup = f"% {json.dumps({'setup': Setup(players=LEVELS[:2]).written()})}"
    return ("\n".join(found) + "\n").encode(), *(f"{line}\n".encode() for line in (*found, setup))


ARGUMENTS: Final = tuple(
    "\n".join(words.split()).encode()
    for words in (
        "--open game.ggf --game 3",
        "match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10 --swap --openings 8 --seed 1 --json",
        "match --black seconds=1,level=8,selective=no --white depth=3,algorithm=mtdf,hash=16,book=yes",
        'match --white command="engine",folder=.,seconds=0.1 --black weights=weights.bin,level=3 --no-book',
        "solve problems.obf --threads 2 --hash 512 --algorithm mtsss --json",
        "export f5d6c3d3c4f4f6 race.html --race sorting --replace",
        "sheet sheet.html --seed 7 --count 6 --search alphabeta,pvs --plies 3 --branches 2 --replace",
        "bench --json",
        "solve problems.obf --numbers 20-39 --threads 2 --hash 256 --json",
        "nboard --time 2 --threads 2 --hash 256 --level 4 --algorithm alphabeta --book",
        "gtp --time 2 --level 4 --no-book",
        "compile",
        "--version",
        "export --help",
    )
)
"""Command lines, an argument on each line."""
