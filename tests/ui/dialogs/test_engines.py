"""The engines dialog, and external engines as players."""

import re
import sys
from pathlib import Path

import pygame
import pytest

from play.engines_file import read_lines
from play.players import Seat
from tests.samples import PERSON
from tests.ui.dialogs.test_new_game import assert_apart
from tests.ui.driving import (
    dialog_of,
    do,
    given,
    open_dialog,
    page,
    post,
    press,
    press_all,
    push_in_dialog,
    resize,
    start,
    wait,
    walk_to_widget,
)
from ui.app import App
from ui.dialogs.engines import EnginesDialog
from ui.dialogs.new_game import Mode, NewGameDialog
from ui.dialogs.settings import SettingsDialog
from ui.layout import MIN_SIZE
from ui.text import _

ARENA = Path(__file__).resolve().parents[2] / "ai/arena"
GTP = f'name=First,command="{sys.executable} {ARENA / "gtp_program.py"}",protocol=gtp'
NBOARD = f'name=Other,command="{sys.executable} {ARENA / "scripted_engine.py"}",depth=5'
WRONG = "name=Gone,command=edax,folder=/no/such"


def engines_file(app: App) -> Path:
    return given(app.session.thinking.engines_file)


def opened(app: App, *lines: str) -> EnginesDialog:
    """Opens the dialog with `lines` in the engines file."""
    engines_file(app).write_text("\n".join(lines), "utf-8")
    app.session.thinking.forget_list()
    open_dialog(app, "settings", SettingsDialog)
    push_in_dialog(app, _("Advanced"))
    push_in_dialog(app, _("Engines"))
    return dialog_of(app, EnginesDialog)


def write(app: App, text: str) -> None:
    for sign in text:
        post(app, pygame.TEXTINPUT, text=sign)


def said(dialog: EnginesDialog) -> str:
    """Returns the text of the labels, which show the result of a test."""
    return " ".join(label.text for label in dialog._labels)


