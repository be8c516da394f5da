"""`text`: a game in the terminal, in plain lines that a screen reader or a braille display can follow."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from ai import preparation
from ai.limits import FULL_STRENGTH, Algorithm
from game.plain_text import printable
from game.text import N_, _
from ui.arguments import DONE, Command, fail, whole_number
from ui.assets import read_book

if TYPE_CHECKING:
    from ui.speech import Speech

SIDES: Final = ("black", "white", "both")
AUTO: Final = "auto"

_parse_number: Final = whole_number(N_("the level"), 1, FULL_STRENGTH)


def add(command: Command) -> None:
    parser = command.parser(
        run,
        _("play in the terminal, in plain lines"),
        _(
            "Play a game in the terminal: you type a move or a word, and plain lines tell you what was "
            "played, what that turned, and what you may play. Nothing has to be seen: each line makes "
            "sense read alone. The game is kept, and the window continues it."
        ),
        _("Type help in the game for all its words: {words}.").format(
            words="moves, board, score, hint, undo, redo, level, new, save, quit"
        ),
        command.examples(
            ("text", _("continue the kept game, or start a new one")),
            ("text --color white --level 3", _("a new game")),
            ("text --speak", _("also speak each line")),
        ),
    )
    color = _("start a new game in which you play this: {colors}", colors=", ".join(SIDES))
    parser.add_argument("--color", choices=SIDES, metavar=_("COLOR"), help=color)
    level = _(
        "begin a new game against level 1 (beginner) to {most} (full strength), or {auto}: the level "
        "follows your results"
    ).format(most=FULL_STRENGTH, auto=AUTO)
    parser.add_argument("--level", type=_parse_level, metavar="N", help=level)
    speak = _("speak each line, where the system has spd-say, say or PowerShell")
    parser.add_argument("--speak", action="store_true", help=speak)


def _parse_level(text: str) -> int | str:
    return AUTO if text.lower() == AUTO else _parse_number(text)


def run(options: argparse.Namespace) -> int:
    if sys.stdin is None:
        return fail(_("text reads what you type from standard input, which is closed"))
    from play.players import Seat
    from play.session import Session
    from play.store import Store
    from ui.text_game import SIDES as PEOPLE
    from ui.text_game import USUAL_LEVEL, TextGame, seats_for

    speech = _speech() if options.speak else None

    def say(*lines: str) -> None:
        for line in lines:
            print(printable(line), flush=True)
            if speech is not None:
                speech.say(line)

    def read() -> str:
        line = input()
        if speech is not None:
            speech.hush()
        return line

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
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
        if speech is not None:
            speech.close()
            if speech.problem:
                sentence = _("Not everything was spoken: the speech command failed ({reason}).")
                print(sentence.format(reason=speech.problem), flush=True)
    return DONE


def _speech() -> Speech | None:
    """None, and a sentence, where this system cannot speak."""
    from ui.speech import COMMANDS, Speech, speech_command

    command = speech_command()
    if not command:
        sentence = _("Nothing can be spoken: this system has none of the speech commands {names}.")
        print(sentence.format(names=", ".join(COMMANDS)), flush=True)
        return None
    return Speech(command)
