"""In every language what is written has its room: nothing is cut, lies over anything else, or is a box."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface
from pygame_gui.elements import UIButton, UICheckBox, UIDropDownMenu, UILabel

from ai.preparation import COMPILING, PREPARING
from game import text
from play.settings import MOST_TEXT, Language
from tests.ui.driving import is_box
from tests.ui.tour import open_window, tour
from ui.app import App
from ui.buttons import Button
from ui.dialogs.fields import AnyScript
from ui.layout import DESIGN_SIZE, MIN_SIZE
from ui.panels import panel
from ui.theme import NORMAL, Theme

# Anti-aliasing, and the ring of a glyph that leans out of its advance, in pixels.
SLACK = 2
# The lines of the help sheet are closer than their fonts are high, at a scale of 1.
LEADING = 4
# Lists of any length end with an ellipsis, and so does what is told where it happens to have this much room.
LIST = re.compile("[A-H][1-8] [+−]?[0-9]")
SPARE_ROOM = 130


@cache
def _is_box(font: pygame.Font, sign: str) -> bool:
    return not sign.isspace() and is_box(lambda each: font.render(each, True, "white"), sign)


@cache
def _is_box_in_widget(font: Any, sign: str) -> bool:
    white = pygame.Color("white")
    return not sign.isspace() and is_box(lambda each: font.render_premul(each, white), sign)


class Written:
    """Where each text is on the panels, and which had to be shortened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: dict[int, tuple[Surface, str]] = {}
        self.faults: set[str] = set()
        self.step = ""
        write, shorten = Theme._text, Theme.ellipsized

        def written(theme: Theme, words: str, *details: Any, **named: Any) -> Surface:
            picture = write(theme, words, *details, **named)
            self.texts[id(picture)] = picture, words
            self._look_for_boxes(theme, words)
            return picture

        def shortened(theme: Theme, words: str, size: int, room: int, bold: bool = False) -> str:
            shown = shorten(theme, words, size, room, bold)
            is_list = LIST.search(words) or (" · " in words and room < SPARE_ROOM)
            is_whole_elsewhere = words in map(text._, (PREPARING, COMPILING))  # in the line of status
            if shown != words and not is_list and not is_whole_elsewhere:
                self.faults.add(f"cut: {words!r} -> {shown!r} ({self.step})")
            return shown

        sheet = self

        class Sheet(Surface):
            """The surface of a panel, which knows what is on it."""

            def __init__(self, *details: Any) -> None:
                super().__init__(*details)
                self.written: dict[tuple[int, ...], str] = {}

            def fill(self, *details: Any, **named: Any) -> Rect:
                if not named and len(details) == 1:  # all of it
                    self.written = {}
                return super().fill(*details, **named)

            def blit(self, source: Surface, *details: Any, **named: Any) -> Rect:
                place = super().blit(source, *details, **named)
                _, words = sheet.texts.get(id(source), (None, ""))
                if words.strip():
                    at = details[0]
                    corner = at.topleft if isinstance(at, Rect) else (at[0], at[1])
                    self.written[tuple(source.get_bounding_rect().move(corner))] = words
                return place

        self.sheet = Sheet
        monkeypatch.setattr(Theme, "_text", written)
        monkeypatch.setattr(Theme, "ellipsized", shortened)
        monkeypatch.setattr(panel, "Surface", Sheet)

    def _look_for_boxes(self, theme: Theme, words: str) -> None:
        for font, part in theme._parts(words, 14, False):
            if boxes := [sign for sign in set(part) if _is_box(font, sign)]:
                self.faults.add(f"box: {boxes} in {words!r}")

    def look_at_panels(self, step: str, found: list[Any]) -> None:
        for shown in found:
            sheet = shown._surface
            whole = sheet.get_rect().inflate(2 * SLACK, 2 * SLACK)
            inked = [(Rect(place), words) for place, words in sheet.written.items()]
            for place, words in inked:
                if not whole.contains(place):
                    self.faults.add(f"outside of {type(shown).__name__}: {words!r} ({step})")
            for (one, words), (other, others) in itertools.combinations(inked, 2):
                common = one.clip(other)
                if common.width > SLACK and common.height > SLACK and words != others:
                    self.faults.add(f"on {type(shown).__name__} {words!r} over {others!r} ({step})")

    def look_at_buttons(self, step: str, buttons: list[Button]) -> None:
        for button in buttons:
            if button.theme.width(button.words, NORMAL) > button.rect.width:
                self.faults.add(f"cut on a button: {button.words!r} in {button.rect.width} ({step})")
        for one, other in itertools.combinations(buttons, 2):
            if min(one.rect.clip(other.rect).size) > SLACK:
                self.faults.add(f"button {one.action.identity} over {other.action.identity} ({step})")

    def look_at_widgets(self, step: str, manager: Any, scale: float) -> None:
        parts = list({id(part): part for part in _inside(manager.get_root_container())}.values())
        for part in parts:
            if isinstance(part, UIButton | UILabel) and part.text and part.font is not None:
                font = part.font._for(part.text) if isinstance(part.font, AnyScript) else part.font
                if boxes := [sign for sign in set(part.text) if _is_box_in_widget(font, sign)]:
                    self.faults.add(f"box: {boxes} in {part.text!r}")
            if isinstance(part, UIButton) and part.text and part.font is not None:
                width = part.font.size(part.text)[0]
                if width > part.rect.width:
                    self.faults.add(f"cut on a button: {part.text!r}, {width} in {part.rect.width}")
            if isinstance(part, UICheckBox | UILabel) and part.text and not _has_room(part):
                self.faults.add(f"outside: {part.text!r} ({step})")
        for one, other in itertools.combinations([part for part in parts if _takes_room(part)], 2):
            same = one.ui_container is other.ui_container
            common = one.rect.clip(other.rect)
            are_labels = isinstance(one, UILabel) and isinstance(other, UILabel)
            if are_labels and sum(part.font.size(part.text)[0] for part in (one, other)) <= common.width:
                continue  # one at the left, one at the right
            if (
                same
                and one.layer == other.layer
                and min(common.size) > (LEADING * scale if are_labels else SLACK)
            ):
                self.faults.add(f"widget {_name(one)} over {_name(other)} ({step})")


