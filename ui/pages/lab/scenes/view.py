"""The parts of a scene at their places, for one size of the window; the board is in one place in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pygame import Rect

from ai.limits import Algorithm
from play.scenes import ALGORITHMS
from play.settings import Settings
from ui.actions import Actions
from ui.board.board_view import BoardView
from ui.buttons import ButtonRow, button_width
from ui.layout import GAP, SMALL_GAP, BoardPlace, Frame, below
from ui.pages.board_page import BoardPageView
from ui.pages.lab.commands import RACE_SCENE
from ui.pages.lab.scenes.cards import (
    BarsPanel,
    CoverPanel,
    NumbersPanel,
    SentencePanel,
    SurePanel,
    TimePanel,
)
from ui.pages.lab.scenes.commands import NEXT
from ui.pages.lab.steps.cards import TextPanel
from ui.theme import Theme

# Lengths at a scale of 1.
CONTROLS: Final = 56
NUMBERS: Final = 72
SENTENCE: Final = 104
BOARD_SHARE: Final = 0.34  # of the width, at most
CODE_SHARE: Final = 0.48  # of what the sentence leaves
SURE_SHARE: Final = 0.44  # of its width, beside the code
BUTTON: Final = 36
NARROW: Final = 780
LOW: Final = 400
PADDING: Final = 28


@dataclass(frozen=True)
class SceneLayout(BoardPlace):
    """The board with figures below it; at its right, or in a high window below, all else."""

    numbers: Rect
    sentence: Rect
    sure: Rect
    text: Rect
    tree: Rect
    time: Rect

    @classmethod
    def of(cls, frame: Frame) -> SceneLayout:
        px = frame.px
        gap, small = px(GAP), px(SMALL_GAP)
        room = frame.page.inflate(-2 * gap, -2 * gap)
        time = Rect(room.left, room.bottom - px(CONTROLS), room.width, px(CONTROLS))
        room.height -= px(CONTROLS) + small
        if frame.is_portrait:
            side = round(room.width * 0.6)
            board = Rect(room.left, room.top, side, side)
            numbers = Rect(board.right + gap, room.top, room.right - board.right - gap, side)
            right = below(room, board, small)
        else:
            side = min(round(room.width * BOARD_SHARE), room.height - px(NUMBERS) - small)
            board = Rect(room.left, room.top, side, side)
            numbers = Rect(room.left, board.bottom + small, side, room.bottom - board.bottom - small)
            right = Rect(board.right + gap, room.top, room.right - board.right - gap, room.height)
        sentence = Rect(right.left, right.top, right.width, px(SENTENCE))
        rest = below(right, sentence, small)
        is_narrow = rest.width < px(NARROW)
        if is_narrow and rest.height < px(LOW):  # the tree alone
            sure = text = Rect(rest.left, rest.top - small, rest.width, 0)
        elif is_narrow:  # one above the other
            height = (rest.height - 2 * small) // 3
            sure = Rect(rest.left, rest.top, rest.width, height)
            text = sure.move(0, height + small)
        else:
            height = round(rest.height * CODE_SHARE)
            half = round(rest.width * SURE_SHARE)
            sure = Rect(rest.left, rest.top, half, height)
            text = Rect(sure.right + small, rest.top, rest.width - half - small, height)
        return cls(board, numbers, sentence, sure, text, below(rest, text, small), time)


class SceneView(BoardPageView):
    def __init__(
        self,
        theme: Theme,
        frame: Frame,
        settings: Settings,
        scene: int,
        actions: Actions,
        answers: Sequence[str] = (),
    ) -> None:
        """`answers` are the actions that answer a question, which have the place of the other buttons."""
        self.layout = layout = SceneLayout.of(frame)
        self.sentence = SentencePanel(theme, layout.sentence)
        self.numbers = NumbersPanel(theme, layout.numbers)
        self.time = TimePanel(theme, layout.time)
        is_race = scene == RACE_SCENE
        self.bars = BarsPanel(theme, layout.sure.union(layout.tree)) if is_race else None
        names = ["sentence", "numbers", "time", "bars"]
        if not is_race:
            self.sure, self.text = SurePanel(theme, layout.sure), TextPanel(theme, layout.text)
            self.tree = CoverPanel(theme, layout.tree)
            names = ["sentence", "numbers", "time", *(["sure", "text"] if layout.sure.height else []), "tree"]
        self._add_buttons(theme, actions, None if is_race else ALGORITHMS[scene], answers)
        self.show_panels(BoardView(theme, layout, settings.coordinates), names)

    def _add_buttons(
        self, theme: Theme, actions: Actions, algorithm: Algorithm | None, answers: Sequence[str]
    ) -> None:
        """The last scene ends in exploring freely, and in the offer to be asked."""
        px, place = theme.px, self.layout.time
        row, left = ButtonRow(theme), place.left + px(GAP)
        names = ["scene_back", NEXT[algorithm], "scene_play"] if algorithm is not None else ["scene_play"]
        shown = [actions[name] for name in (answers or names)]
        if algorithm is None:
            shown += [replace(actions["lab_explore"], is_primary=True), actions["scene_predict"]]
        for action in shown:
            width = button_width(theme, action, PADDING)
            row.add(Rect(left, place.centery - px(BUTTON) // 2, width, px(BUTTON)), action)
            left += width + px(SMALL_GAP)
        self.time.buttons = left
        self.button_rows = (row,)

    def update(self, state: Any) -> None:
        """While the searches run there is less to be shown."""
        for panel, model_of in self._parts:
            if (model := model_of(state)) is not None:
                panel.update(model)
