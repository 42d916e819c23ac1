"""warlab: War and its relatives, played millions of games at a time.

Every public name of :mod:`sim`.

>>> import warlab
>>> sorted(warlab.games())[-1]
'wilcox-war'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from warlab.packages import hidden as hidden

if TYPE_CHECKING:
    from sim import *  # noqa: F403
    from sim import __all__ as __all__
    from sim import __version__ as __version__


def __getattr__(name: str) -> Any:
    import sim

    return getattr(sim, name)


def __dir__() -> list[str]:
    import sim

    return dir(sim)
