"""The parts of the page Edit board at their places, for one size of the window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from pygame import Rect, Surface

from play.settings import Settings
from ui.actions import Action, Actions
from ui.board.animation import Animator
from ui.board.board_view import BoardView
from ui.buttons import LEAST_PADDING, ButtonRow, button_width, row_of, segments
from ui.layout import BETWEEN, BoardPlace, Frame, is_wide, two_columns
from ui.pages.edit.palette import PalettePanel
from ui.pages.edit.state import EditState
from ui.pages.play.layout import PlayLayout
from ui.panels.panel import Panel
from ui.panels.tips import GUIDE, PLAYABLE, Tip
from ui.panels.verdict import VerdictPanel
from ui.theme import NORMAL, Theme

DISC_BUTTONS: Final = ("edit_black", "edit_white", "edit_empty")
TURN_BUTTONS: Final = ("edit_black_moves", "edit_white_moves")
BOARD_BUTTONS: Final = ("edit_clear", "edit_start", "edit_mirror", "edit_turn")
END_BUTTONS: Final = ("edit_play", "edit_review", "edit_race", "edit_cancel")
"""The page's own buttons, by their actions."""
BUTTON_GAP: Final = 6
# Padding of a button, both sides together: where there is room, and at least.
BUTTON_PADDING: Final = (22, 10)
# Lengths at a scale of 1.
PALETTE: Final = 198
VERDICT: Final = 186
# With less room there is no guide to the mouse and the keys.
GUIDE_LEAST: Final = 140
GUIDE_MOST: Final = 156


@dataclass(frozen=True)
class EditLayout(BoardPlace):
    """The board is where the page Play has it. `guide` is empty where there is no room."""

    board: Rect
    palette: Rect
    verdict: Rect
    guide: Rect

    @classmethod
    def of(cls, frame: Frame, has_evaluation_bar: bool) -> EditLayout:
        def px(length: float) -> int:
            return round(length * frame.scale)

        play = PlayLayout.of(frame, has_evaluation_bar)
        panel, between = play.panel, px(BETWEEN)
        if frame.is_portrait or is_wide(panel, frame.scale):
            palette, verdict = two_columns(Rect(panel.topleft, (panel.width, px(PALETTE))), between)
            verdict.height = min(verdict.height, panel.height)
        else:
            palette = Rect(panel.left, panel.top, panel.width, px(PALETTE))
            verdict = Rect(panel.left, palette.bottom + between, panel.width, 0)
            verdict.height = min(px(VERDICT), panel.bottom - verdict.top)
        guide = Rect(panel.left, verdict.bottom + between, panel.width, 0)
        left = panel.bottom - guide.top
        guide.height = min(px(GUIDE_MOST), left) if left >= px(GUIDE_LEAST) else 0
        return cls(play.board, palette, verdict, guide)


class EditView:
    def __init__(self, theme: Theme, frame: Frame, settings: Settings, actions: Actions) -> None:
        self.theme = theme
        self.layout = layout = EditLayout.of(frame, settings.show_evaluation)
        self.board = BoardView(theme, layout, settings.coordinates)
        self.palette = PalettePanel(theme, layout.palette)
        self.verdict = VerdictPanel(theme, layout.verdict, PLAYABLE, PLAYABLE)
        self.guide: VerdictPanel | None = None
        self._panels: list[Panel[Any]] = [self.palette, self.verdict]
        if layout.guide.height:
            self.guide = VerdictPanel(theme, layout.guide, GUIDE, GUIDE)
            self.guide.place_buttons([], 0, is_narrow=False)
            self._panels.append(self.guide)
        whole_board, ends = ([actions[name] for name in names] for names in (BOARD_BUTTONS, END_BUTTONS))
        self.button_rows: tuple[ButtonRow, ...] = (
            segments(theme, self.palette.choice, [actions[name] for name in DISC_BUTTONS]),
            segments(theme, self.palette.side, [actions[name] for name in TURN_BUTTONS]),
            _row(theme, whole_board, self.palette.places(len(whole_board))),
            _row(theme, ends, self._end_places(ends)),
        )
        self.tips: list[Tip] = [tip for panel in self._panels for tip in panel.tips()]

    def _end_places(self, actions: list[Action]) -> list[Rect]:
        gap, words = self.theme.px(BUTTON_GAP), [self.theme.width(a.shown_label, NORMAL) for a in actions]
        room = self.verdict.inside.width - gap * (len(words) - 1) - sum(words)
        most, least = map(self.theme.px, BUTTON_PADDING)
        padding = max(least, min(most, room // len(words)))
        return self.verdict.place_buttons([width + padding for width in words], gap, is_narrow=True)

    def update(self, state: EditState) -> None:
        self.palette.update(state.palette)
        self.verdict.update(state.verdict)
        if self.guide is not None:
            self.guide.update(state.guide)

    def draw(self, surface: Surface, animator: Animator, state: EditState) -> None:
        """Draw all but the buttons; changes nothing."""
        self.board.draw(surface, animator, state.scene)
        for panel in self._panels:
            panel.draw(surface)


def _row(theme: Theme, actions: list[Action], places: list[Rect]) -> ButtonRow:
    """Pictures and words where there is room for those of all, else pictures."""
    widths = (button_width(theme, action, LEAST_PADDING) for action in actions)
    fits = all(width <= place.width for width, place in zip(widths, places, strict=True))
    return row_of(theme, actions if fits else [replace(each, has_words=False) for each in actions], places)
