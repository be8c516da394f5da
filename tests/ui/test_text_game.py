"""`python main.py text`, driven through pipes as a person with a screen reader would."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from game.board import Board, Color, parse_square, squares
from game.clock import TimeControl
from game.records.any_format import parse_game
from play.players import Seat
from play.results import GameResult, Results, written_results
from play.session import Session
from play.settings import ENGINES_FILE, Settings
from play.store import Store
from tests.ui.command_line import run_main, start_main, wait_for_line
from ui.text.wording import format_level
from ui.text_game import board_lines

SHORTEST = "e6 f4 e3 f6 g5 d6 e7 f5 c5"  # after which White has no discs left


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    """Where settings and games are."""
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA")}
    return os.environ | folders | {"PYTHONUNBUFFERED": "1"}


def talk(places: dict[str, str], *lines: str, options: str = "--color both") -> list[str]:
    """What is said to these lines, of which the last is followed by the end of input."""
    done = run_main("text", *options.split(), env=places, input="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_game_of_two_people_is_told_line_by_line(places: dict[str, str]) -> None:
    said = talk(places, "d3", "score", "undo", *SHORTEST.split()[:8], "hint", "c5", "d3", "undo", "quit")
    assert "Black to move. You may play: d3, c4, f5, e6." in said
    assert "Black played d3 and turned 1 disc: d4." in said
    assert "White to move. You may play: c3, e3, c5." in said
    assert "Black has 4 discs, White has 1 disc." in said
    best = next(n for n, line in enumerate(said) if line.startswith("The best move is c5: Black"))
    assert said[best + 1] == "c5 ends the game."
    ends = "no disc of the other side is left, the 51 empty squares count for the winner"
    end = said.index(f"The game is over. Black wins by 64 discs: {ends}.")
    assert said[end - 1] == "Black has 13 discs, White has 0 discs."
    assert said[end + 1] == "The game is over: type new, or undo."
    assert said[end + 2] == "Taken back."


def test_the_computer_tells_what_it_played_and_what_that_turned(places: dict[str, str]) -> None:
    said = talk(places, "board", "quit", options="--color white --level 1")
    line = next(line for line in said if line.startswith("Black played"))
    words = re.fullmatch(r"Black played (..) and turned 1 disc: (..)\.", line)
    assert words is not None
    board = Board.initial()
    move = parse_square(words[1])
    assert list(squares(board.flips(move))) == [parse_square(words[2])]
    assert set(board_lines(board.play(move))) <= set(said)


FIRST_MOVES = "Black to move. You may play: d3, c4, f5, e6."
DYING = """import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ping":
        print("pong", rest, flush=True)
    elif word == "go":
        sys.exit(3)
