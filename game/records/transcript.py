"""The plain transcript: the squares of a game, one after the other.

Written: `f5d6c3...`, lower case, nothing between the moves. Passes are forced, so they are left out, except
a pass that is the last entry, which no later move would imply: it is written `pa`. A game that did not begin
at the standard position is written `<64 squares> <side>;<moves>`.

Read: either case; blanks, commas and single hyphens between the moves; move numbers, with a dot or without;
comments in braces; passes left out or written `p`, `pa`, `ps`, `pass`, `--`, `@@`, `@@@@`; a score (`37-27`,
`1-0`, `1/2-1/2`, `*`) at the very end, which is not used: the moves say who won.
"""

from __future__ import annotations

import re
from typing import Final

from game.board import BLACK_CHARS, EMPTY_CHARS, PASS, WHITE_CHARS, Board, Move, move_name, parse_square
from game.tree import Game

# How many signs of an unreadable token an error message shows.
SHOWN_CHARS: Final = 20

TOKEN: Final = re.compile(
    r"""(?P<number> \d+\.+ | (?<!\S) \d{1,3} (?= \s* (?: [a-h][1-8] | pa | p\b | -- | @@ ) ) )
      | (?P<score> (?: \d{1,2}\s*-\s*\d{1,2} | 1/2\s*-\s*1/2 | \* ) \s* \Z )
      | (?P<square> [a-h][1-8] )
      | (?P<pass> pass | pas | pa | ps | p(?![a-z]) | -- | @@@@ | @@ )
      | (?P<separator> [\s,-]+? )
      | (?P<unknown> [a-z]\d+ | [^\s,]+ )""",
    re.VERBOSE | re.IGNORECASE,
)


class TranscriptError(ValueError):
    """The first thing in a transcript that is not a legal move.

    `ply` counts from 1, passes included; `board` is the position the token was met in; `summary` is the
    sentence without it.
    """

    def __init__(self, token: str, ply: int, board: Board, problem: str) -> None:
        self.summary = f"ply {ply}: {token!r} {problem}"
        super().__init__(f"{self.summary}, in {board.text()}")
        self.token = token
        self.ply = ply
        self.board = board


def parse_transcript(text: str, start: Board | None = None) -> Game:
    """Read a game; it stands at its last move.

    `start` is the position before the first move (the standard one if None), unless the text brings its own:
    `<64 squares> <side>;<moves>`, or a board alone. Raises TranscriptError at the first move that is not
    legal, ValueError for a board that cannot be read.
    """
    text = re.sub(r"\{[^{}]*\}", " ", text)
    board, separator, moves = text.partition(";")
    if separator or _is_board(text):
        game = Game(Board.from_text(board))
    else:
        game, moves = Game(start), text
    for match in TOKEN.finditer(moves):
        token = match.group()
        if match.lastgroup == "square":
            play_token(game, parse_square(token), token)
        elif match.lastgroup == "pass":
            play_token(game, PASS, token)
        elif match.lastgroup == "unknown":
            shown = token if len(token) <= SHOWN_CHARS else token[:SHOWN_CHARS] + "…"
            raise TranscriptError(shown, len(game.moves) + 1, game.board, "is not a move")
    return game


def transcript(game: Game) -> str:
    """The whole game, also what lies beyond its cursor; `parse_transcript` gives the same moves back."""
    last = len(game.moves) - 1
    moves = "".join(
        "pa" if move == PASS else move_name(move)
        for index, move in enumerate(game.moves)
        if move != PASS or index == last
    )
    return moves if game.start == Board.initial() else f"{game.start.text()};{moves}"


def play_token(game: Game, move: Move, token: str) -> None:
    """Play what `token` says, after the pass it leaves out if there is one. Raises TranscriptError."""
    if move != PASS and game.board.must_pass():
        game.play(PASS)
    board = game.board
    if not board.is_legal(move):
        problem = (
            "comes after the end of the game"
            if board.is_over()
            else f"is not a legal move for {board.turn.name.capitalize()}"
        )
        raise TranscriptError(token, len(game.moves) + 1, board, problem)
    game.play(move)


def _is_board(text: str) -> bool:
    signs = "".join(text.split())
    return len(signs) == 65 and set(signs) <= set(BLACK_CHARS + WHITE_CHARS + EMPTY_CHARS)
