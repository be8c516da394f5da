"""What is done without a command: the window, with a game from a file if one is named."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from game.records.any_format import read_game, read_names
from game.records.record import Record
from game.records.wthor import SUFFIX as WTHOR_SUFFIX
from play.lists.sources import dated, has_several_games, read_bytes
from ui.arguments import Parser, fail, whole_number

MOST_GAMES: Final = 1_000_000


def add(parser: Parser) -> None:
    parser.add_argument(
        "--open",
        metavar="FILE",
        type=Path,
        help="open the window with the game in FILE, as FILE alone does: GGF, SGF, PGN, WTHOR, a transcript "
        "(f5d6c3...) or a position (OBF; 64 squares X, O, -, and then X or O for the side to move)",
    )
    parser.add_argument(
        "--game",
        metavar="N",
        type=whole_number("the number of the game", 1, MOST_GAMES),
        help="the N-th game of a FILE with several (default: a list of them to choose from)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    record = listed = None
    if options.open is not None:
        try:
            if options.game is None and has_several_games(options.open):
                listed = options.open
            else:
                record = read_file(options.open, options.game or 1)
        except ValueError as error:
            return fail(f"{options.open}: {error}")
        except OSError as error:
            return fail(f"{options.open} cannot be read: {error.strerror or error}")

    from ui import app
    from ui.assets import MissingAsset
    from ui.display import NoDisplay

    try:
        return app.run(record, listed)
    except (NoDisplay, MissingAsset) as error:
        return fail(str(error))


def read_file(path: Path, number: int = 1) -> Record:
    """A game of a file, with a date. Raises OSError, or a ValueError for people."""
    data, written = read_bytes(path)
    names, problems = read_names(path) if path.suffix.lower() == WTHOR_SUFFIX else (None, [])
    for problem in problems:
        print(problem, file=sys.stderr)
    return dated(read_game(data, number, names), written, number - 1)
