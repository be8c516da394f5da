"""The step `expect`: predicts the true score of a position from that of a search (see ai/expectation.py).

It searches fresh positions, and solves them or searches them much deeper. The numbers in the file of weights
are fitted to all of them; FOLDS further fits, each without the positions it is checked with, measure their
errors.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

import numpy as np

from ai.cluster import cluster
from ai.expectation import (
    CHANCES,
    DEVIATION,
    MOST_EMPTIES,
    PARITY,
    STRETCHING,
    UNFITTED,
    Chances,
    Expectation,
    deviation_terms,
    parity_terms,
    plies_unseen,
    stretching_terms,
)
from ai.files import add_line
from ai.training.arguments import PROGRAM, TARGET, StepError, StepParsers, add_cluster, add_work
from ai.training.console import bar, tell
from ai.training.weights.labels import WeightsFile
from ai.training.weights.observations import (
    LEAST_EMPTIES,
    SOLVED_EMPTIES,
    Observation,
    line_of,
    observe,
    read,
)
from ai.training.weights.regression import Numbers
from ai.training.weights.tuning import likeliest
from ai.weights import load
from game.evaluation import Evaluation, Kind

FILE: Final = "observations.jsonl"
SOLVED: Final = 20_000
DEEP: Final = 600
FIRST_DEEP: Final = 10**9  # from this seed on, the truth is a deep search
FOLDS: Final = 3
_BATCH: Final = 4  # positions of one task
_TURNS: Final = 8  # rounds until the stretching and the deviation, which depend on each other, are stable
_HELD: Final = 0.9
# Candidates for the spread of the chances, in deviations, and for their lean, in discs.
_WIDTHS: Final = np.arange(0.5, 1.5, 0.02)
_LEANS: Final = np.arange(-0.6, 0.61, 0.05)
# The plies of the deepest search that counts, the empties of each third of the table, a large lead in discs.
_MOST_PLIES: Final = 20
_THIRDS: Final = (range(10, 24), range(24, 37), range(37, 51))
_FAR: Final = 12
_BINS: Final = 10
_MOST_REPEATED: Final = 8
# Pairs of columns for the expected and the raw score: the slope of the truth on it, its mean error, and its
# mean error if the raw score is a large lead.
_HEADING: Final = " empties  positions  slope    raw  error    raw    far    raw  in 90 %"


@dataclass(frozen=True, slots=True)
class SearchSample:
    """One search of a position, and its true score; scores are in discs for the side to move."""

    empties: int
    depth: int
    confidence: int
    score: float
    truth: float


Checked = tuple[Expectation, SearchSample]  # a fit, and a search that checks it


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "expect",
        description="Search fresh positions, find out what they are worth in truth, and write into the "
        "file of weights what is to be expected of a score. Positions that were looked at before are not "
        "looked at again, so the same command goes on where it was stopped.",
        epilog=f"example:\n  {PROGRAM} expect --solved 2000 --deep 0",
    )
    which = "the weights to search with, and to write into (default: %(default)s)"
    parser.add_path("--weights", which, TARGET)
    name = "the number of positions"
    solved = f"with {LEAST_EMPTIES} to {SOLVED_EMPTIES} empties, which are solved"
    parser.add_number("--solved", name, 10, 10**7, SOLVED, solved)
    deep = f"with more, up to {MOST_EMPTIES} empties, which are searched deep: seconds each"
    parser.add_number("--deep", name, 0, 10**7, DEEP, deep)
    add_cluster(parser)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    weights = load(options.weights)
    observed = collect(options)
    for line in table(cross_fits(observed), observed):
        tell(line)
    expectation = fit(balanced(observed))
    replace(weights, expectation=expectation.numbers).save(options.weights)
    tell(f"{options.weights}: expectation {' '.join(f'{number:.4f}' for number in expectation.numbers)}")


def collect(options: argparse.Namespace) -> list[Observation]:
    """Returns the wanted observations; makes missing ones, added to a work file. Raises ClusterError."""
    weights = WeightsFile.of(options.weights)
    path = options.work / f"{weights.fingerprint[:16]}.{FILE}"
    known = {each.seed: each for each in read(path)}
    parts = (
        (range(options.solved), LEAST_EMPTIES, SOLVED_EMPTIES),
        (range(FIRST_DEEP, FIRST_DEEP + options.deep), SOLVED_EMPTIES + 1, MOST_EMPTIES),
    )
    for seeds, least, most in parts:
        left = [seed for seed in seeds if seed not in known]
        if not left:
            continue
        work = partial(observe, least=least, most=most, weights=weights)
        tasks = (left[first : first + _BATCH] for first in range(0, len(left), _BATCH))
        with (
            cluster(options.scheduler, options.workers) as workers,
            bar(f"{least}-{most} empties", len(seeds), len(seeds) - len(left)) as advance,
        ):
            for made in workers.map(work, tasks):
                for each in made:
                    add_line(path, line_of(each))
                    known[each.seed] = each
                advance(len(made))
    return [known[seed] for seeds, _least, _most in parts for seed in seeds]


def found_of(observed: Observation) -> list[SearchSample]:
    """Returns the searches of an observation that count."""
    every = [SearchSample(observed.empties, *found, observed.truth) for found in observed.found]
    return [found for found in every if found.depth <= _MOST_PLIES]


def balanced(observed: Iterable[Observation]) -> list[SearchSample]:
    """Returns all searches that count, repeated in thirds with few: searches with a deep truth are rare."""
    rows = [found for each in observed for found in found_of(each)]
    thirds = [[row for row in rows if row.empties in third] for third in _THIRDS]
    most = max(map(len, thirds))
    return [row for third in thirds if third for row in third * min(_MOST_REPEATED, most // len(third))]


def fit(rows: Sequence[SearchSample]) -> Expectation:
    """Returns the likeliest model. Raises StepError for too few rows."""
    if len(rows) < 10 * len(UNFITTED):
        raise StepError(f"{len(rows)} searches are too few to fit {len(UNFITTED)} numbers with")
    score, truth = np.array([(row.score, row.truth) for row in rows]).T
    factors = np.array([_factors(row) for row in rows])
    numbers, model = np.zeros(STRETCHING + PARITY), UNFITTED[STRETCHING + PARITY : -CHANCES]
    for _ in range(_TURNS):
        expected = score + factors @ numbers
        terms = _deviation_terms(rows, expected)
        model = likeliest(terms, truth - expected, model, DEVIATION)
        share = np.exp(-(terms @ np.array(model)))
        numbers = np.linalg.lstsq(factors * share[:, None], (truth - score) * share, rcond=None)[0]
    expected = score + factors @ numbers
    deviation = np.exp(_deviation_terms(rows, expected) @ np.array(model))
    width = float(np.quantile(np.abs(truth - expected) / deviation, _HELD))
    first = (*map(float, numbers), *model, width)
    solved = [row for row in rows if row.empties <= SOLVED_EMPTIES]
    likelihood = partial(_likelihood, rows=solved)
    models = (Expectation((*first, 0.0, float(spread))) for spread in _WIDTHS)
    spread = max(models, key=likelihood).numbers[-1]
    return max((Expectation((*first, float(lean), spread)) for lean in _LEANS), key=likelihood)


def cross_fits(observed: Sequence[Observation]) -> list[Expectation]:
    """Returns FOLDS fits, each without one part of the observations (by seed modulo FOLDS)."""
    return [fit(balanced([each for each in observed if each.seed % FOLDS != fold])) for fold in range(FOLDS)]


def _factors(row: SearchSample) -> tuple[float, ...]:
    """Returns the factors of the first numbers; the products are discs to add to the score."""
    unseen = plies_unseen(row.depth, row.empties)
    stretched = (row.score * term for term in stretching_terms(unseen, abs(row.score), row.empties))
    return (*stretched, *parity_terms(unseen, row.empties))


def _deviation_terms(rows: Sequence[SearchSample], expected: Numbers) -> Numbers:
    return np.array(
        [
            deviation_terms(score, row.depth, row.confidence, row.empties)
            for row, score in zip(rows, expected.tolist(), strict=True)
        ]
    )


def _likelihood(expectation: Expectation, rows: Sequence[SearchSample]) -> float:
    """Returns the logarithm of the likelihood of the outcomes under the predicted chances."""
    said = []
    for row in rows:
        chances = _chances(expectation, row)
        said.append(chances.win if row.truth > 0 else chances.loss if row.truth < 0 else chances.draw)
    return float(np.sum(np.log(np.maximum(said, 1e-6))))


def table(fits: Sequence[Expectation], observed: Sequence[Observation]) -> Iterator[str]:
    """Yields the lines of a table: errors of expected scores, by one random search of each position."""
    rng = Random(1)
    checked = [(fits[each.seed % FOLDS], found_of(each)) for each in observed]
    rows = [(expectation, rng.choice(searches)) for expectation, searches in checked if searches]
    yield _HEADING
    for third in _THIRDS:
        here = [(expectation, row) for expectation, row in rows if row.empties in third]
        if here:
            yield _line(here, f"{third.start}-{third.stop - 1}")
    yield _line(rows, "all")
    every = [(expectation, row) for expectation, searches in checked for row in searches]
    yield from _table_of_chances([each for each in every if each[1].empties <= SOLVED_EMPTIES])


def _line(checked: Sequence[Checked], name: str) -> str:
    raw, truth = np.array([(row.score, row.truth) for _fit, row in checked]).T
    expected = np.array([_expected(*each).score for each in checked])
    far = np.abs(raw) >= _FAR
    held = np.mean([_is_held(*each) for each in checked])

    def error(scores: Numbers, where: Numbers) -> float:
        return float(np.mean(np.abs(scores - truth)[where])) if np.any(where) else float("nan")

    slopes = (f"{scores @ truth / (scores @ scores):7.3f}" for scores in (expected, raw))
    errors = (f"{error(scores, where):7.2f}" for where in (raw == raw, far) for scores in (expected, raw))
    return f"{name:>8}{len(checked):11,}{''.join(slopes)}{''.join(errors)}{held:9.1%}"


def _expected(expectation: Expectation, row: SearchSample) -> Evaluation:
    score = expectation.score(row.score, Kind.ESTIMATE, row.depth, row.empties)
    return Evaluation(score, row.depth, Kind.ESTIMATE, row.confidence)


def _is_held(expectation: Expectation, row: SearchSample) -> bool:
    low, high = expectation.interval(_expected(expectation, row), row.empties)
    return low <= row.truth <= high


def _chances(expectation: Expectation, row: SearchSample) -> Chances:
    return expectation.chances(_expected(expectation, row), row.empties)


def _table_of_chances(checked: Sequence[Checked]) -> Iterator[str]:
    """Yields a line for each tenth of the chances to win: searches, mean prediction, and share of wins."""
    said = np.array([_chances(*each).win for each in checked])
    won = np.array([row.truth > 0 for _fit, row in checked])
    yield f"{'chance':>8}{'searches':>11}{'said':>8}{'won':>8}"
    for part in range(_BINS):
        here = np.minimum(said * _BINS, _BINS - 1).astype(int) == part
        if np.any(here):
            name = f"{part / _BINS:.0%}+"
            yield f"{name:>8}{np.sum(here):11,}{np.mean(said[here]):8.1%}{np.mean(won[here]):8.1%}"
