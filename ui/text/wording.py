"""The words and numbers of the window, as texts.

`format_x` returns short forms for narrow places, `describe_x` sentences. Scores are in discs, + for Black, as
everywhere in the window; `for_black` converts those of a search, which are + for the side to move.
"""

import math
from collections.abc import Sequence
from datetime import date
from typing import Final

from ai.limits import Algorithm, Preparation, Progress
from game.board import PASS, Board, Color, Ending, Move, Result, move_name
from game.evaluation import FULL_WIDTH, Evaluation, Kind
from game.openings import Opening
from game.text import N_, _, format_number, language, localised, ngettext, pgettext
from game.tree import Game, Node
from play.match import Match, MatchPhase
from play.players import Seats
from play.record_players import YOU
from play.settings import FAST
from ui.input import with_key_names

PROGRAM: Final = "Nullwindow"

LEVEL_NAMES: Final = (
    *(N_("Beginner"), N_("Novice"), N_("Learner"), N_("Casual"), N_("Regular"), N_("Practised")),
    *(N_("Strong"), N_("Very strong"), N_("Nearly full strength"), N_("Full strength")),
)
"""The names of levels 1 to 10; `LEVEL_SENTENCES` describes their strength."""

# Numbers

# Units of the languages that count in ten thousands.
LARGE_NUMBERS: Final = {"ja": (("億", 1e8), ("万", 1e4)), "zh": (("亿", 1e8), ("万", 1e4))}


def format_count(number: float) -> str:
    """Returns '58.3 M' or '5830万' for 58301442: up to four figures and a unit, at most 7 characters."""
    for unit, size in LARGE_NUMBERS.get(language(), ((" G", 1e9), (" M", 1e6), (" k", 1e3))):
        if number >= 0.99995 * size:
            value = number / size
            return f"{format_number(value, '.1f') if value < 999.95 else f'{value:.0f}'}{unit}"
    return f"{number:.0f}"


def format_share(share: float | None) -> str:
    """Returns a share (0 to 1) in per cent; a dash for None."""
    return "–" if share is None else f"{format_number(100 * share, '.1f')} %"


def format_time(seconds: float) -> str:
    """Returns a clock reading, rounded up: '12:41', '1:02:03' from an hour, '0:09.5' below ten seconds."""
    if seconds < 10:
        tenths = math.ceil(10 * seconds - 1e-9) / 10
        return f"0:{format_number(tenths, '04.1f')}" if tenths < 10 else "0:10"
    whole = math.ceil(seconds - 1e-9)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def format_duration(seconds: float) -> str:
    """Returns the time of a depth: '3 ms', '0.42 s', '12.3 s', '2:05'."""
    if seconds < 0.0995:
        return _("{milliseconds} ms", milliseconds=round(1000 * seconds))
    if seconds < 99.95:
        return format_seconds(seconds, 2 if seconds < 9.995 else 1)
    return format_time(seconds)


def format_seconds(seconds: float, decimals: int = 1) -> str:
    """Returns '3.1 s'."""
    return _("{seconds} s", seconds=format_number(seconds, f".{decimals}f"))


