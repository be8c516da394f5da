"""Labels positions with scores that the evaluation learns: from the compiled searches, or from an archive.

Importing this file loads NumPy, Numba and every kernel.
"""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm, SearchNode
from ai.telemetry import new_telemetry
from ai.training.weights.games_file import LEAST_EMPTIES, GameId, Label, LabelledGame
from ai.training.weights.positions import LabelKind
from ai.weights import MAX_SCORE, ONE_DISC, Weights, WeightsError, load
from game.board import PASS, Board, Color, Move, final_score, squares
from game.records.record import MOST_DISCS
from game.records.wthor import WthorError, WthorGame, replay
from game.tree import Game

TABLE_MEGABYTES: Final = 4  # enough for 20 empties, and quickly cleared before every game
TENTHS: Final = 10  # of a disc: the unit of stored scores, whatever the unit of the search


class WeightsFile(NamedTuple):
    """A reference to a file of weights, for tasks: it is small, and each worker loads the file once."""

    path: Path
    fingerprint: str

    @classmethod
    def of(cls, path: Path) -> "WeightsFile":
        """Makes a reference to a file. Raises WeightsError if the file cannot be used."""
        return cls(path.resolve(), load(path).fingerprint)

    def load(self) -> Weights:
        """Loads the weights. Raises WeightsError, also if the file was changed or differs on this machine."""
        weights = load(self.path)
        if weights.fingerprint != self.fingerprint:
            raise WeightsError(
                f"{self.path}: its weights have the fingerprint {weights.fingerprint}, but the command was"
                f" started with {self.fingerprint}: every machine needs the same file there"
            )
        return weights


class Teacher:
    """A searcher and its table; without `weights` it uses those of the program."""

    def __init__(self, table_megabytes: int = TABLE_MEGABYTES, weights: Weights | None = None) -> None:
        self._searcher = CompiledSearcher(table_megabytes, weights)
        self.new_game()

    def new_game(self) -> None:
        """Forgets everything, so that a game does not depend on earlier ones."""
        row = new_telemetry(Algorithm.PVS)
        self._searcher.clear()
        self._searcher.begin(row)

    def search(self, board: Board, depth: int) -> tuple[int, Move]:
        """Returns (the score at `depth` plies in tenths of a disc, a move: the best one from 2 plies on)."""
        window = -MAX_SCORE, MAX_SCORE
        node = SearchNode(board.player, board.opponent, *window, depth, Algorithm.PVS, exact=False)
        score = round(self._searcher.search(node) * TENTHS / ONE_DISC)
        if board.must_pass():
            return score, PASS
        move = self._searcher.best_reply(board.player, board.opponent, exact=False)
        return score, next(squares(board.legal_moves())) if move is None else move

    def solve(self, board: Board, least: int = -MOST_DISCS, guess: int = -MOST_DISCS) -> int:
        """Returns the exact score in discs for the side to move, known to be `least` or more.

        Uses null windows (MTD(f), Plaat, Schaeffer, Pijls & de Bruin 1996), the first at the `guess`: one is
        enough if no move is better than the one that proved `least`.
        """
        lower, upper = least, MOST_DISCS
        alpha = guess
        while lower < upper:
            alpha = min(max(alpha, lower), upper - 1)
            score = self._test(board, alpha)
            if score > alpha:
                lower = alpha = score
            else:
                upper = score
                alpha = score - 1
        return lower

    def perfect_move(self, board: Board, score: int) -> Move:
        """Returns a move that keeps the exact `score`, which `solve` has just found."""
        if board.must_pass():
            return PASS
        remembered = self._searcher.best_reply(board.player, board.opponent, exact=True)
        moves = sorted(squares(board.legal_moves()), key=lambda move: move != remembered)
        for move in moves:
            if self._test(board.play(move), -score) <= -score:
                return move
        raise ValueError(f"no move reaches {score:+} in {board.text()}")

    def _test(self, board: Board, alpha: int) -> int:
        """Returns a fail-soft bound of the score in discs: above `alpha` a lower bound, else an upper one."""
        window = alpha, alpha + 1
        node = SearchNode(board.player, board.opponent, *window, board.empties, Algorithm.PVS, exact=True)
        return self._searcher.search(node)


