"""What is said of records, positions and clocks that cannot be read, and of games with errors in a list."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, TypeVar

from game.board import PASS, Board, parse_square
from game.clock import TimeControl, parse_control
from game.evaluation import parse_judgement
from game.records.any_format import count_games, parse_game, read_game, read_games, read_problems
from game.records.ggf import parse_ggf
from game.records.nboard import parse_answer, parse_whole_number
from game.records.obf import parse_problem
from game.records.sgf import read_sgf
from game.records.transcript import parse_transcript
from game.records.wthor import parse_names, parse_wthor
from game.starts import random_opening
from tests.samples import AFTER_F5, FINAL_1977, START, WHITE_PASSES
from tests.wthor_files import archive, names_file, record

T = TypeVar("T")
Said = Iterator[tuple[object, str]]


def refusals(read: Callable[[T], object], inputs: Iterable[T]) -> Said:
    """Yields each input with the sentence that refuses it."""
    for given in inputs:
        try:
            read(given)
        except ValueError as error:
            yield given if isinstance(given, str) else repr(given), str(error)
        else:
            raise AssertionError(f"{given!r} is read")


def squares_and_boards() -> Said:
    yield from refusals(parse_square, ("", "a", "a9", "i1", "a0", "5f", "a11", "pass", "ä1"))
    yield from refusals(Board.initial().play, (parse_square("a1"), parse_square("d4"), 64, PASS))
    start = START.text()
    boards = ("", start[:-2], f"{start}X", start.replace("-", "?", 1), f"{start[:63]}1 X", f"{start[:-1]}-")
    yield from refusals(Board.from_text, (*boards, "?" * 90_000))
    yield from refusals(partial(random_opening, None), (-1, 21))  # type: ignore[arg-type]


def control(limits: dict[str, float]) -> TimeControl:
    return TimeControl(**limits)


def clocks() -> Said:
    wrong = {
        "per_move": (0, -1, float("nan")),
        "per_game": (0, float("inf")),
        "increment": (-0.5, float("nan")),
    }
    yield from refusals(control, [{name: limit} for name, limits in wrong.items() for limit in limits])
    yield from refusals(parse_control, ("", "soon", "0", "1:2:3", "5:00+", "5:00+2+3", "-1", "99999:00"))


def transcripts() -> Said:
    texts = (
        *("f5d6a1", "f5 F5 c3", "f5 -- d6", "f5 d6 pass", "1. f5 d9 2. c3", "f5d6c3k4", "f5 d6 Kc3"),
        *("f5 d6 37-27 c3", "f5 {never closed", f"{'-' * 35}XX{'-' * 20};c3", f"{FINAL_1977}a1"),
        *(f"{FINAL_1977}--", "\x00\x01" * 500, "BLACK, f5\nBLACK, d6\nWHITE, c3", "WHITE, f5\nBLACK, d6"),
        *("BLACK, f5\nWHITE, z9\nBLACK, c3", "f5 (B a1) d6 (W f6 c3) c3", f"{WHITE_PASSES.text()}; a1"),
    )
    yield from refusals(parse_transcript, texts)


STANDARD: Final = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"


def games_in_ggf() -> Said:
    moves = ("B[f5]W[d6]B[a1]", "B[f5]W[pass]", "B[f5]W[d6]B[c3]B[d3]", "W[f5]B[d6]", "B[f9]", "B[]", "B[pq]")
    texts = (
        *("", "f5d6c3", "(;", "(;GM[Othello]B[f5]", "(;GM[Othello]B[f5", "(;GM[Othello] x B[f5];)"),
        *("(;GM[Amazons];)", "(;BO[10 -- *];)", "(;BO[];)", "(;BO[8 -- *];)", "(;TI[5 minutes];)"),
        *(f"(;{STANDARD};)".replace("O*", "Q*"), "(;TW[1:2:3:4:5];)", f"(;B[{'x' * 100}];)"),
        *("(;GM[Othello]TY[8a]B[f5]W[d6];)", "(;GM[Othello]TY[s8ka]B[f5]W[d6];)"),
    )
    yield from refusals(parse_ggf, (*(f"(;{STANDARD}{each};)" for each in moves), *texts))


def games_in_sgf() -> Said:
    texts = (
        *("f5d6", "(;GM[1];B[pd])", "(;GM[2]SZ[10];B[f5])", "(;GM[2]AB[k4])", "(;GM[2];B[f9])"),
        *("(;GM[2];B[f5];AW[a1];W[d6])", "(;GM[2];B[f5];W[d6", "(;GM[2]" + "(;" * 300),
        "(;GM[2];B[f5](;W[d6];B[a1];W[c5](;B[c4]))(;W[f4];B[c3])(;W[h8]))",
    )
    yield from refusals(lambda text: read_sgf(text).whole(), texts)


SQUARES: Final = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"


def lines_of_obf() -> Said:
    fields = (
        *("A1:+2", "d3:+2", "PA:+2", "--:+2", "I9:+2", ":+2", f"{'g8' * 30}:+2", "G8:+65", "G8:-66"),
        *("G8:-127", "G8:ten", "G8:1.5", "G8:+²", "G8:", f"G8:{'9' * 5000}", "G8 +18", "G8:+18:+2"),
        *("G8:+18; g8:+18", "+18; +18", "G8:+18; +20"),
    )
    boards = ("", SQUARES, f"{SQUARES}- X;", f"?{SQUARES[1:]} X;", f"{SQUARES} -;")
    passing = WHITE_PASSES.text()
    lines = (*boards, *(f"{SQUARES} X; {field};" for field in fields), f"{passing}; a1:+2;")
    yield from refusals(parse_problem, (*lines, f"{passing}; PA:+2; --:+2"))


def files_of_wthor() -> Said:
    moves = parse_transcript("f5d6c3f3f4d3").moves
    headers = (b"", archive()[:15], archive(size=10), archive(empties=255), b"(;GM[Othello]PC[NBoard]")
    yield from refusals(parse_wthor, (*headers, names_file("Ann")))
    damaged = [
        *(record(moves)[:8] + wrong for wrong in (b"\x38\x09" + bytes(58), b"\x38\x00\x40" + bytes(57))),
        *(record(moves, score=65), record(moves, theoretical=255), record((*moves, 43))),
    ]
    data = archive(record(moves), *damaged, record(moves[:2]), count=9) + b"rest"
    found = list(read_games(data))
    assert count_games(data) == len(found)
    for one in found:
        yield "a file with damaged games", one.problem or f"{len(one.record.game.moves)} moves"
    yield from (("... of positions", str(error)) for error in read_problems(data)[1])
    for names in (names_file("a", "b", size=26, count=3), names_file("a", "b", size=26)[:-1]):
        yield from (("names", str(error)) for error in parse_names(names, 26)[1])
    yield from refusals(lambda data: parse_names(data, 20), (b"", archive(record(moves))))
    yield from refusals(lambda number: read_game(archive(record(moves)), number), (2, 99))
    contradicting = archive(record(parse_transcript(FINAL_1977).moves, score=24))
    yield "a result against the board", read_game(contradicting).game.node.comment


def words_of_protocols() -> Said:
    yield from refusals(parse_answer, ("", "resign -1.00 0.0", "i9", "/1/2"))
    yield from refusals(partial(parse_whole_number, "hint"), ("", "0", "-1", "3.5", "three", "²"))
    judgements = ("1/2", "65/2/12/87/~/F5/C3/", "4/nan/12/87/~/F5/C3/", "4/2/12/87/~/F9/C3/")
    yield from refusals(parse_judgement, judgements)


def texts_without_a_game() -> Said:
    json = ('{"a": 1}', '{"position": {"moves": 5}}', '{"a": ' + "[" * 100_000, '{"moves": ["f5", "a1"]}')
    starts = ('{"startPos": "x", "moves": []}', '{"moves": ["pony"]}', '{"moves": ["f5"')
    texts = (
        *("", "{a comment}", "37-27", "hello", '[Black "Ann"]', "one thing vs another", "f5d6\nc3 a1"),
        *('[FEN "nothing"]\nf5', f"{START.text()[:64]}", f"{START.text()[:60]} O", "f5" * 500_000),
    )
    yield from refusals(parse_game, (*texts, *json, *starts))
    yield from refusals(read_game, (b"\x89PNG\r\n\x1a\n", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\0"))
    yield from refusals(lambda number: parse_game("f5d6\n" * number, 30), (1, 2, 5, 21))


LISTS: Final = (
    "(;PB[a]B[f5];)\n\n(;PB[b]B[f5]W[a1]B[c3];)(;GM[Amazons];)\n(;PB[c]B[f5]W[d6];)",
    "(;GM[2]PB[a (;];B[f5])\n\n(;GM[2]PB[b];B[f5];W[d6]) (;GM[2];B[f5];W[a1])\n(;GM[1])",
    '\n[Black "a"]\n\n1. f5\n[Event "2"]\n[Black "b {"]\nf5 {[Event "no"]} d6\n\n[Black "c"]\nf5 a1',
    "Black: a\nWhite: b\nf5d6\n\nBlack: c\nWhite: d\nf5 h8\n",
    f"{AFTER_F5.text()}; D6:+2; % first\n\nwhat?\n{START.text()};f5d6\nf5 a1\n{START.text()[:64]}\n"
    f"{START.text()}; A1:+2;",
    "id,winner,moves\n1,0,f5\nx\n2,7,\n3,1,f5a1",
    '{"moves": "f5"}\n{broken\n{"position": 5}\n{"moves": "f5d6"}',
)


def lists_with_errors() -> Said:
    for text in LISTS:
        yield from ((text, found.problem) for found in read_games(text.encode()) if found.problem)
        yield from ((text, str(error)) for error in read_problems(text.encode())[1])


SECTIONS: Final = (
    *(squares_and_boards, clocks, transcripts, games_in_ggf, games_in_sgf, lines_of_obf, files_of_wthor),
    *(words_of_protocols, texts_without_a_game, lists_with_errors),
)
