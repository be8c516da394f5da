"""`race`: compares searches of one position, including the user's own code in Python files."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from ai.arguments import (
    DONE,
    FAILED,
    MISUSED,
    Subcommand,
    add_number,
    checked,
    fail,
    file_name,
    input_name,
    prepare,
)
from ai.bench.runs import Interruption
from ai.limits import Limit
from ai.own_code import EVALUATION, SEARCH, CodeFile, question_to_run, read_code
from game.files import STANDARD_INPUT
from game.plain_text import table
from game.records.any_format import is_typed, parse_game
from game.records.record import Record
from game.text import N_, _
from play.game_file import read_file
from play.race import (
    CODE_DEPTH,
    LEAST_LANES,
    MIDDLE_GAME,
    MOST_LANES,
    PLAIN_LANES,
    Lane,
    LaneProgress,
    LaneState,
    Race,
    parse_lanes,
)
from play.race_report import HEADINGS, cells, sentences
from ui.assets import CannotRun, reading

DEEPEST: Final = 60
# The first headings of a race, those for which the user's files also have figures.
COLUMNS: Final = 7
# Seconds between updates of the race.
STEP: Final = 0.02


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("race your own search or evaluation against the program's"),
        _(
            "Search one position with several searches, depth by depth, and compare their nodes and time. A "
            "Python file with a function search(position) or evaluation(board) is a lane, too."
        ),
        command.examples(
            "race --evaluation examples/evaluation.py --search examples/search.py",
            "race --search mine.py --against minimax,alphabeta:order=none:table=off --plies 4",
            "race f5d6c3d3c4f4f6 --search mine.py",
        ),
        _(
            "A file is a program and can do anything you can, so the command asks before running it, in its "
            "own process with limits on time and memory. See docs/python.md."
        ),
    )
    what = _("a position, a transcript or a file with a game (default: a middle game)")
    parser.add_argument("what", type=file_name, nargs="?", default=MIDDLE_GAME, metavar=_("IN"), help=what)
    for function in (EVALUATION, SEARCH):
        own = _("a file with a function {function}; may be repeated", function=function)
        parser.add_argument(
            f"--{function}",
            dest="codes",
            action="append",
            type=_code_with(function),
            metavar=_("FILE"),
            help=own,
        )
    against = _("the other lanes, and what they leave out (default: plain alpha-beta and PVS)")
    lanes = checked(parse_lanes)
    parser.add_argument("--against", type=lanes, default=PLAIN_LANES, metavar=_("LANES"), help=against)
    far = _("how far they look ahead (default: {plies})", plies=CODE_DEPTH)
    add_number(parser, "--plies", N_("the number of plies"), 1, DEEPEST, far, CODE_DEPTH)
    parser.add_argument("--yes", action="store_true", help=_("run the files without asking"))


def _code_with(function: str) -> Callable[[str], CodeFile]:
    return checked(lambda text: read_code(Path(file_name(text)), function))


def run(options: argparse.Namespace) -> int:
    from ui.text.wording import capitalised

    codes: Sequence[CodeFile] = options.codes or ()
    lanes = (*options.against, *(Lane(code=code) for code in codes))
    if not LEAST_LANES <= len(lanes) <= MOST_LANES:
        sentence = _("a race has {least} to {most} lanes, not {count}")
        return fail(sentence.format(least=LEAST_LANES, most=MOST_LANES, count=len(lanes)), MISUSED)
    with reading(input_name(options.what)):
        record = read_record(options.what)
    if codes and not options.yes and not _may_run(codes):
        return fail(_("Nothing was run: answer y, or add --yes"))
    if not (ready := prepare()).is_ready:
        raise CannotRun(_(ready.text))
    board = record.game.end.board
    try:
        race = Race(board, lanes, Limit(depth=options.plies))
    except ValueError as error:
        return fail(capitalised(str(error)))
    with Interruption() as ending:
        finish(race)
    _print_table(race.standings)
    for said in sentences(race.standings, board.turn):
        print(capitalised(said.text()))
    ending.raise_error()
    return FAILED if any(lane.state is LaneState.FAILED for lane in race.standings) else DONE


def read_record(what: str, number: int = 1) -> Record:
    """Reads a typed game, or the game with this number from a file. Raises OSError and ValueError."""
    if is_typed(what):
        return parse_game(what, number)
    return read_file(what, number, partial(print, file=sys.stderr))


def finish(race: Race) -> None:
    """Runs a race from start to end, and closes it."""
    try:
        race.start()
        while not race.is_over:
            time.sleep(STEP)
            race.update()
    finally:
        race.close()


def _may_run(codes: Sequence[CodeFile]) -> bool:
    paths = dict.fromkeys(str(code.path) for code in codes)
    print(", ".join(paths), file=sys.stderr)
    print(f"{question_to_run(len(paths))} [y/N] ", end="", file=sys.stderr, flush=True)
    with reading(input_name(STANDARD_INPUT)):
        return sys.stdin is not None and sys.stdin.readline().strip().lower() in ("y", "yes")


def _print_table(standings: Sequence[LaneProgress]) -> None:
    """Prints each lane's greatest depth, its nodes and time, and nodes relative to the lane marked = 1."""

    def score(found: float) -> str:
        return f"{found:+.1f}"

    rows = [tuple(map(_, HEADINGS)), *(cells(standings, number, score) for number in range(len(standings)))]
    print("\n".join(table([row[:COLUMNS] for row in rows])))
