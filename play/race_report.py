"""The report of a race as sentences and a table: ratios of lanes, wrong scores, the winner and why."""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from ai import preparation
from ai.limits import Algorithm, Counters, Order
from game.board import Color, move_name
from game.sentences import Sentence, Worth, say
from game.text import N_, _
from play.race import Lane, LaneProgress, LaneState, Race

# Below this difference, in percent, two lanes count as even.
EVEN_PERCENT: Final = 0.5
# From this ratio on, the report gives a factor, not a percentage.
SEVERAL_TIMES: Final = 2.0
# Shorter times, in seconds, are not compared: they measure the machine rather than the searches.
LEAST_TIME: Final = 0.5


class RacePhrase(Enum):
    """The English sentences, with fields in braces; lanes are words, scores name the side that leads."""

    # The state of the race.
    READY = N_("Ready to start.")
    PREPARING = N_("{progress}.")
    RUNNING = N_("{running} of {lanes} lanes are searching.")
    WAITING = N_("{running} of {lanes} lanes search at a time; the others wait.")
    OVER = N_("All lanes have finished.")
    STOPPED = N_("The race was stopped.")
    # The winner.
    FEWER_NODES = N_("{winner} needs {percent} % fewer nodes than {other} to depth {depth}.")
    TIMES_NODES = N_("{other} needs {times} times the nodes of {winner} to depth {depth}.")
    EVEN_NODES = N_("{winner} and {other} need about the same number of nodes to depth {depth}.")
    DEEPER = N_("In equal time {winner} reached depth {depth}, {other} {other_depth}.")
    # The reason.
    MINIMAX = N_(
        "Minimax looks at every move of every position; {lane} left out moves in {cutoffs} positions, "
        "{first} % of the time after the first move."
    )
    WINDOWS_HELD = N_(
        "{lane} searched all moves but the first with a null window, which only asks whether a move "
        "is better: {again} of 100 were, and had to be searched again; the others were refuted cheaply."
    )
    WINDOWS_HELD_UNSORTED = N_(
        "Unsorted, the best moves come late, and {other} searches many with a window that is still wide; "
        "{lane} first tests each with a null window, and {again} of 100 had to be searched again."
    )
    WINDOWS_FAILED = N_(
        "{again} of 100 moves that {lane} searched with a null window proved better and had to be searched "
        "again: that cost more than the others saved."
    )
    WINDOWS_FORGOTTEN = N_(
        "{again} of 100 moves that {lane} searched with a null window proved better and had to be searched "
        "again; without a table, everything the first search had found was forgotten."
    )
    SAME_BELOW = N_("Below the root they search alike: only the root windows differ.")
    NULL_WINDOWS_ONLY = N_(
        "{lane} closes in on the score by null-window searches alone; the table, which answered {answers} of"
        " 100 lookups, saves it from repeating them."
    )
    NULL_WINDOWS_COST = N_(
        "{lane} needs several searches of the whole tree for each score; the table answered {answers} of 100"
        " lookups, but one search with a wider window is still less work."
    )
    NULL_WINDOWS_FORGOTTEN = N_(
        "{lane} needs several searches of the whole tree for each score, and without a table each "
        "starts from scratch."
    )
    ORDER = N_(
        "The earlier the best move comes, the more is cut: the first move cut in {first} of 100 cases, with "
        "{other} in {other_first}."
    )
    ORDER_COST = N_(
        "Looking ahead to sort the moves visits nodes, too, and here {lane} saves less than that costs."
    )
    TABLE = N_(
        "Positions that come up again need no new search: the table answered {answers} of 100 lookups, and "
        "gave a move to try first."
    )
    ASPIRATION = N_("A narrow window around the score of the previous depth cuts more than an open one.")
    ASPIRATION_FAILED = N_(
        "The score fell outside the narrow window around the previous depth's, so that search was wasted."
    )
    SELECTIVE = N_("{lane} leaves out what a shallow search rules out, so its scores may differ, too.")
    OWN_CODE = N_("Your code is plain Python: compare nodes, not seconds.")
    DESPITE = N_("This is not what you would expect of {lane}: another position may show the opposite.")
    SEVERAL = N_("They differ in more than one way: this race does not show which one mattered.")
    # Faults.
    FAULT = N_(
        "{lane} found {score} at depth {depth}, but the other full-width searches found {expected}: a bug in"
        " the program."
    )
    FAILED = N_("{lane} ended early: {reason}.")


