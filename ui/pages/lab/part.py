"""The base of the parts of the Lab: layout, playing a search with questions, time line, moving a tree."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

import pygame
from pygame import Rect

from game.board import Board
from play.predict import Answer, QuizQuestion, QuizScore, questions_of, reason_for, sample_questions
from play.settings import Coordinates, Settings
from play.slow_motion import Run, Transport
from ui.actions import Action, Gesture, Group, Place
from ui.board.board_view import BoardView
from ui.boxes import area, column, grow, row, solve
from ui.buttons import Buttons
from ui.input import Key, code_of
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame
from ui.pages.board_page import BoardPage, BoardPageView, PageState
from ui.pages.lab.cards import TimeModel, TimePanel
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.options import SearchOptions
from ui.pages.lab.trees import TreePanel
from ui.text import N_, _
from ui.theme import Theme
from ui.tree_view import WHOLE
from ui.window import Window

# Lengths at a scale of 1.
SIDE: Final = (224, 88)  # the least height of the card below the board: usually, and above a wide bar
COLUMN: Final = 344
BODY: Final = 480
# The board's share of the width: at most in landscape, always in portrait.
BOARD_SHARE: Final = 0.38
TALL_SHARE: Final = 0.5
# For a projector: the left column's share of the width, and the board's share of the height.
LEFT_SHARE: Final = 0.4
PROJECTED_SHARE: Final = 0.6
# The least width of a board's frame that shows coordinates.
FRAME: Final = 12
# The most questions about one search.
QUESTIONS: Final = 9
DIGITS: Final = 9
# The distance in pixels, at a scale of 1, after which a press becomes a drag.
DRAG: Final = 4


@dataclass(frozen=True)
class PartLayout(BoardPlace):
    """The board with a card at its `side`, below it or, in a portrait window, right of it; the part's cards
    in `body`; and the `bar` of buttons at the bottom, below everything or below the body alone.
    """

    side: Rect
    body: Rect
    bar: Rect

    @classmethod
    def of(
        cls, frame: Frame, theme: Theme, bar: int, is_wide: bool = False, board_share: float = PROJECTED_SHARE
    ) -> "PartLayout":
        """`bar` is in pixels; for a projector, the board has up to `board_share` of the height."""
        px, room, scale = frame.px, frame.page, frame.scale
        body, strip = grow(area("body")), area("bar", 0, bar / scale)
        if frame.is_projected and not frame.is_portrait:
            width, high = LEFT_SHARE * room.width, room.height - bar - px(SMALL_GAP)
            edge, width = min(width, high * board_share) / scale, width / scale
            board = row(grow(), area("board", edge, edge), grow(), area("", 0, edge), gap=0)
            side = grow(area("side", width)) if board_share < 1 else area("", width)
            left = column(board, side, gap=SMALL_GAP)
            whole = column(grow(row(left, body, gap=SMALL_GAP)), strip, gap=SMALL_GAP)
        elif frame.is_portrait:
            edge = room.width * TALL_SHARE / scale
            upper = row(area("board", edge, edge), grow(area("side")), gap=GAP)
            whole = column(upper, body, strip, gap=SMALL_GAP)
        else:
            below = px(SIDE[is_wide] + SMALL_GAP) + is_wide * (bar + px(SMALL_GAP))
            widest, highest = room.width - px(BODY + GAP), room.height - below
            edge = min(round(room.width * BOARD_SHARE), highest, widest) / scale
            left = column(area("board", edge, edge), grow(area("side", COLUMN)), gap=SMALL_GAP)
            if is_wide:
                whole = column(grow(row(left, body, gap=GAP)), strip, gap=SMALL_GAP)
            else:
                whole = row(left, grow(column(body, strip, gap=SMALL_GAP)), gap=GAP)
        areas = solve(whole, theme, room).areas
        return cls.with_areas(areas["board"], areas)


@dataclass(frozen=True, slots=True)
class LabState(PageState):
    board: Board
    time: TimeModel


class LabView(BoardPageView):
    """The board, and the bar with the time line; a subclass adds cards, named like their models."""

    tree: TreePanel[Any] | None = None
    is_wide = False
    """Whether the bar extends below the board, too."""
    board_share = PROJECTED_SHARE
    """The board's share of the height for a projector; the card below it has the rest."""

    def __init__(self, theme: Theme, frame: Frame, settings: Settings, groups: Sequence[Buttons]) -> None:
        of = partial(PartLayout.of, frame, theme, is_wide=self.is_wide, board_share=self.board_share)
        width = of(0).bar.width
        bar = TimePanel(theme, Rect(0, 0, width, 0), groups).natural_height(TimeModel())
        self.layout = layout = of(bar)
        self.time = TimePanel(theme, layout.bar, groups)
        self.button_rows = (self.time.buttons,)
        has_room = layout.felt.top - layout.board.top >= theme.px(FRAME)
        is_shown = has_room or settings.coordinates is not Coordinates.OUTSIDE
        self.board = BoardView(theme, layout, settings.coordinates if is_shown else Coordinates.NONE)


