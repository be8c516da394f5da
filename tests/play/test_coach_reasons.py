"""The coach's reasons are true: recounted by other means, on random positions and lines."""

from functools import reduce
from random import Random

import pytest

from game.board import PASS, Board, Move, move_name, squares
from game.evaluation import Judgement, Kind
from play.coach_reasons import MOST_PLIES, CoachReason, CoachReasonKind, coach_reason
from tests.play import naive
from tests.samples import random_game

CORNERS = (0, 7, 56, 63)
GAMES = (10, pytest.param(120, marks=pytest.mark.slow))


def moves_of(board: Board) -> list[Move]:
    return [square for square in range(64) if board.is_legal(square)]


def after(board: Board, line: tuple[Move, ...]) -> Board:
    return reduce(Board.play, line, board)


def is_kept(board: Board, discs: tuple[int, ...], rng: Random) -> bool:
    """Returns whether no random game from here turns one of the discs."""
    colors = [board.color_at(square) for square in discs]
    for _ in range(10):
        end = random_game(rng, board).board
        if [end.color_at(square) for square in discs] != colors:
            return False
    return True


def check(board: Board, played: tuple[Move, ...], better: tuple[Move, ...], found: CoachReason) -> None:
    other, placed = board.turn.other, board.play(played[0])
    answers = moves_of(placed)
    match found.kind:
        case CoachReasonKind.CORNER:
            before = moves_of(Board(board.black, board.white, other))
            assert set(found.squares) <= set(answers) - set(before)
            assert set(found.squares) <= set(CORNERS)
        case CoachReasonKind.WIPEOUT:
            assert not placed.play(found.line[0]).discs(board.turn)
        case CoachReasonKind.MOBILITY:
            assert found.theirs == len(answers) >= max(5, 2 * found.ours)
            assert found.ours == len(moves_of(placed.play(found.line[0]))) <= 4
        case CoachReasonKind.NEXT_CORNER:
            assert found.line[-1] == found.squares[0] in CORNERS
            assert after(placed, found.line).color_at(found.squares[0]) is other
            assert after(placed, found.line[:-1]).turn is other
        case CoachReasonKind.STABLE:
            there = after(placed, found.line)
            assert len(found.squares) >= 3
            assert all(there.color_at(square) is other for square in found.squares)
            assert is_kept(there, found.squares, Random(1))
        case CoachReasonKind.PARITY:
            left = naive.region(naive.grid_of(board.text()), naive.place_of(move_name(played[0])))
            assert found.theirs == len(left) - 1
            assert found.theirs % 2 == 1
        case CoachReasonKind.LEAVES:
            assert found.squares == better[:1]
            assert better[0] in CORNERS
            assert played[0] not in CORNERS
        case CoachReasonKind.BESIDE:
            corner, move = found.squares[0], played[0]
            assert corner in CORNERS
            assert placed.color_at(corner) is None
            assert abs(corner % 8 - move % 8) == abs(corner // 8 - move // 8) == 1
        case CoachReasonKind.TOO_MANY:
            counts = [after(board, line[:1]).discs(board.turn).bit_count() for line in (played, better)]
            assert found.ours - found.theirs == counts[0] - counts[1] >= 2
            assert board.empties > 40
        case CoachReasonKind.OPENS:
            assert found.theirs == len(answers) >= len(moves_of(board.play(better[0]))) + 3
        case CoachReasonKind.CLOSES:
            assert found.ours == len(moves_of(placed.play(found.line[0])))
            assert found.theirs == len(moves_of(after(board, better[:2]))) >= found.ours + 3
        case _:
            pass


@pytest.mark.parametrize("games", GAMES)
def test_every_reason_is_true_for_random_lines(games: int) -> None:
    rng, seen = Random(60), set[CoachReasonKind]()
    for _ in range(games):
        board = Board.initial()
        while not board.is_over():
            moves = moves_of(board)
            if len(moves) > 1:
                move, best = rng.sample(moves, 2)
                better = (best, *random_game(rng, board.play(best), MOST_PLIES).moves)
                answers = random_game(rng, board.play(move), MOST_PLIES).moves
                judged = Judgement(0.0, -12.0, 16, Kind.ESTIMATE, better=better, refutation=answers)
                found = coach_reason(board, move, judged)
                seen.add(found.kind)
                check(board, (move, *answers), better, found)
            board = board.play(rng.choice(moves or [PASS]))
    unusual = {CoachReasonKind.RESULT, CoachReasonKind.WIPEOUT, CoachReasonKind.TOO_MANY}
    assert set(CoachReasonKind) - seen <= unusual


def test_early_moves_are_judged_by_discs_turned() -> None:
    board = Board.from_text(
        "--------\n--------\n-----X--\nXOOOOOO-\nXOOOOOO-\n---XO---\n--------\n--------\nX".replace("\n", "")
    )
    turned = {move: board.flips(move).bit_count() for move in moves_of(board)}
    most, least = (extreme(turned, key=turned.__getitem__) for extreme in (max, min))
    judged = Judgement(0.0, -9.0, 16, Kind.ESTIMATE, better=(least,))
    found = coach_reason(board, most, judged)
    assert found == CoachReason(CoachReasonKind.TOO_MANY, ours=turned[most], theirs=turned[least])


@pytest.mark.parametrize(
    ("best", "played", "is_lost"), [(4.0, -2.0, True), (0.0, -2.0, True), (-2.0, -4.0, False)]
)
def test_losing_the_result_outranks_other_reasons(best: float, played: float, is_lost: bool) -> None:
    board = Board.initial()
    first, second = list(squares(board.legal_moves()))[:2]
    judged = Judgement(best, played, 60, Kind.EXACT, better=(first,))
    assert (coach_reason(board, second, judged).kind is CoachReasonKind.RESULT) == is_lost
