"""The command line: without a command it opens the window, and every command works without one.

Exit status: 0 done, 1 it could not be done, 2 the command line was wrong, 130 ended with Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from ai.limits import FULL_STRENGTH, Algorithm, Options
from game.board import Color, move_name
from game.records.transcript import parse_transcript, transcript
from game.starts import MAX_RANDOM_PLIES, RANDOM_PLIES

if TYPE_CHECKING:
    from ui.tournament import GameReport, Player, Totals

VERSION: Final = "0.1.0"

DONE: Final = 0
FAILED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130

# A transcript of the longest game, with comments, is a few kilobytes: larger files are something else.
LARGEST_FILE: Final = 1_000_000
# Seconds `bench --frames` runs when it is not told.
FRAMES_SECONDS: Final = 60.0

ALGORITHM_NAMES: Final = {
    "pvs": Algorithm.PVS,
    "alphabeta": Algorithm.ALPHABETA,
    "minimax": Algorithm.MINIMAX,
}

T = TypeVar("T")


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks and return the exit status; a sentence on stderr says what was wrong."""
    parser = _parser()
    try:
        options = parser.parse_args(arguments)
        if options.open is not None and options.run is not _window:
            parser.error("--open belongs to the window, so it goes without a command")
    except SystemExit as done:  # argparse has said why: help, version or a wrong argument
        return done.code if isinstance(done.code, int) else FAILED
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output, `head` perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return status


def parse_player(text: str) -> Options:
    """'pvs:8', 'AlphaBeta:3', 'minimax' (full strength) -> how that player searches. Raises ValueError."""
    name, colon, level = text.strip().lower().partition(":")
    algorithm = ALGORITHM_NAMES.get(name.replace("-", ""))
    if algorithm is None:
        raise ValueError(f"{text!r} names no search: use {', '.join(ALGORITHM_NAMES)}, as in pvs:8")
    if not colon:
        return Options(algorithm)
    if not (level.isascii() and level.isdigit() and 1 <= int(level[:3]) <= FULL_STRENGTH):
        raise ValueError(f"{text!r} has no level from 1 to {FULL_STRENGTH} after the colon, as in {name}:8")
    return Options(algorithm, int(level))


class _Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong, and no more."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSED, f"{self.prog}: {message} (see --help)\n")


def _parser() -> argparse.ArgumentParser:
    program = Path(sys.executable).stem if getattr(sys, "frozen", False) else "python main.py"
    parser = _Parser(
        prog=program,
        description="Nullwindow, a desktop Othello you can watch think.\n"
        "Without a command it opens the window.",
        epilog=f"""examples:
  {program}                                   play in the window
  {program} --open game.txt                   go on with a transcript or a position
  {program} match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10
  {program} bench                             measure the searches

Each command has its own --help.""",
    )
    parser.add_argument("--version", action="version", version=f"Nullwindow {VERSION}")
    parser.add_argument(
        "--open",
        metavar="FILE",
        type=Path,
        help="open the window with the game in FILE: a transcript (f5d6c3...) or a position "
        "(64 squares X, O, -, and the side to move)",
    )
    parser.set_defaults(run=_window)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=_Parser)
    _add_match(commands, program)
    _add_bench(commands, program)
    _add_compile(commands)
    return parser


