"""The program started as users start it: from source, from the bundle, and installed by pip; from another
directory, with an empty compile cache, twice in a row. Folder names have blanks and letters of many scripts.

The bundle is built first, unless NULLWINDOW_BUNDLE names the folder of one; the wheel is installed into a
fresh environment, and by the commands of the README into an empty home.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name
from PyInstaller.archive.readers import CArchiveReader

from ai.cache import SHIP_SIGN
from release import contents, licences
from tests.display import titles
from tests.sources import ROOT, promised_pythons, source_files
from tests.waiting import comes_true
from ui import VERSION

README = (ROOT / "README.md").read_text("utf-8")

# Limits on a slow machine: of a first start, and until a window opens or closes.
COMPILE_SECONDS = 300
WINDOW_SECONDS = 30
CLOSE_SECONDS = 5
# Bytes of the whole bundle; 8 MB of it are kernels.
LARGEST_BUNDLE = 285 << 20


@dataclass
class Program:
    """A way to start the program, in an empty directory and with a separate home."""

    command: list[str]
    directory: Path
    home: dict[str, str]  # environment variables with its place

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.command, *arguments],
            cwd=self.directory,
            env=os.environ | self.home,
            capture_output=True,
            text=True,
            timeout=COMPILE_SECONDS,
        )

    def open(self, screen: dict[str, str], **words: str) -> subprocess.Popen[str]:
        """Opens the window and waits for it; `words` are more environment variables."""
        program = subprocess.Popen(
            self.command,
            cwd=self.directory,
            env=screen | self.home | words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert comes_true(lambda: "Nullwindow" in titles(screen), WINDOW_SECONDS)
        return program

    def cache(self) -> dict[str, int]:
        """Returns every file of Numba's cache, and when it was written."""
        files = Path(self.home["XDG_CACHE_HOME"]).rglob("*.nb?")
        return {str(path): path.stat().st_mtime_ns for path in files}

    def is_running(self) -> bool:
        """Returns whether a process with this home still runs, even one that compiles for a closed window."""
        ours = f"HOME={self.home['HOME']}\0".encode()
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if ours in path.read_bytes():
                    return True
            except OSError:  # ended meanwhile, or another user's
                continue
        return False


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder of the built program."""
    if "NULLWINDOW_BUNDLE" in os.environ:
        return Path(os.environ["NULLWINDOW_BUNDLE"]).resolve()
    folder = tmp_path_factory.mktemp("bundle") / "Zoë's 五目 & Co"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "build.spec"]
    command += ["--distpath", str(folder / "dist"), "--workpath", str(folder / "build")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return folder / "dist" / "Nullwindow"


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel that pip installs."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "release", "--dist", str(folder), "wheel"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    (file,) = folder.iterdir()
    return file


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the command `nullwindow` of an environment with nothing else."""
    folder = tmp_path_factory.mktemp("fresh") / "Zoë's 五目 & Co"
    for command in (
        [sys.executable, "-m", "venv", str(folder)],
        [str(_command(folder, "python")), "-m", "pip", "install", "--quiet", str(wheel)],
    ):
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
    return _command(folder, "nullwindow")


def _command(environment: Path, name: str) -> Path:
    return environment / ("Scripts" if sys.platform == "win32" else "bin") / name


@pytest.fixture
def start(tmp_path: Path) -> Callable[[list[str]], Program]:
    """Returns a function that makes a Program of a command, in new folders."""
    home, directory = tmp_path / "Zoës дом", tmp_path / "somewhere else"
    home.mkdir()
    directory.mkdir()
    folders = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    names = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", *folders)
    variables = {name: str(home / name.lower() if name.startswith("XDG") else home) for name in names}
    return lambda command: Program(command, directory, variables)


@pytest.fixture(
    params=[
        "source",
        pytest.param("bundle", marks=pytest.mark.slow),
        pytest.param("wheel", marks=pytest.mark.slow),
    ]
)
def program(request: pytest.FixtureRequest, start: Callable[[list[str]], Program]) -> Program:
    if request.param == "source":
        return start([sys.executable, str(ROOT / "main.py")])
    if request.param == "wheel":
        return start([str(request.getfixturevalue("installed"))])
    return start([str(request.getfixturevalue("bundle") / "Nullwindow")])


def close(window: subprocess.Popen[str], screen: dict[str, str]) -> None:
    subprocess.run(["wmctrl", "-c", "Nullwindow"], env=screen, check=True)
    check_quiet_end(window)


def check_quiet_end(window: subprocess.Popen[str]) -> None:
    out, err = window.communicate(timeout=CLOSE_SECONDS)
    assert window.returncode == 0, err
    assert "Traceback" not in err
    assert out == ""


