"""The dialog that changes one lane of a race: which search, and what it may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ai.limits import ALGORITHM_NAMES, ENGINE_ORDERS, Techniques
from play.race import SWITCHES, Lane
from ui.dialogs.dialog import Dialog
from ui.dialogs.fields import enable, is_on
from ui.text import _
from ui.text.race_wording import describe_order
from ui.text.wording import search_name


class LaneDialog(Dialog[Lane, Callable[[Lane], None]]):
    """`listener` gets the lane as it has been chosen; it raises ValueError to refuse it."""

    def __init__(self, number: int, lane: Lane, listener: Callable[[Lane], None]) -> None:
        """`number` counts from 0."""
        super().__init__(lane, listener)
        self._number = number

    def fill(self) -> None:
        lane = self.choice
        self.open_window(_("Lane {number}").format(number=self._number + 1), (520, 348))
        algorithms = tuple(ALGORITHM_NAMES.values())
        self.algorithm = self.menu_row(_("Search"), algorithms, lane.algorithm, search_name)
        orders = tuple(reversed(ENGINE_ORDERS))
        self.order = self.menu_row(_("Moves"), orders, lane.techniques.order, describe_order)
        tip = _("Remembers positions, so that one reached by another way is not searched again.")
        self.table = self.check_box(_("Transposition table"), lane.techniques.table, tip)
        tip = _("Every depth begins with a narrow window around the score of the depth before.")
        self.aspiration = self.check_box(_("Aspiration"), lane.techniques.aspiration, tip)
        tip = _("Leaves out what a short search says is not worth a long one: its score may be another one.")
        self.selective = self.check_box(_("Selective search"), lane.selective, tip)
        self.buttons(_("Done"))
        self._allow()

    def _allow(self) -> None:
        """Offer only what makes a difference to the search chosen."""
        switches = SWITCHES[self.algorithm.value]
        for name in ("order", "table", "aspiration", "selective"):
            enable(getattr(self, name), name in switches)

    def changed(self) -> None:
        self.say("")
        self._allow()

    def chosen(self) -> Lane:
        techniques = Techniques(
            table=is_on(self.table), order=self.order.value, aspiration=is_on(self.aspiration)
        )
        return replace(
            self.choice,
            algorithm=self.algorithm.value,
            techniques=techniques,
            selective=is_on(self.selective),
        )

    def accept(self) -> None:
        try:
            self.listener(self.chosen())
        except ValueError as error:
            self.say_error(str(error))
        else:
            self.close()
