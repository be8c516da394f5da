from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from game.board import PASS, Color, Ending, Move, parse_square, squares
from game.clock import TimeControl
from game.judgement import Judgement
from game.records.transcript import transcript
from game.starts import Start
from game.tree import Game, Shape
from play.autosave import CLOCK_SECONDS, Autosave
from play.match import Match, MatchPhase
from play.players import Seat
from play.saved_game import SavedGame
from play.settings import Settings
from play.store import Store
from play.thinking import Thinking
from tests.play.scripted import ScriptedEngine
from tests.play.stored import BEGAN, files, tree_of
from tests.samples import C3, COMPUTER, D3, D6, F5, PERSON

CLOCKS = TimeControl(per_game=60, increment=2)


@pytest.fixture
def autosave(store: Store) -> Iterator[Autosave]:
    autosave = Autosave(store, Settings())
    yield autosave
    autosave._writer.shutdown(wait=True)
    assert store.messages == []


def new_match(engine: ScriptedEngine, *seats: Seat, **options: object) -> Match:
    thinking = Thinking((engine.as_engine(), engine.as_engine()))
    both = (seats[0], seats[1]) if seats else (PERSON, PERSON)
    return Match(thinking, both, **options)  # type: ignore[arg-type]


def wait_for(autosave: Autosave) -> None:
    """Wait until all that was asked for is on the disk."""
    autosave._writer.submit(lambda: None).result()


def restart(store: Store, engine: ScriptedEngine) -> Match:
    """What the next start makes of what is on the disk."""
    saved = store.load_game()
    assert saved is not None
    return new_match(
        engine, *saved.seats, control=saved.control, game=saved.game, start=saved.start, began=saved.began
    )


def close(store: Store, match: Match) -> None:
    Autosave(store, Settings()).close(match, Settings())


def answer(engine: ScriptedEngine, match: Match, move: Move, seconds: float = 0.1) -> None:
    match.update(seconds)
    engine.asked[-1].finish_depth(5, move, 1.0)
    engine.asked[-1].end()
    match.update(0.1)
    assert match.game.node.move == move


def play_to_the_end(match: Match, seed: int = 1) -> None:
    rng = Random(seed)
    while match.result is None:
        if match.phase is MatchPhase.PASSING:
            match.update(2.0)
        else:
            assert match.play(rng.choice(list(squares(match.board.legal_moves()))))


# What is saved, and when


def test_each_move_is_saved_and_nothing_else(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine)
    saves = 0
    for step in (lambda: None, lambda: match.play(F5), lambda: match.update(0.1), lambda: match.undo()):
        step()
        before = autosave._save
        autosave.keep_game(match)
        saves += autosave._save is not before
        after = autosave._save
        autosave.keep_game(match)
        assert autosave._save is after
    assert saves == 3
    wait_for(autosave)
    saved = store.load_game()
    assert saved is not None
    assert tree_of(saved.game) == tree_of(match.game)


def test_a_snapshot_is_taken_at_once(store: Store, autosave: Autosave, engine: ScriptedEngine) -> None:
    """The disk may be slow; what is written is the game as it was, never one that changes meanwhile."""
    gate = threading.Event()
    autosave._writer.submit(gate.wait)
    match = new_match(engine)
    match.play(F5)
    autosave.keep_game(match)
    match.game.node.children.clear()
    match.game.root.children.clear()
    gate.set()
    wait_for(autosave)
    saved = store.load_game()
    assert saved is not None
    assert saved.game.moves == (F5,)


