"""The root search, run in this thread: what it publishes for every kind of search."""

import time
from dataclasses import replace
from random import Random

import pytest

from ai.compiled import CompiledSearcher
from ai.limits import ENGINE_ALGORITHMS, Algorithm, Limit, Options, Progress, SearchNode
from ai.reference.searcher import ReferenceSearcher
from ai.search.root import RootSearch, Searcher, first_progress
from ai.search.schedule import END_CONFIDENCES, PLIES_LEFT
from ai.telemetry import Abandoned, Slot, Telemetry, new_telemetry
from ai.weights import ONE_DISC
from game.board import PASS, Board, Color, final_score, legal_moves, squares
from game.evaluation import FULL_WIDTH, Kind
from game.records.transcript import parse_transcript
from game.symmetry import symmetry_to
from tests.ai.positions import positions, random_position
from tests.ai.searching import begun, published, run
from tests.samples import WHITE_PASSES

COMPILED = CompiledSearcher(4)
SIXTEEN_EMPTIES = Board.from_text("--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X")
SIXTEEN_EMPTIES_SCORE = 18


def searched(board: Board, limit: Limit, options: Options | None = None) -> list[Progress]:
    return published(board, limit, options or Options(), COMPILED)


def check_line(progress: Progress) -> Board:
    """Checks that the line is legal; returns the board at its end."""
    board = progress.board
    for move in progress.pv:
        assert board.is_legal(move)
        board = board.play(move)
    return board


def check_exact_line(progress: Progress) -> None:
    """Checks that the line ends the game with the score of Black, who is to move."""
    end = check_line(progress)
    assert end.is_over()
    assert final_score(end.black, end.white) == progress.score


@pytest.mark.parametrize("algorithm", ENGINE_ALGORITHMS)
def test_each_depth_is_reported_once_and_every_line_is_legal(algorithm: Algorithm) -> None:
    for board in positions(Random(1), 12):
        progress = searched(board, Limit(depth=4), Options(algorithm))
        last = progress[-1]
        rows = [row for row in last.iterations if row.kind is Kind.ESTIMATE]
        assert [row.depth for row in rows] == list(range(1, len(rows) + 1))
        assert last.depth == 4 or last.kind is Kind.EXACT
        assert all(row.algorithm is algorithm for row in last.iterations)
        for each in progress:
            assert board.is_legal(each.move)
            assert each.pv[0] == each.move
            check_line(each)
        for row in last.iterations:
            assert row.pv[0] == row.move
            check_line(replace(last, pv=row.pv))
        assert last.iterations[-1].pv == last.pv


@pytest.mark.parametrize("algorithm", [Algorithm.ALPHABETA, Algorithm.PVS])
def test_at_full_width_the_outcome_is_found_before_the_discs(algorithm: Algorithm) -> None:
    last = searched(SIXTEEN_EMPTIES, Limit(), Options(algorithm, selective=False))[-1]
    assert [row.kind for row in last.iterations][-2:] == [Kind.OUTCOME, Kind.EXACT]
    assert last.kind is Kind.EXACT
    assert last.score == SIXTEEN_EMPTIES_SCORE
    check_exact_line(last)


@pytest.mark.parametrize("algorithm", ENGINE_ALGORITHMS[1:])
def test_confidence_grows_when_solving(algorithm: Algorithm) -> None:
    last = searched(SIXTEEN_EMPTIES, Limit(), Options(algorithm))[-1]
    confidences = [row.confidence for row in last.iterations if row.depth == 16]
    assert confidences == sorted(set(confidences))
    assert len(confidences) > 2
    *kinds, last_kind = (row.kind for row in last.iterations)
    assert (set(kinds), last_kind) == ({Kind.ESTIMATE}, Kind.EXACT)
    assert (last.confidence, last.kind, last.score) == (FULL_WIDTH, Kind.EXACT, SIXTEEN_EMPTIES_SCORE)
    if algorithm <= Algorithm.SCOUT:  # the others know bounds, with few moves
        assert len([move for move in last.pv if move != PASS]) == 16, "the solver's line"
    check_line(last)


@pytest.mark.parametrize("options", [Options(), Options(level=8, seed=1)])
def test_the_middle_game_is_selective_after_its_first_depths(options: Options) -> None:
    board = random_position(Random(4), 20)
    last = searched(board, Limit(depth=9), options)[-1]
    full = searched(board, Limit(depth=9), replace(options, selective=False))[-1]
    confidences = [row.confidence for row in last.iterations]
    assert set(confidences[:6]) == {FULL_WIDTH} != set(confidences[6:]) == {last.confidence}
    assert (last.kind, last.depth) == (Kind.ESTIMATE, 9)
    assert {row.confidence for row in full.iterations} == {FULL_WIDTH}
    assert sum(row.nodes for row in last.iterations) < sum(row.nodes for row in full.iterations)


