"""Positions for tests of the searches: from random games, and some in which passes are near."""

from collections.abc import Iterator
from random import Random
from typing import Final

from ai.limits import Algorithm, Order, SearchNode
from game.board import PASS, Board, Color, squares
from game.evaluation import FULL_WIDTH

PLAIN_ORDERS: Final = (Order.STATIC, Order.UNSORTED, Order.WORST_FIRST)
"""Orders of the plain searches, without those that learn during a search."""
LEARNING_ORDERS: Final = (Order.KILLERS, Order.HISTORY, Order.EVALUATION, Order.PV_FIRST)


def random_position(rng: Random, plies: int) -> Board:
    """Returns the position after `plies` random moves; a game that ends earlier is started again."""
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
    """Returns random discs: no game leads there, but passes and early ends are frequent."""
    while True:
        filled = rng.sample(range(64), 64 - empties)
        share = rng.choice((0.15, 0.5, 0.85))
        black = sum(1 << square for square in filled if rng.random() < share)
        white = sum(1 << square for square in filled) & ~black
        board = Board(black, white, rng.choice((Color.BLACK, Color.WHITE)))
        if not board.is_over():
            return board


def positions(rng: Random, count: int) -> Iterator[Board]:
    """Yields positions of all phases alike; one in four must pass, and one in four has random discs."""
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
    """Returns a node to estimate, with bounds in tenths of a disc."""
    return SearchNode(board.player, board.opponent, alpha, beta, depth, algorithm, False, confidence)


def endgame_node(
    board: Board, alpha: int, beta: int, algorithm: Algorithm, confidence: int = FULL_WIDTH
) -> SearchNode:
    """Returns a node to solve, with bounds in discs."""
    return SearchNode(board.player, board.opponent, alpha, beta, board.empties, algorithm, True, confidence)
