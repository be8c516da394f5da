"""Everything that the Play page shows of a match, as one frozen value: made in `update`, read in `draw`.

This includes the end of the game, a lesson and the remarks of the coach.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from ai import preparation
from ai.limits import FULL_STRENGTH, Progress
from game.board import PASS, Color, Square
from game.evaluation import Mark
from game.tree import Game, Node
from play.coach import Coach, CoachPraise
from play.hints import firm_scores, with_known
from play.match import Match, MatchPhase
from play.practice.lesson import Idea
from play.reasons import ReasonKind
from play.settings import Density, HintStep, Settings
from play.turning import TurningPointReview
from ui.actions import Action
from ui.board.board_view import BoardScene
from ui.board.hint_marks import SHAPES, answer_mark, hint_marks, last_disc
from ui.board.lesson import Lesson
from ui.board.thoughts import FOR_BLACK, LegendEntry, MoveMarks, thoughts
from ui.input import InputState, with_key_names
from ui.pages.analysis import NO_SECOND, LinePlace, Second, ghosts, make_analysis, make_lines
from ui.pages.board_page import PageState
from ui.pages.play.cards import CoachModel, EndModel, PlayerCard
from ui.pages.play.live_tree import LiveTree, live_tree
from ui.panels.analysis import AnalysisModel
from ui.panels.charts import GraphModel, known_along
from ui.panels.moves import MoveEntry, MovesModel
from ui.panels.verdict import VerdictModel
from ui.text import N_, _, current_language, format_number
from ui.text.coaching import (
    IDEA_NAMES,
    IDEA_WORDS,
    describe_coach_reason,
    describe_outcome,
    describe_turning_point,
    describe_warning,
)
from ui.text.commentary import describe_reason
from ui.text.wording import (
    black_share,
    describe_pass,
    describe_status,
    format_move,
    format_pass,
    format_player,
    format_seat,
    format_seconds,
    format_time,
)
from ui.window import KEYS_APART

# A clock with less than this many seconds left is shown in the warning colour.
SHORT_OF_TIME: Final = 20.0
# Rate (1/s) at which the evaluation bar approaches its target; within GLIDE_END it jumps there.
GLIDE: Final = 8.0
GLIDE_END: Final = 0.002

NO_CARD: Final = VerdictModel("", "text", ())

INTRODUCTION: Final = N_(
    "While the computer thinks, this shows its best move and score, the line it expects, and the work done "
    "so far. Hint ({hint}) makes it think about your move."
)


@dataclass(frozen=True, slots=True)
class SearchFigures:
    """The parts of the state that are slow to make; a search renews them about ten times a second."""

    analysis: AnalysisModel
    progress: Progress | None
    """The progress of the search that `analysis` shows."""
    scores: GraphModel
    moves: MovesModel
    tree: LiveTree
    thoughts: MoveMarks | None
    """The marks of moves, from the search of the position on the board."""


@dataclass(frozen=True, slots=True)
class ViewState(PageState):
    players: tuple[PlayerCard, PlayerCard]
    evaluation: float
    figures: SearchFigures
    watch_speed: float
    keys: str
    """The line that explains the keys."""
    card: VerdictModel | CoachModel | EndModel = NO_CARD
    """The card of the end, the coach or a lesson."""


def make_figures(
    match: Match, input_state: InputState, tree: LiveTree, opening: str = "", second: Second = NO_SECOND
) -> SearchFigures:
    """Returns the figures; `opening` is the heading of the list of moves."""
    analysis, progress, is_choice = _analysis(match, input_state.pv_move, second)
    line, here = match.game.line, match.game.node.ply
    scores = GraphModel(known_along(line), here, len(line) - 1)
    moves = _moves_model(match.game, match.game.node, opening)
    known = _thoughts(match, progress, is_choice)
    return SearchFigures(analysis, progress, scores, moves, tree, known)


def make_tree(match: Match) -> LiveTree:
    """Returns the tree of the newest search; an empty one after the end of a game that was not watched."""
    if match.result is not None and not match.is_watched:
        return LiveTree()
    return live_tree(match.thinking.newest, preparation.progress().is_ready, match.moment)


def figures_key(match: Match, input_state: InputState) -> tuple[object, ...]:
    """Returns what the figures are made from; while it is equal, only those of a running search change."""
    thinking, game = match.thinking, match.game
    newest = thinking.newest
    progress = None if newest is None else newest.progress
    found = progress and (progress.iterations, progress.scores, progress.move, progress.score)
    position = game, game.changes, game.node.evaluation, match.is_paused
    searching = thinking.is_searching, thinking.is_thinking_ahead
    return *position, newest, found, searching, input_state.pv_move, current_language()


def make_state(
    match: Match,
    settings: Settings,
    input_state: InputState,
    figures: SearchFigures,
    share: float,
    phase: float = 0.0,
) -> ViewState:
    """Returns the state; `share` is that of the evaluation bar, `phase` (0 to 1) that of the turning ring."""
    return ViewState(
        scene=replace(_scene(match, settings, input_state, figures), phase=phase),
        players=(_player(match, Color.BLACK), _player(match, Color.WHITE)),
        evaluation=round(share, 3),
        figures=figures,
        watch_speed=settings.watch_speed,
        status=_status(match, settings),
        is_problem=match.problem is not None,
        keys=_keys_line(match),
    )


def _keys_line(match: Match) -> str:
    if match.is_watched:
        return _(". step · Space pause · + faster · − slower · P switch search · F1 all keys")
    if all(seat.is_human for seat in match.seats):
        return _("Z undo · N new game · F1 all keys")
    return _("T hint · Z undo · N new game · F1 all keys")


def glide(share: float, target: float, dt: float) -> float:
    """Returns the share of the evaluation bar `dt` seconds later; an infinite `dt` reaches the target."""
    share += (target - share) * min(1.0, GLIDE * dt)
    return target if abs(target - share) < GLIDE_END else share


def _status(match: Match, settings: Settings) -> str:
    if (
        match.phase is MatchPhase.THINKING
        and match.problem is None
        and getattr(settings, match.density) is Density.PLAY
    ):
        return _("{side} is thinking", side=match.turn.label)
    return describe_status(match)


# The search


def _analysis(
    match: Match, place: LinePlace | None, second: Second
) -> tuple[AnalysisModel, Progress | None, bool]:
    """Returns the card of the newest search, its progress, and whether a weak level has made its choice,
    which need not be the best move.
    """
    thinking, moment = match.thinking, match.moment
    if (analysis := thinking.newest) is None:
        return make_analysis(None, note=with_key_names(_(INTRODUCTION))), None, False
    progress = analysis.progress if moment is None else moment.progress
    is_asked = analysis is thinking.analysis  # about the position on the board
    before = thinking.seconds_before if is_asked else 0.0
    seconds = thinking.seconds_used if is_asked else analysis.counters().seconds
    total = None if analysis.limit.seconds is None else analysis.limit.seconds + before
    is_running = is_asked and (thinking.is_searching or moment is not None)
    nodes = match.game.node.line[:-3:-1]  # the current one and the one before
    node = next((node for node in nodes if node.board == analysis.board), None)
    is_level = analysis.options.level < FULL_STRENGTH
    is_choice = analysis.is_done and moment is None and is_level
    if is_choice and is_asked and match.is_paused and progress.iterations:
        is_choice, last = False, progress.iterations[-1]  # paused before its choice: show the best move found
        progress = replace(progress, move=last.move, score=last.score, pv=last.pv)
    if node is not None and analysis.options.all_moves:
        progress = with_known(progress, node, thinking.book)
    scores = firm_scores(progress)[: analysis.options.lines or None]
    if analysis.options.all_moves:
        progress = replace(progress, scores=scores)
    note = _("The computer is thinking ahead.") if thinking.is_thinking_ahead else ""
    if analysis.outside:
        from play.outside import OutsideAnalysis  # imports all that external engines need
        from ui.text.new_game_wording import engine_sentence

        assert isinstance(analysis, OutsideAnalysis)
        note = engine_sentence(analysis)
    state, share = _search_state(analysis.board.turn, seconds, total if is_running else None), None
    if moment is not None:
        slower = format_number(moment.slower, ".0f" if moment.slower >= 9.95 else ".1f")
        state, share = _("played back, {times} times slower", times=slower), moment.share
    elif total:
        share = seconds / total
    lines, is_dimmed = make_lines(analysis.board, scores, place, second), node is None
    card = make_analysis(analysis, lines, second, note, state, share, is_running, is_dimmed)
    return card, progress, is_choice


def _search_state(turn: Color, seconds: float, total: float | None) -> str:
    """Returns the side to move and the time: 'White · 0.2 / 1.0 s'."""
    if total is not None:
        used, whole = (format_number(each, ".1f") for each in (min(seconds, total), total))
        return _("{color} · {used} / {total} s", color=turn.label, used=used, total=whole)
    return _("{color} · {time}", color=turn.label, time=format_seconds(seconds))


# The game


def _player(match: Match, color: Color) -> PlayerCard:
    clock = match.clock
    left = None
    if not match.was_coached:
        left = clock.game_time(color, match.turn)
        if left is None and clock.control.per_move is not None:
            left = clock.time_for_move(color) if color is match.turn else clock.control.per_move
    is_to_move = color is match.turn and match.phase is not MatchPhase.OVER
    parts = format_seat(match.seats, color)
    if outside := match.seats[color].outside:
        from ui.text.new_game_wording import engine_parts

        parts = engine_parts(match.thinking.listed.get(outside)) or parts
    return PlayerCard(
        color=color,
        name=format_player(match.seats, color),
        clock="" if left is None else format_time(left),
        parts=parts,
        discs=match.board.discs(color).bit_count(),
        is_to_move=is_to_move,
        is_short_of_time=left is not None and left < SHORT_OF_TIME and is_to_move,
    )


def _moves_model(game: Game, here: Node, opening: str) -> MovesModel:
    moves = tuple(
        MoveEntry(node, format_move(node.move), before.board.turn, is_ahead=node.ply > here.ply)
        for before, node in pairwise(game.line)
        if node.move is not None
    )
    return MovesModel(moves, here, opening)


# The board


def _scene(match: Match, settings: Settings, input_state: InputState, figures: SearchFigures) -> BoardScene:
    board, phase, node = match.board, match.phase, match.game.node
    scene = BoardScene(
        last_disc=last_disc(node),
        turn=board.turn,
        cursor=input_state.cursor,
        typed_file=input_state.typed_file,
        caption=format_pass(board.turn.other, match.seats) if node.move == PASS else "",
    )
    if phase is MatchPhase.PASSING:
        return replace(scene, announcement=describe_pass(match.seats, board.turn))
    progress = figures.progress
    if progress is not None and (line := ghosts(figures.analysis.lines)):
        before = None if node.parent is None else node.parent.board
        was_played = progress.board == before and line[0][1] == node.move
        if progress.board == board or was_played:
            return replace(scene, ghosts=line[was_played:])
    if match.awaits_person:
        legal = board.legal_moves()
        target = input_state.square if input_state.square is not None else input_state.cursor
        if target is not None and legal >> target & 1:
            scene = replace(scene, hover=target, hover_flips=board.flips(target))
        if settings.show_legal_moves:
            scene = replace(scene, legal=legal)
    if progress is None or progress.board != board or phase is MatchPhase.OVER:
        return scene
    if match.thinking.is_hinting:
        scene = replace(scene, caption=scene.caption or _(HINT_CAPTIONS[settings.hints]))
        return replace(scene, hints=hint_marks(progress, settings.hints))
    known = figures.thoughts if getattr(settings, match.density) is Density.ANALYSE else None
    if known is None or not scene.caption:
        return replace(scene, thoughts=known)
    legend = (*known.legend[:1], LegendEntry("passed", scene.caption))
    return replace(scene, thoughts=replace(known, legend=legend), caption="")


def _thoughts(match: Match, progress: Progress | None, is_choice: bool) -> MoveMarks | None:
    """Returns the marks of the moves on the board; None for hints, which are marked differently."""
    analysis = match.thinking.analysis
    is_elsewhere = analysis is None or bool(analysis.outside) or match.thinking.is_hinting
    if progress is None or progress.board != match.board or is_elsewhere:
        return None
    return thoughts(progress, is_choice=is_choice)


HINT_CAPTIONS: Final = {
    HintStep.SHAPES: SHAPES,
    HintStep.WORDS: "",
    HintStep.FIGURES: FOR_BLACK,
}
COACH_LINE: Final = N_("Enter take back · L show me · Space play on · F1 all keys")
END_KEYS: Final = (
    ("next", N_("Enter go on")),
    ("why", N_("{why} show me")),
    ("review_game", N_("{review_game} review")),
    ("undo", N_("{undo} undo")),
    ("keys", N_("{keys} all keys")),
)
"""The names of what can be done at the end of a game, and their words in the line of keys."""


def with_end(
    state: ViewState,
    match: Match,
    can_undo: bool,
    turning: TurningPointReview | None,
    level: str,
    standing: str,
    steps: tuple[Action, ...],
    why: Action,
) -> ViewState:
    """Returns the state with the card of a finished game, and with its turning point in the graph."""
    assert match.result is not None
    show = None
    said: tuple[str, ...] = ()
    if turning is not None:
        ply = turning.end.ply if turning.turn is None else turning.turn.ply
        said = describe_turning_point(turning, match.seats_of_move(turning.end.line[ply]))
    if turning is not None and turning.refutation is not None:
        show = replace(why, icon="", label=N_("Show me"), has_words=True)
    title = describe_outcome(match.seats, match.result)
    card = EndModel(title, level, standing, said, show, steps)
    scores, figures = state.figures.scores, state.figures
    if turning is not None and turning.is_final:
        scores = replace(scores, evaluations=known_along(turning.line))
        if (turn := turning.turn) is not None and turn.judgement is not None:
            scores = replace(scores, marks=((turn.ply, turn.judgement.mark or Mark.MISTAKE),))
    cannot = {"why"} if show is None else set()
    cannot |= set() if can_undo else {"undo"}
    keys = KEYS_APART.join(with_key_names(_(words)) for name, words in END_KEYS if name not in cannot)
    return replace(state, card=card, figures=replace(figures, scores=scores), keys=keys)


def with_lesson(state: ViewState, lesson: Lesson) -> ViewState:
    board, known, evaluation = lesson.board, lesson.evaluation, state.evaluation
    black, white = (
        replace(card, discs=board.discs(card.color).bit_count(), is_to_move=card.color is board.turn)
        for card in state.players
    )
    if known is not None:
        evaluation = round(black_share(known), 3)
    said = _("Looking at {move}: you can ask about any other move, too", move=format_move(lesson.move))
    return replace(
        state, scene=lesson.scene, card=lesson.model, players=(black, white), evaluation=evaluation,
        status=said, keys=_("← → move by move · L close · F1 all keys"),
    )  # fmt: skip


def with_past(state: ViewState, game: Game, past: Node) -> ViewState:
    """Returns the state with an earlier position on the board, while the game and its clock go on."""
    board, figures = past.board, state.figures
    caption = _("Looking back: click the board to return to the game")
    black, white = (replace(card, discs=board.discs(card.color).bit_count()) for card in state.players)
    figures = replace(
        figures,
        moves=_moves_model(game, past, figures.moves.heading),
        scores=replace(figures.scores, cursor=past.ply),
    )
    return replace(
        state, scene=BoardScene(last_disc=last_disc(past), turn=board.turn, caption=caption),
        players=(black, white), figures=figures,
    )  # fmt: skip


def with_coach(
    state: ViewState,
    coach: Coach,
    match: Match,
    target: Square | None,
    met: Collection[Idea],
    steps: tuple[Action, ...],
) -> ViewState:
    """Returns the state with the card of the coach: about a mistake, with buttons for `steps`; or else about
    the move at `target`, a good move or an idea, with the ideas already `met`.
    """
    scene = state.scene
    node, turn = match.game.node, match.turn
    advice = None if target is None or not match.awaits_person else coach.advice(target)
    if (mistake := coach.mistake) is not None:
        move = mistake.found.move
        title, words = describe_coach_reason(mistake.found, mistake.reason)
        answer, sign = answer_mark(node.board, mistake.answer), (move, "?", "mistake_text")
        scene = replace(scene, answer=answer, sign=sign)
        status = _("{side} waits: take {move} back, or play on", side=turn.label, move=format_move(move))
        card = CoachModel(title, words, colour="warning", actions=steps)
        return replace(state, card=card, scene=scene, status=status, keys=_(COACH_LINE))
    if advice is not None and target is not None:
        answer = answer_mark(node.board.play(target), advice.answer, is_ahead=True)
        scene = replace(scene, answer=answer, sign=(target, "!", "warning"))
        card = CoachModel(*describe_warning(target, turn, advice), colour="warning")
    elif isinstance(coach.remark, CoachPraise):
        reason, title = coach.remark.reason, _("Good move!")
        if reason.kind is ReasonKind.TAKES_CORNER:
            title = _("You took a corner!")
        card = CoachModel(title, describe_reason(reason, coach.remark.move), colour="good")
    elif (idea := coach.idea_at(node)) is not None:
        title, words = IDEA_WORDS[idea]
        card = CoachModel(_(title), _(words))
    elif match.game.node.parent is None:
        note = _("this game does not change your level")
        card = CoachModel(_("Most discs at the end wins."), _("Click a ring to move."), note)
    else:
        card = CoachModel("")
    ideas = tuple((idea, idea in met) for idea in IDEA_NAMES)
    return replace(state, card=replace(card, ideas=ideas), scene=scene)
