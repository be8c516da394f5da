"""Named colours, fonts and the look of widgets, scaled to the window."""

import io
import json
import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import pygame
import pygame.freetype
from pygame import Rect, Surface

from game.files import LARGEST_SETTINGS, read_file
from game.plain_text import broken
from ui import paint
from ui.assets import ASSETS, MissingAsset, read_asset
from ui.colours import INKS, colours

WIDGETS_FILE: Final = "widgets.json"
"""The look of pygame_gui's widgets: numbers are lengths for a scale of 1 (corners: upper left, upper right,
lower left, lower right); names of colours follow a dollar sign.
"""

SMALL, NORMAL, LARGE, TITLE, DISPLAY = 12, 14, 18, 26, 40
"""The five text sizes, for a scale of 1."""


class Face(NamedTuple):
    """A typeface with tabular figures: its name in pygame_gui and its files in pygame_gui.data."""

    name: str
    regular: str
    bold: str


LATIN: Final = Face("noto_sans", "NotoSans-Regular.ttf", "NotoSans-Bold.ttf")
"""For Latin, Cyrillic and Greek."""
JAPANESE: Final = Face("noto_sans_jp", "NotoSansJP-Regular.otf", "NotoSansJP-Bold.otf")
CHINESE: Final = Face("noto_sans_sc", "NotoSansSC-Regular.otf", "NotoSansSC-Bold.otf")
KOREAN: Final = Face("noto_sans_kr", "NotoSansKR-Regular.ttf", "NotoSansKR-Regular.ttf")
"""For names in Hangul; no sentence of the program is Korean, so the bundle omits 6 MB of bold."""
SIGNS: Final = Face("fira_code", "FiraCode-Regular.ttf", "FiraCode-Regular.ttf")
"""For characters that LATIN lacks: arrows, mathematical signs, shapes."""
OF_LANGUAGE: Final = {"ja": JAPANESE, "zh": CHINESE, "ko": KOREAN}
"""Faces by the first two letters of a language's code; all other languages use LATIN."""

