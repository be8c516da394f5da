"""You are the algorithm: the scene of the path in which the learner does the search on a written tree."""

from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, Final

import pygame
from pygame import Rect, Surface

from ai.reference.searches import INFINITE
from ai.reference.tree import Path
from ai.reference.written import LARGEST, WrittenTree
from play.tree_exercise import OUTCOMES, Asked, Attempt, Exercise, Figure, Mark, Question, Role, Step, tree_of
from ui.actions import Action, Actions, Group
from ui.board.board_view import BoardScene
from ui.boxes import Box, area, column, grow, picture, row, solve, text
from ui.input import Key, is_plain
from ui.layout import SMALL_GAP, Frame
from ui.pages.lab.cards import TimeModel, bar_button
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.part import LabPart, LabState, LabView, PartCommands
from ui.panels.panel import COLOURS, PADDING, BoxPanel, Panel
from ui.text import N_, _
from ui.text.wording import capitalised
from ui.theme import LARGE, NORMAL, SMALL, TITLE, Theme
from ui.window import Window
from ui.written_view import NodeNote, WrittenScene, WrittenTreeView

# Lengths at a scale of 1.
HEAD: Final = (64, 100)  # with the switch of the searches beside the sentence, and below it
STACKED: Final = 1100  # where it is less wide, the switch is below
BAR: Final = 52
SIDE: Final = (440, 316)  # its width, and that in a window less wide than
NARROW: Final = 1000
ANSWER: Final = (212, 140)  # the height of the card of answers; in a narrow window without outcomes
FIELD: Final = 40
FIRST_SEED: Final = 1
INFINITY: Final = "∞"
ROLES: Final = tuple(f"exercise_{role.value}" for role in Role)
BUTTONS: Final = ("check", "hint", "show", "position", "new")
LONGEST: Final = len(f"-{LARGEST}")