def test_minimax_of_a_level_is_full_width_and_stops_at_its_depth() -> None:
    last = searched(SIXTEEN_EMPTIES, Limit(), Options(Algorithm.MINIMAX, level=3))[-1]
    assert last.depth == 2
    assert {row.confidence for row in last.iterations} == {FULL_WIDTH}
    solved = searched(SIXTEEN_EMPTIES, Limit(), Options(level=8, seed=1))[-1]
    assert (solved.iterations[-1].kind, solved.iterations[-1].score) == (Kind.EXACT, SIXTEEN_EMPTIES_SCORE)


@pytest.mark.parametrize("confidence", END_CONFIDENCES[:2])
def test_a_search_stopped_between_steps_keeps_the_surest_result(confidence: int) -> None:
    telemetry, last = begun(COMPILED), first_progress(SIXTEEN_EMPTIES, Algorithm.PVS)

    def publish(progress: Progress) -> None:
        nonlocal last
        last = progress
        if progress.depth == 16 and progress.confidence == confidence:
            telemetry[Slot.STOP] = 1

    search = RootSearch(SIXTEEN_EMPTIES, Limit(solve=True), Options(), telemetry, publish, 0.0)
    search.run(lambda: COMPILED)
    assert (last.depth, last.confidence, last.kind) == (16, confidence, Kind.ESTIMATE)
    assert SIXTEEN_EMPTIES.is_legal(last.move)


def test_a_search_stopped_while_it_solves_has_a_move() -> None:
    """Solving ten empties takes little time, but some."""
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
    last = run(board, Limit(), telemetry, lambda: searcher)[-1]
    assert last.depth > 1
    assert last.move == searched(board, Limit(depth=last.depth))[-1].move


class TwoPlies(ReferenceSearcher):
    """Finds all moves equal at depth 1; at depth 2 the second is three discs better in a null window, and
    worth `again` in a wider one, which stores a reply. Then, or if `again` is None, the search is stopped.
    """

    def __init__(self, telemetry: Telemetry, again: int | None) -> None:
        super().__init__(telemetry, lambda: False)
        self.answers = iter([0, -3 * ONE_DISC, again, None])

    def search(self, node: SearchNode) -> int:
        answer = next(self.answers) if node.depth else 0
        if answer is None:
            self._telemetry[Slot.STOP] = 1
            raise Abandoned
        if node.beta > node.alpha + 1:
            self._searches.best[node.player, node.opponent] = next(
                squares(legal_moves(node.player, node.opponent))
            )
        return answer


@pytest.mark.parametrize(("again", "last"), [(None, None), (0, (0, 0.0, 1)), (-4 * ONE_DISC, (1, 4.0, 2))])
def test_a_null_window_makes_a_move_the_candidate(
    again: int | None, last: tuple[int, float, int] | None
) -> None:
    """The search may stop before it knows how much better the move is; the re-search finds it no better, or
    better still, and then with its line.
    """
    board = Board.initial()
    moves = list(squares(board.legal_moves()))
    telemetry = new_telemetry(Algorithm.PVS)
    searcher = TwoPlies(telemetry, again)
    found = [
        (moves.index(progress.move), progress.score, len(progress.pv))
        for progress in run(board, Limit(), telemetry, lambda: searcher)
    ]
    assert found == [(0, 0.0, 1), (1, 3.0, 1), *([last] if last else [])]


@pytest.mark.parametrize(("used", "deepened"), [(0.0, 16 - PLIES_LEFT), (999.9, 16)])
def test_the_end_is_solved_early_only_if_time_suffices(used: float, deepened: int) -> None:
    """Else the search deepens ply by ply, and each depth leaves a move."""
    last = run(SIXTEEN_EMPTIES, Limit(seconds=1000), begun(COMPILED), lambda: COMPILED, used=used)[-1]
    rows = last.iterations
    assert [row.depth for row in rows[:deepened]] == list(range(1, deepened + 1))
    assert (rows[deepened].depth, rows[deepened].confidence) == (16, END_CONFIDENCES[0])
    assert (last.kind, last.score) == (Kind.EXACT, SIXTEEN_EMPTIES_SCORE)
    check_exact_line(last)


def test_a_depth_limit_also_limits_the_solver() -> None:
    last = searched(SIXTEEN_EMPTIES, Limit(depth=5))[-1]
    assert last.depth == 5
    assert last.kind is Kind.ESTIMATE
    assert searched(SIXTEEN_EMPTIES, Limit(depth=16))[-1].kind is Kind.EXACT


