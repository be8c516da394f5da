"""The root search, run in this thread: what it publishes, for every kind of question."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import ENGINE_ALGORITHMS, Algorithm, Limit, Options, Progress, SearchNode
from ai.reference import ReferenceSearcher
from ai.search.root import RootSearch, Searcher
from ai.search.schedule import END_CONFIDENCES, PLIES_LEFT
from ai.telemetry import Abandoned, Slot, Telemetry, new_telemetry
from ai.weights import ONE_DISC
from game.board import PASS, Board, Color, final_score, squares
from game.evaluation import FULL_WIDTH, Kind
from game.records.transcript import parse_transcript
from game.symmetry import symmetry_to
from tests.ai.positions import midgame_node, positions, random_position
from tests.samples import PASS_COUNTS

COMPILED = CompiledSearcher(16)
MUST_PASS = Board.from_text(next(iter(PASS_COUNTS)))
SIXTEEN_EMPTIES = Board.from_text("--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X")
SIXTEEN_EMPTIES_SCORE = 18


def begun(algorithm: Algorithm = Algorithm.PVS) -> Telemetry:
    """Where the kernels count from now on, on an empty table."""
    telemetry = new_telemetry(algorithm)
    COMPILED.clear()
    COMPILED.begin(telemetry)
    return telemetry


def run(
    board: Board,
    limit: Limit,
    telemetry: Telemetry,
    searcher: Callable[[], Searcher] = lambda: COMPILED,
    options: Options | None = None,
    used: float = 0.0,
) -> list[Progress]:
    """Everything that a search publishes which began `used` seconds ago."""
    published: list[Progress] = []
    began = time.perf_counter() - used
    RootSearch(board, limit, options or Options(), telemetry, published.append, began).run(searcher)
    return published


def searched(board: Board, limit: Limit, options: Options | None = None) -> list[Progress]:
    """Everything a search with a fresh table publishes."""
    options = options or Options()
    return run(board, limit, begun(options.algorithm), options=options)


def check_line(progress: Progress) -> Board:
    """Where a legal line ends."""
    board = progress.board
    for move in progress.pv:
        assert board.is_legal(move)
        board = board.play(move)
    return board


@pytest.mark.parametrize("algorithm", ENGINE_ALGORITHMS)
def test_each_depth_is_reported_once_and_every_line_is_legal(algorithm: Algorithm) -> None:
    for board in positions(Random(1), 12):
        published = searched(board, Limit(depth=4), Options(algorithm))
        last = published[-1]
        rows = [row for row in last.iterations if row.kind is Kind.ESTIMATE]
        assert [row.depth for row in rows] == list(range(1, len(rows) + 1))
        assert last.depth == 4 or last.kind is Kind.EXACT
        assert all(row.algorithm is algorithm for row in last.iterations)
        for progress in published:
            assert board.is_legal(progress.move)
            assert progress.pv[0] == progress.move
            check_line(progress)


def test_the_best_move_has_the_score_of_the_search() -> None:
    for board in positions(Random(2), 12):
        last = searched(board, Limit(depth=4))[-1]
        after = board.play(last.move)
        if last.kind is Kind.ESTIMATE and not after.is_over() and not after.must_pass() and last.depth > 1:
            depth = last.depth if last.move == PASS else last.depth - 1
            reply = searched(after, Limit(depth=depth))[-1]
            assert reply.score is not None
            assert last.score == -reply.score


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_at_full_width_the_outcome_comes_first_and_then_the_discs(algorithm: Algorithm) -> None:
    last = searched(SIXTEEN_EMPTIES, Limit(), Options(algorithm, selective=False))[-1]
    assert [row.kind for row in last.iterations][-2:] == [Kind.OUTCOME, Kind.EXACT]
    assert last.kind is Kind.EXACT
    assert last.score == SIXTEEN_EMPTIES_SCORE
    result = check_line(last).result()
    assert result is not None, "an exact line goes to the end of the game"
    assert result.black - result.white == SIXTEEN_EMPTIES_SCORE


@pytest.mark.parametrize("algorithm", ENGINE_ALGORITHMS[1:])
def test_a_selective_search_grows_surer_of_the_end(algorithm: Algorithm) -> None:
    last = searched(SIXTEEN_EMPTIES, Limit(), Options(algorithm))[-1]
    confidences = [row.confidence for row in last.iterations if row.depth == 16]
    assert confidences == sorted(set(confidences))
    assert len(confidences) > 2
    assert [row.kind for row in last.iterations] == (len(last.iterations) - 1) * [Kind.ESTIMATE] + [
        Kind.EXACT
    ]
    assert (last.confidence, last.kind, last.score) == (FULL_WIDTH, Kind.EXACT, SIXTEEN_EMPTIES_SCORE)
    if algorithm <= Algorithm.SCOUT:  # the others know bounds, and few of their moves
        assert len([move for move in last.pv if move != PASS]) == 16, "the solver's line"
    check_line(last)


def test_the_middle_game_is_selective_but_for_its_first_plies() -> None:
    board = random_position(Random(4), 20)
    last = searched(board, Limit(depth=9))[-1]
    confidences = [row.confidence for row in last.iterations]
    assert confidences[0] == FULL_WIDTH > confidences[-1] == last.confidence
    assert last.kind is Kind.ESTIMATE
    full = searched(board, Limit(depth=9), Options(selective=False))[-1]
    assert {row.confidence for row in full.iterations} == {FULL_WIDTH}
    assert sum(row.nodes for row in last.iterations) < sum(row.nodes for row in full.iterations)


def test_minimax_of_a_level_leaves_nothing_out_and_stops_at_its_depth_near_the_end_too() -> None:
    last = searched(SIXTEEN_EMPTIES, Limit(), Options(Algorithm.MINIMAX, level=3))[-1]
    assert last.depth == 2
    assert {row.confidence for row in last.iterations} == {FULL_WIDTH}


def test_a_level_leaves_out_what_full_strength_does() -> None:
    board = random_position(Random(4), 20)
    last = searched(board, Limit(), Options(level=8, seed=1))[-1]
    full = searched(board, Limit(), Options(level=8, seed=1, selective=False))[-1]
    assert [row.depth for row in last.iterations] == [row.depth for row in full.iterations]
    assert {row.confidence for row in last.iterations[:6]} == {FULL_WIDTH}
    assert {row.confidence for row in last.iterations[6:]} == {last.confidence}
    assert last.confidence < FULL_WIDTH
    assert sum(row.nodes for row in last.iterations) < sum(row.nodes for row in full.iterations)
    solved = searched(SIXTEEN_EMPTIES, Limit(), Options(level=8, seed=1))[-1]
    assert (solved.iterations[-1].kind, solved.iterations[-1].score) == (Kind.EXACT, SIXTEEN_EMPTIES_SCORE)


@pytest.mark.parametrize("confidence", END_CONFIDENCES[:2])
def test_a_search_stopped_between_two_steps_keeps_the_surest_one(confidence: int) -> None:
    telemetry = begun()
    published: list[Progress] = []

    def publish(progress: Progress) -> None:
        published.append(progress)
        if progress.depth == 16 and progress.confidence == confidence:
            telemetry[Slot.STOP] = 1

    began, limit = time.perf_counter(), Limit(solve=True)
    RootSearch(SIXTEEN_EMPTIES, limit, Options(), telemetry, publish, began).run(lambda: COMPILED)
    last = published[-1]
    assert (last.depth, last.confidence, last.kind) == (16, confidence, Kind.ESTIMATE)
    assert SIXTEEN_EMPTIES.is_legal(last.move)


def test_a_search_stopped_while_it_first_looks_at_the_end_has_a_move() -> None:
    """Ten empties are solved at once, but not in no time."""
    board = random_position(Random(7), 50)
    telemetry = new_telemetry(Algorithm.PVS)

    class Stopped(CompiledSearcher):
        def search(self, node: SearchNode) -> int:
            if not node.exact:
                return super().search(node)
            telemetry[Slot.STOP] = 1
            raise Abandoned

    searcher = Stopped(1)
    searcher.begin(telemetry)
    published = run(board, Limit(), telemetry, lambda: searcher)
    assert published[-1].depth > 1
    assert published[-1].move == searched(board, Limit(depth=published[-1].depth))[-1].move


class TwoPlies:
    """Says that all moves are equal one ply ahead; two plies ahead that the second is three discs better, by
    a null window, and `again` by a wider one. Then, or where that is None, the search is stopped.
    """

    solves_endgames = False
    recorder = None

    def __init__(self, telemetry: Telemetry, again: int | None) -> None:
        self.telemetry = telemetry
        self.answers = iter([0, -3 * ONE_DISC, again, None])

    def share(self, root: SearchNode) -> None:
        pass

    def search(self, node: SearchNode) -> int:
        answer = next(self.answers) if node.depth else 0
        if answer is None:
            self.telemetry[Slot.STOP] = 1
            raise Abandoned
        return answer

    def best_reply(self, *_: object, **__: object) -> None:
        return None

    def table_fill(self) -> int:
        return 0

    def nodes(self) -> int:
        return 0


@pytest.mark.parametrize(("again", "last"), [(None, None), (0, (0, 0.0)), (-4 * ONE_DISC, (1, 4.0))])
def test_a_null_window_makes_a_move_the_candidate(again: int | None, last: tuple[int, float] | None) -> None:
    """A search may end before it knows how much better; searched again it is no better at all, or more so."""
    board = Board.initial()
    moves = list(squares(board.legal_moves()))
    telemetry = new_telemetry(Algorithm.PVS)
    searcher = TwoPlies(telemetry, again)
    published = run(board, Limit(), telemetry, lambda: searcher)
    found = [(moves.index(progress.move), progress.score) for progress in published]
    assert found == [(0, 0.0), (1, 3.0), *([last] if last else [])]
    assert {progress.depth for progress in published} == {1}


@pytest.mark.parametrize(("used", "deepened"), [(0.0, 16 - PLIES_LEFT), (999.9, 16)])
def test_the_end_is_looked_at_only_if_that_fits_the_time(used: float, deepened: int) -> None:
    """Else it is come near to ply by ply, and each of them leaves a move."""
    published = run(SIXTEEN_EMPTIES, Limit(seconds=1000), begun(), used=used)
    rows = published[-1].iterations
    assert [row.depth for row in rows[:deepened]] == list(range(1, deepened + 1))
    assert (rows[deepened].depth, rows[deepened].confidence) == (16, END_CONFIDENCES[0])
    last = published[-1]
    assert (last.kind, last.score) == (Kind.EXACT, SIXTEEN_EMPTIES_SCORE)
    end = check_line(last)
    assert end.is_over(), "the line is that of the exact search, to the end"
    lead = final_score(end.black, end.white)
    assert last.score == (lead if SIXTEEN_EMPTIES.turn is Color.BLACK else -lead)


def test_a_depth_limit_also_limits_the_solver() -> None:
    last = searched(SIXTEEN_EMPTIES, Limit(depth=5))[-1]
    assert last.depth == 5
    assert last.kind is Kind.ESTIMATE
    assert searched(SIXTEEN_EMPTIES, Limit(depth=16))[-1].kind is Kind.EXACT


def test_hints_score_every_move_and_refine() -> None:
    published = searched(SIXTEEN_EMPTIES, Limit(), Options(all_moves=True))
    last = published[-1]
    assert {score.move for score in last.scores} == set(squares(SIXTEEN_EMPTIES.legal_moves()))
    assert all(score.kind is Kind.EXACT for score in last.scores)
    values = [score.score for score in last.scores]
    assert values == sorted(values, reverse=True)
    assert (last.scores[0].move, last.scores[0].score) == (last.move, last.score)
    assert last.score == SIXTEEN_EMPTIES_SCORE
    mixed = [progress for progress in published if len({score.kind for score in progress.scores}) == 2]
    assert mixed, "exact scores appear beside estimates while it solves"


def test_a_hint_is_what_a_search_of_its_own_says() -> None:
    board = Board.initial().play(19)
    last = searched(board, Limit(depth=5), Options(all_moves=True))[-1]
    for hint in last.scores:
        reply = searched(board.play(hint.move), Limit(depth=4))[-1]
        assert reply.score is not None
        assert hint.score == -reply.score
        assert hint.depth == 5


def test_every_hint_has_its_line() -> None:
    """In the middle game and where it is solved; a legal one, which begins with its move."""
    for board, limit in ((Board.initial().play(19), Limit(depth=6)), (SIXTEEN_EMPTIES, Limit())):
        last = searched(board, limit, Options(all_moves=True))[-1]
        for hint in last.scores:
            assert len(hint.pv) > 2, (board.empties, hint)
            assert hint.pv[0] == hint.move
            after = board
            for move in hint.pv:
                after = after.play(move)


@pytest.mark.parametrize("text", ["", "f5f6e6", "f5f6d3c3", "f5d6c4d3c3"])
def test_moves_that_are_one_by_symmetry_have_one_score_and_mirrored_lines(text: str) -> None:
    """Whatever the depth, in the middle of one, and for a level that chooses by the scores."""
    board = parse_transcript(text).board
    for options in (Options(all_moves=True), Options(level=8, seed=1)):
        for progress in searched(board, Limit(depth=5), options):
            known = {hint.move: hint for hint in progress.scores}
            twins = [
                (hint, other)
                for hint in known.values()
                for other in known.values()
                if symmetry_to(board.play(hint.move), board.play(other.move)) is not None
            ]
            for hint, other in twins:
                assert other == replace(hint, move=other.move, pv=other.pv)
                boards = [board, board]
                for move, mirrored in zip(hint.pv, other.pv, strict=True):
                    boards = [boards[0].play(move), boards[1].play(mirrored)]
                    assert symmetry_to(*boards) is not None
        assert len(twins) == {"": 16, "f5f6e6": 4, "f5f6d3c3": 8}.get(text, len(known))


def test_of_equal_moves_the_best_one_and_the_first_hint_are_the_same() -> None:
    last = searched(Board.initial(), Limit(depth=6), Options(all_moves=True))[-1]
    assert len({hint.score for hint in last.scores}) == 1, "the four first moves are one by symmetry"
    assert last.scores[0].move == last.move


def test_a_position_that_must_pass_is_searched_through() -> None:
    last = searched(MUST_PASS, Limit(depth=5))[-1]
    assert last.move == PASS
    assert last.pv[0] == PASS
    assert len(last.pv) > 3
    after = searched(MUST_PASS.play(PASS), Limit(depth=5))[-1]
    assert after.score is not None
    assert last.score == -after.score


def test_an_only_move_is_not_thought_about_for_long() -> None:
    began = time.perf_counter()
    last = searched(MUST_PASS, Limit(seconds=30))[-1]
    assert time.perf_counter() - began < 15
    assert last.score is not None


def test_switching_keeps_finished_depths_and_marks_the_rows() -> None:
    telemetry = begun()

    class SwitchesAtDepthFive:
        """Asks for the other algorithm in the middle of the fifth iteration."""

        solves_endgames = False
        recorder = None
        is_switched = False

        def search(self, node: SearchNode) -> int:
            if node.depth == 4 and not self.is_switched:
                self.is_switched = True
                telemetry[Slot.WANTED] = Algorithm.ALPHABETA
            return COMPILED.search(node)

        share, best_reply = COMPILED.share, COMPILED.best_reply
        table_fill, nodes = COMPILED.table_fill, COMPILED.nodes

    switching: Searcher = SwitchesAtDepthFive()
    rows = run(Board.initial(), Limit(depth=7), telemetry, lambda: switching)[-1].iterations
    assert [row.depth for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row.algorithm for row in rows] == 4 * [Algorithm.PVS] + 3 * [Algorithm.ALPHABETA]


def test_the_reference_answers_and_hands_over_when_the_kernels_are_ready() -> None:
    telemetry = new_telemetry(Algorithm.PVS)
    published: list[Progress] = []
    replaced: list[int] = []

    def is_replaced() -> bool:
        if published and published[-1].depth >= 4:
            replaced.append(published[-1].depth)
        return bool(replaced)

    def searcher() -> Searcher:
        if not replaced:
            return ReferenceSearcher(telemetry, is_replaced)
        COMPILED.clear()
        COMPILED.begin(telemetry)
        return COMPILED

    search = RootSearch(
        Board.initial().play(19), Limit(depth=9), Options(), telemetry, published.append, time.perf_counter()
    )
    search.run(searcher)
    assert replaced[0] == 4
    assert [row.depth for row in published[-1].iterations] == list(range(1, 10))
    assert published[-1].iterations[3].score == searched(Board.initial().play(19), Limit(depth=4))[-1].score
    check_line(published[-1])


def test_the_reference_leaves_when_told_to() -> None:
    telemetry = new_telemetry()
    telemetry[Slot.STOP] = 1
    board, searcher = Board.initial(), ReferenceSearcher(telemetry, lambda: False)
    with pytest.raises(Abandoned):
        searcher.search(midgame_node(board, -64, 64, 3, Algorithm.PVS))


def test_a_weak_level_makes_the_same_mistakes_with_the_same_seed() -> None:
    board = Board.initial().play(19)
    chosen = [searched(board, Limit(), Options(level=2, seed=seed))[-1] for seed in (*range(12), *range(12))]
    assert [progress.move for progress in chosen[:12]] == [progress.move for progress in chosen[12:]]
    assert len({progress.move for progress in chosen}) > 1
    for progress in chosen:
        assert board.is_legal(progress.move)
        assert progress.score in [score.score for score in progress.scores if score.move == progress.move]


@pytest.mark.parametrize("all_moves", [False, True])
@pytest.mark.parametrize("empties", [9, 11, 13])
def test_an_exact_line_that_the_table_leads_astray_is_solved_again(empties: int, all_moves: bool) -> None:
    """As when another thread has replaced its entries; one that cannot be mended is its first move."""

    class Astray:
        solves_endgames, recorder = True, None
        share, search, table_fill, nodes = (
            COMPILED.share,
            COMPILED.search,
            COMPILED.table_fill,
            COMPILED.nodes,
        )

        def best_reply(self, player: int, opponent: int, exact: bool, *solved: int) -> int | None:
            board = Board(player, opponent, Color.BLACK)
            if board.empties == empties and sum(solved) < empties:
                return next(squares(board.legal_moves()))
            return COMPILED.best_reply(player, opponent, exact, *solved)

    misled: Searcher = Astray()
    options = Options(all_moves=all_moves)
    last = run(SIXTEEN_EMPTIES, Limit(solve=True), begun(), lambda: misled, options)[-1]
    assert last.score == SIXTEEN_EMPTIES_SCORE
    for found in last.scores if all_moves else (last.iterations[-1],):
        board = check_line(replace(last, pv=found.pv))
        result = board.result()
        assert result is not None
        assert result.black - result.white == found.score
