"""A list that is read, sorted and searched in the background: the window never waits."""

import logging
import threading
from dataclasses import dataclass

from game.text import _, reason_of
from play.lists.rows import ListError
from play.lists.sources import GameSource
from play.lists.table import GameTable, IntArray, Query, Wording

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class QueryResult:
    """The result of a query: the games, as rows of the table, in order."""

    table: GameTable
    rows: IntArray
    query: Query


class Closed(Exception):
    """The list was closed."""


class Listing:
    """The games of a source; `set_query` selects and sorts them."""

    def __init__(self, source: GameSource, wording: Wording, query: Query | None = None) -> None:
        self.source = source
        self.query = query or Query()
        self.shown: QueryResult | None = None  # the last result; None before the first
        self.problem = ""  # why there is no list, in a sentence
        self.is_reading = True
        self._wording = wording
        self._table: GameTable | None = None
        self._is_closed = False
        self._is_asked = threading.Event()
        for work in (self._read, self._search):
            threading.Thread(target=work, name="games", daemon=True).start()

    @property
    def is_settled(self) -> bool:
        """Whether the result of the query is shown, and no further one will come."""
        if self.is_reading:
            return False
        shown = self.shown
        is_shown = shown is not None and shown.table is self._table and shown.query == self.query
        return is_shown or bool(self.problem)

    def set_query(self, query: Query) -> None:
        """Sets the query, whose result is shown as soon as it is found."""
        self.query = query
        self._is_asked.set()

    def close(self) -> None:
        """Ends the work; the list stays as it is."""
        self._is_closed = True
        self._is_asked.set()

    def _read(self) -> None:
        try:
            self._set_table(self.source.read(self._wording, self._set_table))
        except ListError as error:
            self.problem = str(error)
        except Closed:
            return
        except Exception as error:
            logger.exception("The list cannot be made")
            sentence = _("The games in {place} cannot be listed: {reason}")
            self.problem = sentence.format(place=self.source.title, reason=reason_of(error))
        self.is_reading = False

    def _set_table(self, table: GameTable) -> None:
        if self._is_closed:
            raise Closed
        self._table = table
        self._is_asked.set()

    def _search(self) -> None:
        while not self._is_closed:
            self._is_asked.wait()
            self._is_asked.clear()
            table, query = self._table, self.query
            if table is not None and not self._is_closed:
                self.shown = QueryResult(table, table.rows(query), query)
