"""The second analyst: its scores are shown unchanged, and a misbehaving engine leaves no process."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ai.arena.nboard_engine import NBoardEngine
from ai.limits import MoveScore
from game.board import parse_square, square_name
from game.clock import TimeControl
from game.evaluation import Kind
from game.records.nboard import parse_sureness
from game.records.transcript import parse_transcript
from game.tree import Game, Node
from play import analyst as analyst_module
from play.analyst import Analyst, discs_apart
from play.outside import OutsideAnalysis, OutsideEngine
from play.settings import ENGINES_FILE, Settings
from play.thinking import Thinking
from tests.ai.arena.test_rude_engines import polite
from tests.ai.test_programs import in_group, is_gone
from tests.play.scripted import ScriptedEngine
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
# An NBoard engine; `hint` is the code that answers a request for hints.
HINTER = """
import os, subprocess, sys, time
def say(*lines):
    print(*lines, sep="\\n", flush=True)
def polite():
    say("search D6C5 -1.25 0 9", "search F4 -3.00 0 9", "search F6E6 +0.50 0 21@73%", "search D6 7 0 4")
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "ping":
        say("pong " + rest)
    elif command == "go":
        say("=== d3")
    elif command == "hint":
        {hint}
    elif command == "quit":
        break
"""
LONG = 100
SLEEP = f"time.sleep({LONG})"
CHILD = f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep({LONG})'])"


def answering(move: str, sign: str = "=") -> str:
    """Returns the source of a GTP engine that answers `reg_genmove` with `move`."""
    return polite(f"if command == 'reg_genmove': say(f'{sign}{{number}} {move}\\n\\n'); continue")


# The source of an engine, and a part of the message about it.
RUDE = {
    "hangs": (HINTER.format(hint=SLEEP), "did not answer 'hint 3' within"),
    "dies": (HINTER.format(hint="polite(); sys.exit('no more')"), "'hint 3'; it wrote: no more"),
    "closes its output": (HINTER.format(hint=f"os.close(1); {SLEEP}"), "closed its output "),
    "scores no move": (HINTER.format(hint="say('search A1 +9 0 20')"), "'search A1 +9 0 20', which is no"),
    "has too many discs": (HINTER.format(hint="say('search D6 99 0 9')"), "'search D6 99 0 9', which is no"),
    "floods": (HINTER.format(hint="[say('x' * 99) for _ in range(10**7)]"), "did not answer 'hint 3' within"),
    "has no such move": (answering("A1"), "answered 'A1', which is not a legal move in "),
    "refuses": (answering("no", "?"), "refused 'reg_genmove w': 'no'"),
}  # fmt: skip
Ask = Callable[..., Analyst]
"""The type of the fixture `ask`, which takes a Python program or a command."""


@pytest.fixture
def ask(tmp_path: Path, groups: list[int]) -> Iterator[Ask]:
    asked = []

    def make(source: str = "", command: str = "", more: str = "seconds=0.1") -> Analyst:
        path, script = tmp_path / ENGINES_FILE, tmp_path / "engine.py"
        script.write_text(source, "utf-8")
        path.write_text(f'name=Other,command="{command or f"{sys.executable} {script}"}",{more}', "utf-8")
        engine = ScriptedEngine().as_engine()
        asked.append(Analyst(Thinking((engine, engine), Settings(), path)))
        return asked[-1]

    yield make
    for analyst in asked:
        analyst.end()
    assert all(map(is_gone, groups))


def node_of(moves: str) -> Node:
    return parse_transcript(moves).line[-1]


def look(analyst: Analyst, node: Node | None, until: Callable[[], object]) -> None:
    """Updates the analyst as the window does in its frames, none of which may wait for it."""

    def step() -> None:
        began = time.monotonic()
        analyst.update(node, analyst.name(""))
        assert time.monotonic() - began < LONG / 2

    wait_until(until, step)


def scores_of(analyst: Analyst, node: Node) -> dict[str, MoveScore]:
    found = analyst.analysis_of(node)
    return {} if found is None else {square_name(score.move): score for score in found.progress.scores}


@needs_proc
def test_scores_are_shown_and_shallower_ones_ignored(ask: Ask) -> None:
    analyst, node = ask(HINTER.format(hint="polite()")), node_of("f5")
    look(analyst, node, lambda: len(scores_of(analyst, node)) == 3)
    scores = scores_of(analyst, node)
    assert {name: score.score for name, score in scores.items()} == {"f6": 0.5, "d6": -1.25, "f4": -3.0}
    assert list(scores) == ["f6", "d6", "f4"], "the best first"
    assert (scores["f6"].depth, scores["f6"].confidence, scores["d6"].depth) == (21, 73, 9)
    assert scores["d6"].pv == (parse_square("d6"), parse_square("c5"))
    found = analyst.analysis_of(node)
    assert found is not None
    assert found.choice == parse_square("f6")
    assert not node.evaluations, "they are no scores of this program"


@needs_proc
def test_new_position_reuses_the_running_program(ask: Ask, groups: list[int]) -> None:
    analyst, node, other = ask(HINTER.format(hint="polite()")), node_of("f5"), node_of("f5")
    look(analyst, node, lambda: scores_of(analyst, node))
    look(analyst, other, lambda: len(scores_of(analyst, other)) == 3)
    assert analyst.analysis_of(node) is None
    look(analyst, None, lambda: analyst.analysis_of(other) is None)
    look(analyst, other, lambda: scores_of(analyst, other))
    assert len(groups) == 1


@needs_proc
@pytest.mark.parametrize("hint", [f"polite(); {SLEEP}", "[polite() for _ in range(10**9)]"])
def test_nonstop_engine_is_restarted(
    ask: Ask, groups: list[int], hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst_module, "STOP_PATIENCE", 0.05)
    analyst, nodes = ask(HINTER.format(hint=hint)), (node_of("f5"), node_of("f5"))
    for node in nodes:
        look(analyst, node, lambda node=node: scores_of(analyst, node))  # type: ignore[misc]
    assert (len(groups), is_gone(groups[0]), analyst.problem) == (2, True, ""), "it did nothing wrong"


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("kind", RUDE)
def test_bad_engine_is_ended(ask: Ask, groups: list[int], kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    consider = NBoardEngine.consider

    def hasty(engine: NBoardEngine, game: Game, is_over: Callable[[], bool]) -> None:
        """Shortens the patience once the engine has started."""
        engine._patience = 0.5
        consider(engine, game, is_over)

    if kind in ("hangs", "floods"):  # found only by waiting
        monkeypatch.setattr(NBoardEngine, "consider", hasty)
    source, sentence = RUDE[kind]
    analyst, node = ask(source), node_of("f5")
    look(analyst, node, lambda: analyst.problem)
    assert sentence in analyst.problem
    look(analyst, node, lambda: is_gone(groups[0]))
    assert len(groups) == 1, "it is not started again for the same position"
    analyst.update(node_of("f5d6"), "Other")
    assert analyst.problem, "until it answers again"


def test_missing_engine_is_named(ask: Ask) -> None:
    analyst = ask(command="/no/such/engine")
    look(analyst, node_of("f5"), lambda: analyst.problem)
    assert analyst.problem.startswith("/no/such/engine cannot be started: ")


@needs_proc
@pytest.mark.parametrize("hint", [SLEEP, f"{CHILD}; polite()"])
def test_end_kills_all_child_processes(ask: Ask, groups: list[int], hint: str) -> None:
    analyst, node = ask(HINTER.format(hint=hint)), node_of("f5")
    look(analyst, node, lambda: (found := analyst.analysis_of(node)) is not None and found.has_begun)
    if CHILD in hint:
        look(analyst, node, lambda: len(in_group(groups[0])) == 2)
    began = time.monotonic()
    analyst.end()
    assert time.monotonic() - began < LONG / 2
    assert is_gone(groups[0])


@needs_proc
def test_gtp_engine_gives_only_a_move(ask: Ask) -> None:
    analyst, node = ask(answering("F4")), node_of("f5")
    look(analyst, node, lambda: (found := analyst.analysis_of(node)) is not None and found.is_done)
    found = analyst.analysis_of(node)
    assert found is not None
    assert (found.choice, found.progress.scores, found.progress.score) == (parse_square("f4"), (), None)
    set_up = Game(node.board).node
    look(analyst, set_up, lambda: analyst.problem)
    assert "it plays only from the usual start" in analyst.problem


def test_no_engine_starts_before_it_is_needed(ask: Ask, groups: list[int]) -> None:
    analyst = ask(HINTER.format(hint="polite()"))
    for _frame in range(10):
        analyst.update(None, "Other")
        analyst.update(node_of("f5"), "Another")
    analyst.end()
    assert not groups
    assert (analyst.name("Other"), analyst.name("Gone"), analyst.name("Other", 1)) == ("Other",) * 3


@pytest.mark.parametrize(
    ("text", "sureness"),
    [("14", (14, Kind.ESTIMATE, 100)), ("21@73%", (21, Kind.ESTIMATE, 73)), ("100%", (0, Kind.EXACT, 100)),
     ("100%W", (0, Kind.OUTCOME, 100)), ("deep", (0, Kind.ESTIMATE, 100)), ("", (0, Kind.ESTIMATE, 100))],
)  # fmt: skip
def test_sureness_is_parsed(text: str, sureness: tuple[int, Kind, int]) -> None:
    assert parse_sureness(text) == sureness


def test_book_score_outranks_search_scores() -> None:
    analysis = OutsideAnalysis(
        OutsideEngine("Other", None, TimeControl()), node_of("f5").board, all_moves=True
    )
    analysis.begin()
    for line in ("book D6 -1.0 120 12", "search D6 +4.0 0 20", "search F4 what 0 3", "search F4 1,-1 0 3"):
        analysis.on_line(line)
    (score,) = analysis.progress.scores
    assert (score.kind, score.score) == (Kind.BOOK, -1.0)


def test_only_deep_scores_are_compared() -> None:
    def score(value: float, depth: int = 8, kind: Kind = Kind.ESTIMATE) -> MoveScore:
        return MoveScore(20, value, depth, kind)

    assert discs_apart(score(1.72), score(-1.12)) == 2.8, "as they are written"
    assert discs_apart(score(1.7), score(-1.1, 7)) is None
    assert discs_apart(score(2, 0, Kind.EXACT), score(-1.1)) == 3.1
    assert discs_apart(score(2, 20, Kind.OUTCOME), score(-1.1)) is None
