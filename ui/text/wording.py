"""What the window says, as plain words and numbers: no pygame, so that it can be tested without a screen."""

from __future__ import annotations

import math
from typing import Final

from ai.limits import Progress
from game.board import PASS, Color, Ending, Move, Result, square_name
from game.evaluation import FULL_WIDTH, Kind
from play.match import Match, Phase
from play.players import Seat

PROGRAM: Final = "Nullwindow"
# Differences below this many discs are called even.
EVEN: Final = 0.75


def format_count(number: float) -> str:
    """58301442 -> '58.3 M': three or four figures and a unit, never wider than 7 characters."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= 0.99995 * size:
            value = number / size
            return f"{value:.1f} {unit}" if value < 999.95 else f"{value:.0f} {unit}"
    return f"{number:.0f}"


def format_share(share: float | None) -> str:
    """A share 0 .. 1 in per cent; a dash when there is nothing to share."""
    return "–" if share is None else f"{100 * share:.1f} %"


def format_score(score: float, kind: Kind = Kind.ESTIMATE) -> str:
    """Discs with a sign: one decimal for estimates, whole discs when certain, a word for a proved outcome."""
    if kind is Kind.OUTCOME:
        return "win" if score > 0 else "loss" if score < 0 else "draw"
    if kind is Kind.EXACT:
        return signed(f"{score:+.0f}")
    return signed(f"{score:+.1f}")


def signed(text: str) -> str:
    """A typographic minus, and no minus zero."""
    return "0" + text[2:] if text[0] in "+-" and not text.strip("+-0.") else text.replace("-", "−")


def describe_score(score: float, kind: Kind, turn: Color) -> str:
    """What a score means, seen by the side to move: 'White is ahead by about 4 discs'."""
    leader = turn if score > 0 else turn.other
    discs = round(abs(score))
    plural = "disc" if discs == 1 else "discs"
    if kind is Kind.OUTCOME:
        return f"{leader.label} wins with best play" if score else "a draw with best play"
    if kind is Kind.EXACT:
        return f"{leader.label} wins by {discs} {plural} with best play" if discs else "a draw with best play"
    if abs(score) < EVEN:
        return "about even"
    return f"{leader.label} is ahead by about {discs} {plural}"


def format_threads(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


def format_move(move: Move) -> str:
    """'E6', '–' for a pass."""
    return "–" if move == PASS else square_name(move).upper()


def format_time(seconds: float) -> str:
    """A clock reading: '12:41', tenths below ten seconds, '1:02:03' above an hour; rounded up."""
    if seconds < 10:
        return f"0:{math.ceil(10 * seconds - 1e-9) / 10:04.1f}" if seconds < 9.95 else "0:10"
    whole = math.ceil(seconds - 1e-9)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def format_duration(seconds: float) -> str:
    """How long a depth took: '3 ms', '0.42 s', '12.3 s', '2:05'."""
    if seconds < 0.0995:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 9.995:
        return f"{seconds:.2f} s"
    return f"{seconds:.1f} s" if seconds < 99.95 else format_time(seconds)


def format_depth(depth: int, kind: Kind, confidence: int = FULL_WIDTH) -> str:
    """For a narrow place: '12', '19@87%', 'w/d/l', 'exact', 'book'."""
    if kind is Kind.ESTIMATE:
        return f"{depth}" if confidence == FULL_WIDTH else f"{depth}@{confidence}%"
    return {Kind.BOOK: "book", Kind.OUTCOME: "w/d/l", Kind.EXACT: "exact"}[kind]


def describe_depth(progress: Progress) -> str:
    """How far was looked and how sure that is: '12 plies', '19 plies at 87 %', 'to the end at 95 %'."""
    depth, kind, confidence = progress.depth, progress.kind, progress.confidence
    if kind is not Kind.ESTIMATE:
        return {
            Kind.BOOK: "from the book",
            Kind.OUTCOME: "outcome proved",
            Kind.EXACT: "exact to the end",
        }[kind]
    plies = "1 ply" if depth == 1 else f"{depth} plies"
    if confidence == FULL_WIDTH:
        return plies
    return f"{'to the end' if depth >= progress.board.empties else plies} at {confidence} %"


def player_name(seats: tuple[Seat, Seat], color: Color) -> str:
    """'You' against the computer, else the colour; the program's name, or its search against itself."""
    seat, other = seats[color], seats[color.other]
    if seat.algorithm is not None:
        return PROGRAM if other.is_human else capitalised(seat.algorithm.label)
    return color.label if other.is_human else "You"


