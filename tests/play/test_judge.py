"""A review judged by an engine of the list: its scores, its name, and why an engine cannot judge."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ai.limits import Limit
from game.board import Move, move_name, squares
from game.evaluation import Kind, judgement_text, parse_judgement
from game.records.transcript import parse_transcript
from game.tree import Game
from play.judge import JudgedReview
from play.review import Review, ReviewPhase
from play.settings import Settings
from play.thinking import Thinking
from tests.play.scripted import ScriptedEngine
from tests.play.test_analyst import ROOT, answering
from tests.waiting import wait_until

# An NBoard engine that prefers files at the right and searches one move deeper than the others.
JUDGE = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from game.board import move_name, squares
from game.records.ggf import parse_ggf
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "ping":
        print("pong", rest, flush=True)
    elif command == "go":
        print("=== d3", flush=True)
    elif command == "set" and rest.startswith("game "):
        board = parse_ggf(rest[5:]).game.board
    elif command == "hint":
        moves = list(squares(board.legal_moves()))
        for depth in (3, 12):
            for square in moves:
                print("search", move_name(square), square % 8 - 4.0, 0, depth, flush=True)
        print("search", move_name(moves[0]), 20.0, 0, 13, flush=True)
    elif command == "quit":
        break
"""


def reviewed(
    game: Game, engines: Path, source: str, protocol: str, meanwhile: Callable[[Thinking], object] = id
) -> JudgedReview:
    script = engines.with_name("judge.py")
    script.write_text(source, "utf-8")
    engines.write_text(f'name=Edax/10,command="{sys.executable} {script}",protocol={protocol}\n', "utf-8")
    own: Any = ScriptedEngine()
    thinking = Thinking((own, own), Settings(), engines)
    review = JudgedReview(game, thinking, "Edax/10", Limit(seconds=0.1), game.line)

    def step() -> None:
        review.update()
        meanwhile(thinking)

    wait_until(lambda: review.is_over, step)
    return review


def likes(move: Move) -> float:
    return move % 8 - 4.0


def test_engine_judges_under_its_name(tmp_path: Path) -> None:
    game = parse_transcript("f5d6c3d3c4f4")
    review = reviewed(game, tmp_path / "engines.txt", JUDGE, "nboard")
    assert (review.phase, review.problem) == (ReviewPhase.DONE, "")
    for before, node in zip(game.line, game.line[1:], strict=False):
        found = node.judgement
        assert found is not None
        assert node.move is not None
        best = max(map(likes, squares(before.board.legal_moves())))
        assert (found.judge, found.source) == ("Edax/10", Kind.ESTIMATE)
        assert found.depth in (3, 12), "on a busy machine no further, but as far at every move"
        assert (found.best, found.played) == (best, likes(node.move)), move_name(node.move)
        assert parse_judgement(judgement_text(found)) == found
    for node in game.line[1:]:
        assert node.judgement is not None
        node.judgement = replace(node.judgement, depth=12)
    again = reviewed(game, tmp_path / "engines.txt", "raise SystemExit", "nboard")
    assert again.phase is ReviewPhase.DONE, "nothing is asked twice"
    assert game.line[-1].judgement is not None
    game.line[-1].judgement = replace(game.line[-1].judgement, depth=3)
    again = reviewed(game, tmp_path / "engines.txt", "raise SystemExit", "nboard")
    assert again.phase is ReviewPhase.FAILED, "but for what is too shallow for a mark"
    ours: Any = ScriptedEngine()
    assert Review(game, ours, Limit(depth=4)).left == len(game.line), "another judge's word does not do"


def test_given_opening_is_not_judged(tmp_path: Path) -> None:
    game = parse_transcript("f5d6c3d3")
    game.name_start("8r06")
    reviewed(game, tmp_path / "engines.txt", JUDGE, "nboard")
    assert [node.judgement is None for node in game.line[1:]] == [True, True, False, False]


def test_gtp_engine_cannot_judge(tmp_path: Path) -> None:
    review = reviewed(parse_transcript("f5"), tmp_path / "engines.txt", answering("d6"), "gtp")
    assert review.phase is ReviewPhase.FAILED
    assert review.problem == "Edax/10 speaks GTP, which has no scores: it cannot judge"


def test_review_ends_when_its_judge_leaves_the_list(tmp_path: Path) -> None:
    engines = tmp_path / "engines.txt"

    def rename(thinking: Thinking) -> None:
        engines.write_text("name=Other,command=edax", "utf-8")
        thinking.forget_list()

    review = reviewed(parse_transcript("f5d6"), engines, "import time; time.sleep(60)", "nboard", rename)
    assert review.phase is ReviewPhase.FAILED
    assert review.problem == "Edax/10 is not in the list of engines in the settings"
