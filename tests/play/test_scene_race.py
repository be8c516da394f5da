"""The race of the Lab: shown depth by depth, and crowned at the end."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from ai.limits import Algorithm
from game.board import Board
from play import scenes
from play.scene_stops import ScenePhrase
from play.scenes import LANES, SceneRace
from tests.ai.positions import random_position
from tests.play.plain_searches import Plain
from tests.waiting import wait_until

MIDDLE_GAME = random_position(Random(3), 20)


def run(race: SceneRace, pace: float = 0.4) -> list[str]:
    """To its end; what was said on the way."""
    said: list[str] = []
    race.play()

    def step() -> None:
        assert race.problem == ""
        race.update(pace)
        text = race.sentence().text()
        if race.sentence().phrase is ScenePhrase.RACE_DEPTH:
            # Near the end a lane may leave depths out, to which there is nothing to be compared.
            assert race.sentence().fields["count"] in (int(race.place), race.last - 2)
        if text not in said[-1:]:
            said.append(text)

    wait_until(lambda: race.is_at_end, step)
    return said


@pytest.fixture(scope="module")
def finished() -> Iterator[tuple[SceneRace, list[str]]]:
    race = SceneRace(MIDDLE_GAME)
    assert (race.sentence().phrase, race.winners(), race.shares()) == (ScenePhrase.RACE_START, (), None)
    yield race, run(race)
    race.race.close()


def test_all_find_the_same_and_minimax_looks_at_everything(finished: tuple[SceneRace, list[str]]) -> None:
    race, _said = finished
    wanted = Algorithm.MINIMAX, Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.PVS
    assert tuple(lane.algorithm for lane in LANES) == wanted
    ends = [standing.deepest for standing in race.race.standings]
    assert len({(end.depth, end.score) for end in ends if end is not None}) == 1
    # Without the root, which the kernels do not count.
    whole = [Plain(MIDDLE_GAME, depth).count() - 1 for depth in (1, 2, 3)]
    assert [total for _depth, total in race.totals(0)[:3]] == [sum(whole[: index + 1]) for index in range(3)]


def test_what_it_says_is_what_was_counted(finished: tuple[SceneRace, list[str]]) -> None:
    race, said = finished
    totals = [dict(race.totals(lane)) for lane in range(4)]
    assert said[0].startswith(f"All four look {race.last} moves ahead in the same position")
    for text in said[1:-1]:
        match = re.fullmatch(r"(\d+) moves? ahead: ([\d,]+) positions for minimax, ([\d,]+) for (.*)\.", text)
        assert match is not None, text
        depth, (whole, nodes) = int(match[1]), (int(match[n].replace(",", "")) for n in (2, 3))
        assert (whole, nodes) == (totals[0][depth], min(total[depth] for total in totals))
        best = [name for name, total in zip(scenes.NAMES, totals, strict=True) if total[depth] == nodes]
        assert match[4] == ", ".join(best)
    match = re.fullmatch(r"(.*): ([\d,.]+) times fewer positions than minimax\.", said[-1])
    assert match is not None
    fewest = min(total[race.last] for total in totals)
    assert int(match[2].replace(",", "")) == totals[0][race.last] // fewest
    assert match[1] == scenes.NAMES[race.winners()[0]]
    shares = race.shares()
    assert shares is not None
    assert re.match(r"Stopping early −\d+(\.\d+)? %, betting ", shares.text())


def test_bars_grow_depth_by_depth_and_can_be_shown_again(finished: tuple[SceneRace, list[str]]) -> None:
    race, _said = finished
    race.play()
    assert (race.place, race.is_playing, race.winners()) == (0.0, True, ())
    shown = []
    while not race.is_at_end:
        race.update(0.5)
        shown.append(len(race.totals(0)))
    assert shown == sorted(shown)
    assert len(shown) == pytest.approx(race.last * scenes.SECONDS_A_DEPTH / 0.5, abs=2)
    assert not race.is_playing
    race.play()
    race.update(1.0)
    race.pause()
    before = race.place
    race.update(1.0)
    assert race.place == before
    race.go_to(race.last)
    assert race.is_at_end
    assert race.seconds == (race.last * scenes.SECONDS_A_DEPTH,) * 2
    assert race.seconds[1] <= 60


@pytest.mark.parametrize(
    ("empties", "phrase"),
    [(1, ScenePhrase.RACE_EVEN), (2, ScenePhrase.RACE_EVEN), (6, ScenePhrase.RACE_END)],
)
def test_near_the_end_it_is_not_empty_and_ties_crown_all(empties: int, phrase: ScenePhrase) -> None:
    board = random_position(Random(empties), 60 - empties).after_pass()
    race = SceneRace(board)
    run(race, 5.0)
    totals = [dict(race.totals(lane))[race.last] for lane in range(4)]
    assert race.sentence().phrase is phrase
    assert race.winners() == tuple(lane for lane in range(4) if totals[lane] == min(totals))
    assert (len(race.winners()) > 1) == (phrase is ScenePhrase.RACE_EVEN)
    race.race.close()


def test_a_position_that_is_over_has_no_race() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        SceneRace(Board.from_text("X" * 64 + " X"))


def test_it_is_said_why_a_lane_cannot_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr("play.race.Engine", fail)
    race = SceneRace(MIDDLE_GAME)
    race.play()
    race.update(1.0)
    assert race.problem == "no room"
    assert not race.is_at_end
    race.race.close()
