"""Record the window while the computer plays itself, from a fresh start, as an animated GIF.

    python -m benchmarks.thinking_film docs/thinking.gif [SECONDS]      20 by default

The program begins as for a new user, Watch is chosen on the card of the first start, and what the window then
shows is recorded as it is; the film says when the first searched move was on the board. Needs Xvfb.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Final

import pygame
from PIL import Image

from play.settings import Language, Settings
from play.store import Store
from tests.display import virtual_display

SIZE: Final = (1280, 800)
SHOWN: Final = (960, 600)
FRAMES_PER_SECOND: Final = 8
COLOURS: Final = 220
SECONDS: Final = 20.0
USUAL: Final = Settings(Language.ENGLISH, theme="dark", muted=True)


def record(seconds: float) -> tuple[list[Image.Image], float]:
    """The pictures, and after how many seconds a searched move was on the board."""
    from ai import preparation
    from ui.app import App

    with tempfile.TemporaryDirectory() as home:
        store = Store(Path(home))
        store.save_settings(USUAL)
        app = App(store)
        app.display.window.size = SIZE
        while not preparation.progress().is_over:
            app.frame()
        for _ in range(30):
            app.frame()
        app.do("welcome_watch")
        begin, searched = perf_counter(), 0.0
        pictures: list[Image.Image] = []
        while (now := perf_counter() - begin) < seconds:
            app.frame()
            match = app.session.match
            known = match.thinking.newest
            if not searched and known is not None and known.progress.bounds and known.board == match.board:
                searched = now
            if len(pictures) <= now * FRAMES_PER_SECOND:
                surface = pygame.transform.smoothscale(app.display.surface, SHOWN)
                pictures.append(Image.frombytes("RGB", SHOWN, pygame.image.tobytes(surface, "RGB")))
        app.close()
    return pictures, searched


def save(pictures: list[Image.Image], path: Path) -> None:
    """All in one palette, so that what stands still costs nothing."""
    step = max(1, len(pictures) // 8)
    samples = pictures[::step]
    sheet = Image.new("RGB", (SHOWN[0], SHOWN[1] * len(samples)))
    for n, picture in enumerate(samples):
        sheet.paste(picture, (0, n * SHOWN[1]))
    palette = sheet.quantize(COLOURS)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    duration = round(1000 / FRAMES_PER_SECOND)
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=duration, loop=0, optimize=True)


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    path, seconds = Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    with virtual_display() as screen:
        os.environ |= screen | {"SDL_AUDIODRIVER": "dummy"}
        pictures, searched = record(seconds)
    save(pictures, path)
    megabytes = path.stat().st_size / 1e6
    print(f"{len(pictures)} pictures, {megabytes:.2f} MB; a searched move after {searched:.1f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
