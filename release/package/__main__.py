"""Starts the program from where pip has put it.

The folders game, ai, play and ui lie inside the package `nullwindow`, so that none of these names appears in
somebody's site-packages, and yet import each other by the names they have in the project: the package's own
folder comes first on the path of modules. What that costs: in this process `game` is ours and nobody else's,
and nobody should import `nullwindow.game` (there would be two of each module). It is a program, no library.
Children run `main.py` of this folder (ai/programs.py).
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # the current folder, where somebody's games may lie beside a numpy.py
sys.path.insert(0, os.path.dirname(__file__))  # noqa: PTH120 - loads nothing

import main  # in the folder that has just come onto the path


def run() -> int:
    """The command `nullwindow`; returns the exit status."""
    return main.run("nullwindow")


if __name__ == "__main__":
    sys.exit(run())
