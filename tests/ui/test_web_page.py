"""Web pages opened in a real browser from disk: they agree with Python, and need no network."""

from __future__ import annotations

import json
import random
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice
from ai.reference.written import draw_tree
from ai.trace.events import record as search
from ai.trace.written import marks_at
from game.board import PASS, Board, Color, parse_square
from game.evaluation import Evaluation, Judgement, Kind
from game.records.any_format import read_game, read_text
from game.records.ggf import ggf, read_ggf
from game.records.record import Record
from game.sentences import Line
from game.tree import Game, Shape
from play.exercise_role import Role
from play.predict import questions_of, reason_for, sample_questions
from play.race import MIDDLE_GAME, PRESETS, Preset
from play.race_report import sentences
from play.scenes import PlayedRun, Scenes
from play.settings import Language
from play.slow_motion import Jump, Run
from play.tree_exercise import TreeExercise
from tests.play.standings import standing
from tests.quick import quick
from tests.samples import BLACK_PASSES, ENDGAME, FINAL_1977, OVER
from tests.ui.command_line import Command
from ui.commands.export import parse_searches
from ui.exercise_page import exercise_page
from ui.lab_page import RACE_WORDS, SEARCH_WORDS, race_page, search_page
from ui.page_engine import ANSWER_WORDS
from ui.page_engine import WORDS as WITH_ENGINE
from ui.pages.lab.commands import middle_game
from ui.pages.lab.part import QUESTIONS
from ui.pages.lab.steps import FIGURES
from ui.play_page import WORDS as PLAY_WORDS
from ui.sheet import sheet_page
from ui.text.languages import set_language
from ui.text.wording import capitalised, format_move, search_name
from ui.web_page import WORDS, game_page
from ui.web_page import page as filled

webdriver = pytest.importorskip("selenium.webdriver", reason="requirements-dev.txt has it")
Keys = webdriver.Keys
WebDriverWait = pytest.importorskip("selenium.webdriver.support.wait").WebDriverWait

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
needs_browser = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="needs Debian's chromium and chromium-driver"
)
WIDTHS = (390, 1280)
STEPS = 30
# Each language with a width.
PAIRS = [
    *((Language.ENGLISH, 390), (Language.CHINESE, 1280), (Language.JAPANESE, 390), (Language.RUSSIAN, 1280))
]
# Goes forward some steps; returns the board, the drawn discs and the words beside them for each.
WALK = """
const discs = fill => document.querySelectorAll(`#board circle[r="17"][fill="${fill}"]`).length;
return Array.from({length: arguments[0]}, () => {
  document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
  return [nodes[here].board, discs("#17191b"), discs("#f6f4ef"), document.getElementById("says").textContent];
});
"""
EVIL = '</script><script>document.title="broken"</script><img src=x onerror=document.title="broken">&amp;'
HOSTILE = (
    *("<>&\"'`/\\{}[]()@é漢א😀\0\r\n\t\u2028\u2029\u202e\u0301\x7f ab!-"),
    *(EVIL, "<!--", "<!-- engine -->", "@DATA@", "${here}", "\\u003c/script>", "<svg onload=go(1)>", "&lt;"),
)
# Returns the title, the event, the comment shown at each position, and the number of scripts.
TEXTS = """
const comments = nodes.map((_, number) => {
  go(number);
  return byId("says").querySelector(".comment").textContent;
});
return [byId("title").textContent, data.told[0], ...comments, document.scripts.length];
"""


