"""The card under the board: what is the same for all lanes, and what the figures say in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from ui.panels.panel import Panel
from ui.text import _
from ui.theme import NORMAL, SMALL

LINE: Final = 22
BUTTON: Final = 30
# Where there is little room, the last of the facts give way to the sentences, but for so many.
LEAST_FACTS: Final = 2


@dataclass(frozen=True, slots=True)
class ConditionsModel:
    """`facts` are pairs of a name and what it is; `words` and `problems` are sentences."""

    facts: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    problems: tuple[str, ...] = ()


class ConditionsPanel(Panel[ConditionsModel]):
    @property
    def button_rect(self) -> Rect:
        """Where the button that takes the position of the game goes, in the window."""
        inside, px = self.inside.move(self.rect.topleft), self.theme.px
        return Rect(inside.left, inside.top - px(4), inside.width, px(BUTTON))

    def paint(self, surface: Surface, model: ConditionsModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        inside = self.inside
        y = inside.top + px(BUTTON + 6)
        self.write(surface, _("Same for all lanes"), "text", NORMAL, True, topleft=(inside.left, y))
        y += px(LINE + 2)
        texts = self._texts(model, y)
        needed = sum(text.get_height() + px(8) for text in texts) + px(12)
        count = max(LEAST_FACTS, min(len(model.facts), (inside.bottom - y - needed) // px(LINE)))
        for name, what in model.facts[:count]:
            end = self.write(surface, name, "quiet", SMALL, midleft=(inside.left, y + px(LINE) // 2))
            text = theme.ellipsized(what, SMALL, inside.right - end.right - px(8))
            self.write(surface, text, "text", SMALL, midright=(inside.right, y + px(LINE) // 2))
            y += px(LINE)
        y += px(10)
        surface.fill(theme["edge"], (inside.left, y, inside.width, max(1, px(1))))
        y += px(10)
        for picture in texts:
            if y + picture.get_height() <= inside.bottom + px(8):
                y = surface.blit(picture, (inside.left, y)).bottom + px(8)

    def _texts(self, model: ConditionsModel, top: int) -> list[Surface]:
        """All that is said, as large as there is room for."""
        said = [(text, "mistake_text") for text in model.problems] + [(text, "text") for text in model.words]
        room, px = self.inside.bottom - top - self.theme.px(20), self.theme.px
        texts: list[Surface] = []
        for size in (NORMAL, SMALL):
            texts = [self.theme.text(words, size, colour, room=self.inside.width) for words, colour in said]
            height = sum(text.get_height() + px(8) for text in texts)
            if height <= room - len(model.facts) * px(LINE):
                break
        return texts
