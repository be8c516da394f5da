"""What is written is read as it was: any legal game, any settings, any book; any text goes to any reader."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ai import book
from ai.arena.players import parse_player
from ai.limits import ALGORITHM_NAMES, FULL_STRENGTH, LONGEST_MOVE, MAX_THREADS, Algorithm
from game.board import PASS, Board, Color, squares
from game.clock import Clock, TimeControl
from game.evaluation import FULL_WIDTH, SOURCES, Evaluation, Judgement, Kind
from game.records.any_format import parse_game, read_game, read_problems
from game.records.board_text import board_lines
from game.records.ggf import NotedMove, ggf, parse_noted_move
from game.records.nboard import answer_line, parse_answer
from game.records.obf import Problem, obf, parse_problem
from game.records.record import MAX_NAME, Record, clean_line, plain_date, result_text
from game.records.sgf import LONGEST_LABEL, sgf
from game.records.transcript import parse_transcript, transcript
from game.starts import ALTERNATIVE_BOARD, Start
from game.symmetry import BitboardPair, canonical
from game.tree import Game, Shape
from play.players import Seat
from play.race import ORDER_NAMES, SWITCHES, parse_lane
from play.saved_game import SavedGame, parse_saved_game, written_game
from play.settings import (
    ALGORITHM_OF,
    FARTHEST,
    FAST,
    TABLE_SIZES,
    WATCH_SPEEDS,
    AnimationSpeed,
    Settings,
    parse_settings,
    written_settings,
)
from play.settings import MAX_LENGTH as MAX_PIXELS
from tests.fuzz.readers import READERS, Reader
from tests.game.trees import contents
from tests.play.stored import content_of
from tests.wthor_files import archive, record

# The same examples every time; `python -m tests.fuzz` is for new ones.
settings.register_profile(
    "same", derandomize=True, database=None, deadline=None, max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)  # fmt: skip
settings.load_profile("same")

BITS = st.integers(0, (1 << 64) - 1)
HUNDREDTHS = st.integers(0, 99_999).map(lambda number: number / 100)
SCORES = st.integers(-6400, 6400).map(lambda number: number / 100)
SECONDS = st.floats(0.01, LONGEST_MOVE)
NAMES = st.text(max_size=MAX_NAME).map(
    lambda text: " ".join("".join(sign for sign in text if sign.isprintable() and sign not in "[]").split())
)
MOMENTS = st.datetimes(datetime(1900, 1, 1))
DAYS = st.dates().map(lambda day: datetime.combine(day, time()))
RATINGS = st.none() | HUNDREDTHS
CLOCKS = st.builds(
    TimeControl, st.none(), st.integers(1, 9999).map(float), st.integers(0, 99).map(float)
) | st.just(TimeControl())
SIGNS = st.characters(exclude_categories=["Cs", "Cc"])
COMMENTS = st.text(SIGNS | st.sampled_from("\n]\\:;(){}=% "), max_size=40)
LABELS = st.text(max_size=LONGEST_LABEL).map(lambda text: clean_line(text, LONGEST_LABEL))
EVALUATIONS = st.builds(
    Evaluation, st.floats(-64, 64), st.integers(0, 60), st.sampled_from(Kind), st.integers(1, FULL_WIDTH)
)
LINES = st.lists(st.integers(0, 63) | st.just(PASS), max_size=3).map(tuple)
SOURCE = st.sampled_from(list(SOURCES.values()))
JUDGEMENTS = st.builds(
    Judgement, st.floats(-64, 64), st.floats(-64, 64), st.integers(0, 60), SOURCE,
    st.integers(1, FULL_WIDTH), LINES, LINES, st.none() | st.floats(0, LONGEST_MOVE),
    st.sampled_from(["", "Edax", "新 10/4 %"]),
)  # fmt: skip


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Discs thrown on the board anyhow."""
    filled, black = draw(BITS), draw(BITS)
    return Board(filled & black, filled & ~black, draw(st.sampled_from(Color)))


def play_on(draw: st.DrawFn, game: Game, most: int = 60) -> None:
    choices = draw(st.lists(st.integers(0, 30), max_size=most))
    for choice in choices:
        if game.board.is_over():
            return
        legal = list(squares(game.board.legal_moves())) or [PASS]
        game.play(legal[choice % len(legal)])


@st.composite
def games(draw: st.DrawFn, start: Board | None = None) -> Game:
    """Any legal game from any start, finished or not; it stands at its end."""
    begins = st.one_of(st.sampled_from((Board.initial(), ALTERNATIVE_BOARD)), boards())
    game = Game(draw(begins) if start is None else start)
    play_on(draw, game)
    return game


