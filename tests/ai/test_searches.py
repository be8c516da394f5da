"""The equalities that must hold between the searches, kernel and reference, at fixed depths with the table
off.
"""

from __future__ import annotations

from random import Random

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import ENGINE_ALGORITHMS, Algorithm
from ai.reference import ReferenceSearcher
from ai.reference import midgame as reference_midgame
from ai.telemetry import Abandoned, Slot, Telemetry, new_telemetry
from ai.weights import MAX_SCORE, ONE_DISC
from game.board import Board, final_score
from game.symmetry import symmetric_boards
from tests.ai.positions import endgame_node, midgame_node, positions

FULL_WINDOW = (-MAX_SCORE - 1, MAX_SCORE + 1)
OFF = CompiledSearcher(0)
ON = CompiledSearcher(4)


def begun(searcher: CompiledSearcher, algorithm: Algorithm) -> Telemetry:
    """A searcher ready for one search, and where it counts."""
    telemetry = new_telemetry(algorithm)
    searcher.begin(telemetry)
    return telemetry


def compiled(board: Board, depth: int, algorithm: Algorithm, searcher: CompiledSearcher = OFF) -> int:
    begun(searcher, algorithm)
    return searcher.search(midgame_node(board, *FULL_WINDOW, depth, algorithm))


def plain(board: Board, depth: int, algorithm: Algorithm) -> int:
    return reference_midgame(board.player, board.opponent, *FULL_WINDOW, depth, algorithm)


def equal_scores(count: int, seed: int) -> dict[str, int]:
    """Check that all searches agree, on every face, for `count` positions; what was compared, counted."""
    tally = {"positions": 0, "must pass": 0, "symmetries": 0, "to the end": 0, "scores": 0}
    for index, board in enumerate(positions(Random(seed), count)):
        depth = 1 + index % 4
        expected = plain(board, min(depth, 3), Algorithm.MINIMAX)
        for algorithm in (Algorithm.ALPHABETA, Algorithm.PVS):
            assert plain(board, min(depth, 3), algorithm) == expected, board.text()
        for algorithm in ENGINE_ALGORITHMS:
            assert compiled(board, min(depth, 3), algorithm) == expected, board.text()
        expected = compiled(board, depth, Algorithm.MINIMAX)
        for face in symmetric_boards(board):
            for algorithm in ENGINE_ALGORITHMS:
                assert compiled(face, depth, algorithm) == expected, (board.text(), face.text())
                tally["scores"] += 1
            tally["symmetries"] += 1
        tally["positions"] += 1
        tally["must pass"] += board.must_pass()
        tally["to the end"] += depth >= board.empties
    return tally


@pytest.mark.parametrize("count", [24, pytest.param(500, marks=pytest.mark.slow)])
def test_all_searches_agree(count: int) -> None:
    tally = equal_scores(count, seed=3)
    assert tally["must pass"] >= count / 5
    assert tally["to the end"] >= count / 25


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_a_bound_is_a_bound(algorithm: Algorithm) -> None:
    """Fail-soft: outside the window the value is still on the right side of the true score."""
    rng = Random(6)
    for board in positions(rng, 40):
        exact = compiled(board, 2, Algorithm.MINIMAX)
        alpha = exact + rng.randrange(-30, 30)
        beta = alpha + rng.choice((1, 1, 7, 40))
        begun(OFF, algorithm)
        words = board.player, board.opponent
        for score in (
            OFF.search(midgame_node(board, alpha, beta, 2, algorithm)),
            reference_midgame(*words, alpha, beta, 2, algorithm),
        ):
            if score <= alpha:
                assert exact <= score
            elif score >= beta:
                assert exact >= score
            else:
                assert exact == score


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_the_plain_endgame_agrees_with_the_solver(algorithm: Algorithm) -> None:
    tried = 0
    for board in positions(Random(9), 240):
        if board.empties > 6:
            continue
        tried += 1
        expected = compiled(board, board.empties, Algorithm.ALPHABETA) // ONE_DISC
        searcher = ReferenceSearcher(new_telemetry(algorithm), lambda: False)
        assert searcher.search(endgame_node(board, -64, 64, algorithm)) == expected
    assert tried > 20


def test_the_counters_are_consistent() -> None:
    ON.clear()
    row = begun(ON, Algorithm.PVS)
    for depth in range(1, 9):
        ON.search(midgame_node(Board.initial(), *FULL_WINDOW, depth, Algorithm.PVS))
    assert 0 < row[Slot.FIRST_CUTOFFS] < row[Slot.CUTOFFS] < row[Slot.NODES]
    assert 0 < row[Slot.RESEARCHES] <= row[Slot.NULL_WINDOWS] < row[Slot.NODES]
    assert 0 < row[Slot.HITS] < row[Slot.PROBES] < row[Slot.NODES]
    assert 0 < row[Slot.LEAVES] < row[Slot.NODES]


@pytest.mark.parametrize("slot", [Slot.STOP, Slot.WANTED])
def test_a_kernel_leaves_when_told_to(slot: Slot) -> None:
    telemetry = begun(ON, Algorithm.PVS)
    telemetry[slot] = 1
    with pytest.raises(Abandoned):
        ON.search(midgame_node(Board.initial(), *FULL_WINDOW, 8, Algorithm.PVS))
    assert telemetry[Slot.NODES] == 0


def test_a_finished_game_has_its_result() -> None:
    board = Board.from_text("X" * 40 + "-" * 24 + " X")
    assert final_score(board.player, board.opponent) == 64
    assert compiled(board, 3, Algorithm.PVS) == plain(board, 3, Algorithm.PVS) == 64 * ONE_DISC
