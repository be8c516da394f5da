"""An engine for GTP hosts in forty lines: it plays the move that plain PVS finds best three plies deep.

python main.py match --black 'name=Bot,command="python -m examples.bot"' --white pvs:2 --games 2
"""

import sys

from ai.limits import Order
from ai.reference.evaluation import evaluate
from ai.reference.searches import INFINITE, Searches
from ai.reference.tree import Tree, TreePosition
from game.board import PASS, Board, Move, parse_move
from game.records.gtp import parse_color, vertex

PLIES = 3
ANSWERS = {"protocol_version": "2", "name": "Bot", "boardsize": "", "clear_board": "", "quit": ""}


def best_move(board: Board) -> Move:
    if not board.legal_moves():
        return PASS
    searches = Searches(Tree(evaluate, Order.STATIC))
    searches.pvs(TreePosition(board.player, board.opponent, PLIES), -INFINITE, INFINITE)
    return searches.best[board.player, board.opponent]


def answer(board: Board, command: str, arguments: list[str]) -> tuple[Board, str]:
    """Returns the board after a command, and the reply to the host."""
    if command in ("play", "genmove"):
        board = Board(board.black, board.white, parse_color(arguments[0]))
        move = parse_move(arguments[1]) if command == "play" else best_move(board)
        return board.play(move), "" if command == "play" else vertex(move)
    if command == "list_commands":
        return board, "\n".join([*ANSWERS, "list_commands", "play", "genmove"])
    if command not in ANSWERS:
        raise ValueError("unknown command")
    return Board.initial() if command == "clear_board" else board, ANSWERS[command]


if __name__ == "__main__":
    board = Board.initial()
    for line in sys.stdin:
        words = line.split() or [""]
        number = words.pop(0) if words[0].isdigit() else ""
        try:
            board, text = answer(board, words[0], words[1:])
            print(f"={number} {text}\n", flush=True)
        except (IndexError, ValueError) as error:
            print(f"?{number} {error}\n", flush=True)
        if words[:1] == ["quit"]:
            break
