"""The Lab's scenes: searches without a trace check every sentence."""

import re
import threading
from collections.abc import Callable, Iterator
from copy import copy
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.limits import Algorithm
from ai.reference.evaluation import evaluate
from ai.reference.tree import Event
from ai.trace.coverage import Cover
from game.board import PASS, Board, Color, squares
from game.sentences import AtLeast, HasText, Line, Worth
from play import scenes
from play.scene_stops import Change, ScenePhrase, Stop, Times
from play.scenes import HOLD, LANES, MOST_POSITIONS, Scene, SceneRace, Scenes, plies_of
from play.slow_motion import Phase
from tests.ai.positions import random_discs, random_position
from tests.play.plain_searches import Line as Moves
from tests.play.plain_searches import Plain, Search
from tests.samples import OVER
from tests.waiting import wait_until

LONGEST = 60.0
CUTS = ScenePhrase.CUT, ScenePhrase.CUT_EQUAL, ScenePhrase.CUT_BET
MOST_PLAYED = 15


def searched(board: Board) -> Scenes:
    scenes = Scenes(board)
    wait_until(lambda: scenes.phase is not Phase.SEARCHING)
    assert scenes.phase is Phase.READY, scenes.problem
    return scenes


def single(scenes: Scenes) -> list[Scene]:
    """Returns the scenes of one search each: minimax, alpha-beta and PVS."""
    return [scene for scene in scenes.scenes if isinstance(scene, Scene)]


def some(wanted: Callable[[Board], bool], seed: int, count: int) -> list[Board]:
    """Returns positions of random games and scattered discs with a property."""
    rng, found = Random(seed), list[Board]()
    while len(found) < count:
        board = random_position(rng, rng.randrange(6, 58))
        if rng.random() < 0.5:
            board = random_discs(rng, rng.randrange(1, 40))
        if wanted(board):
            found.append(board)
    return found


def has_pass(board: Board) -> bool:
    """Returns whether the opponent must pass after some move."""
    after = [board.play(move) for move in squares(board.legal_moves())]
    return any(child.must_pass() for child in after)


def is_drawn_by_the_last_disc(board: Board) -> bool:
    moves = list(squares(board.legal_moves()))
    result = board.play(moves[0]).result() if board.empties == 1 and moves else None
    return result is not None and result.winner is None


def fifty() -> list[Board]:
    """Returns the start, middle games, 10 empties and fewer, passes, one, two and many legal moves."""
    rng = Random(37)
    boards = [Board.initial(), *(random_position(rng, plies) for plies in range(4, 44, 3))]
    boards += [random_position(rng, 50) for _ in range(4)]
    boards += [random_position(rng, 60 - empties) for empties in (1, 2, 3, 4, 5)]
    boards += some(Board.must_pass, 1, 5) + some(has_pass, 2, 6)
    boards += some(lambda board: board.legal_moves().bit_count() == 1, 3, 6)
    boards += some(lambda board: board.legal_moves().bit_count() == 2 and board.empties > 10, 4, 4)
    boards += some(lambda board: board.legal_moves().bit_count() > 16, 5, 4)
    boards += some(is_drawn_by_the_last_disc, 6, 1)
    assert len(boards) == 50
    return boards


def named(phrase: ScenePhrase) -> set[str]:
    """Returns the names of the fields that are shown."""
    return set(re.findall(r"{(\w+)}", str(phrase.value)))


