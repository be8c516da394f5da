"""Makes contact sheets of every page and the dialogs, in all themes, boards and languages.

    python -m benchmarks.sheet [FOLDER]       where the PNGs go, ./sheet by default

Each language has a folder, with a folder for each theme and board that holds a picture of each page at each
of six sizes. Beside these folders there is, for each size, a sheet of all its pictures scaled down: a row for
each theme and board. Nothing appears on the screen: the window uses SDL's dummy driver.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

import pygame
from pygame import Surface

from game.clock import TimeControl
from play.players import Seat
from play.settings import AnimationSpeed, Language, Settings
from play.store import Store
from tests.samples import random_game
from ui.app import App
from ui.colours import BOARDS, DARK, GREEN, THEMES, offered
from ui.text.languages import set_language

SIZES: Final = ((900, 640), (1280, 800), (1920, 1080), (2560, 1080), (900, 1200), (1080, 1920))
# The dialogs to show over the page Play, by the actions that open them.
DIALOGS: Final = ("settings", "new_game", "games", "results", "rules", "help", "keys")
# The height of a picture on a sheet, and its distance to the next, in pixels.
HEIGHT: Final = 300
GAP: Final = 8
# The number of random moves in the game shown.
MOVES: Final = 30


def looks() -> Iterator[tuple[str, str]]:
    """Yields theme and board of each row: all themes and boards, but not all pairs."""
    yield from ((theme, GREEN) for theme in offered(THEMES))
    yield from ((DARK, board) for board in offered(BOARDS) if board != GREEN)


def pictures(app: App) -> Iterator[tuple[str, Surface]]:
    """Yields every page and the dialogs as shown now; the surface is the window's own, not a copy."""
    for page in app.pages:
        app.open_page(page)
        yield page.identity, _frame(app)
    app.open_page(app.pages[0])
    for name in DIALOGS:
        app.do(name)
        yield name, _frame(app)
        assert app.overlay.dialog is not None
        app.overlay.dialog.close()
        app.frame()


def _frame(app: App) -> Surface:
    for _ in range(2):  # the second shows the effects of the first
        app.update(1.0)
        app.draw()
    return app.display.surface


def opened_app(home: Path) -> App:
    """Returns the window in the middle of a game between two people."""
    store = Store(home)
    store.save_settings(Settings(animation=AnimationSpeed.OFF, muted=True, book=False))
    app = App(store)
    app.session.start_match((Seat(), Seat()), TimeControl(), random_game(1, plies=MOVES))
    app.frame()
    return app


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "sheet")
    with tempfile.TemporaryDirectory() as home:
        app = opened_app(Path(home))
        for language in Language:
            if language is Language.SYSTEM:
                continue
            set_language(language)
            rows: dict[tuple[int, int], list[list[Surface]]] = {size: [] for size in SIZES}
            for theme, board in looks():
                place = folder / language.value / f"{theme}-{board}"
                place.mkdir(parents=True, exist_ok=True)
                app.session.settings = replace(app.settings, language=language, theme=theme, board=board)
                for size, of_size in rows.items():
                    app.display.window.size = size
                    app.frame()
                    of_size.append([])
                    for name, picture in pictures(app):
                        pygame.image.save(picture, place / f"{name}-{size[0]}x{size[1]}.png")
                        width = round(HEIGHT * picture.get_width() / picture.get_height())
                        of_size[-1].append(pygame.transform.smoothscale(picture, (width, HEIGHT)))
                print(place, flush=True)
            for (width, height), of_size in rows.items():
                pygame.image.save(_sheet(of_size), folder / language.value / f"sheet-{width}x{height}.png")
        app.close()
    return 0


def _sheet(rows: list[list[Surface]]) -> Surface:
    """Returns one surface with the rows below each other."""
    widest = max(sum(picture.get_width() + GAP for picture in row) for row in rows)
    sheet = pygame.Surface((widest + GAP, len(rows) * (HEIGHT + GAP) + GAP))
    sheet.fill("grey50")
    for n, row in enumerate(rows):
        x = GAP
        for picture in row:
            sheet.blit(picture, (x, GAP + n * (HEIGHT + GAP)))
            x += picture.get_width() + GAP
    return sheet


if __name__ == "__main__":
    sys.exit(main())
