"""The dialog that names the archive: a folder of tournament games in WTHOR."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

from play.archive.reader import ArchiveReader
from ui.dialogs.dialog import Dialog
from ui.text import _, ngettext


class ArchiveDialog(Dialog[ArchiveReader, Callable[[str], None]]):
    """Done calls `listener` with the folder, '' for no archive; it is read in the background."""

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
            self.say_error(_("The home directory in this path is not known: write it without ~"), self.folder)
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
        return _("The archive is read: {share} %").format(share=int(100 * archive.share))
    games = len(archive.index.games)
    said = ngettext("{games} game in the archive", "{games} games in the archive", games).format(
        games=f"{games:,}"
    )
    return f"{said}. {describe_damage(archive)}" if archive.damaged else said