class Reader:
    """Checks the sentences of one scene by plain searches of its position: a method for each kind."""

    def __init__(self, scenes: Scenes, scene: Scene, asked: Board) -> None:
        self.asked, self.scene, self.turn = asked, scene, scenes.board.turn
        self.plain = Plain(scenes.board, plies_of(scenes.board))
        self.alphabeta, self.pvs = self.plain.alphabeta(), self.plain.pvs()
        self.algorithm = scene.run.choice.algorithm
        self.search: Search = self.pvs if self.algorithm is Algorithm.PVS else self.alphabeta
        self.line: Moves = ()
        self.step = self.entered = 0

    def check(self) -> None:
        for stop in self.scene.stops:
            self.step = stop.step
            self.line = tuple(self.scene.run.tree.line(int(self.scene.run.trace.events["node"][stop.step])))
            self.entered = self.scene.run.show(stop.step).counts.nodes
            fields: dict[str, Any] = {name: stop.sentence.fields[name] for name in named(stop.kind)}
            if isinstance(fields.get("move"), Line):
                (fields["move"],) = fields["move"].moves
            says = f"{stop.sentence.text()} {self.line}"
            assert getattr(self, stop.kind.name.lower())(**fields) is not False, says
            assert "{" not in says

    # Values of fields

    def here(self) -> Board:
        return self.plain.at(self.line)

    def is_worth(self, line: Moves, score: Worth) -> bool:
        return score == Worth(self.plain.worth(line, Color.BLACK), self.plain.unit)

    def is_bound(self, move: int, bound: AtLeast) -> int:
        """Checks the bound of a move and returns it."""
        mover = self.here().turn
        assert (bound.color, bound.unit) == (mover, self.plain.unit)
        assert self.plain.worth((*self.line, move), mover) >= bound.value
        return bound.value

    def elsewhere(self) -> list[int]:
        """Returns the values for the opponent of its earlier alternatives on the way here."""
        found, mover = [], self.here().turn
        for length in range(len(self.line)):
            above = self.line[:length]
            if self.plain.at(above).turn is not mover:
                moves = self.plain.moves(above)
                before = moves[: moves.index(self.line[length])]
                found += [self.plain.worth((*above, move), mover.other) for move in before]
        return found

    def left_out(self, move: int, count: int) -> None:
        moves = self.plain.moves(self.line)
        assert self.search.cuts[self.entered, self.line] == move
        assert count == len(moves) - moves.index(move) - 1 > 0

    # What each sentence claims

    def had_to_pass(self, other: Color) -> bool:
        return self.asked.must_pass() and self.asked.turn is other and self.step == 0

    def only_move(self, color: Color, move: int) -> bool:
        assert self.here().turn is color
        return not self.line and [move] == list(squares(self.here().legal_moves()))

    def must_pass(self, color: Color) -> bool:
        return self.here().must_pass() and self.here().turn is color

    def look_ahead(self, color: Color, count: int) -> bool:
        return self.turn is color and count == self.plain.plies

    def leaf(self, score: Worth) -> bool:
        board = self.here()
        assert self.plain.depth(self.line) == 0
        return score == Worth(board.turn.sign * evaluate(board.player, board.opponent), 10)

    def game_over(self, score: Worth) -> bool:
        result = self.here().result()
        return result is not None and score == Worth(result.black - result.white, 1)

    def reply(self, line: Line, color: Color, move: int, score: Worth) -> bool:
        assert self.is_worth((*self.line, move), score)
        assert (self.line, self.here().turn) == (line.moves, color)
        return self.is_worth(self.line, score) and len(self.plain.moves(self.line)) > 1

    def reply_only(self, line: Line, color: Color, move: int, score: Worth) -> bool:
        assert (self.line, self.here().turn) == (line.moves, color)
        return self.plain.moves(self.line) == [move] and self.is_worth(self.line, score)

    def reply_pass(self, line: Line, color: Color, score: Worth) -> bool:
        return self.reply_only(line, color, PASS, score)

    def best(self, move: int, score: Worth) -> bool:
        """Checks that the move is better than all searched before it."""
        moves = self.plain.moves(())
        values = [self.plain.worth((each,), self.turn) for each in moves[: moves.index(move)]]
        assert self.plain.worth((move,), self.turn) > max(values, default=-1000)
        return self.is_worth((move,), score)

    def sure(self, move: int, color: Color, score: Worth) -> bool:
        return self.turn is color and self.best(move, score)

    better = sure

    def minimax_end(self, count: int, move: int, score: Worth) -> bool:
        return count == self.plain.count() and self.ends(move, score)

    def ends(self, move: int, score: Worth) -> bool:
        """Checks that a search finds the first of the best moves."""
        moves = self.plain.moves(())
        worth = [self.plain.worth((each,), self.turn) for each in moves]
        assert move == moves[worth.index(max(worth))]
        return self.is_worth((), score) and self.step == len(self.scene.run) - 1

    def stop_early(self) -> bool:
        return self.alphabeta.value == self.plain.minimax()

    def cut(self, move: int, bound: AtLeast, other: Color, count: int) -> bool:
        self.left_out(move, count)
        assert self.here().turn.other is other
        return max(self.elsewhere()) > -self.is_bound(move, bound)

    def cut_equal(self, move: int, bound: AtLeast, other: Color, count: int) -> bool:
        self.left_out(move, count)
        assert self.here().turn.other is other
        return max(self.elsewhere()) >= -self.is_bound(move, bound)

    def cut_bet(self, move: int, bound: AtLeast, count: int) -> None:
        self.left_out(move, count)
        self.is_bound(move, bound)
        assert self.algorithm is Algorithm.PVS

    def alphabeta_end(self, move: int, score: Worth, count: int, whole: int, percent: int) -> bool:
        assert count == len(self.alphabeta.entered) < whole == self.plain.count()
        return percent == 100 * (whole - count) // whole and self.ends(move, score)

    def no_cut(self, move: int, score: Worth, count: int) -> bool:
        assert count == len(self.alphabeta.entered) == self.plain.count()
        return self.ends(move, score)

    def first_is_best(self, move: int) -> bool:
        return self.plain.moves(())[0] == move and len(self.plain.moves(())) > 1

    def bet(self, move: int, color: Color, score: Worth) -> bool:
        floor, _lost, _count = self.pvs.bets[self.entered, self.line, move]
        assert self.here().turn is color
        return score.value == color.sign * floor

    def won(self, count: int, move: int, color: Color, score: Worth) -> bool:
        *above, last = self.line  # the move itself
        assert (last, self.plain.at(tuple(above)).turn) == (move, color)
        floor, is_lost, size = self.pvs.bets[self.entered - count, tuple(above), move]
        assert (is_lost, size, score.value) == (False, count, color.sign * floor)
        return self.plain.worth(self.line, color) <= floor

    def lost(self, move: int, bound: AtLeast) -> bool:
        ended = [
            floor
            for (begun, above, played), (floor, is_lost, size) in self.pvs.bets.items()
            if (above, played) == (self.line, move) and begun + size == self.entered and is_lost
        ]
        return len(ended) == 1 and self.is_bound(move, bound) > ended[0]

    def again(self, move: int, score: Worth) -> bool:
        assert self.line[-1] == move
        assert self.entered in [last for _first, last in self.pvs.again]
        return self.is_worth(self.line, score)

    def spared(self, nodes: int, whole: int) -> int:
        """Returns how many positions PVS saved."""
        assert (nodes, whole) == (len(self.pvs.entered), len(self.alphabeta.entered))
        return whole - nodes

    def pvs_fewer(self, move: int, score: Worth, nodes: int, whole: int, saved: int) -> bool:
        return self.spared(nodes, whole) == saved > 0 and self.ends(move, score)

    def pvs_same(self, move: int, score: Worth, nodes: int) -> bool:
        return self.spared(nodes, nodes) == 0 and self.ends(move, score)

    def pvs_more(self, nodes: int, whole: int, lost: int, count: int, again: int) -> bool:
        """Checks the reason, too: at least the difference was searched again."""
        return lost == self.lost_of(count, again) and 0 < -self.spared(nodes, whole) <= again

    def lost_of(self, count: int, again: int) -> int:
        assert (count, again) == (len(self.pvs.bets), self.pvs.searched_again)
        return sum(is_lost for _floor, is_lost, _size in self.pvs.bets.values())

    def no_bet(self, move: int, score: Worth) -> bool:
        return not self.pvs.bets and self.ends(move, score) and self.pvs.entered == self.alphabeta.entered


