"""Compiled code only; each file imports only those before it: intrinsics, bitboard, stability, workspace,
recording, evaluation, table, ordering, probcut, leaves, sharing, midgame, last_squares, endgame, entry.
Importing any of them first sets the folder of the compile cache.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.caching import NullCache
from numba.core.registry import CPUDispatcher
from numba.core.typeinfer import register_dispatcher
from numba.core.typing.templates import ConcreteTemplate, infer_global
from numba.extending import lower_builtin

from ai.cache import describe_in_memory, describe_unwritable, use_cache_folder

CACHE_FOLDER, CACHE_WARNING = use_cache_folder()  # without a folder machine code stays in memory


def keep_in_memory(error: OSError) -> None:
    """Compiles without the folder, which cannot be written after all."""
    global CACHE_FOLDER, CACHE_WARNING
    if CACHE_FOLDER is not None:
        CACHE_WARNING = describe_in_memory(describe_unwritable(CACHE_FOLDER, error))
        CACHE_FOLDER = None


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function of one signature, loaded from the folder or compiled when it is first needed: most
    are not, as the machine code of a search contains that of all kernels it calls.
    """

    def __init__(self, function: Callable[..., Any], signature: Any, is_inlined: bool) -> None:
        options = {"nopython": True, "nogil": True, "forceinline": is_inlined}
        super().__init__(py_func=function, targetoptions=options)
        self._signature = signature

    def load(self) -> None:
        """Makes it ready to be called. Raises OSError where the machine code cannot be kept."""
        if self._can_compile:
            if CACHE_FOLDER is None:
                self._cache = NullCache()
            else:
                self.enable_caching()
            with register_dispatcher(self), _calling_itself(self.py_func, self._signature):
                self.compile(self._signature)
            self.disable_compile()

    # Called by Numba when a kernel that calls this one is compiled, and when Python calls it unready.

    def get_call_template(self, args: Any, kws: Any) -> Any:
        self.load()
        return super().get_call_template(args, kws)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        if not self._can_compile:
            return super()._compile_for_args(*args, **kws)  # which reports wrong arguments
        self.load()
        (found,) = self.overloads.values()
        return found.entry_point


def kernel(signature: Any, is_inlined: bool = False) -> Callable[[Callable[..., Any]], Kernel]:
    """A decorator that makes a function a Kernel; one that `is_inlined` is copied into its callers."""
    return lambda function: Kernel(function, signature, is_inlined)


def load_kernels(module: ModuleType) -> None:
    """Loads all kernels that a module has made or imported. Raises OSError as `Kernel.load` does."""
    for name in list(vars(module)):
        found = getattr(module, name)
        if isinstance(found, Kernel):
            found.load()


@contextmanager
def _calling_itself(function: Callable[..., Any], signature: Any) -> Iterator[None]:
    """While a recursive kernel is compiled, its name means what `_itself` makes."""
    names, name = function.__globals__, function.__name__
    if name not in function.__code__.co_names:
        yield
        return
    before = names[name]
    names[name] = _itself(signature)
    try:
        yield
    finally:
        names[name] = before


def _itself(signature: Any) -> Callable[..., Any]:
    """A call of the kernel that is compiled, with its signature.

    Numba would infer the result of each such call by going through the whole kernel, half the time of
    compiling.
    """

    def itself() -> None: ...

    class Call(ConcreteTemplate):  # type: ignore[misc]
        key = itself
        cases = [signature]  # noqa: RUF012 - as Numba has it

    infer_global(itself, types.Function(Call))

    @lower_builtin(itself, *signature.args)
    def call(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        status, value = context.call_conv.call_function(
            builder, builder.function, signature.return_type, signature.args, arguments
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return value

    return itself
