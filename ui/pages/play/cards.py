"""The end of a game, the welcome at the first start, and the search in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pygame import Rect, Surface

from ui import paint
from ui.actions import Action
from ui.buttons import ButtonRow
from ui.layout import side_by_side
from ui.pages.play.thinking import SearchModel
from ui.panels.panel import Panel
from ui.panels.tips import LINE, Tip
from ui.text import N_, _
from ui.text.wording import capitalised, describe_depth, describe_score, format_move
from ui.theme import LARGE, NORMAL, SMALL, TITLE, Theme

PADDING: Final = 14
GAP: Final = 8
LINE_HEIGHT: Final = 16


class EndStrip:
    """A title, a line beside it as far as there is room, and buttons for the actions, of which the first
    stands out.
    """

    def __init__(self, theme: Theme, rect: Rect, title: str, line: str, actions: Sequence[Action]) -> None:
        self.theme = theme
        self.rect = rect
        self.title = title
        self.line = line
        px = theme.px
        height = rect.height - px(GAP)
        widths = [theme.width(action.shown_label, NORMAL) + px(20) for action in actions]
        left = rect.right - px(GAP) // 2 - sum(widths) - px(GAP) * (len(widths) - 1)
        self._words = Rect(
            rect.left + px(PADDING), rect.top, left - px(GAP + PADDING) - rect.left, rect.height
        )
        self.buttons = ButtonRow(theme, has_pictures=False)
        places = side_by_side((left, rect.top + px(GAP) // 2), widths, height, px(GAP))
        for action, place in zip(actions, places, strict=True):
            self.buttons.add(place, action, "primary" if action is actions[0] else "plain")

    def draw(self, surface: Surface) -> None:
        """Below the buttons."""
        theme, words = self.theme, self._words
        theme.box(surface, self.rect, "card", "accent", 10)
        size = LARGE if theme.width(self.title, LARGE, True) <= words.width else NORMAL
        title = theme.text(theme.ellipsized(self.title, size, words.width, True), size, "text", True)
        surface.blit(title, title.get_rect(midleft=words.midleft))
        left = words.left + title.get_width() + theme.px(PADDING)
        lines = theme.lines(self.line, SMALL, words.right - left) if left < words.right else []
        if 1 <= len(lines) <= 2:
            top = words.centery - len(lines) * theme.px(LINE_HEIGHT) // 2
            for n, line in enumerate(lines):
                surface.blit(theme.text(line, SMALL, "quiet"), (left, top + n * theme.px(LINE_HEIGHT)))


TITLE_LINE: Final = N_("Welcome to Othello")
WORDS: Final = N_("Two players place discs and turn those between their own. What would you like to do?")
WIDTH: Final = 340
WELCOME_BUTTON: Final = 40


class WelcomeCard:
    """A greeting, and below each other buttons for the actions, of which the first stands out."""

    def __init__(self, theme: Theme, board: Rect, actions: Sequence[Action]) -> None:
        self.theme = theme
        px = theme.px
        width = min(px(WIDTH), board.width - px(16))
        self._words = theme.text(_(WORDS), NORMAL, "quiet", room=width - px(48))
        top = px(64) + self._words.get_height() + px(16)
        self.rect = Rect(0, 0, width, top + len(actions) * px(WELCOME_BUTTON + GAP) + px(16))
        self.rect.center = board.center
        self.buttons = ButtonRow(theme, has_pictures=False)
        for n, action in enumerate(actions):
            place = Rect(
                self.rect.left + px(24),
                self.rect.top + top + n * px(WELCOME_BUTTON + GAP),
                width - px(48),
                px(WELCOME_BUTTON),
            )
            self.buttons.add(place, action, "primary" if n == 0 else "plain")

    def draw(self, surface: Surface) -> None:
        """Below the buttons."""
        theme, px = self.theme, self.theme.px
        fill, edge = paint.rgba(theme["card"], 248), paint.rgba(theme["accent"])
        surface.blit(paint.rounded(self.rect.size, px(10), fill, edge, px(1)), self.rect)
        title = theme.text(_(TITLE_LINE), TITLE, "text", True)
        surface.blit(title, (self.rect.left + px(24), self.rect.top + px(18)))
        surface.blit(self._words, (self.rect.left + px(24), self.rect.top + px(62)))


BAR: Final = 3
# From a line of words to the next, and the lines that say what a move is worth and how far was looked.
ROW: Final = 17
MOST_ROWS: Final = 2
# At the right, for the button that unfolds it.
BUTTON: Final = 36


class SearchLine(Panel[SearchModel]):
    def meanings(self) -> list[Tip]:
        return [(Rect(0, 0, self.button_rect.left - self.rect.left, self.rect.height), LINE)]

    @property
    def button_rect(self) -> Rect:
        """Where the button goes that unfolds it, in the window."""
        side = self.theme.px(BUTTON)
        rect = Rect(0, 0, side, min(side, self.rect.height - self.theme.px(8)))
        rect.midright = self.rect.right - self.theme.px(4), self.rect.centery
        return rect

    def paint(self, surface: Surface, model: SearchModel) -> None:
        theme, px = self.theme, self.theme.px
        left, right, row = px(14), self.rect.width - px(BUTTON + 14), px(ROW)
        progress = model.progress
        evaluation = None if progress is None else progress.evaluation
        move = ""
        lines: tuple[str, ...] = (
            _("Searching the first depth …") if model.is_running else _("No search yet"),
        )
        start, size, ink = left, NORMAL, "quiet"
        if progress is not None and evaluation is not None:
            move, size, ink = format_move(progress.move), SMALL, model.ink("text")
            start = left + theme.width(move, NORMAL, True) + px(10)
            words, depth = describe_score(evaluation, progress.board.empties), describe_depth(progress)
            lines = theme.lines(f"{capitalised(words)} · {depth}", SMALL, right - start)
            if len(lines) > MOST_ROWS:  # the words come first
                lines = theme.lines(capitalised(words), SMALL, right - start)
        said = (model.sentence, *model.why) if model.has_chosen else model.why
        why = next((words for words in said if theme.width(words, SMALL) <= right - left), "")
        middle = (self.rect.height - (len(lines) - (not why)) * row) // 2
        self.write(surface, move, ink, NORMAL, True, midleft=(left, middle))
        for n, line in enumerate(lines):
            self.write(surface, line, ink, size, midleft=(start, middle + n * row))
        self.write(surface, why, "quiet", SMALL, midleft=(left, middle + len(lines) * row))
        if model.is_running and model.time_share is not None:
            width = round((self.rect.width - 2 * left) * min(1.0, model.time_share))
            place = left, self.rect.height - px(BAR + 3)
            if width >= px(BAR):
                surface.blit(paint.rounded((width, px(BAR)), px(1), paint.rgba(theme["accent"])), place)
