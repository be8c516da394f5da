"""Random trees with everything a node can hold, their comparison, and a time limit for reading."""

import contextlib
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from random import Random

from game.board import PASS, Board, Color, move_name, squares
from game.clock import TimeControl
from game.evaluation import SOURCES, Evaluation, Judgement, Kind, MoveScore
from game.records.any_format import parse_game
from game.records.record import Record
from game.starts import ALTERNATIVE_BOARD
from game.tree import Game, Shape, SquareMark
from tests.samples import WHITE_PASSES


def random_tree(rng: Random, start: Board | None = None) -> Game:
    """Returns a game with variations and with notes on some nodes, at the end of the first line."""
    game = Game(start)
    for _ in range(rng.randrange(1, 6)):
        game.visit(rng.choice(list(game.root.walk())))
        while not game.board.is_over() and rng.random() > 0.02:
            game.play(rng.choice(list(squares(game.board.legal_moves())) or [PASS]))
    for node in game.root.walk():
        if rng.random() < 0.4:
            node.comment = random_text(rng)
        if rng.random() < 0.2:
            labels = "A", "17", "a:b", "x]y", "\\", random_name(rng)[:3].strip() or "é"
            marks: list[SquareMark] = [*Shape, *labels]
            node.marks = {rng.randrange(64): rng.choice(marks) for _ in range(rng.randrange(1, 5))}
        if rng.random() < 0.2 and node.move is not None:
            node.judgement = random_judgement(rng)
        if rng.random() < 0.3 and node.move is not None:
            node.seconds = round(rng.random() * 100, 2)
        for kind in rng.sample(list(Kind), rng.randrange(5) if rng.random() < 0.3 else 0):
            score = rng.choice((rng.randrange(-64, 65), rng.uniform(-64, 64)))
            node.note(Evaluation(score, rng.randrange(61), kind, rng.choice((73, 99, 100))))
        for move in rng.sample(moves := list(squares(node.board.legal_moves())), len(moves) // 3):
            pv = (move, *list(squares(node.board.play(move).legal_moves()))[:1])
            score = rng.uniform(-64, 64)
            node.note_scores([MoveScore(move, score, rng.randrange(61), rng.choice(list(Kind)), 87, pv)])
    end = game.root
    while end.children:
        end = end.children[0]
    game.visit(end)
    return game


def random_text(rng: Random, most: int = 40) -> str:
    """Returns characters of any plane, and ones with a meaning in a format; no blanks at the ends."""
    planes = (0x7F, 0x7F, 0xFF, 0x9FFF, 0x10FFFF)
    signs = (chr(rng.randint(32, rng.choice(planes))) for _ in range(rng.randrange(most)))
    pieces = ("", "\n", "\\]", "(;", "tree=no tree", "{} 100 %", "a:b", "] ", "[")
    text = rng.choice(pieces).join(sign for sign in signs if sign.isprintable())
    return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip()


def random_name(rng: Random) -> str:
    text = random_text(rng, 20).translate({ord(sign): None for sign in "[]"})
    return " ".join(text[:60].split())


def random_judgement(rng: Random) -> Judgement:
    lines = ((), (19,), (PASS, 0, 63))
    best, played = rng.uniform(-64, 64), rng.randrange(-64, 65)
    found = Judgement(
        best, float(played), rng.randrange(61), rng.choice(list(SOURCES.values())), rng.choice((73, 87, 100)),
        rng.choice(lines), rng.choice(lines), rng.choice((None, 0.5, 10.0)),
        rng.choice(("", "Edax", "新 10/4 %")),
    )  # fmt: skip
    return found if found.loss else replace(found, better=(), refutation=())


def random_board(rng: Random) -> Board:
    """Returns a board with discs at random."""
    filled, black = rng.getrandbits(64) & rng.getrandbits(64), rng.getrandbits(64)
    return Board(filled & black, filled & ~black, rng.choice(list(Color)))


def random_record(rng: Random) -> Record:
    game = random_tree(rng, rng.choice((None, None, WHITE_PASSES, ALTERNATIVE_BOARD, random_board(rng))))
    control = TimeControl(per_game=rng.randrange(1, 2000), increment=rng.randrange(3))
    ends = ("?", "+0.00", "-10.00", "+64.00:t", "-64.00:r")
    return Record(
        game=game,
        black="Ann O'Nym",
        white=random_name(rng),
        result="?" if game.node.result else rng.choice(ends),
        controls=(control, control),
        date=rng.choice((None, datetime(1900, 11, 21), datetime(2026, 11, 21, 17, 46, 59, 12))),
        place=random_name(rng),
        event=random_name(rng),
        round=rng.choice(("", "Final")),
        ratings=rng.choice(((None, None), (1700.0, 2196.37))),
    )


def contents(game: Game) -> list[object]:
    """Returns all data of a tree but its clocks, with the line and the current ply."""
    kept = ("path", "board", "comment", "marks", "evaluations", "scores", "seconds", "judgement")
    nodes = [[getattr(node, name) for name in kept] for node in game.root.walk()]
    return [*nodes, game.moves, game.node.ply]


def names(moves: Iterable[int]) -> str:
    return " ".join(map(move_name, moves))


def check_time(text: str, seconds: float = 2.0) -> None:
    """Checks that reading `text` takes less than `seconds`, whether it succeeds or not."""
    began = time.process_time()
    with contextlib.suppress(ValueError):
        parse_game(text)
    assert time.process_time() - began < seconds
