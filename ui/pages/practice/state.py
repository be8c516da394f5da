"""All that the page Practice shows, as one frozen value: made from the commands and the input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.board import PASS, Move
from game.tree import Node
from play.practice.drill import Drill
from play.practice.exercise import HARDEST, Exercise, Mistake, Puzzle
from play.practice.progress import Section
from play.practice.trainer import Task, Trainer
from ui.board.board_view import Scene
from ui.board.history import last_disc, playable
from ui.input import InputState
from ui.pages.board_page import PageState
from ui.pages.practice import wording
from ui.pages.practice.cards import LineRow, LinesModel, ProgressModel, TaskModel
from ui.pages.practice.commands import PracticeCommands
from ui.text import _, ngettext
from ui.text.key_names import keyed
from ui.text.wording import format_move, format_pass, format_share

# Days in the chart and in the share of right answers.
DAYS: Final = 28
RIGHT, WRONG = "!", "?"
"""The signs of annotated games."""


@dataclass(frozen=True, slots=True)
class PracticeState(PageState):
    task: TaskModel
    lines: LinesModel
    progress: ProgressModel


def make(commands: PracticeCommands, input_state: InputState) -> PracticeState:
    window, trainer, problem = commands.window, commands.trainer, commands.problem
    status, is_problem = _status(trainer, window.session.store.keeps_practice, problem)
    return PracticeState(
        scene=_scene(trainer, input_state, window.settings.show_legal_moves),
        task=_idle_task(trainer, problem) if trainer.task is None else _task(trainer, trainer.task),
        lines=_lines(trainer.task),
        progress=_progress(trainer),
        status=status,
        is_problem=is_problem,
    )


# The board


def _scene(trainer: Trainer, input_state: InputState, shows_legal: bool) -> Scene:
    task = trainer.task
    if task is None:
        return Scene()
    node, target = task.cursor.node, input_state.square
    board = node.board
    scene = Scene(
        last_disc=last_disc(node),
        legal=board.legal_moves() if shows_legal else 0,
        turn=board.turn,
        typed_file=input_state.typed_file,
        caption=format_pass(board.turn.other) if node.move == PASS else "",
        sign=_sign(task, node),
    )
    if target is None or not board.is_legal(target):
        return scene
    return replace(scene, hover=target, hover_flips=board.flips(target))


def _sign(task: Task, node: Node) -> tuple[int, str, str] | None:
    """Beside the answer, and beside the move that was asked for."""
    if node.move is None:
        return None
    if isinstance(task, Exercise):
        is_here = task.is_over and node.ply == 1
        is_right = node.move == task.best.move or (task.is_right and node.move == task.answer)
    else:
        left = task.departure
        is_here = left is not None and node.parent is left.node
        is_right = left is not None and node.move in left.wanted
    if not is_here:
        return None
    return (node.move, RIGHT, "good") if is_right else (node.move, WRONG, "mistake_text")


# What is asked


def _idle_task(trainer: Trainer, problem: str) -> TaskModel:
    """Where nothing waits: why, and what can be done."""
    section, coming = trainer.section, trainer.coming
    if section is Section.MISTAKES and trainer.unsearched:
        return TaskModel(
            _("Analysing your mistakes"),
            (_("Every move of the position is searched; this takes a few seconds."),),
        )
    if section is Section.ENDGAMES and problem:
        return TaskModel(_("There are no endgames"), (problem,), colour="mistake_text")
    next_one: tuple[str, ...] = ()
    if coming is not None:
        day = wording.format_day(coming, trainer.practice.today())
        next_one = (
            _("The next one comes back {day}.", day=day),
            keyed(_("Practise ahead ({practice_ahead}) asks before then.")),
        )
    if section is Section.ENDGAMES and trainer.grade < HARDEST:
        further = keyed(
            _("All endgames of grade {grade} are done: Harder ({practice_harder}) has more."),
            grade=trainer.grade,
        )
        return TaskModel(_("Nothing is due"), (further, *next_one))
    if section is Section.MISTAKES and not trainer.keys:
        if looked_at := len(trainer.practice.progress.mistakes):
            return TaskModel(_("No position to practise yet"), (_describe_unclear(looked_at),))
        return TaskModel(
            _("No mistakes yet"),
            (
                keyed(_("Play a game, open the page Review and press {review_start} there.")),
                _("Your moves that lost 4 discs or more come here, if one other move was clearly better."),
            ),
            _("Only your own moves, not those of games you open"),
        )
    return TaskModel(_("Nothing is due today"), next_one, colour="good")


def _describe_unclear(count: int) -> str:
    return ngettext(
        "{count} of your moves was analysed: no move there is clearly better than all others.",
        "{count} of your moves were analysed: nowhere is one move clearly better than all others.",
        count,
        count=f"{count:,}",
    )


def _task(trainer: Trainer, task: Task) -> TaskModel:
    outcome = trainer.outcome
    back = () if outcome is None else (wording.describe_schedule(outcome, trainer.practice.today()),)
    if isinstance(task, Drill):
        colour = "mistake_text" if task.departure is not None and task.departure.is_in_line else "text"
        colour = "good" if task.is_line_done else colour
        turn = None if task.is_over else task.color
        note = _(
            "Opening {number} of {count}", number=trainer.keys.index(task.key) + 1, count=len(trainer.keys)
        )
        return TaskModel(
            wording.describe_drill(task), (*wording.describe_drill_further(task), *back), note, colour, turn
        )
    note = _note(task)
    if not task.is_over:
        return TaskModel(
            wording.describe_aim(task.board, task.aim), _invitation(task), note, turn=task.board.turn
        )
    colour = "good" if task.is_right else "mistake_text" if task.answer is not None else "text"
    known = [task.best]
    if task.answered is not None and task.answered.move != task.best.move:
        known.append(task.answered)
    worth = (wording.describe_worth(found, task.board, task.is_exact) for found in known)
    played = wording.describe_played(task)
    return TaskModel(
        wording.describe_answer(task), tuple(filter(None, (*worth, *back, played))), note, colour
    )


def _invitation(task: Exercise) -> tuple[str, ...]:
    if isinstance(task.source, Mistake):
        return (_("A different move was played in the game. What is better?"),)
    return (_("Click the square, or type it: a letter, then a digit."),)


def _note(task: Exercise) -> str:
    empties = ngettext(
        "{count} empty square", "{count} empty squares", task.board.empties, count=task.board.empties
    )
    if isinstance(task.source, Puzzle):
        grade = _("grade {grade} of {most}", grade=task.source.grade, most=HARDEST)
        return f"{empties} · {grade}"
    how = _("solved") if task.is_exact else _("estimated")
    return f"{empties} · {how}"


# The lines


def _lines(task: Task | None) -> LinesModel:
    title = _("Lines")
    if task is None or not (task.is_over or isinstance(task, Drill)):
        return LinesModel(title, note=_("The best line, and what your move allows, come after the answer."))
    here = task.cursor.node
    if isinstance(task, Drill):
        left = task.departure
        played = left.node.path if left is not None else task.cursor.game.node.path
        rows = [_row(_("Played"), task.cursor.game.root, played, here)]
        if left is not None:
            label = _("Line") if left.is_in_line else _("Book")
            rows.append(_row(label, left.node, task.line_from(left.node), here))
            if left.move is not None:
                rows.append(_row(_("You"), left.node, (left.move,), here))
        return LinesModel(title, tuple(row for row in rows if row.moves))
    root, best = task.cursor.game.root, task.best
    rows = [_row(_("Best"), root, best.line or (best.move,), here)]
    known = {best.move}
    shown = [(_("You"), task.answer)]
    if isinstance(task.source, Mistake):
        shown.append((_("Game"), task.source.played))
    for label, move in shown:
        found = next((found for found in task.found if found.move == move), None)
        if found is not None and found.move not in known:
            known.add(found.move)
            rows.append(_row(label, root, found.line or (found.move,), here))
    return LinesModel(title, tuple(rows))


def _row(label: str, start: Node, moves: Sequence[Move], here: Node) -> LineRow:
    with_colors = tuple(playable(start.board, moves))
    below = here.path[len(start.path) :] if here.is_below(start) else ()
    is_on = 0 < len(below) <= len(with_colors) and all(
        step == move for step, (move, _color) in zip(below, with_colors, strict=False)
    )
    return LineRow(label, start, with_colors, len(below) - 1 if is_on else None)


# The figures


def _progress(trainer: Trainer) -> ProgressModel:
    section, practice = trainer.section, trainer.practice
    days = tuple(practice.tallies(section, DAYS))
    right, answers = sum(tally.right for tally in days), sum(tally.answers for tally in days)
    lost = sum(tally.lost for tally in days)
    cards = practice.progress.cards[section]
    known = sum(1 for key in trainer.keys if key in cards and cards[key].right > 0)
    figures = (
        (f"{trainer.due:,}", _("due today")),
        (_("{known} / {all}", known=f"{known:,}", all=f"{len(trainer.keys):,}"), _("known")),
        (format_share(right / answers if answers else None), _("right")),
        (f"{lost / answers:.1f}" if answers else "–", _("mean loss")),
    )
    title = _("{section}: the last {days} days", section=wording.format_section(section), days=DAYS)
    return ProgressModel(title, figures, days)


# The line at the bottom


def _status(trainer: Trainer, is_kept: bool, problem: str) -> tuple[str, bool]:
    if trainer.problem:
        return _("The search failed: {reason}", reason=trainer.problem), True
    if trainer.section is Section.ENDGAMES and problem:
        return problem, True
    if not is_kept:
        return _(
            "Answers given here are not saved: the file belongs to another window or a newer version"
        ), False
    task = trainer.task
    if isinstance(task, Exercise) and task.is_over and not task.has_lines and trainer.is_searching:
        return _("The lines are being searched"), False
    if task is not None and not task.is_over:
        return _("Your answer: click a square, or type it"), False
    if trainer.section is Section.MISTAKES and trainer.unsearched:
        count = trainer.unsearched
        sentence = ngettext("Analysing {count} mistake", "Analysing {count} mistakes", count)
        return sentence.format(count=count), False
    if task is not None:
        place = task.cursor.node
        walked = format_move(place.move) if place.move is not None else _("the position")
        return _("Looking at {move}: any move can be tried", move=walked), False
    return _("Nothing is due"), False
