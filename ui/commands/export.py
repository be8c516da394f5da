"""`export`: writes a game, a search in steps, a race or an exercise as a web page that works offline."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ai.arguments import (
    DONE,
    FAILED,
    MISUSED,
    Subcommand,
    add_number,
    checked,
    fail,
    file_name,
    input_name,
    prepare,
)
from ai.limits import ALGORITHM_NAMES, Algorithm, Limit
from ai.reference.choice import MAX_PLIES, Choice
from ai.reference.written import BRANCHES, WrittenTree, check_size, draw_tree, parse_tree
from game.board import Board
from game.plain_text import printable
from game.records.record import Record
from game.text import N_, _
from play.race import PRESETS, LaneState, Race, deepest_minimax
from ui.assets import CannotRun, reading
from ui.commands.convert import STANDARD_OUTPUT, save
from ui.commands.race import finish, read_record
from ui.commands.sheet import ROLES
from ui.commands.window import MOST_GAMES

PLIES: Final = 3
LONGEST_SEED: Final = 9
SEARCHES: Final = {**ALGORITHM_NAMES, "sss": Algorithm.SSS}
SCENES: Final = ("minimax", "alphabeta", "order", "pvs", "deeper")
# Seconds between checks of the searches of a scene.
STEP: Final = 0.05


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("write a game, search, race or exercise as a web page"),
        _(
            "Write a game as one web page, with its variations, comments and the results of a review: a file"
            " that any browser opens offline. Or write a search of its last position, step by step, a race "
            "of searches, or an exercise, as in the Lab."
        ),
        command.examples(
            "export game.ggf game.html",
            "export WTH_2024.wtb final.html --number 12",
            "export f5d6c3d3c4f4f6f3e6e7f7c5b6g6e3e2g5c6 lesson.html --scene alphabeta",
            "export game.ggf search.html --search alphabeta,pvs --plies 4",
            "export f5d6c3d3c4f4f6 race.html --race sorting",
            "export --play play.html",
            'export --tree "((3 12 8)(2 4 6)(14 5 2))" --search alphabeta,pvs tree.html',
            "export --tree 7 --exercise alphabeta exercise.html",
        ),
        _(
            "To show mistakes and better lines in the page, first review the game in the window and save "
            "it as GGF."
        ),
    )
    what = _("a file with a game, in any supported format, or the text of a game; - reads standard input")
    files = [parser.add_argument("input", type=file_name, metavar=_("IN"), help=what)]
    written = _("the file to write; - writes to standard output")
    files += [parser.add_argument("output", type=file_name, metavar=_("OUT"), help=written)]
    nth = _("the N-th game of a file with several (default: the first)")
    add_number(parser, "--number", N_("the number of the game"), 1, MOST_GAMES, nth)
    searches = parser.add_mutually_exclusive_group()
    one = _("a search, or two separated by a comma: {names}", names=", ".join(SEARCHES))
    searches.add_argument("--search", type=checked(parse_searches), metavar=_("NAME[,NAME]"), help=one)
    searches.add_argument("--scene", choices=SCENES, help=_("a scene of the Lab, with its sentences"))
    races = [preset.identity for preset in PRESETS]
    why = _("a race of the Lab: who won, by how much and why")
    searches.add_argument("--race", choices=races, help=why)
    role = _("an exercise: do this search on a tree of the position, or on the --tree")
    searches.add_argument("--exercise", choices=ROLES, help=role)
    plies = _("for --search (default: {plies}) or the tree of --exercise", plies=PLIES)
    add_number(parser, "--plies", N_("the number of plies"), 1, MAX_PLIES, plies)
    wide = _("at each node of --exercise (default: 3; pvs, scout: 2)")
    add_number(parser, "--branches", N_("the number of branches"), BRANCHES[0], BRANCHES[-1], wide)
    play = _("instead of IN and OUT: a page to play on, against its own engine")
    searches.add_argument("--play", action=_Alone, others=files, type=file_name, metavar=_("FILE"), help=play)
    tree = _("IN is a tree as text, or the number of a tree, for --search or --exercise")
    parser.add_argument("--tree", action="store_true", help=tree)
    parser.add_argument("--replace", action="store_true", help=_("overwrite an existing file"))


class _Alone(argparse.Action):
    """An option that replaces positional arguments: it makes them optional."""

    def __init__(self, *, others: Sequence[argparse.Action], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._others = others

    def __call__(
        self, _parser: object, namespace: argparse.Namespace, values: Any, _option: str | None = None
    ) -> None:
        setattr(namespace, self.dest, values)
        for each in self._others:
            each.required = False


def parse_searches(text: str) -> tuple[Algorithm, ...]:
    """Reads one or two names, including 'sss*' for 'sss' and 'mt-sss*' for 'mtsss'. Raises ValueError."""
    names = [name.replace("-", "").removesuffix("*") for name in text.lower().split(",")]
    if len(names) > 2 or not SEARCHES.keys() >= set(names):
        raise ValueError(
            _("{text}: use one or two of the searches {names}", text=text, names=", ".join(SEARCHES))
        )
    return tuple(SEARCHES[name] for name in names)


def run(options: argparse.Namespace) -> int:
    if options.play is not None:
        if options.input is not None:
            return fail(_("--play allows no other file"), MISUSED)
        if options.number is not None:
            return fail(_("--number is for a file of games"), MISUSED)
        options.output = options.play
    if options.output != STANDARD_OUTPUT and Path(options.output).suffix.lower() not in (".html", ".htm"):
        return fail(_("the name must end in {ending}", ending=".html"), MISUSED)
    if options.plies is not None and not (options.search or options.exercise):
        return fail(_("--plies is for --search and --exercise"), MISUSED)
    if options.branches is not None and not options.exercise:
        return fail(_("--branches is for --exercise"), MISUSED)
    if options.tree:
        return _export_tree(options)
    if options.play is not None:
        from ui.play_page import play_page

        save(options)
        save(options, {".html": play_page().encode()})
        return DONE
    name = input_name(options.input)
    save(options)
    with reading(name):
        record = read_record(options.input, options.number or 1)
        made = _page(record, options)
    save(options, {".html": made.encode()})
    if record.problem is not None:  # the page has the moves before it
        print(f"{name}: {printable(str(record.problem))}", file=sys.stderr)
        return FAILED
    return DONE


def _export_tree(options: argparse.Namespace) -> int:
    if not (options.search or options.exercise):
        return fail(_("--tree needs --search or --exercise"), MISUSED)
    text = options.input.strip()
    is_drawn = text.isdecimal() and len(text) <= LONGEST_SEED
    if options.number is not None:
        return fail(_("--number is for a file of games"), MISUSED)
    if not is_drawn and (options.plies or options.branches):
        return fail(_("a tree as text has its own size: --plies and --branches are for a number"), MISUSED)
    save(options)
    with reading(_("tree")):
        tree, made = _tree_page(options, int(text) if is_drawn else None)
    if not tree.is_even:
        print(_("The leaves are not equally deep."), file=sys.stderr)
    save(options, {".html": made.encode()})
    return DONE


def _tree_page(options: argparse.Namespace, seed: int | None) -> tuple[WrittenTree, str]:
    """Returns the tree and its page. Raises ValueError."""
    from ai.trace.events import record as record_search
    from play.slow_motion import Run
    from play.tree_exercise import TreeExercise
    from ui.exercise_page import exercise_page
    from ui.lab_page import search_page

    if options.exercise is not None:
        role = ROLES[options.exercise]
        if seed is None:
            exercise = TreeExercise(parse_tree(options.input), role)
        else:
            exercise = TreeExercise.drawn(seed, role, options.plies, options.branches)
        return exercise.tree, exercise_page(exercise)
    tree = parse_tree(options.input) if seed is None else draw_tree(seed, options.plies or PLIES)
    return tree, search_page([Run(record_search(tree, Choice(algorithm))) for algorithm in options.search])


def _page(record: Record, options: argparse.Namespace) -> str:
    """Returns the page. Raises ValueError if the search cannot be shown."""
    from ai.trace.events import record as record_search
    from play.scenes import Scenes
    from play.slow_motion import Phase, Run
    from play.tree_exercise import TreeExercise, tree_of
    from ui.exercise_page import exercise_page
    from ui.lab_page import search_page
    from ui.web_page import game_page

    board = record.game.end.board
    if options.scene:
        scenes = Scenes(board)
        while scenes.phase is Phase.SEARCHING:
            time.sleep(STEP)
        if scenes.problem is not None:
            raise ValueError(scenes.problem)
        scene = scenes.scenes[SCENES.index(options.scene)]
        return search_page([scene.run], scene)
    if options.race:
        return _race(board, options.race)
    if options.search:
        choices = [Choice(algorithm, options.plies or PLIES) for algorithm in options.search]
        return search_page([Run(record_search(board, choice)) for choice in choices])
    if options.exercise is not None:
        role = ROLES[options.exercise]
        size = options.plies or role.size[0], options.branches or role.size[1]
        check_size(*size)
        return exercise_page(TreeExercise(tree_of(board, *size), role))
    return game_page(record)


def _race(board: Board, identity: str) -> str:
    """Runs a race, and returns its page. Raises CannotRun if a lane fails."""
    from ui.lab_page import race_page

    preset = next(preset for preset in PRESETS if preset.identity == identity)
    depth = preset.depth
    if any(lane.algorithm is Algorithm.MINIMAX for lane in preset.lanes):
        depth = min(depth, deepest_minimax(board))
    if not (ready := prepare()).is_ready:
        raise CannotRun(_(ready.text))
    race = Race(board, preset.lanes, Limit(depth=depth))
    finish(race)
    for standing in race.standings:
        if standing.state is LaneState.FAILED:
            raise CannotRun(f"{standing.lane.names.text()}: {standing.error}")
    return race_page(board, race.standings)
