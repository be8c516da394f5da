"""The levels: they err like people, as much as they promise, and never twice in the same way."""

import re
import time
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from ai.engine import Engine
from ai.levels import LEVELS, MISTAKE, Level, choose, probabilities
from ai.limits import FULL_STRENGTH, Limit, Options
from benchmarks import MIDDLEGAMES, read_problems
from benchmarks.people import looks_of
from game.evaluation import outcome
from game.symmetry import canonical
from tests.ai.positions import random_position
from tests.test_docs import DOCS
from ui.text.new_game_wording import LEVEL_SENTENCES

LIKE_PEOPLE = LEVELS[4:8]


@pytest.mark.parametrize("each", LEVELS[:9])
def test_better_moves_are_more_likely(each: Level) -> None:
    looks = [{1: 3.0, 2: 3.0, 3: 1.0, 4: -9.0}, {1: 4.0, 2: 3.0, 3: 2.0, 4: -9.0}]
    shares = probabilities(each, looks, False)
    assert sum(shares.values()) == pytest.approx(1)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
    assert probabilities(each, [{7: 2.0}, {7: -3.0}], False) == {7: 1.0}, "a forced move is never wrong"


@pytest.mark.parametrize("each", LIKE_PEOPLE)
def test_obvious_moves_are_found_more_often_than_hidden_ones(each: Level) -> None:
    obvious = [{1: 8.0, 2: 0.0, 3: -2.0}] * 5
    late = [*[{1: -2.0, 2: 0.0, 3: -2.0}] * 4, {1: 8.0, 2: 0.0, 3: -2.0}]
    alike = [{1: 0.4, 2: 0.0, 3: 0.2, 4: 0.3}] * 5
    right = [probabilities(each, looks, False)[1] for looks in (obvious, alike, late)]
    assert right[0] > 0.92
    assert right[0] > max(right[1:])


@pytest.mark.parametrize("each", LIKE_PEOPLE)
def test_a_known_win_is_lost_by_carelessness_alone(each: Level) -> None:
    shares = probabilities(each, [*[{1: -6.0, 2: 4.0}] * 5, {1: 4.0, 2: -4.0}], True)
    assert shares[2] <= each.careless + 1e-6
    assert LEVELS[8].careless == 0


def test_mistakes_are_not_repeated() -> None:
    shares = {1: 0.5, 2: 0.3, 3: 0.2}
    assert {choose(shares, Random(seed)) for seed in range(200)} == {1, 2, 3}
    assert {choose(shares, Random(seed), {2}) for seed in range(200)} == {1, 3}
    assert choose(shares, Random(1), {1, 2, 3}) in shares, "there is nothing else"
    again = [choose(shares, Random(5)) for _ in range(20)]
    assert len(set(again)) == 1, "a seed makes them repeatable"


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_level_makes_each_mistake_once(engine: Engine, number: int) -> None:
    board = random_position(Random(3), 30)
    engine.new_game()
    chosen, mistakes = [], []
    for seed in range(15):
        found = engine.analyse(board, Limit(), Options(level=number, seed=seed)).result()
        assert found.score is not None
        chosen.append(found.move)
        if found.scores[0].score - found.score >= MISTAKE:
            mistakes.append(canonical(board.play(found.move)))
    assert len(mistakes) == len(set(mistakes))
    assert mistakes
    engine.new_game()
    again = [engine.analyse(board, Limit(), Options(level=number, seed=seed)).result() for seed in range(15)]
    assert [found.move for found in again] == chosen, "after a new start the same seeds make the same ones"


def test_the_best_move_is_no_mistake(engine: Engine) -> None:
    """Even if a shallow search recorded it as one: a known result may leave no other move."""
    board = random_position(Random(19), 46)
    engine.new_game()
    known = engine.analyse(board, Limit(), Options(level=8)).result().scores
    best = [each for each in known if outcome(each.score) == outcome(known[0].score)]
    assert len(best) < len(known)
    engine._mistakes.update(canonical(board.play(each.move)) for each in best)
    again = engine.analyse(board, Limit(), Options(level=8))
    score = again.result().score
    assert again.error is None
    assert score is not None
    assert outcome(score) == outcome(known[0].score)


