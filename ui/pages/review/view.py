"""The parts of the page Review, and their places for one size of the window."""

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.board import Color
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.buttons import icon_row, row_of, segments
from ui.layout import (
    BETWEEN,
    EVALUATION_BAR,
    PANEL_HIGH,
    PANEL_MIN,
    SMALL_GAP,
    TRAVEL_ROW,
    BoardPlace,
    Frame,
    below,
    beside_board,
    shared_out,
    two_columns,
)
from ui.pages.board_page import BoardPageView
from ui.pages.review.explorer import EXPLORER, MOVES
from ui.pages.review.explorer_cards import ExplorerPanel, PositionGamesPanel
from ui.panels import tips
from ui.panels.charts import EvaluationBar, ScoreGraph
from ui.panels.moves import MovesPanel
from ui.panels.panel import Panel
from ui.panels.verdict import ANALYSTS, BUTTON_ROW, VerdictPanel
from ui.theme import NORMAL, SMALL, Theme

VERDICT_BUTTONS: Final = ("review_mistake_back", "review_mistake_on", "review_why")
GRAPH_BUTTONS: Final = ("review_graph", "review_scale")
TRAVEL_BUTTONS: Final = ("review_first", "review_back", "review_on", "review_last")
"""The page's own buttons, by their actions."""
# Lengths at a scale of 1.
SUMMARY: Final = 122
# In a lower panel each side has two lines less.
LOW: Final = 600
SUMMARY_LOW: Final = 86
VERDICT: Final = 104
# Where the panel is narrower, the buttons of the verdict have a row of their own.
NARROW: Final = 500
# What chooses the time for a position.
TIMES: Final = 168
GRAPH_LEAST: Final = 84
GRAPH_BUTTON: Final = 30
# The tabs; from these widths of the panel on there are columns in their place, in three the moves apart.
TABS: Final = 26
TWO_COLUMNS: Final = 680
THREE_COLUMNS: Final = 1150
# The least panel with two columns, for which the board is a little smaller, and the share of the explorer.
TWO_LEAST: Final = 734
EXPLORER_SHARE: Final = 0.43
# The cards that can grow.
GRAPH_GROWN, VERDICT_GROWN = "graph", "verdict"
# The share of the explorer that its moves take.
EXPLORED: Final = 0.54


