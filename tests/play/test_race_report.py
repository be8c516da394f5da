"""Reports of a race: the figures of made-up standings, and every possible sentence."""

from contextlib import closing
from dataclasses import replace

import pytest

from ai import preparation
from ai.limits import Limit, Preparation
from play.race import LaneProgress, LaneState, Race, parse_lane, parse_lanes
from play.race_report import HEADINGS, RacePhrase, against, cells, depths_cells, mismatches, sentences, status
from tests.play.standings import ALPHABETA, BOARD, COUNTERS, PVS, standing

SCORE = "{:+.1f}".format


def identities(standings: list[LaneProgress]) -> list[str]:
    return [each.phrase.name.lower() for each in sentences(standings, BOARD.turn)]


def test_lanes_are_compared_by_the_cost_of_a_depth() -> None:
    first = standing("alphabeta", [10, 30, 60], seconds=[0.6, 0.6, 0.6])
    deeper = standing("pvs", [10, 20, 30, 40], seconds=[0.2, 0.2, 0.2, 0.2])
    assert against(first, first) == (1.0, 1.0)
    assert against(first, deeper) is None, "the first has not come there"
    assert against(deeper, first) == (pytest.approx(100 / 60), pytest.approx(1.8 / 0.6))
    assert against(first, standing("scout", [])) is None
    assert against(first, standing("pvs", [10, 20], seconds=[0.6, 1.8])) == (0.75, 2.0)


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0.49, ["< 0.5", "0.75", ""]), (0.5, ["0.500", "0.75", "0.42"])]
)
def test_times_below_half_a_second_are_not_compared(seconds: float, shown: list[str]) -> None:
    lanes = [standing("alphabeta", [40], seconds=[1.2]), standing("pvs", [30], seconds=[seconds])]
    assert [*cells(lanes, 1, SCORE)[5:8]] == shown


def test_reference_lane_is_marked_and_not_minimax() -> None:
    lanes = [standing("minimax", [100, 900]), ALPHABETA, PVS]
    marks = [cells(lanes, number, SCORE)[6] for number in range(3)]
    assert marks == ["28.57", "= 1", "0.83"]


def test_deviating_score_is_a_fault_of_that_lane() -> None:
    right, wrong = [1.0, 2.0, 3.0], [1.0, 2.5, 3.0]
    lanes = [standing(text, [1, 2, 3], right) for text in ("pvs", "alphabeta", "scout")]
    assert mismatches(lanes) == []
    for number in range(3):
        some = [*lanes]
        some[number] = replace(some[number], depths=standing("pvs", [1, 2, 3], wrong).depths)
        assert [(f.number, f.depth, f.score, f.expected) for f in mismatches(some)] == [(number, 2, 2.5, 2.0)]
    assert [f.number for f in mismatches([lanes[0], standing("mtdf", [1, 2, 3], wrong)])] == [1]


def test_selective_lane_may_have_other_scores() -> None:
    lanes = [standing("pvs", [1, 2]), standing("pvs:selective=on", [1, 2], [1.0, 2.0])]
    assert mismatches(lanes) == []
    assert mismatches([*lanes, standing("minimax", [1, 2], [0.5, 2.0])]) != []


@pytest.mark.parametrize(
    ("lanes", "expected"),
    [
        ("alphabeta 10 25 37 | pvs 10 20 30", "fewer_nodes windows_held"),
        ("pvs 10 20 30 | alphabeta 10 25 37", "fewer_nodes windows_held"),
        ("alphabeta 10 25 37 | pvs 10 30 50", "fewer_nodes windows_failed"),
        ("alphabeta:table=off 10 20 | pvs:table=off 10 25", "fewer_nodes windows_forgotten"),
        ("alphabeta:order=none 10 200 | pvs:order=none 10 50", "times_nodes windows_held_unsorted"),
        ("pvs 10 20 30 | scout 10 20 30", "even_nodes"),
        ("pvs 10 20 30 | scout 10 20 31", "fewer_nodes same_below"),
        ("pvs 10 20 30 | mtdf 10 30 40", "fewer_nodes null_windows_cost"),
        ("pvs 10 20 30 | mtsss 10 15 20", "fewer_nodes null_windows_only"),
        ("pvs:table=off 10 20 | mtdf:table=off 10 300", "times_nodes null_windows_forgotten"),
        ("pvs:table=off 10 20 | mtdf:table=off 10 10", "fewer_nodes despite"),
        ("pvs 10 20 | minimax 10 100", "times_nodes minimax"),
        ("pvs 10 20 | pvs:order=none 10 100", "times_nodes order"),
        ("pvs 10 20 | pvs:order=static 10 11", "fewer_nodes order_cost"),
        ("pvs:order=killers 10 20 | pvs:order=static 10 11", "fewer_nodes despite"),
        ("pvs 10 20 | pvs:table=off 10 100", "times_nodes table"),
        ("pvs 10 20 | pvs:table=off 10 15", "fewer_nodes despite"),
        ("pvs 10 20 | pvs:aspiration=off 10 30", "fewer_nodes aspiration"),
        ("pvs 10 20 | pvs:aspiration=off 10 15", "fewer_nodes aspiration_failed"),
        ("pvs 10 20 | pvs:selective=on 10 11", "fewer_nodes selective"),
        ("pvs 10 20 | alphabeta:table=off 10 50", "times_nodes several"),
        ("pvs 10 20 30", ""),
        ("pvs 10 20 30 | alphabeta", ""),
        ("alphabeta | pvs 10 20 30", ""),
    ],
)
def test_winner_is_named_with_the_reason(lanes: str, expected: str) -> None:
    """`lanes` lists each lane with the nodes of its depths."""
    standings = []
    for lane in lanes.split(" | "):
        text, *nodes = lane.split()
        standings.append(standing(text, list(map(int, nodes))))
    assert identities(standings) == expected.split()


