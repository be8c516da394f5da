"""All that the part Step by step shows, as one value made in `update`. No drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.limits import Algorithm
from ai.reference.searches import INFINITE
from ai.telemetry import Reason
from ai.trace.sentences import Field, Sentence
from ai.trace.source import text_of
from ai.trace.state import MoveState, Row, Status
from ai.trace.tree import Bound, NodeKind
from game.board import Board, Color
from play.difference import Difference, Parting
from play.slow_motion import Phase, Run, Shown
from ui.board.board_view import Scene
from ui.pages.board_page import PageState
from ui.pages.lab.steps.cards import FiguresModel, TextModel, figures_of
from ui.pages.lab.steps.commands import StepsCommands
from ui.pages.lab.steps.rows import Part, RowsModel
from ui.pages.lab.steps.runs import RunsModel
from ui.pages.lab.steps.view import Tip
from ui.text import N_, _, ngettext
from ui.text.key_names import keyed
from ui.text.wording import capitalised, search_name
from ui.tree_view import KIND_MEANINGS, format_bound, format_line, format_value, line_scene

REASONS: Final = {
    Reason.EVALUATED: N_("A leaf: the evaluation says what it is worth."),
    Reason.GAME_OVER: N_("A leaf: the game is over."),
    Reason.TABLE: N_("The table knew its value."),
    Reason.OPEN: N_("Struck from OPEN."),
}


@dataclass(frozen=True, slots=True)
class StepsState(PageState):
    board: Board
    text: TextModel
    rows: RowsModel
    runs: RunsModel
    figures: FiguresModel
    tip: Tip | None


def make_state(commands: StepsCommands, tip: Tip | None) -> StepsState:
    model, in_hand = commands.model, commands.in_hand
    runs, shown = model.runs, model.shown
    if not runs:
        return _waiting(commands, tip)
    here = shown[in_hand]
    parting = ""
    if model.job.difference is not None and model.step == model.job.difference.step:
        parting = describe_difference(model.job.difference, runs)
    rows = RowsModel(
        tuple(_part(run, now, n == in_hand) for n, (run, now) in enumerate(zip(runs, shown, strict=True))),
        parting=parting,
    )
    algorithm = runs[in_hand].choice.algorithm
    x = tuple(now.x for now in shown)
    difference = model.job.difference
    parted_at = None if difference is None else difference.step
    trees = RunsModel(runs, model.step, model.last_step, x, commands.viewport, parted_at)
    figures = FiguresModel(
        tuple((run.choice.algorithm, figures_of(run, now)) for run, now in zip(runs, shown, strict=True)),
        runs[0].is_exact,
    )
    said = _("Step {step} of {last}").format(step=f"{model.step + 1:,}", last=f"{model.last_step + 1:,}")
    if len(runs) > 1:
        parted = (
            _("the searches are the same")
            if difference is None
            else _("the searches part at step {step}").format(step=f"{difference.step + 1:,}")
        )
        said = f"{said} · {parted}"
    return StepsState(
        line_scene(here.state.board, here.state.line),
        said,
        False,
        here.state.board,
        TextModel(algorithm, runs[in_hand].text, here.line),
        rows,
        trees,
        figures,
        tip,
    )


def _part(run: Run, now: Shown, is_in_hand: bool) -> Part:
    depth = run.trace.board.empties if run.choice.depth is None else run.choice.depth
    rows = now.state.rows
    if run.choice.algorithm is Algorithm.SSS:  # it asks for no more than it hopes for, and has no window
        rows = tuple(_hopeful(row) for row in rows)
    return Part(
        run.choice.algorithm,
        rows,
        depth + 1,
        run.choice.unit,
        describe(now.sentence),
        now.open_count,
        now.open_states,
        is_in_hand,
    )


def _hopeful(row: Row) -> Row:
    """From what is hoped for on down for the side of the root, up for the other."""
    is_of_root = row.ply % 2 == 0
    return replace(
        row,
        moves=tuple(replace(move, is_zero=False) for move in row.moves),
        alpha=-INFINITE if is_of_root else row.alpha,
        beta=row.beta if is_of_root else INFINITE,
    )


def _waiting(commands: StepsCommands, tip: Tip | None) -> StepsState:
    """While there is nothing to be replayed."""
    model, board, choice, share = commands.model, commands.board, commands.choice, None
    problem = commands.problem or capitalised(model.job.problem or "")
    if model.phase is Phase.SEARCHING:
        title = _("Searching …")
        message = _("The search is run once and written down, step by step. Escape cancels.")
        share = model.job.progress
        status = _("Searching: {share} %").format(share=f"{100 * model.job.progress:.0f}")
        left = round(model.job.seconds_left or 0.0)
        if left:
            told = ngettext(
                "{status}, about {seconds} second to go", "{status}, about {seconds} seconds to go", left
            )
            status = told.format(status=status, seconds=left)
    elif problem:
        title, message, status = _("Nothing to show"), problem, problem
    else:
        title = _("No search")
        message = keyed(_("Choose a search, or press Start ({play}) for the one that is chosen."))
        status = message
    return StepsState(
        Scene(turn=board.turn),
        status,
        bool(problem),
        board,
        TextModel(choice.algorithm, text_of(choice)),
        RowsModel((), title, message, share),
        RunsModel(),
        FiguresModel(),
        tip,
    )


# Words; scores are those of the side to move


def describe(sentence: Sentence) -> str:
    """What happened, in the language of the window."""
    return _(sentence.phrase.value).format(**{name: _word(field) for name, field in sentence.fields.items()})


def describe_difference(difference: Difference, runs: Sequence[Run]) -> str:
    """Where two searches part, and what one knew that the other did not."""
    names = [search_name(run.choice.algorithm) for run in runs]
    if names[0] == names[1]:
        names = [_("{search} on the left"), _("{search} on the right")]
        names = [name.format(search=search_name(runs[0].choice.algorithm)) for name in names]
    fields = {"one": names[difference.knowing], "two": names[1 - difference.knowing]}
    fields |= {name: _word(field) for name, field in difference.fields.items()}
    said = _(difference.parting.value).format(**fields)
    if difference.parting is Parting.OTHER:
        said = " ".join((said, *(describe(sentence) for sentence in difference.said if sentence is not None)))
    if not difference.line:
        return said
    return _("After {line}: {sentence}").format(line=format_line(difference.line), sentence=said)


def _word(field: Field) -> str:
    if isinstance(field, Color):
        return field.label
    if isinstance(field, str):  # names of moves
        return " ".join(_("pass") if word == "pass" else word for word in field.split())
    return str(field)


def describe_move(row: Row, state: MoveState, unit: int) -> str:
    """What is known of a move, and why it is as it is."""
    words = {
        "move": format_line((state.move,)),
        "color": row.color.label,
        "other": row.color.other.label,
        "value": "" if state.value is None else format_value(state.value, unit),
        "beta": format_value(row.beta, unit),
    }
    if state.status is Status.CUT_OFF:
        if row.cut_by is None:
            return _("{move} is not looked at any more: nothing better can come of it.").format(**words)
        said = _(
            "{move} is cut off: {by} is good enough. {other} has a way around this that gives {color} only"
            " {beta}, and will not let it come to this."
        )
        return said.format(by=format_line((row.cut_by,)), **words)
    if state.status is Status.WAITING:
        return _("{move} waits for its turn.").format(**words)
    if state.status is Status.AGAIN:
        said = _("{move} was better than expected, at least {value} for {color}: it is searched again.")
        return said.format(**words)
    if state.status is Status.UNDER_WAY:
        if state.visit:
            return _("{move} is being searched again.").format(**words)
        if state.is_zero:
            return _("{move} is being searched with a zero window.").format(**words)
        return _("{move} is being searched.").format(**words)
    said = {
        Bound.EXACT: _("{move} is worth exactly {value} for {color}."),
        Bound.LOWER: _("{move} is worth at least {value} for {color}."),
        Bound.UPPER: _("{move} is worth at most {value} for {color}."),
        Bound.NONE: _("{move} has been searched."),
    }[state.bound]
    return said.format(**words) + " " + _(KIND_MEANINGS[state.kind])


def describe_node(run: Run, node: int) -> str:
    """Of a column of the tree: its line, window, value and bound, and why it ended."""
    nodes, unit = run.tree, run.choice.unit
    line = tuple(nodes.line(node))
    color = run.trace.color(int(nodes.ply[node])).label
    alpha, beta = (format_value(int(bound[node]), unit) for bound in (nodes.alpha, nodes.beta))
    parts = [format_line(line)]
    said = _("Window from {alpha} to {beta}, {color} to move.")
    parts.append(said.format(alpha=alpha, beta=beta, color=color))
    kind = NodeKind(nodes.kind[node])
    if kind is not NodeKind.OPEN:
        value = format_bound(int(nodes.value[node]), Bound(nodes.bound[node]), unit)
        parts.append(_("Value {value}.").format(value=value))
    reason = REASONS.get(Reason(nodes.reason[node]))
    parts.append(_(reason if reason is not None else KIND_MEANINGS[kind]))
    if spared := int(nodes.spared[node]):
        said = ngettext("{number} move was cut off.", "{number} moves were cut off.", spared)
        parts.append(said.format(number=spared))
    below = int(nodes.size[node]) - 1
    if below:
        parts.append(
            ngettext("{number} node below.", "{number} nodes below.", below).format(number=f"{below:,}")
        )
    return "\n".join((parts[0], " ".join(parts[1:])))
