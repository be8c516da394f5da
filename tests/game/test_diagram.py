"""A position as SVG."""

from xml.etree import ElementTree

import pytest

from game.board import PASS
from game.records.diagram import svg
from game.records.transcript import parse_transcript
from game.tree import Game, Shape, SquareMark
from tests.samples import WHITE_PASSES

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter(f"{SVG}{tag}"))


def test_every_disc_is_drawn_in_its_colour() -> None:
    game = parse_transcript("f5d6c3")
    fills = [disc.get("fill") for disc in drawn(svg(game.node), "circle") if disc.get("r") == "17"]
    assert fills.count("#000") == game.board.black.bit_count()
    assert fills.count("#fff") == game.board.white.bit_count()


def numbers(text: str) -> list[str]:
    """Returns all texts but the coordinates, which have font size 13."""
    return [element.text or "" for element in drawn(text, "text") if element.get("font-size") != "13"]


def test_discs_show_the_number_of_their_move() -> None:
    coordinates = [element.text or "" for element in drawn(svg(Game().node), "text")]
    assert sorted(coordinates) == sorted("abcdefgh12345678")
    game = parse_transcript("f5d6c3")
    assert sorted(numbers(svg(game.node))) == ["1", "2", "3"]
    assert numbers(svg(game.node.line[1])) == ["1"]
    game.mark(game.node, game.moves[1], Shape.CIRCLE)
    assert sorted(numbers(svg(game.node))) == ["1", "3"], "a mark stands in place of the number"
    game = Game(WHITE_PASSES, (PASS,))
    game.play(next(move for move in range(64) if game.board.is_legal(move)))
    assert numbers(svg(game.node)) == ["1"], "a pass has none"


@pytest.mark.parametrize("mark", [*Shape, "A", "<&>"])
def test_marks_are_drawn(mark: SquareMark) -> None:
    game = Game()
    plain = svg(game.node)
    game.mark(game.node, 27, mark)
    marked = svg(game.node)
    ElementTree.fromstring(marked)
    assert len(marked.splitlines()) == len(plain.splitlines()) + 1
