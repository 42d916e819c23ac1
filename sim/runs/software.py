"""Whether the workers of a cluster have the software that this process has, so that all play the same games.

What must agree: warlab itself, down to the text of its modules, NumPy, Numba, and Python's minor version; and pyarrow
where rows are kept, since it decides the bytes of a part.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from sim.errors import UserError

PACKAGES = ("warlab", "numpy", "numba")

_CODE = "warlab's code"
_CURE = "give all workers the same environment as this process"


@cache
def facts(rows: bool) -> dict[str, str]:
    """Return what must be the same in all processes of a run.

    Parameters
    ----------
    rows
        Whether the run keeps rows.
    """
    packages = (*PACKAGES, "pyarrow") if rows else PACKAGES
    found = {"Python": _minor(platform.python_version())}
    for package in packages:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "unknown"
    return {**found, _CODE: _digest()}


def check_facts(wanted: Mapping[str, str], where: str) -> None:
    """Check this process, a worker.

    Raises
    ------
    UserError
        If something is not as it is wanted; it names the worker, and what it has.
    """
    here = facts("pyarrow" in wanted)
    for name, version in wanted.items():
        _check(name, here[name], version, where)


def check_workers_of(client: Any, wanted: Mapping[str, str]) -> None:
    """Check all workers that a scheduler has; one that lacks warlab can be asked too.

    Raises
    ------
    UserError
        If a worker has other versions; it names the worker.
    """
    for name, version in wanted.items():
        # Only the standard library is called here: the worker may not have warlab.
        if name == _CODE:
            continue
        if name == "Python":
            answers = client.run(platform.python_version, on_error="return")
        else:
            answers = client.run(metadata.version, name, on_error="return")
        for worker, answer in sorted(answers.items()):
            found = answer if isinstance(answer, str) else None
            if isinstance(answer, OSError):
                continue  # it has just left
            _check(name, _minor(found) if found and name == "Python" else found, version, f"worker {worker}")


def _check(name: str, found: str | None, wanted: str, where: str) -> None:
    if found is None:
        raise UserError(f"it has no {name}", where=where, cure=_CURE)
    if found != wanted:
        what = "modules of warlab" if name == _CODE else name
        raise UserError(f"it has {what} {found}, not {wanted}", where=where, cure=_CURE)


def _minor(version: str) -> str:
    """Return a version of Python without its last number, which changes no games."""
    return ".".join(version.split(".")[:2])


def _digest() -> str:
    """Return a name for the text of all of warlab's modules that play, count and store games."""
    package = Path(__file__).parents[1]
    content = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        content.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    return content.hexdigest()[:12]
