"""The page Review: shows, searches and judges a game, which never advances by itself."""

from pathlib import Path
from typing import ClassVar

import pygame

from game.board import Board, Square
from play.review import Review, ReviewPhase
from ui.board.board_view import Animator
from ui.dialogs.games import describe_problems
from ui.input import InputState
from ui.layout import Frame
from ui.pages.board_page import BoardPage, Refresh
from ui.pages.page import StatusLine
from ui.pages.review.commands import ReviewCommands
from ui.pages.review.explorer import MOVES
from ui.pages.review.state import ReviewState, make
from ui.pages.review.view import ReviewLayout, ReviewView
from ui.text import N_, _, ngettext
from ui.theme import Theme
from ui.window import Window


class ReviewPage(BoardPage[ReviewCommands, ReviewView, ReviewState]):
    identity: ClassVar[str] = "review"
    keys = N_("← → move · ↑ ↓ variation · , . mistake · 2 explorer · Space review · T analysis · F1 all keys")
    lines_keys = N_("← → step both · Space play · Esc one board · F1 all keys")
    explorer_keys = N_("← → move · ↑ ↓ choose · Enter play or open · Ctrl+F search · 1 moves · F1 all keys")

    def __init__(self, window: Window) -> None:
        super().__init__(window, window.session.match.board)
        self.commands = self.games = ReviewCommands(window)
        self._reported_archive = ""
        self._knows_mistakes = False
        self._practised: Review | None = None  # whose mistakes were added to practice
        self._refresh = Refresh()
        self._beside = Animator(self.animator.board)  # for the second board of two lines
        self._tab = MOVES

    @property
    def position(self) -> Board | None:
        """The position shown; None until the page switches to a newly chosen game."""
        commands = self.commands
        return commands.cursor.node.board if commands.match is self.window.session.reviewed else None

    @property
    def status(self) -> StatusLine:
        has_lines, uses_arrow_keys = self.commands.lessons.is_on, self.commands.explorer.uses_arrow_keys
        keys = self.lines_keys if has_lines else self.explorer_keys if uses_arrow_keys else self.keys
        return StatusLine(self.state.status, self.state.is_problem, _(keys))

    @property
    def is_idle(self) -> bool:
        commands = self.commands
        is_moving = self.animator.is_moving or self._beside.is_moving
        return not (is_moving or commands.is_searching or commands.lessons.is_moving)

    # Life cycle

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.clear_input()
        self._laid_out_for = self._wanted
        has_analysis, has_archive, has_lines, _can_learn = self._wanted
        tab = self.commands.explorer.tabs.shown
        if tab != self._tab:  # its cards return to their usual size
            self._tab, self.commands.enlarged_card = tab, ""
        enlarged_card, actions = self.commands.enlarged_card, self.window.actions
        frame = self.commands.see.in_frame(frame)
        layout = ReviewLayout.of(frame, theme, has_analysis, tab, enlarged_card, has_archive, has_lines)
        self.view = ReviewView(theme, layout, self.window.settings.coordinates, actions)
        self.view.add_see(frame, actions)
        if not self.view.has_explorer:
            self.commands.explorer.is_typing = False
        self.commands.has_cards = self.view.has_moves
        self.commands.scroll_comment = self.view.verdict.scroll if self.view.has_moves else lambda: False
        self._refresh.forget()
        self._apply_changes()

    @property
    def _wanted(self) -> tuple[bool, bool, bool, bool]:
        """Whether the layout has an analysis, an archive, two lines and a button for Learn."""
        commands, settings = self.commands, self.window.settings
        return commands.hints.is_on, bool(settings.archive), commands.lessons.is_on, self._knows_mistakes

    def on_open(self) -> None:
        super().on_open()
        self.commands.follow()
        archive, wanted = self.commands.archive, self.window.settings.archive
        archive.open(Path(wanted) if wanted else None)
        archive.read_own()

    def on_hide(self) -> None:
        self.commands.explorer.is_typing = False
        super().on_hide()

    def on_leave(self) -> None:
        """Stops all searches, since the game needs the processors; keeps their results."""
        self._rest()
        super().on_leave()

    def close(self) -> None:
        self._rest()

    def _rest(self) -> None:
        self.commands.lessons.close()
        if self.commands.review is not None:
            self.commands.review.pause()
        self.commands.hints.stop()
        self.commands.analysis.analyst.end()

    def update(self, dt: float) -> None:
        if self.commands.match is not self.window.session.reviewed:
            self.commands.follow()
        self._search()
        self._report_archive()
        cursor, lessons = self.commands.cursor, self.commands.lessons
        lessons.update(cursor.node, dt)
        board = cursor.node.board
        boards = (board, board) if lessons.open is None else (lessons.open.board, lessons.open.beside)
        for shown, animator in zip(boards, (self.animator, self._beside), strict=True):
            self.follow_board(shown, dt, animator)
        if self._wanted != self._laid_out_for:
            self.window.rebuild()
        self._apply_changes()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.view.beside is not None:
            self.view.beside.draw(surface, self._beside, self.state.beside)

    def _search(self) -> None:
        """Updates one search at a time: a review has the processors to itself."""
        review, hints, cursor = self.commands.review, self.commands.hints, self.commands.cursor
        if review is not None:
            review.threads = self.window.settings.threads
            review.update()
            self._add_mistakes(review)
        hints.options = self.window.settings.analysis
        if self.commands.is_reviewing or self.commands.lessons.open is not None:
            hints.stop()
        else:
            hints.update(cursor.game, cursor.node)
        self.commands.analysis.update(cursor.node, hints.node is not None)

    def _add_mistakes(self, review: Review) -> None:
        """Adds the user's mistakes to practice once a review is done."""
        if review.phase is not ReviewPhase.DONE or review is self._practised:
            return
        self._practised = review
        if not self.view.has_moves:  # its results are not visible
            self.window.toasts.answer(_("{share} % reviewed", share=100))
        if count := self.window.session.add_mistakes(self.commands.match, review.line):
            said = ngettext(
                "Analysing {count} move for practice", "Analysing {count} moves for practice", count
            )
            self.window.toasts.add(said.format(count=count))

    def _report_archive(self) -> None:
        """Reports a problem of the archive once; the archive is read in the background."""
        archive = self.commands.archive
        wrong = archive.problem or describe_problems(archive.damaged)
        if wrong != self._reported_archive:
            self._reported_archive = wrong
            if wrong:
                self.window.toasts.add(wrong)

    def _apply_changes(self) -> None:
        """Rebuilds the state only when it may have changed, since that takes 2 ms of a frame."""
        commands = self.commands
        cursor, review, hints = commands.cursor, commands.review, commands.hints
        where = cursor.game, cursor.game.changes, cursor.node, cursor.line, cursor.main
        search = review, review and (review.phase, review.left), hints.node, hints.is_searching
        lesson = commands.lessons.open
        explored = commands.explorer.made_from
        shown = commands.is_marking, commands.is_linear, explored, lesson and lesson.model
        made_from = where, search, shown, commands.analysis.seen, self.input, self.window.settings
        if self._refresh.is_due(made_from, commands.is_searching):
            self._knows_mistakes = commands.knows_mistakes
            self.state = make(commands, self.input, self.view.layout.explorer.height > 0)
            self.show_sights(commands.see)
            self.view.update(self.state)

    # Mouse and keyboard

    def on_key(self, event: pygame.event.Event) -> bool:
        is_typed = self.commands.explorer.on_key(event)
        return is_typed or super().on_key(event) or self.commands.lessons.on_key(event)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT and self.commands.explorer.is_typing:
            self.commands.explorer.type(event.text)
        return super().handle(event)

    def hover(self, position: tuple[int, int]) -> None:
        """Treats a row of the explorer like the square of its move."""
        super().hover(position)
        if self.view.has_explorer:
            self.view.games.point_at(position)
            move = self.view.explorer.move_at(position)
            self.input = self.input if move is None else InputState(move)
        if self.view.has_moves and (place := self.view.analysis.line_at(position)) is not None:
            self.input = InputState(pv_move=place)

    def on_press(self, event: pygame.event.Event) -> None:
        """Shows what a move costs on a right click."""
        square = self.view.layout.square_at(event.pos)
        if event.button == 3 and square is not None:
            self.commands.lessons.ask(self.commands.cursor.node, square)
        else:
            super().on_press(event)

    def use_square(self, square: Square) -> None:
        if not self.commands.lessons.use_square(self.commands.cursor.node, square):
            self.commands.use_square(square)

    def on_wheel(self, event: pygame.event.Event) -> None:
        if self.view.has_explorer and self.view.layout.games.collidepoint(event.pos):
            self.view.games.scroll(-3 * event.y)
        elif self.view.has_moves and self.view.layout.analysis.collidepoint(event.pos):
            self.view.analysis.scroll(-event.y)
        elif self.view.has_moves and self.view.layout.moves.collidepoint(event.pos):
            self.view.moves.scroll(-event.y)
        elif self.view.has_moves and self.view.layout.verdict.collidepoint(event.pos):
            self.view.verdict.scroll(-event.y)
        elif self.view.layout.board.collidepoint(event.pos):
            self.commands.go(-event.y)

    def click(self, position: tuple[int, int]) -> None:
        square, view, lesson = self.view.layout.square_at(position), self.view, self.commands.lessons.open
        self.commands.explorer.is_typing = False
        if square is not None:
            self.use_square(square)
        elif lesson and view.beside and (place := view.lines.move_at(position)) is not None:
            lesson.show(place)
        elif view.has_explorer and self._click_explorer(position):
            return
        elif view.has_moves:
            self._click_moves(position)

    def _click_explorer(self, position: tuple[int, int]) -> bool:
        view, explorer = self.view, self.commands.explorer
        if (move := view.explorer.move_at(position)) is not None:
            self.commands.use_square(move)
        elif (field := view.games.field_at(position)) is not None:
            explorer.sort(field)
        elif (game := view.games.game_at(position)) is not None:
            explorer.open_game(game)
        elif view.games.is_filter_at(position):
            explorer.begin_typing()
        return any(card.collidepoint(position) for card in (view.layout.explorer, view.layout.games))

    def _click_moves(self, position: tuple[int, int]) -> None:
        node = self.view.moves.node_at(position) if self.view.layout.moves.height else None
        if (line := self.view.analysis.line_at(position)) is not None and self.state.analysis is not None:
            moves = self.state.analysis.lines[line[0]].line.moves[: line[1]]
            self.commands.play_line([move for move, _color in moves])
        elif node is not None:
            self.commands.cursor.visit(node)
        elif self.view.verdict.are_words_at(position) and self.commands.can_read:
            self.commands.read()
        else:
            self.is_dragging = self.view.graph.ply_at(position) is not None
            self.drag_to(position)

    def drag_to(self, position: tuple[int, int]) -> None:
        ply, cursor = self.view.graph.ply_at(position), self.commands.cursor
        if ply is not None:  # of the drawn line, which may contain moves just deleted
            cursor.visit(cursor.main[min(ply, len(cursor.main) - 1)])
