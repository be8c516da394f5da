"""A move and the best one: the event that is said to separate their lines occurs in only one of them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random

import pytest

from ai.engine import Engine
from ai.limits import Limit
from ai.reference.evaluation import stable_discs
from game.board import CORNERS, PASS, Board, Color, Move, parse_square, squares
from game.records.wthor import parse_wthor, replay
from game.symmetry import SYMMETRIES, transform_board, transform_move
from play.refutation import SOLVED, Refutation
from play.two_lines import MOST_STEPS, Decision, LinesReview, decide
from tests.play.solved import solved
from tests.samples import CORNER_LOST, random_game
from ui.text.commentary import describe_results

ARCHIVE = Path(__file__).parents[3] / "shared" / "reference" / "wthor" / "WTH_2019.wtb"
MISTAKES = 200
KINDS = {None: "stable", PASS: "pass"}
H2, H1, A7 = map(parse_square, ("h2", "h1", "a7"))


def compared(engine: Engine, board: Board, move: Move) -> LinesReview:
    review = LinesReview(board, move, engine)
    review.run()
    assert not review.problem
    return review


def walk(board: Board, line: tuple[Move, ...]) -> list[Board]:
    return list(accumulate(line, Board.play, initial=board))


def confirm(review: LinesReview, solver: Engine) -> None:
    """Checks a review by the rules and, if the judgement is exact, by a solver on an empty table."""
    board, found = review.line[0].board, review.line[-1].judgement
    assert found is not None
    assert review.lines is not None
    played, best = review.lines
    assert (played[0], best[0]) == (review.line[-1].move, found.better[0])
    decision = review.decision
    last = MOST_STEPS if decision is None else decision.step
    for line in review.lines:
        assert len(line) <= last <= MOST_STEPS
        assert len(line) == last or walk(board, line)[-1].is_over(), "it stops only where it is decided"
    if decision is not None:
        own, other = (played, best) if decision.move == played[0] else (best, played)
        assert decision.side is (board.turn.other if own is played else board.turn)
        _confirm_decision(board, decision, own, other)
    if not found.is_exact:
        assert describe_results(Refutation(board, played[0], found)) == ()
        return
    for line, value in ((played, found.played), (best, found.best)):
        for then in (walk(board, line)[1], walk(board, line)[-1]):
            assert value == solved(solver, then) * (1 if then.turn is board.turn else -1)
    (said,) = describe_results(Refutation(board, played[0], found))
    for value in (found.played, found.best):
        lead = round(value) if board.turn is Color.BLACK else -round(value)
        assert f" {32 + lead // 2}–{32 - lead // 2}" in said


def _confirm_decision(
    board: Board, decision: Decision, own: tuple[Move, ...], other: tuple[Move, ...]
) -> None:
    before, after = walk(board, own)[-2:]
    others = walk(board, other)
    turns = list(zip(others[:-1], other, strict=True))
    if decision.square == PASS:
        assert before.must_pass()
        assert before.turn is decision.side.other
        assert not any(place.must_pass() and place.turn is before.turn for place, _move in turns)
    elif decision.square is not None:
        assert CORNERS >> decision.square & 1
        assert before.turn is decision.side
        assert own[-1] == decision.square
        assert (decision.side, decision.square) not in [(place.turn, move) for place, move in turns]
    else:
        side = decision.side
        counts = [stable_discs(place.discs(side), place.discs(side.other)) for place in (after, others[-1])]
        assert [count.bit_count() for count in counts] == [decision.count, decision.fewer]
        assert decision.count > decision.fewer


def test_decision_is_the_first_event_in_only_one_line() -> None:
    assert decide(CORNER_LOST, ((H2, H1), (A7,))) == Decision(2, H2, Color.BLACK, H1)
    assert decide(CORNER_LOST, ((H2, H1), (H2, H1))) is None


def random_line(board: Board, rng: Random) -> tuple[Move, ...]:
    line: list[Move] = []
    while len(line) < MOST_STEPS and not board.is_over():
        line.append(PASS if board.must_pass() else rng.choice(list(squares(board.legal_moves()))))
        board = board.play(line[-1])
    return tuple(line)


def test_orientation_and_colours_do_not_matter() -> None:
    rng, kinds = Random(5), Counter[str]()
    for number in range(40):
        board = rng.choice(random_game(number).boards[40:-4])
        one, other = random_line(board, rng), random_line(board, rng)
        found = decide(board, (one, other))
        kinds["none" if found is None else KINDS.get(found.square, "corner")] += 1
        symmetry, is_swapped = rng.choice(SYMMETRIES), rng.random() < 0.5
        place = transform_board(board, symmetry)
        place = Board(place.white, place.black, place.turn.other) if is_swapped else place
        turned = [tuple(transform_move(move, symmetry) for move in line) for line in (one, other)]
        again = decide(place, (turned[0], turned[1]))
        assert again == (found and replace(
            found, move=transform_move(found.move, symmetry),
            side=found.side.other if is_swapped else found.side,
            square=None if found.square is None else transform_move(found.square, symmetry),
        ))  # fmt: skip
    assert len(kinds) == 4, kinds


def test_lines_of_late_mistakes_are_right() -> None:
    engine, solver, rng, confirmed = Engine(16), Engine(16), Random(5), 0
    for number in range(8):
        board = next(
            board for board in random_game(number).boards if board.empties == 9 and not board.must_pass()
        )
        review = compared(engine, board, rng.choice(list(squares(board.legal_moves()))))
        if review.lines is not None:
            confirm(review, solver)
            confirmed += 1
    assert confirmed


def likely_mistakes(engine: Engine) -> Iterator[tuple[Board, Move]]:
    """Yields at most one move a game, late in every other game, that loses 2 discs by a shallow search."""
    rng = Random(8)
    for number, record in enumerate(parse_wthor(ARCHIVE.read_bytes())[0]):
        line, most = replay(record).line, SOLVED + 1 if number % 2 else 46
        moves = [(before.board, node.move) for before, node in pairwise(line) if node.move is not None]
        moves = [each for each in moves if 3 <= each[0].empties <= most and not each[0].must_pass()]
        if moves:
            board, move = rng.choice(moves)
            after, best = board.play(move), engine.analyse(board, Limit(depth=6)).result().score or 0
            if (
                after.legal_moves()
                and best + (engine.analyse(after, Limit(depth=5)).result().score or 0) >= 2
            ):
                yield board, move


@pytest.mark.slow
@pytest.mark.skipif(not ARCHIVE.exists(), reason="the archive of games is not part of the program")
def test_decisions_of_archive_mistakes_are_right() -> None:
    engine, solver = Engine(64), Engine(64)
    counted = Counter[str]()
    for board, move in likely_mistakes(solver):
        review = compared(engine, board, move)
        found = review.line[-1].judgement
        if found is None or found.mark is None:
            continue
        confirm(review, solver)
        counted["mistakes"] += 1
        counted["exact"] += found.is_exact
        counted["decided"] += review.decision is not None
        if counted["mistakes"] == MISTAKES:
            break
    assert counted["mistakes"] == MISTAKES
    assert min(counted["exact"], counted["decided"]) > MISTAKES // 4, counted
