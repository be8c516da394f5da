"""Written trees: reading, drawing and searching them, each search compared with minimax."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from ai.reference.searches import INFINITE, Memory, Searches
from ai.reference.sss import StateSpaceSearch
from ai.reference.tree import Event, Observer, Tree, TreePosition
from ai.reference.written import (
    NAMED,
    Arrangement,
    Branches,
    WrittenNodes,
    WrittenTree,
    draw_tree,
    parse_tree,
    worth,
)
from ai.search.drivers import mtdf
from ai.telemetry import Reason
from game.board import PASS, Move
from game.nodes import node_name
from tests.ai.reference.test_reference import NodeCounter

TEXTBOOK = "((3 12 8)(2 4 6)(14 5 2))"


def value_by(search: str, tree: Tree, root: TreePosition) -> int:
    if search == "sss":
        return StateSpaceSearch(tree, root).solve()
    searches = Searches(tree, Memory.PATHS if search.startswith("mt") else Memory.OFF)
    first = {"mtdf": 0, "mtsss": INFINITE}.get(search)
    if first is not None:
        return mtdf(lambda alpha, beta: searches.alphabeta(root, alpha, beta), first, INFINITE)
    if search in ("minimax", "scout"):
        value: int = getattr(searches, search)(root)
    else:
        value = getattr(searches, search)(root, -INFINITE, INFINITE)
    return value


def searched(tree: WrittenTree, search: str) -> tuple[int, int]:
    """Returns the value of the root and the number of entered nodes."""
    counted = NodeCounter()
    written = WrittenNodes(tree, counted)
    return value_by(search, written, written.root()), counted.nodes


SEARCHES = ("minimax", "alphabeta", "pvs", "scout", "mtdf", "mtsss", "sss")


def random_branches(random: Random, plies: int) -> Branches:
    """Returns a random tree, with leaves above the last row, too."""
    below = (
        random_branches(random, plies - 1) if plies > 1 and random.random() > 0.1 else random.randint(-9, 9)
        for _branch in range(random.randint(1, 5))
    )
    return tuple(below)


def test_a_tree_is_read_and_written() -> None:
    tree = parse_tree(TEXTBOOK)
    assert tree == WrittenTree(((3, 12, 8), (2, 4, 6), (14, 5, 2)))
    assert (tree.text(), tree.depth, tree.leaves, tree.is_even) == (TEXTBOOK, 2, 9, True)
    uneven = parse_tree("MIN: ( 3,(-4 5) ((6)) )")
    assert (uneven.text(), uneven.depth, uneven.is_even) == ("min (3(-4 5)((6)))", 3, False)
    assert parse_tree(uneven.text()) == uneven


def test_nodes_have_letters_row_by_row_and_leaves_the_letter_above_them() -> None:
    tree = parse_tree("(3((4)5)(6))")
    names = {path: node_name(move) for path, move in tree.moves.items()}
    assert [names[path] for path in ((), (0,), (1,), (2,), (1, 0), (1, 0, 0), (1, 1), (2, 0))] == (
        ["A", "A1", "B", "C", "D", "D1", "B2", "C1"]
    )
    wide = parse_tree("(" + "(1)" * 60 + ")")
    assert [node_name(wide.moves[place,]) for place in (24, 25, 51, 52)] == ["Z", "AA", "BA", "BB"]
    assert len(set(wide.moves.values())) == 121


def test_a_seed_draws_the_same_tree_everywhere() -> None:
    assert draw_tree(7, plies=2).text() == "((1 -5 3)(-8 -7 8)(-6 2 9))"
    best, worst = (draw_tree(7, 4, 2, order) for order in (Arrangement.SORTED, Arrangement.WORST_FIRST))
    values = [[worth(branch, is_max=False) for branch in tree.branches] for tree in (best, worst)]
    assert values[0] == sorted(values[0], reverse=True) == values[1][::-1]
    with pytest.raises(ValueError, match="has 2–4 plies and 2–4 branches"):
        draw_tree(7, plies=5)


def test_every_search_finds_the_value_of_minimax() -> None:
    random = Random(3)
    nodes: Counter[str] = Counter()
    for _tree in range(200):
        tree = WrittenTree(random_branches(random, random.randint(1, 5)), random.random() < 0.5)
        right = worth(tree.branches, tree.is_max) * tree.turn.sign
        for search in SEARCHES:
            value, count = searched(tree, search)
            assert value == right, (search, tree.text())
            nodes[search] += count
    assert max(nodes, key=nodes.__getitem__) == "minimax"


class RandomNodes(Tree):
    """A tree drawn by seed, the same at each visit: 0 to 6 branches, ties, passes in a fifth of the nodes."""

    def __init__(self, seed: int, observer: Observer) -> None:
        super().__init__(lambda _player, _opponent: 0, observer=observer, unit=1)
        self.seed = seed

    def _draw(self, position: TreePosition) -> tuple[Random, bool, int]:
        """Returns the generator of values, whether the only move is a pass, and the number of branches."""
        random = Random(f"{self.seed} {position.path}")
        passes = position.move != PASS and random.random() < 0.2
        return random, passes, random.randint(0 if position.path else 1, 6)

    def leaf(self, position: TreePosition) -> tuple[int, Reason] | None:
        random, passes, branches = self._draw(position)
        if not passes and not branches:
            return random.randint(-6, 6), Reason.GAME_OVER
        return (random.randint(-6, 6), Reason.EVALUATED) if position.depth <= 0 else None

    def must_pass(self, position: TreePosition) -> bool:
        return self._draw(position)[1]

    def children(self, position: TreePosition, first: Move | None = None) -> Iterator[TreePosition]:  # noqa: ARG002
        _random, passes, branches = self._draw(position)
        depth, path = position.depth - (not passes), position.path
        moves = [PASS] if passes else range(branches)
        self.observer.note(Event.MOVES, position, moves=moves)
        for place, move in enumerate(moves):
            yield TreePosition(hash((*path, place)), 0, depth, move, (*path, place))


class Again(Searches):
    """PVS as it was before it spared exact nodes a re-search."""

    def _is_exact(self, child: TreePosition) -> bool:  # noqa: ARG002
        return False


@pytest.mark.slow
def test_pvs_saves_nodes_and_keeps_values_on_ten_thousand_trees() -> None:
    nodes: Counter[str] = Counter()
    for seed in range(10_000):
        root = TreePosition(0, 0, 3 + seed % 3)
        values = set()
        for search in (*SEARCHES, "again"):
            counted = NodeCounter()
            tree = RandomNodes(seed, counted)
            if search == "again":
                values.add(Again(tree).pvs(root, -INFINITE, INFINITE))
            else:
                values.add(value_by(search, tree, root))
            nodes[search] += counted.nodes
        assert len(values) == 1, seed
    assert nodes["pvs"] < nodes["again"]


def mirrored(branch: Branches | int) -> Branches | int:
    return branch if isinstance(branch, int) else tuple(map(mirrored, reversed(branch)))


def test_named_trees_have_known_counts() -> None:
    trees = {key: parse_tree(text) for key, text in NAMED.items()}
    nodes = {
        key: [searched(tree, search)[1] for search in ("minimax", "alphabeta", "pvs")]
        for key, tree in trees.items()
    }
    assert nodes == {
        "textbook": [13, 11, 11],
        "pvs_wins": [40, 34, 28],
        "pvs_loses": [15, 14, 21],
        "order": [40, 40, 46],
    }
    branches = mirrored(trees["order"].branches)
    assert isinstance(branches, tuple)
    assert searched(WrittenTree(branches), "alphabeta")[1] == 20
    assert trees["textbook"] == parse_tree(TEXTBOOK)
