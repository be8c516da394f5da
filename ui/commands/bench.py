"""`bench`: measures the searches."""

import argparse
import functools

from ai.arguments import DONE, FAILED, Subcommand, prepare
from ai.bench import signature
from game.text import _


def add(command: Subcommand) -> None:
    command.parser(
        run,
        _("measure the searches"),
        _(
            "Search fixed positions to a fixed depth, and print the signature (the total of nodes) and a "
            "table that compares alpha-beta and PVS. Use `solve` to measure endgames."
        ),
        command.examples("bench", "solve assets/positions/ffo.obf --numbers 20-39 --json > ffo.json"),
    )


def run(_options: argparse.Namespace) -> int:
    if not prepare().is_ready:
        return FAILED
    signature.measure(functools.partial(print, flush=True))
    return DONE
