"""The state of the page Tournament in one frame, as a value."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.arena.crosstable import Crosstable
from ai.arena.report import GameSoFar
from game.board import Color
from ui.input import with_key_names
from ui.pages.lab.cards import FactsModel
from ui.pages.page import StatusLine
from ui.pages.tournament.commands import GROUPS, Cell, TournamentCommands
from ui.panels import tips
from ui.text import N_, _, ngettext
from ui.text.wording import capitalised, describe_progress, format_duration

KEYS: Final = N_("Space start, stop · Arrow keys and Enter games of a pair · F8 options · F1 all keys")
WHO: Final = N_("Two to twelve: levels of this program, and engines from the list in the settings.")
HERE: Final = N_("Games are shown here while they are played.")
CHOOSE: Final = N_("Choose the players on the left, and how they meet under Options ({lab_options}).")


@dataclass(frozen=True, slots=True)
class TableModel:
    table: Crosstable
    players: tuple[str, ...]
    words: str
    chosen: Cell | None


@dataclass(frozen=True, slots=True)
class GameModel:
    """A running game, and the names of Black and White."""

    game: GameSoFar
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class TournamentState:
    """`head` is the name, and the progress in words and as a share; in `games` an empty board is None."""

    head: tuple[str, str, float]
    table: TableModel
    players: FactsModel
    games: tuple[GameModel | None, ...]
    options: tuple[str, ...]


def make(commands: TournamentCommands, numbers: Sequence[int]) -> TournamentState:
    """Builds the state; `numbers` are those of the games to show, some of which may have ended."""
    run = commands.run
    setup, done, count = run.setup, len(run.reports), run.count
    words = describe_progress(done, count, None)
    if not count:
        games = ngettext("{count} game", "{count} games", setup.games).format(count=setup.games)
        chosen = (_(commands.options.option_of(group).label) for group in GROUPS[:-1])
        words = " · ".join((games, *chosen))
    if (left := run.seconds_left) is not None:
        words = _("{done}, {time} left", done=words, time=format_duration(left))
    said = run.table.verdict if done else with_key_names(_(HERE if commands.is_begun else CHOOSE))
    names = setup.names if run.games else []

    def game(number: int) -> GameModel | None:
        if (found := run.games.get(number)) is None:
            return None
        black, white = (names[found.pairing.player_of(color)] for color in Color)
        return GameModel(found, (black, white))

    return TournamentState(
        (setup.name, words, done / max(1, count)),
        TableModel(run.table, setup.players, said, commands.chosen),
        describe_players(commands),
        tuple(map(game, numbers)),
        commands.options.words,
    )


def describe_players(commands: TournamentCommands) -> FactsModel:
    """Returns who can play and what is wrong with the list; after the start, that games are shown here."""
    card_tips = tips.PLAYERS, tips.PLAYERS
    if commands.is_begun:
        return FactsModel(_("Games"), (), ((_(HERE), "quiet"),), card_tips)
    problems = ((problem, "mistake_text") for problem in commands.list_problems[:1])
    return FactsModel(_("Players"), (), ((_(WHO), "quiet"), *problems), card_tips)


def assign_boards(numbers: Sequence[int], playing: Sequence[int]) -> list[int]:
    """Returns the number of the game on each board, -1 for none; a running game keeps its board."""
    kept = [number if number in playing else -1 for number in numbers]
    waiting = [number for number in sorted(playing) if number not in kept]
    return [waiting.pop(0) if number < 0 and waiting else number for number in kept]


def status_of(commands: TournamentCommands) -> StatusLine:
    run = commands.run
    problem = "" if run.is_wanted else run.problem
    rest = N_("All games are finished") if run.is_finished else N_("Stopped")
    rest = rest if run.reports else N_("Ready to start")
    words = _("The games are being played") if run.is_wanted else _(rest)
    return StatusLine(capitalised(problem) or words, bool(problem), _(KEYS))