def judged(rng: random.Random) -> Record:
    """Returns a game with all that a page shows: mistakes, better lines in the tree, a comment, marks."""
    game = read_text(FINAL_1977).game
    for node in game.main[1:]:
        parent = node.parent
        assert parent is not None
        node.note(Evaluation(rng.uniform(-20, 20), 14, Kind.ESTIMATE))
        others = [move for move in range(64) if parent.board.legal_moves() >> move & 1 and move != node.move]
        if node.move != PASS and others and rng.random() < 0.4:
            better = parent.add(rng.choice(others))
            assert better.move is not None
            node.judgement = Judgement(
                6.0, rng.choice([-8.0, 0.0, 3.5]), 14, Kind.ESTIMATE, 87, (better.move,)
            )
    game.main[9].comment = "Two\nlines " + EVIL
    game.main[9].marks = {0: Shape.TRIANGLE, 9: "A", 18: Shape.CROSS, 27: Shape.CIRCLE, 36: Shape.SQUARE}
    return Record(game, black=EVIL, white="Зоя 漢字", event="World <b>Final</b>", result="+16.00")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER or ""
    quiet = ("background-networking", "component-update", "dev-shm-usage", "gpu", "quic", "sync")
    for argument in ("headless", "no-sandbox", "no-first-run", *(f"disable-{each}" for each in quiet)):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def scene() -> PlayedRun:
    """Returns PVS on a middle game."""
    scenes = Scenes(middle_game())
    while not scenes.scenes:
        time.sleep(0.05)
    return scenes.scenes[3]


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Any:
    def opened(shown: Record | str, width: int = WIDTHS[1]) -> Any:
        place = tmp_path / "page.html"
        place.write_text(shown if isinstance(shown, str) else game_page(shown), "utf-8")
        browser.set_window_size(width, 900)
        browser.get(place.as_uri())
        return browser

    return opened


def assert_in_order(driver: Any) -> None:
    """Asserts that nothing is wider than the page, the console is empty, and the network unused."""
    assert driver.execute_script("return document.documentElement.scrollWidth - innerWidth") <= 0
    log = " ".join(entry["message"] for entry in driver.get_log("performance"))
    assert (driver.get_log("browser"), re.findall(r'"url":"(https?:[^"]*)', log)) == ([], [])


def shown(driver: Any) -> str:
    """Returns the board shown, as 64 characters."""
    return str(driver.execute_script("return nodes[here].board"))


def press(driver: Any, key: str, code: str = "") -> None:
    event = "new KeyboardEvent('keydown', {key: arguments[0], code: arguments[1]})"
    driver.execute_script(f"document.dispatchEvent({event})", key, code)


def assert_kept_in_focus(driver: Any, identity: str) -> None:
    """Asserts that a button that Enter disables keeps the focus."""
    driver.find_element("id", identity).send_keys(Keys.ENTER)
    assert driver.switch_to.active_element.get_attribute("id") == identity
    assert driver.switch_to.active_element.get_attribute("aria-disabled") == "true"


@needs_browser
@pytest.mark.parametrize(("language", "width"), PAIRS, ids=str)
def test_each_step_agrees_with_python(page: Any, language: Language, width: int) -> None:
    set_language(language)
    record = judged(random.Random(7))
    driver = page(record, width)
    steps = driver.execute_script(WALK, STEPS)
    assert len(steps) == STEPS
    for node, (board, black, white, said) in zip(record.game.main[1:], steps, strict=False):
        assert board == node.board.text()[:64]
        assert [black, white] == [node.board.discs(color).bit_count() for color in Color]
        if node.judgement is not None and node.judgement.mark is not None:
            assert f"{node.judgement.mark.value} " in said
        if node.comment:
            assert EVIL in said
    assert_in_order(driver)


@pytest.mark.parametrize("language", Language)
def test_sentences_of_pages_need_no_cases(language: Language) -> None:
    """Scripts fill in fields as they are; the side to move is filled in before."""
    set_language(language)
    engine_words = WITH_ENGINE | ANSWER_WORDS | PLAY_WORDS
    made = filled("game.html", "", {}, WORDS | SEARCH_WORDS | RACE_WORDS | engine_words)
    found = re.search(r'"application/json">(.*?)</script>', made)
    assert found is not None
    words = json.loads(found[1])["words"]
    assert set(words["to_move"]) == {"X", "O"}
    assert not re.search(r"\{\w+:", repr(words))


def test_names_that_the_program_gives_are_translated() -> None:
    set_language(Language.RUSSIAN)
    made = game_page(Record(read_text(FINAL_1977).game, black="You", white="Ann"))
    assert "<title>Вы – Ann</title>" in made


@needs_browser
def test_moves_tried_after_the_end_are_a_variation(page: Any) -> None:
    game = Game(moves=map(parse_square, ("f5", "d6", "c3")))
    game.end_at(game.add(game.line[1], parse_square("d6")))
    driver = page(Record(game, result="-64.00:r"))
    assert driver.execute_script("return [main.length, nodes.length]") == [3, 4]
    moves = [button.text for button in driver.find_elements("css selector", "#moves .variation button")]
    assert moves == ["3. c3"]
    assert "White won" in driver.find_element("tag name", "body").text
    half_read = read_ggf("(;GM[Othello]PC[x]PB[a]PW[b]RE[+14.00]TY[8]B[f5]W[a1];)")
    assert half_read.problem is not None
    text = page(half_read).find_element("tag name", "body").text
    assert "39–25" not in text
    assert str(half_read.problem) in text


