"""A program that speaks NBoard and plays the first legal move: python scripted_engine.py [MANNERS]

MANNERS is what is wrong with it: `dies`, `hangs`, `dawdles`, `cheats`, `mumbles`, or `compiles`, which is no
fault.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from game.board import Board, squares
from game.records.ggf import ggf_move, parse_ggf


def main(manners: str) -> None:
    board = Board.initial()
    questions = 0
    for line in sys.stdin:
        command, _, text = line.strip().partition(" ")
        if command == "ping":
            tell("pong 0", f"pong {text}")  # of an earlier ping, then of this one
        elif command == "set" and text.startswith("game"):
            board = parse_ggf(text).game.board
        elif command == "go":
            questions += 1
            answer(board, manners, questions)
        elif command == "quit":
            return


def answer(board: Board, manners: str, questions: int) -> None:
    if manners == "compiles" and questions < 3:
        tell("status Compiling the search")
    elif manners != "compiles" and questions == 1:
        tell("status is thinking")
    if questions == 2 and manners == "dies":
        sys.exit("the table is on fire")
    if questions == 2 and manners in ("dawdles", "hangs"):
        time.sleep(0.1 if manners == "dawdles" else 60)
    move = next(squares(board.legal_moves()))
    name = {"cheats": "A1", "mumbles": "resign"}.get(manners, "") if questions > 1 else ""
    tell(f"nodestats {questions} 0.01", f"=== {name or ggf_move(move)} -1.50 0.0")


def tell(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
