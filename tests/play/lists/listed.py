"""Helpers for the tests of lists."""

from pathlib import Path

from game.evaluation import parse_line
from game.openings import Openings, parse_openings
from play.lists.listing import Listing
from play.lists.table import Field, GameTable, Wording
from tests.waiting import wait_until
from tests.wthor_files import archive, record

ROOT = Path(__file__).resolve().parents[3]
OPENINGS: Openings = parse_openings((ROOT / "assets/openings.csv").read_text("utf-8"))
WORDING = Wording(
    lambda: OPENINGS,
    lambda opening: opening.name(),
    lambda result: f"{result.black}–{result.white}",
    lambda result: "a draw" if result.winner is None else f"{result.winner.name.capitalize()} wins",
)


def wthor(*games: tuple[int, int, int, str], year: int = 1999) -> bytes:
    """Returns a WTHOR file of games (Black's number, White's, Black's discs, moves)."""
    records = (
        record(parse_line(moves), score, score, 0, black, white) for black, white, score, moves in games
    )
    return archive(*records, year=year)


def lines_of(table: GameTable, *fields: Field) -> list[tuple[str, ...]]:
    """Returns the texts of each game of a table, by default of all fields but the event."""
    fields = fields or tuple(field for field in Field if field is not Field.EVENT)
    return [tuple(table.text(game, field) for field in fields) for game in range(table.number)]


def settle(listing: Listing) -> None:
    wait_until(lambda: listing.is_settled)


def found(listing: Listing, field: Field = Field.BLACK) -> list[str]:
    """Returns the text of `field` in each row that is shown."""
    settle(listing)
    assert listing.shown is not None
    return [listing.shown.table.text(int(row), field) for row in listing.shown.rows]
