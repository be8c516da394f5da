"""`tournament`: plays games between several players without a window, and compares their strength."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Final

from ai import arguments
from ai.arena.openings import EVEN
from ai.arguments import DONE, CommandParser, Subcommand, fail, prepare
from ai.limits import MOST_PLAYERS, Options, spare_processors
from game.board import Result, move_name
from game.clock import parse_control
from game.plain_text import parse_digits, parse_number, table
from game.records.transcript import transcript
from game.starts import MAX_RANDOM_PLIES
from game.text import N_, _, in_english
from play.files import cannot_write
from ui import VERSION
from ui.assets import read_book

if TYPE_CHECKING:
    from pathlib import Path

    from ai.arena.elo import Sprt
    from ai.arena.players import PlayerSpec
    from ai.arena.report import GameReport, Pairing, Standing
    from ai.arena.tournament import Specs, Tournament
    from ai.arena.tournament_file import TournamentFile
    from ai.bench.runs import Interruption

# Seconds per move if nothing else limits it.
DEFAULT_TIME: Final = 0.2
# What JSON has of a move instead of the figures that the file of a tournament does not keep.
NOT_SAVED: Final = dict.fromkeys(("nodes", "depth", "kind"))


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("play a tournament of up to {most} computer players", most=MOST_PLAYERS),
        _(
            "Play a tournament of computer players, each pair in two games from every opening, and report "
            "which is stronger: points, discs, losses on time, and the difference in Elo with its error."
        ),
        _("A player is written as for `match`. Each needs its own name: name=."),
        _(
            "With --save every finished game is saved in GGF, and after any interruption the same command "
            "continues from there. A difference in Elo is relative to all opponents of a player together; "
            "its error is at 95 % confidence, from pairs of games with the same opening."
        ),
        command.examples(
            "tournament pvs:4 pvs:5 pvs:6 --games 20",
            "tournament pvs:5 'name=GRhino,command=\"gtp-rhino -l 3\"' --save games.ggf",
            "tournament seconds=0.1 seconds=0.1,selective=no --games 200 --sprt 0 20",
            "tournament pvs:8 pvs:7 pvs:6 --gauntlet --clock 1:00+1 --json",
        ),
    )
    players, player = _("two to {most} players", most=MOST_PLAYERS), arguments.checked(parse_player)
    parser.add_argument("players", nargs="+", type=player, metavar=_("PLAYER"), help=players)
    gauntlet = _("the first plays all others, which do not play each other")
    parser.add_argument("--gauntlet", action="store_true", help=gauntlet)
    games = _("for each pair, an even number (default: %(default)s)")
    parser.add_argument("--games", type=_even, default=20, metavar="N", help=games)
    sprt = _("for two players: stop when one of these differences in Elo is far likelier than the other")
    parser.add_argument("--sprt", type=_elo, nargs=2, metavar=("ELO0", "ELO1"), help=sprt)
    add_conditions(parser, EVEN, spare_processors())
    cluster = _(
        "play on the Dask cluster of this scheduler, such as tcp://10.0.0.1:8786; not for other programs"
    )
    parser.add_argument("--scheduler", metavar=_("ADDRESS"), help=cluster)
    parser.set_defaults(swap=True)


def add_conditions(parser: CommandParser, openings: str, concurrency: int) -> None:
    time = _("per move (default: {default}, without a clock)", default=DEFAULT_TIME)
    arguments.add_seconds(parser, "--time", time)
    clock = _(
        "for each side and game, such as 5:00 or 5:00+2; running out of time loses. Other programs receive it"
    )
    control = arguments.checked(parse_control)
    parser.add_argument("--clock", type=control, metavar=_("CLOCK"), help=clock)
    where = _(
        "{even}, a list of even openings; a file of games or positions, in any supported format; a number of"
        " random plies, 0 to {most}; random plies with a score for Black, such as 10:-2..2; or an XOT list, "
        "shuffled or from a line on, such as xot:list.txt#17 (default: %(default)s)"
    ).format(even=EVEN, most=MAX_RANDOM_PLIES)
    parser.add_argument("--openings", type=_openings, default=openings, metavar=_("OPENINGS"), help=where)
    again = _("repeat the same openings and mistakes")
    arguments.add_number(parser, "--seed", N_("the seed"), 0, 2**63, again)
    name = N_("the number of games at a time")
    at_a_time = _("games at a time, each in a process of its own (default: %(default)s)")
    arguments.add_number(parser, "--concurrency", name, 1, 1024, at_a_time, concurrency)
    kept = _("save the games in this file (GGF), and play only those it lacks")
    parser.add_argument("--save", type=arguments.file_path, metavar=_("FILE"), help=kept)
    arguments.add_threads(parser)
    size = _("size of each player's transposition table (default: %(default)s)")
    arguments.add_hash(parser, size, tables=2)
    arguments.add_book(parser)
    parser.add_argument("--json", action="store_true", help=_("write the report as JSON"))


def parse_player(text: str) -> str:
    """Returns the text of a player; for the name of a listed engine, its text. Raises ValueError."""
    from ai.arena import players
    from play import engines_file

    engines, problems = engines_file.read_engines(engines_file.engines_path())
    if text in engines:
        return engines[text]
    try:
        players.parse_player(text, players.PlayerSpec(seconds=DEFAULT_TIME))
    except ValueError:
        for problem in problems:  # one of these engines may be meant
            print(problem, file=sys.stderr)
        raise
    return text


_games: Final = arguments.whole_number(N_("the number of games"), 2, 1_000_000)
_plies: Final = arguments.whole_number(N_("the number of opening plies"), 0, MAX_RANDOM_PLIES)


@arguments.checked
def _even(text: str) -> int:
    if (number := _games(text)) % 2:
        sentence = _("the number of games must be even (both colours for each opening), not {text}")
        raise ValueError(sentence.format(text=repr(text)))
    return number


@arguments.checked
def _elo(text: str) -> float:
    if (number := parse_number(text)) is None:
        raise ValueError(_("a difference in Elo is a number, not {text}", text=repr(text)))
    return number


def _openings(text: str) -> str:
    if parse_digits(text.removeprefix("-")) is not None:
        _plies(text)
    return arguments.file_name(text)


def run(options: argparse.Namespace, *, may_repeat_names: bool = False) -> int:
    from ai.arena.elo import Sprt
    from ai.arena.tournament import Tournament
    from play.starts import chosen_starts
    from play.tournament import check_players

    bad = list[str]()
    try:
        sprt = Sprt(*options.sprt) if options.sprt else None
        players = make_players(options.players, options)
        if not may_repeat_names:
            check_players([player.name for player in players])
        if sprt and len(players) > 2:
            raise ValueError(_("--sprt is for two players"))
        others = [player.name for player in players if player.command]
        if options.scheduler is not None and others:
            sentence = _("--scheduler is only for players of this program, but {name} is another program")
            raise ValueError(sentence.format(name=repr(others[0])))
        seed = 1 if options.seed is None else options.seed
        try:
            openings = chosen_starts(options.openings, -(-options.games // (1 + options.swap)), seed, bad)
        finally:
            for problem in bad:
                print(problem, file=sys.stderr)
        tournament = Tournament(players, openings, seed, options.gauntlet, both_colors=options.swap)
        reports, ending = play(tournament, options.games * len(tournament.pairs), options, sprt)
    except ValueError as error:
        return fail(str(error))
    if ending.was_interrupted:
        print(_("Interrupted: only finished games count"), file=sys.stderr)
    if options.json:
        with in_english():
            print(json.dumps(ending.as_json() | _as_json(tournament, reports, sprt), indent=1))
    elif reports:
        _print_table(tournament, reports, sprt)
    return status_of(ending)


def make_players(texts: Sequence[str], options: argparse.Namespace) -> tuple[PlayerSpec, ...]:
    """Builds the players; the options supply what their texts leave out. Raises ValueError."""
    from ai.arena import players
    from ai.machine import check_table_size
    from game.clock import TimeControl

    problem = read_book()[1] if options.book else ""
    if problem:
        print(problem, file=sys.stderr)
    check_table_size(options.hash, len(texts) * options.concurrency)
    no_limit = options.time is None and options.clock is None
    default = players.PlayerSpec(
        seconds=DEFAULT_TIME if no_limit else options.time,
        clock=options.clock or TimeControl(),
        options=Options(threads=options.threads, book=options.book and not problem),
        megabytes=options.hash,
    )
    return tuple(players.parse_player(text, default) for text in texts)


def play(
    tournament: Tournament,
    count: int,
    options: argparse.Namespace,
    sprt: Sprt | None,
) -> tuple[list[GameReport], Interruption]:
    """Plays the first `count` games except saved ones. Raises ValueError if their file cannot be used."""
    if options.save is None:
        return _play(tournament, count, options, sprt, None)
    from play.review_file import ReviewFileError, lock_file

    try:
        lock = lock_file(options.save)
    except ReviewFileError as error:
        raise ValueError(str(error)) from error
    try:
        return _play(tournament, count, options, sprt, _open(options.save, tournament))
    finally:
        lock.release()


def _open(path: Path, tournament: Tournament) -> TournamentFile:
    """Opens the file of a tournament and reports its damaged lines. Raises ValueError if it is unusable."""
    from ai.arena.tournament_file import TournamentFile

    try:
        file = TournamentFile(path, tournament)
        file.check()
    except OSError as error:
        sentence = _("{name} cannot be used: {reason}", name=path, reason=error.strerror or error)
        raise ValueError(sentence) from error
    for problem in file.problems:
        print(_("{problem}; that game will be played again", problem=problem), file=sys.stderr)
    return file


def _play(
    tournament: Tournament,
    count: int,
    options: argparse.Namespace,
    sprt: Sprt | None,
    file: TournamentFile | None,
) -> tuple[list[GameReport], Interruption]:
    from ai.arena.report import Standing
    from ai.bench.runs import Interruption

    reports = {} if file is None else dict(file.reports)
    missing = [pairing for pairing in tournament.pairings()[:count] if pairing.number not in reports]

    def write_line(sentence: str, pairing: Pairing, **fields: str) -> None:
        print(sentence.format(number=pairing.number + 1, count=count, **fields), file=sys.stderr)

    def begun(pairing: Pairing) -> None:
        sentence = _("game {number} of {count} begins: {black} (Black), {white} (White)")
        write_line(sentence, pairing, **_names(tournament, pairing))

    def is_decided() -> bool:
        return sprt is not None and sprt.accepted(Standing.of(reports.values()).pairs) is not None

    with Interruption() as ending:
        if missing and not is_decided():
            with closing(_played(tournament.players, missing, options, begun)) as played:
                for report in played:
                    reports[report.pairing.number] = report
                    if file is not None:
                        file.add(report)
                    result = result_text(report.result)
                    write_line(_("game {number} of {count}: {result}"), report.pairing, result=result)
                    if is_decided():
                        break
    return [reports[number] for number in sorted(reports) if number < count], ending


def _played(
    specs: Specs, pairings: Sequence[Pairing], options: argparse.Namespace, begun: Callable[[Pairing], object]
) -> Generator[GameReport, None, None]:
    """Plays games here or on a cluster, and yields each when it ends."""
    from ai.arena.tournament import play_games, play_one

    if options.scheduler is None:
        prepare()
        yield from play_games(specs, pairings, options.concurrency, begun)
        return
    from play.review_batch import workers_of

    with workers_of(options.scheduler, 1) as spread:
        yield from spread(partial(play_one, specs), pairings)


def status_of(ending: Interruption) -> int:
    """Returns the exit status of the command; prints a sentence about an engine or a file that failed."""
    from ai.arena.talk import EngineError
    from play.review_batch import BatchError

    if isinstance(ending.error, EngineError | BatchError):
        return fail(str(ending.error))
    if isinstance(ending.error, OSError) and ending.error.filename is not None:
        return fail(cannot_write(ending.error.filename, ending.error))
    ending.raise_error()
    return DONE


def _names(tournament: Tournament, pairing: Pairing) -> dict[str, str]:
    black, white = tournament.players[pairing.black].name, tournament.players[pairing.white].name
    return {"black": black, "white": white}


def result_text(result: Result) -> str:
    """Returns 'Black wins 40-24', 'Draw 32-32', 'Black wins on time', with the hyphen all terminals have."""
    from ui.text.wording import format_result

    return format_result(result).replace("–", "-")


def game_as_json(report: GameReport, tournament: Tournament) -> dict[str, object]:
    from ai.arena.report import MoveReport

    pairing, result = report.pairing, report.result
    return {
        "number": pairing.number + 1,
        **_names(tournament, pairing),
        "opening_plies": report.opening_plies,
        "start": report.game.start.text(),
        "transcript": transcript(report.game),
        "result": {
            "black": result.black,
            "white": result.white,
            "winner": None if result.winner is None else result.winner.name.lower(),
            "on_time": report.is_lost_on_time,
            "text": result_text(result),
        },
        "moves": [
            asdict(move)
            | {"color": move.color.name.lower(), "move": move_name(move.move)}
            | {"seconds": round(move.seconds, 6)}
            | ({"kind": move.kind.value} if isinstance(move, MoveReport) else NOT_SAVED)
            for move in report.moves
        ],
    }


# The report


def _print_table(tournament: Tournament, reports: Sequence[GameReport], sprt: Sprt | None) -> None:
    from ai.arena.crosstable import Crosstable, points_text
    from ai.arena.report import Standing

    crosstable = Crosstable.of([player.name for player in tournament.players], reports)
    rows = [["", "", *crosstable.headings]]
    for place, row in enumerate(crosstable.rows, start=1):
        rows.append([str(place), row.name, *map(points_text, (row.total, *row.against)), *row.figures])
    print("\n".join(table(rows, name=1)))
    if crosstable.rows[0].elo is not None:
        print(crosstable.verdict)
    if sprt:
        pairs = Standing.of(reports).pairs
        accepted = sprt.accepted(pairs)
        verdict = _("undecided") if accepted is None else _("{elo} holds", elo=f"{accepted:+g}")
        sentence = _(
            "SPRT of {first} against {second}: {verdict}, log-likelihood ratio {ratio} ({lower} .. {upper})"
        )
        numbers = dict(zip(("lower", "upper"), (f"{bound:.2f}" for bound in sprt.bounds), strict=True))
        ratio, first_elo, second_elo = f"{sprt.ratio(pairs):+.2f}", f"{sprt.elo0:+g}", f"{sprt.elo1:+g}"
        print(sentence.format(first=first_elo, second=second_elo, verdict=verdict, ratio=ratio, **numbers))


def _as_json(tournament: Tournament, reports: Sequence[GameReport], sprt: Sprt | None) -> dict[str, object]:
    from ai.arena.report import Standing

    found: dict[str, object] = {
        "version": VERSION,
        "seed": tournament.seed,
        "players": [
            {"name": player.name, **standing_as_json(Standing.of(reports, number))}
            for number, player in enumerate(tournament.players)
        ],
        "pairs": [
            {
                "players": [tournament.players[one].name, tournament.players[other].name],
                **standing_as_json(Standing.of(reports, one, other)),
            }
            for one, other in tournament.pairs
        ],
        "games": [game_as_json(report, tournament) for report in reports],
    }
    if sprt:
        pairs = Standing.of(reports).pairs
        ratio, accepted = sprt.ratio(pairs), sprt.accepted(pairs)
        found["sprt"] = {"elo0": sprt.elo0, "elo1": sprt.elo1, "ratio": ratio, "accepted": accepted}
    return found


def standing_as_json(standing: Standing) -> dict[str, object]:
    """Returns the figures of a standing; infinity, which JSON lacks, becomes None."""
    from ai.arena.elo import difference, superiority

    pairs = standing.pairs
    sums = {name: getattr(standing, name) for name in ("games", "points", "share")}
    found = {**asdict(standing), **sums, "pairs": pairs.counts}
    if pairs.number:
        elo = asdict(difference(pairs))
        found |= {name: value if math.isfinite(value) else None for name, value in elo.items()}
        found["superiority"] = superiority(pairs)
    return found
