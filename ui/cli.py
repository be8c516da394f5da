"""The command line: without a command it opens the window; every command runs without a window.

Exit status: 0 success, 1 failure, 2 wrong command line, 130 Ctrl-C or a signal.
"""

import argparse
import errno
import importlib
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from ai import log
from ai.arguments import FAILED, INTERRUPTED, CommandParser, Subcommand, examples, fail, paragraphs
from ai.weights import WeightsError
from game.plain_text import CONTROLS_IN_LINES, printable
from game.text import _
from play.settings import Language, kept_settings
from ui.about import describe_program
from ui.assets import CannotRun
from ui.commands import compile, window
from ui.text.languages import can_write, set_language

# The error on Windows when the reader of a pipe has gone.
CLOSED_PIPE: Final = ("win32", errno.EINVAL)
# Modules of ui.commands, in the order of the help. They load as much as the window does, so none is loaded
# to open a file in the window.
COMMANDS: Final = (
    *("text", "match", "tournament", "solve", "analyse", "review", "race", "bench", "convert", "export"),
    *("sheet", "nboard", "gtp", "compile"),
)

# Errors of the system for an output that is full or not writable.
UNWRITABLE: Final = {
    getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EBADF") if hasattr(errno, name)
}
# Seconds after which a dropped Ctrl-C is repeated.
REPEAT_SECONDS: Final = 0.01
TOO_MANY_FILES: Final = errno.EMFILE, errno.ENFILE
# Python's message when the system refuses a thread.
NO_THREAD: Final = "can't start new thread"


class Escaped:
    """A text stream that escapes control characters."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        written: int = self._stream.write(printable(text, CONTROLS_IN_LINES))
        return written


class VersionAction(argparse.Action):
    """Prints the line with which the log begins."""

    def __call__(self, parser: argparse.ArgumentParser, *_parsed: object) -> None:
        print(describe_program(), file=sys.stdout or sys.stderr)
        parser.exit()


def main(arguments: Sequence[str], program: str = "python main.py") -> int:
    """Runs a command line and returns the exit status; reports what is wrong in a sentence on stderr.

    `program` is the command that started the program, for help and examples.
    """
    _open_streams()
    _choose_language()
    try:
        status = _run(arguments, program)
        if sys.stdout is not None:
            sys.stdout.flush()  # while a failure can still be reported
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if isinstance(error, BrokenPipeError) or (sys.platform, error.errno) == CLOSED_PIPE:
            _drop_output()
            return FAILED  # the reader of the output, perhaps `head`, has closed it
        if error.errno in TOO_MANY_FILES:
            return fail(_("Too many files are open: close other programs, or raise the limit (ulimit -n)"))
        if error.filename is not None or error.errno not in UNWRITABLE:
            raise
        _drop_output()
        return fail(_("The output cannot be written: {reason}", reason=error.strerror))
    except (WeightsError, CannotRun) as error:
        return fail(str(error))
    except MemoryError:
        return fail(_("Not enough memory: close other programs, or use a smaller --hash"))
    except RuntimeError as error:
        if str(error) != NO_THREAD:
            raise
        sentence = _(
            "The system has no more threads for this program, or no memory for them: close other "
            "programs, or use fewer --threads"
        )
        return fail(sentence)
    return status


def _run(arguments: Sequence[str], program: str) -> int:
    opens_file = _opens_file(arguments)
    parser = _parser(program, COMMANDS if len(arguments) > opens_file else ())
    try:
        if not (opens_file or _names_command(arguments)):
            sentence = _("{text} is neither a file nor one of the commands {names}")
            parser.error(sentence.format(text=repr(arguments[0]), names=", ".join(COMMANDS)))
        options = parser.parse_args(["--open", *arguments] if opens_file else arguments)
        if (options.open is not None or options.projector) and options.run is not window.run:
            parser.error(_("--open and --projector are for the window and cannot be combined with a command"))
        if options.game is not None and options.open is None:
            parser.error(_("--game chooses one of the games of a FILE, so it needs --open FILE"))
    except SystemExit as done:  # argparse has printed help, the version or an error
        return done.code if isinstance(done.code, int) else FAILED
    if sys.stdout is None and options.run not in (window.run, compile.run):
        return fail(_("The output cannot be written: standard output is closed"))
    with _signals_as_ctrl_c():
        status: int = options.run(options)
    return status


def _choose_language() -> None:
    """Sets the language of the settings or the system, or English if the terminal cannot show it."""
    if problem := set_language(kept_settings().language):
        print(problem, file=sys.stderr)
    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]
    if not all(can_write(stream.encoding) for stream in streams):
        set_language(Language.ENGLISH)


def _open_streams() -> None:
    """Escapes characters that a terminal lacks or would obey, replaces what it sends in another encoding, and
    keeps errors out of stdout.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        if isinstance(sys.stdout.buffer, io.RawIOBase):  # PYTHONUNBUFFERED: partial writes go unnoticed
            sys.stdout = open(sys.stdout.fileno(), "w", 1, sys.stdout.encoding, closefd=False)  # noqa: SIM115
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stderr is None:  # print would use stdout instead
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end of the program
    if not isinstance(sys.stderr, Escaped):
        sys.stdout, sys.stderr = sys.stdout and Escaped(sys.stdout), Escaped(sys.stderr)


