"""The names of the openings of many games at a time."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.board import PASS, Board
from game.openings import Openings
from game.tree import Game
from play.archive.boards import NO_MOVE, Bitboards, Bytes, canonical, flips, pass_where_stuck

PLIES: Final = 60
NONE: Final = -1


class OpeningFinder:
    """Finds the last named position on the way of a game, as `Openings.of` does."""

    def __init__(self, openings: Openings) -> None:
        self.openings = openings.all
        boards = [_reached(opening.moves) for opening in self.openings]
        own = np.array([board.player for board in boards], np.uint64)
        other = np.array([board.opponent for board in boards], np.uint64)
        turns = np.array([board.turn for board in boards], np.uint8)
        keys = _keys(own, other, turns)
        order = np.argsort(keys)
        self._keys, self._numbers = keys[order], order.astype(np.int16)
        self._plies = max((PLIES - board.empties for board in boards), default=0)

    def find(self, moves: Bytes) -> NDArray[np.int16]:
        """The number (n,) of each game's opening among `openings`, NONE if it has no name.

        `moves` (n, plies) are squares without passes from the standard start, NO_MOVE after the end. Games
        that begin alike are one as long as they do. What is not legal ends a game.
        """
        start = Board.initial()
        line = np.zeros(len(moves), np.int64)  # of each game, among the different lines up to here
        own, other = (np.array([bits], np.uint64) for bits in (start.player, start.opponent))
        turns, names = np.array([start.turn], np.uint8), np.array([NONE], np.int16)
        names = self._named(own, other, turns, names)
        ended = np.array([False])
        for ply in range(min(self._plies, moves.shape[1])):
            lines, line = np.unique(line * (NO_MOVE + 1) + moves[:, ply], return_inverse=True)
            before, square = lines // (NO_MOVE + 1), (lines % (NO_MOVE + 1)).astype(np.uint8)
            own, other, turns, names, ended = (
                each[before] for each in (own, other, turns, names, ended)
            )  # fmt: skip
            pass_where_stuck(own, other, turns)
            turned = flips(own, other, square % NO_MOVE)
            goes_on = ~ended & (square != NO_MOVE) & (turned != 0)
            placed = np.uint64(1) << (square % NO_MOVE).astype(np.uint64)
            own, other = (
                np.where(goes_on, other & ~turned, own),
                np.where(goes_on, own | turned | placed, other),
            )
            turns, ended = np.where(goes_on, 1 - turns, turns).astype(np.uint8), ~goes_on
            names = np.where(goes_on, self._named(own, other, turns, names), names)
        return names[line]

    def _named(
        self, own: Bitboards, other: Bitboards, turns: Bytes, before: NDArray[np.int16]
    ) -> NDArray[np.int16]:
        """The names of positions, and `before` where they have none."""
        if not len(self._keys):
            return before
        keys = _keys(own, other, turns)
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[places] == keys, self._numbers[places], before).astype(np.int16)


def squares_of(lines: list[bytes]) -> Bytes:
    """Moves (n, PLIES) of games, whose squares are bytes."""
    flat = b"".join(line[:PLIES].ljust(PLIES, bytes([NO_MOVE])) for line in lines)
    return np.frombuffer(flat, np.uint8).reshape(len(lines), PLIES)


def _reached(moves: tuple[int, ...]) -> Board:
    board = Game(moves=moves).board
    return board.play(PASS) if board.must_pass() else board


def _keys(own: Bitboards, other: Bitboards, turns: Bytes) -> Bitboards:
    return canonical(own, other, turns, np.full(own.shape, NO_MOVE, np.uint8))[0]
