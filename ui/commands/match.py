"""`match`: games between two players without a window, reported for people or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Final

from ai.limits import ALGORITHM_NAMES, FULL_STRENGTH, Options
from game.board import Color, Result, move_name
from game.evaluation import Kind
from game.records.transcript import parse_transcript, transcript
from game.starts import MAX_RANDOM_PLIES, RANDOM_PLIES
from ui import VERSION
from ui.arguments import (
    DEFAULT_TABLE,
    DONE,
    Commands,
    add_book,
    checked,
    fail,
    parse_seconds,
    parse_threads,
    table_size,
    whole_number,
)
from ui.assets import read_book

if TYPE_CHECKING:
    from ai.arena.players import PlayerSpec
    from ai.arena.report import GameReport, Pairing, Totals
    from ai.arena.tournament import Specs

# Seconds per move.
DEFAULT_TIME: Final = 0.2
# Of the column of the players; names are longer where they are pairs or commands.
NAME_WIDTH: Final = 16


def add(commands: Commands, program: str) -> None:
    parser = commands.add_parser(
        "match",
        help="let two computer players meet without a window",
        description="Let two computer players meet without a window, and report every game and the totals.",
        epilog=f"""A player is a search and a level, 1 (beginner) to {FULL_STRENGTH} (full strength).
Searches: {", ".join(ALGORITHM_NAMES)}. Or it is name=value pairs with commas, as in
seconds=1,algorithm=pvs,level=8,selective=no; what they leave open is as the other arguments say. A program
that speaks NBoard is command="path/to/engine --level 10",folder=path/to and minds none of those.

examples:
  {program} match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10
  {program} match --black pvs:6 --white pvs:4 --games 40 --swap --openings 8 --seed 1 --json > match.json

