"""Starts external engines as players, and detects whether they speak NBoard or GTP."""

import re
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from ai.arena.gtp_engine import GtpEngine
from ai.arena.nboard_engine import NBoardEngine
from ai.arena.talk import START_PATIENCE, Allowance, EngineProcess
from game.records.nboard import NEWEST_VERSION

# GTP puts a number or a blank after the sign; "===" and "???" are decoration.
GTP_ANSWER: Final = re.compile(r"[=?](?![=?])")


class Protocol(Enum):
    """A protocol; its value is the word for it in the text of a player."""

    NBOARD = "nboard"
    GTP = "gtp"


def start(
    command: Sequence[str],
    folder: Path | None = None,
    allowance: Allowance | None = None,
    protocol: Protocol | None = None,
) -> NBoardEngine | GtpEngine:
    """Starts an engine and waits until it is ready; detects a missing `protocol`. Raises EngineError."""
    talk = EngineProcess(command, folder)
    try:
        return connect(talk, allowance or Allowance(), protocol)
    except BaseException:
        talk.close()
        raise


def connect(talk: EngineProcess, allowance: Allowance, protocol: Protocol | None) -> NBoardEngine | GtpEngine:
    """Like `start`, but for a running program, which keeps running after a failure."""
    chosen = protocol or _detected_protocol(talk)
    return (GtpEngine if chosen is Protocol.GTP else NBoardEngine)(talk, allowance)


def _detected_protocol(talk: EngineProcess) -> Protocol:
    """Detects the protocol by the first answer: GTP refuses unknown commands, NBoard ignores them."""
    questions = "protocol_version", f"nboard {NEWEST_VERSION}", "ping 1"
    talk.send(*questions)

    def is_answer(line: str) -> bool:
        return GTP_ANSWER.match(line) is not None or line.partition(" ")[0] == "pong"

    answer = talk.read_until(is_answer, " | ".join(questions), START_PATIENCE)[-1]
    talk.unnumbered = len(questions) - 1
    return Protocol.GTP if answer[0] in "=?" else Protocol.NBOARD
