"""Nullwindow, a desktop Othello you can watch think. `python main.py --help` says what else it does."""

import sys

from ui.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
