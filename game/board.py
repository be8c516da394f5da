"""The board: a frozen value. `board.play(square)` returns the next one; history lives in `Game`.

Squares are numbered 0 = a1 (top left) to 63 = h8; bit n of a bitboard is square n.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Any, Final, TypeVar

from game.nodes import NODES, node_name
from game.plain_text import quoted
from game.text import Declined, _, pgettext

Square = int
Bitboard = int
Bits = TypeVar("Bits", bound=Any)
"""A bitboard, or a NumPy array of bitboards (uint64)."""
Move = int
"""A square, or PASS."""

PASS: Final[Move] = -1
FULL: Final[Bitboard] = (1 << 64) - 1
NOT_FILE_A: Final[Bitboard] = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H: Final[Bitboard] = 0x7F7F7F7F7F7F7F7F
CORNERS: Final[Bitboard] = 0x8100000000000081

# The eight directions: the shift of one step (left if positive) and the squares where it may end.
DIRECTIONS: Final = (
    *((1, NOT_FILE_A), (-1, NOT_FILE_H), (8, FULL), (-8, FULL)),
    *((9, NOT_FILE_A), (7, NOT_FILE_H), (-7, NOT_FILE_A), (-9, NOT_FILE_H)),
)
SIDES: Final = DIRECTIONS[:4]
"""The directions that are not diagonal."""

BLACK_CHARS: Final = "Xx*Bb"
WHITE_CHARS: Final = "OoWw"
EMPTY_CHARS: Final = "-._"

# Positions whose legal moves are cached: a few megabytes.
KEPT_POSITIONS: Final = 1 << 14

# Characters of an invalid board that an error message shows.
SHOWN_CHARS: Final = 80


class Color(IntEnum):
    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Color":
        return Color(1 - self)

    @property
    def sign(self) -> int:
        """The factor, +1 or -1, that converts a score for this side to one for Black, and back."""
        return 1 if self is Color.BLACK else -1

    @property
    def label(self) -> str:
        """The name of the colour in the program's language, with its grammatical cases."""
        if self is Color.BLACK:
            return Declined(_("Black"), *pgettext("nominative genitive dative instrumental", "Black").split())
        return Declined(_("White"), *pgettext("nominative genitive dative instrumental", "White").split())


class IllegalMove(ValueError):
    """A move that the rules forbid; carries the move and the position."""

    def __init__(self, move: Move, board: "Board") -> None:
        sentence = _("{move} is not a legal move for {side} in {position}")
        super().__init__(sentence.format(move=move_name(move), side=board.turn.label, position=board.text()))
        self.move, self.board = move, board


class MissingSide(ValueError):
    """A position text that lacks the side to move."""

    def __init__(self) -> None:
        sentence = _("the side to move is missing: write X (Black) or O (White) after the 64 squares")
        super().__init__(sentence)


class Ending(Enum):
    FINISHED = "finished"
    TIME = "time"
    UNCOUNTED = "uncounted"  # won without a count of discs: a side resigned or left, or a referee decided


@dataclass(frozen=True, slots=True)
class Result:
    """The final discs of each side, the winner, and how the game ended. Empty squares count for the winner;
    after a loss on time, the discs on the board are counted and do not decide the winner.
    """

    black: int
    white: int
    winner: Color | None
    ending: Ending = Ending.FINISHED


def parse_square(text: str) -> Square:
    """Reads 'a1' to 'h8', in either case, as 0 to 63. Raises ValueError."""
    if len(text) == 2 and text[0].lower() in "abcdefgh" and text[1] in "12345678":
        return (ord(text[0].lower()) - ord("a")) + 8 * (int(text[1]) - 1)
    raise ValueError(_("{text} is not a square: expected a1 to h8", text=quoted(text, SHOWN_CHARS)))


def square_name(square: Square) -> str:
    """Returns 'a1' to 'h8' for 0 to 63."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def move_name(move: Move) -> str:
    """Returns a square's name or 'pass'; in a written tree, the name of the node the move leads to."""
    if move >= NODES:
        return node_name(move)
    return "pass" if move == PASS else square_name(move)


def parse_move(text: str) -> Move:
    """Reads a square's name or 'pass', in either case. Raises ValueError."""
    return PASS if text.lower() == "pass" else parse_square(text)


def squares(bits: Bitboard) -> Iterator[Square]:
    """Yields the squares of a bitboard, lowest first. Only this function iterates over the bits of a mask."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def shift(bits: Bits, step: int, arrivals: Bitboard) -> Bits:
    """Shifts all bits one step in one of DIRECTIONS and drops those that leave the board."""
    moved: Bits = (bits << step if step > 0 else bits >> -step) & arrivals
    return moved


def connected(
    begin: Bitboard, within: Bitboard, directions: Sequence[tuple[int, Bitboard]] = DIRECTIONS
) -> Bitboard:
    """Returns `begin` and all squares of `within` that are connected to it in these directions."""
    region, grown = 0, begin
    while grown != region:
        region = grown
        for step, arrivals in directions:
            grown |= shift(region, step, arrivals) & within
    return region


@lru_cache(KEPT_POSITIONS)
def legal_moves(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """Returns the squares where `player` may place a disc."""
    empty = ~(player | opponent) & FULL
    moves = 0
    for step, arrivals in DIRECTIONS:
        run = shift(player, step, arrivals) & opponent
        while run:
            run = shift(run, step, arrivals)
            moves |= run & empty
            run &= opponent
    return moves


def flips(player: Bitboard, opponent: Bitboard, square: Square) -> Bitboard:
    """Returns the opponent's discs that a disc of `player` on the empty `square` flips; 0 if none."""
    turned = 0
    for step, arrivals in DIRECTIONS:
        line = 0
        front = shift(1 << square, step, arrivals)
        while front & opponent:
            line |= front
            front = shift(front, step, arrivals)
        if front & player:
            turned |= line
    return turned


