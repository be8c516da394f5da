"""The dialog for a custom game tree: typed, generated from a seed, or one of the named trees."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pygame import Surface

from ai.reference.written import (
    BRANCHES,
    NAMED,
    PLIES,
    Arrangement,
    WrittenTree,
    draw_tree,
    parse_tree,
)
from ui.clipboard import write_clipboard
from ui.dialogs.dialog import Dialog
from ui.text import N_, _, ngettext
from ui.text.wording import capitalised, describe_plies
from ui.written_view import WrittenScene, WrittenTreePanel

# Lengths at a scale of 1.
ENTRY: Final = 72
NEXT: Final = 112
SEED: Final = re.compile(r"\s*\d{1,9}\s*")

NAMES: Final = {
    "": N_("your own"),
    "textbook": N_("the textbooks’ tree"),
    "pvs_wins": N_("PVS wins: fewer nodes than alpha-beta"),
    "pvs_loses": N_("PVS loses: more nodes than minimax"),
    "order": N_("The order decides: nothing to cut off"),
}
ARRANGEMENTS: Final = {
    Arrangement.UNSORTED: N_("unsorted"),
    Arrangement.SORTED: N_("sorted"),
    Arrangement.WORST_FIRST: N_("worst first"),
}


@dataclass(frozen=True, slots=True)
class TreeForm:
    """The values of the dialog: `text` is the tree; the rest is how a tree was last generated."""

    text: str = NAMED["textbook"]
    seed: str = "1"
    plies: int = PLIES[1]
    branches: int = BRANCHES[1]
    arrangement: Arrangement = Arrangement.UNSORTED

    @property
    def name(self) -> str:
        """The name of the tree, '' if it has none."""
        return next((name for name, text in NAMED.items() if text == self.text.strip()), "")

    def drawn(self) -> "TreeForm":
        """Returns the form with the tree of its seed. Raises ValueError for a bad seed."""
        if not SEED.fullmatch(self.seed):
            raise ValueError(_("a seed is a number of at most 9 digits"))
        return replace(
            self, text=draw_tree(int(self.seed), self.plies, self.branches, self.arrangement).text()
        )


class OwnTreeDialog(Dialog[TreeForm, Callable[[TreeForm, WrittenTree], None]]):
    """The tree, drawn while its text is typed; `listener` gets the form and the tree."""

    row_gap = 8

    def fill(self) -> None:
        form = self.choice
        self.open_window(_("Own tree"), (820, 620))
        self.named = self.menu_row(_("Which tree"), tuple(NAMES), form.name, lambda name: _(NAMES[name]))
        seed, plies, branches, arrangement, another = self.parts(
            self.field_row(_("From a seed")), ENTRY, 0, 0, 0, NEXT
        )
        self.seed = self.entry(seed, form.seed, "1")
        self.plies = self.menu(plies, tuple(PLIES), form.plies, describe_plies)
        self.branches = self.menu(branches, tuple(BRANCHES), form.branches, _branches)
        self.arrangement = self.menu(
            arrangement, tuple(Arrangement), form.arrangement, lambda each: _(ARRANGEMENTS[each])
        )
        self.button(another, _("Another"), self.draw_another, tip=_("The tree of the next seed"))
        self.line = self.entry(self.field_row(_("As text")), form.text, NAMED["textbook"])
        self.search = self.buttons(_("Search"))
        self.button_at_left(_("Copy"), self.copy_text, tip=_("Copy the tree as text, to share it"))
        self.focus_text(self.line)
        place = self.room.move(self.window.get_container().rect.topleft)
        self.picture = WrittenTreePanel(self.theme, place)
        self._show_tree()

    def chosen(self) -> TreeForm:
        values = self.plies.value, self.branches.value, self.arrangement.value
        return TreeForm(self.line.get_text(), self.seed.get_text(), *values)

    def changed(self) -> None:
        """Updates the text from the field that changed, or the picture if the text itself did."""
        before, form = self.choice, self.chosen()
        self.choice = form
        if replace(form, text=before.text) != before:
            self._draw(form)
        elif self.named.value != before.name and form.text == before.text:
            self._show(replace(form, text=NAMED.get(self.named.value, "")))
        else:
            self._show_tree()

    def draw_another(self) -> None:
        form = self.chosen()
        self._draw(replace(form, seed=str(int(form.seed) + 1) if SEED.fullmatch(form.seed) else "1"))

    def _draw(self, form: TreeForm) -> None:
        try:
            self._show(form.drawn())
        except ValueError as error:
            self.show_error(capitalised(str(error)), self.seed)

    def _show(self, form: TreeForm) -> None:
        self.choice = form
        for field, words in ((self.seed, form.seed), (self.line, form.text)):
            if field.get_text() != words:
                field.set_text(words)
        self._show_tree()

    def _show_tree(self) -> None:
        """Shows the tree; if the text is wrong, shows the error and leaves the last picture."""
        self.named.choose(self.choice.name)
        self.tree: WrittenTree | None = None
        try:
            self.tree = tree = parse_tree(self.choice.text)
        except ValueError as error:
            self.search.disable()
            self.show_error(capitalised(str(error)), self.line)
            return
        self.search.enable()
        self.picture.update(WrittenScene(tree))
        leaves = ngettext("{count} leaf", "{count} leaves", tree.leaves, count=tree.leaves)
        said = _("{plies}, {leaves}", plies=describe_plies(tree.depth), leaves=leaves)
        self.show_message(said if tree.is_even else _("{tree}; not all are equally deep", tree=said))

    def copy_text(self) -> None:
        try:
            write_clipboard(self.line.get_text())
        except ValueError as error:
            self.show_error(str(error))
        else:
            self.show_message(_("Copied to the clipboard"))

    def accept(self) -> None:
        if self.tree is not None:
            self.close()
            self.listener(self.choice, self.tree)

    def draw(self, surface: Surface) -> None:
        super().draw(surface)
        menus = self.named, self.plies, self.branches, self.arrangement
        is_listing = any(menu.list is not None for menu in menus)
        if self.is_open and self.tree is not None and not is_listing:
            self.picture.draw(surface)


def _branches(count: int) -> str:
    return ngettext("{count} branch", "{count} branches", count, count=count)
