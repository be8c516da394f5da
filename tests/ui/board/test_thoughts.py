"""The marks of a search on the board: true to its bounds, alike for both sides, and readable."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pygame
import pytest
from pygame import Surface

from ai.compiled import CompiledSearcher
from ai.limits import Algorithm, Limit, MoveBound, Options, Progress, Question
from ai.search import root
from ai.search.root import RootSearch, first_progress
from ai.telemetry import new_telemetry
from game import text
from game.board import PASS, Board, Color, parse_square, squares
from game.evaluation import Kind
from tests.ai.positions import positions, random_position
from tests.samples import C4, D3, E6, F5
from tests.ui.driving import given
from tests.ui.panels.samples import SIZES, theme_and_layout
from ui.board.thoughts import RADIUS, LegendEntry, MarksPainter, MarkStatus, MoveMark, MoveMarks, thoughts
from ui.text.languages import LOCALES
from ui.theme import SMALL

COMPILED = CompiledSearcher(4)
START = Board.initial()
NUMBER = re.compile(r"[+−]?[0-9.]+")
LEGEND = (LegendEntry("scores", "Scores for Black"),)
LANGUAGES = ("en", "ja", "ru", "zh_CN")


@pytest.fixture(autouse=True)
def _every_question_is_told(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(root, "_FOLLOWED_SECONDS", 0.0)
    yield
    text.use(text.ENGLISH, LOCALES)


def searched(board: Board, limit: Limit, options: Options) -> list[Progress]:
    row = new_telemetry(options.algorithm)
    COMPILED.clear()
    COMPILED.begin(row)
    published = [first_progress(board, options.algorithm)]
    RootSearch(board, limit, options, row, published.append, time.perf_counter()).run(lambda: COMPILED)
    return published


def known(progress: Progress, is_choice: bool = False) -> MoveMarks:
    return given(thoughts(progress, is_choice))


def mark_of(progress: Progress, square: int) -> MoveMark:
    return next(mark for mark in known(progress).marks if mark.square == square)


def swapped(board: Board) -> Board:
    return Board(board.white, board.black, board.turn.other)


def for_mover(mark: MoveMark, turn: Color) -> tuple[str, float] | None:
    """Returns the sign and value in a mark's text, from the mover's view; None if it claims nothing."""
    number = NUMBER.search(mark.text)
    if number is None or "?" in mark.text:
        return None
    sign, value = mark.text[: number.start()].strip(), float(number.group().replace("−", "-"))
    if turn is Color.WHITE:
        sign, value = {"≤": "≥", "≥": "≤", "": ""}[sign], -value
    return sign, value


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.MTDF])
def test_every_legal_move_has_a_mark_and_one_is_best(algorithm: Algorithm) -> None:
    asked = 0
    for board in positions(Random(9), 8):
        for progress in searched(board, Limit(depth=6), Options(algorithm)):
            found = thoughts(progress)
            if found is None:
                assert progress.score is None
                continue
            assert [mark.square for mark in found.marks] == list(squares(board.legal_moves()))
            best = [mark.square for mark in found.marks if mark.status is MarkStatus.BEST]
            assert best == ([progress.move] if progress.score is not None and progress.move != PASS else [])
            assert sum(mark.is_asked for mark in found.marks) == (
                progress.asked is not None and progress.asked.move != PASS
            )
            asked += any(mark.is_asked for mark in found.marks)
            for mark in found.marks:
                assert not re.search("[a-h][1-8]", mark.text + mark.words), "as a square"
    assert asked > 50


def test_only_an_unfinished_depth_has_hollow_marks() -> None:
    board = random_position(Random(3), 20)
    published = searched(board, Limit(depth=5), Options(selective=False))
    last = known(published[-1])
    assert not any(mark.is_hollow or mark.is_asked for mark in last.marks)
    assert {entry.sign for entry in last.legend} == {
        "scores",
        "best",
        "≤" if board.turn is Color.BLACK else "≥",
    }
    begun = next(each for each in published if each.asked is not None and each.asked.depth == 5)
    assert sum(mark.is_hollow for mark in known(begun).marks) == len(last.marks) - 1
    assert any(entry.words == "not yet" for entry in known(begun).legend)


def test_swapping_colours_only_changes_signs_of_marks() -> None:
    board = random_position(Random(4), 21)
    options = Options(selective=False)
    pairs = zip(*(searched(each, Limit(depth=5), options) for each in (board, swapped(board))), strict=True)
    compared = 0
    for one, other in pairs:
        if thoughts(one) is None:
            continue
        for mark, mirrored in zip(known(one).marks, known(other).marks, strict=True):
            claims = for_mover(mark, board.turn), for_mover(mirrored, board.turn.other)
            assert claims[0] == claims[1]
            assert replace(mark, text="", short="") == replace(mirrored, text="", short="")
            compared += claims[0] is not None
    assert compared > 50


def test_selective_results_are_not_called_proven() -> None:
    board = random_position(Random(3), 20)
    said = {entry.words for entry in known(searched(board, Limit(depth=9), Options())[-1]).legend}
    assert "Scores for Black, in discs, at 87 %" in said
    assert {"best so far"} < said
    assert any(words.startswith("probably no") for words in said)
    assert not said & {"no better than", "no worse than", "solved", "best"}


def test_solved_moves_are_marked() -> None:
    board = random_position(Random(5), 50)
    published = searched(board, Limit(), Options())
    last = known(published[-1])
    assert last.legend[0].words == "Solved: the result for Black, in discs"
    assert all(mark.is_solved and "." not in mark.text for mark in last.marks)
    first = known(next(each for each in published if each.depth == 1))
    assert not any(mark.is_solved for mark in first.marks)
    mixed = [each for each in published if len({bound.kind for bound in each.bounds}) == 2]
    assert mixed
    for each in mixed:
        for mark in known(each).marks:
            assert mark.is_asked or mark.is_solved is ("." not in mark.text), mark
        assert "solved" in [entry.words for entry in known(each).legend]


def some_progress(*bounds: MoveBound, asked: Question | None = None) -> Progress:
    """Returns a search of the initial position: f5 is the best move of the last finished depth, 6."""
    pv = (F5, parse_square("d6"), C4, PASS, D3, parse_square("a1"))
    return Progress(START, F5, 1.7, 6, Kind.ESTIMATE, pv, Algorithm.PVS, bounds=bounds, asked=asked)


def bound(move: int, low: float | None, high: float | None, depth: int = 6) -> MoveBound:
    return MoveBound(move, low, high, depth, Kind.ESTIMATE)


def test_mark_shows_the_kind_of_its_bound() -> None:
    progress = some_progress(
        bound(F5, 1.7, 1.7), bound(E6, None, -1.3), bound(D3, 0.2, 0.2), bound(C4, 0.5, None)
    )
    best, exact, refuted, least = (mark_of(progress, square) for square in (F5, D3, E6, C4))
    assert (best.status, best.text, best.words) == (MarkStatus.BEST, "+1.7", "best")
    assert (exact.status, exact.text, exact.short) == (MarkStatus.EXACT, "+0.2", "0")
    assert (refuted.status, refuted.text, refuted.short) == (MarkStatus.BOUND, "≤ −1.3", "≤−1")
    assert (least.status, least.text) == (MarkStatus.BOUND, "≥ +0.5")
    between = some_progress(bound(F5, 1.5, 1.9), bound(E6, 0.4, 1.5))
    assert [mark_of(between, square).text for square in (F5, E6)] == ["≥ +1.5", "≤ +1.5"]
    assert (best.share, exact.share, refuted.share, least.share) == (1.0, 0.75, 0.5, 0.8)
    assert {mark.words for mark in known(progress, is_choice=True).marks} == {"chosen", ""}


def test_mark_of_the_searched_move_shows_its_question() -> None:
    question = Question(E6, 1.7, 1.8, 7, Kind.ESTIMATE)
    asked = some_progress(bound(F5, 1.7, 1.7, 7), bound(E6, None, -1.3), bound(D3, None, 1.0), asked=question)
    mark = mark_of(asked, E6)
    assert (mark.is_asked, mark.is_hollow, mark.text) == (True, False, "> +1.7 ?")
    waiting = mark_of(asked, D3)
    assert (waiting.is_hollow, waiting.text) == (True, "≤ +1.0")
    assert mark_of(asked, C4) == MoveMark(C4, MarkStatus.EARLIER, number=3)
    again = replace(asked, bounds=(bound(E6, 2.0, None, 7),), asked=replace(question, low=2.0, high=None))
    assert (mark_of(again, E6).text, mark_of(again, E6).is_asked) == ("≥ +2.0", True)


def test_expected_line_numbers_legal_and_other_squares() -> None:
    found = known(some_progress(bound(F5, 1.7, 1.7)))
    assert found.line == ((parse_square("d6"), 2, Color.WHITE),)
    assert {mark.square: mark.number for mark in found.marks} == {F5: None, E6: None, C4: 3, D3: 5}


# On the screen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("status", MarkStatus)
def test_mark_text_stays_inside_its_disc(size: tuple[int, int], status: MarkStatus) -> None:
    painter, pictures = MarksPainter(*theme_and_layout(size)), []
    for texts in (("", ""), ("≤ −42.7", "≤−43"), ("+64.0", "+64"), ("> −11.0 ?", ">−11"), ("+win", "+win")):
        mark = MoveMark(F5, status, *texts, is_asked=status is MarkStatus.EARLIER)
        pictures.append(pygame.surfarray.array3d(painter._mark(mark, Color.BLACK)))
    empty, *others = pictures
    for written in others:
        columns = (written != empty).any(axis=(1, 2)).nonzero()[0]
        assert columns.size
        assert abs(columns - painter.cell / 2).max() <= RADIUS * painter.cell


def test_book_move_is_the_only_mark() -> None:
    book = Progress(START, F5, 0.4, 0, Kind.BOOK, (F5,), Algorithm.PVS)
    assert [(mark.square, mark.text) for mark in known(book).marks] == [(F5, "+0.4")]
    assert [entry.sign for entry in known(book).legend] == ["scores", "best"]


@pytest.mark.parametrize("confidence", [87, 100])
@pytest.mark.parametrize("size", SIZES[:3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_legend_fits_into_the_frame(size: tuple[int, int], language: str, confidence: int) -> None:
    """With all seven entries at once."""
    text.use(language, LOCALES)
    theme, layout = theme_and_layout(size)
    theme.language = language
    painter = MarksPainter(theme, layout)
    question = Question(E6, 1.7, 1.8, 9, Kind.ESTIMATE, confidence)
    bounds = (
        MoveBound(F5, 1.7, 1.7, 9, Kind.ESTIMATE, confidence),
        MoveBound(D3, None, 1.0, 9, Kind.ESTIMATE, confidence),
        MoveBound(C4, 2.0, None, 9, Kind.EXACT),
    )
    legend = known(some_progress(*bounds, asked=question)).legend
    assert [entry.sign for entry in legend] == ["scores", "best", "≤", "≥", "solved", "earlier", "asked"]
    row, gap = painter.fitting(legend)
    assert sum(each.get_width() for each in row) + gap * (len(row) - 1) < layout.board.width
    is_shared = size == SIZES[0] and confidence < 100
    assert len(row) == 7 or (is_shared and len(row) == 6), "where both bounds share their words"
    assert layout.board.bottom - layout.felt.bottom >= theme.text("g", SMALL, "caption").get_height() - 2


def test_ring_of_the_searched_move_turns() -> None:
    painter = MarksPainter(*theme_and_layout(SIZES[1]))
    shown = MoveMarks(Color.BLACK, (MoveMark(F5, MarkStatus.EARLIER, is_asked=True),), (), LEGEND)
    pictures = set()
    for phase in (0.0, 0.01, 0.02):
        surface = Surface(painter.place.board.bottomright)
        painter.draw(surface, shown, phase)
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == 3
    assert len(painter._kept) == 2, "the mark itself is drawn once, and the legend"
