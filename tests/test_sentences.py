"""Every sentence that users may read is marked for translation; all strings of the code are checked.

A string counts as a sentence if it has two lower-case words in a row.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.sources import ROOT, source_files, tree_of

OFFLINE = "ai/training"
MARKS = {"_", "N_", "N_forms", "ngettext", "pgettext"}
TRANSLATED = MARKS - {"N_", "N_forms"}
SENTENCE = re.compile(r"[a-zé]{2,} [a-zé]{2,}")

# Files whose strings are not sentences for users, and what they are.
UNSPOKEN = {
    "ai/patterns.py": "names of patterns, in the files of weights",
    "game/records/board_text.py": "how positions are written",
    "game/records/diagram.py": "SVG",
    "play/nboard.py": "the protocol",
    "play/gtp.py": "the protocol",
    "ai/log.py": "the log is in English",
    "ui/about.py": "as ai/log.py",
    "play/reasons.py": "what the identities of reasons mean, for readers of the code",
    "ui/system_dialog.py": "programs in other languages",
    "ui/page_engine.py": "HTML",
    "ui/sheet.py": "HTML",
    "ui/tree_svg.py": "SVG",
}
# Messages of internal errors, texts that are compared or written to a file, names of threads.
FAULTS = {
    "games that begin in different positions cannot be merged",
    "the start of a game is no variation: it can be neither promoted nor deleted",
    "after {} moves the game has no continuation {}",
    "the line has {} moves, so there is no position {}",
    "a comment is one line, not {}",
    "the game is over, there is no move to look for in {}",
    "a level is a number from 1 to {}, not {}",
    "the engine has no {}",
    "a search uses 1 to {} threads, not {}",
    "a search records 0 to {} plies, not {}",
    "the search was not done within {} s",
    "the engine is closed",
    "a search without a time limit finishes a depth",
    "there are {} steps, and no step {}",
    "pictures of dots and web pages are no text",
    "the index in {} is not whole",
    "{} is not the effort of a review",
    "this is not a reviewed game",
    "two actions have the same identity or the same key",
    "whoever asks `started` before loads it himself",
    "{} is no ink: ui/colours.py says on what it is to be read",
    "assets/locale/{}/LC_MESSAGES/{}.mo cannot be read ({}): reinstall Nullwindow",
    "it is damaged",
    "can't start new thread",
    "new white",
    "save game.ggf",
    "python main.py",
    "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL",
    "pip install -r requirements-cluster.txt",
    "pip install '.[cluster]'",
    "  PYTHONPATH=. dask scheduler --host 127.0.0.1",
    "  PYTHONPATH=. dask worker tcp://127.0.0.1:8786 --host 127.0.0.1 --nthreads 1",
    "time forfeit",
    "under way",
    "to be searched again",
    "cut off",
    "middle game",
    "slow motion",
    "time limit",
    "search helper {}",
    "system preferences",
    "end of a dialog",
    "set depth",
    "set depth {}",
    "set game {}",
    "set myname {}",
    "set myname ",
}


def files() -> list[Path]:
    return [path for path in source_files()[1:] if not name_of(path).startswith(OFFLINE)]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yields unmarked strings with their lines, fields as {}; skips docstrings, which stand alone."""
    if isinstance(node, ast.Call) and called(node) in MARKS:
        for field in node.keywords:  # the values of fields are not marked
            yield from strings(field.value)
        return
    if called(node) in {"examples", "compile", "Literal"}:
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_logger(node.func.value):
        return  # the log is in English
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        yield node.lineno, "".join(map(str, parts))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from strings(part.value)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    for child in ast.iter_child_nodes(node):
        yield from strings(child)


def is_logger(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "logger"


def unmarked(found: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(line, text) for line, text in found if SENTENCE.search(text) and text not in FAULTS]


def test_every_sentence_is_marked() -> None:
    said = {name_of(path): list(strings(tree_of(path))) for path in files()}
    assert set(UNSPOKEN) <= said.keys()
    assert {text for found in said.values() for _, text in found} >= FAULTS
    assert [(name, each) for name in said.keys() - UNSPOKEN.keys() for each in unmarked(said[name])] == []


def test_no_sentence_is_translated_at_import_or_inside_an_f_string() -> None:
    """At import no language is chosen yet, and Babel does not find marks inside f-strings."""
    for path in files():
        tree = tree_of(path)
        early = [node for node in at_import(tree) if called(node) in TRANSLATED]
        hidden = [
            inner
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for inner in ast.walk(node)
            if called(inner) in MARKS and isinstance(getattr(inner, "args", [None])[0], ast.Constant)
        ]
        assert [
            (name_of(path), node.lineno) for node in (*early, *hidden) if isinstance(node, ast.Call)
        ] == []


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the nodes that run when a file is imported: all but the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        yield child
        yield from at_import(child)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('raise ValueError("this is wrong")', [(1, "this is wrong")]),
        ('raise ValueError(f"{a} is wrong here")', [(1, "{} is wrong here")]),
        ('raise ValueError(_("this is wrong"))', []),
        ('x = N_("this is wrong")', []),
        ('print(_("it is {x}").format(x="so it is"))', [(1, "so it is")]),
        ('print(_("it is {x}", x="so it is"))', [(1, "so it is")]),
        ('def f():\n    """What it does."""', []),
        ('x = "SELECT id"; y = "alphabeta"', []),
    ],
)
def test_unmarked_texts_are_found(code: str, found: list[tuple[int, str]]) -> None:
    assert unmarked(strings(ast.parse(code))) == found
