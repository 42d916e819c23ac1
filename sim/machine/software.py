"""Software: the versions of the programs that play and write games."""

import platform
from functools import cache
from importlib import metadata

_PACKAGES = ("warlab", "numpy", "numba", "polars", "pyarrow")


@cache
def software() -> dict[str, str]:
    """The version of each program by its name; "unknown" where it is not installed."""
    versions = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            versions[package] = "unknown"
    return versions
