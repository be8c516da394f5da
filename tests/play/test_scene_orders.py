"""The scenes of orders and depths: searches without a trace check every sentence."""

from __future__ import annotations

from collections import Counter
from functools import partialmethod, reduce
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from ai.limits import Order
from ai.reference.evaluation import evaluate
from ai.trace.sentences import ORDER_TERMS
from benchmarks import MIDDLEGAMES, read_problems
from game.board import PASS, Board, Color, Move, final_score, squares
from game.sentences import Line, Terms, Worth
from play.scene_orders import COMPARED, lanes_of, parts_of
from play.scene_stops import ScenePhrase, Times
from play.scenes import PlayedRun, Scenes, deepest_plies
from tests.ai.positions import random_position
from tests.play.plain_searches import OPEN, Plain
from tests.play.plain_searches import Line as Moves
from tests.play.test_scenes import LONGEST, Reader, fifty, named, searched
from ui.pages.lab.commands import middle_game


class Cut(NamedTuple):
    entered: int
    line: Moves
    move: Move
    left: int
    is_first: bool
    killers: tuple[Move, ...]
    """The killer moves of its ply, before it."""
    points: dict[Move, int]
    """The history points of the moves here, before it."""


class Ordered:
    """Alpha-beta over boards in one order of the moves; with a table of positions if it `remembers`."""

    def __init__(self, board: Board, order: Order, remembers: bool = False) -> None:
        self.board, self.order, self.remembers = board, order, remembers
        self.entered = self.valued = 0
        self.cuts: list[Cut] = []
        self.best: dict[Board, Move] = {}
        self.known_before: list[dict[Board, Move]] = []  # by depth: the best moves at its start
        self.improved: list[list[tuple[int, Move]]] = []  # by depth: at the root, (entered so far, the move)
        self.begun: list[int] = []  # by depth: number entered before it
        self.seen: list[dict[Board, Moves]] = []  # by depth: the first line to each position
        self.answers: list[tuple[int, Board, Moves]] = []
        self._killers: dict[int, list[Move]] = {}
        self._points: Counter[tuple[Color, Move]] = Counter()
        self._table: dict[tuple[Board, int], tuple[int, int]] = {}

    def run(self, depths: range | list[int]) -> int:
        value = 0
        for depth in depths:
            self.known_before.append(dict(self.best))
            self.improved.append([])
            self.seen.append({})
            self.begun.append(self.entered)
            value = self._search(self.board, (), depth, -OPEN, OPEN)
        return value

    def _moves(self, board: Board, depth: int, ply: int) -> list[Move]:
        moves = list(squares(board.legal_moves()))
        if self.order is Order.KILLERS:
            known = self._killers.get(ply, [])
            return [move for move in known if move in moves] + [move for move in moves if move not in known]
        if self.order is Order.HISTORY:
            return sorted(moves, key=lambda move: -self._points[board.turn, move])
        if self.order is Order.EVALUATION and depth > 1 and len(moves) > 1:
            self.valued += len(moves)
            after = {move: board.play(move) for move in moves}
            # The discs are valued for the opponent, even if it must pass.
            return sorted(moves, key=lambda move: valued(after[move], board.turn.other))
        if self.order is Order.PV_FIRST and (first := self.best.get(board)) in moves:
            return [first, *(move for move in moves if move != first)]
        return moves

    def _search(self, board: Board, line: Moves, depth: int, alpha: int, beta: int) -> int:
        self.entered += 1
        first_line = self.seen[-1].setdefault(board, line)
        low, high = self._table.get((board, depth), (-OPEN, OPEN))
        if self.remembers and (low >= beta or high <= alpha or low == high):
            self.answers.append((self.entered, board, first_line))
            return low if low >= beta else high
        value = self._value(board, line, depth, alpha, beta)
        if self.remembers:
            low, high = self._table.get((board, depth), (-OPEN, OPEN))
            is_leaf = board.is_over() or depth <= 0
            low, high = value if value > alpha or is_leaf else low, value if value < beta or is_leaf else high
            self._table[board, depth] = low, high
        return value

    def _value(self, board: Board, line: Moves, depth: int, alpha: int, beta: int) -> int:
        if board.is_over():
            return 10 * final_score(board.player, board.opponent)
        if depth <= 0:
            return evaluate(board.player, board.opponent)
        best, ply = -OPEN, len(line)
        moves = self._moves(board, depth, ply) or [PASS]
        for place, move in enumerate(moves):
            below = depth if move == PASS else depth - 1
            found = -self._search(board.play(move), (*line, move), below, -beta, -max(alpha, best))
            if found > best:
                best = found
                if found > alpha:
                    self.best[board] = move
                if found > alpha and not line:
                    self.improved[-1].append((self.entered, move))
            if found >= beta:
                points = {each: self._points[board.turn, each] for each in moves}
                known = self._killers.setdefault(ply, [])
                left = len(moves) - place - 1
                self.cuts.append(Cut(self.entered, line, move, left, place == 0, (*known,), points))
                if move != PASS:
                    self._killers[ply] = [move, *(each for each in known if each != move)][:2]
                    self._points[board.turn, move] += 2**depth
                break
        return best


