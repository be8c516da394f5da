"""Whole games of fast players, in this process and in others."""

import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ai.arena.crosstable import Crosstable
from ai.arena.players import PlayerSpec, parse_player
from ai.arena.report import GameReport, MoveReport, Pairing, Standing
from ai.arena.talk import EngineError
from ai.arena.tournament import Specs, Tournament, play_games
from ai.arena.tournament_file import TournamentFile
from game.board import PASS, Color, Result
from game.evaluation import Kind
from game.records.transcript import parse_transcript, transcript
from game.tree import Game

SCRIPT = Path(__file__).with_name("scripted_engine.py")
# Plays the first legal move: weak, fast, and the same every time.
FIRST = f'command="{sys.executable} {SCRIPT}"'
FAST = "depth=1,hash=1"
OPENINGS = ("f5d6c3d3c4", "f5f6e6f4", "d3c5", "c4e3f6e6")


def specs(a: str = FAST, b: str = FAST) -> Specs:
    return parse_player(a), parse_player(b)


def pairings(openings: tuple[str, ...] = OPENINGS, seed: int = 0, both_colors: bool = True) -> list[Pairing]:
    return Tournament(specs(), openings, seed, both_colors=both_colors).pairings()


@pytest.fixture(scope="module")
def games() -> list[GameReport]:
    """Returns games in which player 0 searches two plies."""
    return list(play_games(specs("depth=2,hash=1"), pairings()))


def test_both_colors_get_each_opening_if_wanted() -> None:
    games = [(OPENINGS[0], 0, 1), (OPENINGS[0], 1, 0), (OPENINGS[1], 0, 1), (OPENINGS[1], 1, 0)]
    assert pairings(OPENINGS[:2], seed=7) == [Pairing(n, *game, 7) for n, game in enumerate(games)]
    only_black = pairings(OPENINGS[:2], seed=7, both_colors=False)
    assert only_black == [Pairing(n, *game, 7) for n, game in enumerate(games[::2])]


def test_a_game_is_reported_move_by_move(games: list[GameReport]) -> None:
    assert [report.pairing.number for report in games] == list(range(8))
    for report in games:
        game, pairing = report.game, report.pairing
        assert transcript(game).startswith(pairing.opening)
        assert game.result() == report.result
        opened = len(parse_transcript(pairing.opening).moves)
        chosen = [ply for ply, move in enumerate(game.moves, 1) if ply > opened and move != PASS]
        assert [move.ply for move in report.moves] == chosen
        for move in report.moves:
            assert game.moves[move.ply - 1] == move.move
            assert game.boards[move.ply - 1].turn is move.color
            assert isinstance(move, MoveReport)
            assert move.depth == 2 - pairing.player_of(move.color) or move.kind is Kind.EXACT
            assert move.nodes > 0
            assert move.score is not None
            assert (game.line[move.ply].seconds, move.seconds > 0) == (round(move.seconds, 2), True)
        assert report.discs_of(0) + report.discs_of(1) == 64
        assert report.discs_of(pairing.black) == report.result.black


def test_standings_are_the_sum_of_the_games(games: list[GameReport]) -> None:
    both = Standing.of(games, 0), Standing.of(games, 1)
    for standing, other in (both, both[::-1]):
        assert standing.games == 8
        assert (standing.wins, standing.draws) == (other.losses, other.draws)
        assert standing.share + other.share == pytest.approx(1)
        assert standing.mean_lead == pytest.approx(-other.mean_lead)
        assert standing.pairs.number == 4


def test_games_of_one_color_are_no_pairs(games: list[GameReport]) -> None:
    only_black = [
        replace(report, pairing=replace(report.pairing, number=number))
        for number, report in enumerate(report for report in games if report.pairing.black == 0)
    ]
    standing = Standing.of(only_black)
    assert (standing.games, standing.pairs.number) == (4, 0)


@pytest.mark.slow
def test_parallel_games_are_the_same_games(games: list[GameReport]) -> None:
    several = play_games(specs("depth=2,hash=1"), pairings()[:3], jobs=2)
    played = {report.pairing: report.game.moves for report in several}
    assert played == {report.pairing: report.game.moves for report in games[:3]}


def test_mistakes_repeat_with_the_seed() -> None:
    def moves(seed: int) -> tuple[int, ...]:
        with closing(play_games(specs("level=2,hash=1"), pairings(seed=seed))) as played:
            return next(played).game.moves

    assert moves(1) == moves(1) != moves(2)


def test_errors_of_a_process_are_raised() -> None:
    """The program dies at its second request; the first one is the warm-up."""
    players = specs(f'command="{sys.executable} {SCRIPT} dies"', FIRST)
    with pytest.raises(EngineError, match="the table is on fire"):
        list(play_games(players, pairings(), jobs=2))


def test_the_verdict_is_on_players_that_have_met() -> None:
    """In a gauntlet the first two of the table have not played each other."""
    names = ["Host", "Good", "Better"]
    assert Crosstable.of(names, []).verdict.startswith("It is undecided whether Host is stronger than Good")
    won = Result(0, 64, Color.WHITE), Result(64, 0, Color.BLACK)
    plays = ((0, 1, 0), (1, 0, 1), (0, 2, 0), (2, 0, 1))  # the host loses all
    reports = [
        GameReport(Pairing(number, "", black, white, 0), Game(), won[result], ())
        for number, (black, white, result) in enumerate(plays)
    ]
    table = Crosstable.of(names, reports)
    assert [row.name for row in table.rows] == ["Good", "Better", "Host"]
    assert "Good is stronger than Host" in table.verdict


def test_an_old_file_may_call_mt_sss_by_its_old_name(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    players = tuple(parse_player(text, PlayerSpec(depth=1)) for text in ("sss:9", "pvs:9"))
    TournamentFile(path, Tournament(players, OPENINGS))
    header = path.read_text("utf-8")
    path.write_text(header.replace('[["mtsss"', '[["sss"'), "utf-8")
    assert path.read_text("utf-8") != header
    TournamentFile(path, Tournament(players, OPENINGS)).check()