def measure(standings: Sequence[LaneProgress]) -> LaneProgress:
    """Returns the lane that the others are compared with: the first that is not minimax."""
    searches = (each for each in standings if each.lane.algorithm is not Algorithm.MINIMAX)
    return next(searches, standings[0])


def against(first: LaneProgress, lane: LaneProgress) -> tuple[float, float | None] | None:
    """Returns the ratios of a lane's nodes and seconds to those of `first`, up to the lane's last depth; None
    if `first` lacks that or one has no nodes, and for the seconds if one took less than LEAST_TIME.
    """
    depth = lane.reached
    if not depth or first.at(depth) is None or not (first.cost(depth) and lane.cost(depth)):
        return None
    nodes, seconds, others = first.cost(depth), first.seconds(depth), lane.seconds(depth)
    return lane.cost(depth) / nodes, None if min(seconds, others) < LEAST_TIME else others / seconds


class Mismatch(NamedTuple):
    """A score that differs from other full-width searches; `number` is the index of the lane."""

    number: int
    depth: int
    score: float
    expected: float


def mismatches(standings: Sequence[LaneProgress]) -> list[Mismatch]:
    """Finds full-width lanes whose score at a depth is not the most frequent one (the first if tied)."""
    found = []
    full = [(number, each) for number, each in enumerate(standings) if each.lane.is_full_width]
    for depth in sorted({depth.depth for _number, standing in full for depth in standing.depths}):
        scores = {number: at.score for number, each in full if (at := each.at(depth)) is not None}
        expected = Counter(scores.values()).most_common(1)[0][0]
        wrong = (each for each in scores.items() if each[1] != expected)
        found += [Mismatch(number, depth, score, expected) for number, score in wrong]
    return found


def status(race: Race) -> Sentence[RacePhrase]:
    states = [runner.state for runner in race.runners]
    running = sum(state.is_busy for state in states)
    waiting = states.count(LaneState.WAITING)
    if race.is_over:
        return say(RacePhrase.STOPPED if LaneState.STOPPED in states else RacePhrase.OVER)
    if not race.is_running:
        return say(RacePhrase.READY)
    if not preparation.is_ready():
        return say(RacePhrase.PREPARING, progress=_(preparation.progress().text))
    if waiting:
        return say(RacePhrase.WAITING, running=race.at_once, lanes=len(states))
    return say(RacePhrase.RUNNING, running=running, lanes=len(states))


def sentences(
    standings: Sequence[LaneProgress], turn: Color, has_reason: bool = True
) -> list[Sentence[RacePhrase]]:
    """Returns sentences about faults; then who won, by how much, and with `has_reason` why. Compares the
    winner with the first lane, or if that won, with the slowest of the others, preferably one that differs in
    one way.
    """
    failed = [each for each in standings if each.state is LaneState.FAILED]
    said = []
    for number, depth, *scores in mismatches(standings)[:1]:
        score, expected = (Worth.of(each, turn) for each in scores)
        lane = standings[number].lane.names
        said.append(say(RacePhrase.FAULT, lane=lane, score=score, depth=depth, expected=expected))
    said += [say(RacePhrase.FAILED, lane=each.lane.names, reason=each.error) for each in failed]
    rivals = _rivals(standings)
    if rivals is None:
        return said
    winner, other, depth = rivals
    result = _result(winner, other, depth)
    if result.phrase is RacePhrase.EVEN_NODES or not has_reason:
        return [*said, result]
    return [*said, result, _reason(winner, other)]


