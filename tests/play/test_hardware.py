import os
from dataclasses import replace
from types import SimpleNamespace

import psutil
import pytest

from play.settings import Settings, clamped, processors

CHOSEN = Settings(table_megabytes=128, threads=1, volume=0.2)


def free(megabytes: int) -> SimpleNamespace:
    return SimpleNamespace(available=megabytes << 20)


def test_what_the_machine_can_do_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: free(256))
    assert clamped(CHOSEN) == (CHOSEN, [])


def test_tables_that_no_longer_fit_get_the_default_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: free(255))
    settings, problems = clamped(CHOSEN)
    assert settings == replace(CHOSEN, table_megabytes=64)
    assert problems == [
        "2 tables of 128 MB do not fit into memory: 255 MB are free; each player has 64 MB now."
    ]


def test_more_threads_than_processors_become_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    for count, threads in ((2, 2), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda count=count: count)
        settings, problems = clamped(replace(CHOSEN, threads=16))
        assert settings == replace(CHOSEN, threads=threads)
        assert problems == [f"This machine has fewer than 16 processors; the number of threads is {threads}."]


def test_a_search_has_use_for_so_many_processors_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 256)
    assert processors() == 64
