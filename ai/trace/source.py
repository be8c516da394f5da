"""The source of a plain search, as shown beside its trace, and the line that each step executed.

It is the code that ran, without docstrings and without calls of the observer.
"""

import ast
import inspect
import textwrap
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any, Final, TypeAlias

from ai.limits import Algorithm
from ai.reference.choice import Choice
from ai.reference.searches import Searches
from ai.reference.sss import StateSpaceSearch
from ai.search.drivers import aspire, deepen, mtdf

Function: TypeAlias = Callable[..., Any]

# The functions of each search, the most important first.
_FUNCTIONS: Final[dict[Algorithm, tuple[Function, ...]]] = {
    Algorithm.MINIMAX: (Searches.minimax,),
    Algorithm.ALPHABETA: (Searches.alphabeta,),
    Algorithm.PVS: (Searches.pvs,),
    Algorithm.SCOUT: (Searches.scout, Searches.alphabeta),
    Algorithm.MTDF: (mtdf, Searches.alphabeta),
    Algorithm.MT_SSS: (mtdf, Searches.alphabeta),
    Algorithm.SSS: (StateSpaceSearch.solve, StateSpaceSearch.expand, StateSpaceSearch.climb),
}
_ASPIRATION: Final = (Algorithm.ALPHABETA, Algorithm.PVS)


@dataclass(frozen=True, slots=True)
class Text:
    """The text of an algorithm; `source` is its author and year."""

    source: str
    lines: tuple[str, ...]
    # For each function, the shown line (from 0) of each line of its file; a hidden line has that of the next.
    places: Mapping[CodeType, Mapping[int, int]]


@lru_cache
def text_of(choice: Choice) -> Text:
    lines: list[str] = []
    places: dict[CodeType, dict[int, int]] = {}
    functions = _FUNCTIONS[choice.algorithm]
    source = functions[0].__doc__ or ""
    if choice.aspires and choice.algorithm in _ASPIRATION:
        functions = (aspire, *functions)
    elif choice.deepens and choice.algorithm is not Algorithm.MTDF:
        functions = (deepen, *functions)
    for function in functions:
        if lines:
            lines.append("")
        places[function.__code__] = {}
        first = function.__code__.co_firstlineno
        for number, line in _shown_lines(function):
            places[function.__code__] |= dict.fromkeys(range(first, number + 1), len(lines))
            lines.append(line)
            first = number + 1
    return Text(source.partition(".")[0], tuple(lines), places)


# Before Python 3.11.8 two threads that parse at once may raise SystemError ("AST constructor recursion depth
# mismatch").
_parsing: Final = threading.Lock()


def _shown_lines(function: Function) -> Iterator[tuple[int, str]]:
    lines, first = inspect.getsourcelines(function)
    source = textwrap.dedent("".join(lines))
    with _parsing:
        hidden = set(_hidden_lines(ast.parse(source)))
    for number, line in enumerate(source.splitlines(), start=1):
        if number not in hidden:
            yield first + number - 1, line


def _hidden_lines(tree: ast.AST) -> Iterator[int]:
    """Yields the lines of docstrings, calls of the observer, and conditions of such calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and _is_hidden(node):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _is_hidden(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return not statement.orelse and all(map(_is_hidden, statement.body))
    if not isinstance(statement, ast.Expr):
        return False
    value = statement.value
    return isinstance(value, ast.Constant) or ast.unparse(value).startswith("self._observer.")
