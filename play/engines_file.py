"""The file of engines that a person writes: a player on each line, whom commands call by the name.

# a comment
name=GRhino 3,command="gtp-rhino -l 3"
name=Edax 10,command="./edax -nboard -l 10",folder=/opt/edax,seconds=5
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ai.arena.players import parse_player
from game.files import LARGEST_SETTINGS, read_file
from game.text import _
from play.settings import DIRECTORY_NAME

ENGINES_FILE: Final = "engines.txt"


def engines_path() -> Path:
    """In the folder of the settings."""
    import platformdirs  # so that the command line starts at once

    return platformdirs.user_config_path(DIRECTORY_NAME, appauthor=False) / ENGINES_FILE


def read_engines(path: Path) -> tuple[dict[str, str], list[str]]:
    """The texts by their names, and a sentence for each line that is of no use; both empty without a file."""
    found: dict[str, str] = {}
    problems: list[str] = []

    def refuse(number: int, problem: str) -> None:
        problems.append(
            _("{path}, line {number}: {problem}").format(path=path, number=number, problem=problem)
        )

    try:
        lines = read_file(path, LARGEST_SETTINGS).decode("utf-8-sig", "replace").splitlines()
    except FileNotFoundError:
        return found, problems
    except OSError as error:
        sentence = _("{name} cannot be read: {reason}")
        return found, [sentence.format(name=path, reason=error.strerror or error)]
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            spec = parse_player(text)
        except ValueError as error:
            refuse(number, str(error))
            continue
        if spec.name == text:
            refuse(
                number, _("an engine needs a name, as in {example}").format(example="name=Edax,command=edax")
            )
        elif spec.name in found:
            refuse(number, _("there is another engine called {name}").format(name=repr(spec.name)))
        else:
            found[spec.name] = text
    return found, problems
