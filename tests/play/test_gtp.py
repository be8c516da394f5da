"""The engine as a GTP host sees it: first in the test's own process, then as a program with pipes."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import repeat
from pathlib import Path

import pytest

from ai.arena import host
from ai.arena.gtp_engine import GtpEngine
from ai.engine import Engine
from ai.limits import Limit, Options
from game.board import PASS, move_name
from game.records.gtp import color_letter
from game.records.transcript import parse_transcript
from game.tree import Game
from play.gtp import USUAL_SECONDS, GtpSession
from play.host_session import serve
from tests.play.scripted import ScriptedEngine
from tests.samples import FINAL_1977
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]

# The 59th move is a pass of Black.
WITH_PASS = parse_transcript(
    "d3c3b3e3f3c5f6g2b5c6f4a5h1f5d6e7d7e6d8c4c7b7a8b6a4f8g4b4e8a3a7g5g8c2h4g3a2h3c1d1d2e1f1f7a6h6e2b8g7c8h5"
    "g6h2h7h8g1b2f2pa"
)
# Commands and their answers; MOVE stands for any legal move.
TRANSCRIPT = Path(__file__).with_name("gtp_session.txt").read_text("utf-8")


@pytest.fixture
def engine() -> Iterator[Engine]:
    with closing(Engine(1)) as engine:
        yield engine


def session(engine: Engine, seconds: float | None = 0.01) -> tuple[GtpSession, list[str]]:
    sent: list[str] = []
    return GtpSession(engine, sent.append, Options(level=1), seconds, ("Nullwindow", "9.9")), sent


def told(lines: list[str], engine: Engine) -> list[str]:
    one, sent = session(engine)
    serve(one, lines)
    return sent


def test_a_failed_search_is_an_error() -> None:
    scripted = ScriptedEngine()
    one, sent = session(scripted.as_engine())
    one.receive("7 genmove b")
    scripted.asked[-1].error = MemoryError("no more")
    scripted.asked[-1].end()
    one.poll()
    assert sent == ["?7 the search failed: MemoryError('no more')\n"]


def test_every_command_is_answered_as_the_protocol_says(engine: Engine) -> None:
    parts = re.split(r"(?m)^(?=[=?].*$)|(?<=\n\n)(?=.)", TRANSCRIPT)
    asked = [part for part in parts if part[0] not in "=?"]
    wanted = [part for part in parts if part[0] in "=?"]
    sent = [answer + "\n" for answer in told("".join(asked).splitlines(keepends=True), engine)]
    assert len(sent) == len(wanted)
    for got, expected in zip(sent, wanted, strict=True):
        assert re.fullmatch(re.escape(expected).replace("MOVE", "[C-F][3-6]"), got), (got, expected)


def moves_of(game: Game, with_passes: bool) -> list[str]:
    return [
        f"play {color_letter(board.turn)} {move_name(move)}"
        for board, move in zip(game.boards, game.moves, strict=False)
        if with_passes or move != PASS
    ]


@pytest.mark.parametrize("with_passes", [True, False])
def test_pass_may_be_sent_or_omitted(with_passes: bool, engine: Engine) -> None:
    sent = told([*moves_of(WITH_PASS, with_passes), "genmove w", "undo", "reg_genmove w"], engine)
    move = WITH_PASS.board
    assert all(answer == "=\n" for answer in sent[:-3])
    for answer in (sent[-3], sent[-1]):
        assert move.is_legal(parse_transcript(answer[2:4], move).moves[0])


def test_pass_and_game_end_are_answered(engine: Engine) -> None:
    before = Game(moves=WITH_PASS.moves[:-1])
    sent = told([*moves_of(before, True), "reg_genmove b", "genmove b", "genmove w", "final_score"], engine)
    assert sent[-4:-2] == ["= pass\n", "= pass\n"]
    game = parse_transcript(FINAL_1977)
    result = game.result()
    assert result is not None
    lead = result.black - result.white
    sent = told([*moves_of(game, False), "final_score", "genmove b", "undo", "final_score"], engine)
    assert sent[-4:] == [
        f"= {'B' if lead > 0 else 'W'}+{abs(lead)}\n",
        "= pass\n",
        "=\n",
        "? the game is not over\n",
    ]


def limit_of(*lines: str) -> Limit:
    scripted = ScriptedEngine()
    one, _sent = session(scripted.as_engine(), seconds=None)
    for line in (*lines, "genmove b"):
        one.receive(line)
    return scripted.asked[-1].limit


@pytest.mark.parametrize(
    ("lines", "least", "most"),
    [
        ((), USUAL_SECONDS, USUAL_SECONDS),
        (("time_settings 0 10 0",), USUAL_SECONDS, USUAL_SECONDS),  # no limit by the protocol
        (("time_settings 300 0 0",), 5.0, 30.0),
        (("time_settings 300 0 0", "time_left b 10 0"), 0.1, 1.0),
        (("time_left b 10 0",), 0.1, 1.0),
        (("time_settings 0 10 5",), 1.8, 2.0),
        (("time_settings 300 10 5", "time_left b 0 0"), 1.8, 2.0),
        (("time_settings 300 10 1", "time_left b 1 0"), 9.8, 10.5),  # the period after the last second counts
        (("time_settings 300 10 5", "time_left b 6 2"), 2.8, 3.0),
        (("time_settings 300 10 5", "time_left b 0 2"), 0.0, 0.001),
        (("time_settings 300 0 0", "time_left w 1 0"), 5.0, 30.0),
    ],
)
def test_a_move_takes_its_share_of_the_time(lines: tuple[str, ...], least: float, most: float) -> None:
    seconds = limit_of(*lines).seconds
    assert seconds is not None
    assert least <= seconds <= most


def test_own_clock_runs_without_time_left(engine: Engine) -> None:
    one, sent = session(engine, seconds=None)
    for line in ("time_settings 2 0 0", "genmove b"):
        one.receive(line)
        wait_until(lambda: not one.is_thinking, one.poll)
    assert sent[-1].startswith("= ")
    black, white = one._time_left.values()
    assert black < white == (2, 0)


COMMAND = [sys.executable, str(ROOT / "main.py"), "gtp"]


@pytest.mark.parametrize(
    ("options", "asked", "answers"),
    [
        # Commands left at the end of the input are answered at once.
        ("--time 0.05 --level 2", "3 name\ngenmove b\n" + "showboard\n" * 200, ["=3 Nullwindow"]),
        # A script that ends with quit is answered in full; `known_command quit` does not quit.
        pytest.param(
            "--time 0.5 --no-book",
            "1 clear_board\nknown_command quit\n2 genmove b\n3 genmove w\n5 showboard\n6 quit\n",
            ["=1", "= true", "=2", "=3", "=5", "=6"],
            marks=pytest.mark.slow,
        ),
        # A search ends with the input.
        pytest.param("--time 1000", "genmove b\n", [], marks=pytest.mark.slow),
    ],
)
def test_program_exits_after_a_script(options: str, asked: str, answers: list[str]) -> None:
    command = [*COMMAND, *options.split()]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.split("\n\n")
    pairs = zip(told[: len(answers)], answers, strict=True)
    assert all(answer.startswith(wanted) for answer, wanted in pairs)
    if len(answers) == 1:
        assert re.fullmatch("= [C-F][3-6]", told[1])
        assert told[2].endswith("white to move")


def test_long_lines_and_odd_bytes_do_no_harm(engine: Engine) -> None:
    sent = told(["x" * 100_000, "\ufffd\x00play", "\x01name", *repeat("undo", 3)], engine)
    assert sent[0].startswith("? ")
    assert len(sent[0]) < 100
    assert sent[2:] == ["= Nullwindow\n", *repeat("? cannot undo\n", 3)]


@pytest.mark.slow
def test_program_plays_a_whole_game() -> None:
    with closing(host.start([*COMMAND, "--time", "0.01", "--level", "1", "--hash", "1"])) as player:
        assert isinstance(player, GtpEngine)
        game = Game()
        while game.result() is None:
            game.play(PASS if game.board.must_pass() else player.choose(game, 1).move)
