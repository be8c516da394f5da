"""Checks of all that a reader accepts, and of its messages when it refuses an input."""

import math
import re
from collections.abc import Iterable
from urllib.parse import unquote

from ai.limits import LONGEST_MOVE
from game.board import PASS, Board, move_name
from game.clock import TimeControl
from game.evaluation import FULL_WIDTH
from game.records.any_format import NoGame, parse_game
from game.records.ggf import ggf, parse_ggf
from game.records.pgn import begin_of_pgn, pgn
from game.records.record import MAX_NAME, Record
from game.records.sgf import read_sgf, sgf
from game.records.sgf_text import BEGIN
from game.records.transcript import WIDE
from game.tree import Game, Node

# The longest sentence, in characters.
LONGEST_MESSAGE = 500
# Parts of Python's error messages about numbers, texts and names that a reader has not checked.
OF_PYTHON = (
    "Traceback", "invalid literal for", "Exceeds the limit", "embedded null", "could not convert",
    "codec can't encode",
    "cannot convert float", "is out of range", "object has no", "argument must be", "not enough values",
)  # fmt: skip


def check_messages(messages: Iterable[object]) -> None:
    for message in map(str, messages):
        assert message, "it is refused without a word"
        assert len(message) < LONGEST_MESSAGE, f"{len(message)} characters are no sentence"
        assert not any(words in message for words in OF_PYTHON), message


def check_refusal(error: Exception, *documented: type[Exception]) -> None:
    """Checks that the type of the error is a documented one, not a subclass of one."""
    assert type(error) in (*documented, NoGame), repr(error)[:LONGEST_MESSAGE]
    check_messages([error])


def check_board(board: Board) -> None:
    assert not board.black & board.white
    assert 0 <= board.black < 1 << 64
    assert 0 <= board.white < 1 << 64


def check_game(game: Game) -> None:
    """Checks that moves are legal, scores in range, and the current node in the tree."""
    check_board(game.start)
    nodes = set()
    for node in game.root.walk():
        nodes.add(node)
        if node.parent is not None:
            assert node.move is not None
            assert node.board == node.parent.board.play(node.move)
        _check_notes(node)
    assert game.node in nodes
    assert game.node in game.line


def _check_notes(node: Node) -> None:
    for found in node.evaluations.values():
        assert -64 <= found.score <= 64
        assert 0 <= found.depth < 100
        assert 0 < found.confidence <= FULL_WIDTH
    if node.clock is not None:
        times = [node.clock.spent, *(left for left in node.clock.remaining if left is not None)]
        assert all(0 <= seconds < math.inf for seconds in times)


# A word of moves: two characters each and nothing else, perhaps after a number. Text may follow two moves.
WORD = re.compile(
    r"(?<![a-z0-9])(?:\d{1,3}[.):]*)?(?:[a-h][1-8]|p(?:as?s?|s)?(?=[a-h][1-8])|--|@@|0000|パス){0,130}(?:[a-h][1-8])"
    r"(?:(?![a-z0-9])|(?<=[a-h][1-8][a-h][1-8])|(?=pass?|pa|ps|p(?![a-z])|--|@@|0000|パス))",
    re.IGNORECASE,
)


# The values of a node's moves, in GGF and in SGF, where a move may have two letters.
VALUES = re.compile(r"(?<![A-Za-z])[a-z]*[BW][a-z]*((?:[^\w\[();]*\[[^\]]*\])+)")
LETTERS = re.compile(r"\[\s*([a-h])([a-h])\s*\]")
# Parts without moves: comments, tags with their names, remarks to the end of a line.
REMARKS = re.compile(r"\{[^{}]*\}|^%[^\n]*|;[^\n]*|^\s*\[[A-Za-z]\w*\s+\"[^\"\n]*\"\]", re.MULTILINE)
# The side to move of a position, directly before a move.
SIDE = re.compile(r"(?<=[-XO.*\s]\s)([XOWB*])(?=(?:\d{1,3}[.)])?[a-h][1-8])", re.IGNORECASE)


def check_words(text: str, record: Record, has_tags: bool) -> None:
    """Checks that every move is a separate word of the text, or in a word of moves, never inside a name or,
    in a text that `has_tags` of PGN, inside a remark.
    """
    text = text.translate(WIDE)
    if BEGIN.search(text) and begin_of_pgn(text) is None:
        values = " ".join(VALUES.findall(unquote(text)))
        words = (
            LETTERS.sub(lambda move: f"{move[1]}{' abcdefgh'.index(move[2])}", values).lower()
            + values.lower()
        )
    else:
        if has_tags:
            text = REMARKS.sub(" ", text)
        words = "".join(WORD.findall(SIDE.sub(r"\1 ", text))).lower()
    for node in record.game.root.walk():
        if node.move not in (None, PASS):
            assert move_name(node.move) in words, f"{move_name(node.move)} is no word in it"


def check_control(control: TimeControl) -> None:
    times = (control.per_move or 0, control.per_game or 0, control.increment)
    assert all(0 <= seconds <= LONGEST_MOVE for seconds in times)


def check_record(record: Record) -> None:
    """Checks that the game is legal, and that the record survives being written and read again."""
    check_game(record.game)
    for node in record.game.root.walk():
        assert node.seconds is None or 0 <= node.seconds < math.inf
    for name in (record.black, record.white):
        assert len(name) <= MAX_NAME
        assert not name or name.isprintable()
    again = parse_ggf(ggf(record))
    assert (again.game.start, again.game.moves) == (record.game.start, record.game.moves)
    black, white = (name.replace("]", ")") for name in (record.black, record.white))  # as GGF has them
    assert (again.black, again.white, again.date) == (black, white, record.date)
    if record.game.root.children:
        paths = [node.path for node in record.game.root.walk()]
        for other in (again, read_sgf(sgf(record)), parse_game(pgn(record))):
            assert [node.path for node in other.game.root.walk()] == paths, "another main line or order"
