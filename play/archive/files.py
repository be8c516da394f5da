"""The files of an archive in a folder and its subfolders."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from game.records.wthor import PLAYERS_SUFFIX, SUFFIX, TOURNAMENTS_SUFFIX
from game.text import _, ngettext

TEXTS: Final = (".ggf", ".sgf", ".pgn")
GAMES: Final = (SUFFIX, *TEXTS)
NAMES: Final = (PLAYERS_SUFFIX, TOURNAMENTS_SUFFIX)
# Files that systems leave in folders; hidden files are left out, too.
LITTER: Final = ("thumbs.db", "desktop.ini", "__macosx")
# The most files and folders of an archive: more are a whole disk.
MOST_FILES: Final = 100_000
# The most names shown of the files that are not read.
SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class ArchiveFiles:
    """Files of games and WTHOR names, perhaps gzipped; `unread` are others, except hidden ones and litter."""

    folder: Path
    games: list[Path] = field(default_factory=list)
    names: list[Path] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, folder: Path) -> "ArchiveFiles":
        """Finds the files in a folder. Raises OSError, and ValueError for too many files or no games."""
        files = cls(folder)
        for path in files._walk():
            name = path.name.lower().removesuffix(".gz")
            if name.endswith(GAMES):
                files.games.append(path)
            elif name.endswith(NAMES):
                files.names.append(path)
            else:
                files.unread.append(files.name(path))
        if not files.games:
            reason = _("an archive is a folder of {suffix} files", suffix=", ".join(GAMES))
            raise ValueError(no_games(folder, reason))
        return files

    def name(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()

    def describe_unread(self) -> str:
        """Returns '5 files are not read: a.doc, b.zip, more/c.txt …', '' if all are read."""
        count, names = len(self.unread), ", ".join(self.unread[:SHOWN])
        names += " …" if count > SHOWN else ""
        said = ngettext("{count} file is not read: {names}", "{count} files are not read: {names}", count)
        return said.format(count=f"{count:,}", names=names) if count else ""

    def _walk(self) -> Iterator[Path]:
        """Yields all files, each folder once even if links lead to it. Raises OSError and ValueError."""
        seen, count = set[tuple[int, int]](), 0

        def refuse(error: OSError) -> None:
            if error.filename == str(self.folder):
                raise error
            self.unread.append(f"{self.name(Path(error.filename))} ({error.strerror})")

        for place, folders, files in os.walk(self.folder, onerror=refuse, followlinks=True):
            count += len(folders) + len(files)
            if count > MOST_FILES:
                sentence = _("{folder} has more than {count} files: choose a folder with only games")
                raise ValueError(sentence.format(folder=self.folder, count=f"{MOST_FILES:,}"))
            found = Path(place).stat()
            if (found.st_dev, found.st_ino) in seen:
                folders.clear()
                continue
            seen.add((found.st_dev, found.st_ino))
            folders[:] = sorted(filter(_counts, folders))
            yield from (Path(place, name) for name in sorted(filter(_counts, files)))


def no_games(folder: Path, reason: str) -> str:
    return _("there are no games in {folder}: {reason}", folder=folder, reason=reason)


def _counts(name: str) -> bool:
    return not name.startswith(".") and name.lower() not in LITTER
