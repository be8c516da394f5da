"""Starts of games: from the even list, random plies, also within scores, an XOT list, or any file."""

import re
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Final

from ai import preparation
from ai.arena.openings import BALANCED, EVEN, read_openings
from ai.engine import Engine
from ai.even_openings import even_opening
from ai.limits import Limit, Options
from game.board import Board
from game.files import typed_path
from game.plain_text import parse_digits
from game.records.transcript import transcript
from game.starts import MAX_RANDOM_PLIES, NAME, Start, random_opening
from game.text import _
from play.files import cannot_read

SCORED: Final = re.compile(r"(\d{1,3}):\s*([+-]?\d+(?:\.\d+)?)\s*\.\.\s*([+-]?\d+(?:\.\d+)?)")
XOT: Final = re.compile(r"xot:(.+?)(?:#(\d{1,9}))?")
PATTERNS: Final = {Start.XOT: XOT, Start.SCORED: SCORED}
# The depth that scores a start, that of a glance at all moves before, and the glance's margin in discs.
DEPTH: Final = 20
GLANCE: Final = 8
MARGIN: Final = 4.0
# The most positions drawn for a start before the search for a score in the range fails.
MOST_DRAWS: Final = 500
MEGABYTES: Final = 16
BEST: Final = 64  # discs


def chosen_starts(text: str, count: int, seed: int, problems: list[str]) -> tuple[str, ...]:
    """Returns starts of the even list, of random plies (`8`, or with scores for Black `10:-2..2`), of an XOT
    list (`xot:list.txt`), from a number on (`xot:list.txt#17`), or of another file, as `parse_start` reads
    them. `problems` gets a sentence about each that is left out. Raises ValueError if too few are left.
    """
    plies, rng = parse_digits(text), Random(seed)
    if plies is not None:
        return tuple(transcript(even_opening(rng, plies)) if plies else "" for _number in range(count))
    if (scored := SCORED.fullmatch(text)) is not None:
        low, high = sorted(map(float, scored.group(2, 3)))
        if not 0 < int(scored[1]) <= MAX_RANDOM_PLIES or low > BEST or high < -BEST:
            sentence = _("plies must be from 1 to {most}, scores from −{best} to +{best}")
            raise ValueError(sentence.format(most=MAX_RANDOM_PLIES, best=BEST))
        return tuple(_scored(int(scored[1]), low, high, count, rng))
    xot = XOT.fullmatch(text)
    path = BALANCED if text == EVEN else typed_path(text if xot is None else xot[1])
    try:
        found, wrong = read_openings(path, xot is not None)
    except OSError as error:
        raise ValueError(cannot_read(path, error)) from error
    problems += wrong.values()
    chosen = list(found.values())
    if xot is not None and xot[2]:
        first, last = int(xot[2]), max(found)
        if first not in found:
            sentence = _("{path} has no opening {number}: its lines are 1 to {last}")
            raise ValueError(wrong.get(first) or sentence.format(path=path, number=first, last=last))
        chosen = [start for number, start in found.items() if number >= first]
    else:
        rng.shuffle(chosen)
    if len(chosen) < count:
        sentence = _("{path} has {found} openings, but {wanted} are needed: play fewer games")
        raise ValueError(sentence.format(path=path, found=len(chosen), wanted=count))
    return tuple(chosen[:count])


def _scored(plies: int, low: float, high: float, count: int, rng: Random) -> Iterator[str]:
    """Yields different random starts after which Black's score is in the range. Raises ValueError."""
    if not (ready := preparation.wait()).is_ready:
        raise ValueError(_(ready.text))
    known = set[Board]()
    with closing(Engine(MEGABYTES)) as engine:

        def score(board: Board, depth: int) -> float:
            engine.new_game()  # its table would change the score
            analysis = engine.analyse(board, Limit(depth=depth), Options(selective=depth > GLANCE))
            return board.turn.sign * analysis.result().iterations[-1].score

        def is_wanted(board: Board) -> bool:
            looks = (GLANCE, MARGIN), (DEPTH, 0.0)
            wanted = (low - off <= score(board, depth) <= high + off for depth, off in looks)
            return board not in known and all(wanted)

        while len(known) < count:
            drawn = (random_opening(rng, plies) for _number in range(MOST_DRAWS))
            game = next((game for game in drawn if is_wanted(game.board)), None)
            if game is None:
                sentence = _("none of {count} positions after {plies} plies has a score of {low} to {high}")
                words = {"low": f"{low:+g}", "high": f"{high:+g}"}
                raise ValueError(sentence.format(count=MOST_DRAWS, plies=plies, **words))
            known.add(game.board)
            yield transcript(game) + NAME + game.start_name
