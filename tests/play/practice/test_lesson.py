"""The lessons for beginners: the shipped file, and its answers checked by another search."""

from contextlib import closing
from dataclasses import replace

import pytest

from ai import preparation
from ai.engine import Engine
from ai.limits import Limit, Options
from game.board import CORNERS, squares
from game.records.obf import obf, parse_obf
from game.symmetry import canonical
from play.practice.exercise import LessonPosition, parse_lessons
from play.practice.lesson import STEPS, Idea, counts
from release.lessons import CLEAR, PLIES, SOLVED, can_ask, chosen_by
from tests.play.practice.material import ASSETS, lessons

TEXT = (ASSETS / "positions" / "lessons.obf").read_text("utf-8")
FIRST = parse_obf(TEXT)[0][0]
ALL = [position for positions in lessons().values() for position in positions]
# The rounding of scores, in discs.
ROUNDED = 1.0


def test_ten_ideas_have_five_decisive_positions_each() -> None:
    assert [(idea, len(positions)) for idea, positions in lessons().items()] == [
        (idea, STEPS) for idea in Idea
    ]
    assert len({canonical(position.board) for position in ALL}) == len(ALL)
    for position in ALL:
        best, second = position.found[:2]
        assert {entry.move for entry in position.found} == set(squares(position.board.legal_moves()))
        assert best.score - second.score >= CLEAR - ROUNDED
        assert best.score >= 0
        assert best.move in chosen_by(position.idea, position.board)
        assert can_ask(position.idea, position.board), "another move answers the question, too"
        assert position.is_exact is (position.board.empties <= SOLVED)
        assert bool(CORNERS >> best.move & 1) is (position.idea is Idea.CORNERS)


@pytest.mark.parametrize("idea", [Idea.FEW_DISCS, Idea.FEW_MOVES, Idea.QUIET, Idea.STABLE])
def test_only_the_answer_has_the_extreme_count(idea: Idea) -> None:
    for position in lessons()[idea]:
        counted, best = counts(idea, position.board), position.found[0].move
        extreme = max if idea is Idea.STABLE else min
        assert [move for move, count in counted.items() if count == extreme(counted.values())] == [best]


QUICKLY = [position for position in ALL if position.board.empties <= 12]


@pytest.mark.parametrize("positions", [QUICKLY, pytest.param(ALL, marks=pytest.mark.slow)], ids=len)
def test_a_new_search_finds_the_same_answers(positions: list[LessonPosition]) -> None:
    """Solves all moves or searches 20 plies with an empty table; answers stay clear."""
    assert preparation.wait().is_ready
    for position in positions:
        limit = Limit(solve=True) if position.is_exact else Limit(depth=PLIES[-1])
        with closing(Engine(64)) as engine:
            found = engine.analyse(position.board, limit, Options(all_moves=True)).result().scores
        scores = {entry.move: entry.score for entry in found}
        best, *others = sorted(scores.values(), reverse=True)
        assert scores[position.found[0].move] == best
        if position.is_exact:
            assert scores == {entry.move: entry.score for entry in position.found}
        else:
            assert best - others[0] >= CLEAR - ROUNDED


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TEXT.replace("% corners,", "% castles,", 1), "line 5: the comment names no lesson"),
        (TEXT[: TEXT.rindex("\n", 0, -1) + 1], "the lesson counting needs 5 positions"),
        (obf(replace(FIRST, scores=FIRST.scores[1:])), "line 1: not every move has a score"),
        (TEXT.replace("parity, level", "counting, level", 1), "the lesson parity needs 5 positions"),
    ],
)
def test_damage_in_the_file_is_reported(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_lessons(text)
