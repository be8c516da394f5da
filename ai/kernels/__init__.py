"""Compiled code only; each file imports only those before it: intrinsics, bitboard, stability, workspace,
recording, evaluation, table, ordering, probcut, splits, midgame, endgame, entry. Beside them measure, for
`bench evaluate` alone.
Importing any of them first sets the folder of the compile cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit, types
from numba.core import cgutils
from numba.core.typing.templates import ConcreteTemplate, infer_global
from numba.extending import lower_builtin

from ai.cache import describe_in_memory, describe_unwritable, use_cache_folder

# Without a folder what is compiled stays in memory.
CACHE_FOLDER, CACHE_WARNING = use_cache_folder()


def keep_in_memory(error: OSError) -> None:
    """Compile without the folder, which cannot be written after all."""
    global CACHE_FOLDER, CACHE_WARNING
    if CACHE_FOLDER is not None:
        CACHE_WARNING = describe_in_memory(describe_unwritable(CACHE_FOLDER, error))
        CACHE_FOLDER = None


def kernel(signature: Any) -> Any:
    """Compile a function when its file is imported, and keep the machine code if there is a folder for it."""
    compiled = njit(signature, cache=CACHE_FOLDER is not None, nogil=True)

    def decorate(function: Callable[..., Any]) -> Any:
        if function.__name__ in function.__code__.co_names:
            function.__globals__[function.__name__] = _itself(signature)
        return compiled(function)

    return decorate


def _itself(signature: Any) -> Callable[..., Any]:
    """What the name of a kernel means while it is compiled: a call of itself, with its signature.

    Numba would find out what the kernel returns at each such call, by going through all of it: that took
    half of the time of compiling.
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
