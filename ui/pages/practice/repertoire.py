"""The list of openings on the page Practice: what is searched for in it, its lines, and its card."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame
from pygame import Rect

from play.lists.table import folded
from play.practice.progress import Section
from play.practice.trainer import Trainer
from ui.actions import Action, Group, Place
from ui.input import Key
from ui.list_view import ColumnLook, Lines
from ui.pages.review.explorer import SearchedModel, Searching
from ui.pages.review.explorer_cards import WIDE, SearchedPanel
from ui.panels import tips
from ui.panels.panel import PADDING
from ui.panels.tips import Tip
from ui.text import N_, _, spoken
from ui.text.wording import format_line, format_opening
from ui.theme import Theme
from ui.window import Window

# Headings are translated when shown; the moves have room in a wide list.
COLUMNS: Final = (
    ColumnLook(N_("Opening"), 70, 1.0),
    ColumnLook(N_("Line"), 70, 1.0, colour="quiet"),
    ColumnLook(N_("Games"), 62, is_number=True, colour="quiet"),
    ColumnLook(N_("Due"), 84, is_number=True),
)


@dataclass(frozen=True, slots=True)
class RepertoireModel(SearchedModel):
    rows: tuple[tuple[str, ...], ...]


class Repertoire(Searching):
    def __init__(self, window: Window, trainer: Trainer) -> None:
        super().__init__(window)
        self.trainer = trainer
        self._made: tuple[object, RepertoireModel] | None = None  # the last model, and what it was made from
        self.rows = (
            Action("practice_line_before", N_("Previous line"), N_("The previous line in the list"),
                   partial(self.walk, -1), (Key(pygame.K_UP),), Group.PRACTICE, Place.LEFT, icon="up",
                   has_words=True),
            Action("practice_line_after", N_("Next line"), N_("The next line in the list, due or not"),
                   partial(self.walk, +1), (Key(pygame.K_DOWN),), Group.PRACTICE, Place.LEFT, icon="down",
                   has_words=True),
            Action("practice_find", N_("Search the openings"), N_("Only lines with some words: names, moves"),
                   self.begin_typing, (Key(pygame.K_f, control=True),), Group.PRACTICE),
        )  # fmt: skip

    @property
    def lines(self) -> dict[str, tuple[str, str]]:
        """The names and moves of those that have all words, by their keys."""
        words = folded(self.text).split()
        named = {
            key: (format_opening(opening), format_line(opening.moves))
            for key, opening in self.trainer.lines.items()
        }
        return {
            key: said
            for key, said in named.items()
            if all(word in folded(" ".join((*said, said[1].replace(" ", "")))) for word in words)
        }

    def walk(self, step: int) -> None:
        """To another line of the list."""
        keys, task = list(self.lines), self.trainer.task
        if keys:
            at = keys.index(task.key) + step if task is not None and task.key in keys else 0
            self.choose(at % len(keys))

    def choose(self, line: int) -> None:
        self.is_typing = False
        self.trainer.show(list(self.lines)[line])

    def end_typing(self, text: str) -> None:
        """The first line is asked then."""
        super().end_typing(text)
        if text and self.lines:
            self.choose(0)

    def model(self) -> RepertoireModel:
        """Made anew where something has changed: it takes some milliseconds."""
        trainer, practice = self.trainer, self.trainer.practice
        key = None if trainer.task is None else trainer.task.key
        searched = self.text, self.is_typing, trainer.is_other_side, spoken()
        made_from = searched, key, practice.changes, practice.today()
        if self._made is None or self._made[0] != made_from:
            self._made = made_from, self._model(key)
        return self._made[1]

    def _model(self, chosen: str | None) -> RepertoireModel:
        trainer, lines = self.trainer, self.lines
        rows = tuple((*said, self._games(key), self._due(key)) for key, said in lines.items())
        cards, keys = trainer.practice.progress.cards[Section.OPENINGS], list(lines)
        known = sum(key in cards and cards[key].right > 0 for key in trainer.keys)
        said = _(
            "{due} due today, {known} of {all} known", due=trainer.due, known=known, all=len(trainer.keys)
        )
        at = keys.index(chosen) if chosen in lines else None
        empty = _("No opening has all these words.")
        return RepertoireModel(at, self.text, self.is_typing, said, empty, rows)

    def _games(self, key: str) -> str:
        games = self.trainer.lines[key].games
        return f"{games:,}" if games else ""

    def _due(self, key: str) -> str:
        """'today', '2026-11-25', 'known'; '' for what was never asked."""
        practice = self.trainer.practice
        card = practice.schedule(Section.OPENINGS, key)
        if card is None:
            return ""
        if card.due is None:
            return _("known")
        return _("today") if card.is_due(practice.today()) else card.due.isoformat()


class RepertoirePanel(SearchedPanel[RepertoireModel]):
    """A line each: click one to play it, the upper line to search."""

    title, hint = N_("Openings"), N_("Name or moves")

    def __init__(self, theme: Theme, rect: Rect) -> None:
        is_wide = rect.width - 2 * theme.px(PADDING) >= theme.px(WIDE)
        self._shown = [n for n, look in enumerate(COLUMNS) if is_wide or look.heading != "Line"]
        super().__init__(theme, rect, [COLUMNS[n] for n in self._shown])

    def meanings(self) -> list[Tip]:
        return [(self._whole, tips.REPERTOIRE)]

    def update(self, model: RepertoireModel) -> None:
        if self.model != model:
            rows = [tuple(row[n] for n in self._shown) for row in model.rows]
            self.list.show_lines(Lines(rows), model.chosen, model.empty)
            super().update(model)
