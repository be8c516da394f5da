"""The colours of the window, grouped by their grounds: themes and boards, a file each in assets.

Each file is an object of names and "#RRGGBB"; the settings offer every file.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from game.files import LARGEST_SETTINGS
from game.text import _
from play.settings import Settings
from ui.assets import ASSETS, MissingAsset, read_asset

DARK: Final = "dark"
LIGHT: Final = "light"
GREEN: Final = "green"
COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")
BUTTON: Final = "button"
"""The ground of a button; a theme without it uses "raised"."""
SYSTEM: Final = "system"
"""The setting for the dark or the light theme, whichever the system prefers."""


class GroundColours(NamedTuple):
    """Grounds, and the colours used on any of them: `text` for letters, `marks` for lines and shapes."""

    grounds: tuple[str, ...]
    text: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


_SEARCHES: Final = ("alphabeta", "pvs", "minimax", "scout", "mtdf", "sss")
OF_THEME: Final = (
    GroundColours(
        (
            *("background", "bar", "card", "well", "raised", BUTTON),
            *("best", "here", "plot_black", "plot_white", "tip"),
        ),
        ("text", "quiet", "good", "warning", "mistake_text", "second", *_SEARCHES),
    ),
    GroundColours(("hover",), ("text", "quiet")),
    GroundColours(("background", "bar", "card", "well", "raised"), ("disabled",)),
    GroundColours(
        ("background", "bar", "card", "well"), marks=("accent", "mistake", "kind_pv", "kind_cut", "kind_all")
    ),
    GroundColours(("accent_fill", "accent_hover", "accent_pressed"), ("on_accent",)),
    GroundColours(("kind_pv", "kind_cut", "kind_all"), ("on_kind",)),
    GroundColours(("black_chip",), ("on_black_chip",)),
    GroundColours(("white_chip",), ("on_white_chip",)),
)
"""The colours in the file of a theme, except "edge", a line that only decorates."""
OF_BOARD: Final = (
    GroundColours(
        ("felt", "felt_light"),
        ("on_felt", "best_on_felt", "good_on_felt", "mistake_on_felt", "blunder_on_felt"),
        ("grid", "legal", "black_disc", "white_disc", "mark_on_felt", "last_on_felt"),
    ),
    GroundColours(("frame", "frame_light"), ("coordinate", "caption")),
    GroundColours(("black_disc",), ("on_black",), ("last_on_black", "mark_on_black", "white_disc")),
    GroundColours(("white_disc",), ("on_white",), ("last_on_white", "mark_on_white")),
)
"""The colours in the file of a board."""
INKS: Final = frozenset(ink for group in (*OF_THEME, *OF_BOARD) for ink in group.text)
"""The colours for text: all that have a ground on which they can be read."""

THEMES, BOARDS = "themes", "boards"
"""The folders of themes and boards in assets."""
_NAMES: Final = {
    folder: sorted({name for group in groups for names in group for name in names} | decoration)
    for folder, groups, decoration in ((THEMES, OF_THEME, {"edge"}), (BOARDS, OF_BOARD, set[str]()))
}


def offered(folder: str) -> tuple[str, ...]:
    """Returns the names of all themes, or of all boards."""
    return tuple(sorted(path.stem for path in (ASSETS / folder).glob("*.json")))


def colours(theme: str = DARK, board: str = GREEN) -> Mapping[str, str]:
    """Returns all colours by their names. Raises MissingAsset if a file is missing or invalid."""
    return _read(THEMES, theme) | _read(BOARDS, board)


def chosen_colours(settings: Settings, prefers_light: bool, warn: Callable[[str], None]) -> Mapping[str, str]:
    """Returns the chosen colours; for an unusable file warns and uses the default. Raises MissingAsset."""
    theme, board = settings.theme, settings.board
    if theme == SYSTEM:
        theme = LIGHT if prefers_light else DARK
    usable: dict[str, str] = {}
    for folder, name, default in ((THEMES, theme, DARK), (BOARDS, board, GREEN)):
        try:
            usable |= _read(folder, name)
        except MissingAsset as error:
            usable |= _read(folder, default)
            warn(_("{problem}; {name} is used until then", problem=error, name=default))
    return usable


@cache
def _read(folder: str, name: str) -> dict[str, str]:
    file = f"{folder}/{name}.json"
    if name not in offered(folder):
        raise MissingAsset(ASSETS / file, _("there is no such file"))
    try:
        content = json.loads(read_asset(file, LARGEST_SETTINGS))
        if folder == THEMES and isinstance(content, dict):
            content.setdefault(BUTTON, content.get("raised"))
        return _checked(content, _NAMES[folder])
    except (ValueError, RecursionError) as error:
        raise MissingAsset(ASSETS / file, error) from error


def _checked(content: Any, names: Sequence[str]) -> dict[str, str]:
    if not isinstance(content, dict):
        raise ValueError(_("it must be an object of names and colours"))
    for name in names:
        if not isinstance(colour := content.get(name), str) or not COLOUR.fullmatch(colour):
            raise ValueError(_("{name} must be a colour like {example}", name=name, example='"#1C2025"'))
    return {name: content[name] for name in names}
