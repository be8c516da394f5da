"""`analyse`: the best moves of positions and their scores, reported while the search deepens."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ai import arguments
from ai.arguments import DONE, FAILED, Subcommand, prepare
from ai.bench.runs import Interruption, new_engine
from ai.expectation import Chances, default_expectation
from ai.limits import Limit, Options, Progress, evaluation_of
from game.board import Board, Color, move_name
from game.evaluation import Evaluation, Kind
from game.files import read_input
from game.plain_text import printable, to_left, to_right
from game.records.any_format import is_typed
from game.records.obf import Problem
from game.sentences import Worth
from game.text import N_, _, format_number, ngettext
from game.tree import Node
from play.hints import with_known
from ui.assets import read_book
from ui.commands.solve import read_positions

if TYPE_CHECKING:
    from ai.book import Book
    from ai.engine import Analysis, Engine
    from ai.limits import Iteration, MoveScore

DEFAULT_SECONDS: Final = 2.0
DEFAULT_MOVES: Final = 3
MOST_MOVES: Final = 60
DEEPEST: Final = 60
# Width in characters of the columns for the value of a move and for its chances.
WORTH: Final = 20
# Seconds between checks of the search.
STEP: Final = 0.01


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("find the best moves of a position, and what they are worth"),
        _(
            "Search positions, and report their best moves: the score with best play, how often such "
            "positions are won, and how the game continues."
        ),
        command.examples(
            "analyse f5d6c3d3c4f4f6",
            "analyse games.sgf --seconds 10 --moves 1",
            'analyse "---------------------------OX------XO--------------------------- X" --depth 20',
            "analyse positions.obf --json > analysed.jsonl",
        ),
        _(
            "A position is 64 squares (X is Black, O is White, - is empty) and the side to move, or a "
            "transcript; a file has positions, or games in any format, whose last positions are used, "
            "for WTHOR those to which the theoretical scores apply. "
            "--json writes a line for each finished depth; its scores are discs for the side to move, "
            'and the last line of a position has "is_final": true.'
        ),
    )
    what = _("a position, a transcript or a file of them; - reads standard input")
    parser.add_argument("what", type=arguments.file_name, metavar=_("POSITION|FILE"), help=what)
    limit = parser.add_mutually_exclusive_group()
    seconds = _("for each position (default: {seconds})", seconds=f"{DEFAULT_SECONDS:g}")
    arguments.add_seconds(limit, "--seconds", seconds)
    far = _("search to this depth, however long it takes")
    arguments.add_number(limit, "--depth", N_("the depth"), 1, DEEPEST, far, metavar=_("PLIES"))
    name, told = N_("the number of moves"), _("how many to report (default: %(default)s)")
    arguments.add_number(parser, "--moves", name, 1, MOST_MOVES, told, DEFAULT_MOVES)
    arguments.add_threads(parser)
    arguments.add_hash(parser)
    told = _("use scores from the opening book if it has them (default: --book)")
    parser.add_argument("--book", action=argparse.BooleanOptionalAction, default=True, help=told)
    parser.add_argument("--json", action="store_true", help=_("write a line of JSON for each depth"))


def run(options: argparse.Namespace) -> int:
    problems, wrong = read_positions(options.what, os.fsencode if is_typed(options.what) else read_input)
    book, reason = read_book() if options.book else (None, "")
    if reason:
        print(reason, file=sys.stderr)
    prepare()
    with Interruption() as ending, new_engine(options.hash, expected_scores=True) as engine:
        for number, problem in enumerate(problems, start=1):
            _analyse(engine, book, number, problem, options)
    ending.raise_error()
    return FAILED if wrong else DONE


def _analyse(
    engine: Engine, book: Book | None, number: int, problem: Problem, options: argparse.Namespace
) -> None:
    board, node = problem.board, Node(problem.board)
    if book is not None:
        book.note(node)
    found: dict[str, object] = {"position": number, "line": problem.line, "board": board.text()}
    if (result := board.result()) is not None:
        discs = {"black": result.black, "white": result.white}
        if options.json:
            print(json.dumps(found | {"is_final": True, "moves": []} | discs), flush=True)
        else:
            place = board.text() if not problem.comment else printable(problem.comment)
            print(_("{position}: the game is over, {black}:{white}", position=place, **discs))
        return
    engine.clear_and_allocate()
    seconds = options.seconds if options.seconds or options.depth else DEFAULT_SECONDS
    how = Options(all_moves=options.moves > 1, threads=options.threads)
    analysis = engine.analyse(board, Limit(seconds=seconds, depth=options.depth), how)
    try:
        for searched, is_final in _depths(analysis):
            progress = with_known(searched, node, book)
            if options.json:
                found |= _as_json(analysis, progress, options.moves) | {"is_final": is_final}
                print(json.dumps(found), flush=True)
            elif is_final:
                _print_moves(problem, analysis, progress, options.moves)
            else:
                _print_depth(analysis, progress)
    finally:
        analysis.stop()


def _depths(analysis: Analysis) -> Iterator[tuple[Progress, bool]]:
    """Yields the progress after each new depth, then the final one (True). Raises the error of the search."""
    told = 0
    while True:
        is_done, progress = analysis.is_done, analysis.progress
        for number, found in enumerate(progress.iterations[told:], start=told + 1):
            if number == len(progress.iterations):
                yield progress, False
            else:  # it took less than a STEP
                known = found.move, found.score, found.depth, found.kind, found.pv, found.algorithm
                before = progress.iterations[:number]
                yield Progress(progress.board, *known, before, confidence=found.confidence), False
        told = len(progress.iterations)
        if is_done:
            break
        time.sleep(STEP)
    yield analysis.result(), True


def _candidates(progress: Progress, count: int) -> Sequence[MoveScore | Iteration]:
    """Returns the best moves, or only the best one if not every move has its own score."""
    return progress.scores[:count] or progress.iterations[-1:]


def _as_json(analysis: Analysis, progress: Progress, count: int) -> dict[str, object]:
    counters = analysis.counters()
    return {
        "depth": progress.depth,
        "kind": progress.kind.value,
        "confidence": progress.confidence,
        "nodes": counters.nodes,
        "seconds": round(counters.seconds, 6),
        "moves": [_move_as_json(move, progress.board) for move in _candidates(progress, count)],
    }


def _move_as_json(found: MoveScore | Iteration, board: Board) -> dict[str, object]:
    known = Evaluation(found.score, found.depth, found.kind, found.confidence)
    chances = _chances(found, board)
    is_outcome = found.kind is Kind.OUTCOME
    low, high = (None, None) if is_outcome else default_expectation().interval(known, board.empties)
    return {
        "move": move_name(found.move),
        "score": round(found.score, 3),
        "kind": found.kind.value,
        "depth": found.depth,
        "confidence": found.confidence,
        "low": low if low is None else round(low, 3),
        "high": high if high is None else round(high, 3),
        "win": round(chances.win, 4),
        "draw": round(chances.draw, 4),
        "loss": round(chances.loss, 4),
        "line": [move_name(move) for move in found.pv],
    }


def _chances(found: MoveScore | Iteration, board: Board) -> Chances:
    """Returns the chances of the side to move."""
    chances = default_expectation().chances_of(evaluation_of(found, board.turn), board)
    return chances if board.turn is Color.BLACK else chances.mirrored()


# Text output


def _print_depth(analysis: Analysis, progress: Progress) -> None:
    """Prints a depth to standard error, as standard output is for results."""
    from ui.text.wording import describe_depth, format_count, format_line, format_seconds

    best = progress.iterations[-1]
    seconds = to_right(format_seconds(analysis.counters().seconds), 9)
    cells = (to_left(describe_depth(progress), 22), to_left(_worth(best, progress.board), WORTH))
    words = f"{''.join(cells)}{seconds}{to_right(format_count(best.nodes), 9)}  {format_line(best.pv)}"
    print(words, file=sys.stderr, flush=True)


def _print_moves(problem: Problem, analysis: Analysis, progress: Progress, count: int) -> None:
    from ui.text.wording import describe_depth, format_count, format_line

    board, counters = problem.board, analysis.counters()
    side = _("{side} to move", side=board.turn.label)
    empties = ngettext("{count} empty square", "{count} empty squares", board.empties)
    name = f"{printable(problem.comment)}: " if problem.comment else ""
    nodes, seconds = format_count(counters.nodes), format_number(counters.seconds, ".1f")
    work = _("{nodes} positions in {seconds} s", nodes=nodes, seconds=seconds)
    print(f"{name}{side}, {empties.format(count=board.empties)}; {describe_depth(progress)}, {work}")
    for found in _candidates(progress, count):
        wins = _("wins {percent} %", percent=round(100 * _chances(found, board).win))
        line = format_line(found.pv[1:])
        worth = to_left(_worth(found, board), WORTH)
        print(f"  {to_left(move_name(found.move), 6)}{worth}{to_left(wins, WORTH)}{line}".rstrip())


def _worth(found: MoveScore | Iteration, board: Board) -> str:
    """Returns '+1.2 for Black', 'White wins'."""
    from ui.text.wording import format_worth

    known = evaluation_of(found, board.turn)
    if known.kind is Kind.OUTCOME:
        return format_worth(known.score, known.kind)
    return Worth.of(known.score, kind=known.kind).text()
