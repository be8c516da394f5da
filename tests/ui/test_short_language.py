"""Scores outside Think are short in every language: no plies, percentages or best play.

Untranslated sentences appear in English, so the English patterns hold for all languages.
"""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import pytest

from ai.limits import Algorithm, MoveScore, Progress
from game import text
from game.board import Board, squares
from game.cursor import Cursor
from game.evaluation import Evaluation, Judgement, Kind
from game.tree import Game
from play.hints import KnownMoves
from play.refutation import Refutation
from play.review import judged_moves, tallies_of
from play.settings import HintStep
from tests.ai.positions import random_position
from tests.samples import ENDGAME, START
from tests.sources import ROOT, tree_of
from ui.board.hint_marks import hint_marks
from ui.board.lesson import Lesson
from ui.pages.review import state as review
from ui.pages.review import wording as review_wording
from ui.text import commentary, wording
from ui.text.languages import LOCALES

LANGUAGES: Final = ("en", "ru", "ja", "zh_CN")
# A number, or its field in braces in a sentence.
N: Final = r"(?:\d[\d.,]*|\{\w+\})"
OLD: Final = {
    "en": rf"\bply\b|\bplies\b|{N} ?%|best play|such positions|\bof 10\b|is ahead by|^lost {N}|[+−]{N} for ",
    "ru": r"полуход|\bпх\b|лучшей игре|таких позици|из 10\b|впереди на|почти всегда",
    "ja": rf"^(?!1手){N}手$|手読み|確度|最善(?:で|を尽|の(?:とき|場合))|このような局面|にとって|^{N}石損",
    "zh_CN": rf"{N} ?层|把握|最佳应对|此类局面|^损失 {N}",
}
ABOUT: Final = r"\babout [+−\d]|около|≈|примерно|約|约"
"""Words of approximation, which no exact score may have."""

# Functions and files of Think, where the old language stays, as in tips.
OF_THINK: Final = {"describe_depth", "describe_plies", "format_depth"}
THINK: Final = {"ui/pages/play/live_tree.py", "ui/pages/analysis.py", "ui/board/thoughts.py"}
TIPS: Final = "ui/panels/tips.py"
ROOMS: Final = (
    *("ui/pages/play", "ui/pages/review", "ui/pages/practice", "ui/panels", "ui/board", "play/practice"),
    *("ui/pages/analysis.py", "ui/pages/board_page.py", "ui/text/wording.py", "ui/text/commentary.py"),
    "ui/text/coaching.py",
    *(f"play/{name}.py" for name in ("coach", "hints", "refutation", "review", "turning", "reasons")),
)
# Shares of games and of a review, not of a search.
SHARES: Final = {"{share} %", "draw {share} %", "{share} % reviewed"}


def is_old(said: str, language: str) -> bool:
    return any(re.search(OLD[each], said) for each in {"en", language})


def room_files() -> list[Path]:
    found = [
        path for room in ROOMS for path in ((ROOT / room).rglob("*.py") if "." not in room else [ROOT / room])
    ]
    return [path for path in found if path.relative_to(ROOT).as_posix() not in {*THINK, TIPS}]


def functions_of_think(tree: ast.Module) -> set[ast.AST]:
    """Returns all nodes inside the functions of Think."""
    defined = (each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name in OF_THINK)
    return {node for each in defined for node in ast.walk(each)}


