"""A tournament: who plays, the games that are being played, and the crosstable."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import ClassVar, Final

import pygame
from pygame import Rect, Surface

from ai.arena.crosstable import Crosstable, Row, points_text
from ai.arena.openings import EVEN
from ai.arena.report import GameSoFar, Standing
from ai.limits import MOST_PLAYERS
from game.board import Color
from play.engines_file import read_engines
from play.files import cannot_read
from play.settings import Coordinates, processors
from play.tournament import LEVELS, LIST, SUFFIX, Setup, TournamentRun, read_setup
from ui.actions import Action, Gesture, Group
from ui.board.board_view import Animator, BoardScene, BoardView
from ui.buttons import BUTTON, ButtonRow, add_buttons, in_rows, row_width
from ui.dialogs.line import LineDialog
from ui.input import ARROWS, Key, with_key_names
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame, below
from ui.pages.lab.cards import FactsModel, FactsPanel
from ui.pages.lab.options import Option, OptionCommands, OptionGroup
from ui.pages.page import Page, StatusLine
from ui.panels import tips
from ui.panels.panel import Panel
from ui.panels.tips import Tip
from ui.text import N_, _, ngettext
from ui.text.wording import capitalised, format_duration
from ui.theme import LARGE, NORMAL, SMALL, Theme
from ui.window import Window

KEYS: Final = N_("Space start, stop · Arrow keys and Enter games of a pair · F8 options · F1 all keys")
FIXED: Final = N_("This tournament has begun: a new one can be different.")
WHO: Final = N_("Two to twelve: levels of this program, and engines from the list in the settings.")
HERE: Final = N_("Games are shown here while they are played.")
CHOOSE: Final = N_("Choose the players on the left, and how they meet under Options ({lab_options}).")
# The games of each pair that can be chosen.
GAMES: Final = (2, 4, 10, 20, 50, 100, 200, 500)
GROUPS: Final = (
    OptionGroup("is_gauntlet", N_("Who meets"), pygame.K_p, (
        Option("meet_all", N_("round robin"), N_("Everyone meets everyone"), False),
        Option("meet_first", N_("gauntlet"), N_("Only the first player meets the others"), True),
    )),
    OptionGroup("openings", N_("Openings"), pygame.K_s, (
        Option("openings_even", N_("even ones"), N_("From a list that deep searches found even"), EVEN),
        Option("openings_random", N_("random"), N_("Eight random plies, with neither side far ahead"), "8"),
        Option("openings_file", N_("from a file"), N_("Transcripts or positions, one per line"), LIST),
    )),
    OptionGroup("limit", N_("Time"), pygame.K_t, (
        Option("limit_short", N_("0.2 s"), N_("For each move"), "seconds=0.2"),
        Option("limit_long", N_("2 s"), N_("For each move"), "seconds=2"),
        Option("limit_depth", N_("8 plies"), N_("For each move, however long that takes"), "depth=8"),
        Option("limit_blitz", N_("1 min"), N_("For a game; running out of time loses"), "clock=1:00"),
        Option("limit_clock", N_("5 min + 2 s"), N_("For a game, and 2 s for each move"), "clock=5:00+2"),
    )),
)  # fmt: skip

# Lengths at a scale of 1.
LEFT: Final = (208, 280)  # of the games at the left, in a narrow part and in a wide one
WIDE: Final = 960
HEAD: Final = 100
GAME: Final = 236  # the least height of one
NAMES: Final = 60  # over its board
HEADINGS: Final = 24
ROW: Final = 48
PLACE, NAME, POINTS, CELL = 24, 96, 60, 56
FIGURES: Final = (60, 68, 104)
WIDEST_ELO: Final = 200
WIDEST_CELL: Final = 88
# A row that is lower has no bars.
BAR_ROW: Final = 34

Cell = tuple[int, int]
"""A player, and another one."""


class TournamentCommands(OptionCommands):
    groups = GROUPS

    def __init__(self, window: Window) -> None:
        self.window = window
        self.chosen: Cell | None = None
        """The pair whose games Enter opens."""
        self.engines: Mapping[str, str] = {}
        self.list_problems: list[str] = []
        self._has_kept = False
        """Whether there are tournaments to go back to: the disk is not asked in every frame."""
        self._folder = window.session.store.tournaments

    # Tournaments

    @cached_property
    def run(self) -> TournamentRun:
        """At first the newest that is kept, read when it is first looked at."""
        kept = self._kept
        self._has_kept = bool(kept)
        return self._run_of(kept[0]) if kept else self._new(Setup(players=(LEVELS[2], LEVELS[4], LEVELS[6])))

    @property
    def _kept(self) -> list[Setup]:
        """The newest first; files of something else are none."""
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
        """With no engine that is not, or no longer so, in the list."""
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

    # What is played

    @property
    def choice(self) -> Setup:
        return self.run.setup

    @property
    def is_begun(self) -> bool:
        return self.run.is_busy or self.run.count > 0

    def choose(self, choice: Setup) -> None:
        if not self.is_begun:
            self._show(self._run_of(choice))

    def choose_option(self, field: str, value: object) -> None:
        if value == LIST:
            asked = _("Openings"), self.choice.file, _("A file of transcripts or positions, one per line")
            chosen = replace(self.choice, openings=LIST)
            self.window.open_dialog(LineDialog(asked, lambda path: self.choose(replace(chosen, file=path))))
        else:
            super().choose_option(field, value)

    def has_option(self, field: str) -> bool:  # noqa: ARG002 - all or none
        return not self.is_begun

    def option_of(self, group: OptionGroup) -> Option:
        chosen = getattr(self.choice, group.field)
        return next((option for option in group.options if option.value == chosen), group.options[0])

    def note_of(self, group: OptionGroup) -> str:
        return _(FIXED) if self.is_begun else _(self.option_of(group).tip)

    @property
    def how_far(self) -> str:
        return ngettext("{count} game", "{count} games", self.choice.games).format(count=self.choice.games)

    def next_limit(self, step: int) -> int | None:
        further = [games for games in GAMES[::step] if (games - self.choice.games) * step > 0]
        return None if self.is_begun or not further else further[0]

    def set_limit(self, limit: int) -> None:
        self.choose(replace(self.choice, games=limit))

    @property
    def summary(self) -> str:
        return " · ".join(_(self.option_of(group).label) for group in self.groups)

    def read_list(self) -> None:
        """The engines may have changed."""
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
        """Choose the next pair of players in this direction."""
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
        """Those of the chosen pair, in Review; nothing where there are none."""
        from play.lists.sources import TextSource

        if self.chosen is None:
            return
        try:
            games = self.run.games_of(*self.chosen)
        except OSError as error:
            self.window.toasts.answer(cannot_read(self.run.path, error))
            return
        if not games:
            return
        source = TextSource(games)
        names = [self.choice.names[player] for player in self.chosen]
        source.title = f"{self.choice.name}: {' – '.join(names)}"
        self.window.do("page_review")
        if self.window.page.games is not None:
            self.window.page.games.ask_game(source)

    # The table of actions

    @property
    def rows(self) -> tuple[Action | Gesture, ...]:
        def ask_name() -> None:
            asked = _("Name"), self.choice.name, _("What the tournament is called")
            self.window.open_dialog(LineDialog(asked, lambda name: self.choose(self.choice.named(name))))

        def is_free() -> bool:
            return not self.run.is_busy

        return (
            Action("tournament_start", N_("Start"), N_("Play the games, or stop: finished ones stay"),
                   self.start_or_stop, (Key(pygame.K_SPACE),), Group.SEARCH,
                   is_possible=lambda: self.run.is_wanted or (
                       is_free() and len(self.choice.players) > 1 and not self.run.is_finished),
                   is_on=lambda: self.run.is_wanted, label_on=N_("Stop"),
                   is_begun=lambda: bool(self.run.reports), label_rest=N_("Continue"), is_primary=True),
            Action("tournament_new", N_("New one"), N_("Another tournament; this one is kept"),
                   lambda: self._show(self._new(self.choice)), (Key(pygame.K_INSERT),), Group.SEARCH,
                   is_possible=lambda: is_free() and (self.is_begun or self.run.has_file),
                   icon="plus", has_words=True),
            Action("tournament_earlier", N_("Earlier"), N_("The one before; after the first, the last"),
                   self._show_earlier, (), Group.SEARCH, icon="back", has_words=True,
                   is_possible=lambda: is_free() and self._has_kept),
            Action("tournament_name", N_("Name"), N_("What the tournament is called"), ask_name, (),
                   Group.SEARCH, is_possible=lambda: not self.is_begun, icon="edit", has_words=True),
            Action("tournament_games", N_("Open the games"), N_("Those of the chosen pair, in Review"),
                   self.open_games, (Key(pygame.K_RETURN),), Group.SEARCH,
                   is_possible=lambda: self.chosen is not None and bool(self.run.reports)),
            Gesture(N_("Arrow keys"), N_("Choose a pair of players"), Group.SEARCH),
            *self.option_rows(),
            *self.players,
        )  # fmt: skip

    @property
    def players(self) -> list[Action]:
        """Those that can be chosen."""
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


# The cards


class HeadPanel(Panel[tuple[str, str, float]]):
    """The name, how far it is in words, and as a share."""

    room = 0
    """For the title, beside the buttons."""

    def paint(self, surface: Surface, model: tuple[str, str, float]) -> None:
        px, inside, (name, words, share) = self.theme.px, self.inside, model
        title = self.write(surface, name, "text", LARGE, True, room=self.room, topleft=inside.topleft)
        left = inside.left, max(title.bottom, px(16 + BUTTON)) + px(8)
        said = self.write(surface, words, "text", NORMAL, room=inside.width, topleft=left)
        bar = Rect(inside.left, said.bottom + px(4), inside.width, px(8))
        self.bar(surface, bar, share)
        self.notes += [(place, tips.TOURNAMENT) for place in (title, said.union(bar))]


class GamePanel(Panel[tuple[GameSoFar, list[str]]]):
    """A game, and what Black and White are called."""

    tip = tips.RUNNING_GAME

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        px = theme.px
        edge = min(rect.width - px(24), rect.height - px(NAMES + 12))
        place = Rect((rect.width - edge) // 2, px(NAMES), edge, edge)
        self._board = BoardView(theme, BoardPlace(place), Coordinates.NONE)

    def paint(self, surface: Surface, model: tuple[GameSoFar, list[str]]) -> None:
        (game, names), px, board = model, self.theme.px, model[0].board
        for color, name in zip(Color, names, strict=True):
            y, right = px(20 + 22 * (color is Color.WHITE)), self.rect.width - px(16)
            discs = (board.black if color is Color.BLACK else board.white).bit_count()
            self.disc(surface, color, (px(22), y), px(6))
            left = self.write(surface, str(discs), "text", NORMAL, True, midright=(right, y)).left
            is_turn = board.turn is color
            place = px(36), y
            self.write(surface, name, "text", NORMAL, is_turn, room=left - px(44), midleft=place)
        self._board.draw(surface, Animator(board, 0.0), BoardScene(last_disc=game.move))


@dataclass(frozen=True, slots=True)
class TableModel:
    table: Crosstable
    players: tuple[str, ...]
    words: str
    chosen: Cell | None


class TablePanel(Panel[TableModel]):
    """Of many players the chosen one is in sight."""

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        self.cells: dict[Cell, Rect] = {}

    def paint(self, surface: Surface, model: TableModel) -> None:
        theme, px, inside, rows = self.theme, self.theme.px, self.inside, model.table.rows
        self.cells = {}
        words = theme.text(model.words, NORMAL, "text", room=inside.width)
        top, number = inside.top + px(HEADINGS), len(rows)
        height = min(px(ROW), (inside.bottom - top - px(8) - words.get_height()) // max(1, number))
        said = surface.blit(words, (inside.left, top + number * height + px(8)))
        self.notes.append((said, tips.DECIDED))
        if not rows:
            return
        columns = self._columns(model)
        meanings = (tips.POINTS, *(tips.AGAINST,) * number, *tips.TOURNAMENT_FIGURES)
        for column, (left, width) in columns.items():
            place = Rect(left, inside.top, width, px(20))
            whole = Rect(left, inside.top, width, top - inside.top + number * height)
            self.notes.append((whole, meanings[column]))
            heading = theme.text(theme.ellipsized(model.table.headings[column], SMALL, width), SMALL, "quiet")
            at = heading.get_rect(midright=place.midright)
            if 0 < column <= number:
                at.centerx = place.centerx
            surface.blit(heading, at)
        for n, row in enumerate(rows):
            y = top + n * height
            surface.fill(theme["edge"], (inside.left, y, inside.width, max(1, px(1))))
            name = Rect(inside.left + px(PLACE), y, columns[0][0] - inside.left - px(PLACE), height)
            self.write(surface, str(n + 1), "quiet", SMALL, midleft=(inside.left, name.centery))
            self.write(surface, row.name, "text", NORMAL, True, room=name.width, midleft=name.midleft)
            self.notes.append((name.union(Rect(inside.left, y, 1, height)), plain(model.players[row.player])))
            for column, (left, width) in columns.items():
                self._paint_cell(surface, model, row, column, Rect(left, y, width, height))

    def _columns(self, model: TableModel) -> dict[int, tuple[int, int]]:
        """(Left, width) of each column that is in sight, by its place among the headings."""
        px, inside, number = self.theme.px, self.inside, len(model.table.rows)
        room, figures = inside.width - px(PLACE + NAME + POINTS), dict(enumerate(map(px, FIGURES)))
        while len(figures) > 1 and room - sum(figures.values()) < px(CELL):  # beside the options
            del figures[min(figures)]
        room -= sum(figures.values())
        shown = max(1, min(number, room // px(CELL)))
        width = min(px(WIDEST_CELL), room // shown)
        at = 0 if model.chosen is None else [row.player for row in model.table.rows].index(model.chosen[1])
        first = min(max(0, at + 1 - shown), number - shown)
        widths = {0: px(POINTS)} | {1 + first + n: width for n in range(shown)}
        widths |= {1 + number + n: each for n, each in figures.items()}
        spare = room + px(NAME) - shown * width - px(2 * NAME)
        widths[number + len(FIGURES)] += max(0, min(spare, px(WIDEST_ELO - FIGURES[-1])))
        left, columns = inside.right - sum(widths.values()), {}
        for column, each in widths.items():
            columns[column] = left, each
            left += each
        return columns

    def _paint_cell(self, surface: Surface, model: TableModel, row: Row, column: int, place: Rect) -> None:
        theme, px, rows = self.theme, self.theme.px, model.table.rows
        has_bar = place.height >= px(BAR_ROW)
        if column == 0:
            self.write(surface, points_text(row.total), "text", NORMAL, True, midright=place.midright)
        elif column > len(rows):
            figure = row.figures[column - len(rows) - 1]
            if row.elo is not None and theme.width(figure, SMALL) > place.width:
                figure = f"{row.elo.elo:+.0f}"
            self.write(surface, figure, "text", SMALL, room=place.width - px(4), midright=place.midright)
        elif (standing := row.against[column - 1]) is None:
            theme.box(surface, place.inflate(-px(4), -px(4)), "well")
        else:
            cell = row.player, rows[column - 1].player
            box = self.cells[cell] = place.inflate(-px(4), -px(4))
            if cell == model.chosen:
                theme.box(surface, box, "best", "accent")
            self.write(surface, points_text(standing), "text", NORMAL, midtop=(box.centerx, box.top + px(2)))
            self.notes.append((box, plain(_describe_cell(row, rows[column - 1], standing))))
            if has_bar and standing.games:
                bar = Rect(box.left + px(4), box.bottom - px(9), box.width - px(8), px(4))
                self.bar(surface, bar, (standing.wins + standing.draws) / standing.games, "quiet")
                self.bar(surface, bar, standing.wins / standing.games)


def plain(text: str) -> str:
    """A tip in which no keys are named."""
    return text.replace("{", "{{").replace("}", "}}")


def _describe_cell(row: Row, other: Row, standing: Standing) -> str:
    sentence = _("{one} against {other}: {won} won, {drawn} drawn, {lost} lost; {discs} discs a game")
    return sentence.format(
        one=row.name, other=other.name, won=standing.wins, drawn=standing.draws, lost=standing.losses,
        discs=f"{standing.mean_lead:+.1f}",
    )  # fmt: skip


class TournamentPart(Page):
    identity: ClassVar[str] = "tournament"

    def __init__(self, window: Window, commands: TournamentCommands) -> None:
        self.window = window
        self.commands = commands
        self._numbers: list[int] = []  # of the games in the cards, -1 where there is none

    @property
    def actions(self) -> tuple[Action | Gesture, ...]:
        return self.commands.rows

    @property
    def button_rows(self) -> tuple[ButtonRow, ...]:
        return tuple(self._buttons)

    @property
    def tips(self) -> Sequence[Tip]:
        return [tip for panel in self._panels for tip in panel.tips()]

    @property
    def status(self) -> StatusLine:
        run = self.commands.run
        problem = "" if run.is_wanted else run.problem
        rest = N_("All games are finished") if run.is_finished else N_("Stopped")
        rest = rest if run.reports else N_("Ready to start")
        words = _("The games are being played") if run.is_wanted else _(rest)
        return StatusLine(capitalised(problem) or words, bool(problem), _(KEYS))

    @property
    def is_idle(self) -> bool:
        return not self.commands.run.is_busy

    def lay_out(self, theme: Theme, frame: Frame) -> None:
        self.commands.run.make_table()  # the language may be another one
        px, gap, actions = theme.px, theme.px(GAP), self.window.actions
        room = frame.page.inflate(-2 * gap, -2 * gap)
        left = Rect(room.left, room.top, px(LEFT[room.width >= px(WIDE)]), room.height)
        right = Rect(left.right + gap, room.top, room.right - left.right - gap, room.height)
        names = "tournament_start", "tournament_name", "tournament_earlier", "tournament_new"
        has_room = right.width >= px(WIDE - 240)
        row = [actions[name] if has_room else replace(actions[name], icon="") for name in names]
        shown = [("plain", row)]
        self.head = HeadPanel(theme, Rect(right.left, right.top, right.width, px(HEAD)))
        buttons = ButtonRow(theme)
        width = min(row_width(theme, shown), right.width * 3 // 4)
        place = Rect(right.right - px(16) - width, right.top + px(12), width, px(BUTTON))
        add_buttons(buttons, theme, place, shown)
        self.head.room = place.left - px(8) - right.left - px(16)
        self.table = TablePanel(theme, below(right, self.head.rect, px(SMALL_GAP)))
        self._buttons = [buttons]
        self.boards: list[GamePanel] = []
        self._has_games = self.commands.is_begun
        texts = (theme.text(words, NORMAL, ink, room=left.width - px(32)) for words, ink in self._words)
        height = sum(text.get_height() + px(8) for text in texts)
        self.players = FactsPanel(theme, Rect(left.left, left.top, left.width, height + px(48)))
        if self._has_games:
            fitting = min(max(1, processors() - 1), max(1, room.height // px(GAME)))
            height = min(left.width + px(NAMES), (left.height - (fitting - 1) * px(SMALL_GAP)) // fitting)
            for n in range(fitting):
                place = Rect(left.left, left.top + n * (height + px(SMALL_GAP)), left.width, height)
                self.boards.append(GamePanel(theme, place))
            self._numbers = [-1] * fitting
        else:
            self._buttons.append(self._players_row(theme, below(left, self.players.rect, px(SMALL_GAP))))
        self._apply_changes()

    def _players_row(self, theme: Theme, room: Rect) -> ButtonRow:
        """As many as there is room for."""
        px, buttons, players = theme.px, ButtonRow(theme), self.commands.players
        rows = [players[:5], players[5 : len(LEVELS)]]
        rows += in_rows(players[len(LEVELS) :], lambda row: row_width(theme, [("plain", row)]), room.width)
        place = Rect(room.left, room.top, room.width, px(BUTTON))
        for row in rows:
            if place.bottom <= room.bottom:
                add_buttons(buttons, theme, place, [("plain", row)], fills=len(row) == 5)
            place.top += px(BUTTON + 4)
        return buttons

    @property
    def _panels(self) -> list[Panel]:  # type: ignore[type-arg]
        games = [panel for panel in self.boards if panel.model is not None]
        left: list[GamePanel] | list[FactsPanel] = games or [self.players]
        return [self.head, self.table, *left]

    @property
    def _words(self) -> tuple[tuple[str, str], ...]:
        """With their inks: who can play, and what is wrong with the list."""
        if self._has_games:
            return ((_(HERE), "quiet"),)
        problems = ((problem, "mistake_text") for problem in self.commands.list_problems[:1])
        return (_(WHO), "quiet"), *problems

    def _apply_changes(self) -> None:
        commands, run = self.commands, self.commands.run
        setup, done, count = run.setup, len(run.reports), run.count
        words = ngettext("{done} of {total} game", "{done} of {total} games", count)
        words = words.format(done=f"{done:,}", total=f"{count:,}")
        if (left := run.seconds_left) is not None:
            words = _("{done}, {time} left", done=words, time=format_duration(left))
        self.head.update((setup.name, words if count else " ", done / max(1, count)))
        said = run.table.verdict if done else with_key_names(_(CHOOSE if not commands.is_begun else HERE))
        self.table.update(TableModel(run.table, setup.players, said, commands.chosen))
        title = _("Games") if self._has_games else _("Players")
        self.players.update(FactsModel(title, (), self._words, (tips.PLAYERS, tips.PLAYERS)))
        self._numbers = [number if number in run.games else -1 for number in self._numbers]
        waiting = [number for number in sorted(run.games) if number not in self._numbers]
        names = setup.names if run.games else []
        for n, panel in enumerate(self.boards):
            if self._numbers[n] < 0 and waiting:
                self._numbers[n] = waiting.pop(0)
            if (game := run.games.get(self._numbers[n])) is not None:
                panel.update((game, [names[game.pairing.player_of(color)] for color in Color]))

    def on_open(self) -> None:
        self.commands.read_list()

    def update(self, dt: float) -> None:  # noqa: ARG002 - the games have clocks of their own
        if self.commands.is_begun != self._has_games:
            self.window.rebuild()
        self._apply_changes()

    def handle(self, event: pygame.event.Event) -> bool:
        commands = self.commands
        if event.type == pygame.KEYDOWN and event.key in ARROWS:
            commands.move(*ARROWS[event.key])
            return True
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            at = self.table.local(event.pos)
            found = next((cell for cell, place in self.table.cells.items() if place.collidepoint(at)), None)
            commands.chosen = found or commands.chosen
            if found is not None and event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                commands.open_games()
        return False

    def draw(self, surface: Surface) -> None:
        for panel in self._panels:
            panel.draw(surface)
