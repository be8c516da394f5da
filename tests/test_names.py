"""Public classes, type aliases and type variables have names that are unique in the program."""

import ast
from collections import defaultdict
from collections.abc import Iterator

from tests.sources import ROOT, source_files, tree_of


def type_names(tree: ast.Module) -> Iterator[str]:
    """Yields the names of classes, also of nested ones, and those that the module assigns."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def test_names_of_types_are_unique() -> None:
    places = defaultdict(list)
    for path in (*source_files(), *(ROOT / "release").rglob("*.py")):
        for name in type_names(tree_of(path)):
            if name[0].isupper() and not name.isupper():
                places[name].append(str(path.relative_to(ROOT)))
    assert len(places) > 300
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
