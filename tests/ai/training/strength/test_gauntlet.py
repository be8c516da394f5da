"""Whole gauntlets of fast players: what is played, what is kept, what is told."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest

from ai.arena.players import parse_player
from ai.arena.tournament import play_games
from ai.training.__main__ import main
from ai.training.strength.elo import Pairs
from ai.training.strength.gauntlet import Standing
from ai.training.strength.gauntlet_file import GameRecord, Gauntlet, GauntletFile, GauntletFileError
from game.board import Color
from game.records.transcript import parse_transcript

SCRIPT = Path(__file__).parents[2] / "arena" / "scripted_engine.py"
# Plays the first legal move: weak, fast, and the same every time.
FIRST = f'command="{sys.executable} {SCRIPT}"'
FAST = "depth=1,hash=1"
OPENINGS = ("f5d6c3d3c4", "f5f6e6f4", "d3c5", "c4e3f6e6")


def gauntlet_of(a: str = FAST, b: str = FAST) -> Gauntlet:
    return Gauntlet((parse_player(a), parse_player(b)), OPENINGS)


def record(number: int, lead: int, moves: str = "") -> GameRecord:
    return GameRecord(number, OPENINGS[number // 2], moves, lead, (1.0, 1.0), (0.1, 0.1), (0, 0))


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    """Of two openings, player A looking two plies ahead."""
    gauntlet = gauntlet_of("depth=2,hash=1")
    reports = play_games(gauntlet.players, gauntlet.pairings()[:4])
    return [GameRecord.of(report, gauntlet.players) for report in reports]


def test_a_record_is_what_came_of_a_game(games: list[GameRecord]) -> None:
    for number, game in enumerate(games):
        assert (game.number, game.opening) == (number, OPENINGS[number // 2])
        assert game.moves.startswith(game.opening)
        result = parse_transcript(game.moves).result()
        assert result is not None
        black_lead = result.black - result.white
        assert game.lead == (black_lead if number % 2 == 0 else -black_lead)
        assert all(0 < longest <= total for longest, total in zip(game.longest, game.seconds, strict=True))
        assert game.overruns == (0, 0)


def first_game(options: str, other: str = FAST) -> GameRecord:
    """Of a program that dawdles."""
    slow = gauntlet_of(f'command="{sys.executable} {SCRIPT} dawdles",{options}', other)
    with closing(play_games(slow.players, slow.pairings())) as played:
        return GameRecord.of(next(played), slow.players)


def test_a_move_that_takes_too_long_is_an_overrun() -> None:
    game = first_game("seconds=0.01")
    assert game.overruns[0] >= 1
    assert game.overruns[1] == 0  # whose moves have no limit
    assert game.longest[0] > 0.1


def test_a_clock_that_runs_out_is_an_overrun_of_the_game() -> None:
    assert first_game("clock=0.05", "depth=1,hash=1,clock=60").overruns == (1, 0)


def test_the_standing_counts_games_and_finished_pairs() -> None:
    records = [record(0, 10), record(1, 0), record(2, -4), record(3, 2), record(6, 64)]
    standing = Standing.of(records)
    assert (standing.wins, standing.draws, standing.losses, standing.games) == (3, 1, 1, 5)
    assert standing.mean_lead == pytest.approx(72 / 5)
    assert standing.share == pytest.approx(0.7)
    assert standing.pairs == Pairs((0, 0, 1, 1, 0))
    assert Standing.of([]).text() == "+0 =0 -0, 50.0 %"


def test_a_file_gives_back_what_it_was_given(tmp_path: Path, games: list[GameRecord]) -> None:
    path = tmp_path / "new" / "games.jsonl"
    players = gauntlet_of("depth=2,hash=1")
    file = GauntletFile(path, players)
    for game in games[:3]:
        file.add(game)
    again = GauntletFile(path, players)
    assert again.records == {game.number: game for game in games[:3]}
    assert again.problems == []


def test_a_game_cut_off_is_reported_and_may_be_added_again(tmp_path: Path, games: list[GameRecord]) -> None:
    path = tmp_path / "games.jsonl"
    players = gauntlet_of("depth=2,hash=1")
    file = GauntletFile(path, players)
    file.add(games[0])
    file.add(games[1])
    path.write_bytes(path.read_bytes()[:-40])
    file = GauntletFile(path, players)
    assert list(file.records) == [0]
    assert [problem.partition(": it is no JSON")[0] for problem in file.problems] == [f"{path}, line 3"]
    file.add(games[1])
    assert list(GauntletFile(path, players).records) == [0, 1]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"number": 8}, "there is no game 8 in this gauntlet"),
        ({"number": True}, "number is a whole number, not True"),
        ({"number": 3}, "game 3 begins with f5f6e6f4, not 'f5d6c3d3c4'"),
        ({"lead": 66}, "lead to .*, not to a lead of 66"),
        ({"moves": "f5d6c3d3c4"}, "game 0 is not finished"),
        ({"moves": "f5f5"}, "ply 2: 'f5' is not a legal move for White"),
        ({"moves": 5}, "the moves are a transcript, not 5"),
        ({"seconds": [1]}, "seconds are two numbers, not \\[1\\]"),
        ({"colour": "red"}, "a game has lead, longest, moves, number"),
    ],
)
def test_a_damaged_game_is_told_of(
    tmp_path: Path, games: list[GameRecord], change: dict[str, object], complaint: str
) -> None:
    path = tmp_path / "games.jsonl"
    players = gauntlet_of("depth=2,hash=1")
    GauntletFile(path, players).add(games[1])
    with path.open("a") as file:
        file.write(json.dumps(asdict(games[0]) | change) + "\n")
    found = GauntletFile(path, players)
    assert list(found.records) == [1]
    with pytest.raises(ValueError, match=f"games.jsonl, line 3: .*({complaint})"):
        raise ValueError(*found.problems)


def test_the_file_of_another_gauntlet_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    GauntletFile(path, gauntlet_of())
    with pytest.raises(GauntletFileError, match=r"line 1: .* whose players were .* name another file"):
        GauntletFile(path, gauntlet_of("depth=2,hash=1"))
    path.write_text("f5d6c3\n", "utf-8")
    with pytest.raises(GauntletFileError, match="line 1: this is no file of a gauntlet"):
        GauntletFile(path, gauntlet_of())
    assert path.read_text("utf-8") == "f5d6c3\n"


@pytest.fixture
def openings(tmp_path: Path) -> Path:
    path = tmp_path / "openings.txt"
    path.write_text("% a comment\n\n" + "".join(f"{opening} % +1.0\n" for opening in OPENINGS), "utf-8")
    return path


def gauntlet(*arguments: object) -> int:
    return main(["gauntlet", *map(str, arguments)])


def test_the_report(tmp_path: Path, openings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second time there is nothing left to play."""
    line = ("depth=3,hash=1", FIRST, "--openings", openings, "--games", 8, "--results", tmp_path / "g.jsonl")
    assert gauntlet(*line) == 0
    told = capsys.readouterr().out
    assert "games 8: A won 8, drew 0, lost 0: 100.0 %" in told
    assert "pairs with 0, 1/2, 1, 3/2, 2 points: 0, 0, 0, 0, 4" in told
    assert "Elo above -191 (95 %)" in told
    lines = (tmp_path / "g.jsonl").read_text("utf-8")
    assert gauntlet(*line, "--json") == 0
    output = capsys.readouterr()
    report = json.loads(output.out)
    assert "8 games were finished before" in output.err
    assert (tmp_path / "g.jsonl").read_text("utf-8") == lines
    assert (report["wins"], report["losses"], report["elo"], report["high"]) == (8, 0, None, None)
    assert [game["number"] for game in report["games"]] == list(range(8))
    assert {parse_transcript(game["moves"]).boards[0].turn for game in report["games"]} == {Color.BLACK}


