"""`solve`: solves every position of a file exactly, and checks the results that the file gives."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Final

from ai.arguments import DONE, FAILED, Subcommand, add_solver_options, checked, file_name, input_name, prepare
from ai.bench.runs import Cost, Interruption, new_engine, search, total
from ai.limits import Limit, Options
from game.board import Move, final_score, move_name
from game.files import read_input
from game.plain_text import aligned, parse_digits, printable
from game.records.any_format import read_problems
from game.records.obf import ObfError, Problem
from game.text import _, in_english
from ui import VERSION
from ui.assets import CannotRun, reading

# A position in OBF.
EXAMPLE: Final = (
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; % FFO 40"
)

# Column widths in characters; longer names are cut.
WIDTHS: Final = 15, 10, 7, 8, 17, 11, 14
NO_COST: Final = Cost(0, 0.0)


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact score of a problem for its side to move; `move` is None when the game is over."""

    problem: Problem
    score: int
    move: Move | None = None
    cost: Cost = NO_COST

    @property
    def move_name(self) -> str | None:
        return None if self.move is None else move_name(self.move)

    @property
    def listed(self) -> int | None:
        """The score that the file gives for `move`; None if it gives none."""
        return next((score for move, score in self.problem.scores if move == self.move), None)

    @property
    def contradiction(self) -> str:
        """How the file differs from the solution; '' if it does not."""
        if self.problem.best not in (None, self.score):
            return _("the file says {score}", score=f"{self.problem.best:+}")
        if self.listed not in (None, self.score):
            return _("the file says {move} is worth {score}", move=self.move_name, score=f"{self.listed:+}")
        return ""

    @property
    def check(self) -> str:
        if self.problem.best is None:
            return _("no score given")
        if self.contradiction:
            return _("WRONG: {known}", known=self.contradiction)
        if self.problem.scores and self.listed is None:
            return _("ok, though the file names other moves")
        return _("ok")


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("solve the positions of a file exactly"),
        _(
            "Solve every position of a file exactly, each with an empty table, and check the result if the "
            "file gives one."
        ),
        command.examples(
            "solve assets/positions/ffo.obf",
            "solve assets/positions/ffo.obf --numbers 40-49",
            "solve problems.obf --threads 2 --hash 512 --json > solved.json",
            "solve - < problems.obf",
        ),
        _(
            "A file has one position per line, in OBF: 64 squares (X is Black, O is White, - is empty) and "
            "the side to move, then, if known, scores for that side, and a comment:"
        ),
        f"  {EXAMPLE}",
        _(
            "Or it has games, in GGF, SGF or PGN, or transcripts, one per line: then the last position of "
            "each game is solved. For a WTHOR game it is the position to which its theoretical score "
            "applies, and that score is checked."
        ),
        _(
            "The exit status is 1 when a result differs from the file's, or a line is not a position; "
            "the others are still solved. --json writes one object to stdout; the table then goes to "
            "stderr."
        ),
    )
    read = _("positions in OBF, or games; - reads standard input")
    parser.add_argument("file", type=file_name, metavar=_("FILE"), help=read)
    which = _("only these of the readable positions: a number, or a range, such as 40-49")
    parser.add_argument("--numbers", type=checked(parse_numbers), metavar="A-B", help=which)
    add_solver_options(parser)


def parse_numbers(text: str) -> range:
    """Reads '7' or '20-39'. Raises ValueError."""
    parts = text.split("-")
    first, last = parse_digits(parts[0]), parse_digits(parts[-1])
    if len(parts) > 2 or not first or not last or first > last:
        raise ValueError(_("{text} is neither a positive number nor a range such as 20-39", text=repr(text)))
    return range(first, last + 1)


def run(options: argparse.Namespace) -> int:
    with in_english() if options.json else nullcontext():
        problems, malformed = read_positions(options.file, read_input)
    if options.numbers is not None:
        if options.numbers[-1] > len(problems):
            sentence = _("{name}: there is no position {number}, the last is {count}")
            name, number = printable(options.file), options.numbers[-1]
            raise CannotRun(sentence.format(name=name, count=len(problems), number=number))
        problems = problems[options.numbers[0] - 1 : options.numbers[-1]]
    out = sys.stderr if options.json else sys.stdout
    solutions: list[Solution] = []
    with Interruption() as ending:
        for solution in _solve(problems, options):
            if not solutions:
                print(_header(), file=out)
            solutions.append(solution)
            print(_row(solution), file=out, flush=True)
    if ending.was_interrupted:
        sentence = _("Interrupted: {done} of {count} positions solved")
        print(sentence.format(done=len(solutions), count=len(problems)), file=sys.stderr)
    if options.json:
        with in_english():
            report = _as_json(options, solutions, malformed, ending)
        print(json.dumps(report, indent=1))
    else:
        print(_totals(solutions, malformed))
    ending.raise_error()
    return FAILED if malformed or any(solution.contradiction for solution in solutions) else DONE


