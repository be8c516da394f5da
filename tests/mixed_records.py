"""Records in ten formats, intact and damaged, with what a reader should find in them."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from game.board import PASS, Board, Move, move_name
from game.records.board_text import board_lines
from game.records.ggf import ggf
from game.records.obf import Problem, obf
from game.records.pgn import pgn
from game.records.record import Record
from game.records.sgf import sgf
from game.records.transcript import transcript
from game.tree import Game
from tests.samples import random_game

# Texts that no reader takes for a square, or for a number in a diagram.
NO_SQUARE: Final = "z9"
NO_NUMBER: Final = "zz"
SHARE_DAMAGED: Final = 0.05


class Written(NamedTuple):
    """A record as written in a file, with its start and its moves (no passes) before any damage."""

    text: str
    start: Board
    moves: tuple[Move, ...]
    is_damaged: bool


def squares_of(game: Game) -> list[str]:
    return [move_name(move) for move in game.moves if move != PASS]


def _numbered(game: Game) -> str:
    return " ".join(f"{number}. {move}" for number, move in enumerate(squares_of(game), start=1))


def _csv(game: Game) -> str:
    return f"id,winner,moves\n7,1,{''.join(squares_of(game))}"


def _numbers(game: Game) -> str:
    """Returns a diagram of move numbers, with the four discs of the start."""
    order = [move for move in game.moves if move != PASS]
    signs = {27: "O", 28: "*", 35: "*", 36: "O"} | {move: str(place) for place, move in enumerate(order, 1)}
    return "\n".join(" ".join(f"{signs[8 * row + file]:>2}" for file in range(8)) for row in range(8))


def _ggs(board: Board) -> str:
    signs = board.text().replace("X", "*")
    rows = "\n".join(f"| {row + 1} {' '.join(signs[8 * row : 8 * row + 8])} {row + 1} " for row in range(8))
    files = "|   A B C D E F G H"
    return (
        f"/os: update .5 8b K?\n|  2: f6//1.50\n|\n{files}\n{rows}\n{files}\n|\n|{signs[-1]} to move\nREADY"
    )


GAMES: Final[dict[str, Callable[[Game], str]]] = {
    "ggf": lambda game: ggf(Record(game, "Ann", "Ben")),
    "sgf": lambda game: sgf(Record(game, "Ann", "Ben")),
    "pgn": lambda game: pgn(Record(game, "Ann", "Ben")).strip(),
    "transcript": transcript,
    "numbered transcript": _numbered,
    "CSV": _csv,
    "diagram of numbers": _numbers,
}
POSITIONS: Final[dict[str, Callable[[Board], str]]] = {
    "OBF": lambda board: obf(Problem(board, best=2)),
    "drawn board": board_lines,
    "GGS board": _ggs,
}


def written(rng: Random, form: str, is_damaged: bool) -> Written:
    """Returns a record in a format; a damaged one has a wrong text in place of a move or square."""
    if form in POSITIONS:
        board = random_game(rng, plies=rng.randrange(6, 40)).board
        text = POSITIONS[form](board)
        if is_damaged:
            signs = [place for place, sign in enumerate(text) if sign in "XO*-" and place > len(text) // 3]
            place = signs[rng.randrange(len(signs) // 2)]
            text = f"{text[:place]}?{text[place + 1 :]}"
        return Written(text, board, (), is_damaged)
    is_full = form == "diagram of numbers"
    game = random_game(rng, plies=128 if is_full else rng.randrange(8, 50))
    while is_full and game.board.empties:
        game = random_game(rng)
    text = GAMES[form](game)
    if is_damaged:
        moves = squares_of(game)
        move = moves[rng.randrange(3, len(moves) - 2)]
        token = f"{moves.index(move) + 1:>2}" if is_full else _in_form(form, move)
        place = text.rindex(token)
        wrong = NO_NUMBER if is_full else _in_form(form, NO_SQUARE)
        text = text[:place] + wrong + text[place + len(token) :]
    return Written(text, game.start, tuple(move for move in game.moves if move != PASS), is_damaged)


def _in_form(form: str, move: str) -> str:
    return f"[{move.upper()}" if form == "ggf" else f"[{move}" if form == "sgf" else move


def mixed(rng: Random, count: int, damage: float = SHARE_DAMAGED) -> Iterator[Written]:
    """Yields records in all formats, the same number of each, in random order."""
    forms = [*GAMES, *POSITIONS] * (count // (len(GAMES) + len(POSITIONS)))
    rng.shuffle(forms)
    for form in forms:
        yield written(rng, form, rng.random() < damage)
