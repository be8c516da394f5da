"""The engine as an NBoard host sees it: first in the test's process, then as a program with pipes."""

import errno
import io
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path
from random import Random

import pytest

from ai import preparation
from ai.engine import Engine
from ai.limits import LONGEST_MOVE, Algorithm, Limit, Options
from game.board import PASS, Board, Color, squares
from game.clock import TimeControl
from game.evaluation import line_text
from game.files import read_lines
from game.records.ggf import ggf
from game.records.record import Record
from game.records.transcript import parse_transcript
from game.tree import Game
from play.host_session import serve
from play.nboard import SOLVED_EMPTIES, NBoardSession
from tests.ai.books import small_book
from tests.play.scripted import ScriptedEngine
from tests.samples import FINAL_1977, WHITE_PASSES, random_game
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]

# A search that takes a very long time.
ENDLESS_DEPTH = "set depth 60"

GAME = "set game " + ggf(Record(parse_transcript("f5d6c3d3c4")))
MIDDLE = parse_transcript("f5d6c3d3c4f4f6f3e6e7").board


def set_game(game: Game | Board, seconds: float | None = None) -> str:
    game = game if isinstance(game, Game) else Game(game)
    return "set game " + ggf(Record(game, controls=(TimeControl(per_game=seconds),) * 2))


def late_board(empties: int, seed: int = 1) -> Board:
    """Returns a position of a random game in which the side to move has a choice."""
    rng = Random(seed)
    while True:
        for board in random_game(rng).boards:
            if board.empties == empties and board.legal_moves().bit_count() > 1:
                return board


class EngineProcess:
    """A session and the lines that it has sent."""

    def __init__(self, engine: Engine, options: Options, seconds: float | None) -> None:
        self.sent: list[str] = []
        self.session = NBoardSession(engine, self.sent.append, options, seconds)

    def say(self, *lines: str) -> list[str]:
        """Sends lines and returns the answers; waits only for the last search."""
        self.sent.clear()
        for line in lines:
            assert self.session.receive(line)
        wait_until(lambda: not self.session.is_thinking, self.session.poll)
        return list(self.sent)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with closing(Engine(16)) as engine:
        yield engine


@pytest.fixture
def talk(engine: Engine) -> EngineProcess:
    return EngineProcess(engine, Options(), None)


def lines_of(kind: str, sent: list[str]) -> list[list[str]]:
    return [line.split() for line in sent if line.startswith(kind + " ")]


def test_setup_is_answered(talk: EngineProcess) -> None:
    for line, answers in (
        ("nboard 2", ["set myname Nullwindow"]),
        ("set depth 7", ["set myname Nullwindow7"]),
        ("set contempt -100", []),
        ("  ping   12 \r\n", ["pong 12"]),
        ("learn", ["status Nullwindow keeps no games in its book", "learned"]),
        ("\tset\tdepth  3\r\n", ["set myname Nullwindow3"]),
        (" set   game  " + GAME.removeprefix("set game ") + "  \r\n", []),
    ):
        assert talk.say(line) == answers


def test_go_chooses_a_move_and_does_not_play_it(talk: EngineProcess) -> None:
    for _ in range(2):
        sent = talk.say("set depth 5", set_game(MIDDLE), "go")
        assert [line.split()[0] for line in sent] == ["set", "status", "nodestats", "===", "status"]
        move, score, seconds = sent[3].removeprefix("=== ").split("/")
        assert parse_transcript(move, MIDDLE).moves[0] in squares(MIDDLE.legal_moves())
        assert -64 <= float(score) <= 64
        assert 0 <= float(seconds) < 10


def test_moves_hints_and_analyses_use_the_book() -> None:
    game = parse_transcript("f5d6")
    with closing(Engine(1, book=small_book())) as engine:
        talk = EngineProcess(engine, Options(book=True), None)
        assert talk.say("set depth 1", set_game(game), "go")[3].startswith("=== C3/0.30/0.0")
        assert lines_of("book", talk.say("hint 1")) == [["book", "C3D3", "0.30", "0", "0"]]
        first, *others = talk.say("hint 9")[2:5]
        assert first == "book C3D3 0.30 0 0"
        assert all(line.startswith("search") for line in others)
        analysis = [line[1:] for line in lines_of("analysis", talk.say("analyze"))]
        assert analysis == [["2", "0.30"], ["1", "-0.30"], ["0", "0.30"]]
        talk.session = NBoardSession(engine, talk.sent.append, Options(book=True, level=9), None)
        assert lines_of("nodestats", talk.say("set depth 1", set_game(game), "go"))[0][1] != "0"


