"""The dialog that opens games: of the library, its deleted ones, an archive or a file (these by path)."""

import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final

import pygame
from pygame import Rect

from ai.files import is_there
from ai.limits import Limit
from game.board import Ending, Result
from game.files import typed_path
from game.records.encoding import SETS
from game.records.ggf import ggf
from game.records.record import Record
from play.archive.reader import ArchiveReader, ArchiveSource
from play.background_review import IN_LIBRARY
from play.files import cannot_read, write_new
from play.game_file import GameFileReader
from play.library_file import KeptGame, LibraryError
from play.lists.listing import Listing, QueryResult
from play.lists.rows import ListError
from play.lists.sources import GameSource, LibrarySource, TextSource, source_of
from play.lists.table import Field, Query, Wording
from play.record_players import own_names
from play.review import SOLVED_EMPTIES
from play.review_file import Effort
from ui.assets import read_openings
from ui.dialogs.dialog import FIELD_LINE, WIDGET
from ui.dialogs.fields import TextField
from ui.dialogs.file_dialog import FileDialog
from ui.input import CONTROL
from ui.list_view import HEADING, ROW, ColumnLook, Lines, ListView
from ui.panels import tips
from ui.text import N_, _, format_number, ngettext
from ui.text.wording import capitalised, format_name, format_opening, format_result, format_time
from ui.theme import LARGE, drawable
from ui.window import Window, describe_reviews

SIZE: Final = (1180, 760)
TAB: Final = 112
MENU: Final = 160
YEAR: Final = 64
# When more games than this are listed, the user hardly means all of them.
MOST_REVIEWED: Final = 10_000
# By how many columns a key moves the sorting to the right, while the list has the focus.
SORT_STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_SPACE: 0}
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
        N_("Opening"), 150, 1.2, colour="quiet",
        tip=N_("The name of the longest opening line the game follows: click to sort.")),
    Field.MOVES: ColumnLook(
        N_("Moves"), 76, is_number=True, colour="quiet",
        tip=N_("How many discs were placed: click to sort.")),
}  # fmt: skip


class Tab(Enum):
    """The label of each tab, and the text shown when it is empty."""

    LIBRARY = N_("Library"), N_("No game has been finished, left or opened yet.")
    DELETED = N_("Deleted"), N_("No game has been deleted.")
    ARCHIVE = (
        N_("Archive"),
        N_("An archive is a folder of files such as WTH_1977.wtb, or of games in GGF, SGF or PGN."),
    )
    FILE = N_("File"), N_("A game or a position, in any format; you can also drop it on the window.")

    @property
    def has_path(self) -> bool:
        return self in (Tab.ARCHIVE, Tab.FILE)


class GameLines(Lines):
    def __init__(self, shown: QueryResult, fields: Sequence[Field], has_years: bool = False) -> None:
        """With `has_years`, dates show only the year."""
        self.shown, self.fields, self.has_years = shown, fields, has_years
        self.number = len(shown.rows)

    def text(self, line: int, column: int) -> str:
        field = self.fields[column]
        text = self.shown.table.text(int(self.shown.rows[line]), field)
        text = format_name(text) if field in {Field.BLACK, Field.WHITE} else text
        return text[:4] if self.has_years and field is Field.DATE else text


