"""Starts the program as installed by pip.

The folders game, ai, play and ui are inside the package `nullwindow`, so that these names do not appear in
the user's site-packages. They still import each other by their names in the project, because the folder of
the package is first on the module path. As a consequence, `game` is always ours in this process, and no code
should import `nullwindow.game` (each module would exist twice). This is a program, not a library. Child
processes run `main.py` of this folder (ai/programs.py).
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # the current folder, which may hold games of the user and a numpy.py
sys.path.insert(0, os.path.dirname(__file__))  # noqa: PTH120 - loads nothing

import main  # from the folder that was just put on the path


def run() -> int:
    """The command `nullwindow`; returns the exit status."""
    return main.run("nullwindow")


if __name__ == "__main__":
    sys.exit(run())
