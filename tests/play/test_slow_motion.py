"""The model of the page of slow motion, without a screen."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from ai.limits import Algorithm, Order
from ai.reference.choice import Choice
from ai.reference.searches import Memory
from ai.reference.tree import Event
from ai.reference.written import parse_tree
from ai.trace.state import Status
from game.board import Board
from game.sentences import Sentence
from play.predict import questions_of, reason_for
from play.slow_motion import Jump, Phase, SlowMotion
from tests.ai.positions import PLAIN_ORDERS, positions, random_position
from tests.waiting import wait_until

MIDDLE_GAME = random_position(Random(1), 20)


def waited(motion: SlowMotion) -> SlowMotion:
    """Waits until the search is over."""
    wait_until(lambda: motion.phase is not Phase.SEARCHING)
    return motion


def searched(board: Board, *choices: Choice) -> SlowMotion:
    motion = SlowMotion()
    motion.start(board, *choices)
    waited(motion)
    assert motion.phase is Phase.READY, motion.job.problem
    return motion


@pytest.fixture(scope="module")
def pair() -> SlowMotion:
    return searched(MIDDLE_GAME, Choice(Algorithm.ALPHABETA, 4), Choice(Algorithm.PVS, 4))


def test_model_is_empty_before_a_search() -> None:
    motion = SlowMotion()
    assert (motion.phase, motion.job.choices, motion.runs, motion.shown) == (Phase.EMPTY, (), (), ())
    motion.play()
    motion.update(1.0)
    motion.jump(motion.step + 1)
    motion.go_to(motion.last)
    motion.jump(motion.next(Jump.CUT))
    assert (motion.step, motion.last, motion.is_playing, motion.next(Jump.CUT)) == (0, 0, False, None)


def test_search_runs_in_the_background() -> None:
    motion = SlowMotion()
    motion.start(Board.initial(), Choice(Algorithm.MINIMAX, 5))
    assert motion.phase is Phase.SEARCHING
    seen: list[float] = []
    wait_until(lambda: motion.phase is not Phase.SEARCHING, lambda: seen.append(motion.job.progress))
    assert (motion.phase, motion.job.progress, motion.runs[0].is_exact) == (Phase.READY, 1.0, True)
    assert (seen, len(set(seen)) > 1) == (sorted(seen), True)
    assert len(motion.runs[0].tree) == motion.runs[0].minimax_nodes


def test_a_search_can_be_cancelled_and_another_begun() -> None:
    motion = SlowMotion()
    motion.start(Board.initial(), Choice(Algorithm.MINIMAX, 7))
    motion.cancel()
    assert motion.phase is Phase.EMPTY
    motion.start(Board.initial(), Choice(Algorithm.MINIMAX, 7))
    motion.start(Board.initial(), Choice(Algorithm.PVS, 2))
    waited(motion)
    assert [run.choice.algorithm for run in motion.runs] == [Algorithm.PVS]


def test_invalid_searches_are_refused() -> None:
    motion = SlowMotion()
    with pytest.raises(ValueError, match="the game is over"):
        motion.start(Board.from_text("X" * 64 + " O"), Choice())
    with pytest.raises(ValueError, match="empty squares, not 60"):
        motion.start(Board.initial(), Choice(depth=None))
    with pytest.raises(ValueError, match="1 to 7 plies deep"):
        Choice(depth=20)
    assert motion.phase is Phase.EMPTY


def test_too_long_search_fails_with_a_problem() -> None:
    motion = SlowMotion()
    motion.start(MIDDLE_GAME, Choice(Algorithm.MINIMAX, 7))
    waited(motion)
    assert (motion.phase, motion.shown) == (Phase.FAILED, ())
    assert motion.job.problem is not None
    assert "choose fewer plies" in motion.job.problem
    motion.start(MIDDLE_GAME, Choice(depth=1))
    assert waited(motion).phase is Phase.READY


def test_two_searches_part_at_the_first_null_window(pair: SlowMotion) -> None:
    """Until then PVS equals alpha-beta."""
    pair.jump(pair.differs_at)
    kinds = [Event(run.trace.events[pair.step]["kind"]) for run in pair.runs]
    assert kinds == [Event.ENTER, Event.NULL_WINDOW]
    before = [run.trace.events[: pair.step] for run in pair.runs]
    assert (before[0] == before[1]).all()
    pair.go_to(pair.step - 1)
    one, other = pair.shown
    assert (one.state, one.counts) == (other.state, other.counts)


def test_finished_search_keeps_its_last_step(pair: SlowMotion) -> None:
    pair.go_to(pair.last)
    assert pair.step == max(len(run) for run in pair.runs) - 1
    assert [each.step for each in pair.shown] == [len(run) - 1 for run in pair.runs]
    assert len({each.state.rows[0].value for each in pair.shown}) == 1
    for run, each in zip(pair.runs, pair.shown, strict=True):
        assert (each.counts, each.x) == (run.show(len(run) - 1).counts, len(run.tree))
        assert Status.WAITING not in {move.status for move in each.state.rows[0].moves}


def test_sss_shows_its_list() -> None:
    choices = Choice(Algorithm.SSS, 3), Choice(Algorithm.MT_SSS, 3, memory=Memory.PATHS)
    motion = searched(MIDDLE_GAME, *choices)
    motion.go_to(motion.last // 4)
    one, other = motion.shown
    assert one.open_count >= len(one.open_states) > 1
    assert (other.open_count, other.open_states) == (0, ())
    merits = [state.merit for state in one.open_states]
    assert merits == sorted(merits, reverse=True)


def test_jumps_go_to_every_cut_research_and_new_best_move_in_turn() -> None:
    motion = searched(MIDDLE_GAME, Choice(depth=3, order=Order.WORST_FIRST))
    (run,) = motion.runs
    events = run.trace.events
    visited: dict[Jump, list[int]] = {jump: [] for jump in Jump}
    for jump, steps in visited.items():
        motion.go_to(0)
        while motion.next(jump) is not None:
            motion.jump(motion.next(jump))
            steps.append(motion.step)
        motion.jump(motion.next(jump))
        assert motion.step == steps[-1]
    for jump, kind in ((Jump.CUT, Event.CUT), (Jump.RESEARCH, Event.RESEARCH)):
        assert visited[jump] == run.trace.steps(kind).tolist()
    changes = events[visited[Jump.PV_CHANGE]]
    assert {(int(each["kind"]), int(each["ply"])) for each in changes} == {(Event.IMPROVE, 0)}
    best = changes["move"].tolist()
    assert len(best) > 1
    assert all(one != other for one, other in pairwise(best))
    motion.go_to(motion.last)
    assert motion.shown[0].state.rows[0].best == best[-1]


def test_random_input_keeps_the_page_valid() -> None:
    """After each of many random actions everything can be shown."""
    rng = Random(0)
    boards = list(positions(rng, 8))
    motion = SlowMotion()

    def choice() -> Choice:
        algorithm, order = rng.choice(list(Algorithm)), rng.choice(PLAIN_ORDERS)
        return Choice(algorithm, rng.choice((1, 2)), order, rng.choice(list(Memory)), rng.random() < 0.5)

    def start() -> None:
        motion.start(rng.choice(boards), *(choice() for _ in range(rng.choice((1, 2)))))
        if rng.random() < 0.8:
            waited(motion)

    presses: list[Callable[[], object]] = [
        *(motion.play, motion.pause, motion.cancel, start, start, lambda: motion.jump(motion.differs_at)),
        *(lambda to=to: motion.go_to(0 if to else motion.last) for to in (False, True)),
        *(lambda by=by: motion.jump(motion.step + by) for by in (-1, 1)),
        *(lambda jump=jump: motion.jump(motion.next(jump)) for jump in Jump),
        *(lambda: motion.go_to(rng.randrange(-10, 5000)) for _ in range(4)),
        *(lambda: motion.update(rng.uniform(0, 0.5)) for _ in range(6)),
    ]
    start()
    for _ in range(80):
        rng.choice(presses)()
        assert 0 <= motion.step <= motion.last
        assert motion.phase is not Phase.FAILED
        assert len(motion.shown) == len(motion.runs)
        for run, shown in zip(motion.runs, motion.shown, strict=True):
            assert shown.step == min(motion.step, len(run) - 1)
            assert 0 <= shown.line < len(run.text.lines)
            assert shown.sentence.text()
            assert 0 <= shown.counts.leaves <= shown.counts.nodes <= len(run.tree)
            assert 0 <= shown.x <= len(run.tree)
    motion.cancel()


def test_a_written_tree_is_searched_in_place_of_a_position() -> None:
    """Two searches side by side, their first difference, and questions, all in plain numbers."""
    tree = parse_tree("((3 12 8)(2 4 6)(14 5 2))")
    motion = SlowMotion()
    motion.start(tree, Choice(Algorithm.ALPHABETA, 4), Choice(Algorithm.PVS, None, aspiration=True))
    alphabeta, pvs = waited(motion).runs
    assert [run.trace.score for run in (alphabeta, pvs)] == [3, 3]
    assert (alphabeta.minimax_nodes, alphabeta.is_exact) == (13, True)
    difference = motion.job.difference
    assert difference is not None
    said = Sentence(difference.kind, {**difference.fields, "one": "PVS", "two": "alpha-beta"}).text()
    assert said == (
        "PVS bets that B1 is the best move, and only asks whether B2 is better for White than 3. alpha-beta "
        "also asks by how much, up to −∞."
    )
    found = {question.text(): reason_for(question, pvs) for question in questions_of(pvs)}
    assert found["Will C2 be cut off?"].startswith("With C1 the value is at most 2.")
    assert "The bet: D is no better. Is the bet lost?" in found
