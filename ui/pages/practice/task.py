"""What is asked for, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.board import Color
from ui.panels.panel import Panel
from ui.panels.tips import TASK, TASK_NOTE, Tip, in_window
from ui.theme import LARGE, NORMAL, SMALL

CHIP: Final = 8
LINE_GAP: Final = 3
NOTE: Final = 22


@dataclass(frozen=True, slots=True)
class TaskModel:
    """`colour` is the title's, a name of the theme; `turn` the side to move, while the task is open.

    `note` says at the bottom what it is taken from.
    """

    title: str
    sentences: tuple[str, ...] = ()
    note: str = ""
    colour: str = "text"
    turn: Color | None = None


class TaskPanel(Panel[TaskModel]):
    def tips(self) -> list[Tip]:
        px, inside = self.theme.px, self.inside
        note = Rect(inside.left, 0, inside.width, px(NOTE))
        note.bottom = inside.bottom + px(8)
        task = Rect(inside.left, inside.top - px(4), inside.width, note.top - inside.top + px(4))
        return in_window(self.rect, [(task, TASK), (note, TASK_NOTE)])

    def paint(self, surface: Surface, model: TaskModel) -> None:
        theme, px = self.theme, self.theme.px
        self.card(surface)
        inside = self.inside
        left, y = inside.left, inside.top - px(4)
        if model.turn is not None:
            centre = left + px(CHIP), y + px(13)
            self.disc(surface, model.turn, centre, px(CHIP))
            left += px(2 * CHIP + 10)
        title = theme.text(model.title, LARGE, model.colour, True, inside.right - left)
        y = surface.blit(title, (left, y)).bottom + px(6)
        bottom = inside.bottom + px(6)
        if model.note:
            note = theme.ellipsized(model.note, SMALL, inside.width)
            bottom = self.write(surface, note, "quiet", SMALL, bottomleft=(inside.left, bottom)).top
        for sentence in model.sentences:
            for size in (NORMAL, SMALL):
                picture = theme.text(sentence, size, "text", False, inside.width)
                if y + picture.get_height() <= bottom:
                    break
            else:
                picture = theme.text(theme.ellipsized(sentence, SMALL, inside.width), SMALL, "text")
                if y + picture.get_height() > bottom:
                    return
            y = surface.blit(picture, (inside.left, y)).bottom + px(LINE_GAP)
