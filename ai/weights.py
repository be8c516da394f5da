"""The weights of the evaluation, shared by the kernel and its plain twin.

A weight is the worth, in hundredths of a disc, of one more for the side to move than for the other. A row
holds for STAGE_EMPTIES empties: the first for the end of the game, the last for its start.
"""

from __future__ import annotations

from typing import Final

# The integer score of the middle game counts in these parts of a disc.
ONE_DISC: Final = 10
MAX_SCORE: Final = 64 * ONE_DISC
# Weights are hundredths of a disc, scores tenths.
WEIGHT_SCALE: Final = 10
# So many numbers of empties share one row of weights.
STAGE_EMPTIES: Final = 6

FEATURES: Final = ("tempo", "mobility", "frontier", "corners", "x_squares", "c_squares", "stable", "discs")

WEIGHTS: Final = (
    (0, 40, 10, 300, -50, -50, 30, 60),
    (50, 80, 20, 500, -150, -80, 50, 40),
    (100, 100, 30, 600, -300, -100, 80, 20),
    (100, 120, 40, 700, -400, -150, 100, 0),
    (100, 120, 50, 800, -500, -200, 100, -10),
    (50, 120, 60, 800, -500, -200, 100, -20),
    (50, 120, 60, 800, -500, -200, 100, -20),
    (50, 100, 60, 800, -500, -200, 100, -20),
    (50, 100, 60, 800, -500, -200, 100, -20),
    (0, 80, 60, 800, -500, -200, 100, -20),
    (0, 80, 60, 800, -500, -200, 100, -20),
)
