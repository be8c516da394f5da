"""The line at the bottom of the window: the keys that it names when room is short."""

from ui.theme import SMALL, Theme
from ui.window import _fitting

KEYS = "T hint · Z undo · F1 all keys"


def test_the_last_key_stays_if_there_is_no_room_for_all() -> None:
    theme = Theme(1.0)
    room = theme.width(KEYS, SMALL)
    assert _fitting(theme, KEYS, room) == KEYS
    assert _fitting(theme, KEYS, room - 1) == "T hint · F1 all keys"
    assert _fitting(theme, KEYS, theme.width("F1 all keys", SMALL)) == "F1 all keys"
    assert _fitting(theme, KEYS, 30).endswith("…")
    assert _fitting(theme, "", 100) == ""
