"""Every kernel below the searches against its plain twin."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import game.board as rules
from ai import reference
from ai.kernels import bitboard, evaluation, stability, table
from game.board import Board, squares
from game.symmetry import FACES, face_of_bits
from tests.ai.positions import positions
from tests.game.test_perft import PASSES, START, START_COUNTS

POSITIONS = list(positions(Random(1), 400))


def words(board: Board) -> tuple[np.uint64, np.uint64]:
    return np.uint64(board.player), np.uint64(board.opponent)


def test_legal_moves_and_flips_are_those_of_the_rules() -> None:
    for board in POSITIONS:
        player, opponent = words(board)
        assert bitboard.legal_moves(player, opponent) == board.legal_moves()
        for square in squares(~(board.black | board.white) & rules.FULL):
            assert bitboard.flips(player, opponent, square) == board.flips(square)


def test_the_final_score_gives_the_empties_to_the_winner() -> None:
    for board in POSITIONS:
        assert bitboard.final_score(*words(board)) == rules.final_score(board.player, board.opponent)


@pytest.mark.parametrize(
    ("text", "counts"), [(START, START_COUNTS), *((text, both[0]) for text, both in PASSES.items())]
)
def test_perft(text: str, counts: tuple[int, ...]) -> None:
    player, opponent = words(Board.from_text(text))
    assert [bitboard.perft(player, opponent, depth) for depth in range(1, len(counts) + 1)] == list(counts)


def test_perft_as_published_to_eleven_plies() -> None:
    player, opponent = words(Board.initial())
    assert bitboard.perft(player, opponent, 10) == 24571284
    assert bitboard.perft(player, opponent, 11) == 212258800


def test_stable_discs_are_those_of_the_plain_fixpoint() -> None:
    found = 0
    for board in POSITIONS:
        for player, opponent in ((board.player, board.opponent), (board.opponent, board.player)):
            expected = reference.stable_discs(player, opponent)
            assert stability.stable_discs(np.uint64(player), np.uint64(opponent)) == expected
            found += bool(expected)
    assert found > 100


def test_stable_discs_cannot_be_turned() -> None:
    rng = Random(2)
    for board in POSITIONS:
        stable = reference.stable_discs(board.player, board.opponent)
        color = board.turn
        while not board.is_over():
            moves = list(squares(board.legal_moves())) or [rules.PASS]
            board = board.play(rng.choice(moves))
            assert board.discs(color) & stable == stable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("X" + "-" * 63 + " X", 1),  # a corner
        ("XXX" + "-" * 61 + " X", 0b111),  # and what leans on it along the border
        ("-X" + "-" * 62 + " X", 0),  # a border disc without its corner
        ("XXXOOOOX" + "-" * 56 + " X", 0b10000111),  # a full border: all of it
    ],
)
def test_stable_discs_of_known_positions(text: str, expected: int) -> None:
    board = Board.from_text(text)
    assert reference.stable_discs(board.black, board.white) == expected


def test_the_evaluation_is_that_of_the_reference() -> None:
    scores = set()
    for board in POSITIONS:
        moves, replies = board.legal_moves(), rules.legal_moves(board.opponent, board.player)
        score = evaluation.evaluate(*words(board), np.uint64(moves), np.uint64(replies))
        assert score == reference.evaluate(board.player, board.opponent)
        scores.add(score)
    assert len(scores) > 200


def test_the_evaluation_is_the_same_on_all_eight_faces() -> None:
    for board in POSITIONS:
        scores = {
            reference.evaluate(face_of_bits(board.player, face), face_of_bits(board.opponent, face))
            for face in FACES
        }
        assert len(scores) == 1


def test_the_features_change_their_sign_with_the_side_but_for_the_tempo() -> None:
    for board in POSITIONS:
        mine = reference.features(board.player, board.opponent)
        theirs = reference.features(board.opponent, board.player)
        assert mine[0] == theirs[0] == 1
        assert [-count for count in mine[1:]] == list(theirs[1:])


def test_the_table_gives_back_what_was_stored() -> None:
    entries = table.new_table(1)
    for index, board in enumerate(POSITIONS):
        for kind in (table.MIDGAME, table.ENDGAME):
            key = table.position_key(*words(board), kind)
            score = index - 200 if kind == table.MIDGAME else index % 128 - 64
            table.store(entries, key, score, index % 61, 1 + index % 3, index % 65, 7)
            data = table.probe(entries, key)
            assert table.data_score(data) == score
            assert table.data_depth(data) == index % 61
            assert table.data_bound(data) == 1 + index % 3
            assert table.data_move(data) == index % 65


def test_the_two_kinds_of_scores_have_different_keys() -> None:
    keys = {
        table.position_key(*words(board), kind)
        for board in POSITIONS
        for kind in (table.MIDGAME, table.ENDGAME)
    }
    assert len(keys) == 2 * len({(board.player, board.opponent) for board in POSITIONS})


def test_bounds_that_meet_are_exact_and_keep_the_move_that_proves() -> None:
    entries = table.new_table(1)
    key = table.position_key(*words(Board.initial()), table.MIDGAME)
    table.store(entries, key, 25, 6, table.LOWER, 19, 1)
    table.store(entries, key, 25, 6, table.UPPER, 26, 1)
    data = table.probe(entries, key)
    assert table.data_bound(data) == table.EXACT
    assert table.data_move(data) == 19


def test_a_full_cluster_gives_up_old_entries_before_deep_ones() -> None:
    entries = table.new_table(1)
    clusters = len(entries) // table.CLUSTER_WORDS
    keys = [np.uint64(1 + n * clusters) for n in range(table.CLUSTER_ENTRIES + 2)]
    table.store(entries, keys[0], 0, 40, table.EXACT, 0, 1)  # deep, but of an earlier search
    for key, depth in zip(keys[1:5], (9, 8, 7, 6), strict=True):
        table.store(entries, key, 0, depth, table.EXACT, 0, 2)
    assert [table.probe(entries, key) != 0 for key in keys[:5]] == [False, True, True, True, True]
    table.store(entries, keys[5], 0, 3, table.EXACT, 0, 2)
    assert table.probe(entries, keys[4]) == 0
    assert table.probe(entries, keys[1]) != 0
