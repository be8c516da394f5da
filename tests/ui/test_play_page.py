"""The engine in web pages, which answers like Python's; the page to play on; games that answer."""

from __future__ import annotations

import base64
import gzip
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from ai import preparation
from ai.engine import Engine
from ai.limits import FULL_STRENGTH, Limit, Options, Progress
from ai.weights import default_weights
from game.board import PASS, Board, squares
from game.records.any_format import read_text
from game.records.obf import parse_obf
from game.text import _
from play.settings import Language
from release.web import TABLE_MEGABYTES, light
from tests.quick import quick
from tests.release.test_web import engine_file  # noqa: F401 - a fixture
from tests.samples import FINAL_1977
from tests.ui.command_line import ROOT, Command
from tests.ui.firefox import FIREFOX, Firefox
from tests.ui.test_web_page import assert_in_order, assert_text_stays_data, browser, judged, needs_browser  # noqa: F401 - a fixture
from ui import page_engine
from ui.play_page import play_page
from ui.text.languages import set_language
from ui.web_page import game_page

SECONDS = 180  # pages are slow on a busy machine
# Asks all questions one after the other, and returns the last answer to each.
ASK = """
const [questions, done] = arguments, found = [];
const next = () => {
  if (found.length === questions.length) return done(found);
  thinking.ask(questions[found.length], answer => {
    if (!answer.isDone) return;
    found.push(answer);
    next();
  });
};
next();
"""
# Counts the frames of a second.
FRAMES = """
const done = arguments[0], times = [], step = now => {
  times.push(now);
  if (now - times[0] < 1000) requestAnimationFrame(step);
  else done(times.length - 1);
};
requestAnimationFrame(step);
"""
# Plays d3 at level 5, and returns the time of the answer, in milliseconds since the page was requested.
FIRST_ANSWER = """
const done = arguments[0], look = () => line.length > 2 ? done(performance.now()) : setTimeout(look, 5);
level = 5;
play(19);
look();
"""
IMPORTS = """
const unpacked = new Function(byId("driver").textContent + ";return unpack(byId('engine').textContent);");
unpacked().then(({module}) => arguments[0](WebAssembly.Module.imports(module)));
"""
FORBIDDEN = (
    '<meta http-equiv="Content-Security-Policy" content="script-src \'unsafe-inline\'; worker-src blob:">'
)


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Building the engine takes half a minute: tests that are not slow get a dummy file."""
    file = tmp_path / "engine.b64"
    if request.node.get_closest_marker("slow"):
        file = request.getfixturevalue("engine_file")
    else:
        file.write_bytes(base64.b64encode(gzip.compress(b"no engine")))
    monkeypatch.setattr(page_engine, "ENGINE", file)


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Any:  # noqa: F811
    def open_page(shown: str, width: int = 1280, height: int = 900, *, is_ready: bool = True) -> Any:
        place = tmp_path / "page.html"
        place.write_text(shown, "utf-8")
        browser.set_window_size(width, height)
        browser.get(place.as_uri())
        if is_ready:
            wait_until(browser, "typeof thinking === 'object' && thinking.isReady")
        return browser

    browser.set_script_timeout(10 * SECONDS)
    browser.get_log("browser")  # messages of damaged pages in an earlier test
    return open_page


def wait_until(driver: Any, condition: str) -> None:
    until = time.monotonic() + SECONDS
    while not driver.execute_script(f"return {condition}"):
        assert time.monotonic() < until, condition
        time.sleep(0.02)


def position(rng: random.Random, empties: int) -> Board:
    """Returns a position after random moves that is not over."""
    while True:
        board = Board.initial()
        while board.empties > empties and not board.is_over():
            board = board.play(rng.choice(list(squares(board.legal_moves())) or [PASS]))
        if not board.is_over():
            return board


def python_engine() -> Engine:
    engine = Engine(TABLE_MEGABYTES, weights=light(default_weights()), expected_scores=True)
    assert preparation.wait(600).is_ready
    return engine


Topic = tuple[Board, int, int | None, int]
"""A position, the level, the depth, the seed."""


def assert_as_python(driver: Any, asked: list[Topic]) -> None:
    questions = [
        {
            **{"board": board.text()[:64], "turn": "XO"[board.turn], "level": level, "isNew": True},
            **({"depth": depth} if depth else {}),
            "random": random.Random(seed).random(),
        }
        for board, level, depth, seed in asked
    ]
    answers = driver.execute_async_script(ASK, questions)
    engine = python_engine()
    for (board, level, depth, seed), found in zip(asked, answers, strict=True):
        engine.new_game()
        wanted = engine.analyse(board, Limit(depth=depth), Options(level=level, seed=seed)).result()
        assert _answer(wanted) == _answer_of(found), board.text()
        if level < FULL_STRENGTH:
            known = {each.move: each.score for each in wanted.scores}
            assert {each["move"]: each["score"] for each in found["scores"]} == pytest.approx(known)
    engine.close()


def _answer(found: Progress) -> tuple[object, ...]:
    nodes = [(each.depth, each.confidence, each.nodes) for each in found.iterations]
    return found.move, round(found.score or 0, 6), found.kind.value, found.pv[:1], nodes


def _answer_of(found: dict[str, Any]) -> tuple[object, ...]:
    nodes = [(each["depth"], each["confidence"], each["nodes"]) for each in found["iterations"]]
    return found["move"], round(found["score"], 6), found["kind"], tuple(found["line"][:1]), nodes


@needs_browser
@pytest.mark.slow
def test_every_level_answers_as_in_python(opened: Any) -> None:
    rng = random.Random(63)
    levels = [number % FULL_STRENGTH + 1 for number in range(200)]
    asked: list[Topic] = [
        (position(rng, rng.randint(1, 58)), level, 8 if level == FULL_STRENGTH else None, rng.getrandbits(30))
        for level in levels
    ]
    driver = opened(play_page())
    assert_as_python(driver, asked)
    assert driver.execute_async_script(IMPORTS) == [{"module": "env", "name": "memory", "kind": "memory"}]
    assert_in_order(driver)


@needs_browser
@pytest.mark.slow
def test_scores_and_nodes_equal_those_of_the_kernels(opened: Any) -> None:
    rng = random.Random(64)
    asked: list[Topic] = [(position(rng, rng.randint(13, 56)), 10, n % 12 + 1, n) for n in range(500)]
    asked += [(position(rng, 14 + n % 5), 10, None, n) for n in range(50)]
    assert_as_python(opened(play_page()), asked)


@needs_browser
@pytest.mark.slow
def test_ffo_endgames_are_solved_in_the_worker(opened: Any) -> None:
    problems, _ = parse_obf((ROOT / "assets/positions/ffo.obf").read_text("utf-8"))
    driver = opened(play_page())
    for number in range(40, 45):
        problem = problems[number - 1]
        board = problem.board
        question = {"board": board.text()[:64], "turn": "XO"[board.turn], "level": 10, "isNew": True}
        began = time.perf_counter()
        (found,) = driver.execute_async_script(ASK, [question])
        print(f"FFO #{number}: {found['score']} in {time.perf_counter() - began:.1f} s")
        assert (found["kind"], found["score"]) == ("exact", max(score for _, score in problem.scores))


@needs_browser
@pytest.mark.slow
def test_the_page_plays_hints_undoes_and_has_all_languages(opened: Any) -> None:
    driver = opened(play_page(), 390)

    def text(identity: str) -> str:
        return str(driver.execute_script("return byId(arguments[0]).textContent", identity))

    squares_of_board = driver.find_elements("css selector", "#board ~ .squares button")
    assert [each.get_attribute("aria-label") for each in squares_of_board[18:20]] == [
        "c3, empty",
        "d3, empty, you may move here",
    ]
    squares_of_board[19].click()
    wait_until(driver, "line.length === 3")
    assert "Your move (Black)" in text("status")
    driver.execute_script(
        "window.times = 0;"
        "new MutationObserver(() => { window.times++; }).observe(byId('spoken'), {childList: true})"
    )
    driver.find_element("id", "hint").click()
    wait_until(driver, "window.times")
    time.sleep(1.5)  # longer than the search of a hint
    assert driver.execute_script("return window.times") == 1, "a hint is said when it is done"
    assert text("status").startswith("Best: ")
    assert driver.execute_script("return Object.keys(hints.notes).map(Number)") == driver.execute_script(
        "return movesOf(here())"
    )
    assert driver.execute_async_script(FRAMES) > 20
    driver.find_element("id", "undo").click()
    assert driver.execute_script("return line.length") == 1
    for language in Language:
        if language is not Language.SYSTEM:
            set_language(language)
            code = language.value.partition("_")[0]
            driver.find_element("css selector", f"#language option[value={code}]").click()
            assert text("new") == _("New game")
            assert_in_order(driver)
    set_language(Language.ENGLISH)
    driver.find_element("css selector", "#you_play option[value=O]").click()
    wait_until(driver, "line.length === 2")


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if FIREFOX is None:
        pytest.skip("needs Debian's firefox-esr")
    driver = Firefox(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("which", ["browser", "firefox"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("is_by_keys", [False, True], ids=["touch", "keys"])
def test_a_whole_game(
    request: pytest.FixtureRequest, tmp_path: Path, which: str, width: int, height: int, is_by_keys: bool
) -> None:
    """At level 5, with moves that leave few replies, so that sides pass; the console stays empty."""
    driver, place = request.getfixturevalue(which), tmp_path / "page.html"
    place.write_text(play_page(), "utf-8")
    driver.set_window_size(width, height)
    driver.get(place.as_uri())
    driver.execute_script(POINTERS)
    if is_by_keys:
        tab_to(driver, "#level")
        press(driver, "5")
        tab_to(driver, ".squares button", SHIFT)
    else:
        driver.execute_script("byId('level').value = 5; byId('level').onchange()")
    assert driver.execute_script("return level") == 5
    while True:
        wait_until(driver, "isOver(here()) || (isMine() && !mustPass(here()))")
        move, before = driver.execute_script(FEWEST_REPLIES)
        if move is None:
            break
        if is_by_keys:
            walk(driver, move)
        else:
            tap(driver, move)
        wait_until(driver, f"line.length > {before}")
    press(driver, "t")
    over, status, moves, pointers = driver.execute_script(
        "return [words.over, byId('status').textContent, line.map(({square}) => square), pointers]"
    )
    assert status.startswith(over.rstrip("."))
    assert set(pointers) == (set() if is_by_keys else {"touch"})
    board = Board.initial()
    for move in moves[1:]:
        board = board.play(move)
    assert board.is_over()
    print(f"{which} {width}x{height}: {len(moves) - 1} moves, {moves.count(PASS)} passes, {status}")
    assert_in_order(driver)


# Notes the kind of pointer of each press.
POINTERS = """
window.pointers = [];
document.addEventListener("pointerdown", event => pointers.push(event.pointerType), true);
"""
FEWEST_REPLIES = """
const replies = move => movesOf(after(here(), move)).length, position = here();
const moves = movesOf(position).sort((one, two) => replies(one) - replies(two));
return [isOver(position) ? null : moves[0], line.length];
"""
TAB, ENTER, SHIFT, LEFT, UP, RIGHT, DOWN = map(chr, (0xE004, 0xE007, 0xE008, *range(0xE012, 0xE016)))


def press(driver: Any, *keys: str, held: str = "") -> None:
    strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
    if held:
        strokes = [{"type": "keyDown", "value": held}, *strokes, {"type": "keyUp", "value": held}]
    driver.execute("actions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})


def tab_to(driver: Any, selector: str, held: str = "") -> None:
    for _press in range(30):
        press(driver, TAB, held=held)
        if driver.execute_script("return document.activeElement.matches(arguments[0])", selector):
            return
    raise AssertionError(selector)


def walk(driver: Any, square: int) -> None:
    """Goes from the focused square to another by arrow keys, and presses Enter."""
    at = int(driver.execute_script("return squareButtons.buttons.indexOf(document.activeElement)"))
    across, down = square % 8 - at % 8, square // 8 - at // 8
    press(driver, *[RIGHT, LEFT][across < 0] * abs(across), *[DOWN, UP][down < 0] * abs(down), ENTER)


def tap(driver: Any, square: int) -> None:
    x, y = driver.execute_script(
        "const {x, y, width, height} = squareButtons.buttons[arguments[0]].getBoundingClientRect();"
        "return [Math.round(x + width / 2), Math.round(y + height / 2)]",
        square,
    )
    move = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
    steps = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
    driver.execute("actions", {"actions": [finger]})


@needs_browser
@pytest.mark.slow
def test_a_move_tried_in_a_game_is_answered_and_the_game_stays(opened: Any) -> None:
    record = judged(random.Random(7))
    shown = game_page(record)
    driver = opened(shown)
    before = driver.execute_script("return JSON.stringify(nodes)")
    driver.execute_script("go(main[44])")
    board = record.game.main[44].board
    own = record.game.main[45].move
    move = next(square for square in squares(board.legal_moves()) if square != own)
    driver.find_elements("css selector", ".squares button")[move].click()
    wait_until(driver, "tried[0]?.best?.isDone")
    after = board.play(move)
    engine = python_engine()
    score = after.turn.sign * (engine.analyse(after, Limit()).result().score or 0)
    best = board.turn.sign * (engine.analyse(board, Limit()).result().score or 0)
    engine.close()
    words = {
        name: driver.execute_script(f"return formatScore({value}, 'exact')")
        for name, value in (("score", score), ("best", best))
    }
    assert driver.find_element("id", "number").text == "Your try at move 45"
    assert driver.find_element("id", "found").text.endswith(words["score"])
    compared = driver.find_element("id", "compared").text
    assert f"{words['best']}." in compared
    assert compared.startswith(("Better than", "Worse than", "As good as"))
    driver.find_element("css selector", "#line button").click()
    assert driver.execute_script("return tried.length") == 2
    driver.find_element("css selector", "#level option[value='3']").click()
    wait_until(driver, "tried[1].answer?.isDone")
    worth = "return worthOf({score: 1, scores: [{score: 5}, {score: 1}]})"
    assert driver.execute_script(worth) == 5, "not that of the move which a low level chose"
    driver.find_element("id", "take_back").click()
    driver.find_element("tag name", "body").send_keys("z")
    assert driver.execute_script("return tried.length") == 0
    assert driver.find_element("id", "says").is_displayed()
    assert not driver.find_element("id", "answer").is_displayed()
    assert driver.execute_script("return JSON.stringify(nodes)") == before
    assert_in_order(driver)
    assert len(shown.encode()) < 5_000_000
    assert read_text(shown).game.end.board == record.game.end.board


@needs_browser
@pytest.mark.slow
def test_a_finished_game_offers_no_move_and_a_tried_end_is_counted(opened: Any) -> None:
    driver = opened(game_page(read_text(FINAL_1977)))
    driver.execute_script("go(main.at(-1))")
    assert driver.find_elements("css selector", ".squares .can") == []
    driver.execute_script("go(main.at(-2))")
    driver.find_element("css selector", ".squares .can").click()
    assert "wins by" in driver.find_element("id", "found").text
    assert_in_order(driver)


@needs_browser
@pytest.mark.slow
def test_the_first_answer_is_fast_and_frames_go_on(opened: Any) -> None:
    """Needs an idle machine: medians of five openings, and of five seconds at full strength."""
    page = play_page()
    answers = [opened(page, is_ready=False).execute_async_script(FIRST_ANSWER) for _time in range(5)]
    driver = opened(page)
    driver.execute_script("thinking.ask({...START, level: 10, all: true}, () => {})")
    frames = [driver.execute_async_script(FRAMES) for _time in range(5)]
    print(f"first answers in {[*map(round, answers)]} ms, {frames} frames a second")
    assert median(answers) < 1500
    assert median(frames) >= 58


def altered(packed: str) -> str:
    """Returns the engine with one bit in the middle flipped."""
    content = bytearray(base64.b64decode(packed))
    content[len(content) // 2] ^= 1
    return base64.b64encode(content).decode()


BAD_INPUT: dict[str, Callable[[str, str], str]] = {
    "altered": lambda page, packed: page.replace(packed, altered(packed)),
    "policy": lambda page, _packed: page.replace("<style>", FORBIDDEN + "<style>", 1),
    "shorter": lambda page, packed: page.replace(packed, packed[:500_000]),
    "no base64": lambda page, packed: page.replace(packed, "!"),
    "cut": lambda page, packed: page[: page.index(packed) + 500_001],
    "cut before": lambda page, _packed: page[: page.index('<script id="engine"')],
    "no WebAssembly": lambda page, _packed: page.replace("// The engine", "delete self.WebAssembly; //", 1),
    "no gzip": lambda page, _packed: page.replace("// The engine", "delete self.DecompressionStream; //", 1),
}


@needs_browser
@pytest.mark.parametrize("why", quick(BAD_INPUT, 1))
def test_a_page_reports_an_unusable_engine_and_a_game_stays(opened: Any, why: str) -> None:
    """It is forbidden, damaged, or the browser is old."""
    packed, change = page_engine.ENGINE.read_text("ascii"), BAD_INPUT[why]
    driver = opened(change(play_page(), packed), is_ready=False)
    wait_until(driver, "byId('problem').textContent.startsWith('The engine cannot run')")
    said = driver.find_element("id", "problem")
    assert said.is_displayed()
    assert "damaged, or needs a browser from 2023" in said.text
    print(said.text)
    driver = opened(change(game_page(judged(random.Random(7))), packed), is_ready=False)
    time.sleep(0.5)
    assert driver.find_elements("css selector", ".squares, #answer") == []
    driver.execute_script("go(main[3])")
    assert driver.execute_script("return here") == driver.execute_script("return main[3]")


@needs_browser
def test_a_page_reports_damaged_scripts(opened: Any) -> None:
    for broken in (('{"languages"', '{"languages'), ("class Thinking {", "class Thinking { new syntax")):
        driver = opened(play_page().replace(*broken, 1), is_ready=False)
        assert "damaged" in driver.find_element("id", "problem").text


@needs_browser
@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.slow)])
def test_text_of_players_stays_data_beside_the_engine(opened: Any, count: int) -> None:
    assert_text_stays_data(lambda shown: opened(shown, is_ready=False), count, scripts=8)


def test_the_command_writes_the_page_if_there_is_an_engine(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "play.html"
    command("export", "--play", place)
    assert len(place.read_bytes()) < 2_500_000
    assert "no other file" in command("export", "--play", place, "f5", status=2).err
    monkeypatch.setattr(page_engine, "ENGINE", tmp_path / "none")
    said = command("export", "--play", place, "--replace", status=1)
    assert "the engine for web pages is missing" in said.err
    assert "<!-- engine -->" not in game_page(read_text(FINAL_1977))
