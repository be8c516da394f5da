"""The memory that a small file of very many games takes: its text, and a limited number of games."""

import gzip
from pathlib import Path

import pytest

from tests.ui.command_line import run_python

# Lines in a third of a megabyte of gzip.
LINES = 17_000_000
MOST_GAMES = 2_000
# Twice the text, and the program.
MOST_MEGABYTES = 900
READERS = {
    "convert": """
from ui import cli
cli.main(["convert", {path!r}, {path!r} + ".sgf"])
""",
    "review": """
from pathlib import Path
from play.review_batch import ReviewSource, queued
source = ReviewSource.read(Path({path!r}))
assert len(list(queued([source], set(), lambda _: None))) == 1
""",
    "list": """
from pathlib import Path
from play.lists.sources import source_of
from tests.play.lists.listed import WORDING
table = source_of(Path({path!r})).read(WORDING, lambda _: None)
assert table.number == {most} + 1
""",
    "archive": """
from pathlib import Path
from play.archive.games import read_files
problems = []
read_files([Path({path!r})], problems)
assert problems
""",
    "openings": """
from pathlib import Path
from ai.arena.openings import OpeningsError, read_openings
try:
    read_openings(Path({path!r}))
except OpeningsError as error:
    assert "a file can have at most" in str(error)
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_many_games_do_not_fill_the_memory(reader: str, tmp_path: Path) -> None:
    pytest.importorskip("resource")
    path = tmp_path / "games.ggf.gz"
    lines = LINES // 3 if reader == "openings" else LINES  # with more the file is too large
    path.write_bytes(gzip.compress(b"f5d6c3d3c4\n" * lines))
    assert path.stat().st_size < 400_000
    code = f"""
import resource
from game.records import any_format
any_format.MOST_GAMES = {MOST_GAMES}
{READERS[reader].format(path=str(path), most=MOST_GAMES)}
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
    done = run_python("-c", code, timeout=900)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) < MOST_MEGABYTES