def check_scenes(board: Board) -> set[ScenePhrase]:
    """Checks the first three scenes of a position; returns the kinds of their sentences."""
    scenes = searched(board)
    phrases: set[ScenePhrase] = set()
    own = single(scenes)
    assert [scene.run.choice.algorithm for scene in own] == list(Algorithm)[:3]
    for scene in own:
        reader = Reader(scenes, scene, board)
        reader.check()
        phrases |= {stop.kind for stop in scene.stops}
        assert len(scene.played) >= 2
        assert scene.played[-1].step == len(scene.run) - 1
        assert len(scene.played) <= MOST_PLAYED
        assert all(stop in scene.stops for stop in scene.played)
        assert copy(scene).seconds[1] <= LONGEST
        assert len({stop.step for stop in scene.stops}) == len(scene.stops)
        # The first stop of each kind is played.
        firsts = {stop.kind: stop for stop in reversed(scene.stops)}
        assert all(stop in scene.played for stop in firsts.values())
        check_kinds(scene, reader)
    return phrases


def stops_of_kinds(scene: Scene, *kinds: ScenePhrase) -> list[Stop]:
    return [stop for stop in scene.stops if stop.kind in kinds]


def check_kinds(scene: Scene, reader: Reader) -> None:
    """Checks that all cuts, bets and re-searches are stops, and that won bets are played like lost ones."""
    trace = scene.run.trace
    cuts = [stop.step for stop in stops_of_kinds(scene, *CUTS)]
    real = [
        line for (_entered, line), move in reader.search.cuts.items() if move != reader.plain.moves(line)[-1]
    ]
    if scene.run.choice.algorithm is Algorithm.MINIMAX:
        assert not cuts
        return
    assert len(cuts) == len(real)
    if cuts:
        assert any(stop.kind in CUTS for stop in scene.played)
    if scene.run.choice.algorithm is Algorithm.PVS:
        kinds = ScenePhrase.BET, ScenePhrase.LOST
        bets, again = ([stop.step for stop in stops_of_kinds(scene, kind)] for kind in kinds)
        assert bets == trace.steps(Event.NULL_WINDOW).tolist()
        assert again == trace.steps(Event.RESEARCH).tolist()
        assert len(bets) == len(reader.pvs.bets)
        won = [is_lost for _floor, is_lost, _size in reader.pvs.bets.values()].count(False)
        assert len(stops_of_kinds(scene, ScenePhrase.WON)) == won
        played = {stop.kind for stop in scene.played}
        assert (ScenePhrase.BET in played, ScenePhrase.WON in played) == (bool(bets), won > 0)