@needs_browser
def test_buttons_keys_graph_and_list_lead_to_positions(page: Any) -> None:
    record = judged(random.Random(7))
    driver, nodes = page(record), list(record.game.root.walk())
    line = record.game.main
    assert_kept_in_focus(driver, "last")
    assert shown(driver) == line[-1].board.text()[:64]
    press(driver, "Home")
    press(driver, "ь", "KeyM")
    mistake = next(
        node for node in line[1:] if node.judgement is not None and node.judgement.mark is not None
    )
    assert shown(driver) == mistake.board.text()[:64]
    press(driver, "b")
    assert mistake.judgement is not None
    assert mistake.parent is not None
    assert shown(driver) == mistake.parent.add(mistake.judgement.better[0]).board.text()[:64]
    press(driver, "ArrowLeft")
    assert shown(driver) == mistake.parent.board.text()[:64]
    button = driver.find_elements("css selector", "#moves button")[12]
    driver.execute_script("arguments[0].click()", button)
    assert shown(driver) == nodes[int(button.get_attribute("data-node"))].board.text()[:64]
    graph = driver.find_element("id", "graph")
    graph.click()  # in its middle
    middle = (len(line) - 1) // 2
    assert shown(driver) in [node.board.text()[:64] for node in line[middle : middle + 2]]
    spoken = driver.find_element("id", "spoken").get_attribute("textContent")
    assert "Black: " in spoken
    assert "d5" in spoken


@pytest.mark.slow
@needs_browser
def test_passes_and_ends_are_words(page: Any) -> None:
    """In the list of moves, in spoken text, and in a search that reaches the end of the game."""
    game = Game(BLACK_PASSES)
    game.root.add(PASS)
    driver = page(Record(game))
    driver.find_element("id", "last").click()
    words = [
        driver.find_element("id", each).get_attribute("textContent") for each in ("moves", "says", "spoken")
    ]
    assert [each.split(".")[0].strip() for each in words] == ["pass"] * 3
    assert driver.find_element("id", "says").get_attribute("aria-live") == "polite"
    run = Run(search(BLACK_PASSES, Choice(Algorithm.ALPHABETA, None)))
    driver = page(search_page([run]))
    for step in range(0, len(run), max(1, len(run) // STEPS)):
        state = run.show(step).state
        driver.execute_script("go(arguments[0])", step)
        said = driver.find_element("css selector", ".run .unseen").get_attribute("textContent")
        assert said.split(".")[0] == (Line(state.line).text() or "The start")
        is_over = run.trace.position(state.line).is_over()
        assert ("The game is over" in said) == is_over == ("to move" not in said)


def assert_text_stays_data(opened: Any, count: int, scripts: int) -> None:
    """Asserts it for `count` names, events and comments, in pages with this number of scripts."""
    rng, seen = random.Random(41), 0
    while seen < count:
        game = read_text(FINAL_1977).game
        names = ["".join(rng.choices(HOSTILE, k=rng.randint(1, 40))) for _ in range(3 + len(game.main))]
        (black, white, event), comments = names[:3], names[3:]
        for node, comment in zip(game.main, comments, strict=True):
            node.comment = comment
        driver = opened(game_page(Record(game, black, white, event=event)))
        found = driver.execute_script(TEXTS)
        assert found == [f"{black} – {white}", event, *comments, scripts]
        assert event in driver.execute_script("return byId('told').textContent")
        assert driver.title != "broken"
        seen += len(names)
    assert_in_order(driver)


@needs_browser
@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.slow)])
def test_text_of_players_stays_data(page: Any, count: int) -> None:
    assert_text_stays_data(page, count, scripts=2)