def test_hints_are_the_best_moves_with_their_lines(talk: EngineProcess) -> None:
    sent = talk.say("set depth 6", set_game(MIDDLE), "hint 3")
    found = lines_of("search", sent)
    for _, pv, score, zero, depth in found:
        assert len(parse_transcript(pv, MIDDLE).moves) >= 1
        assert pv == pv.upper()
        assert -64 <= float(score) <= 64
        assert zero == "0"
        assert 1 <= int(depth) <= 6
    last = found[-3:]
    assert [depth for *_, depth in last] == ["6", "6", "6"]
    assert len({pv[:2] for _, pv, *_ in last}) == 3
    assert len(last[0][1]) > 2
    scores = [float(score) for _, _, score, *_ in last]
    assert (scores, sent[-1]) == (sorted(scores, reverse=True), "status Nullwindow is waiting")


def test_single_hint_has_the_score_of_go(talk: EngineProcess) -> None:
    hints = lines_of("search", talk.say("set depth 6", set_game(late_board(12)), "hint 1"))
    assert hints[-1][3:] == ["0", "100%"]
    (answer,) = lines_of("===", talk.say("go"))
    assert answer[1].split("/")[1] == hints[-1][2]
    depths = [depth for *_, depth in hints[:-1]]
    assert all(depth.isdigit() or depth == "100%W" for depth in depths)


def test_there_are_no_more_hints_than_moves(talk: EngineProcess) -> None:
    board = late_board(6)
    hints = lines_of("search", talk.say("set depth 3", set_game(board), "hint 50"))
    last = {pv[:2] for _, pv, _score, _zero, depth in hints if depth == "100%"}
    assert last == {line_text((move,)).upper() for move in squares(board.legal_moves())}


def test_pass_works_in_go_hint_and_move(talk: EngineProcess) -> None:
    board = WHITE_PASSES
    assert talk.say(set_game(board), "go") == ["=== PA"]
    assert talk.say("hint 2")[-2].startswith("search PA")
    assert talk.say("move PA", "ping 1") == ["pong 1"]
    (answer,) = lines_of("===", talk.say("set depth 2", "go"))
    Game(board, [PASS]).play(parse_transcript(answer[1][:2], board.play(PASS)).moves[0])


def test_omitted_pass_is_inserted(talk: EngineProcess) -> None:
    board = WHITE_PASSES
    move = next(squares(board.play(PASS).legal_moves()))
    assert talk.say(set_game(board), f"move {line_text((move,))}/1.5/2") == []
    plies = [line[1] for line in lines_of("analysis", talk.say("set depth 1", "analyze"))]
    assert plies == ["2", "1", "0"]


@pytest.mark.parametrize("request_line", ["go", "hint 1", "hint 3"])
def test_finished_game_gives_a_warning(request_line: str, talk: EngineProcess) -> None:
    warning, status = talk.say(set_game(parse_transcript(FINAL_1977)), request_line)
    assert warning.startswith("warning the game is over, there is no move to ")
    assert status == warning.replace("warning", "status")


def test_analyze_scores_every_position_backwards(talk: EngineProcess) -> None:
    game = parse_transcript(FINAL_1977)
    sent = talk.say("set depth 4", set_game(game), "analyze")
    analysis = lines_of("analysis", sent)
    assert [int(played) for _, played, _ in analysis] == list(range(len(game.moves), -1, -1))
    scores = [float(score) for *_, score in reversed(analysis)]
    assert scores[-1] == (16 if game.board.turn is Color.BLACK else -16)
    solved = [ply for ply, board in enumerate(game.boards) if board.empties <= 8]
    for ply in solved[:-1]:
        assert scores[ply] >= -scores[ply + 1]
    assert sent[-1] == "status Nullwindow is waiting"


