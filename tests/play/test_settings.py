import json
import os
from dataclasses import replace
from types import SimpleNamespace

import psutil
import pytest

from game.clock import TimeControl
from play.settings import FAST, AnimationSpeed, Settings, clamped, processors
from play.store import SETTINGS_FILE, Store
from tests.play.stored import CHOSEN, files, write


def test_the_first_start_has_defaults_and_nothing_to_say(store: Store) -> None:
    assert (store.load_settings(), store.load_game(), store.messages) == (Settings(), None, [])


def test_settings_round_trip(store: Store) -> None:
    for settings in (CHOSEN, Settings(), replace(CHOSEN, control=TimeControl())):
        store.save_settings(settings)
        assert (store.load_settings(), store.messages) == (settings, [])
    assert files(store) == {SETTINGS_FILE}
    assert all(getattr(CHOSEN, name) != getattr(Settings(), name) for name in Settings.__slots__)


PVS = {"algorithm": "pvs", "level": 1, "seconds": 1}
BAD_VALUES = [
    ("watch_speed", 10**400, "watch_speed must be a number, not 1000"),
    ("volume", 1.5, "volume must be from 0 to 1, not 1.5"),
    ("review_seconds", 0.01, "review_seconds must be from 0.1 to 10, not 0.01"),
    ("volume", "loud", 'volume must be a number, not "loud"'),
    ("volume", True, "volume must be a number, not true"),
    ("muted", 1, "muted must be true or false, not 1"),
    ("animation", "warp", 'animation must be one of normal, off, fast, always, slow, not "warp"'),
    ("animation", ["off"], "animation must be one of normal, off, fast, always, slow, not a list of 1"),
    ("watch_speed", -1, r"watch_speed must be from 10000 to 1e\+09, not -1"),
    ("table_megabytes", 8, "table_megabytes must be a whole number from 16 to 4096, not 8"),
    ("table_megabytes", 64.0, "table_megabytes must be a whole number from 16 to 4096, not 64.0"),
    ("table_megabytes", 100, "table_megabytes must be one of 16, 32, 64, .*, 4096, not 100"),
    ("threads", 0, "threads must be a whole number from 1 to 64, not 0"),
    ("threads", "all", 'threads must be a whole number from 1 to 64, not "all"'),
    ("window_size", [0, 800], "window_size must be a whole number from 1 to 16384, not 0"),
    ("window_size", [1280, 16385], "window_size must be a whole number from 1 to 16384, not 16385"),
    ("window_size", [1280], "window_size must be a list of 2, not a list of 1"),
    ("window_size", [1e9, 800], "window_size must be a whole number from 1 to 16384, not 1000000000.0"),
    ("window_position", [1.5, 0], "window_position must be a whole number from .*, not 1.5"),
    ("window_position", 7, "window_position must be a list of 2, not 7"),
    ("fullscreen", None, "fullscreen must be true or false, not null"),
    ("seats", "human", 'seats must be a list of 2, not "human"'),
    ("seats", ["human", 7], "seats must name human or computer players, not 7"),
    ("seats", ["human", {"algorithm": "magic"}], 'seats must have one of the algorithms .*, not "magic"'),
    ("seats", ["human", PVS | {"algorithm": "scout"}], 'one of the algorithms alphabeta, pvs, not "scout"'),
    ("seats", ["human", {"algorithm": "pvs", "level": 11, "seconds": 1}], "from 1 to 10, not 11"),
    ("seats", ["human", PVS | {"seconds": 0}], "more than 0 seconds per move, and at most a day, not 0"),
    ("seats", ["human", PVS | {"seconds": 1e20}], r"per move, and at most a day, not 1e\+20"),
    ("seats", ["human", {"name": 5}], "seats must contain names of at most 100 characters, not 5"),
    ("seats", ["human", {"name": "x" * 101}], "seats must contain names of at most 100 characters, not"),
    ("control", {"per_game": -5}, "control cannot be used: seconds per game must be more than 0, not -5"),
    (
        "control",
        {"per_move": 86_401},
        r"control must contain times of at most 86400 seconds \(a day\), not 86401",
    ),
    ("control", {"per_game": 60, "increment": 1e99}, r"86400 seconds \(a day\), not 1e\+99"),
    ("control", 5, "control must be an object, not 5"),
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
    write(store, SETTINGS_FILE, '{"volume": NaN, "watch_speed": Infinity, "muted": true}')
    assert (store.load_settings(), len(store.messages)) == (Settings(muted=True), 2)


@pytest.mark.parametrize(
    ("content", "settings"),
    [
        (
            {"keys": {"undo": "u", "page_review": "ctrl+shift+r", "hint": 8}},  # that no action can have one
            Settings(keys=(("hint", "8"), ("page_review", "ctrl+shift+r"), ("undo", "u"))),  # says the window
        ),
        ({"volume": 0.5, "clock_volume": 0.2, "sounds": "glass", "new": [1]}, Settings(volume=0.5)),
        ({"watch_pace": 0.6}, Settings(watch_speed=FAST)),
    ],
)
def test_what_is_odd_or_older_is_no_news(store: Store, content: object, settings: Settings) -> None:
    write(store, SETTINGS_FILE, content)
    assert (store.load_settings(), store.messages) == (settings, [])


def test_animations_have_their_factors() -> None:
    assert [speed.factor for speed in AnimationSpeed] == [1.0, 0.0, 2.0, 1.0, 0.5]


MODEST = Settings(table_megabytes=128, threads=1, volume=0.2)


def free(megabytes: int) -> SimpleNamespace:
    return SimpleNamespace(available=megabytes << 20)


def test_what_the_machine_can_do_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: free(256))
    assert clamped(MODEST) == (MODEST, [])


def test_tables_that_no_longer_fit_get_the_default_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: free(255))
    settings, problems = clamped(MODEST)
    assert settings == replace(MODEST, table_megabytes=64)
    assert problems == [
        "2 tables of 128 MB do not fit into memory: 255 MB are free; each player has 64 MB now."
    ]


def test_more_threads_than_processors_become_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    for count, threads in ((2, 2), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda count=count: count)
        settings, problems = clamped(replace(MODEST, threads=16))
        assert settings == replace(MODEST, threads=threads)
        assert problems == [f"This machine has fewer than 16 processors; the number of threads is {threads}."]
    monkeypatch.setattr(os, "cpu_count", lambda: 256)
    assert processors() == 64
