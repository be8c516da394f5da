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

# Fitted by least squares to the results of 137,548 tournament games (WTHOR; with 24 and more empties the
# result of perfect play from there), rounded; the opening repeats the last stage that has enough different
# positions.
WEIGHTS: Final = (
    (70, 460, -160, -20, 20, -180, 110, -10),
    (-110, 400, -120, 110, -150, -250, 100, -10),
    (-210, 320, -70, 210, -290, -230, 120, -30),
    (-270, 250, -20, 290, -390, -180, 140, -50),
    (-340, 220, 20, 350, -510, -70, 190, -70),
    (-370, 190, 50, 690, -610, -20, 230, -90),
    (-400, 160, 70, 1300, -860, 0, 260, -110),
    (-410, 120, 100, 1000, -1300, 0, 390, -110),
    (-350, 80, 90, 1000, -1300, 0, 390, -80),
    (-30, 80, 90, 1000, -1300, 0, 390, -80),
    (-30, 80, 90, 1000, -1300, 0, 390, -80),
)
