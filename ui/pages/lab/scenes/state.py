"""All that a scene shows, as one value made in `update`. No drawing."""

from __future__ import annotations

from dataclasses import dataclass

from ai.limits import Algorithm
from game.board import Board
from play.scene_race import LANES, NAMES, SceneRace
from play.scenes import TITLES, Moment, Playback
from play.slow_motion import Phase
from ui.board.board_view import Scene
from ui.pages.board_page import PageState
from ui.pages.lab.commands import RACE_SCENE
from ui.pages.lab.race.lanes import lane_styles
from ui.pages.lab.scenes.cards import (
    BarsModel,
    CoverModel,
    NumbersModel,
    SentenceModel,
    SureModel,
    TimeModel,
)
from ui.pages.lab.scenes.commands import SceneCommands
from ui.pages.lab.steps.cards import COLOURS, TextModel
from ui.text import _
from ui.text.wording import capitalised
from ui.tree_view import format_line, line_scene


@dataclass(frozen=True, slots=True)
class SceneState(PageState):
    """Of a race or of a search; what is not there is None."""

    board: Board
    sentence: SentenceModel
    time: TimeModel
    numbers: NumbersModel
    sure: SureModel | None = None
    text: TextModel | None = None
    tree: CoverModel | None = None
    bars: BarsModel | None = None


def make_state(commands: SceneCommands) -> SceneState:
    number = commands.lab.scene
    status = _("Scene {number} of {count}: {title}").format(
        number=number + 1, count=len(TITLES), title=_(TITLES[number])
    )
    if number == RACE_SCENE and commands.race is not None:
        return _race(commands.race, commands.board, status)
    playback = commands.playback
    if playback is None:
        return _waiting(commands, status)
    return _search(playback, status, commands.predict.words())


def _waiting(commands: SceneCommands, status: str) -> SceneState:
    """While the searches run, or why there is nothing to show."""
    scenes, problem = commands.scenes, commands.lab.problem
    if scenes is not None and scenes.phase is Phase.FAILED:
        problem = capitalised(scenes.problem or "")
    share = 0.0 if scenes is None else scenes.progress
    words = problem or _("Searching: {share} %").format(share=f"{100 * share:.0f}")
    board = commands.board
    return SceneState(Scene(turn=board.turn), status, False, board, SentenceModel(words, "edge"),
                      TimeModel(0.0, (), ""), NumbersModel(()))  # fmt: skip


def _search(playback: Playback, status: str, asked: tuple[str, str] | None) -> SceneState:
    """`asked`: a question, or what is said of its answer."""
    scene = playback.scene
    moment = scene.at(playback.step)
    shown, algorithm = moment.shown, scene.run.choice.algorithm
    numbers = [(_("Nodes"), moment.looked_at), (_("Minimax needs"), len(scene.tree))]
    if algorithm is not Algorithm.MINIMAX:
        numbers.insert(1, (_("Never needed"), moment.never_needed))
    words, detail = asked or (playback.stop.sentence.text(), "")
    sentence = SentenceModel(words, COLOURS[algorithm] if asked is None else "warning", detail)
    return SceneState(
        line_scene(shown.state.board, shown.state.line),
        status,
        False,
        shown.state.board,
        sentence,
        _time(playback),
        NumbersModel(tuple(numbers)),
        _sure(moment, scene.run.choice.unit),
        TextModel(algorithm, scene.run.text, shown.line),
        CoverModel(scene.tree, moment.cover, playback.step),
    )


def _sure(moment: Moment, unit: int) -> SureModel:
    """Of the positions on the way in which a side is sure of something, or something is asked."""
    line = moment.shown.state.line
    rows = (
        (format_line(line[: sure.ply]), sure)
        for sure in moment.certainties
        if sure.low is not None or sure.high is not None
    )
    return SureModel(tuple(rows), unit)


def _time(playback: Playback) -> TimeModel:
    scene = playback.scene
    last = max(1, scene.last_step)
    ticks = tuple(stop.step / last for stop in scene.of_kinds(scene.aims))
    passed, whole = (f"{seconds:.0f}" for seconds in (playback.seconds, scene.seconds))
    words = _("{passed} of {whole} s").format(passed=passed, whole=whole)
    return TimeModel(playback.step / last, ticks, words)


def _race(race: SceneRace, board: Board, status: str) -> SceneState:
    styles = lane_styles([lane.algorithm for lane in LANES])
    totals, winners, shares = [race.totals(n) for n in range(len(LANES))], race.winners(), race.shares()
    lanes = tuple(
        (style, _(name), rows, n in winners)
        for n, (style, name, rows) in enumerate(zip(styles, NAMES, totals, strict=True))
    )
    most = max((total for rows in totals for _depth, total in rows), default=1)
    best = next((rows[-1][1] for n, rows in enumerate(totals) if n in winners), None)
    detail = "" if shares is None else shares.text()
    said = race.problem or race.sentence().text()
    passed, whole = f"{race.shown * race.seconds / race.depth:.0f}", f"{race.seconds:.0f}"
    words = _("{passed} of {whole} s").format(passed=passed, whole=whole)
    numbers = () if best is None else ((_("Minimax needs"), totals[0][-1][1]), (_("The winner needs"), best))
    return SceneState(
        Scene(turn=board.turn),
        status,
        False,
        board,
        SentenceModel(said, "warning" if winners else "edge", detail),
        TimeModel(race.shown / race.depth, tuple(n / race.depth for n in range(1, race.depth + 1)), words),
        NumbersModel(numbers),
        bars=BarsModel(lanes, most),
    )
