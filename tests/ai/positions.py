"""Positions for the tests of the searches: random games stopped anywhere, and positions in which passes are
near.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from ai.limits import Algorithm, Order, SearchNode
from game.board import PASS, Board, Color, squares
from game.evaluation import FULL_WIDTH

PLAIN_ORDERS: Final = (Order.STATIC, Order.UNSORTED, Order.WORST_FIRST)
"""Of the plain searches, without those that learn while they search."""
LEARNING_ORDERS: Final = (Order.KILLERS, Order.HISTORY, Order.EVALUATION, Order.PV_FIRST)


def random_position(rng: Random, plies: int) -> Board:
    """The position after up to `plies` random moves; a game that ends earlier is begun again."""
    while True:
        board = Board.initial()
        for _ in range(plies):
            moves = list(squares(board.legal_moves())) or ([PASS] if board.must_pass() else [])
            if not moves:
                break
            board = board.play(rng.choice(moves))
        else:
            if not board.is_over():
                return board


def random_discs(rng: Random, empties: int) -> Board:
    """Discs thrown on the board anyhow: no game leads there, but passes and early ends are frequent."""
    while True:
        filled = rng.sample(range(64), 64 - empties)
        share = rng.choice((0.15, 0.5, 0.85))
        black = sum(1 << square for square in filled if rng.random() < share)
        white = sum(1 << square for square in filled) & ~black
        board = Board(black, white, rng.choice((Color.BLACK, Color.WHITE)))
        if not board.is_over():
            return board


def positions(rng: Random, count: int) -> Iterator[Board]:
    """All phases alike, 4 to 60 plies; every fourth position must pass, or is one of scattered discs."""
    for index in range(count):
        plies = 4 + index * 7 % 57
        board = random_position(rng, min(plies, 58))
        if index % 4 == 3:
            while not board.must_pass():
                board = random_discs(rng, rng.randrange(2, 45))
        elif index % 4 == 1:
            board = random_discs(rng, max(60 - plies, 2))
        yield board


def midgame_node(
    board: Board, alpha: int, beta: int, depth: int, algorithm: Algorithm, confidence: int = FULL_WIDTH
) -> SearchNode:
    """The question for an estimate: bounds in tenths of a disc."""
    return SearchNode(board.player, board.opponent, alpha, beta, depth, algorithm, False, confidence)


def endgame_node(
    board: Board, alpha: int, beta: int, algorithm: Algorithm, confidence: int = FULL_WIDTH
) -> SearchNode:
    """The question for the result of the game: bounds in discs."""
    return SearchNode(board.player, board.opponent, alpha, beta, board.empties, algorithm, True, confidence)