def final_score(player: Bitboard, opponent: Bitboard) -> int:
    """Returns the final lead of `player` in discs, -64 to 64; empty squares count for the winner."""
    mine, theirs = player.bit_count(), opponent.bit_count()
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64


@dataclass(frozen=True, slots=True)
class Board:
    """A position: the discs of both sides and whose turn it is."""

    black: Bitboard
    white: Bitboard
    turn: Color

    @classmethod
    def initial(cls) -> "Board":
        return cls(black=0x0000000810000000, white=0x0000001008000000, turn=Color.BLACK)

    @classmethod
    def from_text(cls, text: str) -> "Board":
        """Reads 64 squares a1 b1 .. h8 (X black, O white, - empty) and the side to move, with any spaces;
        also accepts `* x B b`, `o W w` and `. _`. Raises MissingSide or another ValueError.
        """
        words, shown = text.split(), quoted(text, SHOWN_CHARS)
        signs, is_even = "".join(words), len({*map(len, words)}) == 1  # False if the side is a separate word
        if len(signs) == 64 and is_even and set(signs) <= set(BLACK_CHARS + WHITE_CHARS + EMPTY_CHARS):
            raise MissingSide
        if len(signs) != 65:
            sentence = _("a board has 64 squares and a side to move (65 characters), not {count}: {text}")
            raise ValueError(sentence.format(count=len(signs), text=shown))
        black = white = 0
        for index, sign in enumerate(signs[:64]):
            if sign in BLACK_CHARS:
                black |= 1 << index
            elif sign in WHITE_CHARS:
                white |= 1 << index
            elif sign not in EMPTY_CHARS:
                sentence = _("{sign} on {square} is not X, O or -: {text}")
                raise ValueError(sentence.format(sign=repr(sign), square=square_name(index), text=shown))
        if signs[64] not in BLACK_CHARS + WHITE_CHARS:
            sentence = _(
                "the side to move must be X or O, not {sign}: {text}", sign=repr(signs[64]), text=shown
            )
            raise ValueError(sentence)
        return cls(black, white, Color.BLACK if signs[64] in BLACK_CHARS else Color.WHITE)

    def text(self) -> str:
        """Returns 64 squares, a space and the side to move: the inverse of `from_text`."""
        signs = ("X" if self.black >> s & 1 else "O" if self.white >> s & 1 else "-" for s in range(64))
        return "".join(signs) + (" X" if self.turn is Color.BLACK else " O")

    @property
    def player(self) -> Bitboard:
        return self.black if self.turn is Color.BLACK else self.white

    @property
    def opponent(self) -> Bitboard:
        return self.white if self.turn is Color.BLACK else self.black

    @property
    def empties(self) -> int:
        return 64 - (self.black | self.white).bit_count()

    def discs(self, color: Color) -> Bitboard:
        return self.black if color is Color.BLACK else self.white

    def color_at(self, square: Square) -> Color | None:
        """Returns the colour of the disc on `square`, or None."""
        if self.black >> square & 1:
            return Color.BLACK
        return Color.WHITE if self.white >> square & 1 else None

    def legal_moves(self) -> Bitboard:
        return legal_moves(self.player, self.opponent)

    def must_pass(self) -> bool:
        return not self.legal_moves() and bool(legal_moves(self.opponent, self.player))

    def after_pass(self) -> "Board":
        """Returns the position after a pass if one is forced, else this one."""
        return self.play(PASS) if self.must_pass() else self

    def is_over(self) -> bool:
        return not self.legal_moves() and not legal_moves(self.opponent, self.player)

    def is_legal(self, move: Move) -> bool:
        if move == PASS:
            return self.must_pass()
        return 0 <= move < 64 and bool(self.legal_moves() >> move & 1)

    def flips(self, square: Square) -> Bitboard:
        """Returns the discs flipped by playing `square`; 0 if the move is not legal."""
        if (self.black | self.white) >> square & 1:
            return 0
        return flips(self.player, self.opponent, square)

    def play(self, move: Move) -> "Board":
        """Returns the position after a square or PASS. Raises IllegalMove."""
        if move == PASS:
            if not self.must_pass():
                raise IllegalMove(move, self)
            return Board(self.black, self.white, self.turn.other)
        turned = self.flips(move) if 0 <= move < 64 else 0
        if not turned:
            raise IllegalMove(move, self)
        player, opponent = self.player ^ turned ^ (1 << move), self.opponent ^ turned
        if self.turn is Color.BLACK:
            return Board(player, opponent, Color.WHITE)
        return Board(opponent, player, Color.BLACK)

    def legal_part(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """Returns the moves before the first illegal one."""
        board, legal = self, list[Move]()
        for move in moves:
            if not board.is_legal(move):
                break
            board = board.play(move)
            legal.append(move)
        return tuple(legal)

    def result(self) -> Result | None:
        """Returns the result once neither side can move, else None. Only this decides the end of a game."""
        if not self.is_over():
            return None
        score = final_score(self.black, self.white)
        winner = Color.BLACK if score > 0 else Color.WHITE if score < 0 else None
        return Result((64 + score) // 2, (64 - score) // 2, winner)
