"""Whether the explorer is right and how soon it answers, on an archive of WTHOR:

    python -m benchmarks.explorer FOLDER [--positions 1000]

Positions of its games, each turned at random, are looked up; then all games are played through by the plain
rules of `game/`, and what they say of these positions in any orientation is compared: games, results, means,
of all and of each move. Times are of a step: the figures and the newest games of a position. At first the
index is made behind a window: how long that takes, and what its frames take meanwhile.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.lists import window
from game.board import Board, Move
from game.symmetry import inverse, transform_board, transform_square
from play.archive.index import Played
from play.archive.reader import ArchiveReader
from play.library import Library
from play.lists.table import Field, Query
from ui.dialogs.games import list_wording
from ui.pages.review.page import ReviewPage

NEWEST = Query("", Field.DATE, is_descending=True)


def moves_of(reader: ArchiveReader, number: int) -> list[Move]:
    assert reader.index is not None
    return [int(move) for move in reader.index.games.records["moves"][number] if move < 64]


def sampled(reader: ArchiveReader, count: int) -> list[Board]:
    chance, boards = Random(7), [Board.initial()]
    assert reader.index is not None
    while len(boards) < count:
        moves, board = moves_of(reader, chance.randrange(len(reader.index.games.records))), Board.initial()
        for move in moves[: chance.randrange(len(moves))]:
            board = board.after_pass().play(move)
        boards.append(transform_board(board.after_pass(), chance.randrange(8)))
    return boards


def by_the_rules(reader: ArchiveReader, boards: list[Board]) -> dict[tuple[int, Move | None], Played]:
    """Of each board, by its number, what all games say of it, and of each move there."""
    wanted: dict[Board, list[tuple[int, int]]] = defaultdict(list)
    for number, board in enumerate(boards):
        for symmetry in range(8):
            wanted[transform_board(board, symmetry)].append((number, symmetry))
    leads: dict[tuple[int, Move | None], list[int]] = defaultdict(list)
    assert reader.index is not None
    for game in range(len(reader.index.games.records)):
        lead, board = 2 * int(reader.index.games.records["score"][game]) - 64, Board.initial()
        for move in [*moves_of(reader, game), None]:
            board = board.after_pass()
            for number in {number for number, _symmetry in wanted.get(board, ())}:
                leads[number, None].append(lead)
            if move is None or not board.is_legal(move):
                break
            found = {(n, transform_square(move, inverse(s))) for n, s in wanted.get(board, ())}
            for number, turned in found:
                leads[number, turned].append(lead)
            board = board.play(move)
    return {
        key: Played(len(all), sum(lead > 0 for lead in all), all.count(0), sum(all) / len(all))
        for key, all in leads.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--positions", type=int, default=1000)
    options = parser.parse_args()
    with window(options.folder) as bench:
        archive = bench.app.archive
        bench.app.show(ReviewPage)
        seconds, frames = bench.until(lambda: archive.index is not None)
        print(f"behind a window the index is made in {seconds:.2f} s; {frames}")
        seconds, frames = bench.until(lambda: archive.table is not None)
        print(f"behind a window its list is made in {seconds:.2f} s; {frames}")
    with tempfile.TemporaryDirectory() as name:
        cache = Path(name)
        for told in ("made", "opened"):
            reader = ArchiveReader(list_wording(), Library(cache / "library.sqlite", []), cache)
            begin = time.perf_counter()
            reader.open(options.folder)
            while reader.index is None and not reader.problem:
                time.sleep(0.001)
            print(f"the index {told}: {time.perf_counter() - begin:.2f} s {reader.problem}")
        while reader.table is None:
            time.sleep(0.01)
        boards, times, wrong = sampled(reader, options.positions), [], 0
        for board in boards:
            begin = time.perf_counter()
            reader.look_up(board)
            reader.rows(board, NEWEST)
            times.append(1000 * (time.perf_counter() - begin))
        print(f"{len(times)} steps: median {median(times):.2f} ms, worst {max(times):.1f}")
        expected, none = by_the_rules(reader, boards), Played()
        for number, board in enumerate(boards):
            found = reader.look_up(board)
            same = found.all == expected.get((number, None), none) and all(
                own == expected.get((number, move), none) for move, (own, _mine) in found.moves.items()
            )
            wrong += not same
        print(f"{wrong} of {len(boards)} positions differ from a pass by the plain rules")


if __name__ == "__main__":
    main()
