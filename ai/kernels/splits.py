"""Nodes that several threads search together: young brothers wait (Feldmann, Monien, Mysliwietz & Vornberger
1990).

A node's first move is searched by one thread, as the others need its bound; in PVS with an open window of
the middle game the first three. If a thread is idle then, the node becomes a split: each thread inside takes
the next of its moves, and when none is left joins a split further inside. The thread that opened it waits
until all others have left. Threads that wait count as idle, so that more nodes are split; a cutoff cancels
all threads inside.

Splits are numbers. All shared state is changed under one lock, for some ten nanoseconds at a time.
"""

from typing import Any

from numba import boolean, int64, uint64, void

from ai.kernels import kernel
from ai.kernels.intrinsics import call, exchange, look_again, poke, popcount, release
from ai.kernels.table import NO_MOVE
from ai.kernels.workspace import CONTEXT_TYPE, CREW, CREW_TYPE, SPLITS_EACH

NO_SPLIT = -1
# Attempts to take the lock before a thread yields.
_LOOKS = 64

_LOCK = int(dict(CREW.fields or {})["lock"][1])


@kernel(void(CREW_TYPE))
def yield_thread(crew: Any) -> None:
    if crew.yield_address != 0:
        call(crew.yield_address)


@kernel(void(CREW_TYPE))
def lock(crew: Any) -> None:
    looks = 0
    while exchange(crew, _LOCK, 1) != 0:
        looks += 1
        if looks % _LOOKS == 0:
            yield_thread(crew)


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
def is_cancelled(crew: Any, number: int) -> bool:
    """Whether a split is cut, or one that it lies in."""
    while number != NO_SPLIT and crew.splits[number].is_cut == 0:
        number = crew.splits[number].outer
    return number != NO_SPLIT


@kernel(void(CREW_TYPE, int64))
def withdraw(crew: Any, number: int) -> None:
    """No thread begins another move of the split."""
    split = crew.splits[number]
    if split.next < split.count:
        split.next = split.count
        crew.available -= 1


@kernel(void(CREW_TYPE, int64, int64))
def cut(crew: Any, number: int, thread: int) -> None:
    """Cancel all threads inside the split but `thread`."""
    split = crew.splits[number]
    split.is_cut = 1
    withdraw(crew, number)
    for other in range(crew.threads):
        if other != thread and crew.at[other] != NO_SPLIT and is_inside(crew, crew.at[other], number):
            poke(crew.cancelled_address[other], 1)


@kernel(void(CREW_TYPE, int64, int64))
def set_idle(crew: Any, thread: int, is_idle: int) -> None:
    crew.idle += is_idle - crew.is_idle[thread]
    crew.is_idle[thread] = is_idle


# What the threads do


@kernel(int64(uint64, uint64, int64, int64, int64, boolean, int64, int64, int64, int64, CONTEXT_TYPE))
def open_split(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    is_exact: bool,
    best: int,
    best_move: int,
    place: int,
    count: int,
    context: Any,
) -> int:
    """Share the moves of a node from `place` on, as they are sorted in the workspace; NO_SPLIT if no thread
    is idle any more. The thread that opens it is inside.
    """
    workspace, crew = context.workspace, context.crew
    thread = workspace.thread
    empties = popcount(~(player | opponent))
    number = int64(NO_SPLIT)
    lock(crew)
    if crew.idle > crew.unjoined:
        for each in range(thread * SPLITS_EACH, (thread + 1) * SPLITS_EACH):
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
        split.algorithm = workspace.algorithm
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
        split.outer = crew.at[thread]
        split.is_open = 1
        crew.at[thread] = number
        crew.available += 1
        crew.unjoined += 1
    unlock(crew)
    return number


@kernel(int64(CREW_TYPE, int64))
def next_move(crew: Any, number: int) -> int:
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
def offer(crew: Any, number: int, thread: int, square: int, score: int) -> None:
    """A move of a split has this score."""
    lock(crew)
    split = crew.splits[number]
    if score > split.best and split.is_cut == 0:
        split.best = score
        split.best_move = square
        if score >= split.beta:
            cut(crew, number, thread)
    unlock(crew)


@kernel(int64(int64, CONTEXT_TYPE))
def join(outer: int, context: Any) -> int:
    """Enter the split with the largest trees, inside `outer` if that is not NO_SPLIT. NO_SPLIT if there is
    none: the thread is then idle, and yields.
    """
    crew, thread = context.crew, context.workspace.thread
    look_again()
    if crew.available == 0 and crew.is_idle[thread] != 0:
        yield_thread(crew)
        return int64(NO_SPLIT)
    found = int64(NO_SPLIT)
    deepest = int64(-1)
    lock(crew)
    if crew.available > 0:
        for number in range(crew.threads * SPLITS_EACH):
            split = crew.splits[number]
            if (
                split.is_open != 0
                and split.next < split.count
                and split.depth > deepest
                and (outer == NO_SPLIT or is_inside(crew, number, outer))
                and not is_cancelled(crew, number)
            ):
                deepest = split.depth
                found = number
    if found != NO_SPLIT:
        split = crew.splits[found]
        if split.is_joined == 0:
            split.is_joined = 1
            crew.unjoined -= 1
        split.working += 1
        crew.at[thread] = found
    set_idle(crew, thread, int64(found == NO_SPLIT))
    unlock(crew)
    return found


@kernel(void(int64, int64, CONTEXT_TYPE))
def leave_split(number: int, back: int, context: Any) -> None:
    """Stop working on a split and go back to another one, or to none.

    A thread that was stopped, and not because the split is cut, has not finished its move: no result.
    """
    telemetry, crew, thread = context.telemetry, context.crew, context.workspace.thread
    lock(crew)
    split = crew.splits[number]
    if telemetry.abandoned != 0 and not is_cancelled(crew, number):
        split.is_void = 1
        cut(crew, number, thread)
    split.working -= 1
    crew.at[thread] = back
    telemetry.abandoned = 0
    telemetry.cancelled = is_cancelled(crew, back)
    unlock(crew)


@kernel(boolean(int64, CONTEXT_TYPE))
def is_in_use(number: int, context: Any) -> bool:
    look_again()
    return context.crew.splits[number].working > 0


@kernel(boolean(int64, CONTEXT_TYPE))
def close_split(number: int, context: Any) -> bool:
    """Close a split of this thread that all others have left; whether its best is the best of all."""
    telemetry, crew, thread = context.telemetry, context.crew, context.workspace.thread
    lock(crew)
    split = crew.splits[number]
    withdraw(crew, number)  # a cancelled one has some left
    split.is_open = 0
    if split.is_joined == 0:
        crew.unjoined -= 1
    set_idle(crew, thread, 0)
    crew.at[thread] = split.outer
    telemetry.cancelled = is_cancelled(crew, split.outer)
    is_sound = split.is_void == 0 and telemetry.cancelled == 0
    telemetry.abandoned = not is_sound
    unlock(crew)
    return is_sound
