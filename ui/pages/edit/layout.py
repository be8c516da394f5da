"""Where everything of the page Edit board is: pure geometry, from the window's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect

from ui.layout import BETWEEN, BoardPlace, Frame, is_wide, two_columns
from ui.pages.play.layout import PlayLayout

# Lengths at a scale of 1.
PALETTE: Final = 198
VERDICT: Final = 186
# Where less is left, nothing is told of the mouse and the keys.
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
