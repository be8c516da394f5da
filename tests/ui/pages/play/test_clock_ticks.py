"""The ticks of the last seconds, with pauses, changes of side and the computer's clock."""

import pytest

from ai.limits import Algorithm
from game.clock import TimeControl
from play.match import Match
from play.players import Seat
from play.settings import Settings
from play.thinking import Thinking
from tests.play.scripted import ScriptedEngine
from tests.samples import D6, F5, PERSON
from tests.ui.driving import start
from ui.app import App
from ui.pages.play.page import ClockTicks
from ui.sound import SoundName

COMPUTER = Seat(Algorithm.PVS, 10, 60.0)  # lower levels may move before a test has run its frames


def match_of(*seats: Seat, control: TimeControl | None = None) -> Match:
    engine = ScriptedEngine().as_engine()
    return Match(
        Thinking((engine, engine), Settings()), (seats[0], seats[1]), control or TimeControl(per_game=12.0)
    )


def heard(match: Match, ticks: ClockTicks, seconds: float, step: float = 0.25) -> int:
    """Returns the number of ticks in `seconds`."""
    count = 0
    for _ in range(round(seconds / step)):
        match.update(step)
        count += ticks.is_due(match)
    return count


def test_each_of_the_last_ten_seconds_ticks_once() -> None:
    match, ticks = match_of(PERSON, PERSON), ClockTicks()
    assert heard(match, ticks, 1.75) == 0
    assert heard(match, ticks, 10.0) == 10
    assert heard(match, ticks, 5.0) == 0  # it is over
    assert match.result is not None
    assert heard(match_of(PERSON, PERSON), ClockTicks(), 12.0, step=1.5) == 6, "slow frames lose some"


def test_pause_is_silent_and_no_second_ticks_twice() -> None:
    match, ticks = match_of(PERSON, PERSON), ClockTicks()
    assert heard(match, ticks, 4.25) == 3
    match.pause()
    assert heard(match, ticks, 20.0) == 0
    match.resume()
    assert heard(match, ticks, 0.5) == 0  # of the same second
    assert heard(match, ticks, 0.5) == 1


def test_computer_clock_and_unlimited_games_are_silent() -> None:
    assert heard(match_of(COMPUTER, PERSON), ClockTicks(), 11.0) == 0
    assert heard(match_of(PERSON, PERSON, control=TimeControl()), ClockTicks(), 100.0) == 0


def test_each_side_has_its_own_seconds() -> None:
    match, ticks = match_of(PERSON, PERSON), ClockTicks()
    assert heard(match, ticks, 4.25) == 3
    assert match.play(F5)
    assert heard(match, ticks, 1.0) == 0
    assert match.play(D6)
    assert heard(match, ticks, 1.0) == 2  # the rest of the eighth shows whose turn it is, then the seventh


@pytest.mark.parametrize(("white", "ticks"), [(PERSON, ["tick"] * 2), (COMPUTER, [])])
def test_window_plays_ticks(
    app: App, monkeypatch: pytest.MonkeyPatch, white: Seat, ticks: list[SoundName]
) -> None:
    start(app, PERSON, white, control=TimeControl(per_game=10.0))
    app.frame()
    monkeypatch.setattr(app.session.thinking, "search", lambda *_asked: None)  # the computer never replies
    assert app.session.match.play(F5)
    app.update(0.0)
    played: list[SoundName] = []
    monkeypatch.setattr(app.sounds, "play", played.append)
    for _ in range(4):
        app.update(0.5)
    assert [name for name in played if name == "tick"] == ticks
