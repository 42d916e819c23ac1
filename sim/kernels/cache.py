"""The cache directory of compiled code.

Numba notices a change in the file of a function, but not in the file of a function that it calls, nor of a constant in
another module. So the directory is named after the contents of all files that kernels are made of.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import llvmlite
import numba
from platformdirs import user_cache_path

from sim.errors import UserError

SOURCES = (
    "cards.py",
    "errors.py",
    "options.py",
    "rng.py",
    "machine/interrupts.py",
    "contract/*.py",
    "deals/*.py",
    "kernels/*.py",
    "policies/*.py",
    "solver/kernel/*.py",
    "games/packets/*.py",
    "games/*/rules.py",
    "games/*/pays.py",
    "games/*/policies.py",
    "games/*/policies/*.py",
    "games/*/equilibri*.py",
    "games/**/kernel.py",
    "games/**/kernel/*.py",
)
"""The files with the code and the constants of kernels; a test checks that the list is complete."""

VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable with the user's own choice of a directory."""


def cache_directory() -> Path:
    """Return the directory of compiled code, made if need be: the user's choice, the usual one, or a temporary one.

    Raises
    ------
    UserError
        If code can be kept in none of them.
    """
    content = hashlib.sha256()
    package = Path(__file__).parents[1]
    for pattern in SOURCES:
        for path in sorted(package.glob(pattern)):
            content.update(path.read_bytes())
    # What one version has written need not be readable for another.
    content.update(f"{numba.__version__} {llvmlite.__version__}".encode())
    name = f"kernels-{content.hexdigest()[:16]}"
    chosen = os.environ.get(VARIABLE)
    if chosen:
        place, fault = Path(chosen) / name, _fault(Path(chosen) / name)
        if fault:
            raise UserError(
                f"{place}: compiled code cannot be kept there: {fault}",
                where=VARIABLE,
                cure="name a directory that you may write to, or unset it",
            )
        return place
    faults = []
    for base, private in _usual():
        fault = _fault(base / name, private=private)
        if not fault:
            return base / name
        faults.append(f"{base}: {fault}")
    raise UserError(
        f"compiled code can be kept nowhere ({', '.join(faults) or 'no directory is known'})",
        cure=f"set {VARIABLE} to a directory that you may write to",
    )


def _usual() -> list[tuple[Path, bool]]:
    """Return where code is kept if the user does not choose, and whether the place is shared with other users."""
    found = [(user_cache_path("warlab"), False)]
    try:
        # Code is run from there, so no other user's directory will do.
        found.append((Path(tempfile.gettempdir()) / f"warlab-cache-{os.geteuid()}", True))
    except FileNotFoundError:  # there is no temporary directory that may be written to
        pass
    # A user without a home has none in the current directory either.
    return [(base, private) for base, private in found if base.is_absolute()]


def _fault(place: Path, *, private: bool = False) -> str:
    """Make a directory if it does not exist, and return what is wrong with it; "" if nothing is.

    Parameters
    ----------
    place
        The directory.
    private
        Whether it and its parent must belong to this user.
    """
    try:
        place.parent.mkdir(0o700 if private else 0o777, parents=True, exist_ok=True)
        place.mkdir(exist_ok=True)
        if private and any(one.stat().st_uid != os.geteuid() for one in (place.parent, place)):
            return "it belongs to another user"
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return "" if os.access(place, os.W_OK | os.X_OK) else "permission denied"


if getattr(numba.config, "DISABLE_JIT", 0):  # its type stubs do not know the name
    raise UserError(
        "it switches off the compiler that the games are played with",
        where="NUMBA_DISABLE_JIT",
        cure="unset it",
    )

setattr(numba.config, "CACHE_DIR", str(cache_directory()))  # noqa: B010 - as above
