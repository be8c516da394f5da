"""The page Edit board: a position is set up, and the game waits until the page is left."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import pygame
from pygame import Rect, Surface

from game.board import Board, Color, Square
from play.position_editor import why_unplayable
from play.settings import Settings
from ui.actions import Action, Actions
from ui.board.board_view import Animator, BoardScene, BoardView
from ui.board.thoughts import disc_picture
from ui.buttons import LEAST_PADDING, ButtonRow, button_width, row_of, segments
from ui.input import ARROWS, ENTER, InputState, code_of, is_plain, with_key_names
from ui.layout import BETWEEN, BoardPlace, Frame, below, is_wide, side_by_side, two_columns
from ui.pages.board_page import BoardPage, BoardPageView, PageState
from ui.pages.edit.commands import EditCommands
from ui.pages.play.view import PlayLayout
from ui.panels.panel import Panel
from ui.panels.tips import COUNT, GUIDE, PLAYABLE, TO_MOVE, Tip
from ui.panels.verdict import VerdictModel, VerdictPanel
from ui.text import N_, _, ngettext
from ui.text.wording import format_result
from ui.theme import LARGE, NORMAL, Theme
from ui.window import Window

# Lengths at a scale of 1.
PICTURE: Final = 52
DISC: Final = 38
BUTTON: Final = 32
GAP: Final = 12
SMALL_GAP: Final = 6
LABEL: Final = 104


class PalettePanel(Panel[Board]):
    """The kinds of squares, how many there are of each, and the side to move."""

    def meanings(self) -> list[Tip]:
        row = self._row(1)
        label = Rect(row.left, row.top, self.theme.px(LABEL), row.height)
        return [(self._above.clip(self._whole), COUNT), (label, TO_MOVE)]

    def _row(self, number: int) -> Rect:
        """A row of buttons, in the card's own coordinates."""
        px, inside = self.theme.px, self.inside
        top = inside.top - px(6) + px(PICTURE) + number * px(BUTTON + GAP)
        return Rect(inside.left, top, inside.width, px(BUTTON))

    @property
    def _above(self) -> Rect:
        """Where the three kinds of squares are shown and counted, in the card's own coordinates."""
        row, high = self._row(0), self.theme.px(PICTURE)
        return Rect(row.left, row.top - high, row.width, high)

    @property
    def choice(self) -> Rect:
        """Where the buttons of the three kinds of squares go, in the window."""
        return self._row(0).move(self.rect.topleft)

    def kind_at(self, position: tuple[int, int]) -> int | None:
        """Over which of the three buttons of `choice` a pixel of the window lies."""
        local, above = self.local(position), self._above
        return 3 * (local[0] - above.left) // above.width if above.collidepoint(local) else None

    @property
    def side(self) -> Rect:
        """Where the buttons of the side to move go, in the window."""
        row, label = self._row(1), self.theme.px(LABEL)
        return Rect(row.left + label, row.top, row.width - label, row.height).move(self.rect.topleft)

    def places(self, count: int) -> list[Rect]:
        """Places in the window for the buttons of the last row."""
        row, gap = self._row(2).move(self.rect.topleft), self.theme.px(SMALL_GAP)
        width = (row.width - gap * (count - 1)) // count
        return side_by_side(row.topleft, count * [width], row.height, gap)

    def paint(self, surface: Surface, board: Board) -> None:
        theme, px = self.theme, self.theme.px
        above = self._above
        width, middle = above.width // 3, above.bottom - px(PICTURE) // 2
        counts = (Color.BLACK, board.black.bit_count()), (Color.WHITE, board.white.bit_count())
        for n, (color, count) in enumerate((*counts, (None, board.empties))):
            words = theme.text(str(count), LARGE, "text", True)
            left = above.left + n * width + (width - px(DISC + 8) - words.get_width()) // 2
            self._picture(surface, color, (left + px(DISC) // 2, middle))
            surface.blit(words, words.get_rect(midleft=(left + px(DISC + 8), middle)))
        row = self._row(1)
        self.write(surface, _("To move"), "quiet", NORMAL, midleft=(row.left, row.centery))

    def _picture(self, surface: Surface, color: Color | None, centre: tuple[int, int]) -> None:
        theme, size = self.theme, self.theme.px(DISC)
        cell = Rect(0, 0, size, size)
        cell.center = centre
        theme.box(surface, cell, "felt", "grid")
        if color is not None:
            disc = disc_picture(theme, color, round(size * 0.83))
            surface.blit(disc, disc.get_rect(center=centre))


DISC_BUTTONS: Final = ("edit_black", "edit_white", "edit_empty")
TURN_BUTTONS: Final = ("edit_black_moves", "edit_white_moves")
BOARD_BUTTONS: Final = ("edit_clear", "edit_start", "edit_mirror", "edit_turn")
END_BUTTONS: Final = ("edit_play", "edit_review", "edit_race", "edit_cancel")
"""The page's own buttons, by their actions."""
BUTTON_GAP: Final = 6
# Padding of a button, both sides together: where there is room, and at least.
BUTTON_PADDING: Final = (22, 10)
# Lengths at a scale of 1.
PALETTE: Final = 198
VERDICT: Final = 186
# With less room there is no guide to the mouse and the keys.
GUIDE_LEAST: Final = 140
GUIDE_MOST: Final = 156


@dataclass(frozen=True)
class EditLayout(BoardPlace):
    """The board is where the page Play has it. `guide` is empty where there is no room."""

    palette: Rect
    verdict: Rect
    guide: Rect

    @classmethod
    def of(cls, frame: Frame, has_evaluation_bar: bool) -> "EditLayout":
        px = frame.px
        play = PlayLayout.of(frame, has_evaluation_bar)
        panel, between = play.panel, px(BETWEEN)
        if frame.is_portrait or is_wide(panel, frame.scale):
            palette, verdict = two_columns(Rect(panel.topleft, (panel.width, px(PALETTE))), between)
            verdict.height = min(verdict.height, panel.height)
        else:
            palette = Rect(panel.left, panel.top, panel.width, px(PALETTE))
            verdict = below(panel, palette, between)
            verdict.height = min(px(VERDICT), verdict.height)
        guide = below(panel, verdict, between)
        guide.height = min(px(GUIDE_MOST), guide.height) if guide.height >= px(GUIDE_LEAST) else 0
        return cls(play.board, palette, verdict, guide)


class EditView(BoardPageView):
    def __init__(self, theme: Theme, frame: Frame, settings: Settings, actions: Actions) -> None:
        self.theme = theme
        self.layout = layout = EditLayout.of(frame, settings.show_evaluation)
        self.palette = PalettePanel(theme, layout.palette)
        self.verdict = VerdictPanel(theme, layout.verdict, PLAYABLE, PLAYABLE)
        self.guide = VerdictPanel(theme, layout.guide, GUIDE, GUIDE)
        self.guide.place_buttons([], 0)
        whole_board, ends = ([actions[name] for name in names] for names in (BOARD_BUTTONS, END_BUTTONS))
        self.button_rows = (
            segments(theme, self.palette.choice, [actions[name] for name in DISC_BUTTONS]),
            segments(theme, self.palette.side, [actions[name] for name in TURN_BUTTONS]),
            _row(theme, whole_board, self.palette.places(len(whole_board))),
            _row(theme, ends, self._end_places(ends)),
        )
        names = ("palette", "verdict", "guide") if layout.guide.height else ("palette", "verdict")
        self.show_panels(BoardView(theme, layout, settings.coordinates), names)

    def _end_places(self, actions: list[Action]) -> list[Rect]:
        gap, words = self.theme.px(BUTTON_GAP), [self.theme.width(a.shown_label, NORMAL) for a in actions]
        room = self.verdict.inside.width - gap * (len(words) - 1) - sum(words)
        most, least = map(self.theme.px, BUTTON_PADDING)
        padding = max(least, min(most, room // len(words)))
        return self.verdict.place_buttons([width + padding for width in words], gap, is_narrow=True)


def _row(theme: Theme, actions: list[Action], places: list[Rect]) -> ButtonRow:
    """Pictures and words where there is room for those of all, else pictures."""
    widths = (button_width(theme, action, LEAST_PADDING) for action in actions)
    fits = all(width <= place.width for width, place in zip(widths, places, strict=True))
    return row_of(theme, actions if fits else [replace(each, has_words=False) for each in actions], places)


def describe_moves(board: Board) -> str:
    """Who is to move, and how many moves there are, in a position that can be played."""
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
        verdict=VerdictModel(title, colour, (moves,)),
        guide=_guide(),
        status=_("Editing the board: {what}", what=moves.removesuffix(".")),
        is_problem=reason is not None,
    )


def _scene(commands: EditCommands, input_state: InputState) -> BoardScene:
    editor, chosen = commands.editor, commands.chosen
    target = input_state.square
    ghost = target if chosen is not None and target is not None else None
    is_changed = target is not None and editor.board.color_at(target) is not chosen
    return BoardScene(
        legal=editor.board.legal_moves() if commands.window.settings.show_legal_moves else 0,
        turn=editor.board.turn if chosen is None else chosen,
        hover=ghost if is_changed else None,
        cursor=target if input_state.cursor is None and chosen is None else input_state.cursor,
        typed_file=input_state.typed_file,
    )


def _guide() -> VerdictModel:
    return VerdictModel(
        _("On the board"),
        "text",
        (
            _("Click to place the chosen disc, click again to change it; hold the button to place several."),
            _("The right button removes discs; the wheel changes the square under the pointer."),
            with_key_names(
                _(
                    "Arrow keys move; Space places the chosen disc, {edit_black} a black one, "
                    "{edit_white} a white one, and {edit_empty} removes one."
                )
            ),
        ),
    )


# Where the keyboard begins: d4.
FIRST_SQUARE: Final[Square] = 27
KINDS: Final = (Color.BLACK, Color.WHITE, None)
"""What can be chosen, from left to right."""
DISC_KEYS: Final = {"1": Color.BLACK, "2": Color.WHITE, "0": None}
LEFT, RIGHT = 1, 3
"""Buttons of the mouse."""


class EditPage(BoardPage[EditCommands, EditView, EditState]):
    """It has no place in the switch: `edit` is called before it is opened, and it goes back by itself."""

    identity: ClassVar[str] = "edit"
    keys = N_("Arrows, then Space or 1 2 0 · . side · N play · Esc cancel · F1 all keys")

    def __init__(self, window: Window) -> None:
        super().__init__(window, window.session.match.board)
        self.commands = EditCommands(window)
        self.editor = self.commands.editor
        self._clicked: Square | None = None  # last, and the pointer has not left it
        self._button: int | None = None  # of the mouse, held down since it was pressed on the board
        self._drawing: Color | None = None  # what it puts on the squares it is drawn over

    @property
    def is_idle(self) -> bool:
        return not self.animator.is_moving

    # Life

    def edit(self, board: Board, go_back: Callable[[], object]) -> None:
        """Begin with a board; what was edited before is a step back. Cancel goes back."""
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
        """The mouse is here, and takes over from the keyboard. With a button held it draws."""
        square = self.view.layout.square_at(event.pos)
        self.input = InputState(square)
        if square != self._clicked:
            self._clicked = None
        if self._button is None or not event.buttons[self._button - 1]:
            self._button = None
        elif square is not None and self._clicked is None:
            self.editor.set_disc(square, self._drawing)

    def on_press(self, event: pygame.event.Event) -> None:
        """A disc is put; where it is already, the square goes on changing."""
        if event.button not in (LEFT, RIGHT):
            return
        square, kind = self.view.layout.square_at(event.pos), self.view.palette.kind_at(event.pos)
        if kind is not None:
            self.commands.choose(KINDS[kind])
        if square is None:
            return
        chosen = self.commands.chosen
        is_again = square == self._clicked or self.editor.board.color_at(square) is chosen
        if event.button == RIGHT:
            self.editor.set_disc(square, None)
        elif chosen is not None and is_again:
            self.editor.cycle(square)
        else:
            self.editor.set_disc(square, chosen)
        self.input = InputState(square)
        self._button, self._drawing = event.button, self.editor.board.color_at(square)
        self._clicked = square if event.button == LEFT else None

    def on_release(self, event: pygame.event.Event) -> None:
        if event.button == self._button:
            self._button = None

    def on_wheel(self, event: pygame.event.Event) -> None:
        square = self.view.layout.square_at(event.pos)
        if square is not None and event.y:
            self.editor.cycle(square, 1 if event.y > 0 else -1)

    # The keyboard

    def on_key(self, event: pygame.event.Event) -> bool:
        """Whether the key is one of the board's own: what is left are keys of actions."""
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
