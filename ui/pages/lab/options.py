"""The options of a search: groups under captions, in a drawer that all ways to explore share."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, ClassVar, Final

import pygame
from pygame import Rect, Surface

from ai.limits import ENGINE_ALGORITHMS, Algorithm, Limit, Order
from ai.reference.choice import Evaluator
from ai.reference.searches import Memory
from play.race import SWITCHES, Lane
from ui.actions import Action, Actions, Group
from ui.buttons import ButtonRow, add_buttons, in_rows, row_width
from ui.input import Key
from ui.panels.panel import Panel
from ui.text import N_, _
from ui.text.wording import describe_plies, search_name
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


ALGORITHMS: Final = (
    Option("minimax", N_("Minimax"), N_("Looks at everything"), Algorithm.MINIMAX),
    Option("alphabeta", N_("Alpha-beta"), N_("Leaves out what can no longer change the choice"),
           Algorithm.ALPHABETA),
    Option("pvs", N_("PVS"),
           N_("Bets that the first move is best, and asks only whether the others are better"),
           Algorithm.PVS),
    Option("scout", N_("SCOUT"), N_("Tests every move before searching it: the forerunner of PVS"),
           Algorithm.SCOUT),
    Option("mtdf", N_("MTD(f)"), N_("Only zero windows, closing in on the score from a first guess"),
           Algorithm.MTDF),
    Option("mt_sss", N_("MT-SSS*"), N_("MTD(f) that begins with a guess of +∞: SSS* without its list"),
           Algorithm.MT_SSS),
    Option("sss", N_("SSS*"), N_("Always searches the most promising position, and keeps a list of them all"),
           Algorithm.SSS),
)  # fmt: skip
NO_TABLE: Final = N_("{search} does not use a table.")
NO_WINDOW: Final = N_("{search} does not begin with a window around the last score.")
OPEN: Final = Option("window_open", N_("open window"), N_("Search for any score from the start"), False)
AROUND: Final = N_("around the last score")

PLAIN_GROUPS: Final = (
    OptionGroup("algorithm", N_("Algorithm"), pygame.K_p, ALGORITHMS),
    OptionGroup("order", N_("Order of the moves"), pygame.K_s, (
        Option("sorted", N_("sorted"), N_("Fewest replies and corners first"), Order.STATIC),
        Option("unsorted", N_("unsorted"),
               N_("Moves from a1 to h8: PVS bets on the first one and often loses"), Order.UNSORTED),
        Option("worst_first", N_("worst first"),
               N_("The order reversed: almost nothing can be cut off"), Order.WORST_FIRST),
    )),
    OptionGroup("memory", N_("Memory"), pygame.K_t, (
        Option("table_off", N_("no table"), N_("Nothing is remembered"), Memory.OFF),
        Option("table_positions", N_("positions"),
               N_("A transposition table: the same discs are searched once"), Memory.POSITIONS),
        Option("table_paths", N_("paths"),
               N_("A table of move sequences: the search stays a tree, as in SSS*"), Memory.PATHS),
    ), NO_TABLE),
    OptionGroup("aspiration", N_("Window"), pygame.K_w, (
        OPEN,
        Option("aspiration", AROUND, N_("Deepen ply by ply, expecting the last score"), True),
    ), NO_WINDOW),
    OptionGroup("evaluator", N_("Evaluation"), pygame.K_l, (
        Option("learned", N_("learned"),
               N_("Leaves are valued by the evaluation that the program has learned"), Evaluator.LEARNED),
        Option("discs", N_("discs"), N_("Leaves are valued by counting discs, as a beginner's book would"),
               Evaluator.DISCS),
    )),
)  # fmt: skip
"""Of the searches of the textbooks."""

ENGINE_GROUPS: Final = (
    OptionGroup("algorithm", N_("Algorithm"), pygame.K_p,
                tuple(option for option in ALGORITHMS if option.value in ENGINE_ALGORITHMS)),
    OptionGroup("order", N_("Order of the moves"), pygame.K_s, (
        Option("order_full", N_("sorted"),
               N_("Far from the leaves, sorted by the evaluation some plies ahead"), Order.FULL),
        Option("order_killers", N_("killers"),
               N_("Moves that cut in the same place or often anywhere (history) first"), Order.KILLERS),
        Option("order_static", N_("static order"), N_("Fewest replies and corners first"), Order.STATIC),
        Option("order_none", N_("unsorted"), N_("In board order, from a1 to h8"), Order.UNSORTED),
    ), N_("{search} looks at every move: their order changes nothing.")),
    OptionGroup("table", N_("Memory"), pygame.K_t, (
        Option("table_on", N_("positions"),
               N_("A transposition table: the same discs are searched once"), True),
        Option("table_none", N_("no table"), N_("Nothing is remembered"), False),
    ), NO_TABLE),
    OptionGroup("aspiration", N_("Window"), pygame.K_w, (
        Option("window_around", AROUND,
               N_("Every depth begins with a narrow window around the score of the previous depth."), True),
        OPEN,
    ), NO_WINDOW),
    OptionGroup("selective", N_("Selection"), pygame.K_l, (
        Option("full_width", N_("full width"), N_("Every move is searched to the same depth"), False),
        Option("selective", N_("selective"),
               N_("Leaves out what a short search says is not worth a long one: its score may differ"),
               True),
    ), N_("{search} leaves nothing out.")),
)  # fmt: skip
"""Of the searches of the engine."""


class OptionCommands(ABC):
    """The commands of a way to explore: a search with options, and how far it goes."""

    groups: ClassVar[tuple[OptionGroup, ...]]

    @property
    def options_title(self) -> str:
        """What the options are of."""
        return _("Options")

    choice: Any
    """What is searched, a frozen value: its fields are those of the groups."""

    @abstractmethod
    def choose(self, choice: Any) -> None: ...

    def choose_option(self, field: str, value: object) -> None:
        self.choose(replace(self.choice, **{field: value}))

    @property
    def algorithm(self) -> Algorithm:
        return Algorithm(self.choice.algorithm)

    @abstractmethod
    def has_option(self, field: str) -> bool:
        """Whether it makes a difference to the search."""

    limits: Sequence[Limit]
    """How far it can go, each farther than the one before."""
    limit: Limit
    """How far it goes."""

    @abstractmethod
    def set_limit(self, limit: Any) -> None: ...

    @property
    def how_far(self) -> str:
        """'5 plies', '10 s'"""
        if self.limit.depth is not None:
            return describe_plies(self.limit.depth)
        return _("{seconds} s", seconds=f"{self.limit.seconds or 0.0:g}")

    def next_limit(self, step: int) -> Any:
        """A limit a step farther, or less far with -1; None where there is none."""
        now = _reach(self.limit)
        if step > 0:
            return next((each for each in self.limits if _reach(each) > now), None)
        return next((each for each in reversed(self.limits) if _reach(each) < now), None)

    def option_of(self, group: OptionGroup) -> Option:
        """The chosen one."""
        return next(option for option in group.options if option.value == getattr(self.choice, group.field))

    @property
    def summary(self) -> str:
        """The options that make a difference, in one line."""
        used = [group for group in self.groups if self.has_option(group.field)]
        words = (_(self.option_of(group).label) for group in used[1:])
        return " · ".join((search_name(self.algorithm), *words))

    def note_of(self, group: OptionGroup) -> str:
        """What the chosen option does, or why none makes a difference."""
        if self.has_option(group.field):
            return _(self.option_of(group).tip)
        return _(group.why_not, search=search_name(self.algorithm))

    def option_rows(self) -> tuple[Action, ...]:
        """For each group the key to the next of its options, and one for each option."""
        return tuple(chain(*map(self._rows_of, self.groups)))

    def _rows_of(self, group: OptionGroup) -> Iterator[Action]:
        def choose_next() -> None:
            at = group.options.index(self.option_of(group))
            self.choose_option(group.field, group.options[(at + 1) % len(group.options)].value)

        is_possible = partial(self.has_option, group.field)
        key = Key(group.key, control=True, shift=True)
        yield Action(f"next_{group.field}", group.caption, N_("To the next option"), choose_next, (key,),
                     Group.SEARCH, is_possible=is_possible)  # fmt: skip
        for option in group.options:
            yield Action(option.identity, option.label, option.tip,
                         partial(self.choose_option, group.field, option.value), group=Group.SEARCH,
                         is_possible=is_possible, is_on=partial(self._is_chosen, group, option))  # fmt: skip

    def _is_chosen(self, group: OptionGroup, option: Option) -> bool:
        return self.option_of(group) is option


def _reach(limit: Limit) -> tuple[bool, float]:
    return limit.depth is None, limit.depth or limit.seconds or 0.0


LIMITS: Final = (
    *(Limit(depth=depth) for depth in (4, 6, 8, 10, 12, 14, 16, 18, 20)),
    *(Limit(seconds=seconds) for seconds in (1.0, 3.0, 10.0, 30.0)),
)
"""How far a search of the engine can go."""


class LaneCommands(OptionCommands):
    """Whose search is one of the engine's."""

    groups = ENGINE_GROUPS
    limits = LIMITS
    choice: Lane

    def has_option(self, field: str) -> bool:
        return field == "algorithm" or field in SWITCHES[self.algorithm]


# The drawer


class OptionsPanel(Panel[tuple[str, ...]]):
    """A title, and a note to each group. In a wide card the groups stand in two columns."""

    def __init__(self, theme: Theme, rect: Rect, groups: Sequence[OptionGroup], actions: Actions) -> None:
        super().__init__(theme, rect)
        self.buttons = ButtonRow(theme, has_pictures=False)
        self._places: list[tuple[OptionGroup, Rect, Rect]] = []  # of caption and note, in the card
        px, inside = theme.px, self.inside
        columns = 2 if inside.width >= px(600) else 1
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
