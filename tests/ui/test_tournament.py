"""The command `tournament`: games, files and tables, even if it is killed again and again."""

import json
import math
import re
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from ai.arena.elo import Pairs, difference
from game.records.any_format import read_games
from play.review_file import lock_file
from tests.ui.command_line import ROOT, Command, run_main, start_main

FIRST = f'command="{sys.executable} {ROOT / "tests/ai/arena/scripted_engine.py"}"'
FOUR = [f"level={level},name=level {level},hash=1" for level in (1, 2, 3, 4)]
FAST = ("--time", "0.01", "--hash", "1", "--threads", "1", "--no-book")

# A game in the file, read without this program: its number, its players and its result.
GAME = re.compile(r"PC\[Nullwindow, game (\d+)\].*PB\[([^]]*)\]PW\[([^]]*)\].*RE\[([^]]*)\].*;\)$")


def reckoned(path: Path) -> tuple[dict[tuple[str, str], float], dict[str, list[float]]]:
    """Returns points by pair of players, and each player's points by pair of games, from the file alone."""
    points: dict[tuple[str, str], float] = defaultdict(float)
    by_number: dict[int, dict[str, float]] = {}
    for line in path.read_text("utf-8").splitlines()[1:]:
        found = GAME.search(line)
        if found is None:  # cut off when it was killed
            continue
        number, (black, white), lead = int(found[1]) - 1, found.group(2, 3), float(found[4])
        assert number not in by_number, f"game {number} is there twice"
        won = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
        by_number[number] = {black: won, white: 1 - won}
        points[black, white] += won
        points[white, black] += 1 - won
    pairs: dict[str, list[float]] = defaultdict(list)
    for number in sorted(by_number):
        if number % 2 == 0 and number + 1 in by_number:
            for name, won in by_number[number].items():
                pairs[name].append(won + by_number[number + 1][name])
    return points, pairs


def check(report: dict[str, object], path: Path, games: int) -> None:
    """Asserts that the table agrees with the file, and Elo with the formula for pairs."""
    points, pairs = reckoned(path)
    numbers = [game["number"] for game in report["games"]]  # type: ignore[attr-defined]
    assert numbers == list(range(1, games + 1))
    for pair in report["pairs"]:  # type: ignore[attr-defined]
        one, other = pair["players"]
        assert pair["points"] == points[one, other]
        assert pair["games"] == 2 * sum(pair["pairs"]) == points[one, other] + points[other, one]
    for player in report["players"]:  # type: ignore[attr-defined]
        earned = pairs[player["name"]]
        assert player["points"] == sum(earned)
        share = sum(earned) / 2 / len(earned)
        if 0 < share < 1:
            assert player["elo"] == pytest.approx(400 * math.log10(share / (1 - share)))
        low = difference(Pairs.of(earned)).low
        assert player["low"] == (pytest.approx(low) if math.isfinite(low) else None)


