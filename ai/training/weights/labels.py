"""Labels for the positions of an archived game: what perfect play is worth, as far as it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ai.training.weights.games_file import Label, LabelKind, LabelledGame, Source
from ai.training.weights.teacher import MOST_DISCS, TENTHS, Teacher, WeightsFile, shared_teacher
from game.board import Board, Color, final_score
from game.records.wthor import WthorError, WthorGame, replay
from game.tree import Game

# Below this the solver needs no evaluation, so none is learned.
LEAST_EMPTIES: Final = 8


class Job(NamedTuple):
    """A record of a file, to be solved from this many empties."""

    file: str
    record: WthorGame
    solve: int
    weights: WeightsFile | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """The games of a task, and a sentence for each that had to be left out."""

    games: tuple[LabelledGame, ...]
    left_out: tuple[str, ...] = ()


def label_games(jobs: Sequence[Job]) -> Made:
    """The work of one task."""
    games, illegal = [], []
    for job in jobs:
        try:
            games.append(label(job.record, job.solve, shared_teacher(job.weights)))
        except WthorError as error:
            illegal.append(f"{job.file}: {error}")
    return Made(tuple(games), tuple(illegal))


def label(record: WthorGame, solve: int, teacher: Teacher) -> LabelledGame:
    """From `solve` empties on the scores are exact by solving. Raises WthorError for an illegal move.

    The archive knows what perfect play reaches from a position further up: that is exact there, and for the
    positions before it the result of the game. Between the two the result passes evenly from the one score to
    the other, as it is not known which moves have lost the difference.
    """
    game = replay(record)
    solved = solve_game(game, solve, teacher)
    archived = _archived(game, record)
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
    return LabelledGame(Source.wthor(record.year, record.record), game.start, game.moves, tuple(labels))


def solve_game(game: Game, solve: int, teacher: Teacher) -> dict[int, int]:
    """The exact scores, in discs ahead for Black, of the positions with `solve` empties down to
    LEAST_EMPTIES, by their ply in rising order.

    From the last to the first: a position is worth at least what the move of the game has been found worth.
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


def _archived(game: Game, record: WthorGame) -> int | None:
    """What the archive says perfect play reaches, in discs ahead for Black; None if the game is not so long.

    A game that was over before is worth what it came to.
    """
    if game.board.empties <= record.theoretical_empties:
        return 2 * record.theoretical - MOST_DISCS
    return _final(game.board)


def _final(board: Board) -> int | None:
    return final_score(board.black, board.white) if board.is_over() else None


def _label(kind: LabelKind, black_score: float, board: Board) -> Label:
    return Label(kind, round(TENTHS * (black_score if board.turn is Color.BLACK else -black_score)))
