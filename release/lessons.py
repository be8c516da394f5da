"""Finds the positions of the lessons for beginners among the games of WTHOR, in FOLDER:

    python -m release.lessons FOLDER > assets/positions/lessons.obf

For each idea it prints STEPS positions that are not lost and whose best move is clear and follows the idea.
They are sorted by the lowest level of the program that finds the move. Candidates go to stderr.
"""

import sys
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from random import Random
from typing import Final

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit, MoveScore, Options
from game.board import CORNERS, DIRECTIONS, Board, Move, legal_moves, shift, squares
from game.records.obf import Problem, obf
from game.records.wthor import SUFFIX, WthorGame, parse_wthor, replay
from game.symmetry import canonical
from play.practice.lesson import REASONS, STEPS, Idea, counts
from play.reasons import Edge, reasons

# The empties of the positions of each idea.
EMPTIES: Final = {
    Idea.CORNERS: range(12, 41),
    Idea.BESIDE_CORNERS: range(14, 45),
    Idea.FEW_DISCS: range(38, 53),
    Idea.FEW_MOVES: range(20, 47),
    Idea.QUIET: range(20, 49),
    Idea.EDGES: range(12, 36),
    Idea.WEDGES: range(12, 41),
    Idea.STABLE: range(10, 31),
    Idea.PARITY: range(6, 15),
    Idea.COUNTING: range(3, 6),
}
# Candidates per idea; the easiest are taken.
CANDIDATES: Final = 8
# Plies of the searches that find a candidate and confirm it; a position with no more empties is solved.
PLIES: Final = (4, 10, 20)
# The empties up to which the last search solves a position.
SOLVED: Final = 22
# Discs by which the best move must be better than every other.
CLEAR: Final = 3.0
# The highest count that is few, for each idea, and the number of stable discs that is many.
MOST_COUNTED: Final = {Idea.FEW_DISCS: 2, Idea.FEW_MOVES: 6, Idea.QUIET: 0}
MANY_STABLE: Final = 3
LEVELS: Final = range(3, 7)
# A level finds a move if it plays it in each of this many tries.
TRIES: Final = 5
MEGABYTES: Final = 64
HEAD: Final = """\
% The lessons for beginners: five positions each, from games of WTHOR, the database of the
% Fédération Française d'Othello, with what every move is worth to its side, the lowest level
% of the program that finds the move, and how the scores were found. Made by
%   python -m release.lessons ~/wthor"""


def chosen_by(idea: Idea, board: Board) -> list[Move]:
    """Returns the moves that answer the question of the idea."""
    moves = list(squares(board.legal_moves()))
    if idea is Idea.CORNERS:
        return [move for move in moves if CORNERS >> move & 1]
    moves = [move for move in moves if not CORNERS >> move & 1]
    counted = counts(idea, board)
    match idea:
        case Idea.BESIDE_CORNERS:
            near = beside(CORNERS & ~(board.black | board.white))
            is_threatened = legal_moves(board.opponent, board.player) & CORNERS
            safe = [move for move in moves if not gives_corner(board, move)]
            return [] if is_threatened or any(near >> move & 1 for move in safe) else safe
        case Idea.FEW_DISCS | Idea.FEW_MOVES | Idea.QUIET:
            least = min(counted.values())
            fewest = [move for move, count in counted.items() if count == least]
            is_clear = len(fewest) == 1 and least <= MOST_COUNTED[idea]
            return [move for move in fewest if is_clear and move in moves]
        case Idea.STABLE:
            most = max(counted.values())
            return [move for move in moves if counted[move] == most >= MANY_STABLE]
        case Idea.EDGES | Idea.PARITY:
            kinds = {move: {reason.kind for reason in reasons(board, move)} for move in moves}
            return [move for move in moves if kinds[move] & REASONS[idea]]
        case Idea.WEDGES:
            return [move for move in moves if any(is_wedge(board, move, edge) for edge in Edge)]
    turned = {move: board.flips(move).bit_count() for move in moves}
    return [move for move in moves if turned[move] < max(turned.values())]


def decides(idea: Idea, board: Board, found: Sequence[MoveScore]) -> bool:
    """Returns whether the best move is clear and answers the question; `found` has all moves, best first."""
    best = found[0].score
    is_clear = best >= 0 and best - found[1].score >= CLEAR
    return is_clear and can_ask(idea, board) and found[0].move in chosen_by(idea, board)


