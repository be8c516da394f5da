"""A web page to play against the engine in it: one file without a server, in all languages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from game import text
from game.text import N_, _
from play.settings import Language
from ui.assets import CannotRun
from ui.page_engine import by_side, elements, words
from ui.text.languages import OWN_NAMES, set_language
from ui.web_page import page, translated

WORDS: Final = {
    "title": N_("Play Othello"), "private": N_("The engine runs in this page: nothing is sent."),
    "new": N_("New game"), "undo": N_("Undo"), "hint": N_("Hint"), "you": N_("You"),
    "you_play": N_("You play"), "language": N_("Language"), "moves": N_("Moves"),
    "won": N_("You won {most}–{least}"), "lost": N_("You lost {least}–{most}"), "draw": N_("A draw"),
    "problem": N_("This page is damaged, or needs a browser from 2023 or later."),
    "keys": N_("Keys: T hint, Z undo, N new game; arrows and Enter on the board"),
}  # fmt: skip


def play_page() -> str:
    """Builds the page. Raises CannotRun if there is no engine."""
    engine = elements("play.js")
    if not engine:
        raise CannotRun(_("the engine for web pages is missing: `python -m release.web` builds it"))
    languages = {}
    for language, label in OWN_NAMES.items():
        with _language(language):
            languages[text.language()] = {"label": label, "words": _words()}
    return page("play.html", _(WORDS["title"]), {"languages": languages}, WORDS, engine)


def _words() -> dict[str, Any]:
    said = translated(WORDS) | words()
    return said | {
        "your_move": by_side(N_("Your move ({color})")),
        "passes": by_side(N_("{side} has no move and passes")),
    }


@contextmanager
def _language(language: Language) -> Iterator[None]:
    before = text.used()
    set_language(language)
    try:
        yield
    finally:
        text.use(*before)
