"""Step `book`: builds the opening book by the engine's own searches.

The book is a graph of positions, each in its least symmetric form, so that transpositions and mirrored lines
meet. A search of a position scores all of its moves; if a move leads to a position that has been searched,
too, the value of that position replaces the score. So negamax carries scores from the ends of the lines to
the first move (Buro 1999, "Toward opening book learning"). The next positions to search are those where good
play of both sides leaves the book soonest ("drop-out expansion", Lincke 2000, "Strategies for the automatic
construction of opening books"). Finally, all ends of the lines that the book plays are searched deeper.

A work file keeps every search: the first line describes the searches, each further line is a JSON object.
Scores are tenths of a disc for the side to move; a deeper search has its depth:

    {"book": 2, "depth": 20, "weights": "<their fingerprint>"}
    {"position": "<64 squares> X", "moves": {"d3": -2}}
    {"position": "<64 squares> X", "moves": {"d3": -3}, "depth": 26}
"""

import argparse
import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from heapq import nsmallest
from itertools import repeat
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import mean
from typing import Any, Final

from ai.book import EQUAL_DISCS, PARTS, SHIPPED, board_of, load, packed
from ai.engine import Engine
from ai.files import add_line, lines_of, write_file
from ai.limits import Limit, Options
from ai.training.arguments import PROGRAM, StepError, StepParsers, add_work, prepare
from ai.training.console import bar, tell
from ai.weights import default_weights
from game.board import Board, Square, parse_square, square_name
from game.evaluation import DUBIOUS
from game.symmetry import BitboardPair, canonical

WORK_FILE: Final = "book.jsonl"
WORK_VERSION: Final = 2

PLIES_PER_DISC: Final = 2.0  # that a lost disc counts as, in the choice of the next positions
ALL_MOVES_DEPTH: Final = 10  # plies of the search that finds how much worse other moves are than the best
BATCH: Final = 16  # positions chosen at once, at least,
SHARE: Final = 32  # or this part of the book, so that choosing takes less time than searching
TABLE_MEGABYTES: Final = 16  # cleared before each search
DEEPER_PLIES: Final = 6  # added to the depth for the ends of lines,
CHECK_PLIES: Final = 4  # and for a check

SearchAll = Callable[[Sequence[BitboardPair], int], Iterable[tuple[BitboardPair, dict[Square, int]]]]
"""Searches positions to a depth; yields them in order, each with the scores of its moves."""


class Graph:
    """Searched positions, and the scores of their moves."""

    def __init__(self) -> None:
        self._moves: dict[BitboardPair, dict[BitboardPair | None, int]] = {}

    def __len__(self) -> int:
        return len(self._moves)

    def add(self, position: BitboardPair, found: Mapping[Square, int]) -> None:
        """Adds a position with the scores of all its moves, or replaces them.

        Symmetric moves count as one, with the better score. The book ends after a move that leaves no reply.
        """
        moves = self._moves[position] = {}
        for move, score in found.items():
            board = board_of(position).play(move)
            after = canonical(board) if board.legal_moves() else None
            moves[after] = max(score, moves.get(after, score))

    def scores(self) -> dict[BitboardPair, int]:
        """Returns the value of each position, in tenths of a disc for the side to move."""
        scores: dict[BitboardPair, int] = {}
        for position in reversed(self._by_discs()):
            scores[position] = max(
                -scores[after] if after in scores else score for after, score in self._moves[position].items()
            )
        return scores

    def next_positions(self, most: int) -> list[BitboardPair]:
        """Returns the positions to search next: those with the fewest plies and lost discs before them."""
        scores = self.scores()
        lost = {canonical(Board.initial()): 0}  # tenths, by both sides, on the way that loses least
        for position in self._by_discs():
            for after, score in self._moves[position].items():
                if after is not None:
                    score = -scores[after] if after in scores else score
                    on_this_way = lost[position] + scores[position] - score
                    lost[after] = min(on_this_way, lost.get(after, on_this_way))
        ends = lost.keys() - scores.keys()
        return nsmallest(most, ends, lambda end: (_discs(end) + PLIES_PER_DISC / PARTS * lost[end], end))

    def ends(self) -> set[BitboardPair]:
        """Returns the ends of the lines that the book may play: positions whose best moves leave the book."""
        scores, ends = self.scores(), set[BitboardPair]()
        seen, ahead = set[BitboardPair](), [canonical(Board.initial())]
        while ahead:
            position = ahead.pop()
            if position in seen:
                continue
            seen.add(position)
            known = {after: -scores[after] for after in self._moves[position] if after in scores}
            if scores[position] not in known.values():
                ends.add(position)
            else:
                least = scores[position] - PARTS * EQUAL_DISCS
                ahead += [after for after, score in known.items() if score >= least]
        return ends

    def _by_discs(self) -> list[BitboardPair]:
        """Returns positions by number of discs: a move adds one, so each position precedes its successors."""
        return sorted(self._moves, key=_discs)


