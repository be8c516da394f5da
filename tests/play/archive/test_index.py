"""An archive's index, compared with the plain rules: positions in every symmetry, and their moves."""

import os
import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from threading import Thread

import psutil
import pytest

from game.board import PASS, Board, Move, final_score
from game.records.ggf import ggf
from game.records.pgn import pgn
from game.records.record import Record
from game.records.wthor import HEADER, RECORD
from game.symmetry import transform_board, transform_square
from game.tree import Game
from play.archive import games as games_module
from play.archive.index import ArchiveIndex, IndexedPosition, Played, make_index, make_index_apart
from play.lists.rows import row_of_text
from tests import wthor_files
from tests.quick import quick
from tests.samples import random_game
from tests.wthor_files import record

YEARS = (1999, 2020)
GAMES = 12


def black_discs(game: Game) -> int:
    """Returns Black's discs; empty squares count for the winner."""
    return 32 + final_score(game.board.black, game.board.white) // 2


@pytest.fixture
def games() -> dict[int, list[Game]]:
    chance = Random(1)
    return {year: [random_game(chance) for _ in range(GAMES)] for year in YEARS}


@pytest.fixture
def archive(tmp_path: Path, games: dict[int, list[Game]]) -> Path:
    folder = tmp_path / "wthor files"
    folder.mkdir()
    for year, played in games.items():
        records = [record(game.moves, black_discs(game)) for game in played]
        (folder / f"WTH_{year}.wtb").write_bytes(wthor_files.archive(*records, year=year))
    return folder


Ends = list[tuple[int, int]]
"""Black's lead and the year of each game."""


def expected(games: dict[int, list[Game]]) -> dict[Board, dict[Move, Ends]]:
    """Returns every position in every symmetry, by the plain rules, with the moves played there."""
    seen: dict[Board, dict[Move, Ends]] = defaultdict(lambda: defaultdict(list))
    for year, played in games.items():
        for game in played:
            lead = 2 * black_discs(game) - 64
            for node in game.line[1:]:
                assert node.parent is not None
                assert node.move is not None
                if node.move == PASS:
                    continue
                board = node.parent.board
                turned = {(transform_board(board, s), transform_square(node.move, s)) for s in range(8)}
                for position, move in turned:
                    seen[position][move].append((lead, year))
    return seen


def figures(ends: Ends) -> Played:
    leads = [lead for lead, _year in ends]
    won, drawn = sum(lead > 0 for lead in leads), leads.count(0)
    return Played(len(ends), won, drawn, sum(leads) / len(ends))


def played(index: ArchiveIndex, board: Board) -> dict[Move, Played]:
    position = IndexedPosition.of(board)
    found = index.find(position)
    return {move: found.by_form[form] for move, form in position.forms.items() if form in found.by_form}


def index_of(archive: Path, cache: Path) -> ArchiveIndex:
    return ArchiveIndex.load(make_index(archive, cache))


def test_positions_are_found_with_moves(archive: Path, games: dict[int, list[Game]], tmp_path: Path) -> None:
    """Counts, results and means equal those of a pass over all games by the plain rules."""
    index = index_of(archive, tmp_path / "cache")
    assert (index.problems, len(index.games.records)) == ((), GAMES * len(YEARS))
    oracle = expected(games)
    years = index.games.records["date"].astype("<M8[Y]").astype(int) + 1970
    for board in Random(2).sample(sorted(oracle, key=Board.text), 60):
        moves = oracle[board]
        assert played(index, board) == {move: figures(ends) for move, ends in moves.items()}
        found, forms = index.find(IndexedPosition.of(board)), IndexedPosition.of(board).forms
        ends = [end for move in {forms[move]: move for move in moves}.values() for end in moves[move]]
        assert found.played == figures(ends)
        assert sorted(years[found.numbers]) == sorted(year for _lead, year in ends)


