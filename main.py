"""Nullwindow, a desktop Othello you can watch think. `python main.py --help` says what else it does."""

import sys
from pathlib import Path

from ui.cli import main

if __name__ == "__main__":
    is_bundle = getattr(sys, "frozen", False)
    if is_bundle:
        from multiprocessing import freeze_support

        freeze_support()  # a process of its own, for games or an index, ends in it
    sys.exit(main(sys.argv[1:], Path(sys.executable).stem if is_bundle else "python main.py"))