def read_positions(what: str, read: Callable[[str], bytes]) -> tuple[list[Problem], list[ValueError]]:
    """Returns the positions of a file, and its malformed lines, also printed to stderr. Raises CannotRun."""
    name = input_name(what)
    with reading(name):
        problems, malformed = read_problems(read(what))
    for line in malformed:
        print(f"{name}: {line}", file=sys.stderr)
    if not problems:
        raise CannotRun(_("{name}: there is no position in it", name=name))
    return problems, malformed


# Solving


def _solve(problems: Sequence[Problem], options: argparse.Namespace) -> Iterator[Solution]:
    prepare()
    how = Options(options.algorithm, threads=options.threads)
    with new_engine(options.hash) as engine:
        for problem in problems:
            board = problem.board
            if board.is_over():
                yield Solution(problem, final_score(board.player, board.opponent))
            else:
                run = search(engine, board, Limit(solve=True), how)
                yield Solution(problem, round(run.score), run.move, run)


# The report


def _header() -> str:
    headings = _("empties"), _("score"), _("best"), _("nodes"), _("seconds"), _("nodes/s")
    return aligned(_("position"), headings, WIDTHS) + "  " + _("check")


def _row(solution: Solution) -> str:
    """Returns the row of a solution, named by its comment in the file or its line number."""
    problem, cost = solution.problem, solution.cost
    comment = "".join(filter(str.isprintable, problem.comment)).strip()
    name = comment or _("line {line}", line=problem.line)
    found = str(problem.board.empties), f"{solution.score:+}", solution.move_name or "-"
    figures = f"{cost.nodes:,}", f"{cost.seconds:.3f}", f"{cost.nodes_per_second:,.0f}"
    return f"{aligned(name, (*found, *figures), WIDTHS)}  {solution.check}"


def _totals(solutions: Sequence[Solution], malformed: Sequence[ValueError]) -> str:
    wrong = sum(bool(solution.contradiction) for solution in solutions)
    unknown = sum(solution.problem.best is None for solution in solutions)
    solved = _("{count} solved: {right} ok, {wrong} wrong, {unknown} without a score").format(
        count=len(solutions), right=len(solutions) - wrong - unknown, wrong=wrong, unknown=unknown
    )
    spoilt = _("malformed lines: {count}", count=len(malformed))
    cost = total(solution.cost for solution in solutions)
    worked = _("{nodes} nodes in {seconds} s, {speed} nodes/s").format(
        nodes=f"{cost.nodes:,}", seconds=f"{cost.seconds:.3f}", speed=f"{cost.nodes_per_second:,.0f}"
    )
    return "\n" + "; ".join([solved, *([spoilt] if malformed else []), worked])


def _as_json(
    options: argparse.Namespace, solutions: list[Solution], malformed: list[ValueError], ending: Interruption
) -> dict[str, object]:
    return {
        "version": VERSION,
        "file": options.file,
        "algorithm": options.algorithm.term,
        "threads": options.threads,
        "table_megabytes": options.hash,
        **ending.as_json(),
        "totals": {
            "solved": len(solutions),
            "wrong": sum(bool(solution.contradiction) for solution in solutions),
            "without_score": sum(solution.problem.best is None for solution in solutions),
            "malformed": len(malformed),
            **_cost_as_json(total(solution.cost for solution in solutions)),
        },
        "positions": [_solution_as_json(solution) for solution in solutions],
        "malformed": [_error_as_json(error) for error in malformed],
    }


def _cost_as_json(cost: Cost) -> dict[str, object]:
    speed = round(cost.nodes_per_second)
    return {"nodes": cost.nodes, "seconds": round(cost.seconds, 6), "nodes_per_second": speed}


def _error_as_json(error: ValueError) -> dict[str, object]:
    """Returns the error with its line; WTHOR has no lines, so its errors give the place in the sentence."""
    if isinstance(error, ObfError):
        return {"line": error.line, "text": error.text, "reason": error.reason}
    return {"line": None, "text": "", "reason": str(error)}


def _solution_as_json(solution: Solution) -> dict[str, object]:
    problem = solution.problem
    return {
        "line": problem.line,
        "comment": problem.comment,
        "board": problem.board.text(),
        "empties": problem.board.empties,
        "score": solution.score,
        "best_move": solution.move_name,
        **_cost_as_json(solution.cost),
        "score_in_file": problem.best,
        "contradiction": solution.contradiction or None,
    }
