"""A list of games as columns of small numbers, so that a hundred thousand are sorted and searched at once.

A column has the number of each game's value, and the text of each value: there are far fewer values than
games. A search looks up words among the values, and then the values among the games.
"""

import re
import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.boards import NO_MOVE, Bitboards, Bytes, canonical, flips, pass_where_stuck
from game.board import Board, Result
from game.openings import Opening, Openings
from game.text import N_, _
from game.tree import Game
from play.record_players import OWN_NAME, YOU, is_own


class Field(Enum):
    """The columns, from left to right."""

    DATE = "date"
    BLACK = "black"
    WHITE = "white"
    EVENT = "event"
    RESULT = "result"
    OPENING = "opening"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class Query:
    """A query of a list: games with all the words of `text`, sorted by a field or in their original order.

    A word may name its field: `player:`, `black:`, `white:`, `event:` or `year:`, as in `year:2010-2020`.
    `mine:` finds the games of a user with these `names`, and `result:` is `black`, `draw` or `white`. All but
    `mine:` may also be in the language of the program.
    """

    text: str = ""
    field: Field | None = None
    is_descending: bool = False
    names: frozenset[str] = frozenset()

    def sorted_by(self, field: Field) -> "Query":
        """Returns a query sorted by a field: ascending, descending, then unsorted; dates descending first."""
        first = field is Field.DATE
        if field is not self.field:
            return replace(self, field=field, is_descending=first)
        if self.is_descending is first:
            return replace(self, is_descending=not first)
        return replace(self, field=None, is_descending=False)


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts of the window for openings and results: short forms to show, and sentences to search."""

    openings: Callable[[], Openings]
    opening: Callable[[Opening], str]
    result: Callable[[Result], str]
    result_sentence: Callable[[Result], str]


IntArray = NDArray[np.int32]

V = TypeVar("V", bound=Hashable)

_DASHES: Final = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
# A word, or several between quotation marks, perhaps after the name of a field.
TERM: Final = re.compile(r'(mine):|(?:(player|black|white|event|year|result):\s*)?("[^"]*"?|\S+|$)')
NAMED: Final = {
    "player": (Field.BLACK, Field.WHITE),
    "black": (Field.BLACK,),
    "white": (Field.WHITE,),
    "event": (Field.EVENT,),
}
KEYS: Final = (N_("player"), N_("black"), N_("white"), N_("Event"), N_("year"), N_("result"))
WINNERS: Final = (N_("black"), N_("white"), N_("draw"))
SEARCHED: Final = tuple(field for field in Field if field is not Field.MOVES)
# The rank of unknown values: after all others, ascending and descending.
_LAST: Final = np.iinfo(np.int32).max


def folded(text: str) -> str:
    """Returns the form of a text that is searched: without case, accents, and kinds of dashes."""
    signs = unicodedata.normalize("NFKD", text.translate(_DASHES).casefold())
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


def _in_english(text: str) -> str:
    """Returns a search with the names of fields in English: 'год:2010' in Russian becomes 'year:2010'."""
    for key in KEYS:
        text = re.sub(rf"(?<!\w){re.escape(folded(_(key)))}:", f"{folded(key)}:", text)
    return text


@dataclass(frozen=True, slots=True)
class Column:
    """`codes` (games,) are numbers of values; each value has a text, searched words, and a rank or -1."""

    codes: IntArray
    texts: Sequence[str]
    words: Sequence[str]
    ranks: IntArray

    @classmethod
    def of_codes(
        cls,
        codes: NDArray[Any],
        values: Sequence[V | None],
        text: Callable[[V], str],
        key: Callable[[V], Any] = lambda value: value,
        words: Callable[[V], str] | None = None,
    ) -> "Column":
        """Builds a column; `codes` are places in `values`. Values with the same `key`, by default themselves,
        share a rank; a value or a key that is None is unknown.
        """
        texts = ["" if value is None else text(value) for value in values]
        keys = [None if value is None else key(value) for value in values]
        ranks = {known: rank for rank, known in enumerate(sorted({k for k in keys if k is not None}))}
        searched = texts if words is None else ["" if value is None else words(value) for value in values]
        return cls(
            codes.astype(np.int32),
            texts,
            [folded(each) for each in searched],
            np.array([-1 if k is None else ranks[k] for k in keys], np.int32),
        )

    @classmethod
    def of_names(cls, names: Sequence[str], codes: NDArray[Any]) -> "Column":
        """Builds a column of names; an empty name is unknown."""
        return cls.of_codes(codes, names, str, lambda name: folded(name) or None)

    def text(self, game: int) -> str:
        return self.texts[int(self.codes[game])]

    def has(self, word: str) -> NDArray[np.bool_]:
        """Returns which games (n,) have a word, which is `folded`."""
        return self._with([word in words for words in self.words])

    def is_between(self, first: str, last: str) -> NDArray[np.bool_]:
        """Returns which games (n,) have a text whose start is from `first` to `last`, of equal length."""
        return self.where(lambda text: first <= text[: len(first)] <= last)

    def where(self, is_wanted: Callable[[str], bool]) -> NDArray[np.bool_]:
        return self._with(list(map(is_wanted, self.texts)))

    def _with(self, found: Sequence[bool]) -> NDArray[np.bool_]:
        return np.array([*found, False])[self.codes]

    def order(self, is_descending: bool) -> IntArray:
        """Returns all games, by the ranks of their values; those of one rank in their original order."""
        ranks = -self.ranks if is_descending else self.ranks
        ranks = np.where(self.ranks < 0, np.int32(_LAST), ranks)
        return np.argsort(ranks[self.codes], kind="stable").astype(np.int32)


class GameTable:
    """The columns of a list with `number` games, counted from 0."""

    def __init__(self, columns: Mapping[Field, Column]) -> None:
        self.columns = columns
        self.number = len(columns[Field.BLACK].codes)
        self._orders: dict[tuple[Field, bool], IntArray] = {}
        self._found: tuple[object, NDArray[np.bool_]] = "", np.ones(0, np.bool_)  # by the last search

    def text(self, game: int, field: Field) -> str:
        return self.columns[field].text(game)

    def rows(self, query: Query, among: IntArray | None = None) -> IntArray:
        """Returns the games that match a query, of all or `among` some, in its order."""
        order = self._order(query)
        wanted = np.full(self.number, among is None, np.bool_)
        if among is not None:
            wanted[among] = True
        if query.text.strip():
            wanted_now = query.text, query.names
            if self._found[0] != wanted_now:
                self._found = wanted_now, self._with(*wanted_now)
            wanted &= self._found[1]
        return order[wanted[order]]

    def mine(self, names: frozenset[str]) -> NDArray[np.bool_]:
        """Returns for which games (n,) `own_color` finds the user's side."""
        black, white = self.columns[Field.BLACK], self.columns[Field.WHITE]

        def has_person(own: Column, other: Column) -> NDArray[np.bool_]:
            is_named = own.where(lambda name: name == YOU or is_own(name, names))
            return is_named | other.where(lambda name: OWN_NAME.fullmatch(name) is not None)

        return np.not_equal(has_person(black, white), has_person(white, black))

    def _with(self, text: str, names: frozenset[str]) -> NDArray[np.bool_]:
        found = np.ones(self.number, np.bool_)
        for mine, name, term in TERM.findall(_in_english(folded(text))):
            word = term.strip('"')
            if mine:
                found &= self.mine(names)
            elif name == "result":
                winner = next((each for each in WINNERS if folded(_(each)) == word), word)
                found &= self.columns[Field.RESULT].has(f"result:{winner}")
            elif name == "year":
                first, dash, last = word.partition("-")
                years = first.ljust(4, "0"), (last if dash else first).ljust(4, "9")
                found &= self.columns[Field.DATE].is_between(*years)
            elif word:
                columns = (self.columns[field] for field in NAMED.get(name, SEARCHED))
                found &= np.logical_or.reduce([column.has(word) for column in columns])
        return found

    def _order(self, query: Query) -> IntArray:
        if query.field is None:
            return np.arange(self.number, dtype=np.int32)
        key = query.field, query.is_descending
        if key not in self._orders:
            self._orders[key] = self.columns[query.field].order(query.is_descending)
        return self._orders[key]


