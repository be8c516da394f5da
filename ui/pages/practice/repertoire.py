"""The list of openings on the page Practice: what is searched for in it, and its lines."""

from play.lists.table import folded
from play.practice.drill import Drill
from play.practice.progress import Section
from play.practice.trainer import Trainer
from ui.dialogs.line import LineDialog
from ui.pages.practice.view import OwnModel
from ui.text import _, format_number
from ui.text.wording import format_date, format_line, format_opening
from ui.window import Window


class Repertoire:
    def __init__(self, window: Window, trainer: Trainer) -> None:
        self.window, self.trainer = window, trainer
        self.text = ""
        """What is searched for."""

    def ask(self) -> None:
        choice = _("Search the openings"), self.text, _("Name or moves; empty for all of them")
        self.window.open_dialog(LineDialog(choice, self.search))

    def search(self, text: str) -> None:
        """The first line that is found is asked, unless one of them is."""
        self.text = text
        self.walk(0)

    @property
    def lines(self) -> dict[str, tuple[str, str]]:
        """The names and moves of those that have all words, by their keys."""
        lines, words = self.trainer.lines.items(), folded(self.text).split()
        said = {key: (format_opening(opening), format_line(opening.moves)) for key, opening in lines}
        return {
            key: (name, moves)
            for key, (name, moves) in said.items()
            if all(word in folded(f"{name} {moves} {moves.replace(' ', '')}") for word in words)
        }

    def can_walk(self, _step: int) -> bool:
        """Around the end, too."""
        return bool(self.lines.keys() - {self.trainer.task.key if self.trainer.task else ""})

    def walk(self, step: int) -> None:
        keys, task = list(self.lines), self.trainer.task
        if keys:
            self.choose((keys.index(task.key) + step if task and task.key in keys else 0) % len(keys))

    def choose(self, line: int) -> None:
        self.trainer.show(list(self.lines)[line])

    def model(self) -> OwnModel:
        trainer, lines = self.trainer, self.lines
        task, keys, name = trainer.task, list(lines), _("Openings")
        due = _("{count} due today", count=format_number(len(trainer.due)))
        title = f"{name}: {self.text}" if self.text else name
        at = keys.index(task.key) if task is not None and task.key in lines else None
        rows = tuple(
            (said, *self._figures(key), "", self._without_asked(key, moves))
            for key, (said, moves) in lines.items()
        )
        return OwnModel(title, due, rows, _("No opening has all these words."), at)

    def _without_asked(self, key: str, moves: str) -> str:
        """The moves, cut where they would give away how the line goes on that is asked."""
        task, line = self.trainer.task, self.trainer.lines[key].moves
        if not isinstance(task, Drill) or not self.trainer.is_asking:
            return moves
        ply, asked = max(1, task.cursor.game.node.ply), task.opening.moves
        if line[: ply + 1] != asked[: ply + 1]:
            return moves
        return f"{format_line(line[:ply])} …".strip()

    def _figures(self, key: str) -> tuple[str, str]:
        """The games, and 'today', '2026-11-25', 'known', or '' for what was never asked."""
        practice, games = self.trainer.practice, self.trainer.lines[key].games
        card, due = practice.schedule(Section.OPENINGS, key), ""
        if card is not None:
            later = _("known") if card.due is None else format_date(card.due)
            due = _("today") if card.is_due(practice.today()) else later
        return format_number(games) if games else "", due