def noted(draw: st.DrawFn, game: Game) -> None:
    """Write into some nodes of a tree all that a node of a record can hold."""
    nodes = list(game.root.walk())
    for index in draw(st.sets(st.integers(0, len(nodes) - 1), max_size=6)):
        node = nodes[index]
        node.comment = draw(COMMENTS)
        node.marks = draw(st.dictionaries(st.integers(0, 63), st.sampled_from(Shape) | LABELS, max_size=3))
        node.seconds = draw(st.none() | HUNDREDTHS | st.floats(0, LONGEST_MOVE))
        for found in draw(st.lists(EVALUATIONS, max_size=3)):
            node.note(found)
        node.judgement = None if node.move is None else draw(st.none() | JUDGEMENTS)


@st.composite
def records(draw: st.DrawFn, is_sgf: bool = False) -> Record:
    """With all that a record can hold, and SGF, which has one clock and fewer ways to end a game."""
    game = draw(games())
    for node in game.line[1:]:
        if draw(st.booleans()):
            node.note(Evaluation(draw(SCORES), 0, Kind.ESTIMATE))
        node.seconds = draw(st.none() | HUNDREDTHS)
    end = game.line[-1]
    if draw(st.booleans()):
        for _ in range(draw(st.integers(0, 3))):
            nodes = list(game.root.walk())
            game.visit(nodes[draw(st.integers(0, len(nodes) - 1))])
            play_on(draw, game, 5)
        noted(draw, game)
        game.make_main(end)
    game.visit(game.main[-1])
    clocks = draw(CLOCKS), draw(CLOCKS)
    result = game.node.result
    ends = st.sampled_from(
        ("?", "+0.00", "-10.00", "+64.00:t", "-64.00:r", *(() if is_sgf else ("+3.50:s",)))
    )
    return Record(
        game,
        draw(NAMES),
        draw(NAMES),
        result=draw(ends) if result is None else result_text(result),
        controls=(clocks[0], clocks[not is_sgf]),
        date=draw(st.none() | DAYS | MOMENTS.map(lambda date: plain_date(date) if is_sgf else date)),
        place=draw(NAMES),
        event=draw(NAMES),
        round=draw(NAMES),
        ratings=(draw(RATINGS), draw(RATINGS)),
    )


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """A game with variations, and with clocks and evaluations in some of its nodes."""
    game = draw(games())
    for _ in range(draw(st.integers(0, 3))):
        nodes = list(game.root.walk())
        game.visit(nodes[draw(st.integers(0, len(nodes) - 1))])
        play_on(draw, game, 5)
    kinds = st.builds(
        Evaluation, SCORES, st.integers(0, 60), st.sampled_from(Kind), st.integers(1, FULL_WIDTH)
    )
    nodes = list(game.root.walk())
    for index in draw(st.sets(st.integers(0, len(nodes) - 1), max_size=6)):
        nodes[index].note(draw(kinds))
        nodes[index].clock = Clock(CONTROL, (draw(SECONDS), draw(SECONDS)), draw(SECONDS))
    game.visit(nodes[draw(st.integers(0, len(nodes) - 1))])
    game.go_to(draw(st.integers(0, game.node.ply)))
    return game


CONTROL = TimeControl(per_game=600.0)
SEATS = st.builds(Seat, name=NAMES) | st.builds(
    Seat, st.sampled_from(list(ALGORITHM_OF.values())), st.integers(1, FULL_STRENGTH), SECONDS, NAMES
)
BOTH_SEATS = st.tuples(SEATS, SEATS)
CONTROLS = st.builds(
    TimeControl, st.none() | SECONDS, st.none() | SECONDS, st.floats(0, LONGEST_MOVE, allow_nan=False)
)


@given(games())
def test_a_game_as_a_transcript(game: Game) -> None:
    back = parse_transcript(transcript(game))
    assert (back.start, back.moves) == (game.start, game.moves)
    if game.moves:
        assert parse_game(transcript(game)).game.moves == game.moves


def check_round_trip(record: Record, *formats: Callable[[Record], str]) -> None:
    """Written in one format after the other and read again it is the same, to all that is in its tree."""
    back = record
    for write in formats:
        back = read_game(write(back).encode())
    assert contents(back.game) == contents(record.game)
    assert (back.problem, back.game.start) == (None, record.game.start)
    assert replace(back, game=record.game) == record


@given(records())
def test_a_record_as_ggf(record: Record) -> None:
    check_round_trip(record, ggf, ggf)


@given(records(is_sgf=True))
def test_a_record_as_sgf_and_ggf(record: Record) -> None:
    check_round_trip(record, sgf, ggf, sgf)


