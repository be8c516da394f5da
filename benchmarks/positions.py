"""The positions that are measured."""

from __future__ import annotations

from typing import Final

from game.records.obf import Problem, parse_obf
from ui.assets import read_asset

FFO: Final = "positions/ffo.obf"
MIDDLEGAMES: Final = "positions/middlegames.obf"


def read_problems(name: str) -> dict[int, Problem]:
    """Those of a file that travels with the program, numbered from 1."""
    problems, errors = parse_obf(read_asset(name).decode())
    assert not errors, errors[0]
    return dict(enumerate(problems, start=1))
