"""The parts of the page Review, and their layout for one size of the window."""

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from game.board import Color
from play.settings import Coordinates
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.boxes import Box, area, button, column, grow, row, solve, text
from ui.buttons import ICON_WIDTH, segments
from ui.layout import (
    BETWEEN,
    GAP,
    PANEL_HIGH,
    PANEL_MIN,
    SMALL_GAP,
    TRAVEL_ROW,
    BoardPlace,
    Frame,
    beside_board,
    evaluation_beside,
)
from ui.pages.board_page import BoardPageView
from ui.pages.review.explorer import EXPLORER, MOVES
from ui.pages.review.explorer_cards import ExplorerPanel, PositionGamesPanel
from ui.pages.review.two_lines import HeadsPanel
from ui.panels import analysis, tips
from ui.panels.analysis import AnalysisPanel
from ui.panels.charts import EvaluationBar, ScoreGraph
from ui.panels.moves import MovesPanel
from ui.panels.panel import BoxPanel
from ui.panels.verdict import VerdictPanel
from ui.theme import SMALL, Theme

VERDICT_BUTTONS: Final = ("review_mistake_back", "review_mistake_on")
LINES_BUTTONS: Final = ("review_back", "review_on", "review_play_lines")
GRAPH_BUTTONS: Final = ("review_graph", "review_scale")
TRAVEL_BUTTONS: Final = ("review_first", "review_back", "review_on", "review_last")
"""The page's own buttons, by the identities of their actions."""
# Lengths at a scale of 1.
SUMMARY: Final = 122
# The analysis in a low panel.
ANALYSIS_LOW: Final = 164
# Below this height a panel is low: its summary has two lines fewer for each side.
LOW: Final = 600
SUMMARY_LOW: Final = 98
VERDICT: Final = 104
# The headings above two boards.
HEADS: Final = 22
# The buttons that choose the time per position.
TIMES: Final = 168
GRAPH_LEAST: Final = 84
MOVES_LEAST: Final = 60
GRAPH_BUTTON: Final = 30
# The tabs; from these panel widths on, columns replace them (of three, one for the moves alone).
TABS: Final = 26
TWO_COLUMNS: Final = 680
THREE_COLUMNS: Final = 1150
# The least width of two columns, for which the board shrinks a little, and the share of the explorer.
TWO_LEAST: Final = 734
EXPLORER_SHARE: Final = 0.43
# The cards that can be enlarged.
GRAPH_GROWN, VERDICT_GROWN = "graph", "verdict"
# The share of the explorer's height for its moves.
EXPLORED: Final = 0.54


@dataclass(frozen=True)
class ReviewLayout(BoardPlace):
    """Moves and explorer are tabs, or columns if there is room; hidden parts have no height."""

    evaluation: Rect
    summary: Rect
    analysis: Rect
    graph: Rect
    verdict: Rect
    moves: Rect
    travel: Rect
    times: Rect
    """The two areas of buttons below the moves."""
    tabs: Rect
    explorer: Rect
    games: Rect
    heads: Rect
    beside: Rect
    lines: Rect
    """For two lines: the headings above both boards, the second board and the text below."""

    @classmethod
    def of(
        cls,
        frame: Frame,
        theme: Theme,
        has_analysis: bool = False,
        tab: str = MOVES,
        enlarged_card: str = "",
        has_archive: bool = True,
        has_lines: bool = False,
    ) -> "ReviewLayout":
        """Builds the layout. An analysis replaces the summary; two boards and the text on their lines replace
        the board. An `enlarged_card` also takes the room of the moves unless they have a separate column.
        Without an archive the explorer stays a tab.
        """
        px = frame.px
        board, panel = beside_board(frame, px(PANEL_MIN))
        if has_archive and px(TWO_COLUMNS) <= panel.width < px(TWO_LEAST):
            board, panel = beside_board(frame, px(TWO_LEAST))
        is_low = panel.height < px(LOW)
        between = SMALL_GAP if is_low else BETWEEN
        columns = 3 if panel.width >= px(THREE_COLUMNS) else 2 if panel.width >= px(TWO_COLUMNS) else 1
        if panel.height < px(PANEL_HIGH) or not has_archive:
            columns = 1
        shares = {1: (1.0,), 2: (1 - EXPLORER_SHARE, EXPLORER_SHARE), 3: (1.0, 1.0, 1.0)}[columns]
        summary: Box | None = area("summary", 0, SUMMARY_LOW if is_low else SUMMARY, order=2)
        if has_analysis:
            high_analysis = ANALYSIS_LOW if is_low else analysis.HEIGHT
            summary = area("analysis", 0, high_analysis, least=ANALYSIS_LOW)
        elif enlarged_card == GRAPH_GROWN and columns == 3:
            summary = None
        graph, verdict = grow(area("graph", 0, GRAPH_LEAST, order=1)), area("verdict", 0, VERDICT)
        if enlarged_card == VERDICT_GROWN:
            verdict = grow(verdict, 3)
        travel = row(grow(area("travel", 0, TRAVEL_ROW)), area("times", TIMES), gap=0)
        moves = column(grow(area("moves", 0, MOVES_LEAST, order=1)), travel, gap=SMALL_GAP)
        explorer = column(grow(area("explorer"), EXPLORED), grow(area("games"), 1 - EXPLORED), gap=between)
        if columns == 3:
            parts = [column(summary, graph, verdict, gap=between), moves, explorer]
        else:
            end = travel if enlarged_card else grow(moves, 2)
            parts = [column(summary, graph, verdict, end, gap=between), explorer]
        whole = row(*map(grow, parts, shares), gap=between)
        if columns == 1:
            shown = parts[0] if tab == MOVES else column(grow(explorer), travel, gap=SMALL_GAP)
            whole = column(area("tabs", 0, TABS), grow(shown), gap=SMALL_GAP)
        areas = solve(whole, theme, panel).areas | {"evaluation": evaluation_beside(board, frame)}
        if has_lines:
            side = (board.width - px(GAP)) // 2 / theme.scale
            boards = row(area("board", side, side), grow(), area("beside", side, side), gap=0)
            parts = [area("heads", 0, HEADS), boards, grow(area("lines"))]
            areas |= solve(column(*parts, gap=SMALL_GAP), theme, board).areas
            board = areas.pop("board")
        return cls.with_areas(board, areas)


