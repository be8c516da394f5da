"""Self-play: one game from its opening to the last position that is worth a label."""

from collections.abc import Sequence
from random import Random
from typing import Final

from ai.training.weights.games_file import LEAST_EMPTIES, NO_OTHER, GameId, Label, LabelledGame, Origin
from ai.training.weights.labels import TENTHS, LabelledBatch, Teacher, WeightsFile, shared_teacher
from ai.training.weights.observations import position
from ai.training.weights.positions import LabelKind
from game.board import PASS, Board, Move, final_score, squares
from game.tree import Game

# The plies before a game, by its seed. Each game costs one solved endgame and labels all positions from its
# start on, so three of four start early. The number of entries, 87, is odd, so that each occurs with even and
# odd seeds.
PLIES: Final = (*range(8, 51), *range(8, 30), *range(8, 30))
# Half of the games start from positions as in the step `expect`, with other seeds, so that even and uneven
# ones are learned alike. The others start after random plies, which leave most games decided: a position in
# which one side leads by _HALF_AS_OFTEN discs is taken half as often as an even one.
_UNEVEN_SEEDS: Final = 10**12
_HALF_AS_OFTEN: Final = 8.0
_LOOK: Final = 2  # plies of the search for that lead


def play_games(seeds: Sequence[int], depth: int, solve: int, weights: WeightsFile | None) -> LabelledBatch:
    """Plays the games of one task."""
    teacher = shared_teacher(weights)
    return LabelledBatch.of(play(seed, opening(seed, weights), depth, solve, teacher) for seed in seeds)


def opening(seed: int, weights: WeightsFile | None) -> Board:
    """Returns the position that the game of a seed starts from, after its number of plies."""
    rng, teacher = Random(f"opening {seed}"), shared_teacher(weights)
    plies = PLIES[seed % len(PLIES)]
    if rng.random() < 0.5:
        return position(_UNEVEN_SEEDS + seed, range(60 - plies, 61 - plies), weights)
    while True:
        board = Board.initial()
        for _ in range(plies):
            if not board.is_over():
                board = board.play(rng.choice(list(squares(board.legal_moves())) or [PASS]))
        if board.is_over():
            continue
        teacher.new_game()
        lead = teacher.search(board, _LOOK)[0] / TENTHS / _HALF_AS_OFTEN
        if rng.random() < 1 / (1 + lead**4):
            return board


def play(seed: int, start: Board, depth: int, solve: int, teacher: Teacher) -> LabelledGame:
    """Plays and labels a game: both sides play the best move found, at `depth` plies and then by solving.

    Scores are exact from `solve` empties on, or one fewer for odd seeds, so that they begin at even and odd
    numbers of empties; the first exact one is also the result for all positions before. As searches meet bad
    moves, too, positions after random other moves are added. The same arguments make the same game.
    """
    rng = Random(f"game {seed}")
    teacher.new_game()
    game, labels = Game(start), list[Label]()
    solve -= seed % 2
    while game.board.empties > solve and not game.board.is_over():
        _, move = teacher.search(game.board, depth)
        labels.append(Label(other=_other_move(game.board, move, rng)))
        game.play(move)
    first_exact = len(labels)
    exact = score = _solve(game.board, depth, teacher)
    while game.board.empties >= LEAST_EMPTIES and not game.board.is_over():
        move = teacher.perfect_move(game.board, score)
        other = _other_move(game.board, move, rng)
        after = teacher.solve(game.board.play(other), -score, -score) if other != NO_OTHER else 0
        labels.append(Label(LabelKind.EXACT, TENTHS * score, other, TENTHS * after))
        game.play(move)
        score = -score
    turn = game.boards[first_exact].turn
    for ply in range(first_exact):
        result = exact if game.boards[ply].turn is turn else -exact
        labels[ply] = labels[ply]._replace(kind=LabelKind.RESULT, score=TENTHS * result)
    return LabelledGame(GameId(Origin.PLAY, seed), game.boards, tuple(labels))


def _other_move(board: Board, move: Move, rng: Random) -> Move:
    """Returns a random other move after which the opponent can move, or NO_OTHER."""
    others = [other for other in squares(board.legal_moves()) if other != move]
    rng.shuffle(others)
    return next((other for other in others if board.play(other).legal_moves()), NO_OTHER)


def _solve(board: Board, depth: int, teacher: Teacher) -> int:
    """Returns the exact score of a position for the side to move, in discs."""
    if board.is_over():
        return final_score(board.player, board.opponent)
    return teacher.solve(board, guess=round(teacher.search(board, depth)[0] / TENTHS))
