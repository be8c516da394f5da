"""Answers are kept across restarts."""

import json
from collections.abc import Callable

from play.store import PRACTICE_FILE, Store
from tests.play.practice.material import mistake
from tests.ui.driving import do
from tests.ui.pages.practice.asked import exercise, task, trainer
from ui.app import App
from ui.pages.practice.page import PracticePage


def test_answers_survive_restarts(store: Store, opened: list[App], reopen: Callable[[App], App]) -> None:
    opened.append(app := App(store))
    app.session.practice.add([mistake(number) for number in (1, 2, 3)])
    for number in (1, 2):
        app.show(PracticePage)
        do(app, "practice_mistakes")
        assert task(app).key == mistake(number).key
        trainer(app).play(exercise(app).best.move)
        app = reopen(app)
        cards = json.loads((store.directory / PRACTICE_FILE).read_text("utf-8"))["cards"]["mistakes"]
        assert cards[mistake(number).key][0] == 1
