"""Made-up standings of a race, for the tests of reports."""

from ai.limits import Counters, Iteration
from game.board import Board
from game.evaluation import Kind
from play.race import LaneProgress, LaneState, depths_of, parse_lane

BOARD = Board.from_text("----------X--------XXX-O---OXXO----OXOOO---OOOO----OOX-----OOO-- X")
COUNTERS = Counters(1000, 1.0, 200, 180, 1000, 43, 500, 55, 640)


def standing(
    text: str,
    nodes: list[int],
    scores: list[float] | None = None,
    seconds: list[float] | None = None,
    counters: Counters = COUNTERS,
) -> LaneProgress:
    """Returns a finished lane with these nodes for its depths."""
    lane = parse_lane(text)
    scores = scores or [0.5] * len(nodes)
    seconds = seconds or [count / 1000 for count in nodes]
    rows = [
        Iteration(depth, Kind.ESTIMATE, 20, score, count, time, lane.algorithm, pv=(20, -1))
        for depth, (count, score, time) in enumerate(zip(nodes, scores, seconds, strict=True), 1)
    ]
    return LaneProgress(lane, LaneState.DONE, depths_of(rows), counters)


PVS = standing("pvs", [10, 20, 30])
ALPHABETA = standing("alphabeta", [10, 25, 37])