# Goes to steps; returns for each what is shown of the last search: the board, the sentences, the line of the
# source, the texts of rows and figures, and the number of columns of the tree.
LOOK = """
const run = runs.at(-1), words = element => element.textContent;
return arguments[0].map(step => {
  go(step);
  return [boardOf(run, run.steps[Math.min(step, run.steps.length - 1)][3]).board, words(run.sentence),
    words(byId("stop")), words(run.code.querySelector("[aria-current]")), [...run.plies.children].map(words),
    run.facts.map(fact => words(fact.value)),
    run.columns.filter(column => column.getAttribute("fill") !== "none").length];
});
"""


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("language", [Language.RUSSIAN, Language.JAPANESE], ids=str)
def test_a_search_shows_each_step_as_the_window_does(page: Any, scene: PlayedRun, language: Language) -> None:
    """A scene at one width, and two searches side by side at the other."""
    rng = random.Random(3)
    set_language(language)
    sides = "|".join(color.label for color in Color)
    assert not [
        said for stop in scene.stops if re.search(rf"({sides})\W*({sides})", said := stop.sentence.text())
    ]
    pair = [Run(search(middle_game(), Choice(each, 2))) for each in (Algorithm.SSS, Algorithm.PVS)]
    for runs, shown_scene, width in (([scene.run], scene, WIDTHS[0]), (pair, None, WIDTHS[1])):
        driver, run = page(search_page(runs, shown_scene), width), runs[-1]
        steps = sorted(rng.sample(range(len(run)), STEPS))
        for step, found in zip(steps, driver.execute_script(LOOK, steps), strict=True):
            part = run.show(step)
            said = ""
            if shown_scene is not None:
                shown_scene.go_to(step)
                said = shown_scene.stop.sentence.text()
            board_then, sentence, stop, line, rows, figures, columns = found
            assert board_then == part.run.trace.position(part.state.line).text()[:64]
            assert (sentence, stop) == (part.sentence.text(), said)
            assert line == run.text.lines[part.line]
            for row, words in zip(part.state.rows, rows, strict=True):
                assert all(format_move(state.move) in words for state in row.moves)
            assert figures == [figure(part) for _name, _meaning, figure in FIGURES]
            assert columns == part.counts.nodes
        assert_in_order(driver)


@needs_browser
def test_buttons_keys_and_slider_go_to_steps(page: Any) -> None:
    run = Run(search(middle_game(), Choice(Algorithm.PVS, 3, Order.UNSORTED)))
    driver = page(search_page([run]))

    def step() -> int:
        return int(driver.execute_script("return here"))

    places = ("Comma", "Period", "Semicolon")
    for signs in (",.;", "бюж"):  # the same keys of two layouts
        for key, code, jump in zip(signs, places, (Jump.RESEARCH, Jump.CUT, Jump.PV_CHANGE), strict=True):
            press(driver, "Home")
            press(driver, key, code)
            assert step() == run.next(jump, 0)
    press(driver, "Home")
    press(driver, ":", "Semicolon")
    assert step() == 0
    assert_kept_in_focus(driver, "last")
    assert step() == len(run) - 1
    driver.execute_script(
        "const slider = byId('slider'); slider.value = 40; slider.dispatchEvent(new Event('input'))"
    )
    assert step() == 40
    press(driver, "ArrowLeft")
    assert step() == 39


@needs_browser
def test_a_lesson_plays_and_asks_like_the_window(page: Any, scene: PlayedRun) -> None:
    """With keys; half of the answers are wrong."""
    questions = sample_questions(questions_of(scene.run), QUESTIONS)
    driver = page(search_page([scene.run], scene))
    press(driver, "F7")
    for n in range(len(questions)):
        here = driver.execute_script("return here")
        question = next((each for each in questions if each.step > here), None)
        if question is None:
            break
        press(driver, "End")
        assert driver.execute_script("return here") == question.step
        assert driver.find_element("id", "question").text == question.text()
        right = question.options.index(question.answer)
        press(driver, str((right + n % 2) % len(question.options) + 1))
        said = driver.find_element("id", "question").text
        assert question.answer.text() in said
        assert f"{n // 2 + 1} of {n + 1} right" in said
        assert driver.find_element("id", "reason").text == reason_for(question, scene.run)
        assert driver.execute_script("return here") == question.seen
    assert n > 3
    press(driver, "F7")
    press(driver, "Home")
    press(driver, " ")
    first = next(stop.step for stop in scene.played if stop.step)
    WebDriverWait(driver, 30).until(lambda driver: driver.execute_script("return here") == first)
    press(driver, " ")
    assert driver.execute_script("return timer === undefined")


LANES = ("pvs", "pvs:order=killers", "pvs:order=static", "pvs:order=none")


