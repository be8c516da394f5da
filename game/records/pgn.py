"""PGN: transcripts with tags, as written by PlayOK and Edax; `headings` reads other lines above a game.

Tags such as `[Black "name"]`, then a transcript with move numbers, comments (in braces, or after a
semicolon or a leading `%` to the end of the line), and variations in parentheses. `[Result "37-27"]` has
Black's discs first; with `1-0` a game that the moves do not end was resigned, or lost as Termination says.
The start is a FEN tag as `board_text` reads it, or 64 squares with the side to move. `!`, `?!` and `$3` are
marks of the move; other signs (`+=`, `$14`) are comments; stray numbers, dots and brackets are skipped. In a
comment, `[%emt 0:00:07]` is the time of a move, `[%clk 0:04:53]` the time left on its side's clock, which
stays text if the reading before is unknown. Written alike, without marks on other squares, scores and
judgements.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import time
from functools import partial
from typing import Final

from game.board import Board, Color, Ending, move_name
from game.clock import TimeControl
from game.records.board_text import parse_fen
from game.records.headings import as_comment, as_tags
from game.records.record import (
    GIVEN_UP,
    ON_TIME,
    PRAISE,
    UNKNOWN_RESULT,
    Record,
    clean_line,
    date_text,
    other_tags,
    parse_date,
    parse_rating,
    parse_result,
    parse_score,
    plain_date,
    won_text,
)
from game.records.sgf_text import BEGIN
from game.records.transcript import COMMENT, WIDE, outside_comments, read_transcript
from game.tree import Game, Node

TERMINATIONS: Final = {"time forfeit": ON_TIME, "abandoned": "l", "adjudication": "s"}
"""The letters in a result for the values of the PGN tag Termination."""
HOW_ENDED: Final = {letter: name for name, letter in TERMINATIONS.items()}
# A value ends at a quote and a bracket; on a line of its own it may have more quotes, or lack the last.
TAG: Final = re.compile(
    r'\s*+\[\s*+([A-Za-z]\w*+)\s*+"'
    r'((?:[^"\\]++|\\.)*+(?="\s*+\])|.*?(?="?[ \t]{0,9}\][ \t\r]{0,9}$))"?\s*+\]',
    re.MULTILINE,
)
_BEGUN: Final = r'\[\s{0,9}[A-Za-z]\w*+\s{0,9}"'
_WHOLE: Final = rf'{_BEGUN}(?:[^"\\\n]++|\\.)*+"\s{{0,9}}\]'
_LINE: Final = rf"^[ \t]{{0,9}}{_BEGUN}.*\][ \t\r]{{0,9}}$"
FIRST_TAG: Final = re.compile(rf"^[ \t]{{0,9}}{_WHOLE}", re.MULTILINE)
# A comment with any content, or an open one up to a tag; or the tag that begins the next game.
NEXT: Final = re.compile(
    rf";[^\n]*+|^%[^\n]*+|\{{[^{{}}]*+\}}|\{{(?:[^{{}}\n]++|\n(?!{_LINE}))*+|({_WHOLE}|{_LINE})", re.MULTILINE
)
# A tag with other quotes or none, or with brackets in its value: only below a regular tag.
LOOSE_TAG: Final = re.compile(
    r"\s*+\[\s*+(?![a-h][1-8]\b)([A-Za-z]\w*+)(?:[ \t]++(.*))?\][ \t\r]*+$", re.MULTILINE
)
QUOTES: Final = "\"'“”„‘’«» \t"
# A comment, even with nested ones; a command in brackets; a remark to the end of its line.
REMARK: Final = re.compile(
    r"\{((?:[^{}]++|\{[^{}]*+\})*+)\}|\{([^}]*+)(?:\}|(?P<open>\Z))"
    r'|(\[(?!\s*+\d*+\s*+\])[^\[\]"\n]*+\])|(?:^%|(?<!\S)#(?!\d)|;++)([^\n]*+)',
    re.MULTILINE,
)
SCORE: Final = r"(?:1/2|½|\d{1,2})"
# Text that is not a move: a result, a score, a number without its move, dots, other signs. Text allowed in a
# transcript stays: `1.`, `!`, `$1`, and the separators among `sign`.
NO_MOVE: Final = re.compile(
    rf"""(?P<result> (?<![\w/+-]){SCORE}\s?[-:]\s?{SCORE}(?![\w/]) | (?<!\S)\*(?!\S) )
      | (?P<worth> (?<!\S)(?: [+-]?\d+\.(?!0000\b)\d\S*+ | [+-]\d+(?!\S) ) )
      | [(\[]\s*\d{{1,3}}\s*[)\]]
      | (?<![\w.@$])(?!0000\b)\d{{1,4}}(?![\w.:)@])(?!\s*(?:[a-h][1-8]|p|--|@@|0000\b|パス))
      | (?<![\d.])\.[\s.…]* | …
      | (?P<sign> [^\w\s(){{}}\[\]@$!?*.,;:"'\#|→>・“”「」●○⚫⚪◯]+ )
      | (?<!\d): | (?<=[a-h][1-8]): | (?<!@)@(?!@) | \$(?!\d) | [\#\[\]}}*_]""",
    re.VERBOSE | re.IGNORECASE,
)
SEPARATORS: Final = re.compile(r"[+/]|-+")
# The moves of a game, or its result: a tag below belongs to another game.
PLAYED: Final = re.compile(rf"[a-h][1-8]|\*|{SCORE}\s?[-:]\s?{SCORE}", re.IGNORECASE)
TIME: Final = re.compile(r"\[%(clk|emt)\s++(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:\.\d{1,6})?)\s*+\]\s*+")
CONTROL: Final = re.compile(r"(\d{1,6})(?:\+(\d{1,4}))?")

BLANKS: Final = re.compile(r"\s*+")


def begin_of_pgn(text: str) -> int | None:
    """Returns the place of the first tag of a text; None if there is none, or another format comes first."""
    tag = TAG.match(text) or FIRST_TAG.search(text)
    return None if tag is None or BEGIN.search(text, 0, tag.start()) else tag.start()


def split_pgn(text: str) -> Iterator[tuple[int, str]]:
    """Yields the games of a text as tags, comments in braces and a transcript, each with its line, from 1."""
    position, line, below = 0, 1, ""
    while TAG.match(text, position):
        begin = end = next(BLANKS.finditer(text, position)).end()
        line += text.count("\n", position, begin)
        tags: dict[str, tuple[str, str]] = {}
        notes = moves = ""
        while (tag := TAG.match(text, end)) and not (tag[1].lower() in tags or is_played(moves)):
            notes += _as_comments(moves + below)  # the text between tags
            while tag := TAG.match(text, end) or LOOSE_TAG.match(text, end):
                value = _value(tag) if tag.re is TAG else (tag[2] or "").strip(QUOTES)
                tags.setdefault(tag[1].lower(), (tag[1], value))
                end = tag.end()
            following = next((match for match in NEXT.finditer(text, end) if match[1]), None)
            moves, below = _apart(text[end : following.start() if following else len(text)])
            end += len(moves) + len(below)
        if end == len(text):
            moves, below = moves + below, ""
        moves, result = _moves_alone(_in_braces(moves))
        if result and parse_score(tags.get("result", ("", ""))[1]) == UNKNOWN_RESULT:
            tags["result"] = "Result", result
        yield line, f"{as_tags(dict(tags.values()))}{notes}{moves}"
        line += text.count("\n", begin, end)
        position = end


def _value(tag: re.Match[str]) -> str:
    """Returns the value of a TAG without its backslashes."""
    return re.sub(r"\\(.)", r"\1", tag[2])


def below_tags(text: str) -> str:
    """Returns the text below the first tags."""
    end = begin_of_pgn(text) or 0
    while match := TAG.match(text, end):
        end = match.end()
    return text[end:]


def read_pgn(text: str) -> Record:
    """Reads a game up to an illegal move, whose error is the `problem`. Raises ValueError for a bad start."""
    tags: dict[str, str] = {}
    others: dict[str, str] = {}
    position = begin_of_pgn(text) or 0
    while match := TAG.match(text, position):
        if match[1].lower() not in tags:
            tags[match[1].lower()] = others[match[1]] = _value(match)
        position = match.end()
    fen = tags.get("fen")
    start = (parse_fen(fen) or (Board.from_text(fen),))[0] if fen else None
    game, problem = read_transcript(text[position:], start)
    is_open = problem is None and game.node.result is None
    if not is_open and parse_score(tags.get("result", "")).endswith(GIVEN_UP):
        del tags["result"]  # the moves give the score
    found = header(tags)
    _note_times(game, found.controls[0])
    is_said = {
        "termination": found.result.endswith(f":{TERMINATIONS.get(tags.get('termination', '').lower())}"),
        "timecontrol": found.controls[0] != TimeControl(),
    }
    more = other_tags((name, value) for name, value in others.items() if not is_said.get(name.lower()))
    return replace(found, game=game, tags=more, problem=problem)


def pgn(record: Record) -> str:
    """Returns a game with its variations and comments; the text ends with an empty line."""
    game, result = record.game, parse_result(record.result)
    date, (control, other) = plain_date(record.date), record.controls
    score = "*" if result is None else f"{result.black}-{result.white}"
    if result is not None and result.ending is not Ending.FINISHED:
        score = "1-0" if result.winner is Color.BLACK else "0-1"
    day = ".".join([*(date_text(date)[:10] or "????").split("-"), "??", "??"][:3])
    tags = {"Event": record.event, "Site": record.place, "Date": day, "Round": record.round}
    tags |= {"Black": record.black, "White": record.white, "Result": score}
    tags = {name: value or "?" for name, value in tags.items()}
    if result is not None and (how := HOW_ENDED.get(record.result.partition(":")[2])):
        tags["Termination"] = how
    if date is not None and date.time() != time():
        tags["Time"] = date.strftime("%H:%M:%S")
    for name, rating in zip(("BlackElo", "WhiteElo"), record.ratings, strict=True):
        if rating is not None:
            tags[name] = f"{rating:g}"
    if control == other and control.per_game is not None:
        increment = f"+{control.increment:.0f}" if control.increment else ""
        tags["TimeControl"] = f"{control.per_game:.0f}{increment}"
    if game.start != Board.initial():
        tags["FEN"] = game.start.text()
    clock = control if control == other else TimeControl()
    moves = " ".join([*_comment(game.root, clock), *_moves(game.root, clock), score])
    tags |= {name: value for name, value in record.tags if name not in tags}
    return f"{as_tags(tags)}\n{moves}\n\n"


def _moves(node: Node, clock: TimeControl) -> Iterator[str]:
    """Yields the line after a node: each move with its comment, then the variations in its place."""
    is_apart = True  # the first move, and a move after a variation or a comment, needs its number
    while node.children:
        main, *others = node.children
        yield from _move(main, is_apart, clock)
        for other in others:
            yield " ".join(["(", *_move(other, True, clock), *_moves(other, clock), ")"])
        is_apart = bool(others or main.comment or main.seconds is not None)
        node = main


def _move(node: Node, is_apart: bool, clock: TimeControl) -> Iterator[str]:
    assert node.move is not None
    if node.ply % 2:
        yield f"{(node.ply + 1) // 2}."
    elif is_apart:
        yield f"{node.ply // 2}..."
    sign = node.marks.get(node.move)
    is_praise = isinstance(sign, str) and PRAISE.fullmatch(sign) is not None
    yield f"{move_name(node.move)}{sign if is_praise else ''}"
    yield from _comment(node, clock)


def _comment(node: Node, clock: TimeControl) -> Iterator[str]:
    parts = [*_times(node, clock), *([node.comment] if node.comment else [])]
    if parts:
        yield as_comment(" ".join(parts))


def _times(node: Node, clock: TimeControl) -> Iterator[str]:
    """Yields the time left on the mover's clock after a move, if it is known, and the time of the move."""
    if node.seconds is None:
        return
    own = [passed.seconds for passed in node.line[1:] if passed.board.turn is node.board.turn]
    if clock.per_game is not None and None not in own:
        left = clock.per_game + sum(clock.increment - (seconds or 0) for seconds in own)
        if left >= 0:
            yield f"[%clk {_time(left)}]"
    yield f"[%emt {_time(node.seconds)}]"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds, 6), 60)
    shown = f"{rest:09.6f}".rstrip("0").rstrip(".")
    return f"{int(minutes // 60)}:{int(minutes % 60):02}:{shown}"


