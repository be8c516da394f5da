"""Benchmarks to start by hand; docs/commands.md lists the most used."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.records.obf import Problem, parse_obf

ROOT: Final = Path(__file__).resolve().parents[1]
"""The root folder of the program."""
FFO: Final = "ffo.obf"
MIDDLEGAMES: Final = "middlegames.obf"


def read_problems(name: str) -> dict[int, Problem]:
    """Returns the problems of a file in assets/positions, numbered from 1."""
    problems, errors = parse_obf((ROOT / "assets" / "positions" / name).read_text("utf-8"))
    assert not errors, errors[0]
    return dict(enumerate(problems, start=1))
