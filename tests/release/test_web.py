"""One command builds the engine for web pages, with the same result on every machine."""

from __future__ import annotations

import base64
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.weights import default_weights
from release import web
from release.contents import ROOT

SECONDS = 600  # half a minute on an idle machine


def make(output: Path, **environment: str) -> Path:
    command = [sys.executable, "-m", "release.web", str(output)]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True, timeout=SECONDS)
    return output


@pytest.fixture(scope="session")
def engine_file(tmp_path_factory: Any) -> Path:
    pytest.importorskip("ziglang", reason="requirements-dev.txt has it")
    return make(tmp_path_factory.mktemp("web") / "engine.b64")


@pytest.mark.slow
def test_the_file_is_small_and_matches_its_header(engine_file: Path) -> None:
    packed = engine_file.read_bytes()
    assert len(packed) < 2_000_000
    content = gzip.decompress(base64.b64decode(packed))
    end = 4 + int.from_bytes(content[:4], "little")
    header = json.loads(content[4:end])
    assert content[end : end + 4] == b"\0asm"
    assert header["module"] <= web.LARGEST_MODULE
    weights = content[end + header["module"] + 2 * 2 * 64 * 64 * len(header["confidences"]) :]
    assert weights == web.pack_weights(default_weights())


@pytest.mark.slow
def test_the_build_is_reproducible(engine_file: Path, tmp_path: Path) -> None:
    again = make(tmp_path / "engine.b64", PYTHONHASHSEED="7", NUMBA_CPU_NAME="host")
    assert again.read_bytes() == engine_file.read_bytes()


def test_rounded_weights_stay_close() -> None:
    weights = default_weights()
    off = np.abs(np.array(web.light(weights).values, int) - np.array(weights.values, int))
    assert 0 < off.max() <= web.ROUNDING // 2
