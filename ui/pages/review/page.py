"""The page Review: nobody moves by himself; a game is walked through, searched and judged."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import ClassVar, Final

import pygame
import pygame_gui
from pygame import Surface

from ai.limits import Limit
from game.board import Board, Square
from game.cursor import Cursor
from game.records.any_format import describe_error, parse_game
from game.records.record import Record
from game.records.transcript import transcript
from game.tree import Game, Node, Shape
from play.archive.reader import ArchiveReader
from play.hints import Hints
from play.library import record_of
from play.match import Match
from play.opening_moves import OpeningMoves
from play.review import Review, ReviewPhase
from play.saved_game import SavedGame
from ui.actions import Action, Gesture
from ui.assets import read_openings
from ui.board.animation import Animator
from ui.dialogs.archive import ArchiveDialog
from ui.dialogs.comment import CommentDialog
from ui.dialogs.games import GamesDialog
from ui.dialogs.share import ShareDialog
from ui.input import InputState
from ui.layout import Frame
from ui.pages.page import Page, Status
from ui.pages.review.actions import KEYS, review_actions
from ui.pages.review.state import ReviewState, make_state
from ui.pages.review.view import ReviewView
from ui.text import N_, _, ngettext
from ui.text.key_names import keyed
from ui.text.review_wording import describe_damage, describe_move
from ui.theme import Theme
from ui.toolbar import ButtonRow
from ui.window import Window

# How often a second the figures of a running search are drawn anew.
REFRESH: Final = 10
# An animation never moves on by more than this in one frame, so it does not jump after a rest.
LONGEST_STEP: Final = 0.03
# The seconds for a position that can be chosen.
TIMES: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
SHAPES: Final = (None, Shape.CIRCLE, Shape.SQUARE, Shape.TRIANGLE, Shape.CROSS)
"""What the mark of a square becomes, one after the other."""
HINT_COUNTS: Final = (None, 1, 2, 3, 5, 10)
"""How many of the best moves have their scores on the board; None for all."""


class ReviewPage(Page):
    identity: ClassVar[str] = "review"
    label: ClassVar[str] = N_("Review")

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        session = window.session
        self.input = InputState()
        self.cursor = Cursor(self.match.game)
        self.review: Review | None = None
        self._engine = session.engines.review
        self.hints = Hints(session.engines.hints, session.settings.threads)
        self.hint_count: int | None = None
        self.is_marking = False
        self.archive = ArchiveReader()
        self._told_of_archive = ""
        self.animator = Animator(self.cursor.node.board, window.animation_speed)
        self._shown = self.cursor.node
        self._practised: Review | None = None  # whose mistakes were taken for practice
        self._held: Match | None = None  # by this page: nobody moves by himself
        self._followed = self.cursor.node  # where the game stood when this page looked last
        self._dragging = False
        self._made_from: object = None
        self._made_at = 0.0
        self._rows = review_actions(self)

    @property
    def match(self) -> Match:
        return self.window.session.match

    @cached_property
    def opening_moves(self) -> OpeningMoves:
        return OpeningMoves(read_openings(), self.window.session.book)

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return self._rows

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return self.view.button_rows

    @property
    def status(self) -> Status:
        return Status(self.state.status, self.state.is_problem, _(KEYS))

    @property
    def position(self) -> Board | None:
        """None while there is a new game that this page has not seen."""
        return self.cursor.node.board if self.cursor.game is self.match.game else None

    @property
    def is_idle(self) -> bool:
        return not (self.animator.is_moving or self.is_reviewing or self.hints.is_searching)

    # Living

    def lay_out(self, manager: pygame_gui.UIManager, theme: Theme, frame: Frame) -> None:
        self.input = InputState()
        self.view = ReviewView(manager, theme, frame, self.window.settings.coordinates, self.window.actions)
        self._made_from = None
        self._settle()

    def on_open(self) -> None:
        match = self.match
        if not match.is_paused:
            match.pause()
            self._held = match if match.is_paused else None
        match.hold_hints()
        self._follow_game()
        if self.archive.folder is None and self.window.settings.archive:
            self.archive.open(Path(self.window.settings.archive))

    def on_cover(self) -> None:
        self.input = InputState()
        self._dragging = False

    def on_leave(self) -> None:
        """The game needs the processors; what was found stays."""
        if self.review is not None:
            self.review.pause()
        self.hints.stop()
        self.match.release_hints()
        if self._held is self.match and self.match.is_paused:
            self.match.resume()
        self._held = None

    def close(self) -> None:
        if self.review is not None:
            self.review.pause()
        self.hints.stop()
        self.archive.close()

    def _follow_game(self) -> None:
        """Look at the game there is now, at where it stands."""
        game = self.match.game
        if self.cursor.game is not game:
            self.stop()
            self.cursor = Cursor(game)
        elif game.node is not self._followed and game.node not in self.cursor.main:
            self.cursor = Cursor(game)
        else:
            self.cursor.refresh()
        self._followed = game.node

    def update(self, dt: float) -> None:
        if self.cursor.game is not self.match.game:
            self._follow_game()
        threads = self.window.settings.threads
        if self.review is not None:
            self.review.threads = threads
            self.review.update()
            self._take_mistakes(self.review)
        self.hints.threads = threads
        # One search after the other: a review has the processors to itself.
        if self.is_reviewing:
            self.hints.stop()
        else:
            self.hints.update(self.cursor.node)
        self._tell_of_archive()
        self._follow_board(dt)
        self._settle()

    def _tell_of_archive(self) -> None:
        """What is wrong with it, once: it is read in the background."""
        wrong = self.archive.problem or describe_damage(self.archive)
        if wrong != self._told_of_archive:
            self._told_of_archive = wrong
            if wrong:
                self.window.toasts.add(wrong)

    def _follow_board(self, dt: float) -> None:
        """Animate the difference between the position shown and the one there is."""
        node, before = self.cursor.node, self._shown
        self.animator.speed = self.window.animation_speed
        if node is not before:
            self._shown = node
            self.animator.show(node.board)
            if node.board.empties != before.board.empties:
                self.window.sounds.play("disc")
        if self.animator.update(min(dt, LONGEST_STEP)):
            self.window.sounds.play("flip")

    def _settle(self) -> None:
        """Settle what is to be drawn; what is searched changes REFRESH times a second."""
        now, game, cursor = time.perf_counter(), self.cursor.game, self.cursor
        review = None if self.review is None else (self.review, self.review.phase, self.review.left)
        search = self.hints.node, self.hints.is_searching, self.hint_count
        archive = self.archive.index
        where = cursor.node, cursor.line, cursor.main
        shown = self.input, self.is_marking, self.window.settings
        key = game, game.changes, where, review, search, archive, *shown
        is_due = (self.hints.is_searching or self.is_reviewing) and now - self._made_at >= 1 / REFRESH
        if is_due or key != self._made_from:
            self._made_from, self._made_at = key, now
            self.state: ReviewState = make_state(
                self.match,
                cursor,
                self.review,
                self.hints,
                self.hint_count,
                self.opening_moves,
                self.archive,
                self.input,
                self.window.settings,
                self.is_marking,
            )
            self.view.update(self.state)

    def draw(self, surface: Surface) -> None:
        self.view.draw(surface, self.animator, self.state)

    # Mouse and keyboard

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._take_key(event)
        if event.type == pygame.MOUSEMOTION:
            self.input = InputState(self.view.layout.square_at(event.pos))
            self._dragging = self._dragging and bool(event.buttons[0])
            if self._dragging:
                self._travel_to(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._clicked(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._dragging = False
        elif event.type == pygame.MOUSEWHEEL:
            self._turn_wheel(event)
        elif event.type == pygame.WINDOWLEAVE:
            self.input = InputState()
        return True

    def _clicked(self, position: tuple[int, int]) -> None:
        square, node = self.view.layout.square_at(position), self.view.node_at(position)
        if square is not None:
            self._take_square(square)
        elif node is not None:
            self.cursor.visit(node)
        else:
            self._dragging = self.view.graph.ply_at(position) is not None
            self._travel_to(position)

    def _take_square(self, square: Square) -> None:
        """A square that was clicked or typed: it is marked, or a move is tried."""
        if self.is_marking:
            before = self.cursor.node.marks.get(square)
            at = SHAPES.index(before) if before in SHAPES else 0
            self.cursor.game.mark(self.cursor.node, square, SHAPES[(at + 1) % len(SHAPES)])
        else:
            self.cursor.play(square)

    def _travel_to(self, position: tuple[int, int]) -> None:
        ply = self.view.graph.ply_at(position)
        if ply is not None:  # of the line as it is drawn; what is deleted goes at once
            self.cursor.visit(self.cursor.main[min(ply, len(self.cursor.main) - 1)])

    def _turn_wheel(self, event: pygame.event.Event) -> None:
        if self.view.layout.moves.collidepoint(event.pos):
            self.view.moves.scroll(-event.y)
        elif self.view.layout.board.collidepoint(event.pos):
            self.cursor.go(-event.y)

    def _take_key(self, event: pygame.event.Event) -> bool:
        """A square that is typed; all other keys are those of actions."""
        self.input, square, is_used = self.input.typed(event)
        if square is not None:
            self._take_square(square)
        return is_used

    # The review

    @property
    def is_reviewing(self) -> bool:
        return self.review is not None and self.review.phase is ReviewPhase.RUNNING

    @property
    def is_begun(self) -> bool:
        return self.review is not None and not self.review.is_over

    @property
    def can_start(self) -> bool:
        return self.is_begun or any(node.result is None for node in self.cursor.main)

    def start_or_pause(self) -> None:
        review = self.review
        if review is not None and review.phase is ReviewPhase.RUNNING:
            review.pause()
        elif review is not None and review.phase is ReviewPhase.PAUSED and review.line == self.cursor.main:
            review.resume()
        else:  # also where the game has gone on meanwhile: what is judged is left out
            settings = self.window.settings
            limit = Limit(seconds=settings.review_seconds)
            self.review = Review(
                self.cursor.game, self._engine, limit, settings.threads, line=self.cursor.main
            )

    def begin(self) -> None:
        """Let the review run, unless it does."""
        if self.can_start and not self.is_reviewing:
            self.start_or_pause()

    def stop(self) -> None:
        if self.review is not None:
            self.review.pause()
            self.review = None

    def change_time(self, step: int) -> None:
        session = self.window.session
        now = session.settings.review_seconds
        there = [seconds for seconds in TIMES if (seconds > now if step > 0 else seconds < now)]
        seconds = (there[0] if step > 0 else there[-1]) if there else now
        session.settings = replace(session.settings, review_seconds=seconds)
        said = _("The next review takes {seconds} s a move").format(seconds=f"{seconds:g}")
        self.window.toasts.answer(said)

    @property
    def wants_hints(self) -> bool:
        return self.hints.is_on

    def toggle_hints(self) -> None:
        self.hints.is_on = not self.hints.is_on
        if self.hints.is_on and self.is_reviewing:
            self.window.toasts.answer(_("Hints come when the review is over or rests"))

    def change_hints(self) -> None:
        at = HINT_COUNTS.index(self.hint_count)
        self.hint_count = count = HINT_COUNTS[(at + 1) % len(HINT_COUNTS)]
        if count is None:
            self.window.toasts.answer(_("Hints for all moves"))
        else:
            said = ngettext("Hints for the best move", "Hints for the best {count} moves", count)
            self.window.toasts.answer(said.format(count=count))

    def _take_mistakes(self, review: Review) -> None:
        """Once a review is done, what its person did wrong can be practised."""
        if review.phase is ReviewPhase.DONE and review is not self._practised:
            self._practised = review
            count = self.window.session.take_mistakes(review.line)
            if count:
                said = ngettext(
                    "{count} move is looked at for practice",
                    "{count} moves are looked at for practice",
                    count,
                )
                self.window.toasts.answer(said.format(count=count))

    # Walking

    def go(self, plies: int) -> None:
        self.cursor.go(plies)

    def can_go(self, plies: int) -> bool:
        return self.cursor.can_go(plies)

    def go_to_end(self, step: int) -> None:
        self.cursor.go_to(0 if step < 0 else len(self.cursor.line))

    def turn_aside(self, step: int) -> None:
        self.cursor.turn_aside(step)

    def _mistake(self, step: int) -> Node | None:
        """The next move of the main line with a mark, or the last one before."""
        here = self.cursor.node.ply
        marked = [node for node in self.cursor.main if node.judgement is not None and node.judgement.mark]
        if step > 0:
            return next((node for node in marked if node.ply > here), None)
        return next((node for node in reversed(marked) if node.ply < here), None)

    def has_mistake(self, step: int) -> bool:
        return self._mistake(step) is not None

    def go_to_mistake(self, step: int) -> None:
        if (node := self._mistake(step)) is not None:
            self.cursor.visit(node)

    @property
    def has_better(self) -> bool:
        judgement = self.cursor.node.judgement
        return judgement is not None and bool(judgement.better)

    def show_better(self) -> None:
        node = self.cursor.node
        if node.parent is not None and node.judgement is not None:
            self.cursor.show(node.parent, node.judgement.better)

    @property
    def has_answer(self) -> bool:
        judgement = self.cursor.node.judgement
        return judgement is not None and bool(judgement.refutation)

    def show_answer(self) -> None:
        node = self.cursor.node
        if node.judgement is not None:
            self.cursor.show(node, node.judgement.refutation)

    # The tree

    @property
    def can_promote(self) -> bool:
        return self.cursor.can_promote and not self.is_begun

    def promote(self) -> None:
        self.cursor.promote()

    @property
    def can_delete(self) -> bool:
        return self.cursor.can_delete and not self.is_begun

    def delete(self) -> None:
        self.cursor.delete()
        self.window.toasts.answer(
            keyed(_("The move and all after it are gone: Undo ({review_undo}) brings them back"))
        )

    @property
    def can_undo(self) -> bool:
        return self.cursor.game.can_undo_edit and not self.is_begun

    def undo(self) -> None:
        self.cursor.undo_edit()

    def toggle_marking(self) -> None:
        self.is_marking = not self.is_marking

    def ask_comment(self) -> None:
        cursor, node, window = self.cursor, self.cursor.node, self.window
        number = cursor.game.start.empties - node.board.empties
        title = _("The start") if node.move is None else describe_move(number, node.move, None)
        keep = partial(cursor.game.comment, node)
        window.open_dialog(CommentDialog(window.dialogs, window.theme, title, node.comment, keep))

    # Other games

    def open_record(self, record: Record) -> bool:
        """The review of the game before ends; what it has found stays with that game."""
        is_begun = bool(self.match.game.root.children)
        self.window.session.open(record)
        if is_begun:
            said = keyed(
                _("The game before is kept: on the page Play, {first} and Undo ({undo}) bring it back")
            )
            self.window.toasts.answer(said)
        return True

    def open_text(self, text: str) -> bool:
        try:
            record = parse_game(text)
        except ValueError as error:
            said = _("This is no game: {problem}")
            self.window.toasts.answer(said.format(problem=describe_error(error)))
        else:
            self.open_record(record)
        return True

    # The archive

    def ask_archive(self) -> None:
        window = self.window
        window.open_dialog(ArchiveDialog(window.dialogs, window.theme, self.archive, self._open_archive))

    def _open_archive(self, folder: str) -> None:
        session = self.window.session
        session.settings = replace(session.settings, archive=folder)
        self.archive.open(Path(folder) if folder else None)

    # Games

    def ask_for_game(self, file: Path | None = None) -> bool:
        window = self.window
        store, archive = window.session.store, window.settings.archive
        dialog = GamesDialog(
            window.dialogs, window.theme, store, archive, self.open_record, file,
            show_results=partial(window.actions.perform, "results"),
        )  # fmt: skip
        window.open_dialog(dialog)
        return True

    # Sharing

    def share(self) -> None:
        window, node = self.window, self.cursor.node
        record = record_of(SavedGame.of(self.match))
        folder, done = window.session.store.shared, window.toasts.answer
        window.open_dialog(
            ShareDialog(window.dialogs, window.theme, record, node, self.cursor.line, folder, done)
        )

    def copy(self) -> None:
        game = Game(self.cursor.game.start, self.cursor.line[-1].path)
        self._copy(_("The transcript is on the clipboard"), transcript(game))

    def copy_position(self) -> None:
        self._copy(_("The position is on the clipboard"), self.cursor.node.board.text())

    def edit_board(self) -> None:
        self.window.edit_board(self.cursor.node.board)

    def _copy(self, said: str, text: str) -> None:
        pygame.scrap.put_text(text)
        self.window.toasts.answer(said)
