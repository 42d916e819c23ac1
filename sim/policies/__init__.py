"""Players in games of choice: the random draw for policies, and the players of a rulebook game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    def draw(bound: int, chance: NDArray[Any]) -> int:
        """Return a whole number, uniform on ``0 ... bound-1``, from the stream of a seat."""


__all__ = ["draw"]


def __getattr__(name: str) -> Any:
    if name == "draw":
        # The compiler is loaded only for users who write a policy.
        from sim.kernels.seats import draw

        return draw
    raise AttributeError(f"module 'sim.policies' has no attribute {name!r}")
