"""Games with judgements, made without a search, for the tests of reviews of many games."""

from datetime import datetime

from ai.limits import Limit
from game.board import PASS
from game.evaluation import Judgement, Kind
from game.records.record import Record
from play.review_file import Effort, identity, reviewed_ggf
from tests.samples import random_game

EFFORT = Effort(Limit(depth=4), 10)


def record(seed: int, black: str = "Ann", white: str = "Bob", year: int = 2019) -> Record:
    return Record(random_game(seed), black=black, white=white, date=datetime(year, 1, 1), place="Here")


def judged(game: Record, losses: dict[int, float]) -> Record:
    """Judges each ply of `losses` (from 1) by the discs that it lost; even plies are exact."""
    for ply, loss in losses.items():
        node = game.game.line[ply]
        assert node.move is not None
        best = 1.25 if ply % 2 else 6.0
        better = (node.move, PASS) if loss else ()
        source = Kind.ESTIMATE if ply % 2 else Kind.EXACT
        node.judgement = Judgement(best, best - loss, 4 + ply, source, 95, better, better[::-1])
    return game


def line(seed: int, effort: Effort = EFFORT) -> str:
    """Returns a game as a line of the file."""
    game = judged(record(seed), {1: 0.0, 2: 2.5, 30: 4.0, 55: 9.5})
    return reviewed_ggf(game, identity(game), effort)
