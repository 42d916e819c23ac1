"""Packages that are installed together, and what hides one of them.

Importing this module fails if one is hidden.
"""

import sys
from importlib.util import find_spec
from pathlib import Path


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
