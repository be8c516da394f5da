"""The text of every search, as data, and the line of it that each event belongs to.

It is the story of the code in ai/reference/searches.py and ai/reference/stockman.py, so it is changed with
that. A line names the parts it plays; a part is what an event means to the algorithm.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from ai.reference.choice import Choice, PlainSearch
from ai.reference.observer import Reason
from ai.reference.tree import Order
from ai.trace.recording import NO_NODE, Event, Trace


class Part(Enum):
    """What a line of an algorithm is about."""

    ENTER = auto()
    GAME_OVER = auto()
    EVALUATE = auto()
    TABLE = auto()
    MOVES = auto()
    NULL_WINDOW = auto()
    RESEARCH = auto()
    IMPROVE = auto()
    CUT = auto()
    RETURN = auto()
    # The same in the function that only tests: that of SCOUT, MTD(f) and MT-SSS*.
    TEST_ENTER = auto()
    TEST_LEAF = auto()
    TEST_TABLE = auto()
    TEST_MOVES = auto()
    TEST_IMPROVE = auto()
    TEST_CUT = auto()
    TEST_RETURN = auto()
    # The root is searched, with a guess, and once more.
    PASS = auto()
    ANOTHER_PASS = auto()
    # OPEN of SSS*, and the cases of its operator.
    START = auto()
    POP = auto()
    POP_ROOT = auto()
    LIVE = auto()
    CASE_1 = auto()
    CASE_1_PURGE = auto()
    CASE_2 = auto()
    CASE_3 = auto()
    CASE_4 = auto()
    CASE_5 = auto()
    CASE_6 = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """Two spaces an indent."""

    text: str
    parts: frozenset[Part]


@dataclass(frozen=True, slots=True)
class Text:
    """An algorithm. `source` is author and year."""

    title: str
    source: str
    lines: tuple[Line, ...]

    def line_of(self, part: Part) -> int:
        """From 0. Raises ValueError when the algorithm has no such part."""
        for number, line in enumerate(self.lines):
            if part in line.parts:
                return number
        raise ValueError(f"{self.title} has no line for {part.name}")


_Row = tuple[str, *tuple[Part, ...]]

_PASSES: Final = (Part.PASS, Part.ANOTHER_PASS)
_LEAF: Final[tuple[_Row, ...]] = (
    ("  if the game is over: return the result", Part.GAME_OVER),
    ("  if depth = 0: return the evaluation", Part.EVALUATE),
)
_KNOWN: Final[_Row] = ("  if the table knows enough: return that", Part.TABLE)
_STORE: Final[_Row] = ("  store best in the table",)
_MOVES: Final[_Row] = ("  for each move, {order}", Part.MOVES)
_CUT: Final[_Row] = ("    if best ≥ β: cut off the other moves", Part.CUT)
_RETURN: Final[_Row] = ("  return best", Part.RETURN)

_TEST: Final[tuple[_Row, ...]] = (
    ("function test(node, γ, depth)   is it worth γ?", Part.TEST_ENTER),
    ("  if the game is over or depth = 0: return the value", Part.TEST_LEAF),
    ("  if the table knows enough: return that", Part.TEST_TABLE),
    ("  best ← −∞",),
    ("  for each move, {order}", Part.TEST_MOVES),
    ("    best ← max(best, −test(child, 1 − γ, depth − 1))", Part.TEST_IMPROVE),
    ("    if best ≥ γ: cut off the other moves", Part.TEST_CUT),
    _STORE,
    ("  return best", Part.TEST_RETURN),
)

_BODIES: Final[dict[PlainSearch, tuple[str, tuple[_Row, ...]]]] = {
    PlainSearch.MINIMAX: (
        "Shannon 1950",
        (
            ("function minimax(node, depth)", Part.ENTER),
            *_LEAF,
            ("  best ← −∞",),
            _MOVES,
            ("    child ← the position after the move",),
            ("    v ← −minimax(child, depth − 1)",),
            ("    if v > best",),
            ("      best ← v", Part.IMPROVE),
            _RETURN,
        ),
    ),
    PlainSearch.ALPHABETA: (
        "Edwards & Hart 1961; Knuth & Moore 1975",
        (
            ("function alphabeta(node, α, β, depth)", Part.ENTER),
            *_LEAF,
            _KNOWN,
            ("  best ← −∞",),
            _MOVES,
            ("    v ← −alphabeta(child, −β, −α, depth − 1)",),
            ("    best ← max(best, v)",),
            ("    α ← max(α, best)", Part.IMPROVE),
            _CUT,
            _STORE,
            _RETURN,
        ),
    ),
    PlainSearch.PVS: (
        "Marsland & Campbell 1982; Reinefeld 1983 (NegaScout)",
        (
            ("function pvs(node, α, β, depth)", Part.ENTER),
            *_LEAF,
            _KNOWN,
            ("  best ← −∞",),
            _MOVES,
            ("    if it is the first",),
            ("      v ← −pvs(child, −β, −α, depth − 1)",),
            ("    else",),
            ("      v ← −pvs(child, −α − 1, −α, depth − 1)", Part.NULL_WINDOW),
            ("      if α < v < β",),
            ("        v ← −pvs(child, −β, −v, depth − 1)", Part.RESEARCH),
            ("    best ← max(best, v);  α ← max(α, best)", Part.IMPROVE),
            _CUT,
            _STORE,
            _RETURN,
        ),
    ),
    PlainSearch.SCOUT: (
        "Pearl 1980",
        (
            ("function scout(node, depth)", Part.ENTER),
            (
                "  if the game is over or depth = 0: return the value",
                *(Part.GAME_OVER, Part.EVALUATE, Part.TABLE),
            ),
            _MOVES,
            ("    if it is the first: v ← −scout(child, depth − 1)",),
            ("    else: v ← −test(child, −best, depth − 1)", Part.NULL_WINDOW),
            ("      if v > best: v ← −scout(child, depth − 1)", Part.RESEARCH),
            ("    best ← max(best, v)", Part.IMPROVE),
            _RETURN,
            *_TEST,
        ),
    ),
    PlainSearch.MTDF: (
        "Plaat, Schaeffer, Pijls & de Bruin 1996",
        (
            ("function mtdf(root, guess, depth)",),
            ("  lower ← −∞;  upper ← +∞;  v ← guess",),
            ("  while lower < upper",),
            ("    γ ← v + 1 if v = lower, else v",),
            ("    v ← test(root, γ, depth)", *_PASSES),
            ("    if v < γ: upper ← v, else lower ← v",),
            ("  return v",),
            *_TEST,
        ),
    ),
    PlainSearch.MT_SSS: (
        "Plaat, Schaeffer, Pijls & de Bruin 1996",
        (
            ("function mtsss(root, depth)",),
            ("  v ← +∞",),
            ("  repeat",),
            ("    γ ← v",),
            ("    v ← test(root, γ, depth)", *_PASSES),
            ("  until v = γ",),
            ("  return v",),
            *_TEST,
        ),
    ),
    PlainSearch.SSS: (
        "Stockman 1979; cases as in Campbell & Marsland 1983",
        (
            ("function sss(root, depth)",),
            ("  put (root, live, +∞) into OPEN", Part.START),
            ("  repeat",),
            ("    take (n, s, h) from OPEN: h highest, then leftmost", Part.POP, *_PASSES),
            ("    if n = root and s = solved: return h", Part.POP_ROOT),
            ("    if s = live", Part.LIVE),
            ("      if n is a leaf: put (n, solved, min(h, value))", Part.CASE_4),
            ("      if n is the opponent's: put (first child, live, h)", Part.CASE_5),
            ("      else: put (every child, live, h)", Part.CASE_6),
            ("    else if n is the opponent's", Part.IMPROVE),
            ("      strike out all below parent(n)", Part.CASE_1_PURGE, Part.CUT),
            ("      put (parent(n), solved, h)", Part.CASE_1),
            ("    else if n has a next brother: put (it, live, h)", Part.CASE_2),
            ("    else: put (parent(n), solved, h)", Part.CASE_3),
        ),
    ),
}

_DEEPENING: Final[dict[PlainSearch, tuple[_Row, ...]]] = {
    PlainSearch.ALPHABETA: (
        ("for d ← 1 to depth: v ← alphabeta(root, v − w, v + w, d)", Part.PASS),
        ("  if v is outside: once more, open on that side", Part.ANOTHER_PASS),
    ),
    PlainSearch.PVS: (
        ("for d ← 1 to depth: v ← pvs(root, v − w, v + w, d)", Part.PASS),
        ("  if v is outside: once more, open on that side", Part.ANOTHER_PASS),
    ),
    PlainSearch.MTDF: (("for d ← 1 to depth: guess ← mtdf(root, guess, d)",),),
}

_ORDER_WORDS: Final = {
    Order.SORTED: "the most promising first",
    Order.UNSORTED: "as they come",
    Order.WORST_FIRST: "the worst first",
}
# Lines that stand in the text of a search with a table only.
_TABLE_LINES: Final = frozenset((_KNOWN[0], _STORE[0]))


def text_of(choice: Choice) -> Text:
    """The algorithm as it is run with this choice."""
    source, rows = _BODIES[choice.algorithm]
    if not choice.remembers:
        rows = tuple(row for row in rows if row[0] not in _TABLE_LINES)
    if choice.aspires:
        rows = (*_DEEPENING[choice.algorithm], *rows)
    return Text(choice.algorithm.label, source, tuple(_lines(rows, choice.order)))


def _lines(rows: Iterable[_Row], order: Order) -> Iterable[Line]:
    for text, *parts in rows:
        yield Line(text.format(order=_ORDER_WORDS[order]), frozenset(parts))


_TESTS: Final = {
    Part.ENTER: Part.TEST_ENTER,
    Part.GAME_OVER: Part.TEST_LEAF,
    Part.EVALUATE: Part.TEST_LEAF,
    Part.TABLE: Part.TEST_TABLE,
    Part.MOVES: Part.TEST_MOVES,
    Part.IMPROVE: Part.TEST_IMPROVE,
    Part.CUT: Part.TEST_CUT,
    Part.RETURN: Part.TEST_RETURN,
}
_LEFT: Final = {
    Reason.EVALUATED: Part.EVALUATE,
    Reason.GAME_OVER: Part.GAME_OVER,
    Reason.TABLE: Part.TABLE,
    Reason.CUT: Part.RETURN,
    Reason.SEARCHED: Part.RETURN,
}
_PARTS: Final = {
    Event.ENTER: Part.ENTER,
    Event.ANSWER: Part.TABLE,
    Event.MOVES: Part.MOVES,
    Event.NULL_WINDOW: Part.NULL_WINDOW,
    Event.RESEARCH: Part.RESEARCH,
    Event.IMPROVE: Part.IMPROVE,
    Event.CUT: Part.CUT,
}


def part_at(trace: Trace, step: int) -> Part:
    """What the event at `step` means to the algorithm."""
    event = trace.events[step]
    kind, algorithm = Event(event["kind"]), trace.choice.algorithm
    if kind is Event.ANOTHER_PASS:
        return Part.PASS if _is_first_pass(trace, step) else Part.ANOTHER_PASS
    if algorithm is PlainSearch.SSS:
        return _part_of_sss(trace, step, kind)
    part = _LEFT[Reason(event["detail"])] if kind is Event.LEAVE else _PARTS[kind]
    return _TESTS.get(part, part) if _is_test(trace, int(event["node"])) else part


def line_at(trace: Trace, text: Text, step: int) -> int:
    """The line, from 0, of `text`, that of the trace's choice."""
    return text.line_of(part_at(trace, step))


