"""What became of the games against each level of the computer: a small table."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Final

from pygame import Rect

from play.results import Results
from ui.dialogs.dialog import MARGIN, Dialog
from ui.text import _
from ui.text.results_wording import HEADINGS, MEANINGS, describe_adaptive, result_rows
from ui.text.wording import format_level

WIDTH: Final = 720
LINE: Final = 28
# Of the room for the table, what each column takes.
SHARES: Final = (0.28, 0.1, 0.1, 0.1, 0.1, 0.12, 0.2)
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
        lefts = [px(MARGIN) + round(room * share) for share in accumulate(SHARES, initial=0.0)]
        self._row([_(heading) for heading in HEADINGS], lefts, px(12), "@quiet")
        for number, row in enumerate(rows, start=1):
            self._row(row, lefts, px(12) + number * px(LINE), "@heading" if number == len(rows) else None)
        top = px(12) + (len(rows) + 1) * px(LINE) + px(12)
        level = results.adaptive_level
        sentences = (
            _("The adaptive level is now {level}, {name}.").format(level=level, name=format_level(level)),
            describe_adaptive(),
            _("Games from the usual starts count, without exchanged sides; reviewed ones say what was lost."),
        )
        for number, sentence in enumerate(sentences):
            place = Rect(px(MARGIN), top + number * px(24), room, px(22))
            self.label(place, sentence, "@quiet")
        self.buttons(_("Close"), has_cancel=False)

    def _row(self, texts: tuple[str, ...] | list[str], lefts: list[int], top: int, style: str | None) -> None:
        for text, (left, right), meaning in zip(texts, pairwise(lefts), MEANINGS, strict=True):
            label = self.label(Rect(left, top, right - left, self.theme.px(LINE - 4)), text, style)
            label.set_tooltip(_(meaning))
