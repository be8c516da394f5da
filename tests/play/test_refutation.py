"""The cost of a move and the lines that show it; independent searches confirm late positions."""

from functools import reduce
from itertools import accumulate
from random import Random

import pytest

from ai.engine import Engine
from game.board import PASS, Board, Color, Move, parse_square, squares
from game.evaluation import Judgement, Kind
from game.records.transcript import parse_transcript
from play.reasons import ReasonKind, reasons
from play.refutation import MOST_MOVES, SOLVED, Refutation, review_move, shown_line
from tests.play.solved import solved
from tests.samples import CORNER_LOST, FINAL_1977, LAST_MOVE, random_game

POSITIONS = 200
H2, H1, A7 = map(parse_square, ("h2", "h1", "a7"))


def judged(better: tuple[Move, ...] = (), refutation: tuple[Move, ...] = ()) -> Judgement:
    return Judgement(10.0, 2.0, 20, Kind.EXACT, better=better, refutation=refutation)


def test_line_ends_with_the_move_that_shows_its_value() -> None:
    after = CORNER_LOST.play(H2).play(H1)
    line = (H2, H1, *squares(after.legal_moves()))
    assert shown_line(CORNER_LOST, line, Color.BLACK) == (H2, H1), "Black takes the corner"
    assert len(shown_line(CORNER_LOST, line, Color.WHITE)) > 2, "White has gained nothing yet"
    assert shown_line(CORNER_LOST, (H2, H2), Color.WHITE) == (H2,), "as far as it is legal"


def test_a_line_has_eight_moves_at_most() -> None:
    moves = random_game(3).moves
    assert len(shown_line(Board.initial(), moves, Color.BLACK)) <= MOST_MOVES
    quiet = parse_transcript(FINAL_1977).moves
    assert len(shown_line(Board.initial(), quiet, Color.WHITE)) == MOST_MOVES


def test_corner_that_the_better_move_also_gives_is_ignored() -> None:
    assert Refutation(CORNER_LOST, H2, judged((A7,), (H1,))).corners == (H1,)
    assert Refutation(CORNER_LOST, H2, judged((H2,), (H1,))).corners == ()


def test_only_legal_move_is_not_judged() -> None:
    review = review_move(LAST_MOVE, parse_square("h8"), Engine(16), 1)
    review.run()
    assert review.line[-1].judgement is None


def late_positions(count: int, least: int, most: int) -> list[tuple[Board, Move]]:
    """Returns positions of random games with `least` to `most` empties, and a move with an alternative."""
    rng = Random(38)
    found: list[tuple[Board, Move]] = []
    while len(found) < count:
        boards = [board for board in random_game(rng).boards if least <= board.empties <= most]
        boards = [board for board in boards if board.legal_moves().bit_count() > 1]
        if boards:
            board = rng.choice(boards)
            found.append((board, rng.choice(list(squares(board.legal_moves())))))
    return found


def confirm(engines: tuple[Engine, Engine], board: Board, move: Move) -> None:
    review = review_move(board, move, engines[0], 1)
    review.run()
    judgement = review.line[-1].judgement
    assert judgement is not None
    found = Refutation(board, move, judgement)
    worth = solved(engines[1], board)
    assert found.judgement.source is Kind.EXACT
    assert (found.judgement.best, found.judgement.played) == (worth, -solved(engines[1], board.play(move)))
    assert found.judgement.loss % 2 == 0
    for line, value in zip(found.lines, (found.judgement.played, worth), strict=False):
        then = reduce(Board.play, line, board)
        sign = 1 if then.turn is board.turn else -1
        assert sign * solved(engines[1], then) == value, "every move of the line keeps what it is worth"
    line, gainer = found.lines[0], board.turn.other
    boards = accumulate(line, Board.play, initial=board)
    ends = [ReasonKind.TAKES_CORNER in {reason.kind for reason in reasons(before, made)}
            for before, made in zip(boards, line, strict=False)
            if before.turn is gainer and made != PASS]  # fmt: skip
    assert not any(ends[:-1]), "it ends with the first corner taken"


def test_refutations_of_a_few_late_positions_are_exact() -> None:
    engines = Engine(16), Engine(16)
    for board, move in late_positions(6, 8, 11):
        confirm(engines, board, move)


@pytest.mark.slow
def test_refutations_of_late_positions_are_exact() -> None:
    engines = Engine(64, expected_scores=True), Engine(64)
    for board, move in late_positions(POSITIONS, 10, SOLVED):
        confirm(engines, board, move)