def valued(board: Board, turn: Color) -> int:
    return evaluate(board.discs(turn), board.discs(turn.other))


class OrderReader:
    """Checks the scene The order decides: a method for each kind of sentence."""

    def __init__(self, scenes: Scenes, scene: PlayedRun) -> None:
        self.board, self.run, self.depth = scenes.board, scene.run, scene.run.choice.depth or 0
        self.searches = [Ordered(self.board, order) for order in COMPARED]
        depths = [range(1, self.depth + 1) if order is Order.PV_FIRST else [self.depth] for order in COMPARED]
        self.values = [search.run(each) for search, each in zip(self.searches, depths, strict=True)]
        self.costs = [search.entered + search.valued for search in self.searches]
        self.lane = self.entered = self.step = 0
        self.line: Moves = ()

    def at(self, step: int) -> None:
        run, self.step = self.run, step
        lanes = lanes_of(run)
        self.lane = max((n for n, lane in enumerate(lanes) if lane[0].first <= step), default=0)
        self.entered = run.show(step).counts.nodes - sum(
            search.entered for search in self.searches[: self.lane]
        )
        self.line = tuple(run.tree.line(int(run.trace.events["node"][step])))

    def orders_start(self, count: int) -> bool:
        return count == self.depth == min(3, self.board.empties) or count < 3

    def is_order(self, order: Order) -> bool:
        return COMPARED[self.lane] is order and self.entered == 1

    killers_start = partialmethod(is_order, Order.KILLERS)
    history_start = partialmethod(is_order, Order.HISTORY)
    evaluation_start = partialmethod(is_order, Order.EVALUATION)
    pv_start = partialmethod(is_order, Order.PV_FIRST)

    def cut(self, move: Move, count: int) -> Cut:
        (cut,) = [
            cut
            for cut in self.searches[self.lane].cuts
            if (cut.entered, cut.line) == (self.entered, self.line)
        ]
        assert (cut.move, cut.left) == (move, count)
        return cut

    def killer(self, move: Move, color: Color, count: int) -> bool:
        turn = reduce(Board.play, self.line, self.board).turn
        return turn is color and move not in self.cut(move, count).killers

    def killer_cut(self, move: Move, count: int) -> bool:
        cut = self.cut(move, count)
        return cut.is_first and move in cut.killers

    def history_cut(self, move: Move, count: int) -> bool:
        cut = self.cut(move, count)
        return cut.is_first and cut.points[move] == max(cut.points.values()) > 0

    def sorting(self, count: int) -> bool:
        return COMPARED[self.lane] is Order.EVALUATION and count == self.searches[self.lane].valued

    def board_end(self, nodes: int) -> bool:
        return self.lane == 0 and nodes == self.costs[0]

    def difference(self, nodes: int) -> int:
        assert nodes == self.costs[self.lane]
        assert self.entered == self.searches[self.lane].entered
        return nodes - self.costs[0]

    def order_fewer(self, nodes: int, difference: int) -> bool:
        return self.difference(nodes) == -difference < 0

    def order_more(self, nodes: int, difference: int) -> bool:
        return self.difference(nodes) == difference > 0

    def order_same(self, nodes: int) -> bool:
        return self.difference(nodes) == 0 < self.lane

    def is_score(self, score: Worth) -> bool:
        return {self.board.turn.sign * value for value in self.values} == {score.value}

    def orders_end(self, score: Worth, names: Terms, nodes: int, times: Times) -> bool:
        best = [ORDER_TERMS[o] for o, cost in zip(COMPARED, self.costs, strict=True) if cost == nodes]
        assert nodes == min(self.costs) < self.costs[0]
        return self.is_score(score) and names.names == tuple(best) and times == Times(self.costs[0], nodes)

    def orders_even(self, score: Worth, whole: int) -> bool:
        return self.is_score(score) and whole == min(self.costs) == self.costs[0]


