"""Nullwindow, a desktop Othello you can watch think. `python main.py --help` lists its commands."""

import sys


def run(program: str = "python main.py") -> int:
    """Runs the command line and returns the exit status; `program` is the name it was called by."""
    try:
        import os
        import signal

        # While modules load, ending at once loses nothing, whereas the module that is loading might report or
        # drop an exception. Commands install another handler.
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
    except KeyboardInterrupt:  # before the handler is set
        return 130


if __name__ == "__main__":
    sys.exit(run())
