"""Fresh positions, which no weights were learned from: the scores of searches, and the true scores.

A position is reached by play with some random moves; their share differs from game to game, so that leads are
those of even and uneven games, independent of the true score. Up to SOLVED_EMPTIES the truth is the solved
score; with more empties it is a selective search of TRUTH_PLIES plies, compared with searches that are at
least 8 plies shallower. A file has a line of JSON for each position, and any run continues it:

    {"seed": 7, "position": "<64 squares> X", "truth": -4.0, "found": [[4, 100, -2.3], ...]}

`found` has the depth in plies, confidence in percent and score in discs for the side to move, of each search.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.files import lines_of
from ai.limits import Limit
from ai.training.arguments import StepError
from ai.training.weights.labels import TENTHS, WeightsFile, shared_teacher
from game.board import PASS, Board, squares
from game.evaluation import Kind

LEAST_EMPTIES: Final = 10
SOLVED_EMPTIES: Final = 26
TRUTH_PLIES: Final = 28
_DEEPER: Final = 8  # plies by which the search of a truth exceeds those compared with it
# Relative frequencies of SOLVED_EMPTIES, one fewer, and so on; 1 for the rest: solving these takes seconds.
_RARER: Final = (0.03, 0.07, 0.15, 0.3)
MOST_LEAD: Final = 40  # of one side, in discs, by a search of _LOOK plies
_LOOK: Final = 4
# Random plies from the start; then possible shares of random moves among those of a search of two plies.
_OPENING_PLIES: Final = 4
_SHARES: Final = (0.0, 0.1, 0.25, 0.5, 1.0)
_PLAYED_DEPTH: Final = 2
_TABLE_MEGABYTES: Final = 64


@dataclass(frozen=True, slots=True)
class Observation:
    seed: int
    position: str
    truth: float
    found: tuple[tuple[int, int, float], ...]

    @property
    def empties(self) -> int:
        return self.position.count("-")


def observe(seeds: Sequence[int], least: int, most: int, weights: WeightsFile) -> list[Observation]:
    """Makes the observations of one task, of positions with `least` to `most` empties."""
    return [observation(seed, position(seed, range(least, most + 1), weights), weights) for seed in seeds]


def position(seed: int, empties: range, weights: WeightsFile | None) -> Board:
    """Returns the position of a seed, the same with the same weights. The side to move has a legal move."""
    rng = Random(f"observed {seed}")
    [wanted] = rng.choices(empties, [_share(each) for each in empties])
    teacher = shared_teacher(weights)
    while True:
        share, board = rng.choice(_SHARES), Board.initial()
        teacher.new_game()
        while board.empties > wanted and not board.is_over():
            is_random = board.empties > 60 - _OPENING_PLIES or rng.random() < share
            moves = list(squares(board.legal_moves())) or [PASS]
            board = board.play(rng.choice(moves) if is_random else teacher.search(board, _PLAYED_DEPTH)[1])
        if board.is_over() or board.must_pass():
            continue
        if abs(teacher.search(board, _LOOK)[0]) <= MOST_LEAD * TENTHS:
            return board


def _share(empties: int) -> float:
    above = SOLVED_EMPTIES - empties
    return _RARER[above] if 0 <= above < len(_RARER) else 1.0


def observation(seed: int, board: Board, weights: WeightsFile) -> Observation:
    is_solved = board.empties <= SOLVED_EMPTIES
    depth = min(TRUTH_PLIES, board.empties - 1)
    engine = _engine(weights)
    engine.new_game()
    found = engine.analyse(board, Limit(solve=True) if is_solved else Limit(depth=depth)).result()
    rows = [row for row in found.iterations if row.kind is Kind.ESTIMATE]
    if not is_solved:
        rows = [row for row in rows if row.depth <= depth - _DEEPER]
    assert found.score is not None
    scores = tuple((row.depth, row.confidence, round(row.score, 2)) for row in rows)
    return Observation(seed, board.text(), float(found.score), scores)


@cache
def _engine(weights: WeightsFile) -> Engine:
    """Returns the engine of this process with these weights. Raises WeightsError."""
    preparation.wait()
    return Engine(_TABLE_MEGABYTES, weights=weights.load())


def read(path: Path) -> Iterator[Observation]:
    """Yields the observations of a file, without a truncated line. Raises OSError, StepError."""
    for number, line in enumerate(lines_of(path), start=1):
        if not line.endswith("}"):
            continue
        try:
            row = json.loads(line)
            found = tuple((int(depth), int(sure), float(score)) for depth, sure, score in row["found"])
            yield Observation(int(row["seed"]), str(row["position"]), float(row["truth"]), found)
        except (ValueError, KeyError, TypeError) as error:
            raise StepError(f"{path}: line {number}: this is no observation of a position") from error


def line_of(observed: Observation) -> str:
    return json.dumps(asdict(observed))
