"""The Tournament page on SDL's dummy driver, with real games in separate processes."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from ai import preparation
from ai.arena.crosstable import Crosstable
from ai.arena.openings import EVEN
from ai.arena.tournament_file import TournamentFile
from game.records.any_format import read_games
from play.engines_file import engines_path
from play.settings import ENGINES_FILE, Language
from play.tournament import LEVELS, LIST, Setup, TournamentRun, read_setup
from tests.quick import quick
from tests.ui.driving import (
    QUICK,
    OpenPage,
    assert_apart,
    dialog_of,
    do,
    finish_tournament,
    given,
    open_tournament,
    page_of,
    place_of,
    place_of_target,
    press,
    push_in_dialog,
    resize,
    start,
    wait,
)
from ui.app import App
from ui.dialogs.games import GamesDialog
from ui.dialogs.line import LineDialog
from ui.pages.play.page import PlayPage
from ui.pages.tournament.commands import GROUPS
from ui.pages.tournament.page import TournamentPage
from ui.pages.tournament.view import PLACE

SIZES = ((900, 640), (900, 1200), (1280, 800), (1920, 1080))


@pytest.fixture
def app(open_page: OpenPage) -> App:
    return open_page(TournamentPage)


def part(app: App) -> TournamentPage:
    return page_of(app, TournamentPage)


def run(app: App) -> TournamentRun:
    return part(app).commands.run


def choose(app: App, **values: object) -> Setup:
    commands = part(app).commands
    commands.choose(replace(commands.choice, **values))  # type: ignore[arg-type]
    return commands.choice


def test_tournament_can_be_resumed_after_a_restart(app: App, reopen: Callable[[App], App]) -> None:
    assert preparation.wait().is_ready
    choose(app, games=2, limit="depth=1", players=LEVELS[:2], name="Two beginners")
    do(app, "tournament_player_3")
    setup = part(app).commands.choice
    assert setup.names == ["Level 1", "Level 2", "Level 3"]
    press(app, pygame.K_SPACE)
    wait(app, lambda: len(run(app).reports) >= 2)
    press(app, pygame.K_SPACE)
    wait(app, lambda: not run(app).is_busy)
    finished = set(run(app).reports)

    app = reopen(app)
    open_tournament(app)
    wait(app, lambda: not run(app).is_busy)
    assert (run(app).setup, set(run(app).reports)) == (setup, finished)
    do(app, "tournament_start")
    wait(app, lambda: run(app).is_finished and not run(app).is_busy)
    kept = TournamentFile(run(app).path, setup.tournament([]), setup.written())
    assert not kept.problems
    assert sorted(kept.reports) == list(range(6))
    assert len(list(read_games(run(app).path.read_bytes()))) == 6, "each game once"
    app.frame()  # the last game may have ended after the table of this frame was made
    model = given(part(app).view.table.model)
    assert (model.table, model.words) == (run(app).table, run(app).table.verdict)
    assert model.table == Crosstable.of(setup.names, kept.reports.values())
    library = app.session.store.library
    assert len(library.games()) == 6
    assert {library.open(game).event for game in library.games()} == {"Two beginners"}

    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RETURN)
    listing = dialog_of(app, GamesDialog).listing
    wait(app, lambda: listing.is_settled)
    assert len(given(listing.shown).rows) == 2


@pytest.mark.slow
def test_damaged_games_and_other_weights_are_reported(app: App) -> None:
    assert preparation.wait().is_ready
    choose(app, games=2, limit="depth=1", players=LEVELS[:2], name="Mine")
    do(app, "tournament_start")
    wait(app, lambda: run(app).is_finished and not run(app).is_busy)
    path, setup = run(app).path, run(app).setup
    header, first, second = path.read_text("utf-8").splitlines()
    one, other = run(app).reports[0].pairing.black, run(app).reports[0].pairing.white

    def opened(*lines: str) -> TournamentRun:
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        part(app).commands._show(part(app).commands._run_of(setup))
        wait(app, lambda: not run(app).is_busy)
        return run(app)

    damaged = second[: second.index("W[", 200)]
    assert "line 3" in opened(header, first, damaged).problem
    assert opened(header, first, damaged, second).problem == ""
    assert run(app).games_of(one, other).splitlines() == [first, second]

    older = re.sub(r'"weights": \[".*?", ".*?"\]', '"weights": ["0", "0"]', header)
    assert opened(older, first, second).is_finished
    assert (run(app).problem, run(app).games_of(one, other).count("GM[")) == ("", 2)
    assert "other weights" in opened(older, first).problem
    do(app, "tournament_start")
    wait(app, lambda: not run(app).is_busy)
    assert "other weights" in part(app).status.text
    assert path.read_text("utf-8").splitlines() == [older, first]
    opened("f5d6c3")
    assert part(app).status.text.endswith("Mine.ggf is not a tournament file: choose another one")
    do(app, "tournament_new")
    assert run(app).path != path


def test_problems_are_reported(app: App, tmp_path: Path) -> None:
    choose(app, openings=LIST, file=str(tmp_path / "none.txt"))
    do(app, "tournament_start")
    wait(app, lambda: not run(app).is_busy)
    assert part(app).status.text.endswith("none.txt cannot be read: No such file or directory")
    assert not part(app).commands.is_begun
    choose(app, openings=EVEN)
    folder = app.session.store.tournaments
    folder.mkdir(exist_ok=True)
    (folder / "Mine.ggf").write_text("f5d6c3\n", "utf-8")
    do(app, "tournament_name")
    dialog = dialog_of(app, LineDialog)
    dialog.line.set_text("Mine")
    press(app, pygame.K_RETURN)
    wait(app, lambda: not run(app).is_busy)
    assert part(app).status.text.endswith("Mine.ggf is not a tournament file: choose another one")
    with pytest.raises(ValueError, match="does not describe its tournament"):
        read_setup(folder / "Mine.ggf")


def test_last_openings_file_is_used_and_can_be_changed(app: App) -> None:
    do(app, "openings_file")
    dialog = dialog_of(app, LineDialog)
    dialog.line.set_text("first.txt")
    press(app, pygame.K_RETURN)
    do(app, "openings_even", "openings_file")
    setup = part(app).commands.choice
    assert (setup.openings, setup.file) == (LIST, "first.txt")
    do(app, "openings_file")
    assert dialog_of(app, LineDialog).line.get_text() == "first.txt"


@pytest.mark.parametrize("name", ["", "a/b", "../x", "x" * 300])
def test_invalid_file_name_is_rejected_in_the_dialog(app: App, name: str) -> None:
    app.session.store.tournaments.mkdir(exist_ok=True)
    before = part(app).commands.choice
    do(app, "tournament_name")
    dialog = dialog_of(app, LineDialog)
    dialog.line.set_text(name)
    press(app, pygame.K_RETURN)
    assert dialog_of(app, LineDialog).error.startswith("The name of a tournament must be short")
    assert part(app).commands.choice == before


def test_table_follows_the_language_of_the_window(app: App) -> None:
    names = [run(app).setup.names]
    for language in (Language.RUSSIAN, Language.ENGLISH):
        app.apply(replace(app.settings, language=language))
        app.frame()
        names.append([row.name for row in run(app).table.rows])
    assert set(names[1]).isdisjoint(names[0])
    assert sorted(names[2]) == sorted(names[0])


def test_listed_engines_can_be_chosen(app: App) -> None:
    path = given(app.session.thinking.engines_file)
    assert path.name == engines_path().name == ENGINES_FILE
    path.write_text("name=Quick,level=9,seconds=0.1\nname=First,command=first\nname=Quick,level=1\n", "utf-8")
    open_tournament(app)
    do(app, "tournament_player_11", "tournament_player_12")
    assert part(app).commands.choice.names[-2:] == ["Quick", "First"]
    model = given(part(app).view.players.model)
    assert "line 3: there is another engine called 'Quick'" in model.words[1][0]
    do(app, "tournament_player_12")
    assert part(app).commands.choice.names[-1] == "Quick"
    path.write_text("name=Quick,level=2\n", "utf-8")
    open_tournament(app)
    assert "Quick" not in part(app).commands.choice.names, "what the list no longer says is not played"
    do(app, "tournament_player_11")
    assert part(app).commands.choice.players[-1] == "name=Quick,level=2"


def test_game_on_play_waits(open_page: OpenPage) -> None:
    app = open_page(PlayPage)
    start(app, QUICK, QUICK)
    match = app.session.match
    assert not match.is_paused
    open_tournament(app)
    assert match.is_paused
    do(app, "page_play")
    assert not match.is_paused


@pytest.mark.parametrize("width", quick([900, 1000, 930, 960, 1100], 2))
def test_narrow_table_has_fewer_columns(app: App, width: int) -> None:
    choose(app, players=LEVELS)
    resize(app, (width, 640))
    table = part(app).view.table
    model = given(table.model)
    columns = table.columns(model)
    assert min(columns.values()) > 0
    assert sum(columns.values()) < table.room.width / table.theme.scale - PLACE
    assert len(model.table.headings) - 1 in columns, "the rating"


def test_page_opens_from_new_game_and_shows_its_options(open_page: OpenPage) -> None:
    app = open_page(PlayPage)
    do(app, "new_game")
    push_in_dialog(app, "Tournament")
    page = part(app)
    for size in SIZES:
        resize(app, size)
        press(app, pygame.K_F8)
        places = [place_of(app, option.identity) for group in GROUPS for option in group.options]
        assert page.view.options is not None
        assert_apart(places, page.view.options.rect)
        press(app, pygame.K_ESCAPE)
        assert page.view.options is None
    do(app, "games_20", "meet_first")
    assert (page.commands.choice.games, page.commands.choice.is_gauntlet) == (20, True)
    assert page.state.head[1] == "20 games · gauntlet · even ones · 0.2 s"
    finish_tournament(app)
    do(app, "games_2")
    assert page.commands.choice.games == 20, "it has begun"
    assert page.commands.options.words[1] == "The tournament has begun: change this in a new one."


@pytest.mark.parametrize("size", quick(SIZES, 1))
def test_widgets_do_not_overlap(app: App, size: tuple[int, int]) -> None:
    resize(app, size)
    choose(app, players=LEVELS)
    shown = part(app)
    assert_apart([panel.rect for panel in shown.view.panels], app.layout.page)
    names = ("start", "name", "earlier", "new", *(f"player_{n}" for n in range(1, 11)))
    places = [place_of(app, f"tournament_{name}") for name in names]
    assert_apart([*places, place_of(app, "lab_options")], app.layout.page)
    finish_tournament(app)
    assert shown.view.boards[0].model is not None, "a game that is played has a board"
    assert_apart([panel.rect for panel in shown.view.panels], app.layout.page)
    for _step in range(12):
        press(app, pygame.K_RIGHT)
        assert place_of_target(shown.view.table, shown.commands.chosen), "the chosen one is in sight"
