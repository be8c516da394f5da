import pytest

from game.board import PASS, Board, Color
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
