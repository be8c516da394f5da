"""The size of text: what is drawn is as much larger as was chosen, or as the settings say has room."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pygame import Surface

from play.settings import Language
from tests.ui.driving import do, open_dialog
from tests.ui.tour import open_window
from ui.app import App
from ui.dialogs.settings import SettingsDialog
from ui.layout import MIN_SIZE
from ui.theme import Theme

SIZES = (MIN_SIZE, (1280, 800), (1920, 1080), (2560, 1440))
# In pixels: letters grow by whole ones, here and in what is compared with.
ROUNDING = 3


def heights(app: App) -> dict[tuple[str, int, bool], int]:
    """Of each line of all pages, by its words, its size at a scale of 1, and whether it is bold."""
    found: dict[tuple[str, int, bool], int] = {}
    write = Theme._text

    def spy(theme: Theme, words: str, size: int, colour: str, bold: bool = False, room: int = 0) -> Surface:
        picture = write(theme, words, size, colour, bold, room)
        if not room and words:
            found[words, size, bold] = picture.get_height()
        return picture

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Theme, "_text", spy)
        app.theme = Theme(app.theme.scale, app.theme.language)  # which remembers no text
        for page in ("page_review", "page_practice", "page_lab", "page_play", "edit_board"):
            do(app, page)
            app.rebuild()
            app.frame()
        do(app, "edit_cancel")
    return found


def said_share(app: App, chosen: float) -> float:
    """How much larger text of a chosen size is, by what the settings say."""
    dialog = open_dialog(app, "settings", SettingsDialog)
    menu: Any = dialog.menus["text_size"]
    dialog.choose(menu, chosen)
    said = re.search(r"\d+", dialog.said)
    dialog.accept()
    app.frame()
    return int(said[0]) / 100 if said else chosen


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("language", [known for known in Language if known is not Language.SYSTEM])
def test_text_is_as_large_as_chosen_or_as_the_settings_say(
    language: Language, size: tuple[int, int], tmp_path: Path
) -> None:
    app = open_window(tmp_path, size, language)
    usual = heights(app)
    assert len(usual) > 30
    for chosen in (1.25, 1.5):
        app.apply(replace(app.settings, text_size=chosen))
        app.frame()
        share = said_share(app, chosen)
        assert 1 <= share <= chosen
        large = heights(app)
        common = usual.keys() & large.keys()
        assert len(common) > 20
        for key in common:
            assert large[key] == pytest.approx(share * usual[key], abs=ROUNDING), key
    app.close()