def test_both_versions_accept_both_move_forms(talk: EngineProcess) -> None:
    talk.say("set depth 2")
    for n in (1, 2):
        sent = talk.say(f"nboard {n}", set_game(Board.initial()), "F5", "move d6/1.20/3.4", "c3//2", "go")
        assert "warning" not in " ".join(sent)
        assert len(parse_transcript("f5d6c3" + lines_of("===", sent)[0][1][:2]).moves) == 4
        assert bool(lines_of("nodestats", sent)) == (n == 2)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("set game rubbish", "there is no GGF game, (;GM[Othello]...;), in 'rubbish'"),
        ("set game (;GM[Othello]B[a1];)", "ply 1: 'a1' is not a legal move for Black, in "),
        ("move a1", "ply 6: 'a1' is not a legal move for White, in "),
        ("move", "ply 6: '' is not a move"),
        ("A1", "ply 6: 'A1' is not a legal move"),
        ("PA", "ply 6: 'PA' is not a legal move"),
        ("set depth", "set depth needs a whole number above 0, not ''"),
        ("hint", "hint needs a whole number above 0, not ''"),
        ("hint -1", "hint needs a whole number above 0, not '-1'"),
        ("nboard two", "nboard needs a whole number above 0, not 'two'"),
    ],
)
def test_bad_lines_are_reported_and_change_nothing(line: str, problem: str, talk: EngineProcess) -> None:
    before = talk.say("set depth 3", GAME, "hint 1")
    warning, status = talk.say(line)
    assert warning.startswith(f"warning {problem}")
    assert status == warning.replace("warning", "status", 1)
    assert lines_of("search", talk.say("hint 1"))[-1] == lines_of("search", before)[-1]


def test_unknown_commands_are_ignored(talk: EngineProcess) -> None:
    for line in ("", "  ", "frobnicate 3", "set", "set foo 1", "i9", "f5d6", "GO", "\x00", "é"):
        assert talk.say(GAME, line) == [], line


@pytest.mark.parametrize("request_line", ["go", "hint 1", "hint 4", "analyze"])
@pytest.mark.parametrize("interruption", ["ping 3", GAME, "move F4", "F4"])
def test_new_command_ends_a_request(request_line: str, interruption: str, talk: EngineProcess) -> None:
    talk.say(ENDLESS_DEPTH, GAME)
    assert talk.session.receive(request_line)
    time.sleep(0.02)
    talk.session.poll()
    assert talk.session.is_thinking
    talk.sent.clear()
    assert talk.session.receive(interruption)
    assert not talk.session.is_thinking
    for _ in range(20):
        time.sleep(0.002)
        talk.session.poll()
    assert talk.sent == (["pong 3"] if interruption == "ping 3" else [])
    assert lines_of("===", talk.say("set depth 2", "go"))


def test_new_request_replaces_the_old(talk: EngineProcess) -> None:
    sent = talk.say(ENDLESS_DEPTH, GAME, "hint 2", "set depth 2", "go")
    assert sent[-2].startswith("=== ")
    assert sum(line.startswith("===") for line in sent) == 1


def test_other_commands_do_not_stop_the_search(talk: EngineProcess) -> None:
    talk.say(ENDLESS_DEPTH, GAME)
    for line in ("go", "set depth 3", "set contempt 0", "frobnicate", "move a1", "set game x"):
        assert talk.session.receive(line)
        assert talk.session.is_thinking
    talk.session.stop()


def test_serve_ends_at_the_end_of_input_or_quit(engine: Engine) -> None:
    for lines in (["ping 1\n", ENDLESS_DEPTH, "go\n"], ["ping 1\r\n", "go", "quit\n", "ping 2\n"]):
        talk = EngineProcess(engine, Options(), None)
        serve(talk.session, lines)
        assert talk.sent[0] == "pong 1"
        assert "pong 2" not in talk.sent
        assert not talk.session.is_thinking


def test_input_that_cannot_be_read_is_an_error(engine: Engine) -> None:
    def lines() -> Iterator[str]:
        yield "ping 1\n"
        raise OSError(errno.EBADF, "Bad file descriptor")

    talk = EngineProcess(engine, Options(), None)
    with pytest.raises(OSError, match="Bad file descriptor"):
        serve(talk.session, lines())
    assert talk.sent[0] == "pong 1"


