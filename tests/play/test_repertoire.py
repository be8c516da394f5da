"""A repertoire: symmetric lines and transpositions are one, files lose nothing, games are counted."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ai.boards import NO_MOVE
from game.board import Board, Color, Move, squares
from game.records.any_format import read_game, read_games
from game.records.ggf import ggf
from game.records.record import Record
from game.records.sgf import sgf
from game.records.transcript import describe_error, parse_transcript
from game.symmetry import SYMMETRIES, BitboardPair, canonical, transform_board, transform_square
from game.tree import Game
from play.archive.index import ArchiveIndex, make_index
from play.practice.progress import Practice, PracticeProgress, Section, parse_progress
from play.repertoire import LineCoverage, OpeningLine, Repertoire, coverage, games_of, line_key, lines_in
from tests.play.practice.material import trainer

WTHOR = Path(__file__).resolve().parents[3] / "shared" / "reference" / "wthor"
without_archive = pytest.mark.skipif(not WTHOR.is_dir(), reason="needs the archive of WTHOR")
TURNS = [turn for turn in SYMMETRIES if transform_board(Board.initial(), turn) == Board.initial()]
Position = tuple[BitboardPair, Color]


def moves_of(text: str) -> OpeningLine:
    return parse_transcript(text).moves


def lines_of(seed: int, count: int, plies: int) -> list[OpeningLine]:
    """Returns lines of players who choose between two moves, so that lines often meet."""
    chance, lines = Random(seed), list[OpeningLine]()
    for _ in range(count):
        game = Game()
        for _ply in range(plies):
            game.play(chance.choice(list(squares(game.board.legal_moves()))[-2:]))
        lines.append(game.moves)
    return lines


def archive_lines(count: int) -> list[OpeningLine]:
    data = (WTHOR / "WTH_2019.wtb").read_bytes()
    found = dict.fromkeys(each.record.game.moves[:15] for each in read_games(data) if not each.problem)
    return list(found)[:count]


@cache
def key(board: Board) -> Position:
    return canonical(board), board.turn


@cache
def after(board: Board, move: Move) -> Board:
    return board.play(move).after_pass()


def boards_of(line: Iterable[Move]) -> list[Board]:
    boards = [Board.initial()]
    for move in line:
        boards.append(after(boards[-1], move))
    return boards


def check_files(lines: Sequence[OpeningLine], write: Callable[[Record], str]) -> None:
    """Checks that lines, also turned by symmetries, survive being written as one tree and read."""
    chance, one, other = Random(7), Repertoire(), Repertoire()
    turns = [chance.choice(TURNS) for _line in lines]
    turned = (
        tuple(transform_square(move, turn) for move in line) for line, turn in zip(lines, turns, strict=True)
    )
    one.read(map(line_key, turned))
    one.read(map(line_key, lines))
    assert len(one.keys) >= len(lines)
    record = read_game(write(Record(one.tree(Color.BLACK))).encode())
    other.read(line_key(line, Color.BLACK) for line in lines_in(record.game.root))
    paths = [{path for _line, path in each.lines(Color.BLACK).values()} for each in (one, other)]
    assert paths[0] == paths[1]
    assert len(paths[0]) == len(one.lines(Color.BLACK)) == len(other.keys)
    positions = {key(board) for line in lines for board in boards_of(line)}
    assert {key(node.board.after_pass()) for node in record.game.root.walk()} == positions


@pytest.mark.parametrize("write", [ggf, sgf])
def test_lines_survive_a_file(write: Callable[[Record], str]) -> None:
    check_files(lines_of(1, 30, 9), write)


@pytest.mark.slow
@without_archive
@pytest.mark.parametrize("write", [ggf, sgf])
def test_a_thousand_archive_lines_survive_a_file(write: Callable[[Record], str]) -> None:
    lines = archive_lines(1000)
    assert len(lines) == 1000
    check_files(lines, write)


def test_symmetric_lines_and_transpositions_are_one() -> None:
    one = Repertoire()
    one.read(map(line_key, map(moves_of, ("f5d6c3d3c4", "c4e3f6e6f5", "f5d6c3", "f5d6c4d3c3f4e6"))))
    assert list(one.lines(Color.BLACK)) == ["f5d6c3d3c4 black", "f5d6c4d3c3f4e6 black"]
    one.read([line_key(moves_of("f5d6c3d3c4f4e6"))])
    known = one.lines(Color.BLACK)
    assert len(known) == 2, "both orders of moves, for each asks for a move of its own"
    one.remove("f5d6c3d3c4f4e6 black")
    assert "f5d6c3d3c4 black" in one.lines(Color.BLACK), "which it went on from"


def plain_coverage(
    lines: Iterable[OpeningLine], color: Color, games: Iterable[OpeningLine]
) -> tuple[Counter[object], int]:
    """Counts by the rules alone the games that leave by each move of each position, and those that stay."""
    ways = [[key(board) for board in boards_of(line)] for line in lines]
    known, inner = {each for way in ways for each in way}, {each for way in ways for each in way[:-1]}
    longest, left, kept = max(map(len, ways)), Counter[object](), 0
    for game in games:
        way = [key(board) for board in boards_of(game[:longest])]
        last = max(ply for ply, each in enumerate(way) if each in known)
        if way[last][1] is color:
            continue
        kept += way[last] not in inner
        if way[last] in inner and last + 1 < len(way):
            left[way[last], way[last + 1]] += 1
    return left, kept


def check_coverage(
    found: LineCoverage, lines: Sequence[OpeningLine], color: Color, games: Iterable[OpeningLine]
) -> None:
    left = Counter[object]()
    for hole in found.holes:
        board = boards_of(hole.before)[-1]
        left[key(board), key(after(board, hole.line[-1]))] += hole.games
    assert (left, found.kept) == plain_coverage(lines, color, games)
    assert [hole.games for hole in found.holes] == sorted(left.values(), reverse=True)


@pytest.mark.parametrize("color", Color)
def test_coverage_equals_a_plain_count(color: Color) -> None:
    games, kept = lines_of(2, 150, 12), Repertoire()
    lines = [line[: 7 + color] for line in lines_of(3, 8, 12)]
    kept.read(map(line_key, lines))
    found = coverage(kept.lines(color).values(), color, ArchiveIndex.of(games_of(list(map(bytes, games)))))
    assert found.kept
    assert found.holes
    check_coverage(found, lines, color, games)


@pytest.mark.slow
@without_archive
def test_coverage_of_the_archive_equals_a_plain_count(tmp_path: Path) -> None:
    index, kept = ArchiveIndex.load(make_index(WTHOR, tmp_path)), Repertoire()
    games = [tuple(map(int, game[game != NO_MOVE])) for game in index.games.records["moves"][:, :20]]
    assert len(games) == 137_548
    lines = archive_lines(300)
    for color in Color:
        kept.read(line_key(line, color) for line in lines)
        known = kept.lines(color).values()
        check_coverage(coverage(known, color, index), [line for line, _path in known], color, games)


def test_illegal_variation_is_reported_and_the_rest_used() -> None:
    found = read_game(b"(;GM[2];B[f5](;W[d6];B[c3])(;W[f6];B[a1])(;W[f4];B[e3]))")
    assert found.problem is not None
    assert "a1" in describe_error(found.problem)
    assert set(lines_in(found.game.root)) == set(map(moves_of, ("f5d6c3", "f5f6", "f5f4e3")))


def test_practice_file_of_version_1_0_keeps_its_lines() -> None:
    """The user's lines become branches, whatever their schedule; an illegal one of a later file is named."""
    own, named = "f5d6c3d3c4f4c5b3c2b4e3e6 white", "f5d6c3d3c4 black"
    said = list[str]()
    old = {"version": 1, "cards": {"openings": {own: [2, "2026-10-01"], named: [0, "2026-10-02"]}}}
    progress = parse_progress(old, said.append)
    going = trainer(Practice(progress))
    assert list(progress.repertoire.keys) == [own]
    assert {own, named} <= going.lines.keys()
    assert going.practice.due(Section.OPENINGS, list(going.lines)) == [own, named]
    assert not said
    bad = ["f5d6c3 black", "f5d6a1 black", "f5d6c3d3c4", 5]
    lines = parse_progress({"version": 1, "repertoire": bad}, said.append).repertoire.keys
    assert list(lines) == ["f5d6c3 black"]
    assert said == [
        "f5d6c3d3c4 is not a line", "5 is not a line", "f5d6a1 black: move 3, a1, is not legal"
    ]  # fmt: skip


def test_a_line_of_a_side_ends_with_its_move() -> None:
    assert line_key(moves_of("f5d6c3d3c4"), Color.WHITE) == "f5d6c3d3 white"
    practice = Practice(PracticeProgress())
    practice.add_lines(line_key((), Color.BLACK), line_key(moves_of("f5"), Color.WHITE))
    assert not practice.progress.repertoire.keys
