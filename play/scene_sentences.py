"""The large sentences of the Lab's scenes: what they say, and how numbers are compared in them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from game.text import N_, N_forms


class ScenePhrase(Enum):
    """The English: one form, or two of which the number `count` decides. Fields are in braces."""

    # In all scenes
    HAD_TO_PASS = N_("{other} has no move and must pass: this is the position after that.")
    ONLY_MOVE = N_("{color} has only one move, {move}: nothing to compare.")
    MUST_PASS = N_("{color} has no move here and must pass. That does not count as a move ahead.")
    # 1: minimax
    LOOK_AHEAD = N_forms(
        "{color} is to move. Minimax looks {count} move ahead and tries every one.",
        "{color} is to move. Minimax looks {count} moves ahead: every move, and every answer to it.",
    )
    LEAF = N_("The look-ahead ends here. The evaluation says what this position is worth: {score}.")
    GAME_OVER = N_("The game is over here: {score}.")
    REPLY = N_("After {line} {color}'s best is {move}: {score}.")
    REPLY_ONLY = N_("After {line} {color} has only one move, {move}: {score}.")
    REPLY_PASS = N_("After {line} {color} has no move and must pass: {score}.")
    BEST = N_("{move} is the best so far: {score}.")
    MINIMAX_END = N_forms(
        "Minimax has looked at {count} position and left nothing out. The best move is {move}: {score}.",
        "Minimax has looked at all {count} positions and left nothing out. The best move is {move}: {score}.",
    )
    # 2: alpha-beta
    STOP_EARLY = N_(
        "Alpha-beta finds the same result as minimax, but leaves a position once it cannot matter."
    )
    SURE = N_("With {move} {color} is sure of {score}. A move that gives less can be left early.")
    BETTER = N_("{move} is better: now {color} is sure of {score}.")
    CUT = N_forms(
        "With {move} {bound}. {other} has better elsewhere and would not come here: {count} other move "
        "need not be looked at.",
        "With {move} {bound}. {other} has better elsewhere and would not come here: {count} other "
        "moves need not be looked at.",
    )
    CUT_EQUAL = N_forms(
        "With {move} {bound}. {other} already has as good and gains nothing here: {count} other move "
        "need not be looked at.",
        "With {move} {bound}. {other} already has as good and gains nothing here: {count} other moves "
        "need not be looked at.",
    )
    ALPHABETA_END = N_forms(
        "{move} again, {score}. Alpha-beta looked at {count} position of {whole}: {percent} % were never "
        "needed.",
        "{move} again, {score}. Alpha-beta looked at {count} positions of {whole}: {percent} % were never "
        "needed.",
    )
    NO_CUT = N_forms(
        "{move} again, {score}. Nothing could be cut off: alpha-beta looked at {count} position, like "
        "minimax.",
        "{move} again, {score}. Nothing could be cut off: alpha-beta looked at all {count} positions, "
        "like minimax.",
    )
    # 3: PVS
    FIRST_IS_BEST = N_(
        "PVS bets that the first move, {move}, is the best. Of the others it only asks: better?"
    )
    BET = N_("The bet: {move} is no better for {color} than {score}. PVS asks only whether that is true.")
    WON = N_forms(
        "The bet is won after {count} position: {move} is no better for {color} than {score}.",
        "The bet is won after {count} positions: {move} is no better for {color} than {score}.",
    )
    LOST = N_("The bet is lost: with {move} {bound}. It is searched again, to learn how good it is.")
    AGAIN = N_("Searched again, {move} is worth {score}.")
    CUT_BET = N_forms(
        "With {move} {bound}. That answers the question: {count} other move need not be looked at.",
        "With {move} {bound}. That answers the question: {count} other moves need not be looked at.",
    )
    PVS_FEWER = N_(
        "{move} again, {score}. PVS looked at {nodes} positions, alpha-beta at {whole}: betting saved "
        "{saved}."
    )
    PVS_SAME = N_("{move} again, {score}. PVS looked at {nodes} positions, as many as alpha-beta.")
    PVS_MORE = N_forms(
        "PVS needs {nodes} positions, alpha-beta {whole}: {lost} of {count} bet was lost, and searching "
        "again cost {again}.",
        "PVS needs {nodes} positions, alpha-beta {whole}: {lost} of {count} bets were lost, and searching "
        "again cost {again}.",
    )
    PVS_ALL_LOST = N_forms(
        "PVS needs {nodes} positions, alpha-beta {whole}: in this order its {count} bet was lost, and "
        "searching again cost {again}.",
        "PVS needs {nodes} positions, alpha-beta {whole}: in this order all {count} bets were lost, and "
        "searching again cost {again}.",
    )
    NO_BET = N_("{move} again, {score}. There was nothing to bet on: PVS did what alpha-beta did.")
    # 4: the race
    RACE_START = N_forms(
        "All four look {count} move ahead in the same position: who needs the fewest positions?",
        "All four look {count} moves ahead in the same position: who needs the fewest positions?",
    )
    RACE_DEPTH = N_forms(
        "{count} move ahead: {whole} positions for minimax, {nodes} for {names}.",
        "{count} moves ahead: {whole} positions for minimax, {nodes} for {names}.",
    )
    RACE_DEPTH_EVEN = N_forms(
        "{count} move ahead: {whole} positions for each. None saves any yet.",
        "{count} moves ahead: {whole} positions for each. None saves any yet.",
    )
    RACE_END = N_("{names}: {times} times fewer positions than minimax.")
    RACE_EVEN = N_("Nothing can be saved over minimax here: {nodes} positions for {names}.")
    RACE_SHARES = N_("Stopping early {early}, betting {betting}, remembering positions {remembering}.")


class Times(NamedTuple):
    """How many times more one number is than another, rounded down."""

    more: int
    fewer: int

    def text(self) -> str:
        if self.more >= 10 * self.fewer:
            return f"{self.more // self.fewer:,}"
        return f"{10 * self.more // self.fewer / 10:.1f}"


class Change(NamedTuple):
    """From one number to another in per cent; with two decimals where little is left."""

    before: int
    after: int

    def text(self) -> str:
        percent = 100 * (self.after - self.before) / self.before
        shown = f"{percent:+.2f}" if percent < -99 else f"{round(percent):+}" if round(percent) else "0"
        return f"{shown.replace('-', '−')} %"
