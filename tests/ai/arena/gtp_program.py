"""A program that speaks GTP and plays the first legal move: python gtp_program.py [MANNERS]

With `passes` it expects each pass as a command, else it passes by itself and rejects the command. `many`
makes its answers long, `blank` puts a blank between sign and number, as Edax does. `unnumbered` omits the
numbers; `mute` does, too, and ignores unknown commands. `decorated` and `banner` begin with a line like an
answer.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from game.board import PASS, Board, parse_move, squares
from game.records.gtp import color_letter, vertex


class Program:
    def __init__(self, manners: str) -> None:
        self.manners = manners
        self.board = Board.initial()

    def answer(self, command: str, words: list[str]) -> str:
        if command == "list_commands":
            return "play\ngenmove\nset_game\nquit"
        if command == "clear_board":
            self.board = Board.initial()
        elif command == "play":
            self._pass()
            move = parse_move(words[1])
            if words[0] != color_letter(self.board.turn):
                raise ValueError("not you")
            if not self.board.is_legal(move):
                raise ValueError("illegal move")
            self.board = self.board.play(move)
        elif command == "genmove":
            self._pass()
            assert words[0] == color_letter(self.board.turn)
            move = next(squares(self.board.legal_moves()), PASS)
            self.board = self.board.play(move)
            return vertex(move)
        elif command not in ("boardsize", "set_game", "time_settings", "time_left", "quit"):
            raise ValueError("unknown command")
        return "" if self.manners != "many" else "one\ntwo"

    def _pass(self) -> None:
        if self.manners != "passes" and self.board.must_pass():
            self.board = self.board.play(PASS)


def main(manners: str) -> None:
    program = Program(manners)
    if manners in ("decorated", "banner"):
        print("=== Program 1.0 ===" if manners == "decorated" else "= Program 1.0", flush=True)
    for line in sys.stdin:
        number, _space, rest = line.strip().partition(" ")
        command, *words = (rest if number.isdigit() else line).split()
        number = number if number.isdigit() else ""
        number = f" {number}" if manners == "blank" else number
        number = "" if manners in ("unnumbered", "mute", "banner") else number
        try:
            print(f"={number} {program.answer(command, words)}\n", flush=True)
        except ValueError as error:
            if manners == "mute" and command != "protocol_version":
                continue
            print(f"?{number} {error}\n", flush=True)
        if command == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
