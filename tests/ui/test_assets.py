from pathlib import Path

import pytest

from ai.book import SHIPPED
from tests.ai.books import book_file
from ui.assets import MissingAsset, read_book
from ui.paint import icon


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("ui.assets.ASSETS", tmp_path)
    return tmp_path


def test_the_book_is_read(assets: Path) -> None:
    (assets / SHIPPED.name).write_bytes(book_file())
    book, problem = read_book()
    assert book is not None
    assert (len(book), problem) == (7, "")


DAMAGED = bytearray(book_file())
DAMAGED[-1] ^= 1


@pytest.mark.parametrize(
    ("data", "reason"),
    [(None, "No such file or directory"), (DAMAGED, "its gzip data is damaged or cut off")],
)
def test_a_missing_or_damaged_book_is_reported_by_path(assets: Path, data: bytes | None, reason: str) -> None:
    if data is not None:
        (assets / SHIPPED.name).write_bytes(data)
    place = f"The opening book cannot be used: {assets / SHIPPED.name}: it cannot be read"
    assert read_book() == (None, f"{place} ({reason}). Reinstall Nullwindow")


def test_a_missing_or_damaged_picture_is_reported_by_path(assets: Path) -> None:
    white = (255, 255, 255, 255)
    for reason in ("No such file or directory", ""):
        with pytest.raises(MissingAsset, match=rf"assets/icons/absent\.svg cannot be read \({reason}"):
            icon("absent", 18, white)
        (assets / "icons").mkdir(exist_ok=True)
        (assets / "icons" / "absent.svg").write_text("this is no picture", "utf-8")