def _note_times(game: Game, clock: TimeControl) -> None:
    """Reads the times in comments. A reading of a clock stays there if the one before is unknown."""
    left = {game.root: [clock.per_game, clock.per_game]}
    for node in game.root.walk():
        if node.parent is not None:
            left[node] = [*left[node.parent]]
            note = partial(_note_time, node, left[node], clock.increment)
            node.comment = TIME.sub(note, node.comment).strip()


def _note_time(node: Node, left: list[float | None], increment: float, found: re.Match[str]) -> str:
    """Stores the time of a command; returns the text that replaces it. Before the move both had `left`."""
    mover, minutes = node.board.turn.other, int(found[2] or 0) * 60 + int(found[3])
    took: float | None = (seconds := round(minutes * 60 + float(found[4]), 6))
    if found[1] == "clk":
        before, left[mover] = left[mover], seconds
        took = None if before is None else round(before - seconds + increment, 6)
    if took is None or took < 0:
        return found[0]
    if node.seconds is None or found[1] == "emt":
        node.seconds = took
    return ""


def is_played(moves: str) -> bool:
    return PLAYED.search(COMMENT.sub("", _in_braces(moves))) is not None


def _in_braces(moves: str) -> str:
    """Returns the moves with all comments in braces, not nested."""

    def in_braces(found: re.Match[str]) -> str:
        return found[0] if found.lastgroup == "open" else as_comment(next(filter(None, found.groups()), ""))

    return REMARK.sub(in_braces, moves)


