"""SGF, the Smart Game Format, as programs use it for Othello: GM[2], for which FF[4] defines no moves.

Written: FF[4] in UTF-8, squares as `f5`, passes as empty values, the start as AB, AW and PL, a node per
move, variations in the order of the tree, the surest score (V, + for Black), the increment in OT. Five
properties are our own, which other programs keep or skip: `EVAL[kind:score:depth:confidence]`, a value for
each kind of evaluation, scores for Black; `LINES`, a value for each analysed move (see `move_score_text`);
`TIME`, the seconds of a move; `JUDGE`, its judgement (see `judgement_text`), with DO (doubtful) or BM (bad
move, 2 for a blunder) for other programs; and `TAG[name:value]`, a PGN tag.

Read: squares also as `F5` or with two letters as in Go (`fe`); passes left out or written as nothing, `tt`,
`PA`, `pass` or `--`; a start without AB and AW is the standard one without the squares of AE; a first move in
the root; rectangles of squares (`a1:b2`); names of properties as in FF[3]; as comments N, GC, DM, UC, GB, GW,
HO. The rules determine whose move it is, not the letter of its property. If a game is complete, the discs on
the board are its result: one widespread program writes Black as the winner of all.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final

from game.board import PASS, Board, Color, Move, Square, parse_square, square_name, squares
from game.clock import TimeControl
from game.evaluation import (
    DEEPEST,
    FULL_WIDTH,
    Evaluation,
    Kind,
    judgement_text,
    move_score_text,
    parse_judgement,
    parse_move_score,
)
from game.plain_text import parse_number, quoted
from game.records.record import (
    MOST_DISCS,
    RESULT,
    UNKNOWN_RESULT,
    Comments,
    Record,
    clean_line,
    date_text,
    lead_text,
    other_tags,
    parse_date,
    parse_rating,
    parse_score,
    result_text,
    won_text,
)
from game.records.sgf_text import Properties, parse_tree, split_value, text_of, value_of
from game.records.transcript import TranscriptError, add_token
from game.text import _
from game.tree import Game, Node, Shape, SquareMark

OTHELLO: Final = "2"
NAMES: Final = {OTHELLO, "othello", "reversi"}
PASSES: Final = ("", "tt", "pa", "ps", "pass", "--")
MOVES: Final = ("B", "W")
SETUP: Final = ("AB", "AW", "AE", "PL")
MARKS: Final = {"CR": Shape.CIRCLE, "SQ": Shape.SQUARE, "TR": Shape.TRIANGLE, "MA": Shape.CROSS}
LABEL: Final = "LB"
# The annotations of a move. With a judgement, DO and BM belong to it.
SIGNS: Final = {"!": "TE[1]", "!!": "TE[2]", "!?": "IT[]", "?!": "DO[]", "?": "BM[1]", "??": "BM[2]"}
# Properties that are comments on a position.
WORDS: Final = {"DM": "=", "UC": "∞", "GB": "● +", "GW": "○ +", "HO": "★"}
TAGS: Final = {
    "AN": "Annotator", "SO": "Source", "ON": "Opening", "BT": "BlackTeam", "WT": "WhiteTeam", "US": "User",
    "CP": "Copyright", "RU": "Rules",
}  # fmt: skip
LONGEST_LABEL: Final = 20
# `B+16`, `W+R`, `B+Time`.
WON: Final = re.compile(r"([BW])\s*\+\s*([A-Za-z]+|\d{1,2}(?:\.\d{1,9})?)?", re.IGNORECASE)
# How a game ended, in SGF and in GGF.
ENDINGS: Final = {"R": "r", "T": "t", "F": "l"}
INCREMENT: Final = re.compile(
    r"\s*\+?(\d{1,6}(?:\.\d{1,9})?)\s*(?:s|sec|seconds|fischer|increment)?\s*", re.I
)


def read_sgf(text: str) -> Record:
    """Reads the first game of a text and goes to the end of its main line.

    Keeps the moves before an illegal one in each variation; the first error is the `problem`. Raises
    ValueError for another game, a board that is not 8x8, and unreadable text.
    """
    parts, problem = parse_tree(text)
    nodes = [part for part in parts if not isinstance(part, str)]
    root = nodes[0]
    if not {name.strip().lower() for name in root.get("GM", [])[:1]} <= NAMES:
        raise ValueError(_("the game is {name}, not Othello (GM[2])", name=_shown(root["GM"])))
    if not {size.strip() for size in root.get("SZ", [])} <= {"8", "8:8"}:
        raise ValueError(_("the board is {size}, not 8x8", size=_shown(root["SZ"])))
    first = next((name for node in nodes for name in node if name in MOVES), "B")
    game = Game(_start(root, first))
    problem = _read_parts(game, parts) or problem
    game.visit(game.main[-1])
    return replace(_header(root, game), problem=problem)


def sgf(record: Record) -> str:
    """Returns the whole tree as text that `read_sgf` restores; only comments have line breaks."""
    game = record.game
    written: list[str] = ["(;", _written_header(record)]
    waiting: list[Node | str] = [")", game.root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            written.append(part)
            continue
        written.append(_written_node(part))
        if len(part.children) == 1:
            waiting.append(part.children[0])
        for child in reversed(part.children if len(part.children) > 1 else ()):
            waiting += [")", child, "("]
    return "".join(written)


# Reading


def _shown(values: list[str]) -> str:
    return quoted("][".join(values))


def _start(root: Properties, first: str) -> Board:
    if "AB" in root or "AW" in root:
        black, white = (_bits(root.get(name, [])) for name in ("AB", "AW"))
        black &= ~white
    else:
        board, empty, first = Board.initial(), _bits(root.get("AE", [])), "B"
        black, white = board.black & ~empty, board.white & ~empty
    turn = "".join(root.get("PL", [first])[:1]).strip().upper()
    return Board(black, white, Color.WHITE if turn.startswith(("W", "2")) else Color.BLACK)


def _bits(values: list[str]) -> int:
    bits = 0
    for value in values:
        corner, other = split_value(value)
        first = _square(corner)
        last = _square(other) if other else first
        for row in range(first // 8, last // 8 + 1):
            for column in range(first % 8, last % 8 + 1):
                bits |= 1 << 8 * row + column
    return bits


def _square(value: str) -> Square:
    """Reads `f5`, or `fe` as in Go. Raises ValueError."""
    name = value.strip().lower()
    if len(name) == 2 and name[1] in "abcdefgh":
        name = f"{name[0]}{ord(name[1]) - ord('a') + 1}"
    return parse_square(name)


def _read_parts(game: Game, parts: list[Properties | str]) -> ValueError | None:
    """Adds the nodes to the game; returns the first error."""
    first: ValueError | None = None
    node = game.root
    comments = Comments()
    left: list[Node] = []  # where the open branches began
    skipped = 0  # open parentheses of a branch whose rest is not read
    for part in parts:
        if part == "(":
            left.append(node)
            skipped += bool(skipped)
        elif part == ")":
            node = left.pop()
            skipped -= bool(skipped)
        elif part and isinstance(part, dict) and not skipped:
            try:
                node = _add(node, part, comments, is_root=part is parts[1])
            except ValueError as error:
                first = first or error
                skipped = 1
    comments.write()
    return first


def _add(node: Node, properties: Properties, comments: Comments, is_root: bool) -> Node:
    """Adds the moves and properties of a node of the file; returns the node of the game that it leads to."""
    if not is_root and any(name in properties for name in SETUP):
        sentence = _("after {count} moves a new position is set up, so this is not one game", count=node.ply)
        raise ValueError(sentence)
    moves = (values for name, values in properties.items() if name in MOVES)
    for value in chain.from_iterable(zip_longest(*moves)):
        if value is not None:
            node = add_token(node, _move(value, node), value.strip())
    for name, values in properties.items():
        if name in ("C", "N", "GC"):
            comments.add(node, "\n".join(map(text_of, values)))
        elif name in WORDS:
            comments.add(node, WORDS[name])
        elif name in MARKS or name == LABEL:
            for value in values:
                node.marks |= _marks(name, value)
        elif name == "JUDGE" and values:
            with suppress(ValueError):  # an unreadable one is skipped
                node.judgement = parse_judgement(values[0])
        elif name == "LINES":
            for value in values:
                with suppress(ValueError):
                    found = parse_move_score(value, node.board.turn)
                    if pv := node.board.legal_part(found.pv):
                        node.note_scores([replace(found, pv=pv)])
        elif name == "TIME":
            node.seconds = parse_number(values[0] if values else "", 0)
    for name, values in properties.items():
        signs = [sign for sign, written in SIGNS.items() if written.startswith(f"{name}[")]
        if signs and not (name in ("DO", "BM") and "JUDGE" in properties):
            comments.praise(node, signs[-(values[:1] == ["2"])])
    for evaluation in _evaluations(properties):
        node.note(evaluation)
    return node


def _move(value: str, node: Node) -> Move:
    if value.strip().lower() in PASSES:
        return PASS
    try:
        return _square(value)
    except ValueError as error:
        raise TranscriptError.no_move(value.strip(), node) from error


def _marks(name: str, value: str) -> dict[Square, SquareMark]:
    """Returns the marks of a property; ignores one outside the board, which is no error."""
    square, label = split_value(value)
    try:
        if name == LABEL:
            return {_square(square): clean_line(text_of(label), LONGEST_LABEL)}
        return dict.fromkeys(squares(_bits([value])), MARKS[name])
    except ValueError:
        return {}


def _evaluations(properties: Properties) -> Iterator[Evaluation]:
    kinds = {kind.value: kind for kind in Kind}
    for value in properties.get("EVAL", []):
        name, score, depth, confidence = [*value.split(":"), "", "", ""][:4]
        kind, discs = kinds.get(name), parse_number(score, -MOST_DISCS, MOST_DISCS)
        plies, percent = parse_number(depth, 0, DEEPEST), parse_number(confidence, 1, FULL_WIDTH)
        if kind is not None and discs is not None and plies is not None and percent is not None:
            yield Evaluation(discs, int(plies), kind, int(percent))
    if "EVAL" not in properties:
        for value in properties.get("V", []):
            if (discs := parse_number(value, -MOST_DISCS, MOST_DISCS)) is not None:
                yield Evaluation(discs, 0, Kind.ESTIMATE)


def _header(root: Properties, game: Game) -> Record:
    """Builds the record of a game from the properties of its root."""

    def line(name: str) -> str:
        return clean_line(text_of(root[name][0])) if root.get(name) else ""

    main = parse_number(line("TM"), 0, 1e9)
    found = INCREMENT.fullmatch(line("OT"))
    increment = float(found[1]) if found else 0.0
    control = TimeControl(per_game=main or increment or None, increment=increment)
    return Record(
        game=game,
        black=line("PB"),
        white=line("PW"),
        result=_result(line("RE"), game),
        controls=(control, control),
        date=parse_date(line("DT")),
        place=line("PC"),
        event=line("EV") or line("GN"),
        tags=other_tags(
            [
                *((tag, line(name)) for name, tag in TAGS.items()),
                *([("GameName", line("GN"))] if line("EV") else []),
                *((text_of(name), text_of(said)) for name, said in map(split_value, root.get("TAG", []))),
            ]
        ),
        round=line("RO"),
        ratings=(parse_rating(line("BR")), parse_rating(line("WR"))),
    )


def _result(text: str, game: Game) -> str:
    won = WON.fullmatch(text)
    how = (won[2] or "") if won else ""
    winner = Color.BLACK if won and won[1] in "Bb" else Color.WHITE
    if ending := ENDINGS.get(how[:1].upper()):
        return won_text(winner, ending)
    if text and game.node.result is not None:
        return result_text(game.node.result)
    if won and not how:
        return won_text(winner)
    if how[:1].isdigit():
        return lead_text(winner.sign * float(how))
    return lead_text(0) if text.lower() in ("0", "draw") else parse_score(text)


# Writing


def _written_header(record: Record) -> str:
    start = record.game.start
    black, white = map(_plain, record.ratings)
    players = {"PB": record.black, "BR": black, "PW": record.white, "WR": white}
    general = _properties({"FF": "4", "CA": "UTF-8", "GM": OTHELLO, "SZ": "8"} | players)
    more = {"PC": record.place, "DT": date_text(record.date), "RE": _written_result(record.result)}
    control, other = record.controls
    if control == other:
        more |= {"TM": _plain(control.per_game), "OT": _plain(control.increment or None)}
    discs = ""
    for name, color in (("AB", Color.BLACK), ("AW", Color.WHITE)):
        points = "".join(f"[{square_name(square)}]" for square in squares(start.discs(color)))
        discs += points and name + points
    return f"{general}{heading(record)}{_properties(more)}{discs or 'AE[a1:h8]'}PL[{start.turn.name[0]}]"


def heading(record: Record) -> str:
    """Returns the properties that GGF has no tags for."""
    names = {tag: name for name, tag in TAGS.items()}
    own = {names[tag]: value for tag, value in record.tags if tag in names}
    others = "".join(f"[{tag}:{value_of(value)}]" for tag, value in record.tags if tag not in names)
    return _properties({"EV": record.event, "RO": record.round} | own) + (others and f"TAG{others}")


def _properties(values: Mapping[str, str]) -> str:
    return "".join(f"{name}[{value_of(' '.join(value.split()))}]" for name, value in values.items() if value)


def _written_result(result: str) -> str:
    match = RESULT.fullmatch(result)
    if match is None:
        return UNKNOWN_RESULT
    lead = float(match[1])
    if not lead:
        return "0"
    ending = next((letter for letter, known in ENDINGS.items() if known == match[2]), f"{abs(lead):g}")
    return f"{'B' if lead > 0 else 'W'}+{ending}"


def _written_node(node: Node) -> str:
    written = []
    if node.move is not None:
        color = node.board.turn.other.name[0]
        written.append(f";{color}[{'' if node.move == PASS else square_name(node.move)}]")
    if node.comment:
        written.append(f"C[{value_of(node.comment)}]")
    marks = dict(node.marks)
    if node.judgement is None and node.move is not None and marks.get(node.move) in SIGNS:
        written.append(SIGNS[str(marks.pop(node.move))])
    written += [f"{name}{values}" for name, values in _written_marks(marks).items()]
    known = sorted(node.evaluations.values(), key=lambda found: found.kind.rank)
    if known:
        written.append(f"V[{known[-1].score:g}]EVAL")
    for each in known:
        written.append(f"[{each.kind.value}:{float(each.score)!r}:{each.depth}:{each.confidence}]")
    if node.scores:
        values = (f"[{move_score_text(each, node.board.turn)}]" for each in node.scores.values())
        written.append(f"LINES{''.join(values)}")
    if node.judgement is not None:
        sign = found.value if (found := node.judgement.mark) is not None else ""
        written.append(f"{SIGNS.get(sign, '')}JUDGE[{judgement_text(node.judgement)}]")
    if node.seconds is not None:
        written.append(f"TIME[{node.seconds!r}]")
    return "".join(written)


def _written_marks(marks: dict[Square, SquareMark]) -> dict[str, str]:
    names = {shape: name for name, shape in MARKS.items()}
    written: dict[str, str] = {}
    for square, mark in sorted(marks.items(), key=lambda marked: marked[0]):
        if isinstance(mark, Shape):
            name, value = names[mark], square_name(square)
        else:
            name, value = LABEL, f"{square_name(square)}:{value_of(mark).replace(':', chr(92) + ':')}"
        written[name] = f"{written.get(name, '')}[{value}]"
    return written


def _plain(number: float | None) -> str:
    return "" if number is None else f"{number!r}".removesuffix(".0")
