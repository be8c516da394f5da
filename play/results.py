"""The results of the user's games against the levels, and the adaptive level that follows from them."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import takewhile
from statistics import fmean
from typing import Any, Final

from ai.limits import FULL_STRENGTH
from game.board import Color
from game.text import _
from game.tree import Node
from play.json_values import (
    check_version,
    read_date,
    read_flag,
    read_list,
    read_number,
    read_object,
    read_or,
    read_whole,
    shown,
)
from play.match import Match
from play.review import judged_moves

VERSION: Final = 1
# The first adaptive level: nearer to the weakest, as beginners are.
FIRST_LEVEL: Final = 4
# The most discs that a move can lose.
MOST_DISCS: Final = 128.0


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game of the user, who has `color`, against a level, which `adapts` if earlier results chose
    it; `outcome` is 1 won, 0 drawn, -1 lost. `lost` is the mean of discs lost per move, found by a review.
    """

    began: datetime
    level: int
    color: Color
    outcome: int
    adapts: bool = False
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class ResultTally:
    """Totals of games; `streak` counts the last wins (+) or losses (-) in a row, `lost` mean discs a move."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    streak: int = 0
    lost: float | None = None

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass
class Results:
    """All games that count, the oldest first, each once: the first result of a game is final."""

    games: dict[datetime, GameResult] = field(default_factory=dict)
    first_level: int = FIRST_LEVEL  # the adaptive level before any game
    changes: int = 0  # number of changes since loading, which Autosave compares

    def add(self, result: GameResult) -> None:
        if result.began not in self.games:
            self.games[result.began] = result
            self.changes += 1

    def set_first_level(self, level: int) -> None:
        """Sets the adaptive level to use until a game determines it."""
        self.first_level = level
        self.changes += 1

    def note_review(self, began: datetime, line: Sequence[Node]) -> None:
        """Stores the user's mean loss in a game that has been reviewed, if it is one of these."""
        known = self.games.get(began)
        if known is None:
            return
        moves = (move for move in judged_moves(line) if move.color is known.color)
        losses = [move.judgement.loss for move in moves if move.judgement.is_markable]
        if losses and (lost := round(sum(losses) / len(losses), 2)) != known.lost:
            self.games[began] = replace(known, lost=lost)
            self.changes += 1

    @property
    def adaptive_level(self) -> int:
        """One above the level of the last adaptive game if it was won, one below if lost: this up-and-down
        method (Dixon and Mood 1948) settles where half of the games are won.
        """
        last = next((game for game in reversed(self.games.values()) if game.adapts), None)
        if last is None:
            return self.first_level
        return min(FULL_STRENGTH, max(1, last.level + last.outcome))

    def tally(self, level: int | None = None) -> ResultTally:
        """Returns the totals of the games against a level, or of all games."""
        games = [game for game in self.games.values() if level is None or game.level == level]
        outcomes = [game.outcome for game in games]
        lost = [game.lost for game in games if game.lost is not None]
        wins, draws, losses = map(outcomes.count, (1, 0, -1))
        streak = sum(takewhile(lambda outcome: outcome == outcomes[-1], reversed(outcomes)))
        return ResultTally(wins, draws, losses, streak, fmean(lost) if lost else None)


def result_of(match: Match) -> GameResult | None:
    """Returns the result of a finished match that counts, else None. A person must have played the computer
    from a usual start, with the same colour throughout, and without the coach.
    """
    result = match.result
    people = [color for color in Color if match.seats[color].is_human]
    is_own = match.opened_record is None and match.start is not None and not match.was_swapped
    if result is None or len(people) != 1 or not is_own or match.was_coached:
        return None
    person, computer = people[0], match.seats[people[0].other]
    if computer.outside:
        return None
    outcome = 0 if result.winner is None else 1 if result.winner is person else -1
    return GameResult(match.began, computer.level, person, outcome, computer.adapts)


def written_results(results: Results) -> dict[str, object]:
    return {
        "version": VERSION,
        "first_level": results.first_level,
        "games": [
            asdict(game) | {"began": game.began.isoformat(), "color": game.color.name.lower()}
            for game in results.games.values()
        ],
    }


def parse_results(content: dict[str, Any], say: Callable[[str], object]) -> Results:
    """Reads all valid parts; `say` gets a sentence for each part that is left out. Raises NewerVersion."""
    check_version(content, VERSION)
    level = content.get("first_level", FIRST_LEVEL)
    read = partial(read_whole, least=1, most=FULL_STRENGTH)
    results = Results(first_level=read_or(FIRST_LEVEL, "first_level", read, level, say))
    for found in read_or([], "games", read_list, content.get("games", []), say):
        if (game := read_or(None, "games", _game, found, say)) is not None:
            results.add(game)
    results.changes = 0
    return results


def _game(found: Any) -> GameResult:
    found = read_object(found)
    names = {color.name.lower(): color for color in Color}
    color = found.get("color")
    if not isinstance(color, str) or color not in names:
        raise ValueError(_("must have the color black or white, not {found}", found=shown(color)))
    lost = found.get("lost")
    return GameResult(
        read_date(found.get("began")),
        read_whole(found.get("level"), 1, FULL_STRENGTH),
        names[color],
        read_whole(found.get("outcome"), -1, 1),
        read_flag(found.get("adapts", False)),
        None if lost is None else read_number(lost, 0, MOST_DISCS),
    )
