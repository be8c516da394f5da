"""Step `book`: builds the opening book by the engine's own searches, over lines that are often played.

`ai.training.book.graph` decides what is searched and what follows. A work file keeps every search, one JSON
object a line after the first, which describes them all:

    {"book": 1, "search": "--seconds 0.3", "weights": "<their fingerprint>"}
    {"position": "<64 squares> X", "moves": {"d3": -2}, "depth": 14}

A position is on its smallest symmetry, with Black to move; scores are tenths of a disc for the side to move.
"""

import argparse
import csv
import json
import shlex
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from ai.arguments import whole_number
from ai.book import SHIPPED, Book, board_of
from ai.engine import Engine
from ai.files import add_line, lines_of, write_file
from ai.limits import Limit, Options, parse_seconds
from ai.training.arguments import PROGRAM, StepError, StepParsers, add_work, prepare
from ai.training.book.graph import PARTS, Graph, Wish
from ai.training.console import bar
from ai.weights import default_weights
from game.board import Board, Square, parse_square, square_name
from game.plain_text import shortened
from game.records.transcript import TranscriptError, parse_transcript
from game.symmetry import BitboardPair, canonical

WORK_FILE: Final = "book.jsonl"
WORK_VERSION: Final = 1
# The columns of a file of lines: the moves, and how often their last position was met.
TRANSCRIPT: Final = "transcript"
POPULARITY: Final = "position_games"

SECONDS: Final = 0.3  # of a search, by default
ALL_MOVES_PLIES: Final = 2  # by which a search of all moves is shallower than the one that found a move
BATCH: Final = 16  # searches after which the scores climb again, and the next ones are chosen
TABLE_MEGABYTES: Final = 64


def read_lines(path: Path) -> list[BitboardPair]:
    """The positions on the way of all lines, the most played first. Raises StepError and OSError."""
    games: dict[BitboardPair, int] = {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        try:
            for row in rows:
                for board in parse_transcript(row[TRANSCRIPT]).boards:
                    if board.legal_moves():
                        position = canonical(board)
                        games[position] = max(games.get(position, 0), int(row[POPULARITY]))
        except (ValueError, KeyError, TypeError, csv.Error) as error:
            reason = (
                error.summary
                if isinstance(error, TranscriptError)
                else f"no {TRANSCRIPT} with its {POPULARITY}"
            )
            raise StepError(f"{path}, line {rows.line_num}: {shortened(reason)}") from error
    return sorted(games, key=lambda position: -games[position])


class Work:
    """The searches so far, in a file to which each is added as soon as it is done."""

    def __init__(self, path: Path, header: Mapping[str, object]) -> None:
        """`header` describes the searches: a file with another one is refused.

        `found` is the content of the file, without a line that was cut off. Raises StepError and OSError.
        """
        self.path = path
        wanted = json.dumps({"book": WORK_VERSION, **header})
        lines = lines_of(path)
        if not lines:
            add_line(path, wanted)
        elif lines[0] != wanted:
            reason = f"it was begun as {lines[0][:200]}, not as {wanted}: name another --work, or delete it"
            raise StepError(f"{path}, line 1: {reason}")
        self.found = [_searched(line) for line in lines[1:] if line.endswith("}")]

    def add(self, position: BitboardPair, found: Mapping[Square, int], depth: int) -> None:
        moves = {square_name(move): score for move, score in found.items()}
        search = {"position": board_of(position).text(), "moves": moves, "depth": depth}
        add_line(self.path, json.dumps(search))


def _searched(line: str) -> tuple[BitboardPair, dict[Square, int]]:
    entry = json.loads(line)
    board = Board.from_text(entry["position"])
    return canonical(board), {parse_square(name): score for name, score in entry["moves"].items()}


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "book",
        description="Search the positions of opening lines and what best play leads to from there, and "
        "write the opening book. Every search is kept: the same command goes on where it was stopped.",
        epilog=f"""examples:
  {PROGRAM} book --lines wthor_openings.csv
  {PROGRAM} book --lines wthor_openings.csv --positions 600 --output build/book.json.gz""",
    )
    lines = f"opening lines, CSV with the columns {TRANSCRIPT} (f5d6c3...) and {POPULARITY}"
    parser.add_path("--lines", lines, required=True)
    how = parser.add_mutually_exclusive_group()
    seconds = "of a search (default: %(default)s)"
    how.add_argument("--seconds", type=parse_seconds, default=SECONDS, metavar="S", help=seconds)
    how.add_argument(
        "--depth", type=whole_number("the depth", 1, 30), metavar="N", help="plies of a search, however long"
    )
    name, positions = "the number of positions", "how many to search, including those of the lines"
    parser.add_number("--positions", name, 1, 1_000_000, 6000, positions)
    parser.add_path("--output", "the book (default: the program's own)", SHIPPED)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    is_timed = options.depth is None
    how = ["--seconds", f"{options.seconds:g}"] if is_timed else ["--depth", str(options.depth)]
    graph = Graph(read_lines(options.lines))
    weights = default_weights().fingerprint
    work = Work(options.work / WORK_FILE, {"search": " ".join(how), "weights": weights})
    for position, found in work.found:
        graph.add(position, found)
    limit = Limit(seconds=options.seconds) if is_timed else Limit(depth=options.depth)
    grow(graph, work, limit, options.positions)
    command = [*PROGRAM.split(), "book", "--lines", options.lines.name, *how, "--positions", str(len(graph))]
    book = Book(graph.book(), f"{shlex.join(command)}  # weights {weights}")
    write_file(options.output, book.to_bytes())
    print(
        f"{options.output}: {len(book):,} positions, of {len(graph):,} that were searched; "
        f"{options.output.stat().st_size:,} bytes"
    )


def grow(graph: Graph, work: Work, limit: Limit, positions: int) -> None:
    """Searches until the graph has enough positions. Raises StepError."""
    prepare()
    with closing(Engine(TABLE_MEGABYTES)) as engine, bar("positions", positions, len(graph)) as advance:
        while len(graph) < positions and (wishes := graph.wishes(BATCH)):
            for wish in wishes:
                if len(graph) >= positions:
                    return
                found, depth = search(engine, wish, limit)
                work.add(wish.position, found, depth)
                graph.add(wish.position, found)
                advance(not wish.all_moves)


def search(engine: Engine, wish: Wish, limit: Limit) -> tuple[dict[int, int], int]:
    """(moves of the position with their scores in tenths of a disc, the depth of the search)."""
    board = board_of(wish.position)
    last = engine.analyse(board, limit).result().iterations[-1]
    if not wish.all_moves:
        return {last.move: round(PARTS * last.score)}, last.depth
    depth = max(1, last.depth - ALL_MOVES_PLIES)
    result = engine.analyse(board, Limit(depth=depth), Options(all_moves=True)).result()
    return {found.move: round(PARTS * found.score) for found in result.scores}, depth
