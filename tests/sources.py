"""The source files of the house."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("game", "ai", "play", "ui", "main")  # each may import itself and those before it


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def source_files() -> list[Path]:
    return [ROOT / "main.py"] + [
        path for floor in FLOORS[:4] for path in sorted((ROOT / floor).rglob("*.py"))
    ]