@pytest.mark.slow
def test_a_second_start_compiles_nothing(program: Program) -> None:
    caches = []
    for _ in range(2):
        done = program.run("match", "--black", "pvs:8", "--white", "alphabeta:8", "--time", "0.02")
        assert done.returncode == 0, done.stderr
        assert "game 1 of 1: " in done.stderr
        assert "The fast search is ready" in done.stderr.splitlines()
        caches.append(program.cache())
    assert len(caches[0]) > 5
    assert caches[0] == caches[1], "the second start has to load what the first has compiled"
    assert list(program.directory.iterdir()) == []


def test_a_closed_window_leaves_no_process(program: Program, screen: dict[str, str]) -> None:
    """The first window closes while it still compiles."""
    for _ in range(2):
        window = program.open(screen)
        assert program.is_running()
        close(window, screen)
        assert comes_true(lambda: not program.is_running(), CLOSE_SECONDS)
    assert list(program.directory.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
def test_sigterm_ends_the_window_cleanly(program: Program, screen: dict[str, str]) -> None:
    window = program.open(screen)
    window.send_signal(signal.SIGTERM)
    check_quiet_end(window)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSEGV to send")
def test_the_next_start_logs_a_crash(program: Program, screen: dict[str, str]) -> None:
    window = program.open(screen)
    window.send_signal(signal.SIGSEGV)
    window.communicate(timeout=CLOSE_SECONDS)
    assert window.returncode == -signal.SIGSEGV
    close(program.open(screen), screen)
    log = Path(program.home["XDG_STATE_HOME"], "nullwindow", "nullwindow.log").read_text("utf-8")
    first, name = log.splitlines()[0], program.run("--version").stdout.partition(", Linux")[0]
    assert first.startswith(name)
    assert ", SDL 2." in first
    assert ", numba 0." in first
    assert "An earlier start ended with this:\nFatal Python error: Segmentation fault" in log
    assert "app.py" in log, "the traceback"


def test_the_command_line_works(program: Program) -> None:
    assert program.run("--version").stdout.startswith("Nullwindow ")
    assert "examples:" in program.run("match", "--help").stdout
    wrong = program.run("--frobnicate")
    assert wrong.returncode == 2
    assert len(wrong.stderr.splitlines()) == 1


@pytest.mark.slow
def test_compile_compiles_all(program: Program) -> None:
    done = program.run("compile")
    assert done.returncode == 0, done.stderr
    before = program.cache()
    assert program.run("match", "--time", "0.02").returncode == 0
    assert program.cache() == before


@pytest.mark.slow
def test_a_bundle_starts_with_shipped_kernels(bundle: Path, tmp_path: Path) -> None:
    command = [str(bundle / "Nullwindow")]
    shipping = Program(command, tmp_path, {"HOME": str(tmp_path), SHIP_SIGN: "1"})
    try:
        assert shipping.run("compile").returncode == 0
        places = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        done = Program(command, tmp_path, places).run("match", "--time", "0.02")
        assert done.returncode == 0, done.stderr
        assert "The fast search is ready" in done.stderr.splitlines()
        assert "Compiling" not in done.stderr
    finally:
        shutil.rmtree(bundle / "_internal" / "kernels", ignore_errors=True)


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["ja_JP.UTF-8", "zh_CN.UTF-8", "ru_RU.UTF-8"])
def test_every_locale_works(program: Program, screen: dict[str, str], locale: str, tmp_path: Path) -> None:
    language, _, charmap = locale.partition(".")
    if shutil.which("localedef") is not None:
        # Without its sources the system lacks the locale, which must do no harm either.
        command = ["localedef", "-i", language, "-f", charmap, str(tmp_path / locale)]
        subprocess.run(command, capture_output=True, check=False)
    window = program.open(screen, LANG=locale, LC_ALL=locale, LANGUAGE=language, LOCPATH=str(tmp_path))
    close(window, screen)


def test_a_window_opens_without_a_writable_home(program: Program, screen: dict[str, str]) -> None:
    home = Path(program.home["HOME"])
    home.rmdir()
    home.write_bytes(b"a file, so that no folder can be made in it")
    for name in program.home:
        program.home[name] = str(home / "none")
    close(program.open(screen), screen)


@pytest.mark.slow
@pytest.mark.parametrize("line", re.findall(r"^(?:uvx|pipx) .*", README, re.MULTILINE))
def test_readme_commands_start_from_an_empty_home(
    line: str, wheel: Path, start: Callable[[list[str]], Program], screen: dict[str, str]
) -> None:
    """The tools download all dependencies."""
    tool, *words = (str(wheel) if word == "." else word for word in line.split())
    program = start([str(Path(sys.executable).with_name(tool)), *words])
    assert program.run("--version").stdout.startswith(f"Nullwindow {VERSION},")
    close(program.open(screen), screen)


