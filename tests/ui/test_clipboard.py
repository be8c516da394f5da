"""Copy and paste: the clipboard may hold whatever another program has put there."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame
import pytest

from tests.ui.driving import dialog_of, do, given, open_dialog, post, press, type_text, wait
from ui.app import App
from ui.clipboard import LONGEST_PASTE
from ui.dialogs.games import GamesDialog
from ui.dialogs.new_game import NewGameDialog
from ui.dialogs.own_tree import OwnTreeDialog
from ui.dialogs.share import ShareDialog

CONTROL = pygame.KMOD_CTRL
# Put around words by messengers, web pages and editors: no font can draw them.
WITHOUT_A_WIDTH = ("\u200b", "\ufeff", "\u200d\u2060", "\ufe0f", "\xad\u034f", "\U000e0041")


@dataclass
class Clipboard:
    text: str = ""


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Clipboard:
    clipboard = Clipboard()
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: setattr(clipboard, "text", text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: clipboard.text)
    return clipboard


def paste(app: App, clipboard: Clipboard, text: str) -> None:
    clipboard.text = text
    press(app, pygame.K_v, mod=CONTROL)


def open_with(app: App, clipboard: Clipboard, text: str) -> NewGameDialog:
    """Opens the dialog New game with a text, and focuses its field."""
    paste(app, clipboard, text)
    dialog = dialog_of(app, NewGameDialog)
    dialog.manager.set_focus_set({dialog.text})
    dialog.text.edit_position = len(text)
    return dialog


def test_copy_and_paste_of_a_transcript(app: App, clipboard: Clipboard) -> None:
    type_text(app, "f5d6")
    press(app, pygame.K_c, mod=CONTROL)
    assert clipboard.text == "f5d6"
    press(app, pygame.K_c, mod=CONTROL | pygame.KMOD_SHIFT)
    assert clipboard.text == app.session.match.board.text()
    paste(app, clipboard, "f5 d6\nc3 d3")
    assert len(app.session.match.game.moves) == 2, "nothing is replaced before the dialog is accepted"
    press(app, pygame.K_RETURN)
    assert len(app.session.match.game.moves) == 4
    for rubbish, word in (("f5 a8", "a8"), ("X" * 64 + "O", "over")):
        paste(app, clipboard, rubbish)
        press(app, pygame.K_RETURN)
        assert word in given(app.overlay.dialog).error
        press(app, pygame.K_ESCAPE)
        assert len(app.session.match.game.moves) == 4


def test_clipboard_that_cannot_be_written(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_text: str) -> None:
        raise pygame.error("it is in use")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    said = "The clipboard cannot be written: it is in use"
    type_text(app, "f5d6")
    press(app, pygame.K_c, mod=CONTROL)
    assert app.toasts.current == said
    press(app, pygame.K_s, mod=CONTROL)
    share = dialog_of(app, ShareDialog)
    share.copy_text()
    assert (share.is_open, share.error) == (True, said)
    share.close()
    do(app, "page_lab", "lab_steps")
    own_tree = open_dialog(app, "own_tree", OwnTreeDialog)
    own_tree.copy_text()
    assert own_tree.error == said


def test_analysed_game_that_was_copied_can_be_pasted(app: App, clipboard: Clipboard) -> None:
    paste(app, clipboard, "f5 {" + "a note " * 8000 + "} d6")
    press(app, pygame.K_RETURN)
    assert len(app.session.match.game.moves) == 2


def test_a_comment_ends_with_its_line(app: App, clipboard: Clipboard) -> None:
    text = "f5 d6 # good\nc3 {a # b} d3 # the end"
    dialog = open_with(app, clipboard, text)
    assert dialog.text.get_text() == "f5 d6 c3 {a # b} d3 # the end"
    press(app, pygame.K_a, mod=CONTROL)
    paste(app, clipboard, f"{text}\nc4")
    assert dialog.text.get_text() == "f5 d6 c3 {a # b} d3 c4"


@pytest.mark.parametrize(
    ("get", "said"),
    [(lambda: "f5" * 500_000, "too many"), (lambda: b"\xff".decode(), "not hold text")],
    ids=["long", "bytes"],
)
def test_unusable_clipboard_content_reaches_no_text_field(
    app: App, clipboard: Clipboard, monkeypatch: pytest.MonkeyPatch, get: Callable[[], str], said: str
) -> None:
    dialog = open_with(app, clipboard, "f5")
    monkeypatch.setattr(pygame.scrap, "get_text", get)
    for mod in (CONTROL, CONTROL | pygame.KMOD_SHIFT):
        press(app, pygame.K_v, mod=mod)
        assert dialog.chosen().chosen.text == "f5"
        assert said in dialog.error
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_v, mod=CONTROL)
    assert said in str(app.toasts.current)
    assert not app.overlay.is_open


@pytest.mark.parametrize(
    ("answers", "pasted"),
    [(["f5", "f5"], "f5"), ([None, None, "f5", "f5d6", "f5d6"], "f5d6"), ([""], None), ([None], None)],
    ids=["at once", "slow", "empty", "never"],
)
def test_on_wayland_a_slow_clipboard_is_read_again(
    app: App, monkeypatch: pytest.MonkeyPatch, answers: list[str | None], pasted: str | None
) -> None:
    """SDL raises, or returns a part, if the other program takes over 14 ms; the last answer stays."""

    def get_text() -> str:
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if answer is None:
            raise pygame.error("Pipe timeout")
        return answer

    monkeypatch.setattr(pygame.display, "get_driver", lambda: "wayland")
    monkeypatch.setattr(pygame.scrap, "get_text", get_text)
    monkeypatch.setattr("ui.clipboard.PATIENCE", 0.2)
    press(app, pygame.K_v, mod=CONTROL)
    if pasted is None:
        assert not app.overlay.is_open
        assert "The clipboard" in str(app.toasts.current)
    else:
        assert dialog_of(app, NewGameDialog).chosen().chosen.text == pasted


def test_invisible_characters_are_not_pasted(app: App, clipboard: Clipboard) -> None:
    for text in WITHOUT_A_WIDTH:
        paste(app, clipboard, text)
        assert not app.overlay.is_open
        assert "The clipboard is empty" in str(app.toasts.current)
        dialog = open_with(app, clipboard, f"{text}f5{text}")
        assert dialog.chosen().chosen.text == "f5"
        dialog.text.set_text("")
        paste(app, clipboard, text)
        post(app, pygame.TEXTINPUT, text=text)
        assert dialog.chosen().chosen.text == ""
        press(app, pygame.K_ESCAPE)
        app.toasts.take_back()


def test_a_game_is_pasted_into_the_review(app: App, clipboard: Clipboard) -> None:
    type_text(app, "f5")
    do(app, "page_review")
    paste(app, clipboard, "f5 d6\nc3 d3")
    assert app.overlay.dialog is None, "nobody moves here, so nothing is asked"
    assert len(app.session.reviewed.game.moves) == 4
    assert app.page.identity == "review"
    for text, said in (("f5 a8", "This is not a game: "), ("", "The clipboard is empty")):
        paste(app, clipboard, text)
        assert (app.toasts.current or "").startswith(said)
        assert len(app.session.reviewed.game.moves) == 4


def test_pasting_or_dropping_several_games_shows_a_list(app: App, clipboard: Clipboard) -> None:
    games = "f5d6 Anna\nf5d6c3d3 Ben\nnothing\nf5f6e6"
    for page in ("page_play", "page_review"):
        do(app, page)
        paste(app, clipboard, games)
        wait(app, lambda: dialog_of(app, GamesDialog).list.lines.number == 4)
        press(app, pygame.K_DOWN)
        press(app, pygame.K_RETURN)
        wait(app, lambda: not app.overlay.is_open)
        assert len(app.session.match.game.moves) == 4
    for kind in (pygame.DROPBEGIN, pygame.DROPTEXT, pygame.DROPCOMPLETE):
        post(app, kind, text=games)
    assert isinstance(app.overlay.dialog, GamesDialog)


def test_pasted_text_replaces_the_selection(app: App, clipboard: Clipboard) -> None:
    dialog = open_with(app, clipboard, "f5 c3")
    dialog.text.select_range = [3, 5]
    paste(app, clipboard, "d6\n\tc4")
    assert dialog.chosen().chosen.text == "f5 d6 c4"
    paste(app, clipboard, "!")
    assert dialog.chosen().chosen.text == "f5 d6 c4!"
    paste(app, clipboard, " f5" * (LONGEST_PASTE // 3))
    assert len(dialog.chosen().chosen.text) == LONGEST_PASTE


def test_shortcuts_in_other_scripts_work_by_key_position(app: App, clipboard: Clipboard) -> None:
    """On a Russian keyboard V writes м, and A writes ф."""
    dialog = open_with(app, clipboard, "f5")
    clipboard.text = "d3"
    for letter, place in (("ф", pygame.KSCAN_A), ("м", pygame.KSCAN_V)):
        post(app, pygame.KEYDOWN, key=ord(letter), scancode=place, unicode=letter, mod=CONTROL)
    assert dialog.chosen().chosen.text == "d3"
