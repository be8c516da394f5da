"""From the match to what the window shows: one frozen value, made in update and read in draw. No drawing."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from ai import preparation
from ai.engine import Analysis
from ai.limits import FULL_STRENGTH, Algorithm, Iteration, MoveScore, Progress
from game.board import PASS, Board, Color, Move
from game.evaluation import Evaluation, Kind
from game.tree import Game
from play.match import Match, Phase
from play.settings import Settings
from ui.board.board_view import Scene, ScoreMark
from ui.board.history import move_numbers, turned_discs
from ui.hint_marks import figures_of, hint_marks
from ui.input import InputState
from ui.panels.charts import DepthPoint, NodesModel, ScoreModel
from ui.panels.evaluation import EvaluationModel
from ui.panels.moves import MoveEntry, MoveListModel
from ui.panels.players import PlayerCard
from ui.panels.thinking import SearchModel, pv_with_colors
from ui.text import N_, _, spoken
from ui.text.reason_wording import describe_why
from ui.text.wording import (
    describe_choice,
    describe_pass,
    describe_place,
    describe_status,
    discs_placed,
    evaluation_share,
    format_color,
    format_pass,
    format_player,
    format_seat,
    format_seconds,
    format_time,
)

# A clock with less than this many seconds left is shown in the warning colour.
SHORT_OF_TIME: Final = 20.0
# How often a second the figures of a running search are drawn anew.
REFRESH: Final = 15
# The evaluation bar goes this many times its way in a second; nearer than this share of its height it is
# there.
GLIDE: Final = 8.0
GLIDE_END: Final = 0.002
KEYS_LINE: Final = N_("T hint · Z undo · Space pause · V analyse · F2 rules · F1 all keys")
WATCH_LINE: Final = N_(". step · Space pause · + faster · − slower · P switch search · F1 all keys")

Ghost = tuple[int, Move, Color]
"""A move of the PV on the board: its number in the line, the move, and who makes it."""


@dataclass(frozen=True, slots=True)
class ViewState:
    """All that is shown of a match in one frame."""

    scene: Scene
    players: tuple[PlayerCard, PlayerCard]
    evaluation: EvaluationModel
    search: SearchModel
    nodes: NodesModel
    scores: ScoreModel
    moves: MoveListModel
    status: str
    is_problem: bool
    keys: str
    """What the keys do."""


class ViewStateMaker:
    """Makes what each frame shows; the figures of a running search change REFRESH times a second."""

    def __init__(self) -> None:
        self._share = 0.5  # of the evaluation bar
        self._refreshed = 0.0
        self._comparable: dict[Algorithm, Analysis] = {}
        # What was made last, and what it was made from.
        self._search: tuple[object, SearchModel] = (None, SearchModel())
        self._scores: tuple[object, ScoreModel] = (None, ScoreModel((), 0, 0))
        self._moves: tuple[object, MoveListModel] = (None, MoveListModel((), 0, ""))

    def make(self, match: Match, settings: Settings, input_state: InputState, dt: float) -> ViewState:
        """What to show now, `dt` seconds after the last time: endless ones where nothing is to glide."""
        analysis, evaluation = match.thinking.newest, match.evaluation
        self._make_parts(match, analysis, input_state)
        self._glide(evaluation, dt)
        search = self._search[1]
        return ViewState(
            scene=_scene(match, settings, input_state, search),
            players=(_player(match, Color.BLACK), _player(match, Color.WHITE)),
            evaluation=EvaluationModel(evaluation, round(self._share, 3)),
            search=search,
            nodes=self._nodes_model(analysis),
            scores=self._scores[1],
            moves=self._moves[1],
            status=describe_status(match),
            is_problem=match.problem is not None,
            keys=_(WATCH_LINE if match.is_watched else KEYS_LINE),
        )

    def _make_parts(self, match: Match, analysis: Analysis | None, input_state: InputState) -> None:
        """Make anew what takes a while where something has changed; figures count REFRESH times a second."""
        now = time.perf_counter()
        is_due = now - self._refreshed >= 1 / REFRESH
        if is_due:
            self._refreshed = now
        game = match.game
        place = game, game.changes, spoken()
        progress = None if analysis is None else analysis.progress
        search = (
            *place,
            analysis,
            progress,
            match.thinking.is_searching,
            match.is_paused,
            input_state.pv_move,
        )
        if is_due or search != self._search[0]:
            self._search = search, _search_model(match, analysis, input_state)
        scores = (*place, game.node.evaluation)
        if is_due or scores != self._scores[0]:
            self._scores = scores, _score_model(game)
        if place != self._moves[0]:
            self._moves = place, _move_list_model(game)

    def _glide(self, evaluation: Evaluation | None, dt: float) -> None:
        """Towards what is known, `dt` seconds nearer."""
        target = 0.5 if evaluation is None else evaluation_share(evaluation.score)
        step = min(1.0, GLIDE * dt)
        self._share += (target - self._share) * step
        if abs(target - self._share) < GLIDE_END:
            self._share = target

    def _nodes_model(self, analysis: Analysis | None) -> NodesModel:
        """The depths of the search shown, and those of one by the other algorithm that compares with it."""
        if analysis is None:
            return NodesModel(())
        progress = analysis.progress
        used = {iteration.algorithm for iteration in progress.iterations}
        if len(used) != 1:
            return NodesModel(_points(progress))
        if analysis.is_done:
            self._comparable[progress.iterations[-1].algorithm] = analysis
        others = (
            other
            for algorithm, other in self._comparable.items()
            if algorithm not in used and _compares(analysis, other)
        )
        other = next(others, None)
        return NodesModel(_points(progress), () if other is None else _points(other.progress))


# The search


def _search_model(match: Match, analysis: Analysis | None, input_state: InputState) -> SearchModel:
    state = preparation.progress()
    preparing = None if state.is_ready else state
    if analysis is None:
        return SearchModel(preparation=preparing)
    progress = analysis.progress
    is_asked = analysis is match.thinking.analysis  # about the position on the board
    before = match.thinking.seconds_before if is_asked else 0.0
    seconds = match.thinking.seconds_used if is_asked else analysis.counters().seconds
    total = None if analysis.limit.seconds is None else analysis.limit.seconds + before
    is_running = is_asked and match.thinking.is_searching
    parent = match.game.node.parent
    is_near = analysis.board in (match.board, None if parent is None else parent.board)
    is_chosen = analysis.is_done and not analysis.options.all_moves and not (is_asked and match.is_paused)
    return SearchModel(
        progress,
        analysis.counters(),
        is_running,
        is_dimmed=not is_near,
        title=_search_title(match.game.start, analysis),
        state=_search_state(analysis, seconds, total, is_running, is_asked and match.is_paused),
        choice=describe_choice(analysis.options.level, progress)
        if is_chosen and analysis.options.level < FULL_STRENGTH
        else "",
        why=describe_why(analysis.board, progress.move) if progress.score is not None else (),
        time_share=seconds / total if total else None,
        threads=analysis.options.threads if preparing is None else 1,
        preparation=preparing,
        pv=pv_with_colors(progress),
        hovered_pv_move=input_state.pv_move if _ghosts(match, progress) else None,
    )


def _search_title(start: Board, analysis: Analysis) -> str:
    """Which move it is for; of a pass, the one after it."""
    number = start.empties - analysis.board.empties + 1
    if analysis.progress.kind is Kind.BOOK:
        return _("Book move {number}").format(number=number)
    if analysis.options.all_moves:
        return _("Hints for move {number}").format(number=number)
    return _("Search for move {number}").format(number=number)


def _search_state(
    analysis: Analysis, seconds: float, total: float | None, is_running: bool, is_paused: bool
) -> str:
    """Who is to move there, and the time: 'White · 0.2 / 1.0 s'."""
    color = format_color(analysis.board.turn)
    if analysis.progress.kind is Kind.BOOK:
        return color
    if is_running and total is not None:
        used = f"{min(seconds, total):.1f}"
        return _("{color} · {used} / {total} s").format(color=color, used=used, total=f"{total:.1f}")
    if is_paused and not analysis.options.all_moves:
        return _("{color} · paused at {time}").format(color=color, time=format_seconds(seconds))
    return _("{color} · {time}").format(color=color, time=format_seconds(seconds))


def _points(progress: Progress) -> tuple[DepthPoint, ...]:
    """The finished depths; one with no more nodes than the root has moves was answered by the table."""
    moves = max(1, progress.board.legal_moves().bit_count())

    def is_from_table(iteration: Iteration) -> bool:
        return iteration.depth >= 2 and iteration.nodes <= moves

    return tuple(DepthPoint(i.depth, i.nodes, i.algorithm, is_from_table(i)) for i in progress.iterations)


def _compares(analysis: Analysis, other: Analysis) -> bool:
    """Whether the nodes of two searches say which algorithm needs fewer: all else must have been the same."""
    return (
        other.board == analysis.board
        and bool(other.began_empty and analysis.began_empty)
        and replace(other.options, algorithm=analysis.options.algorithm) == analysis.options
    )


# The game


def _player(match: Match, color: Color) -> PlayerCard:
    clock = match.clock
    left = clock.game_time(color, match.turn)
    if left is None and clock.control.per_move is not None:
        left = clock.time_for_move(color) if color is match.turn else clock.control.per_move
    is_to_move = color is match.turn and match.phase is not Phase.OVER
    return PlayerCard(
        color=color,
        name=format_player(match.seats, color),
        clock="" if left is None else format_time(left),
        parts=format_seat(match.seats, color),
        discs=match.board.discs(color).bit_count(),
        is_to_move=is_to_move,
        is_short_of_time=left is not None and left < SHORT_OF_TIME and is_to_move,
    )


def _move_list_model(game: Game) -> MoveListModel:
    moves = []
    for node in game.line:
        if node.move is not None and node.parent is not None:
            number = discs_placed(game, node) + (node.move == PASS)
            moves.append(MoveEntry(node.move, node.parent.board.turn, number))
    return MoveListModel(tuple(moves), game.node.ply, describe_place(game) if moves else "")


def _score_model(game: Game) -> ScoreModel:
    known = ((node.ply, node.evaluation) for node in game.line)
    evaluations = tuple((ply, evaluation) for ply, evaluation in known if evaluation is not None)
    return ScoreModel(evaluations, game.node.ply, len(game.line) - 1)


# The board


def _ghosts(match: Match, progress: Progress) -> tuple[Ghost, ...]:
    """The PV as the board can show it: all of it, or what follows the move that was played."""
    line = tuple(
        (number, move, color) for number, (move, color) in enumerate(pv_with_colors(progress), start=1)
    )
    node = match.game.node
    if progress.board == node.board:
        return line
    was_played = node.move is not None and progress.pv[:1] == (node.move,)
    if was_played and node.parent is not None and progress.board == node.parent.board:
        return line[1:]
    return ()


def _scene(match: Match, settings: Settings, input_state: InputState, search: SearchModel) -> Scene:
    board, phase, node = match.board, match.phase, match.game.node
    has_passed = node.move == PASS and node.parent is not None
    placed = node.parent.move if has_passed and node.parent is not None else node.move
    scene = Scene(
        last_disc=placed,
        turn=board.turn,
        cursor=input_state.cursor,
        typed_file=input_state.typed_file,
        caption=format_pass(board.turn.other) if has_passed else "",
        numbers=move_numbers(node) if settings.show_move_numbers else (),
        turned=turned_discs(node) if settings.show_turned else 0,
    )
    if phase is Phase.PASSING:
        return replace(scene, announcement=describe_pass(match.seats, board.turn))
    progress = search.progress
    if progress is not None and input_state.pv_move is not None:
        ghosts = tuple(ghost for ghost in _ghosts(match, progress) if ghost[0] <= input_state.pv_move + 1)
        if ghosts:
            return replace(scene, ghosts=ghosts)
    if match.seat.is_human and phase in (Phase.HUMAN, Phase.PAUSED):
        legal = board.legal_moves()
        target = input_state.square if input_state.square is not None else input_state.cursor
        if target is not None and legal >> target & 1:
            scene = replace(scene, hover=target, hover_flips=board.flips(target))
        if settings.show_legal_moves:
            scene = replace(scene, legal=legal)
    if progress is None or progress.board != board or phase is Phase.OVER:
        return scene
    if match.thinking.is_hinting:
        return replace(scene, hints=hint_marks(progress, settings.hints))
    if match.thinking.analysis is None:
        return scene
    return replace(scene, candidate=_candidate(progress))


def _candidate(progress: Progress) -> ScoreMark | None:
    """The best move so far, once a depth is finished."""
    if progress.depth == 0 or progress.score is None or progress.move == PASS:
        return None
    found = MoveScore(progress.move, progress.score, progress.depth, progress.kind)
    return figures_of(found, progress.board.turn, is_best=True)
