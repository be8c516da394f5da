"""Multi-ProbCut: its margins, and the scores of selective searches."""

from random import Random

import numpy as np
import pytest

from ai import error_model
from ai.bench.signature import POSITIONS
from ai.compiled import CompiledSearcher
from ai.kernels import probcut
from ai.limits import Algorithm, Order, Techniques
from ai.reference.evaluation import evaluate
from ai.telemetry import new_telemetry
from ai.weights import MAX_SCORE, ONE_DISC
from game.board import PASS, Board, final_score, squares
from game.evaluation import FULL_WIDTH
from tests.ai.positions import endgame_node, midgame_node, positions, random_position
from tests.ai.searching import FULL_WINDOW, PLAIN, begun

MIDDLEGAMES = [Board.from_text(text) for _, text, depth in POSITIONS if depth == 11]
MODEL = error_model.FIRST_MODEL
SEARCHER = CompiledSearcher(4)


def midgame(board: Board, depth: int, confidence: int, algorithm: Algorithm = Algorithm.PVS) -> int:
    SEARCHER.begin(new_telemetry(algorithm))
    return SEARCHER.search(midgame_node(board, *FULL_WINDOW, depth, algorithm, confidence))


def endgame(board: Board, confidence: int) -> int:
    SEARCHER.begin(new_telemetry(Algorithm.PVS))
    return SEARCHER.search(endgame_node(board, -65, 65, Algorithm.PVS, confidence))


def test_margins_grow_with_the_confidence_and_the_gap_of_depths() -> None:
    assert all((margins == probcut.NEVER).all() for margins in error_model.margins(FULL_WIDTH, MODEL))
    some, more = error_model.margins(73, MODEL)[0], error_model.margins(99, MODEL)[0]
    is_predicted = some < probcut.NEVER
    assert (some[is_predicted] < more[is_predicted]).all()
    assert some[40, 4] < some[40, 6]
    assert some[40, 5] < some[40, 7]
    assert {int(some[place]) for place in ((40, 0), (20, 21), (0, 0))} == {probcut.NEVER}


def test_margins_contain_the_share_given_by_the_confidence() -> None:
    """By definition: the share of normal differences with the deviation of the model."""
    deviation = float(error_model.deviation(MODEL, np.int64(30), np.int64(10), np.int64(4)))
    differences = np.random.default_rng(1).normal(0, ONE_DISC * deviation, 100_000)
    for confidence in (73, 87, 95, 98, 99):
        share = np.mean(np.abs(differences) <= error_model.margins(confidence, MODEL)[0][30, 10])
        assert share == pytest.approx(confidence / 100, abs=0.01)


def test_the_shallow_search_is_shallower_with_the_same_parity() -> None:
    for empties in range(2, 61):
        assert probcut.shallow_depth(1, empties) == 0, "the evaluation alone, with which the other side moves"
        for depth in range(2, empties + 1):
            shallow = probcut.shallow_depth(depth, empties)
            assert 0 <= shallow < depth
            assert (depth - shallow) % 2 == 0
    assert probcut.shallow_depth(24, 24) == 6, "the end of the game is predicted from a quarter of its depth"
    assert probcut.shallow_depth(24, 30) == 12


def test_margins_near_the_leaves_are_reduced() -> None:
    whole = ONE_DISC * error_model.standard_deviations(87)
    for depth, share in ((1, 0.65), (2, 0.7), (5, 0.85), (8, 1), (20, 1)):
        shallow = probcut.shallow_depth(depth, 40)
        deviation = float(error_model.deviation(MODEL, np.int64(40), np.int64(depth), np.int64(shallow)))
        assert error_model.margins(87, MODEL)[0][40, depth] == round(share * whole * deviation)


