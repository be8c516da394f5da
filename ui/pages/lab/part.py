"""What the parts of the Lab share: board, cards and buttons at their places, time line, moving a tree."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, TypeVar

import pygame
from pygame import Rect

from ai.limits import Algorithm
from game.board import Board
from play.predict import Answer, QuizQuestion, QuizScore, questions_of, sample_questions
from play.settings import Coordinates, Settings
from play.slow_motion import Run, Transport
from ui.actions import Action, Gesture, Group, Place
from ui.board.board_view import BoardView
from ui.buttons import BUTTON, ButtonRow, Buttons, add_buttons, in_rows, row_width
from ui.input import Key
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame, below
from ui.pages.board_page import BoardPage, BoardPageView, PageState
from ui.pages.lab.cards import TimeModel, TimePanel
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.trees import TreePanel
from ui.text import N_, _
from ui.theme import Theme
from ui.tree_view import WHOLE
from ui.window import Window

# Lengths at a scale of 1.
BAR: Final = 52  # with one row of buttons; each further row and a time line of its own take more
ROW: Final = 40
TIME_ROW: Final = 28
TIME_LEAST: Final = 232
SIDE: Final = (224, 88)  # the least height of the card below the board: usually, and above a wide bar
COLUMN: Final = 344
BODY: Final = 480
# Of the width, for the board.
BOARD_SHARE: Final = 0.38
TALL_SHARE: Final = 0.5
# The least width of the frame of a board that says files and ranks.
FRAME: Final = 12
# The most questions of one search.
QUESTIONS: Final = 9
# The pixels, at a scale of 1, after which a press is a drag.
DRAG: Final = 4


@dataclass(frozen=True)
class PartLayout(BoardPlace):
    """The board with a card at its `side`, which is below it, or right of it in a high window; the cards of
    the part in `body`; and the `bar` of buttons at the bottom: below all, or below the body alone.
    """

    side: Rect
    body: Rect
    bar: Rect

    @classmethod
    def of(cls, frame: Frame, bar: int, is_wide: bool = False) -> "PartLayout":
        """`bar` is in pixels."""
        px, gap, small = frame.px, frame.px(GAP), frame.px(SMALL_GAP)
        room = frame.page.inflate(-2 * gap, -2 * gap)
        whole = Rect(room)
        if is_wide or frame.is_portrait:
            room.height -= bar + small
        if frame.is_portrait:
            edge = round(room.width * TALL_SHARE)
            board = Rect(room.left, room.top, edge, edge)
            beside = Rect(board.right + gap, room.top, room.right - board.right - gap, edge)
            return cls(board, beside, below(room, board, small), below(whole, room, small))
        widest, highest = room.width - px(BODY) - gap, room.height - px(SIDE[is_wide]) - small
        edge = min(round(room.width * BOARD_SHARE), highest, widest)
        column = max(edge, px(COLUMN))
        board = Rect(room.left + (column - edge) // 2, room.top, edge, edge)
        left = Rect(room.left, room.top, column, room.height)
        body = Rect(left.right + gap, room.top, room.right - left.right - gap, room.height)
        if is_wide:
            return cls(board, below(left, board, small), body, below(whole, room, small))
        place = Rect(body.left, body.bottom - bar, body.width, bar)
        body.height -= bar + small
        return cls(board, below(left, board, small), body, place)


@dataclass(frozen=True, slots=True)
class LabState(PageState):
    board: Board
    time: TimeModel


class LabView(BoardPageView):
    """Board, bar and time line; a subclass adds cards, called as their models are in the state."""

    tree: TreePanel[Any] | None = None
    is_wide = False
    """Whether the bar is below the board, too."""

    def __init__(self, theme: Theme, frame: Frame, settings: Settings, groups: Sequence[Buttons]) -> None:
        self.theme = theme
        px, padding = theme.px, theme.px(GAP)
        room = PartLayout.of(frame, 0, self.is_wide).bar.width - 2 * padding
        rows = in_rows(groups, partial(row_width, theme), room)
        has_row = len(rows) > 1 or row_width(theme, rows[0]) + px(TIME_LEAST) > room
        bar = px(BAR) + (len(rows) - 1) * px(ROW) + has_row * px(TIME_ROW)
        self.layout = layout = PartLayout.of(frame, bar, self.is_wide)
        self.time = TimePanel(theme, layout.bar)
        buttons = ButtonRow(theme)
        place = Rect(layout.bar.left + padding, 0, room, px(BUTTON))
        place.bottom = layout.bar.bottom - px(10) - (len(rows) - 1) * px(ROW)
        right = 0
        for row in rows:
            right = add_buttons(buttons, theme, place, row)
            place.top += px(ROW)
        self.time.room = Rect(padding, px(8), room, px(TIME_ROW))
        if not has_row:
            left = right + px(GAP + 8) - layout.bar.left
            self.time.room = Rect(left, 0, layout.bar.width - padding - left, layout.bar.height)
        self.button_rows = (buttons,)
        has_room = layout.felt.top - layout.board.top >= px(FRAME)
        is_shown = has_room or settings.coordinates is not Coordinates.OUTSIDE
        self.board = BoardView(theme, layout, settings.coordinates if is_shown else Coordinates.NONE)


class PartCommands(ABC):
    """What can be done in a part, and how its tree is looked at."""

    rows: tuple[Action | Gesture, ...]

    def __init__(self, window: Window, lab: LabCommands) -> None:
        self.window = window
        self.lab = lab
        self.board = lab.board
        self.viewport = WHOLE

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """Whether something is searched or played."""

    @abstractmethod
    def update(self, dt: float) -> None:
        """Go on by `dt` seconds."""

    @abstractmethod
    def travel(self, share: float) -> None:
        """To a place on the time line, 0 .. 1."""

    def stop(self) -> None:  # noqa: B027 - for those that search for long
        """End what would take a core from the game; what it has found stays."""

    def pause(self) -> None:  # noqa: B027 - for those that play
        """Something else is in sight."""

    def handle_key(self, key: int) -> bool:  # noqa: ARG002 - for subclasses
        """Whether it does something that is no action."""
        return False

    def close(self) -> None:
        """The window is closed."""
        self.stop()


class PlayedCommands(PartCommands):
    """Of a part that plays a search, and may ask what that does next. Questions are off until they are asked
    for; one waits until it is answered or let go.
    """

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, lab)
        self.has_questions = False
        self.score = QuizScore()
        self.question: QuizQuestion | None = None
        self.given: Answer | None = None
        """The answer, once it is given."""
        self._asked_of: Run | None = None
        self._left: list[QuizQuestion] = []
        self.own_rows = self.make_rows()

    @abstractmethod
    def make_rows(self) -> tuple[Action | Gesture, ...]: ...

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:  # type: ignore[override]
        return *self.own_rows, *self.answers

    transport: Transport | None
    """Of what is in sight, once there is something to play."""
    run: Run | None
    """The search that questions are about."""

    # Playing

    @property
    def is_playing(self) -> bool:
        return self.transport is not None and self.transport.is_playing

    def update(self, dt: float) -> None:
        if (transport := self.transport) is not None:
            before = transport.step
            transport.update(dt)
            self.ask(before)

    def show_step(self, step: float) -> None:
        if self.transport is not None:
            self.transport.jump(step)

    def travel(self, share: float) -> None:
        self.clear_input()
        if self.transport is not None:
            self.show_step(share * self.transport.last)

    def pause(self) -> None:
        self.clear_input()
        if self.transport is not None:
            self.transport.pause()

    # Asking

    @property
    def is_asking(self) -> bool:
        return self.question is not None and self.given is None

    def toggle_questions(self) -> None:
        self.has_questions = not self.has_questions
        self._asked_of = None
        self.clear_input()

    def ask(self, before: int) -> None:
        """Stop at the first question on the way from that step, if there is any."""
        run, now = self.run, 0 if self.transport is None else self.transport.step
        if not self.has_questions or run is None or run.choice.algorithm is Algorithm.MINIMAX:
            return
        if self._asked_of is not run:
            self._asked_of, self._left = run, list(sample_questions(questions_of(run), QUESTIONS))
        found = next((each for each in self._left if before < each.step <= now), None)
        if found is not None:
            self._left.remove(found)
            self.question, self.given = found, None
            self.show_step(found.step)
            self.window.rebuild()

    def answer(self, number: int) -> None:
        """Choose one of the answers, from 0."""
        question = self.question
        if question is not None and self.is_asking and number < len(question.options):
            self.given = question.options[number]
            self.score.answer(question, self.given)
            self.show_step(question.seen)
            self.window.rebuild()

    def clear_input(self) -> None:
        """Ask no more what is asked, if anything is."""
        if self.question is not None:
            self.question = self.given = None
            self.window.rebuild()

    def handle_key(self, key: int) -> bool:
        """Whether it is the digit of an answer, which is given then."""
        number = key - pygame.K_1
        is_answer = 0 <= number < len(self.answers)
        if is_answer:
            self.answer(number)
        return is_answer

    @property
    def answers(self) -> tuple[Action, ...]:
        """Those that can be given now."""
        options = self.question.options if self.question is not None and self.is_asking else ()
        return tuple(
            Action(f"answer_{n}", f"{n + 1}  {option.text()}", N_("Give this answer"),
                   partial(self.answer, n), group=Group.LINES)
            for n, option in enumerate(options)
        )  # fmt: skip

    def asked(self) -> tuple[str, str] | None:
        """What is asked; or whether the answer was right, and what the search did. None: nothing is asked."""
        if self.question is None or self._asked_of is None:
            return None
        if self.given is None:
            return self.question.text(), ""
        right = self.question.answer
        said = _("Right: {answer}.") if self.given == right else _("Wrong: {answer} is right.")
        verdict = f"{said.format(answer=right.text())} {self.score.text()}."
        return verdict, self._asked_of.show(self.question.seen).sentence.text()

    def questions_row(self, identity: str) -> Action:
        return Action(identity, N_("Ask me"),
                      N_("Questions about what the search does next, with a score for this session"),
                      self.toggle_questions, (Key(pygame.K_F7),), Group.LINES, Place.SEARCH,
                      is_on=lambda: self.has_questions, icon="help", has_words=True)  # fmt: skip


AnyPartCommands = TypeVar("AnyPartCommands", bound=PartCommands)
AnyLabView = TypeVar("AnyLabView", bound=LabView)
AnyLabState = TypeVar("AnyLabState", bound=LabState)


class LabPart(BoardPage[AnyPartCommands, AnyLabView, AnyLabState]):
    """One drags the time line, and moves and zooms the tree."""

    view_class: Callable[..., AnyLabView]
    """It takes the theme, the frame, the commands and the window."""
    pulling: ClassVar[tuple[int, ...]] = (2, 3)
    """The buttons of the mouse that move the tree."""

    def __init__(self, window: Window, commands: AnyPartCommands) -> None:
        super().__init__(window, commands.board)
        self.animator.speed = 0.0
        self.commands = commands
        self.pointer: tuple[int, int] | None = None
        self.is_pulled = False
        """Whether the tree is being moved."""
        self._pressed: tuple[int, int] | None = None  # where the tree is held
        self._drag: Callable[[tuple[int, int]], None] | None = None

    @property
    def must_pause(self) -> bool:
        """Only while its search would take a core from this one."""
        return self.match.thinking.is_searching or not self.match.seat.is_human

    @property
    def is_idle(self) -> bool:
        return not self.commands.is_running

    # Life

    @abstractmethod
    def make_state(self) -> AnyLabState: ...

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.clear_input()
        self.theme, self.frame = theme, frame
        self._release()
        self.view = self.view_class(theme, frame, self.commands, self.window)
        self.settle()

    def settle(self) -> None:
        """Settle what is to be drawn."""
        self.state = self.make_state()
        self.animator.show(self.state.board)
        self.view.update(self.state)

    def update(self, dt: float) -> None:
        self.commands.update(dt)
        self.settle()

    def on_leave(self) -> None:
        self.commands.stop()
        super().on_leave()

    def on_hide(self) -> None:
        super().on_hide()
        self._release()
        self.commands.pause()

    def clear_input(self) -> None:
        """A drag goes on when the pointer comes back."""
        super().clear_input()
        self.pointer, self.is_pulled = None, False

    # The mouse

    def start_drag(self, drag: Callable[[tuple[int, int]], None], position: tuple[int, int]) -> None:
        """Drag until the button is released."""
        self._drag = drag
        drag(position)

    def _release(self) -> None:
        self._drag = self._pressed = None
        self.is_pulled = False

    def on_motion(self, event: pygame.event.Event) -> None:
        self.pointer = event.pos
        if not any(event.buttons):
            self._release()
        elif self._drag is not None:
            self._drag(event.pos)

    def _pull(self, position: tuple[int, int]) -> None:
        """Move the tree with the pointer, once that is far enough from where it was pressed."""
        assert self._pressed is not None
        assert self.view.tree is not None
        way = self._pressed[0] - position[0]
        if self.is_pulled or abs(way) >= self.theme.px(DRAG):
            self.is_pulled, self._pressed = True, position
            self.commands.viewport = self.commands.viewport.moved(way / self.view.tree.plot.width)

    def on_press(self, event: pygame.event.Event) -> None:
        self.pointer = event.pos
        time, tree = self.view.time, self.view.tree
        if event.button == 1 and time.share_at(event.pos) is not None:
            self.start_drag(lambda at: self.commands.travel(time.share_of(at)), event.pos)
        elif tree is not None and tree.share_at(event.pos) is not None and event.button in self.pulling:
            self._pressed, self._drag = event.pos, self._pull
        elif event.button == 1:
            self.click(event.pos)

    def on_release(self, event: pygame.event.Event) -> None:
        if self._pressed is not None and event.button == 1 and not self.is_pulled:
            self.click(event.pos)
        self._release()

    def on_wheel(self, event: pygame.event.Event) -> None:
        tree, commands = self.view.tree, self.commands
        if tree is not None and (share := tree.share_at(event.pos)) is not None:
            commands.viewport = commands.viewport.turned(event, share, tree.nodes)

    def on_key(self, event: pygame.event.Event) -> bool:
        """No squares are typed."""
        return self.commands.handle_key(event.key)
