"""The window of these tests is SDL's dummy, which needs no screen and no loudspeaker."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
