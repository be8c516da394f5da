"""The long random play of benchmarks: it notices what it watches for."""

import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from ai import preparation
from benchmarks.deeds import KINDS, deeds
from benchmarks.hands import key_name
from benchmarks.soak import Soak
from benchmarks.watch import Frames, Trouble, Watch
from tests.ui.command_line import run_python
from tests.ui.driving import click_square, wait
from ui.app import App


@pytest.fixture
def watch() -> Iterator[Watch]:
    with Watch() as watch:
        yield watch


@pytest.fixture
def soak(app: App, watch: Watch) -> Soak:
    wait(app, preparation.is_ready)
    return Soak(app, watch, seed=1)


def test_the_same_seed_gives_the_same_deeds() -> None:
    first = list(islice(deeds(7), 500))
    assert first == list(islice(deeds(7), 500))
    assert first != list(islice(deeds(8), 500))
    assert {deed.kind for deed in first} == set(KINDS)


def test_every_key_of_every_page_can_be_pressed(app: App) -> None:
    pages = [f"page_{page.identity}" for page in app.pages]
    parts = ["lab_explore", "lab_steps", "lab_race", "lab_tree"]
    for identity in (*pages, *parts):
        app.do(identity)
        assert all(key_name(key) for action in app.actions for key in action.all_keys)


@pytest.mark.slow
def test_growth_between_two_rests_is_noticed(watch: Watch, tmp_path: Path) -> None:
    for minute in range(4):
        watch.rest(minute)
    is_over = threading.Event()
    thread = threading.Thread(target=is_over.wait)
    thread.start()
    memory = b"x" * (watch.rests[-1].memory // 10)
    with (tmp_path / "open").open("w"):
        for minute in range(4, 8):
            watch.rest(minute)
    said = " ".join(watch.growth(0))
    assert memory
    is_over.set()
    thread.join()
    assert all(what in said for what in ("memory", "threads", "files at rest")), said


def test_an_exception_in_a_thread_is_trouble(soak: Soak) -> None:
    def fail() -> None:
        raise OSError("planted")

    soak.watch._hook = lambda _how: None  # the original would print it
    thread = threading.Thread(target=fail, name="planted thread")
    thread.start()
    thread.join()
    with pytest.raises(Trouble, match="planted thread"):
        soak.frame()


def test_an_exception_in_a_frame_is_raised(soak: Soak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak.app, "update", lambda dt: dt / 0)
    with pytest.raises(ZeroDivisionError):
        soak.play(1.0)


def test_an_unexpected_message_is_trouble(soak: Soak) -> None:
    soak.app.session.store.messages.append("The disk is full.")
    with pytest.raises(Trouble, match="The disk is full"):
        soak.frame()


def test_a_different_saved_game_is_trouble(soak: Soak, app: App) -> None:
    click_square(app, "f5")
    soak.pass_time(0.2)
    wait(app, soak.saved.is_up_to_date)
    path = app.session.store.directory / app.session.store.game_file
    before = path.read_text("utf-8")
    path.write_text(before.replace("f5", "d3"), "utf-8")
    with pytest.raises(Trouble, match="on the board were"):
        soak.play(0.5)
    path.write_text(before[:-20], "utf-8")
    with pytest.raises(Trouble, match="damaged"):
        soak.play(0.5)


def test_quitting_in_the_middle_of_a_search_keeps_the_game(soak: Soak, app: App) -> None:
    soak.quit()
    assert not app.is_running


def test_frames_are_counted_by_duration() -> None:
    frames = Frames([16.75] * 97)
    frames.add(20.0)
    frames.join(Frames([25.0, 400.0]))
    assert frames.even == 0.98
    assert [frames.at(share) for share in (0.5, 0.97, 0.98, 0.99, 1)] == [16.75, 20.0, 25.0, 400.0, 400.0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "said"),
    [("soak --hours 0.005 --seed 3", "threads at rest"), ("frames looks --seconds 0.1", "theme light")],
)
def test_a_short_run_ends_well(screen: dict[str, str], command: str, said: str) -> None:
    """Runs it for some seconds on a screen, by its command."""
    environment = {name: value for name, value in screen.items() if name != "SDL_VIDEODRIVER"}
    done = run_python("-m", *f"benchmarks.{command}".split(), env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert said in done.stdout
