"""Measurements that people start by hand; docs/commands.md lists them."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder of the program."""
