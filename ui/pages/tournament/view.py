"""The page Tournament drawn: players or running games at the left, the crosstable or the options beside."""

from dataclasses import replace
from typing import Any, Final

from pygame import Rect, Surface

from ai.arena.crosstable import Row, points_text
from ai.arena.report import Standing
from game.board import Color
from play.settings import Coordinates, processors
from play.tournament import LEVELS
from ui.actions import Actions
from ui.board.board_view import Animator, BoardScene, BoardView
from ui.buttons import BUTTON, LEAST_PADDING, ButtonRow, add_buttons, in_rows, row_width
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame, below
from ui.pages.lab.cards import FactsPanel
from ui.pages.tournament.commands import Cell, TournamentCommands
from ui.pages.tournament.state import GameModel, TableModel, TournamentState, describe_players
from ui.panels import tips
from ui.panels.options import OptionsPanel
from ui.panels.panel import Panel
from ui.panels.tips import Tip
from ui.text import _
from ui.theme import LARGE, NORMAL, SMALL, Theme

BUTTONS: Final = (
    *("tournament_start", "lab_options", "tournament_name", "tournament_earlier", "tournament_new"),
)
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


class GamePanel(Panel[GameModel]):
    tip = tips.RUNNING_GAME

    def __init__(self, theme: Theme, rect: Rect) -> None:
        super().__init__(theme, rect)
        px = theme.px
        edge = min(rect.width - px(24), rect.height - px(NAMES + 12))
        place = Rect((rect.width - edge) // 2, px(NAMES), edge, edge)
        self._board = BoardView(theme, BoardPlace(place), Coordinates.NONE)

    def paint(self, surface: Surface, model: GameModel) -> None:
        game, px, board = model.game, self.theme.px, model.game.board
        for color, name in zip(Color, model.names, strict=True):
            y, right = px(20 + 22 * (color is Color.WHITE)), self.rect.width - px(16)
            discs = (board.black if color is Color.BLACK else board.white).bit_count()
            self.disc(surface, color, (px(22), y), px(6))
            left = self.write(surface, str(discs), "text", NORMAL, True, midright=(right, y)).left
            is_turn = board.turn is color
            place = px(36), y
            self.write(surface, name, "text", NORMAL, is_turn, room=left - px(44), midleft=place)
        self._board.draw(surface, Animator(board, 0.0), BoardScene(last_disc=game.move))


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


class TournamentView:
    """For one size of the window, before the first game or after: then `boards` are in place of players."""

    def __init__(self, theme: Theme, frame: Frame, commands: TournamentCommands, actions: Actions) -> None:
        px, gap, small = theme.px, theme.px(GAP), theme.px(SMALL_GAP)
        room = frame.page.inflate(-2 * gap, -2 * gap)
        left = Rect(room.left, room.top, px(LEFT[room.width >= px(WIDE)]), room.height)
        right = Rect(left.right + gap, room.top, room.right - left.right - gap, room.height)
        head = Rect(right.left, right.top, right.width, px(HEAD))
        has_room = right.width >= px(WIDE - 240)
        row = [actions[name] if has_room else replace(actions[name], icon="") for name in BUTTONS]
        shown = [("plain", row)]
        self.head = HeadPanel(theme, head)
        buttons = ButtonRow(theme)
        least = row_width(theme, shown, 2 * LEAST_PADDING)
        width = min(row_width(theme, shown), max(least, right.width * 2 // 3))
        place = Rect(right.right - px(16) - width, head.top + px(12), width, px(BUTTON))
        add_buttons(buttons, theme, place, shown)
        self.head.room = place.left - px(8) - right.left - px(16)
        self.button_rows = [buttons]
        rest = below(right, head, small)
        self.table = TablePanel(theme, rest)
        self.options = None
        if commands.has_options:
            self.options = OptionsPanel(theme, rest, commands.options.groups, actions)
            self.button_rows.append(self.options.buttons)
        words = describe_players(commands).words
        texts = (theme.text(text, NORMAL, ink, room=left.width - px(32)) for text, ink in words)
        height = sum(text.get_height() + px(8) for text in texts)
        self.players = FactsPanel(theme, Rect(left.left, left.top, left.width, height + px(48)))
        self.boards: list[GamePanel] = []
        if commands.is_begun:
            fitting = min(max(1, processors() - 1), max(1, room.height // px(GAME)))
            height = min(left.width + px(NAMES), (left.height - (fitting - 1) * small) // fitting)
            for n in range(fitting):
                place = Rect(left.left, left.top + n * (height + small), left.width, height)
                self.boards.append(GamePanel(theme, place))
        else:
            place = below(left, self.players.rect, small)
            self.button_rows.append(_players_row(theme, place, commands))

    @property
    def panels(self) -> list[Panel[Any]]:
        """Those in sight."""
        games: list[Panel[Any]] = [panel for panel in self.boards if panel.model is not None]
        return [self.head, self.options or self.table, *(games or [self.players])]

    @property
    def tips(self) -> list[Tip]:
        return [tip for panel in self.panels for tip in panel.tips()]

    def update(self, state: TournamentState) -> None:
        self.head.update(state.head)
        self.table.update(state.table)
        self.players.update(state.players)
        if self.options is not None:
            self.options.update(state.options)
        for panel, game in zip(self.boards, state.games, strict=True):
            if game is not None:
                panel.update(game)


def _players_row(theme: Theme, room: Rect, commands: TournamentCommands) -> ButtonRow:
    """As many as there is room for."""
    px, buttons, players = theme.px, ButtonRow(theme), commands.players
    rows = [players[:5], players[5 : len(LEVELS)]]
    rows += in_rows(players[len(LEVELS) :], lambda row: row_width(theme, [("plain", row)]), room.width)
    place = Rect(room.left, room.top, room.width, px(BUTTON))
    for row in rows:
        if place.bottom <= room.bottom:
            add_buttons(buttons, theme, place, [("plain", row)], fills=len(row) == 5)
        place.top += px(BUTTON + 4)
    return buttons
