"""`match`: games between two computer players, reported for people or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ai.limits import FULL_STRENGTH, Options
from game.board import Color, move_name
from game.evaluation import Kind
from game.records.transcript import transcript
from game.starts import MAX_RANDOM_PLIES, RANDOM_PLIES
from ui import VERSION
from ui.arguments import (
    ALGORITHM_NAMES,
    DEFAULT_TABLE,
    DONE,
    Commands,
    add_book,
    checked,
    parse_player,
    parse_seconds,
    parse_threads,
    search_name,
    table_size,
    whole_number,
)
from ui.assets import read_book

if TYPE_CHECKING:
    from play.tournament import GameReport, Player, Totals


def add(commands: Commands, program: str) -> None:
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
ply, color, move, depth, score, kind, nodes and seconds. Progress goes to stderr. Moves from the opening book
have the kind book and a depth of 0 that counts in no mean; --no-book compares the searches alone.""",
    )
    player = checked(parse_player)
    for side, color in (("--black", "Black"), ("--white", "White")):
        parser.add_argument(
            side,
            type=player,
            default=Options(),
            metavar="SEARCH:LEVEL",
            help=f"who plays {color} (default: pvs:{FULL_STRENGTH})",
        )
    parser.add_argument(
        "--time", type=parse_seconds, default=0.2, metavar="SECONDS", help="per move (default: %(default)s)"
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
    from play.tournament import Player, play_games, totals

    book, problem = read_book() if options.book else (None, "")
    if problem:
        print(problem, file=sys.stderr)
    both_play = (options.black, options.white)
    players = (replace(its, threads=options.threads, book=options.book) for its in both_play)
    black, white = (Player(_player_name(its), its) for its in players)
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
        table_megabytes=options.hash,
        book=book,
    ):
        reports.append(report)
        if options.json:
            print(f"game {report.number} of {options.games}: {report.result.text()}", file=sys.stderr)
        else:
            _print_game(report, (black, white))
    both = totals(reports, 0), totals(reports, 1)
    if options.json:
        print(json.dumps(_as_json(options, (black, white), reports, both), indent=1))
    else:
        _print_totals((black, white), both)
    return DONE


def _player_name(options: Options) -> str:
    return f"{search_name(options.algorithm)}:{options.level}"


def _print_game(report: GameReport, players: tuple[Player, Player]) -> None:
    names = {report.colors[i]: players[i].name for i in (0, 1)}
    players_text = f"{names[Color.BLACK]} (Black), {names[Color.WHITE]} (White)"
    print(f"\ngame {report.number}: {players_text}: {report.result.text()}")
    print(f"  {transcript(report.game)}")
    for color, name in names.items():
        moves = [move for move in report.moves if move.color is color]
        if moves:
            depths = [move.depth for move in moves if move.kind is not Kind.BOOK] or [0]
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


def _as_json(
    options: argparse.Namespace,
    players: tuple[Player, Player],
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
