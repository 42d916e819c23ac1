"""What policies in games of choice call: the draw from a seat's stream, and the readers of sets of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.policies.chance import draw
    from sim.policies.sets import (
        above,
        below,
        cards,
        count,
        has,
        highest,
        lowest,
        nearest,
        nth,
        nth_of,
    )

__all__ = [
    "above",
    "below",
    "cards",
    "count",
    "draw",
    "has",
    "highest",
    "lowest",
    "nearest",
    "nth",
    "nth_of",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        # Users may compile their policies: the compiler learns these functions first.
        from sim.policies.kernel import compiled

        return getattr(compiled, name)
    raise AttributeError(f"module 'sim.policies' has no attribute {name!r}")
