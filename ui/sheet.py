"""Sheets: exercises on written trees for paper, with their solutions, as one file that needs no network.

A page has a size in millimetres that fits both A4 and Letter, and its own footer.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from ai.trace.written import Figure
from game.text import N_, _
from play.exercise_role import Role
from play.tree_exercise import TreeExercise, Visit
from ui.page_engine import fill_template
from ui.text.wording import capitalised
from ui.tree_svg import tree_svg, window_text

# The task of the learner for each search.
TASKS: Final = {
    Role.MINIMAX: N_("Work from left to right. Write its value at each circle."),
    Role.ALPHABETA: N_(
        "Work from left to right. Write α and β at each circle when you reach it, and its value when you "
        "leave it. Strike out every branch that is cut."
    ),
    Role.FAIL_HARD: N_(
        "Work from left to right. Write α and β at each circle when you reach it, and its value, kept "
        "between α and β, when you leave it. Strike out every branch that is cut."
    ),
    Role.PVS: N_(
        "Each branch after the first is a bet: search it with a null window. If the bet is lost, search it "
        "again, between the returned value and the other end of the window. At each circle write the window "
        "and value of every search. Strike out every branch that is never searched."
    ),
    Role.SCOUT: N_(
        "Each branch after the first is a bet: test it with a null window. If the bet is lost, search it "
        "again, with an open window. At each circle write the window and value of every search. Strike out "
        "every branch that is never searched."
    ),
    Role.MTDF: N_(
        "Search with the null window (γ − 1, γ), starting at γ = 0. After “at least”, ask for one more; "
        "after “at most”, for that value. Write γ, and at each circle the value of every search. Keep what "
        "you know."
    ),
}
SIDES: Final = N_("max takes the largest, min the smallest.")
KEY: Final = N_("Struck branches are cut. A number with ≤ or ≥ is a bound: the value reached α or β.")
KEY_STEPS: Final = N_("Below each tree: its searches in order, with window, value and cut branches.")


# CSS pixels per millimetre; pixels of the width and of the height of a card that its tree cannot use.
PIXELS: Final = 96 / 25.4
PADDING, TEXT = 30, 60
# In CSS pixels: the width of a step of a solution, and the height of a line of steps.
STEP: Final = 88, 15


class Layout(NamedTuple):
    """Columns and rows of cards on a page, `solved_rows` if steps follow the trees; sizes in millimetres."""

    columns: int
    rows: int
    solved_rows: int
    width: float = 184
    height: float = 200
    is_wide: bool = False
    has_windows: bool = False
    """Whether there is room for windows beside the nodes."""


ROOMY: Final = Layout(2, 3, 2, has_windows=True)
SMALL: Final = Layout(2, 3, 2)
MIDDLE: Final = Layout(1, 3, 2)
HIGH: Final = Layout(1, 2, 1)
WIDE: Final = Layout(1, 2, 1, 252, 138, is_wide=True)
# The most nodes in the last row of ROOMY, SMALL and MIDDLE cards; the least plies of trees on HIGH ones.
ROOMY_LAST, SMALL_LAST, MIDDLE_LAST, TALL = 3, 4, 9, 4
LINE: Final = '<span class="line"></span>'
FILL: Final = '<span class="line fill"></span>'
# The most leaves in a row that can be read, with room to write.
MOST_LEAVES: Final = 64


def layout_of(plies: int, branches: int) -> Layout:
    """Chooses by the nodes of the last row, where learners write. Raises ValueError for too many leaves."""
    leaves, last = branches**plies, branches ** (plies - 1)
    if leaves > MOST_LEAVES:
        raise ValueError(
            _(
                "a page has room for trees of up to {most} leaves, not {leaves}: choose fewer plies or "
                "branches",
                most=MOST_LEAVES,
                leaves=leaves,
            )
        )
    if last <= SMALL_LAST:
        return ROOMY if last <= ROOMY_LAST else SMALL
    if last > MIDDLE_LAST:
        return WIDE
    return MIDDLE if plies < TALL else HIGH


def sheet_page(
    seed: int, count: int, roles: Sequence[Role], plies: int | None = None, branches: int | None = None
) -> str:
    """Builds `count` exercises for each role, with the seeds from `seed` on, followed by all solutions.

    Without `plies` and `branches` trees have the usual size of the role. Raises ValueError if a tree is too
    large for a page or too small for the search.
    """
    sections = []
    for role in roles:
        size = plies or role.size[0], branches or role.size[1]
        layout = layout_of(*size)
        exercises = [TreeExercise.drawn(seed + n, role, *size) for n in range(count)]
        sections.append((role, layout, exercises))
    asked = [page for section in sections for page in _pages(*section, is_solved=False)]
    solved = [page for section in sections for page in _pages(*section, is_solved=True)]
    first = _("Solutions on page {page}", page=len(asked) + 1)
    made, of = [], len(asked) + len(solved)
    for number, page in enumerate((*asked, *solved), 1):
        foot = _("Nullwindow · sheet {seed} · page {page} of {pages}", seed=seed, page=number, pages=of)
        made.append(
            page.replace("@FOOT@", f"<span>{foot}</span><span>{first if number <= len(asked) else ''}</span>")
        )
    title = _("Sheet {seed}: {searches}", seed=seed, searches=", ".join(map(_title, roles)))
    return fill_template("sheet.html", title, PAGES="\n".join(made))


def _title(role: Role) -> str:
    return capitalised(_(role.term))


def _pages(role: Role, layout: Layout, exercises: Sequence[TreeExercise], is_solved: bool) -> Iterator[str]:
    # A solution lists its searches if a node can have several, or if there is no room beside the nodes.
    has_steps = is_solved and (role.has_null_windows or (role is not Role.MINIMAX and not layout.has_windows))
    rows = layout.solved_rows if has_steps else layout.rows
    if is_solved:
        title, says = _("{search}: solutions", search=_title(role)), [KEY, *[KEY_STEPS] * has_steps]
    else:
        title, says = _title(role), [TASKS[role], SIDES]
    who, day = _("Name"), _("Date")
    name = "" if is_solved else f"<div>{who} {FILL} &ensp; {day} {LINE}</div>"
    head = f"<header><h1>{title}</h1>{name}<p>{' '.join(map(_, says))}</p></header>"
    grid = f"grid-template: repeat({rows}, minmax(0, 1fr)) / repeat({layout.columns}, minmax(0, 1fr))"
    sort = "page wide" if layout.is_wide else "page"
    room = layout.width / layout.columns * PIXELS - PADDING, layout.height / rows * PIXELS - TEXT
    on_page = rows * layout.columns
    for first in range(0, len(exercises), on_page):
        shown = enumerate(exercises[first : first + on_page], first + 1)
        cards = "".join(_card(exercise, number, room, is_solved, has_steps) for number, exercise in shown)
        body = f'<div class="cards" style="{grid}">{cards}</div><footer>@FOOT@</footer>'
        yield f'<section class="{sort}">{head}{body}</section>'


def _card(
    exercise: TreeExercise, number: int, room: tuple[float, float], is_solved: bool, has_steps: bool
) -> str:
    tree, (width, height), code = exercise.tree, room, exercise.number()
    marks, steps, filled = None, "", (LINE, LINE)
    if is_solved:
        marks = exercise.marks()
        filled = f"<b>{Figure(exercise.value).text()}</b>", f"<b>{exercise.looked_at}</b>"
        if has_steps:
            steps = _steps(exercise)
            height -= STEP[1] * ceil(steps.count("<span>") * STEP[0] / width + steps.count("</p>") / 2)
    picture = tree_svg(tree, width, height, marks, has_windows=not has_steps)
    sentence = _("Value {value} · leaves looked at {count} of {leaves}")
    said = sentence.format(value=filled[0], count=filled[1], leaves=tree.leaves)
    return f'<div class="card"><h2>{number}<small>{code}</small></h2>{picture}<p>{said}</p>{steps}</div>'


def _steps(exercise: TreeExercise) -> str:
    """Lists the searches of nodes in the order in which they begin; MTD(f) has a paragraph for each γ."""
    found = ""
    for visit in exercise.all_visits:
        if not visit.path:
            gamma = f"<b>γ = {Figure(visit.beta).text()}</b> " if exercise.role is Role.MTDF else ""
            found += f'</p><p class="steps">{gamma}' if found else f'<p class="steps">{gamma}'
        if not visit.is_given:
            found += _step(visit)
    return f"{found}</p>"


def _step(visit: Visit) -> str:
    said = f"{visit.name} {window_text(visit.alpha, visit.beta)} <b>{visit.figure.text()}</b>"
    if visit.cut:
        branches = ", ".join(visit.branches[place] for place in visit.cut)
        said = _("{search}, {branches} cut", search=said, branches=branches)
    return f"<span>{said}</span> "
