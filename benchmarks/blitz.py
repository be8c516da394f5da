"""Many fast games without a window: python -m benchmarks.blitz [--games N] [--time SECONDS]

Every game is replayed by the rules, and the memory of the process compared with that after the first games.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from typing import Final

from ai import preparation
from ai.arena.players import PlayerSpec, parse_player
from ai.arena.tournament import Tournament, play_games
from ai.even_openings import even_opening
from game.records.transcript import parse_transcript, transcript

# Tables are filled and everything is loaded after so many games; from then on memory may grow by this share.
WARM_GAMES: Final = 100
MAY_GROW: Final = 0.05


def main() -> int:
    parser = argparse.ArgumentParser(description="play many fast games and watch the memory")
    parser.add_argument("--games", type=int, default=1000, help="more than 100 (default: %(default)s)")
    parser.add_argument("--time", type=float, default=0.005, help="seconds per move (default: %(default)s)")
    options = parser.parse_args()
    if options.games <= WARM_GAMES:
        parser.error(f"the memory is watched after {WARM_GAMES} games, so play more")
    print(preparation.wait().text)

    limit = PlayerSpec(seconds=options.time)
    players = parse_player("pvs", limit), parse_player("alphabeta", limit)
    rng = Random(1)
    openings = tuple(transcript(even_opening(rng)) for _ in range((options.games + 1) // 2))
    warm = now = 0
    points = 0.0
    plies = 0
    longest = 0.0
    began = time.perf_counter()
    for report in play_games(players, Tournament(players, openings, 1).pairings()[: options.games]):
        number = report.pairing.number + 1
        if parse_transcript(transcript(report.game)).result() != report.result:
            print(f"game {number} does not end as it was reported: {transcript(report.game)}")
            return 1
        winner = report.result.winner
        points += 0.5 if winner is None else winner is report.pairing.color_of(0)
        plies += len(report.game.moves)
        longest = max(longest, *(move.seconds for move in report.moves))
        now = memory()
        if number == WARM_GAMES:
            warm = now
        if number % WARM_GAMES == 0:
            print(f"{number:5} games, {now / 1e6:.1f} MB", flush=True)
    growth = now / warm - 1
    seconds = time.perf_counter() - began
    print(
        f"{options.games} games of {options.time * 1000:g} ms per move in {seconds:.0f} s: "
        f"{plies} moves, all legal, no error; the longest took {longest * 1000:.1f} ms; "
        f"PVS scored {points / options.games:.1%}"
    )
    print(f"memory after the first {WARM_GAMES}: {growth:+.2%} (at most {MAY_GROW:+.0%})")
    return 0 if growth < MAY_GROW else 1


def memory() -> int:
    """Bytes of this process in memory: now on Linux, the most so far elsewhere."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text(encoding="utf-8").split()[1]) * 4096
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    sys.exit(main())
