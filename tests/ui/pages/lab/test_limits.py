from __future__ import annotations

import pytest

from ai.limits import Limit
from tests.ui.driving import OpenPage, lab
from ui.pages.lab.page import LabPage


@pytest.mark.parametrize(
    ("limit", "before", "after"),
    [
        (Limit(depth=3), None, Limit(depth=4)),
        (Limit(depth=7), Limit(depth=6), Limit(depth=8)),
        (Limit(depth=24), Limit(depth=20), Limit(seconds=1.0)),
        (Limit(seconds=2.0), Limit(seconds=1.0), Limit(seconds=3.0)),
        (Limit(seconds=99.0), Limit(seconds=30.0), None),
    ],
)
def test_a_limit_between_two_goes_to_its_neighbours(
    open_page: OpenPage, limit: Limit, before: Limit | None, after: Limit | None
) -> None:
    commands = lab(open_page(LabPage)).tree.commands
    commands.limit = limit
    assert (commands.options.next_limit(-1), commands.options.next_limit(1)) == (before, after)
