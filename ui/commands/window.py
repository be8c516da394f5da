"""What is done without a command: the window, with a game from a file if one is named."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from game.records.any_format import parse_game
from game.records.ggf import GgfGame
from ui.arguments import Parser, fail

# A transcript of the longest game, with comments, is a few kilobytes: larger files are something else.
LARGEST_FILE: Final = 1_000_000


def add(parser: Parser) -> None:
    parser.add_argument(
        "--open",
        metavar="FILE",
        type=Path,
        help="open the window with the game in FILE: GGF, a transcript (f5d6c3...) or a position "
        "(64 squares X, O, -, and the side to move)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    record = None
    if options.open is not None:
        try:
            record = read_game(options.open)
        except ValueError as error:
            return fail(f"{options.open}: {error}")
        except OSError as error:
            return fail(f"{options.open} cannot be read: {error.strerror or error}")

    from ui import app
    from ui.assets import MissingAsset
    from ui.display import NoDisplay

    try:
        return app.run(record)
    except (NoDisplay, MissingAsset) as error:
        return fail(str(error))


def read_game(path: Path) -> GgfGame:
    """The game in a file. Raises OSError, or a ValueError for people."""
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValueError("this file is too large to be a game")
    try:
        return parse_game(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError("this is not a text file") from error
