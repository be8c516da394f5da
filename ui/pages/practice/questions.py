"""Questions one after the other: a lesson, or the mistakes of a game. What is shown of them, and where."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pygame import Rect

from game.board import PASS, Board, Color, Move, squares
from game.evaluation import FULL_WIDTH, Judgement, Kind
from game.tree import Node, Shape
from play.coach_reasons import CoachReason, CoachReasonKind, coach_reason
from play.practice.exercise import DEPTH, Exercise, Finding, Mistake, RatedMove
from play.practice.lesson import REASONS, Idea
from play.practice.walk import GameWalk, Walk
from play.reasons import reasons
from play.refutation import Refutation, given_corners
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.board_view import AnswerMark, BoardScene, BoardView, ScoreMark
from ui.board.hint_marks import answer_mark
from ui.boxes import Box, area, button, column, grow, row, solve, text
from ui.buttons import ButtonRow
from ui.input import InputState
from ui.layout import BETWEEN, BoardPlace, Frame, beside_board
from ui.pages.board_page import BoardPageView, PageState
from ui.pages.practice.ideas import WORDS, describe_count, explain_numbers, numbers_of
from ui.pages.practice.state import (
    board_scene,
    describe_cost,
    describe_played,
    describe_worths,
    lines_of,
    played_in_game,
)
from ui.panels import tips
from ui.panels.charts import GraphModel, ScoreGraph, known_along
from ui.panels.panel import BoxPanel
from ui.panels.verdict import VerdictModel, VerdictPanel
from ui.text import _, ngettext
from ui.text.coaching import describe_given
from ui.text.commentary import describe_against, describe_reason
from ui.text.wording import format_move
from ui.theme import LARGE, NORMAL, SMALL, TITLE, Theme

FOUND, MISSED, PLAYED = "✓", "×", "?"
"""Signs beside a disc."""
COLOURS: Final = {Finding.FIRST: "good", Finding.SECOND: "warning", Finding.SHOWN: "mistake_text"}
OPEN, NOW = "edge", "accent"
"""The segments of questions still to be asked, and of the one that is asked."""

# The buttons of the card, by their actions.
ASKING: Final = ("practice_hint",)
REFUTED: Final = ("practice_next", "practice_show")
ANSWERED: Final = ("practice_next",)
LESSON_DONE: Final = ("practice_lesson", "practice_again", "practice_lessons")
GAME_DONE: Final = ("practice_new", "practice_again", "practice_more", "practice_leave")
WALK_BUTTONS: Final = ("practice_back", "practice_on")
# Buttons in a row at most.
BUTTONS: Final = 2


InkedLines = tuple[tuple[str, str], ...]
"""Words, and the ink they are written with."""


@dataclass(frozen=True, slots=True)
class QuestionModel:
    """`lines` are large, each with its ink, `details` follow them; `turn` is the side to move, while it is
    asked. `findings` sum up each question: the move of the game, the best one, and how that was found.
    """

    heading: str
    place: str
    segments: tuple[str, ...]
    lines: InkedLines
    details: tuple[str, ...] = ()
    turn: Color | None = None
    buttons: tuple[str, ...] = ()
    findings: tuple[tuple[str, str, Finding], ...] = ()


@dataclass(frozen=True, slots=True)
class RememberModel:
    heading: str
    sentence: str


@dataclass(frozen=True, slots=True)
class WalkState(PageState):
    question: QuestionModel
    remember: RememberModel | None = None
    graph: GraphModel | None = None
    lines: VerdictModel | None = None
    """In place of the graph, once the question of a game is answered."""
    starts: tuple[Node, ...] = ()
    """Where each of these lines begins."""


def make_walk(walk: Walk, input_state: InputState, shows_legal: bool, problem: str) -> WalkState:
    task = walk.task
    model = _done(walk) if task is None else _asked(walk, task)
    scene = BoardScene() if task is None else _scene(walk, task, input_state, shows_legal)
    remember, status = None, problem or _status(walk, task)
    if walk.idea is not None:
        words, is_over = WORDS[walk.idea], task is None or task.is_over
        remember = RememberModel(_("Remember"), _(words.remember))
        if not is_over:
            remember = RememberModel(_("The idea"), _(words.idea))
    graph = _graph(walk) if isinstance(walk, GameWalk) else None
    lines, starts = lines_of(task) if has_lines(walk) else (None, ())
    return WalkState(scene, status, bool(problem), model, remember, graph, lines, starts)


def has_lines(walk: Walk) -> bool:
    """Whether the lines have a place: in a game, once its question is answered."""
    return walk.idea is None and walk.task is not None and walk.task.is_over


def _status(walk: Walk, task: Exercise | None) -> str:
    if task is None:
        return _("Done") if walk.is_done else _finding_mistakes(walk)
    if task.is_refuted:
        return _("One more try")
    if not task.is_over:
        return _("Your answer: click a square, or type it")
    return _("Right") if task.is_right else _("The answer")


def _finding_mistakes(walk: Walk) -> str:
    return _("Finding your mistakes") if walk.is_own else _("Finding the mistakes")


# The board


def _scene(walk: Walk, task: Exercise, input_state: InputState, shows_legal: bool) -> BoardScene:
    node = task.cursor.node
    scene = board_scene(node, input_state, shows_legal)
    if task.is_refuted or task.is_waiting:
        return _refuted(task, replace(scene, hover=None))
    if not task.is_over:
        return _open(task, scene)
    return _answered(walk, task, scene) if node.ply <= 1 else scene


def _open(task: Exercise, scene: BoardScene) -> BoardScene:
    """With the move of the game, pale, and after a hint with three moves to choose from."""
    if task.is_hinted and scene.legal:
        scene = replace(scene, legal=sum(1 << move for move in task.hints))
    if not isinstance(task.source, Mistake):
        return scene
    move = task.source.played
    answer = AnswerMark(move, task.board.turn, 0, is_ahead=True)
    sign = move, PLAYED, "mistake_text"
    return replace(scene, legal=scene.legal & ~(1 << move), answer=answer, sign=sign)


def _refuted(task: Exercise, scene: BoardScene) -> BoardScene:
    """After a wrong answer, with the reply that it allows."""
    if (found := task.answered) is None:
        return scene
    refutation, reason = _refutation(task, found)
    reply = answer_mark(task.cursor.node.board, reason.answer(refutation.judgement))
    return replace(scene, legal=0, sign=(found.move, MISSED, "mistake_text"), answer=reply)


def _answered(walk: Walk, task: Exercise, scene: BoardScene) -> BoardScene:
    """With the answer, counted on the squares where the idea counts something."""
    best, board, here = task.best.move, task.board, task.cursor.node
    shown = _shown(task)
    if here.parent is not None and here.move not in (best, shown):
        return scene
    scene = replace(scene, sign=(shown if here.move is None else here.move, FOUND, "good"))
    if here.parent is not None or walk.idea is None:
        return scene
    scene = replace(scene, better=shown, legal=0)
    if walk.idea is Idea.BESIDE_CORNERS:
        others = (move for move in squares(board.legal_moves()) if move != shown)
        marks = tuple((move, Shape.CROSS) for move in others if given_corners(board, move))
        return replace(scene, marks=marks)
    numbers = numbers_of(walk.idea, board, task.found).items()
    return replace(scene, hints=tuple(ScoreMark(move, said, "", move == shown) for move, said in numbers))


def _shown(task: Exercise) -> Move:
    """The right answer that was given, else the best one."""
    return task.answer if task.is_right and task.answer is not None else task.best.move


# The card


def _asked(walk: Walk, task: Exercise) -> QuestionModel:
    place = _("{number} of {count}", number=walk.at + 1, count=len(walk.questions))
    model = QuestionModel(_heading(walk), place, _segments(walk), ())
    if task.is_waiting:
        finding_out = _("Finding out what {move} costs …", move=format_move(task.answer or PASS))
        return replace(model, lines=((finding_out, "text"),))
    if task.is_refuted:
        lines, details = _why_wrong(walk, task)
        return replace(model, lines=lines, details=details, buttons=REFUTED)
    if task.is_over:
        lines, details = _solution(walk, task), _solution_details(walk, task)
        return replace(model, lines=lines, details=details, buttons=ANSWERED)
    details = (_("It is one of these three."),) if task.is_hinted else ()
    lines = _question(walk, task)
    return replace(model, lines=lines, details=details, turn=task.board.turn, buttons=ASKING)


def _heading(walk: Walk) -> str:
    if walk.idea is not None:
        return _("Lesson {number}: {name}", number=walk.idea.number, name=_(WORDS[walk.idea].title))
    return _("Learn from your mistakes") if walk.is_own else _("Learn from this game")


def _segments(walk: Walk) -> tuple[str, ...]:
    colours = [OPEN if how is None else COLOURS[how] for how in walk.findings]
    if walk.task is not None and not walk.task.is_over:
        colours[walk.at] = NOW
    return tuple(colours)


def _question(walk: Walk, task: Exercise) -> InkedLines:
    if not isinstance(walk, GameWalk):
        assert walk.idea is not None
        return ((_(WORDS[walk.idea].question, other=task.board.turn.other.label), "text"),)
    number, move, side = walk.number_of(task), format_move(_played(task)), task.board.turn.label
    said = _("Move {number}. {side} played {move}.", number=number, side=side, move=move)
    if walk.is_own:
        said = _("Move {number}. You played {move}.", number=number, move=move)
    return (said, "text"), (_("Find a better move."), "text")


def _played(task: Exercise) -> Move:
    """The move of the game; in a lesson the answer."""
    move = task.source.played if isinstance(task.source, Mistake) else task.answer
    assert move is not None
    return move


def _why_wrong(walk: Walk, task: Exercise) -> tuple[InkedLines, tuple[str, ...]]:
    """What the answer allows: what the idea counts, else what a coach would say; in a game its cost, too."""
    found = task.answered
    assert found is not None
    refutation, reason = _refutation(task, found)
    head = _("Not {move}.", move=format_move(found.move)), "mistake_text"
    if walk.idea is None:
        head = describe_cost(task, found), "mistake_text"
    counted = "" if walk.idea is None else describe_count(walk.idea, task.board, refutation.move)
    if counted and reason.kind is not CoachReasonKind.CORNER:
        return (head, (counted, "text")), ()
    said, further = describe_given(refutation, reason)
    known = (head,) if walk.idea is None and reason.kind is CoachReasonKind.LOSS else (head, (said, "text"))
    played = _played(task)
    if played != task.answer and set(reason.squares) & set(given_corners(task.board, played)):
        further = _("{move} gave it away, too. Look elsewhere.", move=format_move(played))
    return known, (further,) if further else ()


def _refutation(task: Exercise, found: RatedMove) -> tuple[Refutation, CoachReason]:
    """Of an answer, by what is known of it and of the best move; and the reason against it."""
    best, kind = task.best, Kind.EXACT if task.is_exact else Kind.ESTIMATE
    lines = best.line or (best.move,), found.line[1:]
    judged = Judgement(best.score, found.score, DEPTH, kind, FULL_WIDTH, *lines)
    return Refutation(task.board, found.move, judged), coach_reason(task.board, found.move, judged)


def _solution(walk: Walk, task: Exercise) -> InkedLines:
    best, answer, ink = format_move(task.best.move), format_move(_shown(task)), "good"
    if not task.is_right:
        head, ink = _("The answer is {move}.", move=best), "text"
    elif answer == best:
        head = _("Right: {move}.", move=best)
    elif task.lost:
        head = _("Nearly as good: {move}.", move=answer)
    else:
        head = _("As good: {move}.", move=answer)
    reason = _reason(walk.idea, task.board, _shown(task))
    if not reason and (played := played_in_game(task)) is not None:
        reason = "".join(describe_against(_refutation(task, played)[0])[:1])
    return (head, ink), *(((reason, "text"),) if reason else ())


def _reason(idea: Idea | None, board: Board, move: Move) -> str:
    """One sentence for the answer, true by counting; '' where no reason is known."""
    counted = "" if idea is None else describe_count(idea, board, move)
    if counted:
        return counted
    known = reasons(board, move)
    wanted = [each for each in known if idea is not None and each.kind in REASONS.get(idea, ())]
    good = [*wanted, *(each for each in known if each.is_good)]
    return describe_reason(good[0], move) if good else ""


def _solution_details(walk: Walk, task: Exercise) -> tuple[str, ...]:
    if walk.idea is not None:
        said = explain_numbers(walk.idea, task.board)
        return (said,) if said else ()
    worths = describe_worths(task, task.tried, played_in_game(task))
    return " ".join(worths), *describe_played(task)


def _done(walk: Walk) -> QuestionModel:
    if not walk.is_done:
        lines: InkedLines = ((_finding_mistakes(walk), "text"),)
        return QuestionModel(_heading(walk), "", _segments(walk), lines, buttons=("practice_leave",))
    count, missed = len(walk.questions), len(walk.missed)
    names = GAME_DONE if walk.idea is None else LESSON_DONE
    buttons = tuple(name for name in names if missed or name != "practice_again")
    said, detail = _("{right} of {count} found", right=count - missed, count=count), ""
    if isinstance(walk, GameWalk):
        again = sum(how is not Finding.FIRST for how in walk.findings)
        if not count:
            said = _("{side} made no mistake in this game", side=walk.color.label)
        elif again:
            detail = ngettext(
                "{count} position comes back tomorrow.",
                "{count} positions come back tomorrow.",
                again,
                count=again,
            )
    else:
        detail = _("What you did not find is asked again.") if missed else _("The lesson is done.")
    lines, details = ((said, "text"),), (detail,) if detail else ()
    findings = _findings(walk) if isinstance(walk, GameWalk) else ()
    return QuestionModel(
        _heading(walk), "", _segments(walk), lines, details, buttons=buttons, findings=findings
    )


def _findings(walk: GameWalk) -> tuple[tuple[str, str, Finding], ...]:
    return tuple(
        (
            _("Move {number}", number=walk.number_of(question)),
            f"{format_move(_played(question))} → {format_move(question.best.move)}",
            how,
        )
        for question, how in zip(walk.questions, walk.findings, strict=True)
        if how is not None
    )


def describe_finding(how: Finding) -> str:
    """'✓ second try'"""
    words = {Finding.FIRST: _("found"), Finding.SECOND: _("second try"), Finding.SHOWN: _("shown")}
    return f"{MISSED if how is Finding.SHOWN else FOUND} {words[how]}"


def _graph(walk: GameWalk) -> GraphModel:
    """The game, with the mistakes of the side, and where the question is from."""
    line, task = walk.line, walk.task
    marks = tuple((move.ply, move.judgement.mark) for move in walk.mistakes if move.judgement.mark)
    here = line[-1].ply
    if task is not None:
        here = next(node.ply for node in line if node.board == task.board) + 1
    return GraphModel(known_along(line), here, line[-1].ply, marks)


# Where it is shown

# The least width of a card beside the board, as in a calm game.
PANEL: Final = 300
# Heights at a scale of 1: of the card, at least, and of what is below it.
CARD: Final = 300
LEAST_CARD: Final = 196
BELOW: Final = 200
LEAST_BELOW: Final = 80
REMEMBER: Final = 92
# A card less wide has smaller letters where it has much to say.
NARROW: Final = 400
SEGMENT: Final = 6
BUTTON: Final = 40
PADDING: Final = 28


@dataclass(frozen=True)
class WalkLayout(BoardPlace):
    question: Rect
    below: Rect

    @classmethod
    def of(cls, frame: Frame, theme: Theme, is_lesson: bool = False, is_done: bool = False) -> "WalkLayout":
        """The card is of one height while questions are asked, so that its buttons stay where they are; at
        the end there is room for the findings in it.
        """
        board, panel = beside_board(frame, frame.px(PANEL))
        card = area("question", 0, CARD, least=LEAST_CARD)
        below = area("below", 0, REMEMBER if is_lesson else BELOW, least=LEAST_BELOW, order=1)
        if frame.is_portrait:
            content = row(grow(card), grow(below), gap=BETWEEN)
        elif is_done and not is_lesson:
            content = column(grow(card), below, gap=BETWEEN)
        else:
            content = column(card, below, grow(), gap=BETWEEN)
        return cls.with_areas(board, solve(content, theme, panel).areas)


class QuestionPanel(BoxPanel[QuestionModel]):
    padding = (24, 20)

    def __init__(self, theme: Theme, rect: Rect, actions: Actions) -> None:
        super().__init__(theme, rect)
        self._actions = actions

    def content(self, model: QuestionModel) -> Box:
        place = text(model.place, NORMAL, SMALL, ink="quiet") if model.place else None
        head = row(grow(text(model.heading, NORMAL, SMALL, ink="quiet", lines=1)), place)
        bars = self.segments_box(model.segments, SEGMENT, 6)
        is_narrow = self.rect.width < self.theme.px(NARROW) and len(model.lines) + len(model.details) > 1
        sizes = (LARGE, NORMAL, SMALL) if is_narrow else (TITLE, LARGE, NORMAL, SMALL)
        lines = (text(words, *sizes, ink=ink, bold=True) for words, ink in model.lines)
        details = (text(words, LARGE, NORMAL, SMALL, order=1) for words in model.details)
        turn = None
        if model.turn is not None:
            disc = self.disc_box(model.turn, 20)
            turn = row(disc, grow(text(_("{side} to move", side=model.turn.label), LARGE, NORMAL)), order=2)
        names = model.buttons
        rows = [names[first : first + BUTTONS] for first in range(0, len(names), BUTTONS)]
        buttons = column(*map(self._button_row, rows), gap=8)
        said = column(
            column(head, bars, gap=8), *lines, turn, *details, *map(self._finding, model.findings), grow(),
            gap=8, tip=tips.QUESTION,
        )  # fmt: skip
        return column(grow(said), buttons if model.buttons else area("", 0, BUTTON, least=28), gap=8)

    def _button_row(self, names: Sequence[str]) -> Box:
        actions = (self._actions[name] for name in names)
        return row(*(button(each, height=BUTTON, least=28, padding=PADDING) for each in actions), gap=8)

    def _finding(self, finding: tuple[str, str, Finding]) -> Box:
        number, moves, how = finding
        return row(
            text(number, NORMAL, SMALL, ink="quiet", width=90), grow(text(moves, NORMAL, bold=True, lines=1)),
            text(describe_finding(how), NORMAL, SMALL, ink=COLOURS[how], lines=1), gap=8, order=3,
        )  # fmt: skip


class RememberPanel(BoxPanel[RememberModel]):
    def content(self, model: RememberModel) -> Box:
        heading = text(model.heading, NORMAL, SMALL, ink="quiet", lines=1)
        return column(
            heading, text(model.sentence, LARGE, NORMAL, SMALL, bold=True), grow(), tip=tips.REMEMBER
        )


class WalkView(BoardPageView):
    def __init__(
        self, theme: Theme, frame: Frame, coordinates: Coordinates, actions: Actions, walk: Walk
    ) -> None:
        is_lesson = walk.idea is not None
        self.layout = layout = WalkLayout.of(frame, theme, is_lesson, walk.is_done)
        self.question = QuestionPanel(theme, layout.question, actions)
        self.remember = RememberPanel(theme, layout.below)
        self.graph = ScoreGraph(theme, layout.below, has_title=True)
        self.button_rows: tuple[ButtonRow, ...] = (self.question.buttons,)
        below = "remember" if is_lesson else "graph"
        if has_lines(walk):
            below, buttons = "lines", [actions[name] for name in WALK_BUTTONS]
            self.lines = VerdictPanel(theme, layout.below, (tips.LINES, tips.LINES), buttons)
            self.button_rows += (self.lines.buttons,)
        self.show_panels(BoardView(theme, layout, coordinates), ("question", below))
