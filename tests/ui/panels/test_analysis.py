"""The analysis card at every size."""

from dataclasses import replace

import pytest

from tests.ui.panels.samples import ANALYSIS, LINES, SIZES, theme_and_layout, written
from ui.panels.analysis import AnalysisPanel


def shown(panel: AnalysisPanel) -> list[int]:
    """Returns the sorted numbers of the lines whose moves are shown."""
    targets = (box.target for box, _place in panel.placed.places if isinstance(box.target, tuple))
    return sorted({line for line, _move in targets})


@pytest.mark.parametrize("second", ["", "Egaroucid"])
@pytest.mark.parametrize("size", SIZES)
def test_every_line_has_moves_and_can_be_scrolled_to(size: tuple[int, int], second: str) -> None:
    theme, layout = theme_and_layout(size)
    panel = AnalysisPanel(theme, layout.thinking)
    words = [text for text, _place in written(panel, replace(ANALYSIS, second=second))]
    scores = [line.score for line in LINES if line.score in words]
    assert len(shown(panel)) == len(scores) >= 4
    assert shown(panel)[0] == 0
    panel.scroll(100)
    assert shown(panel) == list(range(len(LINES)))[-len(scores) :]
    panel.scroll(-100)
    assert shown(panel)[0] == 0
