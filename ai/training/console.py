"""What the steps show while they work: a bar, and lines that are kept in a log."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

_console = Console(highlight=False)


class Log:
    """Lines for people, on standard output and, with the date and the time, at the end of a file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path

    def tell(self, *lines: str) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            for line in lines:
                _console.print(line, markup=False, soft_wrap=True)
                file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {line}\n")


@contextmanager
def bar(title: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar of `total` things, `done` of them before; call what it gives with how many more are done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=_console) as progress:
        task = progress.add_task(title, total=total, completed=done)
        yield lambda more: progress.advance(task, more)
