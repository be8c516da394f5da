"""`bench`: measures the searches, or the frames of the window."""

from __future__ import annotations

import argparse
from typing import Final

from ui.arguments import Commands, fail, parse_seconds

# Seconds `--frames` runs when it is not told.
FRAMES_SECONDS: Final = 60.0


def add(commands: Commands, program: str) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure the searches, or the frames of the window",
        description="Search fixed positions to a fixed depth and print the signature (all nodes of the\n"
        "search) and a table that compares the searches.",
        epilog=f"""examples:
  {program} bench
  {program} bench --json
  {program} bench --frames 20                 how even the window runs while both sides think""",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help="write the figures as JSON")
    what.add_argument(
        "--frames",
        type=parse_seconds,
        nargs="?",
        const=FRAMES_SECONDS,
        metavar="SECONDS",
        help="show the computer playing itself, and measure the time between frames (default: %(const)s)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.frames is None:
        from ai import bench

        return bench.main(json=options.json)

    from ui import frames
    from ui.assets import MissingAsset
    from ui.display import NoDisplay

    try:
        return frames.bench_frames(options.frames)
    except (NoDisplay, MissingAsset) as error:
        return fail(str(error))
