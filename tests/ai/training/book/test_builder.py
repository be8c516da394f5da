"""The step that builds the opening book: the graph, the files it reads, and a whole run that is stopped."""

from pathlib import Path

import pytest

from ai.book import board_of, load
from ai.training.__main__ import main
from ai.training.arguments import StepError
from ai.training.book import builder as step
from ai.training.book.builder import Work, read_lines
from ai.training.book.graph import Graph, Wish
from ai.weights import default_weights
from game.board import Board, square_name, squares
from game.records.transcript import parse_transcript
from game.symmetry import BitboardPair, canonical, symmetric_boards, transform_board

HEADER = "ply,transcript,games,position_games\n"
HOW = {"search": "--depth 2"}


def position(text: str) -> BitboardPair:
    board = parse_transcript(text).board
    return canonical(board)


def move_to(before: str, after: str) -> int:
    board = board_of(position(before))
    for move in squares(board.legal_moves()):
        child = board.play(move)
        if canonical(child) == position(after):
            return move
    raise AssertionError(f"no move leads from {before!r} to {after!r}")


def grown(*searches: tuple[str, str, int]) -> Graph:
    """A graph in which the search of each position found the move to another, and a score."""
    graph = Graph([])
    for before, after, score in searches:
        graph.add(position(before), {move_to(before, after): score})
    return graph


def scores(graph: Graph, text: str) -> dict[int, int]:
    return graph.book().get(position(text), {})


def test_first_the_lines_are_searched_in_their_order() -> None:
    graph = Graph([position("f5d6"), position("f5"), position("f5d6")])
    wished = [position(""), position("f5d6"), position("f5")]
    assert graph.wishes(9) == [Wish(position) for position in wished]
    assert graph.wishes(2) == [Wish(position) for position in wished[:2]]


def test_scores_climb_by_negamax() -> None:
    graph = grown(("", "f5", 50), ("f5", "f5d6", -7), ("f5d6", "f5d6c3", 4), ("f5f6", "f5f6e6", 2))
    assert scores(graph, "f5") == {move_to("f5", "f5d6"): -4, move_to("f5", "f5f6"): -2}
    assert scores(graph, "") == {move_to("", "f5"): 2}


def test_a_position_whose_best_move_was_not_looked_beyond_is_not_in_the_book() -> None:
    graph = grown(("", "f5", 1), ("f5", "f5d6", 3))
    assert scores(graph, "") == {move_to("", "f5"): -3}
    assert scores(graph, "f5") == {}
    graph.add(position("f5f6"), {move_to("f5f6", "f5f6e6"): 8})  # looked at, but not the best
    assert scores(graph, "f5") == {}


def test_transpositions_and_mirrored_moves_meet() -> None:
    graph = grown(("", "f5", 1))
    board = transform_board(parse_transcript("f5").board, 6)
    assert canonical(board) == position("f5")
    graph.add(position("f5"), {move_to("f5", "f5f4"): 1})
    (wish,) = graph.wishes(9)
    assert wish == Wish(position("f5f4"))
    assert len(graph) == 2
    start = position("")
    graph.add(start, dict.fromkeys(squares(board_of(start).legal_moves()), 9))
    assert len(scores(graph, "")) == 1, "the four first moves are one"


def test_what_is_searched_next_is_where_good_play_leaves_the_book() -> None:
    graph = grown(("", "f5", 0), ("f5", "f5d6", 0))
    graph.add(position("f5"), {move_to("f5", "f5f6"): -1, move_to("f5", "f5f4"): -80})
    wished = [position("f5d6"), position("f5f6"), position("f5f4")]
    assert graph.wishes(9) == [Wish(position) for position in wished]
    graph.add(position("f5d6"), {move_to("f5d6", "f5d6c3"): 0})
    graph.add(position("f5f6"), {move_to("f5f6", "f5f6e6"): 1})
    wished = [position("f5d6c3"), position("f5f6e6"), position("f5f4")]
    assert graph.wishes(9) == [Wish(position) for position in wished], (
        "a lost disc counts as much as some plies"
    )


def test_where_a_move_has_disappointed_all_are_searched() -> None:
    graph = grown(("", "f5", 0), ("f5", "f5d6", 5), ("f5d6", "f5d6c3", 6))
    assert graph.wishes(9) == [Wish(position("f5"), all_moves=True), Wish(position("f5d6c3"))]
    graph.add(position("f5"), dict.fromkeys(squares(board_of(position("f5")).legal_moves()), -8))
    assert not any(wish.all_moves for wish in graph.wishes(9))