@pytest.mark.slow
def test_every_sentence_of_fifty_positions_is_true() -> None:
    phrases: set[ScenePhrase] = set()
    for board in fifty():
        phrases |= check_scenes(board)
    said = {phrase for phrase in ScenePhrase if hasattr(Reader, phrase.name.lower())}
    assert said - phrases == set()


@pytest.fixture(scope="module")
def middle_game() -> Scenes:
    return searched(random_position(Random(3), 25))


def test_intervals_agree_with_minimax(middle_game: Scenes) -> None:
    """No bound exceeds the minimax value, and a cut is where the intervals no longer overlap."""
    scene = single(middle_game)[1]
    plain = Plain(middle_game.board, plies_of(middle_game.board))
    gaps = 0
    for stop in stops_of_kinds(scene, *CUTS):
        certainties = scene.certainties(scene.run.show(stop.step))
        line = tuple(scene.run.tree.line(int(scene.run.trace.events["node"][stop.step])))
        assert [each.ply for each in certainties] == list(range(len(line) + 1))
        here = certainties[-1]
        assert [each.is_cut for each in certainties] == [False] * len(line) + [True]
        assert here.low is not None
        assert here.high is not None
        gaps += here.low > here.high
        for length, each in enumerate(certainties):
            board = plain.at(line[:length])
            assert each.turn is board.turn
            value = plain.worth(line[:length], Color.BLACK)
            # The side to move gets at least what it has found.
            found = each.low if board.turn is Color.BLACK else each.high
            if found is not None and length == len(line):
                assert value >= found if board.turn is Color.BLACK else value <= found
    assert gaps > 0


