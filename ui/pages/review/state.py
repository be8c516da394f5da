"""Everything that the page Review shows, as one frozen value built from the commands and the input."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.limits import MoveScore
from game.board import PASS, Board, Color, Move
from game.cursor import Cursor
from game.evaluation import BLUNDER, DUBIOUS, MISTAKE, Kind, surest
from game.tree import Node
from play.hints import moves_after
from play.match import Match
from play.refutation import Refutation
from play.review import ReviewPhase, ReviewTally, judged_moves, reviewed_share, tallies_of
from ui.board.board_view import BoardScene, ScoreMark
from ui.board.hint_marks import figures_of, is_best, last_disc
from ui.board.thoughts import FOR_BLACK
from ui.input import InputState, with_key_names
from ui.pages.analysis import WHOLE, LinePlace, Second, ghosts, make_analysis, make_lines
from ui.pages.board_page import PageState
from ui.pages.review import wording
from ui.pages.review.commands import ReviewCommands
from ui.pages.review.explorer import ExplorerModel, PositionGamesModel
from ui.pages.review.view import SideModel, SummaryModel
from ui.panels.analysis import AnalysisLine, AnalysisModel
from ui.panels.charts import GraphModel, known_along
from ui.panels.moves import MARK_COLOURS, MoveEntry, MovesModel, Variation
from ui.panels.verdict import VerdictModel
from ui.text import _, format_number
from ui.text.commentary import describe_mistake
from ui.text.wording import (
    black_share,
    capitalised,
    describe_forced_pass,
    discs_placed,
    for_black,
    format_line,
    format_move,
    format_opening,
    format_pass,
    format_player,
    format_result,
    format_worth,
)

# Most plies of a variation that the list shows.
LISTED_PLIES: Final = 24


@dataclass(frozen=True, slots=True)
class ReviewState(PageState):
    evaluation: float
    beside: BoardScene
    heads: tuple[str, ...] | None
    lines: VerdictModel | None
    """For two lines: the second board, the headings above both boards and the text below (or None)."""
    summary: SummaryModel
    analysis: AnalysisModel | None
    """None while the analysis is off."""
    graph: GraphModel
    verdict: VerdictModel
    moves: MovesModel
    explorer: ExplorerModel | None
    """None while the explorer is hidden."""
    games: PositionGamesModel | None


def make(commands: ReviewCommands, input_state: InputState, has_explorer: bool = True) -> ReviewState:
    cursor = commands.cursor
    board = cursor.node.board
    known_moves = commands.opening_moves.look_up(board)
    status, is_problem = _status(commands)
    if not is_problem and commands.is_marking:
        said = _("Marking squares: click or type one for its next shape; {review_mark} to stop")
        status = with_key_names(said)
    elif not is_problem and input_state.square is not None and cursor.next_board.is_legal(input_state.square):
        status = wording.describe_next(known_moves, input_state.square, cursor.next_board.turn) or status
    lesson = commands.lessons.open
    explored, explorer = None, commands.explorer
    if has_explorer:
        opening = commands.opening_moves.openings.of(cursor.node)
        found = _searched(cursor.node)
        explored = explorer.model(opening, known_moves, found, input_state.square)
    scores = commands.hints.scores_of(cursor.node)
    place, second = commands.analysis.place(_pointed(scores, input_state)), commands.analysis.second
    lines = make_lines(board, scores, place, second)
    scenes = lesson.scenes if lesson else (_scene(commands, input_state, scores, lines), BoardScene())
    return ReviewState(
        scene=scenes[0],
        beside=scenes[1],
        heads=None if lesson is None else lesson.heads,
        lines=None if lesson is None else lesson.model,
        evaluation=round(black_share(cursor.node.evaluation), 3),
        summary=_summary(commands),
        analysis=_analysis(commands, lines, second) if commands.hints.is_on else None,
        graph=_graph(cursor, commands.is_linear),
        verdict=_judged(cursor),
        moves=_moves(commands),
        explorer=explored,
        games=explorer.games_model() if has_explorer else None,
        status=status,
        is_problem=is_problem,
    )


# The board


def _pointed(scores: Sequence[MoveScore], input_state: InputState) -> LinePlace | None:
    """Returns the move of a line under the pointer; a square means the whole line that begins there."""
    lines = (n for n, found in enumerate(scores) if found.move == input_state.square and len(found.pv) > 1)
    number = next(lines, None)
    return input_state.pv_move if number is None else (number, WHOLE)


def _scene(
    commands: ReviewCommands, input_state: InputState, scores: Sequence[MoveScore],
    lines: Sequence[AnalysisLine],
) -> BoardScene:  # fmt: skip
    cursor, target = commands.cursor, input_state.square
    node, board = cursor.node, cursor.next_board
    marks, explorer = _score_marks(scores, node.board.turn), commands.explorer
    if explorer.uses_arrow_keys and not scores:
        marks = explorer.marks()
    scene = BoardScene(
        last_disc=last_disc(node),
        legal=board.legal_moves(),
        turn=board.turn,
        hints=marks,
        ghosts=ghosts(lines),
        cursor=explorer.chosen_move,
        typed_file=input_state.typed_file,
        caption=_caption(node) or (_(FOR_BLACK) if scores else ""),
        sign=_sign(node),
        marks=tuple(node.marks.items()),
    )
    if target is None or scene.ghosts or not scene.legal >> target & 1:
        return scene
    return replace(scene, hover=target, hover_flips=board.flips(target))


def _searched(node: Node) -> dict[Move, MoveScore]:
    """Returns the search scores of the moves, or of the positions after them."""
    known = {each.move: each for each in moves_after(node, by_book=False)}
    return known | {move: surest((known.get(move), each)) or each for move, each in node.scores.items()}


def _caption(node: Node) -> str:
    if node.must_pass:
        return describe_forced_pass(node.board.turn)
    return format_pass(node.board.turn.other) if node.move == PASS else ""


def _score_marks(scores: Sequence[MoveScore], turn: Color) -> tuple[ScoreMark, ...]:
    """Returns the scores, coloured by the loss of each move."""
    known = [found for found in scores if found.move != PASS]
    marks = [figures_of(found, turn, is_best(found, known)) for found in known]
    losses = [known[0].score - found.score for found in known]
    lost = zip(marks, losses, strict=True)
    return tuple(replace(mark, colour=_colour_of_loss(loss)) for mark, loss in lost)


def _colour_of_loss(loss: float) -> str:
    if loss >= BLUNDER:
        return "blunder_on_felt"
    if loss >= MISTAKE:
        return "mistake_on_felt"
    return "on_felt" if loss >= DUBIOUS else "good_on_felt"


def _sign(node: Node) -> tuple[int, str, str] | None:
    mark = None if node.judgement is None else node.judgement.mark
    if mark is None or node.move is None or node.move == PASS:
        return None
    return node.move, mark.value, MARK_COLOURS[mark]


# The cards


def _analysis(commands: ReviewCommands, lines: tuple[AnalysisLine, ...], second: Second) -> AnalysisModel:
    """Returns the card of the known lines of the position, and of its search if one is running."""
    hints = commands.hints
    analysis = hints.analysis if hints.node is commands.cursor.node else None
    return make_analysis(analysis, lines, second, is_running=hints.is_searching)


def _summary(commands: ReviewCommands) -> SummaryModel:
    cursor, match = commands.cursor, commands.match
    opening = commands.opening_moves.openings.of(cursor.node)
    if opening is not None:
        is_usual, played = cursor.game.start == Board.initial(), cursor.node.path[: len(opening.moves)]
        title, line = format_opening(opening), format_line(played if is_usual else opening.moves)
    else:
        title, line = _("Game"), ""
    black, white = tallies_of(judged_moves(cursor.played))
    sides = _side(match, black, Color.BLACK), _side(match, white, Color.WHITE)
    return SummaryModel(title, line, _review_note(cursor), sides)


def _side(match: Match, tally: ReviewTally, color: Color) -> SideModel:
    name = format_player(match.seats, color)
    if not tally.moves:
        return SideModel(color, name, _("not reviewed yet"))
    lost, *details = wording.describe_tally(tally)
    return SideModel(color, name, lost, tuple(details))


def _review_note(cursor: Cursor) -> str:
    if (share := reviewed_share(cursor.main)) < 1:
        return _("{share} % reviewed", share=int(100 * share)) if share else ""
    judged = [node.judgement for node in cursor.main if node.judgement is not None]
    searched = [found for found in judged if found.source is Kind.ESTIMATE] or judged
    known = [found.seconds for found in searched if found.seconds is not None]
    note = _("reviewed at {seconds} s a move", seconds=format_number(min(known), "g")) if known else ""
    judges = ", ".join(sorted({found.judge for found in judged} - {""}))
    return _("{note}, judged by {name}", note=note, name=judges) if judges else note


def _graph(cursor: Cursor, is_linear: bool) -> GraphModel:
    main = cursor.main
    known = known_along(main)
    if len(known) == 1 and main[-1].result is not None:
        known = ()  # the result of a finished game alone shows nothing about its moves
    judged = [(node.ply, node.judgement) for node in main if node.judgement is not None]
    marks = tuple((ply, found.mark) for ply, found in judged if found.mark is not None)
    variation = cursor.line if cursor.node not in main else ()
    found = known_along(node for node in variation if node not in main)
    aside = tuple((ply, evaluation.score) for ply, evaluation in found)
    seconds = tuple((node.ply, spent) for node in main if (spent := _seconds(node)) > 0)
    passes = tuple(node.ply for node in main if node.move == PASS)
    losses = tuple((ply, found.loss) for ply, found in judged)
    return GraphModel(known, cursor.node.ply, main[-1].ply, marks, aside, seconds, passes, losses, is_linear)


def _seconds(node: Node) -> float:
    """Returns the seconds spent on the move, from the record or the clock of the match."""
    if node.seconds is not None or node.parent is None or node.parent.clock is None:
        return node.seconds or 0.0
    return node.parent.clock.spent


def _judged(cursor: Cursor) -> VerdictModel:
    node = cursor.node
    if node.move is None or node.parent is None:
        invitation = _("Click a square to try a move: it becomes a variation.")
        return VerdictModel(_("The start"), "text", () if node.comment else (invitation,), (), node.comment)
    mover = node.parent.board.turn
    if node.move == PASS:
        return VerdictModel(format_pass(mover), "text", (), (), node.comment)
    title = wording.describe_move(discs_placed(cursor.game, node), node.move, node.judgement)
    sentences: list[str] = []
    colour, known, after = "text", node.evaluation, ""
    if node.judgement is not None:
        found = node.judgement
        colour = MARK_COLOURS[found.mark] if found.mark is not None else "good" if found.loss == 0 else "text"
        if found.better:
            sentences.append(wording.describe_better(found, mover))
        if found.refutation:
            sentences.append(wording.describe_refutation(found, node.move, mover))
            after = format_worth(for_black(found.played, mover), found.source)
        if found.mark is not None and found.better:
            sentences += describe_mistake(Refutation(node.parent.board, node.move, found))
        if found.judge:
            sentences.append(_("Judged by {name}.", name=found.judge))
        if lost := wording.describe_result_lost(found):
            sentences.insert(0, lost)
        if found.source is Kind.BOOK:
            sentences.append(_("The opening book judges this move."))
    elif node in cursor.main and node.parent.board.legal_moves().bit_count() == 1:
        sentences.append(_("It was the only move."))
    worth = "" if known is None else format_worth(known.score, known.kind)
    if worth not in ("", after) and node.result is None:
        at = 0 if node.comment else len(sentences)  # above the comment, so that it stays visible
        sentences.insert(at, f"{capitalised(worth)}.")
    return VerdictModel(title, colour, tuple(sentences), (), node.comment)


# The list of moves


def _moves(commands: ReviewCommands) -> MovesModel:
    cursor = commands.cursor
    main = tuple(_entry(node) for node in cursor.main[1:])
    variations = tuple(
        tuple(_variations(cursor, node, following))
        for node, following in zip(cursor.main, [*cursor.main[1:], None], strict=True)
    )
    result = commands.match.result_at(cursor.main[-1])
    heading = capitalised(format_result(result)) if result is not None else ""
    return MovesModel(main, cursor.node, heading, variations, bool(cursor.game.root.comment))


def _variations(cursor: Cursor, node: Node, main: Node | None, depth: int = 1) -> list[Variation]:
    """Returns the variations of a position other than `main`, each followed by its sub-variations."""
    found: list[Variation] = []
    for child in node.children:
        if child is main:
            continue
        line = [child]
        while line[-1].children and len(line) < LISTED_PLIES:
            line.append(line[-1].children[0])
        entries = [_entry(passed) for passed in line]
        if line[0].evaluation is not None and line[0].judgement is None:
            worth = line[0].evaluation
            entries[-1] = replace(entries[-1], note=format_worth(worth.score, worth.kind))
        prefix = _("{number}.", number=discs_placed(cursor.game, node) + 1)
        found.append(Variation(depth, prefix, tuple(entries)))
        for passed, following in zip(line, [*line[1:], None], strict=True):
            if len(passed.children) > 1:
                found += _variations(cursor, passed, following or passed.children[0], depth + 1)
    return found


def _entry(node: Node) -> MoveEntry:
    assert node.move is not None
    assert node.parent is not None
    move, color, found = format_move(node.move), node.parent.board.turn, node.judgement
    mark, note = (None, "") if found is None else (found.mark, wording.format_judged(found))
    return MoveEntry(node, move, color, mark, note, is_noted=bool(node.comment))


# The status line


def _status(commands: ReviewCommands) -> tuple[str, bool]:
    cursor, review, hints = commands.cursor, commands.review, commands.hints
    if hints.problem:
        return _("The search failed: {reason}", reason=hints.problem), True
    if review is not None and review.phase is ReviewPhase.FAILED:
        return _("The review failed: {reason}", reason=review.problem), True
    place = _describe_place(commands.match, cursor)
    if review is not None and not review.is_over:
        said = _("{place} – reviewing, {progress}")
        if review.phase is ReviewPhase.PAUSED:
            said = _("{place} – review paused at {progress}")
        return said.format(place=place, progress=wording.describe_progress(review)), False
    if hints.is_searching and hints.node is cursor.node:
        return _("{place} – analysing", place=place), False
    return place, False


def _describe_place(match: Match, cursor: Cursor) -> str:
    node = cursor.node
    if (result := match.result_at(node)) is not None:
        return _("Game over: {result}", result=format_result(result))
    return _("Move {number} of {moves}, {side} to move").format(
        number=discs_placed(cursor.game, node),
        moves=discs_placed(cursor.game, cursor.line[-1]),
        side=cursor.next_board.turn.label,
    )