def page_of(kind: str, scene: PlayedRun) -> str:
    tree, board = draw_tree(7), middle_game()
    searches = [Choice(each, 3) for each in (Algorithm.PVS, Algorithm.ALPHABETA)]
    standings = [standing(text, list(range(10, 130, 10))) for text in LANES]
    return {
        "search": lambda: search_page([Run(search(board, searches[0]))]),
        "searches": lambda: search_page([Run(search(board, each)) for each in searches]),
        "tree": lambda: search_page([Run(search(tree, Choice(Algorithm.PVS)))]),
        "trees": lambda: search_page([Run(search(tree, Choice(each.algorithm))) for each in searches]),
        "scene": lambda: search_page([scene.run], scene),
        "race": lambda: race_page(board, standings),
        "game": lambda: game_page(judged(random.Random(7))),
        "sheet": lambda: sheet_page(1, 6, [Role.ALPHABETA]),
        "exercise": lambda: exercise_page(TreeExercise.drawn(7, Role.PVS)),
    }[kind]()


@needs_browser
@pytest.mark.parametrize(
    "size",
    [
        pytest.param((390, 844), marks=pytest.mark.slow),
        (1280, 720),
        pytest.param((1920, 1080), marks=pytest.mark.slow),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "kind", quick(["scene", "trees", "race", "game", "exercise", "sheet", "search", "searches", "tree"], 6)
)
def test_each_kind_of_page_fits_and_obeys_keys(
    page: Any, scene: PlayedRun, kind: str, size: tuple[int, int]
) -> None:
    """In a large window only paper scrolls; searches play and ask, games go on, exercises judge."""
    driver = page(page_of(kind, scene))
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 1000}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def text(identity: str) -> str:
        return str(driver.find_element("id", identity).text)

    def high() -> int:
        return int(driver.execute_script("return document.documentElement.scrollHeight - innerHeight"))

    try:
        if kind in ("search", "searches", "tree", "trees", "scene"):
            press(driver, " ")
            WebDriverWait(driver, 30).until(lambda driver: driver.execute_script("return here > 0"))
            press(driver, "F7")
            press(driver, "End")
            assert text("question")
            press(driver, "1")
            assert "of 1 right" in text("question")
            assert text("reason")
        elif kind == "game":
            press(driver, "End")
            assert driver.execute_script("return here") > 50
        elif kind == "exercise":
            press(driver, "F7")
            assert text("help")
            press(driver, "F4")
            assert text("steps").startswith("→")
        if kind == "game" and size[0] >= 1000:
            ends = "return document.getElementById(arguments[0]).getBoundingClientRect().bottom"
            card = "return document.querySelector('section.card').getBoundingClientRect().bottom"
            assert driver.execute_script(ends, "says") <= driver.execute_script(card), "all of it is in sight"
        assert size[0] < 1000 or kind == "sheet" or high() <= 0
        assert_in_order(driver)
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize(("language", "width"), PAIRS, ids=str)
def test_a_race_has_its_chart_and_its_table(page: Any, language: Language, width: int) -> None:
    set_language(language)
    board = middle_game()
    lanes = [standing("alphabeta", [10, 40, 200]), standing("pvs:table=off", [10, 35, 170])]
    driver = page(race_page(board, lanes), width)
    lines = [each.text.split() for each in driver.find_elements("css selector", "#depths tbody tr")]
    assert lines == [["1", "10", "10"], ["2", "40", "35"], ["3", "200", "170"]]
    found = driver.find_elements("css selector", "#chart polyline")
    assert [len(each.get_attribute("points").split()) for each in found] == [3, 3]
    said = [each.text for each in driver.find_elements("css selector", "#says p")]
    assert said == [capitalised(each.text()) for each in sentences(lanes, board.turn)]
    rows = driver.find_elements("css selector", "#table tbody th[scope=row]")
    assert [each.text for each in rows] == [each.lane.names.text() for each in lanes]
    assert_in_order(driver)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("sss", ["SSS*"]),
        ("sss*", ["SSS*"]),
        ("mtsss,sss", ["MT-SSS*", "SSS*"]),
        ("MT-SSS*,alpha-beta", ["MT-SSS*", "Alpha-beta"]),
    ],
)
def test_searches_are_named_without_quotes(names: str, shown: list[str]) -> None:
    assert [search_name(search) for search in parse_searches(names)] == shown