def plain(board: Board, alpha: int, beta: int, depth: int, confidence: int) -> int:
    """Returns the score of PVS with Multi-ProbCut: no table, moves from a1 to h8, passes cost no depth."""
    player, opponent, empties = board.player, board.opponent, board.empties
    if board.is_over():
        return ONE_DISC * final_score(player, opponent)
    if depth == 0:
        return evaluate(player, opponent)
    if board.must_pass():
        return -plain(board.play(PASS), -beta, -alpha, depth, confidence)
    reach = min(depth, empties)
    model = SEARCHER.weights.error_model or MODEL
    margin, static_margin = (int(found[empties, reach]) for found in error_model.margins(confidence, model))
    if margin != probcut.NEVER and beta - alpha == 1:
        static = evaluate(player, opponent)
        near = int(probcut.shallow_depth(depth, empties))
        if near == 0 and static - margin >= beta:
            return static - margin
        if near == 0 and static + margin <= alpha:
            return static + margin
        if near > 0 and static >= beta - static_margin and beta + margin <= MAX_SCORE:
            score = plain(board, beta + margin - 1, beta + margin, near, confidence)
            if score >= beta + margin:
                return score - margin
        if near > 0 and static <= alpha + static_margin and alpha - margin >= -MAX_SCORE:
            score = plain(board, alpha - margin, alpha - margin + 1, near, confidence)
            if score <= alpha - margin:
                return score + margin
    best = -MAX_SCORE - 1
    for square in squares(board.legal_moves()):
        after, lower = board.play(square), max(alpha, best)
        if best == -MAX_SCORE - 1:
            score = -plain(after, -beta, -lower, depth - 1, confidence)
        else:
            score = -plain(after, -lower - 1, -lower, depth - 1, confidence)
            if lower < score < beta:
                score = -plain(after, -beta, -score, depth - 1, confidence)
        best = max(best, score)
        if best >= beta:
            break
    return best


@pytest.mark.parametrize("confidence", [60, 87, FULL_WIDTH])
def test_the_kernel_cuts_like_the_plain_code(confidence: int) -> None:
    """With the same bounds to a tenth of a disc: at the leaves, one ply before them, and above."""
    begun(PLAIN, techniques=Techniques(table=False, order=Order.UNSORTED))
    differ = 0
    for board, depth in zip(positions(Random(25), 8), (0, 1, 2, 3) * 2, strict=True):
        score = plain(board, *FULL_WINDOW, depth, FULL_WIDTH)
        for distance in (-200, -40, -15, -1, 0, 15, 40, 200):
            alpha = score + distance
            if not -MAX_SCORE <= alpha < MAX_SCORE:
                continue
            found = PLAIN.search(midgame_node(board, alpha, alpha + 1, depth, Algorithm.PVS, confidence))
            assert found == plain(board, alpha, alpha + 1, depth, confidence), (board.text(), depth, alpha)
            differ += (found > alpha) != (score > alpha)
        found = PLAIN.search(midgame_node(board, *FULL_WINDOW, depth, Algorithm.PVS, confidence))
        assert found == plain(board, *FULL_WINDOW, depth, confidence)
    assert (differ == 0) is (confidence == FULL_WIDTH)


def test_a_bound_in_discs_is_even_and_outside_the_window() -> None:
    for alpha in range(-20, 20):
        beta = alpha + 1
        for tenths in (*range(10 * beta, 10 * beta + 60), *range(10 * alpha - 60, 10 * alpha + 1)):
            discs = probcut.in_discs(tenths, beta)
            assert discs % 2 == 0
            assert abs(discs - tenths / 10) <= 2
            assert beta <= discs if tenths >= 10 * beta else discs <= alpha


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_a_selective_score_is_near_the_true_one_and_costs_less(algorithm: Algorithm) -> None:
    errors, nodes = [], {73: 0, FULL_WIDTH: 0}
    for board in MIDDLEGAMES[::2]:
        scores = {}
        for confidence in nodes:
            SEARCHER.clear()
            scores[confidence] = midgame(board, 9, confidence, algorithm)
            nodes[confidence] += SEARCHER.nodes()
        errors.append(abs(scores[73] - scores[FULL_WIDTH]) / ONE_DISC)
    assert np.mean(errors) < 2
    assert nodes[73] < 0.6 * nodes[FULL_WIDTH]


def test_minimax_is_never_selective() -> None:
    board, nodes = random_position(Random(22), 20), []
    for confidence in (73, FULL_WIDTH):
        nodes.append((midgame(board, 4, confidence, Algorithm.MINIMAX), SEARCHER.nodes()))
    assert nodes[0] == nodes[1]


def test_selective_table_entries_do_not_spoil_an_exact_search() -> None:
    rng = Random(23)
    differ = 0
    for plies in (43, 44, 45, 46) * 4:
        board = random_position(rng, plies)
        SEARCHER.clear()
        expected = endgame(board, FULL_WIDTH)
        SEARCHER.clear()
        for confidence in (73, 87, 95):
            differ += endgame(board, confidence) != expected
        assert endgame(board, FULL_WIDTH) == expected, board.text()
        assert (endgame(board, 73), SEARCHER.nodes()) == (expected, 1), "the surer answer serves"
    assert differ, "a selective search is sometimes wrong, or this test tests nothing"
