"""A walk through the window, for tests that look at all of it: every page, every dialog, most states."""

from collections.abc import Iterator
from pathlib import Path

import pygame

from ai.limits import Algorithm, Limit
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from game.tree import Game
from play.players import Seat
from play.practice.progress import Section
from play.settings import ENGINES_FILE, AnimationSpeed, Language, Settings
from play.slow_motion import Phase
from play.store import Store
from tests.play.reviewed import judged, record
from tests.samples import LAST_MOVE, OVER, PERSON
from tests.ui.driving import (
    finish_tournament,
    given,
    lab,
    open_dialog,
    open_tournament,
    press,
    press_all,
    resize,
    start,
    wait,
)
from ui.app import App
from ui.dialogs.engines import open_engines
from ui.dialogs.games import GamesDialog
from ui.dialogs.new_game import Mode, NewGameDialog
from ui.dialogs.settings import Part, SettingsDialog
from ui.layout import MIN_SIZE
from ui.pages.practice.page import PracticePage

# Frames of a game against the computer (and of a tree), of hints, and of a race before it is stopped.
PLAYED, HINTED, RACED = 15, 10, 100
# The last line is not an engine.
ENGINES = """name=GRhino 3,command="gtp-rhino -l 3"
name=Edax 10,command=/opt/edax/bin/edax,folder=/opt/edax,depth=10
name=No command
"""


def open_window(
    folder: Path, size: tuple[int, int], language: Language = Language.SYSTEM, text_size: float = 1.0
) -> App:
    store = Store(folder)
    settings = Settings(language, animation=AnimationSpeed.OFF, muted=True, book=False, text_size=text_size)
    store.save_settings(settings)
    (folder / ENGINES_FILE).write_text(ENGINES)
    app = App(store)
    resize(app, size)
    return app


def tour(app: App) -> Iterator[str]:
    """Yields what was done, each time there is something new to see."""
    for part in (_play, _review, _practice, _edit, _scenes, _race, _tournament, _steps, _tree):
        yield from part(app)


def do(app: App, *actions: str) -> Iterator[str]:
    for action in actions:
        app.do(action)
        app.frame()
        yield action


def is_settled(dialog: object) -> bool:
    return not isinstance(dialog, GamesDialog) or dialog.listing.is_settled


def ask(app: App, *dialogs: str) -> Iterator[str]:
    """Opens and closes dialogs; a list of games is shown until its games are there."""
    for dialog in dialogs:
        app.do(dialog)
        app.frame()
        wait(app, lambda: is_settled(app.overlay.dialog))
        app.frame()
        yield dialog
        press(app, pygame.K_ESCAPE)