def test_sentences_contain_the_figures() -> None:
    result, reason = sentences([ALPHABETA, PVS], BOARD.turn)
    assert result.text() == "PVS needs 17 % fewer nodes than alpha-beta to depth 3."
    assert result.fields["percent"] == 17
    assert "4 of 100 were, and had to be searched again" in reason.text()
    unsorted = standing("pvs:order=none", [10, 500, 510], counters=replace(COUNTERS, first_cutoffs=60))
    result, reason = sentences([PVS, unsorted], BOARD.turn)
    assert result.text() == "PVS, unsorted needs 17.0 times the nodes of PVS to depth 3."
    assert reason.text().endswith("cut in 90 of 100 cases, with PVS, unsorted in 30.")


def test_slowest_lane_with_one_difference_is_compared() -> None:
    slow = standing("pvs:table=off", [10, 50, 80]), standing("alphabeta:table=off", [10, 90, 90])
    lanes = [PVS, ALPHABETA, *slow]
    result, reason = sentences(lanes, BOARD.turn)
    assert (result.fields["other"], reason.phrase) == (lanes[2].lane.names, RacePhrase.TABLE)


def test_minimax_is_ignored_unless_it_is_first() -> None:
    lanes = [ALPHABETA, PVS, standing("minimax", [10, 300, 3000])]
    assert sentences(lanes, BOARD.turn)[0].fields["depth"] == 3
    assert identities([lanes[2], ALPHABETA, PVS]) == ["times_nodes", "minimax"]


def test_a_fault_and_a_failure_come_first() -> None:
    failed = LaneProgress(parse_lane("scout"), LaneState.FAILED, error="there is not enough memory")
    found = sentences([ALPHABETA, PVS, standing("mtdf", [10, 25, 30], [0.5, -1.0, 0.5]), failed], BOARD.turn)
    assert [each.phrase for each in found[:2]] == [RacePhrase.FAULT, RacePhrase.FAILED]
    assert found[0].text() == (
        "MTD(f) found +1.0 for White at depth 2, but the other full-width searches found +0.5 for "
        "Black: a bug in the program."
    )
    assert found[1].text() == "SCOUT ended early: there is not enough memory."


def test_with_a_time_limit_the_deepest_lane_wins() -> None:
    lanes = [standing("alphabeta", [10, 20]), standing("pvs", [10, 30, 40]), standing("scout", [10, 30])]
    assert sentences(lanes, BOARD.turn)[0].text() == "In equal time PVS reached depth 3, alpha-beta 2."
    assert sentences(lanes[1:], BOARD.turn)[0].text() == "In equal time PVS reached depth 3, SCOUT 2."
    running = [replace(each, state=LaneState.RUNNING) for each in lanes]
    assert identities(running)[0] == "fewer_nodes", "until then what they have in common counts"


def test_status_describes_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Race(BOARD, parse_lanes("pvs,alphabeta,scout"), Limit(depth=20), 1, at_once=2)) as race:
        assert status(race).text() == "Ready to start."
        race.start()
        assert status(race).text() == "2 of 3 lanes search at a time; the others wait."
        begun = Preparation(3, 9, "Compiling the fast search, once: table")
        monkeypatch.setattr(preparation, "is_ready", lambda: False)
        monkeypatch.setattr(preparation, "progress", lambda: begun)
        assert status(race).text() == "Compiling the fast search, once: table."
        monkeypatch.undo()
    assert status(race).text() == "The race was stopped."
    with closing(Race(BOARD, parse_lanes("pvs,alphabeta"), Limit(depth=20), 1, at_once=2)) as race:
        race.start()
        assert status(race).text() == "2 of 2 lanes are searching."


def test_the_table_has_a_line_for_each_lane() -> None:
    lanes = [ALPHABETA, standing("pvs:order=none:table=off", [10, 1000]), standing("minimax", [])]
    first, second, third = (cells(lanes, number, SCORE) for number in range(3))
    assert len(first) == len(second) == len(HEADINGS)
    figures = "alpha-beta 3 e3 +0.5 72 < 0.5 = 1 = 1 1.92 90.0 % 1,000 4.3 % 11.0 % 640"
    assert " ".join(first) == figures
    assert "28.86" in second
    assert third == ("minimax", "-")
    assert depths_cells(lanes)[0] == ["depth", "alpha-beta", "PVS, unsorted, no table", "minimax"]
    assert depths_cells(lanes)[3] == ["3", "37", "", ""]


def test_ratio_is_never_rounded_to_zero() -> None:
    assert "0.0010" in cells([standing("alphabeta", [10000]), standing("pvs", [10])], 1, SCORE)
