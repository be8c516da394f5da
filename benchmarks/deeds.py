"""Random actions of a user in the window; a seed repeats them.

A deed names its target by shares, since the window, the legal moves and the buttons change: `square 0.37` is
the first of two legal moves, or the second of three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

# The relative frequency of each kind.
WEIGHTS: Final = {
    "square": 26,  # clicks a legal move; without a game board, any place
    "click": 16,  # anywhere; mostly inside a dialog if one is open
    "button": 10,  # an enabled one
    "key": 16,  # of an action of the page
    "other key": 8,  # of dialogs, of lists, or without a meaning
    "coordinate": 3,  # a letter and a digit
    "wheel": 4,
    "drag": 4,
    "type": 2,  # into whatever has the keyboard focus
    "paste": 2,  # after putting something on the clipboard
    "resize": 2,
    "page": 3,
    "new game": 2,  # every option of its dialog
    "settings": 1.5,  # some options of its dialog
    "race": 1.5,  # starts another one, on its page
    "study": 5,  # the explorer, a game of the library or the archive, an exercise
    "switch": 3,  # changes the algorithm, perhaps during a search
    "history": 5,  # undo and redo, several at a time
    "pointer": 4,  # moves without a press
}
KINDS: Final = tuple(WEIGHTS)
# Kinds that do the work of many clicks in one frame, so that frame is not measured.
BURSTS: Final = ("new game", "settings", "race", "study")

# Keys by their X names. Ctrl+Q is missing: it ends the program, so a run presses it once, at the end.
OTHER_KEYS: Final = (
    *("Tab",) * 3,
    "shift+Tab",
    *("Return", "Escape") * 2,
    "space",
    "BackSpace",
    "Delete",
    *("Up", "Down", "Left", "Right", "Home", "End", "Prior", "Next", "Insert", "Menu", "Pause", "KP_Enter"),
    *("ctrl+a", "ctrl+x", "ctrl+z", "ctrl+y", "ctrl+v", "ctrl+w", "ctrl+d", "shift+Left", "ctrl+Right"),
    *("F2", "F3", "F5", "F12", "k", "q", "u", "v", "w", "9", "0", "comma", "slash", "eacute", "Cyrillic_ya"),
)
SIZES: Final = (
    *("1280x800", "1280x800", "1280x800", "960x640", "1024x768", "1366x768", "1600x900", "1920x1080"),
    *("500x400", "320x240", "800x1000", "700x700", "1900x500", "400x900"),
)
TEXTS: Final = (
    "f5d6c3d3c4f4f6f3e6e7d7c6",
    "F5 D6 C3 D3 C4",
    "f5f5",
    "f5d6c3d3c4b3",
    "---------------------------OX------XO--------------------------- X",
    "---------------------------OX------XO---------------------------",
    "-----------------------O---OOOO----OOO-X---OOOXX-----O-X----XXX- O",
    "X" * 62 + "O- X",
    "X" * 64 + " O",
    "(;GM[Othello]PC[here]DT[2026-01-02]PB[Ann]PW[Bob]RE[?]TI[5:00]TY[8]BO[8 ---------------------------O*"
    "------*O--------------------------- *]B[F5//1.0]W[D6/1.5/2]B[C3];)",
    "(;GM[Othello]PB[",
    "%%% rubbish \\ \" ' {0} {name} %s",
    "",
    "   \n\t\n",
    "ab" * 30_000,
    "Ω≈ç√ 黒白 \u202eabc\u200b 🙂 \x01\x07",
    "e6f4c3c4d3\nf6 e3 -- c5",
)
# Queries for lists of games, as `xdotool` types them.
QUERIES: Final = ("", "tamenori", "black:wong", "year:1999", "event:world", "result:draw", "mine:", "f5d6")
CHOSEN: Final = {"other key": OTHER_KEYS, "study": QUERIES, "resize": SIZES} | dict.fromkeys(
    ("paste", "new game"), TEXTS
)
# Characters to type, without those that are special to xdotool.
LETTERS: Final = "abcdefgh12345678 -XOf5d6()[];.,?!%"
# The number of shares of a deed that consists of many choices.
MOST_CHOICES: Final = 20


@dataclass(frozen=True, slots=True)
class Deed:
    """`shares` are numbers, 0 to 1, that choose place, target and number; `text` is text, a key or size."""

    kind: str
    shares: tuple[float, ...]
    text: str = ""

    def __str__(self) -> str:
        shares = " ".join(f"{share:.3f}" for share in self.shares)
        text = self.text if len(self.text) <= 80 else f"{self.text[:80]}…"
        return f"{self.kind} {shares}" + (f" {text!r}" if text else "")


def deeds(seed: int) -> Iterator[Deed]:
    """Yields an endless stream of deeds."""
    rng = Random(seed)
    while True:
        (kind,) = rng.choices(KINDS, tuple(WEIGHTS.values()))
        shares = tuple(rng.random() for _ in range(MOST_CHOICES if kind in ("new game", "settings") else 4))
        text = rng.choice(CHOSEN.get(kind, ("",)))
        if kind == "type":
            text = "".join(rng.choices(LETTERS, k=rng.randint(1, 20)))
        elif kind == "coordinate":
            text = rng.choice("abcdefgh") + rng.choice("12345678")
        yield Deed(kind, shares, text)
