"""Atomic writes, appended lines and private folders."""

import contextlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from game.files import LARGEST_FILE, check_kind, open_file, read_file
from game.text import _

UNFINISHED: Final = ".new"  # the suffix of a file that is being written
ABANDONED: Final = 3600.0  # seconds; an older unfinished file belongs to a program that has ended
IN_USE: Final = (5, 32)  # Windows errors while another program has the file open: access, sharing violation
PAUSES: Final = (0.01, 0.04, 0.15, 0.3)  # seconds between the attempts
# Opens a folder, but no link; on systems with O_PATH also a folder that this user may not list.
_ENTER: Final = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_PATH", 0)
# In a container, the owner of files whose real owner has no id there (/proc/sys/kernel/overflowuid).
_UNMAPPED_USER: Final = 65534


def put_in_place(written: Path, place: Path) -> None:
    """Renames a file to `place`, replacing any file there. Raises OSError.

    Windows refuses while the old file is open, in a virus scanner for example, so the call is repeated.
    """
    for pause in PAUSES:
        try:
            written.replace(place)
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in IN_USE:
                raise
            time.sleep(pause)
    written.replace(place)


def is_there(path: Path) -> bool:
    """Returns whether the path exists; unlike Path.exists, False without access, True for a broken link."""
    return os.path.lexists(path)


def behind_links(path: Path) -> Path:
    """Resolves a link, so that writing keeps it; a link to a device, a pipe or a folder stays unresolved."""
    target = Path(os.path.realpath(path))
    return target if os.path.isfile(target) or not is_there(target) else path  # noqa: PTH113 - Path.is_file may raise


def write_file(path: Path, data: bytes | Iterable[bytes | memoryview]) -> None:
    """Writes a file atomically, so that it is never incomplete; a replaced file keeps its mode.

    Raises OSError, also for a device, a pipe or a folder, and any error of the iterable `data`.
    """
    path = behind_links(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_replaced := is_there(path) and not path.is_symlink():
        check_kind(path)
    temporary = path.with_name(f"{path.name}.{os.urandom(4).hex()}{UNFINISHED}")
    try:
        with temporary.open("xb") as file:
            if is_replaced and os.name != "nt":  # Windows deletes no read-only file
                shutil.copymode(path, temporary)
            file.writelines((data,) if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def delete_unfinished(directory: Path, pattern: str) -> None:
    """Deletes unfinished files of killed programs, if possible; `pattern` matches the finished files."""
    with contextlib.suppress(OSError):
        for path in directory.glob(f"{pattern}.*{UNFINISHED}"):
            with contextlib.suppress(OSError):
                if path.lstat().st_mtime < time.time() - ABANDONED:
                    path.unlink()


def lines_of(path: Path, most: int = LARGEST_FILE) -> list[str]:
    """Returns the lines of a file, the last perhaps cut off; none without a file. Raises OSError."""
    try:
        return read_file(path, most).decode("utf-8", "replace").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return []


def add_line(path: Path, line: str) -> None:
    """Appends a line and flushes it to the disk; ends a cut-off last line first. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open_file(path, "ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                line = line if file.read() == b"\n" else f"\n{line}"
            file.write(f"{line}\n".encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def temporary_folder() -> Path:
    """Returns a private folder in the shared temporary one, the same at every start. Raises OSError."""
    temporary = Path(tempfile.gettempdir())
    if not hasattr(os, "getuid"):  # on Windows each user has a temporary folder
        return temporary / "nullwindow"
    return make_private(temporary / f"nullwindow-{os.getuid()}")


def make_private(folder: Path) -> Path:
    """Makes a folder private to this user, unless it exists, and returns its path without links.

    Raises OSError, also if another user could write to or replace the folder: its content may be executed.
    """
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=stat.S_IRWXU, parents=True)
    if not hasattr(os, "getuid"):
        return folder
    folder = check_owners(folder.parent) / folder.name
    found = folder.lstat()
    is_private = not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    if not (stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and is_private):
        raise PermissionError(_("{folder} is not private to this user", folder=folder))
    return folder


def check_owners(folder: Path) -> Path:
    """Returns the path without links. Raises OSError if another user could replace the folder or a parent.

    Opens each folder inside its parent, which has just passed, so that none can be replaced between its check
    and its use.
    """
    folder = Path(os.path.realpath(folder))
    if not hasattr(os, "getuid"):
        return folder
    trusted = _trusted_users()
    handle = os.open(folder.anchor, _ENTER)
    try:
        for index, name in enumerate((".", *folder.parts[1:]), start=1):
            inner = os.open(name, _ENTER, dir_fd=handle)
            os.close(handle)
            handle = inner
            found = os.fstat(handle)
            # With the sticky bit set, others may add files but not rename or delete this user's.
            is_open = _others_may_write(found) and not found.st_mode & stat.S_ISVTX
            if found.st_uid not in trusted or is_open:
                path = Path(*folder.parts[:index])
                raise PermissionError(_("another user could replace files in {folder}", folder=path))
    finally:
        os.close(handle)
    return folder


def _trusted_users() -> set[int]:
    """Returns root and this user; in a container also the owner of files of the system outside."""
    users = {0, os.getuid()}
    with contextlib.suppress(OSError):
        if read_file(Path("/proc/self/uid_map")).split() != [b"0", b"0", b"4294967295"]:
            users.add(_UNMAPPED_USER)
    return users


def _others_may_write(found: os.stat_result) -> bool:
    """Returns whether others than the owner may write; a group of the owner alone does not count."""
    import grp
    import pwd

    if not found.st_mode & stat.S_IWGRP:
        return bool(found.st_mode & stat.S_IWOTH)
    try:
        owner, group = pwd.getpwuid(found.st_uid), grp.getgrgid(found.st_gid)
    except KeyError:
        return True
    is_own = owner.pw_gid == found.st_gid and set(group.gr_mem) <= {owner.pw_name}
    return bool(found.st_mode & stat.S_IWOTH) or not is_own
