import os
import time
from array import array
from contextlib import closing
from pathlib import Path

import pytest

from ai.arena.players import EnginePlayer, PlayerSpec, parse_player
from ai.arena.talk import EngineError
from ai.engine import Analysis, Engine
from ai.limits import LONGEST_MOVE, Algorithm, Limit, Options
from ai.weights import Weights, default_weights
from game.board import Board, squares
from game.clock import TimeControl
from game.records.transcript import parse_transcript
from game.tree import Game
from tests.waiting import wait_until


def test_a_player_of_this_engine() -> None:
    spec = parse_player("seconds=0.1, algorithm=mtdf,level=7,threads=2,hash=16,selective=no,book=yes")
    assert (spec.seconds, spec.depth, spec.megabytes, spec.command) == (0.1, None, 16, ())
    assert spec.options == Options(Algorithm.MTDF, 7, threads=2, selective=False, book=True)
    assert parse_player("depth=8").depth == 8
    assert parse_player("level=3").options.level == 3
    assert not parse_player("depth=8").options.book


@pytest.mark.parametrize(
    ("text", "options", "name"),
    [
        ("pvs:8", Options(Algorithm.PVS, 8), "pvs:8"),
        ("PVS:10", Options(Algorithm.PVS, 10), "pvs:10"),
        ("alphabeta:1", Options(Algorithm.ALPHABETA, 1), "alphabeta:1"),
        (" Alpha-Beta:3 ", Options(Algorithm.ALPHABETA, 3), "alphabeta:3"),
        ("minimax", Options(Algorithm.MINIMAX, 10), "minimax:10"),
        ("scout:4", Options(Algorithm.SCOUT, 4), "scout:4"),
        ("MTDf", Options(Algorithm.MTDF, 10), "mtdf:10"),
        ("MT-SSS:9", Options(Algorithm.MT_SSS, 9), "mtsss:9"),
        ("sss:9", Options(Algorithm.MT_SSS, 9), "mtsss:9"),
    ],
)
def test_a_search_and_a_level(text: str, options: Options, name: str) -> None:
    assert parse_player(text, PlayerSpec(seconds=1)) == PlayerSpec(name, 1, options=options)


def test_missing_values_come_from_the_default() -> None:
    default = PlayerSpec(seconds=2, options=Options(threads=3, book=True), megabytes=32)
    spec = parse_player("depth=8,book=no,level=9", default)
    assert (spec.seconds, spec.depth, spec.megabytes) == (2, 8, 32)
    assert spec.options == Options(level=9, threads=3)
    assert parse_player("command=engine", default) == PlayerSpec("command=engine", command=("engine",))
    assert parse_player(f"seconds={LONGEST_MOVE}", default).seconds == LONGEST_MOVE


@pytest.mark.parametrize("text", ["command=", 'command="x"', "level=1"])
def test_many_blanks_take_no_time(text: str) -> None:
    began = time.process_time()
    with pytest.raises(ValueError, match="write a player as name=value pairs separated by commas"):
        parse_player(f'{text}{" " * 1000}"')
    assert time.process_time() - began < 0.5


def test_a_player_with_other_weights(tmp_path: Path) -> None:
    path = tmp_path / "other.bin"
    own = default_weights()
    Weights(array("h", bytes(2 * len(own.values))), own.error_model).save(path)
    spec = parse_player(f"depth=1,hash=1,weights={path}")
    assert spec.weights == path
    assert spec.fingerprint() != parse_player("depth=1").fingerprint() == own.fingerprint
    assert parse_player("command=engine").fingerprint() == ""
    games = [parse_transcript(moves) for moves in ("f5d6", "f5d6c3d3c4f4", "f5d6c3d3c4f4f6f3e6e7")]
    with closing(EnginePlayer(spec)) as other, closing(EnginePlayer(parse_player("depth=1,hash=1"))) as usual:
        chosen = [[player.choose(game, 1).move for game in games] for player in (other, usual)]
    assert chosen[0] != chosen[1]


def test_an_external_player(tmp_path: Path) -> None:
    spec = parse_player(f"command=\"bin/engine -l 10 --name 'a, b'\",folder={tmp_path},seconds=2")
    assert spec.command == ("bin/engine", "-l", "10", "--name", "a, b")
    assert (spec.folder, spec.seconds, spec.depth) == (tmp_path, 2.0, None)
    assert parse_player("command=engine").seconds is None
    assert parse_player("command=./engine").command == (f".{os.sep}engine",), "it is not in PATH"
    assert parse_player("command=engine,clock=60").clock == TimeControl(per_game=60.0)


def test_a_player_without_memory() -> None:
    with pytest.raises(EngineError, match="depth=1,hash=900000: a table of 900,000 MB does not fit"):
        parse_player("depth=1,hash=900000").open()


def test_thinking_ahead_ends_with_the_game() -> None:
    player = parse_player("depth=1,ahead=yes,book=no").open()
    assert isinstance(player, EnginePlayer)
    with closing(player):
        player.choose(Game(), 1)
        ahead = player._ahead
        assert ahead is not None
        assert not ahead.is_done
        player.rest()
        wait_until(lambda: ahead.is_done)


def test_windows_paths_keep_their_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    text = r"""command="'C:\Program Files\Edax\edax.exe' -l 10" """
    monkeypatch.setattr("sys.platform", "win32")
    assert parse_player(text).command == (r"C:\Program Files\Edax\edax.exe", "-l", "10")
    monkeypatch.undo()
    assert parse_player(r"command=my\ engine").command == ("my engine",)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Analysis]:
    """Returns the list of all searches that engines begin."""
    found, analyse = list[Analysis](), Engine.analyse

    def recorded(engine: Engine, board: Board, limit: Limit, options: Options) -> Analysis:
        found.append(analyse(engine, board, limit, options))
        return found[-1]

    monkeypatch.setattr(Engine, "analyse", recorded)
    return found


def test_a_clock_is_shared_among_the_moves(asked: list[Analysis]) -> None:
    with closing(EnginePlayer(parse_player("clock=2,hash=1"))) as player:
        game = parse_transcript("f5d6c3d3c4")
        game.play(player.choose(game, 1).move)
        game.node.seconds = 1.9
        game.play(next(squares(game.board.legal_moves())))
        report = player.choose(game, 1)
    assert report.seconds < 5.0, "it ends when its time does"
    with closing(EnginePlayer(parse_player("clock=60,seconds=0.05,hash=1"))) as player:
        player.choose(Game(), 1)
    first, second, own = (analysis.limit.seconds or 0.0 for analysis in asked)
    assert 0.02 < first < 0.2
    assert second < first / 10
    assert own == 0.05, "a move's own limit counts where it is shorter"


def test_a_player_that_thinks_ahead_leaves_the_other_a_processor(
    asked: list[Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    game = Game()
    with closing(EnginePlayer(parse_player("depth=2,hash=1,threads=2,ahead=yes"))) as player:
        game.play(player.choose(game, 1).move)
        ahead = asked[1]
        assert (ahead.board, ahead.limit, ahead.options.threads) == (game.board, Limit(), 1)
        assert not ahead.is_done
        game.play(next(squares(game.board.legal_moves())))
        player.choose(game, 1)
    assert ahead.was_dropped
