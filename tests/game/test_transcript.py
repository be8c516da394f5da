import pytest

from game.board import PASS, Board
from game.records.transcript import TranscriptError, parse_transcript, transcript
from game.starts import ALTERNATIVE_BOARD
from tests.samples import FINAL_1977, WHITE_PASSES


def test_a_pass_between_moves_is_not_written() -> None:
    assert transcript(parse_transcript(FINAL_1977)) == FINAL_1977.lower()


def test_a_final_pass_is_read_only_if_written() -> None:
    start = WHITE_PASSES
    assert parse_transcript("", start).moves == ()
    game = parse_transcript("pass", start)
    assert game.moves == (PASS,)
    game.go_to(0)
    assert transcript(game) == start.text() + ";pa", "also what lies beyond the cursor"
    with pytest.raises(TranscriptError) as caught:
        parse_transcript("a1", start)
    assert (caught.value.ply, caught.value.board) == (2, start.play(PASS))
    for text in ("", "  \n", "{only a comment}", "*"):
        game = parse_transcript(text)
        assert (game.start, game.moves) == (Board.initial(), ())


def test_a_start_in_the_text_wins() -> None:
    assert parse_transcript("c3c4", ALTERNATIVE_BOARD).start == ALTERNATIVE_BOARD
    assert parse_transcript(WHITE_PASSES.text(), ALTERNATIVE_BOARD).start == WHITE_PASSES
