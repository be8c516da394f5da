"""What is said of players, written trees and values of settings that are wrong."""

import json
from typing import Any, Final

from ai.arena.players import parse_player
from ai.reference.written import parse_tree
from play.settings import parse_settings
from tests.approved.games import Said, refusals


def players() -> Said:
    without_home = (f"{name}=~nobody-here/x" for name in ("weights", "command", "command=x,folder"))
    texts = (
        *("", "8", "edax:8", "pvs8", ":8", "seconds", "level=10", "pvs", "mtdf:10", "seconds=1,fast"),
        *(f"pvs:{level}" for level in ("", 0, 11, -1, 8.5, "x", "²", 1000)),
        *("clock=0", "seconds=1,seconds=2", "seconds=0", "seconds=nan", "seconds=1e10", "depth=61"),
        *("depth=8,level=11", "depth=8,algorithm=magic", "depth=8,selective=perhaps", "depth=8,colour=red"),
        *("depth=8,weights=/no/weights.bin", "command=x,level=3", 'command="",seconds=1'),
        *('command="x \'y",seconds=1', "command=x,folder=/no/such/folder", *without_home),
    )
    yield from refusals(parse_player, texts)


def written_trees() -> Said:
    texts = (
        *("((3 x)", "((3 4x))", "(3 ())", "((1 2)(3 4)", "(1 2))", ")", "(1 2)(3)", "7", "min", "(5 100)"),
        *(f"(5 {'9' * 5000})", "(((((((1)))))))", f"({'1 ' * 10_000})"),
    )
    yield from refusals(parse_tree, texts)


def seat(**changes: Any) -> list[object]:
    return ["human", {"algorithm": "pvs", "level": 1, "seconds": 1} | changes]


WRONG_SETTINGS: Final[dict[str, tuple[object, ...]]] = {
    "watch_speed": (10**400, -1),
    "volume": (1.5, "loud", True),
    "review_seconds": (0.01,),
    "muted": (1,),
    "animation": ("warp", ["off"]),
    "table_megabytes": (8, 64.0, 100),
    "search_threads": (-1, "all"),
    "window_size": ([0, 800], [1280, 16385], [1280], [1e9, 800]),
    "window_position": ([1.5, 0], 7),
    "fullscreen": (None,),
    "seats": (
        *("human", ["human", 7], ["human", {"algorithm": "magic"}], seat(algorithm="scout"), seat(level=11)),
        *(seat(seconds=0), seat(seconds=1e20), ["human", {"name": 5}], ["human", {"name": "x" * 101}]),
    ),
    "control": ({"per_game": -5}, {"per_move": 86_401}, {"per_game": 60, "increment": 1e99}, 5),
    "start": ("e4",),
}


def settings() -> Said:
    for name, values in WRONG_SETTINGS.items():
        for value in values:
            said: list[str] = []
            parse_settings({name: value}, said.append)
            (sentence,) = said
            yield json.dumps({name: value}), sentence


SECTIONS: Final = (players, written_trees, settings)
