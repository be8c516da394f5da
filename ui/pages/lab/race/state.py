"""From a race to what is shown of it: one frozen value, made in update and read in draw. No drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.limits import Algorithm, Limit, Order, Techniques
from game.board import Board
from game.evaluation import Kind
from game.sentences import Worth
from play.race import DEFAULT_MEGABYTES, Lane, LaneState, Race, Standing, Unit
from play.race_report import RacePhrase, against_first, faults, sentences, status
from ui.board.board_view import Scene
from ui.pages.lab.cards import Fact, FactsModel, TimeModel, compared
from ui.pages.lab.part import LabState
from ui.pages.lab.race.lanes import LaneModel, LanesModel
from ui.panels.tips import CONDITIONS, FACTS, RACE_WORDS, WHY_NAMES
from ui.text import N_, _
from ui.text.wording import (
    capitalised,
    describe_plies,
    format_count,
    format_move,
    format_seconds,
    format_share,
    search_name,
)
from ui.tree_view import Parts

# The depths that there may be before a race by time has come that far.
LEAST_DEPTHS: Final = 12
WHY: Final = (
    (N_("First-move cuts"),
     N_("The share of cutoffs made by the first move tried: how well the moves are sorted.")),
    (N_("Zero windows"),
     N_("Moves searched only to see whether they are better than the best one, with a window of zero "
         "width.")),
    (N_("Searched again"),
     N_("The share of zero windows that said yes: the move was searched again, with an open window.")),
    (N_("From the table"),
     N_("The share of look-ups in the transposition table that made a search unnecessary.")),
    (N_("Leaves"), N_("Positions with no plies left: the evaluation said what they are worth.")),
    (N_("Nodes/s"), N_("Nodes per second.")),
    (N_("Branching"), N_("How many times more nodes one more ply takes, averaged over the last depths.")),
)  # fmt: skip
"""Figures of a lane, and what they mean."""
# What the sentences of a race begin with when something is wrong.
PROBLEMS: Final = (RacePhrase.FAULT, RacePhrase.FAILED)
INTRODUCTION: Final = N_(
    "Every lane searches this position by itself, with its own engine and an empty table, one depth "
    "after the other. All find the same score: the race is about how much work it takes."
)


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
class RaceState(LabState):
    lanes: LanesModel
    why: FactsModel
    conditions: FactsModel


def make(setup: Setup, race: Race | None, refused: str, at: int | None = None) -> RaceState:
    """What the page shows of a race as it is, or as it was `at` a depth; or of one that has not begun.
    `refused` says why the last could not.
    """
    standings = tuple(map(Standing, setup.lanes)) if race is None else race.standings
    deepest, front = extent(setup, standings)
    shown = front if at is None else at
    time = TimeModel(
        shown / deepest,
        tuple(depth / deepest for depth in range(1, deepest + 1)),
        "" if race is None else describe_plies(shown),
    )
    if at is not None:
        standings = tuple(_until(each, at) for each in standings)
    conditions = _conditions(setup, standings, DEFAULT_MEGABYTES if race is None else race.megabytes)
    winners = _winners(setup, standings)
    wrong = {fault.number: fault.depth for fault in reversed(faults(standings))}
    models = tuple(
        _lane_model(setup, standing, wrong.get(number), standing in winners, ratio)
        for number, (standing, ratio) in enumerate(zip(standings, _ratios(setup, standings), strict=True))
    )
    figures = [(standing.lane.algorithm, _figures(standing)) for standing in standings]
    return RaceState(
        Scene(turn=setup.board.turn),
        refused or _describe_status(setup.board, race),
        bool(refused),
        setup.board,
        time,
        LanesModel(models, _("Time") if setup.is_timed else _("Nodes"), setup.is_timed),
        FactsModel(_("Why"), compared(WHY, figures), (), (WHY_NAMES, "")),
        conditions,
    )


def _until(standing: Standing, depth: int) -> Standing:
    """As it was when it had searched no deeper."""
    depths = tuple(row for row in standing.depths if row.depth <= depth)
    if not depths or standing.counters is None:
        return replace(standing, depths=(), counters=None, searching=None)
    nodes, seconds = (sum(unit.of(row) for row in depths) for unit in Unit)
    counters = replace(standing.counters, nodes=int(nodes), seconds=seconds)
    return replace(standing, depths=depths, counters=counters, searching=None)


def _describe_status(board: Board, race: Race | None) -> str:
    """The line at the bottom of the window."""
    if board.must_pass():
        return _("{side} has no move and must pass: race from the position after that", side=board.turn.label)
    if race is None:
        return _("Ready to race")
    return capitalised(status(race).text()).removesuffix(".")


def extent(setup: Setup, standings: Sequence[Standing]) -> tuple[int, int]:
    """(The last depth of the race as far as it is known, the deepest one that a lane has begun)."""
    begun = [s.searching or (s.deepest.depth if s.deepest else 0) for s in standings]
    front = max(1, *begun)
    wanted = LEAST_DEPTHS if setup.limit.depth is None else setup.limit.depth
    return max(front, min(wanted, setup.board.empties)), front


# Lanes


def _lane_model(
    setup: Setup, standing: Standing, wrong: int | None, has_won: bool, ratio: float | None
) -> LaneModel:
    """`wrong` is the first depth whose score is a fault."""
    scale = 1e6 if setup.is_timed else 1.0
    running = None if standing.searching is None else standing.seconds if setup.is_timed else standing.nodes
    problem = _("another score at {depth} plies", depth=wrong) if wrong else standing.error
    return LaneModel(
        standing.lane.algorithm,
        search_name(standing.lane.algorithm),
        ", ".join(map(_, standing.lane.names.names[1:])),
        tuple((row.depth, scale * standing.cost(row.depth, setup.unit)) for row in standing.depths),
        _total(setup, standing, ratio),
        None if running is None else scale * running,
        _best(setup.board, standing),
        has_won,
        problem,
    )


def _winners(setup: Setup, standings: Sequence[Standing]) -> list[Standing]:
    """Who took least to the deepest depth that all have, once all have arrived; several if they are even."""
    if not all(standing.state is LaneState.DONE and standing.deepest for standing in standings):
        return []
    depth = min(standing.deepest.depth for standing in standings if standing.deepest)
    least = min(standing.cost(depth, setup.unit) for standing in standings)
    return [standing for standing in standings if standing.cost(depth, setup.unit) == least]


def _best(board: Board, standing: Standing) -> Parts:
    """'c6 +0.7' and how far was looked; or that nothing is known, and why."""
    best = standing.deepest
    if best is None:
        return (standing.state.reason,)
    far = _("exact") if best.kind is Kind.EXACT else describe_plies(best.depth)
    worth = Worth.of(best.score, board.turn, best.kind)
    return format_move(best.move), worth, f"· {standing.state.reason if standing.error else far}"


def _total(setup: Setup, standing: Standing, ratio: float | None) -> tuple[str, str]:
    """What is counted; and the other, with how many times as much it is as what is compared with."""
    if standing.counters is None:
        return "–", ""
    nodes, seconds = format_count(standing.nodes), format_seconds(standing.seconds, 2)
    counted, other = (seconds, nodes) if setup.is_timed else (nodes, seconds)
    if ratio is None or ratio == 1:
        return counted, other
    return counted, f"{other} · {ratio:,.0f}×" if ratio >= 10 else f"{other} · {ratio:.2f}×"


def _ratios(setup: Setup, standings: Sequence[Standing]) -> list[float | None]:
    """What each lane took up to its last depth, in parts of what the first one did that is not minimax: this
    takes too much to compare with.
    """
    searches = [each for each in standings if each.lane.algorithm is not Algorithm.MINIMAX]
    measure = searches[0] if searches else standings[0]
    ratios = against_first([measure, *standings], setup.unit)[1:]
    return [
        own.get(each.deepest.depth) if each.deepest else None
        for own, each in zip(ratios, standings, strict=True)
    ]


# Why


def _figures(standing: Standing) -> tuple[str, ...]:
    """Those of WHY."""
    counters = standing.counters
    if counters is None:
        return ("–",) * len(WHY)
    return (
        format_share(counters.first_move_cuts),
        format_count(counters.null_windows) if counters.null_windows else "–",
        format_share(counters.research_share),
        format_share(counters.answer_share),
        format_count(counters.leaves),
        format_count(counters.nodes_per_second),
        "–" if standing.branching is None else f"{standing.branching:.2f}",
    )


# Conditions


def _conditions(setup: Setup, standings: Sequence[Standing], megabytes: int) -> FactsModel:
    """What is the same for all lanes, and what is said of the race."""
    board = setup.board
    facts = (
        (_("To move"), board.turn.label),
        (_("Empty table"), _("{megabytes} MB", megabytes=megabytes)),
    )
    words = [
        (capitalised(sentence.text()), "mistake_text" if sentence.phrase in PROBLEMS else "text")
        for sentence in sentences(standings, board.turn, setup.unit)
    ]
    return FactsModel(
        _("Same for all lanes"),
        tuple(
            Fact(name, ((value, "text"),), meaning)
            for (name, value), meaning in zip(facts, FACTS, strict=True)
        ),
        tuple(words) or ((_(INTRODUCTION), "text"),),
        (CONDITIONS, RACE_WORDS),
    )


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
