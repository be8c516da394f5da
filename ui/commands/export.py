"""`export`: a game as a web page that needs no network."""

import argparse
import sys
from functools import partial
from pathlib import Path

from game.plain_text import printable
from game.text import N_, _
from play.files import cannot_read
from play.game_file import read_file
from ui.arguments import DONE, FAILED, Command, add_number, fail
from ui.commands.convert import save
from ui.commands.window import MOST_GAMES


def add(command: Command) -> None:
    parser = command.parser(
        run,
        _("write a game as a web page"),
        _(
            "Write a game as one web page, with its variations, comments, and what a review found: a file "
            "that every browser opens without a network."
        ),
        command.examples("export game.ggf game.html", "export WTH_2024.wtb final.html --number 12"),
        _("Review a game in the window and share it as GGF, and the page has the mistakes and better lines."),
    )
    parser.add_argument("input", type=Path, metavar=_("IN"), help=_("a game, in any format that can be read"))
    parser.add_argument("output", metavar=_("OUT"), help=_("the file to write"))
    nth = _("the N-th game of a file with several (default: the first)")
    add_number(parser, "--number", N_("the number of the game"), 1, MOST_GAMES, nth)
    parser.add_argument("--replace", action="store_true", help=_("overwrite an existing file"))


def run(options: argparse.Namespace) -> int:
    from ui.web_page import game_page

    name = printable(str(options.input))
    try:
        record = read_file(options.input, options.number or 1, partial(print, file=sys.stderr))
    except OSError as error:
        return fail(cannot_read(name, error))
    except ValueError as error:
        return fail(f"{name}: {printable(str(error))}")
    if problem := save(options, {".html": game_page(record).encode()}):
        return fail(problem)
    if record.problem is not None:  # what comes before is in the page
        print(f"{name}: {printable(str(record.problem))}", file=sys.stderr)
        return FAILED
    return DONE
