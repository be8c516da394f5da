"""Helpers for tests of the page Practice: its trainer and current task."""

from play.practice.drill import Drill
from play.practice.exercise import Exercise
from play.practice.trainer import Task, Trainer
from tests.ui.driving import page_of
from ui.app import App
from ui.pages.practice.page import PracticePage


def page(app: App) -> PracticePage:
    return page_of(app, PracticePage)


def trainer(app: App) -> Trainer:
    return page(app).commands.trainer


def task(app: App) -> Task:
    found = trainer(app).task
    assert found is not None
    return found


def exercise(app: App) -> Exercise:
    found = task(app)
    assert isinstance(found, Exercise)
    return found


def drill(app: App) -> Drill:
    found = task(app)
    assert isinstance(found, Drill)
    return found
