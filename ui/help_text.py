"""The help of the command line: how it is laid out, and the words that argparse puts into it."""

from __future__ import annotations

import argparse
import re
from typing import Final

from game.plain_text import columns, to_left, wrapped
from game.text import N_, _, ngettext

# What argparse says by itself, in any version of Python there is: these its own catalogues would translate,
# if it had any. What only a fault of this program could make it say is not among them.
WORDS: Final = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("expected at most one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("not allowed with argument %s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
)
# How Python 3.14 colours names in a terminal.
COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
# Between a command of an example and what it does.
EXAMPLE_GAP: Final = 2
# Columns of a list, which argparse does not break.
LIST_WIDTH: Final = 100


def _translated(message: str | None) -> str | None:
    """argparse asks for the translation of what was left out, too."""
    return message and _(message)


# It calls these by the names it has imported them under from gettext, which knows the variables of the system
# and no settings.
argparse._ = _translated  # type: ignore[attr-defined]
argparse.ngettext = ngettext  # type: ignore[attr-defined]


class HelpFormatter(argparse.HelpFormatter):
    """Breaks lines where the language breaks them; what begins with blanks stays as it is."""

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
        """The text of argparse, which counts characters, with the help of wide ones in its column, too."""
        text = super()._format_action(action)
        name = self._format_action_invocation(action)
        surplus = " " * (columns(name) - len(name))
        return text.replace(f"{name}{surplus} ", f"{name} ", 1)


def examples(program: str, *commands: str | tuple[str, str]) -> str:
    """A list of what can be typed after the name of the program, in part with what it does."""
    pairs = [(command, "") if isinstance(command, str) else command for command in commands]
    width = max((len(command) for command, what in pairs if what), default=0) + EXAMPLE_GAP
    lines = (f"  {program} {to_left(command, width)}{what}".rstrip() for command, what in pairs)
    return "\n".join([_("examples:"), *lines])


def listed(*entries: tuple[str, str]) -> str:
    """Words that can be typed, each with what it means, in two columns."""
    width = max(len(word) for word, _what in entries) + EXAMPLE_GAP
    lines: list[str] = []
    for word, what in entries:
        first, *more = wrapped(what, LIST_WIDTH - width)
        lines += [f"  {word:{width}}{first}", *(f"  {'':{width}}{line}" for line in more)]
    return "\n".join(lines)


def paragraphs(*texts: str) -> str:
    return "\n\n".join(texts)