class SearchPlayer:
    """Plays a search and, with `has_questions`, asks what it does next; playing stops until the answer."""

    def __init__(
        self, window: Window, transport: Callable[[], Transport], run: Callable[[], Run | None]
    ) -> None:
        """`transport` returns what is played, `run` the search that questions are about."""
        self.has_questions = False
        self.score = QuizScore()
        self.question: QuizQuestion | None = None
        self.given: Answer | None = None
        """The answer, once it is given."""
        self._window, self._transport, self._run = window, transport, run
        self._questions_run: Run | None = None
        self._remaining: list[QuizQuestion] = []

    # Playing

    @property
    def is_playing(self) -> bool:
        return self._transport().is_playing

    def update(self, dt: float) -> None:
        transport = self._transport()
        before = transport.step
        transport.update(dt)
        self.ask(before)

    def show_step(self, step: float) -> None:
        self.clear_input()
        self._transport().jump(step)

    def travel(self, share: float) -> None:
        """Moves to a place on the time line, from 0 to 1."""
        self.show_step(share * self._transport().last)

    def toggle(self) -> None:
        self.clear_input()
        transport = self._transport()
        transport.pause() if transport.is_playing else transport.play()

    def pause(self) -> None:
        self.clear_input()
        self._transport().pause()

    # Asking

    @property
    def is_asking(self) -> bool:
        return self.question is not None and self.given is None

    def toggle_questions(self) -> None:
        self.has_questions = not self.has_questions
        self._questions_run = None
        self.clear_input()

    def ask(self, before: int) -> None:
        """Stops at the first question after step `before`, up to the current one, if there is any."""
        run, now = self._run(), self._transport().step
        if not self.has_questions or run is None:
            return
        if self._questions_run is not run:
            self._questions_run, self._remaining = run, list(sample_questions(questions_of(run), QUESTIONS))
        found = next((each for each in self._remaining if before < each.step <= now), None)
        if found is not None:
            self._remaining.remove(found)
            self.question, self.given = found, None
            self._transport().jump(found.step)
            self._window.rebuild()

    def answer(self, number: int) -> None:
        """Gives an answer by its number, from 0."""
        question = self.question
        if question is not None and self.is_asking and number < len(question.options):
            self.given = question.options[number]
            self.score.answer(question, self.given)
            self._transport().jump(question.seen)
            self._window.rebuild()

    def clear_input(self) -> None:
        if self.question is not None:
            self.question = self.given = None
            self._window.rebuild()

    def handle_key(self, key: int) -> bool:
        """Answers the question by a digit; returns whether the key is a digit during a question."""
        number = key - (pygame.K_KP1 if key >= pygame.K_KP1 else pygame.K_1)
        is_answer = self.question is not None and 0 <= number < DIGITS
        if is_answer:
            self.answer(number)
        return is_answer

    @property
    def answers(self) -> tuple[Action, ...]:
        options = self.question.options if self.question is not None and self.is_asking else ()
        return tuple(
            Action(f"answer_{n}", f"{n + 1}  {option.text()}", N_("Give this answer"),
                   partial(self.answer, n), group=Group.LINES)
            for n, option in enumerate(options)
        )  # fmt: skip

    def asked(self) -> tuple[str, str] | None:
        """Returns (question, '') or, once answered, (verdict, reason); None without a question."""
        if self.question is None or self._questions_run is None:
            return None
        if self.given is None:
            return self.question.text(), ""
        right = self.question.answer
        verdict = _("Right: {answer}.") if self.given == right else _("Wrong. The answer is: {answer}.")
        verdict = f"{verdict.format(answer=right.text())} {self.score.text()}."
        return verdict, reason_for(self.question, self._questions_run)

    def questions_row(self, identity: str, toggle: Callable[[], None] | None = None) -> Action:
        return Action(identity, N_("Ask me"),
                      N_("Questions about what the search does next, with a score for this session"),
                      toggle or self.toggle_questions, (Key(pygame.K_F7),), Group.LINES, Place.SEARCH,
                      is_on=lambda: self.has_questions, icon="help", has_words=True)  # fmt: skip


