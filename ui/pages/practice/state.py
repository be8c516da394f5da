"""Everything that the Practice page shows of a task, as one frozen value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from game.board import PASS, Board, Move, squares
from game.evaluation import FULL_WIDTH, Judgement, Kind
from game.tree import Node, Shape
from play.coach_reasons import CoachReason, CoachReasonKind, coach_reason
from play.practice.drill import Drill
from play.practice.exercise import DEPTH, HARDEST, Aim, Exercise, Mistake, Puzzle, RatedMove
from play.practice.lesson import REASONS, Idea
from play.practice.progress import Repetition, Section
from play.practice.trainer import Task, Trainer
from play.practice.walk import GameWalk, Walk
from play.reasons import reasons
from play.refutation import Refutation, given_corners
from ui.board.board_view import AnswerMark, BoardScene, ScoreMark
from ui.board.hint_marks import answer_mark, last_disc, playable
from ui.input import InputState, with_key_names
from ui.pages.board_page import PageState
from ui.pages.practice.commands import PracticeCommands
from ui.pages.practice.ideas import WORDS, describe_count, explain_numbers, numbers_of
from ui.pages.practice.view import (
    COLOURS,
    FOUND,
    MISSED,
    NOW,
    OPEN,
    PLAYED,
    InkedLines,
    ListModel,
    ProgressModel,
    QuestionModel,
    RememberModel,
    has_lines,
)
from ui.panels.charts import GraphModel, known_along
from ui.panels.verdict import MoveLine, VerdictModel
from ui.text import N_, _, format_number, ngettext
from ui.text.coaching import describe_coach_reason, describe_cost_by_end
from ui.text.commentary import describe_against, describe_reason, describe_worth
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
# The actions of the buttons on the card of a lesson or a game.
ASKING: Final = ("practice_hint",)
REFUTED: Final = ("practice_next", "practice_show")
ANSWERED: Final = ("practice_next",)
LESSON_DONE: Final = ("practice_lesson", "practice_again", "practice_lessons")
GAME_DONE: Final = ("practice_new", "practice_again", "practice_more", "practice_leave")
AIMS: Final = {
    Aim.WIN: N_("One move wins."),
    Aim.DRAW: N_("One move draws, all others lose."),
    Aim.MOST: N_("One move wins by the most discs."),
    Aim.BEST: N_("Find a better move."),
}


@dataclass(frozen=True, slots=True)
class PracticeState(PageState):
    question: QuestionModel
    lines: VerdictModel | None
    """The card of lines; in a game it replaces the graph once the question is answered."""
    starts: tuple[Node, ...]
    """The node at which each of the lines begins."""
    progress: ProgressModel | ListModel | None
    graph: GraphModel | None
    remember: RememberModel | None


def make(commands: PracticeCommands, input_state: InputState) -> PracticeState:
    trainer = commands.trainer
    walk, task = trainer.walk, trainer.task
    rows = _lines(task) if walk is None or has_lines(walk) else None
    problem = commands.problem if commands.shown_section is Section.ENDGAMES else ""
    if trainer.problem:
        problem = _("The search failed: {reason}", reason=trainer.problem)
    remember = None
    if walk is not None and walk.idea is not None:
        words = WORDS[walk.idea]
        remember = RememberModel(_("The idea"), _(words.idea))
        if task is None or task.is_over:
            remember = RememberModel(_("Remember"), _(words.remember))
    return PracticeState(
        scene=BoardScene() if task is None else _scene(commands, task, input_state),
        status=problem or _status(commands, task),
        is_problem=bool(problem),
        question=_question(commands, task),
        lines=None if rows is None else _card_of_lines(rows),
        starts=tuple(start for start, _line in rows or ()),
        progress=_progress(commands) if walk is None else None,
        graph=_graph(walk) if isinstance(walk, GameWalk) else None,
        remember=remember,
    )


# The status line


def _status(commands: PracticeCommands, task: Task | None) -> str:
    trainer = commands.trainer
    if not commands.window.session.store.keeps_practice:
        return _("Answers given here are not saved: the file belongs to another window or a newer version")
    if isinstance(task, Exercise) and task.is_refuted:
        return _("One more try")
    if task is not None and not task.is_over:
        return _("Your answer: click a square, or type it")
    if isinstance(task, Exercise) and not task.has_lines and trainer.is_searching:
        return _("Searching for the lines")
    if task is not None:
        place = task.cursor.node
        walked = format_move(place.move) if place.move is not None else _("the position")
        return _("Looking at {move}: any move can be tried", move=walked)
    if (walk := trainer.walk) is not None:
        return _("Done") if walk.is_done else _finding_mistakes(walk)
    if trainer.section is Section.MISTAKES and (count := trainer.unsearched):
        return ngettext("Analysing {count} mistake", "Analysing {count} mistakes", count, count=count)
    return _("Nothing is due")


def _finding_mistakes(walk: Walk) -> str:
    return _("Finding your mistakes") if walk.is_own else _("Finding the mistakes")


# The board


def _scene(commands: PracticeCommands, task: Task, input_state: InputState) -> BoardScene:
    node, target = task.cursor.node, input_state.square
    board, walk = node.board, commands.trainer.walk
    scene = BoardScene(
        last_disc=last_disc(node),
        legal=board.legal_moves() if commands.window.settings.show_legal_moves else 0,
        turn=board.turn,
        typed_file=input_state.typed_file,
        caption=format_pass(board.turn.other) if node.move == PASS else "",
    )
    if isinstance(task, Exercise) and (task.is_refuted or task.is_waiting):
        return _refuted(task, scene)
    if target is not None and board.is_legal(target):
        scene = replace(scene, hover=target, hover_flips=board.flips(target))
    if isinstance(task, Drill):
        left = task.departure
        if left is None or node.move is None or node.parent is not left.node:
            return scene
        return replace(scene, sign=_sign(node.move, is_right=node.move in left.wanted))
    if not task.is_over:
        return _open(task, scene)
    return _answered(None if walk is None else walk.idea, task, scene) if node.ply <= 1 else scene


def _sign(move: Move, *, is_right: bool) -> tuple[int, str, str]:
    return (move, FOUND, "good") if is_right else (move, MISSED, "mistake_text")


def _open(task: Exercise, scene: BoardScene) -> BoardScene:
    """Returns the scene with the pale move of the game and, after a hint, only three moves to choose from."""
    if task.is_hinted:
        scene = replace(scene, legal=sum(1 << move for move in task.hints))
    if not isinstance(task.source, Mistake):
        return scene
    move = task.source.played
    answer = AnswerMark(move, task.board.turn, 0, is_ahead=True)
    sign = move, PLAYED, "mistake_text"
    return replace(scene, legal=scene.legal & ~(1 << move), answer=answer, sign=sign)


def _refuted(task: Exercise, scene: BoardScene) -> BoardScene:
    """Returns the scene after a wrong answer, with the reply that the answer allows."""
    if (found := task.answered) is None:
        return scene
    refutation, reason = _refutation(task, found)
    reply = answer_mark(task.cursor.node.board, reason.answer(refutation.judgement))
    return replace(scene, legal=0, sign=_sign(found.move, is_right=False), answer=reply)


def _answered(idea: Idea | None, task: Exercise, scene: BoardScene) -> BoardScene:
    """Returns the scene with the answer, and with the numbers of the idea if it counts something."""
    board, here, shown, tried = task.board, task.cursor.node.move, _shown(task), task.tried
    if here in (None, task.best.move, shown):
        scene = replace(scene, sign=_sign(shown if here is None else here, is_right=True))
    elif tried is not None and here == tried.move:
        scene = replace(scene, sign=_sign(tried.move, is_right=False))
    if here is not None or idea is None:
        return scene
    scene = replace(scene, rings=1 << shown, legal=0)
    if idea is Idea.BESIDE_CORNERS:
        others = (move for move in squares(board.legal_moves()) if move != shown)
        marks = tuple((move, Shape.CROSS) for move in others if given_corners(board, move))
        return replace(scene, marks=marks)
    numbers = numbers_of(idea, board, task.found).items()
    return replace(scene, hints=tuple(ScoreMark(move, said, "", move == shown) for move, said in numbers))


def _shown(task: Exercise) -> Move:
    """Returns the move answered if it is right, else the best move."""
    return task.answer if task.is_right and task.answer is not None else task.best.move


# The card


def _question(commands: PracticeCommands, task: Task | None) -> QuestionModel:
    trainer = commands.trainer
    walk, outcome = trainer.walk, trainer.outcome
    back = () if outcome is None else (describe_schedule(outcome, trainer.practice.today()),)
    if task is None:
        return _idle(trainer, commands.problem) if walk is None else _done(walk)
    if isinstance(task, Drill):
        colour = "mistake_text" if task.departure is not None and task.departure.is_in_line else "text"
        title = (describe_drill(task), "good" if task.is_line_done else colour)
        details = (*describe_drill_further(task), *back)
        side = "" if task.is_over else _("{side} to move", side=task.color.label)
        return QuestionModel(side, (title,), details, turn=task.color if side else None)
    model = QuestionModel(_note(task), ())
    if walk is not None:
        place = _("{number} of {count}", number=walk.at + 1, count=len(walk.questions))
        model = QuestionModel(_heading(walk), (), place=place, segments=_segments(walk))
    if task.is_waiting:
        finding_out = _("Finding out what {move} costs …", move=format_move(task.answer or PASS))
        return replace(model, lines=((finding_out, "text"),))
    if task.is_refuted:
        lines, details = _why_wrong(task, None if walk is None else walk.idea)
        return replace(model, lines=lines, details=details, buttons=REFUTED)
    if task.is_over:
        lines, details = _solution(task, walk)
        return replace(model, lines=lines, details=(*details, *back), buttons=ANSWERED if walk else ())
    lines, details = _asked(task, walk)
    return replace(model, lines=lines, details=details, turn=task.board.turn, buttons=ASKING if walk else ())


def _idle(trainer: Trainer, problem: str) -> QuestionModel:
    section, coming = trainer.section, trainer.next_due_date(trainer.section)
    if section is Section.MISTAKES and trainer.unsearched:
        said = _("Every move of the position is searched; this takes a few seconds.")
        return QuestionModel("", ((_("Analysing your mistakes"), "text"),), (said,))
    if section is Section.ENDGAMES and problem:
        return QuestionModel("", ((_("There are no endgames"), "mistake_text"),), (problem,))
    next_one: tuple[str, ...] = ()
    if coming is not None:
        day = format_day(coming, trainer.practice.today())
        ahead = with_key_names(_("Practise ahead ({practice_ahead}) to see it sooner."))
        next_one = _("The next one comes back {day}.", day=day), ahead
    if section is Section.ENDGAMES and trainer.grade < HARDEST:
        further = _("All endgames of grade {grade} are done: Harder ({practice_harder}) has more.")
        said = with_key_names(further, grade=trainer.grade)
        return QuestionModel("", ((_("Nothing is due"), "text"),), (said, *next_one))
    if section is Section.MISTAKES and not trainer.keys:
        said = with_key_names(_("Play a game, open the page Review and press {review_start} there."))
        more = _("Mistakes appear here: moves that lost 4 discs or more, or a won game.")
        note = _("Only your own moves, not those of games you open")
        return QuestionModel(note, ((_("No mistakes yet"), "text"),), (said, more))
    return QuestionModel("", ((_("Nothing is due today"), "good"),), next_one)


def _heading(walk: Walk) -> str:
    if walk.idea is not None:
        return _("Lesson {number}: {name}", number=walk.idea.number, name=_(WORDS[walk.idea].title))
    return _("Learn from your mistakes") if walk.is_own else _("Learn from this game")


def _segments(walk: Walk) -> tuple[str, ...]:
    colours = [OPEN if how is None else COLOURS[how] for how in walk.findings]
    if walk.task is not None and not walk.task.is_over:
        colours[walk.at] = NOW
    return tuple(colours)


def _note(task: Exercise) -> str:
    """Describes a task: 'White to move · 9 empty squares · grade 1 of 5'."""
    side, count = _("{side} to move", side=task.board.turn.label), task.board.empties
    empties = ngettext("{count} empty square", "{count} empty squares", count, count=count)
    how = _("solved") if task.is_exact else _("estimated")
    if isinstance(task.source, Puzzle):
        how = _("grade {grade} of {most}", grade=task.source.grade, most=HARDEST)
    return f"{side} · {empties} · {how}"


def _asked(task: Exercise, walk: Walk | None) -> tuple[InkedLines, tuple[str, ...]]:
    hint = (_("It is one of these three."),) if task.is_hinted else ()
    side, source = task.board.turn, task.source
    if walk is not None and walk.idea is not None:
        return ((_(WORDS[walk.idea].question, other=side.other.label), "text"),), hint
    aim = _(AIMS[task.aim]), "text"
    if isinstance(walk, GameWalk):
        number, move = walk.number_of(task), format_move(_played(task))
        said = _("Move {number}. {side} played {move}.", number=number, side=side.label, move=move)
        if walk.is_own:
            said = _("Move {number}. You played {move}.", number=number, move=move)
        return ((said, "text"), aim), hint
    if isinstance(source, Mistake):
        return (aim,), (_("{move} was played in the game. What is better?", move=format_move(source.played)),)
    return (aim,), (_("Click the square, or type it: a letter, then a digit."),)


def _played(task: Exercise) -> Move:
    """Returns the move played in the game; in a lesson, the answer."""
    move = task.source.played if isinstance(task.source, Mistake) else task.answer
    assert move is not None
    return move


def _why_wrong(task: Exercise, idea: Idea | None) -> tuple[InkedLines, tuple[str, ...]]:
    """Explains a wrong answer: by what the idea counts, else as the coach would; in a game, with its cost."""
    found = task.answered
    assert found is not None
    refutation, reason = _refutation(task, found)
    head = _("Not {move}.", move=format_move(found.move)), "mistake_text"
    if idea is None:
        head = describe_cost(task, found), "mistake_text"
    counted = "" if idea is None else describe_count(idea, task.board, refutation.move)
    if counted and reason.kind is not CoachReasonKind.CORNER:
        return (head, (counted, "text")), ()
    said, further = describe_coach_reason(refutation, reason)
    known = (head,) if idea is None and reason.kind is CoachReasonKind.LOSS else (head, (said, "text"))
    played = _played(task)
    is_corner = reason.kind is CoachReasonKind.CORNER
    if is_corner and played != task.answer and set(reason.squares) & set(given_corners(task.board, played)):
        further = _("{move} gave it away, too. Look elsewhere.", move=format_move(played))
    return known, (further,) if further else ()


def _refutation(task: Exercise, found: RatedMove) -> tuple[Refutation, CoachReason]:
    """Returns the refutation of an answer, from its score and the best one, and the reason against it."""
    best, kind = task.best, Kind.EXACT if task.is_exact else Kind.ESTIMATE
    lines = best.line or (best.move,), found.line[1:]
    judged = Judgement(best.score, found.score, DEPTH, kind, FULL_WIDTH, *lines)
    return Refutation(task.board, found.move, judged), coach_reason(task.board, found.move, judged)


def _solution(task: Exercise, walk: Walk | None) -> tuple[InkedLines, tuple[str, ...]]:
    """Returns the answer, in a walk with a reason; then what the numbers mean or what moves are worth."""
    idea = None if walk is None else walk.idea
    best, answer, ink = format_move(task.best.move), format_move(_shown(task)), "good"
    if (wrong := task.answered) is not None and not task.is_right:
        head, ink = describe_cost(task, wrong), "mistake_text"
    elif not task.is_right:
        head, ink = _("The answer is {move}.", move=best), "text"
    elif answer == best:
        head = _("Right: {move}.", move=best)
    elif task.lost:
        head = _("Nearly as good: {move}.", move=answer)
    else:
        head = _("As good: {move}.", move=answer)
    reason, played = "" if walk is None else _reason(idea, task.board, _shown(task)), played_in_game(task)
    if walk is not None and not reason and played is not None:
        reason = "".join(describe_against(_refutation(task, played)[0])[:1])
    lines = ((head, ink), *(((reason, "text"),) if reason else ()))
    if idea is not None:
        return lines, tuple(filter(None, (explain_numbers(idea, task.board),)))
    worths = describe_worths(task, task.tried, played)
    if played is None:
        return lines, (worths,)
    return lines, (worths, _("In the game: {loss}", loss=describe_cost(task, played)))


def _reason(idea: Idea | None, board: Board, move: Move) -> str:
    """Returns one sentence in favour of a move, based on counting; '' if no reason is known."""
    counted = "" if idea is None else describe_count(idea, board, move)
    if counted:
        return counted
    known = reasons(board, move)
    wanted = [each for each in known if idea is not None and each.kind in REASONS.get(idea, ())]
    good = [*wanted, *(each for each in known if each.is_good)]
    return describe_reason(good[0], move) if good else ""


def _done(walk: Walk) -> QuestionModel:
    if not walk.is_done:
        lines: InkedLines = ((_finding_mistakes(walk), "text"),)
        return QuestionModel(_heading(walk), lines, segments=_segments(walk), buttons=("practice_leave",))
    count, missed = len(walk.questions), len(walk.missed)
    names = GAME_DONE if walk.idea is None else LESSON_DONE
    buttons = tuple(name for name in names if missed or name != "practice_again")
    if isinstance(walk, GameWalk) and walk.review is not None and walk.review.problem:
        said = _("The review failed: {reason}", reason=walk.review.problem)
        return QuestionModel(_heading(walk), ((said, "mistake_text"),), buttons=buttons)
    said = _("{right} of {count} found", right=count - missed, count=count)
    detail = _("What you missed comes back.") if missed else _("The lesson is done.")
    findings = []
    if isinstance(walk, GameWalk):
        if not count:
            said = _("{side} made no mistake in this game", side=walk.color.label)
        again = sum(not is_found for is_found in walk.kept.values())
        detail = ngettext(
            "{count} position comes back tomorrow.", "{count} positions come back tomorrow.", again,
            count=again,
        ) if again else ""  # fmt: skip
        for question, how in zip(walk.questions, walk.findings, strict=True):
            moves = f"{format_move(_played(question))} → {format_move(question.best.move)}"
            if how is not None:
                findings.append((_("Move {number}", number=walk.number_of(question)), moves, how))
    return QuestionModel(
        _heading(walk), ((said, "text"),), (detail,) if detail else (), segments=_segments(walk),
        buttons=buttons, findings=tuple(findings),
    )  # fmt: skip


# The lines


def _card_of_lines(rows: Sequence[tuple[Node, MoveLine]]) -> VerdictModel:
    note = _("After your answer: the best line, and what your move allows.")
    return VerdictModel(_("Lines"), "text", () if rows else (note,), tuple(line for _start, line in rows))


def _lines(task: Task | None) -> list[tuple[Node, MoveLine]]:
    if task is None or not (isinstance(task, Drill) or task.is_over):
        return []
    here, root = task.cursor.node, task.cursor.game.root
    if isinstance(task, Drill):
        left = task.departure
        rows = [(_("Played"), root, (task.cursor.game.node if left is None else left.node).path)]
        if left is not None:
            label = _("Line") if left.is_in_line else _("Book")
            rows.append((label, left.node, task.line_from(left.node)))
            rows.append((_("You"), left.node, () if left.move is None else (left.move,)))
    else:
        known: dict[Move, tuple[str, Node, tuple[Move, ...]]] = {}
        found = (_("Best"), task.best), (_("You"), task.tried), (_("Game"), played_in_game(task))
        for label, each in found:
            if each is not None:
                known.setdefault(each.move, (label, root, each.line or (each.move,)))
        rows = list(known.values())
    return [_row(*each, here) for each in rows if each[2]]


def _row(label: str, start: Node, moves: Sequence[Move], here: Node) -> tuple[Node, MoveLine]:
    with_colors = tuple(playable(start.board, moves))
    below = here.path[len(start.path) :] if here.is_below(start) else ()
    is_on = bool(below) and list(below) == [move for move, _color in with_colors[: len(below)]]
    return start, MoveLine(label, with_colors, len(below) if is_on else None)


# The figures


def _progress(commands: PracticeCommands) -> ProgressModel | ListModel:
    trainer = commands.trainer
    if commands.shown_section is Section.OPENINGS:
        return commands.repertoire.model()
    section, practice = trainer.section, trainer.practice
    days = tuple(practice.tallies(section, DAYS))
    right, answers = sum(tally.right for tally in days), sum(tally.answers for tally in days)
    known = practice.known(section, trainer.keys)
    figures = (
        (format_number(len(trainer.due)), _("due today")),
        (_("{known} / {all}", known=format_number(known), all=format_number(len(trainer.keys))), _("known")),
        (format_share(right / answers if answers else None), _("right")),
    )
    name = _("Mistakes") if section is Section.MISTAKES else _("Endgames")
    title = _("{section}: the last {days} days", section=name, days=DAYS)
    return ProgressModel(title, figures, days)


def _graph(walk: GameWalk) -> GraphModel:
    """Returns the graph of the game, with the mistakes of the side and the cursor at the question."""
    line, task = walk.line, walk.task
    marks = tuple((move.ply, move.judgement.mark) for move in walk.mistakes if move.judgement.mark)
    here = line[-1].ply
    if task is not None:
        here = next(node.ply for node in line if node.board == task.board) + 1
    return GraphModel(known_along(line), here, line[-1].ply, marks)


# The words


def played_in_game(exercise: Exercise) -> RatedMove | None:
    """Returns the move played in the game that the exercise is from, if any."""
    return exercise.rated(exercise.source.played) if isinstance(exercise.source, Mistake) else None


def describe_worths(exercise: Exercise, *others: RatedMove | None) -> str:
    """Describes the worth of the best move and of `others`: 'c2: White +4. d1: about even.'"""
    turn, kind = exercise.board.turn, Kind.EXACT if exercise.is_exact else Kind.ESTIMATE
    known = dict.fromkeys([exercise.best, *filter(None, others)])
    return " ".join(describe_worth(each.move, for_black(each.score, turn), kind) for each in known)


def describe_cost(exercise: Exercise, found: RatedMove) -> str:
    """Describes the loss of a move: 'f7 costs about 5 discs by the end.'"""
    loss = round(exercise.best.score - found.score, 1)
    return describe_cost_by_end(found.move, loss, exercise.is_exact)


def describe_schedule(card: Repetition, today: date) -> str:
    """Describes the next repetition: 'It comes back in 3 days, on 2026-11-25.'"""
    if card.due is None:
        return _("Known at first sight: it does not come back.")
    return _("It comes back {when}.", when=format_day(card.due, today))


def format_day(day: date, today: date) -> str:
    """Formats a day as 'today', 'tomorrow' or 'in 3 days, on 2026-11-25'."""
    days = (day - today).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("tomorrow")
    return ngettext(
        "in {days} day, on {day}", "in {days} days, on {day}", days, days=days, day=format_date(day)
    )


def describe_drill(drill: Drill) -> str:
    """Describes a drill: 'Tiger: you play Black'; at the end, its outcome."""
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
    """Describes what comes next or, after a departure, how the line or the book continues."""
    left = drill.departure
    if left is None:
        ply, plies = drill.cursor.game.node.ply, len(drill.opening.moves)
        said = _("Move {number} of {moves}: play the line's next move.", number=ply + 1, moves=plies)
        if drill.is_line_done:
            said = _("The line is done. You may go on while the book has a reply.")
        return (_("The line is done, and the book ends here.") if drill.has_ended else said,)
    name, line = format_opening(drill.opening), format_line(drill.line_from(left.node))
    said = _("The line is done; the book continues: {line}", line=line)
    if left.is_in_line:
        said = _("{name} continues: {line}", name=name, line=line)
    if left.lost is None or left.move is None:
        return (said,)
    move = format_move(left.move)
    if left.lost:
        return said, _("According to the book: {loss}.", loss=describe_loss(move, left.lost))
    return said, _("According to the book, {move} is as good.", move=move)