def _discs(position: BitboardPair) -> int:
    return (position[0] | position[1]).bit_count()


class Work:
    """The finished searches, and their file, to which each is added as soon as it ends."""

    def __init__(self, path: Path, header: Mapping[str, object]) -> None:
        """`header` describes the searches; a file with another header is refused.

        `found` and `deeper` are the content of the file, without a truncated line. Raises StepError, OSError.
        """
        self.path = path
        wanted = json.dumps({"book": WORK_VERSION, **header})
        lines = lines_of(path)
        if not lines:
            add_line(path, wanted)
        elif lines[0] != wanted:
            reason = f"it was begun as {lines[0][:200]}, not as {wanted}: name another --work, or delete it"
            raise StepError(f"{path}, line 1: {reason}")
        whole = (line for line in lines[1:] if line.endswith("}") and line.count("{") == line.count("}"))
        entries = list(map(json.loads, whole))
        self.found = dict(_searched(entry) for entry in entries if "depth" not in entry)
        self.deeper = dict(_searched(entry) for entry in entries if "depth" in entry)

    def add(self, position: BitboardPair, found: Mapping[Square, int], depth: int | None = None) -> None:
        """Adds a search to the file; `depth` is only given for a deeper search."""
        moves = {square_name(move): score for move, score in found.items()}
        entry = {"position": board_of(position).text(), "moves": moves}
        add_line(self.path, json.dumps(entry if depth is None else entry | {"depth": depth}))


def _searched(entry: Mapping[str, Any]) -> tuple[BitboardPair, dict[Square, int]]:
    board = Board.from_text(entry["position"])
    return canonical(board), {parse_square(name): score for name, score in entry["moves"].items()}


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "book",
        description="Search the positions that good play leads to, and write the opening book. Every search "
        "is kept: the same command goes on where it was stopped, also with more positions.",
        epilog=f"""examples:
  {PROGRAM} book --positions 600 --output build/book.bin.gz
  {PROGRAM} book --check 200""",
    )
    parser.add_number("--depth", "the depth", 1, 30, 20, "plies of a search")
    parser.add_number("--positions", "the number of positions", 1, 1_000_000, 100_000, "how many to search")
    parser.add_number("--workers", "the number of workers", 1, 64, 1, "searches at a time")
    parser.add_path("--output", "the book (default: the program's own)", SHIPPED)
    check = f"write nothing; search where N lines leave the book, by {CHECK_PLIES} plies more than --depth"
    parser.add_number("--check", "the number of lines", 1, 100_000, None, check)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    prepare()
    if options.check:
        check(options.output, options.check, options.depth + CHECK_PLIES)
        return
    weights = default_weights().fingerprint
    work, graph = Work(options.work / WORK_FILE, {"depth": options.depth, "weights": weights}), Graph()
    for position, found in work.found.items():
        graph.add(position, found)
    with searches(options.workers) as search_all:
        grow(graph, work, options, search_all)
        look_deeper(graph, work, options.depth + DEEPER_PLIES, search_all)
    command = [*PROGRAM.split(), "book", "--depth", str(options.depth), "--positions", str(len(graph))]
    write_file(options.output, packed(graph.scores(), f"{shlex.join(command)}  # weights {weights}"))
    tell(f"{options.output}: {len(graph):,} positions, {options.output.stat().st_size:,} bytes")


