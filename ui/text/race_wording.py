"""What the page Race says of lanes and figures."""

from __future__ import annotations

from ai.limits import Algorithm, Limit, Order
from game.evaluation import Kind
from play.race import Depth, Lane, LaneState
from ui.text import _, ngettext
from ui.text.wording import capitalised, format_algorithm


def lane_name(algorithm: Algorithm) -> str:
    """'Alpha-beta', as a heading."""
    return capitalised(format_algorithm(algorithm))


def describe_order(order: Order) -> str:
    """How the moves of a position are sorted, in a list of choices."""
    return {
        Order.UNSORTED: _("Unsorted"),
        Order.STATIC: _("Sorted by square and replies"),
        Order.KILLERS: _("... and killers and history"),
        Order.FULL: _("Sorted fully"),
    }[order]


def lane_details(lane: Lane) -> str:
    """'table · sorted', 'no table · unsorted': what a lane uses, for a narrow place; '' where nothing can be
    told.
    """
    words = {
        "order=none": _("unsorted"),
        "order=static": _("static order"),
        "order=killers": _("killers"),
        "order=full": _("sorted"),
        "table=on": _("table"),
        "table=off": _("no table"),
        "aspiration=off": _("open window"),
        "selective=on": _("selective"),
    }
    switches = [f"{name}={value}" for name, value in lane.switches.items()]
    return " · ".join(words[switch] for switch in switches if switch in words) or _("no table · unsorted")


def describe_lane_state(state: LaneState, deepest: Depth | None = None) -> str:
    """Beside what a lane has found: how far it has come, or why it has found nothing yet."""
    if deepest is None or state is LaneState.FAILED:
        return {
            LaneState.WAITING: _("waiting"),
            LaneState.PREPARING: _("preparing"),
            LaneState.FAILED: _("failed"),
            LaneState.STOPPED: _("stopped"),
        }.get(state, "")
    if deepest.kind is Kind.EXACT:
        return _("exact")
    return ngettext("{depth} ply", "{depth} plies", deepest.depth).format(depth=deepest.depth)


def format_short(number: int) -> str:
    """184213 -> '184k': three figures at the most and a unit, for a cell."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= 0.9995 * size:
            value = number / size
            decimals = 2 if value < 9.995 else 1 if value < 99.95 else 0
            return f"{value:.{decimals}f}{unit}"
    return str(number)


def format_short_time(seconds: float) -> str:
    """0.0004 -> '0.4 ms', 0.0312 -> '31 ms', 1.24 -> '1.2 s', 214 -> '3:34': for a cell."""
    if seconds < 0.00995:
        return _("{milliseconds} ms").format(milliseconds=f"{1000 * seconds:.1f}")
    if seconds < 0.9995:
        return _("{milliseconds} ms").format(milliseconds=round(1000 * seconds))
    if seconds < 99.95:
        return _("{seconds} s").format(seconds=f"{seconds:.1f}")
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def describe_limit(limit: Limit) -> str:
    """'12 plies', '10 s'"""
    if limit.depth is not None:
        return ngettext("{depth} ply", "{depth} plies", limit.depth).format(depth=limit.depth)
    return _("{seconds} s").format(seconds=f"{limit.seconds:g}")
