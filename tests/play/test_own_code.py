"""Files of the user's own code as lanes of a race: what they may do, and the messages otherwise."""

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from ai.limits import Limit
from ai.own_code import read_code
from ai.programs import CHILD
from game.board import Board
from game.evaluation import Kind
from play import race as race_module
from play.race import PLAIN_LANES, Lane, LaneProgress, LaneState, Race, parse_lane, parse_lanes
from play.race_report import RacePhrase, against, sentences
from tests.play.standings import BOARD
from tests.quick import quick
from tests.samples import BLACK_PASSES
from tests.sources import ROOT
from tests.waiting import wait_until

MINIMAX = """
def search(position):
    if position.is_leaf:
        return position.evaluate()
    return max(-search(child) for child in position.children())
"""
ALPHABETA = """
def search(position, alpha=-1000, beta=1000):
    if position.is_leaf:
        return position.evaluate()
    best = -1000
    for child in position.children():
        best = max(best, -search(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""
Write = Callable[[str, str], Lane]
LINE = "def search(position):\n    "
# The code of a file, and its message.
WRONG = {
    "allocates": (LINE + "return len([0] * (10 ** 10 // 8))", "line 2: it needs more than 1 GB of memory"),
    "prints": (
        LINE + "for _ in range(10 ** 6):\n        print('x' * 100)",
        "line 3: it prints more than 100,000 characters",
    ),
    "raises": (LINE + "return {}['a']", "line 2: KeyError: 'a'"),
    "exits": (LINE + "raise SystemExit(3)", "line 2: SystemExit: 3"),
    "returns a string": (LINE + "return 'abc'", "line 1: search returned 'abc', which is not a number"),
    "returns nothing": (LINE + "pass", "line 1: search returned None, which is not a number"),
    "changes the board": (
        LINE + "position.board.black = 0",
        "line 2: FrozenInstanceError: cannot assign to field 'black'",
    ),
    "recurs": (LINE + "return search(position)", "line 2: RecursionError: maximum recursion depth exceeded"),
    "lies": (
        LINE + "return 12",
        "line 1: it differs from minimax at depth 1: 12, not 42, in tenths of a disc",
    ),
    "is wrong": (MINIMAX.replace("max", "min"), None),
    "ends itself": (LINE + "import os; os._exit(0)", "its process has ended by itself"),
    "crashes": (LINE + "import ctypes; ctypes.string_at(0)", "line 2: its process has ended by itself"),
    "is too high": (
        "def evaluation(board):\n    return 1000",
        "line 1: evaluation returned 1000: the limit is 640 (64 discs in tenths)",
    ),
    "is random": ("import random\n\ndef evaluation(board):\n    return random.randint(-640, 640)", None),
    "is no function": ("search = 1", "it has no function search"),
}
# The code of a child process, which no other process has.
SLEEP = f"import time; time.sleep(1000 + {os.getpid()})"
LOOPS = {
    "loops": (LINE + "while True: pass", "line 2: no answer after 0.5 seconds"),
    "holds the interpreter": (LINE + "return sum(range(10 ** 14))", "line 2: no answer after 0.5 seconds"),
    "starts others": (
        "import subprocess, sys, time\n"
        + LINE
        + f"subprocess.Popen([sys.executable, '-c', {SLEEP!r}])\n    time.sleep(1000)",
        "line 4: no answer after 0.5 seconds",
    ),
}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_lane(name: str, text: str) -> Lane:
        path = tmp_path / f"{name}.py"
        path.write_text(text, "utf-8")
        return Lane(code=read_code(path))

    return write_lane


def raced(lanes: Sequence[Lane], depth: int = 3, board: Board = BOARD) -> tuple[LaneProgress, ...]:
    with closing(Race(board, lanes, Limit(depth=depth))) as race:
        race.start()
        wait_until(lambda: race.is_over, race.update)
    return race.standings


def left_running() -> list[psutil.Process]:
    """Returns the processes that lanes have left running; those of a killed lane have another parent."""
    ours = {child.pid for child in psutil.Process().children(recursive=True)}

    def is_left(process: psutil.Process) -> bool:
        command = process.info["cmdline"] or ()
        return SLEEP in command or (CHILD in command and process.pid in ours)

    return [process for process in psutil.process_iter(["cmdline"]) if is_left(process)]


@pytest.mark.parametrize("board", [BOARD, BLACK_PASSES.after_pass()])
def test_the_same_search_enters_the_same_nodes(write: Write, board: Board) -> None:
    """Those of the engine with textbook options, also in positions with passes."""
    own = [write("minimax", MINIMAX), write("alphabeta", ALPHABETA)]
    standings = raced((*own, *parse_lanes(f"minimax,{PLAIN_LANES[0].text()}")), 3, board)
    assert [each.state for each in standings] == [LaneState.DONE] * 4, [each.error for each in standings]
    rows = [[(row.depth, row.score, row.nodes) for row in each.depths] for each in standings]
    assert rows[:2] == rows[2:]


def test_a_game_is_searched_to_its_end(write: Write) -> None:
    board = BLACK_PASSES.after_pass()
    own, engine = raced((write("own", ALPHABETA), parse_lane("pvs")), board.empties, board)
    assert (own.depths[-1].score, own.depths[-1].kind) == (engine.depths[-1].score, Kind.EXACT)


@pytest.mark.parametrize("name", quick(WRONG, 4))
def test_error_in_a_file_is_reported_with_its_line(write: Write, name: str) -> None:
    text, said = WRONG[name]
    (lane, _engine) = raced((write("own", text), parse_lane("pvs")))
    assert lane.state is LaneState.FAILED
    assert lane.error == said or (said is None and "differs from minimax" in lane.error), lane.error
    found = [each.text() for each in sentences([lane, _engine], BOARD.turn)]
    assert found[0] == f"own.py ended early: {lane.error}."
    wait_until(lambda: not left_running())


def test_endless_code_is_killed_with_its_children(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race_module, "CODE_SECONDS", 0.5)
    lanes = [write(f"loop{n}", text) for n, (text, _said) in enumerate(LOOPS.values())]
    found = [each.error for each in raced(lanes)]
    assert found == [said for _text, said in LOOPS.values()]
    wait_until(lambda: not left_running())


def test_a_search_that_plays_its_own_moves_has_no_nodes(write: Write) -> None:
    found, engine = raced((write("own", LINE + "return 42"), parse_lane("minimax")), 1)
    assert ([row.nodes for row in found.depths], found.error) == ([0], "")
    assert sentences((engine, found), BOARD.turn) == [], "nothing can be compared"
    assert against(engine, found) is against(found, engine) is None


def test_an_answer_that_cannot_be_checked_in_time(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race_module, "CODE_SECONDS", 0.5)
    own = "import time\n\ndef evaluation(board):\n    return 0\n\ndef search(position):\n    return 0\n"
    slow = own.replace("    return 0\n\ndef", "    time.sleep(1000)\n    return 0\n\ndef")
    (found,) = raced([write("own", slow)])
    assert found.error == "line 4: depth 1 could not be checked by plain alpha-beta in 0.5 seconds"


def test_stopped_lane_ends_its_process(write: Write) -> None:
    lane = write("own", LOOPS["loops"][0])
    race = Race(BOARD, (lane, lane), Limit(depth=3))
    race.start()
    wait_until(left_running)
    race.close()
    assert [runner.state for runner in race.runners] == [LaneState.STOPPED] * 2
    wait_until(lambda: not left_running())


def test_time_limit_ends_a_lane_without_an_error(write: Write) -> None:
    deep = f"import time\n{MINIMAX}\nplain = search\ndef search(position):\n    if position.depth > 2:\n"
    lane = write("own", deep + "        time.sleep(1000)\n    return plain(position)\n")
    race = Race(BOARD, (lane, lane), Limit(seconds=2.0))
    race.start()
    wait_until(lambda: race.is_over, race.update)
    found = race.standings[0]
    assert (found.state, found.error, found.reached) == (LaneState.DONE, "", 2)


def test_examples_can_be_raced() -> None:
    own = [Lane(code=read_code(ROOT / "examples" / f"{name}.py")) for name in ("evaluation", "search")]
    evaluation, search, plain, _pvs = standings = raced((*own, *PLAIN_LANES), 4)
    assert {each.state for each in standings} == {LaneState.DONE}
    assert search.depths[-1].score == plain.depths[-1].score != evaluation.depths[-1].score
    assert search.cost(4) < plain.cost(4), "sorted moves are worth something"
    assert sentences((plain, search), BOARD.turn)[-1].phrase is RacePhrase.OWN_CODE


@pytest.mark.parametrize(
    ("data", "function", "said"),
    [
        (b"def other(board): ...", "evaluation", "own.py: it has no function evaluation"),
        (b"x = 1", "", "own.py: it has neither a function search nor a function evaluation"),
        (b"x = (\n", "", "own.py, line 1: SyntaxError: '(' was never closed"),
        (b"\x89PNG\r\n\x00", "", "own.py: this is not a Python file"),
        (b"x = 1\0", "", "own.py: this is not a Python file"),
        (None, "", "own.py cannot be read: No such file or directory"),
    ],
)
def test_bad_file_is_reported_before_it_is_run(
    data: bytes | None, function: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "own.py"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the sentence is compared
        read_code(path, function)
    assert str(caught.value) == said


def test_changed_file_is_not_run(write: Write, tmp_path: Path) -> None:
    lane, trace = write("own", MINIMAX), tmp_path / "trace"
    assert lane.code is not None
    assert not lane.code.has_changed
    write("own", f"open({str(trace)!r}, 'w')\n{MINIMAX}")
    assert lane.code.has_changed
    assert raced((lane, lane))[0].error == "it has changed since you agreed to run it"
    assert not trace.exists()


def test_lane_text_cannot_name_a_file(write: Write) -> None:
    """So no saved or sent text can make the program run code."""
    lane = write("own", MINIMAX)
    with pytest.raises(ValueError, match="is not a search"):
        parse_lane(lane.text())
