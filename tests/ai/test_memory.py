from __future__ import annotations

import platform
import subprocess
import sys

import psutil
import pytest

from ai.machine import check_table_size

glibc_only = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told")

# Blocks of 4 MB, of which every other one is let go; prints how much of them is no longer held.
BLOCKS = """
import gc, psutil, numpy
from ai.machine import return_large_blocks
return_large_blocks()
numpy.ones(1 << 21)  # so large a block raises glibc's size
before = psutil.Process().memory_info().rss
blocks = [numpy.ones(1 << 19) for _ in range(40)]
full = psutil.Process().memory_info().rss
del blocks[::2]
print((full - psutil.Process().memory_info().rss) / (full - before))
"""


def test_what_fits_once_need_not_fit_twice() -> None:
    megabytes = int(0.75 * psutil.virtual_memory().available) >> 20
    check_table_size(megabytes)
    with pytest.raises(ValueError, match=rf"^2 tables of {megabytes:,} MB do not fit into memory: [\d,]+ MB"):
        check_table_size(megabytes, tables=2)
    for wrong, problem in ((0, "at least 1 MB, not 0"), (1 << 30, "a table of 1,0")):
        with pytest.raises(ValueError, match=problem):
            check_table_size(wrong)


@glibc_only
def test_large_blocks_go_back_to_the_system_one_by_one() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKS], check=True, capture_output=True, text=True)
    assert float(done.stdout) == pytest.approx(0.5, abs=0.05)
