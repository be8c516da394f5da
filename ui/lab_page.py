"""Web pages of the Lab: a search, with every step as in the window, or a race."""

from collections.abc import Hashable, Sequence
from typing import Any, Final

from ai.limits import Algorithm
from ai.reference.choice import Choice, Root
from ai.reference.tree import Path
from ai.reference.written import WrittenTree
from ai.trace.state import Status
from ai.trace.written import NodeMark, mark_after
from game.board import Board, move_name
from game.sentences import Sentence
from game.text import N_, _, format_number
from play.predict import questions_of, reason_for, sample_questions
from play.race import LaneProgress
from play.race_report import HEADINGS, cells, depths_cells, sentences
from play.scenes import PlayedRun
from play.slow_motion import Jump, Run, ShownStep
from ui.pages.lab.part import QUESTIONS
from ui.pages.lab.rows import note_of
from ui.pages.lab.steps import FIGURES
from ui.pages.lab.wording import code_values, learned_line
from ui.text.wording import capitalised, describe_plies, for_black, format_score, search_name
from ui.tree_view import KIND_NAMES, Parts, format_line, window_of, worth_of
from ui.web_page import MOST_BYTES, TOO_LARGE, page
from ui.written_view import SIDES, columns

# The least bytes of a step in a page: a search that cannot fit is refused at once.
LEAST_BYTES: Final = 128
STATES: Final = (Status.WAITING, Status.UNDER_WAY, Status.AGAIN, Status.DONE, Status.CUT_OFF)
SEARCH_WORDS: Final = {
    "first": N_("First step"),
    "back": N_("One step back"),
    "on": N_("One step forward"),
    "last": N_("Last step"),
    "point": N_("Next point"),
    "cut": N_("Next cut"),
    "again": N_("Next re-search"),
    "best": N_("Next best move"),
    "slider": N_("Step"),
    "place": N_("Step {step} of {last}"),
    "tree": N_("Tree"),
    "play": N_("Start"),
    "pause": N_("Pause"),
    "ask": N_("Ask me"),
    "right": N_("Right: {answer}."),
    "wrong": N_("Wrong. The answer is: {answer}."),
    "score": N_("{right} of {count} right."),
    "keys": N_(
        "Keys: arrows, Home, End, . for the next cut, , for the next re-search, ; for the next best move, "
        "Space to start"
    ),
}
RACE_WORDS: Final = {
    "chart": N_("Positions by depth"),
    "depth": N_("plies"),
    "lanes": N_("Searches"),
    "depths": N_("Positions of each depth"),
}


def _number(values: dict[Hashable, int], value: Hashable) -> int:
    """Returns the number that the page uses for `value`; equal values share one."""
    return values.setdefault(value, len(values))


def search_page(runs: Sequence[Run], scene: PlayedRun | None = None) -> str:
    """Builds the page of one or two searches, with the sentences of `scene`. Raises ValueError if too big."""
    if LEAST_BYTES * sum(map(len, runs)) > MOST_BYTES:
        raise ValueError(_(TOO_LARGE))
    choice, root = runs[0].choice, runs[0].trace.root
    names = [search_name(run.choice.algorithm) for run in runs]
    title = " · ".join(names) if scene is None else _(scene.kind.title)
    stops, played = ((), ()) if scene is None else (scene.stops, scene.played)
    data = {
        "title": title,
        "told": [_told(choice, root)],
        "turn": int(root.turn),
        **(_written(root) if isinstance(root, WrittenTree) else {}),
        "stops": [(stop.step, stop.sentence.text(), stop in played) for stop in stops],
        "questions": _questions(runs[0]),
        "runs": [_run(run) for run in runs],
    }
    return page("search.html", title, data, SEARCH_WORDS | {"kinds": "|".join(map(_, KIND_NAMES.values()))})


def _told(choice: Choice, root: Root) -> str:
    if isinstance(root, WrittenTree):
        return root.text()
    return describe_plies(choice.depth) if choice.depth is not None else _("to the end")


def _written(tree: WrittenTree) -> dict[str, Any]:
    """Returns the data of a written tree: for each node, in the order of `moves`, its parent, its place, its
    name and, for a leaf, its value.
    """
    across, number = columns(tree), {path: n for n, path in enumerate(tree.moves)}
    nodes = [
        (
            number[path[:-1]] if path else None,
            *(across[path], len(path), move_name(move)),
            leaf if isinstance(leaf := tree.at(path), int) else None,
        )
        for path, move in tree.moves.items()
    ]
    names = {move: move_name(move) for move in tree.moves.values()}
    return {"written": {"nodes": nodes, "sides": list(map(_, SIDES.values()))}, "names": names}


def _visits(run: Run, tree: WrittenTree) -> dict[str, Any]:
    """Returns, for each visit, the node of the tree, its value when it was left, and the step of its cut."""
    number = {path: n for n, path in enumerate(tree.moves)}
    marks, values = dict[Path, NodeMark](), list[str]()
    for node, path in enumerate(run.tree.paths):
        mark = marks[path] = mark_after(run.trace, run.tree, node, marks.get(path, NodeMark()))
        values.append("" if mark.figure is None else mark.figure.text())
    return {
        "at": [number[path] for path in run.tree.paths],
        "worths": values,
        "cuts": run.tree.cut.tolist(),
    }


