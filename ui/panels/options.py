"""The options of a search or a tournament: groups under captions, in a drawer."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from pygame import Rect, Surface

from ui.actions import Action, Actions, Group
from ui.buttons import ButtonRow, add_buttons, in_rows, row_width
from ui.input import Key
from ui.panels.panel import Panel
from ui.text import N_, _
from ui.theme import NORMAL, SMALL, Theme

# Lengths at a scale of 1.
TITLE: Final = 26
CAPTION: Final = 18
BUTTON: Final = 30
NOTE: Final = 32  # two lines
GROUP_GAP: Final = 10
PADDING: Final = 14


@dataclass(frozen=True, slots=True)
class Option:
    """`label` and the sentence `tip` are marked for translation."""

    identity: str
    label: str
    tip: str
    value: object


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """The options of a `field`, of which one is chosen. `key`, with Ctrl and Shift, goes to the next one;
    `why_not` says why they make no difference to some searches.
    """

    field: str
    caption: str
    key: int
    options: tuple[Option, ...]
    why_not: str = ""


class OptionSet:
    """The options of a frozen value, `choice`, whose fields are those of the groups. `choose` is called with
    another value; `is_used` returns whether the options of a field make a difference.
    """

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
        """For each group the key to the next of its options, and one for each option."""

    def option_of(self, group: OptionGroup) -> Option:
        """The chosen one; the first where a file has something else."""
        chosen = getattr(self._choice(), group.field)
        return next((option for option in group.options if option.value == chosen), group.options[0])

    @property
    def words(self) -> tuple[str, ...]:
        """What the drawer says: its title, and of each group what the chosen option does, or why none makes a
        difference.
        """
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


class OptionsPanel(Panel[tuple[str, ...]]):
    """A title, and a note to each group. In a wide card the groups stand in two columns."""

    def __init__(self, theme: Theme, rect: Rect, groups: Sequence[OptionGroup], actions: Actions) -> None:
        super().__init__(theme, rect)
        self.buttons = ButtonRow(theme, has_pictures=False)
        self._places: list[tuple[OptionGroup, Rect, Rect]] = []  # of caption and note, in the card
        px, inside = theme.px, self.inside
        columns = 2 if inside.width >= px(500) else 1
        width = (inside.width - (columns - 1) * px(2 * PADDING)) // columns
        x, y = inside.left, inside.top - px(4) + px(TITLE)
        for n, group in enumerate(groups):
            if columns == 2 and n == (len(groups) + 1) // 2:
                x, y = inside.right - width, inside.top - px(4) + px(TITLE)
            caption = Rect(x, y, width, px(CAPTION))
            y += px(CAPTION)
            options = [actions[option.identity] for option in group.options]
            for line in in_rows(options, lambda row: row_width(theme, [("segment", row)], PADDING), width):
                place = Rect(x, y, width, px(BUTTON)).move(self.rect.topleft)
                add_buttons(self.buttons, theme, place, [("segment", line)], PADDING, fills=True)
                y += px(BUTTON)
            self._places.append((group, caption, Rect(x, y + px(2), width, px(NOTE))))
            y += px(NOTE + GROUP_GAP)

    def paint(self, surface: Surface, model: tuple[str, ...]) -> None:
        inside, (title, *notes) = self.inside, model
        place = inside.left, inside.top - self.theme.px(8)
        self.write(surface, title, "text", NORMAL, True, topleft=place)
        for (group, caption, note), words in zip(self._places, notes, strict=True):
            self.write(surface, _(group.caption), "quiet", SMALL, True, topleft=caption.topleft)
            if note.bottom <= self.rect.height:  # else with large text in a small window
                picture = self.theme.text(words, SMALL, "quiet", room=note.width)
                surface.blit(picture, note, Rect((0, 0), note.size))