class GamesDialog(FileDialog[GameSource | None, Callable[[Record], object]]):
    """The list of games; `choice` holds those of a file or a text, if any, `listener` gets the opened one."""

    def __init__(
        self, given: GameSource | None, listener: Callable[[Record], object], host: Window, tab: Tab
    ) -> None:
        super().__init__(given, listener)
        self._host, self._library = host, host.session.store.library
        self.tab = tab
        self._charset, self.start = "", host.folder
        self._place(tab)
        self.listing = Listing(self._source(tab), list_wording(), self._first_query(tab))
        self._game: int | None = None  # index of the chosen game in the table
        self._first_line = 0  # the first visible line
        self._is_accepting = False
        self._to_remove: KeptGame | None = None
        self._opening: GameFileReader | None = None
        self._archive_before: str | None = None  # while reading another, which may fail

    def fill(self) -> None:
        self.open_window(_("Games"), SIZE)
        theme, tab = self.theme, self.tab
        self._shown: QueryResult | None = None
        self._games: list[KeptGame] = []  # of the library, indexed like the table shown
        self._line_wanted: int | None = None
        self._said: object = None
        px = theme.px
        tabs, place = self.parts(self.take(WIDGET, 12), len(Tab) * TAB, 0, gap=24)
        buttons = self.choices(tabs, tuple(Tab), tab, lambda each: _(each.value[0]), self.show_tab)
        self.tabs = dict(zip(Tab, buttons, strict=True))
        self.search = self.entry(place, "", _("Search: players, event, date, result, opening"))
        self.search.set_tooltip(_(tips.EXPLORED_FILTER))
        if tab.has_path:
            self._fill_path(self.take(WIDGET, FIELD_LINE))
        place = self.room
        place.height -= (place.height - px(HEADING) - px(8)) % px(ROW)  # whole lines
        self._fields = [field for field in Field if tab.has_path or field is not Field.EVENT]
        looks = COLUMNS
        if tab is Tab.ARCHIVE:  # most of its dates are only years
            looks = COLUMNS | {Field.DATE: replace(COLUMNS[Field.DATE], width=YEAR)}
        columns = [looks[field] for field in self._fields]
        self.list = ListView(place, self.manager, self.window, theme, columns, self.sort, self._refresh)
        self.list.empty = _("Reading the games …")
        self.focusable.append(self.list)
        self.buttons(_("Open"))
        if tab is not Tab.DELETED:
            tip = _("In the background, on free processors; the reviews go into the library")
            at = 0 if tab.has_path else 3
            self.review = self.button_at_left(self._review_label, self._review_all, at, tip)
        if not tab.has_path:
            if tab is Tab.LIBRARY:
                first = _("Delete"), self._delete, 0, _("Move the chosen game to Deleted")
                second = _("Export"), self._export, 1, _("Write all listed games to one GGF file")
            else:
                restore = partial(self._change_library, self._library.restore)
                first = _("Restore"), restore, 0, _("Move the chosen game back to the library")
                second = _("Remove"), self._remove, 1, _("Remove the chosen game for good")
            self.first, self.second = self.button_at_left(*first), self.button_at_left(*second)
            tip = _("Games won and lost against each level")
            self.link(_("Results"), partial(self._host.do, "results"), 2, tip)
        self.focus_text(self.path if tab.has_path and self._has_no_path else self.search)
        self.search.set_text(self.listing.query.text)
        self.list.top = self._first_line
        place_name = "" if self._has_no_path or not tab.has_path else self.listing.source.title
        title = drawable(" – ".join(filter(None, (_("Games"), place_name))))
        self.window.set_display_title(theme.ellipsized(title, LARGE, place.width, bold=True))

    def _fill_path(self, place: Rect) -> None:
        """Adds the path of the folder or file and, for a file, its character set."""
        if self.tab is Tab.FILE:
            names = {"": _("Automatic"), **SETS}
            place, charset = self.parts(place, 0, MENU)
            self.charset = self.menu(charset, tuple(names), self._charset, names.__getitem__)
            self.charset.set_tooltip(_("Characters"))
        self.file_row(place)
        if self._given is not None:
            self.set_path(self._given)

    def close(self) -> None:
        self.listing.close()
        super().close()

    def keep(self) -> None:
        self._first_line = self.list.top
        if self.tab is Tab.FILE:
            self._charset = self.charset.value

    def show_message(self, text: str) -> None:
        """Shows a message; a removal that waits for its second request is forgotten."""
        self._to_remove = None
        super().show_message(text)

    # The list

    def _source(self, tab: Tab) -> GameSource:
        if not tab.has_path:
            return LibrarySource(self._library, tab is Tab.DELETED)
        if tab is Tab.FILE:
            return self.choice or TextSource("")
        archive = self._host.settings.archive
        return ArchiveSource(self._host.archive, Path(archive)) if archive else TextSource("")

    @property
    def _has_no_path(self) -> bool:
        """Whether there is no list yet because no path is set."""
        return isinstance(self.listing.source, TextSource) and not self.listing.source.place

    def _first_query(self, tab: Tab, text: str = "") -> Query:
        """Returns the initial query: a file keeps its order, all else begins with the newest game."""
        names, is_file = own_names(self._host.settings.names), tab is Tab.FILE
        return Query(text, None if is_file else Field.DATE, not is_file, names)

    def show_tab(self, tab: Tab) -> None:
        """Shows another tab and keeps the search text; a file that is still being opened is dropped."""
        self.drop_system_dialog()
        self._opening = None
        self._place(tab)
        self._replace(tab, self._source(tab), self._first_query(tab, self.search.get_text()))
        self._first_line = 0
        self.refill()

    def _place(self, tab: Tab) -> None:
        """Sets the path that the field of a tab begins with."""
        archive = self._host.settings.archive
        self._given = Path(archive) if tab is Tab.ARCHIVE and archive else None
        self._listed = str(self._given or ""), self._charset  # path and character set of the list

    def _replace(self, tab: Tab, source: GameSource, query: Query) -> None:
        self.listing.close()
        self.tab, self.listing, self._game = tab, Listing(source, list_wording(), query), None
        self._shown = self._said = self._line_wanted = None
        self._games = []

    def _reload(self, gone: KeptGame) -> None:
        """Reads the changed library; the game that is `gone` disappears at once, and the next is chosen."""
        shown, games, line = self._shown, self._games, self.list.chosen
        self._replace(self.tab, self._source(self.tab), self.listing.query)
        if shown is not None:
            rows = shown.rows[[games[game].id != gone.id for game in shown.rows]]
            self._shown, self._games = replace(shown, rows=rows), games
            self._show_lines(self._shown, line)

    def sort(self, column: int) -> None:
        """Sorts by a column; repeating it reverses the order, and a third time ends the sorting."""
        self._set_query(self.listing.query.sorted_by(self._fields[column]))

    def changed(self) -> None:
        self._set_query(replace(self.listing.query, text=self.search.get_text()))

    def _set_query(self, query: Query) -> None:
        if query != self.listing.query:
            self._line_wanted, self.list.top = 0, 0
            self._wrong = self._said = None
            self.listing.set_query(query)

    @property
    def _review_label(self) -> str:
        return _("Stop reviews") if self._host.reviews.is_running else _("Review all")

    def _refresh(self) -> None:
        if self.tab is not Tab.DELETED and self.review.text != self._review_label:
            self.review.set_text(self._review_label)
        listing = self.listing
        query, field = listing.query, listing.query.field
        self.list.sorted_by = None if field is None else (self._fields.index(field), query.is_descending)
        shown = listing.shown
        if shown is not None and shown is not self._shown:
            self._show(shown)
        if shown is not None and self.list.chosen is not None:
            self._game = int(shown.rows[self.list.chosen])
        words, is_problem = self._describe_list()
        if (listing, words, is_problem) != self._said:
            self._said = listing, words, is_problem
            if self._wrong is None and is_problem:  # an error about the path stays
                self.show_error(words)
            elif self._wrong is None:
                self.show_message(words)
        if self._is_accepting and listing.is_settled:
            self.accept()

    def _show(self, shown: QueryResult) -> None:
        source, game, line = self.listing.source, self._game, 0
        if isinstance(source, LibrarySource):
            ids = {kept.id for kept in self._kept()}  # the chosen game, of the previous list
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
            self.list.scroll(top - self.list.top)  # more games were read: the lines stay in place

    def _show_lines(self, shown: QueryResult, line: int | None) -> None:
        is_searched = bool(shown.query.text.strip())
        empty = _("No game matches all these words.") if is_searched else _(self.tab.value[1])
        lines = GameLines(shown, self._fields, self.tab is Tab.ARCHIVE)
        self.list.show_lines(lines, line, empty)

    def _describe_list(self) -> tuple[str, bool]:
        """Returns what the list holds or is still reading, and whether that is a problem."""
        listing, shown, reviews = self.listing, self.listing.shown, self._host.reviews
        number = 0 if shown is None else shown.table.number
        if listing.problem:
            return listing.problem, True
        is_archive = isinstance(listing.source, ArchiveSource)
        if (listing.is_reading or shown is None) and is_archive:
            return describe_reading(self._host.archive), False
        if listing.is_reading or shown is None:
            said = ngettext("Reading: {number} game so far", "Reading: {number} games so far", number)
            return said.format(number=format_number(number)), False
        if self._has_no_path:
            return "", False
        wrong = describe_problems(listing.source.problems)
        progress = describe_reviews(reviews) if reviews.is_running else ""
        unread = self._host.archive.unread if is_archive else ""
        found = describe_found(self.list.lines.number, number), wrong or progress, unread
        return ". ".join(filter(None, found)), bool(wrong)

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
        """Handles list keys, whatever has the focus, except Home and End in a text; returns whether used."""
        is_list = self.focus is self.list
        field = next((each for each in self.focused_elements if isinstance(each, TextField)), None)
        is_text = field is not None and bool(field.get_text())
        if event.key in (pygame.K_HOME, pygame.K_END) and is_text and not event.mod & CONTROL:
            return False
        if is_list and event.key in SORT_STEPS:
            by = self.list.sorted_by
            self.sort(0 if by is None else (by[0] + SORT_STEPS[event.key]) % len(self._fields))
            return True
        is_behind = (
            field is self.search
            and field.edit_position == len(field.get_text())
            and field.get_text() == self.listing.query.text  # the key has deleted no character
        )
        if event.key == pygame.K_DELETE and self.tab is Tab.LIBRARY and (is_list or is_behind):
            if not event.is_held:
                self._delete()
            return True
        return self.list.handle_key(event.key)

    # Actions on games

    def _kept(self) -> list[KeptGame]:
        """Returns a list with the chosen game of the library, if there is one."""
        if not self._games or self._shown is None or self.list.chosen is None:
            return []
        return [self._games[self._shown.rows[self.list.chosen]]]

    def accept(self) -> None:
        """Opens the chosen game, once the list matches the words just typed; the next key cancels that."""
        self.changed()
        if self.tab.has_path and (self._has_no_path or self._listed != (self.wanted, self._chosen_charset)):
            self._load()
            return
        if self.listing.is_reading:
            self.show_error(_("The games are still being read: wait, then choose one."))
            return
        self._is_accepting = not self.listing.is_settled
        if self._is_accepting:
            return
        self._refresh()
        if self._game is None or self.list.chosen is None:
            self.show_error(_("Choose a game from the list first."))
            return
        try:
            found = self.listing.source.open(self._game)
        except ListError as error:
            self.show_error(str(error))
        else:
            self.close()
            self.listener(found)

    def _review_all(self) -> None:
        """Starts a background review of the listed games, or stops the running one."""
        reviews, shown, source = self._host.reviews, self._shown, self.listing.source
        number = 0 if shown is None else len(shown.rows)
        if reviews.is_running:
            reviews.stop()
        elif self.listing.problem:
            self.show_error(self.listing.problem)
        elif not self.listing.is_settled or shown is None:
            self.show_error(_("The games are still being read."))
        elif not 0 < number <= MOST_REVIEWED:
            said = _("One to {most} games can be reviewed at a time: search for some of them.")
            self.show_error(said.format(most=format_number(MOST_REVIEWED)))
        else:
            effort = Effort(Limit(seconds=self._host.settings.review_seconds), SOLVED_EMPTIES)
            reviews.start(lines_to_review(source, shown.rows.tolist()), effort)

    # Games by path

    @property
    def _chosen_charset(self) -> str:
        return self.charset.value if self.tab is Tab.FILE else self._charset

    def open(self, path: Path) -> None:
        if self.tab is not Tab.FILE:
            self.show_tab(Tab.FILE)
        self.set_path(path)
        self._load()

    def drop(self, path: Path) -> bool:
        self.open(path)
        return True

    def _load(self) -> None:
        """Reads the archive or file at the path in the field; an empty path means no archive."""
        wanted = self.wanted
        if not wanted and self.tab is Tab.FILE:
            self.show_error(_("Type the path of the file, or drop it on the window"), self.path)
            return
        try:
            path = typed_path(wanted)
        except ValueError as error:
            self.show_error(capitalised(str(error)), self.path)
            return
        try:
            path = (self.start / path if self.tab is Tab.FILE and not is_there(path) else path).absolute()
            if self.tab is Tab.ARCHIVE:
                self._use_archive(path if wanted else None)
                return
        except (FileNotFoundError, NotADirectoryError, ValueError):
            self.show_error(_("There is no such folder"), self.path)
            return
        except OSError as error:  # also if the working directory is gone
            self.show_error(error.strerror or str(error), self.path)
            return
        self._opening = GameFileReader(path, self._chosen_charset)
        self.show_message(_("Reading {file} …", file=path.name or path))

    def _use_archive(self, folder: Path | None) -> None:
        """Opens this folder, or the folder of this file. Raises OSError and ValueError."""
        if folder is not None and not stat.S_ISDIR(folder.stat().st_mode):
            folder = folder.parent
        before = self._host.settings.archive
        self._host.change(archive="" if folder is None else str(folder))
        self.show_tab(Tab.ARCHIVE)
        self._archive_before = before

    def _settle_archive(self) -> None:
        """Returns to the previous archive if the chosen one turns out to be unreadable."""
        before, problem = self._archive_before, self.listing.problem
        if before is None or self.tab is not Tab.ARCHIVE or self.listing.is_reading:
            return
        self._archive_before = None
        if problem:
            self._host.change(archive=before)
            self._host.archive.open(Path(before) if before else None)
            kept = _("The archive is still {folder}", folder=before) if before else ""
            self.show_error(". ".join(filter(None, (problem, kept))), self.path)
            self._listed = "", self._charset  # the same may be tried again

    @property
    def is_busy(self) -> bool:
        return super().is_busy or self._opening is not None or not self.listing.is_settled

    def update(self) -> None:
        super().update()
        self._settle_archive()
        opening = self._opening
        if opening is None or not opening.is_done:
            return
        self._opening = None
        if opening.problem:
            self.show_error(opening.problem, self.path)
            return
        if opening.record is not None:
            self.close()
            self.listener(opening.record)
            return
        try:
            source = source_of(opening.path, opening.charset)
        except OSError as error:  # the file is gone since it was read
            self.show_error(cannot_read(opening.path.name, error), self.path)
            return
        self._charset = self._chosen_charset
        self.choice, self._given = source, opening.path
        self._replace(Tab.FILE, source, self._first_query(Tab.FILE, self.search.get_text()))
        self.refill()
        self._listed = self.wanted, self._charset

    # The library

    def _delete(self) -> None:
        self._change_library(self._library.delete)

    def _remove(self) -> None:
        """Removes the chosen game for good at the second request."""
        games = self._kept()
        if games and self._to_remove != games[0]:
            said = _("Press Remove again to delete it for good: {black} – {white}")
            self.show_error(said.format(black=format_name(games[0].black), white=format_name(games[0].white)))
            self._to_remove = games[0]
        else:
            self._change_library(self._library.remove)

    def _change_library(self, change: Callable[[Sequence[KeptGame]], None]) -> None:
        games = self._kept()
        if not games:
            self.show_error(_("Choose a game from the list first."))
            return
        try:
            change(games)
        except LibraryError as error:
            self.show_error(_("The library cannot be changed: {reason}", reason=error))
        else:
            self._reload(games[0])

    def _export(self) -> None:
        shown = self._shown
        if shown is None or not len(shown.rows):
            self.show_error(_("There is no game to export."))
            return
        name = f"Nullwindow {datetime.now():%Y-%m-%d}.ggf"
        try:
            text = self._library.exported([self._games[game] for game in shown.rows])
            path = write_new(self._host.folder / name, text)
        except LibraryError as error:
            self.show_error(_("The library cannot be read: {reason}", reason=error))
        except OSError as error:
            self.show_error(_("It cannot be saved: {reason}", reason=error.strerror or error))
        else:
            number = len(shown.rows)
            said = ngettext("{number} game saved as {path}", "{number} games saved as {path}", number)
            self.show_message(said.format(number=format_number(number), path=path))


