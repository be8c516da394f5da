import threading
from collections.abc import Iterable, Sequence

import pytest

from game.records.record import Record
from play.lists.listing import Listing
from play.lists.rows import GameRow, ListError
from play.lists.sources import GameSource, Report, _Rows
from play.lists.table import Field, GameTable, Query, Wording
from tests.play.lists.listed import WORDING, found, settle
from tests.waiting import wait_until


class Scripted(GameSource):
    """A source whose last game arrives once `may_end` is set."""

    title = "scripted"

    def __init__(self, names: Sequence[str], error: Exception | None = None) -> None:
        self.names, self.error = names, error
        self.may_end, self.has_ended = threading.Event(), threading.Event()

    def table(self, names: Iterable[str], wording: Wording) -> GameTable:
        rows = _Rows()
        for name in names:
            rows.add(GameRow(None, name, "x", None, 0, b""))
        return rows.table(wording)

    def read(self, wording: Wording, report: Report) -> GameTable:
        try:
            report(self.table(self.names[:-1], wording))
            assert self.may_end.wait(20)
            report(self.table(self.names, wording))
        finally:
            self.has_ended.set()
        if self.error is not None:
            raise self.error
        return self.table(self.names, wording)

    def open(self, game: int) -> Record:
        raise NotImplementedError


def test_partial_list_is_sorted_and_searched_while_reading() -> None:
    source = Scripted(["Carl", "Ann", "Ben", "Anna"])
    listing = Listing(source, WORDING, Query("", Field.BLACK))
    wait_until(lambda: listing.shown is not None and len(listing.shown.rows) == 3)
    assert not listing.is_settled
    listing.set_query(Query("ann"))
    wait_until(lambda: listing.shown is not None and listing.shown.query == Query("ann"))
    assert listing.shown is not None
    assert len(listing.shown.rows) == 1
    source.may_end.set()
    assert found(listing) == ["Ann", "Anna"]
    listing.set_query(Query("", Field.BLACK, is_descending=True))
    assert found(listing) == ["Carl", "Ben", "Anna", "Ann"]
    listing.close()


def test_the_last_of_many_queries_is_shown() -> None:
    source = Scripted([f"Player {number}" for number in range(3000)])
    source.may_end.set()
    listing = Listing(source, WORDING)
    settle(listing)
    for number in range(200):
        listing.set_query(Query(f"player {number}"))
    assert found(listing)[0] == "Player 199"
    listing.close()


INTERNAL = "The games in scripted cannot be listed: an internal error; see the log"


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (ListError("It has been eaten"), "It has been eaten"),
        (OSError("two kinds"), "The games in scripted cannot be listed: two kinds"),
        (TypeError("two kinds"), INTERNAL),
    ],
)
def test_a_read_error_is_reported(error: Exception, problem: str) -> None:
    source = Scripted(["Ann", "Ben"], error)
    source.may_end.set()
    listing = Listing(source, WORDING)
    settle(listing)
    assert listing.problem == problem
    listing.close()


def test_closing_a_list_ends_its_work() -> None:
    source = Scripted(["Ann", "Ben"])
    listing = Listing(source, WORDING)
    listing.close()
    source.may_end.set()
    assert source.has_ended.wait(20)
    assert listing.is_reading, "the rest is not wanted any more"
