from array import array
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ai.patterns import STAGE_SIZE, STAGES
from ai.training.weights.games_file import LEAST_EMPTIES, NO_OTHER, GameId, Label, LabelledGame, Origin
from ai.training.weights.labels import (
    LabelledBatch,
    SolveJob,
    Teacher,
    WeightsFile,
    label,
    label_games,
    shared_teacher,
)
from ai.training.weights.play import PLIES, opening, play, play_games
from ai.training.weights.positions import LabelKind
from ai.weights import Weights, WeightsError
from game.board import PASS, Board, Color, parse_square, squares
from game.records.wthor import WthorGame
from tests.ai.positions import positions, random_discs
from tests.ai.searching import solved as exact
from tests.ai.training.weights.games import moves_of
from tests.samples import random_game


def some_record(seed: int) -> WthorGame:
    rng = Random(seed)
    game = random_game(rng)
    while len(game.moves) < 60 or PASS in game.moves[30:50]:
        game = random_game(rng)
    moves = tuple(move for move in game.moves if move != PASS)
    return WthorGame(2001, seed, 16, 0, 0, 0, 32, 40, 24, moves)


def test_the_last_positions_are_solved() -> None:
    for seed in range(3):
        game = label(some_record(seed), 10, shared_teacher())
        for board, found in zip(game.boards, game.labels, strict=False):
            if LEAST_EMPTIES <= board.empties <= 10:
                assert found == Label(LabelKind.EXACT, 10 * exact(board))
            elif board.empties < LEAST_EMPTIES:
                assert found == Label()


def test_earlier_positions_get_the_archive_score() -> None:
    """40 discs for Black at 24 empties are a lead of 16."""
    game = label(some_record(1), 10, shared_teacher())
    boards = game.boards
    last = next(ply for ply, board in enumerate(boards) if board.empties == 10)
    later = black(game.labels[last], boards[last])
    for board, found in zip(boards, game.labels, strict=False):
        if board.empties > 24:
            assert (found.kind, black(found, board)) == (LabelKind.RESULT, 160)
        elif board.empties == 24:
            assert (found.kind, black(found, board)) == (LabelKind.EXACT, 160)
        elif board.empties > 10:
            between = 160 + (24 - board.empties) / 14 * (later - 160)
            assert (found.kind, black(found, board)) == (LabelKind.RESULT, pytest.approx(between, abs=0.5))


def black(label: Label, board: Board) -> int:
    return label.score if board.turn is Color.BLACK else -label.score


def test_records_that_stop_early() -> None:
    """One that stops before 24 empties has no labels; a later one has those of the archive alone."""
    record = some_record(2)
    short = label(replace(record, moves=record.moves[:20]), 10, shared_teacher())
    assert set(short.labels) == {Label()}
    longer = label(replace(record, moves=record.moves[:44]), 10, shared_teacher())
    boards = longer.boards
    for board, found in zip(boards, longer.labels, strict=False):
        known = LabelKind.RESULT if board.empties > 24 else LabelKind.NONE
        assert found.kind == (LabelKind.EXACT if board.empties == 24 else known)


def test_a_wipe_out_is_worth_64_discs() -> None:
    """The shortest game of the archive: Black takes all in 9 plies."""
    moves = tuple(map(parse_square, ["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"]))
    game = label(replace(some_record(1), moves=moves, theoretical=0), 10, shared_teacher())
    boards = game.boards
    assert {black(found, board) for found, board in zip(game.labels, boards, strict=False)} == {640}
    assert {found.kind for found in game.labels} == {LabelKind.RESULT}


def test_a_game_with_an_illegal_move_is_left_out_of_its_task() -> None:
    good, bad = some_record(1), some_record(2)
    bad = replace(bad, record=7, offset=492, moves=(*bad.moves[:5], bad.moves[4], *bad.moves[6:]))
    made = label_games([SolveJob("WTH_2001.wtb", bad, 8), SolveJob("WTH_2001.wtb", good, 8)])
    assert list(made.games) == [GameId.wthor(2001, 1)]
    (sentence,) = made.left_out
    assert sentence.startswith("WTH_2001.wtb: byte 492: game 8: ply 6: ")


def test_perfect_moves_keep_the_score() -> None:
    rng = Random(3)
    teacher = Teacher(1)
    boards = [random_discs(rng, 8) for _ in range(20)]
    for board in [*boards, *(board for board in positions(rng, 60) if 1 < board.empties < 10)]:
        score = exact(board)
        for guess in (-64, 0, score, 63):
            teacher.new_game()
            assert teacher.solve(board, guess=guess) == score
        assert exact(board.play(teacher.perfect_move(board, score))) == -score


