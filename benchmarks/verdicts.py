"""Whether the verdicts of a review can be trusted: python -m benchmarks.verdicts --wthor DIR [--games 200]

Games of the WTHOR archive are reviewed twice, each time on an empty table, and what they lost with 24 empties
and fewer is solved. A game is a line of build/verdicts.jsonl as soon as it is done, so that a run that was
stopped goes on; several at once share the games out with --part 1/2 and --part 2/2. --report only adds up.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

from ai import preparation
from ai.book import Book, load
from ai.engine import Engine
from ai.limits import Limit, Options
from game.board import move_name, squares
from game.evaluation import DUBIOUS, LEAST_MARK_DEPTH, MISTAKE, Judgement, Kind
from game.records.any_format import count_games, read_game
from game.symmetry import symmetry_to
from game.tree import Game, Node
from play.review import DEFAULT_SECONDS, Review, ReviewPhase

KEPT: Final = Path(__file__).resolve().parents[1] / "build" / "verdicts.jsonl"
SEED: Final = 36
# Megabytes of the table, as the program has it.
TABLE: Final = 64
# Empties down from which losses are known exactly here, and plies of the search of hints.
SOLVED_EMPTIES: Final = 24
HINT_PLIES: Final = 6

COUNTED: Final = {
    "moves": "moves with a choice",
    "firm": "... that got a verdict",
    "marked": "... that have a mark",
    "twins": "moves that another one is equal to by symmetry",
    "twins_differ": "... that are judged or hinted otherwise than that one",
    "book": "moves that the book knows",
    "against_book": "... with a mark that the book does not give",
    "shallow": f"marks of estimates under {LEAST_MARK_DEPTH} plies",
    "lost": f"moves that lose {MISTAKE:.0f} discs exactly, {SOLVED_EMPTIES} empties or fewer",
    "lost_marked": "... that have a mark",
    "odd": "exact losses that are odd",
    "again_marked": "moves marked by one of two reviews at least",
    "again_differ": "... whose mark differs",
}


def reviewed(game: Game, engine: Engine, limit: Limit, solved: int | None = None) -> Game:
    """The same moves, judged on an empty table."""
    copy = Game(game.start, game.moves)
    engine.start_anew()
    review = Review(copy, engine, limit) if solved is None else Review(copy, engine, limit, solved=solved)
    review.run()
    if review.phase is not ReviewPhase.DONE:
        raise SystemExit(review.problem)
    return copy


def look_at(game: Game, engine: Engine, book: Book, seconds: float) -> Counter[str]:
    first, second = (reviewed(game, engine, Limit(seconds)) for _ in range(2))
    late = [node for node in game.line if node.board.empties <= SOLVED_EMPTIES]
    truth = reviewed(Game(late[0].board, [node.move for node in late[1:] if node.move is not None]),
                     engine, Limit(depth=2), SOLVED_EMPTIES)  # fmt: skip
    exact = dict(zip(game.line[-len(late) :], truth.line, strict=True)) if late else {}
    found: Counter[str] = Counter()
    plies = zip(pairwise(first.line), second.line[1:], game.line[1:], strict=True)
    for (before, node), again, played in plies:
        if before.board.legal_moves().bit_count() <= 1:
            continue
        found["moves"] += 1
        judgement = node.judgement
        if judgement is None:
            continue
        found["firm"] += judgement.is_firm
        found["marked"] += judgement.mark is not None
        found["shallow"] += judgement.mark is not None and is_shallow(judgement)
        found["odd"] += judgement.is_exact and judgement.loss % 2 != 0
        found.update(of_twins(before, node, judgement, engine))
        found.update(of_book(before, node, judgement, book))
        true = exact[played].judgement if played in exact else None
        if true is not None and true.is_exact and true.loss >= MISTAKE:
            found["lost"] += 1
            found["lost_marked"] += judgement.mark is not None
        marks = {judgement.mark, None if again.judgement is None else again.judgement.mark}
        found["again_marked"] += marks != {None}
        found["again_differ"] += len(marks) > 1
    return found


def is_shallow(judgement: Judgement) -> bool:
    return judgement.source is Kind.ESTIMATE and judgement.depth < LEAST_MARK_DEPTH


def of_twins(before: Node, node: Node, judgement: Judgement, engine: Engine) -> dict[str, int]:
    """A move that is judged worse than its own mirror image, or has other hints."""
    others = [move for move in squares(before.board.legal_moves()) if move != node.move]
    twins = [move for move in others if symmetry_to(node.board, before.board.play(move)) is not None]
    if not twins:
        return {}
    options = Options(all_moves=True)
    scores = engine.analyse(before.board, Limit(depth=HINT_PLIES), options).result().scores
    hints = {hint.score for hint in scores if hint.move in (node.move, *twins)}
    differs = len(hints) > 1 or (judgement.loss > 0 and judgement.better[0] in twins)
    return {"twins": 1, "twins_differ": differs}


def of_book(before: Node, node: Node, judgement: Judgement, book: Book) -> dict[str, int]:
    known = {found.move: found.score for found in book.moves(before.board)}
    if node.move is None or node.move not in known:
        return {}
    lost = round(max(known.values()) - known[node.move], 1)
    return {"book": 1, "against_book": judgement.mark is not None and lost < DUBIOUS}


def games_of(folder: Path, count: int) -> dict[str, Game]:
    """Drawn from all files, by names that say where they are."""
    rng, found = Random(SEED), dict[str, Game]()
    files = sorted(folder.glob("WTH_*.wtb"))
    if not files:
        raise SystemExit(f"{folder}: there is no WTH_*.wtb in it")
    while len(found) < count:
        path = rng.choice(files)
        data = path.read_bytes()
        number = rng.randrange(1, count_games(data) + 1)
        game = read_game(data, number).game
        if game.board.is_over():
            found[f"{path.stem} {number}"] = game
    return found


def lines_of(path: Path, seconds: float) -> dict[str, dict[str, Any]]:
    text = path.read_text("utf-8") if path.exists() else ""
    rows = [json.loads(line) for line in text.splitlines() if line.endswith("}")]
    return {row["game"]: row for row in rows if row["seconds"] == seconds}


def report(rows: dict[str, dict[str, Any]], seconds: float) -> None:
    total = Counter[str]()
    for row in rows.values():
        total.update(row["found"])
    print(f"{len(rows)} games at {seconds:g} s a move")
    for name, words in COUNTED.items():
        print(f"{total[name]:8,}  {words}")
    for name, part, whole in (
        ("verdicts", "firm", "moves"),
        ("lost moves that are marked", "lost_marked", "lost"),
        ("marks that differ, of moves", "again_differ", "moves"),
        ("marks that differ, of marks", "again_differ", "again_marked"),
    ):
        print(f"{100 * total[part] / max(1, total[whole]):7.2f}%  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--wthor", type=Path, metavar="DIR")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=DEFAULT_SECONDS)
    parser.add_argument("--part", default="1/1", metavar="N/OF")
    parser.add_argument("--to", type=Path, default=KEPT)
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    if options.report or options.wthor is None:
        report(lines_of(options.to, options.seconds), options.seconds)
        return
    part, parts = map(int, options.part.split("/"))
    games = list(games_of(options.wthor, options.games).items())[part - 1 :: parts]
    options.to.parent.mkdir(exist_ok=True)
    preparation.wait()
    book = load()
    engine = Engine(TABLE, book, for_people=True)
    for number, (name, game) in enumerate(games, start=1):
        if name in lines_of(options.to, options.seconds):
            continue
        found = look_at(game, engine, book, options.seconds)
        with options.to.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"game": name, "seconds": options.seconds, "found": found}) + "\n")
        moves = " ".join(map(move_name, game.moves[:3]))
        print(f"{number} of {len(games)}: {name} ({moves} ...) {dict(found)}", file=sys.stderr, flush=True)
    engine.close()
    report(lines_of(options.to, options.seconds), options.seconds)


if __name__ == "__main__":
    main()
