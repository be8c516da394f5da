"""The window: the loop, and what a person's clicks and keys do. Events -> update(dt) -> draw."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

import pygame
import pygame_gui

from ai import preparation
from ai.engine import Engine
from ai.even_openings import even_opening
from ai.limits import Algorithm
from game.board import PASS, Board, squares
from game.clock import TimeControl
from game.game import Game
from game.records.transcript import parse_transcript, transcript
from game.starts import Start
from play.autosave import Autosave
from play.hardware import check_tables, clamped
from play.match import Match, Phase, Seats
from play.settings import ALGORITHM_OF, Settings, Store
from ui.assets import read_book
from ui.banner import Banner
from ui.board.animation import Animator
from ui.dialogs.dialog import Dialog
from ui.dialogs.help import HelpDialog
from ui.dialogs.new_game import NewGame, NewGameDialog
from ui.dialogs.settings import PACES, SettingsDialog
from ui.display import open_window
from ui.input import ARROWS, action_of
from ui.layout import MIN_SIZE, Layout
from ui.pages.play import TABS, PlayView
from ui.sound import Sounds
from ui.text.wording import capitalised, describe_result
from ui.theme import Theme
from ui.toasts import Toasts
from ui.view_state import InputState, ViewStateMaker

FRAMES_PER_SECOND: Final = 60
# With nothing moving the window sleeps until an event comes, at most this many milliseconds.
IDLE_WAIT: Final = 100
# So many frames without an event make a rest.
QUIET_FRAMES: Final = 30
# Least seconds between two moves of which the later is the computer's, so that the flips can be seen.
ANSWER_PACE: Final = 0.45
# An animation never moves on by more than this in one frame, so it does not jump after a rest.
LONGEST_STEP: Final = 0.03
# A dialog darkens the window behind it to this share, of 255, in red, green and blue.
VEIL: Final = (105, 105, 110)
# A key held down in a dialog repeats after so many milliseconds, and then every so many: for its text field.
KEY_REPEAT: Final = (400, 50)
TAB_NAMES: Final = tuple(tab.action for tab in TABS)


class App:
    """The program with its window open."""

    def __init__(self, store: Store | None = None, game: Game | None = None) -> None:
        self.store = store or Store()
        self.settings, problems = clamped(self.store.load_settings())
        self.store.messages += problems
        self.window = open_window(self.settings)
        self.theme = Theme(1.0)
        self._show_ground()
        self.sounds = Sounds(self.settings.volume, self.settings.muted)
        megabytes = self.settings.table_megabytes
        book, problem = read_book()
        if problem:
            self.store.messages.append(problem)
        self.engines = (Engine(megabytes, book=book), Engine(megabytes, book=book))
        self.match = self._first_match(game)
        self.animator = Animator(self.match.board, self.settings.animation.factor)
        self._pictures = ViewStateMaker()
        self.hands = InputState()
        self.tab = TAB_NAMES[0]
        self._do = self._actions()
        self.is_running = True
        self._keeper = Autosave(self.store, self.settings)
        self._dragging = False
        self._banner_closed = False
        self._shown = (self.match.game.cursor, self.match.board, self.match.result)
        self.toasts = Toasts()
        self._was_preparing = True
        self._holds_clock = False
        self._quiet_frames = 0
        self._clock = pygame.time.Clock()
        self._seconds = 0.0  # that the last frame took
        self.dialog: Dialog | None = None
        self._build()
        preparation.start()

    # The window

    @property
    def screen(self) -> pygame.Surface:
        """The window's surface, which a resize replaces."""
        return self.window.get_surface()

    @property
    def pixels_per_point(self) -> float:
        """2 on a Retina screen of macOS, whose mouse and window sizes are in points; elsewhere 1."""
        return self.screen.get_width() / max(1, self.window.size[0])

    def _in_pixels(self, position: tuple[int, int]) -> tuple[int, int]:
        """Where the mouse is on the surface that everything is drawn on."""
        scale = self.pixels_per_point
        return int(position[0] * scale), int(position[1] * scale)

    def _show_ground(self) -> None:
        """Something of ours to look at while the rest is being made."""
        self.screen.fill(self.theme["background"])
        self.window.flip()

    def _build(self) -> None:
        """Make everything that depends on the size of the window."""
        self.hands = InputState()  # what was under the mouse is no longer there
        size = self.screen.get_size()
        layout = Layout.of(*size, has_evaluation_bar=self.settings.show_evaluation)
        if layout.scale != self.theme.scale:
            self.theme = Theme(layout.scale)
        self.manager = pygame_gui.UIManager(size, self.theme.widgets, enable_live_theme_updates=False)
        self.dialogs = pygame_gui.UIManager(size, self.theme.widgets, enable_live_theme_updates=False)
        for manager in (self.manager, self.dialogs):
            manager.mouse_pos_scale_factor = [self.pixels_per_point] * 2
        self.layout = layout
        self.stage = PlayView(self.manager, self.theme, layout, self.settings, self.tab)
        if self.dialog is not None and self.dialog.is_open:
            self.dialog = self.dialog.rebuilt(self.dialogs, self.theme)
        self._place_banner()

    def _build_stage(self) -> None:
        """Make the window's own parts anew and leave an open dialog as it is."""
        self.layout = Layout.of(*self.screen.get_size(), has_evaluation_bar=self.settings.show_evaluation)
        self.manager.clear_and_reset()
        self.stage = PlayView(self.manager, self.theme, self.layout, self.settings, self.tab)

    def _first_match(self, game: Game | None) -> Match:
        """The game given, else the unfinished one, else a new one."""
        if game is not None:
            self.store.set_game_aside()
        saved = self.store.load_game() if game is None else None
        if saved is not None:
            match = self._new_match(saved.seats, saved.clocks[0].control, saved.game)
            match.clocks = list(saved.clocks)
            match.evaluations = dict(saved.evaluations)
            match.is_paused = match.result is None and (
                match.is_watched or match.clock.time_for_move(match.turn) is not None
            )
            return match
        game = game or self.settings.start.new_game(Random(), even_opening)
        return self._new_match(self.settings.seats, self.settings.control, game)

    def _new_match(self, seats: Seats, control: TimeControl, game: Game) -> Match:
        return Match(
            self.engines,
            seats,
            control,
            game,
            pace=self._pace(seats),
            threads=self.settings.threads,
            selective=self.settings.selective,
            book=self.settings.book,
        )

    def _pace(self, seats: Seats) -> float:
        watched = not any(seat.is_human for seat in seats)
        return max(0.01, self.settings.watch_pace) if watched else ANSWER_PACE

    # The loop

    def run(self) -> int:
        """Until the window is closed; returns the exit status."""
        try:
            while self.is_running:
                self.frame()
        finally:
            self.close()
        return 0

    def frame(self) -> None:
        """One turn of the loop: take events, update, draw, and show the picture when its time has come.

        The wait is between drawing and showing, so that pictures come evenly whatever drawing them took.
        """
        idle = self._is_idle()
        first = [pygame.event.wait(IDLE_WAIT)] if idle else []
        if idle:
            self._seconds = self._clock.tick() / 1000
        self._take_events([e for e in (*first, *pygame.event.get()) if e.type != pygame.NOEVENT])
        self._follow_size()
        if self.is_running:
            self.update(self._seconds)
            self.draw()
            self._seconds = self._clock.tick(0 if idle else FRAMES_PER_SECOND) / 1000
            self.window.flip()

    def _is_idle(self) -> bool:
        """Whether nothing on the screen will change by itself."""
        match = self.match
        return (
            not self.animator.is_moving
            and not match.is_searching
            and match.phase in (Phase.HUMAN, Phase.PAUSED, Phase.OVER)
            and match.clock.time_for_move(match.turn) is None
            and not (match.wants_hints and not match.is_hinting)
            and self.toasts.current is None
            and preparation.progress().is_ready
            and self._quiet_frames > QUIET_FRAMES
        )

    def update(self, dt: float) -> None:
        match = self.match
        match.pace = self._pace(match.seats)
        match.update(dt)
        self._follow_board()
        if self.animator.update(min(dt, LONGEST_STEP)):
            self.sounds.play("flip")
        if self.stage.evaluation is not None:
            self.stage.evaluation.update(dt, match.evaluation)
        self._place_banner()
        self._keeper.keep_game(match)
        if self._quiet_frames > QUIET_FRAMES:  # not at every step of a resize
            self._keeper.keep_settings(self.settings)
        self._show_messages(dt)
        if self.dialog is None:
            self.manager.update(dt)
        self.dialogs.update(dt)
        if self.dialog is not None and not self.dialog.is_open:
            self._dialog_closed()
        self._set_buttons()

    def draw(self) -> None:
        picture = self._pictures.picture(self.match, self.settings, self.hands, self.toasts.current)
        self.stage.draw(self.screen, self.animator, picture)
        if self.dialog is not None:
            self.screen.fill(VEIL, special_flags=pygame.BLEND_RGB_MULT)
            self.dialog.draw(self.screen)

    def _follow_board(self) -> None:
        """Animate and sound the difference between the board shown and the board there is."""
        cursor, board, result = self.match.game.cursor, self.match.board, self.match.result
        before, shown, _ = self._shown
        if (cursor, board, result) == self._shown:
            return
        self._shown = (cursor, board, result)
        self._banner_closed = False
        self.hands = replace(self.hands, typed_file=None)
        last = self.match.game.last_move
        is_move = cursor == before + 1 and last is not None and last != PASS
        self.animator.show(board, last if is_move else None)
        if board.black | board.white != shown.black | shown.white:
            self.sounds.play("disc")
        elif last == PASS:
            self.sounds.play("pass")
        if result is not None:
            self.sounds.play("end")

    def _place_banner(self) -> None:
        result = self.match.result
        wanted = result is not None and not self._banner_closed and not self.animator.is_moving
        if wanted and self.stage.banner is None and result is not None:
            line = describe_result(self.match.seats, result)
            self.stage.banner = Banner(self.manager, self.theme, self.layout.board, result.text(), line)
        elif not wanted and self.stage.banner is not None:
            self.stage.banner.close()
            self.stage.banner = None

    def _show_messages(self, dt: float) -> None:
        """Pass on what the store, the sounds and the preparation have to say."""
        if self._was_preparing and preparation.is_ready():
            self._was_preparing = False
            if preparation.progress().warning:
                self.toasts.add(preparation.progress().warning)
        while self.store.messages:
            self.toasts.add(self.store.messages.pop(0))
        if self.sounds.problem is not None:
            self.toasts.add(self.sounds.problem)
            self.sounds.problem = None
        self.toasts.update(dt)

    def close(self) -> None:
        """Stop everything and keep what is to be kept."""
        match = self.match
        match.drop_search()
        self.window.hide()
        for engine in self.engines:
            engine.close()
        self._keeper.close(match, self.settings)
        self.sounds.close()
        # Before SDL frees it: a Window collected later would free whatever then lies in its place.
        self.window.destroy()
        pygame.quit()

    # Events

    def _take_events(self, events: list[pygame.event.Event]) -> None:
        self._quiet_frames = 0 if events else self._quiet_frames + 1
        for event in events:
            if event.type == pygame.QUIT:
                self.is_running = False
                return
            if self.dialog is not None and self.dialog.is_open:
                self.dialogs.process_events(event)
                self.dialog.process(event)
            else:
                self._take_event(event)

    def _follow_size(self) -> None:
        """Make everything anew when the window has another size: by whatever event, and once a frame."""
        if self.screen.get_size() != self.layout.window.size:
            if not self.settings.fullscreen:
                width, height = self.window.size
                size = max(MIN_SIZE[0], width), max(MIN_SIZE[1], height)
                self.settings = replace(self.settings, window_size=size)
            self._build()

    def _take_event(self, event: pygame.event.Event) -> None:
        was_used = self.manager.process_events(event)
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            action = self.stage.action_of(event.ui_element)
            if action is not None:
                self.do(action)
        elif event.type == pygame.KEYDOWN:
            self._take_key(event)
        elif event.type == pygame.MOUSEMOTION:
            self._moved(self._in_pixels(event.pos))
            self._dragging = self._dragging and bool(event.buttons[0])
            if self._dragging:
                self._travel_to(self._in_pixels(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not was_used:
            self._clicked(self._in_pixels(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._dragging = False
        elif event.type == pygame.MOUSEWHEEL:
            if self.stage.moves.rect.collidepoint(self._in_pixels(pygame.mouse.get_pos())):
                self.stage.moves.scroll(-event.y)
        elif event.type == pygame.WINDOWLEAVE:
            self.hands = InputState()

    def _moved(self, position: tuple[int, int]) -> None:
        """The mouse is here, and takes over from the keyboard."""
        self.hands = InputState()
        if not self._is_on_banner(position):
            self.hands = InputState(self.layout.square_at(position), self.stage.chip_at(position))

    def _is_on_banner(self, position: tuple[int, int]) -> bool:
        return self.stage.banner is not None and self.stage.banner.rect.collidepoint(position)

    def _clicked(self, position: tuple[int, int]) -> None:
        self._moved(position)
        if self.hands.square is not None:
            self.match.play(self.hands.square)
        elif not self._is_on_banner(position):
            self._dragging = self.stage.travel_target(position) is not None
            self._travel_to(position)

    def _travel_to(self, position: tuple[int, int]) -> None:
        target = self.stage.travel_target(position)
        if target is not None:
            self.match.travel(target)

    def _take_key(self, event: pygame.event.Event) -> None:
        key, action, file = event.key, action_of(event), self.hands.typed_file
        is_plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT)
        if is_plain and key in ARROWS:
            self._move_cursor(ARROWS[key])
        elif key == pygame.K_TAB:
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
            self.hands = InputState(focus=self.stage.next_focus(self.hands.focus, step))
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and self.hands.focus is not None:
            self.do(self.hands.focus)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._enter()
        elif is_plain and pygame.K_a <= key <= pygame.K_h:
            self.hands = InputState(typed_file=key - pygame.K_a)
        elif file is not None and event.unicode in tuple("12345678"):
            self.match.play(file + 8 * (int(event.unicode) - 1))
            self.hands = InputState()
        elif action is not None:
            self.do(action)

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
        if self.stage.banner is not None:
            self.do("new_game")
        elif self.hands.cursor is not None:
            self.match.play(self.hands.cursor)

    # Actions

    def _actions(self) -> dict[str, Callable[[], object]]:
        """What buttons and keys can ask for."""
        return {
            "new_game": self._ask_new_game,
            "rematch": self._rematch,
            "close_banner": self._close_banner,
            "undo": lambda: self.match.undo(),
            "redo": lambda: self.match.redo(),
            "first": lambda: self.match.travel(0),
            "last": lambda: self.match.travel(len(self.match.game.moves)),
            "back": lambda: self.match.travel(max(0, self.match.game.cursor - 1)),
            "on": lambda: self.match.travel(min(len(self.match.game.moves), self.match.game.cursor + 1)),
            "hint": lambda: self.match.toggle_hints(),
            "pause": lambda: self.match.resume() if self.match.is_paused else self.match.pause(),
            "stop": lambda: self.match.stop(),
            "step": lambda: self.match.step(),
            "move_now": lambda: self.match.move_now(),
            "swap": lambda: self.match.swap_sides(),
            "switch": self._switch,
            "alphabeta": lambda: self.match.switch(Algorithm.ALPHABETA),
            "pvs": lambda: self.match.switch(Algorithm.PVS),
            "faster": lambda: self._change_pace(-1),
            "slower": lambda: self._change_pace(+1),
            "mute": lambda: self._apply(replace(self.settings, muted=not self.settings.muted)),
            "fullscreen": lambda: self._apply(
                replace(self.settings, fullscreen=not self.settings.fullscreen)
            ),
            "settings": lambda: self._open(
                SettingsDialog(self.dialogs, self.theme, self.settings, self._apply, self._clear_tables)
            ),
            "help": lambda: self._open(HelpDialog(self.dialogs, self.theme)),
            "escape": self._escape,
            **{name: partial(self._show_tab, name) for name in TAB_NAMES},
            "copy": lambda: self._copy("transcript", transcript(self.match.game)),
            "copy_position": lambda: self._copy("position", self.match.board.text()),
            "paste": self._paste,
            "quit": self.quit,
        }

    def do(self, action: str) -> None:
        """Carry out a button's or a key's action."""
        self._do[action]()

    def quit(self) -> None:
        """End the loop after this frame."""
        self.is_running = False

    def start_match(self, seats: Seats, control: TimeControl, game: Game) -> None:
        """Leave the game on the board for another."""
        self.match.drop_search()
        self.match = self._new_match(seats, control, game)
        self._banner_closed = False
        self.hands = InputState()

    def _ask_new_game(self) -> None:
        last = NewGame(self.settings.seats, self.settings.control, self.settings.start)
        self._open(NewGameDialog(self.dialogs, self.theme, last, self._start_game))

    def _start_game(self, choice: NewGame, game: Game) -> None:
        start = choice.start if choice.start is not None else self.settings.start
        self.settings = replace(self.settings, seats=choice.seats, control=choice.control, start=start)
        self._holds_clock = False
        self.start_match(choice.seats, choice.control, game)

    def _rematch(self) -> None:
        """The same players with the colours exchanged, from the same start or another random opening."""
        match = self.match
        is_random = self.settings.start is Start.RANDOM and match.game.start == Board.initial()
        game = even_opening(Random()) if is_random else Game(match.game.start)
        self.start_match((match.seats[1], match.seats[0]), match.clock.control, game)

    def _close_banner(self) -> None:
        self._banner_closed = True

    def _switch(self) -> None:
        is_pvs = self.match.algorithm is Algorithm.PVS
        self.match.switch(Algorithm.ALPHABETA if is_pvs else Algorithm.PVS)

    def _change_pace(self, step: int) -> None:
        now = self.settings.watch_pace
        steps = [pace for pace in PACES if (pace > now if step > 0 else pace < now)]
        pace = (steps[0] if step > 0 else steps[-1]) if steps else now
        self.settings = replace(self.settings, watch_pace=pace)
        self.toasts.answer(f"The computer against itself: at least {pace:g} s between two moves")

    def _apply(self, settings: Settings) -> Settings:
        """Make the settings true, but for tables that do not fit; returns what is true now."""
        before, self.settings = self.settings, replace(settings, window_size=self.settings.window_size)
        self.sounds.volume = settings.volume
        self.sounds.muted = settings.muted
        self.animator.speed = settings.animation.factor
        if settings.fullscreen != before.fullscreen:
            if settings.fullscreen:
                self.window.set_fullscreen(desktop=True)
            else:
                self.window.set_windowed()
        looks = (settings.show_evaluation, settings.show_coordinates)
        if looks != (before.show_evaluation, before.show_coordinates):
            self._build_stage()
        self.match.use_threads(settings.threads)
        self.match.use_selection(settings.selective)
        self.match.book = settings.book
        if settings.table_megabytes != before.table_megabytes:
            self._resize_tables(settings.table_megabytes, before.table_megabytes)
        return self.settings

    def _resize_tables(self, megabytes: int, before: int) -> None:
        try:
            if megabytes > before:
                check_tables(megabytes)
            self.match.resize_tables(megabytes)
        except ValueError as error:
            self.settings = replace(self.settings, table_megabytes=before)
            self._answer(f"{capitalised(str(error))}. It stays at {before:,} MB.", is_error=True)

    def _clear_tables(self) -> None:
        self.match.clear_tables()
        self._answer("What was searched is forgotten: the tables are empty.")

    def _answer(self, text: str, is_error: bool = False) -> None:
        """Say what came of something the person has just done: in the dialog, as long as one is open."""
        if self.dialog is None or not self.dialog.is_open:
            self.toasts.answer(text)
        elif is_error:
            self.dialog.say_error(text)
        else:
            self.dialog.say(text)

    def _open(self, dialog: Dialog) -> None:
        """Show a dialog; a running clock waits for it."""
        self.dialog = dialog
        self.hands = InputState()
        self._dragging = False
        self._build_stage()  # without the tool tips that would stay behind
        pygame.key.set_repeat(*KEY_REPEAT)
        match = self.match
        self._holds_clock = not match.is_paused and match.clock.time_for_move(match.turn) is not None
        if self._holds_clock:
            match.pause()

    def _dialog_closed(self) -> None:
        self.dialog = None
        pygame.key.set_repeat()  # off: on the board one press is one action
        if self._holds_clock and self.match.is_paused:
            self.match.resume()
        self._holds_clock = False

    def _escape(self) -> None:
        if self.hands != InputState(self.hands.square, self.hands.chip):
            self.hands = InputState()
        elif self.stage.banner is not None:
            self._close_banner()
        elif self.settings.fullscreen:
            self.do("fullscreen")

    def _show_tab(self, tab: str) -> None:
        self.tab = tab
        if self.layout.is_folded:
            self._build_stage()

    def _copy(self, what: str, text: str) -> None:
        pygame.scrap.put_text(text)
        self.toasts.answer(f"The {what} is on the clipboard")

    def _paste(self) -> None:
        """Offer the game on the clipboard as the start of a new one."""
        text = pygame.scrap.get_text()
        if not text.strip():
            self.toasts.answer("The clipboard is empty: copy a transcript or a position first")
            return
        last = NewGame(self.settings.seats, self.settings.control, None, " ".join(text.split()))
        self._open(NewGameDialog(self.dialogs, self.theme, last, self._start_game))

    def _set_buttons(self) -> None:
        """Enable what can be done now; buttons say what they would do."""
        match, stage = self.match, self.stage
        phase = match.phase
        set_on = stage.toolbar.enable
        set_on("undo", match.game.can_undo)
        set_on("redo", match.game.can_redo)
        may_hint = phase in (Phase.HUMAN, Phase.PAUSED) and not match.board.must_pass()
        set_on("hint", may_hint or match.wants_hints)
        stage.toolbar.select("hint", match.wants_hints)
        set_on("pause", phase is not Phase.OVER)
        stage.toolbar.name("pause", "Resume" if match.is_paused else "Pause")
        set_on("step", phase is not Phase.OVER and (match.board.must_pass() or not match.seat.is_human))
        set_on("stop", phase is Phase.THINKING or (match.is_hinting and match.is_searching))
        set_on("move_now", phase is Phase.THINKING)
        set_on("swap", any(not seat.is_human for seat in match.seats))
        stage.toolbar.select("mute", self.settings.muted)
        stage.toolbar.name("mute", "Muted" if self.settings.muted else "Sound")
        if stage.algorithms is not None:
            for name, algorithm in ALGORITHM_OF.items():
                stage.algorithms.select(name, match.algorithm is algorithm)


def run(transcript_text: str | None = None) -> int:
    """Open the window, with the game of a transcript or position if given; returns the exit status.

    Raises NoDisplay, MissingAsset and, for a text that is no legal game, ValueError.
    """
    game = parse_transcript(transcript_text) if transcript_text is not None else None
    app = App(game=game)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: app.quit())
    return app.run()
