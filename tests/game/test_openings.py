"""Opening names, in the file that ships with the program."""

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


def test_each_position_has_one_opening_name(openings: Openings) -> None:
    assert len(openings.all) > 100
    for opening in openings.all:
        for board in symmetric_boards(Game(moves=opening.moves).board):
            assert openings.at(board) is opening, "no position has two names"


def test_opening_game_counts_are_plausible(openings: Openings) -> None:
    """The WTHOR archive has 137,548 games; the Stephenson begins with the moves of the Tiger."""
    for opening in openings.all:
        assert 0 < opening.games <= 137_548
    tiger, stephenson = (
        next(o for o in openings.all if o.name() == name) for name in ("Tiger", "Stephenson")
    )
    assert tiger.games > stephenson.games > 20_000


def test_a_line_has_the_last_name_on_its_way(openings: Openings) -> None:
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
def test_two_move_openings_have_translated_names(openings: Openings, code: str) -> None:
    for line in ("f5d6", "f5f6", "f5f4"):
        opening = openings.at(parse_transcript(line).board)
        assert opening is not None
        assert opening.name(code) != opening.name()


def test_moves_lead_to_named_openings(openings: Openings) -> None:
    following = openings.next(parse_transcript("f5").board)
    names = {move_name(move): opening.name() for move, opening in following.items()}
    assert names == {"d6": "Perpendicular Opening", "f6": "Diagonal Opening", "f4": "Parallel Opening"}
