"""The help, and reference tables: keys, the menu of the toolbar, the results of games."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from pygame import Rect, Surface

from ai.limits import FULL_STRENGTH
from game.board import Board, parse_square
from play.results import Results
from play.settings import Coordinates
from ui import list_view
from ui.actions import Action, Gesture, Group
from ui.board.board_view import Animator, BoardScene, BoardView, Rating, ScoreMark
from ui.board.hint_marks import SHAPES
from ui.boxes import column, solve, text
from ui.dialogs.dialog import BUTTON, MARGIN, WIDGET, Dialog
from ui.dialogs.fields import enable
from ui.input import with_key_names
from ui.layout import BoardPlace
from ui.list_view import ColumnLook, Lines, ListView
from ui.text import N_, _, format_number, ngettext
from ui.text.new_game_wording import describe_adaptive
from ui.text.wording import format_level
from ui.theme import LARGE, NORMAL

ROW: Final = 35
HEADING: Final = 40
HEADING_ROWS: Final = 2  # that a second heading takes up
# Height of the title and of the button at the bottom.
REST: Final = 96

# The keys, and what they do.
KeyLines: TypeAlias = list[tuple[str, str]]


def help_columns(rows: Sequence[Action | Gesture]) -> dict[Group, KeyLines]:
    """Returns the keys and what they do, by group; groups without keys are left out."""
    columns = {
        group: [(row.shown_keys, row.name) for row in rows if row.group is group and row.shown_keys]
        for group in Group
    }
    return {group: column for group, column in columns.items() if column}


def fitted(columns: dict[Group, KeyLines], most: int) -> list[list[tuple[Group, KeyLines]]]:
    """Returns the groups of each column. A group of more than `most` lines continues below the shortest
    column, or begins there if that is further left; without room there, half of it gets a new column.
    """
    found = [[(group, lines)] for group, lines in columns.items()]
    for own, (group, lines) in enumerate(columns.items()):
        if more := lines[most:]:
            lengths = [sum(len(each) for _group, each in column) for column in found]
            shortest = lengths.index(min(lengths))
            cut = len(more) if shortest < own else most
            if lengths[shortest] + len(more) + HEADING_ROWS > most:
                cut, shortest = -(-len(lines) // 2), len(found)
                found.append([])
            parts = lines[:cut], lines[cut:]
            found[own][0] = group, parts[shortest < own]
            found[shortest].append((group, parts[shortest >= own]))
    return found


# A position with five moves, and the marks on four of them in the picture.
MARKED: Final = Board.initial().play(parse_square("f5")).play(parse_square("d6"))
MARKS: Final = dict(zip(("c4", "c5", "c6", "c7"), Rating, strict=True))
RULES: Final = 56
PICTURE: Final = 200
REPORT: Final = 180


class HelpDialog(Dialog[None, Callable[[str], object]]):
    """The help for a beginner, the rules first. `listener` performs an action by its identity."""

    def __init__(self, listener: Callable[[str], object]) -> None:
        super().__init__(None, listener)

    def fill(self) -> None:
        self.open_window(_("Help"), (600, 424))
        rules = _("The rules, on seven small boards")
        self.rules = self.button(self.take(RULES, 14), rules, self.accept, "@primary")
        place = self.take(PICTURE, 14).move(self.window.get_container().rect.topleft)
        board, self._words = self.parts(place, PICTURE, 0, gap=MARGIN)
        self._view = BoardView(self.theme, BoardPlace(board), Coordinates.NONE)
        fault, report = self.parts(self.take(WIDGET), 0, REPORT)
        self.label(fault, _("Something is wrong? Add this to your report:"))
        self.button(report, _("Copy report"), partial(self.leave_for, partial(self.listener, "copy_report")))
        self.link(_("Keys"), partial(self.listener, "keys"))
        self.button(self.parts(self.bottom, 0, BUTTON)[1], _("Close"), self.close)

    def accept(self) -> None:
        self.leave_for(partial(self.listener, "rules"))

    def draw(self, surface: Surface) -> None:
        super().draw(surface)
        if not self.is_open:
            return
        hints = tuple(
            ScoreMark(parse_square(name), "", "", rating is Rating.BEST, rating=rating)
            for name, rating in MARKS.items()
        )
        scene = BoardScene(legal=1 << parse_square("c3"), turn=MARKED.turn, hints=hints)
        self._view.draw(surface, Animator(MARKED, 0.0), scene)
        said = (
            _("A thin ring: you can move there. Point at it, and dots show the discs that would turn."),
            with_key_names(_("Hint ({hint}) shows how good your moves are.")),
            _(SHAPES),
        )
        words = column(text(_("The marks"), LARGE, bold=True), *map(text, said), gap=8)
        solve(words, self.theme, self._words).paint(self.theme, surface)


class KeysDialog(Dialog[Sequence[Action | Gesture], Callable[[], None]]):
    """The table of keys; `listener` opens the help."""

    def fill(self) -> None:
        columns = help_columns(self.choice)
        height = HEADING + ROW * max(map(len, columns.values())) + REST
        self.open_window(_("Keys"), (860, height))
        px = self.theme.px
        shown = fitted(columns, (self.bottom.top - px(HEADING)) // px(ROW))
        begun: set[Group] = set()
        for number, parts in enumerate(shown):
            self.column(number, len(shown), 8)
            for heading, lines in parts:
                words = _(heading.value)
                if heading in begun:
                    words = _("{heading}, continued", heading=words)
                begun.add(heading)
                self.label(self.take(28, HEADING - 32), words, "@heading")
                for keys, label in lines:
                    self.label(self.take(21, -4), keys)
                    self.label(self.take(18), label, "@quiet")
        self.buttons(_("Close"), has_cancel=False)
        self.link(_("Help"), self.listener)


MENU_LINE: Final = 36
MENU_MARGIN: Final = 12
MENU_KEYS: Final = 120


class MenuDialog(Dialog[Sequence[Action], None]):
    """A menu of actions, one a line, below a button; if it has a title it shows no keys."""

    def __init__(self, actions: Sequence[Action], button: Rect, title: str) -> None:
        super().__init__(actions, None)
        self._button, self._title = button, title

    def fill(self) -> None:
        px, actions = self.theme.px, self.choice
        keys = 0 if self._title else MENU_KEYS
        self.open_window(self._title or _("More"), (360, MENU_LINE * len(actions) + 72), MENU_MARGIN)
        width, height = self.manager.window_resolution
        left, top = width - self.window.rect.width, height - self.window.rect.height
        self.window.set_position((min(self._button.left, left), min(self._button.bottom, top)))
        for action in actions:
            place, *at = self.parts(self.take(MENU_LINE - 4, 4), 0, *([keys] if keys else []))
            words = self.theme.ellipsized(action.shown_label, NORMAL, place.width - px(MENU_MARGIN))
            self.button(place, words, partial(self._do, action), tip=_(action.tip))
            if keys:
                self.label(at[0], action.shown_keys, "@quiet")

    def _do(self, action: Action) -> None:
        self.close()
        if action.is_possible():
            action.perform()


COLUMNS: Final = (
    ColumnLook(N_("Level"), 176, tip=N_("The strength of the computer you played against.")),
    ColumnLook(N_("Games"), 64, tip=N_("How many games against it were finished.")),
    ColumnLook(N_("Won"), 64, tip=N_("How many of them you won.")),
    ColumnLook(N_("Drawn"), 64, tip=N_("How many of them were drawn.")),
    ColumnLook(N_("Lost"), 64, tip=N_("How many of them you lost.")),
    ColumnLook(N_("In a row"), 96, tip=N_("How many games were won, or lost, in a row up to now.")),
    ColumnLook(N_("Discs lost per move"), 112, 1.0,
               tip=N_("How many discs your moves lost on average, in reviewed games.")),
)  # fmt: skip
# Height of everything but the lines: title, sentences, button.
RESULTS_REST: Final = 246


class ResultsDialog(Dialog[Results, None]):
    def fill(self) -> None:
        results = self.choice
        rows = result_rows(results)
        height = list_view.HEADING + list_view.ROW * len(rows) + 4
        self.open_window(_("Results"), (720, RESULTS_REST + height))
        place = self.take(height, 12)
        self.list = ListView(place, self.manager, self.window, self.theme, COLUMNS)
        self.list.show_lines(Lines(rows), None)
        enable(self.list, False)  # its lines cannot be chosen
        suits = _("Suits me: {sentence}", sentence=describe_adaptive(results.adaptive_level))
        sentences = (
            suits,
            _(
                "Only games against this program's levels from the usual starts count, without the coach or "
                "swapped sides."
            ),
            _("Games of two people are under Games."),
        )
        for sentence in sentences:
            for line in self.theme.lines(sentence, NORMAL, place.width - self.theme.px(8)):
                self.label(self.take(22, 2), line, "@quiet")
        self.buttons(_("Close"), has_cancel=False)


def format_streak(streak: int) -> str:
    """Returns '3 won', '2 lost', '–' after a draw or no game."""
    if streak > 0:
        return ngettext("{count} won", "{count} won", streak, count=streak)
    if streak < 0:
        return ngettext("{count} lost", "{count} lost", -streak, count=-streak)
    return "–"


def result_rows(results: Results) -> list[tuple[str, ...]]:
    """Returns a row for each level that was played, in the order of COLUMNS, and one for all levels."""
    tallies = [(level, results.tally(level)) for level in range(1, FULL_STRENGTH + 1)]
    rows = [(f"{level}  {format_level(level)}", tally) for level, tally in tallies if tally.games]
    found = []
    for name, tally in (*rows, (_("All levels"), results.tally())):
        counts = tally.games, tally.wins, tally.draws, tally.losses
        lost = "–" if tally.lost is None else format_number(tally.lost, ".1f")
        found.append((name, *map(str, counts), format_streak(tally.streak), lost))
    return found
