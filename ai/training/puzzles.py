"""Step `puzzles`: endgames with one best move, for the page Practice.

A puzzle is a position of a game of the WTHOR archive in which one move alone wins, or draws what all others
lose, or wins by MARGIN discs more than any other. All its moves are solved. How hard it is, two searches
tell, each with an empty table and over the full width: the nodes of the one that solves it, and the depth
from which one that looks ahead ply by ply keeps to the move.

The file is OBF: all moves with their scores, the best first; the comment has the figures and the game's year
and number. It grows by a line for every puzzle, so the same command goes on where it was stopped.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from ai.engine import Engine
from ai.limits import Limit, Options
from ai.training.arguments import DONE, PROGRAM, Commands, StepError, prepare
from ai.training.console import bar
from ai.training.weights.games import read_archive
from game.board import Board
from game.records.obf import Problem, obf, parse_obf
from game.records.wthor import WthorError, WthorGame, replay
from game.symmetry import canonical

PUZZLES: Final = Path(__file__).resolve().parents[2] / "assets" / "positions" / "puzzles.obf"

EMPTIES: Final = range(8, 21)
# Beyond this number of empties there are half as many puzzles of each number.
USUAL_EMPTIES: Final = 16
# With fewer moves there is little to choose.
LEAST_MOVES: Final = 3
# Discs by which a move is the best where others win, too.
MARGIN: Final = 6
# One in this many puzzles may be of that kind ...
SHARE_OF_MARGINS: Final = 3
# ... and one in this many may be found by looking one ply ahead.
SHARE_AT_SIGHT: Final = 5
# Part of how many nodes a search takes.
TABLE_MEGABYTES: Final = 16

_GAME: Final = re.compile(r"game ([0-9]+)/([0-9]+)$")

Game = tuple[int, int]
"""Its year, and its number in the file of the year."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "puzzles",
        description=f"Write endgames with {EMPTIES[0]} to {EMPTIES[-1]} empties and one best move, solved\n"
        "and graded. The same command goes on where it was stopped.",
        epilog=f"""example, the file in assets/positions:
  {PROGRAM} puzzles ~/wthor --count 40 --seed 1""",
    )
    parser.add_path("folder", "where the .wtb files are", metavar="DIR")
    count = f"of each number of empties, half as many beyond {USUAL_EMPTIES}"
    parser.add_number("--count", "the count", 2, 10_000, 40, count)
    parser.add_number("--seed", "the seed", 1, 2**63, 1, "of the order in which games are looked at")
    parser.add_path("--output", f"default: assets/positions/{PUZZLES.name}", PUZZLES)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    records, _ = read_archive(options.folder, lambda _: None)
    heading = _heading(options.count, options.seed)
    made = _made_before(options.output, heading)
    prepare()
    most = options.count
    counts = {empties: most if empties <= USUAL_EMPTIES else most // 2 for empties in EMPTIES}
    with (
        options.output.open("a", encoding="utf-8", newline="\n") as file,
        closing(Engine(TABLE_MEGABYTES)) as engine,
        bar("puzzles", sum(counts.values()), len(made)) as advance,
    ):
        if not made:
            file.truncate(0)
            file.write(heading)
        for problem in puzzles(engine, records, counts, options.seed, made):
            file.write(f"{obf(problem)}\n")
            file.flush()
            advance(1)
    print(f"{sum(counts.values())} puzzles in {options.output}")
    return DONE


def _heading(count: int, seed: int) -> str:
    return (
        "% Endgames in which one move is the best, from games of WTHOR, the database of the Fédération\n"
        "% Française d'Othello: what every move is worth to its side, the nodes that solve it, and the\n"
        "% depth from which a search keeps to the best move. Made by\n"
        f"%   {PROGRAM} puzzles ~/wthor --count {count} --seed {seed}\n"
    )


def _made_before(path: Path, heading: str) -> list[Problem]:
    """What a run before has written; a line that it could not end is cut off. Raises StepError, OSError."""
    if not path.exists():
        return []
    text = path.read_text("utf-8", "replace")
    if not text.startswith(heading):
        raise StepError(f"{path} was made in another way: move it away, or name another file with --output")
    whole = text[: text.rindex("\n") + 1]
    path.write_text(whole, "utf-8", newline="\n")
    return parse_obf(whole)[0]


def puzzles(
    engine: Engine,
    records: Sequence[WthorGame],
    counts: dict[int, int],
    seed: int,
    made: Sequence[Problem] = (),
) -> Iterator[Problem]:
    """The puzzles that come after `made`, those with few empties first; of each number as many as `counts`.

    The same records and seed give the same puzzles, however often it was stopped between.
    """
    seen = {canonical(problem.board) for problem in made}
    for empties, count in counts.items():
        chosen = [problem for problem in made if problem.board.empties == empties]
        last = _game_of(chosen[-1]) if chosen else None
        for game, board in _positions(records, empties, seed, last):
            if len(chosen) >= count:
                break
            position = canonical(board)
            problem = None if position in seen else _puzzle(engine, board, game)
            if problem is not None and _is_wanted(problem, chosen, count):
                seen.add(position)
                chosen.append(problem)
                yield problem


def _is_wanted(problem: Problem, chosen: Sequence[Problem], count: int) -> bool:
    """Whether there are not too many of its kind among `count` puzzles."""

    def is_margin(problem: Problem) -> bool:
        return problem.scores[1][1] > 0  # the best move is not the only one that wins

    def is_at_sight(problem: Problem) -> bool:
        return "depth 1," in problem.comment

    for is_kind, share in ((is_margin, SHARE_OF_MARGINS), (is_at_sight, SHARE_AT_SIGHT)):
        if is_kind(problem) and (sum(map(is_kind, chosen)) + 1) * share > count:
            return False
    return True


def _positions(
    records: Sequence[WthorGame], empties: int, seed: int, last: Game | None
) -> Iterator[tuple[Game, Board]]:
    """Positions with these empties and a choice, in an order of the seed's: those after `last`."""
    order = list(records)
    Random(f"{seed} {empties}").shuffle(order)
    if last is not None:
        names = [(record.year, record.record) for record in order]
        order = order[names.index(last) + 1 :]
    for record in order:
        try:
            line = replay(record).line
        except WthorError:
            continue
        board = next((node.board for node in line if node.board.empties == empties), None)
        if board is not None and board.legal_moves().bit_count() >= LEAST_MOVES:
            yield (record.year, record.record), board


def _puzzle(engine: Engine, board: Board, game: Game) -> Problem | None:
    """None where several moves are about as good, or all lose."""
    engine.new_game()
    solved = engine.analyse(board, Limit(solve=True), Options(all_moves=True, selective=False)).result()
    found = sorted(solved.scores, key=lambda found: -found.score)
    scores = tuple((entry.move, round(entry.score)) for entry in found)
    (answer, best), (_, second) = scores[:2]
    if not (best > 0 >= second or best == 0 > second or (best > 0 and best - second >= MARGIN)):
        return None
    nodes, depth = _grade(engine, board, answer)
    return Problem(board, scores, best, f"nodes {nodes}, depth {depth}, game {game[0]}/{game[1]}")


def _grade(engine: Engine, board: Board, answer: int) -> tuple[int, int]:
    """The nodes of a search that solves it, and the depth from which a shallower one keeps to the answer."""
    engine.new_game()
    solving = engine.analyse(board, Limit(solve=True), Options(selective=False))
    solving.result()
    engine.new_game()
    searched = engine.analyse(board, Limit(depth=board.empties - 1), Options(selective=False)).result()
    depth = board.empties
    for iteration in reversed(searched.iterations):
        if iteration.move != answer:
            break
        depth = iteration.depth
    return solving.counters().nodes, depth


def _game_of(problem: Problem) -> Game:
    [(year, number)] = _GAME.findall(problem.comment)
    return int(year), int(number)
