"""A card with a judgement: a title, sentences, and buttons beside or below them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from ui.layout import side_by_side
from ui.panels.panel import Model, Panel
from ui.panels.tips import Tip
from ui.theme import NORMAL, SMALL, Theme

BUTTON: Final = 30
# Of the title where no buttons are beside it.
TITLE: Final = 22


@dataclass(frozen=True, slots=True)
class VerdictModel:
    """`colour` is the title's, a name of the theme; `sentences` follow it."""

    title: str
    colour: str
    sentences: tuple[str, ...]


class ButtonsPanel(Panel[Model]):
    """It has buttons beside its title, or in a row below it all."""

    _beside_title = 0  # what the buttons take of the title's row

    def place_buttons(self, widths: list[int], gap: int, is_narrow: bool = False) -> list[Rect]:
        """Where buttons of these widths go, in the window: beside the title, or below it all."""
        inside, px = self.inside.move(self.rect.topleft), self.theme.px
        total = sum(widths) + gap * (len(widths) - 1)
        self._beside_title = 0 if is_narrow else total + gap
        left = inside.left if is_narrow else inside.right + px(4) - total
        top = inside.bottom + px(6) - px(BUTTON) if is_narrow else inside.top - px(6)
        return side_by_side((left, top), widths, px(BUTTON), gap)


class VerdictPanel(ButtonsPanel[VerdictModel]):
    def __init__(self, theme: Theme, rect: Rect, title: str, words: str) -> None:
        """The sentences are the tips of the title and of what follows it."""
        super().__init__(theme, rect)
        self._tips = title, words

    def meanings(self) -> Iterable[Tip]:
        px, inside = self.theme.px, self.inside
        top = inside.top - px(6)
        title = Rect(inside.left, top, inside.width - self._beside_title, self._title_height)
        words = Rect(inside.left, title.bottom + px(2), inside.width, 0)
        words.height = self._bottom - words.top
        return zip((title, words), self._tips, strict=True)

    @property
    def _bottom(self) -> int:
        """Of the sentences."""
        px = self.theme.px
        return self.inside.bottom + (px(10) if self._beside_title else px(4) - px(BUTTON))

    @property
    def _title_height(self) -> int:
        return self.theme.px(BUTTON if self._beside_title else TITLE)

    def paint(self, surface: Surface, model: VerdictModel) -> None:
        theme, px = self.theme, self.theme.px
        inside = self.inside
        top = inside.top - px(6)
        place, room = (inside.left, top + self._title_height // 2), inside.width - self._beside_title
        self.write(surface, model.title, model.colour, NORMAL, True, room=room, midleft=place)
        y = top + self._title_height + px(4)
        for number, sentence in enumerate(model.sentences):
            picture = theme.text(sentence, SMALL, "text", False, inside.width)
            if y + picture.get_height() > self._bottom:
                if number > 0:  # what has no room is left out; the first says what counts
                    break
                picture = theme.text(theme.ellipsized(sentence, SMALL, inside.width), SMALL, "text")
            y = surface.blit(picture, (inside.left, y)).bottom + px(2)
