"""All that the page Practice shows and says, as one frozen value: made from the commands and the input."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from game.board import PASS, Board, Move
from game.evaluation import Kind
from game.tree import Node
from play.practice.drill import Drill
from play.practice.exercise import HARDEST, Aim, Exercise, Mistake, Puzzle, RatedMove
from play.practice.progress import Repetition, Section
from play.practice.trainer import Task, Trainer
from ui.board.board_view import BoardScene
from ui.board.hint_marks import last_disc, playable
from ui.input import InputState, with_key_names
from ui.pages.board_page import PageState
from ui.pages.practice.commands import PracticeCommands
from ui.pages.practice.view import OwnModel, ProgressModel, TaskModel
from ui.panels.verdict import MoveLine, VerdictModel
from ui.text import _, ngettext
from ui.text.coaching import describe_cost_by_end
from ui.text.commentary import describe_worth
from ui.text.wording import (
    describe_loss,
    for_black,
    format_date,
    format_line,
    format_move,
    format_opening,
    format_pass,
    format_share,
)

# Days in the chart and in the share of right answers.
DAYS: Final = 28
RIGHT, WRONG = "!", "?"
"""The signs of annotated games."""


@dataclass(frozen=True, slots=True)
class PracticeState(PageState):
    task: TaskModel
    lines: VerdictModel
    starts: tuple[Node, ...]
    """Where each of these lines begins."""
    progress: ProgressModel | OwnModel


def make(commands: PracticeCommands, input_state: InputState) -> PracticeState:
    window, trainer, problem = commands.window, commands.trainer, commands.problem
    status, is_problem = _status(trainer, window.session.store.keeps_practice, problem)
    task, scene = trainer.task, BoardScene()
    if task is not None:
        node = task.cursor.node
        scene = board_scene(node, input_state, window.settings.show_legal_moves)
        scene = replace(scene, sign=_sign(task, node))
    lines, starts = lines_of(task)
    return PracticeState(
        scene=scene,
        task=_idle_task(trainer, problem) if task is None else _task(trainer, task),
        lines=lines,
        starts=starts,
        progress=_progress(commands),
        status=status,
        is_problem=is_problem,
    )


# The board


def board_scene(node: Node, input_state: InputState, shows_legal: bool) -> BoardScene:
    """The board of any question at a place in its game."""
    board, target = node.board, input_state.square
    scene = BoardScene(
        last_disc=last_disc(node),
        legal=board.legal_moves() if shows_legal else 0,
        turn=board.turn,
        typed_file=input_state.typed_file,
        caption=format_pass(board.turn.other) if node.move == PASS else "",
    )
    if target is None or not board.is_legal(target):
        return scene
    return replace(scene, hover=target, hover_flips=board.flips(target))


def _sign(task: Task, node: Node) -> tuple[int, str, str] | None:
    """Returns the sign beside the answer, or beside the move that was asked for."""
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
    section, coming = trainer.section, trainer.coming
    if section is Section.MISTAKES and trainer.unsearched:
        said = _("Every move of the position is searched; this takes a few seconds.")
        return TaskModel(_("Analysing your mistakes"), (said,))
    if section is Section.ENDGAMES and problem:
        return TaskModel(_("There are no endgames"), (problem,), colour="mistake_text")
    next_one: tuple[str, ...] = ()
    if coming is not None:
        day = format_day(coming, trainer.practice.today())
        ahead = with_key_names(_("Practise ahead ({practice_ahead}) asks before then."))
        next_one = _("The next one comes back {day}.", day=day), ahead
    if section is Section.ENDGAMES and trainer.grade < HARDEST:
        further = _("All endgames of grade {grade} are done: Harder ({practice_harder}) has more.")
        said = with_key_names(further, grade=trainer.grade)
        return TaskModel(_("Nothing is due"), (said, *next_one))
    if section is Section.MISTAKES and not trainer.keys:
        said = with_key_names(_("Play a game, open the page Review and press {review_start} there."))
        more = _("Your mistakes come here: moves that lost 4 discs or more, or a won game.")
        note = _("Only your own moves, not those of games you open")
        return TaskModel(_("No mistakes yet"), (said, more), note)
    return TaskModel(_("Nothing is due today"), next_one, colour="good")


def _task(trainer: Trainer, task: Task) -> TaskModel:
    outcome = trainer.outcome
    back = () if outcome is None else (describe_schedule(outcome, trainer.practice.today()),)
    if isinstance(task, Drill):
        colour = "mistake_text" if task.departure is not None and task.departure.is_in_line else "text"
        colour = "good" if task.is_line_done else colour
        turn = None if task.is_over else task.color
        return TaskModel(describe_drill(task), (*describe_drill_further(task), *back), "", colour, turn)
    title, note = describe_aim(task.board, task.aim), _note(task)
    if not task.is_over:
        return TaskModel(title, _invitation(task), note, turn=task.board.turn)
    colour = "good" if task.is_right else "mistake_text" if task.answer is not None else "text"
    worths = describe_worths(task, task.answered)
    return TaskModel(describe_answer(task), (*worths, *back, *describe_played(task)), note, colour)


def _invitation(task: Exercise) -> tuple[str, ...]:
    if isinstance(task.source, Mistake):
        return (_("{move} was played in the game. What is better?", move=format_move(task.source.played)),)
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


def lines_of(task: Task | None) -> tuple[VerdictModel, tuple[Node, ...]]:
    """Returns the card of the lines, and where each of them begins."""
    rows = _lines(task)
    note = _("The best line, and what your move allows, come after the answer.")
    lines = tuple(line for _start, line in rows)
    return VerdictModel(_("Lines"), "text", () if rows else (note,), lines), tuple(start for start, _ in rows)


def _lines(task: Task | None) -> list[tuple[Node, MoveLine]]:
    if task is None or not (isinstance(task, Drill) or task.is_over):
        return []
    here, root = task.cursor.node, task.cursor.game.root
    if isinstance(task, Drill):
        left = task.departure
        played = left.node.path if left is not None else task.cursor.game.node.path
        rows = [_row(_("Played"), root, played, here)]
        if left is not None:
            label = _("Line") if left.is_in_line else _("Book")
            rows.append(_row(label, left.node, task.line_from(left.node), here))
            if left.move is not None:
                rows.append(_row(_("You"), left.node, (left.move,), here))
        return [row for row in rows if row[1].moves]
    best = task.best
    rows = [_row(_("Best"), root, best.line or (best.move,), here)]
    known = {best.move}
    for label, found in ((_("You"), task.tried), (_("Game"), played_in_game(task))):
        if found is not None and found.move not in known:
            known.add(found.move)
            rows.append(_row(label, root, found.line or (found.move,), here))
    return rows


def _row(label: str, start: Node, moves: Sequence[Move], here: Node) -> tuple[Node, MoveLine]:
    with_colors = tuple(playable(start.board, moves))
    below = here.path[len(start.path) :] if here.is_below(start) else ()
    is_on = 0 < len(below) <= len(with_colors) and all(
        step == move for step, (move, _color) in zip(below, with_colors, strict=False)
    )
    return start, MoveLine(label, with_colors, len(below) if is_on else None)


# The figures


def _progress(commands: PracticeCommands) -> ProgressModel | OwnModel:
    trainer = commands.trainer
    if commands.shown_section is Section.OPENINGS:
        return commands.repertoire.model()
    section, practice = trainer.section, trainer.practice
    days = tuple(practice.tallies(section, DAYS))
    right, answers = sum(tally.right for tally in days), sum(tally.answers for tally in days)
    known = practice.known(section, trainer.keys)
    figures = (
        (f"{len(trainer.due):,}", _("due today")),
        (_("{known} / {all}", known=f"{known:,}", all=f"{len(trainer.keys):,}"), _("known")),
        (format_share(right / answers if answers else None), _("right")),
    )
    name = _("Mistakes") if section is Section.MISTAKES else _("Endgames")
    title = _("{section}: the last {days} days", section=name, days=DAYS)
    return ProgressModel(title, figures, days)


# The line at the bottom


def _status(trainer: Trainer, is_kept: bool, problem: str) -> tuple[str, bool]:
    if trainer.problem:
        return _("The search failed: {reason}", reason=trainer.problem), True
    if trainer.section is Section.ENDGAMES and problem:
        return problem, True
    if not is_kept:
        said = _("Answers given here are not saved: the file belongs to another window or a newer version")
        return said, False
    task = trainer.task
    if isinstance(task, Exercise) and task.is_over and not task.has_lines and trainer.is_searching:
        return _("Searching for the lines"), False
    if task is not None and not task.is_over:
        return _("Your answer: click a square, or type it"), False
    if trainer.section is Section.MISTAKES and trainer.unsearched:
        count = trainer.unsearched
        return ngettext("Analysing {count} mistake", "Analysing {count} mistakes", count, count=count), False
    if task is not None:
        place = task.cursor.node
        walked = format_move(place.move) if place.move is not None else _("the position")
        return _("Looking at {move}: any move can be tried", move=walked), False
    return _("Nothing is due"), False


def describe_aim(board: Board, aim: Aim) -> str:
    """'White to move. One move wins.'"""
    sentences = {
        Aim.WIN: _("{side} to move. One move wins."),
        Aim.DRAW: _("{side} to move. One move draws, all others lose."),
        Aim.MOST: _("{side} to move. One move wins by the most discs."),
        Aim.BEST: _("{side} to move. Find a better move."),
    }
    return sentences[aim].format(side=board.turn.label)


def describe_answer(exercise: Exercise) -> str:
    """'Right: f1', 'h7 loses 8 discs', 'The answer is f1'"""
    best = format_move(exercise.best.move)
    if exercise.answer is None:
        return _("The answer is {move}", move=best)
    move = format_move(exercise.answer)
    if not exercise.is_right:
        return describe_loss(move, exercise.lost)
    if exercise.answer == exercise.best.move:
        return _("Right: {move}", move=move)
    return _("Nearly as good: {move}", move=move) if exercise.lost else _("As good: {move}", move=move)


def played_in_game(exercise: Exercise) -> RatedMove | None:
    """The move of the game that it is from, if any."""
    return exercise.rated(exercise.source.played) if isinstance(exercise.source, Mistake) else None


def describe_worths(exercise: Exercise, *others: RatedMove | None) -> tuple[str, ...]:
    """'c2: White +4.', 'd1: about even.': of the best move and of these."""
    turn, kind = exercise.board.turn, Kind.EXACT if exercise.is_exact else Kind.ESTIMATE
    known = dict.fromkeys([exercise.best, *filter(None, others)])
    return tuple(describe_worth(each.move, for_black(each.score, turn), kind) for each in known)


def describe_cost(exercise: Exercise, found: RatedMove) -> str:
    """'f7 costs about 5 discs by the end.'"""
    loss = round(exercise.best.score - found.score, 1)
    return describe_cost_by_end(found.move, loss, exercise.is_exact)


def describe_played(exercise: Exercise) -> tuple[str, ...]:
    """What was done in the game it is from, and what that cost; nothing where it is from none."""
    found = played_in_game(exercise)
    return () if found is None else (_("In the game: {loss}", loss=describe_cost(exercise, found)),)


def describe_schedule(card: Repetition, today: date) -> str:
    """'It comes back in 3 days, on 2026-11-25.'"""
    if card.due is None:
        return _("Known at first sight: it does not come back.")
    return _("It comes back {when}.", when=format_day(card.due, today))


def format_day(day: date, today: date) -> str:
    """'tomorrow', 'in 3 days, on 2026-11-25'"""
    days = (day - today).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("tomorrow")
    return ngettext(
        "in {days} day, on {day}", "in {days} days, on {day}", days, days=days, day=format_date(day)
    )


def describe_drill(drill: Drill) -> str:
    """'Tiger: you play Black'; at the end, how it went."""
    name, left = format_opening(drill.opening), drill.departure
    if left is None:
        if not drill.is_line_done:
            return _("{name}: you play {side}", name=name, side=drill.color.label)
        return _("Right: {name}", name=name)
    if left.move is None:
        return _("The answer is {move}", move=format_move(left.wanted[0]))
    move = format_move(left.move)
    if left.is_in_line:
        return _("{move} leaves the line", move=move)
    return describe_loss(move, left.lost) if left.lost else _("{move} is not in the book", move=move)


def describe_drill_further(drill: Drill) -> tuple[str, ...]:
    """What comes next, or what the line or the book would have been."""
    left = drill.departure
    if left is not None:
        line = format_line(drill.line_from(left.node))
        if not left.is_in_line:
            return _("The line is done; the book continues: {line}", line=line), *_said_of_book(drill)
        name = format_opening(drill.opening)
        return _("{name} continues: {line}", name=name, line=line), *_said_of_book(drill)
    ply, plies = drill.cursor.game.node.ply, len(drill.opening.moves)
    if not drill.is_line_done:
        return (_("Move {number} of {moves}: play the next one of the line.", number=ply + 1, moves=plies),)
    if drill.has_ended:
        return (_("The line is done, and the book ends here."),)
    return (_("The line is done. You may go on as long as the book knows a reply."),)


def _said_of_book(drill: Drill) -> tuple[str, ...]:
    left = drill.departure
    if left is None or left.lost is None or left.move is None:
        return ()
    if left.lost == 0:
        return (_("According to the book, {move} is as good.", move=format_move(left.move)),)
    return (_("According to the book: {loss}.", loss=describe_loss(format_move(left.move), left.lost)),)
