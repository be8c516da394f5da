"""The step `all` on a tiny archive: it is stopped, goes on, and has nothing left to do."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ai.training.__main__ import main
from ai.training.weights import calibrate, expect, fit, games
from ai.training.weights.all import SECOND_FILE, SELF_PLAY, STRONG, STRONG_PLAY, WEIGHTS_FILE, commands
from ai.training.weights.games_file import Origin, read
from ai.weights import ERROR_NUMBERS, EXPECTATION_NUMBERS, load
from tests.samples import random_game
from tests.wthor_files import archive, record

GAMES = 10


def options(work: Path, most: int | None, scheduler: str | None = None) -> argparse.Namespace:
    folder, target = Path("wthor"), Path("target.bin")
    return argparse.Namespace(folder=folder, work=work, to=target, most=most, scheduler=scheduler, workers=3)


def test_only_the_last_weights_are_shipped_and_all_games_are_made_on_the_cluster() -> None:
    lines = [" ".join(line) for _, line in commands(options(Path("work"), None, "tcp://10.0.0.1:8786"))]
    made = [line for line in lines if line.startswith("games")]
    assert all("--workers 3 --scheduler tcp://10.0.0.1:8786" in line for line in made)
    for play, line in zip((*SELF_PLAY, STRONG_PLAY), made[1:], strict=True):
        assert f"--depth {play.depth} --solve {play.solve} --count {play.count} --seed {play.seed} " in line
    assert [line.split()[0] for line in lines if "target.bin" in line] == [
        *("export", "tempo", "calibrate", "expect"),
    ]


def test_self_play_has_seeds_of_its_own() -> None:
    seeds = [range(play.seed, play.seed + play.count) for play in SELF_PLAY]
    assert sum(map(len, seeds)) == len(set().union(*seeds))


def test_a_step_that_fails_ends_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["all", str(tmp_path), "--work", str(tmp_path / "work")]) == 1
    assert "there is no game in a .wtb file here" in capsys.readouterr().err
    assert set(load(tmp_path / "work" / WEIGHTS_FILE).values) == {0}
    assert "dataset" not in (tmp_path / "work" / "all.log").read_text("utf-8")


@pytest.mark.slow
def test_it_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    folder, work, target = tmp_path / "wthor", tmp_path / "work", tmp_path / "target.bin"
    folder.mkdir()
    (folder / "a.wtb").write_bytes(archive(*(record(random_game(rng).moves) for _ in range(40))))
    command = ["all", str(folder), "--most", str(GAMES), "--work", str(work), "--to", str(target)]
    command += ["--workers", "1"]

    with monkeypatch.context() as stopped:
        stopped.setattr("ai.training.weights.play.opening", interrupt)
        assert main(command) == 130
    first = load(work / WEIGHTS_FILE)
    assert first.command == f"python -m ai.training all DIR --most {GAMES}: the archive alone"
    assert not target.exists()

    assert main(command) == 0
    sources = read(work / games.PLAY_FILE).sources()
    assert {source.number for source in sources} == {
        play.seed + number for play in SELF_PLAY for number in range(GAMES)
    }
    assert {source.origin for source in sources} == {Origin.PLAY}
    strong = read(work / STRONG / games.STRONG_FILE).sources()
    assert {(source.origin, source.number) for source in strong} == {
        (Origin.STRONG, STRONG_PLAY.seed + number) for number in range(GAMES)
    }
    assert load(work / WEIGHTS_FILE).fingerprint == first.fingerprint
    second = load(work / SECOND_FILE)
    assert second.command == f"python -m ai.training all DIR --most {GAMES}: before strong play"
    shipped = load(target)
    assert shipped.fingerprint != second.fingerprint
    assert shipped.fingerprint != first.fingerprint
    assert shipped.command == f"python -m ai.training all DIR --most {GAMES}"
    assert len(shipped.error_model) == ERROR_NUMBERS
    assert len(shipped.expectation) == EXPECTATION_NUMBERS

    for module, name in ((games, "cluster"), (fit, "_fit_stage"), (calibrate, "search"), (expect, "cluster")):
        monkeypatch.setattr(module, name, interrupt)
    assert main(command) == 0
    again = load(target)
    assert (again.fingerprint, again.error_model) == (shipped.fingerprint, shipped.error_model)
    assert again.expectation == shipped.expectation


def interrupt(*_: Any) -> None:
    raise KeyboardInterrupt
