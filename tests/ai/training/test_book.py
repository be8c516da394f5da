"""The step that builds the opening book: the graph, the work file, and whole runs."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from ai.book import board_of, load
from ai.training import book as step
from ai.training.__main__ import main
from ai.training.arguments import StepError
from ai.training.book import PLIES_PER_DISC, Graph, Work
from ai.weights import default_weights
from game.board import Board, square_name, squares
from game.records.transcript import parse_transcript
from game.symmetry import BitboardPair, canonical
from tests.ai.books import book_file

START = canonical(Board.initial())
HOW = {"depth": 2}


def made_up(position: BitboardPair) -> dict[int, int]:
    """Returns made-up scores of all moves, always the same; mirrored moves have different ones."""
    rng = Random(str(position))
    return {move: rng.randint(-30, 30) for move in squares(board_of(position).legal_moves())}


def after(position: BitboardPair, move: int) -> BitboardPair:
    return canonical(board_of(position).play(move))


class Plain:
    """The plain definitions: negamax, and the least loss on all ways to an end."""

    def __init__(self, found: dict[BitboardPair, dict[int, int]]) -> None:
        self._found = found
        self.worth = cache(self._worth)
        self.lost: dict[BitboardPair, int] = {}  # at each end, in tenths
        self._follow(START, 0)

    def _worth(self, position: BitboardPair) -> int:
        return max(self._worth_of(position, move) for move in self._found[position])

    def _worth_of(self, position: BitboardPair, move: int) -> int:
        """Returns the value of a move: the better one of mirrored moves."""
        child = after(position, move)
        if child in self._found:
            return -self.worth(child)
        return max(score for twin, score in self._found[position].items() if after(position, twin) == child)

    def _follow(self, position: BitboardPair, lost: int) -> None:
        for move in self._found[position]:
            child = after(position, move)
            then = lost + self.worth(position) - self._worth_of(position, move)
            if child in self._found:
                self._follow(child, then)
            else:
                self.lost[child] = min(then, self.lost.get(child, then))


def test_scores_and_the_choice_are_as_defined() -> None:
    graph, found = Graph(), dict[BitboardPair, dict[int, int]]()
    for most in range(1, 10):
        for position in graph.next_positions(most):
            found[position] = made_up(position)
            graph.add(position, found[position])
    plain = Plain(found)
    assert graph.scores() == {position: plain.worth(position) for position in found}
    distances = {end: PLIES_PER_DISC * lost - 10 * board_of(end).empties for end, lost in plain.lost.items()}
    chosen = graph.next_positions(20)
    assert len(set(chosen)) == 20
    assert [distances[end] for end in chosen] == pytest.approx(sorted(distances.values())[:20])


def test_the_book_ends_where_a_side_must_pass() -> None:
    graph, rng, board = Graph(), Random(2), Board.initial()
    while moves := list(squares(board.legal_moves())):
        graph.add(canonical(board), made_up(canonical(board)))
        board = board.play(rng.choice(moves))
    assert board.must_pass()
    assert len(graph.scores()) == len(graph)
    assert all(board_of(end).legal_moves() for end in graph.next_positions(10_000))


def test_interrupted_work_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "book.jsonl"
    found = made_up(START)
    Work(path, HOW).add(START, found)
    with path.open("ab") as file:
        file.write(b'{"position": "---", "moves": {"d3": 1}')  # killed in the middle of a line
    again = Work(path, HOW)
    assert again.found == {START: found}
    second = canonical(parse_transcript("f5").board)
    again.add(second, made_up(second))
    again.add(START, {}, depth=8)
    assert Work(path, HOW).found == {START: found, second: made_up(second)}
    assert Work(path, HOW).deeper == {START: {}}
    before = path.read_bytes()
    with pytest.raises(StepError, match=r"line 1: it was begun as .*: 2.*, not as .*: 9"):
        Work(path, {"depth": 9})
    assert path.read_bytes() == before


def run(folder: Path, *more: str) -> int:
    where = ["--work", str(folder / "work"), "--output", str(folder / "book.bin.gz")]
    return main(["book", *where, "--depth", "2", "--positions", "20", *more])


def test_a_book_is_built_even_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path) == 0
    book = load(tmp_path / "book.bin.gz")
    assert len(book) == 20
    assert {square_name(move.move) for move in book.moves(Board.initial())} == {"d3", "c4", "f5", "e6"}
    command = "python -m ai.training book --depth 2 --positions 20"
    assert book.command == f"{command}  # weights {default_weights().fingerprint}"
    work = Work(tmp_path / "work" / "book.jsonl", HOW | {"weights": default_weights().fingerprint})
    for seed in range(50):
        board = Board.initial()
        while chosen := book.choose(board, Random(seed)):
            board = board.play(chosen.move)
        assert canonical(board) in work.deeper

    again, searched, searches = tmp_path / "again", step.search, list[object]()

    def stopped(*question: object) -> object:
        if len(searches) == 7:
            raise KeyboardInterrupt
        searches.append(question)
        return searched(*question)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(step, "search", stopped)
        assert run(again) == 130
    assert "the same command goes on from there" in capsys.readouterr().err
    assert not (again / "book.bin.gz").exists()
    assert (again / "work" / "book.jsonl").read_bytes().count(b"\n") == 1 + 7
    assert run(again) == 0
    assert len(load(again / "book.bin.gz")) == 20
    assert run(tmp_path / "by two", "--workers", "2") == 0
    assert (tmp_path / "by two" / "book.bin.gz").read_bytes() == (tmp_path / "book.bin.gz").read_bytes()


def test_check_searches_the_ends_of_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "book.bin.gz").write_bytes(book_file({"": 60, "f5": -60}))
    assert run(tmp_path, "--check", "2") == 0
    said = capsys.readouterr().out
    assert said.count(": -6.0, but ") == 2
    assert "2 lines, 6 plies from their ends: " in said


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        (["--depth", "0"], 2, "the depth must be a whole number"),
        (["--check", "1"], 1, "book.bin.gz: it cannot be read (No such file"),
    ],
)
def test_wrong_values_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], status: int, said: str
) -> None:
    assert run(tmp_path, *more) == status
    assert said in capsys.readouterr().err
