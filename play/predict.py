"""Quiz questions about what a plain search does next, chosen so that no answer is right too often."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Final

import numpy as np

from ai.limits import Algorithm
from ai.reference.searches import INFINITE
from ai.reference.tree import Event
from ai.trace.tree import NO_NODE
from game.board import Move
from game.sentences import Line, Worth
from game.text import N_, _, ngettext
from play.scene_stops import lost_bets
from play.slow_motion import Run


class QuestionKind(Enum):
    CUT = N_("Will {move} be cut off?")
    NEXT = N_("Which move is searched next?")
    BET = N_("The bet: {move} is no better. Is the bet lost?")


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes or no; or the line to the position that is searched next, `is_again` if it was searched before."""

    is_yes: bool = False
    line: tuple[Move, ...] = ()
    is_again: bool = False

    def text(self) -> str:
        if not self.line:
            return _("Yes") if self.is_yes else _("No")
        line = Line(self.line).text()
        return _("{line} again", line=line) if self.is_again else line


YES_OR_NO: Final = Answer(is_yes=True), Answer(is_yes=False)


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question after `step` about one `move` of the position `node`; step `seen` reveals the answer.
    Similar answers have the same `sort`: to CUT and BET yes and no, to NEXT another move here, the same
    again, and a move further up.
    """

    kind: QuestionKind
    step: int
    seen: int
    node: int
    move: Move
    answer: Answer
    sort: int
    options: tuple[Answer, ...] = YES_OR_NO

    def text(self) -> str:
        return _(self.kind.value, move=Line((self.move,)).text())


def reason_for(question: QuizQuestion, run: Run) -> str:
    """Explains the right answer by what the search knew at the question."""
    tree, events, step = run.tree, run.trace.events, question.seen
    if question.kind is QuestionKind.CUT and question.answer == YES_OR_NO[1]:
        color, beta = run.trace.color(int(tree.ply[question.node])), int(tree.beta[question.node])
        if beta >= INFINITE:
            return _("Nothing better for {other} is known yet.", other=color.other.label)
        limit, move = Worth(color.sign * beta, run.trace.unit), int(tree.move[events["node"][question.step]])
        rows = [row for row in run.show(question.step).state.rows if row.color is not color]
        if any(-value <= beta for row in rows for value, _move in row.proved):
            sentence = _("{other} can hold {color} to {limit}, and {move} does not reach that.")
        else:  # beta is only a bound to test
            sentence = _("The question is whether {color} gets {limit}, and {move} is not enough.")
        return sentence.format(
            other=color.other.label, color=color.label, limit=limit.text(), move=Line((move,)).text()
        )
    if question.kind is QuestionKind.NEXT:
        ways = range(question.seen - 1, question.step, -1)
        step = next((n for n in ways if events["kind"][n] in (Event.LEAVE, Event.RESEARCH)), 0)
        if not step:
            return _("Nothing is cut off here: the next move follows.")
    return run.show(step).sentence.text()


class QuizScore:
    """The numbers of answers, and of right ones."""

    def __init__(self) -> None:
        self.asked = 0
        self.right = 0

    def answer(self, question: QuizQuestion, answer: Answer) -> None:
        self.asked += 1
        self.right += answer == question.answer

    def text(self) -> str:
        said = ngettext("{right} of {count} answer right", "{right} of {count} answers right", self.asked)
        return said.format(right=self.right, count=self.asked)


def questions_of(run: Run) -> tuple[QuizQuestion, ...]:
    """Returns all questions, in the order of their steps; none for minimax, which cuts nothing off, and for
    SSS*, which is not depth-first.
    """
    if run.choice.algorithm in (Algorithm.MINIMAX, Algorithm.SSS):
        return ()
    return tuple(sorted((*_cuts(run), *_nexts(run), *_bets(run)), key=lambda question: question.step))


def sample_questions(questions: Sequence[QuizQuestion], most: int) -> tuple[QuizQuestion, ...]:
    """Chooses at most `most` questions: as many of each kind, with varied answers, from the whole search.
    Omits a kind whose answers are all of one sort.
    """
    share = most // len(QuestionKind)
    chosen: set[QuizQuestion] = set()
    for kind in QuestionKind:
        asked = sorted(
            (each for each in questions if each.kind is kind), key=lambda each: (each.sort, each.step)
        )
        groups = [list(group) for _sort, group in groupby(asked, key=lambda each: each.sort)]
        for turn in range(share if len(groups) > 1 else 0):
            group = groups[(turn + len(questions)) % len(groups)]
            chosen.add(group[turn * len(group) // share])
    return tuple(sorted(chosen, key=lambda question: question.step))


# The questions of each kind. Nodes are numbered in the order in which the search enters them.


def _ends(run: Run) -> Iterator[tuple[int, int, int | None]]:
    """Yields (node, step that leaves it, node entered next or None) for all nodes but the root."""
    tree = run.tree
    following = np.searchsorted(tree.first, tree.last, "right")
    for node in np.flatnonzero(tree.parent != NO_NODE).tolist():
        after = int(following[node])
        yield node, int(tree.last[node]), after if after < len(tree) else None


def _cuts(run: Run) -> Iterator[QuizQuestion]:
    """Yields a question after each move but the last of its node, unless the search repeats the move."""
    tree = run.tree
    for node, step, after in _ends(run):
        above, place = int(tree.parent[node]), int(tree.place[node])
        goes_on = after is not None and tree.parent[after] == above
        if place + 1 == tree.move_count[above] or (goes_on and tree.place[after] == place):
            continue
        move = tree.moves(above)[place + 1]
        seen, answer = int(tree.first[after] if goes_on else tree.cut[above]), YES_OR_NO[int(goes_on)]
        yield QuizQuestion(QuestionKind.CUT, step, seen, above, move, answer, int(not goes_on))


def _nexts(run: Run) -> Iterator[QuizQuestion]:
    """Yields a question after each move: does the search go on here, with the same move, or further up?"""
    tree = run.tree
    has_bets = len(run.trace.steps(Event.NULL_WINDOW)) > 0
    for node, step, after in _ends(run):
        if after is None or tree.parent[after] == NO_NODE:
            continue
        options: list[Answer] = []
        inner, above = node, int(tree.parent[node])
        while above != NO_NODE:
            line, later = tuple(tree.line(above)), tree.moves(above)[int(tree.place[inner]) + 1 :]
            if later:
                options.append(Answer(line=(*line, later[0])))
            is_bet = tree.alpha[inner] + 1 == tree.beta[inner] and tree.alpha[above] + 1 < tree.beta[above]
            if has_bets and is_bet and tree.visit[inner] == 0:
                options.append(Answer(line=tuple(tree.line(inner)), is_again=True))
            inner, above = above, int(tree.parent[above])
        answer = Answer(line=tuple(tree.line(after)), is_again=bool(tree.visit[after]))
        if len(options) > 1:
            sort = 0 if tree.parent[after] != tree.parent[node] else 2 if answer.is_again else 1
            options.sort(key=lambda option: (option.line, option.is_again))
            parent, move, seen = int(tree.parent[node]), int(tree.move[node]), int(tree.first[after])
            yield QuizQuestion(QuestionKind.NEXT, step, seen, parent, move, answer, sort, tuple(options))


def _bets(run: Run) -> Iterator[QuizQuestion]:
    tree, events = run.tree, run.trace.events
    for step, is_lost in zip(run.trace.steps(Event.NULL_WINDOW).tolist(), lost_bets(run), strict=True):
        node, child = int(events["node"][step]), int(events["node"][step + 1])
        seen, move, answer = int(tree.last[child]), int(tree.move[child]), YES_OR_NO[int(not is_lost)]
        yield QuizQuestion(QuestionKind.BET, step, seen, node, move, answer, int(is_lost))