def lines_to_review(source: GameSource, games: Sequence[int]) -> Iterator[str]:
    """Yields each game as a line for the background review; skips entries of files that are no games."""
    for game in games:
        if isinstance(source, LibrarySource):
            yield f"{IN_LIBRARY}{source.games[game].id}"
            continue
        try:
            found = source.open(game)
        except ListError:
            continue
        if found.game.root.children:
            yield ggf(found)


def list_wording() -> Wording:
    return Wording(read_openings, format_opening, format_short_result, format_result)


def format_short_result(result: Result) -> str:
    """Returns '40–24', Black's discs first; 'White, time'."""
    if result.ending is Ending.TIME and result.winner is not None:
        return _("{side}, time", side=result.winner.label)
    if result.ending is Ending.UNCOUNTED and result.winner is not None:
        return result.winner.label
    return f"{result.black}–{result.white}"


def describe_found(found: int, number: int) -> str:
    """Returns '12 of 137,548 games', '137,548 games'."""
    if found == number:
        return ngettext("{number} game", "{number} games", number, number=format_number(number))
    said = ngettext("{found} of {number} game", "{found} of {number} games", number)
    return said.format(found=format_number(found), number=format_number(number))


def describe_reading(archive: ArchiveReader) -> str:
    """Returns 'Reading the archive: 42 %, 0:20 left'."""
    done, left = _("Reading the archive: {share} %", share=int(100 * archive.share)), archive.seconds_left
    return done if left is None else _("{done}, {time} left", done=done, time=format_time(left))


def describe_problems(problems: Sequence[str]) -> str:
    """Returns 'Damaged in 2 places, the first: WTH_2001.wtb: …', '' if nothing is damaged."""
    if not problems:
        return ""
    return ngettext(
        "Damaged: {problem}",
        "Damaged in {count} places, the first: {problem}",
        len(problems),
    ).format(count=format_number(len(problems)), problem=problems[0])
