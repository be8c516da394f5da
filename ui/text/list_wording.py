"""What lists of games say."""

from __future__ import annotations

from collections.abc import Sequence

from game.board import Ending, Result
from play.lists.table import Wording
from ui.assets import read_openings
from ui.text import _, ngettext
from ui.text.wording import format_opening, format_result


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
    """'2 things in it are damaged, the first: WTH_2001.wtb: …', '' where all is whole."""
    if not problems:
        return ""
    return ngettext(
        "Something in it is damaged: {problem}",
        "{count} things in it are damaged, the first: {problem}",
        len(problems),
    ).format(count=f"{len(problems):,}", problem=problems[0])
