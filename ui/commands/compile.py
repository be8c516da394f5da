"""`compile`: fills the compile cache ahead of the first start."""

from __future__ import annotations

import argparse

from ui.arguments import DONE, Commands


def add(commands: Commands, _program: str) -> None:
    parser = commands.add_parser(
        "compile",
        help="fill the compile cache",
        description="Compile the search now, so that the first game need not wait for it.\n"
        "Later starts use the cache.",
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    from ai import preparation

    preparation.compile_kernels()
    return DONE
