"""How marks look: always a sign, and a colour with it."""

from __future__ import annotations

from typing import Final

from game.judgement import Mark

MARK_COLOURS: Final = {Mark.DUBIOUS: "warning", Mark.MISTAKE: "alphabeta", Mark.BLUNDER: "mistake_text"}
