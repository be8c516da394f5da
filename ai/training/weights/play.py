"""Self-play: one game from its opening to the last position that is worth a label."""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

from ai.training.weights.games_file import NO_OTHER, Label, LabelledGame, Origin, Source
from ai.training.weights.labels import LEAST_EMPTIES, TENTHS, Made, Teacher, WeightsFile, shared_teacher
from ai.training.weights.positions import LabelKind
from game.board import PASS, Board, Color, Move, final_score, squares
from game.records.wthor import WthorError, WthorGame, replay
from game.tree import Game

# The plies of an archived game a game may begin after, and how many random moves follow.
_ARCHIVED_PLIES: Final = range(4, 35)
_RANDOM_MOVES: Final = range(5)
# Random moves from the start of the game in an opening, without archived games.
_RANDOM_OPENING: Final = range(4, 21)
# One move in 16 is random, and the search of one game in 4 is two plies shallower: the games of perfect
# opponents would all look alike.
_MISTAKES: Final = 16
_SHALLOW_GAMES: Final = 4
# The random plies before a strong game, by its seed. Every game costs the solving of one end and gives a
# label for each position from its beginning on, so two of three begin early. They are 87, an odd number, so
# each of them meets even and odd seeds.
STRONG_PLIES: Final = (*range(8, 51), *range(8, 30), *range(8, 30))
# Random plies leave most games decided, and these teach little about close ones. A strong game mostly
# begins from a position in which one side leads by this many discs half as often as from an even one.
_HALF_AS_OFTEN: Final = 8.0
_LOOK: Final = 2  # plies of the search that says so


Openings: TypeAlias = tuple[tuple[int, Board], ...]
"""Seeds, each with the position its game starts from."""


def play_games(openings: Openings, depth: int, solve: int, weights: WeightsFile | None) -> Made:
    """The work of one task."""
    teacher = shared_teacher(weights)
    return Made.of(play(seed, start, depth, solve, teacher) for seed, start in openings)


def play_strong_games(seeds: Sequence[int], depth: int, solve: int, weights: WeightsFile | None) -> Made:
    """The work of one task."""
    teacher = shared_teacher(weights)
    starts = ((seed, strong_opening(seed, teacher)) for seed in seeds)
    return Made.of(play_strong(seed, start, depth, solve, teacher) for seed, start in starts)


def opening(seed: int, archive: Sequence[WthorGame]) -> Board:
    """The position a seed's game starts from: out of an archived game, if there are any, and varied."""
    rng = Random(f"opening {seed}")
    while True:
        if archive:
            board = _archived_position(archive, rng)
            moves = rng.choice(_RANDOM_MOVES)
        else:
            board = Board.initial()
            moves = rng.choice(_RANDOM_OPENING)
        board = _random_plies(board, moves, rng)
        if not board.is_over():
            return board


def strong_opening(seed: int, teacher: Teacher) -> Board:
    """The position a seed's strong game starts from: random plies, as many as the seed says, evenly, that
    leave a close game rather than a decided one.
    """
    rng = Random(f"strong opening {seed}")
    plies = STRONG_PLIES[seed % len(STRONG_PLIES)]
    while True:
        board = _random_plies(Board.initial(), plies, rng)
        if board.is_over():
            continue
        teacher.new_game()
        lead = teacher.search(board, _LOOK)[0] / TENTHS / _HALF_AS_OFTEN
        if rng.random() < 1 / (1 + lead**4):
            return board


def play(seed: int, start: Board, depth: int, solve: int, teacher: Teacher) -> LabelledGame:
    """From `solve` empties on scores are exact, before that they are those of a search of `depth` plies.

    The first exact score is also the result for the positions before it, back to the last move that was no
    choice of the search. The same arguments make the same game.
    """
    rng = Random(f"game {seed}")
    if depth > 3 and rng.randrange(_SHALLOW_GAMES) == 0:
        depth -= 2
    teacher.new_game()
    game = Game(start)
    labels: list[Label] = []
    chosen_since = 0
    while game.board.empties > solve and not game.board.is_over():
        score, move = teacher.search(game.board, depth)
        labels.append(Label(depth=depth, search=score))
        if rng.randrange(_MISTAKES) == 0:
            move = _any_move(game.board, rng)
            chosen_since = len(labels)
        game.play(move)
    first_exact = len(labels)
    exact = _solve_start(game.board, labels, teacher)
    score = exact
    while game.board.empties >= LEAST_EMPTIES and not game.board.is_over():
        labels.append(Label(LabelKind.EXACT, TENTHS * score))
        if rng.randrange(_MISTAKES) == 0:
            game.play(_any_move(game.board, rng))
            if not game.board.is_over():
                score = teacher.solve(game.board, -score, -score)
        else:
            game.play(teacher.perfect_move(game.board, score))
            score = -score
    _add_result(game, labels, range(chosen_since, first_exact), exact)
    return LabelledGame(Source(Origin.PLAY, seed), game.boards, tuple(labels))


