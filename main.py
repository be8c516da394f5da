"""Nullwindow, a desktop Othello you can watch think. `python main.py --help` says what else it does."""

import sys


def run(program: str = "python main.py") -> int:
    """Do what the command line asks and return the exit status; `program` is how it was called."""
    try:
        import os
        import signal

        # While modules are loaded nothing is lost by an end at once, and an exception would be reported or
        # dropped by whatever is loaded just then; commands take the signal over.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(130))
        from ai import log
        from ui.about import describe_program

        log.begin(describe_program)
        if sys.argv[1:] == ["--child"]:
            from ai.programs import serve

            return serve()
        if getattr(sys, "frozen", False):
            from pathlib import Path

            program = Path(sys.executable).stem
        from ui.cli import main

        return main(sys.argv[1:], program)
    except KeyboardInterrupt:  # before that
        return 130


if __name__ == "__main__":
    sys.exit(run())