def test_a_task_uses_its_weights_and_loads_them_once(tmp_path: Path) -> None:
    path = tmp_path / "zeros.bin"
    Weights(array("h", [0]) * (STAGES * STAGE_SIZE)).save(path)
    weights = WeightsFile.of(path)
    with pytest.raises(WeightsError, match=f"zeros.bin: its weights have the fingerprint {weights[1]}, but"):
        shared_teacher(WeightsFile(path, "0" * 64))
    assert play_games((1,), 2, 8, weights) != play_games((1,), 2, 8, None)
    assert all(label_games([SolveJob("a", some_record(1), 8, weights)]).games.values())
    path.unlink()
    assert shared_teacher(weights) is shared_teacher(WeightsFile(*weights))


def test_games_start_after_8_to_50_plies_mostly_early() -> None:
    assert set(PLIES) == set(range(8, 51))
    assert sum(plies < 30 for plies in PLIES) > 2 * len(PLIES) / 3
    assert len(PLIES) % 2 == 1, "or some would be of even seeds alone"
    for seed in range(2 * 43):
        start = opening(seed, None)
        plies = PLIES[seed]
        assert 60 - plies <= start.empties <= 60 - plies + 6  # a pass is a ply too
        assert not start.is_over()
        assert opening(seed, None) == start


def test_games_start_close_and_uneven() -> None:
    """Random plies alone leave fewer than half of the positions within eight discs."""
    teacher = shared_teacher()
    leads = [abs(teacher.search(opening(seed, None), 2)[0]) / 10 for seed in range(120)]
    assert sum(lead <= 8 for lead in leads) > 60
    assert sum(lead > 16 for lead in leads) > 12
    assert max(leads) < 48


@pytest.fixture(scope="module")
def played() -> list[tuple[int, LabelledGame]]:
    """Returns (seed, game) from all phases; in the last game a pass is searched."""
    starts = [(seed, opening(seed, None)) for seed in range(0, 40, 5)]
    boards = positions(Random(5), 100)
    starts.append((1, next(board for board in boards if board.must_pass() and board.empties > 14)))
    return [(seed, play(seed, start, 4, 10, shared_teacher())) for seed, start in starts]


FRESH = Teacher(1)


def searched_anew(board: Board, depth: int) -> int:
    FRESH.new_game()
    return FRESH.search(board, depth)[0]


def test_the_same_seed_plays_the_same_game() -> None:
    game = play(8, opening(8, None), 3, 10, shared_teacher())
    shared_teacher().search(Board.initial(), 6)
    assert play(8, opening(8, None), 3, 10, Teacher(1)) == game
    assert play_games((8,), 3, 10, None) == LabelledBatch.of([game])
    assert game.source == GameId(Origin.PLAY, 8)
    assert game.boards[0] == opening(8, None)


def test_games_play_best_moves(played: list[tuple[int, LabelledGame]]) -> None:
    passes = 0
    for seed, game in played:
        boards = game.boards
        for board, after, move in zip(boards, boards[1:], moves_of(game), strict=False):
            if board.empties <= 10 - seed % 2:
                assert exact(after) == -exact(board)
            else:
                deep = searched_anew(board, 4)
                assert after.is_over() or searched_anew(after, 4 if move == PASS else 3) == -deep
                passes += move == PASS
    assert passes


def test_games_are_solved_from_both_parities(played: list[tuple[int, LabelledGame]]) -> None:
    for seed, game in played:
        boards = game.boards
        solved = [ply for ply, board in enumerate(boards[:-1]) if board.empties <= 10 - seed % 2]
        for ply in solved:
            found = game.labels[ply]
            assert (found.kind, found.score) == (LabelKind.EXACT, 10 * exact(boards[ply]))
        first = solved[0] if solved else len(game.boards) - 1
        for board, found in zip(boards[:first], game.labels, strict=False):
            assert found.kind == LabelKind.RESULT
            assert not solved or black(found, board) == black(game.labels[first], boards[first])
        assert boards[-1].empties < LEAST_EMPTIES or boards[-1].is_over()


def test_each_position_has_an_alternative(played: list[tuple[int, LabelledGame]]) -> None:
    looked_at: Counter[LabelKind] = Counter()
    for _, game in played:
        boards = game.boards
        for board, move, found in zip(boards, moves_of(game), game.labels, strict=False):
            if found.other == NO_OTHER:
                replies = [board.play(each) for each in squares(board.legal_moves()) if each != move]
                assert all(not after.legal_moves() for after in replies)
                continue
            after = board.play(found.other)
            assert found.other != move
            looked_at[found.kind] += 1
            if found.kind is LabelKind.EXACT:
                assert found.other_score == 10 * exact(after)
    assert min(looked_at[LabelKind.EXACT], looked_at[LabelKind.RESULT]) > 15
