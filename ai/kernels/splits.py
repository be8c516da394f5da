"""Nodes that several threads search together: young brothers wait (Feldmann, Monien, Mysliwietz & Vornberger
1990).

A node's first move is searched by one thread, for the others need the bound it brings; in PVS and an open
window of the middle game the first three. If a thread has nothing to do then, the node becomes a split:
whoever is inside takes the next of its moves, and looks among what was opened further inside when none is
left. The one that opened it waits until all others have left. Threads that wait count as idle, so that more
nodes are split; a cutoff calls off everybody inside.

Splits are numbers. All that the threads share is changed under one lock, for some ten nanoseconds at a time.
"""

# Numba's values carry no types.
# mypy: disable-error-code="no-any-return, return-value, assignment"

from __future__ import annotations

from typing import Any

from numba import boolean, int64, uint64, void

from ai.kernels import kernel
from ai.kernels.intrinsics import call, exchange, look_again, poke, popcount, release
from ai.kernels.table import NO_MOVE
from ai.kernels.workspace import CREW, CREW_TYPE, MEANS_TYPE, SPLITS_EACH

NO_SPLIT = -1
# A thread that waits for the lock lets others go first after so many looks.
_LOOKS = 64

_LOCK = int(dict(CREW.fields or {})["lock"][1])


@kernel(void(CREW_TYPE))
def let_others_go_first(crew: Any) -> None:
    if crew.yield_address != 0:
        call(crew.yield_address)


@kernel(void(CREW_TYPE))
def lock(crew: Any) -> None:
    looks = 0
    while exchange(crew, _LOCK, 1) != 0:
        looks += 1
        if looks % _LOOKS == 0:
            let_others_go_first(crew)


@kernel(void(CREW_TYPE))
def unlock(crew: Any) -> None:
    release(crew, _LOCK, 0)


# With the lock held


@kernel(boolean(CREW_TYPE, int64, int64))
def is_inside(crew: Any, number: int, outer: int) -> bool:
    """Whether a split is another one or lies in it."""
    while number != NO_SPLIT and number != outer:
        number = crew.splits[number].outer
    return number == outer


@kernel(boolean(CREW_TYPE, int64))
def is_called_off(crew: Any, number: int) -> bool:
    """Whether a split is cut, or one that it lies in."""
    while number != NO_SPLIT and crew.splits[number].is_cut == 0:
        number = crew.splits[number].outer
    return number != NO_SPLIT


@kernel(void(CREW_TYPE, int64))
def withdraw(crew: Any, number: int) -> None:
    """Nobody begins another move of the split."""
    split = crew.splits[number]
    if split.next < split.count:
        split.next = split.count
        crew.available -= 1


@kernel(void(CREW_TYPE, int64, int64))
def cut(crew: Any, number: int, hand: int) -> None:
    """Nothing more of the split is searched: call off everybody inside but `hand`."""
    split = crew.splits[number]
    split.is_cut = 1
    withdraw(crew, number)
    for other in range(crew.hands):
        if other != hand and crew.at[other] != NO_SPLIT and is_inside(crew, crew.at[other], number):
            poke(crew.cancelled_address[other], 1)


@kernel(void(CREW_TYPE, int64, int64))
def set_idle(crew: Any, hand: int, is_idle: int) -> None:
    crew.idle += is_idle - crew.is_idle[hand]
    crew.is_idle[hand] = is_idle


# What the threads do


@kernel(int64(uint64, uint64, int64, int64, int64, int64, boolean, int64, int64, int64, int64, MEANS_TYPE))
def open_split(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    algorithm: int,
    is_exact: bool,
    best: int,
    best_move: int,
    place: int,
    count: int,
    means: Any,
) -> int:
    """Share the moves of a node from `place` on, as they stand sorted in the workspace; NO_SPLIT if nobody
    has time after all. The one who opens it is inside.
    """
    workspace, crew = means.workspace, means.crew
    hand = workspace.hand
    empties = popcount(~(player | opponent))
    number = int64(NO_SPLIT)
    lock(crew)
    if crew.idle > crew.unjoined:
        for each in range(hand * SPLITS_EACH, (hand + 1) * SPLITS_EACH):
            if crew.splits[each].is_open == 0:
                number = each
                break
    if number != NO_SPLIT:
        split = crew.splits[number]
        split.player = player
        split.opponent = opponent
        split.alpha = alpha
        split.beta = beta
        split.depth = depth
        split.algorithm = algorithm
        split.is_exact = is_exact
        split.best = best
        split.best_move = best_move
        split.next = place
        split.count = count
        for each in range(place, count):
            split.moves[each] = workspace.moves[empties, each]
        split.working = 1
        split.is_joined = 0
        split.is_cut = 0
        split.is_void = 0
        split.outer = crew.at[hand]
        split.is_open = 1
        crew.at[hand] = number
        crew.available += 1
        crew.unjoined += 1
    unlock(crew)
    return number