def test_passes_and_unknown_positions(archive: Path, games: dict[int, list[Game]], tmp_path: Path) -> None:
    index = index_of(archive, tmp_path / "cache")
    nodes = [node for all_games in games.values() for game in all_games for node in game.line]
    stuck = [node.board for node in nodes if node.must_pass]
    assert stuck
    for board in stuck:
        assert played(index, board) == played(index, board.play(PASS))
        assert index.find(IndexedPosition.of(board)).played.games >= 1
    nowhere = Board.from_text("XXXXXXXX" + "-" * 55 + "O X")
    assert (played(index, nowhere), index.find(IndexedPosition.of(nowhere)).played.games) == ({}, 0)
    assert played(index, Board.from_text("-" * 63 + "X X")) == {}, "fewer discs than any game has"


def test_damage_is_reported_by_byte_and_the_rest_is_used(archive: Path, tmp_path: Path) -> None:
    whole = (archive / "WTH_1999.wtb").read_bytes()
    (archive / "WTH_1999.wtb").write_bytes(whole[:-5])
    (archive / "WTH_2000.wtb").write_bytes(b"rubbish")
    bad = bytearray((archive / "WTH_2020.wtb").read_bytes())
    bad[HEADER.size + 8 + 4] = 99  # no square
    (archive / "WTH_2020.wtb").write_bytes(bytes(bad))
    index = index_of(archive, tmp_path / "cache")
    assert len(index.games.records) == GAMES * len(YEARS) - 2
    cut_off = HEADER.size + (GAMES - 1) * RECORD.size
    for said in (
        f"WTH_1999.wtb: byte {cut_off}: game {GAMES} is cut off",
        "WTH_2000.wtb: byte 0",
        f"WTH_2020.wtb: byte {HEADER.size}: game 1: move 5 is 99",
    ):
        assert said in "\n".join(index.problems)


def test_a_game_with_an_illegal_move_is_read_up_to_it(tmp_path: Path) -> None:
    folder, moves = tmp_path / "archive", (37, 43)  # f5 d6
    folder.mkdir()
    (folder / "a.wtb").write_bytes(wthor_files.archive(record((*moves, 0), 40), year=2001))
    index = index_of(folder, tmp_path / "cache")
    assert index.problems == ("a.wtb: game 1 is read up to ply 2: a1 is not legal there",)
    assert next(iter(played(index, Board.initial()).values())).games == 1
    assert played(index, Game(moves=moves).board) == {}


def test_a_folder_of_rubbish_is_refused_naming_a_file(tmp_path: Path) -> None:
    (tmp_path / "x.wtb").write_bytes(b"rubbish")
    with pytest.raises(ValueError, match=r"no games in .*: x.wtb: byte 0: the header has 16 bytes, .* 7$"):
        make_index(tmp_path, tmp_path / "cache")
    (tmp_path / "y.wtb").write_bytes(b"rubbish")
    with pytest.raises(ValueError, match=r": x.wtb: byte 0: .* \(and 1 more\)$"):
        make_index(tmp_path, tmp_path / "cache")


def test_a_changed_archive_gets_a_new_index_replacing_the_old(archive: Path, tmp_path: Path) -> None:
    before = make_index(archive, tmp_path)
    (archive / "WTH_1999.wtb").unlink()
    after = make_index(archive, tmp_path)
    assert (before != after, before.exists(), after.exists()) == (True, False, True)


class Ended(OSError):
    """Interrupts the work, as when the parent process is gone."""