@given(boards(), st.data())
def test_a_position_as_obf(board: Board, data: st.DataObject) -> None:
    assume(board.black or board.white)  # else it is refused, as no position
    legal = list(squares(board.legal_moves())) or ([PASS] if board.must_pass() else [])
    scores = tuple((move, data.draw(st.integers(-64, 64))) for move in legal)
    best = max((score for _, score in scores), default=data.draw(st.none() | st.integers(-64, 64)))
    problem = Problem(board, scores, best, data.draw(NAMES))
    assert parse_problem(obf(problem)) == problem
    assert read_problems(obf(problem).encode()) == ([problem], [])
    assert Board.from_text(board.text()) == board
    for text in (board.text(), board_lines(board)):
        assert read_game(text.encode()).game.start == board


@given(games(Board.initial()))
def test_a_game_in_the_archive(game: Game) -> None:
    back = read_game(archive(record(game.moves))).game
    assert back.moves[: len(game.moves)] == game.moves
    assert set(back.moves[len(game.moves) :]) <= {PASS}, "of a game that stops before a pass it has the pass"


@given(st.integers(-1, 63), st.none() | SCORES, st.none() | HUNDREDTHS)
def test_a_move_with_its_notes(move: int, score: float | None, seconds: float | None) -> None:
    noted = NotedMove(move, score, seconds)
    assert parse_noted_move(noted.text()) == noted
    assert parse_answer(answer_line(noted).removeprefix("===")) == noted


@given(trees(), BOTH_SEATS, st.none() | st.sampled_from(Start), MOMENTS)
def test_unfinished_game(game: Game, seats: tuple[Seat, Seat], start: Start | None, began: datetime) -> None:
    saved = SavedGame(game, seats, CONTROL, start, began)
    content = json.loads(json.dumps(written_game(saved), allow_nan=False))
    problems: list[str] = []
    assert content_of(parse_saved_game(content, problems.append)) == content_of(saved)
    assert not problems


@given(
    st.builds(
        Settings,
        volume=st.floats(0, 1),
        muted=st.booleans(),
        animation=st.sampled_from(AnimationSpeed),
        watch_speed=st.floats(WATCH_SPEEDS[0], FAST),
        table_megabytes=st.sampled_from(TABLE_SIZES),
        threads=st.integers(1, MAX_THREADS),
        window_size=st.tuples(st.integers(1, MAX_PIXELS), st.integers(1, MAX_PIXELS)),
        window_position=st.none()
        | st.tuples(st.integers(-FARTHEST, FARTHEST), st.integers(-FARTHEST, FARTHEST)),
        seats=BOTH_SEATS,
        control=CONTROLS,
        start=st.sampled_from(Start),
    )
)
def test_settings(chosen: Settings) -> None:
    problems: list[str] = []
    assert parse_settings(json.loads(json.dumps(written_settings(chosen))), problems.append) == chosen
    assert not problems


@given(st.lists(boards(), max_size=6), st.text(st.characters(exclude_categories=["Cs"])), st.data())
def test_a_book(some: list[Board], command: str, data: st.DataObject) -> None:
    positions: dict[BitboardPair, dict[int, int]] = {
        canonical(board): {} for board in some if board.legal_moves()
    }
    for position, moves in positions.items():
        for move in squares(book.board_of(position).legal_moves()):
            moves[move] = data.draw(st.integers(-640, 640))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book"
        path.write_bytes(book.Book(positions, command).to_bytes())
        back = book.load(path)
    assert back.command == command
    assert {position: dict(moves) for position, moves in back._positions.items()} == positions


@given(st.sampled_from(sorted(ALGORITHM_NAMES)), st.integers(1, FULL_STRENGTH - 1), st.data())
def test_players_and_lanes(name: str, level: int, data: st.DataObject) -> None:
    spec = parse_player(f"{name}:{level}")
    assert parse_player(spec.name) == spec
    algorithm: Algorithm = ALGORITHM_NAMES[name]
    switches = data.draw(st.sets(st.sampled_from(SWITCHES[algorithm]))) if SWITCHES[algorithm] else set()
    values = {switch: list(ORDER_NAMES) if switch == "order" else ["on", "off"] for switch in switches}
    text = ":".join([name, *(f"{key}={data.draw(st.sampled_from(values[key]))}" for key in sorted(values))])
    assert parse_lane(parse_lane(text).text()) == parse_lane(text)


@pytest.mark.parametrize("reader", READERS.values(), ids=lambda reader: reader.name)
@pytest.mark.parametrize("inputs", [st.binary(), st.text().map(str.encode)], ids=["bytes", "text"])
def test_anything_goes_to_any_reader(reader: Reader, inputs: st.SearchStrategy[bytes]) -> None:
    given(inputs)(_read_by(reader))()


def _read_by(reader: Reader) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        reader.read(data)

    return read
