"""Custom keys: their effect, the actions that lose a key, and refused keys."""

import ast
import json
import re
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pygame
import pytest

from ai import preparation
from game.clock import TimeControl
from game.tree import Game
from play.settings import Settings
from play.store import SETTINGS_FILE, Store
from tests.samples import PERSON
from tests.ui.driving import QUICK, click_square, page, press, start, start_of_strangers, wait
from ui.actions import Action, Actions, parse_key, with_keys, wrong_keys
from ui.app import App
from ui.input import Key, use_keys, with_key_names

Z, U = Key(pygame.K_z), Key(pygame.K_u)


def action(identity: str, *keys: Key, aliases: tuple[Key, ...] = ()) -> Action:
    return Action(identity, identity.capitalize(), "", lambda: None, keys, aliases=aliases)


def keys_of(rows: object) -> dict[str, tuple[Key, ...]]:
    assert isinstance(rows, list)
    return {row.identity: row.all_keys for row in rows}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("u", U),
        ("pageup", Key(pygame.K_PAGEUP)),
        ("shift+T", Key(pygame.K_t, shift=True)),
        ("ctrl+shift+c", Key(pygame.K_c, True, True)),
        ("ctrl+f5", Key(pygame.K_F5, True)),
        ("ctrl+a", Key(pygame.K_a, True)),
    ],
)
def test_a_key_is_parsed_by_its_name(text: str, key: Key) -> None:
    assert parse_key(text) == key


@pytest.mark.parametrize(
    "text", ["", "ctrl+", "a", "8", "tab", "escape", "left", "alt+x", "shift+f5", "unknown", "nokey"]
)
def test_reserved_and_unknown_keys_are_refused(text: str) -> None:
    assert parse_key(text) is None


def test_a_new_key_replaces_the_first_one() -> None:
    rows = [action("undo", Z, Key(pygame.K_BACKSPACE)), action("redo", Key(pygame.K_y))]
    assert keys_of(with_keys(rows, (("undo", "u"),)))["undo"] == (U, Key(pygame.K_BACKSPACE))
    assert keys_of(with_keys(rows, ())) == keys_of(rows)


def test_the_former_action_loses_the_key_even_as_an_alias() -> None:
    rows = [action("undo", Z), action("up", U), action("under", aliases=(U,))]
    assert keys_of(with_keys(rows, (("undo", "u"),))) == {"undo": (U,), "up": (), "under": ()}


def test_contradictory_settings_leave_a_working_table() -> None:
    rows = [action("undo", Z), action("redo", Key(pygame.K_y)), action("hint", Key(pygame.K_t))]
    keys = (("hint", "nokey"), ("redo", "u"), ("undo", "u"), ("of another version", "z"))
    found = with_keys(rows, keys)
    assert keys_of(found) == {"undo": (Z,), "redo": (U,), "hint": (Key(pygame.K_t),)}
    assert len(list(Actions(*found))) == 3
    assert list(wrong_keys(keys, [rows[:2], rows[2:]])) == [
        "The settings use a key that cannot be assigned: nokey",
        "The settings give a key to an unknown action: of another version",
    ]


def test_an_invalid_key_in_the_file_spares_the_others(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text(json.dumps({"keys": {"undo": "u", "hint": 8}}), "utf-8")
    with closing(Store(tmp_path)) as store:
        keys = store.load_settings().keys
    rows = [action("undo", Z), action("hint", Key(pygame.K_t))]
    assert keys_of(with_keys(rows, keys)) == {"undo": (U,), "hint": (Key(pygame.K_t),)}
    assert list(wrong_keys(keys, [rows])) == ["The settings use a key that cannot be assigned: 8"]


# In sentences


def test_a_sentence_names_the_current_key_or_none() -> None:
    use_keys({"undo": U}.get)
    assert with_key_names("Undo ({undo}) takes {what} back", what="it") == "Undo (U) takes it back"
    assert with_key_names("Redo ({redo}) does it again") == "Redo does it again"
    assert with_key_names("悔棋（{redo}）") == "悔棋"


def test_sentences_have_no_hard_coded_keys() -> None:
    for sentence in filter(None, map(sentence_of, calls("_", "N_"))):
        for key in re.findall(r"\((F[0-9]+|[A-Z+−]|Space|Home|End|Ctrl\+\w+)\)", sentence):
            assert f"({key})" in "MTD(f)", f"{key} is named in {sentence!r}"


def test_sentences_name_keys_of_existing_actions(app: App) -> None:
    known = {row.identity for rows in app.tables for row in rows}
    named: set[str] = set()
    for call in calls("with_key_names"):
        inner = call.args[0]
        sentence = sentence_of(inner) if isinstance(inner, ast.Call) else None
        if sentence is not None:
            named |= set(re.findall(r"\{(\w+)\}", sentence)) - {word.arg for word in call.keywords}
    assert {"undo", "play", "review_start"} <= named <= known


@cache
def all_calls() -> list[ast.Call]:
    """Returns all calls in the window's code."""
    trees = (ast.parse(file.read_text("utf-8")) for file in Path("ui").rglob("*.py"))
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]


