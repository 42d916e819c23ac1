"""What Numba works out anew each time, remembered: kernels take a sixth less time to compile.

Kernels are made of many small functions and of arithmetic on words. Numba reads a function that is compiled into its
callers once for each call, and looks for the type of a sum among dozens of possible ones at each ``+``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.bytecode import FunctionIdentity
from numba.core.inline_closurecall import InlineWorker
from numba.core.targetconfig import TargetConfig
from numba.core.types.functions import BaseFunction


def remember() -> None:
    """Remember from now on what functions consist of, and the types of what operators return."""
    reader: Any = InlineWorker
    reader.run_untyped_passes = _reading_once(reader.run_untyped_passes)
    function: Any = BaseFunction
    function.get_call_type = _typing_once(function.get_call_type)
    options: Any = TargetConfig
    options.values = _values


def _reading_once(read: Callable[..., Any]) -> Callable[..., Any]:
    found: dict[tuple[Any, bool], Any] = {}

    def read_once(self: Any, func: Any, enable_ssa: bool = False) -> Any:
        if not (func.__module__ or "").startswith("sim."):  # what a user's own functions refer to may change
            return read(self, func, enable_ssa)
        known = (func, enable_ssa)
        if known not in found:
            found[known] = read(self, func, enable_ssa)
        self.flags.enable_ssa = enable_ssa
        # InlineWorker.inline_ir copies the blocks, and numbers the variables of each copy anew.
        content = found[known].copy()
        content.func_id = FunctionIdentity.from_function(func)
        return content

    return read_once


def _typing_once(resolve: Callable[..., Any]) -> Callable[..., Any]:
    numbers = (types.Integer, types.Boolean)

    def resolve_once(self: Any, context: Any, args: Any, kws: Any) -> Any:
        operator = getattr(self.typing_key, "__module__", None) == "_operator"
        if not operator or kws or not all(isinstance(one, numbers) for one in args):
            return resolve(self, context, args, kws)
        found = self.__dict__.setdefault("_types_found", {})
        known = (id(context), args)
        if known not in found:
            found[known] = resolve(self, context, args, kws)
        return found[known]

    return resolve_once


def _values(self: Any) -> dict[str, Any]:
    """Return all options of a compilation: what is not set has its default."""
    chosen = self._values
    return {name: chosen[name] if name in chosen else getattr(self, name) for name in self.options}
