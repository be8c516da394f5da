from __future__ import annotations

import pytest

from game.board import PASS, Board, Color, move_name, squares
from game.records.transcript import TranscriptError, parse_transcript, read_transcript, transcript
from game.starts import ALTERNATIVE_BOARD
from tests.game.trees import names
from tests.samples import FINAL_1977, WHITE_PASSES


def test_a_whole_game_with_its_pass() -> None:
    game = parse_transcript(FINAL_1977)
    assert names(game.moves).endswith("g1 a8 pass h1")
    assert len(game.moves) == 61
    result = game.result()
    assert result is not None
    assert (result.black, result.white, result.winner) == (40, 24, Color.BLACK)
    assert transcript(game) == FINAL_1977.lower()


@pytest.mark.parametrize(
    "text",
    [
        *("f5d6c3d3c4", "F5D6C3D3C4", "F5d6C3d3C4", " f5 d6\n c3\td3 c4\r\n", "f5-d6-c3-d3-c4"),
        *("f5, d6, c3, d3, c4", "1. f5 d6 2. c3 d3 3. c4", "1.f5 d6 2.c3 d3 3.c4", "1 f5 d6 2 c3 d3 3 c4"),
        *("1. f5 1... d6 2. c3 2... d3 3. c4", "1 f5\n2 d6\n3 c3\n4 d3\n5 c4 37-27"),
        *("1f5 2d6 3c3 4d3 5c4 37 - 27", "f5d6c3d3c4 37-27", "f5d6c3d3c4 37 - 27", "f5d6c3d3c4 1-0"),
        *("{1977, Tokyo; round 1} f5 d6 {a usual answer: c3!} c3 d3 c4 {}", "f5d6c3d3c4 1/2-1/2 "),
        "f5d6c3d3c4 {unfinished} *\n",
    ],
)
def test_ways_to_write_a_game(text: str) -> None:
    assert names(parse_transcript(text).moves) == "f5 d6 c3 d3 c4"


@pytest.mark.parametrize("written", ["p", "P", "pa", "PA", "ps", "pass", "Pass", "PAS", "--", "@@", "@@@@"])
def test_ways_to_write_a_pass(written: str) -> None:
    move = move_name(next(squares(WHITE_PASSES.play(PASS).legal_moves())))
    for text in (f"{written} {move}", f"1. {written} 2. {move}", move):
        assert names(parse_transcript(text, WHITE_PASSES).moves) == f"pass {move}"
    if len(written) % 2 == 0:
        assert names(parse_transcript(written + move, WHITE_PASSES).moves) == f"pass {move}"


def test_a_pass_at_the_end_is_read_only_if_it_is_written() -> None:
    start = WHITE_PASSES
    assert parse_transcript("", start).moves == ()
    game = parse_transcript("pass", start)
    assert game.moves == (PASS,)
    game.go_to(0)
    assert transcript(game) == start.text() + ";pa", "also what lies beyond the cursor"
    game, problem = read_transcript(start.text() + " 10000 nodes")
    assert (game.moves, game.node.comment, problem) == ((), "10000 nodes", None), "a number is no pass"
    with pytest.raises(TranscriptError) as caught:
        parse_transcript("a1", start)
    assert (caught.value.ply, caught.value.board) == (2, start.play(PASS))
    for text in ("", "  \n", "{only a comment}", "*"):
        game = parse_transcript(text)
        assert (game.start, game.moves) == (Board.initial(), ())


def test_other_starts() -> None:
    text = ALTERNATIVE_BOARD.text()
    for written in (f"{text};c3c4", f"{text}; 1. c3 c4", f"{text[:32]}\n{text[32:]} ;C3 C4"):
        game = parse_transcript(written)
        assert game.start == ALTERNATIVE_BOARD
        assert names(game.moves) == "c3 c4"
    assert parse_transcript("c3c4", ALTERNATIVE_BOARD).start == ALTERNATIVE_BOARD
    board = WHITE_PASSES.text()
    assert parse_transcript(board, ALTERNATIVE_BOARD).start.text() == board, "the start in the text wins"


@pytest.mark.parametrize(
    ("text", "line", "others"),
    [
        ("f5d6c3 (c4d3) d3", "f5d6c3d3", ["f5d6c4d3"]),
        ("f5d6c3 (f5d6c4) d3", "f5d6c3d3", ["f5d6c4"]),
        ("f5d6c3d3 (f5f6e6) (c4)", "f5d6c3d3", ["f5f6e6", "f5d6c3d3c4"]),
        ("f5d6 (f5f6)", "f5d6", ["f5f6"]),
        ("f5d6c3 (d3c4)", "f5d6c3", ["f5d6c3d3c4"]),
    ],
)
def test_a_variation_begins_where_its_first_move_can_be_played(
    text: str, line: str, others: list[str]
) -> None:
    game = parse_transcript(text)
    assert "".join(map(move_name, game.node.path)) == line
    ends = {"".join(map(move_name, node.path)) for node in game.root.walk() if not node.children}
    assert ends - {line} == set(others)