def _questions(run: Run) -> list[dict[str, Any]]:
    """Returns the questions of the window; `answer` is an index into `options`."""
    return [
        {
            "step": question.step,
            "seen": question.seen,
            "text": question.text(),
            "options": [option.text() for option in question.options],
            "answer": question.options.index(question.answer),
            "reason": reason_for(question, run),
        }
        for question in sample_questions(questions_of(run), QUESTIONS)
    ]


def _run(run: Run) -> dict[str, Any]:
    words, chips, rows = (dict[Hashable, int]() for _kind in range(3))
    steps = list[tuple[int, ...]]()
    figures: list[list[tuple[int, str]]] = [[] for _figure in FIGURES]
    for step in range(len(run)):
        shown, ways = run.show(step), list[int]()
        for row in shown.state.rows:
            found = []
            for state in row.moves:
                note = _number(words, _short(note_of(row, state, run.trace.unit)))
                is_best = state.status is Status.DONE and state.move == row.best
                found.append(_number(chips, (state.move, STATES.index(state.status), note, int(is_best))))
            window = _number(words, _short(window_of(row.alpha, row.beta, run.trace.unit, row.color)))
            ways.append(_number(rows, (row.ply, int(row.color), window, *found)))
        said = _number(words, shown.sentence.text()), _number(words, _values(shown))
        steps.append((shown.line, *said, shown.state.node, *ways))
        for changes, (_name, _meaning, figure) in zip(figures, FIGURES, strict=True):
            if not changes or changes[-1][1] != figure(shown):
                changes.append((step, figure(shown)))
    return {
        "name": search_name(run.choice.algorithm),
        "source": run.text.source,
        "text": run.text.lines,
        "steps": steps,
        "words": list(words),
        "chips": list(chips),
        "rows": list(rows),
        "figures": [
            (_(name), _(meaning), changes)
            for (name, meaning, _figure), changes in zip(FIGURES, figures, strict=True)
        ],
        "jumps": [run.steps(jump) for jump in (Jump.CUT, Jump.RESEARCH, Jump.PV_CHANGE)],
        **_tree(run),
    }


def _short(parts: Parts) -> str:
    """Returns the parts as text; a disc before each score shows its side."""
    return " ".join(
        part if isinstance(part, str) else f"{'' if part.side is None else '●○'[part.side]}{part.number}"
        for part in parts
    )


def _values(shown: ShownStep) -> str:
    """Returns the values of the code at a step, and what the move ordering has learned."""
    return "   ".join(filter(None, (_short(code_values(shown)) or _open(shown), learned_line(shown))))


def _open(shown: ShownStep) -> str:
    """Returns the list OPEN of SSS*, best first; '' for other searches."""
    unit, turn = shown.run.trace.unit, shown.run.trace.root.turn
    if shown.algorithm is not Algorithm.SSS:
        return ""
    states = (
        f"{format_line(state.line)} {worth_of(state.merit, unit, turn).text()}" for state in shown.open_states
    )
    return ", ".join([_("OPEN {number}", number=format_number(shown.open_count)), *states])


def _tree(run: Run) -> dict[str, Any]:
    """Returns the data of a tree: a root has the move None; a board is 16 hexadecimal digits a side."""
    tree, boards, root = run.tree, list[Board](), run.trace.root
    moves = [None if ply == 0 else int(move) for ply, move in zip(tree.ply, tree.move, strict=True)]
    for move, parent in zip(moves if isinstance(root, Board) else (), tree.parent, strict=False):
        boards.append(run.trace.position() if move is None else boards[parent].play(move))
    names = ("parent", "ply", "start", "size", "kind", "first", "last")
    columns = {name: getattr(tree, name).tolist() for name in names}
    return {
        "tree": columns | {"move": moves},
        "boards": [f"{board.black:016x}{board.white:016x}" for board in boards],
        "over": [node for node, board in enumerate(boards) if board.is_over()],
        **(_visits(run, root) if isinstance(root, WrittenTree) else {}),
    }


def race_page(board: Board, standings: Sequence[LaneProgress], says: Sequence[Sentence[Any]] = ()) -> str:
    """Builds the page of a race on `board`; `says` are a scene's sentences in place of the race's own."""

    def score(found: float) -> str:
        return format_score(for_black(found, board.turn))

    names = [standing.lane.names.text() for standing in standings]
    title = _("Race: {names}", names=", ".join(names))
    data = {
        "title": title,
        "told": [],
        "says": [capitalised(said.text()) for said in says or sentences(standings, board.turn)],
        "position": {"board": board.text()[:64], "turn": "XO"[board.turn]},
        "lanes": [
            {"name": name, "depths": [(at.depth, at.nodes) for at in standing.depths]}
            for name, standing in zip(names, standings, strict=True)
        ],
        "headings": [_(heading) for heading in HEADINGS],
        "rows": [cells(standings, number, score) for number in range(len(standings))],
        "depths": depths_cells(standings),
    }
    return page("race.html", title, data, RACE_WORDS)
