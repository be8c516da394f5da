"""`text`: plays in the terminal, in plain lines that work with a screen reader or a braille display."""

import argparse
import sys
from typing import Final

from ai import arguments, preparation
from ai.arguments import DONE, MISUSED, Subcommand, fail, whole_number
from ai.limits import FULL_STRENGTH, Algorithm
from game.files import STANDARD_INPUT
from game.plain_text import printable
from game.text import N_, _
from ui.assets import read_book, reading

SIDES: Final = ("black", "white", "both")
AUTO: Final = "auto"

_parse_number: Final = whole_number(N_("the level"), 1, FULL_STRENGTH)


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("play in the terminal, in plain text"),
        _(
            "Play a game in the terminal: you type moves or commands, and plain lines report what was "
            "played, which discs turned, and what you may play. You need not see anything: each line makes "
            "sense on its own. The game is kept, and you can continue it in the window."
        ),
        _("Type help in the game for all commands: {words}.").format(
            words="moves, board, score, hint, resume, undo, redo, level, new, save, quit"
        ),
        command.examples(
            ("text", _("continue your last game, or start a new one")),
            ("text --color white --level 3", _("a new game")),
        ),
    )
    color = _("start a new game in which you play: {colors}", colors=", ".join(SIDES))
    parser.add_argument("--color", choices=SIDES, metavar=_("COLOR"), help=color)
    level = _(
        "start a new game against level 1 (beginner) to {most} (full strength), or {auto}, which follows "
        "your results"
    ).format(most=FULL_STRENGTH, auto=AUTO)
    parser.add_argument("--level", type=_parse_level, metavar="N", help=level)


def _parse_level(text: str) -> int | str:
    return AUTO if text.lower() == AUTO else _parse_number(text)


def run(options: argparse.Namespace) -> int:
    if sys.stdin is None:
        return fail(_("text needs standard input, which is closed"))
    if options.color == "both" and options.level is not None:
        return fail(_("--level is for a game against the computer"), MISUSED)
    from play.players import Seat
    from play.session import Session
    from play.store import Store
    from ui.text_game import SIDES as PEOPLE
    from ui.text_game import USUAL_LEVEL, TextGame, seats_for

    def say(*lines: str) -> None:
        for line in lines:
            print(printable(line), flush=True)

    def read() -> str:
        with reading(arguments.input_name(STANDARD_INPUT)):
            return input()

    book, problem = read_book()
    store = Store()
    store.messages += [problem] if problem else []
    session = Session(store, book=book)
    preparation.start()
    game = TextGame(session, read, say)
    try:
        if options.color is None and options.level is None:
            game.run()
        else:
            level = USUAL_LEVEL if options.level is None else options.level
            computer = Seat(Algorithm.PVS, adapts=True) if level == AUTO else Seat(Algorithm.PVS, level)
            game.run(seats_for(PEOPLE[options.color or "black"], computer))
    finally:
        session.close()
        game.say_goodbye()
    return DONE
