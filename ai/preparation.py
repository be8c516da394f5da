"""Prepares the kernels and the weights without delaying the window.

A background thread loads them. If the cache is empty, a child process fills it first: the compiler holds the
interpreter lock for long stretches, and in this process the window would stutter.
"""

import gc
import importlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Final

from ai.limits import Preparation
from ai.programs import Child
from game.text import N_, _, reason_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

logger = logging.getLogger(__name__)

# The modules of ai.kernels in the order they are compiled: each imports earlier ones only.
KERNELS: Final = (
    *("intrinsics", "bitboard", "stability", "workspace", "recording", "evaluation", "table", "ordering"),
    *("probcut", "leaves", "sharing", "midgame", "last_squares", "endgame", "entry"),
)
TOTAL: Final = len(KERNELS)

# Translated when they are shown, as the language may change meanwhile.
PREPARING: Final = N_("Preparing the search")
COMPILING: Final = N_("Compiling the fast search, once; the plain one plays meanwhile")
READY: Final = N_("The fast search is ready")

_CHILD_NICENESS: Final = 5  # on POSIX, less urgent than the window


class _State:
    """The state that the background thread writes and all threads read: single references need no lock."""

    def __init__(self) -> None:
        self.preparation = Preparation(0, TOTAL, PREPARING)
        self.finished = threading.Event()
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None


_state = _State()


def start() -> None:
    """Starts the preparation in the background; later calls do nothing."""
    with _state.lock:
        if _state.thread is None:
            _state.thread = threading.Thread(target=_prepare, name="preparation", daemon=True)
            _state.thread.start()


def progress() -> Preparation:
    """Returns the state of the preparation, with a text for the user and, at the end, any warning."""
    return _state.preparation


def is_ready() -> bool:
    return _state.preparation.is_ready


def wait(timeout: float | None = None) -> Preparation:
    """Starts the preparation if necessary, and waits until the kernels are ready or have failed."""
    start()
    _state.finished.wait(timeout)
    return _state.preparation


