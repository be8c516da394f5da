"""What can be done in a scene: play, go on to what it is about, go back."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from ai.limits import Algorithm
from play.scene_race import SceneRace
from play.scenes import Playback, Scene, Scenes, scenes_of
from ui.actions import Action, Group, Place
from ui.input import Key
from ui.pages.lab.commands import RACE_SCENE, LabCommands
from ui.pages.lab.scenes.predict import Predict
from ui.text import N_
from ui.window import Window

KEYS_LINE: Final = N_("Space play · ← back · → next · 1 – 4 scenes · E explore · F1 all keys")
NEXT: Final = {
    Algorithm.MINIMAX: "scene_reply",
    Algorithm.ALPHABETA: "scene_cut",
    Algorithm.PVS: "scene_bet",
}
"""The button that goes on, by the search of the scene."""


class SceneCommands:
    def __init__(self, window: Window, lab: LabCommands) -> None:
        self.window = window
        self.lab = lab
        self.board = lab.board
        self.scenes: Scenes | None = None
        self.race: SceneRace | None = None
        self._playbacks: dict[int, Playback] = {}
        self.predict = Predict(self._show_step, window.rebuild)
        self._fixed_rows = self._rows()

    @property
    def rows(self) -> tuple[Action, ...]:
        return *self._fixed_rows, *self.predict.rows

    @property
    def scene(self) -> Scene | None:
        """The one in sight, once it has been searched; None in the race."""
        ready = () if self.scenes is None else self.scenes.scenes
        return ready[self.lab.scene] if ready and self.lab.scene < len(ready) else None

    @property
    def playback(self) -> Playback | None:
        """Of the scene in sight."""
        if self.scene is None:
            return None
        return self._playbacks.setdefault(self.lab.scene, Playback(self.scene))

    def open(self) -> None:
        """Search the position of the Lab, unless that is done."""
        if self.scenes is not None and self.board == self.lab.board:
            return
        self.close()
        self.board, self._playbacks = self.lab.board, {}
        if not self.lab.problem:
            self.scenes = scenes_of(self.board)
            self.race = SceneRace(self.board.after_pass())

    def close(self) -> None:
        if self.scenes is not None:
            self.scenes.cancel()
        if self.race is not None:
            self.race.close()
        self.scenes = self.race = None

    def leave(self) -> None:
        """End a race that is not over: the game needs the cores."""
        if self.race is not None and self.race.race.is_running:
            self.race.close()
            self.race = SceneRace(self.board.after_pass())

    def pause(self) -> None:
        self.predict.let_go()
        for playing in (*self._playbacks.values(), self.race):
            if playing is not None:
                playing.pause()

    def update(self, dt: float) -> None:
        if self.race is not None and self.race.race.is_running:
            self.race.race.update()  # also while another scene is in sight
        if self.lab.scene == RACE_SCENE and self.race is not None:
            self.race.update(dt)
            if self.race.is_over:
                self.lab.done.add(RACE_SCENE)
        elif (playback := self.playback) is not None:
            before = playback.step
            playback.update(dt)
            self.predict.ask(playback.scene.run, before, playback.step)
            if playback.is_at_end:
                self.lab.done.add(self.lab.scene)

    @property
    def is_playing(self) -> bool:
        in_sight = self.race if self.lab.scene == RACE_SCENE else self.playback
        return in_sight is not None and in_sight.is_playing

    def _show_step(self, step: int) -> None:
        """Of the search that something is asked about."""
        if (playback := self.playback) is not None:
            playback.pause()
            playback.go_to(step)

    def toggle_predict(self) -> None:
        """The race has nothing to be asked about: its questions begin with alpha-beta."""
        self.predict.toggle()
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
            self.predict.ask(playback.scene.run, before, playback.step)

    def back(self) -> None:
        self.predict.let_go()
        if (playback := self.playback) is not None:
            playback.back()

    def _can_go_on(self) -> bool:
        return self.playback is not None

    def _is_at_end(self) -> bool:
        if self.lab.scene == RACE_SCENE:
            return self.race is not None and self.race.is_over
        return self.playback is not None and self.playback.is_at_end

    def _can_go_back(self) -> bool:
        return self.playback is not None and self.playback.step > self.playback.scene.played[0].step

    def _rows(self) -> tuple[Action, ...]:
        on = partial(Action, tip=N_("Go on to it"), perform=self.next, group=Group.LINES,
                     is_possible=self._can_go_on, is_primary=True, is_begun=self._is_at_end,
                     label_rest=N_("Next scene"))  # fmt: skip
        return (
            Action("scene_play", N_("Start"), N_("Play the scene, with a pause at each sentence, and hold"),
                   self.toggle_play, (Key(pygame.K_SPACE),), Group.LINES, is_on=lambda: self.is_playing,
                   label_on=N_("Pause"), is_begun=self._is_at_end, label_rest=N_("Once more"),
                   is_possible=lambda: self.playback is not None or self.lab.scene == RACE_SCENE),
            Action("scene_predict", N_("Ask me"),
                   N_("Questions about what the search does next, counted for this sitting"),
                   self.toggle_predict, (Key(pygame.K_F7),), Group.LINES, Place.SEARCH,
                   is_on=lambda: self.predict.is_on, icon="help", has_words=True),
            Action("scene_back", N_("Back"), N_("To the sentence before"), self.back, (Key(pygame.K_LEFT),),
                   Group.LINES, is_possible=self._can_go_back, icon="back", has_words=True),
            Action("scene_next", N_("Next"), N_("To the next thing that the scene is about"), self.next,
                   (Key(pygame.K_RIGHT),), Group.LINES, is_possible=self._can_go_on,
                   aliases=(Key(pygame.K_k), Key(pygame.K_r))),
            on("scene_reply", N_("Next answer")),
            on("scene_cut", N_("Next cut")),
            on("scene_bet", N_("Next bet")),
        )  # fmt: skip