def killed_and_resumed(path: Path, games: int, kills: int) -> None:
    line = ("tournament", *FOUR, *FAST, "--games", games, "--concurrency", "2", "--save", path, "--json")
    finished = 0
    for kill in range(kills):
        process = start_main(*line, stdout=subprocess.DEVNULL)
        wanted = max(finished + 1, 6 * games * (kill + 1) // (kills + 2))
        deadline = time.monotonic() + 240
        while not path.exists() or len(path.read_bytes().splitlines()) - 1 < wanted:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.kill()
        process.communicate()
        finished = len(path.read_bytes().splitlines()) - 1
    path.write_bytes(path.read_bytes()[:-20])  # as if it was killed while writing
    done = run_main(*line)
    assert done.returncode == 0, done.stderr
    assert "that game will be played again" in done.stderr
    check(json.loads(done.stdout), path, 6 * games)


@pytest.mark.slow
def test_a_killed_tournament_goes_on(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path / "games.ggf", games=2, kills=1)


def test_a_gauntlet_with_an_external_engine_and_a_clock(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "games.ggf"
    players = (f"name=first,{FIRST}", "level=2,name=two", "level=3,name=three")
    line = ("tournament", *players, "--gauntlet", "--games", "2", "--clock", "0:30+1", "--openings", "4")
    said = command(*line, *FAST[2:], "--concurrency", "1", "--save", path)
    assert re.search(r"^ +points +1 +2 +3 +discs +on time +Elo$", said.out, re.MULTILINE)
    assert "is stronger than" in said.out
    assert said.err.count(" begins: ") == 4
    assert len(list(read_games(path.read_bytes()))) == 4
    again = command(*line, *FAST[2:], "--concurrency", "1", "--save", path)
    assert again.out == said.out
    assert "begins" not in again.err


def test_the_sprt_stops_the_games(command: Command) -> None:
    line = ("tournament", "depth=3,name=strong", f"name=first,{FIRST}", "--games", "20", "--concurrency", "1")
    said = command(*line, "--hash", "1", "--sprt", "-400", "400", "--json")
    report = json.loads(said.out)
    assert report["sprt"]["accepted"] == 400
    assert len(report["games"]) < 20


def test_exceeding_the_clock_loses(command: Command) -> None:
    slow = f'name=slow,command="{sys.executable} {ROOT / "tests/ai/arena/scripted_engine.py"} dawdles"'
    line = ("tournament", slow, "level=1,name=one", "--games", "2", "--clock", "0:00.05", "--hash", "1")
    report = json.loads(command(*line, "--concurrency", "1", "--json").out)
    lost = report["players"][0]
    assert lost["losses_on_time"] >= 1
    assert any(game["result"]["on_time"] for game in report["games"])


def test_a_cluster_plays_the_same_games(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cluster is faked here: `test_review_batch` has a real one."""
    line = ("tournament", "depth=1,name=one", "depth=2,name=two", "--games", "2", "--hash", "1", "--json")
    played = json.loads(command(*line, "--concurrency", "1").out)
    asked: list[str] = []

    def workers(scheduler: str, _number: int) -> AbstractContextManager[object]:
        asked.append(scheduler)
        return nullcontext(map)

    monkeypatch.setattr("play.review_batch.workers_of", workers)
    path = tmp_path / "games.ggf"
    again = json.loads(command(*line, "--scheduler", "tcp://here:1", "--save", path).out)
    assert asked == ["tcp://here:1"]
    assert [game["transcript"] for game in again["games"]] == [game["transcript"] for game in played["games"]]
    assert len(list(read_games(path.read_bytes()))) == 2


def test_openings_must_suffice(command: Command) -> None:
    said = command("tournament", "pvs:1", "pvs:2", "--games", "502", "--hash", "1", status=1).err
    assert "has 250 openings, but 251 are needed" in said


def test_the_file_of_another_tournament_is_left_alone(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "games.ggf"
    command("tournament", "pvs:1", "pvs:2", *FAST, "--games", "2", "--concurrency", "1", "--save", path)
    kept = path.read_bytes()
    line = ("tournament", "pvs:1", "pvs:3", *FAST, "--games", "2", "--save", path)
    said = command(*line, status=1)
    assert "belongs to another tournament (players: " in said.err
    for more in (("--time", "0.3"), ("--threads", "2"), ("--book",)):
        said = command("tournament", "pvs:1", "pvs:2", *FAST, *more, "--games", "2", "--save", path, status=1)
        assert "belongs to another tournament (conditions: " in said.err
    assert path.read_bytes() == kept
    same_name = "level=7,name=pvs:2"
    said = command("tournament", "pvs:1", same_name, *FAST, "--games", "2", "--save", path, status=1)
    assert "belongs to another tournament (searches: " in said.err
    path.write_bytes(re.sub(rb', "searches": \[\[.*?\]\]', b"", kept))  # as in older files
    assert path.read_bytes() != kept
    command("tournament", "pvs:1", "pvs:2", *FAST, "--games", "2", "--save", path)
    path.write_text("f5d6c3\n", "utf-8")
    assert "is not a tournament file: choose another one" in command(*line, status=1).err
    assert "cannot be used: " in command(*line[:-1], tmp_path, status=1).err


def test_a_file_in_use_is_left_alone(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "games.ggf"
    lock = lock_file(path)
    said = command("tournament", "pvs:1", "pvs:2", *FAST, "--games", "2", "--save", path, status=1)
    lock.release()
    assert said.err.strip() == f"{path}: another window or program is writing to this file"
    assert not path.exists()


def test_saved_games_have_no_invented_figures(tmp_path: Path, command: Command) -> None:
    line = ("tournament", "pvs:1", "pvs:2", *FAST, "--games", "2", "--save", tmp_path / "games.ggf", "--json")
    played, saved = (json.loads(command(*line).out)["games"][0]["moves"] for _run in range(2))
    assert [move["move"] for move in saved] == [move["move"] for move in played]
    names = ("nodes", "depth", "kind")
    assert None not in {move[name] for move in played for name in names}
    assert {move[name] for move in saved for name in names} == {None}


def test_xot_openings_are_named_in_the_games(tmp_path: Path, command: Command) -> None:
    xot, path = tmp_path / "xot.txt", tmp_path / "games.ggf"
    xot.write_text("f5f6e6f4g5e7f7\nf5f6e6f4g5e7f7h5\n", "utf-8")
    line = ("tournament", *FOUR[:2], *FAST, "--games", "2", "--openings")
    said = command(*line, f"xot:{xot}", "--save", path)
    assert f"{xot}: game 1, line 1: an XOT opening has 8 plies from the usual start, not 7" in said.err
    for found in read_games(b"\n".join(path.read_bytes().splitlines()[1:])):
        game = found.record.game
        assert (found.record.event, game.root.given, game.moves[:8]) == ("XOT 2", 8, game.line[8].path)
    assert "begins" not in command(*line, f"xot:{xot}", "--save", path).err
    for number, complaint in (("1", "line 1: an XOT opening"), ("3", "has no opening 3")):
        first, *_others, last = command(*line, f"xot:{xot}#{number}", status=1).err.splitlines()
        assert "line 1: an XOT opening" in first, "it is named whatever else is wrong"
        assert complaint in last


@pytest.mark.slow
def test_a_match_is_saved_and_shows_who_is_stronger(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "match.ggf"
    line = ("match", "--black", "level=1,name=one", "--white", "level=2,name=two", "--swap", "--games", "6")
    said = command(*line, *FAST, "--openings", "even", "--save", path)
    assert "is undecided" in said.out or "is stronger than" in said.out
    assert len(list(read_games(path.read_bytes()))) == 6
    said = command(*(each for each in line if each != "--swap"), *FAST, "--openings", "even")
    assert len(said.out.splitlines()) == 3, "nothing is decided where no opening was played with both colours"
    assert "begins" not in command(*line, *FAST, "--openings", "even", "--save", path).err


def test_an_engine_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    path = tmp_path / "engines.txt"
    path.write_text(f"name=First,{FIRST}\nname=Bad\n", "utf-8")
    monkeypatch.setattr("play.engines_file.engines_path", lambda: path)
    said = command("match", "--black", "First", "--white", "level=1,hash=1,name=one")
    assert "First (Black), one (White)" in said.err
    assert f"{path}, line 2: " in command("match", "--black", "Bad", status=2).err
