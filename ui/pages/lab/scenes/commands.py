"""What can be done in a scene: play, go on to what it is about, go back."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from ai.limits import Algorithm
from play.scene_race import SceneRace
from play.scenes import Scene, ScenePlayback, Scenes
from play.slow_motion import Run
from play.transport import Transport
from ui.actions import Action, Group
from ui.input import Key
from ui.pages.lab.commands import RACE_SCENE, LabCommands
from ui.pages.lab.predict import PlayedCommands
from ui.text import N_
from ui.window import Window

KEYS_LINE: Final = N_("Space play · ← back · → next · 1 – 4 scenes · 5 explore · F1 all keys")
NEXT: Final = {
    Algorithm.MINIMAX: "scene_reply",
    Algorithm.ALPHABETA: "scene_cut",
    Algorithm.PVS: "scene_bet",
}
"""The button that goes on, by the search of the scene."""


class SceneCommands(PlayedCommands):
    def __init__(self, window: Window, lab: LabCommands) -> None:
        self.scenes: Scenes | None = None
        self.race: SceneRace | None = None
        self._playbacks: dict[int, ScenePlayback] = {}
        super().__init__(window, lab)

    @property
    def scene(self) -> Scene | None:
        """The one in sight, once it has been searched; None in the race."""
        ready = () if self.scenes is None else self.scenes.scenes
        return ready[self.lab.scene] if ready and self.lab.scene < len(ready) else None

    @property
    def playback(self) -> ScenePlayback | None:
        """Of the scene in sight."""
        if self.scene is None:
            return None
        return self._playbacks.setdefault(self.lab.scene, ScenePlayback(self.scene))

    @property
    def transport(self) -> Transport | None:
        return self.race if self.lab.scene == RACE_SCENE else self.playback

    @property
    def run(self) -> Run | None:
        return None if self.scene is None else self.scene.run

    def open(self) -> None:
        """Search the position of the Lab, unless that is done."""
        if self.scenes is not None and self.board == self.lab.board:
            return
        self.close()
        self.board, self._playbacks = self.lab.board, {}
        if not self.lab.problem:
            self.scenes = Scenes(self.board)
            self.race = SceneRace(self.board.after_pass())

    def close(self) -> None:
        if self.scenes is not None:
            self.scenes.is_cancelled = True
        if self.race is not None:
            self.race.close()
        self.scenes = self.race = None

    def stop(self) -> None:
        """End a race that is not over."""
        if self.race is not None and self.race.race.is_running:
            self.race.close()
            self.race = SceneRace(self.board.after_pass())

    def update(self, dt: float) -> None:
        if self.race is not None and self.race.race.is_running:
            self.race.race.update()  # also while another scene is in sight
        super().update(dt)
        if self._is_at_end():
            self.lab.done.add(self.lab.scene)

    def toggle_predict(self) -> None:
        """The race has nothing to be asked about: its questions begin with alpha-beta."""
        super().toggle_predict()
        if self.predict.is_on and self.lab.scene in (0, RACE_SCENE):
            self.lab.show_scene(1)

    def toggle_play(self) -> None:
        self.predict.let_go()
        if self.is_playing:
            self.pause()
        elif self.lab.scene == RACE_SCENE and self.race is not None:
            self.race.start()
        elif (playback := self.playback) is not None:
            playback.play()

    def next(self) -> None:
        """To what comes next in the scene; from its end to the scene after it."""
        self.predict.let_go()
        playback = self.playback
        if playback is not None and playback.is_at_end:
            self.lab.show_scene(self.lab.scene + 1)
        elif playback is not None:
            before = playback.step
            playback.next()
            self.ask(before)

    def back(self) -> None:
        self.predict.let_go()
        if (playback := self.playback) is not None:
            playback.back()

    def _can_go_on(self) -> bool:
        return self.playback is not None

    def _is_at_end(self) -> bool:
        return self.transport is not None and self.transport.is_at_end

    def _can_go_back(self) -> bool:
        return self.playback is not None and self.playback.step > self.playback.first

    def make_rows(self) -> tuple[Action, ...]:
        on = partial(Action, tip=N_("Go on to it"), perform=self.next, group=Group.LINES,
                     is_possible=self._can_go_on, is_primary=True, is_begun=self._is_at_end,
                     label_rest=N_("Next scene"))  # fmt: skip
        return (
            Action("scene_play", N_("Start"), N_("Play the scene, with a pause at each sentence, and hold"),
                   self.toggle_play, (Key(pygame.K_SPACE),), Group.LINES, is_on=lambda: self.is_playing,
                   label_on=N_("Pause"), is_begun=self._is_at_end, label_rest=N_("Once more"),
                   is_possible=lambda: self.transport is not None),
            self.predict_row("scene_predict"),
            Action("scene_back", N_("Back"), N_("To the sentence before"), self.back, (Key(pygame.K_LEFT),),
                   Group.LINES, is_possible=self._can_go_back, icon="back", has_words=True),
            Action("scene_next", N_("Next"), N_("To the next thing that the scene is about"), self.next,
                   (Key(pygame.K_RIGHT),), Group.LINES, is_possible=self._can_go_on,
                   aliases=(Key(pygame.K_PERIOD), Key(pygame.K_COMMA))),
            on("scene_reply", N_("Next answer")),
            on("scene_cut", N_("Next cut")),
            on("scene_bet", N_("Next bet")),
        )  # fmt: skip
