"""GGF, the Generic Game Format of GGS and of NBoard: `(;`, tags such as `PB[name]`, `;)`.

Written as NBoard does, on one line: upper-case squares, passes `PA`, and of each move what it is worth to the
side that makes it and the seconds it took, where these are known.

Read: tags in any order, unknown ones skipped; the start with any blanks in it; squares in either case, with
letters behind them; passes written `PA`, `pass`, `P` or `--`, or left out. The letter of a move's tag, B or
W, is not used: the rules say whose move it is. A value ends at the first `]`, for which a name has `)`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from game.board import PASS, Board, Color, Ending, Move, Result, move_name, parse_square
from game.clock import TimeControl
from game.evaluation import Evaluation, Kind
from game.plain_text import quoted
from game.records.transcript import TranscriptError, play_token
from game.tree import Game, Node

# RE of a game that is not finished, or of which the result is not told.
UNKNOWN_RESULT: Final = "?"
# Characters of a player's name.
MAX_NAME: Final = 100

# How much of an unreadable text an error message shows.
SHOWN_CHARS: Final = 40

TAG: Final = re.compile(r"\s*(?P<name>[A-Za-z]+)\s*\[(?P<value>[^\]]*)\]")
END: Final = re.compile(r"\s*(?:;\s*)?\)")
START: Final = re.compile(r"\s*8(?!\d)\s*(?P<board>.*)", re.DOTALL)
MOVE: Final = re.compile(r"(?P<square>[a-h][1-8])[a-z]*|p(as?s?)?|--", re.IGNORECASE)
# [[days.]hours:]minutes:seconds, or seconds alone.
TIME: Final = re.compile(r"(?:(?:(?:(\d+)\.)?(\d+):)?(\d+):)?(\d+(?:\.\d+)?)")
# A day, perhaps with its time; what follows, the time zone above all, is not used.
DATE: Final = re.compile(r"(\d{4})[.-](\d\d)[.-](\d\d)(?:[ _T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{6}))?)?)?")
UNIX_SECONDS: Final = re.compile(r"\d{9,10}")
# Black's lead in discs, and a letter for a game that did not end on the board.
RESULT: Final = re.compile(r"([+-]?\d{1,2}(?:\.\d+)?)(?::([a-z]))?")
ON_TIME: Final = "t"
MOST_DISCS: Final = 64


@dataclass(frozen=True, slots=True)
class NotedMove:
    """A move, what its side thought it worth in discs, and the seconds it took; None: that is not told."""

    move: Move
    score: float | None = None
    seconds: float | None = None

    def text(self) -> str:
        """As the tags B and W have it: `F5/1.20/3.40`, `F5//3.40`, `PA`."""
        score = "" if self.score is None else ggf_number(self.score)
        seconds = "" if self.seconds is None else ggf_number(self.seconds)
        return f"{ggf_move(self.move)}/{score}/{seconds}".rstrip("/")


@dataclass(frozen=True, slots=True)
class GgfGame:
    """One game and what was noted with it.

    `result` is the text of RE: Black's lead in discs, perhaps with the way it ended (`+64.00:r`), or `?`; see
    `parse_result`. `controls` are Black's clock and White's, without the extra time after the first loss on
    time. `seconds` has what each of `game.moves` took, None where that is not told. What moves were found to
    be worth is an estimate of the node they lead to. `date` is that of the place, whatever its time zone.
    """

    game: Game = field(default_factory=Game)
    black: str = ""
    white: str = ""
    result: str = UNKNOWN_RESULT
    controls: tuple[TimeControl, TimeControl] = (TimeControl(), TimeControl())
    seconds: tuple[float | None, ...] = ()
    date: datetime | None = None
    place: str = "NBoard"

    def played(self, value: str) -> GgfGame:
        """The game after one move more, written as the tags B and W have it: `square[/evaluation[/seconds]]`.

        Raises TranscriptError.
        """
        game = self.game.copy()
        seconds = list(self.seconds)
        _play(game, seconds, value)
        return replace(self, game=game, seconds=tuple(seconds))


def parse_ggf(text: str) -> GgfGame:
    """Read the first game of a text; it stands at its last move.

    Raises TranscriptError at the first move that is not legal, and ValueError for another game than Othello,
    another board than 8x8, and what cannot be read.
    """
    tags = _tags(text)
    record = _header(dict(tags))
    seconds: list[float | None] = []
    for name, value in tags:
        if name in ("B", "W"):
            _play(record.game, seconds, value)
    return replace(record, seconds=tuple(seconds))


def parse_ggf_header(text: str) -> tuple[GgfGame, int]:
    """The first game of a text without its moves, which are only counted: for long lists of games.

    Raises ValueError as `parse_ggf` does.
    """
    tags = _tags(text)
    moves = (MOVE.match(value.strip()) for name, value in tags if name in ("B", "W"))
    return _header(dict(tags)), sum(move is not None and move["square"] is not None for move in moves)


def split_ggf(text: str) -> Iterator[tuple[int, str]]:
    """The games of a text, each with the line it begins in, from 1. What cannot be read ends at the next."""
    last_value = text.rfind("]")
    line, position = 1, 0
    while (begin := text.find("(;", position)) >= 0:
        line += text.count("\n", position, begin)
        position = begin + 2
        while match := TAG.match(text, position):
            position = match.end()
        if match := END.match(text, position):
            position = match.end()
        else:
            following = text.find("(;", position)
            position = following if 0 <= following < last_value else len(text)
        yield line, text[begin:position]
        line += text.count("\n", begin, position)


def parse_result(text: str) -> Result | None:
    """What RE says; None for an unfinished game, and for what cannot be read.

    Of a game that did not end on the board the discs are not known: they are those of the lead.
    """
    match = RESULT.fullmatch(text.strip())
    lead = 0.0 if match is None else float(match[1])
    if match is None or abs(lead) > MOST_DISCS:
        return None
    winner = Color.BLACK if lead > 0 else Color.WHITE if lead < 0 else None
    ending = Ending.TIME if match[2] == ON_TIME and winner is not None else Ending.FINISHED
    black = (MOST_DISCS + round(lead)) // 2
    return Result(black, MOST_DISCS - black, winner, ending)


def ggf_result(result: Result | None) -> str:
    """The text of RE; who wins on time has all discs."""
    if result is None:
        return UNKNOWN_RESULT
    if result.ending is Ending.TIME:
        return f"{'+' if result.winner is Color.BLACK else '-'}64.00:{ON_TIME}"
    return f"{result.black - result.white:+.2f}"


def ggf(record: GgfGame) -> str:
    """The whole game, also what lies beyond its cursor; `parse_ggf` gives the same back."""
    game = record.game
    signs = game.start.text().replace("X", "*")
    rows = " ".join(signs[first : first + 8] for first in range(0, 64, 8))
    black, white = map(_control, record.controls)
    tags = [("GM", "Othello"), ("PC", record.place)]
    if record.date is not None:
        tags += [("DT", record.date.isoformat(" "))]
    tags += [("PB", record.black), ("PW", record.white), ("RE", record.result)]
    tags += [("TI", black)] if black == white else [("TB", black), ("TW", white)]
    tags += [("TY", "8"), ("BO", f"8 {rows} {signs[-1]}")]
    for ply, move in enumerate(game.moves):
        seconds = record.seconds[ply] if ply < len(record.seconds) else None
        tags.append((game.line[ply].board.turn.name[0], _noted(game.line[ply + 1], move, seconds).text()))
    return "(;" + "".join(f"{name}[{_one_line(value)}]" for name, value in tags) + ";)"


def ggf_move(move: Move) -> str:
    """`F5`, or `PA` for a pass."""
    return "PA" if move == PASS else move_name(move).upper()


def ggf_number(number: float) -> str:
    """Discs or seconds, to the hundredth; never -0.00."""
    return f"{number:z.2f}"


def parse_noted_move(text: str) -> NotedMove:
    """Read `square[/evaluation[/seconds]]`; notes that are no numbers are as good as none.

    Raises ValueError for what is not a move.
    """
    token, score, seconds, *_ = [*text.split("/"), "", ""]
    match = MOVE.fullmatch(token.strip())
    if match is None:
        raise ValueError(f"{_shown(token.strip())} is not a move")
    move = parse_square(match["square"]) if match["square"] else PASS
    return NotedMove(move, _parse_number(score), _parse_number(seconds, least=0.0))


def _tags(text: str) -> list[tuple[str, str]]:
    """Names and values of the first game, in order."""
    begin = text.find("(;")
    if begin < 0:
        raise ValueError(f"there is no GGF game, (;GM[Othello]...;), in {_shown(text)}")
    tags = []
    position = begin + 2
    while match := TAG.match(text, position):
        tags.append((match["name"], match["value"]))
        position = match.end()
    if not END.match(text, position):
        rest = text[position:].strip()
        problem = f"not {_shown(rest)}" if rest else "but the text ends"
        raise ValueError(f"after {len(tags)} tags a GGF game goes on with a tag or ends with ;), {problem}")
    return tags


def _header(values: Mapping[str, str]) -> GgfGame:
    """All but the moves; the game stands at its start."""
    if values.get("GM", "Othello").strip().lower() != "othello":
        raise ValueError(f"the game is not Othello but {_shown(values['GM'])}")
    clock = values.get("TI", "")
    return GgfGame(
        game=Game(_parse_start(values["BO"])) if "BO" in values else Game(),
        black=_parse_name(values.get("PB", "")),
        white=_parse_name(values.get("PW", "")),
        result=values.get("RE", "").strip() or UNKNOWN_RESULT,
        controls=(_parse_control(values.get("TB", clock)), _parse_control(values.get("TW", clock))),
        date=_parse_date(values.get("DT", "").strip()),
        place=values.get("PC", ""),
    )


def _parse_name(value: str) -> str:
    """A player's name on one line, without signs that cannot be written, and of a length that can."""
    signs = (sign for sign in value if sign.isprintable() or sign.isspace())
    return " ".join("".join(signs).split())[:MAX_NAME].strip()


