"""Nullwindow, a desktop Othello you can watch think. `python main.py --help` says what else it does."""

import sys
from pathlib import Path


def run(program: str) -> int:
    """Do what the command line asks and return the exit status; `program` is how it was called."""
    try:
        if sys.argv[1:] == ["--child"]:
            from ai.programs import serve

            return serve()
        from ui.cli import main

        return main(sys.argv[1:], program)
    except KeyboardInterrupt:  # while that is loaded
        return 130


if __name__ == "__main__":
    is_bundle = getattr(sys, "frozen", False)
    sys.exit(run(Path(sys.executable).stem if is_bundle else "python main.py"))
