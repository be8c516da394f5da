"""The state behind the window: the match, its searches, the settings, and everything saved."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from ai.book import Book
from ai.engine import Engine
from ai.even_openings import even_opening
from ai.limits import FULL_STRENGTH
from ai.machine import check_table_size
from game.board import Color
from game.clock import TimeControl
from game.records.ggf import AntiOthello
from game.records.record import Record, main_line_record
from game.records.transcript import describe_error
from game.starts import Start
from game.text import _
from game.tree import GIVEN, Game, Node
from play.analyst import Analyst
from play.autosave import Autosave
from play.match import Match, MatchPhase
from play.players import Seats
from play.record_players import clock_of, seats_of, swaps_of
from play.results import Results, result_of
from play.settings import ENGINES_FILE, WATCHED_PACE, AnimationSpeed, Settings, clamped
from play.store import GameFile, Store
from play.thinking import Thinking

if TYPE_CHECKING:
    from play.practice.progress import Practice

# Seconds from the last flip of the user's move to the computer's reply, so that the move is seen; almost none
# at a high level or with a short clock.
ANSWER_PACE: Final = 0.4
QUICK_PACE: Final = 0.01
QUICK_LEVEL: Final = 9
QUICK_GAME: Final = 60.0
# The most replaced games that `undo` can bring back; the library has more.
MAX_REPLACED: Final = 50


class Engines(NamedTuple):
    """The engine of each task. Pages share those of the match, which is paused while those pages are open."""

    play: tuple[Engine, Engine]  # Black's and White's
    review: Engine
    hints: Engine  # of every page but Play


class Session:
    """The state of the program from start to end. Messages for the user are in `store.messages`."""

    def __init__(self, store: Store, record: Record | None = None, book: Book | None = None) -> None:
        """Begins with the game of `record`, else with the unfinished one, else with a new one."""
        self.store = store
        self.book = book
        self.settings, problems = clamped(store.load_settings())
        store.messages += problems
        black, white = (
            Engine(self.settings.table_megabytes, book=book, gives_way=True, expected_scores=True)
            for _ in range(2)
        )
        self.engines = Engines(play=(black, white), review=black, hints=white)
        self.thinking = Thinking(self.engines.play, self.settings, store.directory / ENGINES_FILE)
        self.analyst = Analyst(self.thinking)
        self._practice: Practice | None = None  # read on first use
        self.results: Results = store.load_results()
        self._replaced: deque[Match] = deque(maxlen=MAX_REPLACED)  # replaced by other games, for `undo`
        self._undone: list[tuple[Match, Node]] = []  # games, and the ends of those before, for `redo`
        self.opened: Match | None = None
        """The game opened on the page Review; None while that page shows the match of the page Play."""
        self.match = self._first_match(record)
        self._autosave = Autosave(store, self.settings, self.match, self.opened)
        if record is not None:
            self._autosave.keep_opened(record, self.match)

    def _first_match(self, record: Record | None) -> Match:
        if record is not None:
            self.store.move_saved_game()
            self.store.reviewed.move_saved_game()
            return self._match_of_record(record)
        self.opened = self._match_in(self.store.reviewed)
        if (kept := self._match_in(self.store)) is not None:
            return kept
        start = self.settings.start
        game = start.new_game(Random(), even_opening)
        seats = self._at_level(self.settings.seats)
        waits = _should_wait(seats, self.settings.control, game)
        return Match(self.thinking, seats, self.settings.control, game, start=start, waits=waits)

    def _match_in(self, file: GameFile) -> Match | None:
        saved = file.load_game()
        if saved is None:
            return None
        waits = _should_wait(saved.seats, saved.control, saved.game)
        return Match(
            self.thinking, saved.seats, saved.control, saved.game,
            start=saved.start, waits=waits, began=saved.began, opened_record=saved.opened_record,
            copy=saved.copy, was_coached=saved.was_coached, swaps=saved.swaps,
        )  # fmt: skip

    def _match_of_record(self, record: Record) -> Match:
        """Returns an opened game as a waiting match with its own players, and with its clock if it was left
        unfinished here; problems become messages.
        """
        if record.problem is not None:
            problem = describe_error(record.problem)
            sentence = _("The game is shown as far as it could be read: {problem}")
            if isinstance(record.problem, AntiOthello):
                sentence = _("The game is shown as Othello: {problem}")
            self.store.messages.append(sentence.format(problem=problem))
        clock = clock_of(record) if record.game.result() is None else None
        record.game.node.clock = clock
        return Match(
            self.thinking, seats_of(record), None if clock is None else clock.control, record.game,
            start=None, waits=True, began=record.date, opened_record=main_line_record(record),
            swaps=swaps_of(record),
        )  # fmt: skip

    def start_match(
        self, seats: Seats, control: TimeControl, game: Game, start: Start | None = Start.STANDARD
    ) -> None:
        """Starts another game; `undo` brings the old one back. Clocks wait for a person's first move."""
        seats = self._at_level(seats)
        waits = control.is_limited and seats[game.board.turn].is_human
        self._replace(Match(self.thinking, seats, control, game, start=start, waits=waits))

    def open(self, record: Record) -> None:
        """Opens a game and keeps it in the library; leaves the one before as `start_match` does."""
        self._replace(self._match_of_record(record))
        self.opened = None
        self._autosave.keep_opened(record, self.match)

    def rematch(self) -> None:
        """Starts a game with the colours exchanged, from the same start or another random opening."""
        black, white = self.match.seats
        self.start_again((white, black))

    def start_again(self, seats: Seats) -> None:
        """Starts a game from the same start; a random opening is drawn anew."""
        match, played = self.match, self.match.game
        game = Game(played.start, played.main[: 1 + played.root.given][-1].path)
        name = played.start_name
        if match.opened_record is not None:  # the name may be that of an event, too
            given = GIVEN.search(name)
            name = "" if given is None else given[0]
        game.name_start(name)
        game = even_opening(Random()) if match.start is Start.RANDOM else game
        self.start_match(seats, match.control, game, match.start)

    @property
    def score(self) -> dict[str, float]:
        """The points of two named people in their games since the program began, half a point for a draw;
        empty for other players, and before the first result. Opened games do not count.
        """
        names = {seat.name for seat in self.match.seats if seat.is_human} - {""}
        points: dict[str, float] = {}
        for match in (*self._replaced, self.match):
            result = match.result or match.game.line[-1].result
            is_theirs = match.opened_record is None and {seat.name for seat in match.seats} == names
            if len(names) < 2 or result is None or not is_theirs:
                continue
            for color in Color:
                name, won = match.seats[color].name, {None: 0.5, color: 1.0}.get(result.winner, 0.0)
                points[name] = points.get(name, 0.0) + won
        return points

    @property
    def next_level(self) -> int | None:
        """The level to try next: stronger after a win, weaker after a loss; else, and if it adapts, None."""
        match, result = self.match, self.match.result
        computers = [seat for seat in match.seats if not seat.is_human]
        has_level = len(computers) == 1 and not computers[0].adapts and not computers[0].outside
        if not has_level or result is None or result.winner is None:
            return None
        level = computers[0].level + (1 if match.seats[result.winner].is_human else -1)
        return level if 1 <= level <= FULL_STRENGTH else None

    def try_next_level(self) -> None:
        """Starts a game from the same start against `next_level`, and stores that level in the settings."""
        level = self.next_level
        assert level is not None
        black, white = (seat if seat.is_human else replace(seat, level=level) for seat in self.match.seats)
        self.settings = replace(self.settings, seats=(black, white))
        self.start_again((black, white))

    @property
    def is_first_win(self) -> bool:
        """Whether the finished game is the user's first win against its level."""
        result = result_of(self.match)
        counted = None if result is None else self.results.games.get(result.began)
        return counted is not None and counted.outcome > 0 and self.results.tally(counted.level).wins == 1

    def _at_level(self, seats: Seats) -> Seats:
        level = self.results.adaptive_level
        black, white = (replace(seat, level=level) if seat.adapts else seat for seat in seats)
        return black, white

    def _replace(self, match: Match) -> None:
        if self.match.game.root.children:
            self._replaced.append(self.match)
        self._undone.clear()
        self._show(match)

    def _show(self, match: Match) -> None:
        self.thinking.new_game()
        self.match.on_page_hidden()
        self.match = match

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo; a loss on time in a game begun here cannot be undone."""
        match = self.match
        is_lost = match.game.is_lost_on_time and match.opened_record is None
        return match.can_undo or (bool(self._replaced) and not is_lost)

    def undo(self) -> None:
        """Undoes a move; at the beginning of a game, returns to the game before."""
        if self.match.can_undo:
            self.match.undo()
        elif self.can_undo:
            later = self.match
            self._show(self._replaced.pop())
            self.match.on_page_shown()
            self._undone.append((later, self.match.game.line[-1]))

    @property
    def can_redo(self) -> bool:
        is_undone = bool(self._undone) and self._undone[-1][1] is self.match.game.node
        return self.match.can_redo or is_undone

    def redo(self) -> None:
        """Reverses `undo`: replays a move or, at the end of a game, the start of the next game."""
        if self.match.can_redo:
            self.match.redo()
        elif self.can_redo:
            self._replaced.append(self.match)
            self._show(self._undone.pop()[0])
            self.match.on_page_shown()

    @property
    def player_names(self) -> set[str]:
        """The names of people in the settings and in the open games."""
        matches = [match for match in (self.match, self.opened) if match is not None]
        names = {*self.settings.names.split(","), *(seat.name for match in matches for seat in match.seats)}
        for record in (match.opened_record for match in matches):
            names |= set() if record is None else {record.black, record.white}
        return names

    @property
    def reviewed(self) -> Match:
        """The match that Review shows: the one that was opened there, else that of the page Play."""
        return self.opened or self.match

    def review(self, record: Record) -> None:
        """Opens a game only on the page Review, and keeps it in the library."""
        self.opened = self._match_of_record(record)
        self._autosave.keep_opened(record, self.opened)

    @property
    def practice(self) -> Practice:
        if self._practice is None:
            from play.practice.progress import Practice

            self._practice = Practice(self.store.load_practice())
        return self._practice

    def add_mistakes(self, match: Match, line: Sequence[Node]) -> int:
        """Adds a reviewed line's mistakes to practice, losses to results; returns the number of new ones."""
        from play.practice.exercise import mistakes_of

        played = set(match.game.end.line)
        line = [node for node in line if node in played]
        self.results.note_review(match.began, line)
        mistakes = mistakes_of(line, match.seats_of_move, match.knows_players)
        return self.practice.add(mistakes) if mistakes else 0

    @property
    def pace(self) -> float:
        """The least seconds between a move and the computer's next one."""
        match = self.match
        if match.is_watched:
            return WATCHED_PACE / math.sqrt(self.settings.watch_speed)
        computers = (seat for seat in match.seats if not (seat.is_human or seat.outside))
        is_strong = any(seat.level >= QUICK_LEVEL for seat in computers)
        is_short = match.control.per_game is not None and match.control.per_game <= QUICK_GAME
        is_still = self.settings.animation is AnimationSpeed.OFF
        return QUICK_PACE if is_strong or is_short or is_still else ANSWER_PACE

    def apply(self, settings: Settings) -> None:
        """Applies the settings. Raises ValueError if the table size does not fit, and keeps the old one."""
        before, self.settings = self.settings, settings
        self.thinking.use(settings)
        wanted, now = settings.table_megabytes, before.table_megabytes
        if wanted == now:
            return
        try:
            if wanted > now:
                check_table_size(wanted, tables=len(Color))
            self.thinking.resize_tables(wanted)
        except ValueError as error:
            self.settings = replace(settings, table_megabytes=now)
            sentence = _("{problem}. It stays at {megabytes} MB.", problem=error, megabytes=f"{now:,}")
            raise ValueError(sentence) from error

    def update(self, dt: float) -> None:
        self.match.pace, self.match.speed = self.pace, self.settings.watch_speed
        self.match.update(dt)
        self.keep()

    def keep_settings(self) -> None:
        self._autosave.keep_settings(self.settings)

    def keep(self) -> None:
        """Saves what has changed. The result of a match counts once."""
        if self.match.phase is MatchPhase.OVER and (result := result_of(self.match)) is not None:
            self.results.add(result)
        self._autosave.keep_game(self.match, None if self.opened is self.match else self.opened)
        self._autosave.keep_progress(self._practice, self.results)

    def close(self) -> None:
        """Stops everything and saves what has changed."""
        self.thinking.drop()
        self.thinking.end_outside()
        self.analyst.end()
        for engine in self.engines.play:
            engine.close()
        self.keep()
        self._autosave.close(self.match, self.settings)
        self.store.close()


def _should_wait(seats: Seats, control: TimeControl, game: Game) -> bool:
    """Whether a match that the program resumes by itself waits for the user: its clock would run, or the
    computer would play on alone or leave the position that the user went back to.
    """
    is_watched = not any(seat.is_human for seat in seats)
    person_acts = seats[game.board.turn].is_human and bool(game.board.legal_moves())
    return control.is_limited or is_watched or (game.can_redo and not person_acts)
