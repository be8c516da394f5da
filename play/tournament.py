"""A tournament behind the window: its setup, and its games, played in other processes and kept in a file."""

import json
import logging
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Final

from filelock import FileLock

from ai import preparation
from ai.arena.crosstable import Crosstable
from ai.arena.openings import EVEN
from ai.arena.players import parse_pairs, parse_player
from ai.arena.report import GameReport, GameSoFar
from ai.arena.tournament import Tournament, play_apart
from ai.arena.tournament_file import MOST_BYTES, NUMBER, TournamentFile
from ai.cluster import Pool
from ai.files import lines_of
from ai.limits import FULL_STRENGTH, MOST_PLAYERS, spare_processors
from ai.machine import check_table_size
from game.files import read_start
from game.text import _, reason_of
from play.library import Library
from play.review_file import ReviewFileError, lock_file
from play.starts import chosen_starts

logger = logging.getLogger(__name__)

SUFFIX: Final = ".ggf"
NAME: Final = re.compile(r'(?!\.)[^\\/:*?"<>|\x00-\x1f]{1,60}')
LEVELS: Final = tuple(f"name=Level {level},level={level}" for level in range(1, FULL_STRENGTH + 1))
"""The levels of this program, as texts of players."""
LIST: Final = "file"  # `openings` that come from a file
# The table of each player.
MEGABYTES: Final = 16
# Bytes of the line with the setup.
LONGEST_SETUP: Final = 100_000
# Seconds between two checks whether the search is ready, and the most for the processes to end.
REST: Final = 0.1
END_PATIENCE: Final = 5.0


