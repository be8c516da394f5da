"""Reviews games of tournament players: python -m benchmarks.reviewed_people --wthor DIR --reviews FILE

Writes reviews of GAMES games of each of PLAYERS players of the WTHOR archive to FILE (lines of JSON); a later
run continues. Prints the discs a move below which the best shares of games and of players stay
(play/people.py), and how well one half of a player's games predicts the other.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import correlation

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit
from benchmarks.people import games_of_people
from game.records.wthor import WthorError, WthorGame, replay
from game.tree import Game
from play.people import LEAST_MOVES, SHARES
from play.review import GamePhase, Review, judged_moves, tallies_of

PLAYERS, GAMES = 200, 40
YEARS = 2000, 2025
DEPTH, SOLVED = 12, 20

Losses = Mapping[str, tuple[float, int]]
"""The discs lost and the number of moves, by phase."""


def chosen(games: Sequence[WthorGame]) -> dict[int, list[int]]:
    """Draws PLAYERS players; returns the numbers of GAMES games of each."""
    playing: defaultdict[int, list[int]] = defaultdict(list)
    for number, game in enumerate(games):
        playing[game.black].append(number)
        playing[game.white].append(number)
    rng = Random(1)
    players = rng.sample(sorted(player for player in playing if len(playing[player]) >= GAMES), PLAYERS)
    return {player: rng.sample(playing[player], GAMES) for player in players}


def reviewed(engine: Engine, played: WthorGame) -> list[Losses]:
    """Returns Black's and White's losses."""
    line = replay(played).line
    game = Game(line[0].board, [node.move for node in line if node.move is not None])
    engine.new_game()
    review = Review(game, engine, Limit(depth=DEPTH), 1, SOLVED)
    review.run()
    return [
        {phase.value: (tally.lost[phase], tally.moves_in[phase]) for phase in GamePhase}
        for tally in tallies_of(judged_moves(review.line))
    ]


def review_all(games: Sequence[WthorGame], wanted: Iterable[int], file: Path) -> dict[int, list[Losses]]:
    file.touch()
    known: dict[int, list[Losses]] = dict(map(json.loads, file.read_text("utf-8").splitlines()))
    with closing(Engine(32)) as engine, file.open("a", encoding="utf-8") as out:
        for number in sorted(set(wanted) - known.keys()):
            try:
                known[number] = reviewed(engine, games[number])
            except WthorError:
                known[number] = []  # its record is damaged
            print(json.dumps([number, known[number]]), file=out, flush=True)
    return known


def lost_a_move(sides: Iterable[Losses], phases: Iterable[GamePhase] = GamePhase) -> float:
    found = [side[phase.value] for side in sides for phase in phases]
    return sum(lost for lost, _moves in found) / max(1, sum(moves for _lost, moves in found))


def bounds(losses: Iterable[float]) -> str:
    ordered = sorted(losses)
    return ", ".join(f"{ordered[int(share * len(ordered))]:.2f}" for share in SHARES)


def ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    return sorted(range(len(values)), key=order.__getitem__)


def main() -> int:
    parser = argparse.ArgumentParser(description="compare people by what they lose")
    parser.add_argument("--wthor", type=Path, required=True, help="folder of the archive")
    parser.add_argument("--reviews", type=Path, required=True, help="file of what was reviewed")
    options = parser.parse_args()
    assert preparation.wait().is_ready
    games = games_of_people(options.wthor, *YEARS)
    players = chosen(games)
    known = review_all(games, (number for own in players.values() for number in own), options.reviews)
    sides = {
        player: [known[number][games[number].white == player] for number in own if known[number]]
        for player, own in players.items()
    }
    whole = [
        side for own in sides.values() for side in own if sum(n for _l, n in side.values()) >= LEAST_MOVES
    ]
    print(f"{len(players)} players, {len(whole)} games; the best {SHARES} lose less than, discs a move")
    print("games:", bounds(lost_a_move([side]) for side in whole))
    print("players:", bounds(map(lost_a_move, sides.values())))
    for phase in GamePhase:
        print(f"{phase.value}:", bounds(lost_a_move(own, [phase]) for own in sides.values()))
    halves = [[lost_a_move(own[half::2]) for own in sides.values()] for half in (0, 1)]
    print(f"rank correlation of the halves: {correlation(*map(ranks, halves)):.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