@pytest.mark.slow
def test_too_large_pages_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    place, said = tmp_path / "page.html", "a page holds at most 2 MB"
    assert said in command("export", MIDDLE_GAME, place, "--search", "minimax,minimax", status=1).err
    command("export", MIDDLE_GAME, place, "--scene", "alphabeta")
    assert 100_000 < place.stat().st_size < 2_000_000
    monkeypatch.setattr("ui.web_page.MOST_BYTES", 20_000)
    command("export", MIDDLE_GAME, place, "--replace")
    assert said in command("export", FINAL_1977, place, "--replace", status=1).err


def test_the_command_writes_a_page(tmp_path: Path, command: Command) -> None:
    source, place = tmp_path / "game.ggf", tmp_path / "page.html"
    source.write_text(ggf(judged(random.Random(1))), "utf-8")
    command("export", source, place)
    assert 10_000 < place.stat().st_size < 2_000_000
    assert ggf(read_game(place.read_bytes())) == source.read_text("utf-8"), "a page is opened like a game"
    assert "--replace overwrites it" in command("export", source, place, status=1).err
    assert "no game 2" in command("export", source, place, "--replace", "--number", 2, status=1).err
    assert "missing" in command("export", tmp_path / "missing", place, "--replace", status=1).err


def test_the_command_reads_a_file_named_like_moves_and_writes_to_stdout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f5d6.ggf").write_text(ggf(judged(random.Random(1))), "utf-8")
    assert command("export", "f5d6.ggf", "-").out == command("export", Path("f5d6.ggf").resolve(), "-").out
    command("export", "f5d6.ggf", "a.HTM")
    assert {path.name for path in tmp_path.iterdir()} == {"f5d6.ggf", "a.HTM"}


@pytest.mark.parametrize("preset", quick(PRESETS, 1), ids=lambda preset: preset.identity)
def test_the_command_writes_a_race(
    preset: Preset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """As deep as the preset says, or as minimax can go if it takes part."""
    place = tmp_path / "race.html"
    monkeypatch.setattr("ui.commands.export.deepest_minimax", lambda _board: 4)
    command("export", ENDGAME.text(), place, "--race", preset.identity)
    found = place.read_text("utf-8")
    assert all(lane.names.text() in found for lane in preset.lanes)
    assert f" to depth {4 if preset.identity == 'textbook' else preset.depth}." in found


@pytest.mark.slow
def test_an_impossible_race_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    place = tmp_path / "race.html"

    def said(board: Board) -> str:
        return command("export", board.text(), place, "--race", "table", status=1).err

    assert "the game is over, so there is nothing to search" in said(OVER)
    assert "Black has no move and must pass" in said(BLACK_PASSES)
    monkeypatch.setattr("ai.search.root.RootSearch._score_root", fail)
    assert "there is not enough memory" in said(ENDGAME)
    assert not place.exists()


TREE_LOOK = """
const text = each => each.textContent;
return arguments[0].map(step => {
  go(step);
  const board = document.querySelector("svg.board"), all = name => [...board.querySelectorAll(name)];
  return [all("text").map(text).filter(Boolean), all('path[stroke="var(--cut)"]').length,
    document.querySelector(".run .sentence").textContent];
});
"""


@needs_browser
@pytest.mark.parametrize("algorithm", quick(Algorithm, 3))
def test_a_written_tree_is_drawn_as_in_the_window(page: Any, algorithm: Algorithm) -> None:
    tree = draw_tree(7, 3, 3)
    run = Run(search(tree, Choice(algorithm)))
    driver = page(search_page([run]), WIDTHS[int(algorithm) % 2])
    assert_in_order(driver)
    steps = random.Random(5).sample(range(len(run)), 8)
    for step, (texts, strokes, sentence) in zip(steps, driver.execute_script(TREE_LOOK, steps), strict=True):
        shown = run.show(step)
        marks = marks_at(run.trace, run.tree, shown.state, step)
        assert marks.now is not None
        assert strokes == 2 * len(marks.cut)
        assert sentence == shown.sentence.text()
        known = ((path, mark.figure) for path, mark in marks.nodes.items() if mark.figure is not None)
        left = [figure.text() for path, figure in known if path != marks.now[: len(path)]]
        leaves = [str(leaf).replace("-", "−") for leaf in map(tree.at, tree.moves) if isinstance(leaf, int)]
        inner = Counter(texts) - Counter(leaves)
        assert Counter(texts) >= Counter(leaves)
        assert {*left} <= {*inner, *leaves}