PLIES: Final = 60
NONE: Final = -1


class OpeningFinder:
    """An index that finds the last named position of a game, as `Openings.of` does."""

    def __init__(self, openings: Openings) -> None:
        self.openings = openings.all
        boards = [Game(moves=opening.moves).board.after_pass() for opening in self.openings]
        own = np.array([board.player for board in boards], np.uint64)
        other = np.array([board.opponent for board in boards], np.uint64)
        turns = np.array([board.turn for board in boards], np.uint8)
        keys = _keys(own, other, turns)
        order = np.argsort(keys)
        self._keys, self._numbers = keys[order], order.astype(np.int16)
        self._plies = max((PLIES - board.empties for board in boards), default=0)

    def find(self, moves: Bytes) -> NDArray[np.int16]:
        """Returns the number (n,) of each game's opening in `openings`, NONE if it has no name. `moves`
        (n, plies) are squares without passes, then NO_MOVE; an illegal one ends a game. Shared beginnings of
        games are searched once.
        """
        start = Board.initial()
        line = np.zeros(len(moves), np.int64)  # of each game, its number among the different lines so far
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
        if not len(self._keys):
            return before
        keys = _keys(own, other, turns)
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[places] == keys, self._numbers[places], before).astype(np.int16)


def squares_of(lines: list[bytes]) -> Bytes:
    """Returns the moves (n, PLIES) of games whose squares are bytes."""
    flat = b"".join(line[:PLIES].ljust(PLIES, bytes([NO_MOVE])) for line in lines)
    return np.frombuffer(flat, np.uint8).reshape(len(lines), PLIES)


def _keys(own: Bitboards, other: Bitboards, turns: Bytes) -> Bitboards:
    return canonical(own, other, turns, np.full(own.shape, NO_MOVE, np.uint8))[0]