class DepthReader:
    """Checks the scene Deeper and deeper: a method for each kind of sentence."""

    def __init__(self, scenes: Scenes, scene: PlayedRun) -> None:
        self.board, self.run, self.deepest = scenes.board, scene.run, deepest_plies(scenes.board)
        self.search = Ordered(self.board, Order.PV_FIRST, remembers=True)
        self.value = self.search.run(range(1, self.deepest + 1))
        self.at_once = Ordered(self.board, Order.UNSORTED)
        assert self.at_once.run([self.deepest]) == self.value
        self.bests = [improved[-1][1] for improved in self.search.improved]
        self.part = self.entered = 0

    def at(self, step: int) -> None:
        self.entered = self.run.show(step).counts.nodes
        self.part = max((n for n, part in enumerate(parts_of(self.run)) if part.first <= step), default=0)

    def depths_start(self, count: int) -> bool:
        return count == self.deepest > 1

    def depths_one(self, count: int) -> bool:
        return count == self.deepest == self.board.empties == 1

    def depth_next(self, count: int, move: Line) -> bool:
        assert self.entered == self.search.begun[self.part] + 1
        return count == self.part + 1 and move.moves == (self.bests[self.part - 1],)

    def reply_next(self, line: Line, move: Line) -> bool:
        assert line.moves == (self.bests[self.part - 1],)
        return (self.search.known_before[self.part][self.board.play(line.moves[0])],) == move.moves

    def new_best(self, move: Line, best: Line) -> bool:
        assert best.moves == (self.bests[self.part - 1],)
        if self.part < 3:
            plain, turn = Plain(self.board, self.part + 1), self.board.turn
            assert plain.worth(move.moves, turn) > plain.worth(best.moves, turn)
        return (self.entered, move.moves[0]) in self.search.improved[self.part]

    def depth_done(self, count: int, line: Line, score: Worth) -> bool:
        assert count == self.part + 1
        plain = Plain(self.board, count)
        worths = {plain.worth(line.moves[:length], Color.BLACK) for length in range(len(line.moves) + 1)}
        return worths == {score.value} and line.moves[0] == self.bests[self.part]

    def table(self) -> bool:
        (answer,) = [each for each in self.search.answers if each[0] == self.entered]
        line = self.run.show(int(self.run.tree.first[self.entered - 1])).state.line
        return answer == self.search.answers[0] and answer[2] != line

    def kept(self) -> Move:
        """Returns the move that the root keeps: the best of the depth before, until another is better."""
        found = [move for entered, move in self.search.improved[-1] if entered < self.entered]
        return found[-1] if found else self.bests[-2]

    def time_kept(self, move: Line, count: int) -> bool:
        assert 1 < self.entered - self.search.begun[-1] < self.search.entered - self.search.begun[-1]
        return move.moves == (self.kept(),) == (self.bests[-2],) and count == self.deepest - 1

    def time_new(self, move: Line, best: Line) -> bool:
        return move.moves == (self.kept(),) != (self.bests[-2],) == best.moves

    def ends(self, count: int, move: Line, score: Worth, nodes: int, whole: int) -> int:
        assert (count, move.moves[0]) == (self.deepest, self.bests[-1])
        assert score.value == self.board.turn.sign * self.value
        assert (nodes, whole) == (self.search.entered, self.at_once.entered)
        return nodes - whole

    def depths_fewer(self, **fields: Any) -> bool:
        return self.ends(**fields) < 0

    def depths_more(self, **fields: Any) -> bool:
        return self.ends(**fields) > 0

    def depths_same(self, count: int, move: Line, score: Worth, nodes: int) -> bool:
        return self.ends(count, move, score, nodes, nodes) == 0


def check(board: Board) -> set[ScenePhrase]:
    scenes = searched(board)
    _whole, _rival, orders, _pvs, depths = scenes.scenes
    said = set[ScenePhrase]()
    for scene, reader in ((orders, OrderReader(scenes, orders)), (depths, DepthReader(scenes, depths))):
        for stop in scene.stops:
            reader.at(stop.step)
            fields: dict[str, Any] = {name: stop.sentence.fields[name] for name in named(stop.kind)}
            if isinstance(reader, OrderReader) and isinstance(fields.get("move"), Line):
                (fields["move"],) = fields["move"].moves
            if stop.kind is not ScenePhrase.HAD_TO_PASS:
                says = f"{board.text()} {stop.sentence.text()}"
                assert getattr(reader, stop.kind.name.lower())(**fields) is not False, says
            said.add(stop.kind)
        assert scene.played == scene.stops
        assert len({stop.step for stop in scene.stops}) == len(scene.stops)
        assert scene.stops[-1].step == scene.last
        assert scene.seconds[1] <= LONGEST
    return said


def test_every_sentence_of_few_positions_is_true() -> None:
    boards = [middle_game(), Board.initial(), *(random_position(Random(n), n) for n in (54, 57, 59))]
    said = set.union(*map(check, boards))
    assert ScenePhrase.ORDERS_END in said


def costs_of(boards: list[Board]) -> list[int]:
    costs = Counter[Order]()
    for board, order in product(boards, COMPARED):
        search = Ordered(board, order)
        search.run(range(1, 4) if order is Order.PV_FIRST else [3])
        costs[order] += search.entered + search.valued
    return [costs[order] for order in COMPARED]


@pytest.mark.slow
def test_every_sentence_of_fifty_positions_is_true() -> None:
    """All sentences appear, here or in the other scenes."""
    said = set.union(*map(check, fifty()))
    own = {phrase for phrase in ScenePhrase if not phrase.name.startswith("RACE_")}
    assert said >= {phrase for phrase in own if not hasattr(Reader, phrase.name.lower())}


@pytest.mark.slow
def test_the_middle_game_of_the_lab_is_typical() -> None:
    """Each order saves about what it saves over all middle games of docs/searches.md."""
    boards = [problem.board for problem in read_problems(MIDDLEGAMES).values()]
    own, all_of_them = (costs_of(each) for each in ([middle_game()], boards))
    for mine, theirs in zip(own, all_of_them, strict=True):
        assert abs(mine / own[0] - theirs / all_of_them[0]) < 0.06
