"""An exercise of the Lab as a web page: its questions with answers and reasons, and the tree after each."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ai.reference.tree import Path
from ai.trace.written import Figure, NodeMark, TreeMarks
from game.text import N_, _
from play.exercise_role import Role
from play.scenes import PATH
from play.tree_exercise import TRIES, ExerciseQuestion, Topic, TreeExercise
from ui.pages.lab.exercise import LONGEST, ask, describe_end, field_labels, how_to_answer, known_values
from ui.text.wording import capitalised
from ui.tree_svg import path_name, tree_svg, window_text
from ui.web_page import page

WORDS: Final = {
    "check": N_("Check"), "hint": N_("Hint"), "show": N_("Show this step"), "again": N_("Again"),
    "place": N_("Question {number} of {count}"), "score": N_("{right} of {count} right at once"),
    "steps": N_("Your steps"),
    "keys": N_(
        "Keys: digits, - and I for infinity, Tab for the next field, digits to choose, Enter to check, "
        "F7 for a hint, F4 to show the step"
    ),
}  # fmt: skip
# In pixels of a phone: the least widths of the picture and of a leaf, and the height of a row.
WIDTH, COLUMN, ROW = 330, 24, 84


def exercise_page(exercise: TreeExercise) -> str:
    """Builds the page. Raises ValueError if the exercise has too many questions."""
    tree, role = exercise.tree, exercise.role
    marks = [exercise.marks(count) for count in range(len(exercise.questions) + 1)]
    # The picture has an empty place for everything it may show; the page fills it in.
    cut = frozenset[Path]().union(*(each.cut for each in marks))
    blank = TreeMarks(dict.fromkeys(tree.moves, NodeMark(Figure(0), (0, 0))), cut)
    width = max(WIDTH, COLUMN * tree.leaves)
    title = f"{_(PATH[-1].title)}: {capitalised(_(role.term))}"
    data = {
        "title": title,
        "told": [*filter(None, (exercise.number(), tree.text()))],
        "tree": tree_svg(tree, width, ROW * (tree.depth + 1), blank, role is not Role.MINIMAX),
        "questions": [_question(question, role) for question in exercise.questions],
        "marks": list(_changes(marks)),
        "end": describe_end(exercise),
        "tries": TRIES,
        "longest": LONGEST - 1,  # digits
    }
    return page("exercise.html", title, data, WORDS)


def _question(question: ExerciseQuestion, role: Role) -> dict[str, Any]:
    """Returns the data of a question; an answer is the words in its fields or of the chosen options."""
    path, places = question.visit.path, question.options
    return {
        "text": ask(question, role),
        "hint": question.hint(),
        "how": how_to_answer(question),
        "known": known_values(question, role),
        "fields": field_labels(question),
        "handed": question.words(question.handed_down or ()),
        "options": question.words(places),
        "branches": [path_name((*path, place)) for place in places] if question.kind is Topic.CUTS else [],
        "answer": question.words(question.answer),
        "form": question.form(),
        "none": question.form(has_parts=False),
        "right": question.statement(question.answer),
        "is_gamma": question.kind is Topic.GAMMA,
        "reasons": _reasons(question),
        "shown": question.last_reason.text(),
        "path": path_name(path),
    }


def _reasons(question: ExerciseQuestion) -> list[str]:
    """Returns the reasons for α and β, for a γ that is too small and one too large, or one for all."""
    reasons = question.reasons
    if question.kind is Topic.GAMMA:
        reasons = tuple(question.reason((question.answer[0] + step,)) for step in (-1, 1))
    return [reason.text() for reason in reasons]


def _changes(marks: Sequence[TreeMarks]) -> Iterator[list[tuple[str | bool, ...]]]:
    """Yields what changes with each of `marks`: (path, value, window, is cut), or (path,) if removed."""
    before = dict[Path, tuple[str, str, bool]]()
    for each in marks:
        shown = {path: _shown(mark) for path, mark in each.nodes.items()}
        shown |= dict.fromkeys(each.cut, ("", "", True))
        changed = [(path_name(path), *words) for path, words in shown.items() if words != before.get(path)]
        yield [*changed, *((path_name(path),) for path in before if path not in shown)]
        before = shown


def _shown(mark: NodeMark) -> tuple[str, str, bool]:
    """Returns (value, window, is cut) as in the Lab: the window until the node is left, then the value."""
    if mark.figure is not None or mark.window is None:
        return mark.figure.text() if mark.figure else "", "", False
    return "", window_text(*mark.window), False
