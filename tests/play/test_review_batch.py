"""Reviews of many games: which games are reviewed, and that their order does not matter."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ai.limits import Limit
from game.records.ggf import ggf, parse_ggf
from game.records.record import result_text
from game.records.transcript import transcript
from play import review_batch
from play.review import Review, ReviewPhase
from play.review_batch import (
    BatchError,
    ReviewSource,
    ReviewTask,
    queued,
    review_all,
    review_task,
    this_process,
    workers_of,
)
from play.review_file import Effort, identity, parse_reviewed
from tests.play.reviewed import record
from tests.samples import random_game
from tests.wthor_files import archive
from tests.wthor_files import record as archived

MEANS = (1, 4)  # threads, megabytes
EFFORT = Effort(Limit(depth=2), 4)


def source(tmp_path: Path, name: str, content: str | bytes) -> ReviewSource:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return ReviewSource.read(path)


def test_known_duplicate_and_bad_games_are_left_out(tmp_path: Path) -> None:
    games = [record(seed) for seed in range(4)]
    first = source(tmp_path, "a.ggf", "\n".join(ggf(games[number]) for number in (0, 1, 0, 2)))
    second = source(tmp_path, "b.ggf", f"{ggf(games[3])}\n(;GM[Othello]B[a1];)\n{ggf(games[1])}")
    assert (first.count, second.count) == (4, 3)
    left_out: list[str] = []
    tasks = list(queued([first, second], {identity(games[2])}, left_out.append))
    assert [task.identity for task in tasks] == [identity(games[number]) for number in (0, 1, 3)]
    assert [text.removeprefix(f"{second.name}: game 2, line 2: ") for text in left_out] == [
        *("", "", "ply 1: 'a1' is not a legal move for Black", "")
    ]


def test_games_are_read_lazily(tmp_path: Path) -> None:
    left_out: list[str] = []
    text = "".join(f"{transcript(random_game(seed))}\n" for seed in range(3))
    tasks = iter(queued([source(tmp_path, "a.txt", f"{text}f5a1\n")], set(), left_out.append))
    next(tasks)
    assert left_out == []
    assert len(list(tasks)) == 2
    assert left_out == [f"{tmp_path / 'a.txt'}: game 4, line 4: ply 2: 'a1' is not a legal move for White"]


def test_archives_give_years_and_byte_offsets(tmp_path: Path) -> None:
    data = archive(archived(random_game(1).moves), archived((0,)), archived(random_game(2).moves), year=1977)
    left_out: list[str] = []
    found = source(tmp_path, "a.wtb", data[:-10])
    tasks = list(queued([found], set(), left_out.append))
    assert found.count == len(tasks) + len(left_out)
    assert "DT[1977]" in tasks[0].ggf
    assert [problem.removeprefix(f"{found.name}: ")[:20] for problem in left_out] == [
        "byte 84: game 2: ply", "byte 152: game 3 is "
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "no game was found"),
        (b"\n% nothing\n", "no game was found"),
        (b"\x7fELF\0\1\2", "neither a text file nor a WTHOR file"),
        (b"f5" * 600, "it is larger than 0 MB"),
    ],
)
def test_source_without_games_is_refused(
    tmp_path: Path, content: bytes, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_batch, "LARGEST_FILE", 1000)
    with pytest.raises(ValueError, match=rf"a\.txt.*: .*{problem}"):
        source(tmp_path, "a.txt", content)
    with pytest.raises(ValueError, match="none cannot be read: No such file"):
        ReviewSource.read(tmp_path / "none")


@pytest.fixture
def here() -> Iterator[review_batch.Map]:
    with this_process() as spread:
        yield spread


def task(seed: int) -> ReviewTask:
    game = record(seed)
    return ReviewTask(identity(game), ggf(game))


def test_review_does_not_depend_on_earlier_games(here: review_batch.Map) -> None:
    tasks = [task(seed) for seed in range(2)]
    texts = list(review_all(tasks, EFFORT, *MEANS, here))
    assert list(review_all(reversed(tasks), EFFORT, *MEANS, here))[::-1] == texts
    found = [parse_reviewed(text) for text in texts]
    assert [each.identity for each in found] == [each.identity for each in tasks]
    assert all(len(each.moves) > 30 for each in found)
    assert [each.result for each in found] == [result_text(random_game(n).board.result()) for n in range(2)]


def test_scores_in_a_record_are_ignored(here: review_batch.Map) -> None:
    game = task(1)
    head, moves = game.ggf.split("B[", 1)
    told = ReviewTask(game.identity, head + "B[" + moves.replace("]W", "/60.00]W"))
    assert told.ggf != game.ggf
    assert list(review_all([told], EFFORT, *MEANS, here)) == list(review_all([game], EFFORT, *MEANS, here))


def test_judged_positions_keep_their_scores(here: review_batch.Map) -> None:
    (line,) = review_all([task(1)], EFFORT, *MEANS, here)
    (again,) = review_all([ReviewTask(task(1).identity, line)], EFFORT, *MEANS, here)
    before, after = ([node.evaluation for node in parse_ggf(text).game.end.line] for text in (line, again))
    assert None not in before[:-1]
    assert after == before


def test_failed_review_ends_batch(monkeypatch: pytest.MonkeyPatch, here: review_batch.Map) -> None:
    def fail(review: Review) -> None:
        review.phase, review.problem = ReviewPhase.FAILED, "no memory"

    monkeypatch.setattr(Review, "run", fail)
    with pytest.raises(BatchError, match="a game cannot be reviewed: no memory"):
        list(review_all([task(1)], EFFORT, *MEANS, here))


def test_two_threads_of_a_worker_have_an_engine_each() -> None:
    tasks = [task(seed) for seed in range(2)]
    with this_process() as spread:
        wanted = list(review_all(tasks, EFFORT, *MEANS, spread))
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda each: review_task(each, EFFORT, *MEANS), tasks)) == wanted


@pytest.mark.parametrize("missing", ["dask", "distributed"])
def test_without_dask_it_says_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "dask":  # which distributed imports
        for name in [name for name in sys.modules if name.partition(".")[0] == "distributed"]:
            monkeypatch.delitem(sys.modules, name)
    with (
        pytest.raises(BatchError, match=r"pip install -r requirements-cluster\.txt"),
        workers_of("tcp://127.0.0.1:9", 1),
    ):
        pass
    with workers_of(None, 1) as spread:
        assert list(spread(abs, [-1])) == [1]
