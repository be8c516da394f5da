"""Every read goes through game/files.py: a regular file, up to a limit, without waiting for a pipe."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.sources import ROOT, source_files, tree_of

# Calls that read a file, whatever their arguments.
READERS = {
    "np.load", "np.fromfile", "np.memmap", "np.loadtxt", "np.genfromtxt", "mmap.mmap", "sqlite3.connect",
    "json.load", "pickle.load", "tomllib.load", "gzip.open", "bz2.open", "lzma.open", "io.open", "os.open",
    "zipfile.ZipFile", "tarfile.open", "shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.move",
    "pygame.image.load", "pygame.mixer.Sound", "pygame.font.Font", "gnu.translation", "gettext.translation",
    "configparser.ConfigParser", "codecs.open", "fileinput.input", "linecache.getlines",
}  # fmt: skip
ATTRIBUTES = {"open", "read_text", "read_bytes", *(name.rpartition(".")[2] for name in READERS)}
# Calls that may read elsewhere, and why.
EXCEPTIONS = {
    "game/files.py: open": "it is the one place",
    "game/files.py: os.open": "it is the one place",
    "game/files.py: gzip.open": "of an open file",
    "game/text.py: gnu.translation": "opens it itself; ui/text/languages.py checks its kind before",
    "ai/arena/tournament.py: self._specs[number].open": "starts a player",
    "ai/files.py: os.open": "folders, to pass through them",
    "ai/programs.py: open": "the device without content",
    "ai/cache.py: source.read_text": "source code of the program itself, which Python has loaded",
    "ai/cache.py: source.read_bytes": "source code of the program itself, which Python has loaded",
    "play/archive/index.py: mmap.mmap": "of an open file",
    "play/files.py: shutil.copy2": "a file that was read before, copied with its times",
    "play/library_file.py: shutil.copy2": "a file whose kind is checked before, copied with its times",
    "play/library_file.py: sqlite3.connect": "SQLite opens the file itself; its kind is checked before",
    "ui/commands/nboard.py: open": "standard input",
    "ui/pages/lab/scenes.py: self.commands.open": "opens a scene",
}
# Parts of calls that read from memory, or do not read at all.
NO_FILE = re.compile(r":memory:|BytesIO\(|buffer=|O_WRONLY")
# Steps of training read files of many gigabytes that a developer names; they are never loaded in play.
TRAINING = ROOT / "ai" / "training"


def mode_of(call: ast.Call, place: int) -> str | None:
    """Returns the mode in which a file is opened; None if the arguments are not those of an open."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    given = call.args[place] if len(call.args) > place else named.get("mode")
    if (
        isinstance(given, ast.Constant)
        and isinstance(given.value, str)
        and set(given.value) <= set("rwxabt+")
    ):
        return given.value
    is_file = place == 1 or not call.args or {"encoding", "errors", "newline"} & named.keys()
    return "r" if is_file and not isinstance(given, ast.Constant) else None


def reads(tree: ast.AST) -> Iterator[str]:
    """Yields the names of the calls that open a file to read it."""
    for call in ast.walk(tree):
        function = call.func if isinstance(call, ast.Call) else None
        attribute = function.attr if isinstance(function, ast.Attribute) else ""
        if not isinstance(call, ast.Call) or not (attribute in ATTRIBUTES or isinstance(function, ast.Name)):
            continue
        name = function.id if isinstance(function, ast.Name) else ast.unparse(call.func)
        mode = mode_of(call, 1) if name == "open" else mode_of(call, 0) if attribute == "open" else None
        is_reader = name in READERS and not NO_FILE.search(ast.unparse(call))
        if is_reader or attribute in ("read_text", "read_bytes") or set(mode or "") & set("r+"):
            yield name


@pytest.mark.parametrize(
    ("code", "is_read"),
    [
        *((f"open({rest})", True) for rest in ("path", "path, 'rb'", "path, mode='r+'", "path, 'ab+'")),
        *((f"path.open({rest})", True) for rest in ("", "'rb'", "encoding='utf-8'")),
        *((code, True) for code in ("path.read_text()", "Path(name).read_bytes()", "np.load(path)")),
        *((code, True) for code in ("sqlite3.connect(path)", "json.load(file)")),
        *((code, False) for code in ("open(path, 'w')", "path.open('xb')", "reader.open(folder)")),
        *((code, False) for code in ("read_file(path)", "sqlite3.connect(':memory:')")),
    ],
)
def test_reads_are_found(code: str, is_read: bool) -> None:
    assert bool(list(reads(ast.parse(code)))) is is_read


def test_every_read_goes_through_one_module() -> None:
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in source_files()
        if TRAINING not in path.parents
        for name in reads(tree_of(path))
    }
    assert found - EXCEPTIONS.keys() == set(), "read it by game/files.py"
    assert EXCEPTIONS.keys() - found == set(), "an exception without a cause"
