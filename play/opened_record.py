"""What the record of an opened game says beside its moves; it stays with the match on the board."""

from __future__ import annotations

from dataclasses import replace

from game.board import Ending
from game.records.record import UNKNOWN_RESULT, Record, parse_result
from game.tree import Game, Node


def opened_record(record: Record) -> Record:
    """All that a record says, with nothing of its tree but the main line, and standing where that ended.

    A game that cannot be read to its end is shown without its result.
    """
    game, result = record.game, record.result if record.problem is None else UNKNOWN_RESULT
    line = Game(game.start, game.main[-1].path)
    if game.is_lost_on_time:
        line.go_to(game.node.ply)
    opened = replace(record, game=line, result=result, problem=None)
    lose_as_reported(opened)
    return opened


def lose_as_reported(record: Record) -> None:
    """End the game of a record where it stands if the record says that a clock ran out."""
    result = parse_result(record.result)
    if result is not None and result.ending is Ending.TIME and result.winner is not None:
        record.game.lose_on_time(result.winner.other)


def reported_end(opened: Record | None, game: Game) -> Node | None:
    """Where a game ended whose record has a result that the discs do not give.

    None without such a result, and once another line is the main one.
    """
    if opened is None or opened.result == UNKNOWN_RESULT or opened.game.node.result is not None:
        return None
    is_same = opened.game.start == game.start and opened.game.moves == game.main[-1].path
    return game.node_at(opened.game.node.path) if is_same else None