class ExerciseCommands(PartCommands):
    """The exercise, and the answer that is being given: `fields`, the `marked` branches or an `outcome`."""

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.role, self.seed = Role.ALPHABETA, FIRST_SEED
        self.tree: WrittenTree | None = None
        """One of one's own, in place of those that are drawn."""
        self.own_rows = self._make_rows()
        self._start()

    def _start(self) -> None:
        """Begin anew."""
        if self.tree is not None:
            self.attempt = Attempt(Exercise(self.tree, self.role))
        else:
            self.attempt = Attempt(Exercise.drawn(self.seed, self.role))
        self._clear()

    def _clear(self) -> None:
        """Forget the answer that is being given."""
        count = 0 if self.question is None else FIELDS.get(self.question.kind, 0)
        self.fields = [""] * count
        self.field = 0
        self.marked: set[int] = set()
        self.cursor: int | None = None
        self.outcome: int | None = None

    @property
    def question(self) -> Question | None:
        return self.attempt.question

    @property
    def rows(self) -> tuple[Action, ...]:
        return *self._make_rows(), *self.outcomes

    @property
    def outcomes(self) -> tuple[Action, ...]:
        question = self.question
        options = question.options if question is not None and question.kind is Asked.BET else ()
        return tuple(
            Action(f"outcome_{n}", f"{n + 1}  {_(OUTCOMES[n].value)}", N_("Choose this answer"),
                   partial(self.choose, n), group=Group.LINES, is_on=partial(self._is_chosen, n))
            for n in options
        )  # fmt: skip

    @property
    def is_running(self) -> bool:
        return False

    def update(self, dt: float) -> None:  # noqa: ARG002
        if self.question is None:
            self.lab.done.add(self.lab.scene)

    # What the buttons do

    def choose_role(self, role: Role) -> None:
        self.role = role
        self._start()
        self.window.rebuild()

    def new_tree(self) -> None:
        self.tree, self.seed = None, self.seed + 1
        self._start()
        self.window.rebuild()

    def use_position(self) -> None:
        self.use_tree(tree_of(self.lab.board, *self.role.size))

    def use_tree(self, tree: WrittenTree) -> None:
        self.tree = tree
        self._start()
        self.window.rebuild()

    def check(self) -> None:
        """At the end, the next tree."""
        given = self.given
        if self.question is None:
            self.new_tree()
        elif given is not None:
            count = self.attempt.count
            self.attempt.answer(given)
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

    def _is_chosen(self, outcome: int) -> bool:
        return self.outcome == outcome

    @property
    def given(self) -> tuple[int, ...] | None:
        """The answer as it stands; None while it is not complete."""
        question = self.question
        if question is None:
            return None
        if question.kind is Asked.CUTS:
            return tuple(sorted(self.marked))
        if question.kind is Asked.BET:
            return None if self.outcome is None else (self.outcome,)
        handed = question.handed_down or (None,) * len(self.fields)
        values = [_value_of(words, handed[n]) for n, words in enumerate(self.fields)]
        found = tuple(value for value in values if value is not None)
        return found if len(found) == len(values) else None

    # Keys and clicks

    def toggle(self, place: int) -> None:
        """Mark a branch as cut, or no longer."""
        if self.question is not None and place in self.question.options:
            self.marked ^= {place}
            self.cursor = place

    def press(self, event: pygame.event.Event) -> bool:
        """Whether a key is for the answer."""
        question = self.question
        if question is None or not is_plain(event):
            return False
        written, key = event.unicode, event.key
        step = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}.get(key, 0)
        if self.fields:
            return self._type(event, step)
        options = question.options
        if step:
            now = self.cursor if question.kind is Asked.CUTS else self.outcome
            at = options.index(now) + step if now in options else 0 if step > 0 else -1
            found = options[at % len(options)]
            self.cursor, self.outcome = found, found
        elif question.kind is Asked.CUTS and key == pygame.K_SPACE:
            self.toggle(options[0] if self.cursor is None else self.cursor)
        elif question.kind is Asked.CUTS and written.upper() in question.visit.branches:
            self.toggle(question.visit.branches.index(written.upper()))
        elif written.isdecimal():
            place = int(written) - 1
            if question.kind is Asked.CUTS:
                self.toggle(place)
            elif place in options:
                self.outcome = place
        else:
            return False
        return True

    def _type(self, event: pygame.event.Event, step: int) -> bool:
        """Into the field. Tab leads on to the buttons after the last one."""
        words, written = self.fields[self.field], event.unicode
        if event.key == pygame.K_TAB:
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
            if not 0 <= self.field + step < len(self.fields):
                return False
        if step:
            self.field = (self.field + step) % len(self.fields)
            return True
        if event.key == pygame.K_BACKSPACE:
            words = words[:-1]
        elif written in ("i", INFINITY):
            words = words.removesuffix(INFINITY)[:1].strip("0123456789") + INFINITY
        elif written in ("-", "−"):
            words = words[1:] if words.startswith("−") else f"−{words}"
        elif written.isdecimal():
            words = (words.removesuffix(INFINITY) + written)[:LONGEST]
        else:
            return False
        self.fields[self.field] = words
        return True

    def _make_rows(self) -> tuple[Action, ...]:
        def is_open() -> bool:
            return self.question is not None

        return (
            *(
                Action(f"exercise_{role.value}", _label(role), N_("Do what this search does"),
                       partial(self.choose_role, role), group=Group.LINES,
                       is_on=partial(self._is_role, role))
                for role in Role
            ),
            Action("exercise_check", N_("Check"), N_("Check the answer"), self.check,
                   (Key(pygame.K_RETURN),), Group.LINES, is_primary=True,
                   is_possible=lambda: not is_open() or self.given is not None,
                   why_not=N_("Fill in every field first"), is_done=lambda: not is_open(),
                   label_done=N_("New tree"), aliases=(Key(pygame.K_KP_ENTER),)),
            Action("exercise_hint", N_("Hint"), N_("How to find the answer"), self.hint, (Key(pygame.K_F7),),
                   Group.LINES, is_possible=is_open, icon="hint", has_words=True),
            Action("exercise_show", N_("Show this step"), N_("Fill in the answer, which does not count"),
                   self.show, (), Group.LINES, is_possible=is_open, icon="show", has_words=True),
            Action("exercise_position", N_("From the board"), N_("The first moves of the Lab's position as a tree"),
                   self.use_position, (), Group.LINES, icon="board", has_words=True,
                   is_possible=lambda: not self.lab.problem),
            Action("exercise_new", N_("New tree"), N_("The tree of the next seed"), self.new_tree, (),
                   Group.LINES, icon="again", has_words=True),
        )  # fmt: skip

    def _is_role(self, role: Role) -> bool:
        return self.role is role


