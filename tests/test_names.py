"""A public class, alias of a type or type variable has a name that nothing else in the program has."""

import ast
from collections import defaultdict
from collections.abc import Iterator

from tests.sources import ROOT, source_files, tree_of


def type_names(tree: ast.Module) -> Iterator[str]:
    """Public classes, also those inside others, and what a module assigns to names in CamelCase."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def test_a_type_has_one_name_and_a_name_one_type() -> None:
    places = defaultdict(list)
    for path in (*source_files(), *(ROOT / "release").rglob("*.py")):
        for name in type_names(tree_of(path)):
            if name[0].isupper() and not name.isupper():
                places[name].append(str(path.relative_to(ROOT)))
    assert len(places) > 300
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