def _rivals(standings: Sequence[LaneProgress]) -> tuple[LaneProgress, LaneProgress, int] | None:
    """Returns (the winner, the lane it is compared with, the deepest common depth); None if undecided.

    Own code that entered no positions cannot be compared.
    """
    ranked = [each for each in standings if each.cost(each.reached)]
    if len(ranked) < 2 or ranked[0] is not standings[0]:
        return None
    first = ranked[0]
    # The depth that all have reached; without minimax, which gives up early, if two others remain.
    fast = [each for each in ranked if each.lane.algorithm is not Algorithm.MINIMAX]
    ranked = fast if len(fast) >= 2 and first in fast else ranked
    common = set.intersection(*({depth.depth for depth in each.depths} for each in ranked))
    if not common:
        return None
    depth = max(common)
    is_done = all(each.state is LaneState.DONE for each in ranked)

    def lag(each: LaneProgress) -> tuple[int, int]:
        """Returns the key for the best lane first; finished lanes differ in depth only with a time limit."""
        return -each.reached if is_done else 0, each.cost(depth)

    winner = min(ranked, key=lag)
    if winner is not first:
        return winner, first, depth
    others = [each for each in ranked if each is not first]
    alike = [each for each in others if len(_differences(first.lane, each.lane)) == 1]
    return first, max(alike or others, key=lag), depth


def _result(winner: LaneProgress, other: LaneProgress, depth: int) -> Sentence[RacePhrase]:
    lanes = {"winner": winner.lane.names, "other": other.lane.names}
    is_done = winner.state is other.state is LaneState.DONE
    if is_done and winner.reached > other.reached:
        return say(RacePhrase.DEEPER, depth=winner.reached, other_depth=other.reached, **lanes)
    ratio = other.cost(depth) / max(winner.cost(depth), 1)
    percent = 100 * (1 - 1 / max(ratio, 1.0))
    kind = "EVEN" if percent < EVEN_PERCENT else "TIMES" if ratio >= SEVERAL_TIMES else "FEWER"
    figures = {"times": round(ratio, 1), "percent": round(percent), "depth": depth}
    return say(RacePhrase[f"{kind}_NODES"], **lanes, **figures)


def _reason(winner: LaneProgress, other: LaneProgress) -> Sentence[RacePhrase]:
    phrase, shown = _cause(winner, other)
    shares = {"first": "first_move_cuts", "again": "research_share", "answers": "answer_share"}
    figures = {name: _percent(shown, share) for name, share in shares.items()}
    figures["other_first"] = _percent(other, "first_move_cuts")
    figures["cutoffs"] = shown.counters.cutoffs if shown.counters else 0
    return say(phrase, lane=shown.lane.names, other=other.lane.names, **figures)


def _cause(winner: LaneProgress, other: LaneProgress) -> tuple[RacePhrase, LaneProgress]:
    """Returns (why the winner has won, the lane of the two whose figures show it)."""
    differences, lane, rival = _differences(winner.lane, other.lane), winner.lane, other.lane
    if lane.code or rival.code:
        return RacePhrase.OWN_CODE, winner
    if differences == {"algorithm"}:
        return _cause_in_algorithms(winner, other)
    if len(differences) != 1:
        return RacePhrase.SEVERAL, winner
    if "order" in differences:
        is_simpler = lane.order < rival.order
        if is_simpler and rival.order is Order.FULL:
            return RacePhrase.ORDER_COST, other
        first, other_first = (_percent(each, "first_move_cuts") for each in (winner, other))
        return RacePhrase.DESPITE if is_simpler or first < other_first else RacePhrase.ORDER, winner
    if "table" in differences:
        return RacePhrase.TABLE if lane.table else RacePhrase.DESPITE, winner
    if "aspiration" in differences:
        return RacePhrase.ASPIRATION if lane.aspiration else RacePhrase.ASPIRATION_FAILED, winner
    return RacePhrase.SELECTIVE, winner if lane.selective else other


