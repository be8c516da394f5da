"""Step `openings`: a list of openings after which neither side is ahead, for games that measure strength.

They are random play judged three times: by the estimate of `ai.even_openings`, by a short search and by a
long one. No two of them lead to positions that mirror each other or turn into each other. The file has one
transcript per line; what follows a % is a comment.
"""

import argparse
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from random import Random
from typing import Final

from ai.arena.openings import BALANCED
from ai.engine import Engine
from ai.even_openings import even_opening
from ai.limits import Limit, Options
from ai.training.arguments import DONE, PROGRAM, Commands, prepare
from ai.training.console import bar
from game.board import Board
from game.records.transcript import transcript
from game.symmetry import canonical
from game.tree import Game

# Plies of an opening: enough for variety, too few for much to be decided.
PLIES: Final = range(8, 13)
# The search has to find no more than this for either side, in discs. Ten plies are too few: after openings
# that they found within two discs, one side was ahead in the end by 5.5 discs (standard deviation, over five
# matches of strong players).
MOST_DISCS: Final = 1.0
# A search of this many plies quickly leaves out what is further from even than this.
_FIRST_LOOK: Final = 10
_FAR_DISCS: Final = 3.0


def balanced_openings(engine: Engine, rng: Random, depth: int) -> Iterator[tuple[Game, float]]:
    """Openings and their scores in discs for the side to move, for ever."""
    seen = set()
    while True:
        game = even_opening(rng, rng.choice(PLIES))
        board = game.board
        position = canonical(board)
        if position in seen:
            continue
        seen.add(position)
        engine.start_anew()
        if abs(_score(engine, board, min(_FIRST_LOOK, depth))) > _FAR_DISCS:
            continue
        score = _score(engine, board, depth)
        if abs(score) <= MOST_DISCS:
            yield game, score


def _score(engine: Engine, board: Board, depth: int) -> float:
    score = engine.analyse(board, Limit(depth=depth), Options()).result().score
    assert score is not None
    return score


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "openings",
        description=f"Write openings of {PLIES[0]} to {PLIES[-1]} random plies, all different under the\n"
        f"eight symmetries, in which a search finds no side more than {MOST_DISCS:g} disc ahead.",
        epilog=f"""example, the list in assets/positions:
  {PROGRAM} openings --count 250 --depth 18 --seed 1""",
    )
    for name, meaning, most, default in (
        ("count", "how many", 100_000, 250),
        ("depth", "plies of the search", 30, 18),
        ("seed", "of the random play", 2**63, 1),
    ):
        parser.add_number(f"--{name}", f"the {name}", 1, most, default, meaning)
    parser.add_path("--output", f"default: assets/positions/{BALANCED.name}", BALANCED)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    prepare()
    command = f"{PROGRAM} openings --count {options.count} --depth {options.depth} --seed {options.seed}"
    lines = [
        f"% Openings of {PLIES[0]} to {PLIES[-1]} random plies. Behind each stands what a search of",
        f"% {options.depth} plies finds for the side to move, in discs. Made by",
        f"%   {command}",
    ]
    with closing(Engine()) as engine, bar("openings", options.count) as advance:
        found = balanced_openings(engine, Random(options.seed), options.depth)
        for game, score in islice(found, options.count):
            lines.append(f"{transcript(game)} % {score:+.1f}")
            advance(1)
    options.output.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{options.count} openings in {options.output}")
    return DONE
