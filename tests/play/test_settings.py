from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.limits import Algorithm
from game.board import PASS, Board, Color
from game.clock import Clock, TimeControl
from game.evaluation import Evaluation, Kind
from game.records.transcript import parse_transcript
from game.starts import ALTERNATIVE_BOARD, Start
from game.tree import Game
from play.players import Seat
from play.settings import GAME_FILE, SETTINGS_FILE, AnimationSpeed, SavedGame, Settings, Store

CHOSEN = Settings(
    volume=0.25,
    muted=True,
    animation=AnimationSpeed.OFF,
    watch_pace=2.5,
    table_megabytes=256,
    threads=2,
    selective=False,
    book=False,
    show_legal_moves=False,
    show_evaluation=False,
    show_coordinates=False,
    window_size=(1920, 1080),
    fullscreen=True,
    seats=(Seat(Algorithm.ALPHABETA, 3, 0.5), Seat()),
    control=TimeControl(5, 300, 2),
    start=Start.RANDOM,
)
# White has no move, black has; from a real game.
WHITE_PASSES = Board.from_text("-----------------------O---OOOO----OOO-X---OOOXX-----O-X----XXX- O")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "nullwindow")


def write(store: Store, name: str, content: object) -> None:
    store.directory.mkdir(exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    (store.directory / name).write_text(text, "utf-8")


def files(store: Store) -> set[str]:
    return {path.name for path in store.directory.iterdir()}


def saved_game() -> SavedGame:
    game = parse_transcript("f5 d6 c3 d3 c4")
    control = TimeControl(per_move=30, per_game=60, increment=1)
    clocks = [Clock.start(control)]
    for index in range(5):
        clocks.append(clocks[-1].ticked(index + 1.5).moved(Color(index % 2)))
    clocks[-1] = clocks[-1].ticked(0.25)
    game.go_to(4)
    evaluations = {2: Evaluation(-1.5, 12, Kind.ESTIMATE), 4: Evaluation(8, 20, Kind.EXACT)}
    return SavedGame(game, CHOSEN.seats, tuple(clocks), evaluations)


def content_of(saved: SavedGame) -> tuple[object, ...]:
    game = saved.game
    return game.start, game.moves, game.cursor, saved.seats, saved.clocks, saved.evaluations


def valid_game(store: Store) -> dict[str, Any]:
    """What a saved game looks like, to be damaged."""
    store.save_game(saved_game())
    content: dict[str, Any] = json.loads((store.directory / GAME_FILE).read_text("utf-8"))
    return content


# Settings


def test_the_first_start_has_defaults_and_nothing_to_say(store: Store) -> None:
    assert store.load_settings() == Settings()
    assert store.load_game() is None
    assert store.messages == []


def test_settings_round_trip(store: Store) -> None:
    for settings in (CHOSEN, Settings(), replace(CHOSEN, control=TimeControl())):
        store.save_settings(settings)
        again = Store(store.directory)
        assert again.load_settings() == settings
        assert store.messages == again.messages == []
    assert files(store) == {SETTINGS_FILE}
    assert all(getattr(CHOSEN, name) != getattr(Settings(), name) for name in Settings.__slots__)


BAD_VALUES = [
    ("volume", 1.5, "volume must be a number from 0 to 1, not 1.5"),
    ("volume", "loud", 'volume must be a number, not "loud"'),
    ("volume", True, "volume must be a number, not true"),
    ("muted", 1, "muted must be true or false, not 1"),
    ("animation", "warp", 'animation must be one of off, fast, normal, slow, not "warp"'),
    ("animation", ["off"], "animation must be one of off, fast, normal, slow, not a list of 1"),
    ("watch_pace", -1, "watch_pace must be from 0 to 60 seconds, not -1"),
    ("table_megabytes", 8, "table_megabytes must be a whole number from 16 to 4096, not 8"),
    ("table_megabytes", 64.0, "table_megabytes must be a whole number from 16 to 4096, not 64.0"),
    ("table_megabytes", 100, "table_megabytes must be one of 16, 32, 64, .*, 4096, not 100"),
    ("threads", 0, "threads must be a whole number from 1 to 64, not 0"),
    ("threads", "all", 'threads must be a whole number from 1 to 64, not "all"'),
    ("window_size", [10, 10], "window_size must be at least 900x640, not 10x10"),
    ("window_size", [1280], "window_size must be a list of 2, not a list of 1"),
    ("window_size", [1e9, 800], "window_size must be a whole number from 1 to 16384, not 1000000000.0"),
    ("fullscreen", None, "fullscreen must be true or false, not null"),
    ("seats", "human", 'seats must be a list of 2, not "human"'),
    ("seats", ["human", 7], "seats must name human or computer players, not 7"),
    ("seats", ["human", {"algorithm": "magic"}], 'seats must have an algorithm from .*, not "magic"'),
    (
        "seats",
        ["human", {"algorithm": "scout", "level": 5, "seconds": 1}],
        'seats must have an algorithm from alphabeta, pvs, not "scout"',
    ),
    ("seats", ["human", {"algorithm": "pvs", "level": 11, "seconds": 1}], "from 1 to 10, not 11"),
    (
        "seats",
        ["human", {"algorithm": "pvs", "level": 1, "seconds": 0}],
        "more than 0 seconds per move, not 0",
    ),
    ("control", {"per_game": -5}, "control cannot be used: seconds per game must be more than 0, not -5"),
    ("control", 5, "control must name the limits of the clocks, not 5"),
    ("start", "e4", 'start must be one of standard, alternative, random, not "e4"'),
]


@pytest.mark.parametrize(("name", "bad", "problem"), BAD_VALUES)
def test_a_bad_value_falls_back_alone(store: Store, name: str, bad: object, problem: str) -> None:
    store.save_settings(CHOSEN)
    content = json.loads((store.directory / SETTINGS_FILE).read_text("utf-8"))
    write(store, SETTINGS_FILE, content | {name: bad})
    assert store.load_settings() == replace(CHOSEN, **{name: getattr(Settings(), name)})
    (message,) = store.messages
    assert message.startswith(f"{SETTINGS_FILE}: ")
    assert message.endswith("; the default is used (the file is kept as settings.json.damaged).")
    assert json.loads((store.directory / "settings.json.damaged").read_text("utf-8"))[name] == bad
    with pytest.raises(AssertionError, match=problem):
        raise AssertionError(message)


def test_numbers_json_has_but_the_settings_have_not(store: Store) -> None:
    write(store, SETTINGS_FILE, '{"volume": NaN, "watch_pace": Infinity, "muted": true}')
    assert store.load_settings() == Settings(muted=True)
    assert len(store.messages) == 2


def test_unknown_keys_and_missing_ones_are_no_news(store: Store) -> None:
    write(store, SETTINGS_FILE, {"volume": 0.5, "theme of the future": "dark"})
    assert store.load_settings() == Settings(volume=0.5)
    assert store.messages == []


def test_settings_check_themselves() -> None:
    with pytest.raises(ValueError, match="volume"):
        Settings(volume=2)
    with pytest.raises(ValueError, match="table_megabytes"):
        Settings(table_megabytes=65)
    with pytest.raises(ValueError, match="window_size"):
        Settings(window_size=(100, 800))
    assert [speed.factor for speed in AnimationSpeed] == [0.0, 2.0, 1.0, 0.5]


# Damaged files

DAMAGE = [
    "",
    "{",
    '{"volume": 0.5',
    "[1, 2]",
    "null",
    "\x00" * 100,
    "[" * 100_000,
    '{"volume": ' + "9" * 5000 + "}",
]


@pytest.mark.parametrize("name", [SETTINGS_FILE, GAME_FILE])
@pytest.mark.parametrize("text", DAMAGE, ids=range(len(DAMAGE)))
def test_a_damaged_file_is_set_aside_whole(store: Store, name: str, text: str) -> None:
    write(store, name, text)
    if name == SETTINGS_FILE:
        assert store.load_settings() == Settings()
        store.save_settings(CHOSEN)
    else:
        assert store.load_game() is None
        store.save_game(saved_game())
    (message,) = store.messages
    assert f"is damaged. It is kept as {name}.damaged" in message
    assert files(store) == {name, f"{name}.damaged"}
    assert (store.directory / f"{name}.damaged").read_text("utf-8") == text


def test_a_file_that_is_no_text_is_damaged(store: Store) -> None:
    store.directory.mkdir()
    (store.directory / SETTINGS_FILE).write_bytes(b"\xff\xfe{}")
    assert store.load_settings() == Settings()
    assert (store.directory / f"{SETTINGS_FILE}.damaged").read_bytes() == b"\xff\xfe{}"


def test_damaged_files_do_not_replace_each_other(store: Store) -> None:
    for text in ("one", "two", "three"):
        write(store, SETTINGS_FILE, text)
        store.load_settings()
    found = [(store.directory / f"{SETTINGS_FILE}.damaged{n}").read_text() for n in ("", "-2", "-3")]
    assert found == ["one", "two", "three"]


def test_something_else_in_the_place_of_a_file_is_set_aside_too(store: Store) -> None:
    (store.directory / SETTINGS_FILE).mkdir(parents=True)
    assert store.load_settings() == Settings()
    assert "cannot be read" in store.messages[0]
    store.save_settings(CHOSEN)
    assert store.load_settings() == CHOSEN


def test_what_cannot_be_set_aside_is_not_written_over(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    write(store, GAME_FILE, "a game, but no longer readable")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", refuse)
        assert store.load_game() is None
    store.save_game(saved_game())
    store.clear_game()
    assert (store.directory / GAME_FILE).read_text() == "a game, but no longer readable"
    (message,) = store.messages
    assert "left as it is" in message


# The game


def test_game_round_trip(store: Store) -> None:
    saved = saved_game()
    store.save_game(saved)
    again = Store(store.directory).load_game()
    assert again is not None
    assert content_of(again) == content_of(saved)
    assert store.messages == []


def test_a_game_from_another_start_that_ends_in_a_pass(store: Store) -> None:
    for game in (Game(WHITE_PASSES, [PASS]), Game(ALTERNATIVE_BOARD), Game(ALTERNATIVE_BOARD, [18, 26])):
        saved = SavedGame(game, (Seat(), Seat()), (Clock.start(TimeControl()),) * len(game.boards))
        store.save_game(saved)
        again = store.load_game()
        assert again is not None
        assert content_of(again) == content_of(saved)


def test_a_cleared_game_is_gone(store: Store) -> None:
    store.clear_game()
    store.save_game(saved_game())
    store.clear_game()
    assert store.load_game() is None
    assert store.messages == []


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ("f5d6a1", "ply 3: 'a1' is not a legal move for Black"),
        ("XO;f5", "a board has 64 squares"),
        (None, "must be a text, not null"),
        (["f5"], "must be a text, not a list of 1"),
    ],
)
def test_a_game_that_cannot_be_replayed_is_set_aside(store: Store, game: object, problem: str) -> None:
    write(store, GAME_FILE, valid_game(store) | {"game": game})
    assert store.load_game() is None
    assert files(store) == {f"{GAME_FILE}.damaged"}
    assert problem in store.messages[0]


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("cursor", 6),
        ("cursor", -1),
        ("cursor", "4"),
        ("seats", ["human"]),
        ("seats", ["human", {"algorithm": "minimax", "level": 5, "seconds": 1}]),
        ("control", {"per_game": "long"}),
        ("clocks", [[1, 2, 3]]),
        ("clocks", [[60, 60, "x"]] * 6),
        ("clocks", [[None, None, 0]] * 6),
        ("evaluations", {"6": [1, 2, "exact"]}),
        ("evaluations", {"one": [1, 2, "exact"]}),
        ("evaluations", {"1": [1, 2, "guess"]}),
        ("evaluations", {"1": 5}),
        ("evaluations", []),
    ],
)
def test_the_moves_survive_whatever_else_is_wrong(store: Store, name: str, bad: object) -> None:
    write(store, GAME_FILE, valid_game(store) | {name: bad})
    saved = store.load_game()
    assert saved is not None
    assert saved.game.moves == saved_game().game.moves
    assert len(saved.clocks) == len(saved.game.boards)
    (message,) = store.messages
    assert f": {name} " in message
    assert saved.game.cursor == (5 if name == "cursor" else 4)


