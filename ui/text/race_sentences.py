"""The sentences of `play.race_report`, marked for the catalogues: there they are data, here they are said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.board import Color
from play.race import Lane
from play.race_report import Argument, Sentence
from ui.text import N_, _
from ui.text.wording import capitalised, for_black, format_algorithm, format_score

# Of what a lane leaves out, as `play.race.LABELS` has it.
NOTES: Final[Mapping[str, str]] = {
    "order=none": N_("unsorted"),
    "order=static": N_("static order"),
    "order=killers": N_("killers"),
    "table=off": N_("no table"),
    "aspiration=off": N_("open window"),
    "selective=on": N_("selective"),
}

# Of the arguments those that are scores for the side to move; in the window + is good for Black.
SCORES: Final = ("score", "expected")

TEMPLATES: Final[Mapping[str, str]] = {
    # A test holds them against those of play/.
    "ready": N_("Ready to start."),
    "preparing": N_("{progress}."),
    "running": N_("{running} of {lanes} lanes are searching."),
    "waiting": N_("{running} lanes search at a time, one on each processor; {waiting} wait for their turn."),
    "over": N_("All lanes have arrived."),
    "stopped": N_("The race was stopped."),
    "fewer_nodes": N_("{winner} needs {percent} % fewer nodes than {other} for {depth} plies."),
    "times_nodes": N_("{other} needs {times} times the nodes of {winner} for {depth} plies."),
    "even_nodes": N_("{winner} and {other} need the same number of nodes for {depth} plies."),
    "fewer_seconds": N_("{winner} needs {percent} % less time than {other} for {depth} plies."),
    "times_seconds": N_("{other} needs {times} times as long as {winner} for {depth} plies."),
    "even_seconds": N_("{winner} and {other} take the same time for {depth} plies."),
    "deeper": N_("In its time {winner} looked {depth} plies deep, {other} {other_depth}."),
    "minimax": N_(
        "Minimax looks at every move of every position; {lane} left moves out in {cutoffs} positions, "
        "{first} times of 100 right after the first one."
    ),
    "windows_held": N_(
        "It searched all moves but the first with a window of zero width, which only asks whether a move "
        "is better: {again} of 100 were, and had to be searched again; the others were refuted cheaply."
    ),
    "windows_held_unsorted": N_(
        "Unsorted, the best moves come late, and {other} searches many with a window that is still wide; "
        "{lane} asks each with a window of zero width first, and {again} of 100 had to be searched again."
    ),
    "windows_failed": N_(
        "Of 100 moves that {lane} searched with a window of zero width {again} proved better and had to "
        "be searched again: that cost more than the others saved."
    ),
    "windows_forgotten": N_(
        "Of 100 moves that {lane} searched with a window of zero width {again} proved better and had to "
        "be searched again, and without a table all that the first look had found was forgotten."
    ),
    "same_below": N_("Below the root they search alike: only the windows of the root are not the same."),
    "null_windows_only": N_(
        "{lane} closes in on the score by searches with windows of zero width alone; the table, which "
        "answered {answers} of 100 questions, spares it what it has seen before."
    ),
    "null_windows_cost": N_(
        "{lane} needs several searches of the whole tree for each score; the table answered {answers} of "
        "100 questions, and still one search with a wider window is less work."
    ),
    "null_windows_forgotten": N_(
        "{lane} needs several searches of the whole tree for each score, and without a table each begins "
        "from nothing."
    ),
    "order": N_(
        "The sooner the best move comes, the more is left out: the first move cut in {first} of 100 "
        "cases, with {other} in {other_first}."
    ),
    "order_cost": N_(
        "Looking ahead to sort the moves enters nodes, too, and here {lane} saves less by it than that."
    ),
    "table": N_(
        "What comes up again need not be searched again: the table answered {answers} of 100 questions, "
        "and named a move to begin with."
    ),
    "aspiration": N_("A narrow window around the score of the depth before cuts more than an open one."),
    "aspiration_failed": N_(
        "The score left the narrow window around that of the depth before, which was searched for nothing."
    ),
    "selective": N_(
        "{lane} leaves out what a shallow search says cannot matter; so its scores may differ, too."
    ),
    "despite": N_("That is not what one would expect of {lane}: another position may show the opposite."),
    "several": N_("They differ in more than one way: this race does not say which of them made it."),
    "fault": N_(
        "{lane} says {score} at {depth} plies, where the other searches of the full width say {expected}:"
        " that is a fault of the program."
    ),
    "failed": N_("{lane} could not search: {reason}."),
}


def describe_lane(lane: Lane) -> str:
    """'PVS', 'alpha-beta, unsorted, no table'."""
    return ", ".join([format_algorithm(lane.algorithm), *(_(NOTES[note]) for note in lane.notes)])


def describe(sentence: Sentence, turn: Color) -> str:
    """What it says of a position in which `turn` is to move."""
    shown = {name: _format(name, value, turn) for name, value in sentence.arguments.items()}
    return capitalised(_(TEMPLATES[sentence.identity]).format(**shown))


def _format(name: str, value: Argument, turn: Color) -> str:
    if isinstance(value, Lane):
        return describe_lane(value)
    if name in SCORES and isinstance(value, float):
        return format_score(for_black(value, turn))
    if isinstance(value, str):
        return _(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"
