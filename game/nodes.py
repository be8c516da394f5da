"""Names of the nodes and leaves of written trees, whose moves have numbers above those of squares."""

from typing import Final

# The first numbers of moves to nodes and of moves to leaves.
NODES: Final = 64
LEAVES: Final = NODES + 1536
WIDEST: Final = 256
"""The most leaves of a node."""
_LETTERS: Final = 26


def node_name(move: int) -> str:
    """Returns the letters of a node, row by row from A, the root; for a leaf, its parent and place: 'B3'."""
    if move < LEAVES:
        return _letters(move - NODES)
    node, place = divmod(move - LEAVES, WIDEST)
    return f"{_letters(node)}{place + 1}"


def _letters(number: int) -> str:
    """Returns letters as in the columns of a spreadsheet: A .. Z, AA .. AZ, BA .."""
    before, last = divmod(number, _LETTERS)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)
