"""The options of the textbook searches and of the engine's searches."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import pygame

from ai.limits import ENGINE_ALGORITHMS, Algorithm, Limit, Order
from ai.reference.choice import ASPIRING, WITHOUT_TABLE, Choice, Evaluator
from ai.reference.searches import Memory
from ai.trace.sentences import ORDER_TERMS
from play.race import SWITCHES, Lane
from ui.panels.options import Option, OptionGroup, OptionSet
from ui.text import N_, _
from ui.text.wording import describe_plies

ALGORITHMS: Final = (
    Option("minimax", N_("Minimax"), N_("Looks at everything"), Algorithm.MINIMAX),
    Option("alphabeta", N_("Alpha-beta"), N_("Skips what can no longer change the choice"),
           Algorithm.ALPHABETA),
    Option("pvs", N_("PVS"),
           N_("Bets that the first move is best, and only tests whether others are better"),
           Algorithm.PVS),
    Option("scout", N_("SCOUT"), N_("Tests every move before searching it: the forerunner of PVS"),
           Algorithm.SCOUT),
    Option("mtdf", N_("MTD(f)"), N_("Only null windows, closing in on the score from a first guess"),
           Algorithm.MTDF),
    Option("mt_sss", N_("MT-SSS*"), N_("MTD(f) that begins with a guess of +∞: SSS* without its list"),
           Algorithm.MT_SSS),
    Option("sss", N_("SSS*"), N_("Keeps a list of positions, and always searches the most promising one"),
           Algorithm.SSS),
)  # fmt: skip
NO_TABLE: Final = N_("{search} does not use a table.")
NO_WINDOW: Final = N_("{search} does not begin with a window around the last score.")
OF_TREE: Final = N_("Your own tree sets this.")
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
        Option("killers", ORDER_TERMS[Order.KILLERS],
               N_("The last two moves that cut at the same ply go first"), Order.KILLERS),
        Option("history", ORDER_TERMS[Order.HISTORY],
               N_("Moves that cut most often, anywhere, go first; far from the leaves a cut counts more"),
               Order.HISTORY),
        Option("by_evaluation", ORDER_TERMS[Order.EVALUATION],
               N_("Moves sorted by their evaluation, except one ply before the leaves"),
               Order.EVALUATION),
        Option("pv_first", ORDER_TERMS[Order.PV_FIRST],
               N_("Deepen ply by ply: the best move of the last depth goes first"), Order.PV_FIRST),
    ), OF_TREE),
    OptionGroup("memory", N_("Memory"), pygame.K_t, (
        Option("table_off", N_("no table"), N_("Nothing is remembered"), Memory.OFF),
        Option("table_positions", N_("positions"),
               N_("A transposition table: a position is searched once"), Memory.POSITIONS),
        Option("table_paths", N_("paths"),
               N_("A table of move sequences: the search stays a tree, as in SSS*"), Memory.PATHS),
    ), NO_TABLE),
    OptionGroup("aspiration", N_("Window"), pygame.K_w, (
        OPEN,
        Option("aspiration", AROUND, N_("Deepen ply by ply, expecting the last score"), True),
    ), NO_WINDOW),
    OptionGroup("evaluator", N_("Evaluation"), pygame.K_l, (
        Option("learned", N_("learned"),
               N_("Leaves are valued by the program's learned evaluation"), Evaluator.LEARNED),
        Option("discs", N_("discs"), N_("Leaves are valued by counting discs, as in a beginner's book"),
               Evaluator.DISCS),
    ), OF_TREE),
)  # fmt: skip
"""The options of the textbook searches."""

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
               N_("A transposition table: a position is searched once"), True),
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
               N_("Skips moves that a short search finds not worth a long one: the score may differ"),
               True),
    ), N_("{search} leaves nothing out.")),
)  # fmt: skip
"""The options of the engine's searches."""

LIMITS: Final = (
    *(Limit(depth=depth) for depth in (4, 6, 8, 10, 12, 14, 16, 18, 20)),
    *(Limit(seconds=seconds) for seconds in (1.0, 3.0, 10.0, 30.0)),
)
"""The limits of the engine's searches, in growing order."""


class SearchOptions(OptionSet):
    """The options of a search, and its limit: one of `limits`, in ascending order."""

    def __init__(
        self,
        groups: tuple[OptionGroup, ...],
        choice: Callable[[], Lane | Choice],
        choose: Callable[[Any], None],
        limit: Callable[[], Limit],
        set_limit: Callable[[Limit], None],
        limits: Callable[[], Sequence[Limit]] = lambda: LIMITS,
        unused: Callable[[], Collection[str]] = tuple,
    ) -> None:
        """`unused` returns the fields that make no difference to the search."""

        def is_used(field: str) -> bool:
            return field not in unused() and _is_used(choice(), field)

        super().__init__(groups, choice, choose, is_used)
        self._limit, self._set_limit, self._limits = limit, set_limit, limits

    @property
    def summary(self) -> str:
        """The options that make a difference, in one line."""
        used = [group for group in self.groups if self.is_used(group.field)]
        return " · ".join(_(self.option_of(group).label) for group in used)

    @property
    def how_far(self) -> str:
        """The limit in words: '5 plies', '10 s', 'to the end'."""
        limit = self._limit()
        if limit.depth is not None:
            return describe_plies(limit.depth)
        return _("to the end") if limit.seconds is None else _("{seconds} s", seconds=f"{limit.seconds:g}")

    def next_limit(self, step: int) -> Limit | None:
        """Returns the next greater limit, or the next smaller one with -1; None if there is none."""
        now = _reach(self._limit())
        if step > 0:
            return next((each for each in self._limits() if _reach(each) > now), None)
        return next((each for each in reversed(self._limits()) if _reach(each) < now), None)

    def go(self, step: int) -> None:
        if (limit := self.next_limit(step)) is not None:
            self._set_limit(limit)


def _reach(limit: Limit) -> tuple[bool, float]:
    return limit.depth is None, limit.depth or limit.seconds or 0.0


def _is_used(choice: Lane | Choice, field: str) -> bool:
    if isinstance(choice, Lane):
        return choice.code is None and (field == "algorithm" or field in SWITCHES[choice.algorithm])
    if field == "memory":
        return choice.algorithm not in WITHOUT_TABLE
    return field != "aspiration" or choice.algorithm in ASPIRING
