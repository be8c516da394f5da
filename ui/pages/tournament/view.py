"""The view of the page Tournament: players or running games on the left, crosstable or options beside."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any, Final

from pygame import Rect, Surface

from ai.arena.crosstable import Row, points_text
from ai.arena.report import Standing
from ai.limits import spare_processors
from game.board import Board, Color
from play.settings import Coordinates
from play.tournament import LEVELS
from ui.actions import Action, Actions
from ui.board.board_view import Animator, BoardScene, BoardView
from ui.boxes import Box, area, column, grow, layers, picture, row, solve, text
from ui.buttons import in_rows
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame
from ui.pages.board_page import BoardPageView, PanelOfState
from ui.pages.lab.cards import FactsPanel, bar_button, rule
from ui.pages.tournament.commands import TournamentCommands
from ui.pages.tournament.state import GameModel, TableModel, TournamentState, describe_players
from ui.panels import tips
from ui.panels.options import OptionsPanel
from ui.panels.panel import PADDING, BoxPanel
from ui.text import _, format_number
from ui.theme import LARGE, NORMAL, SMALL, Theme

BUTTONS: Final = (
    *("tournament_start", "lab_options", "tournament_name", "tournament_earlier", "tournament_new"),
)
# Lengths at a scale of 1.
LEFT: Final = (208, 280)  # width of the left part: on a narrow page, on a wide one
WIDE: Final = 960
HEAD: Final = 100
GAME: Final = 236  # the least height of a game
NAMES: Final = 60  # height of the names above its board
HEADINGS: Final = 24
ROW: Final = 48
PLACE, NAME, POINTS, CELL = 24, 96, 60, 56
FIGURES: Final = (60, 68, 104)
WIDEST_ELO: Final = 200
WIDEST_CELL: Final = 88
# Rows lower than this have no bars.
BAR_ROW: Final = 34


class HeadPanel(BoxPanel[tuple[str, str, float]]):
    """The name of the tournament, and its progress in words and as a bar."""

    padding = (PADDING, 12)

    def __init__(self, theme: Theme, rect: Rect, actions: Sequence[Action]) -> None:
        super().__init__(theme, rect)
        self._buttons = _bar(actions)

    def content(self, model: tuple[str, str, float]) -> Box:
        name, words, share = model
        title = grow(text(name, LARGE, NORMAL, bold=True, lines=1, tip=tips.TOURNAMENT))
        bar = picture(lambda surface, place: self.bar(surface, place, share), 0, 8)
        said = column(text(words, lines=1), bar, tip=tips.TOURNAMENT)
        return column(row(title, self._buttons), said, gap=8)


class GamePanel(BoxPanel[GameModel]):
    padding = (12, 10)
    tip = tips.RUNNING_GAME

    def content(self, model: GameModel) -> Box:
        board, names = model.game.board, zip(Color, model.names, strict=True)
        players = (self._player(board, color, name) for color, name in names)
        return column(*players, grow(picture(partial(self._draw_board, model))))

    def _player(self, board: Board, color: Color, name: str) -> Box:
        discs = (board.black if color is Color.BLACK else board.white).bit_count()
        name_box = grow(text(name, bold=board.turn is color, lines=1))
        return row(self.disc_box(color), name_box, text(str(discs), bold=True), padding=(4, 0))

    def _draw_board(self, model: GameModel, surface: Surface, place: Rect) -> None:
        edge = min(place.size)
        square = Rect(place.centerx - edge // 2, place.top, edge, edge)
        view = BoardView(self.theme, BoardPlace(square), Coordinates.NONE)
        view.draw(surface, Animator(model.game.board, 0.0), BoardScene(last_disc=model.game.move))


class TablePanel(BoxPanel[TableModel]):
    """The crosstable; if not all columns fit, that of the chosen player is in sight."""

    padding = (PADDING, PADDING)

    def content(self, model: TableModel) -> Box:
        verdict, rows = text(model.words, tip=tips.DECIDED), model.table.rows
        if not rows:
            return column(verdict)
        columns, number = self.columns(model), len(rows)
        used = verdict.heights(self.theme, self.room.width)[0] / self.theme.scale + HEADINGS + SMALL_GAP
        height = min(ROW, (self.room.height / self.theme.scale - used) / number)
        card_tips = (tips.POINTS, *(tips.AGAINST,) * number, *tips.TOURNAMENT_FIGURES)
        headings = (
            text(
                *(model.table.headings[at], SMALL), ink="quiet", width=width, lines=1, tip=card_tips[at],
                side="centerx" if 0 < at <= number else "right",
            )
            for at, width in columns.items()
        )  # fmt: skip
        lines = []
        for n, each in enumerate(rows):
            cells = (self._cell(model, each, at, width, height) for at, width in columns.items())
            name = row(
                text(str(n + 1), SMALL, ink="quiet", width=PLACE),
                grow(text(each.name, bold=True, lines=1)),
                gap=0, tip=plain(model.players[each.player]), share=1,
            )  # fmt: skip
            lines.append(column(rule(self, "edge", 0, 1), row(name, *cells, gap=0), gap=0))
        heading = row(grow(), *headings, area("", 0, HEADINGS), gap=0)
        return column(heading, *lines, area("", 0, SMALL_GAP), verdict, gap=0)

    def columns(self, model: TableModel) -> dict[int, float]:
        """Returns the width of each column in sight, by its index among the headings."""
        number, figures = len(model.table.rows), dict(enumerate(FIGURES))
        whole = self.room.width / self.theme.scale
        room = whole - PLACE - NAME - POINTS
        while len(figures) > 1 and room - sum(figures.values()) < CELL:  # in a narrow window
            del figures[min(figures)]
        room -= sum(figures.values())
        shown = max(1, min(number, int(room // CELL)))
        width = min(WIDEST_CELL, room / shown)
        at = 0 if model.chosen is None else [row.player for row in model.table.rows].index(model.chosen[1])
        first = min(max(0, at + 1 - shown), number - shown)
        widths = {0: float(POINTS)} | {1 + first + n: width for n in range(shown)}
        widths |= {1 + number + n: float(each) for n, each in figures.items()}
        spare = room - NAME - shown * width
        widths[number + len(FIGURES)] += max(0, min(spare, WIDEST_ELO - FIGURES[-1]))
        return widths

    def _cell(self, model: TableModel, shown: Row, at: int, width: float, height: float) -> Box:
        rows = model.table.rows
        if at == 0:
            return text(points_text(shown.total), bold=True, width=width, side="right", tip=tips.POINTS)
        if at > len(rows):
            figure = shown.figures[at - len(rows) - 1]
            if shown.elo is not None and self.theme.width(figure, SMALL) > self.theme.px(width):
                figure = f"{shown.elo.elo:+.0f}"
            tip = tips.TOURNAMENT_FIGURES[at - len(rows) - 1]
            return text(figure, SMALL, width=width, lines=1, side="right", tip=tip)
        other = rows[at - 1]
        if (standing := shown.against[at - 1]) is None:
            return picture(self._draw_nothing, width, height - 1)
        cell = shown.player, other.player
        return picture(
            partial(self._draw_cell, standing, cell == model.chosen), width, height - 1,
            tip=plain(_describe_cell(shown, other, standing)), target=cell,
        )  # fmt: skip

    def _draw_nothing(self, surface: Surface, place: Rect) -> None:
        gap = self.theme.px(4)
        self.theme.box(surface, place.inflate(-gap, -gap), "well")

    def _draw_cell(self, standing: Standing, is_chosen: bool, surface: Surface, place: Rect) -> None:
        px = self.theme.px
        box = place.inflate(-px(4), -px(4))
        if is_chosen:
            self.theme.box(surface, box, "best", "accent")
        self.write(surface, points_text(standing), midtop=(box.centerx, box.top + px(2)))
        if place.height >= px(BAR_ROW) and standing.games:
            bar = Rect(box.left + px(4), box.bottom - px(9), box.width - px(8), px(4))
            self.bar(surface, bar, (standing.wins + standing.draws) / standing.games, "quiet")
            self.bar(surface, bar, standing.wins / standing.games)


def plain(text: str) -> str:
    """Escapes braces in a tip, where they would name keys."""
    return text.replace("{", "{{").replace("}", "}}")


def _describe_cell(row: Row, other: Row, standing: Standing) -> str:
    sentence = _("{one} against {other}: {won} won, {drawn} drawn, {lost} lost; {discs} discs a game")
    return sentence.format(
        one=row.name, other=other.name, won=standing.wins, drawn=standing.draws, lost=standing.losses,
        discs=format_number(standing.mean_lead, "+.1f"),
    )  # fmt: skip


class TournamentView(BoardPageView):
    """The view for one size of the window; from the first game on, `boards` take the place of the players."""

    def __init__(self, theme: Theme, frame: Frame, commands: TournamentCommands, actions: Actions) -> None:
        px, room = theme.px, frame.page.width - theme.px(2 * GAP)
        right = column(area("head", 0, HEAD), grow(area("rest")), gap=SMALL_GAP)
        whole = row(area("left", LEFT[room >= px(WIDE)]), grow(right), gap=GAP, padding=(GAP, GAP))
        areas = solve(whole, theme, frame.page).areas
        left, has_room = areas["left"], areas["head"].width >= px(WIDE - 240)
        shown = [actions[name] if has_room else replace(actions[name], icon="") for name in BUTTONS]
        self.head = HeadPanel(theme, areas["head"], shown)
        self.table = TablePanel(theme, areas["rest"])
        beside: PanelOfState = (self.table, attrgetter("table"))
        self.options: OptionsPanel | None = None
        self.button_rows = (self.head.buttons,)
        if commands.has_options:
            self.options = OptionsPanel(theme, areas["rest"], commands.options.groups, actions)
            self.button_rows += (self.options.buttons,)
            beside = self.options, attrgetter("options")
        height = FactsPanel(theme, left).natural_height(describe_players(commands)) / theme.scale
        rows, count = column(*([] if commands.is_begun else _rows_of_players(theme, left, commands))), 0
        if commands.is_begun:
            count = min(spare_processors(), max(1, left.height // px(GAME)))
        most = left.width + px(NAMES), (left.height - (count - 1) * px(SMALL_GAP)) // max(1, count)
        games = (area(str(n), 0, min(most) / theme.scale) for n in range(count))
        who = column(area("players", 0, height), rows, gap=SMALL_GAP)
        placed = solve(layers(who, column(*games, gap=SMALL_GAP)), theme, left)
        self.players = FactsPanel(theme, placed.areas["players"])
        self.boards = [GamePanel(theme, placed.areas[str(n)]) for n in range(count)]
        self.button_rows += (placed.button_row(theme),)
        head, others = (self.head, attrgetter("head")), (self.players, attrgetter("players"))
        played: list[PanelOfState] = [(panel, partial(_game_at, n)) for n, panel in enumerate(self.boards)]
        self.show_parts(None, [head, beside, others, *played])

    def update(self, state: TournamentState) -> None:
        super().update(state)
        if any(panel.model for panel in self.boards):  # the boards take the place of the players
            self._parts = tuple(part for part in self._parts if part[0] is not self.players)


def _game_at(place: int, state: TournamentState) -> GameModel | None:
    return state.games[place]


def _bar(actions: Sequence[Action], is_filled: bool = False, **how: Any) -> Box:
    buttons = map(bar_button, actions)
    return row(*(map(grow, buttons) if is_filled else buttons), gap=4, **how)


def _rows_of_players(theme: Theme, room: Rect, commands: TournamentCommands) -> Iterator[Box]:
    """Yields rows of buttons for the players; the last ones are left out if there is no room."""
    levels, others = commands.players[: len(LEVELS)], commands.players[len(LEVELS) :]
    more = in_rows(others, lambda actions: _bar(actions).widths(theme)[0], room.width)
    for n, actions in enumerate((levels[:5], levels[5:], *more)):
        yield _bar(actions, is_filled=n < 2, order=n + 1)
