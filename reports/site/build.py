"""The whole site, put together from its parts."""

from __future__ import annotations

from reports.site import front
from reports.site.page import Part


def parts() -> list[Part]:
    """Return all parts of the site."""
    return [front.part()]
