"""The commands of the page Tournament: who plays, how they meet, and the games of a pair."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import Final

import pygame

from ai.arena.openings import EVEN
from ai.limits import MOST_PLAYERS
from play.engines_file import read_engines
from play.files import cannot_read
from play.tournament import LEVELS, LIST, SUFFIX, Setup, TournamentRun, read_setup
from ui.actions import Action, Gesture, Group
from ui.dialogs.line import LineDialog
from ui.input import Key
from ui.panels.options import Option, OptionGroup, OptionSet
from ui.text import N_, _
from ui.window import Window

FIXED: Final = N_("The tournament has begun: change this in a new one.")
GROUPS: Final = (
    OptionGroup("is_gauntlet", N_("Who meets"), pygame.K_p, (
        Option("meet_all", N_("round robin"), N_("Everyone meets everyone"), False),
        Option("meet_first", N_("gauntlet"), N_("Only the first player meets the others"), True),
    ), FIXED),
    OptionGroup("openings", N_("Openings"), pygame.K_s, (
        Option("openings_even", N_("even ones"), N_("From a list that deep searches found even"), EVEN),
        Option("openings_random", N_("random"), N_("Eight random plies, with neither side far ahead"), "8"),
        Option("openings_file", N_("from a file"), N_("Transcripts or positions, one per line"), LIST),
    ), FIXED),
    OptionGroup("limit", N_("Time"), pygame.K_t, (
        Option("limit_short", N_("0.2 s"), N_("For each move"), "seconds=0.2"),
        Option("limit_long", N_("2 s"), N_("For each move"), "seconds=2"),
        Option("limit_depth", N_("8 plies"), N_("For each move, however long that takes"), "depth=8"),
        Option("limit_blitz", N_("1 min"), N_("For a game; running out of time loses"), "clock=1:00"),
        Option("limit_clock", N_("5 min + 2 s"), N_("For a game, and 2 s for each move"), "clock=5:00+2"),
    ), FIXED),
    OptionGroup("games", N_("Games"), pygame.K_g, tuple(
        Option(f"games_{games}", str(games), N_("Per pair of players"), games)
        for games in (2, 4, 10, 20, 50, 100, 200, 500)
    ), FIXED),
)  # fmt: skip

Cell = tuple[int, int]
"""The numbers of two players: that of the row, then that of the column of the crosstable."""


class TournamentCommands:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.chosen: Cell | None = None
        """The pair whose games Enter opens."""
        self.engines: Mapping[str, str] = {}
        self.list_problems: list[str] = []
        self._has_kept = False
        """Whether there are earlier tournaments; cached, so that no frame reads the disk."""
        self._folder = window.session.store.tournaments
        self.has_options = False
        """Whether the options are shown in place of the table."""
        self.options = OptionSet(
            GROUPS, lambda: self.choice, self._choose_option, lambda _field: not self.is_begun
        )

    # Tournaments

    @cached_property
    def run(self) -> TournamentRun:
        """The tournament shown: at first the newest one on disk, read on first use."""
        kept = self._kept
        self._has_kept = bool(kept)
        return self._run_of(kept[0]) if kept else self._new(Setup(players=(LEVELS[2], LEVELS[4], LEVELS[6])))

    @property
    def _kept(self) -> list[Setup]:
        """The tournaments on disk, newest first; other files are skipped."""
        found = []
        for path in self._folder.glob(f"*{SUFFIX}"):
            try:
                found.append((path.stat().st_mtime, read_setup(path)))
            except (OSError, ValueError):
                continue
        return [setup for _time, setup in sorted(found, key=lambda kept: -kept[0])]

    def _run_of(self, setup: Setup) -> TournamentRun:
        return TournamentRun(setup, self._folder, self.window.session.store.library)

    def _new(self, setup: Setup) -> TournamentRun:
        names = (_("Tournament {number}", number=number) for number in count(1))
        name = next(name for name in names if not (self._folder / f"{name}{SUFFIX}").exists())
        return self._run_of(replace(self._listed(setup), name=name))

    def _listed(self, setup: Setup) -> Setup:
        """Returns the setup without engines that are not in the list, or have changed there."""
        known = (*LEVELS, *self.engines.values())
        return replace(setup, players=tuple(text for text in setup.players if text in known))

    def _show(self, run: TournamentRun) -> None:
        self.run, self.chosen = run, None
        self.window.rebuild()

    def _show_earlier(self) -> None:
        kept = self._kept
        names = [setup.name for setup in kept]
        at = names.index(self.choice.name) + 1 if self.choice.name in names else 0
        if kept:
            self._show(self._run_of(kept[at % len(kept)]))

    def start_or_stop(self) -> None:
        if self.run.is_wanted:
            self.run.stop()
        else:
            self._has_kept = True
            self.run.start()

    def close(self) -> None:
        if "run" in vars(self):
            self.run.close()

    # The setup

    @property
    def choice(self) -> Setup:
        return self.run.setup

    @property
    def is_begun(self) -> bool:
        return self.run.is_busy or self.run.count > 0

    def choose(self, choice: Setup) -> None:
        if not self.is_begun:
            self._show(self._run_of(choice))

    def _choose_option(self, choice: Setup) -> None:
        """Chooses a setup; opens a dialog for the file of openings if it has none, or is chosen again."""
        if choice.openings == LIST and (not choice.file or choice == self.choice):
            asked = _("Openings"), choice.file, _("A file, xot:FILE, or 10:-2..2: plies, Black's score")
            self.window.open_dialog(LineDialog(asked, lambda path: self.choose(replace(choice, file=path))))
        else:
            self.choose(choice)

    def show_options(self, is_shown: bool) -> None:
        self.has_options = is_shown
        self.window.rebuild()

    def read_list(self) -> None:
        """Reads the list of engines again, which may have changed."""
        path = self.window.session.thinking.engines_file
        engines, problems = ({}, []) if path is None else read_engines(path)
        if (engines, problems) != (self.engines, self.list_problems):
            self.engines, self.list_problems = engines, problems
            self.choose(self._listed(self.choice))
            self.window.rebuild()

    def _toggle(self, player: str) -> None:
        players = self.choice.players
        others = tuple(text for text in players if text != player)
        self.choose(replace(self.choice, players=others if player in players else (*players, player)))

    # The crosstable

    def move(self, right: int, down: int) -> None:
        """Chooses the next pair of players in this direction."""
        order = [row.player for row in self.run.table.rows]
        if self.chosen is None:
            self.chosen = (order[0], order[1]) if len(order) > 1 else None
            return
        row, column = (order.index(player) for player in self.chosen)
        while True:
            row, column = (row + down) % len(order), (column + right) % len(order)
            if row != column:
                break
        self.chosen = order[row], order[column]

    def open_games(self) -> None:
        """Opens the games of the chosen pair in Review, if there are any."""
        from play.lists.sources import TextSource

        if self.chosen is None:
            return
        try:
            games = self.run.games_of(*self.chosen)
        except OSError as error:
            self.window.toasts.answer(cannot_read(self.run.path, error))
            return
        if not games:
            self.window.toasts.answer(_("These two have not finished a game yet"))
            return
        source = TextSource(games)
        names = [self.choice.names[player] for player in self.chosen]
        source.title = f"{self.choice.name}: {' – '.join(names)}"
        self.window.do("page_review")
        if self.window.page.games is not None:
            self.window.page.games.open_games_dialog(source)

    # The table of actions

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        def ask_name() -> None:
            asked = _("Name"), self.choice.name, _("The name of the tournament")
            self.window.open_dialog(LineDialog(asked, lambda name: self.choose(self.choice.named(name))))

        def is_free() -> bool:
            return not self.run.is_busy

        return (
            Action("tournament_start", N_("Start"), N_("Play the games, or stop: finished ones stay"),
                   self.start_or_stop, (Key(pygame.K_SPACE),), Group.SEARCH,
                   is_possible=lambda: self.run.is_wanted or (
                       is_free() and len(self.choice.players) > 1 and not self.run.is_finished),
                   is_on=lambda: self.run.is_wanted, label_on=N_("Stop"),
                   is_alternate=lambda: bool(self.run.reports), label_alternate=N_("Continue"),
                   is_primary=True),
            Action("tournament_new", N_("New one"), N_("Another tournament; this one is kept"),
                   lambda: self._show(self._new(self.choice)), (Key(pygame.K_INSERT),), Group.SEARCH,
                   is_possible=lambda: is_free() and (self.is_begun or self.run.has_file),
                   icon="plus", has_words=True),
            Action("tournament_earlier", N_("Earlier"), N_("The one before; after the first, the last"),
                   self._show_earlier, (), Group.SEARCH, icon="back", has_words=True,
                   is_possible=lambda: is_free() and self._has_kept),
            Action("tournament_name", N_("Name"), N_("The name of the tournament"), ask_name, (),
                   Group.SEARCH, is_possible=lambda: not self.is_begun, icon="edit", has_words=True),
            Action("tournament_games", N_("Open the games"), N_("Games of the chosen pair, in Review"),
                   self.open_games, (Key(pygame.K_RETURN),), Group.SEARCH,
                   is_possible=lambda: self.chosen is not None and bool(self.run.reports)),
            Gesture(N_("Arrow keys"), N_("Choose a pair of players"), Group.SEARCH),
            *self.options.rows,
            Action("lab_options", N_("Options"), N_("Who meets, over which openings, and how fast"),
                   lambda: self.show_options(not self.has_options), (Key(pygame.K_F8),), Group.SEARCH,
                   is_on=lambda: self.has_options, icon="settings", has_words=True),
            *self.players,
        )  # fmt: skip

    @property
    def players(self) -> list[Action]:
        own, other = N_("A level of this program"), N_("An engine from the list in the settings")

        def row(n: int, label: str, tip: str, text: str) -> Action:
            def is_possible() -> bool:
                players = self.choice.players
                return not self.is_begun and (text in players or len(players) < MOST_PLAYERS)

            return Action(f"tournament_player_{n}", label, tip, lambda: self._toggle(text), (), Group.WINDOW,
                          is_possible=is_possible, is_on=lambda: text in self.choice.players)  # fmt: skip

        levels = [row(n, str(n), own, text) for n, text in enumerate(LEVELS, start=1)]
        listed = enumerate(self.engines.items(), start=len(LEVELS) + 1)
        return levels + [row(n, name, other, text) for n, (name, text) in listed]
