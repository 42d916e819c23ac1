"""warlab: War and its relatives, played millions of games at a time.

Every public name of :mod:`sim`.

>>> import warlab
>>> sorted(warlab.games())[-1]
'wilcox-war'
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim import *  # noqa: F403
    from sim import __all__ as __all__
    from sim import __version__ as __version__


def hidden() -> str:
    """What is wrong if a file of somebody else has the name of one of our packages.

    "" if none has. Such a file lies beside the script that runs, or in the directory
    in which Python was started.
    """
    for package in ("sim", "reports"):
        spec = find_spec(package)
        found = Path((spec and spec.origin) or package)
        ours = Path(__file__).parents[1] / package / "__init__.py"
        if not found.exists() or not found.samefile(ours):
            return (
                f"{found} hides warlab's own package {package!r}; "
                "rename it, or start elsewhere"
            )
    return ""


# The command says so itself, in one line without a traceback.
if Path((sys.argv or [""])[0]).name not in ("-m", "warlab") and hidden():
    raise ImportError(hidden())


def __getattr__(name: str) -> Any:
    import sim

    return getattr(sim, name)


def __dir__() -> list[str]:
    import sim

    return dir(sim)
