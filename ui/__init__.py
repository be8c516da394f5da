"""What users and other programs see: the window and the command line. Only this layer imports pygame."""

import os
from typing import Final

VERSION: Final = "1.0.0"

# SDL and pygame read these when they are loaded.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# On Windows the window is drawn in physical pixels, not scaled up by the system.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "Nullwindow")
# The file in release/share/applications from which Wayland takes the program's name and icon.
os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "nullwindow")