def _parse_start(value: str) -> Board:
    match = START.fullmatch(value)
    if match is None:
        raise ValueError(f"the board is not 8x8, or BO does not begin with 8: {_shown(value)}")
    return Board.from_text(match["board"])


def _parse_control(value: str) -> TimeControl:
    """`main/increment/extra`, each part optional; what follows a comma in a part is not used."""
    main, increment = (_parse_time(part, value) for part in [*value.split("/"), ""][:2])
    return TimeControl(per_game=main or increment or None, increment=increment)


def _parse_time(part: str, value: str) -> float:
    part = part.partition(",")[0].strip()
    match = TIME.fullmatch(part or "0")
    if match is None:
        raise ValueError(f"{_shown(value)} is not a clock: expected minutes:seconds/increment/extra")
    days, hours, minutes, seconds = (float(number or 0) for number in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _parse_date(text: str) -> datetime | None:
    """None for what is no date: a game counts without it."""
    if UNIX_SECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(text))
    match = DATE.match(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, microsecond = (int(part or 0) for part in match.groups())
    try:
        return datetime(year, month, day, hour, minute, second, microsecond)
    except ValueError:
        return None


def _control(control: TimeControl) -> str:
    main = _time(control.per_game or 0.0)
    return f"{main}/{_time(control.increment)}" if control.increment else main


def _time(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:05.2f}".removesuffix(".00")


def _play(game: Game, seconds: list[float | None], value: str) -> None:
    """Add the move to the game and its time to `seconds`, both also for a pass that was left out."""
    token = value.partition("/")[0].strip()
    try:
        noted = parse_noted_move(value)
    except ValueError as error:
        raise TranscriptError(_cut(token), len(game.moves) + 1, game.board, "is not a move") from error
    play_token(game, noted.move, token)
    if noted.score is not None and abs(noted.score) <= MOST_DISCS:
        game.node.note(Evaluation(_sign(game.node) * noted.score, 0, Kind.ESTIMATE))
    seconds += [None] * (len(game.moves) - len(seconds) - 1)
    seconds.append(noted.seconds)


def _noted(node: Node, move: Move, seconds: float | None) -> NotedMove:
    """The move to `node`, with the surest that is known of it."""
    evaluation = node.evaluation if node.evaluations else None
    return NotedMove(move, None if evaluation is None else _sign(node) * evaluation.score, seconds)


def _sign(node: Node) -> int:
    """Of a score for the side that moved last: + for Black."""
    return -1 if node.board.turn is Color.BLACK else 1


def _parse_number(text: str, least: float = -math.inf) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if least <= number and math.isfinite(number) else None


def _one_line(value: str) -> str:
    return " ".join(value.replace("]", ")").split())


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_CHARS else text[:SHOWN_CHARS] + "…"


def _shown(text: str) -> str:
    return quoted(text, SHOWN_CHARS)
