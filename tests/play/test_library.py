import json
import os
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from ai.limits import Algorithm
from game.board import PASS, Color, Ending, Result, parse_square, squares
from game.clock import TimeControl
from game.cursor import Cursor
from game.evaluation import Judgement, Kind
from game.records.any_format import read_games
from game.records.ggf import parse_ggf
from game.records.record import MAX_LENGTH, Record, main_line_record, reported_end
from game.records.transcript import parse_transcript, transcript
from game.starts import Start
from game.tree import Game, Shape
from play.game_file import read_file
from play.library import Library, record_of
from play.library_file import KeptGame, LibraryCopy, LibraryError, Source
from play.players import Seat, Seats
from play.saved_game import SavedGame, parse_saved_game, written_game
from tests.play.stored import BEGAN, CONTROL, saved_game
from tests.samples import PERSON, WHITE_PASSES, random_game

COMPUTER = Seat(Algorithm.PVS, 5)
GAME = parse_transcript("f5d6c3")
DAY = datetime(2014, 2, 21)
EVENT = "名人戦 [A] \\ [B\\]"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library.sqlite", [])


def game_of(moves: str, seats: Seats = (PERSON, COMPUTER), began: datetime = BEGAN) -> SavedGame:
    return SavedGame(parse_transcript(moves), seats, TimeControl(), Start.STANDARD, began)


def keep(library: Library, saved: SavedGame) -> KeptGame:
    """Keeps the only game and returns it."""
    assert library.keep(saved)
    (kept,) = library.games()
    return kept


def files(library: Library) -> set[str]:
    """Returns the names of all files but the lock."""
    return {path.name for path in library.path.parent.iterdir() if path.suffix != ".lock"}


def test_kept_game_has_all_its_data(library: Library) -> None:
    assert (library.games(), files(library)) == ([], set()), "who only looks writes nothing"
    assert library.keep(game_of("f5d6c3"))
    assert files(library) == {"library.sqlite"}
    (kept,) = library.games()
    text = library.exported([kept])
    head = "(;GM[Othello]PC[Nullwindow]DT[2026-11-21 17:46:59.250000]PB[You]PW[Nullwindow PVS 5]RE[?]TI[0:00]"
    assert (text[: len(head)], text.endswith("B[F5]W[D6]B[C3];)\n")) == (head, True)
    assert (kept.black, kept.white, kept.source) == ("You", "Nullwindow PVS 5", Source.PLAYED)
    assert (kept.date, kept.result, kept.moves, kept.line) == (BEGAN, None, 3, "f5d6c3")
    assert library._messages == []


@pytest.mark.parametrize(
    ("name", "in_game"),
    [
        ("a]b", "a)b"),
        ("'; DROP TABLE games", "'; DROP TABLE games"),
        ("x" * 200, "x" * 100),
        ("  two\n lines ", "two lines"),
        ("\ud800", "?"),
        ("名" * 30, "名" * 30),
    ],
)
def test_names_are_cleaned(library: Library, name: str, in_game: str) -> None:
    for _ in range(2):
        kept = keep(library, game_of("f5", (Seat(name=name), Seat(name="B"))))
        assert (kept.black, kept.white) == (in_game, "B")


def test_game_kept_again_replaces_itself(library: Library) -> None:
    for moves in ("f5d6", "f5d6c3"):
        assert keep(library, game_of(moves)).line == moves
    kept = keep(library, game_of("f5d6c3d3", (COMPUTER, PERSON)))
    assert (kept.black, kept.white, kept.moves) == ("Nullwindow PVS 5", "You", 4)
    other = BEGAN + timedelta(microseconds=1)
    for _ in range(2):
        library.keep(game_of("f5", began=other))
    assert [(kept.date, kept.moves) for kept in library.games()] == [(other, 1), (BEGAN, 4)]


def test_kept_game_is_restored(library: Library) -> None:
    saved = saved_game()
    kept = keep(library, saved)
    record = library.open(kept)
    assert (transcript(record.game), kept.moves, record.game.node.ply) == ("f5d6c3d3c4", 5, 5)
    assert [(node.path, node.evaluations, node.comment, node.marks) for node in record.game.root.walk()] == [
        (node.path, node.evaluations, node.comment, node.marks) for node in saved.game.root.walk()
    ]
    assert (record.black, record.white) == ("Nullwindow alpha-beta 3", "Ann")
    assert (record.date, record.place) == (BEGAN, "Nullwindow")
    assert [node.seconds for node in record.game.line[1:]] == [1.5, 2.5, 3.5, 4.5, 5.5]


