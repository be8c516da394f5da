"""The source files of the program, and the versions of Python that the README promises."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("game", "ai", "play", "ui", "main")  # each may import itself and those before it


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def promised_pythons() -> range:
    """Returns the minor versions of Python 3 that the README names."""
    found = re.search(r"Python 3\.(\d+) to 3\.(\d+)", (ROOT / "README.md").read_text("utf-8"))
    assert found is not None
    return range(int(found[1]), int(found[2]) + 1)


def source_files() -> list[Path]:
    return [ROOT / "main.py"] + [
        path for floor in FLOORS[:4] for path in sorted((ROOT / floor).rglob("*.py"))
    ]
