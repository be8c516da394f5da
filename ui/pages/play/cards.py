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


TITLE_LINE: Final = N_("Have you played Othello before?")
WORDS: Final = N_("Your answer sets up your first game. Or just make a move to begin.")
# The widths of an answer, of the whole card at most, and the least and largest height of a row.
ANSWER: Final = 140
WELCOME_WIDTH: Final = 560
LEAST_ROW: Final = 40
LARGEST_ROW: Final = 72


class WelcomeCard:
    """A question, its answers below each other, each with a line and its digit, and other buttons below."""

    def __init__(self, theme: Theme, room: Rect, answers: Sequence[Action], others: Sequence[Action]) -> None:
        """The first answer stands out. `room` is that of the panel below the players."""
        self.theme = theme
        px = theme.px
        self.rect = room
        inner = room.inflate(-2 * px(20), -2 * px(16))
        inner.width = min(inner.width, px(WELCOME_WIDTH))
        self._top = inner.topleft
        size = TITLE if theme.width(_(TITLE_LINE), TITLE, True) <= inner.width else LARGE
        self._head = [theme.text(_(TITLE_LINE), size, "text", True, room=inner.width)]
        self._head.append(theme.text(_(WORDS), SMALL, "quiet", room=inner.width))
        top = inner.top + sum(line.get_height() + px(6) for line in self._head)
        top += px(GAP)
        free = inner.bottom - top - px(LEAST_ROW)
        row = max(px(LEAST_ROW), min(px(LARGEST_ROW), free // len(answers)))
        self.buttons = ButtonRow(theme, has_pictures=False)
        self._lines: list[tuple[Surface, tuple[int, int]]] = []
        left = inner.left + px(ANSWER + PADDING)
        said = [f"{_(action.tip)} ({n})" for n, action in enumerate(answers, start=1)]
        for size in (NORMAL, SMALL):  # one for all
            lines = [theme.text(words, size, "quiet", room=inner.right - left) for words in said]
            if all(line.get_height() <= row - px(GAP) for line in lines):
                break
        for n, (action, line) in enumerate(zip(answers, lines, strict=True)):
            place = Rect(inner.left, top + n * row, px(ANSWER), row - px(GAP))
            self.buttons.add(place, action, "primary" if n == 0 else "plain")
            self._lines.append((line, (left, place.centery - line.get_height() // 2)))
        widths = [theme.width(action.shown_label, NORMAL) + px(28) for action in others]
        row_top = top + len(answers) * row + px(GAP)
        places = side_by_side((inner.left, row_top), widths, px(LEAST_ROW - GAP), px(GAP))
        for action, place in zip(others, places, strict=True):
            self.buttons.add(place, action)

    def draw(self, surface: Surface) -> None:
        """Below the buttons."""
        self.theme.box(surface, self.rect, "card", "accent", 10)
        left, top = self._top
        for line in self._head:
            surface.blit(line, (left, top))
            top += line.get_height() + self.theme.px(6)
        surface.blits(self._lines)


BAR: Final = 3
# From a line of words to the next, and the lines that say what a move is worth and how far was looked.
ROW: Final = 17
MOST_ROWS: Final = 2
# Of what is said of another engine.
SENTENCE_ROWS: Final = 4


class SearchLine(Panel[SearchModel]):
    def meanings(self) -> list[Tip]:
        return [(Rect((0, 0), self.rect.size), LINE)]

    def paint(self, surface: Surface, model: SearchModel) -> None:
        theme, px = self.theme, self.theme.px
        left, right, row = px(PADDING), self.rect.width - px(PADDING), px(ROW)
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
            words, depth = describe_score(evaluation, progress.board), describe_depth(progress)
            lines = theme.lines(f"{capitalised(words)} · {depth}", SMALL, right - start)
            if len(lines) > MOST_ROWS:  # the words come first
                lines = theme.lines(capitalised(words), SMALL, right - start)
        elif model.is_outside:
            ink = model.ink("text")
            lines = theme.first_lines(model.sentence, NORMAL, right - left, SENTENCE_ROWS)
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