@pytest.mark.parametrize(("line", "end"), [("go", ["quit\n"]), (GAME, []), ("hint 3", [])])
def test_end_is_noticed_before_pending_commands(
    engine: Engine, line: str, end: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("play.host_session.END_SECONDS", 0.05)
    talk = EngineProcess(engine, Options(), None)
    serve(talk.session, chain(["ping 1\n"], repeat(line, 100_000), end, ["ping 2\n"] if end else []))
    assert talk.sent[0] == "pong 1"
    assert len(talk.sent) < 30_000, "not all is done that was asked for"
    assert not talk.session.is_thinking


def test_read_ahead_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The length of a line is limited, too."""
    monkeypatch.setattr("play.host_session.MOST_AHEAD", 10_000)
    ahead = []
    talk = EngineProcess(ScriptedEngine().as_engine(), Options(), None)
    given = 0

    def lines() -> Iterator[str]:
        nonlocal given
        for given in range(2000):
            ahead.append(given - len(talk.sent))
            yield f"ping {given}\n"

    monkeypatch.setattr("play.host_session.END_SECONDS", 20.0)
    serve(talk.session, lines())
    assert len(talk.sent) == 2000
    assert max(ahead) < 300
    stream = io.BytesIO(b"ping 1" + b"x" * 100 + b"\nping 2\n" + b"y" * 50)
    assert list(read_lines(stream, 10)) == [b"ping 1xxxx", b"ping 2\n", b"y" * 10]


Topic = tuple[Limit, Options]
Ask = Callable[..., Topic]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Returns a function that sends lines and returns the limit and options of the last search."""
    monkeypatch.setattr(preparation, "is_ready", lambda: True)

    def ask(*lines: str, options: Options | None = None, seconds: float | None = None) -> Topic:
        scripted = ScriptedEngine()
        session = NBoardSession(scripted.as_engine(), lambda _: None, options or Options(), seconds)
        for line in lines:
            session.receive(line)
        return scripted.asked[-1].limit, scripted.asked[-1].options

    return ask


@pytest.mark.parametrize(
    ("lines", "seconds", "limit"),
    [
        (("set depth 9", GAME, "go"), None, Limit(depth=9)),
        (("set depth 99", GAME, "go"), None, Limit(depth=60)),
        *(
            (("set depth 5", game, "go"), 1.5, Limit(seconds=1.5))
            for game in (GAME, set_game(late_board(8), seconds=1))
        ),
        *(
            ((f"set depth {depth}", set_game(late_board(empties)), request), None, Limit(solve=True))
            for depth, empties in ((4, 8), (8, 16), (26, SOLVED_EMPTIES))
            for request in ("go", "hint 1", "hint 3", "analyze")
        ),
        *(
            ((f"set depth {depth}", set_game(late_board(empties + 1)), "go"), None, Limit(depth=depth))
            for depth, empties in ((4, 8), (8, 16), (26, SOLVED_EMPTIES))
        ),
        (("nboard 1", "set depth 5", set_game(MIDDLE, seconds=50), "go"), None, Limit(depth=5)),
    ],
    ids=str,
)
def test_the_host_sets_limits(
    asked: Ask, lines: tuple[str, ...], seconds: float | None, limit: Limit
) -> None:
    assert asked(*lines, seconds=seconds)[0] == limit
    assert asked(GAME, "go")[0].depth is not None


def test_without_a_solver_the_depth_stays_the_limit(asked: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("set depth 5", set_game(late_board(8)), "go")
    assert asked(*lines, options=Options(Algorithm.MINIMAX))[0] == Limit(depth=5)
    assert asked("set depth 5", GAME, "hint 2", seconds=1.5)[0].seconds is None, "it is for moves"
    monkeypatch.setattr(preparation, "is_ready", lambda: False)
    assert asked(*lines)[0] == Limit(depth=5)


def test_clocks_are_obeyed_in_version_2(asked: Ask) -> None:
    lines = ("set depth 5", set_game(MIDDLE, seconds=50), "go")
    limit = asked("nboard 2", *lines)[0]
    assert limit.depth == 5
    assert limit.seconds is not None
    assert 0.5 < limit.seconds < 5
    assert asked("nboard 3", *lines)[0] == limit
    near_the_end = asked(set_game(late_board(8), seconds=50), "go")[0]
    assert (near_the_end.depth, near_the_end.solve) == (None, False)
    endless = set_game(MIDDLE).replace("TI[0:00]", "TI[99999999999:00]")
    assert asked(endless, "go")[0].seconds == LONGEST_MOVE


def test_each_side_has_its_clock(asked: Ask) -> None:
    both = "set game (;GM[Othello]TB[1:00]TW[10:00];)"
    black, white = (asked(both, *moves, "go")[0].seconds for moves in ((), ("move f5//1",)))
    assert 10 * (black or 0) < (white or 0) < 15 * (black or 0)
    assert asked("set game (;GM[Othello]TB[1:00]B[f5//1];)", "go")[0].seconds is None
    assert asked("set game (;GM[Othello]TB[1:00]B[f5//99]W[d6];)", "go")[0].seconds == pytest.approx(0.001)


def test_level_applies_only_to_moves(asked: Ask) -> None:
    options = Options(Algorithm.ALPHABETA, level=3, threads=2)
    assert asked(GAME, "go", options=options)[1] == options
    for request, all_moves in (("hint 1", False), ("hint 2", True), ("analyze", False)):
        hinted = Options(Algorithm.ALPHABETA, all_moves=all_moves, threads=2)
        assert asked(GAME, request, options=options)[1] == hinted


@pytest.mark.parametrize(
    ("request_line", "depths", "answer"),
    [
        ("go", 0, "=== "),
        ("hint 1", 0, "status Nullwindow is waiting"),
        ("hint 1", 2, "status Nullwindow is waiting"),
    ],
)
def test_failed_search_is_reported_once(request_line: str, depths: int, answer: str) -> None:
    scripted, sent = ScriptedEngine(), list[str]()
    session = NBoardSession(scripted.as_engine(), sent.append, Options())
    session.receive(request_line)
    for depth in range(1, depths + 1):
        scripted.asked[-1].finish_depth(depth, 19, 0.5)
    scripted.asked[-1].error = MemoryError("no more")
    scripted.asked[-1].end()
    session.poll()
    assert sent.count("warning the search failed: MemoryError('no more')") == 1
    assert any(line.startswith(answer) for line in sent[-2:])


def test_warning_does_not_quote_a_huge_value(talk: EngineProcess) -> None:
    for sent in talk.say(f"set depth {'9' * 5000}x"):
        assert len(sent) < 1100
        assert "set depth needs a whole number above 0" in sent


COMMAND = [sys.executable, str(ROOT / "main.py"), "nboard"]


@pytest.mark.parametrize(
    ("options", "asked", "ends", "warnings"),
    [
        (
            "--time 0.01 --level 3 --algorithm alphabeta --hash 1",
            b"\xff\xfe\x00 rubbish\n\n\r\n" + b"x" * 100_000 + b"\nset game (;B[\xe9];)\nnboard 2\r\n"
            + f"frobnicate\r\nset depth 60\r\n{GAME}\r\nmove h8\r\nping 1\r\ngo\nquit\n".encode(),
            "pong 1",
            ["is not a move", "'h8' is not a legal move"],
        ),
        ("", b"set depth 60\nhint 2\n", "status", []),
    ],
    ids=["rubbish and quit", "the end of the input"],
)  # fmt: skip
def test_program_ends_at_quit_or_eof(options: str, asked: bytes, ends: str, warnings: list[str]) -> None:
    done = subprocess.run([*COMMAND, *options.split()], input=asked, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    said = done.stdout.decode("ascii").splitlines()
    assert any(line.startswith(ends) for line in said)
    found = [line for line in said if line.startswith("warning ")]
    assert all(wanted in line for line, wanted in zip(found, warnings, strict=True))


def test_program_exits_when_its_host_is_gone() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as gone:
        assert gone.stdin is not None
        assert gone.stdout is not None
        assert gone.stderr is not None
        gone.stdin.write(b"ping 1\n")
        assert gone.stdout.readline() == b"pong 1\n"
        gone.stdout.close()
        gone.stdin.write(b"set depth 60\nhint 3\n")
        assert (gone.wait(PATIENCE), gone.stderr.read()) == (1, b"")
