"""The step `positions`: many positions of self-play, with what shallow searches find of them.

A game goes on from an even or uneven opening by the best moves of these searches; one more move of each
position, any other, is judged likewise. A score is the mean of searches of 6 and 7 plies, exact where the
position is solved. A position is left out where its score and the result of its game lie far apart: the
search did not understand it.
"""

import argparse
import os
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from ai.training.arguments import PROGRAM, StepParsers, add_work
from ai.training.console import bar, tell
from ai.training.weights.games_file import NO_OTHER, GameId, Origin, split_of
from ai.training.weights.labels import TENTHS, Teacher, shared_teacher
from ai.training.weights.play import opening, other_move, solved_score
from ai.training.weights.positions import LabelKind, Positions, Split
from game.board import Board, Move

ROW: Final = np.dtype(
    [
        ("player", "<u8"),  # to move
        ("opponent", "<u8"),
        ("score", "<i2"),  # tenths of a disc for the player
        ("kind", "u1"),  # a LabelKind: EXACT, or RESULT for that of the searches
        ("split", "u1"),  # a Split, that of its game
    ]
)
FOLDER: Final = "positions"
CHUNK: Final = 512  # games of a file: some 30,000 positions, some ten seconds of a core

# More games begin early, as those that begin late have no positions before.
_PLIES: Final = (*range(5, 47), *range(5, 25))
_SOLVED: Final = 13  # empties from which on positions are solved
_LEAST: Final = 8
_MOST: Final = 54
_DEPTHS: Final = ((4, 87), (6, 87), (7, 87))  # plies and confidence; the last two are the score
_MOST_APART: Final = 12  # discs between score and result


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "positions",
        description="Let the search play against itself, and note positions with what it finds of them. The "
        f"same command goes on where it was stopped. Writes files of {CHUNK} games in {FOLDER} in the work "
        "folder.",
        epilog=f"example:\n  {PROGRAM} positions --games 400000",
    )
    parser.add_number("--games", "the number of games", CHUNK, 10**9, None, "how many games", required=True)
    processes = "processes, by default one for each core"
    parser.add_number("--workers", "the number of workers", 1, 1024, os.cpu_count() or 1, processes)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    folder = options.work / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    chunks = range(options.games // CHUNK)
    left = [chunk for chunk in chunks if not _path(folder, chunk).exists()]
    with (
        get_context("spawn").Pool(options.workers) as pool,
        bar("Files", len(chunks), len(chunks) - len(left)) as advance,
    ):
        for _ in pool.imap_unordered(partial(make, folder), left):
            advance(1)
    tell(f"{folder}: {len(read(folder)):,} positions")


def _path(folder: Path, chunk: int) -> Path:
    return folder / f"{chunk:06}.npy"


def read(folder: Path) -> Positions:
    """The rows of all files."""
    return np.concatenate([np.load(path) for path in sorted(folder.glob("??????.npy"))])


def make(folder: Path, chunk: int) -> None:
    """Writes a file, whole or not at all."""
    rows = [row for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK) for row in play(seed, shared_teacher())]
    unfinished = folder / f"{chunk:06}.part"
    with unfinished.open("wb") as file:
        np.save(file, np.array(rows, ROW))
    unfinished.replace(_path(folder, chunk))


def play(seed: int, teacher: Teacher) -> list[tuple[int, ...]]:
    """The rows of a game; the same seed makes the same."""
    rng, split = Random(f"positions {seed}"), split_of(GameId(Origin.PLAY, seed))
    board = opening(seed, None, _PLIES)
    teacher.new_game()
    path: list[Board] = []
    scores: list[float] = []
    rows: list[tuple[int, ...]] = []
    while board.empties > _SOLVED and not board.is_over():
        score, move = _judge(board, teacher)
        path.append(board)
        scores.append(score)
        other = other_move(board, move, rng)
        if other != NO_OTHER:
            rows += _rows(board.play(other), teacher, split)
        board = board.play(move)
    result = solved_score(board, _DEPTHS[0][0], teacher)
    turn = board.turn
    for each, score in zip(path, scores, strict=True):
        if abs(score - (result if each.turn is turn else -result)) <= _MOST_APART:
            rows.append((each.player, each.opponent, round(TENTHS * score), LabelKind.RESULT, split))
    while board.empties >= _LEAST and not board.is_over():
        rows.append((board.player, board.opponent, TENTHS * result, LabelKind.EXACT, split))
        move = teacher.perfect_move(board, result)
        other = other_move(board, move, rng)
        if other != NO_OTHER and board.empties > _LEAST:
            rows += _rows(board.play(other), teacher, split)
        board, result = board.play(move), -result
    return [row for row in rows if 64 - (row[0] | row[1]).bit_count() <= _MOST]


def _rows(board: Board, teacher: Teacher, split: Split) -> Iterator[tuple[int, ...]]:
    """That of a position beside the game."""
    is_solved = board.empties <= _SOLVED
    score = solved_score(board, _DEPTHS[0][0], teacher) if is_solved else _judge(board, teacher)[0]
    kind = LabelKind.EXACT if is_solved else LabelKind.RESULT
    yield board.player, board.opponent, round(TENTHS * score), kind, split


def _judge(board: Board, teacher: Teacher) -> tuple[float, Move]:
    """(the score in discs, the best move) of the searches."""
    found = [teacher.search(board, depth, confidence) for depth, confidence in _DEPTHS]
    return (found[-2][0] + found[-1][0]) / 2 / TENTHS, found[-1][1]