@contextmanager
def _signals_as_ctrl_c() -> Iterator[None]:
    """Makes a termination signal or a closed terminal end the program as Ctrl-C does: with a report."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    taken = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    sys.unraisablehook, report = _interrupt_again, sys.unraisablehook
    for number in taken:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in taken.items():
            signal.signal(number, handler)
        sys.unraisablehook = report


def _interrupt_again(dropped: "sys.UnraisableHookArgs") -> None:
    """Repeats a Ctrl-C that Python drops because it arrived in a callback such as `__del__`."""
    if dropped.exc_type is KeyboardInterrupt:
        windows, main_thread = sys.platform == "win32", threading.main_thread().ident or 0
        send = signal.raise_signal if windows else partial(signal.pthread_kill, main_thread)
        threading.Timer(REPEAT_SECONDS, send, [signal.SIGINT]).start()
    else:
        log.note_unraisable(dropped)


def _drop_output() -> None:
    """Drops buffered output that cannot be written; Python would report it at exit."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()  # perhaps only stderr was full
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _names_command(arguments: Sequence[str]) -> bool:
    """Whether the arguments are empty or begin with a command or an option."""
    return not arguments or arguments[0].startswith("-") or arguments[0] in COMMANDS


def _opens_file(arguments: Sequence[str]) -> bool:
    """Whether a file or an absolute path is in the place of a command, as when desktops start programs."""
    if _names_command(arguments):
        return False
    return os.path.isabs(arguments[0]) or os.path.isfile(arguments[0])  # noqa: PTH113, PTH117 - never raise


def _parser(program: str, names: Sequence[str]) -> CommandParser:
    parser = CommandParser(
        prog=program,
        description=_(
            "Nullwindow, a desktop Othello you can watch think. Without a command it opens the window."
        ),
        epilog=paragraphs(
            examples(
                program,
                ("", _("play in the window")),
                ("game.txt", _("continue from a transcript, a position or a game")),
                ("text", _("play in the terminal, in plain text")),
                "match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10",
                ("solve positions.obf", _("solve the positions of a file exactly")),
                ("review games.ggf", _("judge every move of many games")),
                ("export game.ggf game.html", _("write a game, search, race or exercise as a web page")),
                ("sheet", _("write exercises for paper, with solutions")),
                ("bench", _("measure the searches")),
                ("nboard", _("play as an NBoard engine")),
                ("gtp", _("play as a GTP engine")),
            ),
            _("Each command has its own --help."),
        ),
    )
    version = _("show program's version number and exit")
    parser.add_argument("--version", action=VersionAction, nargs=0, help=version)
    window.add(parser)
    if names:
        commands = parser.add_subparsers(metavar=_("COMMAND"), title=_("commands"))
        for name in names:
            importlib.import_module(f"ui.commands.{name}").add(Subcommand(commands, name, program))
    return parser
