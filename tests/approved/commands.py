"""What is said of command lines that are wrong, each with its exit status."""

import os
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final
from unittest import mock

from tests.samples import FINAL_1977
from ui import cli

# A command with wrong arguments on each line, then those arguments; files are not there.
WRONG: Final = f"""
: --frobnicate | --version=3 | play | nix | --game 2 | --open x --game 0 | --open | --open x match
: {"x" * 5000}
match: --tim 3 | --black edax:8 | --white pvs:11 | --time -0.5 | --time 0 | --time nan | --time inf
match: --time 1e10 | --black depth=0 | --games 0 | --games ten | --openings 21 | --seed -1 | --threads 0
match: --threads 65 | --threads {"0" * 20}19999 | --threads {"9" * 5000} | --black pvs:0011 | --hash 0
match: --time {"1" * 5000} | --black command=,
solve: | x --algorithm edax | x --algorithm minimax | x --threads 0 | x --hash 0.5 | x --numbers=² | none
solve: x --numbers= | x --numbers=0 | x --numbers=9-8 | x --numbers=1-2-3 | x --numbers=-2 | x --numbers=3-
analyse: | f5 --depth 61 | f5 --depth 9 --seconds 1 | f5 --moves 0 | no/such.sgf | /no/such/f5 | . | f5zz
bench: everything
nboard: --level 11 | --algorithm edax | --time 0 | --hash 0 | --threads 0 | go
export: a b --race table --scene pvs | f5d6 a.html --number 7 | f5zz a.html
export: f5d6.ggf a.html | f5d6 a.txt | f5d6 a.html --plies 3 | f5d6 a.html --search pvs,pvs,pvs
review: | x --depth 1 | x --seconds 0.01 | x --seconds 1 --depth 4 | x --solve 31 | x --seconds 60
review: x --workers 0
review: x --workers 2 --scheduler tcp://a:1 | x --threads many | x --games 3 | none | - --json
convert: a b | a - --to wtb | a b.sgf | {FINAL_1977} b.jou --to wtb
tournament: pvs:1 | pvs:1 pvs:1 | pvs:1 pvs:2 pvs:3 --sprt 0 5 | pvs:1 pvs:2 --sprt 5 0 | edax pvs:2
tournament: pvs:1 pvs:2 --sprt 0 7000 | pvs:1 pvs:2 --sprt 0 inf | pvs:1 pvs:2 --save '' | pvs:1 bad=1
tournament: pvs:1 pvs:2 --sprt a b | pvs:1 pvs:2 --sprt 5
tournament: pvs:1 pvs:2 --games 3 | pvs:1 pvs:2 --clock soon | pvs:1 pvs:2 --openings no/such
tournament: pvs:1 command=x --scheduler tcp://here:1
"""


def run(line: str) -> tuple[int, str]:
    """The exit status of a command line, and what it writes on stderr; its output must stay empty."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = cli.main(shlex.split(line))
    assert out.getvalue() == ""
    return status, err.getvalue()


def wrong_command_lines() -> Iterator[tuple[str, str]]:
    # The language stays as it is, and help is not broken into lines of a terminal.
    as_it_is = mock.patch.object(cli, "_choose_language"), mock.patch.dict(os.environ, {"COLUMNS": "100"})
    with tempfile.TemporaryDirectory() as folder, chdir(folder), as_it_is[0], as_it_is[1]:
        for row in WRONG.strip().splitlines():
            command, _colon, lines = row.partition(":")
            for arguments in lines.split(" | "):
                line = f"{command} {arguments.strip()}".strip()
                status, said = run(line)
                assert status in (1, 2), line
                yield f"{line} [{status}]", said
        assert not [*Path().iterdir()]


SECTIONS: Final = (wrong_command_lines,)
