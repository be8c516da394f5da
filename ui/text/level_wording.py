"""The ten levels in a person's words; every figure is that of ai/levels.py."""

from __future__ import annotations

from ai import levels
from ui.text import N_, _, ngettext
from ui.text.wording import format_level

FIRST = N_("As if it had learned the rules yesterday: sees what its own move turns, and no answer to it.")
LAST = N_("Looks as far ahead as its time goes, and gives nothing away on purpose.")


def describe_level(number: int) -> str:
    """One sentence that says how it plays."""
    level = levels.level(number)
    if level.depth == 1:
        return _(FIRST)
    if level.depth is None:
        return _(LAST)
    if level.loss >= 1:
        sentence = ngettext(
            "Looks {depth} move ahead, and gives away about {discs} discs with each of its own.",
            "Looks {depth} moves ahead, and gives away about {discs} discs with each of its own.",
            level.depth,
        )
        return sentence.format(depth=level.depth, discs=f"{level.loss:g}")
    sentence = ngettext(
        "Looks {depth} move ahead, and gives away about {discs} discs with ten of its own.",
        "Looks {depth} moves ahead, and gives away about {discs} discs with ten of its own.",
        level.depth,
    )
    return sentence.format(depth=level.depth, discs=f"{10 * level.loss:g}")


def name_level(number: int) -> str:
    """'Level 5 · Regular'"""
    return _("Level {level} · {name}").format(level=number, name=format_level(number))