def test_the_test_stops_the_games(tmp_path: Path, openings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ("depth=3,hash=1", FIRST, "--openings", openings, "--games", 8, "--work", tmp_path)
    assert gauntlet(*line, "--sprt", -400, 400) == 0
    told = capsys.readouterr().out
    assert "SPRT of -400 against +400: +400 holds" in told
    games = int(told.partition("games ")[2].partition(":")[0])
    assert games < 8
    assert len((next((tmp_path / "gauntlets").iterdir())).read_text("utf-8").splitlines()) == 1 + games


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["seconds=0", FAST], "argument A: seconds=0: the time must be a number of seconds above 0"),
        ([FAST], "required: B"),
        ([FAST, FAST, "--games", 3], "must be an even number, both colours for each opening, not '3'"),
        ([FAST, FAST, "--jobs", 0], "the number of games at a time must be a whole number from 1"),
    ],
)
def test_wrong_command_lines(
    arguments: list[object], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gauntlet(*arguments) == 2
    assert complaint in capsys.readouterr().err


def test_what_cannot_be_done(tmp_path: Path, openings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def complaint(*arguments: object) -> str:
        assert gauntlet(FAST, *arguments, "--work", tmp_path) == 1
        return capsys.readouterr().err

    wrong = "--openings", openings, "--games", 10
    assert "has 4 openings, enough for 8 games, not 10" in complaint(FAST, *wrong)
    assert "must be the smaller one" in complaint(FAST, "--openings", openings, "--games", 2, "--sprt", 5, 0)
    missing, bad = tmp_path / "nowhere.txt", tmp_path / "bad.txt"
    assert "nowhere.txt cannot be used: No such file" in complaint(FAST, "--openings", missing)
    bad.write_text("f5d6\nf5f5\n", "utf-8")
    assert "bad.txt, line 2: ply 2: 'f5' is not a legal" in complaint(FAST, "--openings", bad)
    line = (f'command="{sys.executable} {SCRIPT} cheats"', "--openings", openings, "--games", 2)
    told = complaint(*line)
    assert "which is no legal move" in told
    assert f"0 finished games are kept; go on with --results {tmp_path / 'gauntlets'}" in told
