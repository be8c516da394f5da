"""Rude programs of many kinds: each is reported in one true sentence, and leaves no process behind."""

import os
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from ai.arena import gtp_engine, host, nboard_engine, talk
from ai.arena.talk import Allowance, EngineError
from ai.programs import Program
from game.records.transcript import parse_transcript
from tests.ai.test_programs import is_gone

# A program that speaks GTP and answers requests for a move with d3, then e3, with code for its rudeness.
POLITE = """
import os, signal, subprocess, sys, time
{before}
asked = 0
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def leave_a_child():
    subprocess.Popen(["sleep", "100"])
for line in sys.stdin:
    words = line.split()
    number = words.pop(0) if words[0].isdigit() else ""
    command = words[0]
    asked += command == "genmove"
    move = "D3" if asked < 2 else "E3"
    is_game = asked > 0 and command not in ("clear_board", "quit") and (command != "genmove" or asked > 1)
    {rude}
    say(f"={{number}} {{move if command == 'genmove' else ''}}\\n\\n")
    if command == "quit":
        break
"""
HANG = "did not answer '{}' within "
START = r"protocol_version \| nboard 2 \| ping 1"
SLEEP = "time.sleep(100)"


def polite(rude: str = "pass", before: str = "") -> str:
    return POLITE.format(rude=rude, before=before)


def at(command: str, deed: str) -> str:
    return polite(f"if command == {command!r} and {command in ('play', 'genmove')} <= is_game: {deed}")


# Rude programs, and the error about each; without an error the program plays, and is ended.
RUDE = {
    "never answers": ("import time; " + SLEEP, HANG.format(START)),
    "needs 30 s to start": (polite(before="time.sleep(30)"), HANG.format(START)),
    "answers late": (at("genmove", "time.sleep(30)"), HANG.format("genmove w")),
    "never ends an answer": (at("genmove", "say(f'={number} E3\\n'); " + SLEEP), HANG.format("genmove w")),
    "dies at once": ("raise SystemExit('no licence')", "ended .*; it wrote: no licence"),
    **{
        f"dies at {command}": (
            at(command, "sys.exit('out of cheese')"),
            rf"ended without answering '(\d+ )?{command}.*'; it wrote: out of cheese",
        )
        for command in ("protocol_version", "list_commands", "boardsize", "clear_board", "play", "genmove")
    },
    "plays where it may not": (at("genmove", "move = 'A1'"), "answered 'A1', which is not a legal move in "),
    "gives up": (at("genmove", "move = 'resign'"), "answered 'resign', which is not a legal move in "),
    "says nothing": (at("genmove", "move = ''"), "answered '', which is not a legal move in "),
    "refuses": (at("play", "say(f'?{number} not now\\n\\n'); continue"), "refused 'play b D3': 'not now'"),
    "floods its errors": (
        at("genmove", "[sys.stderr.write('x' * 10**6) for _ in range(100)]; " + SLEEP),
        HANG.format(".*") + "[^;]*; it wrote: x{100}",
    ),
    "prints rubbish": (
        at("genmove", "sys.stdout.buffer.write(bytes(range(128, 256)) * 999); sys.exit()"),
        "ended without answering",
    ),
    "numbers wrongly": (at("genmove", "number = 5"), "with the wrong number: '=5 E3'"),
    "hangs and leaves a child": (at("genmove", "leave_a_child(); " + SLEEP), HANG.format("genmove w")),
    "forks and leaves a child": (at("genmove", "leave_a_child()"), ""),
    "dies and leaves a child": (at("genmove", "leave_a_child(); sys.exit()"), "ended without answering"),
    "ignores quit": (at("quit", SLEEP), ""),
    "ignores signals": (
        polite("if asked > 1: " + SLEEP, before="signal.signal(signal.SIGTERM, signal.SIG_IGN)"),
        HANG.format(".*"),
    ),
    "closes its output": (at("genmove", "os.close(1); " + SLEEP), "closed its output without answering"),
}  # fmt: skip


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns the process groups of started programs; waits are shorter than usual."""
    found: list[int] = []

    def start(*arguments: Any, **options: Any) -> Program:
        program = Program(*arguments, **options)
        found.append(program.pid)
        return program

    monkeypatch.setattr(talk, "Program", start)
    monkeypatch.setattr(talk, "QUIT_PATIENCE", 0.5)
    monkeypatch.setattr(talk, "PATIENCE", 1.5)
    for module in (host, nboard_engine, gtp_engine):
        monkeypatch.setattr(module, "START_PATIENCE", 6.0)
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.parametrize("kind", RUDE)
def test_a_rude_program_is_reported_and_ended(
    kind: str, groups: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, sentence = RUDE[kind]
    script = tmp_path / "engine.py"
    script.write_text(source, "utf-8")
    if sentence.startswith(HANG.format(START)):
        monkeypatch.setattr(host, "START_PATIENCE", 0.5)
    with pytest.raises(EngineError, match=sentence) if sentence else nullcontext():
        engine = host.start([sys.executable, str(script)], allowance=Allowance(seconds=0.1))
        with closing(engine):
            assert engine.choose(parse_transcript("d3c3c4"), 1).move >= 0
    (group,) = groups
    assert is_gone(group)


@pytest.mark.skipif(sys.platform == "win32", reason="other words there")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("nothing", "No such file or directory"),
        (".", "this is a folder"),
        ("script", "Permission denied"),
        ("rubbish", "Exec format error"),
    ],
)
def test_failed_starts(command: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "script").write_text("#!/bin/sh\nexit\n")
    (tmp_path / "rubbish").write_bytes(b"\x00\x01\x02")
    (tmp_path / "rubbish").chmod(0o755)
    with pytest.raises(EngineError, match=f" cannot be started: {reason}$"):
        host.start([str(tmp_path / command)])
    with pytest.raises(EngineError, match=r" cannot be started: No such file or directory$"):
        host.start(["x" * 5000], tmp_path)


def test_a_command_is_found_as_it_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its folder without a path, and here even if another one is in PATH or it works in another folder."""
    data, path = tmp_path / "data", tmp_path / "path"
    for folder, text in ((tmp_path, f"#!{sys.executable}\n{polite()}"), (path, "#!/bin/false\n")):
        folder.mkdir(exist_ok=True)
        (folder / "engine").write_text(text)
        (folder / "engine").chmod(0o755)
    data.mkdir()
    monkeypatch.setenv("PATH", str(path), prepend=os.pathsep)
    monkeypatch.chdir(tmp_path)
    for command, place in (("engine", tmp_path), ("./engine", None), ("./engine", data)):
        with closing(host.start([command], folder=place)) as engine:
            assert engine.choose(parse_transcript("d3c3c4"), 1).move >= 0
