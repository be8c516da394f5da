"""Every shipped part has its licence; tests/test_bundle.py checks the content of a real bundle."""

from importlib import metadata
from pathlib import Path

import pytest

from release import licences
from release.contents import ROOT

# The shared libraries of the wheels of NumPy, llvmlite and pygame-ce, and those of Python, on three systems.
SEEN = {
    "linux": """
        libFLAC-e7027ec5.so.14.0.0 libSDL2-2-50d19f93.0.so.0.3200.10
        libSDL2_image-2-d6906c81.0.so.0.800.12 libSDL2_mixer-2-6719e6f6.0.so.0.800.2
        libSDL2_ttf-2-e69aa315.0.so.0.2400.0 libbrotlicommon-c828db13.so.1.2.0
        libbrotlidec-8e4a5025.so.1.2.0 libfluidsynth-2d6ca569.so.3.5.6
        libfreetype-b83c5fb4.so.6.20.6 libharfbuzz-672f7280.so.0.61430.0 libjpeg-a5e764f6.so.62.4.0
        libmpg123-8b3c3c9e.so.0.49.4 libogg-15db22d2.so.0.8.6 libopus-ddd6afb9.so.0.11.1
        libopusfile-96d7a9c0.so.0.4.5 libpng16-fefdc88d.so.16.58.0 libportmidi-8a3ff27a.so.2.0.7
        libsharpyuv-f86ac02c.so.0.1.2 libsndfile-b31f7dcd.so.1.0.37 libtiff-9370c332.so.6.3.0
        libvorbis-3d07e502.so.0.4.9 libvorbisenc-263afe1b.so.2.0.12 libvorbisfile-07b6198b.so.3.3.8
        libwavpack-59f0eb24.so.1.2.8 libwebp-0c3b7151.so.7.2.0 libwebpdemux-cecf59a9.so.2.0.17
        libxmp-35a4066c.so.4.7.2 libbz2.so.1.0 libffi.so.8 libgcc_s.so.1 liblzma.so.5 libstdc++.so.6
        libz.so.1 libexpat.so.1 libmpdec.so.3
    """,
    "windows": """
        SDL2.dll SDL2_image.dll SDL2_mixer.dll SDL2_ttf.dll libtiff-5.dll libwebp-7.dll
        libwebpdemux-2.dll libjpeg-62.dll libpng16-16.dll libogg-0.dll libopus-0.dll
        libopusfile-0.dll libwavpack-1.dll libxmp.dll freetype.dll portmidi.dll
        msvcp140-8f141b4454fa78db34bc1f28c571b4da.dll VCRUNTIME140.dll VCRUNTIME140_1.dll
        ucrtbase.dll api-ms-win-crt-heap-l1-1-0.dll libffi-8.dll zlib1.dll
    """,
    "macos": """
        libwebp.7.2.0.dylib libmpg123.0.dylib libxmp.4.7.2.dylib libogg.0.8.6.dylib
        libz.1.3.1.zlib-ng.dylib libbrotlicommon.1.2.0.dylib libbrotlidec.1.2.0.dylib
        libvorbisenc.2.0.12.dylib libpng16.16.58.0.dylib libvorbisfile.3.3.8.dylib
        libtiff.6.3.0.dylib libSDL2-2.0.0.dylib libportmidi.2.0.7.dylib libjpeg.62.4.0.dylib
        libfreetype.6.dylib libSDL2_mixer-2.0.0.800.2.dylib libFLAC.14.0.0.dylib libharfbuzz.0.dylib
        libSDL2_ttf-2.0.0.2400.0.dylib libwebpdemux.2.0.17.dylib libsharpyuv.0.1.2.dylib
        libSDL2_image-2.0.0.800.12.dylib libwavpack.1.dylib libsndfile.1.0.37.dylib
        libvorbis.0.4.9.dylib libopusfile.0.dylib libfluidsynth.3.5.6.dylib libopus.0.dylib
        libffi.8.dylib
    """,
}


