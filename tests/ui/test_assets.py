from __future__ import annotations

from pathlib import Path

import pytest

from ai.book import SHIPPED
from tests.ai.books import small_book
from ui.assets import MissingAsset, read_book
from ui.paint import icon


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("ui.assets.ASSETS", tmp_path)
    return tmp_path


def test_the_book_is_read(assets: Path) -> None:
    (assets / SHIPPED.name).write_bytes(small_book().to_bytes())
    book, problem = read_book()
    assert book is not None
    assert (len(book), problem) == (4, "")


def test_a_missing_book_is_said(assets: Path) -> None:
    assert read_book() == (
        None,
        f"There is no opening book: {assets / SHIPPED.name}: it cannot be read (No such file or directory). "
        "Reinstall Nullwindow",
    )


def test_a_damaged_book_is_said_with_its_place(assets: Path) -> None:
    data = small_book().to_bytes()
    (assets / SHIPPED.name).write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    book, problem = read_book()
    assert book is None
    assert problem == (
        f"There is no opening book: {assets / SHIPPED.name}: it cannot be read (its gzip data is damaged or "
        "cut off). Reinstall Nullwindow"
    )


def test_a_missing_or_damaged_picture_is_said_with_its_file(assets: Path) -> None:
    white = (255, 255, 255, 255)
    for reason in ("No such file or directory", ""):
        with pytest.raises(MissingAsset, match=rf"assets/icons/absent\.svg cannot be read \({reason}"):
            icon("absent", 18, white)
        (assets / "icons").mkdir(exist_ok=True)
        (assets / "icons" / "absent.svg").write_text("this is no picture", "utf-8")
