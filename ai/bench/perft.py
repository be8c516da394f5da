"""The leaves of the tree of the rules, which are those of minimax."""

from game.board import PASS, Board, squares


def positions_after(board: Board, plies: int) -> list[Board]:
    """All positions, as often as they are reached, with those of games that ended earlier."""
    boards = [board]
    for _ply in range(plies):
        boards = [after for before in boards for after in _next(before)]
    return boards


def count(board: Board, plies: int, pieces: int, threads: int = 1) -> int:
    """The leaves `plies` from `board`, counted from every position `pieces` plies from it.

    A pass costs a ply, and a game that ends earlier is one leaf. Ctrl-C waits for the end of a piece, as
    nothing can interrupt the kernel.
    """
    from concurrent.futures import ThreadPoolExecutor  # both here: the command line starts at once

    from ai.compiled import count_leaves

    pieces = min(pieces, plies)
    with ThreadPoolExecutor(threads) as pool:
        boards = positions_after(board, pieces)
        return sum(pool.map(lambda each: count_leaves(each.player, each.opponent, plies - pieces), boards))


def _next(board: Board) -> list[Board]:
    moves = list(squares(board.legal_moves()))
    if moves or board.must_pass():
        return [board.play(move) for move in moves or [PASS]]
    return [board]
