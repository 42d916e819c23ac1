"""warlab: War and its relatives, played millions of games at a time; every public name of :mod:`sim`.

>>> import warlab
>>> sorted(warlab.games())[-1]
'wilcox-war'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sim
from sim import __all__ as __all__
from sim import __version__ as __version__

if TYPE_CHECKING:
    from sim import *  # noqa: F403


def __getattr__(name: str) -> Any:
    return getattr(sim, name)


def __dir__() -> list[str]:
    return dir(sim)