def _add_match(commands: argparse._SubParsersAction[_Parser], program: str) -> None:
    parser = commands.add_parser(
        "match",
        help="let two computer players meet without a window",
        description="Let two computer players meet without a window, and report every game and the totals.",
        epilog=f"""A player is a search and a level, 1 (beginner) to {FULL_STRENGTH} (full strength).
Searches: {", ".join(ALGORITHM_NAMES)}.

examples:
  {program} match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10
  {program} match --black pvs:6 --white pvs:4 --games 40 --swap --openings 8 --seed 1 --json > match.json

--json writes one object to stdout: players, totals, and per game the transcript, the result and, per move,
ply, color, move, depth, score, kind, nodes and seconds. Progress goes to stderr.""",
    )
    player = _checked(parse_player)
    for side, color in (("--black", "Black"), ("--white", "White")):
        parser.add_argument(
            side,
            type=player,
            default=Options(),
            metavar="SEARCH:LEVEL",
            help=f"who plays {color} (default: pvs:{FULL_STRENGTH})",
        )
    parser.add_argument(
        "--time", type=_seconds, default=0.2, metavar="SECONDS", help="per move (default: %(default)s)"
    )
    parser.add_argument(
        "--games",
        type=_whole_number("the number of games", 1, 1_000_000),
        default=1,
        metavar="N",
        help="how many (default: %(default)s)",
    )
    parser.add_argument(
        "--swap",
        action="store_true",
        help="exchange the colours after every game; both games of a pair have the same opening",
    )
    parser.add_argument(
        "--openings",
        type=_whole_number("the number of opening plies", 0, MAX_RANDOM_PLIES),
        default=0,
        metavar="PLIES",
        help=f"begin with this many random plies, 0 to {MAX_RANDOM_PLIES}; {RANDOM_PLIES} is a good number "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=_whole_number("the seed", 0, 2**63),
        metavar="N",
        help="repeat the same openings and mistakes",
    )
    parser.add_argument("--json", action="store_true", help="write the report as JSON")
    parser.set_defaults(run=_match)


def _add_bench(commands: argparse._SubParsersAction[_Parser], program: str) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure the searches, or the frames of the window",
        description="Search fixed positions to a fixed depth and print the signature (all nodes of the\n"
        "search) and a table that compares the searches.",
        epilog=f"""examples:
  {program} bench
  {program} bench --json
  {program} bench --frames 20                 how even the window runs while both sides think""",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help="write the figures as JSON")
    what.add_argument(
        "--frames",
        type=_seconds,
        nargs="?",
        const=FRAMES_SECONDS,
        metavar="SECONDS",
        help="show the computer playing itself, and measure the time between frames (default: %(const)s)",
    )
    parser.set_defaults(run=_bench)


