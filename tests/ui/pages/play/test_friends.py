"""A game between two people: their names, and no engine until it is over."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest

from game.board import Board
from game.records.any_format import parse_game
from game.records.record import Record
from game.tree import Game
from play.library import record_of
from play.record_players import knows_players
from play.saved_game import SavedGame
from play.settings import Density
from tests.samples import F5, LAST_MOVE, PERSON
from tests.ui.driving import dialog_of, do, page, press, start, type_text, usable, wait
from ui.app import App
from ui.dialogs.share import ShareDialog
from ui.pages.play.commands import FRIENDS
from ui.pages.play.view import CardKind

# h8 captures all white discs; g8 captures one and leaves h8 to White.
TWO_WAYS = Board.from_text("X" * 45 + "O" + "X" * 8 + "O" + "X" * 7 + "-- X")
MARA, JONAS = replace(PERSON, name="Mara"), replace(PERSON, name="Jonas")
ENGINE_KEYS = (
    (pygame.K_t, 0), (pygame.K_t, pygame.KMOD_SHIFT), (pygame.K_l, 0), (pygame.K_v, 0), (pygame.K_p, 0),
)  # fmt: skip


def test_engine_is_off_between_friends_until_the_end(app: App) -> None:
    app.change(friends=Density.PLAY)
    start(app, MARA, JONAS, game=Game(LAST_MOVE))
    for key, mod in ENGINE_KEYS:
        app.toasts.answer("")
        press(app, key, mod=mod)
        assert app.toasts.current == FRIENDS
        assert not (app.session.match.wants_hints)
        assert not (page(app).commands.lessons.is_on)
    assert not {"hint", "density"} & usable(app)
    assert not app.actions["second_analyst"].is_possible()
    type_text(app, "h8")
    wait(app, lambda: page(app).view.shape.card is CardKind.END)
    assert app.status.text.startswith("Game over: ")
    assert {"Mara", "Jonas"} & set(app.status.text.split())
    do(app, "density")
    assert page(app).commands.is_analysing
    do(app, "rematch")
    assert not page(app).commands.is_analysing, "what was shown at the end is not shown in the next game"


def test_engine_goes_off_when_a_finished_game_continues(app: App) -> None:
    start(app, MARA, JONAS, game=Game(TWO_WAYS))
    commands, match = page(app).commands, app.session.match
    type_text(app, "h8")
    app.frame()
    assert commands.is_analysing
    do(app, "undo", "hint")
    assert match.wants_hints, "that game is over"
    type_text(app, "g8")
    app.frame()
    assert match.result is None
    assert not (commands.is_analysing)
    assert not (commands.has_engine)
    assert not (match.wants_hints)


def test_players_are_looked_up_once(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Mock(side_effect=knows_players)
    monkeypatch.setattr("play.match.knows_players", read)
    app.change(friends=Density.PLAY)
    app.session.open(Record(Game(moves=[F5]), "Mara", "Jonas"))
    for _ in range(3):
        app.frame()
    assert page(app).commands.has_engine, "it is a game of strangers"
    read.assert_called_once()


def test_unfinished_game_is_saved_and_its_folder_remembered(app: App, tmp_path: Path) -> None:
    start(app, MARA, JONAS)
    type_text(app, "f5d6")
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    dialog = dialog_of(app, ShareDialog)
    folder = tmp_path / ("a long name " * 12)
    folder.mkdir()
    dialog.path.set_text(str(folder / "ours.ggf"))
    dialog.changed()
    assert dialog.said.startswith("…")
    assert dialog.said.endswith("ours.ggf")
    press(app, pygame.K_RETURN)
    record = parse_game((folder / "ours.ggf").read_text("utf-8"))
    assert (record.black, record.white, len(record.game.moves)) == ("Mara", "Jonas", 2)
    assert app.toasts.current == f"Saved as ours.ggf in {folder}"
    press(app, pygame.K_s, mod=pygame.KMOD_CTRL)
    assert Path(dialog_of(app, ShareDialog).wanted).parent == folder


def test_running_score_of_friends_is_shown_at_the_end(app: App) -> None:
    said = []
    for seats in ((MARA, JONAS), (JONAS, MARA), (MARA, PERSON)):
        start(app, *seats, game=Game(LAST_MOVE))
        type_text(app, "h8")
        wait(app, lambda: page(app).view.shape.card is CardKind.END)
        said.append(page(app).commands.level_words)
    assert said == ["", "Mara 1 – 1 Jonas", ""]
    do(app, "undo", "undo", "undo", "undo")
    assert app.session.score == {"Mara": 1.0, "Jonas": 0.0}, "only the first game is there"
    app.session.open(record_of(SavedGame.of(app.session.match)))
    assert {seat.name for seat in app.session.match.seats} == {"Mara", "Jonas"}
    assert app.session.score == {"Mara": 1.0, "Jonas": 0.0}, "a game that is opened was played before"
