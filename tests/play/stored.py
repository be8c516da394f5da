"""Data and helpers for the tests of settings, saved games and the library."""

import json
from datetime import datetime, timedelta

from ai.limits import Algorithm
from game.board import PASS, Color, parse_square
from game.clock import Clock, TimeControl
from game.evaluation import Evaluation, Judgement, Kind
from game.records.transcript import parse_transcript
from game.starts import Start
from game.tree import Game, Shape
from play.players import Seat
from play.results import GameResult, Results
from play.saved_game import SavedGame
from play.settings import AnimationSpeed, Coordinates, Density, HintStep, Language, Settings
from play.store import Store

CHOSEN = Settings(
    language=Language.JAPANESE,
    review_seconds=2.0,
    folder="/games",
    archive="/games/wthor",
    names="Ann, 安",
    volume=0.25,
    muted=True,
    animation=AnimationSpeed.OFF,
    watch_speed=1e5,
    table_megabytes=256,
    search_threads=2,
    selective=False,
    book=False,
    think_ahead=False,
    theme="contrast",
    board="wood",
    interface_scale=1.25,
    text_size=1.3,
    show_legal_moves=False,
    show_evaluation=False,
    coordinates=Coordinates.INSIDE,
    window_size=(1920, 1080),
    window_position=(-1280, 40),
    maximized=True,
    fullscreen=True,
    playing=Density.ANALYSE,
    friends=Density.ANALYSE,
    watching=Density.PLAY,
    hints=HintStep.FIGURES,
    lines=3,
    analysis_threads=1,
    two_analysts=True,
    second_analyst="Edax",
    judge="NTest",
    coach=True,
    ideas="corners few_discs",
    see=True,
    sights="moves",
    welcomed=True,
    keys=(("undo", "ctrl+u"),),
    seats=(Seat(Algorithm.ALPHABETA, 3, 0.5), Seat()),
    watched=(Seat(Algorithm.PVS, 8), Seat(Algorithm.PVS, 9)),
    either=True,
    control=TimeControl(5, 300, 2),
    start=Start.RANDOM,
    start_text="xot.txt#17",
)
BEGAN = datetime(2026, 11, 21, 17, 46, 59, 250_000)
CONTROL = TimeControl(per_move=30, per_game=60, increment=1)


def write(store: Store, name: str, content: object) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    (store.directory / name).write_text(text, "utf-8")


def files(store: Store) -> set[str]:
    """Returns the names of all files but the lock."""
    return {path.name for path in store.directory.iterdir() if path.suffix != ".lock" and path.is_file()}


def loaded(store: Store) -> SavedGame:
    saved = store.load_game()
    assert saved is not None
    return saved


def saved_game() -> SavedGame:
    """Returns a game of five moves, one taken back, and a variation of two, with all that a node can have."""
    game = parse_transcript("f5 d6 c3 d3 c4")
    clock = Clock.start(CONTROL)
    for ply, node in enumerate(game.line):
        node.clock = clock.ticked(ply + 1.5)
        clock = node.clock.moved(Color(ply % 2))
    game.line[2].note(Evaluation(-1.5, 12, Kind.ESTIMATE, 87))
    game.line[2].note(Evaluation(8, 20, Kind.EXACT))
    game.line[4].note(Evaluation(0.25, 9, Kind.BOOK))
    tried = game.line[1]
    for square in ("f6", "f7"):
        tried = game.add(tried, parse_square(square))
    game.visit(tried)
    game.node.note(Evaluation(2, 3, Kind.OUTCOME, 73))
    game.node.seconds = 7.25
    game.comment(game.root, "Where it began: “五”\n[tokyo\\1977]")
    game.comment(game.node, "A try.")
    game.node.judgement = Judgement(4.0, -2.5, 12, Kind.ESTIMATE, 87, (19, 26), (PASS, 44), 0.5)
    game.mark(game.node, 0, Shape.CROSS)
    game.mark(game.node, 63, "circle")
    game.visit(game.node_at(map(parse_square, ("f5", "d6", "c3", "d3", "c4"))))
    game.go_to(game.node.ply - 1)
    return SavedGame(
        game, (Seat(Algorithm.ALPHABETA, 3, 0.5), Seat(name="Ann")), CONTROL, Start.STANDARD, BEGAN
    )


def game_of(number: int, moves: str = "f5d6c3") -> SavedGame:
    saved = saved_game()
    began = BEGAN + timedelta(seconds=number)
    return SavedGame(parse_transcript(moves), saved.seats, CONTROL, None, began)


def results_of(*outcomes: int, level: int = 4, adapts: bool = False) -> Results:
    results = Results()
    for number, outcome in enumerate(outcomes):
        results.add(GameResult(BEGAN + timedelta(hours=number), level, Color.BLACK, outcome, adapts))
    return results


def tree_of(game: Game) -> list[object]:
    """Returns everything in a game, for comparison."""
    names = ("path", "board", "clock", "seconds", "evaluations", "comment", "marks", "judgement")
    nodes = [[getattr(node, name) for name in names] for node in game.root.walk()]
    return [*nodes, game.moves, game.node.ply]


def content_of(saved: SavedGame) -> tuple[object, ...]:
    return tree_of(saved.game), saved.seats, saved.control, saved.start, saved.began
