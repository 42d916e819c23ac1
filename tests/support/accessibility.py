"""What axe-core finds wrong with a page that is open."""

import os
from pathlib import Path

import pytest

AXE = Path(os.environ.get("AXE_CORE") or "node_modules/axe-core/axe.min.js")


def violations(page):
    """Return each rule that the page breaks, with the first element that does; skip the test without axe-core."""
    if not AXE.is_file():
        pytest.skip("no axe-core found (npm install --no-save axe-core, or AXE_CORE)")
    page.evaluate(AXE.read_text("utf-8") + "; 0")
    return page.evaluate(
        "axe.run().then((all) => all.violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 200)))"
    )
