"""The searches of a match, one at a time, none of which blocks: for a move, for hints, or ahead of time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai import preparation
from ai.book import Book
from ai.engine import Analysis, Engine
from ai.limits import FULL_STRENGTH, Algorithm, Limit, Options, Progress, spare_processors
from ai.timing import seconds_for_move
from game.board import Board, Color
from game.clock import Clock, TimeControl
from game.evaluation import Kind, surest
from game.tree import Game
from play.players import Seats
from play.settings import Settings

if TYPE_CHECKING:
    from play.engines_file import EngineLine
    from play.outside import OutsideEngine

# The longest search ahead: the user may have gone away.
AHEAD_SECONDS: Final = 60.0
# The least time of a search.
LEAST_SECONDS: Final = 0.02
# The least time of a level below full strength, which hardly ever needs it.
LEVEL_SECONDS: Final = 2.0
# Plies below the root that every search records, for the view of its tree.
RECORDED_PLIES: Final = 7


class Thinking:
    """The running search of a match, and how it stops and resumes; `engines[color]` thinks for that side."""

    def __init__(
        self, engines: tuple[Engine, Engine], settings: Settings, engines_file: Path | None = None
    ) -> None:
        """`engines_file` lists the external engines that may play."""
        self.engines = engines
        self.settings = settings
        self.engines_file = engines_file
        self._listed: Mapping[str, EngineLine] | None = None  # read on first use
        self.list_problem = ""  # why the list could not be read
        self._outside: dict[Color, OutsideEngine] = {}  # the running ones
        self.hint_algorithm = Algorithm.PVS
        self.analysis: Analysis | None = None  # the search of the position on the board
        self.last_analysis: Analysis | None = None  # the last one dropped, which stays readable
        self.seconds_before = 0.0
        """The seconds for which this move was searched before the last pause."""
        self._cut_short: list[Analysis] = []  # by pauses in this move; their results still count
        self._set_aside: Analysis | None = None  # the search for the move, during hints in a pause
        self._ahead: Analysis | None = None  # never read: its results are in the table of its engine

    @property
    def book(self) -> Book | None:
        return self.engines[0].book

    @property
    def is_searching(self) -> bool:
        return self.analysis is not None and not self.analysis.is_done and not self._is_cut_short

    @property
    def _is_cut_short(self) -> bool:
        return self.analysis is not None and self.analysis in self._cut_short

    @property
    def newest(self) -> Analysis | None:
        """The search of the position on the board, else the last one, which stays readable."""
        return self.analysis if self.analysis is not None else self.last_analysis

    @property
    def is_hinting(self) -> bool:
        return self.analysis is not None and self.analysis.options.all_moves

    @property
    def _is_amid_outside(self) -> bool:
        return self.analysis is not None and bool(self.analysis.outside) and not self.analysis.is_done

    @property
    def is_starting(self) -> bool:
        """Whether an external engine is being started, which takes no time from the clock."""
        return self.analysis is not None and not self.analysis.has_begun and not self.analysis.is_done

    @property
    def error(self) -> Exception | None:
        asked = self.analysis or self._ahead
        return None if asked is None else asked.error

    @property
    def seconds_used(self) -> float:
        """The seconds for which this move has been searched in all."""
        if self.analysis is None or self._is_cut_short:
            return self.seconds_before
        return self.seconds_before + self.analysis.counters().seconds

    @property
    def best_so_far(self) -> Progress | None:
        """The best result for the position on the board; None before the first finished depth."""
        newest = [] if self.analysis is None else [self.analysis]
        found = [analysis.progress for analysis in (*newest, *reversed(self._cut_short))]
        if newest and newest[0].outside and newest[0].is_done and newest[0].error is None:
            return found[0]  # whose depth may be missing
        known = [progress for progress in found if progress.depth > 0 or progress.kind is Kind.BOOK]
        return surest(reversed(known))

    @property
    def answer(self) -> Progress | None:
        """The result of a search for a move; None until it is finished."""
        if self.analysis is None or self.is_hinting or not self.analysis.is_done or self.error is not None:
            return None
        return self.best_so_far

    @property
    def listed(self) -> Mapping[str, EngineLine]:
        if self._listed is None:
            from play.engines_file import listed_engines

            path = self.engines_file
            self._listed, self.list_problem = ({}, "") if path is None else listed_engines(path)
        return self._listed

    def forget_list(self) -> None:
        """Drops the list, to be read again on use; an engine whose line has changed then restarts."""
        self._listed = None

    def search_outside(self, game: Game, name: str, control: TimeControl) -> None:
        """Starts a listed engine's search for the move at the current position of the game."""
        from play.outside import OutsideEngine

        self._drop_search()
        turn, wanted = game.board.turn, (name, self.listed.get(name), control)
        engine = self._outside.get(turn)
        if engine is None or engine.is_ended or (engine.name, engine.line, engine.control) != wanted:
            if engine is not None:
                engine.end()
            engine = self._outside[turn] = OutsideEngine(*wanted)
        self.analysis = engine.analyse(game.node)

    def end_outside(self) -> None:
        for engine in self._outside.values():
            engine.end()
        self._outside.clear()

    def search(self, board: Board, seats: Seats, clock: Clock, may_use_book: bool = True) -> None:
        """Searches within the times of seat and clock; levels keep limits of their own."""
        seat = seats[board.turn]
        least = LEVEL_SECONDS if seat.level < FULL_STRENGTH else 0.0
        seconds = max(seat.seconds, least) - self.seconds_before
        if (share := seconds_for_move(board, clock)) is not None:
            seconds = min(seconds, share)
        options = self._options_of(seats, board.turn, may_use_book)
        self._start_search(board, Limit(seconds=max(LEAST_SECONDS, seconds)), options)

    def search_one_depth(self, board: Board, seats: Seats) -> None:
        """Searches one ply, however long it takes, after a search that was cut short before that."""
        self._start_search(board, Limit(depth=1), self._options_of(seats, board.turn))

    def hint(self, board: Board, algorithm: Algorithm) -> None:
        """Analyses the position until stopped; sets a paused search for a move aside."""
        if not self.is_hinting and not self._is_amid_outside:
            self._set_aside = self.analysis
        options = replace(self.settings.analysis, algorithm=algorithm, record=RECORDED_PLIES)
        self._start_search(board, Limit(), options)

    def think_ahead(self, board: Board, seats: Seats, may_use_book: bool = True) -> None:
        """Searches, once for each position, in the time of the side to move, on the table of the other one,
        which moves next. If the book knows the position it ends at once: the reply will be there, too.
        """
        answers, is_outside = board.turn.other, self._is_amid_outside and not self.is_starting
        is_wanted = self.settings.think_ahead and seats[answers].level == FULL_STRENGTH
        is_free = self._ahead is None and (self.analysis is None or is_outside)
        if is_wanted and is_free and preparation.is_ready():  # the search in plain Python keeps nothing
            options = replace(self._options_of(seats, answers, may_use_book), record=0)
            if is_outside:
                options = replace(options, threads=min(options.threads, spare_processors()))
            self._ahead = self.engines[answers].analyse(board, Limit(seconds=AHEAD_SECONDS), options)

    @property
    def is_thinking_ahead(self) -> bool:
        return self._ahead is not None and not self._ahead.is_done

    def stop_thinking_ahead(self) -> None:
        if self._ahead is not None:
            self._ahead.stop()
        self._ahead = None

    def _options_of(self, seats: Seats, color: Color, may_use_book: bool = True) -> Options:
        seat, settings = seats[color], self.settings
        assert seat.algorithm is not None
        is_contest = seat.level == FULL_STRENGTH and seats[color.other].algorithm is None
        return Options(
            seat.algorithm,
            seat.level,
            book=settings.book and may_use_book,
            threads=settings.contest_threads if is_contest else settings.threads,
            selective=settings.selective,
            record=RECORDED_PLIES,
        )

    def _start_search(self, board: Board, limit: Limit, options: Options) -> None:
        self._drop_search()
        self.analysis = self.engines[board.turn].analyse(board, limit, options)

    def end_hints(self) -> None:
        """Ends the hints, if any, and restores the search for the move that they set aside."""
        if self.is_hinting:
            self._drop_search()
            self.analysis, self._set_aside = self._set_aside, None

    def pause(self) -> None:
        """Stops the search for a move unless it is done; an external engine, which cannot resume, goes on."""
        self.stop_thinking_ahead()
        if self.analysis is None or self.is_hinting or self.analysis.is_done or self.analysis.outside:
            return
        self.seconds_before = self.seconds_used
        self._cut_short.append(self.analysis)
        self.analysis.stop()

    def resume(self) -> None:
        """Drops the search that a pause has cut short: the next one has the remaining time."""
        self.end_hints()
        if self._is_cut_short or self.error is not None:
            self._drop_search()

    def drop(self) -> None:
        """Ends the search and forgets the time spent on this move: the next search has its whole time."""
        self._drop_search()
        self._set_aside = None
        self._cut_short.clear()
        self.seconds_before = 0.0

    def _drop_search(self) -> None:
        """Stops the search and drops its handle, so that no late result can arrive."""
        self.stop_thinking_ahead()
        if self.analysis is not None:
            self.analysis.stop()
            self.last_analysis = self.analysis
        self.analysis = None

    def switch(self, algorithm: Algorithm) -> None:
        """Continues the running search with `algorithm`."""
        if self.analysis is not None and self.is_searching and not self.analysis.outside:
            self.analysis.switch(algorithm)
        if self._ahead is not None:
            self._ahead.switch(algorithm)

    def use(self, settings: Settings) -> None:
        """Applies new settings; a running search that they affect begins again on its table."""
        before, self.settings = self.settings, settings
        used = attrgetter("analysis" if self.is_hinting else "search_threads", "selective")
        if used(settings) != used(before):
            self._search_again()
        if not settings.think_ahead:
            self.stop_thinking_ahead()

    def new_game(self) -> None:
        self.drop()
        self.end_outside()
        self.last_analysis = None
        self.clear_tables()

    def clear_tables(self) -> None:
        """Clears the tables; a running search begins again, with its whole time."""
        self._search_again()
        for engine in set(self.engines):
            engine.new_game()

    def resize_tables(self, megabytes: int) -> None:
        """Replaces the tables by empty ones of another size. Raises ValueError if there is no memory."""
        self._search_again()
        for engine in set(self.engines):
            engine.resize_table(megabytes)

    def _search_again(self) -> None:
        self.stop_thinking_ahead()
        if self.is_hinting:
            self.end_hints()
        elif self.is_searching and not self._is_amid_outside:
            self.drop()
