import sys

import pytest

from ui.commands.review import ProgressLine, progress_line


def test_the_line_shows_progress_and_time_left() -> None:
    assert progress_line(0, 1200, None) == f"[{'.' * 24}] 0 of 1,200 games"
    assert progress_line(600, 1200, 200) == f"[{'#' * 12}{'.' * 12}] 600 of 1,200 games, 3:20 left"
    assert progress_line(1200, 1200, 0).startswith(f"[{'#' * 24}] ")
    assert len(progress_line(10**7, 10**7, 10**7)) < 79


@pytest.mark.parametrize("is_terminal", [True, False])
def test_only_a_terminal_shows_progress(
    is_terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    shown = ProgressLine(2)
    shown.draw(0, 0)
    shown.clear()
    shown.draw(1, 1)
    out, err = capsys.readouterr()
    assert out == ""
    assert [text in err for text in ("0 of 2 games", "1 of 2 games", " left")] == [is_terminal] * 3
    assert "\n" not in err
