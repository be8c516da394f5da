"""The commands of the page Review: its rows of the table of actions."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import starmap
from typing import Final

import pygame

from ai.limits import Limit
from game.board import PASS, Board, Color, Move, Square
from game.cursor import Cursor
from game.records.any_format import parse_game
from game.records.record import Record
from game.records.transcript import describe_error, transcript
from game.tree import Edit, Game, Node, Shape
from play.hints import Hints, OpeningMoves
from play.match import Match
from play.record_players import own_color, own_names, player_name
from play.refutation import Refutation
from play.review import Review, ReviewPhase, mistakes_in, reviewed_share
from ui.actions import Action, Gesture, Group, Place
from ui.assets import read_openings
from ui.dialogs.line import LineDialog
from ui.input import Key, with_key_names
from ui.pages.analysis import NO_ENGINE, AnalysisCommands
from ui.pages.board_page import GameCommands, next_option, travel_rows
from ui.pages.review.explorer import Explorer
from ui.pages.review.two_lines import LinesLessons
from ui.pages.review.view import GRAPH_GROWN, VERDICT_GROWN
from ui.pages.review.wording import EDITS, REDONE, UNDONE, describe_node, describe_players
from ui.pages.see import SeeCommands
from ui.text import N_, _
from ui.text.wording import PROGRAM
from ui.window import Window

# Most games that stay open beside the one on screen.
MOST_LEFT: Final = 8
# Separates the lines of a comment while it is edited on a single line, and the pattern that finds it.
NEW_LINE: Final = "|"
NEW_LINES: Final = re.compile(r" *\| *")
TIMES: Final = {0.2: N_("0.2 s"), 0.5: N_("0.5 s"), 2.0: N_("2 s"), 10.0: N_("10 s")}
"""The seconds per position that the user can choose, with their labels."""
SHAPES: Final = (None, Shape.CIRCLE, Shape.SQUARE, Shape.TRIANGLE, Shape.CROSS)
"""The shapes of the mark of a square, in the order in which clicks change it."""


class ReviewCommands(GameCommands):
    def __init__(self, window: Window) -> None:
        super().__init__(window)
        session = window.session
        self.match = session.reviewed
        self.cursor = Cursor(self.match.game)
        self._followed = self.cursor.node  # the game's current node at the last `follow`
        self._cursors_by_match: dict[Match, Cursor] = {}  # games shown before, the most recent at the end
        self.review: Review | None = None
        self.hints = Hints(session.engines.hints, session.settings.analysis)
        self.is_marking = False
        self.is_linear = False
        """Whether every disc counts the same in the graph."""
        self.enlarged_card = ""
        """The card that is enlarged at the cost of others, or ''."""
        self.has_cards = True
        """Whether the graph, the verdict and the moves are visible: the explorer may replace them."""
        self.scroll_comment: Callable[[], bool] = lambda: False
        """Scrolls the comment; returns whether there was more of it."""
        self.lessons = LinesLessons(window)
        self.analysis = AnalysisCommands(window, lambda: self.hints.is_on, self.toggle_hints)
        self.see = SeeCommands(window, lambda: not self.lessons.is_on)
        self.explorer = Explorer(window, lambda: self.cursor, self.open_record)
        self.archive = self.explorer.archive

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        return (
            *self._search_rows(), *self._cursor_rows(), *self._tree_rows(), *self.explorer.rows,
            *self.see.rows, *self._record_rows(),
        )  # fmt: skip

    @cached_property
    def opening_moves(self) -> OpeningMoves:
        return OpeningMoves(read_openings(), self.window.session.book)

    # The review

    def _search_rows(self) -> tuple[Action, ...]:
        def time_row(seconds: float, label: str) -> Action:
            return Action(f"review_time_{seconds:g}", label,
                          N_("Seconds for each position of the next review: more time, surer results"),
                          partial(self.window.change, review_seconds=seconds), (), Group.SEARCH,
                          is_on=lambda: self.window.settings.review_seconds == seconds)  # fmt: skip

        learn = self.learn_row("review_learn", self.learn, lambda: self.cursor.game)
        return (
            Action("review_start", N_("Review the game"),
                   N_("Search every position and judge every move, or pause"), self.start_or_pause,
                   (Key(pygame.K_SPACE),), Group.SEARCH, Place.GAME, is_possible=lambda: self.can_start,
                   is_on=lambda: self.is_reviewing, label_on=N_("Pause"),
                   is_alternate=lambda: self.can_resume, label_alternate=N_("Resume"),
                   is_done=lambda: reviewed_share(self.cursor.main) == 1,
                   label_done=N_("Review again"), is_primary=not self.knows_mistakes, short=N_("Analyse")),
            Action("review_stop", N_("Stop"), N_("End the review; its results stay"), self.stop,
                   (Key(pygame.K_s),), Group.SEARCH, Place.MENU, is_possible=lambda: self.is_begun,
                   icon="stop"),
            *starmap(time_row, TIMES.items()),
            Action("review_shorter", N_("Less time"), N_("Less time for each position of the next review"),
                   partial(self.change_time, -1), (Key(pygame.K_MINUS),), Group.SEARCH,
                   is_possible=partial(self.can_change_time, -1), aliases=(Key(pygame.K_KP_MINUS),)),
            Action("review_longer", N_("More time"), N_("More time for each position of the next review"),
                   partial(self.change_time, +1), (Key(pygame.K_PLUS),), Group.SEARCH,
                   is_possible=partial(self.can_change_time, +1),
                   aliases=(Key(pygame.K_EQUALS), Key(pygame.K_KP_PLUS))),
            Action("review_judge", N_("Another judge"), N_("An engine that gives scores, or this program"),
                   self.choose_judge, (), Group.SEARCH, Place.MENU, icon="swap",
                   is_possible=lambda: not self.is_begun),
            Action("review_hints", N_("Analysis"), N_("The best lines while you look at a position"),
                   self.toggle_hints, (Key(pygame.K_t),), Group.SEARCH, Place.SEARCH, icon="hint",
                   has_words=True, is_on=lambda: self.hints.is_on),
            *self.analysis.rows,
            Action("play_line", N_("Play the line"), N_("The chosen line of the analysis as a variation"),
                   lambda: self.play_line(self.chosen_line), (Key(pygame.K_u, shift=True),), Group.SEARCH,
                   is_possible=lambda: bool(self.chosen_line)),
            replace(learn, place=Place.GAME, is_primary=True) if self.knows_mistakes else learn,
        )  # fmt: skip

    @property
    def knows_mistakes(self) -> bool:
        """Whether the whole game is reviewed and contains mistakes."""
        main = self.cursor.main
        return reviewed_share(main) == 1 and any(mistakes_in(main, color) for color in Color)

    @property
    def is_reviewing(self) -> bool:
        return self.review is not None and self.review.phase is ReviewPhase.RUNNING

    @property
    def is_searching(self) -> bool:
        return self.is_reviewing or self.hints.is_searching

    @property
    def is_begun(self) -> bool:
        return self.review is not None and not self.review.is_over

    @property
    def can_resume(self) -> bool:
        """Whether a start would continue a paused or unfinished review."""
        if self.review is not None and not self.review.is_over:
            return self.review.phase is ReviewPhase.PAUSED
        return 0 < reviewed_share(self.cursor.main) < 1

    @property
    def can_start(self) -> bool:
        """Whether any position needs a search; a bare initial position does not."""
        positions = [node for node in self.cursor.main if node.children or node.board != Board.initial()]
        return self.is_begun or any(node.result is None for node in positions)

    def start_or_pause(self) -> None:
        review, main = self.review, self.cursor.main
        if review is not None and review.phase is ReviewPhase.RUNNING:
            review.pause()
        elif review is not None and review.phase is ReviewPhase.PAUSED and review.line == main:
            review.resume()
        else:  # also if the game has gone on since: judged positions are skipped
            settings, engine = self.window.settings, self.window.session.engines.review
            limit = Limit(seconds=settings.review_seconds)
            if settings.judge:
                from play.judge import JudgedReview

                thinking = self.window.session.thinking
                self.review = JudgedReview(self.cursor.game, thinking, settings.judge, limit, main)
                return
            engine.new_game()  # old entries of its table would change the results
            self.review = Review(self.cursor.game, engine, limit, settings.threads, line=main)

    def begin(self) -> None:
        if self.can_start and not self.is_reviewing:
            self.start_or_pause()

    def stop(self) -> None:
        if self.review is not None:
            self.review.pause()
            self.review = None

    def _next_time(self, step: int) -> float:
        return next_option(tuple(TIMES), self.window.settings.review_seconds, step)

    def can_change_time(self, step: int) -> bool:
        return self._next_time(step) != self.window.settings.review_seconds

    def change_time(self, step: int) -> None:
        self.window.change(review_seconds=self._next_time(step))

    def choose_judge(self) -> None:
        """Selects the next engine of the list that reports scores; after the last, this program."""
        from play.judge import no_scores  # loads what external engines need

        said, judge, listed = list[str](), self.window.settings.judge, self.window.session.thinking.listed
        names = list(listed)
        if not names and not judge:
            self.window.toasts.answer(_(NO_ENGINE))
            return
        for name in names[names.index(judge) + 1 if judge in names else 0 if not judge else len(names) :]:
            if listed[name].values.get("protocol", "").lower() != "gtp":
                break
            said.append(no_scores(name))
        else:
            name = ""
        self.window.change(judge=name)
        said.append(_("The next review is judged by {name}", name=name or PROGRAM))
        self.window.toasts.answer(". ".join(said))

    def learn(self, leave: Callable[[], object] | None = None) -> None:
        """Opens the mistakes of the game on the page Practice: the user's, if any, otherwise those of the
        side with more. Completes a missing review meanwhile. `leave` returns to the caller's page.
        """
        from play.practice.walk import GameWalk  # loads all of Practice
        from ui.pages.practice.page import PracticePage

        own, session = self._own_color, self.window.session
        if self.review is not None and self.review.line != self.cursor.main:
            self.stop()  # the game has gone on since
        if reviewed_share(self.cursor.main) < 1 and not self.is_begun:
            self.begin()
        review = self.review if isinstance(self.review, Review) and not self.review.is_over else None
        line = self.cursor.played
        walks = [GameWalk(line, color, session.book, own, review) for color in Color]
        walk = max(walks, key=lambda walk: (bool(walk.questions), walk.is_own, len(walk.questions)))
        if review is not None and own is not None:
            walk = walks[own]
        page = self.window.page_of("review")

        def back() -> None:
            self.window.open_page(page)
            if review is not None:
                review.resume()

        self.window.show(PracticePage).commands.learn(walk, leave or back)

    def toggle_hints(self) -> None:
        self.hints.is_on = not self.hints.is_on
        if self.hints.is_on and self.is_reviewing:
            self.window.toasts.answer(_("The analysis waits until the review is finished or paused"))

    @property
    def chosen_line(self) -> Sequence[Move]:
        """The moves of the analysis line chosen by keyboard; empty if none is chosen."""
        if (place := self.analysis.place(None)) is None:
            return ()
        scores = self.hints.scores_of(self.cursor.node)
        number = place[0] % (len(scores) + 1)
        return scores[number].pv if number < len(scores) else ()

    def play_line(self, moves: Sequence[Move]) -> None:
        """Adds the moves as a variation, or follows them if they exist, and goes to the last one."""
        node = self.cursor.node
        self.cursor.show(node, moves)
        self.cursor.go_to(node.ply + len(node.board.legal_part(moves)))

    # Navigation

    def _cursor_rows(self) -> tuple[Action | Gesture, ...]:
        return (
            *travel_rows("review_", self.go, lambda plies: (self.lessons.open or self.cursor).can_go(plies)),
            Action("review_aside", N_("Next variation"),
                   N_("The next variation at the last fork; in the explorer the next row"),
                   partial(self.switch_variation, +1), (Key(pygame.K_DOWN),),
                   is_possible=partial(self.can_switch_variation, +1)),
            Action("review_aside_back", N_("Previous variation"),
                   N_("The previous variation at the last fork; in the explorer the previous row"),
                   partial(self.switch_variation, -1), (Key(pygame.K_UP),),
                   is_possible=partial(self.can_switch_variation, -1)),
            Action("review_mistake_back", N_("Previous mistake"), N_("Back to the previous marked move"),
                   partial(self.go_to_mistake, -1), (Key(pygame.K_COMMA),),
                   is_possible=lambda: self.mistake(-1) is not None, icon="mistake_back"),
            Action("review_mistake_on", N_("Next mistake"), N_("On to the next marked move"),
                   partial(self.go_to_mistake, +1), (Key(pygame.K_PERIOD),),
                   is_possible=lambda: self.mistake(+1) is not None, icon="mistake_on"),
            Action("review_lines", N_("Two lines"),
                   N_("This mistake or the next beside the better move, on two boards; right-click to "
                      "compare any move"), self.toggle_lines, (Key(pygame.K_l),), place=Place.LEFT,
                   icon="two", has_words=True, is_on=lambda: self.lessons.is_on,
                   is_possible=lambda: self.lessons.is_on or self._compared is not None),
            Action("review_play_lines", N_("Play both"), N_("Both lines from here to their end, or stop"),
                   self.lessons.run, icon="play", icon_on="pause", has_words=True, label_on=N_("Pause"),
                   is_on=lambda: self.lessons.open is not None and self.lessons.open.is_running,
                   is_possible=lambda: self.lessons.open is not None),
            Action("review_graph", N_("Large graph"),
                   N_("The graph in place of the moves, or small again"),
                   partial(self.grow, GRAPH_GROWN), (Key(pygame.K_v, shift=True),), icon="zoom_in",
                   icon_on="zoom_out", is_possible=lambda: self.has_cards,
                   is_on=lambda: self.enlarged_card == GRAPH_GROWN),
            Action("review_scale", N_("Even scale"),
                   N_("In the graph every disc counts the same, or the first ones most"),
                   self.toggle_linear_scale, (Key(pygame.K_x, shift=True),), icon="whole",
                   is_possible=lambda: self.has_cards, is_on=lambda: self.is_linear),
            Gesture(N_("a – h, then 1 – 8"), N_("Try that square")),
            Gesture(N_("Wheel on the board"), N_("Back and forward")),
            Gesture(N_("Space, Escape"), N_("Play both, one board")),
        )  # fmt: skip

    def can_switch_variation(self, step: int) -> bool:
        explorer = self.explorer
        return explorer.can_walk(step) if explorer.uses_arrow_keys else self.cursor.can_switch_variation

    def switch_variation(self, step: int) -> None:
        if self.explorer.uses_arrow_keys:
            self.explorer.walk(step)
        else:
            self.cursor.switch_variation(step)

    def mistake(self, step: int) -> Node | None:
        """Returns the next marked move of the main line (step +1), or the previous one (step -1)."""
        here, main = self.cursor.node.ply, self.cursor.main
        marked = [node for node in main[::step] if node.judgement is not None and node.judgement.mark]
        return next((node for node in marked if (node.ply - here) * step > 0), None)

    def go_to_mistake(self, step: int) -> None:
        if (node := self.mistake(step)) is not None:
            self.cursor.visit(node)

    def go(self, plies: int) -> None:
        (self.lessons.open or self.cursor).go(plies)

    @property
    def _compared(self) -> Node | None:
        """The current node if its move is, or may be, a mistake; otherwise the next mistake."""
        node, judged = self.cursor.node, self.cursor.node.judgement
        is_asked = node.move not in (None, PASS) and (judged is None or judged.mark is not None)
        return node if is_asked else self.mistake(+1)

    def toggle_lines(self) -> None:
        """Compares the last move, or the next mistake, with the best line; or closes the comparison."""
        if self.lessons.is_on:
            self.lessons.close()
        elif (node := self._compared) is not None and node.parent is not None and node.move is not None:
            self.cursor.visit(node)
            board, judged = node.parent.board, node.judgement
            known = None if judged is None else Refutation(board, node.move, judged)
            self.lessons.ask(node, node.move, known, board=board)

    # The tree

    def _tree_rows(self) -> tuple[Action, ...]:
        def is_free() -> bool:
            return not self.is_begun

        return (
            Action("review_promote", N_("Promote"), N_("Make this variation the main line"),
                   lambda: self.cursor.promote(), (Key(pygame.K_UP, control=True),), Group.TREE, Place.MENU,
                   is_possible=lambda: self.cursor.can_promote and is_free(), icon="promote"),
            Action("review_delete", N_("Delete"), N_("Delete this move and all after it"), self.delete,
                   (Key(pygame.K_DELETE),), Group.TREE, Place.MENU,
                   is_possible=lambda: self.cursor.can_delete and is_free(), icon="delete"),
            Action("review_comment", N_("Comment"), N_("Comment on this position"),
                   self.edit_comment, (Key(pygame.K_k),), Group.TREE, Place.LEFT, is_possible=is_free,
                   icon="comment", has_words=True),
            Action("review_read", N_("Whole comment"),
                   N_("Read the comment in place of the moves, page by page; or click on it"),
                   self.read, (Key(pygame.K_k, shift=True),), Group.TREE, Place.MENU, icon="whole",
                   is_possible=lambda: self.can_read, is_on=lambda: self.enlarged_card == VERDICT_GROWN),
            Action("review_line", N_("Add to my repertoire"),
                   N_("Practise the moves up to here from today; at the start, all lines of the game"),
                   self.add_to_repertoire,
                   (Key(pygame.K_p, shift=True),), Group.SEARCH, Place.MENU, icon="plus",
                   is_possible=lambda: is_line(self.cursor.node)),
            Action("review_mark", N_("Mark squares"),
                   N_("Mark the squares you click or type; each click changes the shape"),
                   self.toggle_marking, (Key(pygame.K_m, control=True),), Group.TREE, Place.MENU,
                   is_on=lambda: self.is_marking, icon="mark"),
            Action("review_undo", N_("Undo"), N_("Undo the last change to the tree"),
                   lambda: self.report_edit(self.cursor.undo_edit(), UNDONE), (Key(pygame.K_z),), Group.TREE,
                   Place.TRAVEL, is_possible=lambda: self.cursor.game.can_undo_edit and is_free(),
                   aliases=(Key(pygame.K_z, control=True),), icon="undo", has_words=True),
            Action("review_redo", N_("Redo"), N_("Redo what was undone"),
                   lambda: self.report_edit(self.cursor.redo_edit(), REDONE), (Key(pygame.K_y),), Group.TREE,
                   Place.MENU, is_possible=lambda: self.cursor.game.can_redo_edit and is_free(),
                   aliases=(Key(pygame.K_y, control=True),), icon="redo"),
        )  # fmt: skip

    def delete(self) -> None:
        self.cursor.delete()
        said = _("The move and all after it are deleted: Undo ({review_undo}) brings them back")
        self.window.toasts.answer(with_key_names(said))

    def report_edit(self, edit: Edit, way: int) -> None:
        node = edit.child or edit.node
        self.window.toasts.answer(_(EDITS[edit.kind][way], move=describe_node(self.cursor.game, node)))

    def edit_comment(self) -> None:
        game, node, window = self.cursor.game, self.cursor.node, self.window
        words = _("Your comment on this position; {sign} begins a new line", sign=NEW_LINE)
        choice = describe_node(game, node), f" {NEW_LINE} ".join(node.comment.splitlines()), words
        window.open_dialog(LineDialog(choice, lambda text: game.comment(node, NEW_LINES.sub("\n", text))))

    @property
    def can_read(self) -> bool:
        return self.has_cards and (bool(self.cursor.node.comment) or self.enlarged_card == VERDICT_GROWN)

    def read(self) -> None:
        """Enlarges the comment, then pages through it, and shrinks it again at its end."""
        if self.enlarged_card != VERDICT_GROWN or not self.scroll_comment():
            self.grow(VERDICT_GROWN)

    def add_to_repertoire(self) -> None:
        """Adds the moves up to here; at the start, all lines of the game."""
        from play.repertoire import lines_in  # loads NumPy
        from ui.pages.practice.repertoire import add_lines

        node, own = self.cursor.node, self._own_color
        add_lines(self.window, [node.path] if node.path else lines_in(node), own)

    @property
    def _own_color(self) -> Color | None:
        """The side that the user had in the whole game; None if unknown or swapped."""
        if self.match.was_swapped:
            return None
        black, white = (player_name(self.match.seats, color) for color in Color)
        return own_color(black, white, own_names(self.window.settings.names))

    def toggle_linear_scale(self) -> None:
        self.is_linear = not self.is_linear

    def grow(self, card: str) -> None:
        """Enlarges a card at the cost of others, or restores it."""
        self.enlarged_card = "" if self.enlarged_card == card else card
        self.window.rebuild()

    def toggle_marking(self) -> None:
        self.is_marking = not self.is_marking

    def use_square(self, square: Square) -> None:
        """Marks a square that was clicked or typed, or tries a move there."""
        if self.is_marking:
            node = self.cursor.node
            before = node.marks.get(square)
            at = SHAPES.index(before) if before in SHAPES else 0
            self.cursor.game.mark(node, square, SHAPES[(at + 1) % len(SHAPES)])
        else:
            self.cursor.play(square)

    # Other games, and sharing this one

    def _record_rows(self) -> tuple[Action, ...]:
        window = self.window
        return (
            self.games_row("review_games"),
            Action("review_own", N_("Back to my game"),
                   N_("Back to the game on the page Play; this one stays among the open games"),
                   partial(self.look_at, None), (Key(pygame.K_r, shift=True),), Group.TREE, Place.LEFT,
                   icon="board", has_words=True, short=N_("My game"),
                   is_possible=lambda: self.match is not window.session.match),
            Action("review_opened", N_("Open games"),
                   N_("The game on the page Play, and the last ones you looked at"), self.offer_open_games,
                   (Key(pygame.K_o, shift=True),), Group.TREE, Place.MENU, icon="games",
                   is_possible=lambda: bool(self._other_games)),
            Action("review_play", N_("Play on from here"),
                   N_("A new game from this position; the game on the page Play is kept"), self.play_on,
                   (Key(pygame.K_n),), place=Place.LEFT, icon="play", has_words=True,
                   is_possible=lambda: self.cursor.node.result is None, short=N_("Play on")),
            self.open_file_row(),
            Action("review_archive", N_("Archive"),
                   N_("A folder of tournament games to look up positions in"),
                   partial(self.open_games_dialog, tab="ARCHIVE"),
                   (Key(pygame.K_a, control=True),), Group.WINDOW, Place.MENU, icon="archive"),
            self.save_row("review_share", lambda: self.match, lambda: self.cursor.node, Place.LEFT),
            Action("review_copy", N_("Copy the line"), N_("The moves, as a transcript on the clipboard"),
                   self.copy, (Key(pygame.K_c, control=True),), Group.WINDOW),
            self.copy_position_row("review_copy_position", lambda: self.cursor.node.board),
            Action("review_paste", N_("Paste a game"), N_("Review the game or the position on the clipboard"),
                   window.files.paste, (Key(pygame.K_v, control=True),), Group.WINDOW),
            self.edit_board_row(lambda: self.cursor.node.board),
        )  # fmt: skip

    def open_record(self, record: Record) -> None:
        """Shows the record at once; the game on the page Play stays as it is."""
        self.window.session.review(record)
        self.follow()

    def follow(self) -> None:
        """Switches to the game that the session reviews now; keeps the cursor of the previous game."""
        session, before = self.window.session, self.match
        self.match = match = session.reviewed
        if match is not before:
            self.stop()
            if before.game.root.children or before.start is None:
                self._cursors_by_match[before] = self.cursor
            left = self._cursors_by_match.pop(match, None)
            self.cursor = Cursor(match.game) if left is None or match is session.match else left
            others = [other for other in self._cursors_by_match.items() if not _are_same(other[0], match)]
            self._cursors_by_match = dict(others[-MOST_LEFT:])
        elif match.game.node is not self._followed and match.game.node not in self.cursor.main:
            self.cursor = Cursor(match.game)
        self.cursor.refresh()
        self._followed = match.game.node

    def look_at(self, match: Match | None) -> None:
        session = self.window.session
        session.opened = None if match is session.match else match
        self.follow()

    @property
    def _other_games(self) -> list[Match]:
        """The other open games: the one on the page Play, then the most recent ones."""
        matches = dict.fromkeys((self.window.session.match, *reversed(self._cursors_by_match)))
        return [match for match in matches if match is not self.match]

    def offer_open_games(self) -> None:
        played = self.window.session.match

        def row(number: int, match: Match) -> Action:
            names = describe_players(match)
            label = _("On the page Play: {players}", players=names) if match is played else names
            return Action(str(number), label, N_("Look at this game"), partial(self.look_at, match))

        self.window.open_menu(list(starmap(row, enumerate(self._other_games))), _("Open games"))

    def play_on(self) -> None:
        """Offers a new game from this position, with a human to move if there is one."""
        from play.new_game import NewGame  # loads all formats

        settings, node = self.window.settings, self.cursor.node
        text = transcript(Game(self.cursor.game.start, node.path)) if node.path else node.board.text()
        black, white = settings.seats
        is_persons = settings.seats[self.cursor.next_board.turn].is_human
        seats = (black, white) if is_persons else (white, black)
        self.window.offer_game(NewGame(seats, settings.control, None, text), node.board)

    def open_text(self, text: str) -> None:
        try:
            record = parse_game(text)
        except ValueError as error:
            self.window.toasts.answer(_("This is not a game: {problem}", problem=describe_error(error)))
        else:
            self.open_record(record)

    def copy(self) -> None:
        game = Game(self.cursor.game.start, self.cursor.line[-1].path)
        self.window.copy(transcript(game), _("The transcript is on the clipboard"))


def _are_same(one: Match, other: Match) -> bool:
    """Returns whether both are the same game, opened twice."""
    games = one.game, other.game
    return one.seats == other.seats and len({(game.start, game.main[-1].path) for game in games}) == 1


def is_line(node: Node) -> bool:
    """Returns whether a line without passes leads from the initial position to `node`, or begins there."""
    is_any = node.parent is not None or bool(node.children)
    return is_any and PASS not in node.path and node.line[0].board == Board.initial()
