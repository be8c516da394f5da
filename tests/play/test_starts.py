"""Starts: by number from an XOT list, by ply and score from random play; given moves do not count."""

from pathlib import Path
from random import Random

import pytest

from ai.engine import Engine
from ai.limits import Algorithm, Limit, Options
from game.board import PASS, squares
from game.evaluation import Judgement, Kind
from game.records.ggf import ggf, parse_ggf
from game.records.pgn import pgn, read_pgn
from game.records.record import Record
from game.records.sgf import read_sgf, sgf
from game.records.transcript import parse_transcript, transcript
from game.starts import parse_start, random_opening
from game.tree import Game
from play.archive.games import read_files
from play.archive.index import ArchiveIndex, IndexedPosition
from play.review import judged_moves, reviewed_share
from play.starts import DEPTH, chosen_starts

LINES = [transcript(random_opening(Random(number))) for number in range(8)]


@pytest.fixture
def xot(tmp_path: Path) -> Path:
    """Returns a list: line 2 has seven plies, line 3 is empty, line 4 has an illegal ply."""
    path = tmp_path / "xot.txt"
    lines = [LINES[0], LINES[1][:-2], "", "f5a1" + LINES[3][4:], LINES[4].upper(), *LINES[5:]]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_xot_opening_is_numbered_by_its_line(xot: Path) -> None:
    problems: list[str] = []
    starts = chosen_starts(f"xot:{xot}#5", 4, 1, problems)
    games = [parse_start(start) for start in starts]
    assert [transcript(game) for game in games] == LINES[4:]
    assert [game.start_name for game in games] == ["XOT 5", "XOT 6", "XOT 7", "XOT 8"]
    assert [f"line {line}" in problem for line, problem in zip((2, 4), problems, strict=True)] == [True, True]
    assert "8 plies from the usual start, not 7" in problems[0]
    assert "'a1' is not a legal move" in problems[1]
    assert all(problem.startswith(f"{xot}: ") for problem in problems)
    drawn = chosen_starts(f"xot:{xot}", 5, 3, [])
    assert {parse_start(start).start_name for start in drawn} == {f"XOT {line}" for line in (1, 5, 6, 7, 8)}
    assert drawn == chosen_starts(f"xot:{xot}", 5, 3, [])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("xot:{path}#9", "xot.txt has no opening 9: its lines are 1 to 8"),
        ("xot:{path}#2", "line 2: an XOT opening has 8 plies"),
        ("xot:{path}#7", "has 2 openings, but 3 are needed"),
        ("xot:{path}.none", "cannot be read"),
        ("xot:~no-such-user/xot.txt", "the home directory in this path is unknown"),
    ],
)
def test_bad_xot_choice_is_refused(xot: Path, text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        chosen_starts(text.format(path=xot), 3, 1, [])


def check_scored(plies: int, low: float, high: float, count: int) -> int:
    """Returns how many of the starts another algorithm scores within a disc of the range."""
    engine = Engine(64)
    starts = chosen_starts(f"{plies}:{low}..{high}", count, 7, [])
    assert len(set(starts)) == count
    assert starts[:1] == chosen_starts(f"{plies}:{high}..{low}", 1, 7, [])
    near = 0
    for start in starts:
        game = parse_start(start)
        assert len(game.moves) == plies == game.root.given
        assert game.board.turn.name == ("BLACK", "WHITE")[plies % 2]
        engine.new_game()
        analysis = engine.analyse(game.board, Limit(depth=DEPTH), Options(Algorithm.ALPHABETA))
        analysis.wait()
        score = game.board.turn.sign * analysis.progress.iterations[-1].score
        near += low - 1 <= score <= high + 1
    engine.close()
    return near


def test_a_start_has_its_side_and_score() -> None:
    assert check_scored(11, -3, 3, 1) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("plies", "low", "high"), [(10, -2, 2), (9, -2, 2), (12, 4, 8), (15, -9, -6)])
def test_starts_have_their_side_and_score(plies: int, low: float, high: float) -> None:
    near = check_scored(plies, low, high, 50)
    print(f"\n{plies} plies, {low} to {high}: {near} of 50 within a disc")
    assert near >= 49


@pytest.mark.parametrize("text", ["0:0..0", "70:0..1", "10:90..100"])
def test_impossible_range_is_refused_at_once(text: str) -> None:
    with pytest.raises(ValueError, match="plies must be from 1 to 20, scores from −64 to"):
        chosen_starts(text, 1, 1, [])


@pytest.mark.parametrize("text", ["2:20..30", "10:63..64"])
def test_range_without_positions_is_reported(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("play.starts.MOST_DRAWS", 20)
    with pytest.raises(ValueError, match=r"none of 20 positions after \d+ plies has a score of [+-]"):
        chosen_starts(text, 1, 1, [])


def test_given_moves_do_not_count(tmp_path: Path) -> None:
    game = parse_start(f"{LINES[0]} % XOT 17")
    while not game.board.is_over():
        game.play(next(squares(game.board.legal_moves()), PASS))
    for node in game.line[1:]:
        node.judgement = Judgement(2.0, 0.0, 20, Kind.ESTIMATE)
    record = Record(game, event=game.start_name, result="+2.00")
    for kept in (parse_ggf(ggf(record)), read_sgf(sgf(record)), read_pgn(pgn(record))):
        assert kept.event == kept.game.start_name == "XOT 17"
        assert kept.game.copy().root.given == 8
    assert judged_moves(game.line)[0].ply == 9
    for node in game.line[1:9]:
        node.judgement = None
    assert reviewed_share(game.line) == 1
    files = [tmp_path / "a.ggf", tmp_path / "b.ggf"]
    for file, event in zip(files, ("XOT 17", ""), strict=True):
        file.write_text(ggf(Record(parse_transcript(transcript(game)), event=event, result="+2.00")), "utf-8")
    index = ArchiveIndex.of(read_files(files, []))
    counts = [index.find(IndexedPosition.of(board)).played.games for board in game.boards[:10]]
    assert counts == [1] * 8 + [2, 2]
    assert not Record(Game(game.boards[8]), event="XOT 17").game.root.given, "its start has them"
