"""The scripts of pages, which are checked outside of a page by node, where there is one."""

import shutil
from pathlib import Path

import pytest

from docs.site.frame import HERE
from reports import templating, viewer

VIEWER = Path(viewer.__file__).parent / "assets"
TEMPLATES = Path(templating.__file__).parent / "templates"

SCRIPTS = sorted(
    path for home in (HERE / "assets", VIEWER, TEMPLATES) for path in home.glob("*.js")
)
"""Those of the site, of the viewer of replays, and of reports."""


def node():
    """Return node, or skip the test with the reason."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("no node on the path: the scripts are only checked in a browser")
    return found