@dataclass(frozen=True, slots=True)
class Setup:
    """A named tournament: `players` are texts, `limit` fills in what they leave open, `games` is the number
    for each pair. `openings` are the even list, a number of random plies, or those of `file`.
    """

    name: str = ""
    players: tuple[str, ...] = ()
    limit: str = "seconds=0.2"
    openings: str = EVEN
    file: str = ""
    games: int = 10
    is_gauntlet: bool = False

    @property
    def names(self) -> list[str]:
        """The names of the players in the window."""
        levels = {text: _("Level {level}", level=n) for n, text in enumerate(LEVELS, start=1)}
        return [levels.get(text) or parse_pairs(text).get("name", text) for text in self.players]

    def named(self, name: str) -> "Setup":
        """Returns the same setup under another name. Raises ValueError for a name that no file can have."""
        if not NAME.fullmatch(name):
            sentence = _('the name of a tournament must be short and without \\ / : * ? " < > |, not {name}')
            raise ValueError(sentence.format(name=repr(name)))
        return replace(self, name=name)

    def tournament(self, problems: list[str]) -> Tournament:
        """Builds a tournament; `problems` gets sentences on bad openings. Raises ValueError if unplayable."""
        self.named(self.name)
        default = replace(parse_player(self.limit), megabytes=MEGABYTES)
        players = tuple(parse_player(text, default) for text in self.players)
        check_players([player.name for player in players])
        text = self.file if self.openings == LIST else self.openings
        openings = chosen_starts(text, self.games // 2, 1, problems)
        return Tournament(players, openings, 1, self.is_gauntlet)

    def written(self) -> dict[str, object]:
        """Returns the setup in the form of the file of its name."""
        written = asdict(self) | {"players": list(self.players)}
        del written["name"]
        return written


def read_setup(path: Path) -> Setup:
    """Reads the setup in a file. Raises OSError, and ValueError if it is no tournament."""
    line = read_start(path, LONGEST_SETUP).decode("utf-8", "replace").partition("\n")[0]
    usual = Setup(path.stem)
    try:
        found = json.loads(line.removeprefix("%"))["setup"]
        found["players"] = tuple(found["players"])
        is_setup = all(type(value) is type(getattr(usual, name)) for name, value in found.items())
        is_setup = is_setup and all(isinstance(text, str) and parse_pairs(text) for text in found["players"])
        setup = replace(usual, **found) if is_setup else None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        setup = None
    if setup is None:
        raise ValueError(_("{path} does not describe its tournament", path=path))
    return setup


def check_players(names: Sequence[str]) -> None:
    """Checks the number and the names of players. Raises ValueError."""
    if not 2 <= len(names) <= MOST_PLAYERS:
        sentence = _("a tournament has 2 to {most} players, not {count}", most=MOST_PLAYERS, count=len(names))
        raise ValueError(sentence)
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        sentence = _("two players are called {name}: rename one of them, as in name=other,level=5")
        raise ValueError(sentence.format(name=repr(twice[0])))


class TournamentRun:
    """The games of a setup, read from its file and played by a thread; values are replaced, never changed."""

    def __init__(self, setup: Setup, folder: Path, library: Library) -> None:
        self.setup = setup
        self.path = folder / f"{setup.name}{SUFFIX}"
        self.count = 0  # number of all games to be played, once it is known
        self.reports: Mapping[int, GameReport] = {}
        self.games: Mapping[int, GameSoFar] = {}  # those that are being played
        self.problem = ""
        self.is_wanted = False  # whether it should go on
        self._library = library
        self._rate: tuple[float, int] = time.monotonic(), 0  # when play began, and after how many games
        self._thread: Thread | None = None
        self._pool: Pool | None = None
        self.make_table()
        self.has_file = self.path.exists()
        if self.has_file:
            self._begin()

    def make_table(self) -> None:
        """Makes the table anew, with the names of the players in the language of the window."""
        self.table = Crosstable.of(self.setup.names, self.reports.values())

    @property
    def is_busy(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_finished(self) -> bool:
        return 0 < self.count == len(self.reports)

    @property
    def seconds_left(self) -> float | None:
        """The time left, by the games since the start; None without any, and if stopped."""
        since, before = self._rate
        played = len(self.reports) - before
        if not self.is_wanted or not played:
            return None
        return (time.monotonic() - since) / played * (self.count - len(self.reports))

    def start(self) -> None:
        self.is_wanted = True
        self._begin()

    def stop(self) -> None:
        """Stops without waiting: unfinished games are dropped, and played again later."""
        self.is_wanted = False
        if self._pool is not None:
            self._pool.end()

    def close(self) -> None:
        self.stop()
        if self._thread is not None:
            self._thread.join(END_PATIENCE)

    def games_of(self, one: int, other: int) -> str:
        """Returns the finished games of two players as in the file. Raises OSError."""
        pairs = {number: {game.pairing.black, game.pairing.white} for number, game in self.reports.items()}
        lines = lines_of(self.path, MOST_BYTES) if pairs else []
        found = ((NUMBER.search(line), line) for line in lines)
        games = {int(number[1]) - 1: line for number, line in found if number}  # one cut off is played again
        return "\n".join(line for number, line in games.items() if pairs.get(number) == {one, other})

    def _begin(self) -> None:
        self.problem = ""
        self._thread = Thread(target=self._run, name="tournament", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        lock: FileLock | None = None
        try:
            if self.is_wanted:
                lock = lock_file(self.path)
            problems = list[str]()
            tournament = self.setup.tournament(problems)
            self.problem = "".join(problems[:1])
            pairings = tournament.pairings()
            file = TournamentFile(self.path, tournament, self.setup.written())
            self.has_file = True
            self.count = len(pairings)
            self._add_reports(file.reports.values())
            self._rate = time.monotonic(), len(self.reports)
            missing = [pairing for pairing in pairings if pairing.number not in self.reports]
            if missing and not self.is_wanted:
                self.problem = file.refusal or "".join(file.problems[:1]) or self.problem
            if self.is_wanted and missing:
                file.check()
                jobs = min(spare_processors(), len(missing))
                self._pool = pool = Pool(jobs, retries=0)
                check_table_size(MEGABYTES, len(tournament.players) * jobs)
                self._await_search()
                if not self.is_wanted:
                    pool.end()
                with closing(play_apart(tournament.players, missing, pool)) as played:
                    for news in played:
                        if not self.is_wanted:
                            break
                        self._apply(news, file)
        except OSError as error:
            reason = error.strerror or error
            self.problem = _("{name} cannot be used: {reason}", name=self.path, reason=reason)
        except ReviewFileError as error:  # another window is playing it
            self.problem = str(error)
        except Exception as error:
            logger.exception("The tournament has ended")
            self.problem = reason_of(error)
        finally:
            if lock is not None:
                lock.release()
        self.is_wanted, self.games = False, {}

    def _await_search(self) -> None:
        """Waits until the search is compiled, else each process would do it. Raises ValueError on failure."""
        preparation.start()
        while self.is_wanted and not preparation.progress().is_over:
            time.sleep(REST)
        if self.is_wanted and not preparation.is_ready():
            raise ValueError(_(preparation.progress().text))

    def _apply(self, news: GameReport | GameSoFar, file: TournamentFile) -> None:
        number = news.pairing.number
        others = {game: where for game, where in self.games.items() if game != number}
        if isinstance(news, GameSoFar):
            self.games = others | {number: news}
            return
        record = file.add(news)
        event = ", ".join(filter(None, (self.setup.name, record.event)))
        self._library.keep_record(replace(record, event=event))
        self.games = others
        self._add_reports(file.reports.values())

    def _add_reports(self, reports: Iterable[GameReport]) -> None:
        self.reports = {report.pairing.number: report for report in reports}
        self.make_table()
