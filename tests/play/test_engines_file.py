"""The file of engines: the engines that it lists, and the problems of bad lines."""

import sys
from pathlib import Path

import pytest

from play.engines_file import FieldError, line_of, read_engines
from play.settings import ENGINES_FILE
from tests.ui.command_line import ROOT

FIRST = f'name=First,command="{sys.executable} {ROOT / "tests/ai/arena/scripted_engine.py"}"'


def test_without_a_file_there_are_no_engines(tmp_path: Path) -> None:
    assert read_engines(tmp_path / ENGINES_FILE) == ({}, [])


def test_bad_lines_are_reported_and_good_ones_used(tmp_path: Path) -> None:
    path = tmp_path / ENGINES_FILE
    lines = ["# mine", "", FIRST, "command=edax", "name=First,depth=3", "name=Ten,folder=/no/such,command=x"]
    path.write_text("\n".join([*lines, "name=Five,level=5"]), "utf-8")
    engines, problems = read_engines(path)
    assert engines == {"First": FIRST, "Five": "name=Five,level=5"}
    assert [problem.removeprefix(f"{path}, ") for problem in problems] == [
        "line 4: an engine needs a name, as in name=Edax,command=edax",
        "line 5: there is another engine called 'First'",
        "line 6: folder=/no/such: there is no such folder",
    ]
    assert read_engines(tmp_path)[1] == [f"{tmp_path} cannot be read: this is a folder"]


def test_invalid_value_is_reported_with_its_field() -> None:
    with pytest.raises(FieldError, match="must not have quotation marks") as raised:
        line_of({"name": "Edax", "command": "edax", "folder": '/opt/"x"'})
    assert raised.value.field == "folder"