@pytest.mark.slow
def test_wheel_metadata_link_to_this_version(installed: Path, wheel: Path) -> None:
    (shown,) = metadata.distributions(name="nullwindow", path=[str(wheel)])
    about = shown.metadata
    source = dict(url.split(", ") for url in about.get_all("Project-URL", []))["Source"]
    raw = source.replace("//github.com", "//raw.githubusercontent.com")
    readme = shown.read_text("METADATA") or ""
    for target in re.findall(r"\]\((.*?)\)", readme):
        assert target.startswith("https://")
        if "nullwindow" in target:
            path = re.fullmatch(rf"(?:{source}/blob|{raw})/v{VERSION}/([^#]+)(?:#.*)?", target)
            assert path is not None, target
            assert (ROOT / path[1]).exists(), target
    assert "\nuvx nullwindow\npipx run nullwindow\npip install nullwindow && nullwindow\n" in readme
    assert "the dot" not in readme
    pythons = {line.rpartition(" ")[2] for line in about.get_all("Classifier", []) if ":: Python ::" in line}
    assert pythons == {f"3.{minor}" for minor in promised_pythons()}
    (window,) = shown.entry_points.select(group="gui_scripts")
    assert window.value == shown.entry_points.select(group="console_scripts")["nullwindow"].value
    assert _command(installed.parent.parent, window.name).exists()


@pytest.mark.slow
def test_the_wheel_installs_one_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
    assert {name.partition("/")[0] for name in names} == {"nullwindow", f"nullwindow-{VERSION}.dist-info"}
    ours = {f"nullwindow/{path.relative_to(ROOT).as_posix()}" for path in source_files()}
    packed = {name for name in names if name.endswith(".py")}
    assert packed == {"nullwindow/__init__.py", "nullwindow/__main__.py"} | {
        name for name in ours if not name.startswith("nullwindow/ai/training/")
    }
    kept = {path.relative_to(ROOT).as_posix() for path in (ROOT / "assets").rglob("*") if path.is_file()}
    assert {f"nullwindow/{name}" for name in kept if not name.endswith((".pot", ".po"))} <= set(names)


@pytest.mark.slow
def test_the_installed_program_is_a_module(installed: Path, tmp_path: Path) -> None:
    """The current directory has packages of the same names."""
    for name in ("game", "ui", "main"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('somebody else')\n", "utf-8")
    command = [str(installed.with_name("python")), "-m", "nullwindow", "match", "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: nullwindow match ")


def files_of(bundle: Path) -> list[str]:
    """Returns the paths of all files, relative to the folder in which Python looks for them."""
    top = bundle / "_internal"
    return [path.relative_to(top).as_posix() for path in top.rglob("*") if not path.is_dir()]


@pytest.mark.slow
def test_the_bundle_is_small_and_has_no_other_fonts(bundle: Path) -> None:
    size = sum(path.lstat().st_size for path in bundle.rglob("*") if path.is_file())
    assert size <= LARGEST_BUNDLE, f"{size / (1 << 20):.0f} MB"
    assert {Path(place).name for place in files_of(bundle) if contents.FONT.search(place)} == contents.fonts()


@pytest.mark.slow
def test_the_bundle_has_only_required_packages(bundle: Path) -> None:
    program = CArchiveReader(str(next(bundle.glob("Nullwindow*"))))
    (name,) = (name for name in program.toc if name.endswith(".pyz"))
    modules = {module.partition(".")[0] for module in program.open_embedded_archive(name).toc}
    folders = {place.partition("/")[0] for place in files_of(bundle) if "/" in place}
    wanted = contents.required()
    for stranger, distributions in metadata.packages_distributions().items():
        if not wanted.intersection(map(canonicalize_name, distributions)):
            assert stranger not in modules | folders
    assert not modules.intersection(contents.UNUSED)


@pytest.mark.slow
def test_every_part_of_the_bundle_has_its_licence(bundle: Path) -> None:
    texts = bundle / "_internal" / licences.FOLDER

    def text(part: str, name: str) -> str:
        (folder,) = (path for path in texts.iterdir() if path.name.partition(" ")[0] == part)
        return (folder / name).read_text("utf-8")

    for part in contents.required():
        # `required` leaves out packages for other platforms and versions.
        name = metadata.distribution(part).metadata["Name"]
        assert any((texts / f"{name} {metadata.version(part)}").iterdir())
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in text("Python", "LICENSE.txt").upper()
    assert "LLVM Exceptions" in text("llvmlite", "LICENSE.thirdparty")
    assert "OpenBLAS" in text("numpy", "LICENSE.txt")
    assert "SIL OPEN FONT LICENSE" in text("pygame_gui", "pygame_gui/data/licenses/NotoSans-LICENSE.txt")
    assert "LESSER GENERAL PUBLIC LICENSE" in text("pygame-ce", "pygame/docs/generated/LGPL.txt")
    for place in filter(licences.is_library, files_of(bundle)):
        if not any(licences.is_own(owner, place) for owner in licences.OWN):
            assert any((texts / licences.library_of(place)).iterdir())