def _play(app: App) -> Iterator[str]:
    yield "the first picture"
    app.session.start_match((Seat(), Seat(Algorithm.PVS, 3, 0.1)), TimeControl(per_game=60.0), Game())
    app.session.match.play(37)
    for _ in range(PLAYED):
        app.frame()
        yield "playing"
    app.do("hint")
    for _ in range(HINTED):
        app.frame()
        yield "hints"
    yield from do(app, "hint_step", "hint_step", "density", "density")
    yield from ask(app, "keys")
    yield from do(app, "tab_tree", "tab_moves", "tab_think")
    new_game = open_dialog(app, "new_game", NewGameDialog)
    for mode in Mode:
        new_game.choose_mode(mode)
        app.frame()
        yield mode.value
    press(app, pygame.K_ESCAPE)
    yield from ask(app, "rules", "results", "settings", "help", "keys", "games", "open_file")
    settings = open_dialog(app, "settings", SettingsDialog)
    settings.show_part(Part.ADVANCED)
    app.frame()
    yield "the advanced settings"
    open_engines(app)
    app.frame()
    yield "engines"
    press_all(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    start(app, PERSON, PERSON, game=Game(LAST_MOVE))
    wait(app, lambda: bool(app.session.store.library.games()))  # the game that was left
    app.session.match.play(63)
    app.frame()
    yield "the end of a game"


def _review(app: App) -> Iterator[str]:
    app.session.review(judged(record(1), {1: 0.0, 2: 2.5, 3: 0.5, 30: 4.0, 55: 9.5}))
    yield from do(app, "page_review", "review_first", "review_mistake_on", "review_lines", "review_last")
    yield from do(app, "review_mistake_back", "review_mark", "review_mark")
    yield from ask(
        app, "review_share", "review_opened", "review_archive", "review_comment", "review_games", "keys"
    )
    yield from do(app, "see", "see_moves", "review_hints", "review_hints", "see")
    yield from do(app, "review_start", "review_start")
    yield from do(app, "review_graph", "review_scale", "review_graph", "review_scale")
    yield from do(app, "review_longer", "review_stop", "review_explorer", "review_first", "review_moves")


def _practice(app: App) -> Iterator[str]:
    yield from do(app, "page_practice", "lesson_2", "practice_hint", "practice_show", "practice_next")
    yield from do(app, "see", "see", "practice_lessons")
    for section in Section:
        yield from do(app, f"practice_{section.value}")
        yield from do(app, "practice_next", "practice_show", "practice_ahead", "practice_best")
    app.change(names="Ann")
    yield from do(app, "practice_play")
    own = app.show(PracticePage).commands.own
    wait(app, lambda: own.play.summary is not None and not own.play.is_reading)
    assert own.play.faults
    yield from do(app, "practice_after", "practice_take")
    yield from ask(app, "keys")


def _edit(app: App) -> Iterator[str]:
    yield from do(app, "page_play", "edit_board")
    for key in (pygame.K_SPACE, pygame.K_RIGHT, pygame.K_2):
        press(app, key)
        yield "editing"
    yield from do(app, "edit_turn", "edit_side", "edit_start", "edit_clear")
    yield from ask(app, "keys")
    yield from do(app, "edit_cancel")


def _scenes(app: App) -> Iterator[str]:
    app.session.start_match((PERSON, PERSON), TimeControl(), parse_transcript("f5d6c3d3c4f4f6f3e6e7"))
    yield from do(app, "page_lab")
    page = lab(app).scenes
    wait(app, lambda: page.commands.scene is not None)
    for number in (1, 2, 3):
        yield from do(app, f"lab_scene_{number}")
        playback = given(page.commands.scene)
        while not playback.is_at_end:
            yield from do(app, "scene_next")
        yield from do(app, "scene_back", "scene_play", "scene_play")
    yield from do(app, "lab_scene_4", "scene_play")
    race = given(page.commands.race)
    for _ in range(RACED):
        if not race.is_at_end:
            app.update(1.0)
    yield "the race of the textbooks is over"
    yield from ask(app, "keys")
    yield from do(app, "lab_explore", "lab_scene_1")


def _race(app: App) -> Iterator[str]:
    app.session.start_match((PERSON, PERSON), TimeControl(), Game())
    yield from do(app, "page_lab", "lab_race")
    yield from do(app, "race_preset_table", "race_add", "race_remove_5", "lab_options")
    page = lab(app)
    page.race.commands.set_limit(Limit(depth=6))
    yield from do(app, "race_start")
    for _ in range(RACED):
        if not page.is_idle:
            app.frame()
    yield from () if page.is_idle else do(app, "race_start")
    yield "the race is over"
    size = app.display.window.size
    resize(app, MIN_SIZE)
    yield from do(app, "race_tab_lanes", "race_tab_why")
    yield from do(app, "race_change_1", "race_change_2", "lab_options")
    yield from ask(app, "keys")
    resize(app, size)
    yield "as large as before"


def _tournament(app: App) -> Iterator[str]:
    open_tournament(app)
    yield from do(app, "lab_options", "meet_first", "tournament_player_10")
    yield from ask(app, "openings_file", "tournament_name")
    finish_tournament(app)
    yield "a tournament is over"
    yield from do(app, "lab_options", "tournament_new")


def _steps(app: App) -> Iterator[str]:
    yield from do(app, "page_lab", "lab_steps")
    page = lab(app).steps
    choices = ("lab_options", "next_order", "next_order", "next_order", "two", "sss", "pvs")
    for action in (*choices, "next_research", "difference", "other", "end", "next_cut"):
        while page.commands.model.phase is Phase.SEARCHING:
            app.frame()
        yield from do(app, action)
    yield from ask(app, "keys")


def _tree(app: App) -> Iterator[str]:
    yield from do(app, "lab_tree", "tree_start")
    page = lab(app)
    for _ in range(PLAYED):
        app.frame()
        yield "a tree grows"
    yield from do(app, "tree_start", "node_below", "node_below", "node_below", "iteration_before")
    while not page.is_idle:
        app.frame()
    yield from ask(app, "keys")
    app.session.start_match((PERSON, PERSON), TimeControl(), Game(OVER))
    yield from do(app, "lab_position", "lab_steps", "lab_race", "lab_middle", "lab_steps")
