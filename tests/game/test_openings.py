"""The names of openings, and the file of them that the program ships."""

import pytest

from game.board import move_name, parse_square
from game.openings import Openings, parse_openings
from game.records.transcript import parse_transcript
from game.symmetry import symmetric_boards
from game.tree import Game
from tests.sources import ROOT


@pytest.fixture(scope="module")
def openings() -> Openings:
    return parse_openings((ROOT / "assets" / "openings.csv").read_text("utf-8"))


def test_every_line_leads_to_the_position_of_its_name(openings: Openings) -> None:
    assert len(openings.all) > 100
    for opening in openings.all:
        for board in symmetric_boards(Game(moves=opening.moves).board):
            assert openings.at(board) is opening, "no position has two names"


def test_a_longer_line_was_played_less_than_its_beginning(openings: Openings) -> None:
    """By whatever order of moves, so from a named position two moves before at most as often."""
    for opening in openings.all:
        assert 0 < opening.games <= 137_548
    tiger, stephenson = (
        next(o for o in openings.all if o.name() == name) for name in ("Tiger", "Stephenson")
    )
    assert tiger.games > stephenson.games > 20_000


def test_a_line_is_called_by_the_last_name_on_the_way(openings: Openings) -> None:
    game = parse_transcript("f5d6c3d3c4")
    tiger = openings.of(game.node)
    assert tiger is not None
    assert (tiger.name(), tiger.name("ja")) == ("Tiger", "虎定石")
    assert tiger.name("ru") == "Тигр"
    assert tiger.name("zh") == "Tiger", "English where a language has no name"
    game.play(parse_square("f3"))
    assert openings.of(game.node) is tiger
    assert openings.of(parse_transcript("").node) is None


@pytest.mark.parametrize("code", ["ru", "zh"])
def test_the_openings_of_two_moves_have_names_in_every_language(openings: Openings, code: str) -> None:
    for line in ("f5d6", "f5f6", "f5f4"):
        opening = openings.at(parse_transcript(line).board)
        assert opening is not None
        assert opening.name(code) != opening.name()


def test_the_names_that_moves_lead_to(openings: Openings) -> None:
    following = openings.next(parse_transcript("f5").board)
    names = {move_name(move): opening.name() for move, opening in following.items()}
    assert names == {"d6": "Perpendicular Opening", "f6": "Diagonal Opening", "f4": "Parallel Opening"}