def test_intervals_never_widen_at_a_node(middle_game: Scenes) -> None:
    scene = single(middle_game)[1]
    known: dict[int, tuple[int, int]] = {}
    for step in range(len(scene.run)):
        shown = scene.run.show(step)
        for row, each in zip(shown.state.rows, scene.certainties(shown), strict=True):
            low = -1000 if each.low is None else each.low
            high = 1000 if each.high is None else each.high
            before = known.get(row.node, (low, high))
            assert before[0] <= low
            assert high <= before[1]
            known[row.node] = low, high
            assert not each.is_question or row.alpha + 1 >= row.beta


def looked_at(cover: NDArray[np.uint8]) -> int:
    return int(((cover != Cover.NOT_YET) & (cover != Cover.CUT_OFF)).sum())


def test_visited_and_cut_positions_are_the_whole_tree(middle_game: Scenes) -> None:
    whole = single(middle_game)[0]
    cut_off = []
    for scene in single(middle_game):
        end = scene.coverage.at(len(scene.run) - 1)
        assert len(end) == len(scene.tree) == len(whole.run.tree)
        cut_off.append(int((end == Cover.CUT_OFF).sum()))
        assert looked_at(end) + cut_off[-1] == len(whole.run.tree)
        assert looked_at(end) == len(set(scene.coverage.node.tolist()))
        counts = scene.run.show(scene.last).counts
        assert counts.nodes - counts.again == looked_at(end), "positions are visits without repeats"
        assert not np.isin(end, (Cover.NOT_YET, Cover.UNDER_WAY)).any()
        seen = [looked_at(scene.coverage.at(step)) for step in range(0, len(scene.run), 7)]
        assert seen == sorted(seen)
    assert cut_off[0] == 0
    assert cut_off[1] > 0


def test_playing_waits_at_each_sentence_and_ends(middle_game: Scenes) -> None:
    for scene in middle_game.scenes:
        playback, waited, passed = copy(scene), dict[int, float](), 0.0
        playback.play()
        while playback.is_playing:
            assert passed < LONGEST
            waited[playback.step] = waited.get(playback.step, 0.0) + 0.05
            assert abs(playback.seconds[0] - passed) < 0.2
            assert playback.stop.step <= playback.step
            playback.update(0.05)
            passed += 0.05
        assert playback.is_at_end
        assert abs(passed - playback.seconds[1]) < 0.2
        for stop in scene.played:
            assert waited[stop.step] >= HOLD - 0.1
        playback.play()
        assert playback.step == scene.played[0].step


def test_long_frame_advances_like_short_ones(middle_game: Scenes) -> None:
    scene = single(middle_game)[1]
    at_once, bit_by_bit = copy(scene), copy(scene)
    at_once.play()
    bit_by_bit.play()
    at_once.update(20.0)
    for _ in range(200):
        bit_by_bit.update(0.1)
    assert abs(at_once.step - bit_by_bit.step) <= 1


