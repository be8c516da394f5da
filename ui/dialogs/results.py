"""What became of the games against each level of the computer: a small table."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Final

from pygame import Rect

from ai.limits import FULL_STRENGTH
from play.results import Results, ResultTally
from ui.dialogs.dialog import MARGIN, Dialog
from ui.text import N_, _, ngettext
from ui.text.new_game_wording import describe_adaptive
from ui.text.wording import format_level
from ui.theme import NORMAL

# (heading, its share of the room, what stands below it), to be translated when shown.
COLUMNS: Final = (
    (N_("Level"), 0.28, N_("The strength of the computer you played against.")),
    (N_("Games"), 0.1, N_("How many games against it were played to their end.")),
    (N_("Won"), 0.1, N_("How many of them you won.")),
    (N_("Drawn"), 0.1, N_("How many of them were drawn.")),
    (N_("Lost"), 0.1, N_("How many of them you lost.")),
    (N_("In a row"), 0.12, N_("How many games were won, or lost, in a row up to now.")),
    (
        N_("Discs lost per move"),
        0.2,
        N_("How many discs your moves lost on average, in reviewed games."),
    ),
)
WIDTH: Final = 720
LINE: Final = 28
# Besides the lines: the title, the sentences, the button.
REST: Final = 214


class ResultsDialog(Dialog[Results, None]):
    def __init__(self, results: Results) -> None:
        super().__init__(results, None)

    def fill(self) -> None:
        results, px = self.choice, self.theme.px
        rows = result_rows(results)
        self.open_window(_("Results"), (WIDTH, REST + LINE * (len(rows) + 1)))
        room = self.inside.width - 2 * px(MARGIN)
        lefts = [
            px(MARGIN) + round(room * share)
            for share in accumulate((share for _heading, share, _meaning in COLUMNS), initial=0.0)
        ]
        self._row([_(heading) for heading, _share, _meaning in COLUMNS], lefts, px(12), "@quiet")
        for number, row in enumerate(rows, start=1):
            self._row(row, lefts, px(12) + number * px(LINE), "@heading" if number == len(rows) else None)
        top = px(12) + (len(rows) + 1) * px(LINE) + px(12)
        suits = _("Suits me: {sentence}", sentence=describe_adaptive(results.adaptive_level))
        sentences = (
            *self.theme.lines(suits, NORMAL, room - px(8)),
            _(
                "Games from the usual starts count, without swapped sides; reviewed ones show how much "
                "was lost."
            ),
        )
        for number, sentence in enumerate(sentences):
            place = Rect(px(MARGIN), top + number * px(24), room, px(22))
            self.label(place, sentence, "@quiet")
        self.buttons(_("Close"), has_cancel=False)

    def _row(self, texts: tuple[str, ...] | list[str], lefts: list[int], top: int, style: str | None) -> None:
        cells = zip(texts, pairwise(lefts), COLUMNS, strict=True)
        for text, (left, right), (_heading, _share, meaning) in cells:
            label = self.label(Rect(left, top, right - left, self.theme.px(LINE - 4)), text, style)
            label.set_tooltip(_(meaning))


def format_streak(streak: int) -> str:
    """'3 won', '2 lost', '–' after a draw or no game."""
    if streak > 0:
        return ngettext("{count} won", "{count} won", streak, count=streak)
    if streak < 0:
        return ngettext("{count} lost", "{count} lost", -streak, count=-streak)
    return "–"


def result_rows(results: Results) -> list[tuple[str, ...]]:
    """A row for each level that was played, in the order of COLUMNS, and one for all of them."""
    tallies = [(level, results.tally(level)) for level in range(1, FULL_STRENGTH + 1)]
    rows = [(f"{level}  {format_level(level)}", tally) for level, tally in tallies if tally.games]
    return [_row(name, tally) for name, tally in (*rows, (_("All levels"), results.tally()))]


def _row(name: str, tally: ResultTally) -> tuple[str, ...]:
    counts = (tally.games, tally.wins, tally.draws, tally.losses)
    lost = "–" if tally.lost is None else f"{tally.lost:.1f}"
    return (name, *map(str, counts), format_streak(tally.streak), lost)