FIELDS: Final = {Asked.WINDOW: 2, Asked.VALUE: 1, Asked.GAMMA: 1}
"""How many there are to fill in."""


def _label(role: Role) -> str:
    return capitalised(_(role.term))


def _value_of(words: str, handed_down: int | None) -> int | None:
    """What a field says; None for no value. An empty one accepts what is handed down."""
    if not words:
        return handed_down
    sign, digits = -1 if words.startswith("−") else 1, words.removeprefix("−")
    if digits == INFINITY:
        return sign * INFINITE
    return sign * int(digits) if digits else None


# What is shown


@dataclass(frozen=True, slots=True)
class HeadModel:
    words: str
    colour: str


class HeadPanel(BoxPanel[HeadModel]):
    """The question in large letters, and the switch of the searches."""

    padding = (PADDING, 8)

    def __init__(self, theme: Theme, rect: Rect, actions: Actions) -> None:
        super().__init__(theme, rect)
        self._roles = [actions[name] for name in ROLES]

    def content(self, model: HeadModel) -> Box:
        roles = row(*(bar_button(action, "segment") for action in self._roles), gap=0)
        words = text(model.words, TITLE, LARGE, NORMAL, bold=True, lines=2)
        if self.room.width < self.theme.px(STACKED):
            return column(grow(words), row(grow(), roles))
        return row(grow(words), roles, gap=24)

    def edge(self, model: HeadModel) -> str:
        return model.colour


@dataclass(frozen=True, slots=True)
class TreeModel:
    tree: WrittenTree
    scene: WrittenScene


class ExerciseTreePanel(Panel[TreeModel]):
    view: WrittenTreeView | None = None

    def paint(self, surface: Surface, model: TreeModel) -> None:
        if self.view is None or self.view.tree is not model.tree:
            self.view = WrittenTreeView(self.theme, self.inside, model.tree)
        self.view.draw(surface, model.scene)

    def branch_at(self, position: tuple[int, int]) -> Path | None:
        return None if self.view is None else self.view.branch_at(self.local(position))


@dataclass(frozen=True, slots=True)
class Field:
    words: str
    edge: str = "good"
    ink: str = "text"


@dataclass(frozen=True, slots=True)
class AnswerModel:
    labels: tuple[str, ...]
    fields: tuple[Field, ...]
    detail: str
    title: str = ""


class AnswerPanel(BoxPanel[AnswerModel]):
    """The fields of the node, and outcomes where there are some to choose from."""

    def __init__(self, theme: Theme, rect: Rect, commands: ExerciseCommands) -> None:
        super().__init__(theme, rect)
        self._outcomes = commands.outcomes

    def content(self, model: AnswerModel) -> Box:
        fields = (
            grow(column(text(label, SMALL, ink="quiet", lines=1),
                        picture(partial(self._draw_field, field), 0, FIELD, target=n)))
            for n, (label, field) in enumerate(zip(model.labels, model.fields, strict=True))
        )  # fmt: skip
        answers = [grow(bar_button(action, "segment")) for action in self._outcomes]
        return column(
            text(model.title, bold=True, lines=2) if model.title else None,
            row(*fields, gap=12) if model.fields else None,
            *(row(*answers[n : n + 2], alike=True) for n in range(0, len(answers), 2)),
            text(model.detail, SMALL, ink="quiet", lines=3) if model.detail else None,
            gap=8,
        )

    def _draw_field(self, field: Field, surface: Surface, place: Rect) -> None:
        self.theme.box(surface, place, "well", field.edge, 6, 2)
        self.write(
            surface, field.words, field.ink, LARGE, bold=True, room=place.width - 8, center=place.center
        )


