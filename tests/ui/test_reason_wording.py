"""Reasons for moves: sentences on random positions, checked by plain code that shares none with them."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from game.board import PASS, Board, Move, move_name, squares
from game.evaluation import Judgement, Kind
from play.reasons import ReasonKind, reasons
from play.refutation import Refutation
from tests.play import naive
from tests.play.naive import (
    CORNERS,
    EDGES,
    Grid,
    Place,
    moves,
    other,
    place_of,
    places,
    played,
    region,
    stable,
)
from ui.text.commentary import (
    MOST_REASONS,
    describe_cost,
    describe_reason,
    describe_step,
    describe_turn,
    describe_why,
)

POSITIONS: Final = 400
SIDES: Final = {"Black": "X", "White": "O"}
# Random games are played on to check discs that are called safe for ever.
PLAYED_ON: Final = 3


def positions(seed: int) -> Iterator[tuple[Board, Move]]:
    """Yields every position of random games that has a legal move, with one of its moves."""
    source = random.Random(seed)
    while True:
        board = Board.initial()
        while not board.is_over():
            if board.must_pass():
                board = board.play(PASS)
                continue
            move = source.choice(list(squares(board.legal_moves())))
            yield board, move
            board = board.play(move)


class Claim:
    """A sentence about a move, and the boards on which it is checked."""

    def __init__(self, board: Board, words: re.Match[str]) -> None:
        text = board.text()
        self.mover = text[-1]
        self.rival = other(self.mover)
        self.before: Grid = naive.grid_of(text)
        self.move: Place = place_of(words["move"])
        self.after = played(self.before, self.mover, self.move)
        self.words = words

    @property
    def count(self) -> int:
        return int(self.words["count"])

    @property
    def named(self) -> set[Place]:
        return {place_of(name) for name in self.words["squares"].split(", ")}

    def side_is(self, mover: str) -> bool:
        return SIDES[self.words["side"]] == mover

    def allowed(self) -> set[Place]:
        """Returns the moves that the rival has afterwards, but not before."""
        return moves(self.after, self.rival) - moves(self.before, self.rival)


def ends_game(claim: Claim) -> bool:
    return not moves(claim.after, "X") and not moves(claim.after, "O")


def takes_corner(claim: Claim) -> bool:
    return claim.move in CORNERS


def gives_corner(claim: Claim) -> bool:
    return claim.side_is(claim.rival) and claim.named == claim.allowed() & set(CORNERS) != set()


def keeps_corner(claim: Claim) -> bool:
    lost = moves(claim.before, claim.rival) - moves(claim.after, claim.rival)
    return claim.side_is(claim.rival) and claim.named == lost & set(CORNERS) - {claim.move} != set()


def makes_pass(claim: Claim) -> bool:
    has_none = not moves(claim.after, claim.rival) and moves(claim.after, claim.mover)
    return claim.side_is(claim.rival) and bool(has_none)


def stays(claim: Claim, discs: set[Place]) -> bool:
    """Whether none of these discs changes its colour in random continuations."""
    source = random.Random(str(claim.after))
    for _ in range(PLAYED_ON):
        grid, side = claim.after, claim.rival
        while moves(grid, "X") or moves(grid, "O"):
            if choice := sorted(moves(grid, side)):
                grid = played(grid, side, source.choice(choice))
            side = other(side)
        if not discs <= places(grid, claim.mover):
            return False
    return True


def safe_edge(claim: Claim) -> bool:
    own = set(EDGES[claim.words["edge"]]) & places(claim.after, claim.mover)
    is_new = not own <= stable(claim.before, claim.mover)
    is_safe = own <= stable(claim.after, claim.mover) and stays(claim, own)
    return claim.side_is(claim.mover) and len(own) > 1 and is_new and is_safe


def wins_stable(claim: Claim) -> bool:
    won = stable(claim.after, claim.mover) - stable(claim.before, claim.mover)
    return claim.count == len(won) > 0 and stays(claim, won)


def gives_stable(claim: Claim) -> bool:
    gains = {}
    for answer in claim.allowed() - set(CORNERS):
        then = played(claim.after, claim.rival, answer)
        gains[answer] = len(stable(then, claim.rival) - stable(claim.after, claim.rival))
    (named,) = claim.named
    return claim.side_is(claim.rival) and gains[named] == claim.count == max(gains.values()) > 0


def few_moves(claim: Claim) -> bool:
    left = len(moves(claim.after, claim.rival))
    return claim.side_is(claim.rival) and left == claim.count <= min(
        3, len(moves(claim.before, claim.rival)) - 1
    )


def fewest_moves(claim: Claim) -> bool:
    left = {
        move: len(moves(played(claim.before, claim.mover, move), claim.rival))
        for move in moves(claim.before, claim.mover)
    }
    others = [count for move, count in left.items() if move != claim.move]
    return claim.side_is(claim.rival) and left[claim.move] == claim.count < min(others)


def last_in_region(claim: Claim) -> bool:
    return region(claim.before, claim.move) == {claim.move} != places(claim.before, "-")


def even_region(claim: Claim) -> bool:
    """The rival plays the first of the squares and the mover the last, since their number is even."""
    left = region(claim.before, claim.move) - {claim.move}
    hang_together = left == region(claim.after, next(iter(left)))
    elsewhere = places(claim.after, "-") - left
    in_turns = [claim.rival, claim.mover] * (len(left) // 2)
    is_last = len(in_turns) == len(left) == claim.count and claim.side_is(in_turns[-1])
    return hang_together and is_last and bool(elsewhere)


MOVE: Final = "(?P<move>[a-h][1-8])"
SIDE: Final = "(?P<side>Black|White)"
SQUARES: Final = "(?P<squares>[a-h][1-8](, [a-h][1-8])*)"
CHECKS: Final[dict[ReasonKind, tuple[str, Callable[[Claim], bool]]]] = {
    ReasonKind.ENDS_GAME: (f"{MOVE} ends the game", ends_game),
    ReasonKind.TAKES_CORNER: (f"{MOVE} takes the corner", takes_corner),
    ReasonKind.GIVES_CORNER: (
        f"{MOVE} lets {SIDE} take (?:the corner|one of the corners) {SQUARES}", gives_corner
    ),
    ReasonKind.MAKES_PASS: (f"After {MOVE} {SIDE} has no move and must pass", makes_pass),
    ReasonKind.KEEPS_CORNER: (f"After {MOVE} {SIDE} can no longer take the corners? {SQUARES}", keeps_corner),
    ReasonKind.SAFE_EDGE: (
        f"After {MOVE} no disc of {SIDE} on the (?P<edge>top|bottom|left|right) edge can ever be turned",
        safe_edge,
    ),
    ReasonKind.WINS_STABLE: (f"{MOVE} wins (?P<count>\\d+) discs? that can never be turned", wins_stable),
    ReasonKind.GIVES_STABLE: (
        f"{MOVE} lets {SIDE} play {SQUARES}, which wins (?P<count>\\d+) discs? that can never be turned",
        gives_stable,
    ),
    ReasonKind.FEW_MOVES: (f"{MOVE} leaves {SIDE} only (?P<count>\\d+) moves?", few_moves),
    ReasonKind.FEWEST_MOVES: (
        f"{MOVE} leaves {SIDE} the fewest moves: (?P<count>\\d+)", fewest_moves
    ),
    ReasonKind.LAST_IN_REGION: (f"{MOVE} is the last move in its region", last_in_region),
    ReasonKind.EVEN_REGION: (
        f"After {MOVE} (?P<count>\\d+) empty squares are left in its region: "
        f"if both play there, {SIDE} moves last",
        even_region,
    ),
}  # fmt: skip


def test_every_sentence_is_true() -> None:
    seen: Counter[ReasonKind] = Counter()
    found = positions(20)
    for _ in range(POSITIONS):
        board, move = next(found)
        for reason in reasons(board, move):
            sentence = describe_reason(reason, move)
            pattern, check = CHECKS[reason.kind]
            words = re.fullmatch(pattern + r"\.", sentence)
            assert words is not None, sentence
            assert check(Claim(board, words)), f"{sentence} {board.text()}"
            seen[reason.kind] += 1
    assert set(seen) == set(ReasonKind), "a kind of sentence that no position of these has is not checked"


def test_sentences_about_lines_and_costs_are_true() -> None:
    """One sentence per move, and the corners that it gives away but a better one does not."""
    seen: Counter[str] = Counter()
    found = positions(23)
    for _ in range(POSITIONS // 2):
        board, move = next(found)
        if not reasons(board, move):
            mover, said = describe_step(board, move).split(": ", 1)
            assert mover == board.turn.label
            words = re.fullmatch(f"After {MOVE} {SIDE} has (?P<count>\\d+) moves?\\.", said)
            assert words is not None
            claim = Claim(board, words)
            assert claim.side_is(claim.rival)
            assert claim.count == len(moves(claim.after, claim.rival))
            seen["moves"] += 1
        better = max(squares(board.legal_moves()))
        judgement = Judgement(9.0, 1.0, 20, Kind.EXACT, better=(better,))
        for said in (
            describe_cost(Refutation(board, move, judgement)),
            describe_turn(7, Refutation(board, move, judgement)),
        ):
            words = re.search(f"{MOVE} g[ai]ves? away(?: the corners? {SQUARES} and)? 8 discs", said)
            assert words is not None, said
            given = {place_of(name) for name in (words["squares"] or "").split(", ") if name}
            assert given == opened(board, move) - opened(board, better)
            seen["corner" if given else "none"] += 1
    assert min(seen["moves"], seen["corner"], seen["none"]) > 9


def opened(board: Board, move: Move) -> set[Place]:
    """Returns the corners that the other side may take after a move, but not before."""
    grid, mover = naive.grid_of(board.text()), board.text()[-1]
    after = played(grid, mover, place_of(move_name(move)))
    return (moves(after, other(mover)) - moves(grid, other(mover))) & set(CORNERS)


def test_at_most_two_reasons_are_given_weightiest_first() -> None:
    found = positions(21)
    for _ in range(100):
        board, move = next(found)
        known = reasons(board, move)
        assert [list(ReasonKind).index(reason.kind) for reason in known] == sorted(
            list(ReasonKind).index(reason.kind) for reason in known
        )
        said = describe_why(board, move)
        assert said == tuple(describe_reason(reason, move) for reason in known[:MOST_REASONS])


def test_numbers_have_the_right_plural() -> None:
    said: set[str] = set()
    found = positions(22)
    while len(said) < 4:
        board, move = next(found)
        for sentence in describe_why(board, move):
            said |= set(re.findall(r"\b(?:1 disc|[2-9] discs|1 move|[2-9] moves)\b", sentence)[:1]) & {
                "1 disc", "2 discs", "1 move", "2 moves",
            }  # fmt: skip
            assert not re.search(r"\b(1 discs|[2-9] disc|1 moves|[2-9] move)\b", sentence), sentence