# Hangul letters and syllables; hiragana and katakana; Han and full-width signs, common to all three
# languages.
_HANGUL: Final = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_KANA: Final = re.compile("[\u3041-\u30ff\u31f0-\u31ff]")
_HAN: Final = re.compile("[\u2e80-\u3040\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_RAISED: Final = re.compile("([\u00b2\u00b3\u00b9\u2070-\u2079]+)")
_SIGNS: Final = re.compile("([\u2190-\u21ff\u221e\u2248\u2260\u2264\u2265\u25a0-\u25ff\u2713]+)")

# Control characters (but not the line feed), surrogates, a blank that has no width in some faces, and
# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt. A text of nothing else has no width, so
# pygame raises an error for it.
_UNDRAWABLE: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200a"
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def face_for(text: str, language: str) -> Face:
    """Returns the face for a text; Han is written as in `language`, a code like 'zh_CN'."""
    if _HANGUL.search(text):
        return KOREAN
    if _KANA.search(text):
        return JAPANESE
    if _HAN.search(text):
        return OF_LANGUAGE.get(language[:2], CHINESE)
    return LATIN


def drawable(text: str, mark: str = "?") -> str:
    """Replaces each character that no font can draw by `mark`: files and errors may contain any."""
    return _UNDRAWABLE.sub(mark, text)


def _drawn(text: str) -> str:
    """Returns drawable text with a minus as wide as a plus: the en dash in pygame_gui's Noto Sans."""
    return drawable(text).replace("−", "–")


@cache
def font_file(name: str) -> bytes:
    """Returns a file of pygame_gui without loading pygame_gui. Cached: each font would hold its file open."""
    spec = find_spec("pygame_gui")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return read_file(Path(spec.submodule_search_locations[0], "data", name))


@cache
def _characters(face: Face) -> pygame.freetype.Font:
    """Returns a font that reports missing characters; pygame.font with SDL_ttf 2.24 measures a box."""
    pygame.freetype.init()
    return pygame.freetype.Font(io.BytesIO(font_file(face.regular)), NORMAL)


@cache
def _has(face: Face, sign: str) -> bool:
    try:
        metrics = _characters(face).get_metrics(sign)
    except pygame.error:  # pygame has quit and restarted since
        _characters.cache_clear()
        metrics = _characters(face).get_metrics(sign)
    return None not in metrics


def can_write(face: Face, text: str) -> bool:
    return all(_has(face, sign) for sign in text if not sign.isspace())


class Theme:
    """Named colours and cached text for one scale; `widgets` is the theme for pygame_gui."""

    def __init__(self, scale: float, language: str = "en", written: Mapping[str, str] | None = None) -> None:
        """`written` maps names to "#RRGGBB", by default those of the dark theme. Raises MissingAsset."""
        self.language = language
        self.written = written = written or colours()
        self.colours = {name: pygame.Color(value) for name, value in written.items()}
        self.scale = scale
        try:
            content = json.loads(read_asset(WIDGETS_FILE, LARGEST_SETTINGS))
            self.widgets: dict[str, Any] = self._resolved(content, written)
        except (ValueError, KeyError) as error:
            raise MissingAsset(ASSETS / WIDGETS_FILE, error) from error
        self._fonts: dict[tuple[Face, int, bool], pygame.Font] = {}
        self.text = lru_cache(maxsize=1024)(self._text)
        self.width = lru_cache(maxsize=4096)(self._width)
        self.lines = lru_cache(maxsize=256)(self._lines)
        self.code = lru_cache(maxsize=256)(self._code)

    def __getitem__(self, name: str) -> pygame.Color:
        return self.colours[name]

    def px(self, length: float) -> int:
        """Converts a length for a scale of 1 to this window's pixels."""
        return round(length * self.scale)

    def box(
        self, surface: Surface, rect: Rect, fill: str, edge: str = "", radius: int = 4, width: int = 1
    ) -> None:
        """Draws a rectangle with round corners and, with `edge`, a border; lengths are for a scale of 1."""
        line = paint.rgba(self[edge]) if edge else None
        size, border = rect.size, max(1, self.px(width))
        surface.blit(paint.rounded(size, self.px(radius), paint.rgba(self[fill]), line, border), rect)

    def font(self, text: str, size: int, bold: bool = False) -> pygame.Font:
        """Returns the font that has the characters of `text`, loaded on first use."""
        face = face_for(text, self.language)
        if face is JAPANESE and not can_write(face, drawable(text)):
            face = CHINESE  # a name in simplified characters
        return self._font(face, size, bold)

    def _font(self, face: Face, size: int, bold: bool) -> pygame.Font:
        key = (face, size, bold)
        if key not in self._fonts:
            file = font_file(face.bold if bold else face.regular)
            self._fonts[key] = pygame.Font(io.BytesIO(file), self.px(size))
        return self._fonts[key]

    def line_height(self, text: str, size: int, bold: bool = False) -> int:
        """Returns the distance from one line of a text to the next, in pixels."""
        return self.font(text, size, bold).get_linesize()

    def code_width(self, size: int) -> int:
        """Returns the width of each letter of code, in pixels."""
        return self._font(SIGNS, size, False).size("0")[0]

    def _code(self, text: str, size: int, ink: str) -> Surface:
        """Renders a line of code in letters of equal width: one by one, since the face has ligatures."""
        font, width = self._font(SIGNS, size, False), self.code_width(size)
        line = Surface((max(1, width * len(text)), font.get_linesize()), pygame.SRCALPHA)
        for n, letter in enumerate(text):
            if letter != " ":
                line.blit(font.render(letter, True, self[ink]), (n * width, 0))
        return line

    def _width(self, text: str, size: int, bold: bool = False) -> int:
        return sum(font.size(part)[0] for font, part in self._parts(text, size, bold))

    def _text(self, text: str, size: int, colour: str, bold: bool = False, room: int = 0) -> Surface:
        """Renders a text, wrapped at `room` pixels if given. Raises ValueError for an unknown ink."""
        if colour not in INKS:
            raise ValueError(f"{colour!r} is no ink: ui/colours.py says on what it is to be read")
        is_ours = _SIGNS.search(text) or face_for(text, self.language) is not LATIN
        lines = self.lines(text, size, room, bold) if room and is_ours else (text,)
        pictures = [self._line(line, size, colour, bold, room) for line in lines]
        if len(pictures) == 1:
            return pictures[0]
        step = pictures[0].get_height()
        paragraph = Surface((max(p.get_width() for p in pictures), step * len(lines)), pygame.SRCALPHA)
        for n, picture in enumerate(pictures):
            paragraph.blit(picture, (0, n * step))
        return paragraph

    def _line(self, text: str, size: int, colour: str, bold: bool, room: int) -> Surface:
        """Renders a line; signs of another face stand on the baseline of the letters."""
        parts = self._parts(text, size, bold)
        if len(parts) == 1:
            return parts[0][0].render(parts[0][1], True, self[colour], wraplength=room)
        letters = self.font("", size, bold)
        line = Surface((self.width(text, size, bold), letters.get_linesize()), pygame.SRCALPHA)
        x = 0
        for font, part in parts:
            picture = font.render(part, True, self[colour])
            line.blit(picture, (x, letters.get_ascent() - font.get_ascent()))
            x += font.size(part)[0]
        return line

    def _parts(self, text: str, size: int, bold: bool) -> list[tuple[pygame.Font, str]]:
        """Returns the text as it is drawn, split where the font changes."""
        font = self.font(text, size, bold)
        lacked, face = (_SIGNS, SIGNS) if face_for(text, self.language) is LATIN else (_RAISED, LATIN)
        if not lacked.search(text):
            return [(font, _drawn(text))]
        other = self._font(face, size, bold)
        return [(other if lacked.match(part) else font, _drawn(part)) for part in lacked.split(text) if part]

    def _lines(self, text: str, size: int, room: int, bold: bool = False) -> tuple[str, ...]:
        """Breaks a text into lines of at most `room` pixels."""
        paragraphs = (
            broken(line, room, partial(self._width, size=size, bold=bold)) for line in text.split("\n")
        )
        return tuple(line or " " for lines in paragraphs for line in lines)

    def first_lines(self, text: str, size: int, room: int, most: int, bold: bool = False) -> tuple[str, ...]:
        """Breaks a text into at most `most` lines; an ellipsis at the end replaces words that do not fit."""
        lines = self.lines(text, size, room, bold)
        if len(lines) <= most:
            return lines
        blank = " " if face_for(text, self.language) is LATIN else ""
        return *lines[: most - 1], self.ellipsized(blank.join(lines[most - 1 :]), size, room, bold)

    def ellipsized(self, text: str, size: int, room: int, bold: bool = False) -> str:
        """Returns the text, its end replaced by an ellipsis if it is wider than `room` pixels."""
        if self.width(text, size, bold) <= room:
            return text
        ends = range(1, len(text) + 1)
        end = bisect_right(ends, room, key=lambda end: self.width(text[:end] + "…", size, bold))
        return text[:end].rstrip() + "…"

    def _resolved(self, node: Any, colours: Mapping[str, str], key: str = "") -> Any:
        """Returns the theme with colours for $names and with scaled lengths; pygame_gui requires strings."""
        if isinstance(node, dict):
            if key == "font" and node["name"] == LATIN.name:
                node = node | self._widget_font()
            return {name: self._resolved(child, colours, name) for name, child in node.items()}
        if isinstance(node, list):
            return ",".join(self._resolved(length, colours) for length in node)
        if isinstance(node, str):
            return colours[node[1:]] if node.startswith("$") else node
        return str(self.px(node))

    def _widget_font(self) -> dict[str, Any]:
        """Returns the font of all widgets: the face of the language."""
        face = OF_LANGUAGE.get(self.language[:2], LATIN)
        package = "pygame_gui.data"
        return {
            "name": face.name,
            "regular_resource": {"package": package, "resource": face.regular},
            "bold_resource": {"package": package, "resource": face.bold},
        }
