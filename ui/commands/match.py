"""`match`: a tournament of two players, who swap colours only on request."""

from __future__ import annotations

import argparse
from random import Random

from ai import arguments
from ai.arguments import Subcommand
from ai.limits import ALGORITHM_NAMES, FULL_STRENGTH
from game.text import N_, _
from ui.commands import tournament


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("play games between two computer players, without a window"),
        _("Play games between two computer players, without a window, and report every game and the totals."),
        _(
            "A player is a search and a level, 1 (beginner) to {most} (full strength). Searches: {names}. Or"
            " write name=value pairs separated by commas, such as {pairs}; the other arguments supply the "
            "rest. For a program that speaks NBoard or GTP write {command}: it ignores all of those but "
            "--clock, as its own options limit it.",
            most=FULL_STRENGTH,
            names=", ".join(ALGORITHM_NAMES),
            pairs="seconds=1,algorithm=pvs,level=8,threads=2,ahead=yes",
            command='command="path/to/engine --level 10",folder=path/to',
        ),
        command.examples(
            "match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10",
            "match --black pvs:6 --white pvs:4 --games 40 --swap --openings 8 --seed 1 --json > m.json",
        ),
        _(
            "--json writes one object to stdout: players, pairs, and for each game the transcript, "
            "the result and, for each move, ply, color, move, depth, score, kind, nodes and seconds; "
            "if stopped with Ctrl-C, it has the games played so far. Progress goes to stderr. Moves "
            "from the opening book have the kind book and a depth of 0; --no-book compares the "
            "searches alone."
        ),
    )
    black, white = _("who plays Black (default: %(default)s)"), _("who plays White (default: %(default)s)")
    player, strongest = arguments.checked(tournament.parse_player), f"pvs:{FULL_STRENGTH}"
    for side, who in (("--black", black), ("--white", white)):
        parser.add_argument(side, type=player, default=strongest, metavar=_("SEARCH:LEVEL"), help=who)
    name, many = N_("the number of games"), _("how many (default: %(default)s)")
    arguments.add_number(parser, "--games", name, 1, 1_000_000, many, 1)
    swap = _("swap colours after every game; both games of a pair have the same opening")
    parser.add_argument("--swap", action="store_true", help=swap)
    tournament.add_conditions(parser, openings="0", concurrency=1)
    parser.set_defaults(gauntlet=False, sprt=None, scheduler=None)


def run(options: argparse.Namespace) -> int:
    options.players = options.black, options.white
    if options.seed is None and options.save is None:  # a saved file has its seed
        options.seed = Random().getrandbits(63)
    return tournament.run(options, may_repeat_names=True)