@functools.cache
def shared_teacher(weights: WeightsFile | None = None) -> Teacher:
    """Returns the teacher of this process with these weights. Raises WeightsError."""
    return Teacher(weights=weights and weights.load())


class SolveJob(NamedTuple):
    """A record of a file, to be solved from `solve` empties on."""

    file: str
    record: WthorGame
    solve: int
    weights: WeightsFile | None = None


@dataclass(frozen=True, slots=True)
class LabelledBatch:
    """The positions of the games of a task, and a sentence for each game that was left out."""

    games: dict[GameId, bytes]
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(cls, games: Iterable[LabelledGame], left_out: Iterable[str] = ()) -> "LabelledBatch":
        return cls({game.source: game.positions().tobytes() for game in games}, tuple(left_out))


def label_games(jobs: Sequence[SolveJob]) -> LabelledBatch:
    """Labels the games of one task."""
    games, illegal = [], []
    for job in jobs:
        try:
            games.append(label(job.record, job.solve, shared_teacher(job.weights)))
        except WthorError as error:
            illegal.append(f"{job.file}: {error}")
    return LabelledBatch.of(games, illegal)


def label(record: WthorGame, solve: int, teacher: Teacher) -> LabelledGame:
    """Labels a game, and solves it from `solve` empties on. Raises WthorError for an illegal move.

    The archive has the score of perfect play from an earlier position: it is exact there, and the result of
    the game for the positions before. Between that position and the first solved one the result is
    interpolated, as the moves that lost the difference are unknown.
    """
    game = replay(record)
    solved = solve_game(game, solve, teacher)
    # A game that ends before that position has its own result if it is over, else none.
    reaches_theoretical_position = game.board.empties <= record.theoretical_empties
    archived = 2 * record.theoretical - MOST_DISCS if reaches_theoretical_position else _final(game.board)
    first = min(solved, default=len(game.moves))
    later = solved.get(first, _final(game.board))
    top = record.theoretical_empties
    labels = []
    for ply, board in enumerate(game.boards[:-1]):
        if ply in solved:
            labels.append(_label(LabelKind.EXACT, solved[ply], board))
        elif archived is None:
            labels.append(Label())
        elif board.empties >= top:
            kind = LabelKind.EXACT if board.empties == top else LabelKind.RESULT
            labels.append(_label(kind, archived, board))
        elif later is None or ply > first:
            labels.append(Label())
        else:
            share = (top - board.empties) / (top - game.boards[first].empties)
            labels.append(_label(LabelKind.RESULT, archived + share * (later - archived), board))
    return LabelledGame(GameId.wthor(record.year, record.record), game.boards, tuple(labels))


def solve_game(game: Game, solve: int, teacher: Teacher) -> dict[int, int]:
    """Returns exact scores, in discs for Black, of positions with `solve` to LEAST_EMPTIES empties, by rising
    ply. Solves the last position first, as the move played gives a lower bound for the position before.
    """
    teacher.new_game()
    scores: dict[int, int] = {}
    known = -MOST_DISCS
    for ply in reversed(range(len(game.moves))):
        board = game.boards[ply]
        if LEAST_EMPTIES <= board.empties <= solve:
            known = teacher.solve(board, known, known)
            scores[ply] = known if board.turn is Color.BLACK else -known
            known = -known
    return dict(reversed(scores.items()))


def _final(board: Board) -> int | None:
    return final_score(board.black, board.white) if board.is_over() else None


def _label(kind: LabelKind, black_score: float, board: Board) -> Label:
    return Label(kind, round(TENTHS * (black_score if board.turn is Color.BLACK else -black_score)))
