"""A race as a table, to be read or taken along: for people, as CSV, and as JSON for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ai.limits import Counters
from game.board import Board, Move, move_name
from game.plain_text import columns, to_left, to_right
from play.race import Lane, Standing
from play.race_report import Unit, against_first, cost, faults, sentences

# What a line of the table has, and how wide it is; the name of a lane may be longer. The second "nodes" and
# "time" are parts of what the first lane took.
HEADINGS: Final = (
    *("lane", "depth", "move", "score", "nodes", "s", "nodes", "time", "growth"),
    *("1st cuts", "zero w.", "again", "table", "leaves"),
)
WIDTHS: Final = (12, 7, 6, 7, 16, 10, 8, 8, 8, 10, 12, 8, 8, 15)
# Of a lane in the table of depths.
DEPTH_WIDTH: Final = 14
# Smaller ratios than this are told in more digits.
LEAST_IN_HUNDREDTHS: Final = 0.05


def _end(standing: Standing) -> str:
    return standing.error or standing.state.value


@dataclass(frozen=True, slots=True)
class Words:
    """How a table calls its columns, the lanes, a score, and what became of a lane without a depth."""

    headings: Sequence[str] = HEADINGS
    lane: Callable[[Lane], str] = str
    score: Callable[[float], str] = "{:+.1f}".format
    end: Callable[[Standing], str] = _end


ENGLISH: Final = Words()


def header(standings: Sequence[Standing], words: Words = ENGLISH) -> str:
    return _aligned(words.headings, _widths(standings, words))


def row(standings: Sequence[Standing], number: int, words: Words = ENGLISH) -> str:
    """One lane at its deepest depth, against the first one at the same depth."""
    standing, first, widths = standings[number], standings[0], _widths(standings, words)
    name, deepest = words.lane(standing.lane), standing.deepest
    if deepest is None:
        return f"{_aligned((name, '-'), widths)}  {words.end(standing)}"
    at = first.at(deepest.depth)
    ratios = [
        "" if at is None or not cost(at, unit) else _ratio(cost(deepest, unit) / cost(at, unit))
        for unit in Unit
    ]
    cells = (
        *(name, str(deepest.depth), move_name(deepest.move), words.score(deepest.score)),
        *(f"{deepest.all_nodes:,}", f"{deepest.all_seconds:.3f}", *ratios),
        "" if standing.branching is None else f"{standing.branching:.2f}",
        *_why(standing.counters),
    )
    return _aligned(cells, widths)


def depths_table(standings: Sequence[Standing], words: Words = ENGLISH) -> list[str]:
    """The nodes of every depth alone, a column for each lane."""
    names = [words.lane(each.lane) for each in standings]
    depth_heading = words.headings[1]
    name_width = max(DEPTH_WIDTH, *(columns(name) + 2 for name in names))
    widths = [columns(depth_heading), *[name_width] * len(names)]
    lines = ["".join(map(to_right, (depth_heading, *names), widths))]
    for depth in sorted({depth.depth for each in standings for depth in each.depths}):
        found = [each.at(depth) for each in standings]
        cells = [str(depth), *("" if at is None else f"{at.nodes:,}" for at in found)]
        lines.append("".join(map(to_right, cells, widths)))
    return lines


def _widths(standings: Sequence[Standing], words: Words) -> list[int]:
    lanes = (columns(words.lane(each.lane)) for each in standings)
    name = max(WIDTHS[0], columns(words.headings[0]), *lanes)
    figures = zip(WIDTHS[1:], words.headings[1:], strict=True)
    return [name, *(max(width, columns(heading) + 2) for width, heading in figures)]


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The first to the left, the others to the right."""
    name, *figures = cells
    return to_left(name, widths[0]) + "".join(map(to_right, figures, widths[1:]))


def _ratio(ratio: float) -> str:
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
"""What is counted over the whole search of a lane; the CSV has it in the line of its deepest depth."""
CSV_HEADER: Final = (
    *("lane", "depth", "kind", "confidence", "move", "score", "nodes", "seconds", "all_nodes", "all_seconds"),
    *("nodes_against_first", "seconds_against_first", "pv"),
    *COUNTED,
)


def as_csv(standings: Sequence[Standing]) -> str:
    """A line for each depth of each lane; the lane as `parse_lane` reads it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEADER)
    nodes, seconds = (against_first(standings, unit) for unit in Unit)
    for number, standing in enumerate(standings):
        for at in standing.depths:
            ratios = (ratio[number].get(at.depth) for ratio in (nodes, seconds))
            counters = standing.counters if at is standing.deepest else None
            writer.writerow(
                [
                    *(standing.lane.text(), at.depth, at.kind.value, at.confidence, move_name(at.move)),
                    *(f"{at.score:.1f}", at.nodes, f"{at.seconds:.6f}", at.all_nodes),
                    f"{at.all_seconds:.6f}",
                    *("" if ratio is None else f"{ratio:.4f}" for ratio in ratios),
                    _line(at.pv),
                    *([""] * len(COUNTED) if counters is None else _counted(counters).values()),
                ]
            )
    return text.getvalue()


def as_json(board: Board, standings: Sequence[Standing], unit: Unit = Unit.NODES) -> dict[str, Any]:
    """What a program reads of a race."""
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
            {
                "identity": each.identity,
                "arguments": {
                    name: value.text() if isinstance(value, Lane) else value
                    for name, value in each.arguments.items()
                },
                "text": each.text(),
            }
            for each in sentences(standings, unit)
        ],
    }


def _lane_as_json(standing: Standing, ratios: Mapping[int, float]) -> dict[str, Any]:
    counters = standing.counters
    return {
        "lane": standing.lane.text(),
        "label": str(standing.lane),
        "algorithm": standing.lane.algorithm.term,
        **standing.lane.switches,
        "state": standing.state.value,
        "error": standing.error or None,
        "branching": standing.branching,
        "counters": None
        if counters is None
        else {"nodes": counters.nodes, "seconds": counters.seconds, **_counted(counters)},
        "depths": [
            {
                "depth": at.depth,
                "kind": at.kind.value,
                "confidence": at.confidence,
                "move": move_name(at.move),
                "score": at.score,
                "pv": _line(at.pv),
                "nodes": at.nodes,
                "seconds": at.seconds,
                "all_nodes": at.all_nodes,
                "all_seconds": at.all_seconds,
                "nodes_against_first": ratios.get(at.depth),
            }
            for at in standing.depths
        ],
    }


def _line(pv: Sequence[Move]) -> str:
    return " ".join(map(move_name, pv))


def _counted(counters: Counters) -> dict[str, int]:
    """The figures of COUNTED."""
    figures = (
        *(counters.cutoffs, counters.first_cutoffs, counters.null_windows, counters.researches),
        *(counters.probes, counters.hits, counters.answers, counters.leaves),
    )
    return dict(zip(COUNTED, figures, strict=True))
