"""Data for the scripts of a page: files of their own, loaded when a reader asks for them."""

from __future__ import annotations

import json

from reports.site.page import Asset


def data(path: str, value: object) -> Asset:
    r"""Return a data file, which a page loads with ``warlab.load(path)``.

    >>> data("data/one.js", {"games": 1}).content
    b'warlab.data("data/one.js",{"games":1});\n'
    """
    # It is a script, because a page opened from a disk may load scripts but no other data.
    told = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return Asset(path, f"warlab.data({json.dumps(path)},{told});\n".encode())
