"""The file of weights, and the patterns they belong to."""

import json
import math
import struct
import zlib
from array import array
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ai import weights
from ai.patterns import EMPTIES_FIRST, PATTERNS, SHAPES, STAGE_SIZE, STAGES
from ai.weights import EXPECTATION_NUMBERS, Weights, WeightsError, default_weights, load
from game.board import legal_moves
from game.symmetry import SYMMETRIES, transform_bits
from tests.ai.places import places
from tests.ai.positions import positions

MOST_BYTES = 8_000_000


def some_weights() -> Weights:
    values = array("h", [0]) * (STAGES * STAGE_SIZE)
    values[0], values[-1] = -32768, 32767
    return Weights(values, (1.5, -2.0) * 5, (0.25,) * EXPECTATION_NUMBERS)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("saved") / "weights.bin"
    some_weights().save(path)
    return path.read_bytes()


def test_weights_survive_the_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    some_weights().save(path)
    back = load(path)
    assert back.values == some_weights().values
    assert back.fingerprint == some_weights().fingerprint
    assert back.error_model == (1.5, -2.0) * 5
    assert back.expectation == (0.25,) * EXPECTATION_NUMBERS
    assert [each.name for each in tmp_path.iterdir()] == ["weights.bin"]
    back.values[1] += 1
    assert Weights(back.values).fingerprint != some_weights().fingerprint


def test_the_default_weights_are_small() -> None:
    assert weights._DEFAULT.stat().st_size <= MOST_BYTES
    assert len(set(default_weights().values)) > 1000


def with_header(data: bytes, change: Callable[[dict[str, object]], object]) -> bytes:
    (length,) = struct.unpack_from("<I", data, 8)
    header = json.loads(data[12 : 12 + length])
    text = json.dumps(change(header) or header).encode()
    return data[:8] + struct.pack("<I", len(text)) + text + data[12 + length :]


def test_a_stored_fingerprint_is_kept(tmp_path: Path) -> None:
    """Version 1.0 used that of the packed bytes, and tournaments begun with it continue with it."""
    data = weights._DEFAULT.read_bytes()
    (length,) = struct.unpack_from("<I", data, 8)
    assert default_weights().fingerprint == json.loads(data[12 : 12 + length])["fingerprint"]
    path = tmp_path / "weights.bin"
    replace(some_weights(), stored_fingerprint="that of 1.0").save(path)
    assert load(path).fingerprint == "that of 1.0"


def with_payload(data: bytes, payload: bytes) -> bytes:
    (length,) = struct.unpack_from("<I", data, 8)
    return data[: 12 + length] + payload


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: data[:0], "byte 0: not a weights file"),
        (lambda data: b"GIF89a" + data, "byte 0: not a weights file"),
        (lambda data: data[:-10], "damaged or cut off"),
        (lambda data: data[:-10] + b"0123456789", "damaged or cut off"),
        (lambda data: data[:9], "byte 0: not a weights file"),
        (lambda data: data[:40], "cannot be understood"),
        (lambda data: data[:8] + b"\xff\xff\xff\xff" + data[12:], "cannot be understood"),
        (lambda data: data[:12] + b"?" + data[13:], "cannot be understood"),
        (lambda data: with_header(data, lambda h: h.pop("layout") and None), "cannot be understood"),
        (lambda data: with_header(data, lambda h: list(h)), "cannot be understood"),
        (lambda data: with_header(data, lambda h: h.update(version=9)), "other patterns"),
        (lambda data: with_header(data, lambda h: h.update(error_model=[1.0])), "other patterns"),
        (lambda data: with_header(data, lambda h: h.update(expectation=[1.0])), "other patterns"),
        (lambda data: with_header(data, lambda h: h.update(error_model=["x"] * 10)), "cannot be understood"),
        (lambda data: with_header(data, lambda h: h.update(error_model=[math.nan] * 10)), "other patterns"),
        (lambda data: with_header(data, lambda h: h.update(layout="x")), "other patterns"),
        (lambda data: with_payload(data, b"no weights"), "damaged or cut off"),
        (lambda data: with_payload(data, zlib.compress(b"odd")), "damaged or cut off"),
        (lambda data: with_payload(data, zlib.compress(b"odd")[:-1]), "damaged or cut off"),
        pytest.param(
            lambda data: with_payload(data, zlib.compress(bytes(1 << 26))),
            "damaged or cut off",
            marks=pytest.mark.slow,
        ),
        pytest.param(lambda data: data + bytes(1 << 25), "cannot be read", marks=pytest.mark.slow),
    ],
)
def test_a_bad_file_is_explained(
    saved: bytes, damage: Callable[[bytes], bytes], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(damage(saved))
    with pytest.raises(WeightsError, match=said) as error:
        load(path)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("name", ["none.bin", "weights.\udc4ebin"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(WeightsError, match=r"\.?bin: the weights cannot be read"):
        load(tmp_path / name)


def test_every_shape_is_placed_on_all_its_faces() -> None:
    assert sum(len(shape.placements) for shape in SHAPES) == len(PATTERNS)
    for shape in SHAPES:
        assert len(set(shape.squares)) == len(shape.squares)
        assert {frozenset(face) for face in shape.placements} == {
            frozenset(shape._on(face)) for face in SYMMETRIES
        }


def test_symmetric_positions_share_their_folded_weights() -> None:
    """Folding merges states that are mirror images within their shape."""

    def folded(found: list[int]) -> list[int]:
        least, first = [], 0
        for shape in SHAPES:
            for place in found:
                if first <= place < first + shape.states:
                    state = place - first
                    mirrored = state
                    if shape.mirror is not None:
                        mirrored = sum(state // 3**k % 3 * 3**to for k, to in enumerate(shape.mirror))
                    least.append(first + min(state, mirrored))
            first += shape.states
        return sorted(least) + found[-2:]

    for board in positions(Random(8), 40):
        seen = set()
        for face in SYMMETRIES:
            player, opponent = transform_bits(board.player, face), transform_bits(board.opponent, face)
            moves = legal_moves(player, opponent).bit_count()
            replies = legal_moves(opponent, player).bit_count()
            seen.add(tuple(folded(places(player, opponent, moves, replies))))
        assert len(seen) == 1
        assert next(iter(seen))[-1] == EMPTIES_FIRST + board.empties
