"""Templates of web pages; elements and words of the engine in pages that search without a server."""

import html
import re
from typing import Any, Final

from game.board import Color
from game.files import read_file
from game.text import N_, _, language
from ui.assets import ASSETS, read_asset
from ui.text.wording import format_level

# Built by `python -m release.web`; wheel and bundle contain it, a checkout may.
ENGINE: Final = ASSETS / "web" / "engine.b64"
WORDS: Final = {
    "empty": N_("empty"), "can": N_("you may move here"), "about": N_("about {score}"),
    "even": N_("about even"), "drawn": N_("a draw"), "best": N_("Best: {move}, {score}."),
    "failed": N_("The engine cannot run in this browser: {reason}"),
}  # fmt: skip
ANSWER_WORDS: Final = {
    "tried": N_("Your try at move {number}"), "better_than": N_("Better than {move} ({score})."),
    "worse_than": N_("Worse than {move} ({score})."), "equal_to": N_("As good as {move} ({score})."),
    "then": N_("Then"), "take_back": N_("Take back"), "level": N_("Level"), "time": N_("Time"),
    "second": N_("One second"), "solved": N_("Until it is solved"),
    "try": N_("Click a ring to try a move: the engine in this page answers, and nothing is sent."),
}  # fmt: skip


def elements(script: str) -> str:
    """Returns the HTML elements of this script and, last, of the engine; '' if there is no engine. Raises
    OSError if the engine cannot be read.
    """
    try:
        packed = read_file(ENGINE).decode("ascii")
    except FileNotFoundError:
        return ""
    made = [f"<style>\n{read_text('squares.css')}</style>"]
    made += [f'<script id="rules">\n{read_text("rules.js")}</script>']
    made += [f'<script id="driver" type="text/plain">\n{read_text("engine.js")}</script>']
    made += [f"<script>\n{read_text(name)}</script>" for name in ("thinking.js", "squares.js", script)]
    return "\n".join((*made, f'<script id="engine" type="text/plain">{packed}</script>'))


def words() -> dict[str, Any]:
    """Returns the words of pages with the engine, also of those with a game."""
    said: dict[str, Any] = {name: _(word) for name, word in (WORDS | ANSWER_WORDS).items()}
    said |= {"ahead": by_side(N_("{side} +{discs}")), "wins": by_side(N_("{side} wins by {discs}"))}
    said["thinking"] = _("{player} is thinking", player="Nullwindow")
    return said | {"levels": [format_level(level) for level in range(1, 11)]}


def by_side(sentence: str) -> dict[str, str]:
    """Returns a sentence about a side, translated for each; the page fills in the number of discs."""
    return {"XO"[side]: _(sentence, side=side.label, color=side.label, discs="{discs}") for side in Color}


def fill_template(name: str, title: str, **parts: str) -> str:
    """Fills a template of assets/web with its parts, in the current language."""
    parts |= {"LANGUAGE": language(), "TITLE": html.escape(title)}
    return re.sub("@([A-Z]+)@", lambda found: parts[found[1]], read_text(name))


def read_text(name: str) -> str:
    """Reads a file of assets/web as text. Raises MissingAsset."""
    return read_asset(f"web/{name}").decode()
