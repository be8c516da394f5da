"""Reads and unpacks regular files up to a size: a link may lead to a device, and a pipe may never end."""

import errno
import gzip
import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, cast

from game.text import _

# Most bytes of a file: several times what the program needs.
LARGEST_FILE: Final = 64_000_000
# ... and of settings, results, practice and themes.
LARGEST_SETTINGS: Final = 1_000_000
# The file name that means standard input.
STANDARD_INPUT: Final = "-"
# The first bytes of a gzip file.
PACKED: Final = b"\x1f\x8b\x08"
# Bytes to unpack at a time: memory for all of them is allocated beforehand.
_PIECE: Final = 1_000_000
# Pairs of quotation marks that users and file managers put around a path.
_QUOTES: Final = ('""', "''", "“”", "„“", "‘’", "«»")
# The beginning of a URL: a single letter before the colon is a Windows drive.
_ADDRESS: Final = re.compile(r"(file):/|[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_DRIVE: Final = re.compile(r"/*([A-Za-z])[:|](?=[/\\]|$)")
# The beginning of a URL, or of a path from the root, the home folder or a drive.
_PATH: Final = re.compile(rf"[\"'“„‘«]?({_ADDRESS.pattern}|~|/|\\\\|[A-Za-z]:[/\\])", re.IGNORECASE)


def typed_path(text: str) -> Path:
    """Returns the path that the user typed, pasted or dropped: plain, in quotation marks, with ~ for the home
    folder, or as a URL: file:///home/anna/my%20games.ggf. Raises ValueError for other URLs and for an unknown
    home folder.
    """
    if text[:1] + text[1:][-1:] in _QUOTES:
        text = text[1:-1]
    if address := _ADDRESS.match(text):
        text = path_of_address(text, sys.platform == "win32") if address[1] else ""
        if not text:
            raise ValueError(
                _("this address is not a file on this computer: save or copy the file here first")
            )
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise ValueError(_("the home directory in this path is unknown: write the path without ~")) from error


def path_of_address(address: str, is_windows: bool) -> str:
    """Returns the path in a URL file:..., '' if it is on another computer and has no path here."""
    from platform import node
    from urllib.parse import unquote_to_bytes

    encoded = address.partition(":")[2].encode("utf-8", "surrogateescape")
    path = os.fsdecode(unquote_to_bytes(encoded))
    host, slash, rest = path[2:].partition("/")
    if path.startswith("//") and host.lower() in ("", "localhost", node().lower()):
        path = slash + rest
    if is_windows and (drive := _DRIVE.match(path)):
        return f"{drive[1]}:{path[drive.end() :]}"
    return path if is_windows or not path.startswith("//") else ""


def typed_paths(text: str) -> list[Path]:
    """Returns the paths in a list (text/uri-list, RFC 2483), [] for other text. Raises as `typed_path`."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [typed_path(line) for line in lines] if all(map(_PATH.match, lines)) else []


def read_file(path: Path, most: int = LARGEST_FILE) -> bytes:
    """Returns the unpacked content of a file. Raises OSError, also if it is not a regular file, has more than
    `most` bytes, or is packed and damaged.
    """
    with open_file(path, most=most) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(size + 1)
        if len(data) > size:  # the file is being written, or the system does not know its size
            data += file.read(most - size)
    return unpacked(path, data, most)


def read_input(path: str | Path, most: int = LARGEST_FILE) -> bytes:
    """Returns the unpacked content of a file or of standard input. Raises OSError as `read_file` does."""
    if path != STANDARD_INPUT:
        return read_file(Path(path), most)
    with open(0, "rb", closefd=False) as file:
        return unpacked(Path(path), file.read(most + 1), most)


def unpacked(path: Path, data: bytes, most: int) -> bytes:
    """Returns `data`, of which at most `most` + 1 bytes were read, unpacked if need be. Raises OSError."""
    if data.startswith(PACKED) and len(data) <= most:
        data = _gunzip_file(path, io.BytesIO(data), most + 1)
    if len(data) > most:
        raise too_large(path, most)
    return data


def read_start(path: Path, size: int) -> bytes:
    """Returns the first `size` bytes of the unpacked content. Raises OSError as `read_file` does."""
    with open_file(path) as file:
        start = file.read(size)
        if not start.startswith(PACKED):
            return start
        file.seek(0)
        return _gunzip_file(path, file, size)


def _gunzip_file(path: Path, packed: IO[bytes], size: int) -> bytes:
    """Unpacks data as `gunzip` does, but raises OSError that names the file."""
    try:
        return gunzip(packed, size)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), str(path)) from error


def gunzip(packed: IO[bytes], size: int) -> bytes:
    """Returns the first `size` bytes of unpacked gzip data. Raises ValueError if the data is damaged."""
    unpacked = bytearray()
    try:
        with gzip.open(packed) as file:
            while piece := file.read(min(_PIECE, size - len(unpacked))):
                unpacked += piece
        return bytes(unpacked)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ValueError(_("its gzip data is damaged or cut off")) from error


def read_lines(file: IO[bytes], most: int) -> Iterator[bytes]:
    """Yields the lines of a stream, each cut to its first `most` bytes: a line may be endless."""
    begins = True
    while piece := file.readline(most):
        if begins:
            yield piece
        begins = piece.endswith(b"\n")


def open_file(path: Path, mode: str = "rb", most: int | None = None) -> IO[bytes]:
    """Opens a regular file; never blocks on a pipe. Raises OSError as `check_kind` does."""

    def opener(name: str, flags: int) -> int:
        descriptor = os.open(name, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
        try:
            _check(os.fstat(descriptor), path, most)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    try:
        return cast(IO[bytes], open(path, mode, opener=opener))
    except OSError:
        check_kind(path)  # a clearer error for a folder or a socket
        raise


def check_kind(path: Path, most: int | None = None) -> None:
    """Raises OSError unless `path` is a regular file of at most `most` bytes."""
    _check(path.stat(), path, most)


def _check(found: os.stat_result, path: Path, most: int | None) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, _("this is a folder"), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, _("this is a device or a pipe, not a file"), str(path))
    if most is not None and found.st_size > most:
        raise too_large(path, most)


def too_large(path: Path, most: int) -> OSError:
    reason = _("it is larger than {megabytes} MB", megabytes=f"{most / 1e6:.0f}")
    return OSError(errno.EFBIG, reason, str(path))
