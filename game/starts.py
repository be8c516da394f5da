"""Starts of games: the standard position, the alternative one, or a set opening."""

from collections.abc import Callable
from enum import Enum
from random import Random
from typing import Final

from game.board import CORNERS, Board, Color, legal_moves, squares
from game.records.transcript import parse_transcript
from game.text import _
from game.tree import Game

# Discs of a colour are side by side instead of crosswise: white d4 e4, black d5 e5.
ALTERNATIVE_BOARD: Final = Board(black=0x0000001800000000, white=0x0000000018000000, turn=Color.BLACK)

# The default plies of a random opening: enough for thousands of different games.
RANDOM_PLIES: Final = 8
# The separator between the moves of a start and its name.
NAME: Final = " % "
# The most plies of a random opening: a longer one usually decides the game.
MAX_RANDOM_PLIES: Final = 20
# A random opening in which a side has fewer moves than this is drawn again ...
MIN_MOBILITY: Final = 4
# ... and so is one in which a side leads by more moves than this, or can take a corner.
MAX_MOBILITY_LEAD: Final = 4


class Start(Enum):
    STANDARD = "standard"
    ALTERNATIVE = "alternative"
    RANDOM = "random"
    XOT = "xot"
    SCORED = "scored"

    def new_game(self, rng: Random, opening: Callable[[Random], Game]) -> Game:
        """Returns a game with this start, or the standard one if `play.starts` provides the start. `opening`
        makes the random openings, whose moves are part of the game.
        """
        if self is Start.ALTERNATIVE:
            return Game(ALTERNATIVE_BOARD)
        return opening(rng) if self is Start.RANDOM else Game()


def parse_start(text: str) -> Game:
    """Reads a transcript or a position, with or without its name. Raises ValueError."""
    moves, _percent, name = text.partition(NAME)
    game = parse_transcript(moves)
    game.name_start(name)
    return game


def random_opening(rng: Random, plies: int = RANDOM_PLIES) -> Game:
    """Returns a game of `plies` random moves from the standard position. After four or more, neither
    side is short of moves, far behind in them, or able to take a corner, and no next move ends the game.
    Raises ValueError outside 0 .. MAX_RANDOM_PLIES.
    """
    if not 0 <= plies <= MAX_RANDOM_PLIES:
        sentence = _("a random opening has 0 to {most} plies, not {plies}")
        raise ValueError(sentence.format(most=MAX_RANDOM_PLIES, plies=plies))
    while True:
        game = Game()
        while len(game.moves) < plies and not game.board.is_over() and not game.board.must_pass():
            game.play(rng.choice(list(squares(game.board.legal_moves()))))
        if len(game.moves) == plies and (plies < MIN_MOBILITY or _is_open(game.board)):
            game.name_start(f"8r{plies + 4:02}")
            return game


def _is_open(board: Board) -> bool:
    mine, theirs = board.legal_moves(), legal_moves(board.opponent, board.player)
    counts = mine.bit_count(), theirs.bit_count()
    return (
        min(counts) >= MIN_MOBILITY
        and abs(counts[0] - counts[1]) <= MAX_MOBILITY_LEAD
        and not (mine | theirs) & CORNERS
        and not any(board.play(move).is_over() for move in squares(mine))
    )
