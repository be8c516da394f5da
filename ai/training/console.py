"""The output of running steps: a progress bar, and lines above it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

_console = Console(highlight=False)


def tell(*lines: str) -> None:
    for line in lines:
        _console.print(line, markup=False, soft_wrap=True)


@contextmanager
def bar(title: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar of `total` items, `done` of them at first; yields a function that adds more."""
    columns = *Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=_console) as progress:
        task = progress.add_task(title, total=total, completed=done)
        yield lambda more: progress.advance(task, more)
