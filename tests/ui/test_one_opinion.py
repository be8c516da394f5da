"""All parts show the same score and kind for a position, in whatever order results arrive."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random

import pytest

from ai.book import Book, load
from ai.limits import Iteration, MoveScore, Options, Preparation
from game.board import Board, squares
from game.cursor import Cursor
from game.evaluation import Evaluation, Kind
from game.tree import Game, Node
from play.hints import Hints, with_known
from play.match import Match
from play.nboard import _search_lines
from play.settings import HintStep, Settings
from tests.play.scripted import ScriptedAnalysis, ScriptedEngine, match_of
from tests.samples import PERSON
from ui.commands.analyse import _candidates, _move_as_json
from ui.input import InputState
from ui.pages.play.state import make_figures, make_state, make_tree
from ui.pages.review import state as review
from ui.text.wording import capitalised, format_depth, format_score, format_worth

POSITIONS = 100
SEARCH = 14
"""The plies of the running search."""
ORDERS = tuple(permutations(range(4)))


@cache
def book() -> Book:
    return load()


def walk(rng: Random, by_book: bool, plies: int) -> Board:
    board = Board.initial()
    while not board.is_over() and plies > 0:
        known = book().moves(board) if by_book else ()
        moves = [found.move for found in known] or list(squares(board.legal_moves()))
        board = board.play(rng.choice(moves)) if moves else board.after_pass()
        plies -= 1
    return board


@cache
def positions() -> Sequence[Board]:
    """Returns positions in and after the book, of middle game and end, with passes, and finished games."""
    rng, found, wanted = Random(58), list[Board](), {"pass": 8, "over": 8}
    for number in range(POSITIONS - sum(wanted.values())):
        by_book = number % 3 == 0
        found.append(walk(rng, by_book, rng.randint(0, 12) if by_book else rng.randint(6, 56)))
    while any(wanted.values()):
        board = walk(rng, False, 70 if wanted["over"] else rng.randint(40, 58))
        kind = "over" if board.is_over() else "pass" if board.must_pass() else ""
        if wanted.get(kind):
            wanted[kind] -= 1
            found.append(board)
    return found


def told(rng: Random, board: Board) -> list[Evaluation]:
    """Returns results of searches: deeper or as deep, less certain, and exact or shallower."""
    deep, selective, shallow = (round(rng.uniform(-30, 30), 1) for _ in range(3))
    exact = Evaluation(2.0 * rng.randint(-32, 32), board.empties, Kind.EXACT)
    return [
        Evaluation(deep, rng.choice((SEARCH + 4, SEARCH)), Kind.ESTIMATE),
        Evaluation(selective, SEARCH, Kind.ESTIMATE, 87),
        exact if rng.random() < 0.4 else Evaluation(shallow, 3, Kind.ESTIMATE),
    ]


def all_moves(rng: Random, analysis: ScriptedAnalysis) -> None:
    """Gives the search a score for every move."""
    board = analysis.board
    scores = [
        MoveScore(move, round(rng.uniform(-40, 40), 1), SEARCH, Kind.ESTIMATE, pv=(move,))
        for move in squares(board.legal_moves())
    ]
    scores.sort(key=lambda found: -found.score)
    best = scores[0]
    row = Iteration(
        SEARCH, Kind.ESTIMATE, best.move, best.score, 1, 0.1, analysis.options.algorithm, pv=best.pv
    )
    analysis.progress = replace(
        analysis.progress, move=best.move, score=best.score, depth=SEARCH, pv=best.pv, iterations=(row,),
        scores=tuple(scores),
    )  # fmt: skip


def worth(board: Board, known: Sequence[Evaluation]) -> Evaluation:
    """Returns the evaluation that counts, by the documented rule, not by the code."""
    if (result := board.result()) is not None:
        return Evaluation(result.black - result.white, 0, Kind.EXACT)
    for kind in (Kind.EXACT, Kind.BOOK):
        if alike := [each for each in known if each.kind is kind]:
            return alike[-1]
    most = max(each.depth for each in known)
    deepest = [each for each in known if each.depth == most]
    return [each for each in deepest if each.confidence == max(e.confidence for e in deepest)][-1]


def in_play(number: int, order: Sequence[int]) -> tuple[Match, ScriptedAnalysis | None, list[Evaluation]]:
    """Returns a match where all results arrived in this order, the search of its hints, and the results."""
    board, rng, engine = positions()[number], Random(number), ScriptedEngine()
    engine.book = book()
    match = match_of(engine, PERSON, PERSON, game=Game(board))
    node = match.game.node
    match.toggle_hints()
    match.update(0.0) if match.can_hint else book().note(node)
    others, known = told(rng, board), list(node.evaluations.values())
    analysis = engine.asked[-1] if engine.asked else None
    for which in order:
        if which < len(others):
            node.note(others[which])
            known.append(others[which])
        elif analysis is not None:
            all_moves(rng, analysis)
            match.update(0.0)
            known += filter(None, [analysis.progress.evaluation])
    return match, analysis, known


def said_in_review(node: Node) -> tuple[str, ...]:
    """Returns the sentences of the card on the move that led to `node`."""
    cursor = Cursor(Game(node.board))
    cursor.node.evaluations.update(node.evaluations)
    cursor.node.move, cursor.node.parent = 0, Node(node.board)
    return review._judged(cursor).sentences


@pytest.mark.parametrize("number", range(POSITIONS))
def test_all_parts_show_the_same(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.preparation.progress", lambda: Preparation(3, 3, ""))
    match, analysis, known = in_play(number, ORDERS[number % len(ORDERS)])
    node, right = match.game.node, worth(match.board, known)
    figures = make_figures(match, InputState(), make_tree(match))
    state = make_state(match, Settings(hints=HintStep.FIGURES), InputState(), figures, 0.5)
    assert (match.game.node.evaluation, state.figures.scores.evaluations) == (right, ((0, right),))
    if node.result is None:
        assert f"{capitalised(format_worth(right.score, right.kind))}." in said_in_review(node)
    if analysis is None:
        return
    line = state.figures.analysis.lines[0]
    worth_of_line = (
        format_score(right.score, right.kind),
        format_depth(right.depth, right.kind, right.confidence),
    )
    assert (line.score, line.depth) == worth_of_line
    first = state.scene.hints[0]
    assert (first.score, first.is_best) == (format_score(right.score, right.kind), True)
    progress, score = with_known(analysis.progress, node, book()), node.board.turn.sign * right.score
    assert match.thinking.analysis is not None
    hints = Hints(match.thinking.engines[0], Options(all_moves=True))
    hints.is_on = True
    hints.node, hints.analysis = node, match.thinking.analysis
    assert hints.scores_of(node) == progress.scores
    row = _move_as_json(_candidates(progress, 3)[0], node.board)
    assert (row["score"], row["kind"], row["depth"]) == (round(score, 3), right.kind.value, right.depth)
    word, _line, told_score, _games, depth = next(_search_lines(progress, 3)).split()
    assert float(told_score) == pytest.approx(score, abs=0.005)
    assert depth == ("100%" if right.kind is Kind.EXACT else str(right.depth))
    assert word == ("book" if right.kind is Kind.BOOK else "search")
