"""The table of techniques in docs/searches.md: the places and files it names exist."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from ai.limits import Limit
from play.slow_motion import Phase
from tests.ai.positions import random_position
from tests.quick import quick
from tests.ui.driving import do, lab, wait
from ui.app import App
from ui.pages.lab.commands import SCENES
from ui.pages.lab.options import PLAIN_GROUPS

ROOT = Path(__file__).resolve().parents[4]
TEXT = (ROOT / "docs/searches.md").read_text("utf-8")
(TABLE,) = re.findall(r"^\| technique .*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines()]
PLACES = sorted(
    {
        tuple(re.findall(r"`(\w+)`", place))
        for row in ROWS
        for cell in filter(None, row[1:3])
        for place in cell.split(";")
    }
)
OPTIONS = {option.identity: (group.field, option.value) for group in PLAIN_GROUPS for option in group.options}


@pytest.mark.parametrize("place", quick(PLACES, 4), ids=" ".join)
def test_places_named_in_the_table_open(app: App, place: tuple[str, ...]) -> None:
    do(app, *place)
    here = lab(app)
    if place[0] in SCENES:
        assert here.commands.scene == SCENES.index(place[0])
        is_played = here.part is here.scenes
        wait(app, lambda: not is_played or here.scenes.commands.transport is not None)
        return
    assert here.commands.way == place[0]
    if place[0] != "lab_steps":
        return
    commands = here.steps.commands
    wait(app, lambda: commands.model.phase is Phase.READY)
    assert len(commands.model.runs) == 1 + ("two" in place)
    for field, value in (OPTIONS[name] for name in place[1:] if name in OPTIONS):
        assert getattr(commands.model.runs[0].choice, field) is value
    if "two" in place:
        do(app, "two")


def test_live_tree_searches_the_outcome_near_the_end(app: App) -> None:
    here = lab(app)
    here.tree.commands.limit = Limit()
    here.commands.set_board(random_position(Random(3), 48))
    do(app, "lab_tree", "tree_start")
    trees = here.tree.commands.cursor
    wait(app, lambda: any(tree.alpha[0] == -1 and tree.beta[0] == 1 for tree in trees.trees))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_row_links_a_section_and_existing_files(row: list[str]) -> None:
    """test_docs.py checks that the section exists."""
    assert re.search(r"\]\(#[\w-]+\)", row[3])
    files = re.findall(r"`([\w/]+\.py)`", row[3])
    assert files
    assert all((ROOT / name).exists() for name in files)