@kernel(int64(CREW_TYPE, int64))
def take(crew: Any, number: int) -> int:
    """The next move of a split, NO_MOVE if none is left."""
    lock(crew)
    split = crew.splits[number]
    square = int64(NO_MOVE)
    if split.next < split.count:
        square = int64(split.moves[split.next])
        split.next += 1
        if split.next == split.count:
            crew.available -= 1
    unlock(crew)
    return square


@kernel(void(CREW_TYPE, int64, int64, int64, int64))
def offer(crew: Any, number: int, hand: int, square: int, score: int) -> None:
    """A move of a split has this score."""
    lock(crew)
    split = crew.splits[number]
    if score > split.best and split.is_cut == 0:
        split.best = score
        split.best_move = square
        if score >= split.beta:
            cut(crew, number, hand)
    unlock(crew)


@kernel(int64(int64, MEANS_TYPE))
def join(outer: int, means: Any) -> int:
    """Enter the split with the largest trees, somewhere inside `outer` if that is not NO_SPLIT; NO_SPLIT if
    there is none: then the thread is idle, and lets others go first.
    """
    crew, hand = means.crew, means.workspace.hand
    look_again()
    if crew.available == 0 and crew.is_idle[hand] != 0:
        let_others_go_first(crew)
        return int64(NO_SPLIT)
    found = int64(NO_SPLIT)
    deepest = int64(-1)
    lock(crew)
    if crew.available > 0:
        for number in range(crew.hands * SPLITS_EACH):
            split = crew.splits[number]
            if (
                split.is_open != 0
                and split.next < split.count
                and split.depth > deepest
                and (outer == NO_SPLIT or is_inside(crew, number, outer))
                and not is_called_off(crew, number)
            ):
                deepest = split.depth
                found = number
    if found != NO_SPLIT:
        split = crew.splits[found]
        if split.is_joined == 0:
            split.is_joined = 1
            crew.unjoined -= 1
        split.working += 1
        crew.at[hand] = found
    set_idle(crew, hand, int64(found == NO_SPLIT))
    unlock(crew)
    return found


@kernel(void(int64, int64, MEANS_TYPE))
def leave_split(number: int, back: int, means: Any) -> None:
    """Stop working on a split and go back to another one, or to none.

    Who was told to leave, and not because the split is cut, has not finished what it took: no result.
    """
    telemetry, crew, hand = means.telemetry, means.crew, means.workspace.hand
    lock(crew)
    split = crew.splits[number]
    if telemetry.abandoned != 0 and not is_called_off(crew, number):
        split.is_void = 1
        cut(crew, number, hand)
    split.working -= 1
    crew.at[hand] = back
    telemetry.abandoned = 0
    telemetry.cancelled = is_called_off(crew, back)
    unlock(crew)


@kernel(boolean(int64, MEANS_TYPE))
def is_somebody_inside(number: int, means: Any) -> bool:
    look_again()
    return means.crew.splits[number].working > 0


@kernel(boolean(int64, MEANS_TYPE))
def close_split(number: int, means: Any) -> bool:
    """Close what this thread opened and everybody has left; whether its best is the best of all."""
    telemetry, crew, hand = means.telemetry, means.crew, means.workspace.hand
    lock(crew)
    split = crew.splits[number]
    withdraw(crew, number)  # what is called off has some left
    split.is_open = 0
    if split.is_joined == 0:
        crew.unjoined -= 1
    set_idle(crew, hand, 0)
    crew.at[hand] = split.outer
    telemetry.cancelled = is_called_off(crew, split.outer)
    is_sound = split.is_void == 0 and telemetry.cancelled == 0
    telemetry.abandoned = not is_sound
    unlock(crew)
    return is_sound