def play_strong(seed: int, start: Board, depth: int, solve: int, teacher: Teacher) -> LabelledGame:
    """Both sides always play the best move found, by a search of `depth` plies and then by solving.

    From `solve` empties on scores are exact, in games of odd seeds from one less, so that they begin at even
    and at odd numbers of empties. Before that a score is the mean of the searches of `depth` - 1 and `depth`
    plies, in this order: a search flatters the side that moves last, so no label comes from even depths
    alone. The first exact score is also the result for all the positions before it.

    A search asks about bad moves as often as about good ones. So of each position one more move, any other,
    is looked at as well. The same arguments make the same game.
    """
    rng = Random(f"strong game {seed}")
    teacher.new_game()
    game = Game(start)
    labels: list[Label] = []
    solve -= seed % 2
    while game.board.empties > solve and not game.board.is_over():
        score, move = _mean_of_two_depths(game.board, depth, teacher)
        other = _other_move(game.board, move, rng)
        after = _mean_of_two_depths(game.board.play(other), depth, teacher)[0] if other != NO_OTHER else 0
        labels.append(Label(depth=depth, search=score, other=other, other_score=after))
        game.play(move)
        if move == PASS:
            teacher.new_game()  # a pass costs no depth: the table would answer with `depth` plies both times
    first_exact = len(labels)
    exact = _solve_start(game.board, labels, teacher)
    score = exact
    while game.board.empties >= LEAST_EMPTIES and not game.board.is_over():
        move = teacher.perfect_move(game.board, score)
        other = _other_move(game.board, move, rng)
        after = teacher.solve(game.board.play(other), -score, -score) if other != NO_OTHER else 0
        labels.append(Label(LabelKind.EXACT, TENTHS * score, other=other, other_score=TENTHS * after))
        game.play(move)
        score = -score
    _add_result(game, labels, range(first_exact), exact)
    return LabelledGame(Source(Origin.STRONG, seed), game.boards, tuple(labels))


def _mean_of_two_depths(board: Board, depth: int, teacher: Teacher) -> tuple[int, Move]:
    """(The mean of the searches of one ply less and of `depth`; the move of the latter)."""
    shallow, _ = teacher.search(board, depth - 1)
    deep, move = teacher.search(board, depth)
    return round((shallow + deep) / 2), move


def _other_move(board: Board, move: Move, rng: Random) -> Move:
    """Any other one after which the opponent can move; NO_OTHER if there is none."""
    others = [other for other in squares(board.legal_moves()) if other != move]
    rng.shuffle(others)
    return next((other for other in others if board.play(other).legal_moves()), NO_OTHER)


def _solve_start(board: Board, labels: list[Label], teacher: Teacher) -> int:
    """What the first position with an exact score is worth for the side to move, in discs."""
    if board.is_over():
        lead = final_score(board.black, board.white)
        return lead if board.turn is Color.BLACK else -lead
    return teacher.solve(board, guess=-round(labels[-1].search / TENTHS) - 1 if labels else 0)


def _add_result(game: Game, labels: list[Label], plies: range, exact: int) -> None:
    """These positions have as their result what the one after all of them, `exact`, is worth."""
    turn = game.boards[plies.stop].turn
    for ply in plies:
        score = exact if game.boards[ply].turn is turn else -exact
        labels[ply] = labels[ply]._replace(kind=LabelKind.RESULT, score=TENTHS * score)


def _archived_position(archive: Sequence[WthorGame], rng: Random) -> Board:
    """Out of a game that is long enough; one with an illegal move is as good as none."""
    while True:
        try:
            game = replay(rng.choice(archive))
        except WthorError:
            continue
        ply = rng.choice(_ARCHIVED_PLIES)
        if ply < len(game.moves):
            return game.boards[ply]


def _random_plies(board: Board, plies: int, rng: Random) -> Board:
    """This many plies later, or when the game is over."""
    for _ in range(plies):
        if not board.is_over():
            board = board.play(_any_move(board, rng))
    return board


def _any_move(board: Board, rng: Random) -> Move:
    return rng.choice(list(squares(board.legal_moves())) or [PASS])
