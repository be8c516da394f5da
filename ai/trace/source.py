"""The source of a plain search, as it is shown beside its trace, and the line of it that a step executed.

It is the code that ran, without its docstrings and without the calls of its observer.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any, Final, TypeAlias

from ai.reference.choice import Choice, PlainSearch
from ai.reference.searches import Searches
from ai.reference.sss import StateSpaceSearch

Function: TypeAlias = Callable[..., Any]

_FUNCTIONS: Final[dict[PlainSearch, tuple[Function, ...]]] = {
    PlainSearch.MINIMAX: (Searches.minimax,),
    PlainSearch.ALPHABETA: (Searches.alphabeta,),
    PlainSearch.PVS: (Searches.pvs,),
    PlainSearch.SCOUT: (Searches.scout, Searches.alphabeta),
    PlainSearch.MTDF: (Searches.mtdf, Searches.alphabeta),
    PlainSearch.MT_SSS: (Searches.mtdf, Searches.alphabeta),
    PlainSearch.SSS: (StateSpaceSearch.solve, StateSpaceSearch.expand, StateSpaceSearch.climb),
}
"""The functions of each search, the most important first."""
_ASPIRATION: Final = (PlainSearch.ALPHABETA, PlainSearch.PVS)


@dataclass(frozen=True, slots=True)
class Line:
    """`number` is its place in the file, from 1; 0 for the space between two functions."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """An algorithm; `source` is author and year."""

    source: str
    lines: tuple[Line, ...]

    def index_of(self, number: int) -> int:
        """Where a line of the file is shown, from 0; of a hidden line, where the next one is."""
        return min((line.number, index) for index, line in enumerate(self.lines) if line.number >= number)[1]


def functions_of(choice: Choice) -> tuple[Function, ...]:
    functions = _FUNCTIONS[choice.algorithm]
    return (Searches.aspire, *functions) if choice.aspires and choice.algorithm in _ASPIRATION else functions


def codes_of(choice: Choice) -> frozenset[CodeType]:
    """By which a frame that executes a line of the text is known."""
    return frozenset(function.__code__ for function in functions_of(choice))


@lru_cache
def text_of(choice: Choice) -> Text:
    """The algorithm as it is run with this choice."""
    lines: list[Line] = []
    for function in functions_of(choice):
        if lines:
            lines.append(Line(0, ""))
        lines += _shown_lines(function)
    source = _FUNCTIONS[choice.algorithm][0].__doc__ or ""
    return Text(source.partition(".")[0], tuple(lines))


def _shown_lines(function: Function) -> Iterator[Line]:
    lines, first = inspect.getsourcelines(function)
    source = textwrap.dedent("".join(lines))
    hidden = set(_hidden_lines(ast.parse(source)))
    for number, line in enumerate(source.splitlines(), start=1):
        if number not in hidden:
            yield Line(first + number - 1, line)


def _hidden_lines(tree: ast.AST) -> Iterator[int]:
    """Docstrings, calls of the observer, and conditions of such calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and _is_hidden(node):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _is_hidden(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return not statement.orelse and all(map(_is_hidden, statement.body))
    if not isinstance(statement, ast.Expr):
        return False
    value = statement.value
    return isinstance(value, ast.Constant) or ast.unparse(value).startswith("self._tell.")
