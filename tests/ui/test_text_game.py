"""A game in plain lines, as played with a screen reader; tests/approved has more of its lines."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from ai import preparation
from ai.limits import Algorithm
from game.board import Board, Color, parse_square, squares
from game.clock import TimeControl
from game.records.any_format import parse_game
from game.tree import Game
from play.match import MatchPhase
from play.players import Seat, Seats
from play.results import result_of
from play.session import Session
from play.settings import ENGINES_FILE, Settings
from play.store import Store
from tests.samples import D3
from tests.ui.command_line import run_main, start_main, wait_for_line
from ui.text_game import TextGame, board_lines

PERSON, COMPUTER = Seat(), Seat(Algorithm.PVS, 1)
FIRST_MOVES = "Black to move. You may play: d3, c4, f5, e6."
# An engine that fails when it is asked for a move.
DYING = """import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ping":
        print("pong", rest, flush=True)
    elif word == "go":
        sys.exit(3)
"""


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    """Returns an environment with the folders of settings and games."""
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA")}
    return os.environ | folders | {"PYTHONUNBUFFERED": "1"}


def test_the_command_reads_input_and_reports_the_computers_move(places: dict[str, str]) -> None:
    typed = b"\xff\xfe\x00\nboard\nquit\n".decode(errors="surrogateescape")
    options = ("--color", "white", "--level", "1")
    done = run_main("text", *options, env=places, input=typed, errors="surrogateescape")
    assert (done.returncode, done.stderr) == (0, "")
    assert "is neither a move nor a command" in done.stdout
    words = re.search(r"^Black played (..) and turned 1 disc: (..)\.$", done.stdout, re.MULTILINE)
    assert words is not None
    board, move = Board.initial(), parse_square(words[1])
    assert list(squares(board.flips(move))) == [parse_square(words[2])]
    assert set(board_lines(board.play(move))) <= set(done.stdout.splitlines())


def test_ctrl_c_keeps_the_game(places: dict[str, str], tmp_path: Path) -> None:
    with start_main("text", "--color", "both", env=places, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write("d3\n")
        process.stdin.flush()
        wait_for_line(process, process.stdout, "White to move")
        time.sleep(0.5)  # until it reads: a signal just before a read does not end it
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert out.splitlines()[-1] == "The game is kept, and continues next time. Goodbye."
    assert (process.returncode, err) == (130, "")
    with closing(Store(tmp_path / "CONFIG" / "nullwindow")) as store:
        saved = store.load_game()
    assert saved is not None
    assert saved.game.moves == (D3,)


class Typing:
    """Types lines, each after some seconds of thought, and notes the output."""

    def __init__(self, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
        self.said: list[str] = []
        self.session, self._thought = session, 0.0
        clock = SimpleNamespace(monotonic=lambda: time.monotonic() + self._thought, sleep=time.sleep)
        monkeypatch.setattr("ui.text_game.time", clock)

    def run(self, *lines: str, seats: Seats | None = None) -> None:
        """Plays with these lines; `20 undo` is typed after 20 seconds."""
        waiting = iter(lines)

        def read() -> str:
            if (line := next(waiting, None)) is None:
                raise EOFError
            thought, _blank, word = line.partition(" ")
            self._thought += float(thought)
            return word

        TextGame(self.session, read, lambda *lines: self.said.extend(lines)).run(seats)


@pytest.fixture
def typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typing]:
    with closing(Session(Store(tmp_path))) as session:
        yield Typing(session, monkeypatch)


Kept = Callable[..., Typing]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """Yields a function that starts a game, keeps it, and reopens it `back` plies before its end."""
    preparation.wait()
    sessions: list[Session] = []

    def make(seats: Seats, seconds: float | None = None, back: int = 0) -> Typing:
        with closing(Session(Store(tmp_path))) as before:
            before.start_match(seats, TimeControl(per_game=seconds), Game())
            match = before.match
            for _ in range(2):
                if match.phase is MatchPhase.HUMAN:
                    match.play(next(squares(match.board.legal_moves())))
                while match.phase is MatchPhase.THINKING:
                    time.sleep(0.01)
                    before.update(0.01)
            if back:
                match.travel(match.game.node.ply - back)
        sessions.append(Session(Store(tmp_path)))
        return Typing(sessions[-1], monkeypatch)

    yield make
    for session in sessions:
        session.close()


@pytest.mark.slow
def test_a_hint_has_a_reason(typing: Typing) -> None:
    moves = "e6 f4 e3 f6 g5 d6 e7 f5"  # after which c5 leaves White no disc
    typing.run(*(f"0 {line}" for line in (*moves.split(), "hint")), seats=(PERSON, PERSON))
    best = next(n for n, line in enumerate(typing.said) if line.startswith("The best move is c5: Black"))
    assert typing.said[best + 1] == "c5 ends the game."


def test_a_failed_engine_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dying.py").write_text(DYING)
    line = f'name=Dying,command="{sys.executable} {tmp_path / "dying.py"}",protocol=nboard\n'
    (tmp_path / ENGINES_FILE).write_text(line)
    with closing(Session(Store(tmp_path))) as session:
        session.start_match((PERSON, Seat(outside="Dying")), TimeControl(), parse_game("d3").game)
        game = Typing(session, monkeypatch)
        game.run(*(f"0 {word}" for word in ("moves", "c5", "resume", "undo", "moves")))
    failed = [line for line in game.said if line.startswith("Game paused; use Resume to try again: Dying")]
    assert len(failed) == 4
    assert [line for line in game.said if "may play" in line] == 2 * [FIRST_MOVES]


def test_a_game_is_saved_to_a_file(typing: Typing, tmp_path: Path) -> None:
    typing.run("0 d3", *(f"0 save {tmp_path / name}" for name in ("a.ggf", "b.sgf")), seats=(PERSON, PERSON))
    for name, begin in (("a.ggf", "(;GM[Othello]"), ("b.sgf", "(;FF[4]")):
        text = (tmp_path / name).read_text("utf-8")
        assert (text[: len(begin)], parse_game(text).game.moves) == (begin, (D3,))


def test_the_level_is_kept_for_new_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Session(Store(tmp_path))) as session:
        Typing(session, monkeypatch).run("0 level 3", seats=(PERSON, COMPUTER))
    with closing(Store(tmp_path)) as store:
        settings = store.load_settings()
    assert [seat.level for seat in settings.seats if not seat.is_human] == [3]
    assert settings.control == Settings().control


def test_time_before_undo_counts_for_the_person(kept: Kept) -> None:
    game = kept((COMPUTER, PERSON), 60.0)
    game.run("20 undo")
    assert (game.session.match.clock.remaining[Color.BLACK] or 0) > 55.0


@pytest.mark.parametrize(
    ("seconds", "line"), [(10.0, "10.5 d3"), (10.0, "10.5 undo"), (10.0, "10.5 score"), (1.0, "0 hint")]
)
def test_running_out_of_time_at_any_line_is_reported(kept: Kept, seconds: float, line: str) -> None:
    game = kept((PERSON, COMPUTER), seconds)
    game.run(line, "0 d3")
    assert "The game is over. You lose on time." in game.said
    assert "The game is over: type new." in game.said


def test_the_reported_clock_is_up_to_date(kept: Kept) -> None:
    game = kept((PERSON, COMPUTER), 600.0)
    game.run("300 moves")
    assert any("4 minutes and 5" in line for line in game.said)


def test_a_game_keeps_its_level_and_the_next_one_gets_the_new(kept: Kept) -> None:
    """The results count a game for its level."""
    game = kept((PERSON, COMPUTER))
    game.run("0 level 3")
    assert game.session.match.seats[1].level == 1
    assert game.said[-1] == "This game keeps its level: type new to play at level 3."
    game.run("0 level 4", "0 new", "0 level 2")
    assert game.session.match.seats[1].level == 2, "before the first move it is another one"
    assert result_of(game.session.match) is None


def test_a_game_kept_at_the_computers_turn_goes_on_with_its_move(kept: Kept) -> None:
    game = kept((PERSON, COMPUTER), back=1)
    assert game.session.match.board.turn is Color.WHITE
    game.run()
    assert game.session.match.board.turn is Color.BLACK
    assert not any("White to move" in line for line in game.said)
