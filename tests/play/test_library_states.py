"""The library after actions in any order: every opened game is in it once, with all moves."""

import shutil
import tempfile
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game.board import squares
from game.clock import TimeControl
from game.cursor import Cursor
from game.records.any_format import read_text
from game.records.ggf import ggf
from game.records.record import Record, result_text
from game.records.sgf import sgf
from game.tree import Game
from play.game_file import dated
from play.library_file import Source
from play.session import Session
from play.store import Store
from tests.play.reviewed import judged
from tests.play.scripted import ScriptedEngine
from tests.samples import PERSON, random_game

NUMBER: Final = 300
PLAYERS: Final = ("Ann", "Ben [7]", "", "Nullwindow PVS 5", "  Éva  Nagy ")
DAYS: Final = [datetime(2020, 5, day) for day in (1, 2, 3)]


def results(record: Record) -> list[str]:
    """Returns ways to write its result; some files count only discs or omit the result of a finished game."""
    lead = float(record.result.partition(":")[0])
    discs = record.game.board.black.bit_count() - record.game.board.white.bit_count()
    others = ["?", f"{discs:+}"] if record.game.board.is_over() else []
    return [record.result, f"{lead:+.0f}", f"{lead:+.1f}", f"{lead:+.3f}", *others]


@cache
def made(number: int) -> Record:
    """Returns a game; of three, one was resigned and the next begins alike; players meet often a day."""
    rng, is_resigned = Random(number // 3), number % 3 == 0
    game = random_game(rng, plies=20 if is_resigned else 128)
    if number % 3 == 2:
        game = random_game(number)
    black, white = PLAYERS[number // 3 % 5], PLAYERS[number // 15 % 5]
    date = DAYS[number // 3 % 3]
    if number // 9 % 2:
        date += timedelta(hours=14, minutes=number)
    result = "+64.00:r" if is_resigned else result_text(game.result())
    return Record(game, black, white, result, date=date, place="Here")


@dataclass(frozen=True, slots=True)
class Written:
    """How a game is written, and its place in the file."""

    result: int
    has_spaces: bool
    is_sgf: bool
    place: int

    def text(self, record: Record) -> str:
        ways = results(record)
        record = replace(record, result=ways[self.result % len(ways)])
        if self.is_sgf:
            return sgf(replace(record, black=" ".join(record.black.split())))
        text = ggf(record)
        return (
            text.replace("]", "]\n ").replace("PB[", "pb[ ").replace("pb", "PB") if self.has_spaces else text
        )


WAYS: Final = st.builds(Written, st.integers(0, 5), st.booleans(), st.booleans(), st.integers(0, 2))


class LibraryStates(RuleBasedStateMachine):
    """A window that opens games, and is closed and opened again."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.opened: dict[int, int] = {}  # games, and how often each was opened
        self.now: int | None = None
        self.session = self.begun()

    def begun(self) -> Session:
        store = Store(self.folder)
        store.save_settings(replace(store.load_settings(), seats=(PERSON, PERSON), book=False))
        return Session(store)

    def teardown(self) -> None:
        self.session.close()
        shutil.rmtree(self.folder)

    @rule(number=st.integers(0, NUMBER - 1), way=WAYS, is_apart=st.booleans())
    def open(self, number: int, way: Written, is_apart: bool = False) -> None:
        """Opens a game on the page Play, or apart from it on Review."""
        record = read_text(way.text(made(number)))
        assert record.problem is None
        (self.session.review if is_apart else self.session.open)(dated(record, way.place))
        self.opened[number] = self.opened.get(number, 0) + 1
        self.now = number
        self.session.update(0.1)

    @precondition(lambda self: bool(self.opened))
    @rule(chance=st.randoms(use_true_random=False), way=WAYS, is_apart=st.booleans())
    def open_again(self, chance: Random, way: Written, is_apart: bool) -> None:
        self.open(chance.choice(sorted(self.opened)), way, is_apart)

    @precondition(lambda self: bool(self.opened))
    @rule(chance=st.randoms(use_true_random=False), is_apart=st.booleans())
    def open_from_the_library(self, chance: Random, is_apart: bool) -> None:
        self.settle()
        library = self.session.store.library
        kept = chance.choice(library.games())
        (self.session.review if is_apart else self.session.open)(library.open(kept))
        self.now = None
        self.session.update(0.1)

    @rule()
    def review(self) -> None:
        match = self.session.reviewed
        judged(Record(match.game), {ply: float(ply % 5) for ply in range(1, len(match.game.line))})
        match.game.changes += 1
        self.session.update(0.1)

    @rule(chance=st.randoms(use_true_random=False), is_promoted=st.booleans())
    def try_moves(self, chance: Random, is_promoted: bool) -> None:
        """Tries moves on the page Review, perhaps to the end."""
        cursor = Cursor(self.session.reviewed.game)
        cursor.go_to(chance.randrange(len(cursor.line)))
        for _ in range(chance.randrange(60)):
            if not (legal := list(squares(cursor.next_board.legal_moves()))):
                break
            cursor.play(chance.choice(legal))
        if is_promoted:
            cursor.promote()
        self.session.update(0.1)

    @rule()
    def leave(self) -> None:
        self.session.start_match((PERSON, PERSON), TimeControl(), Game())
        self.session.update(0.1)

    @rule()
    def go_back(self) -> None:
        """Returns to the game on the page Play."""
        self.session.opened = None
        self.session.update(0.1)

    @rule()
    def restart(self) -> None:
        self.session.close()
        self.session = self.begun()

    def settle(self) -> None:
        self.session._autosave._writer.submit(lambda: None).result()

    @invariant()
    def each_is_there_once(self) -> None:
        self.settle()
        assert self.session.store.messages == []
        library = self.session.store.library
        kept = [each for each in library.games() if each.source is Source.OPENED]
        assert len(kept) == len(self.opened)
        trees = [library.open(each) for each in kept]
        for number in self.opened:
            record = made(number)
            name = " ".join(record.black.split()).replace("]", ")")
            same = [tree for tree in trees if name in ("", tree.black) and _has_line(tree.game, record.game)]
            assert same


def _has_line(tree: Game, game: Game) -> bool:
    try:
        tree.node_at(game.moves)
    except KeyError:
        return False
    return tree.start == game.start


@pytest.fixture(autouse=True)
def _engines(engines: list[ScriptedEngine]) -> None:
    """Replaces the engines: no search is needed."""


@pytest.mark.slow
def test_library_has_each_game_once_in_every_order() -> None:
    run_state_machine_as_test(
        LibraryStates,
        settings=settings(
            max_examples=40, stateful_step_count=30, deadline=None, derandomize=True, database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip


def test_extended_game_with_a_new_first_move_is_still_one_game() -> None:
    """Neither line contains the other once the new first move is promoted."""
    for restarts in (False, True):
        states = LibraryStates()
        states.open(0, Written(0, False, False, 0))
        cursor = Cursor(states.session.match.game)
        cursor.go_to(len(cursor.line) - 1)
        cursor.play(next(squares(cursor.next_board.legal_moves())))
        states.session.update(0.1)
        states.open(0, Written(0, False, False, 0))
        if restarts:
            states.restart()
        cursor = Cursor(states.session.match.game)
        cursor.go_to(0)
        cursor.play(
            next(move for move in squares(cursor.next_board.legal_moves()) if move != made(0).game.moves[0])
        )
        cursor.promote()
        states.session.update(0.1)
        states.leave()
        states.each_is_there_once()
        states.teardown()
