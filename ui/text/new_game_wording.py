"""Texts for the choices of a new game (clocks, levels, engines), and the parser of a typed clock."""

from typing import Final

from ai.arena.host import Protocol
from ai.limits import LONGEST_MOVE
from game.board import Color
from game.clock import TimeControl
from game.starts import Start
from game.text import reason_of
from play.engines_file import EngineLine
from play.outside import OutsideAnalysis
from ui.text import N_, _, format_number
from ui.text.wording import describe_plies, format_level, format_move, format_worth


def parse_clock(minutes: str, seconds: str) -> TimeControl:
    """Parses minutes per game and seconds added per move, or only seconds per move. Raises ValueError."""
    per_game, per_move = 60 * _number(minutes), _number(seconds)
    if max(per_game, per_move) > LONGEST_MOVE:
        raise ValueError(_("A clock can have at most a day, 1440 minutes."))
    if per_game:
        return TimeControl(per_game=per_game, increment=per_move)
    if per_move:
        return TimeControl(per_move=per_move)
    raise ValueError(_("A clock needs minutes for the game, seconds for each move, or both."))


def _number(text: str) -> float:
    """Parses a number of 0 or more; a comma counts as a point, an empty text as 0. Raises ValueError."""
    try:
        number = float(text.strip().replace(",", ".") or 0)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ValueError(_("“{text}” is not a number of minutes or seconds for a clock.", text=text.strip()))
    return number


def side_label(side: Color | None) -> str:
    return _("Either") if side is None else side.label


def seconds_label(seconds: float) -> str:
    return _("{seconds} s per move", seconds=format_number(seconds, "g"))


def clock_label(control: TimeControl | None) -> str:
    """Returns 'No clock', '10 s per move', '3 min + 2 s per move'."""
    if control is None:
        return _("Your own clock …")
    if control.per_game is None:
        return _("No clock") if control.per_move is None else seconds_label(control.per_move)
    minutes, seconds = (format_number(each, "g") for each in (control.per_game / 60, control.increment))
    if control.increment:
        return _("{minutes} min + {seconds} s per move", minutes=minutes, seconds=seconds)
    return _("{minutes} min per game", minutes=minutes)


def start_label(start: Start | None) -> str:
    return {
        Start.STANDARD: _("Standard"),
        Start.ALTERNATIVE: _("Alternative"),
        Start.RANDOM: _("Random opening"),
        Start.XOT: _("XOT"),
        Start.SCORED: _("By score"),
        None: _("From text"),
    }[start]


def turn_label(turn: Color | None) -> str:
    return _("As in the text") if turn is None else turn.label


# As measured: docs/strength.md lists the discs that levels and people give away.
LEVEL_SENTENCES: Final = (
    N_("Turns as many discs as it can, and sees no answer: for a first game."),
    N_("Leaves you few moves if it can, but often misses your best answer."),
    N_("Sees your answer, but gives away more than twice as many discs as the average tournament player."),
    N_("Looks 3 moves ahead. Of 20 tournament players, 18 give away fewer discs."),
    N_("Gives away as many discs as the average tournament player."),
    N_("Gives away as few discs as the best quarter of tournament players."),
    N_("Gives away fewer discs than the best tenth of tournament players."),
    N_("Gives away half as many discs as the best tenth of tournament players."),
    N_("Looks 15 moves ahead, and hardly ever gives a disc away."),
    N_("Looks as far ahead as its time allows, and gives nothing away on purpose."),
)


def describe_level(number: int) -> str:
    """Returns the name of a level, and how it plays."""
    sentence = _(LEVEL_SENTENCES[number - 1])
    return _("{name}. {sentence}", name=format_level(number), sentence=sentence)


def describe_adaptive(level: int) -> str:
    """Returns how the adaptive level works, with its current level."""
    sentence = _(
        "One level stronger after each game you win, one weaker after each you lose. Today: {level}."
    )
    name = _("level {level}, {name}", level=level, name=format_level(level))
    return sentence.format(level=name)


PROTOCOLS = {Protocol.NBOARD: "NBoard", Protocol.GTP: "GTP"}


def engine_parts(line: EngineLine | None) -> tuple[str, ...]:
    """Returns the protocol and limits of an engine ('NBoard', '18 plies'), or its problem."""
    if line is None:
        return (_("not in the list of engines"),)
    spec = line.spec
    if spec is None:
        return (line.problem,)
    parts = [] if spec.protocol is None else [PROTOCOLS[spec.protocol]]
    if spec.depth is not None:
        parts.append(describe_plies(spec.depth))
    if spec.seconds is not None:
        parts.append(seconds_label(spec.seconds))
    if spec.clock.per_game is not None:
        parts.append(clock_label(spec.clock))
    return tuple(parts) or (_("its own limit"),)


def engine_sentence(analysis: OutsideAnalysis) -> str:
    """Returns a sentence about the state of an engine, with the figures that it reports."""
    name, engine, progress = analysis.outside, analysis.engine, analysis.progress
    told = [] if progress.evaluation is None else [format_worth(progress.evaluation.score)]
    told += [describe_plies(progress.depth)] if progress.depth else []
    if analysis.error is not None:
        return reason_of(analysis.error)
    if analysis.was_dropped:
        return _("{engine} was stopped.", engine=name)
    if analysis.is_done:
        sentence = _("{engine} plays {move}: {told}.") if told else _("{engine} plays {move}.")
        return sentence.format(engine=name, move=format_move(progress.move), told=" · ".join(told))
    if not analysis.has_begun:
        sentence = _("{engine} is starting: {status}") if analysis.status else _("{engine} is starting.")
        return sentence.format(engine=name, status=analysis.status)
    if engine.protocol is Protocol.GTP:
        return _("{engine} is thinking. It speaks GTP, which does not report progress.", engine=name)
    if told:
        told.insert(0, format_move(progress.move))
    status = " · ".join([analysis.status, *told] if analysis.status else told)
    sentence = _("{engine}: {status}") if status else _("{engine} is thinking, and has reported nothing yet.")
    return sentence.format(engine=name, status=status)
