"""You are the algorithm: the scene in which the learner carries out a search on a written tree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from operator import attrgetter
from typing import Any, Final

import pygame
from pygame import Rect, Surface

from ai.reference.searches import INFINITE
from ai.reference.tree import Path
from ai.reference.written import LARGEST, WrittenTree
from ai.trace.written import Figure, NodeMark
from play.exercise_role import Role
from play.tree_exercise import OUTCOMES, Attempt, ExerciseQuestion, ExerciseStep, Topic, TreeExercise, tree_of
from ui.actions import Action, Gesture, Group, Place
from ui.board.board_view import BoardScene
from ui.boxes import Box, area, column, grow, picture, row, solve, text
from ui.input import ENTER, Key, is_plain
from ui.layout import SMALL_GAP, Frame
from ui.pages.lab.cards import TimeModel, TimePanel, bar_button
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.part import LabPart, LabState, LabView, PartCommands
from ui.pages.lab.scenes import SentenceModel, SentencePanel
from ui.panels.panel import COLOURS, BoxPanel, Panel
from ui.panels.tips import EXERCISE_QUESTION, EXERCISE_TREE
from ui.text import N_, _
from ui.text.wording import capitalised
from ui.theme import LARGE, SMALL, Theme
from ui.window import Window
from ui.written_view import WrittenScene, WrittenTreePanel

# Lengths at a scale of 1.
SENTENCE: Final = 64
SIDE: Final = (440, 316)  # its width, and its width in a page narrower than NARROW
NARROW: Final = 1000
FIELD: Final = 40
ON_SHEET: Final = 6
INFINITY: Final = "∞"
ROLES: Final = tuple(f"exercise_{role.value}" for role in Role)
BUTTONS: Final = tuple(f"exercise_{name}" for name in ("check", "hint", "show", "position"))
MOST_STEPS: Final = 12
LONGEST: Final = len(f"-{LARGEST + 1}")  # a null window reaches one beyond the leaves


class ExerciseCommands(PartCommands):
    """The exercise and the answer in progress: `fields`, the `marked` branches or an `outcome`."""

    has_position = False

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.role, self.seed = Role.ALPHABETA, 1
        self.own_tree: Callable[[], WrittenTree] | None = None
        """Makes the tree in place of the randomly drawn ones, if set."""
        self.own_rows = self._make_rows()
        self._start()

    def _start(self) -> None:
        """Starts an exercise with the current tree and role."""
        if self.own_tree is None:
            self.attempt = Attempt(TreeExercise.drawn(self.seed, self.role))
        else:
            self.attempt = Attempt(TreeExercise(self.own_tree(), self.role))
        self._clear()

    def _clear(self) -> None:
        """Discards the answer in progress."""
        self.fields = [""] * (0 if self.question is None else len(field_labels(self.question)))
        self.wrong = set[int]()  # the fields whose answer is wrong
        self.field = 0
        self.marked: set[int] = set()
        self.cursor: int | None = None
        self.outcome: int | None = None

    @property
    def question(self) -> ExerciseQuestion | None:
        return self.attempt.question

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        return *self.own_rows, *self.outcomes

    @property
    def outcomes(self) -> tuple[Action, ...]:
        question = self.question
        options = question.options if question is not None and question.kind is Topic.BET else ()
        return tuple(
            Action(f"outcome_{n}", f"{n + 1}  {_(OUTCOMES[n].value)}", N_("Choose this answer"),
                   partial(self.choose, n), group=Group.LINES, is_on=partial(self._is_chosen, n))
            for n in options
        )  # fmt: skip

    @property
    def is_running(self) -> bool:
        return False

    @property
    def takes_digits(self) -> bool:
        return self.question is not None

    def update(self, dt: float) -> None:  # noqa: ARG002
        if self.question is None:
            self.lab.done.add(self.lab.scene)

    # The commands of the buttons

    def choose_role(self, role: Role) -> None:
        self.role = role
        self._restart()

    def new_tree(self) -> None:
        self.seed += 1
        self.use_tree(None)

    def use_position(self) -> None:
        board = self.lab.board
        self.use_tree(lambda: tree_of(board, *self.role.size))

    def open_tree(self) -> None:
        from ui.dialogs.own_tree import OwnTreeDialog, TreeForm  # loads pygame_gui

        form = TreeForm(self.attempt.exercise.tree.text(), str(self.seed), *self.role.size)
        self.window.open_dialog(OwnTreeDialog(form, lambda _form, tree: self.use_tree(lambda: tree)))

    def offer_sheet(self) -> None:
        """Offers to save a sheet of exercises for paper: the trees of this seed and the next ones."""
        from ui.dialogs.share import PageDialog, WebPage
        from ui.sheet import sheet_page

        place = self.window.folder / f"sheet-{self.seed}.html"
        page = WebPage(place, partial(sheet_page, self.seed, ON_SHEET, (self.role,)))
        self.window.open_dialog(PageDialog(page, self.window.report_saved))

    def use_tree(self, make: Callable[[], WrittenTree] | None) -> None:
        self.own_tree = make
        self._restart()

    def _restart(self) -> None:
        self._start()
        self.window.rebuild()

    def check(self) -> None:
        given = self.given
        if given is not None:
            count = self.attempt.count
            self.attempt.answer(given)
            self.wrong = set(range(len(self.fields)))
            if self.attempt.count != count:
                self._clear()
            self.window.rebuild()

    def hint(self) -> None:
        self.attempt.has_hint = True

    def show(self) -> None:
        self.attempt.show()
        self._clear()
        self.window.rebuild()

    def choose(self, outcome: int) -> None:
        self.outcome = outcome

    def _is_chosen(self, option: Role | int) -> bool:
        return option in (self.role, self.outcome)

    @property
    def given(self) -> tuple[int, ...] | None:
        """The answer in progress; None while it is incomplete."""
        question = self.question
        if question is None:
            return None
        if question.kind is Topic.CUTS:
            return tuple(sorted(self.marked))
        if question.kind is Topic.BET:
            return None if self.outcome is None else (self.outcome,)
        handed = question.handed_down or (None,) * len(self.fields)
        values = [_value_of(words, handed[n]) for n, words in enumerate(self.fields)]
        found = tuple(value for value in values if value is not None)
        return found if len(found) == len(values) else None

    # Keys and clicks

    def toggle(self, place: int) -> None:
        """Marks a branch as cut, or unmarks it."""
        if self.question is not None and place in self.question.options:
            self.marked ^= {place}
            self.cursor = place

    def on_key(self, event: pygame.event.Event) -> bool:
        """Handles a key for the answer or, at the end, Enter for a new tree; returns whether it was used."""
        question = self.question
        if question is None and event.key in ENTER:
            self.new_tree()
            return True
        if question is None or not is_plain(event):
            return False
        written, key = event.unicode, event.key
        step = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}.get(key, 0)
        if self.fields:
            return self._type(event, step)
        options = question.options
        if step:
            now = self.cursor if question.kind is Topic.CUTS else self.outcome
            at = options.index(now) + step if now in options else 0 if step > 0 else -1
            found = options[at % len(options)]
            self.cursor, self.outcome = found, found
        elif question.kind is Topic.CUTS and key == pygame.K_SPACE:
            self.toggle(options[0] if self.cursor is None else self.cursor)
        elif question.kind is Topic.CUTS and written.upper() in question.visit.branches:
            self.toggle(question.visit.branches.index(written.upper()))
        elif written.isdecimal():
            place = int(written) - 1
            if question.kind is Topic.CUTS:
                self.toggle(place)
            elif place in options:
                self.outcome = place
        else:
            return False
        return True

    def _type(self, event: pygame.event.Event, step: int) -> bool:
        """Types into the field, replacing a wrong answer. Tab in a single field is left to the buttons."""
        words, written = "" if self.field in self.wrong else self.fields[self.field], event.unicode
        if event.key == pygame.K_TAB:
            if len(self.fields) == 1:
                return False
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
        if step:
            self.field = (self.field + step) % len(self.fields)
            return True
        if event.key == pygame.K_BACKSPACE:
            words = words[:-1]
        elif written.lower() in ("i", INFINITY):
            words = words.removesuffix(INFINITY)[:1].strip("0123456789") + INFINITY
        elif written in ("-", "−"):
            words = words[1:] if words.startswith("−") else f"−{words}"
        elif written.isdecimal():
            words = (words.removesuffix(INFINITY) + str(int(written)))[:LONGEST]
        else:
            return False
        self.fields[self.field] = words
        self.wrong.discard(self.field)
        return True

    def _make_rows(self) -> tuple[Action, ...]:
        def is_open() -> bool:
            return self.question is not None

        return (
            *(
                Action(f"exercise_{role.value}", capitalised(_(role.term)), N_("Do what this search does"),
                       partial(self.choose_role, role), group=Group.LINES,
                       is_on=partial(self._is_chosen, role))
                for role in Role
            ),
            Action("exercise_check", N_("Check"), N_("Check the answer"), self.check,
                   (Key(pygame.K_RETURN),), Group.LINES, is_primary=True,
                   is_possible=lambda: self.given is not None,
                   why_not=N_("Give an answer first"), aliases=(Key(pygame.K_KP_ENTER),)),
            Action("exercise_hint", N_("Hint"), N_("How to find the answer"), self.hint, (Key(pygame.K_F7),),
                   Group.LINES, is_possible=is_open, icon="hint", has_words=True),
            Action("exercise_show", N_("Show this step"), N_("Fill in the answer; it does not count"),
                   self.show, (Key(pygame.K_F4),), Group.LINES, is_possible=is_open, icon="show",
                   has_words=True),
            Action("exercise_position", N_("From the board"), N_("A tree of moves from this position"),
                   self.use_position, (), Group.LINES, icon="board", has_words=True,
                   is_possible=lambda: not self.lab.problem),
            Action("exercise_own", N_("Own tree"), N_("A tree that you type, or make from a number"),
                   self.open_tree, (Key(pygame.K_g, control=True),), Group.LINES, Place.GAME, icon="edit",
                   has_words=True),
            Action("exercise_sheet", N_("Sheet"), N_("Six such exercises for paper, with solutions"),
                   self.offer_sheet, (Key(pygame.K_p, control=True),), Group.LINES, Place.GAME,
                   icon="copy", has_words=True),
            Action("exercise_new", N_("New tree"), N_("The tree of the next seed"), self.new_tree,
                   (Key(pygame.K_INSERT),), Group.LINES, icon="again", has_words=True),
        )  # fmt: skip


def _value_of(words: str, handed_down: int | None) -> int | None:
    """Returns the value of a field, None if it has none; an empty field takes the one handed down."""
    if not words:
        return handed_down
    sign, digits = -1 if words.startswith("−") else 1, words.removeprefix("−")
    if digits == INFINITY:
        return sign * INFINITE
    return sign * int(digits) if digits else None


# The view


class ExerciseQuestionPanel(SentencePanel):
    tip = EXERCISE_QUESTION


class ExerciseTreePanel(WrittenTreePanel):
    tip = EXERCISE_TREE
    has_card = True


@dataclass(frozen=True, slots=True)
class AnswerField:
    label: str
    words: str
    edge: str = "good"
    ink: str = "text"


@dataclass(frozen=True, slots=True)
class AnswerModel:
    """`detail` helps with the question or gives the result; `steps` are all steps so far."""

    fields: tuple[AnswerField, ...]
    detail: str
    score: str
    steps: tuple[ExerciseStep, ...]


class AnswerPanel(BoxPanel[AnswerModel]):
    """The fields of the node, the outcomes to choose from, and as many of the last steps as fit."""

    tip = EXERCISE_QUESTION

    def __init__(self, theme: Theme, rect: Rect, outcomes: Sequence[Action]) -> None:
        super().__init__(theme, rect)
        self._outcomes = outcomes

    def content(self, model: AnswerModel) -> Box:
        answers = [grow(bar_button(action, "segment")) for action in self._outcomes]
        title, score = grow(text(_("Your steps"), bold=True, lines=1)), text(model.score, SMALL, ink="quiet")
        steps = [self._step(step, n) for n, step in enumerate(reversed(model.steps[-MOST_STEPS:]), start=1)]
        return column(
            row(*map(self._field, model.fields, count()), gap=12) if model.fields else None,
            *(row(*answers[n : n + 2], alike=True) for n in range(0, len(answers), 2)),
            text(model.detail, SMALL) if model.detail else None,
            row(title, score),
            column(*reversed(steps), gap=6, share=1),
            gap=10,
        )

    def _field(self, field: AnswerField, n: int) -> Box:
        def draw(surface: Surface, place: Rect) -> None:
            self.theme.box(surface, place, "well", field.edge, 6, 2)
            self.write(surface, field.words, field.ink, LARGE, bold=True, center=place.center)

        return column(
            text(field.label, SMALL, ink="quiet", lines=1), picture(draw, 0, FIELD, target=n), share=1
        )

    def _step(self, step: ExerciseStep, order: int) -> Box:
        signs = {True: ("✓", "good"), False: ("×", "mistake_text"), None: ("→", "warning")}
        sign, ink = signs[step.is_right]
        reason = text(step.reason, SMALL, ink="quiet") if step.reason else None
        words = column(text(step.words, lines=1), reason, gap=1, share=1)
        return row(text(sign, ink=ink, bold=True, width=16), words, gap=8, order=order)


@dataclass(frozen=True, slots=True)
class ExerciseState(LabState):
    sentence: SentenceModel
    tree: WrittenScene
    answer: AnswerModel


class ExerciseView(LabView):
    def __init__(self, theme: Theme, frame: Frame, commands: ExerciseCommands, window: Window) -> None:
        room, actions = frame.page, window.actions
        groups = [
            ("plain", [actions[name] for name in BUTTONS]),
            ("primary" if commands.question is None else "plain", [actions["exercise_new"]]),
            ("segment", [actions[name] for name in ROLES]),
        ]
        bar = (
            TimePanel(theme, Rect(0, 0, room.width, 0), groups, has_line=False).natural_height(TimeModel())
            / theme.scale
        )
        tree, answer = grow(area("tree")), area("answer", SIDE[room.width < theme.px(NARROW)])
        body = column(tree, grow(answer), gap=SMALL_GAP) if frame.is_portrait else row(tree, answer)
        whole = column(area("sentence", 0, SENTENCE), grow(body), area("time", 0, bar), gap=SMALL_GAP)
        areas = solve(whole, theme, room).areas
        self.tree_panel = ExerciseTreePanel(theme, areas["tree"])
        self.answer = AnswerPanel(theme, areas["answer"], commands.outcomes)
        self.time = TimePanel(theme, areas["time"], groups, has_line=False)
        self.button_rows = (self.answer.buttons, self.time.buttons)
        cards: dict[str, Panel[Any]] = {"sentence": ExerciseQuestionPanel(theme, areas["sentence"])}
        cards |= {"tree": self.tree_panel, "answer": self.answer, "time": self.time}
        self.show_parts(None, ((card, attrgetter(name)) for name, card in cards.items()))

    def draw(self, surface: Surface, *_board: object) -> None:
        self.draw_panels(surface)


class ExercisePart(LabPart):
    commands: ExerciseCommands
    view: ExerciseView
    state: ExerciseState
    keys = N_("Tab next field · I infinity · arrows and Space cut · Enter check · F1 all keys")
    view_class = ExerciseView

    _hovered: Path | None = None

    def on_motion(self, event: pygame.event.Event) -> None:
        self._hovered = self._branch_at(event.pos)

    def on_press(self, event: pygame.event.Event) -> None:
        if event.button != pygame.BUTTON_LEFT:
            return
        branch, field = self._branch_at(event.pos), self.view.answer.at(event.pos)
        if branch is not None:
            self.commands.toggle(branch[-1])
        elif field is not None and field < len(self.commands.fields):
            self.commands.field = field

    def _branch_at(self, position: tuple[int, int]) -> Path | None:
        """Returns the markable branch at a position or above the node there; None if there is none."""
        question, found = self.commands.question, self.view.tree_panel.branch_at(position)
        if question is None or question.kind is not Topic.CUTS or found is None:
            return None
        above = question.visit.path
        is_below = len(found) > len(above) and found[: len(above)] == above
        return found[: len(above) + 1] if is_below and found[len(above)] in question.options else None

    # The state

    def make_state(self) -> ExerciseState:
        commands, question = self.commands, self.commands.question
        attempt = commands.attempt
        exercise, words = attempt.exercise, attempt.score()
        status = exercise.number()
        if question is not None:
            words = ask(question, commands.role)
            said = _("Question {number} of {count}", number=attempt.count + 1, count=len(exercise.questions))
            status = f"{status} · {said}".removeprefix(" · ")
        return ExerciseState(
            *(BoardScene(), status, False, commands.board, TimeModel()),
            SentenceModel(words, COLOURS[commands.role.algorithm]),
            self._scene(question),
            AnswerModel(
                self._fields(question), self._detail(question), attempt.score(), tuple(attempt.steps)
            ),
        )

    def _scene(self, question: ExerciseQuestion | None) -> WrittenScene:
        """Returns the tree: a node shows its window until the search leaves it, then its value."""
        commands, exercise = self.commands, self.commands.attempt.exercise
        marks, cursor = exercise.marks(commands.attempt.count), None
        nodes = {path: NodeMark(mark.figure) if mark.figure else mark for path, mark in marks.nodes.items()}
        marked = (
            frozenset() if question is None else {(*question.visit.path, place) for place in commands.marked}
        )
        if question is not None and question.kind is Topic.CUTS and commands.cursor is not None:
            cursor = (*question.visit.path, commands.cursor)
        marks, colour = replace(marks, nodes=nodes, cut=marks.cut | marked), COLOURS[commands.role.algorithm]
        return WrittenScene(exercise.tree, marks, colour, cursor, self._hovered)

    def _fields(self, question: ExerciseQuestion | None) -> tuple[AnswerField, ...]:
        if question is None:
            return ()
        commands = self.commands
        found = [AnswerField(*shown) for shown in known_values(question, commands.role)]
        labels, handed = field_labels(question), question.handed_down
        for n, words in enumerate(commands.fields):
            edge, ink = "accent" if n == commands.field else "edge", "text" if words else "disabled"
            words = words or (Figure(handed[n]).text() if handed else "")
            found.append(AnswerField(labels[n], words, edge, ink))
        return tuple(found)

    def _detail(self, question: ExerciseQuestion | None) -> str:
        """Returns the hint, the last reason, how to answer, or the result."""
        commands, attempt = self.commands, self.commands.attempt
        if question is None:
            return describe_end(attempt.exercise)
        last = attempt.steps[-1] if attempt.steps else None
        if self.frame.is_projected and last is not None and last.is_right is False:
            return last.reason  # the card of the answer may have no room for it
        if attempt.has_hint:
            return question.hint()
        if question.kind is Topic.CUTS and commands.marked:
            names = ", ".join(question.visit.branches[place] for place in sorted(commands.marked))
            return _("You marked {branches}.", branches=names)
        return how_to_answer(question)


# Shared with the web page of an exercise


def ask(question: ExerciseQuestion, role: Role) -> str:
    return _("You are {search}. {question}", search=_(role.term), question=question.text())


def known_values(question: ExerciseQuestion, role: Role) -> list[tuple[str, str]]:
    """Returns (label, value) for each value shown beside the answer."""
    visit, kind, found = question.visit, question.kind, list[tuple[str, str]]()
    if kind not in (Topic.WINDOW, Topic.GAMMA) and role is not Role.MINIMAX:
        found = [("α", Figure(visit.alpha).text()), ("β", Figure(visit.beta).text())]
    return [*found, (_("value"), visit.figure.text())] if kind is Topic.BET else found


def field_labels(question: ExerciseQuestion) -> tuple[str, ...]:
    """Returns the labels of the fields to fill in; none if the question has options instead."""
    fields = {Topic.WINDOW: ("α", "β"), Topic.GAMMA: ("γ",), Topic.VALUE: (_("value"),)}
    return fields.get(question.kind, ())


def how_to_answer(question: ExerciseQuestion) -> str:
    if question.kind is Topic.CUTS:
        return _("Mark them in the tree; if none is cut, check.")
    grey = _("An empty field means the grey value: the node above began with it.")
    return grey if question.handed_down else ""


def describe_end(exercise: TreeExercise) -> str:
    said = _("The tree is worth {value}. You looked at {looked} of {leaves} leaves.")
    value, looked, leaves = Figure(exercise.value).text(), exercise.looked_at, exercise.tree.leaves
    return said.format(value=value, looked=looked, leaves=leaves)