def _is_first_pass(trace: Trace, step: int) -> bool:
    """Whether no other pass of the same depth was before."""
    passes = trace.steps(Event.ANOTHER_PASS)
    before = int(passes.searchsorted(step)) - 1
    return before < 0 or trace.events["depth"][passes[before]] != trace.events["depth"][step]


def _is_test(trace: Trace, node: int) -> bool:
    """Whether a node is searched by `test`: always by MTD(f) and MT-SSS*, by SCOUT with a zero window."""
    if trace.choice.algorithm is PlainSearch.SCOUT:
        entry = trace.events[trace.steps(Event.ENTER)[node]]
        return bool(entry["alpha"] + 1 == entry["beta"])
    return trace.choice.algorithm in (PlainSearch.MTDF, PlainSearch.MT_SSS)


def _part_of_sss(trace: Trace, step: int, kind: Event) -> Part:
    """MAX nodes, those of the side that moves at the root, are an even number of plies below it."""
    event = trace.events[step]
    is_max = event["ply"] % 2 == 0
    if kind is Event.ENTER:
        return Part.LIVE
    if kind is Event.MOVES:
        return Part.CASE_6 if is_max else Part.CASE_5
    if kind is Event.POP:
        return Part.POP_ROOT if event["detail"] and event["ply"] == 0 else Part.POP
    if kind is Event.PURGE:
        return Part.CASE_1_PURGE
    if kind is Event.PUSH and not event["detail"]:
        if event["node"] == NO_NODE:
            return Part.START
        if not is_max:
            return Part.CASE_6
        # After the moves were made it is the first of them, else the next one.
        return Part.CASE_5 if trace.events["kind"][step - 1] == Event.MOVES else Part.CASE_2
    if kind in (Event.PUSH, Event.LEAVE):
        if kind is Event.PUSH:
            step -= 1  # a node is left, and then put back as solved
        if trace.events["detail"][step] <= Reason.GAME_OVER:
            return Part.CASE_4
        return Part.CASE_1 if is_max else Part.CASE_3
    return _PARTS[kind]
