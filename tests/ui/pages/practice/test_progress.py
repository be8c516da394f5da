"""The cards of the page Practice."""

from typing import Any

import pytest
from pygame import Rect, Surface

from play.practice.progress import PracticeTally
from ui.pages.practice.view import ProgressModel, ProgressPanel
from ui.theme import Theme


@pytest.mark.parametrize("height", [160, 300])
def test_no_line_of_the_empty_chart_crosses_its_words(height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    places: dict[str, Rect] = {}
    write = ProgressPanel.write

    def spy(panel: ProgressPanel, surface: Surface, text: str, *details: Any, **named: Any) -> Rect:
        places[text] = write(panel, surface, text, *details, **named)
        return places[text]

    monkeypatch.setattr(ProgressPanel, "write", spy)
    panel = ProgressPanel(Theme(1.0), Rect(0, 0, 360, height))
    tallies = PracticeTally(), PracticeTally()
    panel.paint(Surface((360, height)), ProgressModel("", (("0", "due today"),), tallies))
    words = places["No answers yet"]
    for count in ("0", "2", "4"):
        assert not words.top < places[count].centery < words.bottom - 2