def test_adding_an_engine_by_keys_keeps_the_other_lines(app: App) -> None:
    others = "# mine", "", "name=Ten,level=9", "rubbish", WRONG
    dialog = opened(app, *others)
    assert dialog.error == "Folder: there is no such folder"
    walk_to_widget(app, dialog, dialog.focusable[-2])
    push_in_dialog(app, "Add")
    assert dialog.error.startswith("Line 4 of the file: 'rubbish' ")
    write(app, "edax")
    press(app, pygame.K_TAB)
    app.frame()
    assert dialog.error.startswith("Line 4 of the file: 'rubbish' "), "nothing is wrong before it is typed"
    press(app, pygame.K_TAB)
    app.frame()
    assert dialog.error == "Choose its program, or type its command."
    press(app, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    write(app, "edax -l 5, fast")
    walk_to_widget(app, dialog, dialog.limit)
    press(app, pygame.K_DOWN)
    press(app, pygame.K_TAB)
    write(app, "7")
    assert dialog.error.startswith("Line 4 of the file: 'rubbish' ")
    press(app, pygame.K_RETURN)
    assert not dialog.is_open
    *before, last = read_lines(engines_file(app))
    assert [line.text for line in before] == list(others)
    assert last.text == 'name=edax,command="edax -l 5, fast",depth=7'
    assert set(app.session.thinking.listed) == {"Gone", "edax"}


def test_changes_made_meanwhile_are_not_overwritten(app: App) -> None:
    dialog = opened(app, "name=Ten,level=9", "name=Edax,command=edax")
    engines_file(app).write_text("name=By hand,command=mine\n", "utf-8")
    push_in_dialog(app, "Add")
    write(app, "edax")
    press_all(app, pygame.K_TAB, pygame.K_TAB)
    press(app, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    write(app, "edax -l 5")
    press(app, pygame.K_RETURN)
    assert dialog.error == "engines.txt was changed meanwhile: close this dialog and open it again"
    assert engines_file(app).read_text("utf-8") == "name=By hand,command=mine\n"


def test_invalid_entries_are_reported_and_not_written(app: App) -> None:
    dialog = opened(app, GTP)
    dialog.add()
    for name, command, sentence in (
        ("First", "edax", "there is another engine called 'First'"),
        ("", "edax", "Give the engine a name."),
        ("Edax", "", "Choose its program, or type its command."),
        ("Edax", 'say "a"', 'say "a" must not have quotation marks or line breaks'),
    ):
        dialog.fields["name"].set_text(name)
        dialog.fields["command"].set_text(command)
        dialog.changed()
        dialog.accept()
        assert (dialog.is_open, dialog.error) == (True, sentence)
    assert engines_file(app).read_text("utf-8") == GTP


@pytest.mark.parametrize(
    "path",
    [
        "/opt/my edax/edax",
        *(
            pytest.param(path, marks=pytest.mark.skipif(sys.platform == "win32", reason="no path there"))
            for path in ("/home/o'brien/edax", "/home/o'brien/my, own\\edax")
        ),
    ],
)
def test_chosen_program_fills_in_command_and_name(app: App, path: str) -> None:
    dialog = opened(app)
    dialog.add()
    dialog.on_chosen(Path(path))
    assert dialog.fields["name"].get_text() == Path(path).stem
    assert dialog.error == ""
    dialog.accept()
    (line,) = read_lines(engines_file(app))
    assert given(line.spec).command == (path,)


def test_program_with_an_unprintable_path_is_rejected(app: App) -> None:
    dialog = opened(app)
    dialog.add()
    dialog.on_chosen(Path("/opt/\udce9/edax"))
    assert dialog.error == "/opt/?/edax has a character that cannot be shown: rename the file or folder"
    assert [dialog.fields[name].get_text() for name in ("name", "command")] == ["", ""]


def test_removing_an_engine_can_be_cancelled(app: App) -> None:
    for key, expected in ((pygame.K_ESCAPE, [GTP, NBOARD]), (pygame.K_RETURN, [NBOARD])):
        dialog = opened(app, GTP, NBOARD)
        dialog.remove()
        assert dialog.fields["name"].get_text() == "Other"
        press(app, key)
        assert [line.text for line in read_lines(engines_file(app))] == expected


def test_engine_is_tested_and_the_result_shown(app: App) -> None:
    crash = f"""name=Crash,command="{sys.executable} -c 'raise SystemExit(chr(63) * 3)'" """
    dialog = opened(app, GTP, NBOARD, crash)
    for index, words in ((0, "First speaks GTP. It was ready after"), (1, "Other speaks NBoard.")):
        dialog._choose(index)
        push_in_dialog(app, "Test")
        wait(app, lambda: not dialog.is_busy)
        assert words in said(dialog)
        assert "from the start in" in said(dialog)
    dialog._choose(2)
    dialog.test()
    wait(app, lambda: not dialog.is_busy)
    assert said(dialog).startswith("Crash ended ")
    assert said(dialog).endswith("; it wrote: ???")
    dialog.fields["command"].set_text(f"{sys.executable} -c 'import time; time.sleep(60)'")
    dialog.changed()
    dialog.test()
    resize(app, MIN_SIZE)
    assert dialog.is_busy
    dialog.fields["command"].set_text("")
    dialog.changed()
    assert not dialog.is_busy, "what was tested is no more in the list"
    dialog.test()
    assert not dialog.is_busy
    assert said(dialog) == "Choose its program, or type its command."
    dialog._choose(0)
    dialog.fields["command"].set_text('say "a"')
    dialog.changed()
    dialog.test()
    assert not dialog.is_busy, "what is written there is tested, not what was there before"
    assert said(dialog) == 'say "a" must not have quotation marks or line breaks'
    dialog._choose(0)
    dialog.test()
    assert dialog.is_busy
    press(app, pygame.K_ESCAPE)
    assert not dialog.is_busy


def test_engine_chosen_in_new_game_plays_and_reports_its_score(app: App) -> None:
    engines_file(app).write_text("\n".join([GTP, NBOARD, WRONG]), "utf-8")
    do(app, "new_game")
    dialog = dialog_of(app, NewGameDialog)
    dialog.choose_mode(Mode.COMPUTER)
    (menu,) = dialog.players
    assert menu.labels == ("Nullwindow", "First", "Other", "Gone")
    dialog.choose(menu, "Other")
    press(app, pygame.K_RETURN)
    match = app.session.match
    assert match.seats == (PERSON, Seat(outside="Other"))
    app.frame()
    card = page(app).state.players[1]
    assert (card.name, card.parts) == ("Other", ("5 plies",))
    press(app, pygame.K_SPACE)
    match.play(19)
    wait(app, lambda: len(match.game.moves) == 2)
    sentence = page(app).state.figures.analysis.note
    assert re.fullmatch(r"Other plays \w\d: (Black|White) \+2\.", sentence)
    assert app.settings.seats == match.seats


def test_two_engines_are_watched(app: App) -> None:
    engines_file(app).write_text("\n".join([GTP, NBOARD]), "utf-8")
    do(app, "new_game")
    dialog = dialog_of(app, NewGameDialog)
    resize(app, MIN_SIZE)
    dialog.choose_mode(Mode.WATCH)
    assert_apart(dialog)
    dialog.toggle_more()
    assert_apart(dialog)
    assert [menu.labels[0] for menu in dialog.players] == ["Black: Nullwindow", "White: Nullwindow"]
    dialog.choose(dialog.players[0], "First")
    assert len(dialog.searches) == 1
    dialog.choose(dialog.players[1], "Other")
    assert dialog.searches == []
    dialog.choose(dialog.players[1], "")
    dialog.choose(dialog.players[1], "Other")
    press(app, pygame.K_RETURN)
    match = app.session.match
    wait(app, lambda: match.board.empties <= 57)
    assert app.settings.watched == match.seats == (Seat(outside="First"), Seat(outside="Other"))


def test_missing_watched_engine_can_be_replaced(app: App) -> None:
    app.change(watched=(Seat(), Seat(outside="Edax")))
    do(app, "new_game")
    dialog = dialog_of(app, NewGameDialog)
    dialog.choose_mode(Mode.WATCH)
    dialog.choose(dialog.players[1], "")
    assert dialog.chosen().computers[1].outside == ""


def test_missing_engine_is_named_and_the_game_can_continue(app: App) -> None:
    start(app, Seat(outside="Edax"), PERSON)
    wait(app, lambda: app.session.match.problem is not None)
    assert page(app).state.players[0].parts == ("not in the list of engines",)
    assert "Edax is not in the list of engines" in page(app).state.status
    said = "Edax is not in the list of engines in the settings"
    assert page(app).state.figures.analysis.note == said
    assert app.session.thinking.best_so_far is None
    do(app, "swap")
    assert app.session.match.play(19)


def test_stopped_engine_is_reported(app: App) -> None:
    engines_file(app).write_text(GTP.replace('.py"', '.py ponders"'), "utf-8")
    start(app, Seat(outside="First"), PERSON)
    do(app, "stop")
    assert page(app).state.figures.analysis.note == "First was stopped."


def test_new_game_reports_an_unreadable_list_of_engines(app: App) -> None:
    engines_file(app).mkdir()
    dialog = open_dialog(app, "new_game", NewGameDialog)
    assert str(engines_file(app)) in dialog.error
    dialog.toggle_more()
    assert str(engines_file(app)) in dialog.error
    assert not dialog.players
    press(app, pygame.K_ESCAPE)
    app.frame()
    engines_file(app).rmdir()
    engines_file(app).write_text(GTP, "utf-8")
    dialog = open_dialog(app, "new_game", NewGameDialog)
    assert dialog.error == ""
    assert [menu.values for menu in dialog.players] == [("", "First")]
