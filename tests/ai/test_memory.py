from __future__ import annotations

import psutil
import pytest

from ai.memory import check_table_size


def test_what_fits_once_need_not_fit_twice() -> None:
    megabytes = int(0.75 * psutil.virtual_memory().available) >> 20
    check_table_size(megabytes)
    with pytest.raises(ValueError, match=rf"^2 tables of {megabytes:,} MB do not fit into memory: [\d,]+ MB"):
        check_table_size(megabytes, tables=2)


@pytest.mark.parametrize(("megabytes", "problem"), [(0, "at least 1 MB, not 0"), (1 << 30, "a table of 1,0")])
def test_a_table_that_cannot_be_is_refused(megabytes: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check_table_size(megabytes)