def _cause_in_algorithms(winner: LaneProgress, other: LaneProgress) -> tuple[RacePhrase, LaneProgress]:
    """Returns the cause for two lanes with the same switches."""
    algorithms = {winner.lane.algorithm, other.lane.algorithm}
    has_table, is_sorted = winner.lane.table, winner.lane.order is not Order.UNSORTED
    if Algorithm.MINIMAX in algorithms:
        return RacePhrase.MINIMAX, winner if other.lane.algorithm is Algorithm.MINIMAX else other
    if winner.lane.algorithm in (Algorithm.MTDF, Algorithm.MT_SSS):
        return RacePhrase.NULL_WINDOWS_ONLY if has_table else RacePhrase.DESPITE, winner
    if other.lane.algorithm in (Algorithm.MTDF, Algorithm.MT_SSS):
        return RacePhrase.NULL_WINDOWS_COST if has_table else RacePhrase.NULL_WINDOWS_FORGOTTEN, other
    if Algorithm.ALPHABETA not in algorithms:
        return RacePhrase.SAME_BELOW, winner
    if winner.lane.algorithm is Algorithm.ALPHABETA:
        return RacePhrase.WINDOWS_FAILED if has_table else RacePhrase.WINDOWS_FORGOTTEN, other
    return RacePhrase.WINDOWS_HELD if is_sorted else RacePhrase.WINDOWS_HELD_UNSORTED, winner


def _differences(lane: Lane, other: Lane) -> set[str]:
    switches, others = lane.switches, other.switches
    found = {name for name in switches.keys() & others.keys() if switches[name] != others[name]}
    return found | ({"algorithm"} if lane.algorithm is not other.algorithm else set())


def _percent(standing: LaneProgress, share: str) -> int:
    value = None if standing.counters is None else getattr(standing.counters, share)
    return round(100 * (value or 0.0))


# The columns of the table. Those with × are ratios to the `measure`, which has "= 1" there.
HEADINGS: Final = (
    *(N_("lane"), N_("depth"), N_("move"), N_("score"), N_("nodes"), N_("s"), N_("nodes ×"), N_("time ×")),
    *(N_("growth"), N_("1st cuts"), N_("null w."), N_("again"), N_("table"), N_("leaves")),
)
# Smaller ratios get more digits.
LEAST_IN_HUNDREDTHS: Final = 0.05


Score: TypeAlias = Callable[[float], str]


def cells(standings: Sequence[LaneProgress], number: int, score: Score) -> tuple[str, ...]:
    """Returns a lane's cells for the HEADINGS; only its name and '-' before it finishes a depth."""
    standing = standings[number]
    name, deepest = standing.lane.names.text(), standing.deepest
    if deepest is None:
        return name, "-"
    first, seconds = measure(standings), standing.seconds(deepest.depth)
    ratios = ("= 1", "= 1") if standing is first else map(_ratio, against(first, standing) or ("", ""))
    return (
        *(name, str(deepest.depth), move_name(deepest.move), score(deepest.score)),
        f"{standing.cost(deepest.depth):,}",
        *(f"< {LEAST_TIME}" if seconds < LEAST_TIME else f"{seconds:.3f}", *ratios),
        "" if standing.branching is None else f"{standing.branching:.2f}",
        *_why(standing.counters),
    )


def _ratio(found: float | str | None) -> str:
    if isinstance(found, float):
        return f"{found:.{2 if found >= LEAST_IN_HUNDREDTHS else 4}f}"
    return found or ""


def depths_cells(standings: Sequence[LaneProgress]) -> list[list[str]]:
    """Returns the nodes of each single depth, a column for each lane, below a line of headings."""
    lines = [[_(HEADINGS[1]), *(each.lane.names.text() for each in standings)]]
    for depth in sorted({depth.depth for each in standings for depth in each.depths}):
        found = [each.at(depth) for each in standings]
        lines.append([str(depth), *("" if at is None else f"{at.nodes:,}" for at in found)])
    return lines


def _why(counters: Counters | None) -> tuple[str, ...]:
    if counters is None:
        return ()
    shares = (counters.first_move_cuts, counters.research_share, counters.answer_share)
    first, again, answers = ("-" if share is None else f"{100 * share:.1f} %" for share in shares)
    return first, f"{counters.null_windows:,}", again, answers, f"{counters.leaves:,}"
