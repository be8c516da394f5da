"""`convert`: writes the games of files in another format, and counts what is left out or lost."""

import argparse
import os
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from ai.arguments import DONE, FAILED, MISUSED, Subcommand, fail, file_name, input_name
from game.files import typed_path
from game.plain_text import printable
from game.records.any_format import FoundGame, read_games
from game.text import _, ngettext
from play.conversion import FORMS, Conversion
from play.files import cannot_read, cannot_write
from play.game_file import expanded, read_input
from play.sharing import AlreadyThere, Form, place_of, save_files
from ui.assets import CannotRun, reading

STANDARD_OUTPUT: Final = "-"
# Seconds between redraws of the progress line.
REDRAW_SECONDS: Final = 1.0
CLEARED_LINE: Final = f"\r{' ' * 78}\r"


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("convert games from files to another format"),
        _("Convert all games and positions in the files, of any format, to another format."),
        command.examples(
            "convert WTH_2024.wtb 2024.sgf",
            "convert games.ggf.gz collection/ '*.txt' games.pgn",
            "convert games.sgf - --to ggf",
        ),
        _(
            "The output is read back, and anything that the format could not hold is reported. If a game "
            "cannot be read or written, its file and line are reported, and the exit status is 1. The last "
            "line counts the games read, damaged, not understood and written. WTHOR keeps names in two files"
            " next to it, .jou and .trn."
        ),
    )
    read = _("files of games, folders with such files, or patterns such as '*.pgn'; - reads standard input")
    parser.add_argument("input", type=file_name, nargs="+", metavar=_("IN"), help=read)
    written = _("the file to write; - writes to standard output")
    parser.add_argument("output", type=file_name, metavar=_("OUT"), help=written)
    parser.add_argument("--to", choices=FORMS, help=_("the format (default: by the ending of OUT)"))
    parser.add_argument("--replace", action="store_true", help=_("overwrite an existing file"))


def run(options: argparse.Namespace) -> int:
    form = FORMS.get(options.to or Path(options.output).suffix.lower().removeprefix("."))
    if form is None:
        sentence = _("the format is not clear from {name}: use --to with one of {names}")
        return fail(sentence.format(name=repr(options.output), names=", ".join(FORMS)), MISUSED)
    if options.output == STANDARD_OUTPUT and form is Form.WTHOR:
        return fail(_("WTHOR needs three files, so it cannot go to standard output"), MISUSED)
    save(options)
    converter = _Converter(options, form)
    parts = converter.parts()
    if form is Form.WTHOR:
        deque(parts, maxlen=0)
        save(options, converter.conversion.files())
    else:
        save(options, {f".{form.value}": parts})
    print(converter.report(), file=sys.stderr)
    return FAILED if converter.has_failed else DONE


def save(options: argparse.Namespace, files: Mapping[str, bytes | Iterable[bytes]] | None = None) -> None:
    """Writes the files where `options` say; if None, only checks that this is possible. Raises CannotRun."""
    if options.output == STANDARD_OUTPUT:
        for data in (files or {}).values():  # the readers have removed control characters
            sys.stdout.buffer.writelines((data,) if isinstance(data, bytes) else data)
        return
    try:
        if files is None:
            place_of(options.output, options.replace)
        else:
            save_files(options.output, files, options.replace)
    except AlreadyThere as error:
        raise CannotRun(_("{problem}: --replace overwrites it", problem=error)) from error
    except OSError as error:
        raise CannotRun(cannot_write(printable(options.output), error)) from error
    except ValueError as error:
        raise CannotRun(str(error)) from error


class _Converter:
    """Converts the files of a command line one by one, and prints what is wrong with them."""

    def __init__(self, options: argparse.Namespace, form: Form) -> None:
        self.conversion = Conversion(form)
        self.has_failed = False
        """Whether something was left out."""
        self._names: list[str] = options.input
        self._output = os.path.realpath(typed_path(options.output.strip()))
        self._drawn = time.monotonic()

    def parts(self) -> Iterator[bytes]:
        """Yields the converted games. Raises CannotRun if there are none or the only file fails."""
        for name, is_named in (sources := self._sources()).items():
            label = input_name(name)
            before = self.conversion.read + self.conversion.damaged
            is_whole = True
            try:
                for found in _games(name, label):
                    data, problem = self.conversion.add(found)
                    if problem:
                        is_whole = False
                        self._print(f"{label}: {printable(problem)}")
                    if data:
                        yield data
                    self._show_progress(label)
            except CannotRun as error:
                if len(sources) == 1:
                    raise
                is_whole = False
                self._print(str(error))
            has_games = is_named or self.conversion.read + self.conversion.damaged > before
            self.has_failed |= has_games and not is_whole
        self._clear()
        if not self.conversion.written:
            names = ", ".join(dict.fromkeys(map(input_name, self._names)))
            raise CannotRun(_("{name}: no game in it can be written", name=names))

    def report(self) -> str:
        """Returns lines with what was lost, then one with the numbers of games."""
        lines, done = [], self.conversion
        for part, count in done.lost.items():
            lost = ngettext("lost: {part} of {count} game", "lost: {part} of {count} games", count)
            lines.append(lost.format(part=_(part), count=f"{count:,}"))
        sentence = _(
            "games and positions: {read} intact, {damaged} damaged, {unknown} not understood; {written} "
            "written"
        )
        counts = {name: f"{getattr(done, name):,}" for name in ("read", "written", "damaged", "unknown")}
        return "\n".join([*lines, sentence.format(**counts)])

    def _sources(self) -> dict[str, bool]:
        """Returns the files; True for those that must have games: named, or with the suffix of a format."""
        sources: dict[str, bool] = {}
        for name in self._names:
            files, errors = expanded(name)
            for error in errors:
                self.has_failed = True
                self._print(cannot_read(printable(str(error.filename)), error))
            for file in files:
                ending = Path(file.lower().removesuffix(".gz")).suffix
                if file == name or os.path.realpath(file) != self._output:
                    sources[file] = sources.get(file, False) or file == name or ending[1:] in FORMS
        return sources

    def _show_progress(self, label: str) -> None:
        if time.monotonic() - self._drawn > REDRAW_SECONDS and sys.stderr.isatty():
            self._clear()
            count = self.conversion.found
            line = ngettext("{name}: {count} game so far", "{name}: {count} games so far", count)
            print(line.format(name=label[-40:], count=f"{count:,}"), end="", file=sys.stderr, flush=True)
            self._drawn = time.monotonic()

    def _print(self, sentence: str) -> None:
        self._clear()
        print(sentence, file=sys.stderr)

    def _clear(self) -> None:
        if sys.stderr.isatty():
            print(CLEARED_LINE, end="", file=sys.stderr)


def _games(name: str, label: str) -> Iterator[FoundGame]:
    """Yields the games of a file. Raises CannotRun."""
    with reading(label):
        data, names, problems = read_input(name)
        for problem in problems:
            print(printable(problem), file=sys.stderr)
        yield from read_games(data, names)
