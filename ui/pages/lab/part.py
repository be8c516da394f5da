"""What the parts of the Lab share: board, cards and buttons at their places, time line, moving a tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, Generic, TypeVar

import pygame
from pygame import Rect

from game.board import Board
from play.settings import Coordinates, Settings
from ui.actions import Action, Gesture
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame, below
from ui.pages.board_page import BoardPage, BoardPageView, PageState
from ui.pages.lab.bars import BUTTON, Buttons, add_buttons, in_rows, row_width
from ui.pages.lab.cards import TimeModel, TimePanel
from ui.pages.lab.commands import LabCommands
from ui.pages.lab.trees import TreePanel
from ui.theme import Theme
from ui.tree_view import WHOLE
from ui.window import Window

# Lengths at a scale of 1.
BAR: Final = 52  # with one row of buttons; each further row and a time line of its own take more
ROW: Final = 40
TIME_ROW: Final = 28
TIME_LEAST: Final = 232
SIDE: Final = 224  # the least height of the card below the board
COLUMN: Final = 344
BODY: Final = 480
# Of the width, for the board.
BOARD_SHARE: Final = 0.38
TALL_SHARE: Final = 0.5
# The least width of the frame of a board that says files and ranks.
FRAME: Final = 12
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
    def of(cls, frame: Frame, bar: int, side: int = SIDE, is_wide: bool = False) -> PartLayout:
        """`bar` is in pixels, `side` the least height of the card below the board."""
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
        edge = min(
            round(room.width * BOARD_SHARE), room.height - px(side) - small, room.width - px(BODY) - gap
        )
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

    def __init__(
        self,
        theme: Theme,
        frame: Frame,
        settings: Settings,
        groups: Sequence[Buttons],
        side: int = SIDE,
        is_wide: bool = False,
    ) -> None:
        self.theme = theme
        px, padding = theme.px, theme.px(GAP)
        room = PartLayout.of(frame, 0, side, is_wide).bar.width - 2 * padding
        rows = in_rows(groups, partial(row_width, theme), room)
        has_row = len(rows) > 1 or row_width(theme, rows[0]) + px(TIME_LEAST) > room
        bar = px(BAR) + (len(rows) - 1) * px(ROW) + has_row * px(TIME_ROW)
        self.layout = layout = PartLayout.of(frame, bar, side, is_wide)
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
        coordinates = settings.coordinates
        if coordinates is Coordinates.OUTSIDE and not has_room:
            coordinates = Coordinates.NONE
        self.board = BoardView(theme, layout, coordinates)

    def update(self, state: Any) -> None:
        """What is not in the state is not shown anew; the tips of facts come and go with them."""
        models = [(panel, model_of(state)) for panel, model_of in self._parts]
        changed = [pair for pair in models if pair[1] is not None and pair[0].model != pair[1]]
        for panel, model in changed:
            panel.update(model)
        if changed:
            self.find_tips()


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

    @abstractmethod
    def stop(self) -> None:
        """End what would take a core from the game; what it has found stays."""


AnyPartCommands = TypeVar("AnyPartCommands", bound=PartCommands)
AnyLabView = TypeVar("AnyLabView", bound=LabView)
AnyLabState = TypeVar("AnyLabState", bound=LabState)


class LabPart(
    BoardPage[AnyPartCommands, AnyLabView, AnyLabState], Generic[AnyPartCommands, AnyLabView, AnyLabState]
):
    """One drags the time line, and moves and zooms the tree."""

    is_pulled_by_left: ClassVar[bool] = False
    """Whether the left button moves the tree, too."""

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
    def must_hold(self) -> bool:
        """Only while its search would take a core from this one."""
        return self.match.thinking.is_searching or not self.match.seat.is_human

    @property
    def is_idle(self) -> bool:
        return not self.commands.is_running

    # Life

    @abstractmethod
    def make_view(self, theme: Theme, frame: Frame) -> AnyLabView: ...

    @abstractmethod
    def make_state(self) -> AnyLabState: ...

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.let_go()
        self.theme, self.frame = theme, frame
        self._drag = self._pressed = None
        self.view = self.make_view(theme, frame)
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

    def on_cover(self) -> None:
        super().on_cover()
        self._drag = self._pressed = None

    def let_go(self) -> None:
        """A drag goes on when the pointer comes back."""
        super().let_go()
        self.pointer, self.is_pulled = None, False

    # The mouse

    def hold(self, drag: Callable[[tuple[int, int]], None], position: tuple[int, int]) -> None:
        """Drag until the button is released."""
        self._drag = drag
        drag(position)

    def on_motion(self, event: pygame.event.Event) -> None:
        before, self.pointer = self.pointer, event.pos
        if not any(event.buttons):
            self._drag = self._pressed = None
            self.is_pulled = False
        elif self._drag is not None:
            self._drag(event.pos)
        elif self._pressed is not None:
            is_far = abs(event.pos[0] - self._pressed[0]) >= self.theme.px(DRAG)
            if self.is_pulled or is_far:
                came_from = before if self.is_pulled and before is not None else self._pressed
                self.is_pulled = True
                assert self.view.tree is not None
                share = (came_from[0] - event.pos[0]) / self.view.tree.plot.width
                self.commands.viewport = self.commands.viewport.moved(share)

    def on_press(self, event: pygame.event.Event) -> None:
        self.pointer = event.pos
        time, tree = self.view.time, self.view.tree
        if event.button == 1 and time.share_at(event.pos) is not None:
            self.hold(lambda at: self.commands.travel(time.share_of(at)), event.pos)
        elif tree is not None and tree.share_at(event.pos) is not None and self._pulls(event.button):
            self._pressed = event.pos
        elif event.button == 1:
            self.click(event.pos)

    def _pulls(self, button: int) -> bool:
        return button in (2, 3) or (self.is_pulled_by_left and button == 1)

    def on_release(self, event: pygame.event.Event) -> None:
        if self._pressed is not None and event.button == 1 and not self.is_pulled:
            self.click(event.pos)
        self._drag = self._pressed = None
        self.is_pulled = False

    def on_wheel(self, event: pygame.event.Event) -> None:
        tree, commands = self.view.tree, self.commands
        if tree is not None and (share := tree.share_at(event.pos)) is not None:
            commands.viewport = commands.viewport.turned(event, share, tree.nodes)

    def on_key(self, event: pygame.event.Event) -> bool:  # noqa: ARG002 - no squares are typed
        return False
