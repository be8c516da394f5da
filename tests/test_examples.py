"""The examples of docs/python.md, and those of `examples/` that are not lanes of a race."""

import re
import sys
from pathlib import Path

import pytest

from ai.arena.host import start
from game.tree import Game
from tests.sources import ROOT
from tests.ui.command_line import run_main, run_python

PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
# (heading, code, its output, or '' if that may differ)
EXAMPLES = re.findall(
    r"^## ([^\n]+)\n(?:(?!^## ).)*?^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", PAGE, re.M | re.S
)


def test_the_page_has_seven_examples() -> None:
    assert [heading for heading, _code, _prints in EXAMPLES] == [
        *("Solve a position", "Values of all moves", "A search with live progress", "Review a game"),
        *("Read a GGF", "Play a match", "Race your own code"),
    ]


@pytest.mark.slow
def test_the_examples_run() -> None:
    """They run one after another in one process, which ends by itself."""
    codes = [code for _heading, code, _prints in EXAMPLES[:-1]]
    run_all = f"for code in {codes!r}:\n    exec(code, {{}})\n    print(end='\\f')"
    done = run_python("-W", "error", "-c", run_all)
    assert (done.returncode, done.stderr) == (0, "")
    for (heading, _code, prints), printed in zip(EXAMPLES[:-1], done.stdout.split("\f")[:-1], strict=True):
        assert printed == prints if prints else printed.strip(), heading


def test_the_example_search_finds_the_value_of_minimax(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(EXAMPLES[-1][1], "utf-8")
    done = run_main("race", "--search", path, "--against", "minimax", "--plies", "2", input="y\n")
    assert done.returncode == 0, done.stderr
    assert "This file is a program" in done.stderr
    minimax, own = (line.split()[1:5] for line in done.stdout.splitlines()[1:3])
    assert own == minimax


def test_own_code_needs_confirmation(tmp_path: Path) -> None:
    path, trace = tmp_path / "own.py", tmp_path / "trace"
    path.write_text(f"open({str(trace)!r}, 'w')\ndef search(position): ...\n", "utf-8")
    done = run_main("race", "--search", path, "--search", ROOT / "examples/search.py", input="")
    assert done.returncode == 1
    assert "These files are programs" in done.stderr
    assert "Nothing was run" in done.stderr
    assert not trace.exists()


def test_the_bot_plays_moves() -> None:
    bot = start([sys.executable, "-m", "examples.bot"], ROOT)
    game = Game()
    try:
        while game.board.empties > 50:
            game.play(bot.choose(game, 0).move)
    finally:
        bot.close()
    assert bot.title == "Bot"