# Writing


def test_a_write_that_fails_leaves_the_old_file(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save_settings(CHOSEN)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        store.save_settings(Settings())
        store.save_game(saved_game())
    assert files(store) == {SETTINGS_FILE}
    assert store.load_settings() == CHOSEN
    (message,) = store.messages  # said once, though two files could not be written
    assert "cannot be saved" in message
    assert "No space left on device" in message


def test_a_home_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the directory should be")
    store = Store(tmp_path / "home" / "nullwindow")
    assert store.load_settings() == Settings()
    store.save_settings(CHOSEN)
    store.save_game(saved_game())
    store.clear_game()
    assert sum("cannot be saved" in message for message in store.messages) == 1
    assert (tmp_path / "home").read_text() == "a file where the directory should be"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a directory we may not write")
def test_a_read_only_home(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    store = Store(tmp_path / "nullwindow")
    store.save_settings(CHOSEN)
    store.save_settings(CHOSEN)
    (message,) = store.messages
    assert "Permission denied" in message


def test_the_usual_directory_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if sys.platform.startswith("linux"):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        assert Store().directory == tmp_path / "nullwindow"
    assert Store().directory.name == "nullwindow"


def test_the_unfinished_game_makes_room_for_an_opened_one(store: Store) -> None:
    store.set_game_aside()
    assert store.messages == []
    write(store, GAME_FILE, {"game": "f5"})
    store.set_game_aside()
    assert store.load_game() is None
    assert "game.json.before" in store.messages[0]
    assert json.loads((store.directory / "game.json.before").read_text("utf-8")) == {"game": "f5"}
