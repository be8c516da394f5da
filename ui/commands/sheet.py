"""`sheet`: writes exercises on random trees, with their solutions, as one page to print."""

import argparse
from pathlib import Path
from typing import Final

from ai.arguments import DONE, MISUSED, Subcommand, add_number, checked, fail, file_name
from ai.reference.written import BRANCHES, PLIES
from game.text import N_, _
from play.exercise_role import Role
from ui.commands.convert import STANDARD_OUTPUT, save

ROLES: Final = {role.value: role for role in Role}
COUNT: Final = 6
MOST_COUNT: Final = 60
MOST_SEED: Final = 999_999


def add(command: Subcommand) -> None:
    parser = command.parser(
        run,
        _("write exercises for paper, with solutions"),
        _(
            "Write a page to print, on A4 or Letter: trees for a class to search by hand, then the "
            "solutions. The same seed gives the same sheet; the Lab has the same trees."
        ),
        command.examples(
            "sheet",
            "sheet --seed 7 --count 6 --search alphabeta,pvs --plies 3",
            "sheet mtdf.html --search mtdf --count 12",
        ),
    )
    written = _("the file to write (default: sheet-SEED.html); - writes to standard output")
    parser.add_argument("output", type=file_name, nargs="?", metavar=_("OUT"), help=written)
    which = _("the number of the first tree (default: %(default)s)")
    add_number(parser, "--seed", N_("the seed"), 0, MOST_SEED, which, 1)
    many = _("how many exercises for each search (default: %(default)s)")
    add_number(parser, "--count", N_("the number of exercises"), 1, MOST_COUNT, many, COUNT)
    what = _("searches, separated by commas: {names} (default: alphabeta)", names=", ".join(ROLES))
    usual = (Role.ALPHABETA,)
    parser.add_argument(
        "--search", type=checked(_parse_roles), default=usual, metavar=_("NAME[,NAME]"), help=what
    )
    high, wide = (
        _("of each tree (default: 2; pvs, scout: 3)"),
        _("at each node (default: 3; pvs, scout: 2)"),
    )
    add_number(parser, "--plies", N_("the number of plies"), PLIES[0], PLIES[-1], high)
    add_number(parser, "--branches", N_("the number of branches"), BRANCHES[0], BRANCHES[-1], wide)
    parser.add_argument("--replace", action="store_true", help=_("overwrite an existing file"))


def _parse_roles(text: str) -> tuple[Role, ...]:
    """Reads names of searches. Raises ValueError."""
    names = text.lower().split(",")
    if not ROLES.keys() >= set(names) or len(set(names)) < len(names):
        sentence = _("{text}: use any of the searches {names}, each only once")
        raise ValueError(sentence.format(text=text, names=", ".join(ROLES)))
    return tuple(ROLES[name] for name in names)


def run(options: argparse.Namespace) -> int:
    from ui.sheet import sheet_page

    options.output = options.output or f"sheet-{options.seed}.html"
    if options.output != STANDARD_OUTPUT and Path(options.output).suffix.lower() not in (".html", ".htm"):
        return fail(_("the name must end in {ending}", ending=".html"), MISUSED)
    save(options)
    try:
        made = sheet_page(options.seed, options.count, options.search, options.plies, options.branches)
    except ValueError as error:
        return fail(str(error), MISUSED)
    save(options, {".html": made.encode()})
    if options.output != STANDARD_OUTPUT:
        print(options.output)
    return DONE
