"""Self-play: one game from its opening to the last position that is worth a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from ai.training.weights.games_file import Label, LabelKind, LabelledGame, Origin, Source
from ai.training.weights.labels import LEAST_EMPTIES, Made
from ai.training.weights.teacher import TENTHS, Teacher, WeightsFile, shared_teacher
from game.board import PASS, Board, Color, Move, final_score, squares
from game.records.wthor import WthorError, WthorGame, replay
from game.tree import Game

# The plies of an archived game a game may begin after, and how many random moves follow.
_ARCHIVED_PLIES: Final = range(4, 35)
_RANDOM_MOVES: Final = range(5)
# Without archived games an opening has so many random moves from the start of the game.
_RANDOM_OPENING: Final = range(4, 21)
# One move in so many is any move, and the search of one game in so many is two plies shallower: the games of
# perfect opponents would all look alike.
_MISTAKES: Final = 16
_SHALLOW_GAMES: Final = 4
# The random plies before a strong game, by its seed. Every game costs the solving of one end and gives a
# label for each position from its beginning on, so two of three begin early. They are 87, an odd number, so
# each of them meets even and odd seeds.
STRONG_PLIES: Final = (*range(8, 51), *range(8, 30), *range(8, 30))
# Random plies leave most games decided, and these teach little about close ones. A strong game mostly
# begins from a position in which one side leads by so many discs half as often as from an even one.
_HALF_AS_OFTEN: Final = 8.0
_LOOK: Final = 2  # plies of the search that says so


@dataclass(frozen=True, slots=True)
class Games:
    """A task: the games of these seeds, each from its opening."""

    openings: tuple[tuple[int, Board], ...]
    depth: int
    solve: int
    weights: WeightsFile | None = None


@dataclass(frozen=True, slots=True)
class StrongGames:
    """A task: the strong games of these seeds."""

    seeds: tuple[int, ...]
    depth: int
    solve: int
    weights: WeightsFile | None = None


def play_games(games: Games) -> Made:
    """The work of one task."""
    teacher = shared_teacher(games.weights)
    return Made(tuple(play(seed, start, games.depth, games.solve, teacher) for seed, start in games.openings))


def play_strong_games(games: StrongGames) -> Made:
    """The work of one task."""
    teacher = shared_teacher(games.weights)
    return Made(
        tuple(
            play_strong(seed, strong_opening(seed, teacher), games.depth, games.solve, teacher)
            for seed in games.seeds
        )
    )


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
    return _finished(Source(Origin.PLAY, seed), game, labels, chosen_since, rng, teacher)


def play_strong(seed: int, start: Board, depth: int, solve: int, teacher: Teacher) -> LabelledGame:
    """Both sides always play the best move found, by a search of `depth` plies and then by solving.

    From `solve` empties on scores are exact, in games of odd seeds from one less, so that they begin at even
    and at odd numbers of empties. Before that a score is the mean of the searches of `depth` - 1 and `depth`
    plies, in this order: whoever moves last in a search is flattered, so no label comes from even depths
    alone. The first exact score is also the result for all the positions before it. The same arguments make
    the same game.
    """
    teacher.new_game()
    game = Game(start)
    labels: list[Label] = []
    solve -= seed % 2
    while game.board.empties > solve and not game.board.is_over():
        if game.moves and game.moves[-1] == PASS:
            teacher.new_game()  # a pass costs no depth: the table would answer with `depth` plies both times
        shallow, _ = teacher.search(game.board, depth - 1)
        deep, move = teacher.search(game.board, depth)
        labels.append(Label(depth=depth, search=round((shallow + deep) / 2)))
        game.play(move)
    return _finished(Source(Origin.STRONG, seed), game, labels, 0, None, teacher)


def _finished(
    source: Source, game: Game, labels: list[Label], chosen_since: int, rng: Random | None, teacher: Teacher
) -> LabelledGame:
    """Played out; the positions from the ply `chosen_since` on have what it came to as their result."""
    first_exact = len(labels)
    exact = _play_out(game, labels, rng, teacher)
    for ply in range(chosen_since, first_exact):
        score = exact if game.boards[ply].turn is Color.BLACK else -exact
        labels[ply] = labels[ply]._replace(kind=LabelKind.RESULT, score=TENTHS * score)
    return LabelledGame(source, game.start, game.moves, tuple(labels))


def _play_out(game: Game, labels: list[Label], rng: Random | None, teacher: Teacher) -> int:
    """Play on perfectly, but with an `rng` for a mistake now and then, while labels are wanted.

    Returns what the first position is worth, in discs ahead for Black.
    """
    before = game.board
    if before.is_over():
        return final_score(before.black, before.white)
    score = teacher.solve(before, guess=-round(labels[-1].search / TENTHS) - 1 if labels else 0)
    exact = score if before.turn is Color.BLACK else -score
    while game.board.empties >= LEAST_EMPTIES and not game.board.is_over():
        labels.append(Label(LabelKind.EXACT, TENTHS * score))
        if rng is not None and rng.randrange(_MISTAKES) == 0:
            game.play(_any_move(game.board, rng))
            if not game.board.is_over():
                score = teacher.solve(game.board, -score, -score)
        else:
            game.play(teacher.perfect_move(game.board, score))
            score = -score
    return exact


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
    """So many later, or when the game is over."""
    for _ in range(plies):
        if not board.is_over():
            board = board.play(_any_move(board, rng))
    return board


def _any_move(board: Board, rng: Random) -> Move:
    return rng.choice(list(squares(board.legal_moves())) or [PASS])
