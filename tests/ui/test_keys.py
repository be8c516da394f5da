"""Keys of one's own: what they do, whom they take a key from, and what is refused."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.clock import TimeControl
from game.tree import Game
from play.store import SETTINGS_FILE, Store
from tests.samples import PERSON
from tests.ui.driving import QUICK, click_square, dialog_of, do, page, press, push_in_dialog, resize, start
from ui.actions import (
    CODES,
    Action,
    Actions,
    changed,
    key_text,
    owners,
    parse_key,
    unknown,
    why_not,
    with_keys,
)
from ui.app import App
from ui.dialogs.settings import KeysDialog
from ui.input import Key, keyed, use_keys

Z, U = Key(pygame.K_z), Key(pygame.K_u)


def action(identity: str, *keys: Key, aliases: tuple[Key, ...] = ()) -> Action:
    return Action(identity, identity.capitalize(), "", lambda: None, keys, aliases=aliases)


def keys_of(rows: object) -> dict[str, tuple[Key, ...]]:
    assert isinstance(rows, list)
    return {row.identity: row.all_keys for row in rows}


@pytest.mark.parametrize(
    "key",
    [
        U,
        Key(pygame.K_PAGEUP),
        Key(pygame.K_t, shift=True),
        Key(pygame.K_c, True, True),
        Key(pygame.K_F5, True),
    ],
)
def test_a_key_is_read_as_it_was_written(key: Key) -> None:
    assert parse_key(key_text(key)) == key


@pytest.mark.parametrize(
    "text", ["", "ctrl+", "a", "8", "tab", "escape", "left", "alt+x", "shift+f5", "nokey"]
)
def test_what_no_action_can_have_is_no_key(text: str) -> None:
    assert parse_key(text) is None


def test_every_key_has_a_text_or_a_reason_why_not() -> None:
    for code in set(CODES.values()):
        for control in (False, True):
            key = Key(code, control)
            assert bool(why_not(key)) == (parse_key(key_text(key)) is None)
            assert why_not(key) or parse_key(key_text(key)) == key


def test_the_new_key_takes_the_place_of_the_first_one() -> None:
    rows = [action("undo", Z, Key(pygame.K_BACKSPACE)), action("redo", Key(pygame.K_y))]
    assert keys_of(with_keys(rows, (("undo", "u"),)))["undo"] == (U, Key(pygame.K_BACKSPACE))
    assert keys_of(with_keys(rows, ())) == keys_of(rows)


def test_who_had_the_key_has_it_no_more_also_as_an_alias() -> None:
    rows = [action("undo", Z), action("up", U), action("under", aliases=(U,))]
    assert keys_of(with_keys(rows, (("undo", "u"),))) == {"undo": (U,), "up": (), "under": ()}


def test_settings_that_contradict_themselves_leave_a_table_that_works() -> None:
    """As somebody may write them by hand."""
    rows = [action("undo", Z), action("redo", Key(pygame.K_y)), action("hint", Key(pygame.K_t))]
    keys = (("hint", "nokey"), ("redo", "u"), ("undo", "u"), ("of another version", "z"))
    found = with_keys(rows, keys)
    assert keys_of(found) == {"undo": (Z,), "redo": (U,), "hint": (Key(pygame.K_t),)}
    assert len(list(Actions(*found))) == 3
    assert unknown(keys) == ["nokey"]


def test_a_key_is_told_to_be_taken_on_every_page_where_both_are() -> None:
    everywhere, here, there = action("mute", Key(pygame.K_m)), action("undo", Z), action("zoom", Z)
    tables = [everywhere, here], [everywhere, there]
    assert {owner.identity for owner in owners(tables, "mute", Z)} == {"undo", "zoom"}
    assert owners(tables, "undo", Z) == []
    assert owners(tables, "undo", U) == []


def test_a_key_that_is_given_away_twice_belongs_to_the_last_one() -> None:
    keys = changed(changed((), "undo", U), "redo", U)
    assert keys == (("redo", "u"),)
    assert changed(keys, "redo", None) == ()


# In sentences


def test_a_sentence_names_the_key_there_is_now_or_none() -> None:
    use_keys({"undo": U}.get)
    assert keyed("Undo ({undo}) takes {what} back", what="it") == "Undo (U) takes it back"
    assert keyed("Redo ({redo}) does it again") == "Redo does it again"
    assert keyed("悔棋（{redo}）") == "悔棋"


def test_sentences_name_no_key_that_may_be_another_one() -> None:
    for sentence in filter(None, map(sentence_of, calls("_", "N_"))):
        for key in re.findall(r"\((F[0-9]+|[A-Z+−]|Space|Home|End|Ctrl\+\w+)\)", sentence):
            assert f"({key})" in "MTD(f)", f"{key} is named in {sentence!r}"


def test_sentences_name_keys_of_actions_that_there_are(app: App) -> None:
    known = {row.identity for rows in app.tables.values() for row in rows}
    known |= {"practice_harder", "practice_side"}  # in sections that are not open
    named: set[str] = set()
    for call in calls("keyed"):
        inner = call.args[0]
        sentence = sentence_of(inner) if isinstance(inner, ast.Call) else None
        if sentence is not None:
            named |= set(re.findall(r"\{(\w+)\}", sentence)) - {word.arg for word in call.keywords}
    assert {"undo", "play", "review_start"} <= named <= known


def calls(*functions: str) -> Iterator[ast.Call]:
    """Every call of these functions in the window's code."""
    for file in Path("ui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
                yield node


def sentence_of(call: ast.Call) -> str | None:
    """What is marked for translation there."""
    found = call.args[0]
    return found.value if isinstance(found, ast.Constant) and isinstance(found.value, str) else None


def test_what_the_window_says_names_the_new_key(app: App) -> None:
    app.session.settings = replace(app.settings, keys=(("undo", "f8"), ("settings", "f7")), numbers=True)
    app.rebuild()
    start(app, PERSON, PERSON)
    click_square(app, "f5")
    page(app).commands._begin(partial(app.session.start_match, (PERSON, PERSON), TimeControl(), Game()))
    assert app.toasts.current == "The previous game is kept: Undo (F8) brings it back"
    tips = [keyed(sentence) for __, sentence in app.page.tips]
    assert any("in the settings (F7)" in tip for tip in tips)
    assert not any("settings (O)" in tip or "(Z)" in tip for tip in tips)


def test_the_buttons_of_a_page_name_the_new_key(app: App) -> None:
    app.session.settings = replace(app.settings, keys=(("swap", "u"),))
    app.rebuild()
    start(app, PERSON, QUICK)
    buttons = (button for row in page(app).button_rows for button in row)
    (tip,) = (button.action.shown_tip for button in buttons if button.action.identity == "swap")
    assert tip == "Swap: Swap the sides (U)"


# In the window


def open_keys(app: App) -> KeysDialog:
    do(app, "settings")
    push_in_dialog(app, "Change keys")
    return dialog_of(app, KeysDialog)


@pytest.fixture
def dialog(app: App) -> KeysDialog:
    return open_keys(app)


def choose(dialog: KeysDialog, identity: str) -> None:
    dialog.list.choose([found.identity for found in dialog.actions].index(identity))


def test_actions_of_every_page_are_listed_once_with_their_keys(dialog: KeysDialog) -> None:
    names = [found.identity for found in dialog.actions]
    assert {
        "undo",
        "review_start",
        "race_start",
        "practice_next",
        "edit_undo",
        "mute",
        "page_lab",
        "lab_next",
    } <= set(names)
    assert len(names) == len(set(names))
    assert "Undo (Play): Z, Backspace" in [dialog.line(found) for found in dialog.actions]


def test_by_the_keyboard_alone_another_key_is_chosen_and_works(app: App, dialog: KeysDialog) -> None:
    while dialog.list.value is None or dialog.list.value.identity != "undo":
        press(app, pygame.K_DOWN)
    press(app, pygame.K_RETURN)
    assert dialog.said == "Press the new key for Undo; Escape keeps the old one."
    press(app, pygame.K_F8)
    assert dialog.said == "Undo (Play): F8, Backspace"
    press(app, pygame.K_TAB)
    dialog.accept()
    app.frame()
    click_square(app, "d3")
    assert app.session.match.game.moves
    press(app, pygame.K_z, "z")
    assert app.session.match.game.moves
    press(app, pygame.K_F8)
    assert not app.session.match.game.node.path
    assert "(F8)" in app.actions["undo"].shown_tip
    assert page(app).window.actions["undo"].keys[0] == Key(pygame.K_F8)


def test_a_key_of_another_action_is_taken_when_it_is_pressed_again(app: App, dialog: KeysDialog) -> None:
    choose(dialog, "undo")
    dialog._wait()
    press(app, pygame.K_t, "t")
    assert dialog.error == "T is used for Hint: press it again to take it."
    assert app.settings.keys == ()
    press(app, pygame.K_t, "t")
    assert app.settings.keys == (("undo", "t"),)
    lines = [dialog.line(found) for found in dialog.actions]
    assert "Undo (Play): T, Backspace" in lines
    assert "Hint (Play): no key" in lines


def test_keys_with_a_meaning_of_their_own_are_refused(app: App, dialog: KeysDialog) -> None:
    choose(dialog, "undo")
    for key, sentence in (
        (pygame.K_a, "A to H and 1 to 8"),
        (pygame.K_LEFT, "This key cannot be changed"),
        (pygame.K_TAB, "This key"),
    ):
        dialog._wait()
        press(app, key)
        assert sentence in dialog.error
        assert app.settings.keys == ()
        press(app, pygame.K_ESCAPE)
        assert dialog.is_open, "Escape ended the waiting, not the dialog"


def test_cancel_takes_all_back_and_the_usual_key_comes_back(app: App, dialog: KeysDialog) -> None:
    choose(dialog, "undo")
    dialog._set(changed((), "undo", U))
    dialog._reset()
    assert app.settings.keys == ()
    dialog._set(changed((), "undo", U))
    press(app, pygame.K_ESCAPE)
    assert not dialog.is_open
    assert app.settings.keys == ()
    assert app.actions["undo"].keys[0] == Z


def test_the_line_of_status_does_not_name_keys_that_are_others_now(app: App) -> None:
    assert "Z undo" in page(app).status.keys
    app.session.settings = replace(app.settings, keys=(("undo", "u"),))
    app.rebuild()
    assert app.status.keys == "F1 shows all keys"


def test_keys_are_kept_and_what_is_none_is_said(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save_settings(replace(store.load_settings(), keys=(("undo", "u"),), muted=True))
    assert store.load_settings().keys == (("undo", "u"),)
    file = tmp_path / SETTINGS_FILE
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"keys": ["u"]}), "utf-8")
    assert store.load_settings().keys == ()
    assert "keys must be an object, not a list of 1" in store.messages[0]
    store.save_settings(replace(store.load_settings(), keys=(("undo", "hammer"),)))
    app = App(store)
    resize(app, (1280, 800))
    assert open_keys(app).error == "The settings name a key that does not exist: hammer"
    app.close()


def test_a_window_of_another_size_shows_the_same_keys(app: App, dialog: KeysDialog) -> None:
    choose(dialog, "undo")
    resize(app, (900, 640))
    found = dialog_of(app, KeysDialog).list.value
    assert found is not None
    assert found.identity == "undo"


# Different words for one thing.
ONE_MEANING = [
    {"New game", "Play it", "Play on from here"},
    {"Hint", "Hints"},
    {"Review", "Review it"},
    {"Swap", "Other side"},
]


def test_a_letter_means_the_same_on_every_page(app: App) -> None:
    meanings: dict[Key, set[str]] = {}
    for actions in app.tables.values():
        for action in actions:
            for key in action.all_keys:
                if pygame.K_a <= key.code <= pygame.K_z and not key.control:
                    meanings.setdefault(key, set()).add(action.label)
    assert len(meanings) > 10
    for key, labels in meanings.items():
        assert len(labels) == 1 or any(labels <= one for one in ONE_MEANING), (key.name, labels)
