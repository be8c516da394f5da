"""`convert`: the games of a file in another format, with what is lost said."""

import argparse
import sys
from pathlib import Path
from typing import Final

from ai.arguments import DONE, FAILED, MISUSED, Command, fail, file_name
from game.plain_text import printable
from game.records.any_format import is_wthor, read_names
from game.records.wthor import Names
from game.text import _, ngettext
from play.conversion import FORMS, Converted, convert
from play.files import cannot_write
from play.game_file import read_bytes
from play.sharing import AlreadyThere, Files, Form, place_of, save_files
from ui.assets import CannotRun, reading

STANDARD_OUTPUT: Final = "-"


def add(command: Command) -> None:
    parser = command.parser(
        run,
        _("write the games of a file in another format"),
        _("Read all games of a file, in any format, and write them in another one."),
        command.examples(
            "convert WTH_2024.wtb 2024.sgf", "convert games.ggf.gz games.pgn", "convert games.sgf - --to ggf"
        ),
        _(
            "What is written is read back, and what the format could not hold is reported. A game that "
            "cannot be read is left out and named, and the exit status is 1. WTHOR keeps its names in "
            "two files next to it, .jou and .trn."
        ),
    )
    read = _("games, in any format that can be read")
    parser.add_argument("input", type=file_name, metavar=_("IN"), help=read)
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
        return fail(_("WTHOR is three files, which standard output cannot hold"), MISUSED)
    said: list[str] = []

    def say(sentence: str) -> None:
        said.append(sentence)
        print(f"{name}: {printable(sentence)}", file=sys.stderr)

    name = printable(options.input)
    with reading(name):
        data = read_bytes(Path(options.input))
        names, problems = read_names(Path(options.input)) if is_wthor(data) else (Names(), [])
        for problem in problems:
            print(printable(problem), file=sys.stderr)
        converted = convert(data, names, form, say)
    if not converted.games:
        return fail(_("{name}: there is no game in it that can be written", name=name))
    save(options, converted.files)
    print(_report(converted), file=sys.stderr)
    return FAILED if said else DONE


def save(options: argparse.Namespace, files: Files | None = None) -> None:
    """Write the files where the arguments say; without any, see whether it is possible. Raises CannotRun."""
    if options.output == STANDARD_OUTPUT:
        sys.stdout.buffer.write(b"".join((files or {}).values()))  # without control signs, by their readers
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


def _report(converted: Converted) -> str:
    sentence = ngettext("{count} game written", "{count} games written", converted.games)
    lines = [sentence.format(count=f"{converted.games:,}")]
    for part, count in converted.lost.items():
        lost = ngettext("lost: {part} of {count} game", "lost: {part} of {count} games", count)
        lines.append(lost.format(part=_(part), count=f"{count:,}"))
    return "\n".join(lines)
