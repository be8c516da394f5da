"""`gtp`: plays as an engine of a Go Text Protocol host, over standard input and output."""

import argparse
from functools import partial

from ai.arguments import Subcommand
from game.text import _
from ui import VERSION
from ui.commands.nboard import add_options, serve_host


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("play as a GTP engine"),
        _(
            "Speak GTP, version 2, on standard input and output, so that Quarry and any other host of "
            "the protocol can play Othello with this engine."
        ),
        _(
            "A move takes no more than its share of the time that the host sets, or a second if none "
            "is set. With --time a move takes that time, and the clocks of the host are ignored."
        ),
        command.examples("gtp", "gtp --level 5", "gtp --time 2 --threads 2 --hash 256"),
    )
    add_options(parser)


def run(options: argparse.Namespace) -> int:
    from play.gtp import GtpSession
    from play.host_session import NAME

    return serve_host(options, partial(GtpSession, names=(NAME, VERSION)))