@dataclass(frozen=True, slots=True)
class StepsModel:
    score: str
    steps: tuple[Step, ...]


class StepsPanel(BoxPanel[StepsModel]):
    """The last answers, as many as there is room for."""

    def content(self, model: StepsModel) -> Box:
        last, count = model.steps[-MOST_STEPS:], len(model.steps)
        shown = [self._step(step, order=count - n) for n, step in enumerate(last)]
        title = grow(text(_("Your steps"), bold=True, lines=1))
        score = text(model.score, SMALL, ink="quiet", lines=1)
        return column(row(title, score), column(*shown, gap=6, share=1), gap=8)

    def _step(self, step: Step, order: int) -> Box:
        signs = {True: ("✓", "good"), False: ("×", "mistake_text"), None: ("→", "warning")}
        sign, ink = signs[step.is_right]
        reason = text(step.reason, SMALL, ink="quiet") if step.reason else None
        words = column(text(step.words, lines=1), reason, gap=1, share=1)
        return row(text(sign, ink=ink, bold=True, width=16), words, gap=8, order=order)


MOST_STEPS: Final = 12


class BarPanel(BoxPanel[str]):
    """The buttons, and the seed."""

    padding = (12, 8)

    def __init__(self, theme: Theme, rect: Rect, actions: Actions, is_over: bool) -> None:
        super().__init__(theme, rect)
        self._shown = [actions[f"exercise_{name}"] for name in BUTTONS[: len(BUTTONS) - is_over]]

    def content(self, model: str) -> Box:
        return row(*map(bar_button, self._shown), grow(), text(model, SMALL, ink="quiet", lines=1, order=1))


@dataclass(frozen=True, slots=True)
class ExerciseState(LabState):
    head: HeadModel
    tree: TreeModel
    answer: AnswerModel
    steps: StepsModel
    bar: str


class ExerciseView(LabView):
    def __init__(self, theme: Theme, frame: Frame, commands: ExerciseCommands, window: Window) -> None:
        room = frame.page
        is_narrow = room.width < theme.px(NARROW)
        wide, head = SIDE[is_narrow], HEAD[room.width < theme.px(STACKED)]
        answer = ANSWER[is_narrow and not commands.outcomes]
        cards = column(area("answer", wide, answer), grow(area("steps", wide)), gap=SMALL_GAP)
        tree = grow(area("tree"))
        body = column(tree, grow(cards)) if frame.is_portrait else row(tree, cards, gap=SMALL_GAP)
        whole = column(area("head", 0, head), grow(body), area("bar", 0, BAR), gap=SMALL_GAP)
        areas = solve(whole, theme, room).areas
        self.head = HeadPanel(theme, areas["head"], window.actions)
        self.tree_panel = ExerciseTreePanel(theme, areas["tree"])
        self.answer = AnswerPanel(theme, areas["answer"], commands)
        self.bar = BarPanel(theme, areas["bar"], window.actions, commands.question is None)
        steps = StepsPanel(theme, areas["steps"])
        self.button_rows = (self.head.buttons, self.answer.buttons, self.bar.buttons)
        parts: dict[str, Panel[Any]] = {"head": self.head, "tree": self.tree_panel, "answer": self.answer}
        parts |= {"steps": steps, "bar": self.bar}
        self.show_parts(None, ((panel, attrgetter(name)) for name, panel in parts.items()))

    def draw(self, surface: Surface, *_board: object) -> None:
        self.draw_panels(surface)