def _name(part: Any) -> str:
    return repr(getattr(part, "text", type(part).__name__))


def _inside(container: Any) -> Iterator[Any]:
    for element in container.elements:
        if element.visible:
            yield element
            for inner in (element, getattr(element, "get_container", lambda: None)()):
                if inner is not None and hasattr(inner, "elements") and inner is not container:
                    yield from _inside(inner)


def _takes_room(part: Any) -> bool:
    return isinstance(part, UIButton | UILabel | UICheckBox | UIDropDownMenu)


def _has_room(part: Any) -> bool:
    rect = Rect(part.rect)
    if isinstance(part, UICheckBox) and part.text_label is not None:
        rect = rect.union(part.text_label.rect)
    return bool(Rect(part.ui_container.rect).inflate(2 * SLACK, 2 * SLACK).contains(rect))


def panels_of(page: Any) -> list[Any]:
    """The panels of a page, by whatever name it has them."""
    found: dict[int, Any] = {}
    waiting, seen = [page], set()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, panel.Panel):
            found[id(thing)] = thing
        elif isinstance(thing, list | tuple):
            waiting += thing
        elif isinstance(thing, dict):
            waiting += thing.values()
        elif type(thing).__module__.startswith("ui.pages"):
            waiting += getattr(thing, "__dict__", {}).values()
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [MIN_SIZE, (1280, 800), (1920, 1080)], ids=lambda size: "x".join(map(str, size))
)
@pytest.mark.parametrize("language", [known for known in Language if known is not Language.SYSTEM])
def test_everything_that_is_written_has_its_room(
    language: Language, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at_all(Written(monkeypatch), open_window(tmp_path, size, language))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "text_size"), [(MIN_SIZE, 1.15), (DESIGN_SIZE, MOST_TEXT)])
@pytest.mark.parametrize("language", [known for known in Language if known is not Language.SYSTEM])
def test_the_largest_text_has_its_room_where_the_window_allows_it(
    language: Language,
    size: tuple[int, int],
    text_size: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = Written(monkeypatch)
    app = open_window(tmp_path, size, language, text_size)
    assert app.theme.scale == text_size
    look_at_all(written, app)


def look_at_all(written: Written, app: App) -> None:
    for step in tour(app):
        written.step = f"after {step}"
        written.look_at_panels(step, panels_of(app.page))
        written.look_at_buttons(step, [button for row in app.button_rows for button in row])
        if app.overlay.is_open:
            written.look_at_widgets(step, app.overlay.manager, app.layout.dialog_scale)
    app.close()
    assert not written.faults, "\n".join(sorted(written.faults))
