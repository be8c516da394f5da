"""What this machine has for the search: processors, and memory for the table of each player."""

from __future__ import annotations

import os
from dataclasses import replace

from ai.limits import MAX_THREADS
from ai.memory import check_table_size
from game.board import Color
from game.text import _
from play.settings import Settings


def processors() -> int:
    """The most threads that a search should be given here."""
    return min(MAX_THREADS, os.cpu_count() or 1)


def check_tables(megabytes: int) -> None:
    """Raises ValueError when there is no memory for two tables of this size, one for each player."""
    check_table_size(megabytes, tables=len(Color))


def clamped(settings: Settings) -> tuple[Settings, list[str]]:
    """The settings with what this machine cannot do replaced, and a sentence for each such value."""
    problems = []
    try:
        check_tables(settings.table_megabytes)
    except ValueError as error:
        settings = replace(settings, table_megabytes=Settings().table_megabytes)
        problem = str(error)[:1].upper() + str(error)[1:]
        sentence = _("{problem}; each player has {megabytes} MB now.")
        problems.append(sentence.format(problem=problem, megabytes=settings.table_megabytes))
    if settings.threads > processors():
        wanted, settings = settings.threads, replace(settings, threads=processors())
        sentence = _("{wanted} threads are more than this machine has processors; the search uses {threads}.")
        problems.append(sentence.format(wanted=wanted, threads=settings.threads))
    return settings, problems
