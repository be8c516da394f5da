"""The explorer: the moves played in a position, their results, and the games that reached it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from ai.limits import MoveScore
from game.board import Move
from game.cursor import Cursor
from game.evaluation import Kind
from game.openings import Opening
from play.archive.index import Played
from play.archive.reader import Lookup
from play.hints import KnownMoves
from play.lists.listing import QueryResult
from play.lists.rows import ListError
from play.lists.table import Field, Query
from play.record_players import own_names
from ui.actions import Action, Group
from ui.board.board_view import ScoreMark
from ui.board.hint_marks import figures_of
from ui.clipboard import LONGEST_PASTE, read_clipboard
from ui.dialogs.games import describe_found, describe_reading
from ui.input import CONTROL, ENTER, Key, with_key_names
from ui.pages.board_page import Tabs
from ui.pages.review.wording import format_games
from ui.text import N_, _, format_number
from ui.text.wording import format_opening
from ui.window import Window

if TYPE_CHECKING:
    from game.records.record import Record

MOVES, EXPLORER = "review_moves", "review_explorer"
"""The identities of the tabs' actions."""
# The columns of the list of games; only a wide list shows the event.
FIELDS: Final = (Field.BLACK, Field.WHITE, Field.EVENT, Field.DATE, Field.RESULT)


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move, or the total of all moves (`move` is None): its opening, its games and its scores."""

    move: Move | None
    name: str
    found: Played
    own: Played
    book: ScoreMark | None = None
    search: ScoreMark | None = None

    @property
    def worth(self) -> ScoreMark | None:
        """The more reliable of `book` and `search`: only an exact search beats a book score."""
        is_surer = self.search is not None and self.search.is_exact
        return self.search if is_surer or self.book is None else self.book


@dataclass(frozen=True, slots=True)
class ExplorerModel:
    title: str
    note: str
    rows: tuple[MoveRow, ...]
    total: MoveRow
    chosen: int | None
    under: Move | None


@dataclass(frozen=True, slots=True)
class PositionGamesModel:
    """`shown` is None without a list; `empty` explains a missing or empty list."""

    shown: QueryResult | None
    chosen: int | None
    sorted_by: tuple[Field, bool] | None
    text: str
    is_typing: bool
    said: str
    empty: str


class Explorer:
    """The chosen row (counted through the moves, then the games of a position) and the query for games."""

    def __init__(self, window: Window, cursor: Callable[[], Cursor], open_record: Callable[[Record], object]):
        self.archive = window.archive
        self.query = Query("", Field.DATE, is_descending=True)
        self.chosen = 0
        self.is_typing = False
        self._window, self._cursor, self._open_record = window, cursor, open_record
        self._known = KnownMoves()
        self._here: object = None  # the node to which `chosen` refers
        self._shown: QueryResult | None = None
        self.tabs = Tabs(window, {MOVES: N_("Moves"), EXPLORER: N_("Explorer")}, Group.TREE)
        moves, explorer = self.tabs.rows
        self.rows = (
            replace(moves, tip=N_("The game, its review and its moves"), keys=(Key(pygame.K_1),)),
            replace(explorer, tip=N_("What was played here, by others and by you"), keys=(Key(pygame.K_2),)),
            Action("explorer_use", N_("Play or open"), N_("Play the chosen move, or open the chosen game"),
                   self.use, (Key(pygame.K_RETURN),), Group.TREE, is_possible=lambda: self.uses_arrow_keys,
                   aliases=(Key(pygame.K_KP_ENTER),)),
            Action("explorer_filter", N_("Search the games"),
                   N_("Games of this position with these words: players, event, year"),
                   self.begin_typing, (Key(pygame.K_f, control=True),), Group.TREE,
                   is_possible=lambda: self.archive.folder is not None),
            Action("explorer_sort", N_("Sort the games"), N_("By the next column, upwards or downwards"),
                   self.sort_on, (Key(pygame.K_s, shift=True),), Group.TREE,
                   is_possible=lambda: self.uses_arrow_keys),
        )  # fmt: skip

    @property
    def uses_arrow_keys(self) -> bool:
        """Whether the arrow keys walk through the explorer and the board shows its moves."""
        return self.tabs.shown == EXPLORER

    @property
    def made_from(self) -> object:
        """A key that changes whenever the display may change."""
        archive = self.archive
        made = archive.index, archive.own, archive.table, archive.problem, int(100 * archive.share)
        return self.tabs.shown, self.chosen, self.query, self.is_typing, made

    # Display

    def moves(self) -> list[Move]:
        """Returns one legal move of each symmetric group, most played first, then by the book score."""
        lookup, cursor = self._lookup, self._cursor()
        following = cursor.line[cursor.node.ply + 1].move if cursor.can_go(1) else None
        alike: dict[int, list[Move]] = {}
        for move, form in lookup.forms.items():
            alike.setdefault(form, []).append(move)
        shown = (
            following if following in moves else max(moves, key=lambda move: move % 8)
            for moves in alike.values()
        )
        scores = self._known.scores

        def rank(move: Move) -> tuple[float, ...]:
            found, own = lookup.moves[move]
            return -found.games, -own.games, -scores.get(move, -64.0), move

        return sorted((move for move in shown if move is not None), key=rank)

    @property
    def _lookup(self) -> Lookup:
        return self.archive.look_up(self._cursor().next_board)

    @property
    def _games(self) -> QueryResult | None:
        archive = self.archive
        if archive.table is None:
            return None
        query = replace(self.query, names=own_names(self._window.settings.names))
        rows = archive.rows(self._cursor().next_board, query)
        if self._shown is None or self._shown.rows is not rows:
            self._shown = QueryResult(archive.table, rows, query)
        return self._shown

    def model(
        self, opening: Opening | None, known: KnownMoves, scores: dict[Move, MoveScore], under: Move | None
    ) -> ExplorerModel:
        """Builds the model; `scores` are search results of the moves, for the side to move."""
        cursor, self._known = self._cursor(), known
        if self._here is not cursor.node:
            self._here, self.chosen = cursor.node, 0
        lookup, turn, moves = self._lookup, cursor.next_board.turn, self.moves()
        names = {move: format_opening(named) for move, named in known.names.items()}
        by_book = {move: MoveScore(move, score, 0, Kind.BOOK) for move, score in known.scores.items()}
        book, search = (
            {found.move: figures_of(found, turn, found.score == best) for found in kind.values()}
            for kind in (by_book, scores)
            for best in (max((found.score for found in kind.values()), default=0.0),)
        )
        rows = tuple(
            MoveRow(move, names.get(move, ""), *lookup.moves[move], book.get(move), search.get(move))
            for move in moves
        )
        forms = lookup.forms
        same = [move for move in moves if under is not None and forms.get(under) == forms[move]]
        return ExplorerModel(
            _("Explorer") if opening is None else format_opening(opening),
            format_games(lookup.all.games, lookup.years),
            rows,
            MoveRow(None, _("All"), lookup.all, lookup.own),
            self.chosen if self.uses_arrow_keys and self.chosen < len(rows) else None,
            same[0] if same else None,
        )

    def games_model(self) -> PositionGamesModel:
        archive, shown, number = self.archive, self._games, self._lookup.all.games
        if archive.folder is None:
            none = _("No archive yet: Archive ({review_archive}) chooses a folder of tournament games")
            empty = with_key_names(none)
        elif shown is None:
            empty = archive.problem or describe_reading(archive)
        else:
            empty = _("No game in the archive has this position.")
            empty = _("No game matches all these words.") if number else empty
        at = self.chosen - len(self.moves())
        chosen = at if self.uses_arrow_keys and at >= 0 else None
        field = self.query.field
        sorted_by = None if field is None else (field, self.query.is_descending)
        said = "" if shown is None else describe_found(len(shown.rows), number)
        return PositionGamesModel(shown, chosen, sorted_by, self.query.text, self.is_typing, said, empty)

    def marks(self) -> tuple[ScoreMark, ...]:
        lookup = self._lookup
        found = [(move, lookup.moves[move][0].games) for move in self.moves()]
        return tuple(
            ScoreMark(move, _("{share} %", share=round(share)), format_number(games), is_best=False)
            if (share := 100 * games / lookup.all.games) >= 1
            else ScoreMark(move, format_number(games), "", is_best=False)
            for move, games in found
            if games
        )

    @property
    def chosen_move(self) -> Move | None:
        moves = self.moves()
        return moves[self.chosen] if self.uses_arrow_keys and self.chosen < len(moves) else None

    # Actions

    @property
    def _last(self) -> int:
        shown = self._games
        return len(self.moves()) + (0 if shown is None else len(shown.rows)) - 1

    def can_walk(self, step: int) -> bool:
        return 0 <= self.chosen + step <= self._last

    def walk(self, step: int) -> None:
        self.chosen = max(0, min(self._last, self.chosen + step))

    def use(self) -> None:
        self.is_typing = False
        move, at = self.chosen_move, self.chosen - len(self.moves())
        if move is not None:
            self._cursor().play(move)
        else:
            self.open_game(at)

    def open_game(self, line: int) -> None:
        """Opens a game of the list, at the position that it shares with the explorer."""
        shown, empties = self._games, self._cursor().next_board.empties
        if shown is None or not 0 <= line < len(shown.rows):
            return
        try:
            record = self.archive.open_game(int(shown.rows[line]))
        except ListError as error:
            self._window.toasts.answer(str(error))
            return
        self._open_record(record)
        cursor = self._cursor()
        same = [node for node in cursor.main if node.board.empties == empties]
        cursor.visit(same[-1] if same else cursor.node)

    def sort(self, field: Field) -> None:
        self.query = self.query.sorted_by(field)

    def sort_on(self) -> None:
        """Sorts by the same column in reverse, then by the next column."""
        before = self.query.field or FIELDS[-1]
        self.sort(before)
        if self.query.field is None:
            self.sort(FIELDS[(FIELDS.index(before) + 1) % len(FIELDS)])

    # The search text

    def begin_typing(self) -> None:
        self.is_typing = True
        self._window.focus = None  # takes the keyboard focus from any button
        if not self.uses_arrow_keys:
            self.tabs.show(EXPLORER)

    def type(self, text: str) -> None:
        self._search(self.query.text + text)

    def _search(self, text: str) -> None:
        self.query = replace(self.query, text=text)

    def on_key(self, event: pygame.event.Event) -> bool:
        """Handles a key while the user types; returns whether it is used up. Characters are text events."""
        if not self.is_typing:
            return False
        text, is_control = self.query.text, bool(event.mod & CONTROL)
        keys: dict[int, Callable[[], object]] = {
            pygame.K_BACKSPACE: partial(self._search, "" if is_control else text[:-1]),
            pygame.K_ESCAPE: partial(self._end_typing, ""),
            **dict.fromkeys(ENTER, partial(self._end_typing, text)),
        }
        if is_control and event.key == pygame.K_v:
            keys[pygame.K_v] = self._paste
        if event.key in keys:
            keys[event.key]()
        is_taken = event.key in keys or event.key == pygame.K_DELETE  # Delete would delete moves
        return is_taken or (not is_control and bool(event.unicode) and event.unicode.isprintable())

    def _end_typing(self, text: str) -> None:
        """Ends typing with `text` as the query; if there is any, chooses the first game."""
        self._search(text)
        self.is_typing = False
        if text:
            self.chosen = 0
            self.walk(len(self.moves()))

    def _paste(self) -> None:
        try:
            self.type(" ".join(read_clipboard()[:LONGEST_PASTE].split()))
        except ValueError as error:
            self._window.toasts.answer(str(error))
