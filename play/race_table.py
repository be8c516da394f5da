"""A race as a table, to be read or taken along: for people, as CSV, and as JSON for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ai.limits import Counters, Iteration
from game.board import Board, move_name
from game.plain_text import columns, to_left, to_right
from game.text import N_, _
from play.race import Standing, Unit
from play.race_report import against_first, faults, sentences

# What a line of the table has, and how wide it is; the name of a lane may be longer. The second "nodes" and
# "time" are relative to the first lane.
HEADINGS: Final = (
    *(N_("lane"), N_("depth"), N_("move"), N_("score"), N_("nodes"), N_("s"), N_("nodes"), N_("time")),
    *(N_("growth"), N_("1st cuts"), N_("zero w."), N_("again"), N_("table"), N_("leaves")),
)
WIDTHS: Final = (12, 7, 6, 7, 16, 10, 8, 8, 8, 10, 12, 8, 8, 15)
# Of a lane in the table of depths.
DEPTH_WIDTH: Final = 14
# Smaller ratios than this are written with more digits.
LEAST_IN_HUNDREDTHS: Final = 0.05


def header(standings: Sequence[Standing]) -> str:
    return _aligned([_(heading) for heading in HEADINGS], _widths(standings))


def row(standings: Sequence[Standing], number: int, score: Callable[[float], str] = "{:+.1f}".format) -> str:
    """One lane at its deepest depth, against the first one at the same depth."""
    standing, widths = standings[number], _widths(standings)
    name, deepest = standing.lane.name, standing.deepest
    if deepest is None:
        return f"{_aligned((name, '-'), widths)}  {_(standing.error) or standing.state.reason}"
    ratios = [against_first(standings, unit)[number].get(deepest.depth) for unit in Unit]
    nodes, seconds = (standing.cost(deepest.depth, unit) for unit in Unit)
    cells = (
        *(name, str(deepest.depth), move_name(deepest.move), score(deepest.score)),
        *(f"{nodes:,}", f"{seconds:.3f}", *map(_ratio, ratios)),
        "" if standing.branching is None else f"{standing.branching:.2f}",
        *_why(standing.counters),
    )
    return _aligned(cells, widths)


def depths_table(standings: Sequence[Standing]) -> list[str]:
    """The nodes of every depth alone, a column for each lane."""
    names = [each.lane.name for each in standings]
    heading = _(HEADINGS[1])
    name_width = max(DEPTH_WIDTH, *(columns(name) + 2 for name in names))
    widths = [columns(heading), *[name_width] * len(names)]
    lines = ["".join(map(to_right, (heading, *names), widths))]
    for depth in sorted({depth.depth for each in standings for depth in each.depths}):
        found = [each.at(depth) for each in standings]
        cells = [str(depth), *("" if at is None else f"{at.nodes:,}" for at in found)]
        lines.append("".join(map(to_right, cells, widths)))
    return lines


def _widths(standings: Sequence[Standing]) -> list[int]:
    lane, *headings = [columns(_(heading)) for heading in HEADINGS]
    name = max(WIDTHS[0], lane, *(columns(each.lane.name) for each in standings))
    return [name, *(max(width, heading + 2) for width, heading in zip(WIDTHS[1:], headings, strict=True))]


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The first to the left, the others to the right."""
    name, *figures = cells
    return to_left(name, widths[0]) + "".join(map(to_right, figures, widths[1:]))


def _ratio(ratio: float | None) -> str:
    if ratio is None:
        return ""
    return f"{ratio:.2f}" if ratio >= LEAST_IN_HUNDREDTHS else f"{ratio:.4f}"


def _why(counters: Counters | None) -> tuple[str, ...]:
    if counters is None:
        return ()
    shares = (counters.first_move_cuts, counters.research_share, counters.answer_share)
    first, again, answers = ("-" if share is None else f"{100 * share:.1f} %" for share in shares)
    return first, f"{counters.null_windows:,}", again, answers, f"{counters.leaves:,}"


# For programs

COUNTED: Final = (
    *("cutoffs", "first_cutoffs", "zero_windows", "researches", "probes", "hits", "answers", "leaves"),
)


def _counted(counters: Counters) -> dict[str, int]:
    """What is counted over the whole search of a lane."""
    return {name: getattr(counters, "null_windows" if name == "zero_windows" else name) for name in COUNTED}


def _depth(standing: Standing, at: Iteration) -> dict[str, Any]:
    return {
        "depth": at.depth,
        "kind": at.kind.value,
        "confidence": at.confidence,
        "move": move_name(at.move),
        "score": at.score,
        "pv": " ".join(map(move_name, at.pv)),
        "nodes": at.nodes,
        "seconds": at.seconds,
        "all_nodes": standing.cost(at.depth, Unit.NODES),
        "all_seconds": standing.cost(at.depth, Unit.SECONDS),
    }


CSV_HEADER: Final = (
    *("lane", "depth", "kind", "confidence", "move", "score", "nodes", "seconds", "all_nodes", "all_seconds"),
    *("nodes_against_first", "seconds_against_first", "pv"),
    *COUNTED,
)
# How the CSV writes numbers with decimals.
DECIMALS: Final = {
    "score": ".1f",
    "seconds": ".6f",
    "all_seconds": ".6f",
    "nodes_against_first": ".4f",
    "seconds_against_first": ".4f",
}


def as_csv(standings: Sequence[Standing]) -> str:
    """A line for each depth of each lane, the lane as `parse_lane` reads it; the deepest has the counters."""
    text = io.StringIO()
    writer = csv.DictWriter(text, CSV_HEADER, lineterminator="\n")
    writer.writeheader()
    ratios = {f"{unit.value}_against_first": against_first(standings, unit) for unit in Unit}
    for number, standing in enumerate(standings):
        for at in standing.depths:
            line = {"lane": standing.lane.text(), **_depth(standing, at)}
            line |= {name: lanes[number].get(at.depth) for name, lanes in ratios.items()}
            if at is standing.deepest and standing.counters is not None:
                line |= _counted(standing.counters)
            cells = {key: format(v, DECIMALS.get(key, "")) for key, v in line.items() if v is not None}
            writer.writerow(cells)
    return text.getvalue()


def as_json(board: Board, standings: Sequence[Standing]) -> dict[str, Any]:
    """What a program reads of a race, while English is spoken."""
    ratios = against_first(standings)
    return {
        "board": board.text(),
        "lanes": [_lane_as_json(each, ratios[number]) for number, each in enumerate(standings)],
        "faults": [
            {
                "lane": fault.lane.text(),
                "depth": fault.depth,
                "score": fault.score,
                "expected": fault.expected,
            }
            for fault in faults(standings)
        ],
        "sentences": [
            {"identity": each.phrase.name.lower(), "text": each.text()}
            for each in sentences(standings, board.turn)
        ],
    }


def _lane_as_json(standing: Standing, ratios: Mapping[int, float]) -> dict[str, Any]:
    counters = standing.counters
    return {
        "lane": standing.lane.text(),
        "label": standing.lane.name,
        "algorithm": standing.lane.algorithm.term,
        **standing.lane.switches,
        "state": standing.state.value,
        "error": standing.error or None,
        "branching": standing.branching,
        "counters": counters and {"nodes": counters.nodes, "seconds": counters.seconds, **_counted(counters)},
        "depths": [
            {**_depth(standing, at), "nodes_against_first": ratios.get(at.depth)} for at in standing.depths
        ],
    }
