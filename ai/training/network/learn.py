"""The step `learn`: the numbers of the network (see ai/network.py) from the files of the step `positions`.

Stochastic gradient descent with the steps of AdaGrad (Duchi, Hazan & Singer 2011) on one position after the
other. Errors of decided positions count less. It prints mean square errors on games that were not learned
from, beside those of the sum of patterns, and writes the file after each pass.
"""

import argparse
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import njit

from ai import network
from ai.network import BUCKETS, HIDDEN, NETWORK, ONE, OUTPUT_SHIFT, ROWS, SHAPES, WIDTH
from ai.training.arguments import PROGRAM, StepParsers, add_work
from ai.training.console import tell
from ai.training.network import positions, walks
from ai.training.weights.labels import TENTHS
from ai.training.weights.positions import Split
from ai.weights import ONE_DISC

FILE: Final = "network.bin"
_DISCS: Final = 16.0  # of an output of 1
_DECIDED: Final = 20.0  # discs at which an error counts half
_MOST: Final = (127 if WIDTH == 32 else 500) / ONE  # of a number of a row
_PLACES: Final = len(network.PATTERNS) + 2


def add(commands: StepParsers) -> None:
    parser = commands.add_parser(
        "learn",
        description=f"Learn the network from the positions in the work folder. Writes {FILE} there.",
        epilog=f"example:\n  {PROGRAM} learn --passes 6",
    )
    parser.add_number("--passes", "the number of passes", 1, 1000, 6, "over all positions")
    parser.add_number("--most", "the number of positions", 1, 10**9, 10**9, "learn from no more than these")
    parser.add_number("--first", "the number of positions", 0, 10**9, 10**9, "of walks to learn from before")
    parser.add_number("--first-passes", "the number of passes", 1, 100, 2, "over these")
    parser.add_number("--rate", "the rate", 1, 1000, 100, "of learning, in parts of ten thousand")
    parser.add_path("--to", "the file to write", None)
    add_work(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    rows = positions.read(options.work / positions.FOLDER)
    is_test = rows["split"] != Split.TRAIN
    learned, tested = rows[~is_test], rows[is_test]
    learned = learned[np.random.default_rng(0).permutation(len(learned))[: options.most]]
    tested = tested[~np.isin(_keys(tested), _keys(learned))]
    tell(f"{len(learned):,} positions to learn from, {len(tested):,} to test with")
    today = sum_of_patterns(tested) / ONE_DISC
    show("the sum of patterns", tested, today)
    first = positions.read(options.work / walks.FOLDER)[: options.first]
    learn(first, learned, tested, options, options.to or options.work / FILE)


def _keys(rows: Any) -> Any:
    return rows["player"] * np.uint64(0x9E3779B97F4A7C15) ^ rows["opponent"] * np.uint64(0xBF58476D1CE4E5B9)


def _importance(score: Any) -> Any:
    return (1 / (1 + (score / _DECIDED) ** 2)).astype(np.float32)


def show(name: str, rows: Any, estimates: Any) -> None:
    """Mean square errors, in square discs, in all and by empties."""
    score = rows["score"] / TENTHS
    error, weight = (estimates - score) ** 2, _importance(score)
    empties = 64 - np.bitwise_count(rows["player"] | rows["opponent"])
    parts = [
        f"{4 * each}: {np.average(error[here], weights=weight[here]):.1f}"
        for each in range(2, 14)
        if (here := empties // 4 == each).any()
    ]
    tell(f"{name}: {np.average(error, weights=weight):.3f}, even {error.mean():.3f}; " + ", ".join(parts))


def sum_of_patterns(rows: Any) -> Any:
    """Today's evaluation of rows, in tenths of a disc."""
    from ai.patterns import EMPTIES_FIRST, MOBILITY_FIRST, PATTERNS, STAGE_EMPTIES, STAGE_SIZE
    from ai.weights import WEIGHT_SCALE, default_weights

    values = np.frombuffer(default_weights().values, np.int16).astype(np.int32)
    player, opponent = rows["player"].astype(np.uint64), rows["opponent"].astype(np.uint64)
    found = network.states(player, opponent)[:, -2:] - np.array(
        [network.MOBILITY_FIRST, network.EMPTIES_FIRST]
    )
    stage = found[:, 1] // STAGE_EMPTIES * STAGE_SIZE
    total = values[stage + MOBILITY_FIRST + found[:, 0]] + values[stage + EMPTIES_FIRST + found[:, 1]]
    for pattern in PATTERNS:
        state = np.full(len(rows), pattern.centre, np.int32)
        for place, square in enumerate(pattern.squares):
            shift = np.uint64(square)
            own, other = player >> shift & np.uint64(1), opponent >> shift & np.uint64(1)
            state += (own.astype(np.int32) - other.astype(np.int32)) * 3**place
        total += values[stage + state]
    return (total + WEIGHT_SCALE // 2) // WEIGHT_SCALE


def shared_rows() -> Any:
    """For each row the one it shares its numbers with: that of the state of its mirror, or itself."""
    found, first = [], 0
    for each in SHAPES:
        number = np.arange(each.states)
        if each.mirror is not None:
            digits = [number // 3**place % 3 for place in range(len(each.squares))]
            mirrored = sum(digits[to] * 3**place for place, to in enumerate(each.mirror))
            number = np.minimum(number, mirrored)
        found.append(number + first)
        first += each.states
    return np.concatenate([*found, np.arange(first, ROWS)]).astype(np.int32)


def learn(first: Any, learned: Any, tested: Any, options: argparse.Namespace, path: Path) -> None:
    shared = shared_rows()
    test_states, test_bands, test_buckets, _ = _inputs(tested, shared)
    rng = np.random.default_rng(1)
    numbers = start(rng)
    for rows, passes, most in (
        (first, options.first_passes, 0.02),
        (learned, options.passes, options.rate / 10_000),
    ):
        if not len(rows):
            continue
        states, bands, buckets, score = _inputs(rows, shared)
        is_first = rows is first and len(learned) > 0
        if is_first:
            bands = np.zeros_like(bands)
        elif len(first):
            numbers[0][:] = numbers[0][0]
        importance = _importance(score)
        # Of the steps of rows and of the hidden layer, one for all that are learned alike.
        squares = tuple(
            np.full((*each.shape[:-1], 1) if place in (0, 3) else each.shape, 1e-4, np.float32)
            for place, each in enumerate(numbers)
        )
        for number in range(passes):
            began = time.process_time()
            rate = most * (1 - number / passes) ** 1.5 + most / 40
            order = rng.permutation(len(rows))
            error = descend(
                order, states, bands, buckets, score / _DISCS, importance, *numbers, *squares, rate
            )
            error *= _DISCS**2 / importance.sum()
            name = f"pass {number + 1}: learned {error:.3f}, {time.process_time() - began:.0f} s; network"
            if not is_first:
                show(name, tested, _DISCS * predict(test_states, test_bands, test_buckets, *numbers))
            save(path, numbers, shared)
    exact = network.load(path)
    show("in whole numbers", tested, network.evaluate(exact, tested["player"], tested["opponent"]) / ONE_DISC)


def _inputs(rows: Any, shared: Any) -> tuple[Any, Any, Any, Any]:
    """(states, first rows of bands, buckets, scores in discs)."""
    player, opponent = rows["player"].astype(np.uint64), rows["opponent"].astype(np.uint64)
    parts = [
        shared[network.states(player[at : at + 100_000], opponent[at : at + 100_000])].astype(np.uint16)
        for at in range(0, len(rows), 100_000)
    ]
    return (
        np.concatenate(parts),
        network.bands(player, opponent).astype(np.int32) * ROWS,
        network.buckets(player, opponent),
        (rows["score"] / TENTHS).astype(np.float32),
    )


def start(rng: Any) -> tuple[Any, ...]:
    """rows, linear, squared, hidden (by input), its bias, last, bias."""

    def normal(spread: float, *shape: int) -> Any:
        return rng.normal(0, spread, shape).astype(np.float32)

    rows = normal(0.02, len(network.BANDS), ROWS, WIDTH)
    rows[:, network.EMPTIES_FIRST :] += 0.4
    return (
        rows,
        normal(0.02, BUCKETS, WIDTH),
        normal(0.1, BUCKETS, WIDTH),
        normal(0.3 / WIDTH**0.5, BUCKETS, WIDTH, HIDDEN),
        np.full((BUCKETS, HIDDEN), 0.3, np.float32),
        normal(0.1, BUCKETS, HIDDEN),
        np.zeros(BUCKETS, np.float32),
    )


@njit(fastmath=True, inline="always")
def _forward(
    states, band, bucket, rows, linear, squared, hidden, hidden_bias, last, bias, sums, act, deep, deep_act
):  # type: ignore[no-untyped-def]
    for d in range(WIDTH):
        sums[d] = 0
    for place in range(_PLACES):
        row = band + states[place]
        for d in range(WIDTH):
            sums[d] += rows[row, d]
    for j in range(HIDDEN):
        deep[j] = hidden_bias[bucket, j]
    out = bias[bucket]
    for d in range(WIDTH):
        clipped = min(max(sums[d], np.float32(0)), np.float32(1))
        act[d] = clipped * clipped
        out += sums[d] * linear[bucket, d] + act[d] * squared[bucket, d]
    for d in range(WIDTH):
        for j in range(HIDDEN):
            deep[j] += act[d] * hidden[bucket, d, j]
    for j in range(HIDDEN):
        clipped = min(max(deep[j], np.float32(0)), np.float32(1))
        deep_act[j] = clipped * clipped
        out += deep_act[j] * last[bucket, j]
    return out


@njit(fastmath=True, nogil=True)
def descend(order, all_states, bands, buckets, target, weight, rows, linear, squared, hidden, hidden_bias, last, bias,
            g_rows, g_linear, g_squared, g_hidden, g_hidden_bias, g_last, g_bias, rate):  # fmt: skip  # type: ignore[no-untyped-def]
    """One pass; returns the sum of weighted square errors."""
    sums, act = np.empty(WIDTH, np.float32), np.empty(WIDTH, np.float32)
    deep, deep_act = np.empty(HIDDEN, np.float32), np.empty(HIDDEN, np.float32)
    d_sums, d_deep = np.empty(WIDTH, np.float32), np.empty(HIDDEN, np.float32)
    total = 0.0
    rate = np.float32(rate)
    dense = np.float32(0.3) * rate
    zero, one, two, most = np.float32(0), np.float32(1), np.float32(2), np.float32(_MOST)
    rows, g_rows = rows.reshape(-1, WIDTH), g_rows.reshape(-1, 1)
    for n in order:
        b, band, states = buckets[n], bands[n], all_states[n]
        out = _forward(
            states, band, b, rows, linear, squared, hidden, hidden_bias, last, bias, sums, act, deep, deep_act
        )
        error = out - target[n]
        total += weight[n] * error * error
        g = min(max(error * weight[n], -one), one)
        for j in range(HIDDEN):
            d_deep[j] = g * last[b, j] * two * deep[j] if zero < deep[j] < one else zero
            step = g * deep_act[j]
            g_last[b, j] += step * step
            last[b, j] -= dense * step / np.sqrt(g_last[b, j])
            step = d_deep[j]
            g_hidden_bias[b, j] += step * step
            hidden_bias[b, j] -= dense * step / np.sqrt(g_hidden_bias[b, j])
        g_bias[b] += g * g
        bias[b] -= dense * g / np.sqrt(g_bias[b])
        for d in range(WIDTH):
            s = zero
            square = zero
            for j in range(HIDDEN):
                s += d_deep[j] * hidden[b, d, j]
                square += d_deep[j] * d_deep[j]
            g_hidden[b, d, 0] += square * act[d] * act[d] / np.float32(HIDDEN)
            scale = dense * act[d] / np.sqrt(g_hidden[b, d, 0])
            for j in range(HIDDEN):
                hidden[b, d, j] -= scale * d_deep[j]
            s += g * squared[b, d]
            s = s * two * sums[d] if zero < sums[d] < one else zero
            d_sums[d] = s + g * linear[b, d]
        square = zero
        for d in range(WIDTH):
            square += d_sums[d] * d_sums[d]
            step = g * act[d]
            g_squared[b, d] += step * step
            squared[b, d] -= dense * step / np.sqrt(g_squared[b, d])
            step = g * sums[d]
            g_linear[b, d] += step * step
            linear[b, d] -= dense * step / np.sqrt(g_linear[b, d])
        square /= np.float32(WIDTH)
        for place in range(_PLACES):
            row = band + states[place]
            g_rows[row, 0] += square
            scale = rate / np.sqrt(g_rows[row, 0])
            for d in range(WIDTH):
                rows[row, d] = min(max(rows[row, d] - scale * d_sums[d], -most), most)
    return total


@njit(fastmath=True, nogil=True)
def predict(all_states, bands, buckets, rows, linear, squared, hidden, hidden_bias, last, bias):  # type: ignore[no-untyped-def]
    sums, act = np.empty(WIDTH, np.float32), np.empty(WIDTH, np.float32)
    deep, deep_act = np.empty(HIDDEN, np.float32), np.empty(HIDDEN, np.float32)
    found = np.empty(len(buckets), np.float32)
    rows = rows.reshape(-1, WIDTH)
    for n in range(len(buckets)):
        found[n] = _forward(
            all_states[n],
            bands[n],
            buckets[n],
            rows,
            linear,
            squared,
            hidden,
            hidden_bias,
            last,
            bias,
            sums,
            act,
            deep,
            deep_act,
        )
    return found


def save(path: Path, numbers: tuple[Any, ...], shared: Any) -> None:
    rows, linear, squared, hidden, hidden_bias, last, bias = (each.astype(np.float64) for each in numbers)
    made = np.zeros((), NETWORK)
    tenths = ONE_DISC * _DISCS * (1 << OUTPUT_SHIFT)
    square = ONE * ONE >> network.SQUARE_SHIFT

    def whole(name: str, values: Any) -> None:
        kind = NETWORK[name].base
        limits = np.iinfo(kind)
        made[name] = np.clip(np.rint(values), limits.min, limits.max)

    whole("rows", rows[:, shared] * ONE)
    whole("linear", linear * tenths / ONE)
    whole("squared", squared * tenths / square)
    scale = ONE * (1 << network.HIDDEN_SHIFT)
    by_pairs = hidden.reshape(BUCKETS, WIDTH // 2, 2, HIDDEN).swapaxes(2, 3)
    whole("hidden", by_pairs * scale / square)
    whole("hidden_bias", hidden_bias * scale)
    whole("last", last * tenths / square)
    bias = bias[np.minimum(np.arange(64) // network.BUCKET_EMPTIES, BUCKETS - 1)]
    whole("bias", bias * tenths + (1 << OUTPUT_SHIFT - 1))
    made.tofile(path)
