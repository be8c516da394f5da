"""Every sentence of the window can be translated."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from babel.messages.catalog import Catalog

from ai.limits import Algorithm, Limit
from ai.reference.choice import Choice
from ai.trace.source import text_of
from game import text
from game.board import Board, Color
from game.records.record import Record
from game.tree import Game
from play.engines_file import parse_line
from play.hints import KnownMoves
from play.practice.drill import Drill
from play.race import Race, parse_lanes
from play.race_report import HEADINGS
from play.store import Store
from play.tournament import LEVELS
from release import catalogues
from tests.ui.driving import do
from tests.ui.tour import ENGINES, open_window, tour
from ui.app import PAGES, App
from ui.assets import read_openings
from ui.dialogs.games import GameLines, list_wording
from ui.lab_page import race_page
from ui.pages.lab.cards import TYPES
from ui.pages.practice.state import describe_drill, describe_drill_further
from ui.pages.review.page import ReviewPage
from ui.pages.review.wording import describe_next
from ui.text import languages
from ui.text.new_game_wording import seconds_label
from ui.text.wording import format_count, format_name, format_opening, format_watch_speed, signed
from ui.theme import Theme

HOLE = re.compile(r"\{[^}]*\}")


@cache
def sentences() -> dict[tuple[str | None, str], tuple[str, ...]]:
    """Returns all marked sentences: (context, sentence) -> the sentence, and its plural if it has one."""
    found = {}
    for message in catalogues.extracted():
        forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        if forms[0]:
            found[message.context, forms[0]] = forms
    return found


def test_russian_numbers_have_spaces_and_commas() -> None:
    assert (format_watch_speed(1e6), signed("-1.5")) == ("up to 1,000,000 positions/s", "−1.5")
    text.use("ru", languages.LOCALES)
    assert "1\u00a0000\u00a0000" in format_watch_speed(1e6)
    assert signed("-1.5") == "−1,5"
    assert seconds_label(2.5).startswith("2,5 ")
    assert format_count(58_301_442) == "58,3 M"


def test_large_numbers_and_default_names_are_japanese_in_japanese() -> None:
    assert [format_name(name) for name in ("You", "Black", "Anna")] == ["You", "Black", "Anna"]
    text.use("ja", languages.LOCALES)
    assert [format_count(number) for number in (4300, 81_700, 2.5e9)] == ["4300", "8.2万", "25.0億"]
    assert [format_name(name) for name in ("You", "Black", "Anna")] == ["あなた", "黒", "Anna"]
    assert all(opening.names.get("ja") for opening in read_openings().all)


@pytest.mark.slow
def test_placeholders_in_sentences_have_names() -> None:
    for forms in sentences().values():
        for form in forms:
            assert all(re.fullmatch(r"\{\w+\}", hole) for hole in HOLE.findall(form)), form


@pytest.fixture
def speak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Returns a function that sets the language; its catalogue may be in the folder of the test."""

    def speak(language: str) -> None:
        monkeypatch.setattr(languages, "LOCALES", tmp_path)
        monkeypatch.setattr(languages, "system_language", lambda: language)
        text.use(language, tmp_path)

    return speak


@cache
def marked_catalogue() -> bytes:
    """Returns a catalogue where every sentence begins with a mark, its plural with two."""
    catalogue = Catalog(locale="en")
    for (context, first), forms in sentences().items():
        if len(forms) > 1:
            catalogue.add(forms, (f"¡{first}", f"¡¡{forms[1]}"), context=context)
        else:
            catalogue.add(first, f"¡{first}", context=context)
    return catalogues.compiled(catalogue)


@pytest.fixture
def marked(tmp_path: Path, speak: Callable[[str], None]) -> None:
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "nullwindow.mo").write_bytes(marked_catalogue())
    speak("xx")


@pytest.mark.slow
@pytest.mark.usefixtures("marked")
def test_plural_forms_and_contexts_are_translated() -> None:
    for one, many in [forms for forms in sentences().values() if len(forms) > 1]:
        assert text.ngettext(one, many, 1) == f"¡{one}"
        assert text.ngettext(one, many, 5) == f"¡¡{many}"
    for context, sentence in sentences():
        if context is not None:
            assert text.pgettext(context, sentence) == f"¡{sentence}"
    assert text._("") == "", "gettext would answer with the header of the catalogue"


@pytest.mark.slow
@pytest.mark.usefixtures("marked")
def test_the_page_of_a_race_is_in_the_language_of_the_window() -> None:
    race = Race(Board.initial().play(37), parse_lanes("pvs,alphabeta:table=off"), Limit(depth=3), 1)
    page = race_page(race.board, race.standings)
    assert all(f'"¡{heading}"' in page for heading in HEADINGS)
    assert "¡alpha-beta, ¡no table" in page


