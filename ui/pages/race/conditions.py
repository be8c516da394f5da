"""The card under the board: what is the same for all lanes, and what the figures say in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from ui.panels.panel import Panel
from ui.panels.tips import CONDITIONS, FACTS, RACE_WORDS, Tip, in_window
from ui.text import _
from ui.theme import NORMAL, SMALL

LINE: Final = 22
BUTTON: Final = 30
# Facts that are always shown; where there is little room, the others give way to the sentences.
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

    def tips(self) -> list[Tip]:
        """Of the facts that there is room for."""
        inside, px = self.inside, self.theme.px
        title = Rect(inside.left, inside.top + px(BUTTON + 4), inside.width, px(LINE + 4))
        found = [(title, CONDITIONS)]
        if self.model is not None:
            count = self._facts_shown(self.model, self._texts(self.model, self._facts_top))
            row = Rect(inside.left, self._facts_top, inside.width, px(LINE))
            found += [(row.move(0, n * px(LINE)), sentence) for n, sentence in enumerate(FACTS[:count])]
            top = row.top + count * px(LINE) + px(12)
            found.append((Rect(inside.left, top, inside.width, inside.bottom - top), RACE_WORDS))
        return in_window(self.rect, found)

    @property
    def _facts_top(self) -> int:
        return self.inside.top + self.theme.px(BUTTON + 6) + self.theme.px(LINE + 2)

    def _facts_shown(self, model: ConditionsModel, texts: list[Surface]) -> int:
        """Of how many facts there is room besides these texts."""
        px = self.theme.px
        needed = sum(text.get_height() + px(8) for text in texts) + px(12)
        fits = (self.inside.bottom - self._facts_top - needed) // px(LINE)
        return max(LEAST_FACTS, min(len(model.facts), fits))

    def paint(self, surface: Surface, model: ConditionsModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        inside = self.inside
        y = inside.top + px(BUTTON + 6)
        self.write(surface, _("Same for all lanes"), "text", NORMAL, True, topleft=(inside.left, y))
        y = self._facts_top
        texts = self._texts(model, y)
        for name, what in model.facts[: self._facts_shown(model, texts)]:
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
