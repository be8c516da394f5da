"""A window that reports what it shows, for tests that kill it: `python -m tests.shown [review]`.

The computer plays itself, game after game; some games are abandoned for a new one. With `review` the saved
game is reviewed and extended instead. The program writes a line of JSON to standard output when the window is
open, and after each frame that shows a change. After the first line it waits for a line on standard input.
"""

import json
import os
import sys
import time
from random import Random
from typing import Any

from ai.limits import FULL_STRENGTH, Algorithm
from game.board import squares
from game.clock import TimeControl
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat
from ui import app, cli
from ui.pages.review.page import ReviewPage

# Shares of the frames in which a game is abandoned, and in which the sound is switched,
LEAVING, SWITCHING = 0.004, 0.02
# ... and in which a move is tried on the page Review.
ADDING = 0.005
COMPUTERS = (Seat(Algorithm.PVS, 1, 0.02), Seat(Algorithm.ALPHABETA, FULL_STRENGTH, 0.2))
CONTROLS = (TimeControl(), TimeControl(per_game=20, increment=1))


class ShownApp(app.App):
    """An app that reports what it shows."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._random = Random()
        self._said: dict[str, object] = {}
        self._say(messages=self.session.store.messages)
        if not sys.stdin.readline():
            sys.exit("nobody looks any more")

    def frame(self) -> None:
        self._act()
        super().frame()
        self._say()

    def _act(self) -> None:
        match = self.session.match
        if match.phase is MatchPhase.OVER or self._random.random() < LEAVING:
            seats = self._random.choice(COMPUTERS), self._random.choice(COMPUTERS)
            self.session.start_match(seats, self._random.choice(CONTROLS), Game())
        elif match.is_paused:
            self.do("pause")
        if self._random.random() < SWITCHING:
            self.do("mute")

    def _say(self, **more: object) -> None:
        match = self.session.match
        shown: dict[str, object] = {"began": match.began.isoformat(), "moves": match.game.node.path}
        if shown | more != self._said:
            self._said = shown | more
            line = json.dumps(self._said | {"at": time.monotonic()})
            os.write(1, line.encode() + b"\n")  # in one piece, or not at all


class ReviewedApp(ShownApp):
    """An app that reviews its game, and reports how many moves are judged and how many nodes there are."""

    def _act(self) -> None:
        page = self.page if isinstance(self.page, ReviewPage) else self.show(ReviewPage)
        commands = page.commands
        if not commands.is_reviewing and commands.can_start:
            commands.start_or_pause()
        elif self._random.random() < ADDING:
            node = self._random.choice(commands.cursor.main[:-1])
            commands.cursor.visit(node)
            commands.cursor.play(self._random.choice(list(squares(node.board.legal_moves()))))

    def _say(self, **more: object) -> None:
        tree = list(self.session.match.game.root.walk())
        judged = sum(node.judgement is not None for node in tree)
        super()._say(judged=judged, nodes=len(tree), **more)


if __name__ == "__main__":
    app.App = ReviewedApp if sys.argv[1:] == ["review"] else ShownApp  # type: ignore[misc]
    sys.exit(cli.main([], "nullwindow"))
