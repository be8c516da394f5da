"""`match`: games between two players without a window, reported for people or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Final

from ai.limits import ALGORITHM_NAMES, FULL_STRENGTH, Options
from game.board import Color, Result, move_name
from game.evaluation import Kind
from game.plain_text import to_left, to_right
from game.records.transcript import parse_transcript, transcript
from game.starts import MAX_RANDOM_PLIES, RANDOM_PLIES
from game.text import N_, _, in_english
from ui import VERSION, arguments
from ui.arguments import DONE, Commands, fail, prepare
from ui.assets import read_book
from ui.help_text import examples, paragraphs

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
        help=_("let two computer players meet without a window"),
        description=_(
            "Let two computer players meet without a window, and report every game and the totals."
        ),
        epilog=paragraphs(
            _(
                "A player is a search and a level, 1 (beginner) to {most} (full strength). Searches: "
                "{names}. Or it is name=value pairs with commas, as in {pairs}; what they leave open is as "
                "the other arguments say. A program that speaks NBoard or GTP is {command} and minds none of "
                "those: its own options limit it."
            ).format(
                most=FULL_STRENGTH,
                names=", ".join(ALGORITHM_NAMES),
                pairs="seconds=1,algorithm=pvs,level=8,selective=no",
                command='command="path/to/engine --level 10",folder=path/to',
            ),
            examples(
                program,
                "match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10",
                "match --black pvs:6 --white pvs:4 --games 40 --swap --openings 8 --seed 1 --json > m.json",
            ),
            _(
                "--json writes one object to stdout: players, totals, and per game the transcript, the "
                "result and, per move, ply, color, move, depth, score, kind, nodes and seconds; ended with "
                "Ctrl-C, it has the games that are played. Progress goes to stderr. Moves from the opening "
                "book have the kind book and a depth of 0 that counts in no mean; --no-book compares the "
                "searches alone."
            ),
        ),
    )
    for side, who in (
        ("--black", _("who plays Black (default: %(default)s)")),
        ("--white", _("who plays White (default: %(default)s)")),
    ):
        player, strongest = arguments.checked(_player), f"pvs:{FULL_STRENGTH}"
        parser.add_argument(side, type=player, default=strongest, metavar=_("SEARCH:LEVEL"), help=who)
    arguments.add_seconds(parser, "--time", _("per move (default: %(default)s)"), DEFAULT_TIME)
    games = arguments.whole_number(N_("the number of games"), 1, 1_000_000)
    arguments.add_number(parser, "--games", games, _("how many (default: %(default)s)"), 1)
    swap = _("exchange the colours after every game; both games of a pair have the same opening")
    parser.add_argument("--swap", action="store_true", help=swap)
    openings = arguments.whole_number(N_("the number of opening plies"), 0, MAX_RANDOM_PLIES)
    random_plies = _(
        "begin with this many random plies, 0 to {most}; {usual} is a good number (default: %(default)s)"
    ).format(most=MAX_RANDOM_PLIES, usual=RANDOM_PLIES)
    arguments.add_number(parser, "--openings", openings, random_plies, 0, _("PLIES"))
    seed = arguments.whole_number(N_("the seed"), 0, 2**63)
    arguments.add_number(parser, "--seed", seed, _("repeat the same openings and mistakes"))
    arguments.add_threads(parser)
    size = _("size of each player's transposition table (default: %(default)s)")
    arguments.add_hash(parser, size, tables=2)
    arguments.add_book(parser)
    parser.add_argument("--json", action="store_true", help=_("write the report as JSON"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from ai.arena.players import PlayerSpec, parse_player
    from ai.arena.report import Totals
    from ai.arena.talk import EngineError
    from ai.arena.tournament import play_games
    from ai.bench.runs import Ending

    problem = read_book()[1] if options.book else ""
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
        sentence = _("{black} against {white}, {seconds} s per move, games: {count}")
        seconds, count = f"{options.time:g}", options.games
        print(sentence.format(black=black.name, white=white.name, seconds=seconds, count=count))
    reports: list[GameReport] = []
    with Ending() as ending:
        prepare()
        with closing(play_games(players, _pairings(options))) as played:
            for report in played:
                reports.append(report)
                if options.json:
                    sentence = _("game {number} of {count}: {result}")
                    number, result = report.pairing.number + 1, result_text(report.result)
                    print(sentence.format(number=number, count=options.games, result=result), file=sys.stderr)
                else:
                    _print_game(report, players)
    if ending.was_interrupted:
        sentence = _("Interrupted: {done} of {count} games are played")
        print(sentence.format(done=len(reports), count=options.games), file=sys.stderr)
    both = Totals.of(reports, 0), Totals.of(reports, 1)
    if options.json:
        with in_english():
            found = ending.as_json() | _as_json(options, players, reports, both)
        print(json.dumps(found, indent=1))
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
    sentence = _("game {number}: {black} (Black), {white} (White): {result}")
    number, result = report.pairing.number + 1, result_text(report.result)
    black, white = names[Color.BLACK], names[Color.WHITE]
    print(f"\n{sentence.format(number=number, black=black, white=white, result=result)}")
    print(f"  {transcript(report.game)}")
    for color, name in names.items():
        moves = [move for move in report.moves if move.color is color]
        if moves:
            depths = [move.depth for move in moves if move.kind is not Kind.BOOK] or [0]
            seconds = [move.seconds for move in moves]
            line = _(
                "{side} {name}: depth {depth} (at most {deepest}), {nodes} nodes, {seconds} s per move (at "
                "most {longest})"
            ).format(
                side=color.label,
                name=name,
                depth=f"{sum(depths) / len(depths):.1f}",
                deepest=max(depths),
                nodes=f"{sum(move.nodes for move in moves):,}",
                seconds=f"{sum(seconds) / len(seconds):.3f}",
                longest=f"{max(seconds):.3f}",
            )
            print(f"  {line}")
    sys.stdout.flush()


def _print_totals(players: Specs, both: tuple[Totals, Totals]) -> None:
    width = max(NAME_WIDTH, *(len(player.name) + 1 for player in players))
    counted = ((_("wins"), 6), (_("draws"), 7), (_("losses"), 8), (_("score"), 8), (_("discs"), 7))
    searched = ((_("depth"), 9), (_("nodes"), 16), (_("nodes/s"), 13), (_("longest move"), 14))
    headings = (to_right(heading, size) for heading, size in (*counted, *searched))
    print("\n" + to_left(_("player"), width) + "".join(headings))
    for player, total in zip(players, both, strict=True):
        longest = _("{seconds} s").format(seconds=f"{total.longest_move_seconds:.3f}")
        print(
            f"{to_left(player.name, width)}{total.wins:6}{total.draws:7}{total.losses:8}{total.score:8.1%}"
            f"{total.mean_discs:7.1f}{total.mean_depth:9.1f}{total.nodes:16,}{total.nodes_per_second:13,.0f}"
            f"{to_right(longest, 14)}"
        )


def _as_json(
    options: argparse.Namespace, players: Specs, reports: Sequence[GameReport], both: tuple[Totals, Totals]
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
    """How an outside program searches is unknown."""
    options = None if player.command else player.options
    return {
        "name": player.name,
        "algorithm": options and options.algorithm.term,
        "level": options and options.level,
        **asdict(total),
        "score": total.score,
        "nodes_per_second": total.nodes_per_second,
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
    most, least = max(result.black, result.white), min(result.black, result.white)
    if result.winner is None:
        return _("Draw {most}-{least}").format(most=most, least=least)
    return _("{side} wins {most}-{least}").format(side=result.winner.label, most=most, least=least)
