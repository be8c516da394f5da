"""What the window says of outside engines."""

from __future__ import annotations

from ai.arena.host import Protocol
from play.engines_file import EngineLine
from play.outside import OutsideAnalysis
from ui.text import _, ngettext
from ui.text.new_game_wording import clock_label, seconds_label
from ui.text.wording import format_move, format_worth

PROTOCOLS = {Protocol.NBOARD: "NBoard", Protocol.GTP: "GTP"}


def engine_parts(line: EngineLine | None) -> tuple[str, ...]:
    """'NBoard', '18 plies'; what is wrong with it."""
    if line is None:
        return (_("not in the list of engines"),)
    spec = line.spec
    if spec is None:
        return (line.problem,)
    parts = [] if spec.protocol is None else [PROTOCOLS[spec.protocol]]
    if spec.depth is not None:
        parts.append(_plies(spec.depth))
    if spec.seconds is not None:
        parts.append(seconds_label(spec.seconds))
    if spec.clock.per_game is not None:
        parts.append(clock_label(spec.clock))
    return tuple(parts) or (_("its own limit"),)


def _plies(depth: int) -> str:
    return ngettext("{count} ply", "{count} plies", depth).format(count=depth)


def engine_sentence(analysis: OutsideAnalysis) -> str:
    """What goes on in it, with the figures that it tells."""
    name, engine, progress = analysis.outside, analysis.engine, analysis.progress
    told = [] if progress.evaluation is None else [format_worth(progress.evaluation.score)]
    told += [_plies(progress.depth)] if progress.depth else []
    if analysis.error is not None:
        return str(analysis.error)
    if analysis.was_dropped:
        return _("{engine} was stopped.").format(engine=name)
    if analysis.is_done:
        sentence = _("{engine} plays {move}: {told}.") if told else _("{engine} plays {move}.")
        return sentence.format(engine=name, move=format_move(progress.move), told=" · ".join(told))
    if not analysis.has_begun:
        sentence = _("{engine} is starting: {status}") if analysis.status else _("{engine} is starting.")
        return sentence.format(engine=name, status=analysis.status)
    if engine.protocol is Protocol.GTP:
        return _("{engine} is thinking. It speaks GTP, which does not report progress.").format(engine=name)
    if told:
        told.insert(0, format_move(progress.move))
    status = " · ".join([analysis.status, *told] if analysis.status else told)
    sentence = _("{engine}: {status}") if status else _("{engine} is thinking, and has reported nothing yet.")
    return sentence.format(engine=name, status=status)
