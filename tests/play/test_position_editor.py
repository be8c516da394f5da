"""Setting up a position: every step can be undone, and the problem of a position is a value."""

from collections.abc import Callable
from random import Random

import pytest

from game.board import Board, Color, parse_square
from game.starts import random_opening
from game.symmetry import MIRROR_FILES, QUARTER_TURN, SYMMETRIES, symmetric_boards, transform_board
from play.position_editor import MAX_STEPS, PositionEditor, Unplayable, why_unplayable
from tests.samples import WHITE_PASSES

D3, D4 = parse_square("d3"), parse_square("d4")
EMPTY = Board(0, 0, Color.WHITE)
SQUARES = "X" + "-" * 62 + "O"


@pytest.fixture
def editor() -> PositionEditor:
    return PositionEditor(Board.initial())


def test_square_can_be_black_white_or_empty(editor: PositionEditor) -> None:
    assert editor.board.color_at(D4) is Color.WHITE
    for color in (Color.BLACK, Color.WHITE, None):
        editor.set_disc(D4, color)
        assert editor.board.color_at(D4) is color
        assert editor.board.empties == 60 + (color is None), "no other square has changed"
    assert editor.board.turn is Color.BLACK
    there, back = (Color.BLACK, Color.WHITE, None), (Color.WHITE, Color.BLACK, None)
    for step, wanted in (*((1, color) for color in there), *((-1, color) for color in back)):
        editor.cycle(D3, step)
        assert editor.board.color_at(D3) is wanted


def test_every_change_can_be_undone_and_redone(editor: PositionEditor) -> None:
    boards = [editor.board]
    changes: tuple[Callable[[], None], ...] = (
        lambda: editor.set_disc(D3, Color.BLACK),
        lambda: editor.set_turn(Color.WHITE),
        lambda: editor.transform(QUARTER_TURN),
        lambda: editor.set_board(EMPTY),
        lambda: editor.read("f5d6c3"),
        lambda: editor.set_board(Board.initial()),
    )
    for change in changes:
        change()
        assert editor.board != boards[-1]
        boards.append(editor.board)
    for board in reversed(boards[:-1]):
        assert editor.can_undo
        editor.undo()
        assert editor.board == board
    assert not editor.can_undo
    editor.undo()
    for board in boards[1:]:
        editor.redo()
        assert editor.board == board
    assert not editor.can_redo


def test_unchanged_position_is_no_step(editor: PositionEditor) -> None:
    editor.set_disc(D4, Color.WHITE)
    editor.set_turn(Color.BLACK)
    editor.set_board(Board.initial())
    assert not editor.can_undo
    editor.set_disc(D3, Color.BLACK)
    editor.undo()
    editor.set_disc(D3, None)
    assert editor.can_redo, "what was taken back is still there"


def test_undo_returns_to_edits_before_begin(editor: PositionEditor) -> None:
    other, third = Board.initial().play(D3), Board.initial().play(D3).play(34)
    editor.begin(other)
    assert not editor.can_undo, "nothing was edited"
    editor.set_board(EMPTY)
    editor.begin(third)
    editor.begin(other)
    editor.undo()
    assert editor.board.empties == 64
    editor.begin(editor.board)
    editor.undo()
    assert editor.board == other


def test_only_the_oldest_steps_are_forgotten(editor: PositionEditor) -> None:
    start = editor.board
    for _ in range(MAX_STEPS):
        editor.cycle(D3)
    last = editor.board
    for _ in range(2 * MAX_STEPS):
        editor.undo()
    assert editor.board != start
    for _ in range(2 * MAX_STEPS):
        editor.redo()
    assert editor.board == last


def test_mirror_and_quarter_turn_reach_all_eight_faces() -> None:
    board = random_opening(Random(5), 13).board
    faces = set()
    for mirrors in range(2):
        for turns in range(4):
            editor = PositionEditor(board)
            for symmetry in [MIRROR_FILES] * mirrors + [QUARTER_TURN] * turns:
                editor.transform(symmetry)
            faces.add(editor.board)
    assert (faces, len(faces)) == (set(symmetric_boards(board)), len(SYMMETRIES))


def test_a_quarter_turn_is_clockwise() -> None:
    a1, h1 = (1 << parse_square(name) for name in ("a1", "h1"))
    assert transform_board(Board(a1, 0, Color.BLACK), QUARTER_TURN).black == h1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"{SQUARES} O", f"{SQUARES} O"),
        (SQUARES, f"{SQUARES} X"),
        (f"\ufeff{SQUARES}", f"{SQUARES} X"),
        ("\n".join(SQUARES[n : n + 8] for n in range(0, 64, 8)), f"{SQUARES} X"),
        (f"{SQUARES} O; +3\n{SQUARES} X;", f"{SQUARES} O"),
        (f"Ann vs Bob\n{SQUARES} O", f"{SQUARES} O"),
        ("f5d6c3", Board.initial().play(37).play(43).play(18).text()),
    ],
)
def test_text_without_a_turn_keeps_the_turn(editor: PositionEditor, text: str, wanted: str) -> None:
    editor.read(text)
    assert editor.board.text() == wanted
    editor.undo()
    editor.set_turn(Color.WHITE)
    editor.read(SQUARES)
    assert editor.board.turn is Color.WHITE


@pytest.mark.parametrize("text", ["", "hello", "X" * 63, "f5f5", "(;GM[Othello", SQUARES + " Z", "\0" * 9])
def test_rubbish_is_refused_and_changes_nothing(editor: PositionEditor, text: str) -> None:
    editor.set_disc(D3, Color.WHITE)
    board = editor.board
    with pytest.raises(ValueError, match=r"\w"):
        editor.read(text)
    assert editor.board == board


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-" * 64 + " X", Unplayable.EMPTY),
        ("-" * 27 + "XXX" + "-" * 34 + " O", Unplayable.ONE_SIDE),
        ("X" + "-" * 62 + "O X", Unplayable.NO_MOVE),
        ("X" * 32 + "O" * 32 + " X", Unplayable.NO_MOVE),
        (WHITE_PASSES.text(), None),
        (Board.initial().text(), None),
    ],
)
def test_why_a_position_cannot_be_played(text: str, reason: Unplayable | None) -> None:
    assert why_unplayable(Board.from_text(text)) is reason