def test_opening_a_game_does_not_change_it(library: Library) -> None:
    saved = saved_game()
    kept = keep(library, saved)
    before = library.exported([kept])
    assert "TI[1:00/0:01]" in before
    opened = SavedGame(library.open(kept).game, saved.seats, TimeControl(), None, kept.date)
    library.keep(opened)
    assert library.exported([kept]) == before
    opened.game.play(next(squares(opened.game.board.legal_moves())))
    library.keep(opened)
    assert "B[F5//1.50]W[D6/-8.00/2.50]B[C3//3.50]W[D3/-0.25/4.50]B[C4//5.50]W[" in library.exported([kept])
    assert [game.moves for game in library.games()] == [6]


def test_shorter_version_changes_nothing(library: Library) -> None:
    kept = keep(library, game_of("f5d6c3d3"))
    before = library.exported([kept])
    for less in ("f5d6", "f5d6c3d3"):
        library.keep(game_of(less))
        assert (library.games(), library.exported([kept])) == ([kept], before)
    assert keep(library, game_of("f5d6c3d3c4")).moves == 5


def test_both_continuations_of_a_game_are_kept(library: Library) -> None:
    first, second = game_of("f5d6c3d3"), game_of("f5d6c4")
    first.game.comment(first.game.root, "said first")
    second.game.comment(second.game.node, "said later")
    for saved in (first, second):
        assert library.keep(saved)
    (kept,) = library.games()
    game = library.open(kept).game
    assert transcript(game) == "f5d6c4", "what was played last is the main line"
    ends = [node for node in game.root.walk() if not node.children]
    assert sorted(transcript(Game(moves=node.path)) for node in ends) == ["f5d6c3d3", "f5d6c4"]
    assert (game.root.comment, game.node.comment) == ("said first", "said later")
    library.keep(game_of("f5d6c3"))
    assert [again.moves for again in library.games()] == [3], "less of a game is nothing new"


def test_game_too_large_to_read_is_not_written(library: Library) -> None:
    saved = game_of("f5")
    saved.game.comment(saved.game.node, "x" * MAX_LENGTH)
    assert not library.keep(saved)
    assert "a game has at most 500,000 characters" in library._messages[0]
    assert library.games() == []


def test_results(library: Library) -> None:
    game = random_game(1)
    result = game.result()
    assert result is not None
    game.go_to(20)  # a finished game stays finished
    kept = keep(library, SavedGame(game, (PERSON, COMPUTER), CONTROL, Start.STANDARD, BEGAN))
    assert (kept.result, kept.moves) == (result, sum(move != PASS for move in game.moves))
    assert f"RE[{result.black - result.white:+}.00]" in library.exported([kept])
    opened = library.open(kept).game
    assert (opened.moves, opened.result()) == (game.moves, result)


def test_a_game_lost_on_time_ends_where_it_was_lost(library: Library) -> None:
    saved = saved_game()
    saved.game.go_to(2)
    assert saved.game.node.clock is not None
    saved.game.node.clock = saved.game.node.clock.ticked(30)
    saved.game.lose_on_time(Color.BLACK)
    kept = keep(library, saved)
    assert kept.result == Result(0, 64, Color.WHITE, Ending.TIME)
    record = library.open(kept)
    assert transcript(Game(moves=record.game.node.path)) == "f5d6"
    assert transcript(record.game) == "f5d6c3d3c4", "what had been taken back is a variation"
    result = record.game.result()
    assert result is not None
    assert (record.result, result.winner, result.ending) == ("-64.00:t", Color.WHITE, Ending.TIME)
    record.game.go_to(0)
    library.keep(SavedGame(record.game, saved.seats, TimeControl(), None, BEGAN))
    assert [again.result for again in library.games()] == [kept.result]