def format_about(seconds: float) -> str:
    """Returns 'about 3 s', 'about 45 s', 'about 2:05'."""
    left = max(1, math.ceil(seconds))
    left = -(-left // 5) * 5 if left > 20 else left
    return _("about {time}", time=format_seconds(left, 0) if left < 100 else format_time(left))


def format_date(day: date) -> str:
    """Returns '2026-11-25'."""
    return day.strftime(pgettext("date", "%Y-%m-%d"))


def describe_progress(done: int, total: int, seconds_left: float | None) -> str:
    """Returns '1,200 of 4,800 games, 3:20 left'."""
    games = ngettext("{done} of {total} game", "{done} of {total} games", total)
    text = games.format(done=format_number(done), total=format_number(total))
    if seconds_left is None:
        return text
    return _("{done}, {time} left", done=text, time=format_time(seconds_left))


def describe_loss(move: str, discs: float) -> str:
    """Returns 'h7 loses 8 discs'."""
    count = round(discs)
    if not count:
        return _("{move} loses less than a disc", move=move)
    return ngettext("{move} loses {discs} disc", "{move} loses {discs} discs", count, move=move, discs=count)


def format_watch_speed(speed: float) -> str:
    """Returns 'up to 300,000 positions/s'."""
    if speed >= FAST:
        return _("as fast as it thinks")
    return _("up to {count} positions/s", count=format_number(speed, ",.0f"))


def format_threads(threads: int) -> str:
    return ngettext("{threads} thread", "{threads} threads", threads, threads=threads)


def capitalised(text: str) -> str:
    """Returns 'Alpha-beta' for 'alpha-beta'; leaves 'PVS', 'αβ' and names of Python files unchanged."""
    is_name = text[:1] in "αβ" or ".py" in text.partition(" ")[0]
    return text if is_name else text[:1].upper() + text[1:]


# Names


def format_algorithm(algorithm: Algorithm) -> str:
    """Returns 'alpha-beta', 'PVS', for use in a sentence."""
    return _(algorithm.term)


def search_name(algorithm: Algorithm) -> str:
    """Returns 'Alpha-beta', 'PVS', for use on its own."""
    return capitalised(format_algorithm(algorithm))


def format_level(level: int) -> str:
    """Returns the name of a level 1 to 10, 'Beginner' to 'Full strength'."""
    return _(LEVEL_NAMES[level - 1])


def format_move(move: Move) -> str:
    """Returns 'e6'; '–' for a pass; 'B' or 'B3' in a written tree."""
    return "–" if move == PASS else move_name(move)


def format_line(moves: Sequence[Move]) -> str:
    """Returns 'f5 d6 c3'."""
    return " ".join(map(format_move, moves))


def format_opening(opening: Opening) -> str:
    """Returns the name of an opening in the language of the window, else in English."""
    return opening.name(language())


def format_name(name: str) -> str:
    """Returns a name from a record; translates the names that the program gives to unnamed players."""
    return _(name) if name in {YOU, *(color.name.capitalize() for color in Color)} else name


def format_player(seats: Seats, color: Color) -> str:
    """Returns the name of the seat or engine, else 'You' or 'Nullwindow'; the colour if both are alike."""
    seat, other = seats[color], seats[color.other]
    if seat.name or seat.outside:
        return seat.name or seat.outside
    if other.outside and not seat.is_human:
        return PROGRAM
    if seat.is_human is other.is_human:
        return color.label
    return _("You") if seat.is_human else PROGRAM


def format_seat(seats: Seats, color: Color) -> tuple[str, ...]:
    """Returns the texts below a player's name: the level, and the search if two searches differ."""
    seat, other = seats[color], seats[color.other]
    if seat.algorithm is None:
        return ()
    words = _("level {level}, suits you") if seat.adapts else _("level {level}")
    parts = [words.format(level=seat.level)]
    if other.algorithm not in (None, seat.algorithm):
        parts.append(format_algorithm(seat.algorithm))
    return tuple(parts)


def are_named(seats: Seats) -> bool:
    """Returns whether two people play who have different names."""
    return all(seat.is_human and seat.name for seat in seats) and seats[0].name != seats[1].name


def format_side(seats: Seats, color: Color) -> str:
    """Returns the name of a player if two people have names, else the colour."""
    return seats[color].name if are_named(seats) else color.label


# The place in a game


def discs_placed(game: Game, node: Node) -> int:
    """Returns the number of the last move before a position, not counting passes."""
    return game.root.board.empties - node.board.empties


# Scores


def for_black(score: float, turn: Color) -> float:
    """Converts a score for the side to move to one for Black."""
    return score if turn is Color.BLACK else -score


def format_score(score: float, kind: Kind = Kind.ESTIMATE) -> str:
    """Returns signed discs, with one decimal for estimates, none if exact; '+win' for a proved outcome."""
    if kind is Kind.OUTCOME:
        return _("+win") if score > 0 else _("−win") if score < 0 else _("draw")
    if kind is Kind.EXACT:
        return signed(f"{score:+.0f}")
    return signed(f"{score:+.1f}")


def format_worth(score: float, kind: Kind = Kind.ESTIMATE) -> str:
    """Returns a score in words: 'White +4', 'about even'; if certain, 'Black wins by 6', 'a draw'."""
    side, discs = (Color.BLACK if score > 0 else Color.WHITE).label, round(abs(score))
    if kind in (Kind.OUTCOME, Kind.EXACT) and not score:
        return _("a draw")
    if kind is Kind.OUTCOME:
        return _("{side} wins", side=side)
    if kind is Kind.EXACT:
        return _("{side} wins by {discs}", side=side, discs=discs)
    return _("{side} +{discs}", side=side, discs=discs) if discs else _("about even")


def signed(text: str) -> str:
    """Returns a number with a typographic minus, no sign for zero, and the separators of the language."""
    shown = "0" + text[2:] if text[0] in "+-" and not text.strip("+-0.") else text.replace("-", "−")
    return localised(shown)


# Depths


def format_source(kind: Kind) -> str:
    """Returns 'exact', 'book', 'w/d/l'; '' for an estimate."""
    return {
        Kind.ESTIMATE: "",
        Kind.BOOK: pgettext("depth of a search", "book"),
        Kind.OUTCOME: pgettext("depth of a search", "w/d/l"),
        Kind.EXACT: pgettext("depth of a search", "exact"),
    }[kind]


def format_depth(depth: int, kind: Kind, confidence: int = FULL_WIDTH) -> str:
    """Returns the short form of a depth: '12', '19@87%', or the source."""
    return format_source(kind) or (f"{depth}" if confidence == FULL_WIDTH else f"{depth}@{confidence}%")


def describe_depth(progress: Progress) -> str:
    """Returns a search's depth and confidence: '12 plies', '19 plies at 87 %', 'to the end at 95 %'."""
    depth, kind, confidence = progress.depth, progress.kind, progress.confidence
    if kind is not Kind.ESTIMATE:
        return {
            Kind.BOOK: _("from the book"),
            Kind.OUTCOME: _("outcome proved"),
            Kind.EXACT: _("exact to the end"),
        }[kind]
    if confidence < FULL_WIDTH and depth >= progress.board.empties:
        return _("to the end at {confidence} %", confidence=confidence)
    return describe_plies(depth, confidence)


def describe_plies(depth: int, confidence: int = FULL_WIDTH) -> str:
    """Returns '12 plies', '19 plies at 87 %'."""
    if confidence == FULL_WIDTH:
        return ngettext("{depth} ply", "{depth} plies", depth, depth=depth)
    return ngettext("{depth} ply at {confidence} %", "{depth} plies at {confidence} %", depth).format(
        depth=depth, confidence=confidence
    )


def describe_preparation(preparation: Preparation) -> str:
    """Returns the progress of the compiler, or its state as a sentence."""
    if not 0 < preparation.done < preparation.total:
        return _(preparation.text)
    return _(
        "Compiling the fast search, once: {done} of {total}", done=preparation.done, total=preparation.total
    )


def describe_getting_ready(preparation: Preparation) -> str:
    """Returns the same in words for players; if the preparation has failed, the reason."""
    if preparation.has_failed:
        return _(preparation.text)
    if not preparation.done:
        return _("Getting ready")
    return _("Getting ready, once: {done} of {total}", done=preparation.done, total=preparation.total)


# Who is to move


def describe_status(match: Match) -> str:
    if match.problem is not None:
        return match.problem
    phase = match.phase
    if phase is MatchPhase.OVER:
        result = match.result
        assert result is not None
        counted = _with_empties(format_result(result), result, match.board)
        if are_named(match.seats):
            counted = describe_result(match.seats, result, match.board)
        return _("Game over: {result}", result=counted)
    if match.is_waiting and match.is_timed and not match.board.must_pass():
        return _describe_waiting(match)
    if phase is MatchPhase.PASSING:
        return describe_pass(match.seats, match.turn)
    if phase is MatchPhase.PAUSED:
        return _describe_pause(match)
    if phase is MatchPhase.HUMAN:
        act = _describe_turn(match)
        hints = _describe_hints(match)
        return _("{act} – {hints}", act=act, hints=hints) if hints else act
    return _describe_thinking(match)


def _describe_turn(match: Match) -> str:
    """Returns 'Your move (Black)', 'Black to move', 'Anna (Black) to move'."""
    seats, turn = match.seats, match.turn
    color = turn.label
    if not seats[turn.other].is_human:
        return _("Your move ({color})", color=color)
    player = _player_and_color(seats, turn)
    return _("{side} to move", side=color) if player == color else _("{player} to move", player=player)


def _player_and_color(seats: Seats, color: Color) -> str:
    """Returns 'Nullwindow (White)', 'White'."""
    name, own = format_player(seats, color), color.label
    return own if name == own else _("{player} ({color})", player=name, color=own)


def _describe_waiting(match: Match) -> str:
    """Returns the status before the first move of a game with clocks."""
    if match.seat.is_human:
        return _("{act}: moving starts the clocks", act=_describe_turn(match))
    return with_key_names(
        _("{player} is to move: {pause} starts the clocks"),
        player=_player_and_color(match.seats, match.turn),
    )


def _describe_hints(match: Match) -> str:
    """Returns the state of the hints; '' if there are none."""
    thinking = match.thinking
    if thinking.analysis is None or not thinking.is_hinting:
        return ""
    return _("searching for hints") if thinking.is_searching else _("the hints are exact")


def _describe_pause(match: Match) -> str:
    if hints := _describe_hints(match):
        to_act = hints
    elif match.board.must_pass():
        side = format_side(match.seats, match.turn)
        to_act = with_key_names(_("{side} has no move: {pause} passes"), side=side)
    elif match.seat.is_human:
        to_act = _describe_turn(match)
    else:
        to_act = with_key_names(_("the computer is to move: {pause} continues"))
    return _(
        "Paused at move {number} – {to_act}", number=discs_placed(match.game, match.game.node), to_act=to_act
    )


def _describe_thinking(match: Match) -> str:
    thinking, analysis = match.thinking, match.thinking.analysis
    player = _player_and_color(match.seats, match.turn)
    if analysis is None or analysis.limit.seconds is None:
        return _("{player} is thinking", player=player)
    total = analysis.limit.seconds + thinking.seconds_before
    used, total_text = (format_number(each, ".1f") for each in (min(total, thinking.seconds_used), total))
    if thinking.is_searching or match.moment is not None:
        sentence = _("{player} is thinking – {used} of {total} s")
    else:
        sentence = _("{player} plays {move} – {used} of {total} s")
    move = format_move(analysis.progress.move)
    return sentence.format(player=player, move=move, used=used, total=total_text)


def describe_pass(seats: Seats, color: Color) -> str:
    """Returns a sentence about a forced pass; it addresses a person who plays the computer as 'you'."""
    if seats[color].is_human and not seats[color.other].is_human:
        return _("You have no move: you pass")
    return _("{side} has no move and passes", side=format_side(seats, color))


def describe_forced_pass(color: Color) -> str:
    return _("{side} has no move and passes", side=color.label)


def format_pass(color: Color, seats: Seats | None = None) -> str:
    if seats is not None and are_named(seats):
        return _("{player} passed", player=seats[color].name)
    return _("{side} passed", side=color.label)


# Results


# A game won by at most this many discs is close.
CLOSE: Final = 4


def format_result(result: Result) -> str:
    """Returns 'Black wins 40–24', 'Draw 32–32', 'White wins on time', for use in a sentence."""
    if result.winner is None:
        return _("Draw {black}–{white}", black=result.black, white=result.white)
    side = result.winner.label
    if result.ending is Ending.TIME:
        return _("{side} wins on time", side=side)
    if result.ending is Ending.UNCOUNTED:
        return _("Black won") if result.winner is Color.BLACK else _("White won")
    most, least = max(result.black, result.white), min(result.black, result.white)
    return _("{side} wins {most}–{least}", side=side, most=most, least=least)


def describe_result(seats: Seats, result: Result, board: Board) -> str:
    """Returns a result from the user's view, with who gets the empty squares: 'You win by 16 discs'."""
    if result.winner is None:
        return _with_empties(_("A draw"), result, board)
    is_on_time = result.ending is Ending.TIME
    number = abs(result.black - result.white)
    discs = ngettext("{discs} disc", "{discs} discs", number, discs=number)
    people = [color for color in Color if seats[color].is_human]
    if len(people) == 1:
        if people[0] is result.winner:
            sentence = _("You win on time") if is_on_time else _("You win by {discs}")
        else:
            sentence = _("You lose on time") if is_on_time else _("You lose by {discs}")
    else:
        sentence = _("{player} wins on time") if is_on_time else _("{player} wins by {discs}")
    name, other = (format_player(seats, color) for color in (result.winner, result.winner.other))
    player = name if name != other else result.winner.label
    text = sentence.format(player=player, discs=discs)
    if not board.discs(result.winner.other):
        text = _("{text}: the other side has no discs left", text=text)
    elif number <= CLOSE and not is_on_time:
        text = _("{text}: a close game", text=text)
    return _with_empties(text, result, board)


def _with_empties(text: str, result: Result, board: Board) -> str:
    """Adds who gets the empty squares, if there are any: the cards show only the discs."""
    empties = board.empties
    if not empties or result.ending is Ending.TIME:
        return text
    if result.winner is None:
        sentence = ngettext(
            "{text}, the empty square is shared", "{text}, the {empties} empty squares are shared", empties
        )
    else:
        sentence = ngettext(
            "{text}, the empty square counts for the winner",
            "{text}, the {empties} empty squares count for the winner",
            empties,
        )
    return sentence.format(text=text, empties=empties)


# Scales


def black_share(known: Evaluation | None) -> float:
    """Returns Black's share (0 to 1) of the evaluation bar, on the scale of the graph; 0.5 for None."""
    if known is None:
        return 0.5
    score = math.copysign(64.0, known.score) if known.kind is Kind.OUTCOME and known.score else known.score
    return (1 + squeezed(score)) / 2


def squeezed(score: float) -> float:
    """Maps scores from -64 to 64 discs to -1 to 1, by a square root, so steeply near zero."""
    return math.copysign(math.sqrt(min(64.0, abs(score)) / 64.0), score)
