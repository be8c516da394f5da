"""A custom search for a race: python main.py race --search examples/search.py

`search(position)` returns the value of a position for the side to move. This is alpha-beta with sorted
moves: first the best move of the previous depth, then those that leave the opponent the fewest replies.
"""

from ai.own_code import Position
from game.board import Board, Move

best_moves: dict[Board, Move] = {}  # kept from depth to depth


def search(position: Position, alpha: float = -1000, beta: float = 1000) -> float:
    if position.is_leaf:
        return position.evaluate()
    first = best_moves.get(position.board)
    best = -1000.0
    for child in sorted(position.children(), key=lambda child: (child.move != first, replies(child))):
        value = -search(child, -beta, -max(alpha, best))
        if value > best:
            best, best_moves[position.board] = value, child.move
        if best >= beta:
            break  # the opponent has something better and will avoid this position
    return best


def replies(position: Position) -> int:
    return position.board.legal_moves().bit_count()