def can_ask(idea: Idea, board: Board) -> bool:
    """Returns whether the board alone gives one answer; COUNTING, which is played out, may have several."""
    chosen = chosen_by(idea, board)
    return len(chosen) == 1 or (idea is Idea.COUNTING and bool(chosen))


def beside(corners: int) -> int:
    """Returns the squares next to corners."""
    return reduce(or_, (shift(corners, step, arrivals) for step, arrivals in DIRECTIONS))


def gives_corner(board: Board, move: Move) -> bool:
    return bool(board.play(move).legal_moves() & CORNERS)


def is_wedge(board: Board, move: Move, edge: Edge) -> bool:
    """Returns whether the move fills the one empty square between two opponent discs on this edge."""
    if not edge.value >> move & 1 or CORNERS >> move & 1:
        return False
    step = 1 if edge in (Edge.TOP, Edge.BOTTOM) else 8
    neighbours = 1 << move - step | 1 << move + step
    return board.opponent & neighbours == neighbours


def positions_of(idea: Idea, games: Sequence[WthorGame]) -> Iterator[tuple[WthorGame, Board]]:
    """Yields positions in which the idea suggests a move, one per game, with the games in random order."""
    random, in_any_order = Random(idea.number), list(games)
    random.shuffle(in_any_order)
    least = 2 if idea is Idea.COUNTING else 3
    for game in in_any_order:
        boards = [node.board for node in replay(game).line if node.board.empties in EMPTIES[idea]]
        random.shuffle(boards)
        boards = [board for board in boards if board.legal_moves().bit_count() >= least]
        board = next((board for board in boards if can_ask(idea, board)), None)
        if board is not None:
            yield game, board


def search(engine: Engine, board: Board, limit: Limit) -> list[MoveScore]:
    """Returns the scores of all moves, best first."""
    analysis = engine.analyse(board, limit, Options(all_moves=True))
    analysis.wait()
    return sorted(analysis.progress.scores, key=lambda entry: -entry.score)


def confirmed(engine: Engine, idea: Idea, board: Board) -> Problem | None:
    """Returns the position with the scores of all moves if the idea decides it in every search, else None."""
    found, is_solved = list[MoveScore](), False
    for plies in PLIES:
        is_solved = board.empties <= (SOLVED if plies == PLIES[-1] else plies)
        found = search(engine, board, Limit(solve=True) if is_solved else Limit(depth=plies))
        if not decides(idea, board, found):
            return None
    scores = tuple((entry.move, round(entry.score)) for entry in found)
    return Problem(board, scores, scores[0][1], "solved" if is_solved else f"{PLIES[-1]} plies")


def finds(engine: Engine, problem: Problem, level: int) -> bool:
    """Returns whether a level finds the best move in all its tries."""
    for seed in range(TRIES):
        analysis = engine.analyse(problem.board, Limit(seconds=2.0), Options(level=level, seed=seed))
        analysis.wait()
        if analysis.progress.move != problem.scores[0][0]:
            return False
    return True


def lesson(engine: Engine, idea: Idea, games: Sequence[WthorGame]) -> list[str]:
    """Returns the lines of the positions of an idea."""
    engine.new_game()
    candidates, seen = list[tuple[int, str]](), set[object]()
    for game, board in positions_of(idea, games):
        problem = None if canonical(board) in seen else confirmed(engine, idea, board)
        level = next((each for each in LEVELS if problem is not None and finds(engine, problem, each)), None)
        if problem is None or level is None:
            continue
        seen.add(canonical(board))
        where = f"WTHOR {game.year} game {game.record + 1}"
        comment = f"{idea.value}, level {level}, {problem.comment}, {where}"
        candidates.append((level, obf(Problem(board, problem.scores, problem.best, comment))))
        print(candidates[-1][1], file=sys.stderr, flush=True)
        if len(candidates) == CANDIDATES:
            break
    in_order = [line for _level, line in sorted(candidates, key=lambda each: each[0])]
    return in_order[:STEPS]


def main() -> None:
    files = sorted(Path(sys.argv[1]).glob(f"*{SUFFIX}"))
    games = [game for file in files for game in parse_wthor(file.read_bytes())[0]]
    preparation.wait()
    engine = Engine(MEGABYTES)
    print(HEAD)
    for idea in Idea:
        print(*lesson(engine, idea, games), sep="\n", flush=True)


if __name__ == "__main__":
    main()