"""


def test_an_engine_that_has_failed_is_asked_again(places: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(DYING)
    store = Store(tmp_path / "CONFIG" / "nullwindow")
    store.directory.mkdir(parents=True, exist_ok=True)
    line = f'name=Dying,command="{sys.executable} {tmp_path / "dying.py"}",protocol=nboard\n'
    (store.directory / ENGINES_FILE).write_text(line)
    with closing(Session(store)) as session:
        session.start_match((Seat(), Seat(outside="Dying")), TimeControl(), parse_game("d3").game)
    said = talk(places, "moves", "c5", "resume", "undo", "moves", "quit", options="")
    failed = [line for line in said if line.startswith("The game is paused; Resume tries again: Dying")]
    assert len(failed) == 4
    assert [line for line in said if "may play" in line] == 2 * [FIRST_MOVES]


def test_nothing_that_is_typed_is_lost_on_the_way_to_a_better_word(places: dict[str, str]) -> None:
    """One sentence for each, and the game goes on."""
    said = talk(places, "xyzzy", "a1", "level 11", "new red", "redo", "undo", "", "save", "save /", "d3")
    for sentence in (
        "'xyzzy' is neither a move nor a command: type moves, or help.",
        "a1 is not a legal move. You may play: d3, c4, f5, e6.",
        "A level is a number from 1 to 10, as in: level 3; or auto: it follows your results.",
        "You can play black, white or both, as in: new white.",
        "There is nothing to play again.",
        "There is nothing to take back.",
        "The game is kept automatically. To save it to a file, name one: save game.ggf.",
        "It is not saved: a file needs a name.",
        "Black played d3 and turned 1 disc: d4.",
    ):
        assert said.count(sentence) == 1, sentence


def test_what_is_no_text_is_refused_in_a_sentence(places: dict[str, str]) -> None:
    typed = b"\xff\xfe\x00\nd3\n".decode(errors="surrogateescape")
    done = run_main("text", "--color", "both", env=places, input=typed, errors="surrogateescape")
    assert done.returncode == 0
    assert "is neither a move nor a command" in done.stdout
    assert "Black played d3" in done.stdout


def test_the_game_is_kept_at_the_end_of_input_and_goes_on(places: dict[str, str]) -> None:
    said = talk(places, "d3", "c3")
    assert said[-1] == "The game is kept, and continues next time. Goodbye."
    said = talk(places, "undo", "undo", options="")
    assert "The kept game continues." in said
    assert said[-2] == "Black to move. You may play: d3, c4, f5, e6."


def test_redo_comes_back_to_a_new_game(places: dict[str, str]) -> None:
    said = talk(places, "d3", "new", "c4", "undo", "undo", "redo", "redo", "redo", "quit")
    assert said.count("The previous game is back.") == said.count("The game that replaced it is back.") == 1
    again = said.index("The game that replaced it is back.")
    assert said[again + 1 : again + 3] == [
        "Black to move. You may play: d3, c4, f5, e6.",
        "Black played c4 and turned 1 disc: d4.",
    ]
    assert said.count("There is nothing to play again.") == 1


def test_ctrl_c_keeps_the_game(places: dict[str, str], tmp_path: Path) -> None:
    with start_main("text", "--color", "both", env=places, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write("d3\n")
        process.stdin.flush()
        wait_for_line(process, process.stdout, "White to move")
        time.sleep(0.5)  # until it reads: no signal wakes a reader who is just about to
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert out.splitlines()[-1] == "The game is kept, and continues next time. Goodbye."
    assert (process.returncode, err) == (130, "")
    store = Store(tmp_path / "CONFIG" / "nullwindow")
    saved = store.load_game()
    store.close()
    assert saved is not None
    assert saved.game.moves == (parse_square("d3"),)


def test_a_game_can_be_written_into_a_file_but_not_over_one(places: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.ggf"
    said = talk(places, "d3", f"save {file}", "c3", f"save {file}")
    assert f"The game is saved as {file}." in said
    assert "It is not saved: there is already a file game.ggf. Choose another name." in said
    assert parse_game(file.read_text("utf-8")).game.moves == (parse_square("d3"),)


def test_the_level_is_offered_by_the_next_new_game(places: dict[str, str], tmp_path: Path) -> None:
    talk(places, "level 3", options="--color black --level 2")
    store = Store(tmp_path / "CONFIG" / "nullwindow")
    settings = store.load_settings()
    store.close()
    assert [seat.level for seat in settings.seats if not seat.is_human] == [3]
    assert settings.control == Settings().control


def test_the_level_can_follow_the_results(places: dict[str, str], tmp_path: Path) -> None:
    """A game that is lost on the way: the next one is a level easier."""
    results = Results()
    results.add(GameResult(datetime(2026, 11, 21), 7, Color.BLACK, -1, adapts=True))
    store = Store(tmp_path / "DATA" / "nullwindow")
    store.save_results(written_results(results))
    store.close()
    said = talk(places, "level auto", options="--color black --level 2")
    now = "You play Black, the computer plays White; the level follows your results and is 6, {}."
    assert now.format(format_level(6)) in said
    assert now.format(format_level(6)) in talk(places, options="--level auto")
