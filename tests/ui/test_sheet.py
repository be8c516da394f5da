"""Sheets: solutions, compared with `exercise_check`, and pages as a browser prints them."""

import base64
import re
from itertools import product
from pathlib import Path as File
from typing import Any
from xml.etree import ElementTree

import pytest

from ai.reference.tree import Path
from ai.reference.written import Branches, WrittenTree
from ai.trace.tree import Bound
from ai.trace.written import Figure
from play.exercise_role import Role
from play.settings import Language
from tests.ai.trace.replay import holds
from tests.play.exercise_check import Definition, Fact
from tests.ui.command_line import Command
from tests.ui.test_web_page import browser, needs_browser  # noqa: F401 - a fixture
from ui.sheet import MOST_LEAVES, sheet_page
from ui.text.languages import set_language

SVG = "{http://www.w3.org/2000/svg}"
SIZES = [(plies, wide) for plies, wide in product((2, 3, 4), (2, 3, 4)) if wide**plies <= MOST_LEAVES]
SHEETS = [(role, *size) for role, size in product(Role, SIZES) if size[0] > 2 or not role.bets]
PAPERS = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}
# Elements outside their card or picture in print.
OUTSIDE = """
const inside = (a, b) =>
  a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
const box = element => element.getBoundingClientRect();
const around = element => element.closest("svg")?.parentNode ?? element.parentNode;
return [...document.querySelectorAll(".card > *, svg text, .page > *")]
  .filter(element => !inside(box(element), box(around(element)))).map(element => element.outerHTML);
"""


def number(words: str) -> int:
    return int(words.replace("−", "-"))


def figure(words: str) -> Figure:
    bound = {"≥": Bound.LOWER, "≤": Bound.UPPER}.get(words[0], Bound.EXACT)
    return Figure(number(words.lstrip("≥≤ ")), bound)


class Card:
    """A printed solution."""

    def __init__(self, text: str) -> None:
        picture = ElementTree.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])
        self.leaves: dict[Path, int] = {}
        self.values: dict[Path, Figure] = {}
        self.windows: dict[Path, str] = {}
        self.cut: set[Path] = set()
        for group in picture.iter(f"{SVG}g"):
            path = tuple(int(place) for place in group.get("data-path", "").split(",") if place)
            said = {each.get("class"): each.text or "" for each in group.iter(f"{SVG}text")}
            if group.find(f"{SVG}rect") is not None:
                self.leaves[path] = number(said[None])
            if "value" in said:
                self.values[path] = figure(said["value"])
            if "window" in said:
                self.windows[path] = said["window"]
            if group.find(f"{SVG}line[@class='cut']") is not None:
                self.cut.add(path)
        value, count, leaves = re.findall(
            r"Value <b>(.*?)</b> · leaves looked at <b>(\d+)</b> of (\d+)", text
        )[0]
        self.value, self.looked_at = number(value), int(count)
        assert int(leaves) == len(self.leaves)
        self.steps = re.findall(r"<span>(\w+) (\(.*?\)) <b>(.*?)</b>(?:, (.*?) cut)?</span>", text)
        self.gammas = [number(gamma) for gamma in re.findall("<b>γ = (.*?)</b>", text)]

    def tree(self, path: Path = ()) -> Branches | int:
        if path in self.leaves:
            return self.leaves[path]
        places = {leaf[len(path)] for leaf in self.leaves if leaf[: len(path)] == path}
        return tuple(self.tree((*path, place)) for place in sorted(places))


def window(fact: Fact) -> str:
    low, high = map(Figure, fact.window)
    return f"({low.text()}, {high.text()})"


def check_card(card: Card, role: Role) -> None:
    branches = card.tree()
    assert isinstance(branches, tuple)
    found = Definition(WrittenTree(branches), role)
    visited = {fact.path: fact for fact in found.facts}
    nodes = {path: fact for path, fact in visited.items() if not found.is_leaf(path)}
    assert card.value == found.worth(())
    assert card.looked_at == len(visited) - len(nodes)
    assert card.cut == {
        way for fact in found.facts for place in fact.cut if (way := (*fact.path, place)) not in visited
    }
    assert card.values.keys() == nodes.keys()
    for path, shown in card.values.items():
        assert shown.value == nodes[path].value
        assert holds(shown, found.worth(path))
    assert all(words == window(nodes[path]) for path, words in card.windows.items())
    names = {path: each for each, path in found.names.items()}
    searched = [fact for fact in found.facts if found.is_asked(fact)]
    steps = [
        (
            names[fact.path],
            window(fact),
            fact.value,
            ", ".join(names[*fact.path, place] for place in fact.cut),
        )
        for fact in searched
    ]
    if card.steps:
        assert [(*step[:2], figure(step[2]).value, step[3]) for step in card.steps] == steps
    else:
        assert role is Role.MINIMAX or card.windows.keys() == nodes.keys()
    assert card.gammas == found.gammas


def solutions(made: str) -> list[Card]:
    cards = [card for card in made.split('<div class="card">')[1:] if "Value <b>" in card]
    return [Card(card) for card in cards]


@pytest.mark.parametrize(("role", "plies", "branches"), SHEETS[::5])
def test_solutions_agree_with_the_definition(role: Role, plies: int, branches: int) -> None:
    cards = solutions(sheet_page(7, 4, [role], plies, branches))
    assert len(cards) == 4
    for card in cards:
        check_card(card, role)


@pytest.mark.slow
def test_fifty_sheets_are_right() -> None:
    for seed in range(50):
        role, plies, branches = SHEETS[seed % len(SHEETS)]
        for card in solutions(sheet_page(100 * seed, 6, [role], plies, branches)):
            check_card(card, role)


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("language", Language)
def test_pages_are_printed_whole(browser: Any, tmp_path: File, language: Language) -> None:  # noqa: F811
    """A page for each section, on both papers, and nothing outside its card."""
    set_language(language)
    place = tmp_path / "sheet.html"
    for plies, branches in SIZES:
        roles = [role for role in Role if plies > 2 or not role.bets]
        made = sheet_page(7, 2, roles, plies, branches)
        place.write_text(made, "utf-8")
        browser.get(place.as_uri())
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert browser.execute_script(OUTSIDE) == []
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        for width, height in PAPERS.values():
            paper = {"paperWidth": width, "paperHeight": height, "preferCSSPageSize": True}
            printed = base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", paper)["data"])
            assert len(re.findall(rb"/Type /Page\b", printed)) == made.count("<section")
        assert not [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def test_the_command_writes_a_sheet(
    tmp_path: File, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("sheet", "--seed", 7, "--search", "alphabeta,pvs", "--plies", 3).out == "sheet-7.html\n"
    made = (tmp_path / "sheet-7.html").read_text("utf-8")
    assert made == command("sheet", "-", "--seed", 7, "--search", "alphabeta,pvs", "--plies", 3).out
    assert "sheet 7 · page 1 of" in made
    assert len(solutions(made)) == 12
    for arguments, problem in (
        (["--plies", 4, "--branches", 4], "a page has room for trees of up to 64 leaves, not 256"),
        (["--search", "pvs", "--plies", 2], "a pvs exercise needs at least three plies"),
        (["--search", "pvs,quick"], "pvs,quick: use any of the searches minimax, alphabeta, failhard"),
        (["--search", "pvs,pvs"], "each only once"),
        (["--count", 0], "the number of exercises must be a whole number from 1 to 60"),
        (["sheet.pdf"], "the name must end in .html"),
    ):
        assert problem in command("sheet", *arguments, "--replace", status=2).err
    assert "--replace overwrites it" in command("sheet", "--seed", 7, status=1).err
