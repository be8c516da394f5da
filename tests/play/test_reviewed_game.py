"""A reviewed game as a line: what is written is read, and other programs read the game."""

from dataclasses import replace

import pytest

from ai.limits import Limit
from game.board import Color
from game.records.ggf import ggf, parse_ggf
from game.records.transcript import transcript
from play.review import GamePhase, judged_moves
from play.review_file import Effort, identity, parse_reviewed, reviewed_ggf
from tests.play.reviewed import EFFORT, judged, line, record


def test_what_is_written_is_read() -> None:
    """By other readers, too."""
    game = judged(record(1), {1: 0.0, 2: 2.5, 31: 4.0, 55: 9.5})
    text = reviewed_ggf(game, "name", EFFORT)
    assert "\n" not in text
    found, other = parse_reviewed(text), parse_ggf(text)
    assert (found.identity, found.effort, found.moves) == ("name", EFFORT, judged_moves(game.game.line))
    for each in (found, other):
        assert (each.black, each.white, each.date) == (game.black, game.white, game.date)
    assert transcript(other.game) == transcript(game.game)
    opening, middle, end = GamePhase
    assert [move.phase for move in found.moves] == [opening, opening, middle, end]
    assert {move.color for move in found.moves} == set(Color)


@pytest.mark.parametrize("effort", [EFFORT, Effort(Limit(seconds=0.5), 22), Effort(Limit(seconds=1e-05), 0)])
def test_the_effort_is_kept(effort: Effort) -> None:
    assert (Effort.parse(effort.text()), parse_reviewed(line(1, effort)).effort) == (effort, effort)


def test_a_game_is_the_same_by_what_its_record_says() -> None:
    game = record(1, black="A]B ")
    assert identity(game) == identity(parse_ggf(ggf(game))), "also after it was written and read"
    noted = judged(record(1, black="A]B "), {3: 2.0})
    assert identity(noted) == identity(game), "whatever was found out about it"
    others = [replace(game, black="C"), replace(game, date=None), replace(game, result="+2"), record(2)]
    assert len({identity(other) for other in (game, *others)}) == 5


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        *((line(1)[:cut], ".") for cut in (3, 30, 80, -3, -1)),
        (ggf(record(1)), "not a reviewed game"),
        (line(1).replace("depth=", "deep="), "not the effort"),
        (line(1).replace("1/B/", "1/X/"), "."),
    ],
    ids=range(8),
)
def test_a_part_of_a_line_or_another_game_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_reviewed(text)
