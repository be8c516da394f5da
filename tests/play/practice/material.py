"""Helpers for the tests of practice: searched mistakes, puzzles, and a trainer without a search."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Final

from ai import book
from ai.limits import MoveScore
from game.board import PASS, Board, Move, squares
from game.evaluation import Kind
from game.openings import parse_openings
from game.records.obf import Problem, obf
from game.symmetry import symmetry_to, transform_move
from play.practice.exercise import LessonPositions, Mistake, Puzzles, RatedMove, parse_lessons, parse_puzzles
from play.practice.progress import Practice, Repetition, Section
from play.practice.trainer import Trainer
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine
from tests.samples import random_game

ASSETS: Final = Path(__file__).resolve().parents[3] / "assets"
DAY: Final = date(2026, 11, 22)


class Calendar:
    """A calendar set by the test."""

    def __init__(self, today: date = DAY) -> None:
        self.today = today

    def __call__(self) -> date:
        return self.today

    def sleep(self, days: int = 1) -> None:
        self.today += timedelta(days)


def position(seed: int, empties: int = 30) -> Board:
    """Returns a position of a random game with a choice of moves."""
    for other in range(seed * 1000, seed * 1000 + 1000):
        board = random_game(other, plies=60 - empties).board
        if board.empties == empties and board.legal_moves().bit_count() > 2:
            return board
    raise AssertionError("no such position")


def answers(board: Board) -> list[Move]:
    return list(squares(board.legal_moves())) or [PASS]


def mistake(seed: int, margin: float = 5.0) -> Mistake:
    """Builds a mistake: the first legal move is best by `margin` discs; the last one was played."""
    board = position(seed)
    moves = list(squares(board.legal_moves()))
    found = tuple(
        RatedMove(move, 6.0 - (margin + n - 1 if n else 0), (move, *answers(board.play(move))[:1]))
        for n, move in enumerate(moves)
    )
    return Mistake(board, moves[-1], found)


def puzzle_line(seed: int, nodes: int = 1000, depth: int = 1, margin: int = 2) -> str:
    board = position(seed, 10)
    moves = list(squares(board.legal_moves()))
    scores = tuple((move, 2 if n == 0 else 2 - margin - 2 * (n - 1)) for n, move in enumerate(moves))
    return obf(Problem(board, scores, 2, f"nodes {nodes}, depth {depth}, game 1999/{seed}"))


Found = tuple[float, tuple[Move, ...]]
"""A score and the moves that follow."""


def found_by(asked: ScriptedAnalysis, board: Board, of: Callable[[Move], Found]) -> None:
    """Ends a search of `board`, perhaps turned, with the score and line that `of` returns for each move."""
    turned = symmetry_to(board, asked.board)
    assert turned is not None
    scores = []
    for move in squares(board.legal_moves()):
        score, line = of(move)
        seen = tuple(transform_move(each, turned) for each in (move, *line))
        scores.append(MoveScore(seen[0], score, 12, Kind.ESTIMATE, pv=seen))
    asked.progress = replace(asked.progress, scores=tuple(scores))
    asked.end()


def lessons() -> LessonPositions:
    return parse_lessons((ASSETS / "positions" / "lessons.obf").read_text("utf-8"))


def trainer(
    practice: Practice,
    puzzles: str = "",
    engine: ScriptedEngine | None = None,
    with_book: bool = False,
    lessons: LessonPositions | None = None,
) -> Trainer:
    return Trainer(
        practice,
        parse_puzzles(puzzles) if puzzles else Puzzles(),
        parse_openings((ASSETS / "openings.csv").read_text("utf-8")),
        book.load() if with_book else None,
        (engine or ScriptedEngine()).as_engine(),
        chance=Random(1),
        lessons=lessons,
    )


def card(practice: Practice, section: Section, key: str) -> Repetition:
    found = practice.schedule(section, key)
    assert found is not None
    return found
