from dataclasses import replace

import pytest

from game.records.any_format import first_part, parse_game
from game.records.pgn import pgn
from game.records.record import Record
from tests.game.trees import contents


@pytest.mark.parametrize("control", ["300+2", "5"])
def test_times_are_written_in_comments(control: str) -> None:
    game = parse_game("f5 {so} d6 c3 {(} d3").game
    for node, seconds in zip(game.line[1:], (7.0, 0.125, 3725.5, None), strict=True):
        node.seconds = seconds
    record = replace(parse_game(f'[TimeControl "{control}"]\nf5'), game=game)
    text = pgn(record)
    assert ("1. f5 {[%clk 0:04:55] [%emt 0:00:07] so}" in text) == (control == "300+2")
    assert "[%emt 0:00:00.125]" in text
    assert "[%emt 1:02:05.5]" in text
    assert contents(parse_game(text).game) == contents(game)


@pytest.mark.parametrize("result", ["+64.00:r", "-64.00:t", "+64.00:l", "+16.00:s", "+0.00", "-10.00", "?"])
def test_results_survive_pgn(result: str) -> None:
    record = Record(parse_game("f5d6").game, result=result, tags=(("Annotator", "Ann"), ("ECO", 'a "b" [c]')))
    again = parse_game(pgn(record))
    assert (again.result, again.tags) == (result, record.tags)


@pytest.mark.parametrize(
    "text",
    [
        '[Round "-"]\n[Black "a"]\n\n1. f5 d6 2. c3 37-27',
        "Black: Ann\nWhite: Bob\nf5d6",
        '[Event "x"]\nf5 ; so\nd6',
    ],
)
def test_a_record_on_one_line_is_the_same_game(text: str) -> None:
    line = " ".join(first_part(text).split())
    again, record = parse_game(line), parse_game(text)
    assert again.game.moves == record.game.moves
    assert (again.black, again.result, again.game.node.comment) == (
        record.black,
        record.result,
        record.game.node.comment,
    )
