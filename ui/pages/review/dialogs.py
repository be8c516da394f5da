"""The dialogs of Review: one names the archive, one edits a comment."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

from pygame import Rect

from play.archive.reader import ArchiveReader
from ui.dialogs.dialog import MARGIN, Dialog
from ui.text import _, ngettext


class ArchiveDialog(Dialog[ArchiveReader, Callable[[str], None]]):
    """A folder of tournament games in WTHOR: Done calls `listener` with it, '' for none."""

    def fill(self) -> None:
        archive = self.choice
        self.open_window(_("Archive"), (640, 192))
        folder = "" if archive.folder is None else str(archive.folder)
        self.folder = self.entry(self.row(_("Folder")), folder, _("With files WTH_1977.wtb and so on"))
        self.focus_text(self.folder)
        self.buttons(_("Done"))
        self.say(describe_archive(archive))

    def accept(self) -> None:
        text = self.folder.get_text().strip()
        try:
            folder = Path(text).expanduser().absolute() if text else None
            is_folder = folder is None or stat.S_ISDIR(folder.stat().st_mode)
        except RuntimeError:
            self.say_error(_("The home directory in this path is unknown: write it without ~"), self.folder)
            return
        except (FileNotFoundError, NotADirectoryError, ValueError):
            is_folder = False
        except OSError as error:
            self.say_error(error.strerror or str(error), self.folder)
            return
        if not is_folder:
            self.say_error(_("There is no such folder"), self.folder)
            return
        self.listener("" if folder is None else str(folder))
        self.close()


def describe_damage(archive: ArchiveReader) -> str:
    """'2 problems in the archive, the first: WTH_2001.wtb: …', '' where it is whole."""
    count = len(archive.damaged)
    if not count:
        return ""
    return ngettext(
        "Something in the archive is damaged and left out: {problem}",
        "{count} things in the archive are damaged and left out, the first: {problem}",
        count,
    ).format(count=f"{count:,}", problem=archive.damaged[0])


def describe_archive(archive: ArchiveReader) -> str:
    """What becomes of the archive, '' where there is none or nothing to say."""
    if archive.problem or archive.folder is None:
        return archive.problem
    if archive.index is None:
        return _("Reading the archive: {share} %", share=int(100 * archive.share))
    games = len(archive.index.games)
    said = ngettext("{games} game in the archive", "{games} games in the archive", games, games=f"{games:,}")
    return f"{said}. {describe_damage(archive)}" if archive.damaged else said


class CommentDialog(Dialog[str, Callable[[str], None]]):
    """The comment on a position, on one line also where it has had several; `listener` gets a changed one."""

    def __init__(self, about: str, comment: str, listener: Callable[[str], None]) -> None:
        """`about` names the move or the position that is commented on."""
        super().__init__(" ".join(comment.split()), listener)
        self._about = about

    def fill(self) -> None:
        self.open_window(self._about, (640, 176))
        px = self.theme.px
        place = Rect(px(MARGIN), px(MARGIN) // 2, self.inside.width - 2 * px(MARGIN), px(32))
        self.line = self.entry(place, self.choice, _("Your comment on this position"))
        self.focus_text(self.line)
        self.buttons(_("Done"))

    def accept(self) -> None:
        text = self.line.get_text().strip()
        if text != self.choice:
            self.listener(text)
        self.close()
