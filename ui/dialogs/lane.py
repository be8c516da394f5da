"""The dialog that changes one lane of a race: which search, and what it may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pygame_gui

from ai.limits import ALGORITHM_NAMES, ENGINE_ORDERS, Techniques
from play.race import SWITCHES, Lane
from ui.dialogs.dialog import Dialog
from ui.text import _
from ui.text.race_wording import describe_order, lane_name
from ui.theme import Theme


class LaneDialog(Dialog):
    def __init__(
        self,
        manager: pygame_gui.UIManager,
        theme: Theme,
        title: str,
        lane: Lane,
        apply: Callable[[Lane], None],
    ) -> None:
        """`apply` takes the lane as it has been chosen."""
        super().__init__(manager, theme, title, (520, 348))
        self._title = title
        self._lane = lane
        self._apply = apply
        algorithms = tuple(ALGORITHM_NAMES.values())
        self.algorithm = self.menu(self.row(_("Search")), algorithms, lane.algorithm, lane_name)
        self.order = self.menu(
            self.row(_("Moves")), tuple(reversed(ENGINE_ORDERS)), lane.techniques.order, describe_order
        )
        self.table = self.check_box(_("Transposition table"), lane.techniques.table)
        self.table.set_tooltip(
            _("Remembers positions, so that one reached by another way is not searched again.")
        )
        self.aspiration = self.check_box(_("Aspiration"), lane.techniques.aspiration)
        self.aspiration.set_tooltip(
            _("Every depth begins with a narrow window around the score of the depth before.")
        )
        self.selective = self.check_box(_("Selective search"), lane.selective)
        self.selective.set_tooltip(
            _("Leaves out what a short search says is not worth a long one: its score may be another one.")
        )
        self.buttons(_("Done"))
        self._allow()

    def _allow(self) -> None:
        """Offer only what makes a difference to the search chosen."""
        switches = SWITCHES[self.algorithm.value]
        widgets = {
            "order": self.order.element,
            "table": self.table,
            "aspiration": self.aspiration,
            "selective": self.selective,
        }
        for name, widget in widgets.items():
            if name in switches:
                widget.enable()
            else:
                widget.disable()

    def changed(self) -> None:
        self.say("")
        self._allow()

    def process(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_DROP_DOWN_MENU_CHANGED:
            self.changed()
        super().process(event)

    def choice(self) -> Lane:
        """What the widgets say now."""
        techniques = Techniques(
            table=bool(self.table.get_state()),
            order=self.order.value,
            aspiration=bool(self.aspiration.get_state()),
        )
        return replace(
            self._lane,
            algorithm=self.algorithm.value,
            techniques=techniques,
            selective=bool(self.selective.get_state()),
        )

    def accept(self) -> None:
        try:
            self._apply(self.choice())
        except ValueError as error:
            self.say_error(str(error))
        else:
            self.close()

    def rebuilt(self, manager: pygame_gui.UIManager, theme: Theme) -> LaneDialog:
        return LaneDialog(manager, theme, self._title, self.choice(), self._apply)