@pytest.mark.parametrize("system", SEEN)
def test_every_library_seen_on_a_system_has_a_licence(system: str) -> None:
    for place in SEEN[system].split():
        assert licences.is_library(place)
        assert licences.library_of(place)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("libopusfile-96d7a9c0.so.0.4.5", "Opusfile"),
        ("libopus-0.dll", "Opus"),
        ("libpng16-fefdc88d.so.16.58.0", "libpng"),
        ("libz.1.3.1.zlib-ng.dylib", "zlib"),
        ("zlib1.dll", "zlib"),
        ("SDL2_image.dll", "SDL"),
        ("libsharpyuv-f86ac02c.so.0.1.2", "WebP"),
        ("libstdc++.so.6", "GCC runtime"),
        ("VCRUNTIME140_1.dll", "Microsoft runtime"),
    ],
)
def test_libraries_are_recognised_by_name(place: str, name: str) -> None:
    assert licences.library_of(place) == name


@pytest.mark.parametrize(
    ("place", "is_one"),
    [
        ("numpy.libs/libscipy_openblas64_-32a4b2a6.so", True),
        ("pygame/SDL2.dll", True),
        ("python3.11/lib-dynload/_bz2.cpython-311-x86_64-linux-gnu.so", False),
        ("psutil/_psutil_linux.abi3.so", False),
        ("_bz2.pyd", False),
        ("libpython3.14.so.1.0", False),
        ("python314.dll", False),
        ("assets/weights.bin", False),
    ],
)
def test_python_modules_are_no_foreign_libraries(place: str, is_one: bool) -> None:
    assert licences.is_library(place) == is_one


def test_every_library_has_its_texts_and_every_text_a_library() -> None:
    named = {f"{text}.txt" for library in licences.LIBRARIES for text in library.texts}
    assert named == {path.name for path in licences.TEXTS.iterdir()}
    assert all(len((licences.TEXTS / name).read_text("utf-8")) > 200 for name in named)


def entry_of(name: str, wanted: str, kind: str = "PYMODULE") -> tuple[str, str, str]:
    """Returns a file of an installed distribution, as PyInstaller lists it."""
    files = metadata.distribution(name).files or ()
    return next((str(file), str(file.locate()), kind) for file in files if file.match(wanted))


def test_distributions_bring_licence_texts() -> None:
    found = {part.name: part for part in licences.components([entry_of("numba", "numba/__init__.py")])}
    assert {"Nullwindow", "Python", "PyInstaller", "numba"} == set(found)
    assert {name for name, _ in found["numba"].texts} >= {"LICENSE", "LICENSES.third-party"}


def test_libraries_inside_a_distribution_are_listed() -> None:
    files = metadata.distribution("pygame-ce").files or ()
    sdl = next((file.name, str(file.locate()), "BINARY") for file in files if "SDL2_ttf" in file.name)
    names = [part.name for part in licences.components([sdl])]
    assert names == ["Nullwindow", "Python", "pygame-ce", "PyInstaller", "SDL"]


def test_a_module_named_like_a_library_is_none() -> None:
    module = ("ctypes.macholib.dylib", "/usr/lib/python3.11/ctypes/macholib/dylib.py", "PYMODULE")
    assert [part.name for part in licences.components([module])] == ["Nullwindow", "Python", "PyInstaller"]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (("libsecret.so.1", "/usr/lib/libsecret.so.1", "BINARY"), "libsecret.so.1 has no licence"),
        (entry_of("pytest", "pytest/__init__.py"), "requirements.txt does not lead to it: pytest"),
    ],
)
def test_unlicensed_or_unwanted_parts_stop_the_build(entry: tuple[str, str, str], problem: str) -> None:
    with pytest.raises(licences.NoLicence, match=problem):
        licences.components([entry])


def test_licence_texts_get_an_overview(tmp_path: Path) -> None:
    parts = licences.components(
        [entry_of("numba", "numba/__init__.py"), ("zlib.so", "/none/zlib.so", "EXTENSION")]
    )
    entries = licences.write(parts, tmp_path / "licences")
    overview = (tmp_path / "licences" / licences.OVERVIEW).read_text("utf-8")
    for part in parts:
        assert f"\n{part.folder}" in overview
        assert any(place.startswith(f"licences/{part.folder}/") for place, _, _ in entries)
    ours = next(
        source for place, source, _ in entries if place.endswith("/LICENSE") and "Nullwindow" in place
    )
    assert Path(ours).read_bytes() == (ROOT / "LICENSE").read_bytes()