def calls(*functions: str) -> list[ast.Call]:
    """Returns the calls of these functions."""
    return [call for call in all_calls() if isinstance(call.func, ast.Name) and call.func.id in functions]


def sentence_of(call: ast.Call) -> str | None:
    """Returns the sentence that a call marks for translation."""
    found = call.args[0]
    return found.value if isinstance(found, ast.Constant) and isinstance(found.value, str) else None


def test_sentences_of_the_window_name_the_new_key(app: App) -> None:
    assert preparation.wait().is_ready, "before, the status says so"
    assert "Z undo" in page(app).status.keys
    keys = (("undo", "f8"), ("settings", "f7"), ("swap", "u"))
    app.session.settings = replace(app.settings, keys=keys)
    app.rebuild()
    assert app.status.keys == "F1 shows all keys"
    start_of_strangers(app)
    click_square(app, "f5")
    page(app).commands._begin(partial(app.session.start_match, (PERSON, QUICK), TimeControl(), Game()))
    assert app.toasts.current == "The previous game is kept: Undo (F8) brings it back"
    app.frame()
    tips = [with_key_names(sentence) for __, sentence in app.page.tips]
    assert not any("settings (O)" in tip or "(Z)" in tip for tip in tips)
    start(app, PERSON, QUICK)
    buttons = (button.action for row in page(app).button_rows for button in row)
    assert [each.shown_tip for each in buttons if each.identity == "swap"] == ["Swap: Swap the sides (U)"]


# In the window


def test_a_custom_key_works_and_its_former_action_has_none(app: App) -> None:
    app.session.settings = replace(app.settings, keys=(("undo", "t"),))
    app.rebuild()
    click_square(app, "d3")
    for key in (pygame.K_z, pygame.K_t):
        assert app.session.match.game.moves
        press(app, key)
    assert not app.session.match.game.node.path
    assert "(T)" in app.actions["undo"].shown_tip
    assert app.actions["hint"].all_keys == ()


def test_keys_are_kept_and_invalid_ones_reported(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save_settings(replace(store.load_settings(), keys=(("undo", "u"),), muted=True))
    assert store.load_settings().keys == (("undo", "u"),)
    file = tmp_path / SETTINGS_FILE
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"keys": ["u"]}), "utf-8")
    assert store.load_settings().keys == ()
    assert "keys must be an object, not a list of 1" in store.messages.pop()
    keys = (("practice_side", "f8"), ("undo", "hammer"), ("gone", "u"))
    store.save_settings(Settings(keys=keys, muted=True))
    app = App(store)
    said = [
        "The settings give a key to an unknown action: gone",
        "The settings use a key that cannot be assigned: hammer",
    ]
    wait(app, lambda: app.toasts._waiting == said)
    app.close()


# Labels with the same meaning.
ONE_MEANING = [
    {"New game", "Play it", "Play on from here"},
    {"Hint", "Analysis"},
    {"Why not?", "Two lines"},
    {"Review", "Review it"},
    {"Swap", "Other side"},
]


def test_a_letter_means_the_same_on_every_page(app: App) -> None:
    card_tips: dict[Key, set[str]] = {}
    for actions in app.tables:
        for action in actions:
            for key in action.all_keys:
                if pygame.K_a <= key.code <= pygame.K_z and not key.control:
                    card_tips.setdefault(key, set()).add(action.label)
    assert len(card_tips) > 10
    for key, labels in card_tips.items():
        assert len(labels) == 1 or any(labels <= one for one in ONE_MEANING), (key.name, labels)
