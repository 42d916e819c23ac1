"""The code of a part of a kernel: kept for its callers to take in, never run by itself.

Numba would turn each function into machine code, and again inside every caller, which holds a copy. A part
is optimized, because games of some rules would be some 5 % slower if their kernel were optimized all at once, but its
machine code is made in the kernel only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import binding
from numba.core.caching import CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _NoMachineCode:
    """Stands for the machine code, with which Numba would register the Python objects of a function.

    A part has none, so it cannot print.
    """

    def set_env(self, name: str, environment: object) -> None:
        """Register nothing."""


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc, unused-ignore]  # Numba is untyped
    """The code of one part, as LLVM's intermediate representation."""

    @property
    def codegen(self) -> Any:
        return _NoMachineCode()

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return what :meth:`read` takes."""
        return self.serialize_using_bitcode()  # type: ignore[no-any-return]

    @classmethod
    def read(cls, codegen: Any, kept: tuple[str, str, bytes]) -> _PartLibrary:
        """Return the code that was kept."""
        name, _, bitcode = kept
        code = cls(codegen, name)
        code._final_module = binding.parse_bitcode(bitcode)
        code._finalize_final_module()
        return code

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class PartCompiler(Compiler):  # type: ignore[misc, unused-ignore]
    """Compiles a part."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a function into a library without machine code."""
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class _Context:
    """A target of Numba's that reads the code of parts."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def codegen(self) -> Any:
        return self

    def unserialize_library(self, kept: Any) -> Any:
        """Return the library that was kept."""
        return _PartLibrary.read(self._context.codegen(), kept)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


class KeptPart(CompileResultCacheImpl):  # type: ignore[misc, unused-ignore]
    """How the compiled code of a part is kept on disk."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return what was compiled."""
        found = super().rebuild(_Context(target_context), payload)
        return found._replace(target_context=target_context)
