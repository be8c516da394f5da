"""`match`: games between two players without a window, reported for people or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from typing import TYPE_CHECKING, Final

from ai import arguments
from ai.arguments import Subcommand, fail
from ai.limits import ALGORITHM_NAMES, FULL_STRENGTH
from game.board import Color
from game.evaluation import Kind
from game.plain_text import to_left, to_right
from game.records.transcript import transcript
from game.text import N_, _, in_english
from ui import VERSION
from ui.commands.tournament import (
    add_conditions,
    game_as_json,
    make_players,
    parse_player,
    play,
    result_text,
    seconds_of,
    status_of,
)

if TYPE_CHECKING:
    from ai.arena.players import PlayerSpec
    from ai.arena.report import GameReport, Totals
    from ai.arena.tournament import Specs, Tournament

# Of the column of the players; names are longer where they are pairs or commands.
NAME_WIDTH: Final = 16


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("let two computer players play each other without a window"),
        _("Let two computer players play each other without a window, and report every game and the totals."),
        _(
            "A player is a search and a level, 1 (beginner) to {most} (full strength). Searches: "
            "{names}. Or it is name=value pairs separated by commas, such as {pairs}; the other "
            "arguments supply the rest. A program that speaks NBoard or GTP is {command} and ignores "
            "all of those but --clock: its own options limit it.",
            most=FULL_STRENGTH,
            names=", ".join(ALGORITHM_NAMES),
            pairs="seconds=1,algorithm=pvs,level=8,selective=no",
            command='command="path/to/engine --level 10",folder=path/to',
        ),
        command.examples(
            "match --black pvs:8 --white alphabeta:8 --time 0.2 --games 10",
            "match --black pvs:6 --white pvs:4 --games 40 --swap --openings 8 --seed 1 --json > m.json",
        ),
        _(
            "--json writes one object to stdout: players, totals, and for each game the transcript, "
            "the result and, for each move, ply, color, move, depth, score, kind, nodes and seconds; "
            "if stopped with Ctrl-C, it has the games played so far. Progress goes to stderr. Moves "
            "from the opening book have the kind book and a depth of 0, which averages leave out; "
            "--no-book compares the searches alone."
        ),
    )
    for side, who in (
        ("--black", _("who plays Black (default: %(default)s)")),
        ("--white", _("who plays White (default: %(default)s)")),
    ):
        player, strongest = arguments.checked(parse_player), f"pvs:{FULL_STRENGTH}"
        parser.add_argument(side, type=player, default=strongest, metavar=_("SEARCH:LEVEL"), help=who)
    name, many = N_("the number of games"), _("how many (default: %(default)s)")
    arguments.add_number(parser, "--games", name, 1, 1_000_000, many, 1)
    swap = _("swap colours after every game; both games of a pair have the same opening")
    parser.add_argument("--swap", action="store_true", help=swap)
    add_conditions(parser, openings="0", concurrency=1)


def run(options: argparse.Namespace) -> int:
    from ai.arena.report import Totals
    from ai.arena.tournament import Tournament
    from play.tournament import chosen_openings

    usual = Random().getrandbits(63) if options.save is None else 1  # a file knows its seed again
    seed = usual if options.seed is None else options.seed
    try:
        players = make_players((options.black, options.white), options)
        openings = chosen_openings(options.openings, -(-options.games // (1 + options.swap)), seed)
        tournament = Tournament(players, openings, seed, both_colors=options.swap)
        if not options.json:
            sentence = _("{black} against {white}, games: {count}")
            print(sentence.format(black=players[0].name, white=players[1].name, count=options.games))
        finished = None if options.json else lambda report: _print_game(report, players)
        reports, ending = play(tournament, options.games, options, finished=finished)
    except ValueError as error:
        return fail(str(error))
    if ending.was_interrupted:
        sentence = _("Interrupted: {done} of {count} games played")
        print(sentence.format(done=len(reports), count=options.games), file=sys.stderr)
    both = Totals.of(reports, 0), Totals.of(reports, 1)
    if options.json:
        with in_english():
            found = ending.as_json() | _as_json(options, tournament, reports, both)
        print(json.dumps(found, indent=1))
    elif reports:
        _print_totals(players, both)
        if options.swap:
            _print_elo(reports, players)
    return status_of(ending)


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
                "most {longest})",
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
        longest = _("{seconds} s", seconds=f"{total.longest_move_seconds:.3f}")
        print(
            f"{to_left(player.name, width)}{total.wins:6}{total.draws:7}{total.losses:8}{total.score:8.1%}"
            f"{total.mean_discs:7.1f}{_known(total.mean_depth, '.1f'):>9}{_known(total.nodes, ','):>16}"
            f"{_known(total.nodes_per_second, ',.0f'):>13}"
            f"{to_right(longest, 14)}"
        )


def _known(figure: float | None, form: str) -> str:
    return "-" if figure is None else format(figure, form)


def _print_elo(reports: Sequence[GameReport], players: Specs) -> None:
    from ai.arena.elo import difference
    from ai.arena.report import Standing

    pairs = Standing.of(reports).pairs
    if pairs.number > 1 and players[0].name != players[1].name:
        sentence = _("{player}: Elo {elo} (95 %, from {count} pairs of games)")
        print(sentence.format(player=players[0].name, elo=difference(pairs).text(), count=pairs.number))


def _as_json(
    options: argparse.Namespace,
    tournament: Tournament,
    reports: Sequence[GameReport],
    both: tuple[Totals, Totals],
) -> dict[str, object]:
    return {
        "version": VERSION,
        "seconds_per_move": seconds_of(options),
        "seed": tournament.seed,
        "threads": options.threads,
        "table_megabytes": options.hash,
        "book": options.book,
        "players": [
            _player_as_json(player, total) for player, total in zip(tournament.players, both, strict=True)
        ],
        "games": [game_as_json(report, tournament) for report in reports],
    }


def _player_as_json(player: PlayerSpec, total: Totals) -> dict[str, object]:
    """How an outside program searches is unknown."""
    options = None if player.command else player.options
    return {
        "name": player.name,
        "algorithm": options and options.algorithm.term,
        "level": options and options.level,
        **asdict(total),
    }
