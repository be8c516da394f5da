"""The window, and what it has shown: `python -m tests.shown`, for tests that kill it.

The computer plays itself, game after game; some games are left for another one before they are over. When the
window is there, and after each frame that shows something else, a line of JSON is written to the standard
output. The first one waits for a line on the standard input.
"""

from __future__ import annotations

import json
import os
import sys
from random import Random
from typing import Any

from ai.limits import FULL_STRENGTH, Algorithm
from game.clock import TimeControl
from game.tree import Game
from play.match import Phase
from play.players import Seat
from ui import app, cli

# Of the frames: in so many a game is left for another one, and the sound is switched.
LEAVING, SWITCHING = 0.004, 0.02
COMPUTERS = (Seat(Algorithm.PVS, 1, 0.02), Seat(Algorithm.ALPHABETA, FULL_STRENGTH, 0.2))
CONTROLS = (TimeControl(), TimeControl(per_game=20, increment=1))


class ShownApp(app.App):
    """Says what it shows."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._random = Random()
        self._said = ""
        self._say(messages=self.session.store.messages)
        if not sys.stdin.readline():
            sys.exit("nobody looks any more")

    def frame(self) -> None:
        self._act()
        super().frame()
        self._say()

    def _act(self) -> None:
        match = self.session.match
        if match.phase is Phase.OVER or self._random.random() < LEAVING:
            seats = self._random.choice(COMPUTERS), self._random.choice(COMPUTERS)
            self.session.start_match(seats, self._random.choice(CONTROLS), Game())
        elif match.is_paused:
            self.do("pause")
        if self._random.random() < SWITCHING:
            self.do("mute")

    def _say(self, **more: object) -> None:
        match = self.session.match
        shown = {"began": match.began.isoformat(), "moves": match.game.node.path}
        line = json.dumps(shown | more)
        if line != self._said:
            self._said = line
            os.write(1, line.encode() + b"\n")  # in one piece, or not at all


if __name__ == "__main__":
    app.App = ShownApp  # type: ignore[misc]
    sys.exit(cli.main([], "nullwindow"))
