"""The lock files name every dependency of the project, for every Python that it supports."""

import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(lock, python):
    """Return the names of the packages that a lock file installs with a Python."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    needed = [
        Requirement(line.removesuffix("\\").strip())
        for line in lines
        if line and line[0].isalnum()
    ]
    environment = {"python_version": python, "python_full_version": f"{python}.0"}
    return {
        canonicalize_name(package.name)
        for package in needed
        if package.marker is None or package.marker.evaluate(environment)
    }


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize(
    "lock", ["requirements.lock", "requirements-tests.lock", "requirements-docs.lock"]
)
def test_every_dependency_is_locked_for_every_python(lock, python):
    dependencies = {
        canonicalize_name(Requirement(line).name)
        for line in PROJECT["project"]["dependencies"]
    }
    assert dependencies - locked(lock, python) == set()