class ExercisePart(LabPart):
    commands: ExerciseCommands
    view: ExerciseView
    state: ExerciseState
    keys = N_("Tab next field · I infinity · arrows and Space cut · Enter check · F1 all keys")
    view_class = ExerciseView

    def __init__(self, window: Window, commands: ExerciseCommands) -> None:
        super().__init__(window, commands)
        self._hovered: Path | None = None

    def on_key(self, event: pygame.event.Event) -> bool:
        return self.commands.press(event)

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
        """The branch there, or above what is there, that can be marked."""
        question, found = self.commands.question, self.view.tree_panel.branch_at(position)
        if question is None or question.kind is not Asked.CUTS or found is None:
            return None
        above = question.visit.path
        can_mark = found[: len(above)] == above and found[len(above)] in question.options
        return found[: len(above) + 1] if len(found) > len(above) and can_mark else None

    # What is shown

    def make_state(self) -> ExerciseState:
        commands, question = self.commands, self.commands.question
        attempt, role = commands.attempt, commands.role
        exercise, search = attempt.exercise, _(role.term)
        said = _("Question {number} of {count}") if question else _("All {count} questions are answered")
        status = said.format(number=attempt.count + 1, count=len(exercise.questions))
        words = attempt.score()
        if question is not None:
            words = _("You are {search}. {question}", search=search, question=question.text())
        return ExerciseState(
            BoardScene(),
            status,
            False,
            commands.board,
            TimeModel(),
            HeadModel(words, COLOURS[role.algorithm]),
            TreeModel(exercise.tree, self._scene(question)),
            self._result(exercise) if question is None else self._answer(question),
            StepsModel(attempt.score(), tuple(attempt.steps)),
            "" if exercise.seed is None else _("Tree {seed}", seed=str(exercise.seed)),
        )

    def _scene(self, question: Question | None) -> WrittenScene:
        commands, attempt = self.commands, self.commands.attempt
        marks = attempt.exercise.marks(attempt.count)
        cut, now, cursor = {path for path, mark in marks.items() if mark.is_cut}, None, None
        if question is not None:
            now = question.visit.path
            cut |= {(*now, place) for place in commands.marked}
            is_marking = question.kind is Asked.CUTS and commands.cursor is not None
            cursor = (*now, commands.cursor) if is_marking and commands.cursor is not None else None
        notes = {path: _note(mark) for path, mark in marks.items()}
        return WrittenScene(
            notes, COLOURS[commands.role.algorithm], now, frozenset(cut), cursor, self._hovered
        )

    def _answer(self, question: Question) -> AnswerModel:
        commands, visit, kind = self.commands, question.visit, question.kind
        handed = question.handed_down
        fields = []
        for n, words in enumerate(commands.fields):
            edge, ink = "accent" if n == commands.field else "edge", "text" if words else "disabled"
            fields.append(Field(words or ("" if handed is None else Figure(handed[n]).text()), edge, ink))
        if kind not in (Asked.WINDOW, Asked.GAMMA) and commands.role is not Role.MINIMAX:
            fields = [*(Field(Figure(end).text()) for end in (visit.alpha, visit.beta)), *fields]
        if kind is Asked.BET:
            fields.append(Field(visit.figure.text()))
        labels = (
            ("γ",) if kind is Asked.GAMMA else (_("value"),) if len(fields) == 1 else ("α", "β", _("value"))
        )
        fields += [Field("", "edge")] * (len(labels) - len(fields))
        detail, attempt = "", commands.attempt
        if attempt.is_wrong:
            detail = attempt.steps[-1].reason
        elif attempt.has_hint:
            detail = question.hint.text()
        elif kind is Asked.CUTS and commands.marked:
            names = ", ".join(visit.branches[place] for place in sorted(commands.marked))
            detail = _("You marked {branches}. Then check.", branches=names)
        elif kind is Asked.CUTS:
            detail = _("Mark them in the tree, or check if there are none.")
        elif handed is not None:
            detail = _("An empty field takes what the node above has.")
        return AnswerModel(labels, tuple(fields), detail)

    def _result(self, exercise: Exercise) -> AnswerModel:
        looked, leaves = str(exercise.looked_at), str(exercise.tree.leaves)
        said = _("The tree is worth {value}.", value=Figure(exercise.value).text())
        detail = _("You looked at {looked} of {leaves} leaves.", looked=looked, leaves=leaves)
        return AnswerModel((), (), detail, said)


def _note(mark: Mark) -> NodeNote:
    """Its window until it is left, and then its value."""
    if mark.figure is not None or mark.alpha is None or mark.beta is None:
        return NodeNote(mark.figure.text() if mark.figure else "", is_seen=mark.is_looked_at)
    return NodeNote(lines=(f"α {Figure(mark.alpha).text()}", f"β {Figure(mark.beta).text()}"))
