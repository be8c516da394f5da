"""From the match to what the window shows: plain frozen values, computed once a frame. No drawing."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from ai import preparation
from ai.engine import Analysis
from ai.limits import Algorithm, Progress
from game.board import PASS, Color, Move
from game.evaluation import Kind
from play.match import Match, Phase
from play.settings import Settings
from ui.board.board_view import Scene
from ui.input import InputState
from ui.pages.play import ViewState
from ui.panels.charts import NodesModel, ScoreModel
from ui.panels.moves import MoveListModel
from ui.panels.players import PlayerCard
from ui.panels.thinking import SearchModel, line_colours
from ui.text.wording import describe_player, describe_status, format_depth, format_score, player_name

# A clock with less than this many seconds left is shown in the warning colour.
SHORT_OF_TIME: Final = 20.0
# How often a second the figures of a running search are drawn anew.
REFRESH: Final = 15
KEYS_LINE: Final = "T hint · Z undo · Space pause · P switch search · F11 full screen · F1 all keys"
WATCH_LINE: Final = ". step · Space pause · + faster · − slower · P switch search · F1 all keys"


class ViewStateMaker:
    """Makes the picture of each frame; the figures of a running search change REFRESH times a second."""

    def __init__(self) -> None:
        self._search: SearchModel | None = None
        self._refreshed = 0.0
        self._hovered: tuple[int | None, int] = (None, 0)
        self._finished: dict[Algorithm, Analysis] = {}

    def picture(self, match: Match, settings: Settings, hands: InputState, toast: str | None) -> ViewState:
        search = self._search_model(match, hands)
        preparing = search.preparation
        keys = WATCH_LINE if match.is_watched else KEYS_LINE
        return ViewState(
            scene=_scene(match, settings, hands, search),
            players=(_player(match, Color.BLACK), _player(match, Color.WHITE)),
            evaluation=match.evaluation,
            search=search,
            nodes=self._nodes(match),
            scores=ScoreModel(
                tuple(sorted(match.evaluations.items())), match.game.cursor, len(match.game.moves)
            ),
            moves=_moves(match),
            status=describe_status(match),
            is_problem=match.problem is not None,
            keys=toast or (preparing.text if preparing is not None else keys),
            is_toast=toast is not None,
            focus=hands.focus,
        )

    def _search_model(self, match: Match, hands: InputState) -> SearchModel:
        """Fresh when something but the figures has changed, else REFRESH times a second."""
        analysis = _shown_analysis(match)
        now = time.perf_counter()
        before = self._search
        progress = analysis.progress if analysis is not None else None
        is_running = match.thinking.is_searching
        if (
            before is not None
            and now - self._refreshed < 1 / REFRESH
            and before.progress is progress
            and before.is_running == is_running
            and self._hovered == (hands.pv_move, match.game.cursor)
        ):
            return before
        self._refreshed = now
        self._hovered = hands.pv_move, match.game.cursor
        preparing = preparation.progress()
        self._search = SearchModel(
            progress,
            analysis.counters() if analysis is not None else None,
            is_running,
            _headline(match, analysis),
            _time_share(match, analysis),
            analysis.options.threads if analysis is not None and preparing.is_ready else 1,
            None if preparing.is_ready else preparing,
            hands.pv_move if progress is not None and _ghosts(match, progress) else None,
        )
        return self._search

    def _nodes(self, match: Match) -> NodesModel:
        """The depths of the search shown, and those of the last one made by the other algorithm alone."""
        analysis = _shown_analysis(match)
        if analysis is None:
            return NodesModel((), ())
        iterations = analysis.progress.iterations
        used = {i.algorithm for i in iterations}
        if len(used) == 1 and analysis.is_done:
            self._finished[iterations[-1].algorithm] = analysis
        others = [a for algorithm, a in self._finished.items() if algorithm not in used and a is not analysis]
        return NodesModel(iterations, others[-1].progress.iterations if len(used) == 1 and others else ())


def _shown_analysis(match: Match) -> Analysis | None:
    """The search of the position on the board, else the last one, which stays readable."""
    return match.thinking.analysis if match.thinking.analysis is not None else match.thinking.last_analysis


def _headline(match: Match, analysis: Analysis | None) -> str:
    if analysis is None:
        return "nothing is running"
    seconds = analysis.counters().seconds + match.thinking.seconds_before
    limit = analysis.limit.seconds
    if match.thinking.is_searching and limit is not None:
        what = "hints" if match.thinking.is_hinting else "thinking"
        total = limit + match.thinking.seconds_before
        return f"{what} · {min(seconds, total):.1f} / {total:.1f} s"
    turn = analysis.board.turn.label
    if analysis.progress.kind is Kind.BOOK:
        return f"opening book · {turn}"
    if match.is_paused and analysis is match.thinking.analysis:
        return f"paused · {seconds:.1f} s"
    return f"last search · {turn} · {seconds:.1f} s"


def _time_share(match: Match, analysis: Analysis | None) -> float | None:
    if analysis is None or analysis.limit.seconds is None:
        return None
    total = analysis.limit.seconds + match.thinking.seconds_before
    return (analysis.counters().seconds + match.thinking.seconds_before) / total if total > 0 else None


def _player(match: Match, color: Color) -> PlayerCard:
    clock = match.clock
    left = clock.game_time(color, match.turn)
    if left is None and clock.control.per_move is not None:
        left = clock.time_for_move(color) if color is match.turn else clock.control.per_move
    is_to_move = color is match.turn and match.phase is not Phase.OVER
    return PlayerCard(
        color=color,
        name=player_name(match.seats, color),
        line=describe_player(match.seats[color], color, left),
        discs=match.board.discs(color).bit_count(),
        is_to_move=is_to_move,
        is_short_of_time=left is not None and left < SHORT_OF_TIME and is_to_move,
    )


def _moves(match: Match) -> MoveListModel:
    game = match.game
    moves = tuple((move, board.turn) for move, board in zip(game.moves, game.boards, strict=False))
    heading = "" if not moves else f"{game.cursor} of {len(moves)} – click or drag to travel"
    return MoveListModel(moves, game.cursor, heading)


def _ghosts(match: Match, progress: Progress) -> tuple[tuple[int, Move, Color], ...]:
    """The PV as the board can show it: all of it, or what follows the move that was played."""
    line = [(number, move, color) for number, (move, color) in enumerate(line_colours(progress), start=1)]
    if progress.board == match.board:
        return tuple(line)
    last = match.game.last_move
    was_played = last is not None and progress.pv[:1] == (last,)
    if was_played and progress.board == match.game.boards[match.game.cursor - 1]:
        return tuple(line[1:])
    return ()


def _scene(match: Match, settings: Settings, hands: InputState, search: SearchModel) -> Scene:
    board, phase = match.board, match.phase
    scene = Scene(
        last_move=match.game.last_move, turn=board.turn, cursor=hands.cursor, typed_file=hands.typed_file
    )
    if phase is Phase.PASSING:
        return replace(scene, announcement=f"{board.turn.label} has no move and passes")
    progress = search.progress
    is_here = progress is not None and progress.board == board
    if progress is not None and hands.pv_move is not None:
        ghosts = tuple(ghost for ghost in _ghosts(match, progress) if ghost[0] <= hands.pv_move + 1)
        if ghosts:
            return replace(scene, ghosts=ghosts)
    if match.seat.is_human and phase in (Phase.HUMAN, Phase.PAUSED):
        legal = board.legal_moves()
        target = hands.square if hands.square is not None else hands.cursor
        if target is not None and legal >> target & 1:
            scene = replace(scene, hover=target, hover_flips=board.flips(target))
        if settings.show_legal_moves:
            scene = replace(scene, legal=legal)
    if (
        progress is None
        or not is_here
        or progress.depth == 0
        or progress.score is None
        or phase is Phase.OVER
    ):
        return scene
    if match.thinking.is_hinting:
        return replace(scene, hints=progress.scores)
    if match.thinking.analysis is None or progress.move == PASS:
        return scene
    depth = (
        f"d{progress.depth}"
        if progress.kind is Kind.ESTIMATE
        else format_depth(progress.depth, progress.kind)
    )
    return replace(
        scene,
        candidate=progress.move,
        candidate_score=format_score(progress.score, progress.kind),
        candidate_depth=depth,
    )
