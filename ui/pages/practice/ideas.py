"""The texts of the lessons: each idea in a few words, its question, what it counts, what to remember."""

from dataclasses import dataclass
from typing import Final

from game.board import Board, Move
from play.practice.exercise import RatedMove
from play.practice.lesson import Idea, counts
from ui.text import N_, _, ngettext
from ui.text.wording import format_move, signed


@dataclass(frozen=True, slots=True)
class IdeaWords:
    """The texts of an idea, all marked for translation; {other} in the `question` is the other side."""

    title: str
    hint: str
    idea: str
    question: str
    remember: str


WORDS: Final = {
    Idea.CORNERS: IdeaWords(
        N_("Corners"), N_("They never turn"), N_("A disc in a corner can never be turned."),
        N_("Where is the corner you can take?"), N_("Take a corner when you can: it is yours for good.")),
    Idea.BESIDE_CORNERS: IdeaWords(
        N_("Beside corners"), N_("They give corners away"),
        N_("A disc beside an empty corner often gives the corner away."),
        N_("Find a move that keeps {other} out of the corners."),
        N_("Stay away from the squares beside an empty corner.")),
    Idea.FEW_DISCS: IdeaWords(
        N_("Few discs early"), N_("Fewer can be better"),
        N_("Early in the game few discs are better than many."), N_("Which move turns the fewest discs?"),
        N_("Few discs early mean many moves later.")),
    Idea.FEW_MOVES: IdeaWords(
        N_("Moves left"), N_("Leave few answers"), N_("Leave the other side few answers."),
        N_("Which move leaves {other} the fewest moves?"),
        N_("A player with few moves must soon play a bad one.")),
    Idea.QUIET: IdeaWords(
        N_("Quiet moves"), N_("Open nothing new"), N_("A quiet move gives the other side no new move."),
        N_("Which move opens nothing for {other}?"), N_("Play where you open nothing, and wait.")),
    Idea.EDGES: IdeaWords(
        N_("Edges"), N_("Safe from a corner"),
        N_("Discs on an edge are safe once the edge is held from a corner."),
        N_("Which move makes an edge safe for good?"), N_("An edge held from its corner stays yours.")),
    Idea.WEDGES: IdeaWords(
        N_("Wedges"), N_("Between two discs"), N_("A disc between two others on an edge is hard to turn."),
        N_("Where can you go between two discs on an edge?"),
        N_("A wedge on an edge often wins the corner beside it.")),
    Idea.STABLE: IdeaWords(
        N_("Stable discs"), N_("Safe for good"), N_("Discs that can never be turned are points you keep."),
        N_("Which move makes the most discs safe?"),
        N_("Build on what is safe: corner, edge, then inwards.")),
    Idea.PARITY: IdeaWords(
        N_("Parity"), N_("Who moves last"), N_("Playing last in a part of the board gains most there."),
        N_("Which move lets you play last in its part?"),
        N_("Leave parts with an even number of empty squares.")),
    Idea.COUNTING: IdeaWords(
        N_("Counting the end"), N_("The last few squares"),
        N_("At the end, count: the move that turns most is not always best."),
        N_("Which move ends best for you?"), N_("With few squares left, play every line to its end.")),
}  # fmt: skip


def numbers_of(idea: Idea, board: Board, found: tuple[RatedMove, ...]) -> dict[Move, str]:
    """Returns the numbers on the squares after the answer: what the idea counts, or the final scores."""
    if idea is Idea.COUNTING:
        return {entry.move: signed(f"{entry.score:+.0f}") for entry in found}
    return {move: str(count) for move, count in counts(idea, board).items()}


def explain_numbers(idea: Idea, board: Board) -> str:
    """Returns what the numbers or crosses on the squares mean; '' if there are none."""
    other = board.turn.other.label
    return {
        Idea.FEW_DISCS: _("Each number is how many discs a move turns."),
        Idea.FEW_MOVES: _("Each number is how many moves {other} would have.", other=other),
        Idea.QUIET: _("Each number is how many new moves {other} would have.", other=other),
        Idea.STABLE: _("Each number is how many discs become safe for good."),
        Idea.COUNTING: _("Each number is how many discs you win or lose by."),
        Idea.BESIDE_CORNERS: _("Moves with a cross give a corner away."),
    }.get(idea, "")


def describe_count(idea: Idea, board: Board, move: Move) -> str:
    """Describes what the idea counts: 'f7 leaves White 14 moves.'; '' if it counts nothing."""
    count = counts(idea, board).get(move)
    if count is None:
        return ""
    if idea is Idea.QUIET and not count:
        sentence = _("{move} gives {other} no new move.")
        return sentence.format(move=format_move(move), other=board.turn.other.label)
    sentence = {
        Idea.FEW_DISCS: ngettext("{move} turns {count} disc.", "{move} turns {count} discs.", count),
        Idea.FEW_MOVES: ngettext(
            "{move} leaves {other} {count} move.", "{move} leaves {other} {count} moves.", count
        ),
        Idea.QUIET: ngettext(
            "{move} gives {other} {count} new move.", "{move} gives {other} {count} new moves.", count
        ),
        Idea.STABLE: ngettext(
            "{move} makes {count} disc safe for good.", "{move} makes {count} discs safe for good.", count
        ),
    }[idea]
    return sentence.format(move=format_move(move), other=board.turn.other.label, count=count)
