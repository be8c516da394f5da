"""A reviewed game as a web page: one file that needs no network, for a club's site or a lesson.

The template in assets/web shows its data: each position of the tree with its board, its sentences and the
better move.
"""

import html
import json
from collections.abc import Mapping
from typing import Any, Final

from game.board import Color
from game.evaluation import Kind
from game.records.ggf import ggf
from game.records.record import Record, date_text, parse_result
from game.sentences import Line
from game.text import N_, _
from game.tree import Game, Node, Shape
from play.review import judged_moves, tallies_of
from ui import page_engine
from ui.assets import read_openings
from ui.page_engine import by_side, fill_template, read_text
from ui.pages.review import wording
from ui.text.wording import (
    capitalised,
    discs_placed,
    for_black,
    format_name,
    format_opening,
    format_result,
    format_worth,
)

# The most bytes of a page without the engine: more is slow to open, and too large to send or to publish.
MOST_BYTES: Final = 2_000_000
TOO_LARGE: Final = N_("a page holds at most 2 MB: choose fewer plies, or a game with fewer variations")
# The words of the pages; the keys are those of the templates.
BOARD_WORDS: Final = {
    "board": N_("Board"), "start": N_("The start"), "black": N_("Black"), "white": N_("White"),
    "discs": N_("Black {black}, White {white}"), "none": N_("none"), "over": N_("The game is over."),
    "pass": N_("pass"),
}  # fmt: skip
WORDS: Final = {
    "first": N_("First position"), "back": N_("Back"), "on": N_("Next"), "last": N_("Last position"),
    "mistake": N_("Next mistake"), "better": N_("Better line"), "moves": N_("Moves"), "graph": N_("Score"),
    "keys": N_("Keys: arrows, Home, End, M for the next mistake, B for the better line"),
}  # fmt: skip


def page(
    template: str, title: str, data: Mapping[str, Any], words: Mapping[str, str], engine: str = ""
) -> str:
    """Builds a document in which texts of players and files are data, never markup; the elements of `engine`
    come last. Raises ValueError if it is too large without them.
    """
    said = translated(words) | data.get("words", {})
    shown = json.dumps({**data, "words": said}, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":  # so that no text closes its script element
        shown = shown.replace(sign, f"\\u{ord(sign):04x}")
    parts = {"DATA": shown, "STYLE": read_text("base.css"), "SCRIPT": read_text("base.js")}
    parts["PROBLEM"] = html.escape(said.get("problem", ""))  # shown until a script runs
    made = fill_template(template, title, **parts)
    if len(made.encode()) > MOST_BYTES:
        raise ValueError(_(TOO_LARGE))
    return made.replace("<!-- engine -->", engine)


def translated(words: Mapping[str, str]) -> dict[str, Any]:
    """Returns the translated words of a page, with those of the board."""
    said: dict[str, Any] = {name: _(word) for name, word in (BOARD_WORDS | dict(words)).items()}
    return said | {"to_move": by_side(N_("{side} to move"))}


def game_page(record: Record) -> str:
    data, engine = _data(record), page_engine.elements("trying.js")
    if engine:
        data["words"] = page_engine.words()
    return page("game.html", " – ".join(_players(record)), data, WORDS, engine)


def _players(record: Record) -> tuple[str, str]:
    return format_name(record.black) or Color.BLACK.label, format_name(record.white) or Color.WHITE.label


def _data(record: Record) -> dict[str, Any]:
    game = record.game
    nodes = list(game.root.walk())
    numbers = {node: number for number, node in enumerate(nodes)}
    tallies = tallies_of(judged_moves(game.end.line))
    result = parse_result(record.result) or game.end.result
    opening = read_openings().of(game.end)
    told = (
        date_text(record.date),
        *(record.event, record.round, record.place),
        capitalised(format_result(result)) if result is not None and record.problem is None else "",
        "" if opening is None else format_opening(opening),
        "" if record.problem is None else str(record.problem),
    )
    return {
        "record": ggf(record),  # for opening the page as a game: `record_of_page` reads it
        "players": _players(record),
        "told": [part for part in told if part],
        "sides": [[*filter(None, wording.describe_tally(tally))] if tally.moves else () for tally in tallies],
        "nodes": [_node(game, node, numbers) for node in nodes],
        "end": numbers[game.end],
    }


def _node(game: Game, node: Node, numbers: dict[Node, int]) -> dict[str, Any]:
    judgement, evaluation, parent = node.judgement, node.evaluation, node.parent
    turn = "" if node.board.is_over() else "XO"[node.board.turn]
    found: dict[str, Any] = {"board": node.board.text()[:64], "turn": turn}
    if parent is not None and node.move is not None:
        move, number = Line((node.move,)).text(), discs_placed(game, node)
        found |= {"parent": numbers[parent], "move": move, "square": node.move, "number": number}
    if evaluation is not None:
        found |= {"score": evaluation.score, "worth": format_worth(evaluation.score, evaluation.kind)}
        if evaluation.kind is Kind.OUTCOME:  # its score is a bound
            found["isOutcome"] = True
    if node.comment:
        found["comment"] = node.comment
    if node.marks:
        found["marks"] = {
            square: {"shape": mark.value} if isinstance(mark, Shape) else {"label": mark}
            for square, mark in node.marks.items()
        }
    if judgement is not None and parent is not None and node.move is not None:
        mover = parent.board.turn
        says = [wording.describe_move(discs_placed(game, node), node.move, judgement)]
        says += [wording.describe_result_lost(judgement)]
        if judgement.better:
            says += [wording.describe_better(judgement, mover)]
            if (better := parent.child(judgement.better[0])) is not None:
                found["better"] = numbers[better]
        if judgement.refutation:
            says += [wording.describe_refutation(judgement, node.move, mover)]
        found["says"] = [sentence for sentence in says if sentence]
        if judgement.mark is not None:
            loses, by = wording.format_judged(judgement), for_black(1, mover)
            found |= {"mark": judgement.mark.value, "lost": judgement.loss, "loses": loses, "by": by}
    return found
