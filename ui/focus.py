"""Where Tab takes the keyboard: from one button to the next."""

from __future__ import annotations

from collections.abc import Iterable

from ui.buttons import ButtonRow


def next_focus(rows: Iterable[ButtonRow], focus: str | None, step: int) -> str:
    """The action of the button `step` further; an action with buttons in two rows is visited once."""
    usable = list(dict.fromkeys(identity for row in rows for identity in row.usable))
    begin = -1 if step > 0 else 0
    at = usable.index(focus) if focus in usable else begin
    return usable[(at + step) % len(usable)]
