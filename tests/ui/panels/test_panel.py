"""Properties of every panel, in windows of several sizes."""

import gettext
from itertools import combinations

import pytest
from pygame import Rect

from tests.ui.panels.samples import SIZES, panels, written


def test_panel_is_painted_only_when_its_model_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    for panel, models in panels(SIZES[1]):
        painted: list[object] = []
        monkeypatch.setattr(panel, "paint", lambda _surface, model, painted=painted: painted.append(model))
        for model in (models[0], models[0], models[1], models[0]):
            panel.update(model)
        assert painted == [models[0], models[1], models[0]]


class Longer(gettext.NullTranslations):
    """A language whose words are a third longer than the English."""

    def gettext(self, message: str) -> str:
        return message + "e" * (len(message) // 3)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)

    def pgettext(self, _context: str, message: str) -> str:
        return self.gettext(message)


@pytest.mark.parametrize("catalogue", [gettext.NullTranslations(), Longer()], ids=["English", "longer"])
@pytest.mark.parametrize("size", SIZES[::2])
def test_text_stays_inside_its_card_without_overlap(
    size: tuple[int, int], catalogue: gettext.NullTranslations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.text._catalogue", catalogue)
    for panel, models in panels(size):
        card = Rect((0, 0), panel.rect.size)
        for model in models:
            words = written(panel, model)
            for text, ink in words:
                assert card.contains(ink), f"{type(panel).__name__} cuts {text!r} off in {size}: {model}"
            for (text, ink), (other, other_ink) in combinations(words, 2):
                assert not ink.colliderect(other_ink), (
                    f"{type(panel).__name__} writes {text!r} over {other!r} in {size}: {model}"
                )
