"""Lists of games to choose from: the library, its deleted games, the archive, a file of many games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final

import pygame
from pygame import Rect
from pygame_gui.elements import UIButton

from game.board import Ending, Result
from game.records.record import Record
from play.files import cannot_read, write_new
from play.library_file import KeptGame, LibraryError
from play.lists.listing import Listing, Shown
from play.lists.sources import GameSource, LibrarySource, ListError, source_of
from play.lists.table import Field, Query, Wording
from ui.assets import read_openings
from ui.dialogs.dialog import MARGIN, WIDGET, Dialog
from ui.dialogs.fields import enable, show
from ui.input import CONTROL, keyed
from ui.list_view import HEADING, ROW, ColumnLook, Lines, ListView
from ui.text import N_, _, ngettext
from ui.text.wording import format_opening, format_result
from ui.theme import LARGE, drawable
from ui.window import Window

SIZE: Final = (1180, 760)
TAB: Final = 112
# Headings and tips are translated when shown.
COLUMNS: Final = {
    Field.DATE: ColumnLook(
        N_("Date"), 148, colour="quiet",
        tip=N_("When the game was played: click to sort, click again to reverse the order.")),
    Field.BLACK: ColumnLook(
        N_("Black"), 96, 1.0,
        tip=N_("Who played Black: click to sort, click again to reverse the order.")),
    Field.WHITE: ColumnLook(
        N_("White"), 96, 1.0,
        tip=N_("Who played White: click to sort, click again to reverse the order.")),
    Field.EVENT: ColumnLook(
        N_("Event"), 96, 1.0, colour="quiet", tip=N_("The tournament: click to sort.")),
    Field.RESULT: ColumnLook(
        N_("Result"), 100, tip=N_("How it ended, Black's discs first: click to sort.")),
    Field.OPENING: ColumnLook(
        N_("Opening"), 96, 1.1, colour="quiet",
        tip=N_("The name of the longest opening line the game follows: click to sort.")),
    Field.MOVES: ColumnLook(
        N_("Moves"), 76, is_number=True, colour="quiet",
        tip=N_("How many discs were placed: click to sort.")),
}  # fmt: skip
FIELDS: Final = tuple(field for field in Field if field is not Field.EVENT)


class Tab(Enum):
    """What each is called, and what is said where it is empty."""

    LIBRARY = N_("Library"), N_("No game has been finished, left or opened yet.")
    DELETED = N_("Deleted"), N_("No game has been deleted.")
    ARCHIVE = N_("Archive"), N_("There are no games in the archive.")
    FILE = N_("File"), N_("There are no games in the file.")


class GameLines(Lines):
    """The games that were found, line by line."""

    def __init__(self, shown: Shown, fields: Sequence[Field] = FIELDS) -> None:
        self.shown, self.fields = shown, fields
        self.number = len(shown.rows)

    def text(self, line: int, column: int) -> str:
        return self.shown.table.text(int(self.shown.rows[line]), self.fields[column])


class GamesDialog(Dialog[GameSource | None, Callable[[Record], object]]):
    """The choice are the games of a file or a text, if there are; `listener` gets the game that is opened."""

    def __init__(
        self, given: GameSource | None, listener: Callable[[Record], object], window: Window
    ) -> None:
        """Raises OSError."""
        super().__init__(given, listener)
        self.store, self.archive = window.session.store, window.settings.archive
        self._show_results = partial(window.do, "results")
        self.tab = Tab.LIBRARY if given is None else Tab.FILE
        self.listing = Listing(self._source(self.tab), list_wording(), self._first_query(self.tab))
        self._game: int | None = None  # the place of the chosen one in the table
        self._first_line = 0  # in sight
        self._is_accepting = False
        self._to_remove: KeptGame | None = None

    def fill(self) -> None:
        self.open_window(_("Games"), SIZE)
        theme, manager = self.theme, self.manager
        self._shown: Shown | None = None
        self._games: list[KeptGame] = []  # of the library, the places in the table that is shown
        self._line_wanted: int | None = None
        self._said: object = None
        px, inside = theme.px, self.inside
        self.tabs = {tab: self._tab(tab, number) for number, tab in enumerate(Tab)}
        left = px(MARGIN) + (len(Tab) - (self.choice is None)) * px(TAB) + px(24)
        place = Rect(left, px(4), inside.width - px(MARGIN) - left, px(WIDGET))
        self.search = self.entry(place, "", _("Search: players, date, result, opening"))
        top = px(4 + WIDGET + 12)
        place = Rect(px(MARGIN), top, inside.width - 2 * px(MARGIN), inside.height - top - px(88))
        place.height -= (place.height - px(HEADING) - px(8)) % px(ROW)  # whole lines
        looks = (COLUMNS[field] for field in FIELDS)
        columns = [replace(look, heading=_(look.heading), tip=_(look.tip)) for look in looks]
        self.list = ListView(
            place, manager, self.window, theme, columns, self.sort, self.accept, self._refresh
        )
        self.focusable.append(self.list)
        self.buttons(_("Open"))
        self.first = self.button_at_left("", self._do_first)
        self.second = self.button_at_left("", self._do_second, 1)
        tip = _("Games won and lost against each level")
        self.link(_("Results"), self._show_results, 2, tip)
        self.focus_text(self.search)
        self.search.set_text(self.listing.query.text)
        self.list.top = self._first_line
        self._follow_tab()

    def _tab(self, tab: Tab, number: int) -> UIButton:
        px = self.theme.px
        place = Rect(px(MARGIN) + number * px(TAB), px(4), px(TAB), px(WIDGET))
        button = self.button(place, _(tab.value[0]), partial(self.look_at, tab), "@segment")
        if tab is Tab.ARCHIVE and not self.archive:
            button.disable()
            button.set_tooltip(
                keyed(_("Archive ({review_archive}) on the page Review names a folder of tournament games"))
            )
        if tab is Tab.FILE:
            if self.choice is None:
                button.hide()
                button.disable()
            else:
                button.set_tooltip(self.choice.title)
        return button

    def close(self) -> None:
        self.listing.close()
        super().close()

    def keep(self) -> None:
        self._first_line = self.list.top

    def say(self, text: str, style: str = "@quiet") -> None:
        """Whatever is said takes the place of the warning that a game will be lost."""
        self._to_remove = None
        super().say(text, style)

    # What is looked at

    def _source(self, tab: Tab) -> GameSource:
        if tab is Tab.FILE and self.choice is not None:
            return self.choice
        if tab is Tab.ARCHIVE:
            return source_of(Path(self.archive))
        return LibrarySource(self.store.library, tab is Tab.DELETED)

    def _first_query(self, tab: Tab, text: str = "") -> Query:
        """A file is in its own order, all else begins with the newest."""
        return Query(text) if tab is Tab.FILE else Query(text, Field.DATE, is_descending=True)

    def look_at(self, tab: Tab) -> None:
        """Show other games, with the words that are searched for."""
        try:
            source = self._source(tab)
        except (OSError, ValueError) as error:
            place = self.archive if tab is Tab.ARCHIVE else self.choice
            self.say_error(cannot_read(place, error) if isinstance(error, OSError) else str(error))
            return
        self._replace(tab, source, self._first_query(tab, self.search.get_text()))
        self._follow_tab()

    def _replace(self, tab: Tab, source: GameSource, query: Query) -> None:
        self.listing.close()
        self.tab, self.listing, self._game = tab, Listing(source, list_wording(), query), None
        self._shown = self._said = self._line_wanted = None
        self._games = []

    def _reload(self, gone: KeptGame) -> None:
        """The library has changed: what is `gone` leaves the list at once, and the next line is chosen."""
        shown, games, line = self._shown, self._games, self.list.chosen
        self._replace(self.tab, self._source(self.tab), self.listing.query)
        if shown is not None:
            rows = shown.rows[[games[game].id != gone.id for game in shown.rows]]
            self._shown, self._games = replace(shown, rows=rows), games
            self._show_lines(self._shown, line)

    def _follow_tab(self) -> None:
        tab = self.tab
        place = self.listing.source.title if tab in (Tab.ARCHIVE, Tab.FILE) else ""
        title = drawable(" – ".join(filter(None, (_("Games"), place))))
        room = self.inside.width - 2 * self.theme.px(MARGIN)
        self.window.set_display_title(self.theme.ellipsized(title, LARGE, room, bold=True))
        for each, button in self.tabs.items():
            if each is tab:
                button.select()
            else:
                button.unselect()
        labels = {
            Tab.LIBRARY: (
                (_("Delete"), _("Move the chosen game to the deleted ones")),
                (_("Export"), _("Write all listed games to one GGF file")),
            ),
            Tab.DELETED: (
                (_("Restore"), _("Move the chosen game back to the library")),
                (_("Remove"), _("Remove the chosen game for good")),
            ),
        }.get(tab)
        for n, button in enumerate((self.first, self.second)):
            show(button, labels is not None)
            enable(button, labels is not None)
            if labels is not None:
                label, tip = labels[n]
                button.set_text(label)
                button.set_tooltip(tip)

    def sort(self, column: int) -> None:
        """Sort by a column; by the same one again downwards, and then no more."""
        self._ask(self.listing.query.sorted_by(FIELDS[column]))

    def changed(self) -> None:
        """Other words may be searched for."""
        self._ask(replace(self.listing.query, text=self.search.get_text()))

    def _ask(self, query: Query) -> None:
        if query != self.listing.query:
            self._line_wanted, self.list.top = 0, 0
            self.listing.ask(query)

    def _refresh(self) -> None:
        """Show what has been found meanwhile."""
        listing = self.listing
        query, field = listing.query, listing.query.field
        self.list.sorted_by = None if field is None else (FIELDS.index(field), query.is_descending)
        shown = listing.shown
        if shown is not None and shown is not self._shown:
            self._show(shown)
        if shown is not None and self.list.chosen is not None:
            self._game = int(shown.rows[self.list.chosen])
        counts = (self.list.lines.number, 0 if shown is None else shown.table.number)
        is_reading = listing.is_reading or shown is None
        said = (listing, listing.problem, is_reading, counts)
        if said != self._said:
            self._said = said
            self._say_counts(is_reading, *counts)
        if self._is_accepting and listing.is_settled:
            self.accept()

    def _show(self, shown: Shown) -> None:
        source, game, line = self.listing.source, self._game, 0
        if isinstance(source, LibrarySource):
            ids = {kept.id for kept in self._kept()}  # of the chosen one, also of the list before
            self._games = source.games
            game = next((n for n, kept in enumerate(self._games) if kept.id in ids), game)
        before, self._shown = self._shown, shown
        if self._line_wanted is not None:
            line = self._line_wanted
            if shown.query == self.listing.query:
                self._line_wanted = None
        elif game is not None:
            places = (shown.rows == game).nonzero()[0]
            line = int(places[0]) if len(places) else 0
        top = self.list.top
        self._show_lines(shown, line)
        if before is not None and before.query == shown.query:
            self.list.scroll(top - self.list.top)  # more games have come: nothing moves

    def _show_lines(self, shown: Shown, line: int | None) -> None:
        is_searched = bool(shown.query.text.strip())
        empty = _("No game matches all these words.") if is_searched else _(self.tab.value[1])
        self.list.show_lines(GameLines(shown), line, empty)

    def _say_counts(self, is_reading: bool, found: int, number: int) -> None:
        listing = self.listing
        if listing.problem:
            self.say_error(listing.problem)
        elif is_reading:
            said = ngettext("Reading: {number} game so far", "Reading: {number} games so far", number)
            self.say(said.format(number=f"{number:,}"))
        elif wrong := describe_problems(listing.source.problems):
            self.say_error(f"{describe_found(found, number)}. {wrong}")
        else:
            self.say(describe_found(found, number))

    # The keyboard

    def process(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._is_accepting = False
        if event.type == pygame.KEYDOWN and self._take_key(event):
            return
        super().process(event)
        if self.is_open:
            self.changed()

    def _take_key(self, event: pygame.event.Event) -> bool:
        """The keys that walk through the list, whatever the keyboard is on; but two of them in a text."""
        is_list = self.focus is self.list
        is_text = self.search in (self.manager.get_focus_set() or set()) and bool(self.search.get_text())
        if event.key in (pygame.K_HOME, pygame.K_END) and is_text and not event.mod & CONTROL:
            return False
        if is_list and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._sort_beside(1 if event.key == pygame.K_RIGHT else -1)
            return True
        if is_list and event.key == pygame.K_SPACE:
            self.sort(0 if self.list.sorted_by is None else self.list.sorted_by[0])
            return True
        if is_list and event.key == pygame.K_DELETE and self.tab is Tab.LIBRARY:
            self._do_first()
            return True
        return self.list.take_key(event.key)

    def _sort_beside(self, step: int) -> None:
        sorted_by = self.list.sorted_by
        self.sort(0 if sorted_by is None else (sorted_by[0] + step) % len(FIELDS))

    # What can be done with games

    def _kept(self) -> list[KeptGame]:
        """The chosen game of the library, if there is one."""
        if not self._games or self._shown is None or self.list.chosen is None:
            return []
        return [self._games[self._shown.rows[self.list.chosen]]]

    def accept(self) -> None:
        """Open the chosen game. Where the words that were typed are still searched for that is awaited, but
        nothing that takes long, nor beyond the next key: it would go to the page.
        """
        self.changed()
        if self.listing.is_reading:
            self.say_error(_("The games are still being read: choose one when they are all here."))
            return
        self._is_accepting = not self.listing.is_settled
        if self._is_accepting:
            return
        self._refresh()
        if self._game is None or self.list.chosen is None:
            self.say_error(_("Choose a game from the list first."))
            return
        try:
            record = self.listing.source.open(self._game)
        except ListError as error:
            self.say_error(str(error))
        else:
            self.close()
            self.listener(record)

    def _do_first(self) -> None:
        """Delete, or restore."""
        library = self.store.library
        self._change_library(library.delete if self.tab is Tab.LIBRARY else library.restore)

    def _do_second(self) -> None:
        """Export what is listed, or remove a deleted game."""
        games = self._kept()
        if self.tab is Tab.LIBRARY:
            self._export()
        elif games and self._to_remove != games[0]:
            said = _("Remove again to delete it for good: {black} – {white}")
            self.say_error(said.format(black=games[0].black, white=games[0].white))
            self._to_remove = games[0]
        else:
            self._change_library(self.store.library.remove)

    def _change_library(self, change: Callable[[Sequence[KeptGame]], None]) -> None:
        """Change the library by the chosen game."""
        games = self._kept()
        if not games:
            self.say_error(_("Choose a game from the list first."))
            return
        try:
            change(games)
        except LibraryError as error:
            self.say_error(_("The library cannot be changed: {reason}", reason=error))
        else:
            self._reload(games[0])

    def _export(self) -> None:
        shown = self._shown
        if shown is None or not len(shown.rows):
            self.say_error(_("There is no game to export."))
            return
        name = f"Nullwindow {datetime.now():%Y-%m-%d}.ggf"
        try:
            text = self.store.library.exported([self._games[game] for game in shown.rows])
            path = write_new(self.store.shared / name, text)
        except LibraryError as error:
            self.say_error(_("The library cannot be read: {reason}", reason=error))
        except OSError as error:
            self.say_error(_("It cannot be saved: {reason}", reason=error.strerror or error))
        else:
            number = len(shown.rows)
            said = ngettext("{number} game is saved as {path}", "{number} games are saved as {path}", number)
            self.say(said.format(number=f"{number:,}", path=path))


def list_wording() -> Wording:
    return Wording(read_openings, format_opening, format_short_result, format_result)


def format_short_result(result: Result) -> str:
    """'40–24', Black's discs first; 'White, time'."""
    if result.ending is Ending.TIME and result.winner is not None:
        return _("{side}, time", side=result.winner.label)
    return f"{result.black}–{result.white}"


def describe_found(found: int, number: int) -> str:
    """'12 of 137,548 games', '137,548 games'."""
    if found == number:
        return ngettext("{number} game", "{number} games", number, number=f"{number:,}")
    said = ngettext("{found} of {number} game", "{found} of {number} games", number)
    return said.format(found=f"{found:,}", number=f"{number:,}")


def describe_problems(problems: Sequence[str]) -> str:
    """'2 things are damaged, the first: WTH_2001.wtb: …', '' where all is whole."""
    if not problems:
        return ""
    return ngettext(
        "Something is damaged: {problem}",
        "{count} things are damaged, the first: {problem}",
        len(problems),
    ).format(count=f"{len(problems):,}", problem=problems[0])
