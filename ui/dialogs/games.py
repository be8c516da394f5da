"""The games played here: a list to choose from, the newest first."""

from __future__ import annotations

from ui.dialogs.dialog import Dialog


class GamesDialog(Dialog): ...
