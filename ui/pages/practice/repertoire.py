"""The list of openings on the Practice page: its search, its lines and the holes in the repertoire."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, Final

from game.board import Color
from game.openings import Opening
from game.records.record import Record
from game.tree import Game
from play.lists.table import folded
from play.practice.drill import Drill
from play.practice.progress import Section
from play.practice.trainer import Trainer
from play.repertoire import Hole, OpeningLine, cost, line_key
from ui.actions import Action
from ui.dialogs.line import LineDialog
from ui.pages.practice.view import FOUND, ListModel
from ui.text import N_, _, current_language, format_number, ngettext
from ui.text.wording import format_date, format_line, format_opening, format_share
from ui.window import Window

# Holes offered at most, and last moves shown of each.
HOLES: Final = 12
MOVES: Final = 9


def add_lines(window: Window, lines: Iterable[OpeningLine], own: Color | None) -> None:
    """Adds lines to the repertoire of the side that moves last in most of them. Asks for the side of several
    lines, and of one if `own` is the other side or only that side's repertoire has a line with this start.
    """
    lines, repertoire = list(lines), window.session.practice.progress.repertoire
    last = Color(2 * sum(len(line) % 2 for line in lines) < len(lines))
    before = line_key(lines[0][:-1]).partition(" ")[0]
    has_line = [any(key.startswith(before) for key in repertoire.lines(color)) for color in Color]

    def add(color: Color) -> None:
        kept = set(repertoire.keys)
        window.session.practice.add_lines(*{line_key(line, color) for line in lines}.difference(kept))
        count = len(repertoire.keys.keys() - kept)
        added = ngettext("{count} line added to Openings", "{count} lines added to Openings", count)
        nothing = _("Nothing to add: these lines are in Openings, or have no move of that side")
        window.toasts.answer(added.format(count=count) if count else nothing)

    if len(lines) == 1 and own in (None, last) and (has_line[last] or not has_line[last.other]):
        add(last)
    else:
        tip = N_("The side you play in it")
        rows = [Action(color.name, color.label, tip, partial(add, color)) for color in Color]
        title = ngettext("Whose line is it?", "{count} lines: whose are they?", len(lines))
        window.open_menu(rows, title.format(count=len(lines)))


def open_in_review(window: Window, game: Game) -> None:
    """Opens a game at its current position in the explorer of the Review page."""
    page = window.page_of("review")
    window.open_page(page)
    if page.games is not None:
        page.games.open_record(Record(game))
        window.actions.perform("review_explorer")


class Rows(Sequence[tuple[str, ...]]):
    """The rows of a long list, each made when it is first shown."""

    def __init__(self, number: int, row: Callable[[int], tuple[str, ...]]) -> None:
        self._number, self._row = number, cache(row)

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, at: Any) -> Any:
        return self._row(range(self._number)[at])


class OpeningList:
    def __init__(self, window: Window, trainer: Trainer) -> None:
        self.window, self.trainer = window, trainer
        self.repertoire = trainer.practice.progress.repertoire
        self.text = ""
        """The words to search the list for."""
        self._rows: tuple[object, Rows] = (None, Rows(0, lambda _number: ()))

    # The repertoire

    @property
    def holes(self) -> tuple[Hole, ...]:
        return self.repertoire.coverage.holes[:HOLES] if self.repertoire.coverage else ()

    def offer_holes(self) -> None:
        def row(hole: Hole) -> Action:
            line = hole.line
            shown = f"{'… ' if len(line) > MOVES else ''}{format_line(line[-MOVES:])}"
            label = f"{format_number(hole.games)} × {shown}"
            return Action(label, label, N_("Look for your reply in the explorer"),
                          partial(open_in_review, self.window, Game(None, line)))  # fmt: skip

        self.window.open_menu(list(map(row, self.holes)), _("Moves without your reply"))

    def open_tree(self) -> None:
        """Opens the lines of one side, that of the drill if it has any, as a game that can be saved."""
        sides, task = [color for color in Color if self.repertoire.lines(color)], self.trainer.task
        side = task.color if isinstance(task, Drill) and task.color in sides else sides[0]
        open_in_review(self.window, self.repertoire.tree(side))

    @property
    def key(self) -> str:
        """The key of the line being asked; '' if there is none."""
        task = self.trainer.task
        return line_key(task.opening.moves, task.color) if isinstance(task, Drill) else ""

    def keep_or_remove(self) -> None:
        """Adds the line being asked to the repertoire, or removes it and asks the next one."""
        practice = self.trainer.practice
        if self.key not in self.repertoire.keys:
            practice.add_lines(self.key)
            return
        practice.remove_line(self.key)
        self.window.toasts.answer(_("Removed from my repertoire"))
        self.trainer.next()

    # The list

    def ask(self) -> None:
        choice = _("Search the openings"), self.text, _("Name or moves; empty for all of them")
        self.window.open_dialog(LineDialog(choice, self.search))

    def search(self, text: str) -> None:
        """Searches the list and asks the first line found, unless a line found is being asked already."""
        self.text, task = text, self.trainer.task
        if task is None or task.is_over or task.key not in self.keys:
            self.walk(0)

    @property
    def keys(self) -> list[str]:
        """The keys of the lines that contain all words of `text`."""
        lines, words = self.trainer.lines.items(), folded(self.text).split()
        return [key for key, opening in lines if not words or self._has(opening, words)]

    def _has(self, opening: Opening, words: list[str]) -> bool:
        moves = format_line(opening.moves)
        said = folded(f"{format_opening(opening)} {moves} {moves.replace(' ', '')}")
        return all(word in said for word in words)

    def can_walk(self, _step: int) -> bool:
        """Returns whether another line can be chosen; the list wraps around at its ends."""
        return any(self.trainer.task is None or key != self.trainer.task.key for key in self.keys)

    def walk(self, step: int) -> None:
        keys, task = self.keys, self.trainer.task
        if keys:
            self.choose((keys.index(task.key) + step if task and task.key in keys else 0) % len(keys))

    def choose(self, line: int) -> None:
        self.trainer.show(self.keys[line])

    def model(self) -> ListModel:
        trainer, keys, name = self.trainer, self.keys, _("Openings")
        self.repertoire.count(self.window.archive.index)
        note = [_("{count} due today", count=format_number(len(trainer.due)))]
        if self.repertoire.coverage and self.repertoire.keys:
            note.append(_("{share} covered", share=format_share(self.repertoire.coverage.share)))
        place = trainer.task and trainer.task.cursor.node
        made_from = keys, trainer.practice.changes, trainer.practice.today(), place, current_language()
        if self._rows[0] != made_from:
            self._rows = made_from, Rows(len(keys), lambda number: self._row(keys[number]))
        at = keys.index(trainer.task.key) if trainer.task is not None and trainer.task.key in keys else None
        return ListModel(
            f"{name}: {self.text}" if self.text else name,
            " · ".join(note),
            self._rows[1] if keys else (),
            _("No opening has all these words."),
            at,
        )

    def _row(self, key: str) -> tuple[str, ...]:
        """Returns the name, the games, what the worst move costs by the book, when the line is due ('today',
        '2026-11-25', 'known', or '' if it was never asked), and the moves.
        """
        practice, opening = self.trainer.practice, self.trainer.lines[key]
        card, due = practice.schedule(Section.OPENINGS, key), ""
        if card is not None:
            later = _("known") if card.due is None else format_date(card.due)
            due = _("today") if card.is_due(practice.today()) else later
        games = format_number(opening.games) if opening.games else ""
        lost = cost(opening.moves, Color[key.split()[1].upper()], self.window.session.book)
        worst = "" if lost is None else format_number(lost, ".1f")
        name = f"{FOUND if key in self.repertoire.keys else ''} {format_opening(opening)}".strip()
        return name, games, worst, due, "", self._moves_without_answer(opening)

    def _moves_without_answer(self, opening: Opening) -> str:
        """Returns the moves, cut before they would give away how the line being asked continues."""
        task, line = self.trainer.task, opening.moves
        if not isinstance(task, Drill) or not self.trainer.is_asking:
            return format_line(line)
        ply, asked = max(1, task.cursor.game.node.ply), task.opening.moves
        if line[: ply + 1] != asked[: ply + 1]:
            return format_line(line)
        return f"{format_line(line[:ply])} …".strip()
