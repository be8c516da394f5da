"""The endgames shipped with the program, and the reading of their file."""

from contextlib import closing

import pytest

from ai.engine import Engine
from ai.limits import Limit, Options
from game.board import squares
from game.evaluation import Kind
from game.symmetry import canonical
from play.practice.exercise import EASIEST, HARDEST, Aim, Puzzle, Puzzles, RatedMove, parse_puzzles
from tests.play.practice.material import ASSETS, puzzle_line
from tests.play.test_review import solved


@pytest.fixture(scope="module")
def shipped() -> Puzzles:
    return parse_puzzles((ASSETS / "positions" / "puzzles.obf").read_text("utf-8"))


def test_puzzles_cover_every_grade_and_number_of_empties(shipped: Puzzles) -> None:
    """They are 300 to 600, none symmetric to another, each with one move that wins, draws or wins by most."""
    puzzles = shipped.by_key.values()
    assert 300 <= len({canonical(puzzle.board) for puzzle in puzzles}) == len(puzzles) <= 600
    assert set(shipped.by_grade) == set(range(EASIEST, HARDEST + 1))
    assert all(len(each) >= 20 for each in shipped.by_grade.values())
    assert {puzzle.board.empties for puzzle in puzzles} == set(range(8, 21))
    for puzzle in puzzles:
        best, second = (entry.score for entry in puzzle.found[:2])
        assert best > 0 >= second or best == 0 > second or (best > 0 and best - second >= 6)


def test_the_smallest_puzzles_agree_with_the_plain_rules(shipped: Puzzles) -> None:
    easy = sorted(shipped.by_key.values(), key=lambda puzzle: puzzle.nodes)[:3]
    for puzzle in easy:
        assert puzzle.board.empties <= 9
        for entry in puzzle.found:
            assert -solved(puzzle.board.play(entry.move)) == entry.score, (puzzle.key, entry.move)


@pytest.mark.parametrize("count", [1, pytest.param(100, marks=pytest.mark.slow)])
def test_the_engine_confirms_the_scores_of_a_sample(shipped: Puzzles, count: int) -> None:
    """Searches all moves again, unselectively; the quick sample has few empties."""
    puzzles = list(shipped.by_key.values())
    if count == 1:
        puzzles = [next(puzzle for puzzle in puzzles if puzzle.board.empties == 11)]
    with closing(Engine(16)) as engine:
        for puzzle in puzzles[:: len(puzzles) // count]:
            options = Options(all_moves=True, selective=False)
            found = engine.analyse(puzzle.board, Limit(solve=True), options).result().scores
            assert {entry.kind for entry in found} == {Kind.EXACT}
            assert {(entry.move, entry.score) for entry in found} == {(e.move, e.score) for e in puzzle.found}
            best = max(entry.score for entry in found)
            assert [entry.move for entry in found if entry.score == best] == [puzzle.found[0].move]


def test_the_grade_depends_on_nodes_and_depth() -> None:
    grades = [
        parse_puzzles(puzzle_line(1, nodes, depth)).by_grade
        for nodes, depth in ((9_999, 3), (10_000, 3), (9_999, 4), (150_000, 8), (150_000, 9))
    ]
    assert [next(iter(grade)) for grade in grades] == [1, 2, 2, 4, 5]


def test_the_aim_follows_from_the_scores() -> None:
    def aim(*scores: int) -> Aim:
        board = next(iter(parse_puzzles(puzzle_line(1)).by_key.values())).board
        moves = list(squares(board.legal_moves()))
        padded = (*scores, *[-64] * (len(moves) - len(scores)))
        return Puzzle(board, tuple(map(RatedMove, moves, padded)), 1, 1).aim

    assert (aim(2, 0), aim(8, -2), aim(0, -2), aim(12, 4)) == (Aim.WIN, Aim.WIN, Aim.DRAW, Aim.MOST)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("rubbish", "line 2: "),
        (puzzle_line(2).partition("%")[0], "lacks nodes and depth"),
        (puzzle_line(2, margin=0), "no move is better than all others"),
        (puzzle_line(2).split(";")[0] + "; % nodes 1, depth 1", "not every move has a score"),
    ],
)
def test_a_damaged_line_is_reported(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"^line 2: ") as refused:
        parse_puzzles(f"{puzzle_line(1)}\n{line}")
    assert reason in str(refused.value)
