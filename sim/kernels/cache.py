"""The directory of compiled code.

Numba learns it from its environment variable when it is imported.

Numba compiles a function again when its own file has changed, but not when a function
that it calls has, or a constant of another module. So the directory is named after the
content of all files that games may be made of.
"""

import hashlib
import os
import sys
from pathlib import Path

from platformdirs import user_cache_path

from sim.errors import UserError

VARIABLE = "NUMBA_CACHE_DIR"
"""Numba's environment variable. What the user sets it to is used as it is."""

ROOMS = ("contract", "deals", "games", "kernels", "machine", "policies", "solver")
"""The packages with code and constants of compiled games, beside the modules of ``sim``
itself."""


def source_print() -> str:
    """The hash of all files that games may be made of."""
    package = Path(__file__).parents[1]
    content = hashlib.sha256()
    for pattern in ("*.py", *(f"{room}/**/*.py" for room in ROOMS)):
        for path in sorted(package.glob(pattern)):
            content.update(path.read_bytes())
    return content.hexdigest()[:16]


def _prepare() -> Path:
    """Make the directory if need be, and return it.

    It is named to Numba unless Numba has read its settings already.
    """
    chosen = os.environ.get(VARIABLE)
    place = (
        Path(chosen)
        if chosen
        else user_cache_path("warlab") / f"kernels-{source_print()}"
    )
    if "numba" not in sys.modules:
        try:
            place.mkdir(parents=True, exist_ok=True)
            if not os.access(place, os.W_OK | os.X_OK):
                raise PermissionError
        except OSError as error:
            raise UserError(
                f"{place}: compiled code cannot be kept there: "
                f"{(error.strerror or 'permission denied').lower()}",
                where=VARIABLE if chosen else None,
                cure=f"set {VARIABLE} to a directory that you may write to",
            ) from None
        os.environ[VARIABLE] = str(place)
    return place


DIRECTORY = _prepare()
