"""From a race to what is shown of it: one frozen value, made in update and read in draw. No drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.limits import Algorithm, Limit, Order, Techniques
from game.board import Board
from play.race import DEFAULT_MEGABYTES, Lane, Race, Standing, Unit
from play.race_report import against_first, faults, sentences, status
from ui.board.board_view import Scene
from ui.pages.board_page import PageState
from ui.pages.lab.race.cards import COLUMNS, ConditionsModel, WhyModel
from ui.pages.lab.race.charts import Curve, RaceChartModel, ratio_scale
from ui.pages.lab.race.lanes import Cell, LaneModel, LanesModel, LaneStyle, lane_styles
from ui.text import N_, _
from ui.text.race_wording import (
    describe,
    describe_lane_state,
    describe_limit,
    format_short,
    format_short_time,
    lane_details,
)
from ui.text.wording import (
    describe_sign,
    for_black,
    format_algorithm,
    format_count,
    format_move,
    format_score,
    format_seconds,
    format_share,
    search_name,
)

# The columns there are before a race by time has come that far.
LEAST_COLUMNS: Final = 12
# Curves that have left the scale of a chart and are named in words.
FAR_AWAY: Final = 2
# What the sentences of a race begin with when something is wrong.
PROBLEMS: Final = ("fault", "failed")
INTRODUCTION: Final = N_(
    "Every lane searches this position by itself, with an engine and an empty table of its own, one depth "
    "after the other. All find the same score: the race is about how much work it is."
)
# A depth that is still searched is never shown as finished.
MOST_FILL: Final = 0.96


@dataclass(frozen=True, slots=True)
class Setup:
    """What is raced."""

    board: Board
    lanes: tuple[Lane, ...]
    limit: Limit
    unit: Unit = Unit.NODES

    @property
    def is_timed(self) -> bool:
        """Whether the time of each depth is shown, not its nodes."""
        return self.unit is Unit.SECONDS


@dataclass(frozen=True, slots=True)
class RaceState(PageState):
    lanes: LanesModel
    counts: RaceChartModel
    ratios: RaceChartModel
    why: WhyModel
    conditions: ConditionsModel


def make(setup: Setup, race: Race | None, refused: str) -> RaceState:
    """What the page shows of a race, or of one that has not begun; `refused` says why the last could not."""
    standings = tuple(map(Standing, setup.lanes)) if race is None else race.standings
    lanes = tuple(zip(lane_styles([lane.algorithm for lane in setup.lanes]), standings, strict=True))
    deepest, front = _extent(setup, standings)
    conditions = _conditions(setup, standings, DEFAULT_MEGABYTES if race is None else race.megabytes)
    wrong = [(fault.number, fault.depth) for fault in faults(standings)]
    models = tuple(
        _lane_model(setup, style, standing, standings, [d for n, d in wrong if n == number])
        for number, (style, standing) in enumerate(lanes)
    )
    return RaceState(
        scene=Scene(turn=setup.board.turn),
        lanes=LanesModel(models, deepest, front, _("Time") if setup.is_timed else _("Nodes")),
        counts=_counts_model(setup, lanes, deepest),
        ratios=_ratios_model(setup, lanes, deepest),
        why=WhyModel(models, conditions.words),
        conditions=conditions,
        status=refused or _describe_status(setup.board, race),
        is_problem=bool(refused),
    )


def _describe_status(board: Board, race: Race | None) -> str:
    """The line at the bottom of the window."""
    if board.is_over():
        return _("The game is over: there is nothing to search in this position")
    if board.must_pass():
        sentence = _("{side} has no move and must pass: race the position after that")
        return sentence.format(side=board.turn.label)
    if race is None:
        return _("Ready to race")
    return describe(status(race), board.turn).removesuffix(".")


def _extent(setup: Setup, standings: Sequence[Standing]) -> tuple[int, int]:
    """(The last depth of the race as far as it is known, the deepest one that a lane has begun)."""
    begun = [s.searching or (s.deepest.depth if s.deepest else 0) for s in standings]
    front = max(1, *begun)
    wanted = LEAST_COLUMNS if setup.limit.depth is None else setup.limit.depth
    return max(front, min(wanted, setup.board.empties)), front


# Lanes


def _lane_model(
    setup: Setup, style: LaneStyle, standing: Standing, all_lanes: Sequence[Standing], wrong: Sequence[int]
) -> LaneModel:
    """`wrong` are the depths whose score is a fault."""
    cells = [
        Cell(d.depth, _worth(setup, d.nodes, d.seconds), is_fault=d.depth in wrong) for d in standing.depths
    ]
    if standing.searching is not None:
        cells.append(_running_cell(setup, standing, standing.searching, all_lanes))
    best, total = _best(setup.board, standing), _total(setup, standing)
    name, details = search_name(standing.lane.algorithm), lane_details(standing.lane)
    problem = _("another score at {depth} plies").format(depth=wrong[0]) if wrong else standing.error
    return LaneModel(style, name, details, tuple(cells), best, total, _figures(standing), problem)


def _worth(setup: Setup, nodes: int, seconds: float) -> str:
    return format_short_time(seconds) if setup.is_timed else format_short(nodes)


def _running_cell(setup: Setup, standing: Standing, depth: int, all_lanes: Sequence[Standing]) -> Cell:
    """The depth that is searched now, filled as far as it is by what it took another lane, or will take."""
    deepest = standing.deepest
    nodes = max(0, standing.nodes - sum(row.nodes for row in standing.depths))
    seconds = max(0.0, standing.seconds - sum(row.seconds for row in standing.depths))
    others = [found.nodes for other in all_lanes if (found := other.at(depth)) is not None]
    if others:
        expected = float(max(others))
    elif deepest is not None:
        expected = deepest.nodes * max(2.0, standing.branching or 2.0)
    else:
        expected = 2.0 * nodes
    fill = min(MOST_FILL, nodes / max(1.0, expected))
    return Cell(depth, _worth(setup, nodes, seconds), round(fill, 2), is_running=True)


def _best(board: Board, standing: Standing) -> tuple[str, str]:
    """'c6 +0.7' and how far was looked; or that nothing is known, and why."""
    best = standing.deepest
    if best is None:
        return "–", describe_lane_state(standing.state)
    score = format_score(for_black(best.score, board.turn), best.kind)
    return f"{format_move(best.move)} {score}", describe_lane_state(standing.state, best)


def _total(setup: Setup, standing: Standing) -> tuple[str, str]:
    """What is counted, and the other."""
    if standing.counters is None:
        return "–", ""
    nodes, seconds = format_count(standing.nodes), format_seconds(standing.seconds, 2)
    return (seconds, nodes) if setup.is_timed else (nodes, seconds)


# Charts

Lanes = Sequence[tuple[LaneStyle, Standing]]


def _counts_model(setup: Setup, lanes: Lanes, deepest: int) -> RaceChartModel:
    scale = 1e6 if setup.is_timed else 1.0
    curves = tuple(
        Curve(style, tuple((row.depth, scale * setup.unit.of(row)) for row in standing.depths))
        for style, standing in lanes
    )
    title = _("Time per depth") if setup.is_timed else _("Nodes per depth")
    return RaceChartModel(title, _("on a logarithmic scale"), curves, deepest, setup.is_timed)


def _ratios_model(setup: Setup, lanes: Lanes, deepest: int) -> RaceChartModel:
    """What a lane took up to each depth, the first lane having taken 1.

    Minimax takes too much to compare with: if it is the first, the next one is the measure.
    """
    is_minimax = [standing.lane.algorithm is Algorithm.MINIMAX for _look, standing in lanes]
    measure = lanes[is_minimax.index(False)] if False in is_minimax else lanes[0]
    ordered = (measure, *(pair for pair in lanes if pair is not measure))
    ratios = against_first([standing for _look, standing in ordered], setup.unit)
    curves = tuple(
        Curve(style, tuple(own.items())) for (style, _standing), own in zip(ordered, ratios, strict=True)
    )
    title = _("Against {search}").format(search=format_algorithm(measure[1].lane.algorithm))
    note = _("1 = as long") if setup.is_timed else _("1 = as many nodes")
    return RaceChartModel(title, note, curves, deepest, far=_far(curves))


def _far(curves: Sequence[Curve]) -> tuple[tuple[str, LaneStyle], ...]:
    """How many times the measure it is, where a curve has left the scale: of the FAR_AWAY farthest."""
    high = ratio_scale(curves)[1]
    far = [(curve.points[-1][1], curve.style) for curve in curves if curve.points]
    far = sorted((each for each in far if each[0] > high), key=lambda each: each[0])[-FAR_AWAY:]
    return tuple(
        (_("{times} times").format(times=f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"), style)
        for ratio, style in far
    )


# Why


def _figures(standing: Standing) -> tuple[str, ...]:
    """Those of COLUMNS."""
    counters = standing.counters
    if counters is None:
        return ("–",) * len(COLUMNS)
    return (
        format_share(counters.first_move_cuts),
        format_count(counters.null_windows) if counters.null_windows else "–",
        format_share(counters.research_share),
        format_share(counters.answer_share),
        format_count(counters.leaves),
        _("{number}/s").format(number=format_count(counters.nodes_per_second)),
        "–" if standing.branching is None else f"{standing.branching:.2f}",
    )


# Conditions


def _conditions(setup: Setup, standings: Sequence[Standing], megabytes: int) -> ConditionsModel:
    board = setup.board
    facts = (
        (_("How far"), describe_limit(setup.limit)),
        (_("To move"), board.turn.label),
        (_("Empty table"), _("{megabytes} MB").format(megabytes=megabytes)),
        (_("Discs"), str(64 - board.empties)),
        (_("Scores"), describe_sign()),
    )
    said = sentences(standings, setup.unit)
    words = tuple(describe(sentence, board.turn) for sentence in said if sentence.identity not in PROBLEMS)
    problems = tuple(describe(sentence, board.turn) for sentence in said if sentence.identity in PROBLEMS)
    return ConditionsModel(facts, words or (_(INTRODUCTION),), problems)


# What can be raced


def fresh_lane(algorithm: Algorithm, lanes: Sequence[Lane]) -> Lane | None:
    """A lane with this search that is not there yet: with everything, or with one thing less."""
    texts = [lane.text() for lane in lanes]
    techniques = (
        Techniques(),
        Techniques(table=False),
        Techniques(order=Order.UNSORTED),
        Techniques(order=Order.STATIC),
        Techniques(order=Order.KILLERS),
        Techniques(aspiration=False),
    )
    candidates = (Lane(algorithm, each) for each in techniques)
    return next((lane for lane in candidates if lane.text() not in texts), None)
