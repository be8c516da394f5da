import json
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from game.board import Board, Color, parse_square, squares
from game.clock import Clock, TimeControl
from game.evaluation import Evaluation, Kind
from game.records.transcript import parse_transcript
from game.starts import Start
from game.tree import Game, Shape
from play.players import Seat
from play.saved_game import SavedGame
from play.settings import Settings
from play.store import GAME_FILE, Store
from tests.play.stored import BEGAN, content_of, files, loaded, saved_game, write


def content_of_file(store: Store) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((store.directory / GAME_FILE).read_text("utf-8"))
    return content


def test_moves_tried_after_the_end_are_not_in_the_game(store: Store) -> None:
    """A move tried on the page Review follows the last one, but was not played."""
    game = parse_transcript("f5d6c3")
    game.add(game.node, next(squares(game.board.legal_moves())))
    store.save_game(SavedGame(game, (Seat(), Seat()), TimeControl(), Start.STANDARD, BEGAN))
    again = loaded(store).game
    assert again.moves == game.moves
    assert not again.can_redo
    assert len(again.node.children) == 1


def test_all_of_a_game_is_kept(store: Store) -> None:
    store.save_game(saved_game())
    again = loaded(store)
    assert content_of(again) == content_of(saved_game())
    assert again.game.has_variations
    store.save_game(again)
    assert (content_of(loaded(store)), store.messages) == (content_of(saved_game()), [])


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        (None, "game must be text, not null"),
        (["f5"], "game must be text, not a list of 1"),
        ("f5d6c3", "there is no SGF game, (;GM[2]...), in 'f5d6c3'"),
        ("(;GM[1];B[f5])", "the game is '1', not Othello"),
        ("(;GM[2];B[f5](;W[d6])(;W[f6];B[a1]))", "'a1' is not a legal move for Black"),
        ("(;GM[2];B[f5];W[k9])", "'k9' is not a move"),
        (f"(;GM[2];B[{'f' * 999}])", "is not a move"),
        ("(;GM[2];B[f5]", None),
    ],
)
def test_unplayable_tree_is_set_aside(store: Store, bad: object, problem: str | None) -> None:
    store.save_game(saved_game())
    content = content_of_file(store) | {"game": bad, "clocks": [None] * 2, "cursor": 1, "end": 1}
    write(store, GAME_FILE, content)
    if problem is None:  # what is left can be replayed
        assert loaded(store).game.moves == (37,)
        return
    assert store.load_game() is None
    (message,) = store.messages
    assert problem in message
    assert len(message) < 300 + len(str(store.directory))
    assert files(store) == {"game.json.damaged"}
    assert json.loads((store.directory / "game.json.damaged").read_text("utf-8")) == content


def test_bad_comment_of_version_1_0_does_not_lose_the_game(store: Store) -> None:
    nodes = [{}, {"after": 0, "move": "f5", "comment": 5}, {"after": 1, "move": "d6", "comment": "good"}]
    write(store, GAME_FILE, {"board": Board.initial().text(), "nodes": nodes})
    game = loaded(store).game
    assert ([node.comment for node in game.line], game.moves) == (["", "", "good"], (37, 43))
    assert any("nodes must be text, not 5" in message for message in store.messages)


def test_main_line_may_differ_from_the_played_line(store: Store) -> None:
    game = parse_transcript("f5d6c3")
    game.promote(game.add(game.line[1], parse_square("f6")))
    store.save_game(replace(saved_game(), game=game))
    saved = loaded(store)
    assert [node.move for node in saved.game.main] == [node.move for node in game.main]
    assert saved.game.moves == game.moves


@pytest.mark.parametrize(
    ("name", "bad", "problem"),
    [
        ("cursor", 8, "cursor must be a whole number from 0 to 7, not 8"),
        ("end", "last", 'end must be a whole number from 0 to 7, not "last"'),
        ("start", "e4", 'start must be one of standard, alternative, random, xot, scored, not "e4"'),
        ("began", "yesterday", 'began must be a date and a time, not "yesterday"'),
        ("began", 5, "began must be a date and a time, not 5"),
        ("seats", [1, 2], "seats must name human or computer players, not 1"),
        ("control", {"per_game": -1}, "control cannot be used: seconds per game must be more than 0"),
    ],
)
def test_the_moves_survive_whatever_else_is_wrong(store: Store, name: str, bad: object, problem: str) -> None:
    store.save_game(saved_game())
    write(store, GAME_FILE, content_of_file(store) | {name: bad})
    saved = loaded(store)
    (message,) = store.messages
    assert message.startswith(f"game.json: {problem}")
    assert message.endswith("; the default is used (the file is kept as game.json.damaged).")
    moves = [node.path for node in saved_game().game.root.walk()]
    assert [node.path for node in saved.game.root.walk()] == moves
    if name == "seats":
        assert saved.seats == Settings().seats
    if name == "began":
        assert abs((datetime.now() - saved.began).total_seconds()) < 60


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ([60, 60], "must be a list of 3, not a list of 2"),
        ([60, -0.5, 0], "must be at least 0, not -0.5"),
        ([60, 60, -1], "must be at least 0, not -1"),
        ([None, 60, 0], "must be a number, not null"),
        ([1e400, 60, 0], "must be a number, not Infinity"),
    ],
)
def test_bad_clocks_do_not_lose_the_rest(store: Store, bad: object, problem: str) -> None:
    store.save_game(saved_game())
    content = content_of_file(store)
    content["clocks"][3] = bad
    write(store, GAME_FILE, content)
    nodes, wanted = (list(saved.game.root.walk()) for saved in (loaded(store), saved_game()))
    (message,) = store.messages
    assert message.startswith(f"game.json: clocks {problem}")
    assert [(node.path, node.evaluations) for node in nodes] == [
        (node.path, node.evaluations) for node in wanted
    ]
    assert all(node.clock is None for node in nodes)


def test_the_good_entries_beside_a_bad_one_are_kept(store: Store) -> None:
    store.save_game(saved_game())
    content = content_of_file(store)
    bad = "EVAL[book:1:0:100][guess:0:1:100][estimate:65:1:100][exact:2:20:100]MA[a1][k9]LB[b1:B]"
    content["game"] = content["game"].replace(";W[d6]", f";W[d6]{bad}")
    write(store, GAME_FILE, content)
    node = list(loaded(store).game.root.walk())[2]
    assert node.evaluations[Kind.BOOK] == Evaluation(1, 0, Kind.BOOK)
    assert node.marks == {0: Shape.CROSS, 1: "B"}


def test_clocks_without_limits_are_kept(store: Store) -> None:
    game = Game(moves=[19])
    game.node.clock = Clock.start(TimeControl()).ticked(2.5)
    store.save_game(SavedGame(game, (Seat(), Seat()), TimeControl(), None, BEGAN))
    assert loaded(store).game.node.clock == game.node.clock
    assert game.node.clock.game_time(Color.BLACK, Color.BLACK) is None