def test_listing_parses_no_games(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest game is first."""
    for number in range(20):
        assert library.keep(game_of("f5", began=BEGAN + timedelta(hours=number)))
    monkeypatch.setattr("game.records.ggf.read_ggf", lambda _: pytest.fail("a game is read whole"))
    assert [kept.date for kept in library.games()] == [BEGAN + timedelta(hours=19 - n) for n in range(20)]


def test_custom_start_is_kept(library: Library) -> None:
    kept = keep(library, SavedGame(Game(WHITE_PASSES, [PASS]), (PERSON, PERSON), TimeControl(), None, BEGAN))
    assert (kept.moves, kept.line) == (0, "")
    record = parse_ggf(library.exported([kept]))
    assert (record.game.start, record.game.moves) == (WHITE_PASSES, (PASS,))


def test_record_and_library_have_the_same_main_line(library: Library) -> None:
    saved = game_of("f5d6c3d3")
    saved.game.promote(saved.game.add(saved.game.line[2], parse_square("c4")))
    kept = keep(library, saved)
    found = transcript(record_of(saved).game), kept.line, transcript(library.open(kept).game)
    assert found == ("f5d6c4",) * 3
    taken_back = game_of("f5d6c3")
    taken_back.game.go_to(1)
    taken_back.game.play(parse_square("f6"))
    assert transcript(record_of(taken_back).game) == "f5f6"


def noted_game(library: Library) -> tuple[SavedGame, KeptGame]:
    """Returns a played and kept game with a comment, a mark and a variation."""
    saved = game_of("f5d6c3d3")
    game = saved.game
    game.comment(game.node, "so")
    game.mark(game.node, 0, Shape.CROSS)
    game.add(game.line[2], parse_square("c4"))
    kept = keep(library, saved)
    return saved, kept


def take_all_out(game: Game) -> None:
    node = game.main[-1]
    game.comment(node, "")
    game.mark(node, 0, None)
    game.delete(game.main[2].children[1])


def opened(library: Library, kept: KeptGame) -> SavedGame:
    """Returns a game as a window that opened it has it."""
    record = library.open(kept)
    seats = Seat(name=record.black), Seat(name=record.white)
    saved = SavedGame(record.game, seats, TimeControl(), None, kept.date, main_line_record(record))
    library.keep_record(record, copy=saved.copy)
    return saved


@pytest.mark.parametrize("is_opened", [False, True])
@pytest.mark.parametrize("is_restarted", [False, True])
def test_deleted_parts_stay_deleted(library: Library, is_opened: bool, is_restarted: bool) -> None:
    saved, kept = noted_game(library)
    if is_opened:
        saved = opened(library, kept)
    if is_restarted:
        saved = parse_saved_game(json.loads(json.dumps(written_game(saved))), pytest.fail)
    saved.game.promote(saved.game.main[2].children[1])
    library.keep(saved)
    assert library.games()[0].line == "f5d6c4"
    saved.game.undo_edit()
    take_all_out(saved.game)
    for _ in range(2):
        library.keep(saved)
        game = library.open(kept).game
        assert [node.path for node in game.root.walk()] == [node.path for node in saved.game.root.walk()]
        assert (transcript(game), game.node.comment, game.node.marks) == ("f5d6c3d3", "", {})


def test_two_windows_with_the_same_game_lose_nothing(library: Library) -> None:
    _, kept = noted_game(library)
    one, other = opened(library, kept), opened(library, kept)
    other.game.comment(other.game.root, "said in the other window")
    library.keep(other)
    take_all_out(one.game)
    one.game.comment(one.game.node, "said in this one")
    for _ in range(2):
        library.keep(one)
        game = library.open(kept).game
        assert (game.root.comment, game.node.comment) == ("said in the other window", "said in this one")
        assert game.has_variations, "what the other one has there still"
    other.game.comment(other.game.main[1], "and later")
    library.keep(other)
    game = library.open(kept).game
    said = [node.comment for node in game.main if node.comment]
    assert said == ["said in the other window", "and later", "so"], "of two comments that of who writes stays"


def test_browsing_a_time_loss_keeps_its_result(library: Library) -> None:
    saved = saved_game()
    saved.game.go_to(2)
    saved.game.lose_on_time(Color.BLACK)
    kept = keep(library, saved)
    again = opened(library, kept)
    for game in (saved, again):
        for node in game.game.root.walk():
            node.clock = None
        game.game.go_to(0)
        game.game.comment(game.game.root, f"{len(game.game.moves)}")
        kept = keep(library, game)
        assert (kept.result, kept.white, kept.moves) == (Result(0, 64, Color.WHITE, Ending.TIME), "Ann", 2)
        assert "W[D6/-8.00/2.50]" in library.exported([kept]), "nor what is known of moves"


def test_stale_list_affects_no_other_game(library: Library) -> None:
    """The database gives the number of a removed game to the next one."""
    before = game_of("f5d6c3")
    library.keep(before)
    listed = library.games()
    library.delete(listed)
    library.remove(library.games(deleted=True))
    kept = keep(library, other := game_of("d3c5", began=BEGAN + timedelta(hours=1)))
    assert (kept.id, library.exported(listed)) == (listed[0].id, "")
    with pytest.raises(LibraryError, match=r"the game is no longer there"):
        library.open(listed[0])
    library.delete(listed)
    assert library.games() == [kept]
    library.delete([kept])
    library.restore(listed)
    library.remove(listed)
    (kept,) = library.games(deleted=True)
    library.restore([kept])
    library.add_review(kept.id, before.game, before.game)
    assert library.open(kept).game.content_hash == other.game.content_hash


def test_deleted_game_is_listed_as_deleted_until_restored(library: Library) -> None:
    for number, moves in enumerate(("f5", "f5d6", "f5d6c3")):
        library.keep(game_of(moves, began=BEGAN + timedelta(days=number)))
    newest, middle, oldest = library.games()
    library.delete([newest, oldest])
    assert library.games() == [middle]
    assert library.games(deleted=True) == [replace(newest, is_deleted=True), replace(oldest, is_deleted=True)]
    assert transcript(library.open(newest).game) == "f5d6c3", "it can be looked at"
    library.restore([oldest])
    assert library.games() == [middle, oldest]
    library.remove([newest, middle])
    assert library.games() == [middle, oldest], "only what was deleted before is removed"
    assert library.games(deleted=True) == []
    with pytest.raises(LibraryError, match="the game is no longer there"):
        library.open(newest)


def test_opened_game_keeps_all_data_of_its_file(library: Library) -> None:
    date = datetime(1999, 1, 1, microsecond=4)
    ratings = (1500.0, None)
    record = Record(GAME, "Ann", "", "+10.00", date=date, event=EVENT, place="Paris", ratings=ratings)
    for _ in range(2):
        assert library.keep_record(record)
    (kept,) = library.games()
    assert (kept.black, kept.white, kept.date, kept.source) == ("Ann", "White", date, Source.OPENED)
    opened = library.open(kept)
    assert (kept.event, opened.event, opened.place, opened.ratings) == (EVENT, EVENT, "Paris", ratings)
    library.keep_record(replace(record, black="Eve"))
    assert len(library.games()) == 2, "the fifth game of a file of 1999 is not that of another file"
    library.keep(game_of("f5d6c3d3", (Seat(name="Ann"), Seat()), began=date))
    assert sorted(kept.moves for kept in library.games()) == [3, 4], "who plays on adds to it"


def test_moves_tried_after_a_game_are_not_part_of_it(library: Library) -> None:
    """Not even after the game is reopened, kept again and reviewed."""
    own = game_of("f5d6c3")
    cursor = Cursor(own.game)
    for square in ("d3", "c4"):
        cursor.play(parse_square(square))
    kept = keep(library, own)
    assert (kept.moves, kept.line, kept.result) == (3, "f5d6c3", None)
    again = library.open(kept)
    assert (again.game.moves, again.game.main[-1].ply) == (own.game.moves, 5)
    assert library.keep_record(again)
    assert [found.line for found in library.games()] == ["f5d6c3"]
    library.add_review(kept.id, again.game, again.game)
    opened = library.open(kept)
    assert len(opened.game.moves) == 3
    saved = SavedGame(opened.game, own.seats, CONTROL, None, BEGAN, main_line_record(opened))
    assert len(record_of(saved).game.moves) == 3


def test_review_keeps_edits_made_during_it(library: Library) -> None:
    saved = game_of("f5d6c3")
    saved.game.line[1].comment, saved.game.line[2].comment = "First thought", "Gone soon"
    saved.game.line[2].judgement = Judgement(2.0, 1.0, 4, Kind.ESTIMATE)
    saved.game.add(saved.game.line[1], parse_square("f6"))
    kept = keep(library, saved)
    asked = library.open(kept).game
    reviewed = library.open(kept).game
    reviewed.add(reviewed.line[1], parse_square("f4"))
    reviewed.line[2].judgement = found = Judgement(3.0, 1.0, 20, Kind.ESTIMATE)
    saved.game.comment(saved.game.line[1], "Second thought")
    saved.game.comment(saved.game.line[2], "")
    saved.game.mark(saved.game.line[1], parse_square("c3"), Shape.CIRCLE)
    saved.game.delete(saved.game.line[1].children[1])
    library.keep(saved)
    library.add_review(kept.id, asked, reviewed)
    line = library.open(kept).game.line
    assert [node.comment for node in line] == ["", "Second thought", "", ""]
    assert (line[1].marks, line[2].judgement) == ({parse_square("c3"): Shape.CIRCLE}, found)
    assert [child.move for child in line[1].children] == [*map(parse_square, ("d6", "f4"))]


@pytest.mark.parametrize("result", ["+10.00:r", "-64.00:t", "-10.00"])
def test_moves_tried_after_an_opened_game_keep_its_result(library: Library, result: str) -> None:
    text = f"(;GM[Othello]PB[Ann]PW[Ben]DT[2020-02-03 10:11:12]RE[{result}]B[f5]W[d6]B[c3]W[d3];)"
    record = main_line_record(parse_ggf(text))
    seats, date = (Seat(name="Ann"), Seat(name="Ben")), datetime(2020, 2, 3, 10, 11, 12)
    saved = SavedGame(record.game.copy(), seats, CONTROL, None, date, record)
    Cursor(saved.game).play(parse_square("c4"))
    kept = keep(library, saved)
    assert (kept.moves, kept.line, library.open(kept).result) == (4, "f5d6c3d3", result)
    again = library.open(kept)
    assert again.game.main[-1].ply == 5
    assert reported_end(main_line_record(again), again.game) is again.game.main[4]
    assert library.keep_record(parse_ggf(text))
    assert len(library.games()) == 1


def test_export_and_import_lose_nothing(library: Library, tmp_path: Path) -> None:
    library.keep(saved_game())
    library.keep(game_of("f5d6c3", began=BEGAN + timedelta(days=1)))
    text = library.exported(library.games())
    other = Library(tmp_path / "other.sqlite", [])
    for found in read_games(text.encode()):
        other.keep_record(found.record)
    assert (other.exported(other.games()), text.count("\n")) == (text, 2)


def of_a_round(moves: str, black: str = "Ann", white: str = "Ben", result: str = "?") -> Record:
    """Returns a game of a tournament round, whose games began in the same second."""
    return Record(parse_transcript(moves), black, white, result, date=datetime(2014, 2, 21, 20, 52, 27))


def test_simultaneous_games_stay_separate(library: Library) -> None:
    others = [of_a_round("f5d6c3", result="+2.0"), of_a_round("f5f6e6"), of_a_round("f5d6c3", result="-4.0")]
    others += [of_a_round(moves, black="Cid", white="Dan") for moves in ("f5d6c3", "f5f6e6")]
    for record in others:
        assert library.keep_record(record)
    lines = sorted(transcript(library.open(kept).game) for kept in library.games())
    assert lines == sorted(transcript(record.game) for record in others)


def test_result_notation_does_not_duplicate_a_game(library: Library) -> None:
    game = random_game(1)
    result = game.result()
    assert result is not None
    lead = result.black - result.white
    for text in (f"{lead:+}", f"{lead:+.2f}", f"{lead:+.1f}", "?", f"{lead + 2:+}"):
        assert library.keep_record(Record(game, "Ann", "Ben", text, date=DAY))
    assert len(library.games()) == 1, "the last counts the discs otherwise"
    for text in ("+64:r", "+64.00:r"):
        assert library.keep_record(of_a_round("f5d6c3", result=text))
    assert len(library.games()) == 2


def test_undated_game_is_identified_by_moves_and_players(library: Library) -> None:
    copy = LibraryCopy()
    for moves in ("f5d6c3", "f5d6c3", "f5d6"):
        assert library.keep_record(Record(parse_transcript(moves)), copy=copy if moves == "f5d6c3" else None)
    assert sorted(kept.moves for kept in library.games()) == [2, 3]
    again = parse_transcript("f5d6c3d3")
    saved = SavedGame(again, (Seat(), Seat()), TimeControl(), None, datetime.now(), Record(), copy)
    saved = parse_saved_game(json.loads(json.dumps(written_game(saved))), pytest.fail)
    assert library.keep(saved)
    assert sorted(kept.moves for kept in library.games()) == [2, 4], "also after a restart"


def test_copy_of_an_undated_file_is_not_another_game(library: Library, tmp_path: Path) -> None:
    """Whatever the time of the copy and the start, and with other games of the same players."""
    start = f"{parse_transcript('f5d6').board.text()};"
    for name, written in (("one", 1e9), ("copy", 1.1e9)):
        for number, moves in enumerate(("f5d6c3", f"{start}c3", f"{start}c4", "f5d6c3d3")):
            path = tmp_path / f"{name}{number}.txt"
            path.write_text(moves, "utf-8")
            os.utime(path, (written, written))
            assert library.keep_record(read_file(path))
    assert sorted(kept.moves for kept in library.games()) == [1, 1, 3, 4]


def test_games_that_begin_alike_stay_separate(library: Library) -> None:
    """A third game, with which both begin, removes neither."""
    for moves in ("f5d6c3", "f5d6c4", "f5d6"):
        assert library.keep_record(Record(parse_transcript(moves), "Ann", "Ben", date=DAY))
    assert sorted(kept.line for kept in library.games()) == ["f5d6c3", "f5d6c4"]
