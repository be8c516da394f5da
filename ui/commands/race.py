"""`race`: several searches of one position against each other, reported for people or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Final, TextIO

from ai.bench.runs import Ending
from ai.bench.signature import TEXTBOOK
from ai.limits import ALGORITHM_NAMES, MAX_THREADS, Limit
from game.board import Board
from game.records.any_format import parse_game
from game.records.transcript import describe_error
from game.text import N_, _, in_english, ngettext
from play.race import (
    DEEPEST,
    DEFAULT_DEPTH,
    DEFAULT_MEGABYTES,
    LEAST_LANES,
    MOST_LANES,
    PRESETS,
    LaneState,
    Race,
    parse_lanes,
)
from play.race_report import as_json, depths_table, faults, header, row, sentences
from ui import VERSION, arguments
from ui.arguments import DONE, FAILED, MISUSED, Command, fail, listed, prepare
from ui.commands.convert import save

if TYPE_CHECKING:
    from play.race import Lane, Preset

# Seconds between two looks at the lanes.
STEP: Final = 0.01


def add(command: Command) -> None:
    order = _(
        "the order of moves: as generated; by squares and replies; with killers and history, "
        "too; with the evaluation some plies ahead, too (default: full)"
    )
    selective = _("leave out what cannot matter (default: off); then scores may differ")
    parser = command.parser(
        run,
        _("let several searches race on one position"),
        _(
            "Search one position with several searches, each with its own empty table, and report what "
            "each needed for every depth, which won, and why."
        ),
        _("A lane is a search ({names}) and what it leaves out:", names=", ".join(ALGORITHM_NAMES)),
        listed(
            ("order=none|static|killers|full", order),
            ("table=on|off", _("the transposition table (default: on)")),
            ("aspiration=on|off", _("the narrow window at the root of alphabeta and pvs (default: on)")),
            ("selective=on|off", selective),
        ),
        _("or one of these races:"),
        listed(*((preset.identity, _describe_preset(preset)) for preset in PRESETS)),
        command.examples(
            "race --lanes alphabeta,pvs --depth 12",
            "race --lanes pvs,alphabeta,pvs:order=none,pvs:table=off --depth 9 --json > race.json",
            "race --preset sorting --position f5d6c3d3c4f4f6",
            "race --lanes pvs,pvs:selective=on --seconds 5 --together 1",
        ),
        _(
            "A position is 64 squares (X is Black, O is White, - is empty) and the side to move, or a "
            "transcript. The first lane is the one the others are compared with. --json writes "
            "to stdout; the table then goes to stderr. The exit status is 1 when full-width "
            "lanes have different scores, or a lane could not search."
        ),
    )
    parse, default = arguments.checked(_parse_position), TEXTBOOK
    where = _("a position or a transcript (default: a middle game of 24 discs)")
    parser.add_argument("--position", type=parse, default=default, metavar=_("TEXT"), help=where)
    who = parser.add_mutually_exclusive_group()
    lanes = _("who takes part, {least} to {most} lanes (default: {default})")
    lanes = lanes.format(least=LEAST_LANES, most=MOST_LANES, default="alphabeta,pvs")
    who.add_argument("--lanes", type=arguments.checked(parse_lanes), metavar=_("LANE,LANE"), help=lanes)
    presets = [preset.identity for preset in PRESETS]
    who.add_argument("--preset", choices=presets, help=_("a race from the list below"))
    far = _("1 to {most} (default: the preset's or {default}; no limit with --seconds)")
    far = far.format(most=DEEPEST, default=DEFAULT_DEPTH)
    arguments.add_number(parser, "--depth", N_("the depth"), 1, DEEPEST, far, metavar=_("PLIES"))
    arguments.add_seconds(parser, "--seconds", _("for each lane (default: no limit)"))
    at_a_time = _("how many lanes search at a time (default: one per processor)")
    arguments.add_number(parser, "--together", N_("the number of lanes at a time"), 1, MAX_THREADS, at_a_time)
    size = _("size of each lane's transposition table (default: %(default)s)")
    arguments.add_hash(parser, size, DEFAULT_MEGABYTES)
    parser.add_argument("--json", action="store_true", help=_("write the race as JSON"))
    page = _("also write the race as a web page to this file")
    parser.add_argument("--page", dest="output", metavar=_("FILE"), help=page)
    parser.add_argument("--replace", action="store_true", help=_("overwrite an existing file"))


def _describe_preset(preset: Preset) -> str:
    plies = ngettext("{depth} ply", "{depth} plies", preset.depth, depth=preset.depth)
    return f"{_(preset.label)} {plies}"


def _parse_position(text: str) -> Board:
    """Raises ValueError."""
    try:
        return parse_game(text).game.board
    except ValueError as error:
        raise ValueError(describe_error(error)) from error


def run(options: argparse.Namespace) -> int:
    from ui.text.wording import capitalised

    lanes, limit = _question(options)
    try:
        race = Race(options.position, lanes, limit, options.hash, options.together)
    except ValueError as error:
        return fail(_("This race cannot be run: {problem}", problem=error), MISUSED)
    if options.output:
        save(options)
    if not prepare().is_ready:
        return FAILED
    out = sys.stderr if options.json else sys.stdout
    with Ending() as ending:
        _watch(race, out)
    if ending.was_interrupted:
        print(_("Interrupted: finished results are below"), file=sys.stderr)
    standings = race.standings
    print("", *depths_table(standings), "", sep="\n", file=out)
    for sentence in sentences(standings, race.board.turn):
        print(capitalised(sentence.text()), file=out)
    if options.json:
        asked = {"depth": race.limit.depth, "seconds": race.limit.seconds, "table_megabytes": race.megabytes}
        with in_english():
            found = {**ending.as_json(), **as_json(race.board, standings)}
        print(json.dumps({"version": VERSION, **asked, "together": race.at_once, **found}, indent=1))
    if options.output:
        from ui.lab_page import race_page

        save(options, {".html": race_page(race.board, standings).encode()})
    ending.raise_error()
    is_wrong = faults(standings) or any(each.state is LaneState.FAILED for each in standings)
    return FAILED if is_wrong else DONE


def _question(options: argparse.Namespace) -> tuple[tuple[Lane, ...], Limit]:
    """The lanes, and how far they go: with a time and no depth as deep as they come."""
    preset = next((each for each in PRESETS if each.identity == options.preset), PRESETS[0])
    depth = options.depth
    if depth is None and options.seconds is None:
        depth = preset.depth if options.preset else DEFAULT_DEPTH
    return options.lanes or preset.lanes, Limit(seconds=options.seconds, depth=depth)


def _watch(race: Race, out: TextIO) -> None:
    """Run the race to its end; a line for each lane when it has arrived."""
    said = 0

    def say_arrivals() -> None:
        """In the order of the lanes: the others are compared with the first."""
        nonlocal said
        while said < len(race.runners) and race.runners[said].state.is_over:
            print(row(race.standings, said), file=out, flush=True)
            said += 1

    if len(race.runners) > race.at_once:
        sentence = _("{running} of {lanes} lanes search at a time, the others wait")
        print(sentence.format(running=race.at_once, lanes=len(race.runners)), file=sys.stderr)
    try:
        print(header(race.standings), file=out, flush=True)
        race.start()
        while not race.is_over:
            time.sleep(STEP)
            race.update()
            say_arrivals()
    finally:
        race.close()
        say_arrivals()
