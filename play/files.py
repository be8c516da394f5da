"""JSON files of one directory, written atomically. Problems become messages, a sentence each, never errors;
an unreadable file is kept under another name, never overwritten.
"""

import json
import os
import shutil
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from ai.files import behind_links, is_there, write_file
from game.files import LARGEST_SETTINGS, read_file
from game.text import _, ngettext


def is_folder(path: Path) -> bool:
    """Returns False also without permission and for invalid names, for which Path.is_dir may raise."""
    return os.path.isdir(path)  # noqa: PTH112


def cannot_read(name: object, error: OSError) -> str:
    return _("{name} cannot be read: {reason}", name=name, reason=error.strerror or error)


def cannot_write(name: object, error: OSError) -> str:
    return _("{name} cannot be written: {reason}", name=name, reason=error.strerror or error)


def and_more(problems: Sequence[str]) -> str:
    """Returns the first of the problems, with the number of the others."""
    more = len(problems) - 1
    sentence = ngettext("{problem} (and {count} more)", "{problem} (and {count} more)", more)
    return sentence.format(problem=problems[0], count=f"{more:,}") if more else problems[0]


def replace_file(path: Path, text: str) -> None:
    write_file(path, text.replace("\n", os.linesep).encode("utf-8", "replace"))


def write_new(path: Path, text: str) -> Path:
    """Writes a new file atomically, with a number if the name is taken. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        place = path if number == 1 else path.with_name(f"{path.stem} ({number}){path.suffix}")
        try:
            place.touch(exist_ok=False)  # reserves the name
            break
        except FileExistsError:
            continue
    try:
        replace_file(place, text)
    except OSError:
        place.unlink(missing_ok=True)
        raise
    return place


class JsonFiles:
    """JSON files in `directory`, by name; adds problems to `messages`."""

    def __init__(self, directory: Path, messages: list[str]) -> None:
        self._directory = directory
        self._messages = messages
        self._protected: set[str] = set()  # never written, renamed or deleted
        self._copied: set[str] = set()  # files with bad values that have been copied
        self._unwritten: dict[str, object] = {}  # what could not be written; None for a failed deletion

    def keeps(self, name: str) -> bool:
        """Returns whether the file is written: it is not protected, and its last write did not fail."""
        return name not in self._unwritten and name not in self._protected

    def protect(self, name: str) -> None:
        """Never changes this file from now on."""
        self._protected.add(name)

    def read(self, name: str, most: int = LARGEST_SETTINGS) -> dict[str, Any] | None:
        """Returns the content of a file; None if there is none, or it is unreadable and so set aside."""
        try:
            content = json.loads(read_file(self._directory / name, most))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self.set_aside(name, cannot_read(name, error))
            return None
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            self.set_aside(name, _("{name} is damaged", name=name))
            return None
        return content

    def write(self, name: str, content: object) -> None:
        if name in self._protected:
            return
        text = json.dumps(content, indent=1, allow_nan=False) + "\n"
        try:
            replace_file(self._directory / name, text)
        except OSError as error:
            self._report_unwritten(name, content, error)
        else:
            self._unwritten.pop(name, None)

    def retry(self) -> None:
        """Writes and deletes again what failed, as on a full disk."""
        for name, content in [*self._unwritten.items()]:
            if content is None:
                self.delete(name)
            else:
                self.write(name, content)

    def write_aside(self, name: str, content: object) -> None:
        """Writes to a new file `<name>.before`."""
        self.write(free_name(self._directory / name, "before").name, content)

    def delete(self, name: str) -> None:
        if name in self._protected:
            return
        try:
            behind_links(self._directory / name).unlink(missing_ok=True)
        except OSError as error:
            self._report_unwritten(name, None, error)
        else:
            self._unwritten.pop(name, None)

    def set_aside(self, name: str, problem: str) -> None:
        """Renames an unusable file to `<name>.damaged`; `problem` is a sentence without its full stop."""
        path = behind_links(self._directory / name)
        if name not in self._protected:
            aside = free_name(path, "damaged")
            try:
                path.rename(aside)
            except OSError:
                self.protect(name)
            else:
                sentence = _("{problem}. The file is kept as {aside} and not used: {path}")
                self._messages.append(sentence.format(problem=problem, aside=aside.name, path=path))
                return
        sentence = _("{problem}. The file stays unchanged, and nothing is saved to it: {path}")
        self._messages.append(sentence.format(problem=problem, path=path))

    def make_room(self, name: str, is_whole: bool = True) -> str | None:
        """Renames a file to `<name>.before` to make room for another; returns its new name. If the file is an
        earlier version (not `is_whole`), the caller keeps what could not be written to it.
        """
        path = behind_links(self._directory / name)
        self._unwritten.pop(name, None)
        if name in self._protected or not is_there(path):
            return None
        aside = free_name(path, "before")
        try:
            path.rename(aside)
        except OSError as error:
            self.protect(name)
            sentence = _("The previous game stays in {name}; this one is not saved ({reason}).")
            self._messages.append(sentence.format(name=name, reason=error.strerror))
            return None
        if is_whole:
            sentence = _("The previous game is kept as {name} in {folder}.")
            self._messages.append(sentence.format(name=aside.name, folder=aside.parent))
        return aside.name

    def report_default(self, name: str, problem: str) -> None:
        """Reports an unusable value; copies the file once, since the next save replaces it."""
        path = behind_links(self._directory / name)
        sentence = _("{name}: {problem}; the default is used.")
        fields = {"name": name, "problem": problem}
        if name not in self._copied | self._protected:
            self._copied.add(name)
            aside = free_name(path, "damaged")
            try:
                shutil.copy2(path, aside)
            except OSError as error:
                sentence = _("{name}: {problem}; the default is used (no copy could be kept: {reason}).")
                fields["reason"] = error.strerror or str(error)
            else:
                sentence = _("{name}: {problem}; the default is used (the file is kept as {aside}).")
                fields["aside"] = aside.name
        self._messages.append(sentence.format(**fields))

    def _report_unwritten(self, name: str, content: object, error: OSError) -> None:
        """Reports a failed write, only once until all files can be written again."""
        if not self._unwritten:
            sentence = _(
                "Settings and games cannot be saved in {folder} ({reason}); the program continues "
                "without saving."
            )
            self._messages.append(sentence.format(folder=self._directory, reason=error.strerror))
        self._unwritten[name] = content


def free_name(path: Path, reason: str) -> Path:
    """Returns `<name>.<reason>`, with a number if that is taken."""
    ends = chain([reason], (f"{reason}-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.{end}") for end in ends)
    return next(aside for aside in names if not is_there(aside))
