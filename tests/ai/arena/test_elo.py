import math
import random

import pytest

from ai.arena.crosstable import DECIDED
from ai.arena.elo import Pairs, Sprt, difference, elo, expected_share, superiority


def test_elo_and_the_share_of_points_agree() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)  # ten to one
    assert elo(1 / 11) == pytest.approx(-400)
    assert (elo(0.0), elo(1.0)) == (-math.inf, math.inf)
    for lead in (-300.0, -7.0, 0.0, 55.5):
        assert elo(expected_share(lead)) == pytest.approx(lead)


def test_the_error_is_that_of_the_mean_of_the_pairs() -> None:
    pairs = Pairs.of([2.0, 0.0, 1.5, 0.5, 1.0, 1.0, 2.0])
    assert pairs == Pairs((1, 1, 2, 1, 2))
    assert (pairs.number, pairs.share) == (7, pytest.approx(8 / 14))
    # Shares 0, 0.5, 0.5, 1: squares of the distances 0.25 + 0.25, over 3, over 4.
    assert Pairs((1, 0, 2, 0, 1)).error == pytest.approx(math.sqrt(0.5 / 3 / 4))
    assert math.isinf(Pairs((0, 0, 1, 0, 0)).error)
    # Each opening decides both games, so no game says who is stronger: by games the error would be 0.05.
    assert Pairs((0, 0, 50, 0, 0)).interval() == (pytest.approx(0.47), pytest.approx(0.53))
    assert superiority(Pairs((0, 0, 50, 0, 0))) == pytest.approx(0.5)


def test_the_interval_is_two_errors_wide_on_either_side_with_many_pairs() -> None:
    pairs = Pairs((10, 20, 40, 20, 10))
    # Squares of the distances: (20 * 1/4 + 40 * 1/16) over 99 pairs, over 100, is 0.0275 squared.
    assert pairs.error == pytest.approx(0.027524, abs=1e-6)
    low, high = pairs.interval()
    width = pytest.approx(1.98422 * 0.027524, rel=1e-5)  # by the tables of Student's distribution
    assert (0.5 - low, high - 0.5) == (width, width)
    assert difference(pairs).text() == "+0 ± 38"


def test_a_clean_sweep_has_a_lower_bound_only() -> None:
    won = difference(Pairs((0, 0, 0, 0, 100)))
    assert (won.elo, won.low, won.high) == (math.inf, pytest.approx(elo(0.97)), math.inf)
    assert won.text() == "above +604"
    assert difference(Pairs((100, 0, 0, 0, 0))).text() == "below -604"
    for few in range(1, 7):
        assert difference(Pairs((0, 0, 0, 0, few))).text() == "too few games"
        assert difference(Pairs((few, 0, 0, 0, 0))).text() == "too few games"
    assert difference(Pairs((0, 0, 0, 0, 7))).text() == "above +50"
    assert difference(Pairs((1, 0, 0, 0, 1))).text() == "too few games"
    # Share 17/18, error 1/18; the interval is 2.306 errors wide.
    assert difference(Pairs((0, 0, 1, 0, 8))).text() == "+492, from +259 to +inf"


def test_the_likelihood_of_being_stronger() -> None:
    # Share 0.5625, error 0.026669: 2.3436 deviations above one half, of which 1.9801 are as rare as 1.95996.
    assert superiority(Pairs((10, 20, 40, 30, 20))) == pytest.approx(0.98982, abs=1e-5)
    assert superiority(Pairs((20, 30, 40, 20, 10))) == pytest.approx(0.01018, abs=1e-5)
    assert 0.998 < superiority(Pairs((0, 0, 0, 0, 9))) < 0.999
    assert superiority(Pairs((0, 0, 0, 0, 1))) == superiority(Pairs()) == 0.5


@pytest.mark.parametrize("pairs", [2, 3, 5, 10])
def test_equal_players_are_rarely_called_stronger(pairs: int) -> None:
    rng = random.Random(f"equal {pairs}")
    matches = [Pairs.of(rng.choices((0, 0.5, 1, 1.5, 2), (6, 5, 9, 5, 6), k=pairs)) for _ in range(2000)]
    likelihoods = [superiority(match) for match in matches]
    assert sum(max(each, 1 - each) >= DECIDED for each in likelihoods) < 0.06 * len(matches)
    differences = [difference(match) for match in matches]
    assert sum(not each.low <= 0 <= each.high for each in differences) < 0.06 * len(matches)


def test_the_ratio_of_decided_pairs() -> None:
    """With two results each expectation has one distribution, so the ratio can be found by hand."""
    test = Sprt(0, 50)
    by_hand = 70 * math.log(expected_share(50) / 0.5) + 30 * math.log((1 - expected_share(50)) / 0.5)
    assert test.ratio(Pairs((30, 0, 0, 0, 70))) == pytest.approx(by_hand, rel=1e-3)
    assert by_hand == pytest.approx(4.7245, abs=1e-4)


def test_the_ratio_of_small_differences_is_nearly_normal() -> None:
    """With s0, s1 the expected shares and v the variance of the mean: (s1 - s0) (2 s - s0 - s1) / 2 v."""
    pairs = Pairs((200, 400, 800, 450, 250))
    s0, s1 = expected_share(0), expected_share(3)
    approximation = (s1 - s0) * (2 * pairs.share - s0 - s1) / 2 / pairs.error**2
    assert Sprt(0, 3).ratio(pairs) == pytest.approx(approximation, rel=0.02)


def test_the_sprt_ends_at_its_bounds() -> None:
    test = Sprt(0, 50)
    assert test.bounds == (pytest.approx(-math.log(19)), pytest.approx(math.log(19)))
    assert test.accepted(Pairs()) is None
    assert test.accepted(Pairs((1, 0, 0, 0, 2))) is None
    assert test.accepted(Pairs((30, 0, 0, 0, 70))) == 50
    assert test.accepted(Pairs((65, 0, 0, 0, 35))) == 0


def test_exchanging_the_players_exchanges_the_hypotheses() -> None:
    ratio = Sprt(-20, 0).ratio(Pairs((7, 6, 9, 2, 3)))
    assert ratio == pytest.approx(-Sprt(0, 20).ratio(Pairs((3, 2, 9, 6, 7))))
    with pytest.raises(ValueError, match="must be below the second, not 5 5"):
        Sprt(5, 5)