def test_opening_names_are_in_the_language_of_the_window(
    store: Store, opened: list[App], speak: Callable[[str], None]
) -> None:
    speak("ja_JP")  # which has no catalogue there, so that sentences stay English
    tiger = next(opening for opening in read_openings().all if opening.name() == "Tiger")
    assert list_wording().opening(tiger) == "虎定石"
    known = KnownMoves(names=dict.fromkeys((19,), tiger))
    assert describe_next(known, 19, Color.BLACK) == "d3 leads to “虎定石”"
    drill = Drill(tiger, Color.BLACK, None, Random(1))
    assert describe_drill(drill) == "虎定石: you play Black"
    drill.give_up()
    assert describe_drill_further(drill)[0].startswith("虎定石 continues: ")
    opened.append(app := App(store, Record(Game(moves=tiger.moves)), PAGES[1:2]))
    do(app, "review_last")
    assert isinstance(app.page, ReviewPage)
    assert app.page.state.summary.title == "虎定石"
    assert format_opening(replace(tiger, names={"en": "Tiger"})) == "Tiger", "where a language has none"


# Texts alike in all languages: squares, files and ranks, keys, figures with their units, marks, names and
# paths; and the second line of a hint, whose sentence begins on the first. The names of openings are in
# another file.
NEUTRAL = re.compile(
    r"|[a-hA-Z]|[a-h][1-8]|[-–−+≤≥=]?[\d.,:–/ ]*([kMG]|ms|s|%|k/s|M/s|/s)*|[…▼▲]|Nullwindow|d\d+"
    r"|\d+ discs?|\d+(@\d+%)?…?|F\d+|2?×|[a-h][1-8] [–−+]?[\d.]+"
    r"|[■◆●▲▼□◇]? ?(PVS|SCOUT|–|≈? ?[\d.,]+( [kM%])?)?|\|?[◀▶]\|?"
    r"|[−+<>≤≥=≈ ]*[\d.,∞−+]+( … [\d.,∞−+]+| \?)?|([a-h][1-8] ?)+…?( [−+∞\d.]+)?"
    r"|\d{4}-\d\d-\d\d|[<>]|(alpha|beta|value) [−+]?[\d.∞]+( +(alpha|beta|value) [−+]?[\d.∞]+)*"
    r"|(◀ )?[!?]{1,2}( ▶)?|/.*|Ann( – Bob, 2019)?|Bob|Elo"
    r"|[+-]\d+ ± \d+|(Parallel|Diagonal|Perpendicular) Opening"
)
# The texts of the searches and their authors: the same in every language.
TEXTS = [text_of(Choice(search)) for search in Algorithm]
PSEUDO_CODE = [line for text in TEXTS for line in (text.source, *map(str.strip, text.lines))]


def is_code(words: str) -> bool:
    """Whether `words` are a line of a search, perhaps shortened or without its types."""
    lines = (*PSEUDO_CODE, *(TYPES.sub("", line) for line in PSEUDO_CODE))
    return any(line.startswith(words.rstrip("…")) for line in lines)


def words_of(element: Any, seen: set[int]) -> Iterator[str]:
    """Yields the texts of a widget and of all inside it."""
    if id(element) in seen:
        return
    seen.add(id(element))
    for name in ("text", "tool_tip_text", "window_display_title", "placeholder_text"):
        if isinstance(words := getattr(element, name, None), str):
            yield words
    for inner in (*getattr(element, "elements", ()), getattr(element, "get_container", lambda: None)()):
        yield from words_of(inner, seen)


@pytest.mark.slow
@pytest.mark.usefixtures("marked")
def test_no_word_of_the_window_is_left_untranslated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks all texts in panels and widgets, on the pages and in every dialog."""
    written, cells = set[str](), set[str]()
    translated = set[str]()  # lines of a translated sentence, of which only the first has the sign
    write, break_up, cell = Theme._text, Theme._lines, GameLines.text

    def spy(theme: Theme, words: str, *details: Any, **named: Any) -> pygame.Surface:
        written.add(words)
        return write(theme, words, *details, **named)

    def spy_on_lines(theme: Theme, words: str, *details: Any, **named: Any) -> tuple[str, ...]:
        lines = break_up(theme, words, *details, **named)
        translated.update(lines if "¡" in words else ())
        return lines

    def marked_cell(lines: GameLines, line: int, column: int) -> str:
        """Marks a cell as translated: data of games is not."""
        cells.add(words := cell(lines, line, column))
        return f"¡{words}"

    monkeypatch.setattr(GameLines, "text", marked_cell)
    monkeypatch.setattr(Theme, "_text", spy)
    monkeypatch.setattr(Theme, "_lines", spy_on_lines)
    app = open_window(tmp_path / "store", (1280, 800))
    for _step in tour(app):
        written.update(button.action.shown_tip for row in app.button_rows for button in row)
        written.update(text._(sentence) for __, sentence in app.page.tips)
        if app.overlay.is_open:
            written.update(words_of(app.overlay.manager.get_root_container(), set()))
    app.close()
    assert any("¡" in words for words in written)
    assert "Nullwindow PVS 3" in cells
    left = {words for words in written - translated if "¡" not in words}
    left = {words for words in left if not NEUTRAL.fullmatch(words.strip()) and not is_code(words)}
    left -= {value for line in ENGINES.splitlines() for value in parse_line(line).values.values()}
    left -= set(LEVELS)  # the tips of players
    left -= set(languages.OWN_NAMES.values())
    left -= {opening.name() for opening in read_openings().all}  # translated in their own file
    assert not left, " | ".join(sorted(left))
