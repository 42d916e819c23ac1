"""The scripts of the site, checked and run outside of a page: in node, where there is one."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from docs.site.page import ASSETS, VIEWER


def node() -> str:
    """Return node, or skip the test with the reason."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("no node on the path: the scripts are only checked in a browser")
    return found


def script(name: str) -> Path:
    """Return the file of a script."""
    return next(path for home in (ASSETS, VIEWER) if (path := home / name).is_file())


def value_of(expression: str, *scripts: str, **given: object) -> Any:
    """Return what a JavaScript expression gives after some scripts have run; ``given`` are constants in it."""
    text = "globalThis.warlab = {};\n"
    text += "".join(f"{script(name).read_text()}\n" for name in scripts)
    text += "".join(
        f"const {name} = {json.dumps(value)};\n" for name, value in given.items()
    )
    # BigInt has no form in JSON; a number without end has none either.
    text += f"""process.stdout.write(JSON.stringify({expression}, (_, value) =>
        typeof value === "bigint" ? String(value)
        : typeof value === "number" && !Number.isFinite(value) ? String(value) : value));"""
    done = subprocess.run(
        [node(), "-"],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