@pytest.mark.parametrize("damage", quick(["", "games.bin", "0.bin", "7.bin"], 1))
def test_indexing_resumes(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """Restarts if unfinished files are damaged; many interruptions lead to the same index."""
    chance = Random(3)
    (archive / "WTH_2020.wtb").unlink()
    for form, write in (("ggf", ggf), ("pgn", pgn)):
        records = (Record(random_game(chance), "Ann", "Ben", "+2.00") for _ in range(5))
        (archive / f"b.{form}").write_text("\n".join([*map(write, records), "(;GM[Othello]", ""]), "utf-8")
    monkeypatch.setattr(games_module, "STEP", 2)
    expected = make_index(archive, tmp_path / "at once")
    shares, read = list[float](), list[str]()

    def note_row(text: str, number: int) -> object:
        read.append(text)
        return row_of_text(text, number)

    monkeypatch.setattr(games_module, "row_of_text", note_row)

    def end(share: float) -> None:
        shares.append(share)
        if len(shares) % 7 == 0:
            raise Ended

    cache = tmp_path / "cache"
    for attempt in range(1000):
        try:
            place = make_index(archive, cache, end)
        except Ended:
            if attempt == 4 and damage:
                (unfinished,) = cache.glob("*.new")
                data = (unfinished / damage).read_bytes() if (unfinished / damage).exists() else b""
                (unfinished / damage).write_bytes(data[: len(data) // 2])
        else:
            break
    for path in expected.iterdir():
        assert path.read_bytes() == (place / path.name).read_bytes(), path.name
    assert damage or shares == sorted(set(shares)), "nothing is done twice"
    assert damage or len(read) < 30
    assert not list(cache.glob("*.new"))


def test_two_windows_make_one_index(archive: Path, tmp_path: Path) -> None:
    """The other window waits and reads nothing."""
    cache, shares = tmp_path / "cache", list[float]()
    other = Thread(target=make_index, args=(archive, cache, shares.append))

    def begin_another(_share: float) -> None:
        if not other.ident:
            other.start()
            other.join(0.1)

    place = make_index(archive, cache, begin_another)
    other.join()
    assert (list(cache.glob("archive-*")), shares) == ([place], [])
    assert len(ArchiveIndex.load(place).games.records) == GAMES * len(YEARS)


@pytest.mark.skipif(sys.platform == "win32", reason="has no pipes with names, and links need rights there")
def test_pipes_and_link_loops_do_no_harm(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "archive-pipe").mkdir()
    os.mkfifo(tmp_path / "archive-pipe" / "folder.txt")
    (tmp_path / "archive-loop").symlink_to("archive-loop")
    (tmp_path / "archive-loop.new").symlink_to("archive-loop.new")
    make = Thread(target=index_of, args=(archive, tmp_path), daemon=True)
    make.start()
    make.join(60)
    assert not make.is_alive()
    assert len(index_of(archive, tmp_path).games.records) == GAMES * len(YEARS)


def test_a_separate_process_makes_the_same_index(archive: Path, tmp_path: Path) -> None:
    shares: list[float] = []
    apart = make_index_apart(archive, tmp_path / "apart", shares.append)
    here = make_index(archive, tmp_path / "here")
    assert (apart, shares[-1], shares) == (tmp_path / "apart" / here.name, 1.0, sorted(shares))
    one, other = ({path.name: path.read_bytes() for path in place.iterdir()} for place in (apart, here))
    assert one == other


def test_a_separate_process_reports_errors(tmp_path: Path) -> None:
    for name in ("notes.txt", "WTH.JOU"):
        (tmp_path / name).touch()
    problem = r"no games in .*: an archive is a folder of \.wtb, \.ggf, \.sgf, \.pgn"
    with pytest.raises(ValueError, match=problem):
        make_index_apart(tmp_path, tmp_path / "cache", lambda _share: None)


def test_interruption_ends_the_process_and_a_kill_is_reported(archive: Path, tmp_path: Path) -> None:
    def stop(_share: float) -> None:
        raise InterruptedError

    def kill(_share: float) -> None:
        for child in set(psutil.Process().children()) - before:
            child.kill()

    before = set(psutil.Process().children())
    with pytest.raises(InterruptedError):
        make_index_apart(archive, tmp_path / "cache", stop)
    assert set(psutil.Process().children()) == before
    with pytest.raises(ValueError, match="the process that makes its index has ended"):
        make_index_apart(archive, tmp_path / "cache", kill)
