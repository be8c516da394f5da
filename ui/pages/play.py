"""The page Play: a game is played, and the search can be watched."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

import pygame
import pygame_gui
from pygame import Surface

from ai.limits import Algorithm
from game.board import PASS, Board, squares
from game.records.any_format import first_part
from game.records.record import Record
from game.records.transcript import transcript
from game.tree import Game
from play.match import Match, Phase
from ui.actions import Action, Actions, Gesture, Group, Place
from ui.banner import Banner
from ui.board.animation import Animator
from ui.dialogs.games import GamesDialog
from ui.dialogs.new_game import NewGame, NewGameDialog
from ui.dialogs.settings import PACES
from ui.input import ARROWS, ENTER, InputState, Key, code_of, is_plain
from ui.layout import Frame
from ui.pages.page import Page, Status
from ui.pages.play_view import SEARCH_TAB, PlayView
from ui.pages.review.page import ReviewPage
from ui.pages.tree.part import BOARD_KEYS, KEYS_LINE, TreePart
from ui.text import N_, _
from ui.text.wording import describe_result, format_result
from ui.theme import Theme
from ui.toolbar import ButtonRow
from ui.view_state import ViewState, ViewStateMaker
from ui.window import Window

# An animation never moves on by more than this in one frame, so it does not jump after a rest.
LONGEST_STEP: Final = 0.03


class PlayPage(Page):
    identity: ClassVar[str] = "play"
    label: ClassVar[str] = N_("Play")

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.hands = InputState()
        self.tab = SEARCH_TAB
        self.animator = Animator(self.match.board, window.settings.animation.factor)
        self.banner: Banner | None = None
        self._banner_closed = False
        self._dragging = False
        self._held: Match | None = None  # by what covers the page, so that its clock stands still
        self._shown = (self.match.game.node, self.match.result)
        self._maker = ViewStateMaker()
        self.tree = TreePart()
        self._rows = self._game_rows() + self._search_rows() + self._record_rows()

    @property
    def match(self) -> Match:
        return self.window.session.match

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return self.tree.actions(self._rows)

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        rows = () if self.tree.is_open else self.view.button_rows
        return rows if self.banner is None else (*rows, self.banner.buttons)

    @property
    def status(self) -> Status:
        keys = _(KEYS_LINE) if self.tree.is_open else self.state.keys
        return Status(self.state.status, self.state.is_problem, keys)

    @property
    def position(self) -> Board:
        return self.match.board

    @property
    def is_idle(self) -> bool:
        match = self.match
        return (
            not self.animator.is_moving
            and not match.thinking.is_searching
            and match.phase in (Phase.HUMAN, Phase.PAUSED, Phase.OVER)
            and not (match.phase is Phase.HUMAN and match.is_timed)
            and not (match.can_hint and match.wants_hints and not match.thinking.is_hinting)
        )

    # Living

    def lay_out(self, manager: pygame_gui.UIManager, theme: Theme, frame: Frame) -> None:
        self.manager, self.theme = manager, theme
        self.hands = InputState()  # what was under the mouse is no longer there
        self.banner = None
        if self.tree.is_open:
            self.tree.lay_out(manager, theme, frame, self.window.settings)
        else:
            self.view = PlayView(manager, theme, frame, self.window.settings, self.tab, Actions(*self._rows))
        self._settle(0.0)

    def opened(self) -> None:
        if self._held is self.match and self.match.is_paused:
            self.match.resume()
        self._held = None

    def covered(self) -> None:
        """A running clock waits."""
        self.hands = InputState()
        self._dragging = False
        self.tree.let_go()
        if self.match.is_timed and not self.match.is_paused:
            self._held = self.match
            self.match.pause()

    def update(self, dt: float) -> None:
        self.animator.speed = self.window.settings.animation.factor
        self._follow_board()
        if self.window.focus is not None:
            self.hands = replace(self.hands, typed_file=None)
        if self.animator.update(min(dt, LONGEST_STEP)):
            self.window.sounds.play("flip")
        self._settle(dt)

    def _settle(self, dt: float) -> None:
        """Settle all that is to be drawn."""
        self._place_banner()
        self.state: ViewState = self._maker.make(self.match, self.window.settings, self.hands, dt)
        if self.tree.is_open:
            self.tree.update(self.match.thinking.newest, self.state, self.hands)
        else:
            self.view.update(self.state)

    def draw(self, surface: Surface) -> None:
        if self.tree.is_open:
            self.tree.draw(surface, self.animator, self.state)
        else:
            self.view.draw(surface, self.animator, self.state)
        if self.banner is not None:
            self.banner.draw(surface)

    def _follow_board(self) -> None:
        """Animate and sound the difference between the board shown and the board there is."""
        node, result = self.match.game.node, self.match.result
        before, _result = self._shown
        if (node, result) == self._shown:
            return
        self._shown = (node, result)
        self._banner_closed = False
        self.hands = replace(self.hands, typed_file=None)
        is_move = node.parent is before and node.move != PASS
        self.animator.show(node.board, node.move if is_move else None)
        if node.board.empties != before.board.empties:
            self.window.sounds.play("disc")
        elif node.move == PASS:
            self.window.sounds.play("pass")
        if result is not None:
            self.window.sounds.play("end")

    def _place_banner(self) -> None:
        result = self.match.result
        has_room = not (self._banner_closed or self.tree.is_open or self.animator.is_moving)
        wanted = result is not None and has_room
        if wanted and self.banner is None and result is not None:
            actions = [self._action(name) for name in ("new_game", "rematch", "review_game", "close_banner")]
            self.banner = Banner(
                self.manager, self.theme, self.view.layout.board, format_result(result),
                describe_result(self.match.seats, result, self.match.board), actions,
            )  # fmt: skip
        elif not wanted and self.banner is not None:
            self.banner.close()
            self.banner = None

    # Mouse and keyboard

    def take(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._take_key(event)
        if self.tree.is_open and self.tree.take(event):
            self.hands = InputState()
        elif event.type == pygame.MOUSEMOTION:
            self._moved(event.pos)
            self._dragging = self._dragging and bool(event.buttons[0])
            if self._dragging:
                self._travel_to(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._clicked(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._dragging = False
        elif event.type == pygame.MOUSEWHEEL and not self.tree.is_open:
            self.view.turn_wheel(event.pos, event.y)
        elif event.type == pygame.WINDOWLEAVE:
            self.hands = InputState()
        return True

    def _moved(self, position: tuple[int, int]) -> None:
        """The mouse is here, and takes over from the keyboard."""
        self.hands = InputState()
        if self.tree.is_open:
            self.hands = InputState(self.tree.view.layout.square_at(position))
        elif not self._is_on_banner(position):
            self.hands = InputState(self.view.layout.square_at(position), self.view.pv_move_at(position))

    def _is_on_banner(self, position: tuple[int, int]) -> bool:
        return self.banner is not None and self.banner.rect.collidepoint(position)

    def _clicked(self, position: tuple[int, int]) -> None:
        self._moved(position)
        if self.hands.square is not None:
            self.match.play(self.hands.square)
        elif not self.tree.is_open and not self._is_on_banner(position):
            self._dragging = self.view.travel_target(position) is not None
            self._travel_to(position)

    def _travel_to(self, position: tuple[int, int]) -> None:
        target = self.view.travel_target(position)
        if target is not None:
            self.match.travel(target)

    def _take_key(self, event: pygame.event.Event) -> bool:
        """Whether the key is one of the board's own: what is left are keys of actions."""
        self.hands, square, is_used = self.hands.typed(event)
        code = code_of(event)
        if square is not None:
            self.match.play(square)
            self.hands = InputState()
        elif is_used or not is_plain(event):
            return is_used
        elif code in ARROWS and not self.tree.is_open:
            self._move_cursor(ARROWS[code])
        elif code in ENTER and not self.tree.is_open:
            self._enter()
        elif code == pygame.K_ESCAPE:
            return self._escape()
        else:
            return False
        return True

    def _move_cursor(self, step: tuple[int, int]) -> None:
        cursor = self.hands.cursor
        if cursor is None:
            legal = next(squares(self.match.board.legal_moves()), 27)
            cursor = self.hands.square if self.hands.square is not None else legal
        else:
            x, y = cursor % 8 + step[0], cursor // 8 + step[1]
            cursor = min(7, max(0, x)) + 8 * min(7, max(0, y))
        self.hands = InputState(cursor=cursor)

    def _enter(self) -> None:
        if self.banner is not None:
            self._ask_new_game()
        elif self.hands.cursor is not None:
            self.match.play(self.hands.cursor)

    def _escape(self) -> bool:
        if self.hands != InputState(self.hands.square, self.hands.pv_move):
            self.hands = InputState()
        elif self.tree.is_open:
            self._toggle_tree()
        elif self.banner is not None:
            self._close_banner()
        else:
            return False
        return True

    # Actions

    def _action(self, identity: str) -> Action:
        return next(row for row in self._rows if isinstance(row, Action) and row.identity == identity)

    def _game_rows(self) -> tuple[Action | Gesture, ...]:
        session = self.window.session
        return (
            Action("new_game", N_("New game"), N_("Players, levels, clocks and start position"),
                   self._ask_new_game, (Key(pygame.K_n),), place=Place.LEFT,
                   is_primary=True, aliases=(Key(pygame.K_n, control=True),), short=N_("New")),
            Action("undo", N_("Undo"), N_("Back to your last move, or to the game before this one"),
                   self._undo, (Key(pygame.K_z), Key(pygame.K_BACKSPACE)), place=Place.LEFT,
                   is_possible=lambda: session.can_undo, aliases=(Key(pygame.K_z, control=True),)),
            Action("redo", N_("Redo"), N_("Forward again"), lambda: self.match.redo(),
                   (Key(pygame.K_y),), place=Place.LEFT,
                   is_possible=lambda: self.match.game.can_redo, aliases=(Key(pygame.K_y, control=True),)),
            BOARD_KEYS,
            Gesture(N_("a – h, then 1 – 8"), N_("Play that square")),
            Action("back", N_("One move back"), N_("To the position before the last move"),
                   lambda: self.match.travel(self.match.game.cursor - 1), (Key(pygame.K_PAGEUP),),
                   is_possible=lambda: self.match.game.can_undo),
            Action("on", N_("One move on"), N_("To the position after the next move"),
                   lambda: self.match.travel(self.match.game.cursor + 1), (Key(pygame.K_PAGEDOWN),),
                   is_possible=lambda: self.match.game.can_redo),
            Action("first", N_("First position"), N_("To the beginning of the game"),
                   lambda: self.match.travel(0), (Key(pygame.K_HOME),)),
            Action("last", N_("Last position"), N_("To the end of the game"),
                   lambda: self.match.travel(len(self.match.game.line) - 1), (Key(pygame.K_END),)),
            Action("swap", N_("Swap"), N_("Exchange the sides"), self._swap, (Key(pygame.K_x),),
                   place=Place.LEFT, is_possible=lambda: self.match.can_swap),
            Action("rematch", N_("Rematch"), N_("The same players with the colours exchanged"),
                   session.rematch),
            Action("review_game", N_("Review"), N_("Search every position of this game and judge every move"),
                   self._review, (Key(pygame.K_r),), is_possible=lambda: self._can_review),
            Action("close_banner", N_("Look at the board"), N_("Put the result aside"), self._close_banner),
        )  # fmt: skip

    def _search_rows(self) -> tuple[Action, ...]:
        def match() -> Match:
            return self.match

        def is_thinking() -> bool:
            return self.match.phase is Phase.THINKING

        return (
            Action("hint", N_("Hint"),
                   N_("Scores of all legal moves, growing more exact as the search goes on"),
                   lambda: match().toggle_hints(), (Key(pygame.K_t),), Group.SEARCH, Place.LEFT,
                   is_possible=lambda: match().can_hint or match().wants_hints,
                   is_on=lambda: match().wants_hints),
            Action("pause", N_("Pause"), N_("Hold the game and its clocks, and go on from there"),
                   lambda: match().resume() if match().is_paused else match().pause(),
                   (Key(pygame.K_SPACE),), Group.SEARCH, Place.LEFT,
                   is_possible=lambda: match().phase is not Phase.OVER,
                   is_on=lambda: match().is_paused, label_on=N_("Resume")),
            Action("step", N_("Step"), N_("Let the computer make one move, then pause"),
                   lambda: match().step(), (Key(pygame.K_PERIOD),), Group.SEARCH, Place.LEFT,
                   is_possible=lambda: match().can_step),
            Action("stop", N_("Stop"), N_("End the search without playing a move"),
                   lambda: match().stop(), (Key(pygame.K_s),), Group.SEARCH, Place.LEFT,
                   is_possible=lambda: is_thinking()
                   or (match().thinking.is_hinting and match().thinking.is_searching)),
            Action("move_now", N_("Move now"), N_("Play the best move found so far"),
                   lambda: match().move_now(), (Key(pygame.K_j),), Group.SEARCH, Place.LEFT,
                   is_possible=is_thinking),
            Action("tree", N_("Tree"), N_("The tree of the search that runs or ran last"),
                   self._toggle_tree, (Key(pygame.K_i),), Group.SEARCH, Place.LEFT,
                   is_on=lambda: self.tree.is_open),
            Action("switch", N_("Switch alpha-beta / PVS"), N_("Search with the other algorithm from now on"),
                   self._switch, (Key(pygame.K_p),), Group.SEARCH),
            Action("alphabeta", N_("Alpha-beta"),
                   N_("Search with alpha-beta from now on, also in the running search"),
                   lambda: match().switch(Algorithm.ALPHABETA), (), Group.SEARCH,
                   is_on=lambda: match().algorithm is Algorithm.ALPHABETA),
            Action("pvs", N_("PVS"), N_("Search with PVS from now on, also in the running search"),
                   lambda: match().switch(Algorithm.PVS), (), Group.SEARCH,
                   is_on=lambda: match().algorithm is Algorithm.PVS),
            Action("faster", N_("Watch faster"), N_("Less time between two moves of the computer"),
                   partial(self._change_pace, -1),
                   (Key(pygame.K_PLUS),), Group.SEARCH,
                   aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS))),
            Action("slower", N_("Watch slower"), N_("More time between two moves of the computer"),
                   partial(self._change_pace, +1), (Key(pygame.K_MINUS),), Group.SEARCH,
                   aliases=(Key(pygame.K_KP_MINUS),)),
            *(Action(tab, label, "", partial(self._show_tab, tab), (), Group.SEARCH,
                     is_on=partial(self._is_tab, tab))
              for tab, label in (("tab_search", N_("Search")), ("tab_charts", N_("Charts")),
                                 ("tab_moves", N_("Moves")))),
        )  # fmt: skip

    def _record_rows(self) -> tuple[Action, ...]:
        return (
            Action("games", N_("Games"), N_("The library, the archive: games to look at again"),
                   self.ask_for_game, (Key(pygame.K_o, control=True),), Group.WINDOW),
            Action("open_file", N_("Open file"), N_("A game or a position from a file, in any format"),
                   self.window.ask_file, (Key(pygame.K_o, control=True, shift=True),), Group.WINDOW,
                   Place.LEFT),
            Action("copy", N_("Copy the game"), N_("The moves, as a transcript on the clipboard"),
                   lambda: self._copy(_("The transcript is on the clipboard"), transcript(self.match.game)),
                   (Key(pygame.K_c, control=True),), Group.WINDOW),
            Action("paste", N_("Paste a game"),
                   N_("Go on with the transcript or the position on the clipboard"),
                   self.window.paste, (Key(pygame.K_v, control=True),), Group.WINDOW),
            Action("copy_position", N_("Copy the position"), N_("64 squares and the side to move"),
                   lambda: self._copy(_("The position is on the clipboard"), self.match.board.text()),
                   (Key(pygame.K_c, control=True, shift=True),), Group.WINDOW),
            Action("edit_board", N_("Edit board"), N_("Set up a position, to play, review or race it"),
                   self._edit_board, (Key(pygame.K_e, control=True),), Group.WINDOW, Place.LEFT),
        )  # fmt: skip

    def _ask_new_game(self) -> None:
        settings = self.window.settings
        self._open_new_game(NewGame(settings.seats, settings.control, settings.start))

    def _open_new_game(self, chosen: NewGame) -> None:
        dialog = NewGameDialog(
            self.window.dialogs, self.theme, chosen, self.start_game, self.ask_for_game, self._edit_board
        )
        self.window.open_dialog(dialog)

    def start_game(self, choice: NewGame, game: Game) -> None:
        """Begin what was chosen in the dialog."""
        session = self.window.session
        if choice.start is not None:
            session.settings = replace(
                session.settings, seats=choice.seats, control=choice.control, start=choice.start
            )
        self._begin(partial(session.start_match, choice.seats, choice.control, game, choice.start))

    def ask_for_game(self, file: Path | None = None) -> bool:
        window = self.window
        store, archive = window.session.store, window.settings.archive
        dialog = GamesDialog(window.dialogs, self.theme, store, archive, self._open_record, file)
        window.open_dialog(dialog)
        return True

    def _open_record(self, record: Record) -> None:
        self._begin(partial(self.window.session.open, record))

    def open_record(self, record: Record) -> bool:
        self._open_record(record)
        return True

    def _edit_board(self) -> None:
        self.window.edit_board(self.match.board)

    def _begin(self, begin: partial[None]) -> None:
        """Let another game take the place of this one, and say that it is not lost."""
        is_begun = bool(self.match.game.root.children)
        begin()
        if is_begun and self.match.can_undo:
            said = _("The game before is kept: Home, then Undo (Z) brings it back")
            self.window.toasts.answer(said)
        elif is_begun:
            self.window.toasts.answer(_("The game before is kept: Undo (Z) brings it back"))

    def _undo(self) -> None:
        match, seats = self.match, self.match.seats
        self.window.session.undo()
        if self.match is not match or self.match.seats != seats:
            self.window.toasts.take_back()  # what was said to come back has come back

    def _swap(self) -> None:
        self.match.swap_sides()
        self.window.toasts.answer(_("The sides are exchanged: Undo (Z) takes it back"))

    @property
    def _can_review(self) -> bool:
        return self.match.result is not None and bool(self.match.game.root.children)

    def _review(self) -> None:
        """Open the page Review on this game, and begin."""
        self.window.show(ReviewPage).begin()

    def _close_banner(self) -> None:
        self._banner_closed = True

    def _toggle_tree(self) -> None:
        self.tree.is_open = not self.tree.is_open
        self.window.rebuild()

    def _switch(self) -> None:
        is_pvs = self.match.algorithm is Algorithm.PVS
        self.match.switch(Algorithm.ALPHABETA if is_pvs else Algorithm.PVS)

    def _change_pace(self, step: int) -> None:
        session = self.window.session
        now = session.settings.watch_pace
        steps = [pace for pace in PACES if (pace > now if step > 0 else pace < now)]
        pace = (steps[0] if step > 0 else steps[-1]) if steps else now
        session.settings = replace(session.settings, watch_pace=pace)
        text = _("The computer against itself: at least {seconds} s between two moves")
        self.window.toasts.answer(text.format(seconds=f"{pace:g}"))

    def _is_tab(self, tab: str) -> bool:
        return self.tab == tab

    def _show_tab(self, tab: str) -> None:
        self.tab = tab
        if self.view.layout.is_folded:
            self.window.rebuild()

    def _copy(self, said: str, text: str) -> None:
        pygame.scrap.put_text(text)
        self.window.toasts.answer(said)

    def open_text(self, text: str) -> bool:
        """Offer the game as the start of a new one."""
        settings = self.window.settings
        line = " ".join(first_part(text).split())
        self._open_new_game(NewGame.of_text(line, settings.seats, settings.control))
        return True
