"""Argument types, parser, help and exit statuses that the commands and the training steps share."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias, TypeVar

from ai import limits
from ai.limits import ALGORITHM_NAMES, FULL_STRENGTH, MAX_THREADS, Algorithm, parse_algorithm
from game.files import STANDARD_INPUT
from game.plain_text import columns, parse_digits, printable, shortened, to_left, wrapped
from game.text import N_, N_forms, _, ngettext

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from ai.limits import Preparation

DONE: Final = 0
FAILED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130

DEFAULT_TABLE: Final = 64  # megabytes
LARGEST_TABLE: Final = 1_000_000  # more than any machine has; smaller sizes are checked against free memory

T = TypeVar("T")


class CommandParser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=HelpFormatter, **settings)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Prints the message; unlike argparse, raises an error if it cannot be written."""
        print(message, end="", file=file or sys.stderr)

    def error(self, message: str) -> NoReturn:
        sentence = _("{program}: {problem} (see --help)")
        self.exit(MISUSED, sentence.format(program=self.prog, problem=printable(shortened(message))) + "\n")


Subparsers: TypeAlias = "argparse._SubParsersAction[CommandParser]"
ArgumentGroup: TypeAlias = argparse._ActionsContainer  # a parser, or a group of its arguments


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A command to be added to `commands`; `program` begins the examples in its help."""

    commands: Subparsers
    name: str
    program: str

    def parser(
        self, run: Callable[[argparse.Namespace], int], what: str, description: str, *epilog: str
    ) -> CommandParser:
        """Adds and returns the parser of the command, complete except for its arguments."""
        more = paragraphs(*epilog)
        parser = self.commands.add_parser(self.name, help=what, description=description, epilog=more)
        parser.set_defaults(run=run)
        return parser

    def examples(self, *lines: str | tuple[str, str]) -> str:
        return examples(self.program, *lines)


def checked(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Wraps `parse` so that argparse shows the text of a ValueError, which it drops otherwise."""

    def parse_argument(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse_argument


@checked
def file_name(text: str) -> str:
    """Returns the name; rejects an empty one, which an empty shell variable gives."""
    if not text.strip():
        raise ValueError(_("a file needs a name"))
    return text


def input_name(text: str) -> str:
    """Returns the name of an input file for messages."""
    return _("standard input") if text == STANDARD_INPUT else printable(text)


def file_path(text: str) -> Path:
    return Path(file_name(text))


def whole_number(name: str, least: int, most: int) -> Callable[[str], int]:
    """Returns a parser of numbers from `least` to `most`; `name` is marked for translation."""

    def parse(text: str) -> int:
        number = parse_digits(text)
        if number is None or not least <= number <= most:
            sentence = _("{name} must be a whole number from {least} to {most}, not {text}")
            raise ValueError(sentence.format(name=_(name), least=least, most=most, text=repr(text)))
        return number

    return checked(parse)


def table_size(tables: int) -> Callable[[str], int]:
    """Returns a parser of table sizes in MB, which checks that `tables` of them fit into memory."""
    parse_number = whole_number(N_("the size of the table in MB"), 1, LARGEST_TABLE)

    def parse(text: str) -> int:
        from ai.machine import check_table_size

        megabytes = parse_number(text)
        check_table_size(megabytes, tables)
        return megabytes

    return checked(parse)


def add_solver_options(parser: CommandParser) -> None:
    """Adds the options of commands that solve endgames: `algorithm`, `threads`, `hash` and `json`."""
    solvers = ", ".join(name for name in ALGORITHM_NAMES if name != Algorithm.MINIMAX.text)

    @checked
    def parse_solver(text: str) -> Algorithm:
        algorithm = parse_algorithm(text)
        if algorithm is Algorithm.MINIMAX:
            raise ValueError(_("minimax is too slow for endgames: use {names}", names=solvers))
        return algorithm

    which = _("one of {names} (default: {default})", names=solvers, default="pvs")
    pvs = Algorithm.PVS
    parser.add_argument("--algorithm", type=parse_solver, default=pvs, metavar=_("SEARCH"), help=which)
    add_threads(parser, _("threads; with one, the node count is the same every time (default: %(default)s)"))
    add_hash(parser)
    parser.add_argument("--json", action="store_true", help=_("write the report as JSON"))


def add_number(
    group: ArgumentGroup,
    flag: str,
    name: str,
    least: int,
    most: int,
    help: str,
    default: int | None = None,
    metavar: str = "N",
) -> None:
    """Adds an option whose value is a `whole_number`."""
    number = whole_number(name, least, most)
    group.add_argument(flag, type=number, default=default, metavar=metavar, help=help)


def add_seconds(group: ArgumentGroup, flag: str, help: str) -> None:
    group.add_argument(flag, type=checked(limits.parse_seconds), metavar=_("SECONDS"), help=help)


def add_threads(parser: CommandParser, help: str = "", default: int | None = 1) -> None:
    help = help or _("threads per search (default: %(default)s)")
    add_number(parser, "--threads", N_("the number of threads"), 1, MAX_THREADS, help, default)


def add_hash(parser: CommandParser, help: str = "", tables: int = 1) -> None:
    help = help or _("size of the transposition table (default: %(default)s)")
    parser.add_argument("--hash", type=table_size(tables), default=DEFAULT_TABLE, metavar="MB", help=help)


def add_book(parser: CommandParser) -> None:
    sentence = _("use the opening book, only at level {level} (default: --book)", level=FULL_STRENGTH)
    parser.add_argument("--book", action=argparse.BooleanOptionalAction, default=True, help=sentence)


def prepare() -> Preparation:
    """Waits until the kernels are ready or have failed, and reports this on stderr. Raises WeightsError."""
    from ai import preparation, weights

    print(_("Preparing the search (the first time this takes a minute)"), file=sys.stderr)
    preparation.start()
    weights.default_weights()  # every engine needs them
    ready = preparation.wait()
    print(_(ready.text), file=sys.stderr)
    return ready


def fail(problem: str, status: int = FAILED) -> int:
    print(printable(shortened(problem)), file=sys.stderr)
    return status


# The messages of argparse in all supported Pythons, except those that only a bug in this program causes.
WORDS: Final = (
    *(N_("usage: "), N_("options"), N_("positional arguments"), N_("show this help message and exit")),
    *(N_("argument %(argument_name)s: %(message)s"), N_("ignored explicit argument %r")),
    *(N_("expected one argument"), N_("expected at least one argument"), N_("expected at most one argument")),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("not allowed with argument %s"),
    N_("the following arguments are required: %s"),
    *N_forms("expected %s argument", "expected %s arguments"),
    N_("unrecognized arguments: %s"),
)
COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")  # Python 3.14 colours the names of arguments
EXAMPLE_GAP: Final = 2  # columns between a command and its description


# Replaces what argparse imports from gettext, which ignores the language setting. argparse also
# passes missing texts.
argparse._ = lambda message: message and _(message)  # type: ignore[attr-defined]
argparse.ngettext = ngettext  # type: ignore[attr-defined]


class HelpFormatter(argparse.HelpFormatter):
    """A formatter that wraps lines by the rules of the language, except for lines that begin with a space."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        for line in text.splitlines():
            lines += [line] if line.startswith(" ") else wrapped(line, width)
        return "\n".join(indent + line for line in lines)

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if action.help is not argparse.SUPPRESS:
            name = COLOUR.sub("", self._format_action_invocation(action))
            width = columns(name) + self._current_indent
            self._action_max_length = max(self._action_max_length, width)

    def _format_action(self, action: argparse.Action) -> str:
        """Returns the text of argparse with the help aligned: argparse counts characters, not columns."""
        text = super()._format_action(action)
        name = self._format_action_invocation(action)
        surplus = " " * (columns(name) - len(name))
        return text.replace(f"{name}{surplus} ", f"{name} ", 1)


def examples(program: str, *commands: str | tuple[str, str]) -> str:
    """Returns a text of example commands, each after the program's name and some with a description."""
    pairs = [(command, "") if isinstance(command, str) else command for command in commands]
    width = max((len(command) for command, what in pairs if what), default=0) + EXAMPLE_GAP
    lines = (f"  {program} {to_left(command, width)}{what}".rstrip() for command, what in pairs)
    return "\n".join([_("examples:"), *lines])


def paragraphs(*texts: str) -> str:
    return "\n\n".join(texts)
