"""Opens the window, if no command is given, with a game from a file if one is named."""

import argparse
import gc
import sys
from functools import partial
from typing import Final

from ai import log
from ai.arguments import CommandParser, add_number, file_path
from game.plain_text import printable
from game.text import N_, _
from ui.assets import CannotRun, reading

MOST_GAMES: Final = 1_000_000


def add(parser: CommandParser) -> None:
    file = _(
        "open the window with the game in FILE, as FILE alone does: GGF, SGF, PGN, WTHOR, a transcript "
        "(f5d6c3...) or a position (OBF; 64 squares X, O, -, and then X or O for the side to move)"
    )
    parser.add_argument("--open", type=file_path, metavar=_("FILE"), help=file)
    nth = _("the N-th game of a FILE with several (default: a list of them to choose from)")
    add_number(parser, "--game", N_("the number of the game"), 1, MOST_GAMES, nth)
    large = _("large letters, and fewer cards in the Lab, for a projector")
    parser.add_argument("--projector", action="store_true", help=large)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    record, listed, problem = None, None, ""
    if options.open is not None:
        from play.game_file import read_file
        from play.lists.sources import has_several_games  # loads NumPy: only needed to open a file

        try:
            with reading(str(options.open)):
                if options.game is None and has_several_games(options.open):
                    listed = options.open
                else:
                    record = read_file(options.open, options.game or 1, partial(print, file=sys.stderr))
        except CannotRun as error:
            problem = printable(str(error))
            print(problem, file=sys.stderr)

    has_crashed = log.begin_window()  # before pygame is loaded: its own crash handler may hang
    gc.disable()  # until the search is ready; see preparation.py
    from ui import app

    return app.run(record, listed, problem, has_crashed, options.projector)