class PartCommands(ABC):
    """The commands of a part, with a `player` if it plays a search, and `options` if it is for exploring."""

    has_position = True
    """Whether the part uses the position of the Lab."""

    own_rows: tuple[Action | Gesture, ...]
    """The actions that the part always has."""
    player: SearchPlayer | None = None
    options: SearchOptions | None = None

    def __init__(self, window: Window, lab: LabCommands) -> None:
        self.window = window
        self.lab = lab
        self.board = lab.board
        self.viewport = WHOLE

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        return self.own_rows if self.player is None else (*self.own_rows, *self.player.answers)

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """Whether a search is running or being played."""

    @property
    def takes_digits(self) -> bool:
        """Whether digits answer a question instead of choosing scenes."""
        return self.player is not None and self.player.question is not None

    @abstractmethod
    def update(self, dt: float) -> None:
        """Advances by `dt` seconds."""

    def travel(self, share: float) -> None:
        if self.player is not None:
            self.player.travel(share)

    def stop(self) -> None:  # noqa: B027 - for those that search for long
        """Stops a search that would take a core from the game; its results stay."""

    def on_key(self, event: pygame.event.Event) -> bool:
        """Handles a key that belongs to no action; returns whether it was used."""
        return self.player is not None and self.player.handle_key(code_of(event))

    def close(self) -> None:
        self.stop()


class LabPart(BoardPage[PartCommands, LabView, LabState]):
    """A part of the Lab: the mouse drags the time line, and moves and zooms the tree."""

    view_class: Callable[..., LabView]
    """Takes the theme, the frame, the commands and the window."""
    pan_buttons: ClassVar[tuple[int, ...]] = (2, 3)
    """The mouse buttons that move the tree."""

    def __init__(self, window: Window, commands: PartCommands) -> None:
        super().__init__(window, commands.board)
        self.animator.speed = 0.0
        self.commands = commands
        self.pointer: tuple[int, int] | None = None
        self.is_panning = False
        """Whether the tree is being moved."""
        self._pressed: tuple[int, int] | None = None  # where the tree is held
        self._drag: Callable[[tuple[int, int]], None] | None = None

    @property
    def must_pause(self) -> bool:
        """Whether the search of the match would take a core from the Lab's search."""
        return self.match.thinking.is_searching or not self.match.seat.is_human

    @property
    def is_idle(self) -> bool:
        return not self.commands.is_running

    # Life cycle

    @abstractmethod
    def make_state(self) -> LabState: ...

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.clear_input()
        self.theme, self.frame = theme, frame
        self._release()
        self.view = self.view_class(theme, frame, self.commands, self.window)
        self.settle()

    def settle(self) -> None:
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
        if self.commands.player is not None:
            self.commands.player.pause()

    def clear_input(self) -> None:
        """Forgets the pointer, but not a drag, which continues when the pointer comes back."""
        super().clear_input()
        self.pointer, self.is_panning = None, False

    # The mouse

    def start_drag(self, drag: Callable[[tuple[int, int]], None], position: tuple[int, int]) -> None:
        """Calls `drag` with each position until the button is released."""
        self._drag = drag
        drag(position)

    def _release(self) -> None:
        self._drag = self._pressed = None
        self.is_panning = False

    def on_motion(self, event: pygame.event.Event) -> None:
        self.pointer = event.pos
        if not any(event.buttons):
            self._release()
        elif self._drag is not None:
            self._drag(event.pos)

    def _pan(self, position: tuple[int, int]) -> None:
        """Moves the tree with the pointer, once that is far enough from where the button was pressed."""
        assert self._pressed is not None
        assert self.view.tree is not None
        way = self._pressed[0] - position[0]
        if self.is_panning or abs(way) >= self.theme.px(DRAG):
            self.is_panning, self._pressed = True, position
            self.commands.viewport = self.commands.viewport.moved(way / self.view.tree.plot.width)

    def on_press(self, event: pygame.event.Event) -> None:
        self.pointer = event.pos
        time, tree = self.view.time, self.view.tree
        if event.button == 1 and time.share_at(event.pos) is not None:
            self.start_drag(lambda at: self.commands.travel(time.share_of(at)), event.pos)
        elif tree is not None and tree.share_at(event.pos) is not None and event.button in self.pan_buttons:
            self._pressed, self._drag = event.pos, self._pan
        elif event.button == 1:
            self.click(event.pos)

    def on_release(self, event: pygame.event.Event) -> None:
        if self._pressed is not None and event.button == 1 and not self.is_panning:
            self.click(event.pos)
        self._release()

    def on_wheel(self, event: pygame.event.Event) -> None:
        tree, commands = self.view.tree, self.commands
        if tree is not None and (share := tree.share_at(event.pos)) is not None:
            commands.viewport = commands.viewport.turned(event, share, tree.nodes)

    def on_key(self, event: pygame.event.Event) -> bool:
        """Handles a key of the part; squares cannot be typed here."""
        return self.commands.on_key(event)
