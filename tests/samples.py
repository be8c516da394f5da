"""Positions, records, squares and seats that tests in several folders share."""

from random import Random

from ai.limits import Algorithm
from game.board import PASS, Board, parse_square, squares
from game.tree import Game
from play.players import Seat

C3, C4, C5, D3, D6, E6, F4, F5, F6 = map(parse_square, ["c3", "c4", "c5", "d3", "d6", "e6", "f4", "f5", "f6"])

PERSON = Seat()
COMPUTER = Seat(Algorithm.PVS, 5, 2.0)

START = Board.initial()
AFTER_F5 = Board.from_text("---------------------------OX------XXX-------------------------- O")
# White has no move, Black has; from a real game.
WHITE_PASSES = Board.from_text("-----------------------O---OOOO----OOO-X---OOOXX-----O-X----XXX- O")
# Two moves before the end; Black has no move.
BLACK_PASSES = Board.from_text("--X-OOO-X-XXXXXXXOOXOXXOXOXOOOXOXOOOOXOOXOOOOOOOOOOOOOOXOOOOOOO- X")
# Black's next move ends the game.
LAST_MOVE = Board.from_text("X" * 62 + "O- X")
# Neither side has a move.
OVER = Board.from_text("X" * 32 + "-" * 8 + "O" * 24 + " O")
# FFO 1: Black wins by 18 with g8.
ENDGAME = Board.from_text("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
# White loses nine corners and edges by a8.
CORNER_LOST = Board.from_text("OXXXXO--OOXXO---OOXXXXXXOXOXXXXXOOXXOXXXO-XOOXXX-XXXXOXX-OXXX-OX O")

# A game of the world championship 1977; White passes between a8 and h1, which lists of squares do not show.
FINAL_1977 = (
    "F5f6E6f4C3d6G5g4E3g6H5f3H4c6C5d3C4b6B5b3B4a6A5a4D7g3A2c2H3c7"
    "C1d8F7e7F8d2B8h7H2g7H8g8H6c8D1e2E1f1F2b1B2g2A7b7A3a1E8g1A8H1"
)

# Perft, depth 1, 2, ...; a forced pass is one ply.
START_COUNTS = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284)


# Positions with early passes: White must pass at once (three real games), a whole endgame
# tree (FFO #1) and one with passes from the fourth ply on (FFO #40).
PASS_COUNTS = {
    WHITE_PASSES.text(): (1, 4, 19, 126, 948, 7777, 66437, 589519),
    "--XXXXXX---OOO-----OOO----OOOOO----OOO------O------------------- O": (
        *(1, 9, 36, 427, 2550, 31558, 237207, 2947929),
    ),
    ENDGAME.text(): (8, 57, 416, 2785, 17784, 102573, 547711, 2558142, 10646066),
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X": (
        *(10, 30, 305, 1325, 12843, 63589, 561645, 2954588),
    ),
    "XXXXX-----OO----X-OO-----O-OOO--OOOOOO-----OOO------------------ O": (
        *(1, 6, 26, 228, 1667, 17483, 153299, 1723368),
    ),
}


def random_game(rng: Random | int, start: Board | None = None, plies: int = 128) -> Game:
    """Returns a game of random moves, to its end or of `plies` moves; `rng` may be a seed."""
    game, rng = Game(start), Random(rng) if isinstance(rng, int) else rng
    while not game.board.is_over() and len(game.moves) < plies:
        game.play(rng.choice(list(squares(game.board.legal_moves())) or [PASS]))
    return game