@contextmanager
def _no_collection() -> Iterator[None]:
    """Turns garbage collection off: nearly all objects that are loaded or compiled stay, and scanning them
    would take an eighth of the time now, and 150 ms each time later. Garbage made meanwhile stays, too.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


class CacheError(Exception):
    """The compiled kernels cannot be stored; the text has the folder and the reason."""


def compile_kernels() -> Iterator[str]:
    """Compiles the missing kernels, and yields a line `done total name` after each module. Raises CacheError
    if the cache cannot be written; then no incomplete file is left there.
    """
    from ai import cache

    cache.uses_shipped = False
    from ai import kernels

    if kernels.CACHE_FOLDER is None:
        raise CacheError(_("The compiled search cannot be saved; {problem}", problem=kernels.CACHE_WARNING))
    cache.discard_if_damaged(kernels.CACHE_FOLDER)
    try:
        try:
            yield from _load_kernels()
        except OSError:
            raise  # without room for the files a second attempt would fail, too
        except Exception:
            logger.exception("The cache cannot be used, so without it")
            _discard_cache()
            yield from _load_kernels()
        cache.mark_complete(kernels.CACHE_FOLDER)
    except OSError as error:
        cache.discard(kernels.CACHE_FOLDER)
        problem = cache.describe_unwritable(kernels.CACHE_FOLDER, error)
        raise CacheError(_("The compiled search cannot be saved: {problem}", problem=problem)) from error


def _load_kernels() -> Iterator[str]:
    from ai.kernels import load_kernels

    with _no_collection():
        for done, name in enumerate(KERNELS, start=1):
            load_kernels(importlib.import_module(f"ai.kernels.{name}"))
            yield f"{done} {TOTAL} {name}"


def _discard_cache() -> None:
    """Empties the cache and unloads the modules made from it, so that importing compiles them again."""
    from ai import cache, kernels

    if kernels.CACHE_FOLDER is not None and not cache.is_shipped(kernels.CACHE_FOLDER):
        cache.discard(kernels.CACHE_FOLDER)
    for name in [name for name in sys.modules if name.startswith(("ai.kernels.", "ai.compiled"))]:
        del sys.modules[name]


def _prepare() -> None:
    logger.info("The search is prepared")
    try:
        with _no_collection():
            warning = _load()
    except Exception as error:
        logger.exception("The kernels cannot be used")
        problem = reason_of(error)
        text = _("The fast search cannot be used ({problem}); the plain one plays instead", problem=problem)
        _state.preparation = Preparation(0, TOTAL, text, has_failed=True)
    else:
        text = _("The fast search is ready; {warning}", warning=warning) if warning else READY
        _report(TOTAL, text, warning)
    finally:
        _state.finished.set()
    _compile_for_machine()


def _compile_for_machine() -> None:
    """Compiles for this machine, for the next start, if the kernels in use are those of a bundle."""
    if not is_ready():
        return
    from ai import cache, kernels

    folder = kernels.CACHE_FOLDER
    if folder is not None and cache.is_shipped(folder):
        problem = _compile_in_child(lambda _done: None)
        if problem:
            said = _("The fast search is ready, but could not be compiled for this machine: {problem}")
            _report(TOTAL, said.format(problem=problem), problem)


def _load() -> str:
    """Loads the kernels, compiled if necessary, and the weights; returns a warning for the user, or ''."""
    from ai import cache, kernels
    from ai.weights import WeightsError, default_weights

    try:
        warning = _fill_cache()
        importlib.import_module("ai.compiled")
    except Exception as error:
        logger.exception("The cache cannot be used, so without it")
        _discard_cache()
        if isinstance(error, OSError):  # the cache cannot be written, so use none
            kernels.disable_cache_folder(error)
        warning = _fill_cache()
        importlib.import_module("ai.compiled")
    logger.info("The kernels are for %s", cache.processor())
    with suppress(WeightsError):  # the first search reports the problem
        default_weights()
    return warning


def _fill_cache() -> str:
    """Fills the cache in a child if it is incomplete; returns a warning for the user, or ''."""
    from ai import cache, kernels

    if kernels.CACHE_FOLDER is None:
        _report(0, _("Compiling the fast search in this process: {problem}", problem=kernels.CACHE_WARNING))
        return kernels.CACHE_WARNING
    if cache.is_complete(kernels.CACHE_FOLDER):
        return kernels.CACHE_WARNING
    cache.discard_if_damaged(kernels.CACHE_FOLDER)
    _report(0, COMPILING)
    problem = _compile_in_child(_report_compiled)
    if problem:
        _report(0, _("Compiling the fast search in this process: {problem}", problem=problem))
        problem = _("compiled in this process, because the helper failed: {problem}", problem=problem)
    return "; ".join(text for text in (kernels.CACHE_WARNING, problem) if text)


def _report_compiled(done: int) -> None:
    at = min(done, TOTAL - 1)  # the last step is loading them here
    _report(at, _("Compiling the fast search, once: {done} of {total}", done=at, total=TOTAL))


def _compile_in_child(hear: Callable[[int], object]) -> str:
    """Compiles in a child, returns the problem, or ''. Calls `hear` with each number of finished kernels."""
    try:
        with closing(Child(_compile_for)) as child:
            while (done := child.receive()) is not None:
                hear(done)
    except EOFError:
        return _("its process has ended")
    except Exception as error:
        logger.exception("The child that compiles has failed")
        return reason_of(error)
    return ""


def _compile_for(parent: "Connection") -> None:
    """Runs in a child: sends the number of finished kernels after each, then None. Raises CacheError."""
    if hasattr(os, "nice"):
        os.nice(_CHILD_NICENESS)
    for line in compile_kernels():
        parent.send(int(line.partition(" ")[0]))
    parent.send(None)


def _report(done: int, text: str, warning: str = "") -> None:
    _state.preparation = Preparation(done, TOTAL, text, warning)
