"""The learner is asked what a search does next, and told whether that was right, and why."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from ai.limits import Algorithm
from play.predict import Answer, Question, Sitting, few, questions_of
from play.slow_motion import Run
from play.transport import Transport
from ui.actions import Action, Gesture, Group, Place
from ui.input import Key
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.part import PartCommands
from ui.text import N_, _
from ui.window import Window

# The most questions of one search.
QUESTIONS: Final = 9


class Predict:
    """Off until it is asked for. A question waits until it is answered or let go.

    `show` brings a step in sight, `change` is called when there are other buttons.
    """

    def __init__(self, show: Callable[[int], None], change: Callable[[], None]) -> None:
        self.is_on = False
        self.sitting = Sitting()
        self.question: Question | None = None
        self.given: Answer | None = None
        """The answer, once it is given."""
        self._run: Run | None = None
        self._left: list[Question] = []
        self._show = show
        self._change = change

    @property
    def is_asking(self) -> bool:
        return self.question is not None and self.given is None

    def toggle(self) -> None:
        self.is_on = not self.is_on
        self._run = None
        self.let_go()

    def ask(self, run: Run, before: int, after: int) -> None:
        """Stop at the first question on the way from one step to a later one, if there is any."""
        if not self.is_on or after <= before or run.choice.algorithm is Algorithm.MINIMAX:
            return
        if self._run is not run:
            self._run, self._left = run, list(few(questions_of(run), QUESTIONS))
        found = next((each for each in self._left if before < each.step <= after), None)
        if found is not None:
            self._left.remove(found)
            self.question, self.given = found, None
            self._show(found.step)
            self._change()

    def answer(self, number: int) -> None:
        """Choose one of the answers, from 0."""
        question = self.question
        if question is not None and self.is_asking and number < len(question.options):
            self.given = question.options[number]
            self.sitting.answer(question, self.given)
            self._show(question.seen)
            self._change()

    def let_go(self) -> None:
        """Ask no more what is asked, if anything is."""
        if self.question is not None:
            self.question = self.given = None
            self._change()

    def take_key(self, key: int) -> bool:
        """Whether it is the digit of an answer, which is given then."""
        number = key - pygame.K_1
        if not (self.is_asking and 0 <= number < len(self.rows)):
            return False
        self.answer(number)
        return True

    @property
    def rows(self) -> tuple[Action, ...]:
        """The answers that can be given now."""
        options = self.question.options if self.question is not None and self.is_asking else ()
        return tuple(
            Action(f"answer_{n}", f"{n + 1}  {option.text()}", N_("Give this answer"),
                   partial(self.answer, n), group=Group.LINES)
            for n, option in enumerate(options)
        )  # fmt: skip

    def words(self) -> tuple[str, str] | None:
        """What is asked; or whether the answer was right, and what the search did. None: nothing is asked."""
        if self.question is None or self._run is None:
            return None
        if self.given is None:
            return self.question.text(), ""
        right = self.question.answer
        said = _("Right: {answer}.") if self.given == right else _("Wrong: {answer} is right.")
        verdict = f"{said.format(answer=right.text())} {self.sitting.text()}."
        return verdict, self._run.show(self.question.seen).sentence.text()


class PlayedCommands(PartCommands):
    """Of a part that plays a search, and may ask what it does next."""

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.predict = Predict(self.show_step, window.rebuild)
        self.own_rows = self.make_rows()

    @abstractmethod
    def make_rows(self) -> tuple[Action | Gesture, ...]: ...

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:  # type: ignore[override]
        return *self.own_rows, *self.predict.rows

    @property
    @abstractmethod
    def transport(self) -> Transport | None:
        """Of what is in sight, once there is something to play."""

    @property
    @abstractmethod
    def run(self) -> Run | None:
        """The search that questions are about."""

    @property
    def is_playing(self) -> bool:
        return self.transport is not None and self.transport.is_playing

    def update(self, dt: float) -> None:
        if (transport := self.transport) is not None:
            before = transport.step
            transport.update(dt)
            self.ask(before)

    def ask(self, before: int) -> None:
        """If there is a question on the way from that step."""
        if self.run is not None and self.transport is not None:
            self.predict.ask(self.run, before, self.transport.step)

    def show_step(self, step: float) -> None:
        if self.transport is not None:
            self.transport.pause()
            self.transport.go_to(step)

    def travel(self, share: float) -> None:
        self.predict.let_go()
        if self.transport is not None:
            self.show_step(share * self.transport.last)

    def pause(self) -> None:
        self.predict.let_go()
        if self.transport is not None:
            self.transport.pause()

    def toggle_predict(self) -> None:
        self.predict.toggle()

    def predict_row(self, identity: str) -> Action:
        return Action(identity, N_("Ask me"),
                      N_("Questions about what the search does next, with a score for this session"),
                      self.toggle_predict, (Key(pygame.K_F7),), Group.LINES, Place.SEARCH,
                      is_on=lambda: self.predict.is_on, icon="help", has_words=True)  # fmt: skip