def test_next_and_back_go_from_stop_to_stop(middle_game: Scenes) -> None:
    for scene in middle_game.scenes:
        playback = copy(scene)
        playback.play()
        went = []
        while not playback.is_at_end:
            playback.next()
            went.append(playback.step)
        assert not playback.is_playing
        first, *others = [stop.step for stop in scene.played]
        assert went == others
        back = []
        while playback.step > first:
            playback.back()
            back.append(playback.step)
        assert back == [*reversed(others[:-1]), first]
        playback.back()
        assert playback.step == scene.played[0].step


@pytest.mark.parametrize("scenes", [Scenes, SceneRace])
def test_a_finished_game_has_no_scenes(scenes: Callable[[Board], object]) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        scenes(OVER)


def test_depth_is_reduced_when_there_are_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = ["--------", "-OOOOOO-", *4 * ["-OXXXXO-"], "-OOOOOO-", "--------"]
    many = Board.from_text("".join(ring) + " X")
    assert many.legal_moves().bit_count() == 28
    board = random_position(Random(5), 58)
    assert (plies_of(board), board.empties) == (None, 2)
    assert plies_of(many) == plies_of(Board.initial()) == 3
    monkeypatch.setattr("play.scenes.MOST_POSITIONS", 1000)
    assert (plies_of(many), plies_of(Board.initial())) == (2, 3)
    assert len(searched(many).scenes[0].run.tree) <= MOST_POSITIONS


def test_scenes_can_be_cancelled() -> None:
    scenes = Scenes(random_position(Random(3), 25))
    scenes.is_cancelled = True
    wait_until(lambda: all(thread.name != "slow motion" for thread in threading.enumerate()))
    assert (scenes.scenes, scenes.problem) == ((), None)


def test_failure_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError("the stops are lost")

    monkeypatch.setattr("play.scenes.stops_of", fail)
    scenes = Scenes(Board.initial())
    wait_until(lambda: scenes.phase is not Phase.SEARCHING)
    assert (scenes.phase, scenes.problem) == (Phase.FAILED, "the stops are lost")


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (Worth(28, 10), "+2.8 for Black"),
        (Worth(-28, 10), "+2.8 for White"),
        (Worth(0, 10), "even"),
        (Worth(-12, 1), "+12 for White"),
        (Worth(0, 1), "even"),
        (AtLeast(Color.WHITE, 28, 10), "White gets at least +2.8"),
        (AtLeast(Color.WHITE, -28, 10), "Black gets at most +2.8"),
        (AtLeast(Color.BLACK, 0, 10), "Black gets at least 0.0"),
        (Line((PASS, 63)), "pass h8"),
        (Times(7404, 1), "7,404"),
        (Times(109, 10), "10"),
        (Times(99, 10), "9.9"),  # rounded down
        (Change(100, 103), "+3 %"),
        (Change(100, 60), "−40 %"),
        (Change(100, 100), "0 %"),
        (Change(10_000, 12), "−99.88 %"),
    ],
)
def test_figures_have_text(field: HasText, text: str) -> None:
    assert field.text() == text


MIDDLE_GAME = random_position(Random(3), 20)


def run(race: SceneRace, pace: float = 0.4) -> list[str]:
    """Runs a race to its end and returns its sentences."""
    said: list[str] = []
    race.play()

    def step() -> None:
        assert race.problem == ""
        race.update(pace)
        text = race.sentence().text()
        if race.sentence().phrase is ScenePhrase.RACE_DEPTH:
            # Near the end a lane may skip depths, which then cannot be compared.
            assert race.sentence().fields["count"] in (int(race.place), race.last - 2)
        if text not in said[-1:]:
            said.append(text)

    wait_until(lambda: race.is_at_end, step)
    return said


