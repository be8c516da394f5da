import json
from pathlib import Path
from typing import Any

import pytest

from ai.engine import Engine
from ai.limits import Limit, Options
from game.board import Board, move_name
from tests.samples import BLACK_PASSES, ENDGAME, OVER, START
from tests.ui.command_line import Command

MIDDLE = "f5d6c3d3c4f4f6"


def rows(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_plain_output_lists_moves_and_their_chances(command: Command) -> None:
    said = command("analyse", MIDDLE, "--depth", 6, "--moves", 2, "--no-book")
    first, *moves = said.out.splitlines()
    assert first.startswith("White to move, 53 empty squares; 6 plies, ")
    assert [move.split()[0] for move in moves] == ["f3", "g5"]
    assert all(" wins " in move and (" for " in move or "even" in move) for move in moves)


def test_each_depth_is_reported_during_the_search(command: Command) -> None:
    said = command("analyse", MIDDLE, "--seconds", 0.5)
    depths = [int(line.split()[0]) for line in said.err.splitlines() if " plies " in line]
    assert depths == sorted(depths) != []


def test_no_depth_is_left_out_however_short(command: Command) -> None:
    found = rows(command("analyse", MIDDLE, "--depth", 8, "--moves", 1, "--no-book", "--json").out)
    assert [row["depth"] for row in found] == [*range(1, 9), 8]
    assert all(len(row["moves"]) == 1 and row["moves"][0]["depth"] == row["depth"] for row in found)


@pytest.mark.parametrize("moves", [1, 5])
def test_json_equals_an_engine_with_expected_scores(moves: int, command: Command) -> None:
    how = "--depth", 8, "--moves", moves, "--no-book", "--json"
    *_before, last = rows(command("analyse", MIDDLE, *how).out)
    board = Board.from_text(last["board"])
    engine = Engine(1, expected_scores=True)
    found = engine.analyse(board, Limit(depth=8), Options(all_moves=moves > 1)).result()
    engine.close()
    wanted = found.scores[:moves] if moves > 1 else found.iterations[-1:]
    told = [(move["move"], move["score"], move["line"]) for move in last["moves"]]
    assert told == [(move_name(m.move), round(m.score, 3), list(map(move_name, m.pv))) for m in wanted]
    assert (last["depth"], last["kind"], last["is_final"]) == (8, "estimate", True)
    for move in last["moves"]:
        assert move["low"] <= move["score"] <= move["high"]
        assert move["win"] + move["draw"] + move["loss"] == pytest.approx(1, abs=0.001)


def test_book_scores_outrank_a_search(command: Command) -> None:
    *_before, last = rows(command("analyse", "e6f4", "--depth", 3, "--moves", 6, "--json").out)
    assert last["kind"] == "estimate", "which is the search"
    moves = [(move["move"], move["score"], move["kind"]) for move in last["moves"]]
    assert sorted(moves[:2]) == [("c3", -0.6, "book"), ("d3", -0.6, "book")]
    assert command("analyse", "e6f4", "--depth", 3, "--moves", 1).out.splitlines()[1].split()[1] == "+0.6"


def test_json_lines_follow_the_search(command: Command) -> None:
    found = rows(command("analyse", START.text(), "--seconds", "0.3", "--json").out)
    assert [row["is_final"] for row in found] == [False] * (len(found) - 1) + [True]
    assert len(found) > 1
    assert found[0]["seconds"] < found[-1]["seconds"]


def test_endgames_are_exact(command: Command) -> None:
    (*_before, last) = rows(command("analyse", ENDGAME.text(), "--seconds", 2, "--moves", 1, "--json").out)
    (move,) = last["moves"]
    assert (move["move"], move["score"], move["kind"]) == ("g8", 18, "exact")
    assert (move["win"], move["low"], move["high"]) == (1, 18, 18)


def test_a_file_of_positions(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"{START.text()}\n{START.text()[:40]}\n{OVER.text()}\n{BLACK_PASSES.text()}\n")
    said = command("analyse", path, "--depth", 2, "--moves", 1, "--json", status=1)
    final = [row for row in rows(said.out) if row["is_final"]]
    assert [(row["position"], row["line"]) for row in final] == [(1, 1), (2, 3), (3, 4)]
    assert (final[1]["moves"], final[1]["black"]) == ([], 40)
    assert [move["move"] for move in final[2]["moves"]] == ["pass"]
    assert "line 2" in said.err