def _as_comments(text: str) -> str:
    """Returns a text with all of it turned into comments."""
    return outside_comments(
        _in_braces(text), lambda piece: as_comment(piece.strip()) if piece.strip() else ""
    )


def _apart(text: str) -> tuple[str, str]:
    """Splits off the remarks at the end, after an empty line, which are about the game below."""
    lines = text.splitlines(keepends=True)
    first = len(lines)
    while first and (not lines[first - 1].strip() or lines[first - 1][0] in ";%"):
        first -= 1
    while 0 < first < len(lines) and lines[first].strip():
        first += 1
    return "".join(lines[:first]), "".join(lines[first:])


def _moves_alone(text: str) -> tuple[str, str]:
    """Returns the moves, with only what a transcript may have between them, and the result or ''."""
    results: list[str] = []

    def kept(found: re.Match[str]) -> str:
        if found.lastgroup == "result":
            results.append(found[0])
        if found.lastgroup == "sign" and SEPARATORS.fullmatch(found[0]):
            return found[0]
        return "{" + found[0] + "}" if found.lastgroup in ("worth", "sign") else " "

    moves = outside_comments(text, lambda piece: NO_MOVE.sub(kept, piece.translate(WIDE)))
    return moves, "".join(results[-1:])


def header(tags: Mapping[str, str]) -> Record:
    """Builds the record without the moves; `tags` have lower-case names."""

    def line(name: str) -> str:
        value = clean_line(tags.get(name, ""))
        return "" if value in ("?", "-") else value

    result = parse_score(tags.get("result", ""))
    score, how = parse_result(result), TERMINATIONS.get(tags.get("termination", "").lower())
    if score is not None and score.winner is not None and how is not None:
        is_counted = score.ending is Ending.FINISHED and how != ON_TIME
        result = f"{result}:{how}" if is_counted else won_text(score.winner, how)
    time = f" {tags['time']}" if re.fullmatch(r"\d\d:\d\d(:\d\d)?", tags.get("time", "")) else ""
    control = CONTROL.fullmatch(tags.get("timecontrol", ""))
    main, increment = (float(number or 0) for number in control.groups()) if control else (0.0, 0.0)
    clock = TimeControl(per_game=main or increment or None, increment=increment)
    return Record(
        black=line("black"),
        white=line("white"),
        result=result,
        controls=(clock, clock),
        date=parse_date(tags.get("date", "").strip() + time),
        place=line("site"),
        event=line("event"),
        round=line("round"),
        ratings=(parse_rating(tags.get("blackelo", "")), parse_rating(tags.get("whiteelo", ""))),
    )