@dataclass(frozen=True)
class ReviewLayout(BoardPlace):
    """Moves and explorer are tabs, or where there is room columns; what is not in sight has no height."""

    evaluation: Rect
    summary: Rect
    graph: Rect
    verdict: Rect
    moves: Rect
    travel: Rect
    """The buttons under the moves."""
    tabs: Rect
    explorer: Rect
    games: Rect

    @classmethod
    def of(
        cls, frame: Frame, has_analysts: bool = False, tab: str = MOVES, grown: str = ""
    ) -> "ReviewLayout":
        """Two analysts have more room, which is that of the summary. A card that is `grown` has that of the
        moves, too, where they have no column of their own.
        """
        px = frame.px
        bar = px(EVALUATION_BAR) + px(SMALL_GAP)
        board, panel = beside_board(frame, bar, px(PANEL_MIN))
        if px(TWO_COLUMNS) <= panel.width < px(TWO_LEAST):
            board, panel = beside_board(frame, bar, px(TWO_LEAST))
        evaluation = Rect(board.left - bar, board.top, px(EVALUATION_BAR), board.height)
        is_low = panel.height < px(LOW)
        between = px(SMALL_GAP if is_low else BETWEEN)
        columns = 3 if panel.width >= px(THREE_COLUMNS) else 2 if panel.width >= px(TWO_COLUMNS) else 1
        if panel.height < px(PANEL_HIGH):
            columns = 1
        tabs, explorer = Rect(panel.topleft, (panel.width, 0)), Rect(panel)
        if columns == 1:
            tabs.height = px(TABS)
            panel = below(panel, tabs, px(SMALL_GAP))
            explorer = Rect(panel)
            explorer.height -= px(TRAVEL_ROW) + px(SMALL_GAP)
        else:
            share = EXPLORER_SHARE if columns == 2 else 1 / 3
            width = round(share * (panel.width - (columns - 1) * between))
            explorer = Rect(panel.right - width, panel.top, width, panel.height)
            panel = Rect(panel.left, panel.top, panel.width - width - between, panel.height)
        has_columns = columns == 3
        column, moves = two_columns(panel, between) if has_columns else (panel, Rect(panel))
        summary = Rect(column.left, column.top, column.width, px(SUMMARY_LOW if is_low else SUMMARY))
        verdict_height = px(ANALYSTS if has_analysts else VERDICT)
        verdict_height += px(BUTTON_ROW) if column.width < px(NARROW) else 0
        if has_analysts:
            summary.height, summary.top = 0, column.top - between
        travel = Rect(moves.left, panel.bottom - px(TRAVEL_ROW), moves.width, px(TRAVEL_ROW))
        spare = column.bottom - summary.bottom - verdict_height
        graph_height = spare - 2 * between if has_columns else max(px(GRAPH_LEAST), spare // 3)
        graph = Rect(column.left, summary.bottom + between, column.width, graph_height)
        verdict = Rect(column.left, graph.bottom + between, column.width, verdict_height)
        if not has_columns:
            moves.top = verdict.bottom + between
        moves.height = travel.top - px(SMALL_GAP) - moves.top
        if grown == GRAPH_GROWN and has_columns:
            graph.height, graph.top, summary.height = graph.bottom - column.top, column.top, 0
        elif grown == GRAPH_GROWN:
            verdict.bottom = moves.bottom
            graph.height, moves.height = verdict.top - between - graph.top, 0
        elif grown == VERDICT_GROWN:
            graph.height = min(graph.height, 2 * px(GRAPH_LEAST))
            verdict.top = graph.bottom + between
            verdict.height = (column if has_columns else moves).bottom - verdict.top
            moves.height *= has_columns
        games = Rect(explorer)
        explorer.height = round(EXPLORED * explorer.height)
        games = below(games, explorer, between)
        if columns == 1:
            for hidden in (explorer, games) if tab == MOVES else (summary, graph, verdict, moves):
                hidden.height = 0
        return cls(board, evaluation, summary, graph, verdict, moves, travel, tabs, explorer, games)


class ReviewView(BoardPageView):
    def __init__(
        self,
        theme: Theme,
        frame: Frame,
        coordinates: Coordinates,
        actions: Actions,
        has_analysts: bool,
        tab: str,
        grown: str = "",
    ) -> None:
        self.layout = layout = ReviewLayout.of(frame, has_analysts, tab, grown)
        self.has_moves, self.has_explorer = layout.verdict.height > 0, layout.explorer.height > 0
        self.evaluation = EvaluationBar(theme, layout.evaluation)
        travel = [actions[name] for name in TRAVEL_BUTTONS]
        place, times = layout.travel.copy(), layout.travel.copy()
        times.width = min(theme.px(TIMES), times.width // 2)
        place.width, times.right = place.width - times.width, place.right
        choices = [action for action in actions if action.identity.startswith("review_time_")]
        self.button_rows = (icon_row(theme, place, travel), segments(theme, times, choices))
        names = ["evaluation"]
        if layout.tabs.height:
            tabs = [actions[name] for name in (MOVES, EXPLORER)]
            self.button_rows = (segments(theme, layout.tabs, tabs), *self.button_rows)
        if self.has_moves:
            names += self._add_moves(theme, actions, has_analysts)
        if self.has_explorer:
            self.explorer = ExplorerPanel(theme, layout.explorer)
            self.games = PositionGamesPanel(theme, layout.games)
            names += ["explorer", "games"]
        self.show_panels(BoardView(theme, layout, coordinates), names)

    def _add_moves(self, theme: Theme, actions: Actions, has_analysts: bool) -> list[str]:
        layout = self.layout
        self.summary = SummaryPanel(theme, layout.summary)
        size, edge = theme.px(GRAPH_BUTTON), theme.px(SMALL_GAP)
        self.graph = ScoreGraph(theme, layout.graph, beside=size)
        at = Rect(layout.graph.right - size - edge, layout.graph.top + edge, size, size)
        places = [at, at.move(0, size + edge)]
        places = [place for place in places if place.bottom < layout.graph.bottom]
        named = [actions[name] for name in GRAPH_BUTTONS[: len(places)]]
        self.button_rows = (row_of(theme, named, places), *self.button_rows)
        said = (tips.ANALYSTS, tips.OPINIONS) if has_analysts else (tips.VERDICT, tips.VERDICT_WORDS)
        shown = [actions[name] for name in VERDICT_BUTTONS]
        is_narrow = layout.verdict.width < theme.px(NARROW)
        self.verdict = VerdictPanel(theme, layout.verdict, said, shown, is_narrow=is_narrow)
        self.moves = MovesPanel(theme, layout.moves, has_notes=True)
        self.button_rows = (self.verdict.buttons, *self.button_rows)
        cards = ("graph", "verdict", "moves", "summary")
        return [name for name in cards if getattr(layout, name).height > 0]


LINE: Final = 20


@dataclass(frozen=True, slots=True)
class SideModel:
    """`lost` is in words; `details` follow on lines of their own."""

    color: Color
    name: str
    lost: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryModel:
    """`title` is the name of the opening, `line` its moves, `note` how the game was reviewed."""

    title: str
    line: str
    note: str
    sides: tuple[SideModel, SideModel]


# The share of the first row that the opening takes, from the left.
OPENING: Final = 0.55


class SummaryPanel(Panel[SummaryModel]):
    def paint(self, surface: Surface, model: SummaryModel) -> None:
        px, inside = self.theme.px, self.inside
        row = Rect(inside.left, inside.top - px(5), inside.width, px(LINE))
        noted = self.write(surface, model.note, "quiet", SMALL, room=inside.width // 2, midright=row.midright)
        room = noted.left - inside.left - px(12)
        title = self.write(surface, model.title, "text", NORMAL, True, room=room, midleft=row.midleft)
        place, room = (title.right + px(8), title.centery), noted.left - title.right - px(20)
        self.write(surface, model.line, "quiet", SMALL, room=room, midleft=place)
        left, right = shared_out(row, (OPENING, 1 - OPENING))
        self.notes += [(left, tips.OPENING), (right, tips.REVIEWED)]
        top, width = inside.top + px(LINE - 1), inside.width // 2
        for side in model.sides:
            room_of_side = Rect(inside.left + side.color * width, top, width - px(8), inside.bottom - top)
            self._draw_side(surface, side, room_of_side)

    def _draw_side(self, surface: Surface, side: SideModel, place: Rect) -> None:
        """Its name, then what it lost, then the details, as many of them as have room."""
        px = self.theme.px
        row = Rect(place.left, place.top, place.width, px(LINE))
        self.disc(surface, side.color, (row.left + px(6), row.centery), px(6))
        left, room = (row.left + px(18), row.centery), row.width - px(18)
        self.write(surface, side.name, "text", NORMAL, True, room=room, midleft=left)
        self.notes.append((row, tips.SIDE))
        rows = ((side.lost, "text"), *((detail, "quiet") for detail in side.details))
        for (text, colour), meaning in zip(rows, (tips.LOST, tips.PHASES, tips.ACCURACY), strict=False):
            row = Rect(row.left, row.bottom, row.width, px(LINE - 2))
            is_cut = text in side.details and self.theme.width(text, SMALL) > row.width
            if is_cut or row.top + px(LINE) > place.bottom + px(8):
                break
            self.write(surface, text, colour, SMALL, room=row.width, topleft=row.topleft)
            self.notes.append((row, meaning))
