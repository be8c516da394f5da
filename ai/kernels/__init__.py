"""Compiled code only. Each module imports only those listed before it: intrinsics, bitboard, stability,
workspace, recording, evaluation, table, ordering, probcut, leaves, sharing, midgame, last_squares, endgame,
entry. Importing any of them first sets the folder of the compile cache.
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

CACHE_FOLDER, CACHE_WARNING = use_cache_folder()  # None keeps machine code in memory


def disable_cache_folder(error: OSError) -> None:
    """Switches to compiling in memory, because the cache folder turned out not to be writable."""
    global CACHE_FOLDER, CACHE_WARNING
    if CACHE_FOLDER is not None:
        CACHE_WARNING = describe_in_memory(describe_unwritable(CACHE_FOLDER, error))
        CACHE_FOLDER = None


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function with one signature, loaded from the cache folder or compiled on first use. Most are never
    loaded, because the machine code of a search contains that of all kernels it calls.
    """

    def __init__(self, function: Callable[..., Any], signature: Any, is_inlined: bool) -> None:
        options = {"nopython": True, "nogil": True, "forceinline": is_inlined}
        super().__init__(py_func=function, targetoptions=options)
        self._signature = signature

    def load(self) -> None:
        """Loads or compiles the machine code. Raises OSError if the cache folder cannot be written."""
        if self._can_compile:
            if CACHE_FOLDER is None:
                self._cache = NullCache()
            else:
                self.enable_caching()
            with register_dispatcher(self), _calling_itself(self.py_func, self._signature):
                self.compile(self._signature)
            self.disable_compile()

    # Numba calls these when it compiles a caller of this kernel, and when Python calls it unloaded.

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
    """Returns a decorator that makes a function a Kernel, copied into its callers if `is_inlined`."""
    return lambda function: Kernel(function, signature, is_inlined)


def load_kernels(module: ModuleType) -> None:
    """Loads all kernels that a module defines or imports. Raises OSError as `Kernel.load` does."""
    for name in list(vars(module)):
        found = getattr(module, name)
        if isinstance(found, Kernel):
            found.load()


@contextmanager
def _calling_itself(function: Callable[..., Any], signature: Any) -> Iterator[None]:
    """Binds the name of a recursive kernel to the function of `_itself` while the kernel is compiled."""
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
    """Returns a function that calls the kernel being compiled, typed by its signature.

    Without it, Numba would analyse the whole kernel to infer the type of each recursive call, which takes
    half of the compile time.
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
