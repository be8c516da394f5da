from __future__ import annotations

from array import array
from contextlib import closing
from pathlib import Path

import pytest

from ai.limits import Algorithm, Options
from ai.training.players import Insider, parse_player
from ai.weights import default_weights, from_values
from game.records.transcript import parse_transcript
from game.tree import Game


def test_a_player_of_this_engine() -> None:
    spec = parse_player("seconds=0.1, algorithm=mtdf,level=7,threads=2,hash=16,selective=no,book=yes")
    assert (spec.seconds, spec.depth, spec.megabytes, spec.command) == (0.1, None, 16, ())
    assert spec.options == Options(Algorithm.MTDF, 7, threads=2, selective=False, book=True)
    assert parse_player("depth=8").depth == 8
    assert parse_player("level=3").options.level == 3
    assert not parse_player("depth=8").options.book


def test_a_player_with_other_weights(tmp_path: Path) -> None:
    path = tmp_path / "other.bin"
    own = default_weights()
    from_values(array("h", bytes(2 * len(own.values))), "test", own.error_model).save(path)
    spec = parse_player(f"depth=1,hash=1,weights={path}")
    assert spec.weights == path
    assert spec.fingerprint() != parse_player("depth=1").fingerprint() == own.fingerprint
    assert parse_player("command=engine").fingerprint() == ""
    games = [parse_transcript(moves) for moves in ("f5d6", "f5d6c3d3c4f4", "f5d6c3d3c4f4f6f3e6e7")]
    with closing(Insider(spec)) as other, closing(Insider(parse_player("depth=1,hash=1"))) as usual:
        assert [other.choose(game, 1)[0] for game in games] != [usual.choose(game, 1)[0] for game in games]


def test_an_outside_player(tmp_path: Path) -> None:
    spec = parse_player(f"command=\"bin/engine -l 10 --name 'a, b'\",folder={tmp_path},seconds=2")
    assert spec.command == ("bin/engine", "-l", "10", "--name", "a, b")
    assert (spec.folder, spec.seconds, spec.depth) == (tmp_path, 2.0, None)
    assert parse_player("command=engine").seconds is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "may think for ever: add seconds="),
        ("level=10", "may think for ever"),
        ("seconds", "name=value pairs with commas, as in seconds=0.1, not 'seconds'"),
        ("seconds=1,fast", "not 'fast'"),
        ("seconds=1,seconds=2", "'seconds' stands twice"),
        ("seconds=0", "seconds=0: a number of seconds above 0"),
        ("seconds=nan", "seconds=nan: a number of seconds above 0"),
        ("depth=61", "depth=61: a whole number from 1 to 60"),
        ("depth=8,level=11", "level=11: a whole number from 1 to 10"),
        ("depth=8,algorithm=magic", "algorithm=magic: use minimax, alphabeta, pvs"),
        ("depth=8,selective=perhaps", "selective=perhaps: yes or no is wanted"),
        ("depth=8,weights=/no/weights.bin", "weights=/no/weights.bin: .*cannot be read: No such file"),
        ("depth=8,colour=red", "'colour' is nothing a player has: use seconds, depth, algorithm"),
        (
            "command=x,level=3",
            "'level' is nothing an outside program has: use seconds, depth, command, folder",
        ),
        ('command="",seconds=1', "the command of a program is wanted"),
        ('command="x \'y",seconds=1', "No closing quotation"),
        ("command=x,folder=/no/such/folder", "folder=/no/such/folder: there is no such folder"),
    ],
)
def test_what_is_no_player(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_player(text)


def test_mistakes_repeat_with_their_seed() -> None:
    with closing(Insider(parse_player("level=1,hash=1"))) as player:
        player.new_game()
        chosen = [player.choose(Game(), seed)[0] for seed in (1, 2, 3, 4, 5, 6) for _ in range(2)]
        assert chosen[::2] == chosen[1::2]
        assert len(set(chosen)) > 1
