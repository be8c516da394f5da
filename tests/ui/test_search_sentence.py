"""The sentence of a search is true: what it says is compared with what the search has told."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from ai.limits import Algorithm, Limit, Options, Progress, Question
from ai.search import root
from ai.search.root import first_progress
from game import text
from game.board import PASS, Color, parse_square, square_name, squares
from game.evaluation import Kind
from tests.ai.positions import random_position
from tests.samples import ENDGAME, START, WHITE_PASSES
from tests.ui.board.test_thoughts import searched
from ui.pages.play.thinking import NARROW
from ui.text.commentary import search_sentence
from ui.text.languages import LOCALES
from ui.theme import LARGE, Theme

ALGORITHMS = (Algorithm.PVS, Algorithm.ALPHABETA, Algorithm.MTDF)
WORTH = r"(?:(?P<side>Black|White) (?P<score>[+]\d+)|about even)"
M, N = "(?P<move>[a-h][1-8])", "(?P<other>[a-h][1-8])"
AHEAD = r"(?P<depth>\d+) moves? ahead"
SOLVING = r"Solving the end|Looking to the end"
SIDE = "(?P<side>Black|White)"
NARROWEST = 328
"""Of the panel at 900x640, inside."""
VERB = "(?P<verb>is best|seems best)"
IS = "(?P<is>is|seems)"


@pytest.fixture(autouse=True)
def _every_question_is_told(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(root, "_FOLLOWED_SECONDS", 0.0)
    yield
    text.use(text.ENGLISH, LOCALES)


class Facts:
    """What a search has told, each thing by itself, with scores for Black."""

    def __init__(self, progress: Progress, options: Options, is_running: bool) -> None:
        self.progress, self.options, self.is_running = progress, options, is_running
        self.last = progress.iterations[-1] if progress.iterations else None
        self.legal, self.turn = progress.board.legal_moves(), progress.board.turn.label
        self.sign = 1 if progress.board.turn is Color.BLACK else -1

    def is_worth(self, said: dict[str, str], score: float | None) -> bool:
        told = int(said["score"] or 0) * (1 if said["side"] == "Black" else -1)
        return score is not None and abs(told - self.sign * score) <= 0.5

    def bound(self, move: str) -> tuple[float | None, float | None]:
        found = [each for each in self.progress.bounds if square_name(each.move) == move]
        return (found[0].low, found[0].high) if found else (None, None)

    def reaches(self, said: dict[str, str], depth: int) -> bool:
        told = said.get("depth")
        return depth == int(told) if told else depth >= self.progress.board.empties


def named(facts: Facts, said: dict[str, str], name: str = "move") -> bool:
    """Whether it is the best move."""
    return square_name(facts.progress.move) == said[name]


def asks(facts: Facts, said: dict[str, str]) -> bool:
    asked, last = facts.progress.asked, facts.last
    assert asked is not None
    assert last is not None
    is_exact = asked.kind is Kind.EXACT and not said.get("depth")
    is_deep = is_exact or facts.reaches(said, asked.depth)
    return is_deep and square_name(asked.move) == said["other"] and square_name(last.move) == said["move"]


def looked(facts: Facts, said: dict[str, str]) -> bool:
    assert facts.last is not None
    is_exact = facts.last.kind is not Kind.ESTIMATE and not said.get("depth")
    return named(facts, said) and (is_exact or facts.reaches(said, facts.last.depth))


def is_sure(facts: Facts, verb: str) -> bool:
    return (verb == "is best") == (facts.progress.confidence == 100 or facts.progress.kind is Kind.EXACT)


def ends(facts: Facts, said: dict[str, str]) -> bool:
    progress = facts.progress
    assert progress.score is not None
    discs = facts.sign * progress.score
    won = "Black" if discs > 0 else "White"
    is_mover = won == progress.board.turn.label
    return (
        progress.kind is Kind.EXACT and named(facts, said) and won == said["side"]
        and int(said["discs"]) == abs(discs) and ("even" in said["how"]) is not is_mover
    )  # fmt: skip


def proved(facts: Facts, said: dict[str, str]) -> bool:
    score = facts.progress.score
    assert score is not None
    won = "Black" if facts.sign * score > 0 else "White"
    is_mover = won == facts.progress.board.turn.label
    return (
        facts.progress.kind is Kind.OUTCOME and named(facts, said) and won == said["side"]
        and ("even" in said["how"]) is not is_mover
    )  # fmt: skip


def is_worded_as_sure(facts: Facts, said: dict[str, str]) -> bool:
    """Only what is searched at full width is said to be so; all else seems so."""
    assert facts.progress.asked is not None
    return (said["is"] == "is") == (facts.progress.asked.confidence == 100)


def failed(facts: Facts, said: dict[str, str]) -> bool:
    low, high = facts.bound(said["move"])
    assert facts.last is not None
    return low is None and high is not None and square_name(facts.last.move) == said["move"]


def answered(facts: Facts, said: dict[str, str]) -> bool:
    """The reply itself is compared with minimax in tests/ai/search/test_known.py."""
    found = next(each for each in facts.progress.bounds if square_name(each.move) == said["move"])
    assert facts.last is not None
    assert found.reply is not None
    is_sure = facts.progress.asked is not None and facts.progress.asked.confidence == 100
    return (
        square_name(found.reply) == said["other"] and found.low is None
        and square_name(facts.last.move) == said["move"] and (said["is"] == "answers") == is_sure
        and facts.progress.board.play(found.move).is_legal(found.reply)
    )  # fmt: skip


def is_left(facts: Facts, said: dict[str, str]) -> bool:
    """Every other move has been asked at this depth."""
    asked = facts.progress.asked
    assert asked is not None
    depth = asked.kind, asked.depth, asked.confidence
    known = {square_name(b.move) for b in facts.progress.bounds if (b.kind, b.depth, b.confidence) == depth}
    every = {square_name(move) for move in squares(facts.legal)}
    return every - known == {said["other"]} and is_so_far(facts, said)


def is_so_far(facts: Facts, said: dict[str, str]) -> bool:
    assert facts.progress.asked is not None
    return asks(facts, said) and (said["verb"] == "is best") == (facts.progress.asked.confidence == 100)


def overtaken(facts: Facts, said: dict[str, str]) -> bool:
    progress, last = facts.progress, facts.last
    assert last is not None
    assert progress.asked is not None
    is_open = square_name(progress.asked.move) == said["move"]
    return (
        named(facts, said) and square_name(last.move) == said["other"]
        and is_open == ("much" in said["rest"]) and is_worded_as_sure(facts, said)
    )  # fmt: skip


def is_near(facts: Facts, said: dict[str, str]) -> bool:
    low, _high = facts.bound(said["other"])
    assert facts.progress.score is not None
    return low is not None and low >= facts.progress.score - 1 and looked(facts, said)


Check = Callable[[Facts, dict[str, str]], bool]
PATTERNS: tuple[tuple[str, Check], ...] = (
    (rf"Looking at {M} first\.",
     lambda facts, said: facts.last is None and facts.progress.asked is not None
     and square_name(facts.progress.asked.move) == said["move"]),
    (r"The search begins\.", lambda facts, _: facts.last is None and facts.is_running),
    (r"There was no time to search\.", lambda facts, _: facts.last is None and not facts.is_running),
    (r"(?P<side>Black|White) has no move and must pass\.",
     lambda facts, said: not facts.legal and said["side"] == facts.turn),
    (rf"{M} is the only move\.",
     lambda facts, said: facts.legal == 1 << parse_square(said["move"])),
    (rf"The opening book plays {M}, {WORTH}\.",
     lambda facts, said: facts.progress.kind is Kind.BOOK and named(facts, said)
     and facts.is_worth(said, facts.progress.score)),
    (rf"Every move has a score, (?:{AHEAD}|to the end): {M} {VERB}, (?:{WORTH}|a draw|.* wins by .*)\.",
     lambda facts, said: facts.options.all_moves and looked(facts, said) and is_sure(facts, said["verb"])),
    (rf"Every move gets an open window, because level (?P<level>\d+) chooses among them: {M} leads\.",
     lambda facts, said: facts.last is not None and square_name(facts.last.move) == said["move"]
     and int(said["level"]) == facts.options.level < 10),
    (rf"(?:Looking {AHEAD}|{SOLVING}): {M} {VERB} so far, is {N} better\?", is_so_far),
    (rf"(?:Looking {AHEAD}|{SOLVING}): {M} {VERB} so far, only {N} is left\.", is_left),
    (rf"{M} looked best, but {N} (?P<is>answers|seems to answer) it: looking for something better\.",
     answered),
    (rf"(?:Looking {AHEAD}|{SOLVING}): first {M}, the previous best\.",
     lambda facts, said: asks(facts, said | {"other": said["move"]})),
    (rf"Solving the end: does {N} win for (?P<side>Black|White)\?",
     lambda facts, said: facts.progress.asked is not None and facts.progress.asked.kind is Kind.OUTCOME
     and square_name(facts.progress.asked.move) == said["other"]
     and said["side"] == facts.turn),
    (rf"{M} looked best, but no longer: looking for something better\.", failed),
    (rf"{M} {IS} better than {N}: (?P<rest>finding out by how much|now the other moves)\.", overtaken),
    (rf"(?:{AHEAD}|To the end): {M} {VERB}, {N} nearly as good\.",
     lambda facts, said: is_near(facts, said) and is_sure(facts, said["verb"])),
    (rf"(?:{AHEAD}|To the end): {M} {VERB}, {WORTH}\.",
     lambda facts, said: looked(facts, said) and is_sure(facts, said["verb"])
     and facts.is_worth(said, facts.progress.score)),
    (rf"The end is solved: {SIDE} wins by (?P<discs>\d+)(?P<how> with|, even after) {M}\.", ends),
    (rf"The end is solved: {M} draws\.",
     lambda facts, said: facts.progress.kind is Kind.EXACT and facts.progress.score == 0
     and named(facts, said)),
    (rf"(?P<side>Black|White) wins(?P<how> with|, even after) {M}: by how much is still open\.", proved),
)  # fmt: skip


def check(progress: Progress, options: Options, is_running: bool) -> str:
    said = search_sentence(progress, options, is_running)
    for pattern, is_true in PATTERNS:
        if match := re.fullmatch(pattern, said):
            found = {name: value or "" for name, value in match.groupdict().items()}
            assert is_true(Facts(progress, options, is_running), found), said
            return said
    raise AssertionError(f"it says what no test knows: {said}")


State = tuple[Progress, Options, bool]


def states(count: int, seed: int) -> Iterator[State]:
    """States of searches of all kinds, at most a few of each search."""
    rng = Random(seed)
    while count > 0:
        board = random_position(rng, rng.choice((2, 12, 24, 36, 46, 50, 54)))
        if board.is_over():
            continue
        more = rng.choice(({}, {}, {}, {"all_moves": True}, {"level": rng.randrange(1, 10)}))
        options = Options(rng.choice(ALGORITHMS), selective=rng.random() < 0.5, **more)
        limit = Limit(solve=True) if board.empties <= 14 else Limit(depth=rng.randrange(3, 9))
        told = searched(board, limit, options)
        if "level" in more:
            told.pop()  # that of the choice
        chosen = [(progress, True) for progress in rng.sample(told[:-1], min(5, len(told) - 1))]
        for progress, is_running in [*chosen, (told[-1], False)]:
            yield progress, options, is_running
            count -= 1


def selective_states(count: int, seed: int) -> Iterator[State]:
    """States of the depths that leave something out, in the middle game and on the way to its end."""
    rng = Random(seed)
    while count > 0:
        board = random_position(rng, rng.choice((12, 24, 36, 44, 45)))
        options = Options(rng.choice(ALGORITHMS[:2]))
        limit = Limit(solve=True) if board.empties <= 16 else Limit(depth=rng.randrange(8, 11))
        if board.is_over():
            continue
        told = [each for each in searched(board, limit, options) if each.asked is not None]
        unsure = [each for each in told if each.asked is not None and each.asked.confidence < 100]
        for progress in rng.sample(unsure, min(8, len(unsure))):
            yield progress, options, True
            count -= 1


@cache
def some_states() -> tuple[State, ...]:
    return *states(150, seed=37), *selective_states(60, seed=37)


def test_sentences_of_searches_are_true() -> None:
    for state in some_states():
        check(*state)


@pytest.mark.slow
def test_a_thousand_sentences_are_true_and_say_something() -> None:
    said = [check(*state) for state in states(1000, seed=1)]
    empty = [sentence for sentence in said if not re.search(r"[a-h][1-8]|wins|draws|pass", sentence)]
    assert len(empty) <= 0.1 * len(said)
    unsure = [check(*state) for state in selective_states(400, seed=2)]
    for words in ("seems best so far", "seems better than", "seems to answer it"):
        assert sum(words in sentence for sentence in unsure) >= 10
    for words in (" is best", " is better", "is no better", " answers it"):
        assert not any(words in sentence for sentence in unsure)


def test_what_is_no_search() -> None:
    book = Progress(START, parse_square("f5"), 0.34, 0, Kind.BOOK, (), Algorithm.PVS)
    assert check(book, Options(), True) == "The opening book plays f5, about even."
    passing = first_progress(WHITE_PASSES, Algorithm.PVS)
    assert passing.move == PASS
    check(passing, Options(), True)
    check(first_progress(START, Algorithm.PVS), Options(), False)


@pytest.mark.parametrize("language", ["ja", "ru", "zh_CN"])
def test_other_languages_name_the_same_moves_and_scores(language: str) -> None:
    theme = Theme(1.0, language)
    for progress, options, is_running in some_states():
        text.use(text.ENGLISH, LOCALES)
        english = search_sentence(progress, options, is_running)
        text.use(language, LOCALES)
        other = search_sentence(progress, options, is_running)
        assert other != english
        facts = re.compile(r"(?<![A-Za-z])[a-h][1-8]|\d+")
        assert sorted(facts.findall(other)) == sorted(facts.findall(english))
        for sentence in (english, other):
            assert len(theme.lines(sentence, LARGE, NARROW, True)) <= 2, "its letters would be smaller"
            assert len(theme.lines(sentence, LARGE, NARROWEST, True)) <= 3, "its letters would be smaller"


def test_a_question_of_the_solver_is_one_of_the_outcome() -> None:
    told = searched(ENDGAME, Limit(solve=True), Options())
    last = told[-1]
    asked = Question(last.move, -1, 1, last.depth, Kind.OUTCOME)
    state = replace(last, asked=asked, kind=Kind.ESTIMATE)
    assert check(state, Options(), True).startswith("Solving the end: does g8 win for Black?")
