"""Files of an earlier version, in tests/play/kept, load as they were written. When a format changes, add a
sample there; do not replace one.
"""

import gzip
import shutil
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

from game.board import Color
from play.practice.progress import PracticeTally, Repetition, Section
from play.results import GameResult
from play.settings import Density, Settings
from play.store import LIBRARY_FILE, Store
from tests.play.practice.material import mistake
from tests.play.stored import BEGAN, CHOSEN, content_of, saved_game

KEPT = Path(__file__).with_name("kept")


def test_files_of_an_earlier_version_load(tmp_path: Path) -> None:
    shutil.copytree(KEPT, tmp_path, dirs_exist_ok=True)
    (tmp_path / LIBRARY_FILE).write_bytes(gzip.decompress((KEPT / f"{LIBRARY_FILE}.gz").read_bytes()))
    store = Store(tmp_path)
    chosen = replace(
        CHOSEN, lines=0, analysis_threads=0, coach=False, watch_speed=1e6, watched=Settings().watched,
        names="", friends=Density.PLAY, ideas="", two_analysts=False, second_analyst="", judge="", folder="",
        think_ahead=True, see=False, sights=Settings().sights, window_position=None, maximized=False,
        start_text="",
    )  # fmt: skip
    assert store.load_settings() == chosen, "of 2.5 s a move, and without what there was not"
    saved = store.load_game()
    assert saved is not None
    assert content_of(saved) == content_of(saved_game())
    reviewed = store.reviewed.load_game()
    assert reviewed is not None, "its tree is written as SGF"
    assert content_of(reviewed) == content_of(saved_game())
    progress, day = store.load_practice(), date(2026, 11, 24)
    assert list(progress.mistakes.values()) == [mistake(1), mistake(2)]
    assert progress.cards == {
        Section.MISTAKES: {
            mistake(1).key: Repetition(0, date(2026, 11, 25)),
            mistake(2).key: Repetition(0, day),
        },
        Section.ENDGAMES: {},
        Section.OPENINGS: {"f5d6c3 white": Repetition(1, None)},
    }
    assert progress.days[day] == {
        Section.MISTAKES: PracticeTally(0, 1),
        Section.OPENINGS: PracticeTally(1, 0),
    }
    assert list(store.load_results().games.values()) == [
        GameResult(BEGAN, 4, Color.WHITE, 1, True, 1.25),
        GameResult(datetime(2026, 11, 22, 1, 2, 3), 5, Color.BLACK, -1),
    ]
    (kept,) = store.library.games()
    assert (kept.date, kept.white, kept.moves) == (BEGAN, "Ann", 5)
    record = store.library.open(kept)
    assert [node.path for node in record.game.root.walk()] == [
        node.path for node in saved_game().game.root.walk()
    ]
    assert store.messages == []
    store.close()