@contextmanager
def searches(workers: int) -> Iterator[SearchAll]:
    """Yields a function that searches positions to a depth, `workers` of them at a time."""
    engines = SimpleQueue[Engine]()

    def find(position: BitboardPair, depth: int) -> dict[Square, int]:
        engine = engines.get()
        try:
            return search(engine, position, depth)
        finally:
            engines.put(engine)

    with ExitStack() as stack:
        for _ in range(workers):
            engines.put(stack.enter_context(closing(Engine(TABLE_MEGABYTES))))
        pool = ThreadPoolExecutor(workers)  # the searches run outside Python's lock
        stack.callback(pool.shutdown, cancel_futures=True)
        yield lambda positions, depth: zip(positions, pool.map(find, positions, repeat(depth)), strict=True)


def grow(graph: Graph, work: Work, options: argparse.Namespace, search_all: SearchAll) -> None:
    """Searches until the graph has enough positions: the same ones with any number of workers."""
    with bar("positions", options.positions, len(graph)) as advance:
        while len(graph) < options.positions:
            most = min(options.positions - len(graph), max(BATCH, len(graph) // SHARE))
            if not (chosen := graph.next_positions(most)):
                return
            for position, found in search_all(chosen, options.depth):
                work.add(position, found)
                graph.add(position, found)
                advance(1)


def look_deeper(graph: Graph, work: Work, depth: int, search_all: SearchAll) -> None:
    """Searches the ends of the lines that the book plays to this depth, until all ends have it."""
    done = set[BitboardPair]()
    while chosen := sorted(graph.ends() - done):
        wanted = [position for position in chosen if position not in work.deeper]
        with bar("ends of lines", len(chosen), len(chosen) - len(wanted)) as advance:
            for position, found in search_all(wanted, depth):
                work.add(position, found, depth=depth)
                work.deeper[position] = found
                advance(1)
        for position in chosen:
            graph.add(position, work.deeper[position])
        done.update(chosen)


def search(engine: Engine, position: BitboardPair, depth: int) -> dict[Square, int]:
    """Returns the scores of all moves in tenths of a disc.

    The best move is searched to `depth`; the others are worse by as much as in a shallow search.
    """
    board = board_of(position)
    engine.new_game()
    all_moves = Limit(depth=min(depth, ALL_MOVES_DEPTH)), Options(all_moves=True)
    shallow = engine.analyse(board, *all_moves).result().scores
    best, score = judge(engine, board, depth)
    most = max(each.score for each in shallow)
    found = {each.move: round(PARTS * (score + each.score - most)) for each in shallow}
    return found | {best: round(PARTS * score)}


def judge(engine: Engine, board: Board, depth: int) -> tuple[Square, float]:
    """Returns (best move, score): the mean score of the last two depths, as odd and even depths differ."""
    last = engine.analyse(board, Limit(depth=depth)).result().iterations[-2:]
    return last[-1].move, mean(each.score for each in last)


def check(path: Path, lines: int, depth: int) -> None:
    """Compares the book with searches of this depth, at the ends of random lines of the book's choices."""
    book, off = load(path), []
    with closing(Engine(TABLE_MEGABYTES)) as engine, bar("lines", lines) as advance:
        for line in range(lines):
            board, rng, moves = Board.initial(), Random(line), ""
            while chosen := book.choose(board, rng):
                board, moves = board.play(chosen.move), moves + square_name(chosen.move)
            engine.new_game()
            _best, score = judge(engine, board, depth)
            known = book.score(board) or 0.0
            off.append(abs(score - known))
            if off[-1] > DUBIOUS:
                tell(f"{moves}: {known:+.1f}, but {score:+.2f} by {depth} plies")
            advance(1)
    tell(f"{lines} lines, {depth} plies from their ends: {mean(off):.2f} discs off, {max(off):.2f} at most")
