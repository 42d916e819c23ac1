"""Interrupts while Numba compiles: they wait for the function, since what LLVM has called drops an exception."""

from __future__ import annotations

from numba.core import event

from sim.machine.interrupts import hold, release


class _Compiling(event.Listener):
    """Holds requests to end while the compiler's lock is held."""

    def on_start(self, event: event.Event) -> None:
        hold()

    def on_end(self, event: event.Event) -> None:
        release()


def wait_for_compiler() -> None:
    """Let requests to end wait while a function is compiled."""
    event.register("numba:compiler_lock", _Compiling())
