"""The dependencies main.py -> ui/ -> play/ -> ai/ -> game/, checked in every import statement."""

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.sources import FLOORS, ROOT, source_files, tree_of
from tests.ui.command_line import run_python

WINDOW = {"pygame", "pygame_gui"}
COMPILED = {"numba", "llvmlite"}
OFFLINE = "ai.training"
# The window must be on the screen before Numba is loaded, so no import of these may lead to it.
WITHOUT_NUMBA = ("main", "ui.app", "ui.cli")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.AST, package: str) -> Iterator[str]:
    """Yields the absolute names of all imported modules, also of those imported inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)  # may be a module


@cache
def imported(path: Path) -> set[str]:
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return set(imports(tree_of(path), package))


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Returns a cycle of files, each importing the next, the first also at the end; [] if there is none."""
    finished: set[str] = set()

    def follow(path: list[str]) -> list[str]:
        for name in sorted(graph.get(path[-1], set()) - finished):
            if name in path:
                return [*path[path.index(name) :], name]
            if found := follow([*path, name]):
                return found
        finished.add(path[-1])
        return []

    return next(filter(None, (follow([name]) for name in graph)), [])


def test_imports_point_one_way() -> None:
    for path in source_files():
        name, modules = module_name(path), imported(path)
        floor = name.partition(".")[0]
        found = {module.partition(".")[0] for module in modules}
        allowed = set(FLOORS[: FLOORS.index(floor) + 1])
        assert not found & set(FLOORS) - allowed, f"{name} may import only {sorted(allowed)}"
        assert "tests" not in found, name
        if floor != "ui":
            assert not found & WINDOW, f"only ui/ draws, so {name} may not import pygame"
        if not name.startswith(OFFLINE):
            assert not any(each.startswith(OFFLINE) for each in modules), f"{name}: players do not train"
        if floor == "game":
            assert found - {"game"} <= sys.stdlib_module_names, f"{name} may import the standard library only"


def test_there_are_no_import_cycles() -> None:
    """Imports inside functions and for types count, too: files that need each other belong in one file."""
    files = {module_name(path): imported(path) for path in source_files()}
    assert {"main", "ui.app", "ui.cli", "ai.limits", "game.board"} <= set(files)
    assert circle({name: modules & set(files) - {name} for name, modules in files.items()}) == []


@pytest.mark.parametrize("name", WITHOUT_NUMBA)
def test_numba_is_not_loaded_with_the_window(name: str) -> None:
    """In a fresh interpreter, as indirect imports count."""
    forbidden = COMPILED | {"ai.kernels"}
    code = f"import sys, {name}; print([each for each in sys.modules if each in {forbidden!r}])"
    done = run_python("-c", code)
    assert done.stdout.splitlines()[-1:] == ["[]"], done.stderr


def test_every_form_of_import_is_found() -> None:
    code = (
        "import a.b, c as d\ndef f():\n from e import g\nfrom . import h\nfrom .i import j\nfrom ..k import m"
    )
    assert set(imports(ast.parse(code), "x.y")) == {
        *("a.b", "c", "e", "e.g"),
        *("x.y", "x.y.h", "x.y.i", "x.y.i.j", "x.k", "x.k.m"),
    }


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({}, []),
        ({"a": {"b", "c"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}}, ["a", "b", "a"]),
        ({"a": {"b"}, "b": {"c", "d"}, "c": set(), "d": {"b"}}, ["b", "d", "b"]),
        ({"a": {"a"}}, ["a", "a"]),
    ],
)
def test_cycles_are_found(graph: dict[str, set[str]], found: list[str]) -> None:
    assert circle(graph) == found
