"""The list of engines, a player on each line, edited by hand or in a dialog of the settings.

# a comment
name=GRhino 3,command="gtp-rhino -l 3"
name=Edax 10,command="./edax -nboard -l 10",folder=/opt/edax,seconds=5
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ai.arena.players import PlayerSpec, parse_pairs, parse_player
from ai.files import write_file
from game.files import LARGEST_SETTINGS, read_file
from game.plain_text import shortened
from game.text import _
from play.files import cannot_read
from play.settings import DIRECTORY_NAME, ENGINES_FILE


@dataclass(frozen=True, slots=True)
class EngineLine:
    """A line of the file: a player with `spec` and `values`, a line with a `problem`, or a comment."""

    text: str
    values: Mapping[str, str] = field(default_factory=dict)
    spec: PlayerSpec | None = None
    problem: str = ""

    @property
    def is_outside(self) -> bool:
        """Whether the line means an external program, even if it has a problem."""
        return "command" in self.values

    @property
    def name(self) -> str:
        return self.values.get("name", "") if self.spec is None else self.spec.name


class FieldError(ValueError):
    """The value of `field`, named as in the file, cannot be written in a line."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def engines_path() -> Path:
    import platformdirs  # imported late: the command line starts faster

    return platformdirs.user_config_path(DIRECTORY_NAME, appauthor=False) / ENGINES_FILE


def parse_line(text: str) -> EngineLine:
    text = text.strip()
    if not text or text.startswith("#"):
        return EngineLine(text)
    values: dict[str, str] = {}
    try:
        values = parse_pairs(text) if "=" in text else {}
        spec = parse_player(text)
    except ValueError as error:
        return EngineLine(text, values, problem=shortened(str(error)))
    if not values.get("name"):
        sentence = _("an engine needs a name, as in {example}")
        return EngineLine(text, values, problem=sentence.format(example="name=Edax,command=edax"))
    return EngineLine(text, values, spec)


def line_of(values: Mapping[str, str]) -> EngineLine:
    """Builds the line of an external engine; omits empty values. Raises FieldError for bad characters."""
    parts = []
    for name, value in values.items():
        if '"' in value or len(value.splitlines()) > 1:
            raise FieldError(name, _("{value} must not have quotation marks or line breaks", value=value))
        if value:
            needs_quotes = "," in value or any(map(str.isspace, value))
            parts.append(f'{name}="{value}"' if needs_quotes else f"{name}={value}")
    if not values.get("command"):
        return EngineLine(",".join(parts), values, problem=_("the command of a program is missing"))
    return replace(parse_line(",".join(parts)), values=values)


def checked(lines: Iterable[EngineLine]) -> list[EngineLine]:
    """Returns the lines; each with the name of an earlier one gets a problem."""
    names: set[str] = set()
    found = []
    for line in lines:
        if line.spec is not None and line.name in names:
            problem = _("there is another engine called {name}", name=repr(line.name))
            line = replace(line, spec=None, problem=problem)
        elif line.spec is not None:
            names.add(line.name)
        found.append(line)
    return found


def read_lines(path: Path) -> list[EngineLine]:
    """Parses each line alone; returns [] if there is no file. Raises OSError."""
    try:
        text = read_file(path, LARGEST_SETTINGS).decode("utf-8-sig", "surrogateescape")
    except FileNotFoundError:
        return []
    return [parse_line(line) for line in text.splitlines()]


def write_lines(path: Path, lines: Iterable[EngineLine]) -> None:
    """Writes the lines to the file. Raises OSError."""
    write_file(path, "".join(f"{line.text}\n" for line in lines).encode("utf-8", "surrogateescape"))


def read_engines(path: Path) -> tuple[dict[str, str], list[str]]:
    """Returns the lines by name, and a sentence for each unusable line; both empty without a file."""
    try:
        lines = checked(read_lines(path))
    except OSError as error:
        return {}, [cannot_read(path, error)]
    problems = [
        _("{path}, line {number}: {problem}", path=path, number=number, problem=line.problem)
        for number, line in enumerate(lines, start=1)
        if line.problem
    ]
    return {line.name: line.text for line in lines if line.spec is not None}, problems


def listed_engines(path: Path) -> tuple[dict[str, EngineLine], str]:
    """Returns the external engines by name, unusable ones too, and ''; or none, and a sentence why."""
    try:
        lines = checked(read_lines(path))
    except OSError as error:
        return {}, cannot_read(path, error)
    found: dict[str, EngineLine] = {}
    for line in lines:
        if line.name and line.is_outside:
            found.setdefault(line.name, line)
    return found, ""
