"""The page Edit board, which sets up a position while the game is paused."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

import pygame
from pygame import Rect, Surface

from game.board import Board, Color, Square
from play.position_editor import why_unplayable
from play.settings import Settings
from ui.actions import Action, Actions
from ui.board.board_view import Animator, BoardScene, BoardView
from ui.board.thoughts import disc_picture
from ui.boxes import Box, area, button, column, grow, picture, row, solve, switch, text
from ui.buttons import LEAST_PADDING, button_width
from ui.input import ARROWS, ENTER, InputState, code_of, is_plain, with_key_names
from ui.layout import BETWEEN, BoardPlace, Frame, is_wide
from ui.pages.board_page import BoardPage, BoardPageView, PageState
from ui.pages.edit.commands import EditCommands
from ui.pages.play.view import PlayLayout
from ui.panels.panel import BoxPanel
from ui.panels.tips import COUNT, GUIDE, PLAYABLE, TO_MOVE
from ui.panels.verdict import VerdictModel, VerdictPanel
from ui.text import N_, _, ngettext
from ui.text.wording import capitalised, format_result
from ui.theme import LARGE, NORMAL, SMALL, Theme
from ui.window import Window

DISC_BUTTONS: Final = ("edit_black", "edit_white", "edit_empty")
TURN_BUTTONS: Final = ("edit_black_moves", "edit_white_moves")
BOARD_BUTTONS: Final = ("edit_clear", "edit_start", "edit_mirror", "edit_turn")
END_BUTTONS: Final = ("edit_play", "edit_review", "edit_race", "edit_cancel")
"""The buttons on the page, by the identities of their actions."""
KINDS: Final = (Color.BLACK, Color.WHITE, None)
"""The discs that can be chosen, from left to right; None is an empty square."""
# Lengths at a scale of 1.
DISC: Final = 38
BUTTON: Final = 32
LABEL: Final = 104
BUTTON_PADDING: Final = 22
# The gap between the buttons for the whole board, and the least padding of their words.
BUTTON_GAP: Final = 6
BOARD_PADDING: Final = 16
PALETTE: Final = 198
VERDICT: Final = 186
# With less room there is no guide to the mouse and the keys.
GUIDE_LEAST: Final = 140
GUIDE_MOST: Final = 156


class PalettePanel(BoxPanel[Board]):
    def __init__(self, theme: Theme, rect: Rect, actions: Actions) -> None:
        super().__init__(theme, rect)
        kinds, turns, wholes = (
            [actions[name] for name in names] for names in (DISC_BUTTONS, TURN_BUTTONS, BOARD_BUTTONS)
        )
        to_move = text(_("To move"), NORMAL, SMALL, ink="quiet", width=LABEL, tip=TO_MOVE)
        buttons = (button(each, height=BUTTON, padding=LEAST_PADDING) for each in self._fitting(wholes))
        self._rows = (
            switch(kinds, height=BUTTON),
            row(to_move, grow(switch(turns, height=BUTTON)), gap=0),
            row(*map(grow, buttons), gap=BUTTON_GAP, alike=True),
        )

    def _fitting(self, actions: list[Action]) -> list[Action]:
        """Returns the actions with pictures and words, words, or pictures: the first look that fits."""
        gaps = self.theme.px(BUTTON_GAP) * (len(actions) - 1)
        room = (self.room.width - gaps) // len(actions)
        words = [replace(action, icon="") for action in actions]
        for look in (actions, words):
            if all(button_width(self.theme, action, BOARD_PADDING) <= room for action in look):
                return look
        return [replace(action, has_words=False) for action in actions]

    def content(self, board: Board) -> Box:
        counts = (board.black.bit_count(), board.white.bit_count(), board.empties)
        kinds = row(*map(self._kind, range(3), counts), gap=0, tip=COUNT)
        return column(kinds, *self._rows, gap=12)

    def _kind(self, number: int, count: int) -> Box:
        square = picture(partial(self._draw_square, KINDS[number]), DISC, DISC)
        return grow(row(grow(), square, text(str(count), LARGE, bold=True), grow(), target=number))

    def _draw_square(self, color: Color | None, surface: Surface, place: Rect) -> None:
        self.theme.box(surface, place, "felt", "grid")
        if color is not None:
            disc = disc_picture(self.theme, color, round(place.width * 0.83))
            surface.blit(disc, disc.get_rect(center=place.center))


@dataclass(frozen=True)
class EditLayout(BoardPlace):
    """The layout of the page; the board is where Play has it. `guide` is empty if it has no room."""

    palette: Rect
    verdict: Rect
    guide: Rect

    @classmethod
    def of(cls, frame: Frame, theme: Theme, has_evaluation_bar: bool) -> "EditLayout":
        play = PlayLayout.of(frame, theme, has_evaluation_bar)
        palette, verdict = area("palette", 0, PALETTE), area("verdict", 0, VERDICT, least=PALETTE - 60)
        guide = area("guide", 0, GUIDE_MOST, least=GUIDE_LEAST, order=1)
        cards = [palette, verdict]
        if frame.is_portrait or is_wide(play.panel, frame.scale):
            cards = [row(grow(palette), grow(area("verdict")), gap=BETWEEN)]
        placed = solve(column(*cards, guide, gap=BETWEEN), theme, play.panel)
        return cls.with_areas(play.board, placed.areas)


class EditView(BoardPageView):
    def __init__(self, theme: Theme, frame: Frame, settings: Settings, actions: Actions) -> None:
        self.layout = layout = EditLayout.of(frame, theme, settings.show_evaluation)
        ends = [actions[name] for name in END_BUTTONS]
        self.palette = PalettePanel(theme, layout.palette, actions)
        self.verdict = VerdictPanel(theme, layout.verdict, (PLAYABLE, PLAYABLE), ends, BUTTON_PADDING, True)
        self.guide = VerdictPanel(theme, layout.guide, (GUIDE, GUIDE))
        self.button_rows = self.palette.buttons, self.verdict.buttons
        names = ("palette", "verdict", "guide") if layout.guide.height else ("palette", "verdict")
        self.show_panels(BoardView(theme, layout, settings.coordinates), names)


def describe_moves(board: Board) -> str:
    """Returns who is to move, and how many moves that side has, in a position that can be played."""
    side, other = board.turn.label, board.turn.other.label
    if board.must_pass():
        return _("{side} has no move and must pass: {other} is to move.", side=side, other=other)
    count = board.legal_moves().bit_count()
    said = ngettext("{side} is to move, with one move.", "{side} is to move, with {count} moves.", count)
    return said.format(side=side, count=count)


@dataclass(frozen=True, slots=True)
class EditState(PageState):
    palette: Board
    verdict: VerdictModel
    guide: VerdictModel


def make(commands: EditCommands, input_state: InputState) -> EditState:
    board = commands.editor.board
    reason, result = why_unplayable(board), board.result()
    title, colour = _("This can be played"), "good"
    moves = describe_moves(board) if result is None else format_result(result)
    if reason is not None:
        title, colour = _("This cannot be played"), "mistake_text"
        moves = _(reason.value, side=(Color.WHITE if board.black else Color.BLACK).label, result=moves)
    return EditState(
        scene=_scene(commands, input_state),
        palette=board,
        verdict=VerdictModel(title, colour, (capitalised(moves),)),
        guide=make_guide(),
        status=_("Editing the board: {what}", what=moves.removesuffix(".")),
        is_problem=reason is not None,
    )


def _scene(commands: EditCommands, input_state: InputState) -> BoardScene:
    editor, chosen = commands.editor, commands.chosen
    target = input_state.square
    is_changed = chosen is not None and target is not None and editor.board.color_at(target) is not chosen
    return BoardScene(
        legal=editor.board.legal_moves() if commands.window.settings.show_legal_moves else 0,
        turn=editor.board.turn if chosen is None else chosen,
        hover=target if is_changed else None,
        cursor=target if input_state.cursor is None and chosen is None else input_state.cursor,
        typed_file=input_state.typed_file,
    )


def make_guide() -> VerdictModel:
    left = _("Click to place the chosen disc, click again to change it; hold the button to place several.")
    right = _("The right button removes discs; the wheel changes the square under the pointer.")
    keys = _(
        "Arrow keys move; Space places the chosen disc, {edit_black} a black one, {edit_white} a white one, "
        "and {edit_empty} removes one."
    )
    return VerdictModel(_("On the board"), "text", (left, right, with_key_names(keys)))


# The first square of the keyboard cursor: d4.
FIRST_SQUARE: Final[Square] = 27
DISC_KEYS: Final = {"1": Color.BLACK, "2": Color.WHITE, "0": None}


class EditPage(BoardPage[EditCommands, EditView, EditState]):
    """A page that is not in the switch: `edit` is called before it is opened, and sets where Cancel leads."""

    identity: ClassVar[str] = "edit"
    keys = N_("Arrows, then Space or 1 2 0 · . side · N play · Esc cancel · F1 all keys")

    def __init__(self, window: Window) -> None:
        super().__init__(window, window.session.match.board)
        self.commands = EditCommands(window)
        self.editor = self.commands.editor
        self._clicked: Square | None = None  # last, until the pointer leaves the square
        self._button: int | None = None  # of the mouse, held since it was pressed on the board
        self._drawing: Color | None = None  # what a drag puts on the squares it crosses

    @property
    def is_idle(self) -> bool:
        return not self.animator.is_moving

    # Life cycle

    def edit(self, board: Board, go_back: Callable[[], object]) -> None:
        """Begins with a board; undo returns to the one edited before. Cancel calls `go_back`."""
        self.editor.begin(board)
        self.commands.go_back = go_back
        self.animator = Animator(board)

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.clear_input()
        self.view = EditView(theme, frame, self.window.settings, self.window.actions)
        self._settle()

    def clear_input(self) -> None:
        super().clear_input()
        self._button = self._clicked = None

    def update(self, dt: float) -> None:
        self.follow_board(self.editor.board, dt)
        self._settle()

    def _settle(self) -> None:
        self.state = make(self.commands, self.input)
        self.view.update(self.state)

    # The mouse

    def on_motion(self, event: pygame.event.Event) -> None:
        """Handles a move of the mouse, which takes over from the keyboard and draws if a button is held."""
        square = self.view.layout.square_at(event.pos)
        self.input = InputState(square)
        if square != self._clicked:
            self._clicked = None
        if self._button is None or not event.buttons[self._button - 1]:
            self._button = None
        elif square is not None and self._clicked is None:
            self.editor.set_disc(square, self._drawing)

    def on_press(self, event: pygame.event.Event) -> None:
        """Places the chosen disc; a square that already has it, or was clicked last, cycles on instead."""
        if event.button not in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT):
            return
        square, kind = self.view.layout.square_at(event.pos), self.view.palette.at(event.pos)
        if kind is not None:
            self.commands.choose(KINDS[kind])
        if square is None:
            return
        chosen = self.commands.chosen
        is_again = square == self._clicked or self.editor.board.color_at(square) is chosen
        if event.button == pygame.BUTTON_RIGHT:
            self.editor.set_disc(square, None)
        elif chosen is not None and is_again:
            self.editor.cycle(square)
        else:
            self.editor.set_disc(square, chosen)
        self.input = InputState(square)
        self._button, self._drawing = event.button, self.editor.board.color_at(square)
        self._clicked = square if event.button == pygame.BUTTON_LEFT else None

    def on_release(self, event: pygame.event.Event) -> None:
        if event.button == self._button:
            self._button = None

    def on_wheel(self, event: pygame.event.Event) -> None:
        square = self.view.layout.square_at(event.pos)
        if square is not None and event.y:
            self.editor.cycle(square, 1 if event.y > 0 else -1)

    # The keyboard

    def on_key(self, event: pygame.event.Event) -> bool:
        """Handles keys of the board; returns False for keys of actions."""
        code, cursor = code_of(event), self.input.cursor
        self.input, square, is_used = self.input.typed(event)
        if square is not None:
            self.input = InputState(cursor=square)
            self.editor.set_disc(square, self.commands.chosen)
        elif is_used or not is_plain(event):
            return is_used
        elif code in ARROWS:
            self.input = self.input.moved(code, FIRST_SQUARE)
        elif cursor is not None and event.unicode in DISC_KEYS:
            self.commands.choose(DISC_KEYS[event.unicode])
            self.editor.set_disc(cursor, self.commands.chosen)
        elif cursor is not None and code in (*ENTER, pygame.K_SPACE):
            self.editor.set_disc(cursor, self.commands.chosen)
        elif cursor is not None and code == pygame.K_DELETE:
            self.editor.set_disc(cursor, None)
        elif code == pygame.K_ESCAPE and cursor is not None:
            self.input = InputState()
        elif code == pygame.K_ESCAPE:
            self.commands.go_back()
        else:
            return False
        return True
