"""What the library has of a match: by it one knows whether another window has changed that since."""

from __future__ import annotations

import hashlib


class LibraryCopy:
    """The digest of a game as it was last written from here, "" before that. A match and its snapshots share
    one, which belongs to the thread that writes.
    """

    def __init__(self, digest: str = "") -> None:
        self.digest = digest

    def is_of(self, text: str) -> bool:
        return self.digest == _digest(text)

    def note(self, text: str) -> None:
        self.digest = _digest(text)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
