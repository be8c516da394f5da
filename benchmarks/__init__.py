"""Measurements that people start by hand; docs/commands.md lists the most used, each says what it is for."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder of the program."""
