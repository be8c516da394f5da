"""The options of a search or a tournament, grouped under captions in a drawer."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from pygame import Rect

from ui.actions import Action, Actions, Group
from ui.boxes import Box, area, button, column, grow, row, text
from ui.buttons import button_width, in_rows
from ui.input import Key
from ui.panels.panel import BoxPanel
from ui.text import N_, _
from ui.theme import SMALL, Theme

# Lengths at a scale of 1: the least width of a card with two columns, the gaps between columns and between
# groups, and the padding of a button.
WIDE: Final = 500
BETWEEN: Final = 28
GAP: Final = 10
PADDING: Final = 14


@dataclass(frozen=True, slots=True)
class Option:
    """One option; its `label` and the sentence `tip` are marked for translation."""

    identity: str
    label: str
    tip: str
    value: object


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """The options of a `field`. Ctrl+Shift+`key` selects the next; `why_not` explains why they are grey."""

    field: str
    caption: str
    key: int
    options: tuple[Option, ...]
    why_not: str = ""


class OptionSet:
    """The options of a frozen value with a field for each group; `choose` receives the changed value."""

    def __init__(
        self,
        groups: tuple[OptionGroup, ...],
        choice: Callable[[], Any],
        choose: Callable[[Any], None],
        is_used: Callable[[str], bool],
    ) -> None:
        self.groups = groups
        self.title: Callable[[], str] = lambda: _("Options")
        self.is_used = is_used
        self._choice, self._choose = choice, choose
        self.rows = tuple(row for group in groups for row in self._rows_of(group))
        """For each group the action that selects its next option, and one action for each option."""

    def option_of(self, group: OptionGroup) -> Option:
        """Returns the chosen option; the first if the value (of a file) is none of them."""
        chosen = getattr(self._choice(), group.field)
        return next((option for option in group.options if option.value == chosen), group.options[0])

    @property
    def words(self) -> tuple[str, ...]:
        """The title, and for each group what its chosen option does, or why it makes no difference."""
        search = _(self.option_of(self.groups[0]).label)
        notes = (
            _(self.option_of(group).tip) if self.is_used(group.field) else _(group.why_not, search=search)
            for group in self.groups
        )
        return self.title(), *notes

    def _rows_of(self, group: OptionGroup) -> Iterator[Action]:
        def choose(option: Option) -> None:
            self._choose(replace(self._choice(), **{group.field: option.value}))

        def choose_next() -> None:
            at = group.options.index(self.option_of(group))
            choose(group.options[(at + 1) % len(group.options)])

        def is_chosen(option: Option) -> bool:
            return self.option_of(group) is option

        is_possible = partial(self.is_used, group.field)
        key = Key(group.key, control=True, shift=True)
        yield Action(f"next_{group.field}", group.caption, N_("To the next option"), choose_next, (key,),
                     Group.SEARCH, is_possible=is_possible)  # fmt: skip
        for option in group.options:
            yield Action(option.identity, option.label, option.tip,
                         partial(choose, option), group=Group.SEARCH, is_possible=is_possible,
                         is_on=partial(is_chosen, option))  # fmt: skip


class OptionsPanel(BoxPanel[tuple[str, ...]]):
    """The options below a title, with a note for each group; in a wide card they have two columns."""

    padding = (16, 8)

    def __init__(self, theme: Theme, rect: Rect, groups: Sequence[OptionGroup], actions: Actions) -> None:
        super().__init__(theme, rect)
        self._groups, self._actions = groups, actions

    def content(self, model: tuple[str, ...]) -> Box:
        title, *notes = model
        width, columns = self.room.width, 1
        if width >= self.theme.px(WIDE):
            width, columns = (width - self.theme.px(BETWEEN)) // 2, 2
        groups = [self._group(group, note, width) for group, note in zip(self._groups, notes, strict=True)]
        first = -(-len(groups) // columns)
        parts = (grow(column(*part, gap=GAP)) for part in (groups[:first], groups[first:]) if part)
        return column(text(title, bold=True, lines=1), row(*parts, gap=BETWEEN, alike=True), gap=GAP)

    def _group(self, group: OptionGroup, note: str, width: int) -> Box:
        options = [self._actions[option.identity] for option in group.options]
        lines = in_rows(options, lambda line: self._switch(line).widths(self.theme)[0], width)
        caption = text(_(group.caption), SMALL, ink="quiet", bold=True, lines=1, order=2)
        words = grow(column(text(note, SMALL, ink="quiet"), grow()))
        two_lines = 2 * self.theme.line_height(note, SMALL) / self.theme.scale  # so that nothing moves
        whole = row(area("", 0, two_lines), words, gap=0, order=1)
        return column(caption, *map(self._switch, lines), whole, gap=1)

    def _switch(self, line: Sequence[Action]) -> Box:
        widths = (button_width(self.theme, action, PADDING) for action in line)
        buttons = (button(action, style="segment", padding=PADDING) for action in line)
        return row(*map(grow, buttons, widths), gap=0)
