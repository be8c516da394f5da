"""A scene of the path: the same position in all four, and the same board in the same place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect

from ai.limits import Algorithm
from ai.trace.state import State, Status
from game.board import PASS
from play.scene_race import LANES, NAMES, SceneRace
from play.scene_sentences import Times
from play.scenes import ALGORITHMS, TITLES, SceneMoment, ScenePlayback
from play.slow_motion import Phase
from ui.actions import Action
from ui.board.board_view import Scene
from ui.layout import SMALL_GAP, Frame, below
from ui.pages.lab.cards import COLOURS, Fact, FactsModel, FactsPanel, TextModel, TextPanel, TimeModel
from ui.pages.lab.commands import RACE_SCENE, LabCommands
from ui.pages.lab.part import LabPart, LabState, LabView
from ui.pages.lab.race.lanes import LaneModel, LanesModel, LanesPanel
from ui.pages.lab.scenes.cards import SentenceModel, SentencePanel, SureModel, SurePanel
from ui.pages.lab.scenes.commands import KEYS_LINE, NEXT, SceneCommands
from ui.pages.lab.trees import CoverModel, CoverPanel
from ui.pages.lab.wording import code_values
from ui.panels.tips import SCENE_TREE
from ui.text import _
from ui.text.wording import capitalised
from ui.theme import Theme
from ui.tree_view import format_line, line_scene
from ui.window import Window

# Lengths at a scale of 1.
SIDE: Final = 88
SENTENCE: Final = 104
CODE: Final = 336  # at most, and of what the sentence leaves at most the share
CODE_SHARE: Final = 0.48
SURE_SHARE: Final = 0.44  # of its width, beside the code
NARROW: Final = 700
LOW: Final = 400


@dataclass(frozen=True, slots=True)
class SceneState(LabState):
    """Of a race or of a search; what is not there is None."""

    sentence: SentenceModel
    numbers: FactsModel
    sure: SureModel | None = None
    text: TextModel | None = None
    tree: CoverModel | None = None
    lanes: LanesModel | None = None


class SceneView(LabView):
    def __init__(
        self, theme: Theme, frame: Frame, window: Window, scene: int, buttons: Sequence[Action]
    ) -> None:
        super().__init__(theme, frame, window.settings, [("plain", buttons)], SIDE, is_wide=True)
        px, body, small = theme.px, self.layout.body, theme.px(SMALL_GAP)
        sentence = Rect(body.left, body.top, body.width, px(SENTENCE))
        rest = below(body, sentence, small)
        self.sentence = SentencePanel(theme, sentence)
        self.numbers = FactsPanel(theme, self.layout.side)
        names = ["sentence", "numbers", "time"]
        if scene == RACE_SCENE:
            self.lanes = LanesPanel(theme, rest)
            self.lanes.has_buttons = False
            self.show_panels(self.board, [*names, "lanes"])
            return
        is_narrow = rest.width < px(NARROW)
        height = min(px(CODE), round(rest.height * CODE_SHARE))
        sure = Rect(rest.left, rest.top, round(rest.width * SURE_SHARE), height)
        text = Rect(sure.right + small, rest.top, rest.right - sure.right - small, height)
        if is_narrow:  # one above the other
            height = (rest.height - 2 * small) // 3
            sure = Rect(rest.left, rest.top, rest.width, height)
            text = sure.move(0, height + small)
        if not is_narrow or rest.height >= px(LOW):  # else the tree alone
            self.sure, self.text = SurePanel(theme, sure), TextPanel(theme, text)
            names += ["sure", "text"]
            rest = below(rest, text, small)
        self.tree = CoverPanel(theme, rest)
        self.show_panels(self.board, [*names, "tree"])


class ScenePart(LabPart[SceneCommands, SceneView, SceneState]):
    keys = KEYS_LINE

    def __init__(self, window: Window, lab: LabCommands) -> None:
        super().__init__(window, SceneCommands(window, lab))

    @property
    def is_idle(self) -> bool:
        scenes = self.commands.scenes
        return not (self.commands.is_playing or (scenes is not None and scenes.phase is Phase.SEARCHING))

    def make_view(self, theme: Theme, frame: Frame) -> SceneView:
        """A question has its answers in the place of the other buttons; the last scene ends in exploring
        freely, and in the offer to be asked.
        """
        commands, actions = self.commands, self.window.actions
        scene = commands.lab.scene
        if scene == RACE_SCENE:
            explore = replace(actions["lab_explore"], is_primary=True)
            shown = [actions["scene_play"], explore, actions["scene_predict"]]
        else:
            shown = [actions[name] for name in ("scene_back", NEXT[ALGORITHMS[scene]], "scene_play")]
        return SceneView(theme, frame, self.window, scene, commands.predict.rows or shown)

    def on_open(self) -> None:
        super().on_open()
        self.commands.open()
        if self.commands.lab.scene == RACE_SCENE and self.commands.race is not None:
            self.commands.race.start()

    def on_cover(self) -> None:
        super().on_cover()
        self.commands.pause()

    def close(self) -> None:
        self.commands.close()

    def handle(self, event: pygame.event.Event) -> bool:
        """A question has digits for its answers; all other keys are those of buttons."""
        if event.type == pygame.KEYDOWN:
            return self.commands.predict.take_key(event.key)
        return super().handle(event)

    # What is shown

    def make_state(self) -> SceneState:
        commands = self.commands
        number = commands.lab.scene
        status = _("Scene {number} of {count}: {title}").format(
            number=number + 1, count=len(TITLES), title=_(TITLES[number])
        )
        if number == RACE_SCENE and commands.race is not None:
            return self._race(commands.race, status)
        if (playback := commands.playback) is None:
            return self._waiting(status)
        return self._search(playback, status)

    def _waiting(self, status: str) -> SceneState:
        """While the searches run, or why there is nothing to show."""
        scenes, board = self.commands.scenes, self.commands.board
        problem = (
            self.commands.lab.problem or (scenes is not None and capitalised(scenes.problem or "")) or ""
        )
        share = 0.0 if scenes is None else scenes.progress
        words = problem or _("Searching: {share} %").format(share=f"{100 * share:.0f}")
        sentence = SentenceModel(words, "edge")
        return SceneState(Scene(turn=board.turn), status, False, board, TimeModel(), sentence, FactsModel())

    def _search(self, playback: ScenePlayback, status: str) -> SceneState:
        scene, asked = playback.scene, self.commands.predict.words()
        moment = scene.at(playback.step)
        state, algorithm = moment.shown.state, scene.run.choice.algorithm
        numbers = [(_("Nodes"), moment.looked_at), (_("Minimax needs"), len(scene.tree))]
        if algorithm is not Algorithm.MINIMAX:
            numbers.insert(1, (_("Never needed"), moment.never_needed))
        words, detail = asked or (playback.stop.sentence.text(), "")
        sentence = SentenceModel(words, COLOURS[algorithm] if asked is None else "warning", detail)
        ticks = (stop.step / max(1, playback.last) for stop in scene.of_kinds(scene.aims))
        return SceneState(
            _marked(line_scene(state.board, state.line), state),
            status,
            False,
            state.board,
            _time(playback, tuple(ticks)),
            sentence,
            _facts(numbers),
            _sure(moment, scene.run.choice.unit),
            TextModel(algorithm, scene.run.text, moment.shown.line, code_values(scene.run, moment.shown)),
            CoverModel(scene.tree, moment.cover, playback.step),
        )

    def _race(self, race: SceneRace, status: str) -> SceneState:
        board = self.commands.board
        totals, winners, shares = [race.totals(n) for n in range(len(LANES))], race.winners(), race.shares()
        lanes = tuple(
            LaneModel(
                lane.algorithm, _(name), "", rows, _total(rows, totals[0] if n else ()), has_won=n in winners
            )
            for n, (lane, name, rows) in enumerate(zip(LANES, NAMES, totals, strict=True))
        )
        numbers = []
        if winners:
            numbers = [
                (_("Minimax needs"), totals[0][-1][1]),
                (_("The winner needs"), totals[winners[0]][-1][1]),
            ]
        detail = "" if shares is None else shares.text()
        said = race.problem or race.sentence().text()
        return SceneState(
            Scene(turn=board.turn),
            status,
            False,
            board,
            _time(race, tuple(n / race.last for n in range(1, race.last + 1))),
            SentenceModel(said, "warning" if winners else "edge", detail),
            _facts(numbers),
            lanes=LanesModel(lanes, _("Positions"), true=lanes[winners[0]] if winners else None),
        )


def _total(rows: Sequence[tuple[int, int]], whole: Sequence[tuple[int, int]]) -> tuple[str, str]:
    """What a search has looked at, and what part that is of the `whole` of minimax."""
    if not rows:
        return "", ""
    total = rows[-1][1]
    fewer = ""
    if whole:
        fewer = f"1/{Times(max(whole[-1][1], total), total).text()}"
    return f"{total:,}", fewer


def _facts(numbers: Sequence[tuple[str, int]]) -> FactsModel:
    return FactsModel(
        "", tuple(Fact(name, ((f"{number:,}", "text"),), SCENE_TREE) for name, number in numbers)
    )


def _time(transport: ScenePlayback | SceneRace, ticks: tuple[float, ...]) -> TimeModel:
    passed, whole = transport.seconds
    words = _("{passed} of {whole} s").format(passed=f"{passed:.0f}", whole=f"{whole:.0f}")
    return TimeModel(transport.place / max(1, transport.last), ticks, words)


def _marked(scene: Scene, state: State) -> Scene:
    """With scissors on the moves that were cut off here, and a ring on what made it so: the better move that
    the other side has further up.
    """
    *above, here = state.rows
    cut_off = tuple(each.move for each in here.moves if each.status is Status.CUT_OFF and each.move != PASS)
    if not cut_off:
        return scene
    better = [row.best for row in above if row.color is not here.color and row.best not in (None, PASS)]
    return replace(scene, cut_off=cut_off, better=better[-1] if better else None)


def _sure(moment: SceneMoment, unit: int) -> SureModel:
    """Of the positions on the way in which a side is sure of something, or something is asked."""
    line = moment.shown.state.line
    rows = (
        (format_line(line[: sure.ply]), sure)
        for sure in moment.certainties
        if sure.low is not None or sure.high is not None
    )
    return SureModel(tuple(rows), unit)