def marked(path: Path) -> Iterator[tuple[str, ...]]:
    """Yields the marked sentences of a file: function, then sentence and plural, or context and sentence."""
    tree = tree_of(path)
    think = functions_of_think(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node not in think and isinstance(node.func, ast.Name):
            strings = [each.value for each in node.args if isinstance(each, ast.Constant)]
            if node.func.id in {"_", "N_", "ngettext", "N_forms", "pgettext"} and strings:
                yield (node.func.id, *map(str, strings))


def translations(kind: str, *strings: str) -> Iterator[str]:
    if kind in {"ngettext", "N_forms"}:
        one, many = strings
        yield from (text.ngettext(one, many, number) for number in (1, 2, 5))
    else:
        yield text.pgettext(strings[0], strings[1]) if kind == "pgettext" else text._(strings[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_outside_think_describes_a_search(language: str) -> None:
    text.use(language, LOCALES)
    sentences = {each for path in room_files() for each in marked(path) if each[-1] not in SHARES}
    assert len(sentences) > 500
    assert not {each for each in sentences for said in translations(*each) if is_old(said, language)}


def test_these_rooms_use_no_function_of_think() -> None:
    for path in room_files():
        tree = tree_of(path)
        think = functions_of_think(tree)
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in think}
        assert not used & OF_THINK, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_old_language_is_recognised_in_think(language: str) -> None:
    text.use(language, LOCALES)
    said = wording.describe_plies(19)
    assert re.search(OLD[language], said), said
    said = wording.describe_plies(19, 87)
    assert is_old(said, language), said


# Positions in all phases, and scores and losses of all sizes.
BOARDS: Final = (*(random_position(Random(seed), seed) for seed in (8, 30, 44)), ENDGAME)
SCORES: Final = (-14.2, -6.0, -0.3, 0.0, 0.6, 3.4, 41.0)
LOSSES: Final = (0.0, 0.3, 1.4, 9.6)


def judged(board: Board, judgement: Judgement) -> Iterator[str]:
    """Yields what Review, Play and a lesson write about a move, and hints about it."""
    move = next(squares(board.legal_moves()))
    game = Game(board)
    game.play(move)
    node, score, kind = game.node, judgement.played, judgement.source
    node.judgement = judgement
    node.note(Evaluation(board.turn.sign * score, judgement.depth, kind, judgement.confidence))
    found = Refutation(board, move, judgement)
    lesson = Lesson(board, move, found, None, 41)
    for model in (review._judged(Cursor(game)), lesson.model):
        yield from (model.title, *model.sentences)
    yield from (commentary.describe_worths(found), commentary.describe_turn(9, found))
    yield from (commentary.describe_worth(move, score, kind), wording.describe_loss("h7", judgement.loss))
    yield from (review._entry(node).note, review_wording.describe_result_lost(judgement))
    if kind is Kind.BOOK:
        yield review_wording.describe_next(KnownMoves({}, {move: score}), move, board.turn)


def _hint(board: Board, judgement: Judgement) -> MoveScore:
    move, known = next(squares(board.legal_moves())), judgement
    return MoveScore(move, known.played, known.depth, known.source, known.confidence, (move,))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_about_moves_are_short_and_exact_if_solved(language: str) -> None:
    text.use(language, LOCALES)
    for board, score, loss, (kind, sure) in product(
        BOARDS,
        SCORES,
        LOSSES,
        ((Kind.ESTIMATE, 87), (Kind.ESTIMATE, 100), (Kind.BOOK, 100), (Kind.EXACT, 100)),
    ):
        if kind is Kind.EXACT:
            score, loss = float(round(score)), float(round(loss))
        line = tuple(squares(board.legal_moves()))[-1:] if loss else ()
        judgement = Judgement(score + loss, score, 19, kind, sure, line, line)
        for said in judged(board, judgement):
            assert not is_old(said, language), said
            assert not re.search(r"\d[.,]\d", said), said
            assert kind is not Kind.EXACT or not re.search(ABOUT, said), said
        assert commentary.describe_worths(Refutation(board, 0, judgement)).count(". ") <= 1
        hint = _hint(board, judgement)
        progress = Progress(board, hint.move, score, 19, kind, (), Algorithm.PVS, scores=(hint,))
        for mark in (mark for step in HintStep for mark in hint_marks(progress, step)):
            assert not any(is_old(said, language) for said in (mark.score, mark.depth, mark.short))


@pytest.mark.parametrize("language", LANGUAGES)
def test_losses_a_move_are_short(language: str) -> None:
    text.use(language, LOCALES)
    game = Game(START)
    for loss in (0.0, 1.0, 9.0, 4.0):
        game.play(next(squares(game.board.legal_moves())))
        game.node.judgement = Judgement(loss, 0.0, 19, Kind.ESTIMATE)
    black, white = tallies_of(judged_moves(game.main))
    assert (black.loss_a_move(), white.loss_a_move()) == (4.5, 2.5)
    for said in (*review_wording.describe_tally(black), *review_wording.describe_tally(white)):
        assert not is_old(said, language), said