--json writes one object to stdout: players, totals, and per game the transcript, the result and, per move,
ply, color, move, depth, score, kind, nodes and seconds; ended with Ctrl-C, it has the games that are played.
Progress goes to stderr. Moves from the opening book
have the kind book and a depth of 0 that counts in no mean; --no-book compares the searches alone.""",
    )
    for side, color in (("--black", "Black"), ("--white", "White")):
        parser.add_argument(
            side,
            type=checked(_player),
            default=f"pvs:{FULL_STRENGTH}",
            metavar="SEARCH:LEVEL",
            help=f"who plays {color} (default: %(default)s)",
        )
    parser.add_argument(
        "--time",
        type=parse_seconds,
        default=DEFAULT_TIME,
        metavar="SECONDS",
        help="per move (default: %(default)s)",
    )
    parser.add_argument(
        "--games",
        type=whole_number("the number of games", 1, 1_000_000),
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
        type=whole_number("the number of opening plies", 0, MAX_RANDOM_PLIES),
        default=0,
        metavar="PLIES",
        help=f"begin with this many random plies, 0 to {MAX_RANDOM_PLIES}; {RANDOM_PLIES} is a good number "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number("the seed", 0, 2**63),
        metavar="N",
        help="repeat the same openings and mistakes",
    )
    parser.add_argument(
        "--threads", type=parse_threads, default=1, metavar="N", help="of each search (default: %(default)s)"
    )
    parser.add_argument(
        "--hash",
        type=table_size(2),
        default=DEFAULT_TABLE,
        metavar="MB",
        help="size of each player's transposition table (default: %(default)s)",
    )
    add_book(parser)
    parser.add_argument("--json", action="store_true", help="write the report as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from ai import preparation
    from ai.arena.host import EngineError
    from ai.arena.players import PlayerSpec, parse_player
    from ai.arena.report import Totals
    from ai.arena.tournament import play_games
    from ai.bench.ending import Ending

    _, problem = read_book() if options.book else (None, "")
    if problem:
        print(problem, file=sys.stderr)
    default = PlayerSpec(
        seconds=options.time,
        options=Options(threads=options.threads, book=options.book and not problem),
        megabytes=options.hash,
    )
    players = parse_player(options.black, default), parse_player(options.white, default)
    black, white = players
    if not options.json:
        print(f"{black.name} against {white.name}, {options.time:g} s per move, games: {options.games}")
    reports: list[GameReport] = []
    with Ending() as ending:
        print("Preparing the search (the first time this takes a minute)", file=sys.stderr)
        print(preparation.wait().text, file=sys.stderr)
        with closing(play_games(players, _pairings(options))) as played:
            for report in played:
                reports.append(report)
                if options.json:
                    number = report.pairing.number + 1
                    print(f"game {number} of {options.games}: {result_text(report.result)}", file=sys.stderr)
                else:
                    _print_game(report, players)
    if ending.was_interrupted:
        print(f"Interrupted: {len(reports)} of {options.games} games are played", file=sys.stderr)
    both = Totals.of(reports, 0), Totals.of(reports, 1)
    if options.json:
        print(json.dumps(ending.as_json() | _as_json(options, players, reports, both), indent=1))
    elif reports:
        _print_totals(players, both)
    if isinstance(ending.error, EngineError):
        return fail(str(ending.error))
    ending.raise_error()
    return DONE


def _player(text: str) -> str:
    """The text, which says who plays together with other arguments. Raises ValueError."""
    from ai.arena.players import PlayerSpec, parse_player

    parse_player(text, PlayerSpec(seconds=DEFAULT_TIME))
    return text


def _pairings(options: argparse.Namespace) -> Iterator[Pairing]:
    from ai.arena.tournament import pairings
    from ai.even_openings import even_opening

    def openings() -> Iterator[str]:
        rng = Random(options.seed)
        while True:
            yield transcript(even_opening(rng, options.openings)) if options.openings else ""

    seed = Random().getrandbits(63) if options.seed is None else options.seed
    return islice(pairings(openings(), seed, both_colors=options.swap), options.games)


def _print_game(report: GameReport, players: Specs) -> None:
    names = {report.pairing.color_of(i): players[i].name for i in (0, 1)}
    players_text = f"{names[Color.BLACK]} (Black), {names[Color.WHITE]} (White)"
    print(f"\ngame {report.pairing.number + 1}: {players_text}: {result_text(report.result)}")
    print(f"  {transcript(report.game)}")
    for color, name in names.items():
        moves = [move for move in report.moves if move.color is color]
        if moves:
            depths = [move.depth for move in moves if move.kind is not Kind.BOOK] or [0]
            seconds = [move.seconds for move in moves]
            print(
                f"  {color.name.capitalize()} {name}: "
                f"depth {sum(depths) / len(depths):.1f} (at most {max(depths)}), "
                f"{sum(move.nodes for move in moves):,} nodes, "
                f"{sum(seconds) / len(seconds):.3f} s per move (at most {max(seconds):.3f})"
            )
    sys.stdout.flush()


def _print_totals(players: Specs, both: tuple[Totals, Totals]) -> None:
    width = max(NAME_WIDTH, *(len(player.name) + 1 for player in players))
    print(
        f"\n{'player':{width}}{'wins':>6}{'draws':>7}{'losses':>8}{'score':>8}{'discs':>7}{'depth':>7}"
        f"{'nodes':>16}{'nodes/s':>13}{'longest move':>14}"
    )
    for player, total in zip(players, both, strict=True):
        print(
            f"{player.name:{width}}{total.wins:6}{total.draws:7}{total.losses:8}{total.score:8.1%}"
            f"{total.mean_discs:7.1f}{total.mean_depth:7.1f}{total.nodes:16,}{total.nodes_per_second:13,.0f}"
            f"{total.longest_move:12.3f} s"
        )


def _as_json(
    options: argparse.Namespace,
    players: Specs,
    reports: Sequence[GameReport],
    both: tuple[Totals, Totals],
) -> dict[str, object]:
    return {
        "version": VERSION,
        "seconds_per_move": options.time,
        "seed": options.seed,
        "threads": options.threads,
        "table_megabytes": options.hash,
        "book": options.book,
        "players": [_player_as_json(player, total) for player, total in zip(players, both, strict=True)],
        "games": [_game_as_json(report, players) for report in reports],
    }


def _player_as_json(player: PlayerSpec, total: Totals) -> dict[str, object]:
    """Nobody knows how an outside program searches."""
    options = None if player.command else player.options
    return {
        "name": player.name,
        "algorithm": options and options.algorithm.term,
        "level": options and options.level,
        "wins": total.wins,
        "draws": total.draws,
        "losses": total.losses,
        "score": total.score,
        "mean_discs": total.mean_discs,
        "mean_depth": total.mean_depth,
        "nodes": total.nodes,
        "seconds": total.seconds,
        "nodes_per_second": total.nodes_per_second,
        "longest_move_seconds": total.longest_move,
    }


def _game_as_json(report: GameReport, players: Specs) -> dict[str, object]:
    pairing, result = report.pairing, report.result
    return {
        "number": pairing.number + 1,
        "black": players[pairing.player_of(Color.BLACK)].name,
        "white": players[pairing.player_of(Color.WHITE)].name,
        "opening_plies": len(parse_transcript(pairing.opening).moves),
        "transcript": transcript(report.game),
        "result": {
            "black": result.black,
            "white": result.white,
            "winner": None if result.winner is None else result.winner.name.lower(),
            "text": result_text(result),
        },
        "moves": [
            {
                "ply": move.ply,
                "color": move.color.name.lower(),
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


def result_text(result: Result) -> str:
    """'Black wins 40-24', 'Draw 32-32'."""
    if result.winner is None:
        return f"Draw {result.black}-{result.white}"
    discs = sorted((result.black, result.white), reverse=True)
    return f"{result.winner.name.capitalize()} wins {discs[0]}-{discs[1]}"