def capitalised(text: str) -> str:
    """'alpha-beta' -> 'Alpha-beta', 'PVS' as it is."""
    return text[:1].upper() + text[1:]


def describe_player(seat: Seat, color: Color, clock: float | None) -> str:
    """The second line of a player's card: clock, colour, level; in a narrow card the end may be cut."""
    parts = [color.label]
    if clock is not None:
        parts.insert(0, format_time(clock))
    if not seat.is_human:
        parts.append(f"level {seat.level}")
    return " · ".join(parts)


def evaluation_share(score: float) -> float:
    """Black's share 0 .. 1 of the evaluation bar: a square-root-like squeeze, so that small leads show."""
    return 0.5 + 0.5 * squeezed(score)


def squeezed(score: float) -> float:
    """-64 .. 64 discs -> -1 .. 1, steep near zero."""
    return math.copysign(math.sqrt(min(64.0, abs(score)) / 64.0), score)


def describe_status(match: Match) -> str:
    """One line that says who must act."""
    turn = match.turn
    phase = match.phase
    if match.problem is not None:
        return match.problem
    if phase is Phase.OVER:
        result = match.result
        assert result is not None
        return f"Game over: {result.text()}"
    if match.thinking.is_hinting and match.thinking.is_searching:
        hint = "hints are being searched"
        return f"Your move ({turn.label}) – {hint}" if phase is Phase.HUMAN else f"Paused – {hint}"
    if phase is Phase.PASSING:
        return f"{turn.label} has no move: pass"
    if phase is Phase.PAUSED:
        if match.board.must_pass():
            to_act = f"{turn.label} has no move: Resume or Step passes"
        elif match.seat.is_human:
            to_act = "your move"
        else:
            to_act = "the computer is to move: Resume or Step lets it go on"
        return f"Paused at move {match.game.cursor} – {to_act}"
    if phase is Phase.HUMAN:
        return f"Your move ({turn.label})" if not _two_people(match) else f"{turn.label} to move"
    analysis = match.thinking.analysis
    if analysis is None or analysis.limit.seconds is None:
        return f"{player_name(match.seats, turn)} is thinking"
    total = analysis.limit.seconds + match.thinking.seconds_before
    used = min(total, analysis.counters().seconds + match.thinking.seconds_before)
    verb = "is thinking" if match.thinking.is_searching else f"plays {format_move(analysis.progress.move)}"
    return f"{player_name(match.seats, turn)} ({turn.label}) {verb} – {used:.1f} of {total:.1f} s"


def _two_people(match: Match) -> bool:
    return all(seat.is_human for seat in match.seats)


def describe_result(seats: tuple[Seat, Seat], result: Result) -> str:
    """What a result means to the person: 'You win by 16 discs'."""
    if result.winner is None:
        return "A draw"
    by = abs(result.black - result.white)
    margin = "on time" if result.ending is Ending.TIME else f"by {by} {'disc' if by == 1 else 'discs'}"
    people = [color for color in Color if seats[color].is_human]
    if len(people) == 1:
        return f"You {'win' if people[0] is result.winner else 'lose'} {margin}"
    name, other = (player_name(seats, color) for color in (result.winner, result.winner.other))
    return f"{name if name != other else result.winner.label} wins {margin}"