def test_hints_score_every_move_and_refine() -> None:
    progress = searched(SIXTEEN_EMPTIES, Limit(), Options(all_moves=True))
    last = progress[-1]
    assert {score.move for score in last.scores} == set(squares(SIXTEEN_EMPTIES.legal_moves()))
    assert all(score.kind is Kind.EXACT for score in last.scores)
    for hint in last.scores:
        assert (len(hint.pv) > 2, hint.pv[0]) == (True, hint.move)
        check_line(replace(last, pv=hint.pv))
    values = [score.score for score in last.scores]
    assert values == sorted(values, reverse=True)
    assert (last.scores[0].move, last.scores[0].score) == (last.move, last.score)
    assert last.score == SIXTEEN_EMPTIES_SCORE
    mixed = [each for each in progress if len({score.kind for score in each.scores}) == 2]
    assert mixed, "exact scores appear beside estimates while it solves"


@pytest.mark.parametrize("lines", [1, 3])
def test_the_best_lines_match_a_full_hint(lines: int) -> None:
    """At the last depth; the other moves keep the scores of earlier depths."""
    limit, options = Limit(depth=8), Options(all_moves=True, selective=False)
    every = searched(SIXTEEN_EMPTIES, limit, options)
    best = searched(SIXTEEN_EMPTIES, limit, replace(options, lines=lines))
    assert best[-1].scores[:lines] == every[-1].scores[:lines]
    assert {found.depth for found in best[-1].scores[:lines]} == {8}
    assert [each.score for each in best[-1].iterations] == [each.score for each in every[-1].iterations]
    assert sum(each.nodes for each in best[-1].iterations) < sum(each.nodes for each in every[-1].iterations)


@pytest.mark.parametrize("text", ["", "f5f6e6", "f5f6d3c3", "f5d6c4d3c3"])
def test_symmetric_moves_have_one_score_and_mirrored_lines(text: str) -> None:
    """At every depth, also during one, and for a level that chooses by the scores."""
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


def test_a_forced_move_is_not_searched_for_long() -> None:
    began = time.perf_counter()
    last = searched(WHITE_PASSES, Limit(seconds=30))[-1]
    assert time.perf_counter() - began < 15
    assert last.score is not None


def test_switching_keeps_finished_depths_and_marks_the_rows() -> None:
    telemetry = begun(COMPILED)

    class SwitchesAtDepthFive(CompiledSearcher):
        """Requests the other algorithm in the middle of the fifth iteration."""

        is_switched = False

        def search(self, node: SearchNode) -> int:
            if node.depth == 4 and not self.is_switched:
                self.is_switched = True
                telemetry[Slot.WANTED] = Algorithm.ALPHABETA
            return super().search(node)

    switching = SwitchesAtDepthFive(1)
    switching.begin(telemetry)
    rows = run(Board.initial(), Limit(depth=7), telemetry, lambda: switching)[-1].iterations
    assert [row.depth for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row.algorithm for row in rows] == 4 * [Algorithm.PVS] + 3 * [Algorithm.ALPHABETA]


def test_the_reference_searches_until_the_kernels_are_ready() -> None:
    telemetry = new_telemetry(Algorithm.PVS)
    found: list[Progress] = []
    replaced: list[int] = []

    def is_replaced() -> bool:
        if found and found[-1].depth >= 3:
            replaced.append(found[-1].depth)
        return bool(replaced)

    def searcher() -> Searcher:
        if not replaced:
            return ReferenceSearcher(telemetry, is_replaced)
        COMPILED.clear()
        COMPILED.begin(telemetry)
        return COMPILED

    board = Board.initial().play(19)
    RootSearch(board, Limit(depth=7), Options(), telemetry, found.append, 0.0).run(searcher)
    assert replaced[0] == 3
    assert [row.depth for row in found[-1].iterations] == list(range(1, 8))
    assert found[-1].iterations[2].score == searched(board, Limit(depth=3))[-1].score
    check_line(found[-1])


@pytest.mark.parametrize("all_moves", [False, True])
@pytest.mark.parametrize("empties", [9, 11, 13])
def test_an_exact_line_with_wrong_table_moves_is_solved_again(empties: int, all_moves: bool) -> None:
    """As if another thread had replaced its entries; a line beyond repair is cut to its first move."""

    class Astray(CompiledSearcher):
        def best_reply(self, player: int, opponent: int, exact: bool, *solved: int) -> int | None:
            board = Board(player, opponent, Color.BLACK)
            if board.empties == empties and sum(solved) < empties:
                return next(squares(board.legal_moves()))
            return super().best_reply(player, opponent, exact, *solved)

    telemetry, misled = new_telemetry(Algorithm.PVS), Astray(16)
    misled.begin(telemetry)
    options = Options(all_moves=all_moves)
    last = run(SIXTEEN_EMPTIES, Limit(solve=True), telemetry, lambda: misled, options)[-1]
    assert last.score == SIXTEEN_EMPTIES_SCORE
    for found in last.scores if all_moves else (last.iterations[-1],):
        check_exact_line(replace(last, pv=found.pv, score=found.score))
