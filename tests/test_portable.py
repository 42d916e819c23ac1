"""No module of the project needs, at import, what only POSIX systems have."""

import subprocess
import sys

from tests.support.imports import paths
from tests.support.places import ROOT

HIDDEN = ["fcntl", "resource", "pwd"]

SCRIPT = """
import importlib, signal, sys

# On POSIX systems the protocol's own package needs them.
import mcp.server.stdio

for name in {hidden}:
    sys.modules[name] = None
del signal.SIGHUP
for name in {modules}:
    importlib.import_module(name)
sys.argv = ["warlab", "games"]
from warlab.__main__ import main
sys.exit(main())
"""


def test_everything_is_imported_without_the_modules_of_posix():
    modules = [
        module
        for module in paths()
        if not module.startswith("docs") and not module.endswith("__main__")
    ]
    script = SCRIPT.format(hidden=HIDDEN, modules=modules)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "war" in done.stdout