def test_a_stopped_search_records_no_mistake(engine: Engine) -> None:
    engine.new_game()
    for seed in range(20):
        paused = engine.analyse(random_position(Random(3), 30), Limit(), Options(level=9, seed=seed))
        while len(paused.progress.iterations) < 2 and not paused.is_done:
            time.sleep(0.0002)
        paused.stop()
        paused.result()
    assert not engine._mistakes


REPORT = (DOCS / "strength.md").read_text("utf-8")
# From the report: discs lost per move at levels 1 to 8, as judged by the level and by level 8.
MEASURED = {
    int(number): (float(own), float(judged))
    for number, own, judged in re.findall(
        r"^\| level (\d) \|.*% \| ([\d.]+) \| ([\d.]+) \|.*\|.*\|.*\|$", REPORT, re.MULTILINE
    )
}
# Discs lost per move that these shares of players stay below.
BEST_TENTH, BEST_QUARTER, THREE_QUARTERS, NINE_TENTHS = (
    float(re.search(rf"^\| {people} \| less than ([\d.]+) \|$", REPORT, re.MULTILINE)[1])  # type: ignore[index]
    for people in ("the best tenth", "the best quarter", "three quarters", "nine tenths")
)
MEAN = 1.92


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 9))
def test_a_level_loses_about_what_was_measured(engine: Engine, number: int) -> None:
    """On twenty middle games; the report has the mean of all phases, hence the factor of two."""
    lost = []
    for problem in read_problems(MIDDLEGAMES).values():
        board = problem.board
        looks, is_known = looks_of(engine, board, number)
        best = max(looks[-1].values())
        shares = probabilities(LEVELS[number - 1], looks, is_known)
        lost.append(sum(share * (best - looks[-1][move]) for move, share in shares.items()))
    assert 0.5 < fmean(lost) / MEASURED[number][0] < 2


def test_level_descriptions_match_the_report() -> None:
    judged = {number: discs for number, (_own, discs) in MEASURED.items()}
    assert len(set(LEVEL_SENTENCES)) == len(LEVELS)
    for each, sentence in zip(LEVELS, LEVEL_SENTENCES, strict=True):
        assert re.findall(r"(\d+) moves ahead", sentence) in ([], [str(each.depth)])
    assert "more than twice as many discs as the average" in LEVEL_SENTENCES[2]
    assert 2.1 < judged[3] / MEAN < 2.5
    assert "Of 20 tournament players, 18" in LEVEL_SENTENCES[3]
    assert 0.95 < judged[4] / NINE_TENTHS < 1.05
    assert "as many discs as the average" in LEVEL_SENTENCES[4]
    assert 0.95 < judged[5] / MEAN < 1.05
    assert "best quarter" in LEVEL_SENTENCES[5]
    assert BEST_TENTH < judged[6] < BEST_QUARTER
    assert "fewer discs than the best tenth" in LEVEL_SENTENCES[6]
    assert judged[7] < BEST_TENTH
    assert "half as many discs as the best tenth" in LEVEL_SENTENCES[7]
    assert judged[8] <= 0.5 * BEST_TENTH


def test_levels_get_stronger_one_by_one() -> None:
    assert len(LEVELS) == FULL_STRENGTH
    for weaker, stronger in pairwise(LEVELS):
        assert weaker.careless >= stronger.careless
        assert weaker.exact <= stronger.exact
    assert all(weaker > stronger for weaker, stronger in pairwise(MEASURED.values()))
    assert LEVELS[-1].depth is None
    for number in (0, FULL_STRENGTH + 1, -1):
        with pytest.raises(ValueError, match="from 1 to 10"):
            Options(level=number)
