"""The dialog that changes one lane of a race: which search, and what it may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ai.limits import ALGORITHM_NAMES, ENGINE_ORDERS, Techniques
from play.race import SWITCHES, Lane
from ui.dialogs.dialog import Dialog
from ui.dialogs.fields import enable, is_on
from ui.text import _
from ui.text.race_wording import describe_order
from ui.text.wording import search_name


@dataclass(frozen=True, slots=True)
class NumberedLane:
    """`number` counts from 0."""

    number: int
    lane: Lane


class LaneDialog(Dialog[NumberedLane, Callable[[int, Lane], None]]):
    """`listener` gets the number and the lane as it has been chosen; it raises ValueError to refuse it."""

    def fill(self) -> None:
        lane = self.choice.lane
        self.open_window(_("Lane {number}").format(number=self.choice.number + 1), (520, 348))
        algorithms = tuple(ALGORITHM_NAMES.values())
        self.algorithm = self.menu_row(_("Search"), algorithms, lane.algorithm, search_name)
        orders = tuple(reversed(ENGINE_ORDERS))
        self.order = self.menu_row(_("Moves"), orders, lane.techniques.order, describe_order)
        self.table = self.check_box(
            _("Transposition table"),
            lane.techniques.table,
            _("Remembers positions, so that one reached by another way is not searched again."),
        )
        self.aspiration = self.check_box(
            _("Aspiration"),
            lane.techniques.aspiration,
            _("Every depth begins with a narrow window around the score of the depth before."),
        )
        self.selective = self.check_box(
            _("Selective search"),
            lane.selective,
            _("Leaves out what a short search says is not worth a long one: its score may be another one."),
        )
        self.buttons(_("Done"))
        self._allow()

    def _allow(self) -> None:
        """Offer only what makes a difference to the search chosen."""
        switches = SWITCHES[self.algorithm.value]
        enable(self.order.element, "order" in switches)
        enable(self.table, "table" in switches)
        enable(self.aspiration, "aspiration" in switches)
        enable(self.selective, "selective" in switches)

    def changed(self) -> None:
        self.say("")
        self._allow()

    def chosen(self) -> NumberedLane:
        techniques = Techniques(
            table=is_on(self.table), order=self.order.value, aspiration=is_on(self.aspiration)
        )
        lane = replace(
            self.choice.lane,
            algorithm=self.algorithm.value,
            techniques=techniques,
            selective=is_on(self.selective),
        )
        return replace(self.choice, lane=lane)

    def accept(self) -> None:
        try:
            self.listener(self.choice.number, self.chosen().lane)
        except ValueError as error:
            self.say_error(str(error))
        else:
            self.close()
