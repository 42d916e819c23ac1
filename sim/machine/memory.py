"""The memory of this machine: how much is free, and whether something fits."""

from __future__ import annotations

from sim.errors import UserError
from sim.limits import size_words

MEMORY_SHARE = 0.9
"""The share of the free memory that a solution may use."""


def available_bytes() -> int:
    """Return how much memory is available, in bytes."""
    import psutil

    return int(psutil.virtual_memory().available)


def fits_memory(needed: int) -> bool:
    """Return whether this many bytes fit in the available memory."""
    return needed <= MEMORY_SHARE * available_bytes()


def check_memory(needed: int, what: str, cure: str) -> None:
    """Refuse what needs more bytes than are free: ``what`` needs them, and ``cure`` says what to do."""
    if not fits_memory(needed):
        free = size_words(available_bytes())
        raise UserError(
            f"{what} would take {size_words(needed)} of memory, but only {free} are free", cure=cure
        )
