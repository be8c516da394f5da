import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from release import contents


def test_requirements_determine_the_shipped_packages() -> None:
    needed = contents.required()
    assert {"pygame-ce", "numpy", "numba", "llvmlite", "python-i18n"} <= needed
    assert not {"pytest", "pyinstaller", "rich", "dask", "jinja2", "pyyaml"} & needed


def test_packages_of_developers_are_excluded() -> None:
    left_out = set(contents.excluded())
    assert {"pytest", "PyInstaller", "rich", "readline", "ssl"} <= left_out
    assert not {"pygame", "pygame_gui", "numpy", "numba", "llvmlite", "i18n", "platformdirs"} & left_out


def test_only_fonts_of_the_window_are_kept() -> None:
    names = ("NotoSans-Bold.ttf", "NotoSansJP-Regular.otf", "NotoSansArabic-Bold.ttf", "default_theme.json")
    places = [str(Path("pygame_gui") / "data" / name) for name in names] + ["pygame/freesansbold.ttf"]
    kept = contents.without_other_fonts((place, place, "DATA") for place in places)
    assert [Path(place).name for place, _, _ in kept] == [names[0], names[1], names[3]]


@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a compiler"
)
def test_only_unpatched_libraries_are_stripped(tmp_path: Path) -> None:
    (tmp_path / "code.c").write_text("int answer(void) { return 42; }\n", "utf-8")
    library = tmp_path / "code.so"
    subprocess.run(["cc", "-g", "-shared", "-o", library, tmp_path / "code.c"], check=True)
    patched = ("numpy.libs/code.so", str(library), "BINARY")
    link = ("code.so", "numpy.libs/code.so", "SYMLINK")
    lighter, *same = contents.stripped(
        [("a/code.so", str(library), "BINARY"), patched, link], tmp_path / "work"
    )
    assert same == [patched, link]
    assert lighter[0] == "a/code.so"
    assert Path(lighter[1]).stat().st_size < library.stat().st_size
