"""A program that speaks NBoard and plays the first legal move: python scripted_engine.py [MANNERS]

MANNERS names its fault: `dies`, `hangs`, `dawdles`, `cheats`, `mumbles`, or `compiles`, which is no fault;
`hangs leaving` leaves a child behind; a call like `out.write('x')` is repeated forever. With a clock it
reports the hundredths of a second left as its nodes.
"""

import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from ai.timing import clock_in
from game.board import squares
from game.evaluation import line_text
from game.records.ggf import parse_ggf
from game.records.record import Record


def main(manners: str) -> None:
    record = Record()
    questions = 0
    for line in sys.stdin:
        command, _, text = line.strip().partition(" ")
        if command == "ping":
            tell("pong 0", f"pong {text}")  # of an earlier ping, then of this one
        elif command == "set" and text.startswith("game"):
            record = parse_ggf(text)
        elif command == "go":
            questions += 1
            answer(record, manners, questions)
        elif command == "quit":
            return


def answer(record: Record, manners: str, questions: int) -> None:
    board = record.game.board
    if manners == "compiles" and questions < 3:
        tell("status Compiling the search")
    elif manners != "compiles" and questions == 1:
        tell("status is thinking")
    if questions == 2 and "write" in manners:
        while True:
            exec(f"sys.std{manners}")
    if questions == 2 and manners == "dies":
        sys.exit("the table is on fire")
    if questions == 2 and "leaving" in manners:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    if questions == 2 and manners in ("dawdles", "hangs", "hangs leaving"):
        time.sleep(0.1 if manners == "dawdles" else 60)
    move = next(squares(board.legal_moves()))
    name = {"cheats": "A1", "mumbles": "resign"}.get(manners, "") if questions > 1 else ""
    left = clock_in(record.game, record.controls[board.turn]).remaining[board.turn]
    nodes = questions if left is None else round(100 * left)
    tell(f"nodestats {nodes} 0.01", f"=== {name or line_text((move,))} -1.50 0.0")


def tell(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
