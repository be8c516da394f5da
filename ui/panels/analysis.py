"""A card for the analysis of a position: the best lines, their scores, and the work of the search."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from pygame import Rect, Surface

from game.board import Color
from ui.actions import Action
from ui.boxes import Box, area, column, grow, picture, row, switch, text
from ui.panels import tips
from ui.panels.panel import BoxPanel
from ui.panels.verdict import MoveLine, move_line
from ui.text import _
from ui.theme import SMALL, Theme

# Lengths at a scale of 1: heights of the card and its parts, widths of the columns before a line, the gap.
HEIGHT: Final = 236
BAR: Final = 4
LINE: Final = 20
FOOT: Final = 30
SCORE: Final = 62
DEPTH: Final = 68
SECOND: Final = 68
GAP: Final = 3


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """A line with its score for Black, its depth or source, and the score of its first move by a second
    analyst, which differs too much if it `is_apart`.
    """

    line: MoveLine
    score: str
    depth: str
    is_best: bool = False
    second: str = ""
    is_apart: bool = False


@dataclass(frozen=True, slots=True)
class AnalysisModel:
    """The state of a search, its lines, best first, the name of a `second` analyst if there is one, and below
    them a note, what made the search fast (`cuts`) and the work so far. `share` is the progress of the time
    or of a preparation, 0 to 1; a search of another position is dimmed.
    """

    state: str = ""
    lines: tuple[AnalysisLine, ...] = ()
    second: str = ""
    note: str = ""
    work: str = ""
    cuts: str = ""
    share: float | None = None
    is_preparing: bool = False
    is_running: bool = False
    is_dimmed: bool = False


class AnalysisPanel(BoxPanel[AnalysisModel]):
    def __init__(self, theme: Theme, rect: Rect, switched: Sequence[Action] = ()) -> None:
        """`switched` are the actions of the switch that selects the search."""
        super().__init__(theme, rect)
        self._switch = switch(switched, height=FOOT) if switched else None
        self._first = 0  # the first line in sight

    def content(self, model: AnalysisModel) -> Box:
        """Returns the card with as many lines as fit; the wheel scrolls to the others."""
        bar = picture(partial(self._draw_share, model), 0, BAR)
        head = self._headings(model), bar if model.share is not None else None
        note = text(model.note, SMALL, ink="quiet", lines=3, tip=tips.ANALYSIS[0])
        work = text(model.work, SMALL, ink="quiet", lines=2, tip=tips.ANALYSIS[2])
        cuts = text(model.cuts, SMALL, ink="quiet", lines=2, order=1, tip=tips.ANALYSIS[3])
        foot = note if model.note else None, cuts if model.cuts else None, row(grow(work), self._switch)
        self._first = max(0, min(self._first, len(model.lines) - 1))
        lines = list(enumerate(model.lines))[self._first :]
        return column(*head, *(self._line(model, *line) for line in lines), grow(), *foot, gap=GAP)

    def _headings(self, model: AnalysisModel) -> Box:
        score = row(self.disc_box(Color.BLACK, 10), text(_("Score"), SMALL, ink="quiet", width=SCORE - 14))
        second = text(f"◆ {model.second}", SMALL, ink="second", lines=1, width=SECOND, tip=tips.SECOND)
        state = text(model.state, SMALL, ink="quiet", lines=1, tip=tips.ANALYSIS[1])
        return row(
            row(score, gap=GAP, tip=tips.COLUMNS[1]),
            text(_("Depth"), SMALL, ink="quiet", lines=1, width=DEPTH, tip=tips.COLUMNS[0]),
            second if model.second else None,
            grow(text(_("Line"), SMALL, ink="quiet", lines=1, order=1, tip=tips.COLUMNS[2])),
            state if model.state else None,
            gap=GAP,
        )

    def _line(self, model: AnalysisModel, number: int, line: AnalysisLine) -> Box:
        differs = "warning" if line.is_apart else "second"
        second = text(line.second, SMALL, ink=differs, lines=1, width=SECOND, tip=tips.SECOND)
        columns = SCORE + DEPTH + 4 * GAP + (SECOND + GAP if model.second else 0)
        ink = "quiet" if model.is_dimmed else "good" if line.is_best else "text"
        ink = "warning" if line.line.ringed is not None else ink
        return row(
            text(line.score, SMALL, ink=ink, bold=line.is_best, lines=1, width=SCORE, tip=tips.COLUMNS[1]),
            text(line.depth, SMALL, ink="quiet", lines=1, width=DEPTH, tip=tips.COLUMNS[0]),
            second if model.second else None,
            move_line(self, number, line.line, self.room.width - self.theme.px(columns)),
            area("", 0, LINE),
            gap=GAP,
            order=1,
            tip=tips.COLUMNS[2],
        )

    def _draw_share(self, model: AnalysisModel, surface: Surface, place: Rect) -> None:
        if model.share is not None:
            colour = "warning" if model.is_preparing else "accent" if model.is_running else "disabled"
            self.bar(surface, place, model.share, colour)

    def line_at(self, position: tuple[int, int]) -> tuple[int, int] | None:
        """Returns the line of the move under the pointer, and the place of the move in it, from 1."""
        found: tuple[int, int] | None = self.at(position)
        return found

    def scroll(self, lines: int) -> None:
        shown = {box.target[0] for box, _place in self.placed.places if isinstance(box.target, tuple)}
        if self.model is not None:
            self._first = min(self._first + lines, len(self.model.lines) - len(shown))
            self._repaint(self.model)
