"""The explorer of the page Review: moves and games of a position, by keys and mouse."""

from pathlib import Path

import numpy as np
import pygame
import pytest

from game.board import parse_square
from game.records.transcript import parse_transcript
from play.archive.index import make_index
from tests import wthor_files
from tests.ui.driving import (
    SIZES,
    click,
    given,
    move_mouse,
    post,
    press,
    push,
    resize,
    type_text,
    wait,
    walk_to,
)
from ui.app import App
from ui.pages.review.page import ReviewPage

TIGER = "f5d6c3d3c4"
PLAYERS = ("", "Tamenori Hideshi", "Leader Imre", "Shaman David")
EVENTS = ("", "World Championship", "Paris Open")


def record(moves: str, score: int, tournament: int, black: int, white: int) -> bytes:
    return wthor_files.record(parse_transcript(moves).moves, score, score, tournament, black, white)


@pytest.fixture
def review(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ReviewPage:
    """Opens the explorer with an archive of five games, one of which is a rotated Tiger."""
    monkeypatch.setattr("play.archive.reader._own_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr("play.archive.reader.make_index_apart", make_index)  # in-process: faster
    folder = tmp_path / "wthor"
    folder.mkdir()
    first = [record(TIGER, 40, 1, 1, 2), record("d3c5f6f5e6", 20, 1, 2, 3)]
    later = [record(TIGER + "f4", 32, 2, 3, 1), record("f5f6", 64, 2, 1, 3), record("f5f4", 0, 2, 2, 1)]
    (folder / "WTH_1999.wtb").write_bytes(wthor_files.archive(*first, year=1999))
    (folder / "WTH_2005.wtb").write_bytes(wthor_files.archive(*later, year=2005))
    (folder / "WTH.JOU").write_bytes(wthor_files.names_file(*PLAYERS))
    (folder / "WTH.TRN").write_bytes(wthor_files.names_file(*EVENTS, size=26))
    app.change(archive=str(folder))
    review = app.show(ReviewPage)
    press(app, pygame.K_2)
    wait(app, lambda: review.commands.archive.table is not None)
    app.frame()
    return review


def shown(review: ReviewPage) -> dict[str, int]:
    return {f"{'abcdefgh'[row.move % 8]}{row.move // 8 + 1}": row.found.games
            for row in given(review.state.explorer).rows if row.move is not None}  # fmt: skip


def listed(review: ReviewPage, column: int = 0) -> list[str]:
    lines = review.view.games.list.lines
    return [lines.text(line, column) for line in range(lines.number)]


def test_symmetric_moves_are_merged_and_turned_like_the_game(app: App, review: ReviewPage) -> None:
    assert shown(review) == {"f5": 5}, "of four moves that are alike the usual one"
    total = given(review.state.explorer)
    assert total.note == "5 games, 1999–2005"
    assert (total.total.found.black, total.total.found.drawn, total.total.found.lead) == (2, 1, -1.6)
    type_text(app, "d3")
    app.frame()
    assert shown(review) == {"c5": 3, "e3": 1, "c3": 1}, "turned as the game is"
    assert [mark.score for mark in review.state.scene.hints] == ["60 %", "20 %", "20 %"]
    assert [mark.depth for mark in review.state.scene.hints] == ["3", "1", "1"]
    for size in SIZES:
        resize(app, size)
        layout = review.view.layout
        for part in (layout.explorer, layout.games):
            card = pygame.surfarray.array2d(app.display.surface.subsurface(part.inflate(-20, -20)))
            assert len(np.unique(card)) > 2, "there is something on every card"


def test_keys_walk_play_search_and_open(app: App, review: ReviewPage) -> None:
    press(app, pygame.K_RETURN)
    press(app, pygame.K_RETURN)
    app.frame()
    cursor = review.commands.cursor
    assert cursor.node.path == parse_transcript("f5d6").moves, "the most played"
    press(app, pygame.K_f, mod=pygame.KMOD_CTRL)
    for sign in "event:paris tam":
        press(app, ord(sign), sign)
        post(app, pygame.TEXTINPUT, text=sign)
    app.frame()
    assert listed(review) == ["Shaman David"]
    assert given(review.state.games).said == "1 of 3 games"
    assert cursor.node.path == parse_transcript("f5d6").moves, "letters are no squares meanwhile"
    press(app, pygame.K_RETURN)  # the first of the games is chosen then
    press(app, pygame.K_RETURN)
    app.frame()
    cursor = review.commands.cursor
    assert app.session.reviewed.game is cursor.game
    assert cursor.node.path == parse_transcript("f5d6").moves, "at the position it was listed for"
    assert cursor.game.moves == parse_transcript(TIGER + "f4").moves
    assert app.session.reviewed.seats[0].name == "Shaman David"


def test_search_keys_trigger_no_other_action(app: App, review: ReviewPage) -> None:
    cursor = review.commands.cursor
    cursor.play(parse_square("f5"))
    tried = cursor.node
    walk_to(app, "review_hints")
    press(app, pygame.K_f, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_DELETE, "\x7f")
    assert tried in cursor.game.root.children
    press(app, pygame.K_SPACE, " ")
    assert not review.commands.hints.is_on
    press(app, pygame.K_RETURN)
    assert not review.commands.explorer.is_typing
    press(app, pygame.K_f, mod=pygame.KMOD_CTRL)
    assert review.commands.explorer.is_typing
    push(app, "review_moves")
    assert not review.commands.explorer.is_typing, "it is out of sight"
    press(app, pygame.K_t)
    assert review.commands.hints.is_on


def test_mouse_highlights_plays_sorts_and_opens(app: App, review: ReviewPage) -> None:
    place = review.view.layout.explorer
    move_mouse(app, (place.left + 40, review.view.explorer._top + place.top + 5))
    app.frame()
    assert review.state.scene.hover == parse_square("f5")
    click(app, (place.left + 40, review.view.explorer._top + place.top + 5))
    app.frame()
    assert review.commands.cursor.node.move == parse_square("f5")
    games = review.view.games
    left, _right = games.list.edges[0]
    top = games.placed.areas["list"].move(games.rect.topleft)
    click(app, (top.left + left + 3, top.top + 8))
    app.frame()
    assert listed(review) == sorted(listed(review))
    click(app, (top.left + left + 3, top.top + 24 + 8))
    app.frame()
    assert app.session.reviewed.seats[0].name == "Leader Imre"


def test_missing_archive_is_explained(app: App) -> None:
    review = app.show(ReviewPage)
    press(app, pygame.K_2)
    app.frame()
    assert "Ctrl+A" in given(review.state.games).empty
    assert shown(review) == {"f5": 0}
    press(app, pygame.K_1)
    assert not review.view.has_explorer