def test_a_slow_disk_gets_the_newest_only(
    store: Store, autosave: Autosave, engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[SavedGame] = []
    monkeypatch.setattr(store, "save_game", seen.append)
    gate = threading.Event()
    autosave._writer.submit(gate.wait)
    match = new_match(engine)
    for move in (F5, D6, C3):
        match.play(move)
        autosave.keep_game(match)
    gate.set()
    wait_for(autosave)
    assert [saved.game.moves for saved in seen] == [(F5, D6, C3)]


def test_a_write_that_fails_is_said(store: Store, engine: ScriptedEngine) -> None:
    autosave = Autosave(store, Settings())
    match = new_match(engine)
    match.game.root.clock = match.clock.ticked(float("nan"))  # which JSON cannot say
    autosave.close(match, Settings())
    assert "could not be saved" in store.messages[0]


def test_a_library_in_use_gets_the_newest_of_a_game_only(
    store: Store, autosave: Autosave, engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(store, "put_away", lambda saved: kept.append(saved.game.root.comment))
    library = threading.Event()
    autosave._writer.submit(library.wait)
    match = new_match(engine)
    autosave.keep_game(match)
    play_to_the_end(match)
    for said in ("one", "two", "three"):
        match.game.comment(match.game.root, said)
        autosave.keep_game(match)
    library.set()
    wait_for(autosave)
    assert kept == ["three"]


def test_a_deleted_game_that_is_looked_through_stays_deleted(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine)
    autosave.keep_game(match)
    play_to_the_end(match)
    autosave.keep_game(match)
    wait_for(autosave)
    store.library.delete(store.library.games())
    end = match.game.node.ply
    for ply in (0, end):
        match.travel(ply)
        autosave.keep_game(match)
    wait_for(autosave)
    assert store.library.games() == []
    assert store.load_game() is None
    match.game.comment(match.game.root, "This is new.")
    autosave.keep_game(match)
    wait_for(autosave)
    assert len(store.library.games()) == 1


def test_settings_are_saved_when_they_change(store: Store, autosave: Autosave) -> None:
    autosave.keep_settings(Settings())
    wait_for(autosave)
    assert files(store) == set()
    autosave.keep_settings(Settings(muted=True))
    wait_for(autosave)
    assert store.load_settings() == Settings(muted=True)


# Going back and starting again


def test_the_tail_of_a_game_one_has_gone_back_in_survives_restarts(
    store: Store, engine: ScriptedEngine
) -> None:
    """The computer was to move where one stood: it played on at once, and what came after was gone."""
    match = new_match(engine, PERSON, COMPUTER)
    match.play(F5)
    answer(engine, match, D6)
    match.play(C3)
    answer(engine, match, D3)
    match.travel(1)
    assert match.phase is MatchPhase.PAUSED
    close(store, match)
    for name in ("f6", "f4"):
        match = restart(store, engine)
        assert match.game.node.ply == 1
        assert match.game.can_redo
        answer(engine, match, parse_square(name))
        match.travel(1)
        close(store, match)
    found = restart(store, engine).game
    lines = [node.path for node in found.root.walk() if not node.children]
    assert [transcript(Game(moves=line)) for line in lines] == ["f5f4", "f5f6", "f5d6c3d3"]


def test_variations_and_evaluations_survive_restarts(store: Store, engine: ScriptedEngine) -> None:
    match = new_match(engine, PERSON, COMPUTER)
    for first, reply in ((F5, D6), (D3, C3)):
        match.play(first)
        answer(engine, match, reply)
        match.travel(0)
    assert match.game.has_variations
    for _ in range(2):
        before = tree_of(match.game)
        close(store, match)
        match = restart(store, engine)
        assert tree_of(match.game) == before
    assert match.game.node_at((F5,)).evaluation is not None


def test_a_match_stays_the_same_match(store: Store, engine: ScriptedEngine) -> None:
    for start in (Start.ALTERNATIVE, None):
        match = new_match(engine, start=start, began=BEGAN)
        match.play(F5)
        close(store, match)
        again = restart(store, engine)
        assert (again.began, again.start) == (BEGAN, start)


# Clocks


def test_clocks_go_on_over_swap_restart_and_pause(store: Store, engine: ScriptedEngine) -> None:
    match = new_match(engine, PERSON, COMPUTER, control=CLOCKS)
    match.update(5.0)
    match.play(F5)
    match.update(3.0)
    match.swap_sides()
    match.update(1.0)
    match.pause()
    match.update(100.0)
    close(store, match)
    match = restart(store, engine)
    assert match.seats == (COMPUTER, PERSON)
    assert match.clock.remaining == (57.0, 60.0)
    assert match.clock.spent == pytest.approx(4.0)
    match.update(2.0)
    assert match.play(D6)
    assert match.clock.remaining == (57.0, pytest.approx(56.0))
    answer(engine, match, C3, 1.0)
    match.travel(1)
    assert match.clock.remaining == (57.0, 60.0)
    close(store, match)
    match = restart(store, engine)
    match.travel(3)
    assert match.clock.remaining == (pytest.approx(57.9), pytest.approx(56.0))
    assert match.control == CLOCKS


def test_the_time_of_this_move_counts_though_the_program_was_closed(
    store: Store, engine: ScriptedEngine
) -> None:
    match = new_match(engine, PERSON, PERSON, control=TimeControl(per_move=10))
    for _ in range(3):
        match.update(3.0)
        close(store, match)
        match = restart(store, engine)
    assert match.clock.spent == pytest.approx(9.0)
    match.update(1.5)
    assert match.phase is MatchPhase.OVER


def test_a_killed_program_gives_no_more_than_some_seconds_of_a_move_back(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine, PERSON, PERSON, control=TimeControl(per_move=60))
    for _ in range(30):
        match.update(1.1)
        autosave.keep_game(match)
    wait_for(autosave)
    assert match.clock.spent - CLOCK_SECONDS <= restart(store, engine).clock.spent <= match.clock.spent


@pytest.mark.parametrize(("control", "most"), [(TimeControl(), 1), (CLOCKS, 1 + 30 / CLOCK_SECONDS)])
def test_the_disk_is_left_alone_during_a_move(
    store: Store,
    autosave: Autosave,
    engine: ScriptedEngine,
    monkeypatch: pytest.MonkeyPatch,
    control: TimeControl,
    most: float,
) -> None:
    saves: list[SavedGame] = []
    monkeypatch.setattr(store, "save_game", saves.append)
    match = new_match(engine, control=control)
    for _ in range(300):
        autosave.keep_game(match)
        match.update(0.1)
        wait_for(autosave)
    assert 1 <= len(saves) <= most


# The library


def test_a_finished_game_is_cleared_and_in_the_library(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine)
    autosave.keep_game(match)
    play_to_the_end(match)
    autosave.keep_game(match)
    wait_for(autosave)
    assert store.load_game() is None
    (kept,) = store.library.games()
    assert kept.result == match.result
    assert store.library.open(kept).game.moves == match.game.moves


def test_a_game_finished_twice_is_kept_once(store: Store, autosave: Autosave, engine: ScriptedEngine) -> None:
    match = new_match(engine)
    autosave.keep_game(match)
    play_to_the_end(match)
    autosave.keep_game(match)
    match.travel(40)
    autosave.keep_game(match)
    wait_for(autosave)
    saved = store.load_game()
    assert saved is not None
    assert len(saved.game.moves) > 40
    match.resume()
    play_to_the_end(match, seed=2)
    autosave.keep_game(match)
    wait_for(autosave)
    (kept,) = store.library.games()
    assert store.library.open(kept).game.moves == match.game.moves
    assert store.load_game() is None


def test_a_game_finished_after_a_restart_takes_its_own_place(store: Store, engine: ScriptedEngine) -> None:
    match = new_match(engine)
    autosave = Autosave(store, Settings())
    autosave.keep_game(match)
    play_to_the_end(match)
    autosave.keep_game(match)
    match.travel(30)
    autosave.close(match, Settings())
    match = restart(store, engine)
    match.resume()
    autosave = Autosave(store, Settings())
    autosave.keep_game(match)
    play_to_the_end(match, seed=3)
    autosave.close(match, Settings())
    (kept,) = store.library.games()
    assert store.library.open(kept).game.moves == match.game.moves


def test_a_new_game_sets_the_running_one_aside(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine, PERSON, COMPUTER)
    autosave.keep_game(match)
    match.play(F5)
    answer(engine, match, D6)
    autosave.keep_game(match)
    match.travel(0)
    other = new_match(engine, PERSON, COMPUTER)
    autosave.keep_game(other)
    wait_for(autosave)
    (kept,) = store.library.games()
    assert (kept.date, kept.moves, kept.result) == (match.began, 2, None)
    saved = store.load_game()
    assert saved is not None
    assert (saved.began, saved.game.moves) == (other.began, ())
    autosave.keep_game(new_match(engine))  # nobody has moved in the other: there is nothing to keep
    wait_for(autosave)
    assert len(store.library.games()) == 1


def test_a_finished_game_is_not_set_aside_again(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine)
    autosave.keep_game(match)
    play_to_the_end(match)
    autosave.keep_game(match)
    wait_for(autosave)
    (kept,) = store.library.games()
    store.library.delete([kept])
    autosave.keep_game(new_match(engine))
    wait_for(autosave)
    assert store.library.games() == []


def test_a_finished_game_that_is_opened_is_no_news(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine)
    play_to_the_end(match)
    autosave.keep_game(match)
    wait_for(autosave)
    assert store.library.games() == []
    assert store.load_game() is None


def test_a_finished_game_that_is_looked_through_is_no_news(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine)
    play_to_the_end(match)
    autosave.keep_game(match)
    end = match.game.node.ply
    for cursor in (end - 3, end):
        match.travel(cursor)
        autosave.keep_game(match)
    wait_for(autosave)
    assert store.library.games() == []
    assert store.load_game() is None


def test_what_was_said_of_a_finished_game_is_kept(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine)
    play_to_the_end(match)
    autosave.keep_game(match)
    match.game.comment(match.game.root, "A fine game.")
    autosave.keep_game(match)
    wait_for(autosave)
    (kept,) = store.library.games()
    assert store.library.open(kept).game.root.comment == "A fine game."


def test_what_was_said_otherwise_of_a_finished_game_is_kept(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine)
    play_to_the_end(match)
    game = match.game
    game.root.comment = "A fine game."
    game.root.marks[F5] = Shape.CIRCLE
    game.node.judgement = Judgement(best=4.0, played=1.0, depth=8, is_exact=False, seconds=0.5)
    autosave.keep_game(match)
    game.comment(game.root, "A dull game.")
    game.mark(game.root, F5, Shape.CROSS)
    game.node.judgement = Judgement(best=5.0, played=1.0, depth=12, is_exact=False, seconds=2.0)
    autosave.keep_game(match)
    wait_for(autosave)
    (kept,) = store.library.games()
    opened = store.library.open(kept).game
    assert opened.root.comment == "A dull game."
    assert opened.root.marks == {F5: Shape.CROSS}
    assert opened.line[-1].judgement == game.node.judgement


def test_closing_writes_the_clocks_and_leaves_a_finished_game_cleared(
    store: Store, engine: ScriptedEngine
) -> None:
    match = new_match(engine, control=CLOCKS)
    autosave = Autosave(store, Settings())
    autosave.keep_game(match)
    match.update(7.0)
    autosave.close(match, Settings(muted=True))
    assert restart(store, engine).clock.spent == pytest.approx(7.0)
    assert store.load_settings().muted
    match = restart(store, engine)
    autosave = Autosave(store, Settings())
    autosave.keep_game(match)
    match.update(60.0)
    assert match.phase is MatchPhase.OVER
    autosave.close(match, Settings())
    assert store.load_game() is None


def test_a_game_lost_on_time_is_kept_as_lost(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    match = new_match(engine, control=CLOCKS)
    autosave.keep_game(match)
    match.play(F5)
    match.update(61.0)
    autosave.keep_game(match)
    match.travel(0)
    autosave.keep_game(match)  # a look back, and then a new game
    autosave.keep_game(new_match(engine))
    wait_for(autosave)
    (kept,) = store.library.games()
    assert kept.result is not None
    assert (kept.result.winner, kept.result.ending) == (Color.BLACK, Ending.TIME)


def test_a_random_opening_nobody_has_played_on_is_not_kept(
    store: Store, autosave: Autosave, engine: ScriptedEngine
) -> None:
    opening = Start.RANDOM.new_game(Random(1), lambda rng: Game(moves=_random_moves(rng, 8)))
    for moves in (0, 1):
        match = new_match(engine, game=opening.copy(), start=Start.RANDOM)
        for _ in range(moves):
            match.play(next(squares(match.board.legal_moves())))
        autosave.keep_game(match)
        autosave.keep_game(new_match(engine))
        wait_for(autosave)
        assert [kept.moves for kept in store.library.games()] == [9] * moves


def _random_moves(rng: Random, count: int) -> tuple[Move, ...]:
    game = Game()
    for _ in range(count):
        game.play(rng.choice(list(squares(game.board.legal_moves())) or [PASS]))
    return game.moves


# Two windows


def test_two_windows_keep_their_own_games(store: Store, engine: ScriptedEngine) -> None:
    second = Store(store.directory)
    first_match, second_match = new_match(engine), new_match(engine)
    first_match.play(F5)
    second_match.play(C3)
    savers = Autosave(store, Settings()), Autosave(second, Settings())
    for _ in range(20):
        savers[0].keep_game(first_match)
        savers[1].keep_game(second_match)
        for match in (first_match, second_match):
            if match.result is None and match.phase is MatchPhase.HUMAN:
                match.play(next(squares(match.board.legal_moves())))
    savers[1].close(second_match, Settings(volume=0.1))
    savers[0].close(first_match, Settings(volume=0.9))
    for one, match in ((store, first_match), (second, second_match)):
        saved = one.load_game()
        assert saved is not None
        assert saved.game.moves == match.game.moves
    assert store.load_settings().volume == 0.9
    assert files(store) == {"settings.json", "game.json", "game-2.json"}
    assert store.library.games() == []
    second.close()


def test_the_files_are_whole_json_at_every_moment(store: Store, engine: ScriptedEngine) -> None:
    """Read by another thread while they are written."""
    autosave = Autosave(store, Settings())
    match = new_match(engine, replace(PERSON, name="Ann"), PERSON)
    match.play(F5)
    autosave.keep_game(match)
    wait_for(autosave)
    for ply in range(40):
        match.travel(ply % 2)
        autosave.keep_game(match)
        content = json.loads((store.directory / store.game_file).read_text("utf-8"))
        assert len(content["nodes"]) == 2
    autosave.close(match, Settings())
