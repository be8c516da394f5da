"""The search in one line, where a game is played and not analysed."""

from __future__ import annotations

from typing import Final

from pygame import Rect, Surface

from ui import paint
from ui.pages.play.thinking import SearchModel
from ui.panels.panel import Panel
from ui.panels.tips import LINE, Tip
from ui.text import _
from ui.text.wording import capitalised, describe_depth, describe_score, for_black, format_move
from ui.theme import NORMAL, SMALL

BAR: Final = 3
# From the words to those below them, why the move.
ROW: Final = 20
# At the right, for the button that unfolds it.
BUTTON: Final = 36


class SearchLine(Panel[SearchModel]):
    def tips(self) -> list[Tip]:
        width = self.button_rect.left - self.rect.left
        return [(Rect(self.rect.topleft, (width, self.rect.height)), LINE)]

    @property
    def button_rect(self) -> Rect:
        """Where the button goes that unfolds it, in the window."""
        side = self.theme.px(BUTTON)
        rect = Rect(0, 0, side, min(side, self.rect.height - self.theme.px(8)))
        rect.midright = self.rect.right - self.theme.px(4), self.rect.centery
        return rect

    def paint(self, surface: Surface, model: SearchModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        left, middle = px(14), self.rect.height // 2
        right = self.rect.width - px(BUTTON + 14)
        why = next((words for words in model.why if theme.width(words, SMALL) <= right - left), "")
        if why:
            middle -= px(ROW // 2)
            self.write(surface, why, "quiet", SMALL, midleft=(left, middle + px(ROW)))
        progress = model.progress
        if progress is None or progress.score is None:
            words = _("Searching the first depth …") if model.is_running else _("No search yet")
            self.write(surface, words, "quiet", NORMAL, midleft=(left, middle))
            return
        found = for_black(progress.score, progress.board.turn)
        move = self.write(
            surface, format_move(progress.move), model.ink("text"), NORMAL, True, midleft=(left, middle)
        )
        words = capitalised(describe_score(found, progress.kind))
        left_of_words, depth = move.right + px(10), describe_depth(progress)
        room = right - left_of_words
        if theme.width(words, SMALL) + px(10) + theme.width(depth, SMALL) <= room:  # the words come first
            self.write(surface, depth, "quiet", SMALL, midright=(right, middle))
        words = theme.ellipsized(words, SMALL, room)
        self.write(surface, words, model.ink("text"), SMALL, midleft=(left_of_words, middle))
        if model.is_running and model.time_share is not None:
            width = round((self.rect.width - 2 * left) * min(1.0, model.time_share))
            place = left, self.rect.height - px(BAR + 3)
            if width >= px(BAR):
                surface.blit(paint.rounded((width, px(BAR)), px(1), paint.rgba(theme["accent"])), place)
