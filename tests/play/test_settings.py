import json
import os
from dataclasses import replace
from types import SimpleNamespace

import psutil
import pytest

from ai.limits import processors
from game.clock import TimeControl
from play.settings import FAST, AnimationSpeed, Settings, clamped
from play.store import SETTINGS_FILE, Store
from tests.approved.typed import WRONG_SETTINGS
from tests.play.stored import CHOSEN, files, write


def test_first_start_has_defaults_and_no_messages(store: Store) -> None:
    assert (store.load_settings(), store.load_game(), store.messages) == (Settings(), None, [])


def test_settings_round_trip(store: Store) -> None:
    for settings in (CHOSEN, Settings(), replace(CHOSEN, control=TimeControl(), search_threads=1)):
        store.save_settings(settings)
        assert (store.load_settings(), store.messages) == (settings, [])
    assert files(store) == {SETTINGS_FILE}
    assert all(getattr(CHOSEN, name) != getattr(Settings(), name) for name in Settings.__slots__)


@pytest.mark.parametrize(
    ("name", "bad"), [(name, bad) for name, values in WRONG_SETTINGS.items() for bad in values]
)
def test_only_bad_values_fall_back(store: Store, name: str, bad: object) -> None:
    """The messages are in tests/approved."""
    store.save_settings(CHOSEN)
    content = json.loads((store.directory / SETTINGS_FILE).read_text("utf-8"))
    write(store, SETTINGS_FILE, content | {name: bad})
    assert store.load_settings() == replace(CHOSEN, **{name: getattr(Settings(), name)})
    (message,) = store.messages
    assert message.startswith(f"{SETTINGS_FILE}: ")
    assert message.endswith("; the default is used (the file is kept as settings.json.damaged).")
    assert json.loads((store.directory / "settings.json.damaged").read_text("utf-8"))[name] == bad


def test_nan_and_infinity_are_refused(store: Store) -> None:
    write(store, SETTINGS_FILE, '{"volume": NaN, "watch_speed": Infinity, "muted": true}')
    assert (store.load_settings(), len(store.messages)) == (Settings(muted=True), 2)


@pytest.mark.parametrize(
    ("content", "settings"),
    [
        (
            {"keys": {"undo": "u", "page_review": "ctrl+shift+r", "hint": 8}},  # the window reports bad keys
            Settings(keys=(("hint", "8"), ("page_review", "ctrl+shift+r"), ("undo", "u"))),
        ),
        ({"volume": 0.5, "clock_volume": 0.2, "sounds": "glass", "new": [1]}, Settings(volume=0.5)),
        ({"watch_pace": 0.6}, Settings(watch_speed=FAST)),
        ({"threads": 1, "think_ahead": False}, Settings()),  # written as defaults, not chosen
        ({"threads": 4, "think_ahead": False}, Settings(search_threads=4)),
    ],
)
def test_old_settings_load_silently(store: Store, content: object, settings: Settings) -> None:
    write(store, SETTINGS_FILE, content)
    assert (store.load_settings(), store.messages) == (settings, [])


def test_animations_have_their_factors() -> None:
    assert [speed.factor for speed in AnimationSpeed] == [1.0, 0.0, 2.0, 1.0, 0.5]


MODEST = Settings(table_megabytes=128, search_threads=1, volume=0.2)


def test_tables_that_do_not_fit_shrink_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "2 tables of 128 MB do not fit into memory: 255 MB are free; each player now has 64 MB."
    for free, found in ((256, (MODEST, [])), (255, (replace(MODEST, table_megabytes=64), [sentence]))):
        memory = SimpleNamespace(available=free << 20)
        monkeypatch.setattr(psutil, "virtual_memory", lambda memory=memory: memory)
        assert clamped(MODEST) == found


def test_threads_are_limited_to_the_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    for count, threads in ((2, 2), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda count=count: count)
        settings, problems = clamped(replace(MODEST, search_threads=16))
        assert settings == replace(MODEST, search_threads=threads)
        (problem,) = problems
        assert problem.endswith(f"has fewer than 16 processors; the number of threads is now {threads}.")
    monkeypatch.setattr(os, "cpu_count", lambda: 256)
    assert processors() == 64
