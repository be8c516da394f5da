"""What the record of an opened game says beside its moves; it stays with the match on the board."""

from __future__ import annotations

from dataclasses import replace

from game.board import Ending
from game.records.record import UNKNOWN_RESULT, Record, parse_result
from game.tree import Game, Node


def facts_of(record: Record) -> Record:
    """All that a record says, with nothing of its tree but the main line, and standing where that was ended.

    Of a game that cannot be read to its end the result is not that of the position it is shown up to.
    """
    game, told = record.game, record.result if record.problem is None else UNKNOWN_RESULT
    line = Game(game.start, game.main[-1].path)
    if game.is_lost_on_time:
        line.go_to(game.node.ply)
    facts = replace(record, game=line, result=told, problem=None)
    lose_as_told(facts)
    return facts


def lose_as_told(record: Record) -> None:
    """Let the game of a record end where it stands if the record says that a clock ran out."""
    result = parse_result(record.result)
    if result is not None and result.ending is Ending.TIME and result.winner is not None:
        record.game.lose_on_time(result.winner.other)


def end_told(facts: Record | None, game: Game) -> Node | None:
    """Where a game ended of which the record tells a result that the discs do not give.

    None where it tells none, and once another line is the main one: somebody has played on.
    """
    if facts is None or facts.result == UNKNOWN_RESULT or facts.game.node.result is not None:
        return None
    is_same = facts.game.start == game.start and facts.game.moves == game.main[-1].path
    return game.node_at(facts.game.node.path) if is_same else None
