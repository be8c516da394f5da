"""A program that keeps its answers is killed at any moment: the file is whole, and has what was kept."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from play.practice.progress import Section
from play.store import PRACTICE_FILE, Store
from tests.play.practice.material import DAY
from tests.play.stored import files

ROOT = Path(__file__).resolve().parents[3]
# Answers for ever, and says of each that it is kept.
PROGRAM = """
import sys
from pathlib import Path
from play.practice.progress import written_progress
from play.practice.progress import Practice, Section
from play.store import Store
from tests.play.practice.material import Calendar, mistake

store = Store(Path(sys.argv[1]))
practice = Practice(store.load_practice(), Calendar())
assert not store.messages, store.messages
practice.add([mistake(1), mistake(2)])
while True:
    practice.answer(Section.ENDGAMES, "one", True)
    store.save_practice(written_progress(practice.progress))
    print("kept", flush=True)
"""


@pytest.mark.parametrize("answers", [1, 15])
def test_a_kill_loses_no_answer_that_was_kept(tmp_path: Path, answers: int) -> None:
    kept = 0
    for _ in range(2):
        command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            lines = [program.stdout.readline() for _ in range(answers)]
            program.kill()
            lines += program.stdout.readlines()
        kept += lines.count("kept\n")
        with closing(Store(tmp_path)) as store:
            progress = store.load_practice()
            assert store.messages == []
            assert files(store) == {PRACTICE_FILE}
        assert len(progress.mistakes) == 2
        right = progress.days[DAY][Section.ENDGAMES].right
        assert kept <= right <= kept + 1
        kept = right