@pytest.fixture(scope="module")
def finished() -> Iterator[tuple[SceneRace, list[str]]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("play.scenes.MOST_RACED", 1_000_000)
        race = SceneRace(MIDDLE_GAME)
    assert (race.sentence().phrase, race.winners(), race.shares()) == (ScenePhrase.RACE_START, (), None)
    yield race, run(race)
    race.race.close()


def test_lanes_agree_and_minimax_visits_everything(finished: tuple[SceneRace, list[str]]) -> None:
    race, _said = finished
    wanted = Algorithm.MINIMAX, Algorithm.ALPHABETA, Algorithm.PVS, Algorithm.PVS
    assert tuple(lane.algorithm for lane in LANES) == wanted
    ends = [standing.deepest for standing in race.race.standings]
    assert len({(end.depth, end.score) for end in ends if end is not None}) == 1
    # Without the root, which the kernels do not count.
    whole = [Plain(MIDDLE_GAME, depth).count() - 1 for depth in (1, 2)]
    assert [total for _depth, total in race.totals(0)[:2]] == [whole[0], sum(whole)]


def test_sentences_state_the_counts(finished: tuple[SceneRace, list[str]]) -> None:
    race, said = finished
    totals = [dict(race.totals(lane)) for lane in range(4)]
    assert said[0].startswith(f"All four look {race.last} moves ahead in the same position")
    for text in said[1:-1]:
        depth = int(text.partition(" ")[0])
        whole, nodes = totals[0][depth], min(total[depth] for total in totals)
        best = [name for name, total in zip(scenes.NAMES, totals, strict=True) if total[depth] == nodes]
        fewer = f"{whole:,} positions for minimax, {nodes:,} for {', '.join(best)}."
        even = f"minimax looks at {whole:,} positions, and no other at fewer yet."
        assert text.partition(" ahead: ")[2] == (fewer if nodes < whole else even)
    match = re.fullmatch(r"(.*): ([\d,.]+) times fewer positions than minimax\.", said[-1])
    assert match is not None
    fewest = min(total[race.last] for total in totals)
    assert int(match[2].replace(",", "")) == totals[0][race.last] // fewest
    assert match[1] == scenes.NAMES[race.winners()[0]]
    shares = race.shares()
    assert shares is not None
    assert re.match(r"Stopping early −\d+(\.\d+)? %, betting ", shares.text())


def test_bars_grow_depth_by_depth_and_can_be_shown_again(finished: tuple[SceneRace, list[str]]) -> None:
    race, _said = finished
    race.play()
    assert (race.place, race.is_playing, race.winners()) == (0.0, True, ())
    shown = []
    while not race.is_at_end:
        race.update(0.5)
        shown.append(len(race.totals(0)))
    assert shown == sorted(shown)
    assert len(shown) == pytest.approx(race.last * scenes.SECONDS_A_DEPTH / 0.5, abs=2)
    assert not race.is_playing
    race.play()
    race.update(1.0)
    race.pause()
    before = race.place
    race.update(1.0)
    assert race.place == before
    race.go_to(race.last)
    assert race.is_at_end
    assert race.seconds == (race.last * scenes.SECONDS_A_DEPTH,) * 2
    assert race.seconds[1] <= 60


@pytest.mark.parametrize(
    ("empties", "phrase"), [(1, ScenePhrase.RACE_EVEN), (2, ScenePhrase.RACE_EVEN), (6, ScenePhrase.RACE_END)]
)
def test_race_near_the_end_crowns_all_winners(empties: int, phrase: ScenePhrase) -> None:
    board = random_position(Random(empties), 60 - empties).after_pass()
    race = SceneRace(board)
    run(race, 5.0)
    totals = [dict(race.totals(lane))[race.last] for lane in range(4)]
    assert race.sentence().phrase is phrase
    assert race.winners() == tuple(lane for lane in range(4) if totals[lane] == min(totals))
    assert (len(race.winners()) > 1) == (phrase is ScenePhrase.RACE_EVEN)
    race.race.close()


def test_failed_lane_has_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr("play.race.Engine", fail)
    race = SceneRace(MIDDLE_GAME)
    race.play()
    race.update(1.0)
    assert race.problem == "no room"
    assert not race.is_at_end
    race.race.close()