class ReviewView(BoardPageView):
    def __init__(
        self, theme: Theme, layout: ReviewLayout, coordinates: Coordinates, actions: Actions
    ) -> None:
        self.layout = layout
        self.has_moves, self.has_explorer = layout.verdict.height > 0, layout.explorer.height > 0
        self.evaluation = EvaluationBar(theme, layout.evaluation)
        icons = (button(actions[name], width=ICON_WIDTH, height=TRAVEL_ROW) for name in TRAVEL_BUTTONS)
        travel = solve(row(grow(), *icons, grow(), gap=2), theme, layout.travel).button_row(theme)
        choices = [action for action in actions if action.identity.startswith("review_time_")]
        self.button_rows = (travel, segments(theme, layout.times, choices))
        names = ["evaluation"]
        if layout.tabs.height:
            tabs = [actions[name] for name in (MOVES, EXPLORER)]
            self.button_rows = (segments(theme, layout.tabs, tabs), *self.button_rows)
        if self.has_moves:
            names += self._add_moves(theme, actions)
        if self.has_explorer:
            self.explorer = ExplorerPanel(theme, layout.explorer)
            self.games = PositionGamesPanel(theme, layout.games)
            names += ["explorer", "games"]
        self.beside: BoardView | None = None
        if layout.beside.height:
            self.beside = BoardView(theme, BoardPlace(layout.beside), coordinates)
            self.heads = HeadsPanel(theme, layout.heads)
            shown = [actions[name] for name in LINES_BUTTONS]
            said = tips.TURN, tips.TURN_WORDS
            self.lines = VerdictPanel(theme, layout.lines, said, shown, is_narrow=True)
            self.button_rows = (self.lines.buttons, *self.button_rows)
            names += ["heads", "lines"]
        self.show_panels(BoardView(theme, layout, coordinates), names)

    def _add_moves(self, theme: Theme, actions: Actions) -> list[str]:
        layout = self.layout
        self.analysis = AnalysisPanel(theme, layout.analysis)
        self.summary = SummaryPanel(theme, layout.summary)
        self.graph = ScoreGraph(theme, layout.graph, beside=theme.px(GRAPH_BUTTON))
        corner = (
            button(actions[name], width=GRAPH_BUTTON, height=GRAPH_BUTTON, order=n)
            for n, name in enumerate(GRAPH_BUTTONS, start=1)
        )
        beside = row(grow(), column(*corner, gap=SMALL_GAP), padding=(SMALL_GAP, SMALL_GAP))
        self.button_rows = (solve(beside, theme, layout.graph).button_row(theme), *self.button_rows)
        said = tips.VERDICT, tips.VERDICT_WORDS
        shown = [actions[name] for name in VERDICT_BUTTONS]
        self.verdict = VerdictPanel(theme, layout.verdict, said, shown)
        self.moves = MovesPanel(theme, layout.moves, has_notes=True)
        self.button_rows = (self.verdict.buttons, *self.button_rows)
        cards = ("graph", "verdict", "moves", "summary", "analysis")
        return [name for name in cards if getattr(layout, name).height > 0]


@dataclass(frozen=True, slots=True)
class SideModel:
    """`lost` is a loss in words; the `details` follow, each on a new line."""

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


class SummaryPanel(BoxPanel[SummaryModel]):
    def content(self, model: SummaryModel) -> Box:
        title = text(model.title, bold=True, lines=1, order=1, tip=tips.OPENING)
        line = grow(text(model.line, SMALL, ink="quiet", lines=1, order=2, tip=tips.OPENING))
        note = text(model.note, SMALL, ink="quiet", lines=1, tip=tips.REVIEWED)
        sides = (grow(self._side(side)) for side in model.sides)
        return column(row(title, line, note, gap=10), row(*sides), gap=1)

    def _side(self, side: SideModel) -> Box:
        details = (
            text(detail, SMALL, ink="quiet", order=1, tip=tip)
            for detail, tip in zip(side.details, (tips.PEOPLE, tips.PHASES, tips.ACCURACY), strict=False)
            if detail
        )
        name = grow(text(side.name, bold=True, lines=1))
        lost = text(side.lost, SMALL, lines=2, tip=tips.LOST)
        return column(row(self.disc_box(side.color), name, gap=6, tip=tips.SIDE), lost, *details, gap=1)
