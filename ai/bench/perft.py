"""The leaves of the tree of the rules, which are what minimax would look at."""

from game.board import PASS, Board, squares


def positions_after(board: Board, plies: int) -> list[Board]:
    """All of them, as often as they are reached; those of games that ended earlier too."""
    boards = [board]
    for _ply in range(plies):
        boards = [after for before in boards for after in _next(before)]
    return boards


def count(board: Board, plies: int, pieces: int, threads: int = 1) -> int:
    """The leaves `plies` from `board`, counted from every position `pieces` plies from it.

    A pass costs a ply, and a game that ends earlier is one leaf. Nothing can interrupt the kernel, so Ctrl-C
    waits for the end of a piece.
    """
    from concurrent.futures import ThreadPoolExecutor  # both here: the command line starts at once

    from ai.compiled import count_leaves

    pieces = min(pieces, plies)
    with ThreadPoolExecutor(threads) as pool:
        return sum(
            pool.map(
                lambda piece: count_leaves(piece.player, piece.opponent, plies - pieces),
                positions_after(board, pieces),
            )
        )


def _next(board: Board) -> list[Board]:
    moves = list(squares(board.legal_moves()))
    if moves or board.must_pass():
        return [board.play(move) for move in moves or [PASS]]
    return [board]
