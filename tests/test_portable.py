"""No package of the project needs, at import, what only POSIX systems have."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HIDDEN = ["fcntl", "resource", "pwd"]

SCRIPT = """
import importlib, pkgutil, signal, sys

# On POSIX systems the protocol's own package needs them.
import mcp.server.stdio

for name in {hidden}:
    sys.modules[name] = None
del signal.SIGHUP
for name in ["sim", "reports", "warlab"]:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
sys.argv = ["warlab", "games"]
from warlab.__main__ import main
sys.exit(main())
"""


def test_everything_is_imported_without_the_modules_of_posix():
    script = SCRIPT.format(hidden=HIDDEN)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "war" in done.stdout
