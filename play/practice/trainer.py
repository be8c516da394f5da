"""Running practice: its exercises, outcomes and searches. Call `update` once a frame."""

from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Final

from ai import preparation
from ai.book import Book
from ai.engine import Analysis, Engine
from ai.limits import Options
from game.board import Board, Color, Move
from game.evaluation import Kind
from game.openings import ENGLISH, Opening, Openings
from game.symmetry import canonical_symmetry, inverse, transform_board
from game.text import _, reason_of
from play.archive.index import IndexedPosition
from play.practice.drill import Drill, default_color, key_of
from play.practice.exercise import (
    EASIEST,
    HARDEST,
    Exercise,
    Finding,
    LessonPositions,
    Mistake,
    Puzzles,
    found_in,
)
from play.practice.lesson import Idea
from play.practice.progress import Practice, Repetition, Section
from play.practice.walk import TRIES, GameWalk, Walk
from play.repertoire import paths_of

Task = Exercise | Drill

# A shorter line is no test of memory.
LEAST_LINE: Final = 4


class Trainer:
    def __init__(
        self,
        practice: Practice,
        puzzles: Puzzles,
        openings: Openings,
        book: Book | None,
        engine: Engine,
        chance: Random | None = None,
        lessons: LessonPositions | None = None,
    ) -> None:
        self.practice = practice
        self.puzzles = puzzles
        self.lessons = lessons or {}
        self.threads = 1
        self.section = Section.MISTAKES
        self.grade = EASIEST
        self.is_other_side = False  # whether openings are played from the side that does not move last
        self.problem = ""  # why the last search failed
        self._walk: Walk | None = None
        self.is_daily = False
        """Whether everything due is asked, section by section."""
        self.outcomes: dict[Section, Repetition] = {}
        """The schedule of the task of a section, once it is answered."""
        long_enough = [opening for opening in openings.all if len(opening.moves) >= LEAST_LINE]
        self._openings = sorted(long_enough, key=lambda opening: -opening.games)
        paths = paths_of([opening.moves for opening in openings.all])
        self._named_at = {path[-1]: opening for path, opening in zip(paths, openings.all, strict=True)}
        named = {key_of(opening, color) for opening in self._openings for color in Color}
        cards = practice.progress.cards[Section.OPENINGS].keys()  # in version 1.0 also cards of own lines
        practice.progress.repertoire.read(sorted(cards - named - practice.progress.repertoire.keys.keys()))
        self._lines: dict[str, Opening] = {}
        self._known: dict[str, Opening] = {}  # own lines, named
        self._lines_of: object = None  # what `_lines` were made from
        self._book = book
        self._engine = engine
        self._chance = chance or Random()
        self._tasks: dict[Section, Task | None] = {}
        # The keys of a section that were asked before their day, until all were.
        self._ahead: dict[Section, set[str]] = {section: set() for section in Section}
        self._searched: Mistake | Exercise | None = None
        self._analysis: Analysis | None = None
        self._asked: object = None  # the state in which `update` last looked for a task

    @property
    def walk(self) -> Walk | None:
        """Questions asked in place of the section; a game's review runs only while its mistakes are asked."""
        return self._walk

    @walk.setter
    def walk(self, walk: Walk | None) -> None:
        self.rest()
        self._walk = walk

    @property
    def task(self) -> Task | None:
        """The current task; None if nothing is due."""
        return self._tasks.get(self.section) if self.walk is None else self.walk.task

    @property
    def outcome(self) -> Repetition | None:
        """The schedule of the task, once it was answered."""
        return self.outcomes.get(self.section) if self.walk is None else None

    def open(self, section: Section) -> None:
        """Continues a section where the user left it."""
        self.section, self.walk, self.is_daily = section, None, False
        if self.task is None:
            self.next()

    @property
    def due_by_section(self) -> dict[Section, int]:
        """The number of tasks due today, by section."""
        return {section: len(self.practice.due(section, self.keys_of(section))) for section in Section}

    def begin_daily(self) -> bool:
        """Asks a due task of the first section that has one; returns whether any is due."""
        section = next((section for section, due in self.due_by_section.items() if due), None)
        self.is_daily = section is not None
        if section is not None:
            self.section, self.walk, task = section, None, self._tasks.get(section)
            if task is None or task.is_over or task.key not in self.due:
                self.show(min(self.due, key=self._is_unsearched))
        return self.is_daily

    def begin_lesson(self, idea: Idea) -> None:
        """Asks the questions of a lesson that were not found yet; a learned lesson begins anew."""
        questions = [Exercise(position, TRIES) for position in self.lessons[idea]]
        known = zip(questions, self.practice.results(idea), strict=True)
        self.walk = Walk(questions, idea, {question.key: how for question, how in known if how is not None})
        if self.walk.is_done:
            self.walk.again()

    def keys_of(self, section: Section) -> list[str]:
        """Returns the keys of all tasks of a section."""
        if section is Section.MISTAKES:
            known = self.practice.progress.mistakes.items()
            return [key for key, mistake in known if mistake.is_confirmed or not mistake.found]
        return list(self.puzzles.by_key if section is Section.ENDGAMES else self.lines)

    @property
    def keys(self) -> list[str]:
        return self.keys_of(self.section)

    @property
    def _fresh_keys(self) -> list[str]:
        keys = self.keys
        if self.section is Section.ENDGAMES:
            keys = [puzzle.key for puzzle in self.puzzles.by_grade[self.grade]]
        elif self.section is Section.OPENINGS:  # named lines are for users without a repertoire
            keys = [key for key in keys if key in self.practice.progress.repertoire.keys] or keys
        return self.practice.fresh(self.section, keys)

    @property
    def waiting(self) -> list[str]:
        """The keys of due tasks, then of new ones."""
        return [*self.due, *self._fresh_keys]

    @property
    def due(self) -> list[str]:
        """The keys of the section that are due today."""
        return self.practice.due(self.section, self.keys)

    def next_due_date(self, *sections: Section) -> date | None:
        """Returns the next day after today on which one of these sections has a task, if any."""
        later = [(each, self.practice.later(each, self.keys_of(each))[:1]) for each in sections]
        cards = [self.practice.schedule(section, key) for section, keys in later for key in keys]
        return min((card.due for card in cards if card is not None and card.due), default=None)

    @property
    def unsearched(self) -> int:
        """The number of mistakes still to be searched."""
        return sum(not mistake.found for mistake in self.practice.progress.mistakes.values())

    def _is_unsearched(self, key: str) -> bool:
        return self.section is Section.MISTAKES and not self.practice.progress.mistakes[key].found

    @property
    def is_asking(self) -> bool:
        return self.task is not None and not self.task.is_over

    @property
    def can_practise_ahead(self) -> bool:
        is_free = self.walk is None and not self.is_asking and not self.waiting
        return is_free and bool(self._ahead_keys)

    @property
    def _ahead_keys(self) -> list[str]:
        """The keys that are due on a later day and can be asked now, the next first."""
        later = self.practice.later(self.section, self.keys)
        return [key for key in later if not self._is_unsearched(key)]

    def color_of(self, opening: Opening) -> Color:
        """Returns the side that plays an opening; own lines are for the side that moves last."""
        color, is_named = default_color(opening), opening in self._openings
        return color.other if self.is_other_side and is_named else color

    @property
    def lines(self) -> dict[str, Opening]:
        """Lines by key: own lines, named ones, the most played first, and those due from the other side."""
        made_from = self.practice.changes, self.is_other_side
        if made_from != self._lines_of:
            self._lines_of, self._lines = made_from, self._own_lines()
            cards = self.practice.progress.cards[Section.OPENINGS]
            sides = [(opening, self.color_of(opening)) for opening in self._openings]
            asked = {key_of(opening, color.other): opening for opening, color in sides}
            self._lines |= {key_of(opening, color): opening for opening, color in sides}
            self._lines |= {key: asked[key] for key in cards if key in asked and cards[key].due}
        return self._lines

    def _own_lines(self) -> dict[str, Opening]:
        repertoire = self.practice.progress.repertoire
        return {
            key: self._known.get(key) or self._known.setdefault(key, self._named(key, *found))
            for color in Color
            for key, found in repertoire.lines(color).items()
        }

    def _own_line_with(self, color: Color, board: Board) -> Opening | None:
        """Returns an own line of a side that has a position at its ply, if any."""
        position, ply = int(IndexedPosition.of(board).key), 60 - board.empties
        own = self.practice.progress.repertoire.lines(color).items()
        return next(
            (self.lines[key] for key, (_line, path) in own if path[ply : ply + 1] == (position,)), None
        )

    def _named(self, key: str, line: tuple[Move, ...], path: tuple[int, ...]) -> Opening:
        """Names a line by its last named position, else by its first two moves: the others are asked."""
        passed = (self._named_at.get(position) for position in reversed(path))
        named = next(filter(None, passed), Opening(line, {ENGLISH: key[:4]}))
        end = "" if self._named_at.get(path[-1]) is named else " …"
        return Opening(line, {code: f"{name}{end}" for code, name in named.names.items()})

    def next(self) -> None:
        """Asks the next due or new task, None if nothing waits; an unanswered task is left for later."""
        self.problem = ""
        if self.walk is not None:
            self.walk.next()
            return
        waiting, task = (self.is_daily and self.due) or self.waiting, self.task
        if task is not None and task.key in waiting:
            at = waiting.index(task.key)
            waiting = [*waiting[at + 1 :], *waiting[: at + 1]]
        self.show(min(waiting, key=self._is_unsearched, default=None))

    def practise_ahead(self) -> None:
        """Asks the next task before its day; repeated calls ask each one once before any repeats."""
        later = self._ahead_keys
        if not later:
            return
        been = self._ahead[self.section]
        if been.issuperset(later):
            been.clear()
        here = None if self.task is None else self.task.key
        key = next((key for key in later if key not in been and key != here), later[0])
        been.add(key)
        self.show(key)

    def change_side(self) -> None:
        """Changes the side from which openings are played, or a game is gone through."""
        if isinstance(self.walk, GameWalk):
            self.walk = self.walk.other_side()
            return
        task = self._tasks.get(Section.OPENINGS)
        self.is_other_side = not self.is_other_side
        if isinstance(task, Drill):
            if task.opening in self._openings and self.color_of(task.opening) is task.color:
                self.is_other_side = not self.is_other_side  # it was due from the other side
            self.show(key_of(task.opening, self.color_of(task.opening)))

    def change_grade(self, step: int) -> None:
        self.grade = min(HARDEST, max(EASIEST, self.grade + step))
        task = self.task
        if task is None or not task.is_over:
            self.show(next(iter(self._fresh_keys or self.waiting), None))

    def play(self, move: Move) -> bool:
        """Plays a move: the answer, or one tried afterwards; returns whether it is legal."""
        task = self.task
        if task is None or not task.play(move):
            return False
        self._count(task)
        return True

    def give_up(self) -> None:
        """Shows the answer, which counts as wrong unless the task was answered."""
        task = self.task
        if task is not None and not task.is_over:
            task.give_up()
            self._count(task)

    def _count(self, task: Task) -> None:
        """Counts a task once: an exercise with its answer, an opening when it is played or left."""
        if self.walk is not None or self.section in self.outcomes:
            return
        if task.is_over or (isinstance(task, Drill) and task.is_line_done):
            self.outcomes[self.section] = self.practice.answer(self.section, task.key, task.is_right)

    def _keep(self, walk: Walk) -> None:
        """Saves how the steps of a lesson were found, and the mistakes of a game missed at first."""
        if walk.idea is not None:
            self.practice.note_steps(walk.idea, walk.findings)
        if not isinstance(walk, GameWalk):
            return
        walk.update()
        for question, how in zip(walk.questions, walk.findings, strict=True):
            if how is None or question.key in walk.kept:
                continue
            is_found = walk.kept[question.key] = how is Finding.FIRST
            if not is_found and isinstance(question.source, Mistake):
                self.practice.add([replace(question.source, found=(), is_exact=False)])
            if question.key in self.practice.progress.mistakes:
                self.practice.answer(Section.MISTAKES, question.key, is_found)

    def show(self, key: str | None) -> None:
        """Asks the task of a key, whether it is due or not; a mistake once it is searched."""
        self.outcomes.pop(self.section, None)
        self._tasks[self.section] = None if key is None else self._task(key)

    def _task(self, key: str) -> Task | None:
        if self.section is Section.MISTAKES:
            mistake = self.practice.progress.mistakes[key]
            return Exercise(mistake) if mistake.found else None
        if self.section is Section.ENDGAMES:
            return Exercise(self.puzzles.by_key[key])
        opening = self.lines[key]
        color = Color[key.split()[1].upper()]
        return Drill(opening, color, self._book, self._chance, partial(self._own_line_with, color))

    @property
    def is_searching(self) -> bool:
        return self._searched is not None

    def update(self) -> None:
        """Processes a finished search, starts the next one, and asks a task that has become available."""
        self._search()
        if self.walk is not None:
            self._keep(self.walk)
        state = self.section, self.grade, self.practice.changes, self.practice.today()
        if self.walk is None and self.task is None and state != self._asked:
            self._asked = state
            self.next()

    def _search(self) -> None:
        wanted = self._wanted_search()
        if wanted is not self._searched:
            self.stop()
            self._searched = wanted
        if wanted is None:
            return
        if not preparation.is_ready():
            preparation.start()
            if preparation.progress().is_over:
                self.problem = _(preparation.progress().text)
        elif self._analysis is None or self._analysis.was_dropped:
            # An empty table and a canonical board give all symmetric positions the same result.
            self._engine.new_game()
            board = transform_board(wanted.board, canonical_symmetry(wanted.board))
            options = Options(all_moves=True, threads=self.threads)
            self._analysis = self._engine.analyse(board, wanted.limit, options)
        elif self._analysis.is_done:
            analysis, self._analysis, self._searched = self._analysis, None, None
            if analysis.error is not None:
                self.problem = reason_of(analysis.error)
                return
            found = found_in(analysis.progress, inverse(canonical_symmetry(wanted.board)))
            if isinstance(wanted, Mistake):
                is_exact = all(entry.kind is Kind.EXACT for entry in analysis.progress.scores)
                known = self._book.moves(wanted.board) if self._book is not None else ()
                worth = {each.move: each.score for each in known}
                in_book = [replace(each, score=worth[each.move]) for each in found if each.move in worth]
                self.practice.note(wanted.searched(found, is_exact, in_book))
            else:
                wanted.add_lines(found)
                if isinstance(wanted.source, Mistake) and wanted.tries == 1:
                    self.practice.note(replace(wanted.source, found=wanted.found))

    def _wanted_search(self) -> Mistake | Exercise | None:
        """Returns what to search: first lines of the current task, then ratings of answers, then mistakes."""
        if self.problem:
            return None
        task = self.task
        if isinstance(task, Exercise) and task.needs_search:
            return task
        questions = [] if self.walk is None else self.walk.questions
        if (left := next((each for each in questions if each.is_waiting), None)) is not None:
            return left
        mistakes = self.practice.progress.mistakes.values()
        return next((mistake for mistake in mistakes if not mistake.found), None)

    def rest(self) -> None:
        """Stops all searches; `update` begins them again."""
        self.stop()
        if isinstance(self.walk, GameWalk):
            self.walk.rest()

    def stop(self) -> None:
        """Stops the search; `update` begins it again."""
        if self._analysis is not None:
            self._analysis.stop()
        self._analysis = self._searched = None
