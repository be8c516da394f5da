"""A custom evaluation for a race: python main.py race --evaluation examples/evaluation.py

`evaluation(board)` returns the value of a position for the side to move, in tenths of a disc.
"""

from game.board import Board, legal_moves, parse_square

CORNERS = sum(1 << parse_square(name) for name in ("a1", "a8", "h1", "h8"))


def evaluation(board: Board) -> float:
    """Counts each corner at eight discs and each legal move at one, less those of the opponent."""
    mine, theirs = board.player, board.opponent  # a bit for each disc
    corners = (mine & CORNERS).bit_count() - (theirs & CORNERS).bit_count()
    moves = legal_moves(mine, theirs).bit_count() - legal_moves(theirs, mine).bit_count()
    return 80 * corners + 10 * moves
