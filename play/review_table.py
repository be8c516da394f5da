"""Totals of reviews by player, year and phase, as a table, and as JSON for programs."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from game.board import Color, Move, move_name
from game.evaluation import Mark
from game.plain_text import aligned, fitted, to_left, to_right
from game.records.record import date_text
from game.text import _, ngettext, pgettext
from play.review import JudgedMove, ReviewTally, tallies_of
from play.review_file import ReviewedGame

# The number of players with a row in the table: those with the most games.
MOST_PLAYERS: Final = 20
# Longer names are cut.
NAME_WIDTH: Final = 20

WIDTHS: Final = (NAME_WIDTH, 9, 11, 8, 9, 13, 9, *(8 for _mark in Mark), 10)


class Summary:
    """Totals of many games, which are added one by one."""

    def __init__(self) -> None:
        self.games = 0
        self.all = ReviewTally()
        self.players: defaultdict[str, ReviewTally] = defaultdict(ReviewTally)
        self.years: defaultdict[int, ReviewTally] = defaultdict(ReviewTally)
        self.months: defaultdict[str, ReviewTally] = defaultdict(ReviewTally)
        self.colors: defaultdict[Color, ReviewTally] = defaultdict(ReviewTally)
        self.openings: defaultdict[tuple[Move, ...], ReviewTally] = defaultdict(ReviewTally)
        """By the moves of named lines; () if `add_side` got none."""

    def add(self, game: ReviewedGame) -> None:
        self.games += 1
        for color, name in zip(Color, (game.black, game.white), strict=True):
            self.add_side([move for move in game.moves if move.color is color], color, game.date, name)

    def add_side(
        self,
        moves: Sequence[JudgedMove],
        color: Color,
        date: datetime | None,
        name: str = "",
        opening: tuple[Move, ...] = (),
    ) -> None:
        tallies = [self.all, self.colors[color], self.openings[opening]]
        tallies += [self.players[name]] if name else []
        tallies += [self.years[date.year], self.months[f"{date:%Y-%m}"]] if date is not None else []
        for tally in tallies:
            tally.add(moves)

    def players_by_games(self) -> list[tuple[str, ReviewTally]]:
        """Returns the players, sorted by games played, then by fewest discs lost per game."""

        def rank(item: tuple[str, ReviewTally]) -> tuple[int, float, str]:
            name, tally = item
            return -tally.sides, tally.lost_in_all / tally.sides, name

        return sorted(self.players.items(), key=rank)

    def table(self) -> list[str]:
        """Returns the lines of the table: a block of players, a block of years, and a row for all games."""
        lines: list[str] = []
        players = self.players_by_games()
        if players:
            first = [(name, tally, tally.sides) for name, tally in players[:MOST_PLAYERS]]
            lines += _block(_("player"), first)
            if (more := len(players) - MOST_PLAYERS) > 0:
                sentence = ngettext(
                    "... and {count} player with fewer games",
                    "... and {count} players with fewer games",
                    more,
                )
                lines.append(sentence.format(count=f"{more:,}"))
            lines.append("")
        if self.years:
            years = [(str(year), tally, tally.sides // 2) for year, tally in sorted(self.years.items())]
            lines += [*_block(_("year"), years), ""]
        lines += _block(pgettext("games", "all"), [("", self.all, self.games)])
        return [*lines, "", _("lost: discs per game and player, in total and by phase")]

    def as_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "all": self.all.as_json(),
            "players": {name: tally.as_json() for name, tally in self.players_by_games()},
            "years": {str(year): tally.as_json() for year, tally in sorted(self.years.items())},
        }


def game_header() -> str:
    names = (to_left(name, NAME_WIDTH) for name in (_("black"), _("white")))
    counted = "".join(to_right(heading, 16) for heading in (_("lost"), _("? and ??"), _("accuracy")))
    return " ".join((to_right(_("game"), 7), *names, to_right(_("result"), 7) + counted))


def game_row(number: int, game: ReviewedGame) -> str:
    """Returns a game as a row, with Black's figures before White's."""
    tallies = tallies_of(game.moves)
    lost = _both(f"{tally.lost_in_all:.1f}" for tally in tallies)
    mistakes = _both(str(tally.marks[Mark.MISTAKE] + tally.marks[Mark.BLUNDER]) for tally in tallies)
    accuracy = _both(_percent(tally.accuracy) for tally in tallies)
    names = f"{fitted(game.black, NAME_WIDTH)} {fitted(game.white, NAME_WIDTH)}"
    return f"{number:7,} {names} {game.result:>7} {lost} {mistakes} {accuracy}"


def game_as_json(game: ReviewedGame) -> dict[str, Any]:
    return {
        "black": game.black,
        "white": game.white,
        "date": date_text(game.date) or None,
        "result": game.result,
        "moves": [_move_as_json(move) for move in game.moves],
    }


def _move_as_json(move: JudgedMove) -> dict[str, Any]:
    judgement = move.judgement
    return {
        "ply": move.ply,
        "side": move.color.name.lower(),
        "move": move_name(move.move),
        "best": move_name(move.best),
        "loss": judgement.loss,
        "exact": judgement.is_exact,
        "source": judgement.source.value,
        "depth": judgement.depth,
        "mark": "" if judgement.mark is None else judgement.mark.value,
    }


def _block(title: str, rows: Sequence[tuple[str, ReviewTally, int]]) -> list[str]:
    phases = (_("opening"), _("middle game"), _("endgame"))
    headings = [_("games"), _("moves"), _("lost"), *phases, *(mark.value for mark in Mark), _("accuracy")]
    lines = ((name, _cells(tally, games)) for name, tally, games in rows)
    return [aligned(name, cells, WIDTHS) for name, cells in ((title, headings), *lines)]


def _cells(tally: ReviewTally, games: int) -> list[str]:
    lost = (f"{discs / tally.sides:.2f}" for discs in (tally.lost_in_all, *tally.lost.values()))
    return [
        *(f"{games:,}", f"{tally.moves:,}", *lost),
        *(f"{tally.marks[mark]:,}" for mark in Mark),
        _percent(tally.accuracy),
    ]


def _both(cells: Iterable[str]) -> str:
    return " ".join(f"{cell:>7}" for cell in cells)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"
