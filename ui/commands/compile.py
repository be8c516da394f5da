"""`compile`: fills the compile cache before the first start."""

import argparse

from ai.arguments import DONE, Subcommand, fail
from game.text import _


def add(command: Subcommand) -> None:
    command.parser(
        run,
        _("fill the compile cache"),
        _("Compile the search now, so that the first game need not wait for it. Later starts use the cache."),
    )


def run(_: argparse.Namespace) -> int:
    from ai import preparation

    try:
        for line in preparation.compile_kernels():
            print(line, flush=True)
    except preparation.CacheError as error:
        return fail(str(error))
    return DONE