def _add_compile(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = commands.add_parser(
        "compile",
        help="fill the compile cache",
        description="Compile the search now, so that the first game need not wait for it.\n"
        "Later starts use the cache.",
    )
    parser.set_defaults(run=_compile)


def _checked(parse: Callable[[str], T]) -> Callable[[str], T]:
    """argparse drops the text of a ValueError; this keeps it."""

    def parse_argument(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse_argument


@_checked
def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise ValueError(f"the time must be a number of seconds above 0, not {text!r}")
    return seconds


def _whole_number(name: str, least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text[:20]) <= most):
            raise ValueError(f"{name} must be a whole number from {least} to {most}, not {text!r}")
        return int(text)

    return _checked(parse)


def _fail(problem: str) -> int:
    print(problem, file=sys.stderr)
    return FAILED


# The window


def _window(options: argparse.Namespace) -> int:
    game_text = None
    if options.open is not None:
        try:
            game_text = read_game(options.open)
        except ValueError as error:
            return _fail(f"{options.open}: {error}")
        except OSError as error:
            return _fail(f"{options.open} cannot be read: {error.strerror or error}")

    from ui import app
    from ui.assets import MissingAsset
    from ui.display import NoDisplay

    try:
        return app.run(game_text)
    except (NoDisplay, MissingAsset) as error:
        return _fail(str(error))


def read_game(path: Path) -> str:
    """The transcript or position in a file, known to be legal. Raises OSError, or a ValueError for people."""
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValueError("this file is too large to be a transcript")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError("this is not a text file") from error
    parse_transcript(text)
    return text


# bench and compile


def _bench(options: argparse.Namespace) -> int:
    if options.frames is None:
        from ai import bench

        return bench.main(json=options.json)

    from ui import frames
    from ui.assets import MissingAsset
    from ui.display import NoDisplay

    try:
        return frames.bench_frames(options.frames)
    except (NoDisplay, MissingAsset) as error:
        return _fail(str(error))


def _compile(_: argparse.Namespace) -> int:
    from ai import preparation

    preparation.compile_kernels()
    return DONE


# match


def _match(options: argparse.Namespace) -> int:
    from ai import preparation
    from ui.tournament import Player, play_games, totals

    players = tuple(Player(_player_name(o), o) for o in (options.black, options.white))
    black, white = players
    if not options.json:
        print(f"{black.name} against {white.name}, {options.time:g} s per move, games: {options.games}")
    print("Preparing the search (the first time this takes a minute)", file=sys.stderr)
    print(preparation.wait().text, file=sys.stderr)
    reports = []
    for report in play_games(
        (black, white),
        options.time,
        options.games,
        swap=options.swap,
        opening_plies=options.openings,
        seed=options.seed,
    ):
        reports.append(report)
        if options.json:
            print(f"game {report.number} of {options.games}: {report.result.text()}", file=sys.stderr)
        else:
            _print_game(report, (black, white))
    both = totals(reports, 0), totals(reports, 1)
    if options.json:
        print(json.dumps(_match_as_json(options, (black, white), reports, both), indent=1))
    else:
        _print_totals((black, white), both)
    return DONE


def _player_name(options: Options) -> str:
    name = next(name for name, algorithm in ALGORITHM_NAMES.items() if algorithm is options.algorithm)
    return f"{name}:{options.level}"


def _print_game(report: GameReport, players: tuple[Player, Player]) -> None:
    names = {report.colors[i]: players[i].name for i in (0, 1)}
    players_text = f"{names[Color.BLACK]} (Black), {names[Color.WHITE]} (White)"
    print(f"\ngame {report.number}: {players_text}: {report.result.text()}")
    print(f"  {transcript(report.game)}")
    for color, name in names.items():
        moves = [move for move in report.moves if move.color is color]
        if moves:
            depths = [move.depth for move in moves]
            seconds = [move.seconds for move in moves]
            print(
                f"  {color.label} {name}: depth {sum(depths) / len(depths):.1f} (at most {max(depths)}), "
                f"{sum(move.nodes for move in moves):,} nodes, "
                f"{sum(seconds) / len(seconds):.3f} s per move (at most {max(seconds):.3f})"
            )
    sys.stdout.flush()


def _print_totals(players: tuple[Player, Player], both: tuple[Totals, Totals]) -> None:
    print(
        f"\n{'player':16}{'wins':>6}{'draws':>7}{'losses':>8}{'score':>8}{'discs':>7}{'depth':>7}"
        f"{'nodes':>16}{'nodes/s':>13}{'longest move':>14}"
    )
    for player, its in zip(players, both, strict=True):
        print(
            f"{player.name:16}{its.wins:6}{its.draws:7}{its.losses:8}{its.score:8.1%}{its.mean_discs:7.1f}"
            f"{its.mean_depth:7.1f}{its.nodes:16,}{its.nodes_per_second:13,.0f}{its.longest_move:12.3f} s"
        )


def _match_as_json(
    options: argparse.Namespace,
    players: tuple[Player, Player],
    reports: Sequence[GameReport],
    both: tuple[Totals, Totals],
) -> dict[str, object]:
    return {
        "version": VERSION,
        "seconds_per_move": options.time,
        "seed": options.seed,
        "players": [
            {
                "name": player.name,
                "algorithm": player.options.algorithm.label,
                "level": player.options.level,
                "wins": its.wins,
                "draws": its.draws,
                "losses": its.losses,
                "score": its.score,
                "mean_discs": its.mean_discs,
                "mean_depth": its.mean_depth,
                "nodes": its.nodes,
                "seconds": its.seconds,
                "nodes_per_second": its.nodes_per_second,
                "longest_move_seconds": its.longest_move,
            }
            for player, its in zip(players, both, strict=True)
        ],
        "games": [_game_as_json(report, players) for report in reports],
    }


def _game_as_json(report: GameReport, players: tuple[Player, Player]) -> dict[str, object]:
    result = report.result
    return {
        "number": report.number,
        "black": players[report.colors.index(Color.BLACK)].name,
        "white": players[report.colors.index(Color.WHITE)].name,
        "opening_plies": report.opening_plies,
        "transcript": transcript(report.game),
        "result": {
            "black": result.black,
            "white": result.white,
            "winner": None if result.winner is None else result.winner.label.lower(),
            "text": result.text(),
        },
        "moves": [
            {
                "ply": move.ply,
                "color": move.color.label.lower(),
                "move": move_name(move.move),
                "depth": move.depth,
                "score": move.score,
                "kind": move.kind.value,
                "nodes": move.nodes,
                "seconds": round(move.seconds, 6),
            }
            for move in report.moves
        ],
    }
