"""The text of the search, and the line of it that is being executed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from ai.limits import Algorithm
from ai.trace.source import Text
from ui.pages.slow_motion.looks import COLOURS, SIGNS
from ui.panels.panel import Panel
from ui.panels.tips import TEXT_LINES, TEXT_TITLE, Tip, in_window
from ui.text.wording import search_name
from ui.theme import NORMAL, SMALL

LINE: Final = 15
LINE_MAX: Final = 20
TITLE: Final = 20
NUMBER: Final = 24
INDENT: Final = 12


@dataclass(frozen=True, slots=True)
class TextModel:
    """`line` is counted from 0; None while nothing runs."""

    algorithm: Algorithm
    text: Text
    line: int | None = None


class TextPanel(Panel[TextModel]):
    def tips(self) -> list[Tip]:
        px, inside = self.theme.px, self._room
        top = inside.top + px(TITLE) + px(4)
        title = Rect(inside.left, inside.top, inside.width, px(TITLE + 2))
        lines = Rect(inside.left, top, inside.width, inside.bottom - top)
        return in_window(self.rect, [(title, TEXT_TITLE), (lines, TEXT_LINES)])

    @property
    def _room(self) -> Rect:
        return Rect((0, 0), self.rect.size).inflate(-self.theme.px(24), -self.theme.px(16))

    def paint(self, surface: Surface, model: TextModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        inside = self._room
        name = f"{SIGNS[model.algorithm]} {search_name(model.algorithm)}"
        title = self.write(surface, name, COLOURS[model.algorithm], NORMAL, True, topleft=inside.topleft)
        left = title.right + px(8)
        source = self._source(model.text.source, inside.right - left)
        self.write(surface, source, "quiet", SMALL, bottomleft=(left, title.bottom - px(1)))
        top = inside.top + px(TITLE) + px(4)
        lines = model.text.lines
        height = min(px(LINE_MAX), max(px(LINE), (inside.bottom - top) // len(lines)))
        fits = (inside.bottom - top) // height
        first = 0 if model.line is None else min(max(0, model.line - fits // 2), max(0, len(lines) - fits))
        for n, line in enumerate(lines[first : first + fits], start=first):
            row = Rect(inside.left, top + (n - first) * height, inside.width, height)
            is_here = n == model.line
            if is_here:
                ground = row.inflate(px(8), 0)
                surface.fill(theme["here"], ground)
                surface.fill(theme["alphabeta"], (ground.left, ground.top, px(3), ground.height))
            self.write(surface, str(n + 1), "quiet", SMALL, midright=(row.left + px(16), row.centery))
            words = line.text.lstrip(" ")
            x = row.left + px(NUMBER) + (len(line.text) - len(words)) // 4 * px(INDENT)
            words = theme.ellipsized(words, SMALL, row.right - x)
            ink = "alphabeta" if is_here else "text"
            self.write(surface, words, ink, SMALL, midleft=(x, row.centery))

    def _source(self, source: str, room: int) -> str:
        """Author and year, as many of them as there is room for."""
        shorter = (source, source.partition(" (")[0], source.partition(";")[0])
        fitting = (text for text in shorter if self.theme.width(text, SMALL) <= room)
        return next(fitting, self.theme.ellipsized(shorter[-1], SMALL, room))
