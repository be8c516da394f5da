"""Exercises: a learner does what a search does on a written tree, and that search judges every answer.

Values and windows are Black's, who is MAX, at every node. Questions ask for the window of each branch after
the first, the branches that are cut, the value of a node that is left, the outcome of a bet, and the next γ.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, partial
from typing import Final, NamedTuple

from ai.reference.choice import Choice, root_of
from ai.reference.evaluation import evaluate
from ai.reference.searches import INFINITE, Memory
from ai.reference.tree import Event, Path, worth
from ai.reference.written import Arrangement, Branches, WrittenTree, draw_tree
from ai.telemetry import Reason
from ai.trace.events import Trace, record
from ai.trace.tree import NO_NODE, Bound
from ai.trace.visits import TraceTree
from ai.trace.written import Figure, NodeMark, TreeMarks
from ai.weights import ONE_DISC
from game.board import Board, Color, final_score, squares
from game.nodes import node_name
from game.sentences import FieldValue, Sentence, say
from game.text import N_, _
from play.exercise_role import Role

# The most trees drawn for a seed until one has something to find, and the step between their seeds.
MOST_DRAWN: Final = 40
NEXT_SEED: Final = 1_000_003
# The number of wrong answers after which the right one is filled in.
TRIES: Final = 2


class Topic(Enum):
    """The questions, as the learner reads them."""

    WINDOW = N_("Which α and β does {node} get?")
    CUTS = N_("Which branches of {node} are cut off?")
    VALUE = N_("What is {node} worth?")
    BET = N_("{node} returns {value}. What now?")
    GAMMA = N_("Which γ does the next search use?")


class Outcome(Enum):
    """The outcomes of a bet. An answer is the index of one."""

    WON = N_("Bet won")
    AGAIN = N_("Search again")
    EXACT = N_("Exact already")
    CUT = N_("Cut")


OUTCOMES: Final = tuple(Outcome)


class Why(Enum):
    """The reasons for right answers; _MAX is for a node of Black, _MIN for White. Fields are in braces."""

    FOUND = N_("{child} is worth {value}: {node} has {end} = {value}.")
    FROM_ABOVE = N_("{node} hands down its {end}, {value}.")
    OPEN = N_("{color} is sure of nothing yet: {end} is {value}.")
    BET_MAX = N_("A bet asks one question: more than {alpha}? The window is ({alpha}, {beta}).")
    BET_MIN = N_("A bet asks one question: less than {beta}? The window is ({alpha}, {beta}).")
    AGAIN_MAX = N_("{child} is at least {value}: its second search begins there, and ends at β = {beta}.")
    AGAIN_MIN = N_("{child} is at most {value}: its second search ends there, and begins at α = {alpha}.")
    CUT_MIN = N_("With {child}, {node} is at most {value}, and Black has {alpha}: the rest is cut off.")
    CUT_MAX = N_("With {child}, {node} is at least {value}, and White has {beta}: the rest is cut off.")
    ANSWER_MIN = N_("The question is: more than {alpha}? With {child} the answer is no: at most {value}.")
    ANSWER_MAX = N_("The question is: more than {alpha}? With {child} the answer is yes: at least {value}.")
    NO_CUT_MIN = N_("{node} may still be worth {value}, more than α = {alpha}: nothing is cut.")
    NO_CUT_MAX = N_("{node} may still be worth {value}, less than β = {beta}: nothing is cut.")
    NO_ANSWER_MIN = N_(
        "The question is: more than {alpha}? White needs a branch that is not, and has none: nothing is cut."
    )
    NO_ANSWER_MAX = N_(
        "The question is: more than {alpha}? Black needs a branch that is, and has none: nothing is cut."
    )
    LAST = N_("{child} is enough, but it is the last branch: nothing is left to cut.")
    VALUE_MAX = N_("Black takes the largest of {values}.")
    VALUE_MIN = N_("White takes the smallest of {values}.")
    ONE_VALUE = N_("One branch of {node} was looked at: {values}.")
    INSIDE = N_("{best} is outside ({alpha}, {beta}): fail-hard returns {value}.")
    WON_MAX = N_("{value} is not above {alpha}: the bet is won.")
    WON_MIN = N_("{value} is not below {beta}: the bet is won.")
    LOST_MAX = N_("{value} is above {alpha}: the bet is lost, and {node} is searched again.")
    LOST_MIN = N_("{value} is below {beta}: the bet is lost, and {node} is searched again.")
    EXACT = N_("All branches of {node} are leaves, and all were looked at: {value} is exact.")
    ENOUGH = N_("{value} reaches {end} = {limit}: enough for a cut.")
    AT_LEAST = N_("The tree is worth at least {value}: the next question is one more.")
    AT_MOST = N_("The tree is worth at most {value}: the next question is that value.")
    NOT_LESS = N_("The tree is worth at least {value}: a γ of {value} or less adds nothing new.")
    NOT_MORE = N_("The tree is worth at most {value}: a γ above {value} adds nothing new.")


HINTS: Final = {
    Topic.WINDOW: N_(
        "{above} hands down its window; if its best value so far is better, that replaces α (for Black) or β"
        " (for White)."
    ),
    Topic.CUTS: N_(
        "Once the best value of {node} reaches β if it is Black’s, or α if it is White’s, the rest is cut "
        "off."
    ),
    Topic.VALUE: N_("Of the values seen, Black takes the largest, White the smallest."),
    Topic.BET: N_("Compare what came back with the window of the bet, ({alpha}, {beta})."),
    Topic.GAMMA: N_("After “at least”, ask for one more; after “at most”, for that value."),
}
BET_HINT: Final = N_(
    "The window of a bet is one wide: at one end is the best value of {above} so far, or its own α "
    "(White: β) if that is better."
)
AGAIN_HINT: Final = N_("The second search begins at the value of the first, and ends where {above} does.")
FAIL_HARD_HINT: Final = N_("Fail-hard returns no value outside α and β: ({alpha}, {beta}).")


@dataclass(eq=False, slots=True)
class Visit:
    """One search of a node. Its window is known after `entered` answers, its value after `left`."""

    above: "Visit | None"
    path: Path
    name: str
    is_max: bool
    height: int  # 0 for a leaf
    branches: tuple[str, ...]
    """The names of the branches."""
    cut: tuple[int, ...]
    """The indices of the branches that are cut."""
    alpha: int
    beta: int
    value: int
    is_bet: bool
    is_again: bool
    is_known: bool
    """Whether the value is from the table."""
    visits: list["Visit"] = field(default_factory=list)
    """The visits of its branches, in order."""
    entered: int = 0
    left: int = 0
    cut_at: int = 0

    @property
    def is_given(self) -> bool:
        """Whether the value is shown, so that nothing is asked about the node."""
        return not self.height or self.is_known

    @property
    def is_null(self) -> bool:
        return self.alpha + 1 == self.beta

    @property
    def figure(self) -> Figure:
        """The value; outside the window it is a bound, unless all branches are leaves that were searched."""
        is_exact = not self.height or self.alpha < self.value < self.beta
        if self.height == 1 and not self.cut and not self.is_known:
            is_exact = is_exact or self.best(self.visits).value == self.value  # else fail-hard changed it
        bound = Bound.UPPER if self.value <= self.alpha else Bound.LOWER
        return Figure(self.value, Bound.EXACT if is_exact else bound)

    @property
    def fields(self) -> dict[str, FieldValue]:
        """The fields of sentences about this node."""
        alpha, beta = Figure(self.alpha), Figure(self.beta)
        return {"node": self.name, "value": Figure(self.value), "alpha": alpha, "beta": beta}

    def say(self, why: str, **fields: FieldValue) -> Sentence[Why]:
        """Returns the sentence for the side of this node."""
        return say(Why[f"{why}_{'MAX' if self.is_max else 'MIN'}"], **fields)

    def best(self, visits: Sequence["Visit"]) -> "Visit":
        """Returns the best of some visits of its branches, the first of equals."""
        return (max if self.is_max else min)(visits, key=lambda visit: visit.value)

    def is_enough(self, value: int) -> bool:
        """Whether a branch of this value cuts off the others."""
        return value >= self.beta if self.is_max else value <= self.alpha

    def window(self, visits: Sequence["Visit"]) -> tuple[int, int]:
        """Returns the window after these branches."""
        values = [visit.value for visit in visits]
        if self.is_max:
            return max([self.alpha, *values]), self.beta
        return self.alpha, min([self.beta, *values])


@dataclass(frozen=True, slots=True)
class ExerciseQuestion:
    """`answer` is α and β, a value, γ, the indices of branches, or the index of an Outcome; `reasons` has one
    for α and one for β, one for the next γ and one for a γ that asks what is known, or a single one.
    """

    kind: Topic
    visit: Visit
    answer: tuple[int, ...]
    reasons: tuple[Sentence[Why], ...]
    options: Sequence[int] = ()
    """The branches that can be marked, or the possible outcomes."""

    def text(self) -> str:
        return _(self.kind.value, node=self.visit.name, value=self.visit.figure.text())

    @property
    def handed_down(self) -> tuple[int, int] | None:
        """The window of the node above, which the learner may accept."""
        above = self.visit.above if self.kind is Topic.WINDOW else None
        return None if above is None else (above.alpha, above.beta)

    def hint(self) -> str:
        visit, above = self.visit, self.visit.above
        said = HINTS[self.kind]
        if self.kind is Topic.WINDOW and (visit.is_bet or visit.is_again):
            said = BET_HINT if visit.is_bet else AGAIN_HINT
        elif self.reasons[0].phrase is Why.INSIDE:
            said = FAIL_HARD_HINT
        words = {name: field.text() for name, field in visit.fields.items() if isinstance(field, Figure)}
        return _(said, node=visit.name, above=above.name if above else "", **words)

    def is_right(self, given: tuple[int, ...]) -> bool:
        return given == self.answer

    def reason(self, given: tuple[int, ...]) -> Sentence[Why]:
        """Returns the reason for the part of the right answer that a wrong one misses."""
        if len(self.reasons) == 1:
            return self.reasons[0]
        if self.kind is Topic.GAMMA:
            is_known = (given[0] < self.answer[0]) is (self.reasons[0].phrase is Why.AT_LEAST)
            return self.reasons[is_known]
        return self.reasons[given[0] == self.answer[0]]

    @property
    def last_reason(self) -> Sentence[Why]:
        """The reason for the end of the window that changes, or for the next γ."""
        return self.reasons[-(self.kind is Topic.WINDOW and self.visit.is_max)]

    def words(self, given: Sequence[int]) -> list[str]:
        """Returns the parts of an answer as texts."""
        if self.kind is Topic.BET:
            return [_(OUTCOMES[place].value) for place in given]
        if self.kind is Topic.CUTS:
            return [self.visit.branches[place] for place in given]
        return [Figure(value).text() for value in given]

    def form(self, has_parts: bool = True) -> str:
        """Returns the statement of an answer, with fields for its parts: '{0}'."""
        node = self.visit.name
        if self.kind is Topic.CUTS and not has_parts:
            return _("{node}: nothing is cut", node=node)
        return {
            Topic.WINDOW: f"{node}: α = {{0}}, β = {{1}}",
            Topic.CUTS: _("{node}: {branches} cut", node=node, branches="{0}"),
            Topic.VALUE: _("{node} is worth {value}", node=node, value="{0}"),
            Topic.BET: f"{node}: {{0}}",
            Topic.GAMMA: "γ = {0}",
        }[self.kind]

    def statement(self, given: tuple[int, ...]) -> str:
        """Returns an answer in words."""
        words = self.words(given)
        if self.kind is Topic.VALUE and self.is_right(given):
            words = [self.visit.figure.text()]
        elif self.kind is Topic.CUTS:
            words = [", ".join(words)]
        return self.form(bool(given)).format(*words)


class TreeExercise:
    """`all_visits` are in the order in which they begin, `visits` those of the root, one except in MTD(f);
    `questions` follow the order of the visits.
    """

    def __init__(self, tree: WrittenTree, role: Role, seed: int | None = None) -> None:
        """`seed` is the one with which it was requested."""
        self.tree, self.role, self.seed = tree, role, seed
        # MTD(f) has a table, else it would do everything again for each γ.
        trace = record(tree, Choice(role.algorithm, memory=Memory.PATHS if role is Role.MTDF else Memory.OFF))
        self.value = tree.turn.sign * trace.score
        self.all_visits = self._visits_of(trace)
        self.visits = tuple(visit for visit in self.all_visits if visit.above is None)
        self._questions: list[ExerciseQuestion] = []

    @classmethod
    def drawn(
        cls,
        seed: int,
        role: Role,
        plies: int | None = None,
        branches: int | None = None,
        arrangement: Arrangement = Arrangement.UNSORTED,
    ) -> "TreeExercise":
        """Draws an exercise, the same for the same arguments: the first of MOST_DRAWN trees with a cut, and
        with a lost bet if the search bets, else the most interesting of them.
        """
        size = plies or role.size[0], branches or role.size[1]
        if role.bets and size[0] < Role.PVS.size[0]:
            search = role.algorithm.text
            raise ValueError(_("a {search} exercise needs at least three plies", search=search))
        found: TreeExercise | None = None
        for n in range(MOST_DRAWN):
            drawn = cls(draw_tree(seed + n * NEXT_SEED, *size, arrangement), role, seed)
            if found is None or drawn.interest > found.interest:
                found = drawn
            if found.interest == 1 + role.bets or role is Role.MINIMAX:
                break
        assert found is not None
        return found

    @cached_property
    def questions(self) -> Sequence[ExerciseQuestion]:
        for n, root in enumerate(self.visits):
            if n:
                self._ask_gamma(root, self.visits[n - 1])
            root.entered = len(self._questions)
            self._follow(root)
        return self._questions

    @cached_property
    def interest(self) -> int:
        """1 for cuts, plus 1 for a lost bet."""
        has_cut = any(visit.cut for visit in self.all_visits)
        return has_cut + any(visit.is_again and visit.height for visit in self.all_visits)

    @property
    def looked_at(self) -> int:
        """The number of leaves searched."""
        return len({visit.path for visit in self.all_visits if not visit.height})

    def number(self) -> str:
        """Returns the number by which the Lab draws this tree, '' if it does not."""
        is_drawn = self.seed is not None and (self.tree.depth, len(self.tree.branches)) == self.role.size
        return _("Tree {seed}", seed=str(self.seed)) if is_drawn else ""

    def marks(self, count: int | None = None) -> TreeMarks:
        """Returns what is known after `count` answers; without a count, after the last one.

        The window of a node is the one with which its last branch was entered, so that nothing is given away;
        once the search has left the node, its own.
        """
        asked = len(self.questions)
        count = asked if count is None else count
        nodes, cut = dict[Path, NodeMark](), set[Path]()
        for visit in self.all_visits:
            if visit.entered > count:
                continue
            if not visit.height:
                nodes[visit.path] = NodeMark(visit.figure)
                continue
            if not visit.is_known:  # searched anew, the node may need all of its branches
                cut = {path for path in cut if path[:-1] != visit.path}
            is_left = visit.left <= count
            begun = (n for n, each in enumerate(visit.visits) if not each.is_given and each.entered <= count)
            seen = visit.visits[: 0 if is_left else max(begun, default=0)]
            window = None if self.role is Role.MINIMAX else visit.window(seen)
            nodes[visit.path] = NodeMark(visit.figure if is_left else None, window)
            if visit.cut_at <= count:
                cut.update((*visit.path, place) for place in visit.cut)
        now = self.questions[count].visit.path if count < asked else None
        return TreeMarks(nodes, frozenset(cut - nodes.keys()), now)

    def _visits_of(self, trace: Trace) -> list[Visit]:
        """Returns the visits of a trace. With fail-hard, values are limited to their windows."""
        nodes, visits = TraceTree(trace), list[Visit]()
        before = trace.events["kind"][nodes.first - 1].tolist()
        for node, path in enumerate(nodes.paths):
            parent, sign = int(nodes.parent[node]), trace.color(len(path)).sign
            alpha, beta = sorted((sign * int(nodes.alpha[node]), sign * int(nodes.beta[node])))
            branches, value = tuple(map(node_name, nodes.moves(node))), sign * int(nodes.value[node])
            if self.role is Role.FAIL_HARD and branches:
                value = min(max(value, alpha), beta)
            visit = Visit(
                above=None if parent == NO_NODE else visits[parent],
                path=path,
                name=node_name(self.tree.moves[path]),
                is_max=self.tree.is_max_at(len(path)),
                height=int(nodes.depth[node]),
                branches=branches,
                cut=tuple(range(len(branches) - int(nodes.spared[node]), len(branches))),
                alpha=alpha,
                beta=beta,
                value=value,
                is_bet=before[node] == Event.NULL_WINDOW,
                is_again=before[node] == Event.RESEARCH,
                is_known=bool(nodes.reason[node] == Reason.TABLE),
            )
            visits.append(visit)
            if visit.above is not None:
                visit.above.visits.append(visit)
        return visits

    # The questions

    def _follow(self, visit: Visit) -> None:
        """Asks all questions about a node and its subtree."""
        start: int | None = None  # the first of successive branches whose values are shown
        run: list[Visit] = []
        for n, child in enumerate(visit.visits):
            if child.is_given:
                start = child.path[-1] if start is None else start
                run.append(child)
                if n + 1 < len(visit.visits) and visit.visits[n + 1].is_given:
                    continue
                self._ask_cuts(visit, n, start)
                for each in run:
                    each.entered = each.left = len(self._questions)
                start, run = None, []
                continue
            if self._has_new_window(visit, n):
                self._ask_window(visit, n)
            child.entered = len(self._questions)
            self._follow(child)
            if child.is_bet:
                self._ask_bet(visit, n)
            else:
                self._ask_cuts(visit, n, child.path[-1])
        visit.cut_at = len(self._questions)
        self._ask_value(visit)
        visit.left = len(self._questions)

    def _has_new_window(self, visit: Visit, n: int) -> bool:
        """Whether the window of a branch is to be found: the first branch has that of the node, and in a null
        window all have the same.
        """
        child = visit.visits[n]
        if self.role is Role.MINIMAX or n == 0:
            return False
        if self.role is Role.SCOUT:
            return child.is_bet
        return not (visit.is_null and self.role.has_null_windows)

    def _ask_window(self, visit: Visit, n: int) -> None:
        child, before = visit.visits[n], visit.visits[:n]
        window, fields = (child.alpha, child.beta), child.fields | {"node": visit.name}
        if child.is_bet:
            reasons = [visit.say("BET", **fields)]
        elif child.is_again:
            fields |= {"child": child.name, "value": Figure(before[-1].value)}
            reasons = [visit.say("AGAIN", **fields)]
        else:
            fields["child"] = visit.best(before).name
            reasons = []
            ends = ((child.alpha, visit.alpha), (child.beta, visit.beta))
            for (value, old), end, color in zip(ends, "αβ", Color, strict=True):
                why = Why.FOUND if value != old else Why.OPEN if abs(value) >= INFINITE else Why.FROM_ABOVE
                reasons.append(say(why, **fields | {"value": Figure(value), "end": end, "color": color}))
        self._questions.append(ExerciseQuestion(Topic.WINDOW, child, window, tuple(reasons)))

    def _ask_cuts(self, visit: Visit, n: int, start: int) -> None:
        """Asks what is cut after the branches from `start` to the n-th visit."""
        limit = visit.beta if visit.is_max else visit.alpha
        if abs(limit) >= INFINITE or len(visit.branches) - start < 2:
            return
        best = visit.best(visit.visits[: n + 1])
        cut = visit.cut if n + 1 == len(visit.visits) else ()
        fields = visit.fields | {"child": best.name, "value": Figure(best.value)}
        is_enough, is_question = visit.is_enough(best.value), visit.is_null and self.role.has_null_windows
        if is_enough and not cut:
            reason = say(Why.LAST, **fields)
        elif is_enough:
            reason = visit.say("ANSWER" if is_question else "CUT", **fields)
        else:
            reason = visit.say("NO_ANSWER" if is_question else "NO_CUT", **fields)
        options = range(start + 1, len(visit.branches))
        self._questions.append(ExerciseQuestion(Topic.CUTS, visit, cut, (reason,), options))

    def _ask_value(self, visit: Visit) -> None:
        last = {child.path: child.figure for child in visit.visits}  # the second figure of a lost bet
        fields = visit.fields | {"values": ", ".join(figure.text() for figure in last.values())}
        best = visit.best(visit.visits).value
        if best != visit.value:  # fail-hard
            reason = say(Why.INSIDE, **(fields | {"best": Figure(best)}))
        else:
            reason = say(Why.ONE_VALUE, **fields) if len(last) == 1 else visit.say("VALUE", **fields)
        self._questions.append(ExerciseQuestion(Topic.VALUE, visit, (visit.value,), (reason,)))

    def _ask_bet(self, visit: Visit, n: int) -> None:
        child, fields = visit.visits[n], visit.visits[n].fields
        if n + 1 < len(visit.visits) and visit.visits[n + 1].is_again:
            outcome, reason = Outcome.AGAIN, visit.say("LOST", **fields)
        elif child.value <= child.alpha if visit.is_max else child.value >= child.beta:
            outcome, reason = Outcome.WON, visit.say("WON", **fields)
        elif visit.is_enough(child.value):
            end, limit = ("β", visit.beta) if visit.is_max else ("α", visit.alpha)
            outcome, reason = Outcome.CUT, say(Why.ENOUGH, **fields, end=end, limit=Figure(limit))
        else:
            outcome, reason = Outcome.EXACT, say(Why.EXACT, **fields)
        options = range(len(OUTCOMES) if self.role is Role.PVS else 2)
        answer = (OUTCOMES.index(outcome),)
        self._questions.append(ExerciseQuestion(Topic.BET, child, answer, (reason,), options))

    def _ask_gamma(self, root: Visit, before: Visit) -> None:
        is_least = before.value >= before.beta
        reasons = (Why.AT_LEAST, Why.NOT_LESS) if is_least else (Why.AT_MOST, Why.NOT_MORE)
        said = tuple(say(why, value=Figure(before.value)) for why in reasons)
        self._questions.append(ExerciseQuestion(Topic.GAMMA, root, (root.beta,), said))


def tree_of(board: Board, plies: int, branches: int) -> WrittenTree:
    """Builds a tree of the first moves of a position in static order, and their replies; leaves are in whole
    discs. A pass is a branch of its own. Raises ValueError if the game is over.
    """
    root_of(board, Choice(depth=plies))

    def below(board: Board, depth: int) -> Branches | int:
        player, opponent = board.player, board.opponent
        if board.is_over():
            return board.turn.sign * final_score(player, opponent)
        if depth >= plies:
            return round(board.turn.sign * evaluate(player, opponent) / ONE_DISC)
        if board.must_pass():
            return (below(board.after_pass(), depth + 1),)
        moves = sorted(squares(board.legal_moves()), key=partial(worth, player, opponent), reverse=True)
        return tuple(below(board.play(move), depth + 1) for move in moves[:branches])

    found = below(board, 0)
    assert isinstance(found, tuple)
    return WrittenTree(found, board.turn is Color.BLACK)


# The learner


class ExerciseStep(NamedTuple):
    """An answer in words, whether it was right (None: filled in), and the reason if it was not."""

    words: str
    is_right: bool | None
    reason: str = ""


class Attempt:
    """The learner's progress through an exercise."""

    def __init__(self, exercise: TreeExercise) -> None:
        self.exercise = exercise
        self.count = 0
        """The number of questions that are done."""
        self.right_at_once = 0
        self.steps: list[ExerciseStep] = []
        self.has_hint = False
        self._wrong = 0

    @property
    def question(self) -> ExerciseQuestion | None:
        """The question to answer; None at the end."""
        questions = self.exercise.questions
        return questions[self.count] if self.count < len(questions) else None

    def answer(self, given: tuple[int, ...]) -> None:
        """Judges an answer; fills in the right one after TRIES wrong ones."""
        question = self.question
        assert question is not None
        is_right = question.is_right(given)
        reason = "" if is_right else question.reason(given).text()
        self.steps.append(ExerciseStep(question.statement(given), is_right, reason))
        if is_right:
            self.right_at_once += not self._wrong
            self._go_on()
        else:
            self._wrong += 1
            self.has_hint = False  # the reason says more
            if self._wrong == TRIES:
                self.show()

    def show(self) -> None:
        """Fills in the right answer, which does not count."""
        question = self.question
        assert question is not None
        said = "" if self._wrong else question.last_reason.text()
        self.steps.append(ExerciseStep(question.statement(question.answer), None, said))
        self._go_on()

    def _go_on(self) -> None:
        self.count, self._wrong, self.has_hint = self.count + 1, 0, False

    def score(self) -> str:
        right, count = str(self.right_at_once), str(len(self.exercise.questions))
        return _("{right} of {count} right at once", right=right, count=count)
