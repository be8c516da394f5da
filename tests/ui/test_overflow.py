"""Texts fit in every language: none is cut, overlaps another, or is drawn as boxes.

Cards of boxes are tested in test_boxes.py; here are painted cards, dialogs and fonts.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
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
from ui.dialogs.fields import AnyScript
from ui.layout import DESIGN_SIZE, MIN_SIZE
from ui.panels import panel
from ui.theme import NORMAL, Theme

# For anti-aliasing and glyphs that reach beyond their advance, in pixels.
SLACK = 2
# Lines of the help sheet are this much closer than their fonts are high, at a scale of 1.
LEADING = 4
# Lists of any length may end with an ellipsis, and so may texts with " · " in less room than this.
LIST = re.compile("[A-H][1-8] [+−]?[0-9]")
SPARE_ROOM = 130
WHITE = pygame.Color("white")


@cache
def lacks(font: Any, sign: str) -> bool:
    """Whether a font, of pygame or of pygame_gui, draws a box for a character."""
    if isinstance(font, pygame.Font):
        return not sign.isspace() and is_box(lambda each: font.render(each, True, WHITE), sign)
    return not sign.isspace() and is_box(lambda each: font.render_premul(each, WHITE), sign)


class Sheet(Surface):
    """The surface of a panel, which notes the texts on it."""

    texts: dict[int, tuple[Surface, str]]
    """Pictures of words, by their `id`."""

    def __init__(self, *details: Any) -> None:
        super().__init__(*details)
        self.written: dict[tuple[int, ...], str] = {}

    def fill(self, *details: Any, **named: Any) -> Rect:
        if not named and len(details) == 1:  # all of it
            self.written = {}
        return super().fill(*details, **named)

    def blit(self, source: Surface, *details: Any, **named: Any) -> Rect:
        place = super().blit(source, *details, **named)
        _, words = self.texts.get(id(source), (None, ""))
        if words.strip():
            at = details[0]
            corner = at.topleft if isinstance(at, Rect) else (at[0], at[1])
            self.written[tuple(source.get_bounding_rect().move(corner))] = words
        return place


class Written:
    """Watches the texts on panels and widgets, and collects their faults."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.faults: set[str] = set()
        write, shorten = Theme._text, Theme.ellipsized

        def written(theme: Theme, words: str, *details: Any, **named: Any) -> Surface:
            picture = write(theme, words, *details, **named)
            Sheet.texts[id(picture)] = picture, words
            for font, part in theme._parts(words, 14, False):
                self.note_boxes(font, part)
            return picture

        def shortened(theme: Theme, words: str, size: int, room: int, bold: bool = False) -> str:
            shown = shorten(theme, words, size, room, bold)
            is_list = LIST.search(words) or (" · " in words and room < SPARE_ROOM)
            is_whole_elsewhere = words in map(text._, (PREPARING, COMPILING))  # in the status line
            if shown != words and not is_list and not is_whole_elsewhere:
                self.faults.add(f"cut: {words!r} -> {shown!r}")
            return shown

        Sheet.texts = {}
        monkeypatch.setattr(Theme, "_text", written)
        monkeypatch.setattr(Theme, "ellipsized", shortened)
        monkeypatch.setattr(panel, "Surface", Sheet)

    def note_boxes(self, font: Any, words: str) -> None:
        if boxes := [sign for sign in set(words) if lacks(font, sign)]:
            self.faults.add(f"box: {boxes} in {words!r}")

    def look(self, app: App, step: str) -> None:
        for shown in panels_of(app.page):
            self.look_at_panel(shown, f"on {type(shown).__name__} after {step}")
        buttons = [button for row in app.button_rows for button in row]
        for button in buttons:
            if button.theme.width(button.words, NORMAL) > button.rect.width:
                self.faults.add(f"cut on a button: {button.words!r} in {button.rect.width} after {step}")
        for one, other in combinations(buttons, 2):
            if min(one.rect.clip(other.rect).size) > SLACK:
                self.faults.add(f"button {one.action.identity} over {other.action.identity} after {step}")
        if app.overlay.is_open:
            self.look_at_widgets(app, step)

    def look_at_panel(self, shown: panel.Panel[Any], where: str) -> None:
        sheet = shown._surface
        assert isinstance(sheet, Sheet)
        whole = sheet.get_rect().inflate(2 * SLACK, 2 * SLACK)
        inked = [(Rect(place), words) for place, words in sheet.written.items()]
        self.faults |= {f"outside: {words!r} {where}" for place, words in inked if not whole.contains(place)}
        for (one, words), (other, others) in combinations(inked, 2):
            if min(one.clip(other).size) > SLACK and words != others:
                self.faults.add(f"{words!r} over {others!r} {where}")

    def look_at_widgets(self, app: App, step: str) -> None:
        parts = list(dict.fromkeys(_inside(app.overlay.manager.get_root_container())))
        for part in parts:
            if isinstance(part, UIButton | UILabel) and part.text and (font := part.font) is not None:
                self.note_boxes(font._for(part.text) if isinstance(font, AnyScript) else font, part.text)
                if isinstance(part, UIButton) and font.size(part.text)[0] > part.rect.width:
                    self.faults.add(f"cut on a button: {part.text!r} in {part.rect.width} after {step}")
            if isinstance(part, UICheckBox | UILabel) and part.text and not _has_room(part):
                self.faults.add(f"outside: {part.text!r} after {step}")
        kinds = UIButton | UILabel | UICheckBox | UIDropDownMenu
        widgets: list[Any] = [part for part in parts if isinstance(part, kinds)]
        for one, other in combinations(widgets, 2):
            common = one.rect.clip(other.rect)
            are_labels = isinstance(one, UILabel) and isinstance(other, UILabel)
            if are_labels and sum(part.font.size(part.text)[0] for part in (one, other)) <= common.width:
                continue  # one at the left, one at the right
            is_beside = one.ui_container is not other.ui_container or one.layer != other.layer
            slack = LEADING * app.layout.dialog_scale + 1 if are_labels else SLACK
            if not is_beside and min(common.size) > slack:
                self.faults.add(f"widget {_name(one)} over {_name(other)} after {step}")


def _name(part: Any) -> str:
    return repr(getattr(part, "text", type(part).__name__))


def _inside(container: Any) -> Iterator[Any]:
    for element in container.elements:
        if element.visible:
            yield element
            for inner in (element, getattr(element, "get_container", lambda: None)()):
                if inner is not None and hasattr(inner, "elements") and inner is not container:
                    yield from _inside(inner)


def _has_room(part: Any) -> bool:
    rect = Rect(part.rect)
    if isinstance(part, UICheckBox) and part.text_label is not None:
        rect = rect.union(part.text_label.rect)
    return bool(Rect(part.ui_container.rect).inflate(2 * SLACK, 2 * SLACK).contains(rect))


def panels_of(page: Any) -> list[Any]:
    """Returns the panels of a page, whatever their names."""
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
@pytest.mark.parametrize(("size", "text_size"), [(MIN_SIZE, 1.0), (MIN_SIZE, 1.15), (DESIGN_SIZE, MOST_TEXT)])
@pytest.mark.parametrize("language", [known for known in Language if known is not Language.SYSTEM])
def test_all_text_fits(
    language: Language,
    size: tuple[int, int],
    text_size: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written, app = Written(monkeypatch), open_window(tmp_path, size, language, text_size)
    assert app.theme.scale == text_size
    for step in tour(app):
        written.look(app, step)
    app.close()
    found = sorted(fault for fault in written.faults if str(tmp_path) not in fault)  # paths may be cut
    assert not found, "\n".join(found)