def test_the_book_ends_where_a_side_must_pass() -> None:
    # White has no answer to Black's move on h8.
    board = Board.from_text("-" * 48 + "XXXXXXXX" + "XOOOOOO-" + " X")
    place = canonical(board)
    graph = Graph([place])
    (move,) = squares(board_of(place).legal_moves())
    graph.add(place, {move: 64})
    assert place not in graph.book()
    assert graph.wishes(9) == [Wish(position(""))]


def lines_file(folder: Path, *rows: str) -> Path:
    path = folder / "lines.csv"
    path.write_text(HEADER + "".join(f"{row}\n" for row in rows), "utf-8")
    return path


def test_lines_are_read_as_positions_the_most_played_first(tmp_path: Path) -> None:
    path = lines_file(tmp_path, "1,F5,10,90", "2,F5D6,6,60", "3,F5D6C3,1,5", "3,d3c3c4,2,70")
    found = read_lines(path)
    texts = ("", "f5", "d3c3", "d3c3c4", "f5d6", "f5d6c3")
    assert found == [position(text) for text in texts], "a position is as popular as what it leads to"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("moves,position_games\nf5,1\n", r"line 2: no transcript with its position_games"),
        (HEADER + "1,F5,1,1\n2,F5A1,1,1\n", r"line 3: ply 2: 'A1' is not a legal move for White"),
        (HEADER + "1,XO;F5,1,1\n", r"line 2: ply 1: 'XO' is not a move"),
        (HEADER + "1,F5,1,many\n", r"line 2: no transcript with its position_games"),
        (HEADER + "1,F5\n", r"line 2: no transcript with its position_games"),
    ],
)
def test_bad_lines_are_refused_with_their_place(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "lines.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(StepError, match=reason):
        read_lines(path)


def test_work_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "book.jsonl"
    found = {move_to("", "f5"): 3}
    Work(path, HOW).add(position(""), found, 12)
    with path.open("ab") as file:
        file.write(b'{"position": "---')  # killed in the middle of a line
    again = Work(path, HOW)
    assert again.found == [(position(""), found)]
    again.add(position("f5"), {move_to("f5", "f5d6"): -2}, 12)
    assert [place for place, _ in Work(path, HOW).found] == [position(""), position("f5")]
    before = path.read_bytes()
    with pytest.raises(StepError, match=r"line 1: it was begun as .*--depth 2.*, not as .*--depth 9"):
        Work(path, {"search": "--depth 9"})
    assert path.read_bytes() == before


def run(folder: Path, lines: Path, *more: str) -> int:
    output = str(folder / "book.json.gz")
    where = ["--lines", str(lines), "--work", str(folder / "work"), "--output", output]
    return main(["book", *where, "--depth", "2", *more])


def test_a_book_is_built_and_built_again_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_file(tmp_path, "1,F5,9,9", "2,F5D6,5,5", "2,F5F6,3,3", "3,F5D6C3,2,2")
    assert run(tmp_path, lines, "--positions", "30") == 0
    book = load(tmp_path / "book.json.gz")
    assert {square_name(move.move) for move in book.moves(Board.initial())} == {"d3", "c4", "f5", "e6"}
    command = "python -m ai.training book --lines lines.csv --depth 2 --positions 30"
    assert book.command == f"{command}  # weights {default_weights().fingerprint}"
    for face in symmetric_boards(parse_transcript("f5").board):
        assert all(face.is_legal(move.move) for move in book.moves(face))
    assert "of 30 that were searched" in capsys.readouterr().out

    again = tmp_path / "again"
    searched = step.search
    searches: list[object] = []

    def stopped(*question: object) -> object:
        if len(searches) == 7:
            raise KeyboardInterrupt
        searches.append(question)
        return searched(*question)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(step, "search", stopped)
        assert run(again, lines, "--positions", "30") == 130
    assert "the same command goes on from there" in capsys.readouterr().err
    assert not (again / "book.json.gz").exists()
    kept = (again / "work" / "book.jsonl").read_bytes()
    assert kept.count(b"\n") == 1 + 7
    assert run(again, lines, "--positions", "30") == 0
    assert (again / "work" / "book.jsonl").read_bytes().startswith(kept)
    assert load(again / "book.json.gz").moves(Board.initial())


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        (["--lines", "none.csv"], 1, "none.csv: No such file"),
        (["--seconds", "0"], 2, "--seconds: invalid parse_seconds value: '0'"),
        (["--seconds", "1"], 2, "not allowed with argument"),
        (["--positions", "no"], 2, "the number of positions must be a whole number"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], status: int, said: str
) -> None:
    assert run(tmp_path, lines_file(tmp_path, "1,F5,9,9"), *more) == status
    assert said in capsys.readouterr().err
