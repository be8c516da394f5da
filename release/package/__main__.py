"""Starts the program from where pip has put it.

The folders game, ai, play and ui lie inside the package `nullwindow`, so that none of these names appears in
somebody's site-packages, and yet import each other by the names they have in the project: the package's own
folder comes first on the path of modules. What that costs: in this process `game` is ours and nobody else's,
and nobody should import `nullwindow.game` (there would be two of each module). It is a program, no library.
Children find their way, too: the one that compiles runs `main.py` of this folder, and multiprocessing hands
its path of modules on.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import main  # in the folder that has just come onto the path


def run() -> int:
    """The command `nullwindow`; returns the exit status."""
    return main.run("nullwindow")


if __name__ == "__main__":
    sys.exit(run())
