"""What a person or another program sees: the window, the command line. Only this floor imports pygame."""

import os
from typing import Final

VERSION: Final = "1.0.0"

# SDL and pygame read these when they are loaded.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# On Windows the window is drawn in real pixels, not enlarged by the system.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "Nullwindow")
# Where Wayland finds name and icon of the program: a file in release/share/applications.
os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "nullwindow")
