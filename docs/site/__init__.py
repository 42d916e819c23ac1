"""The site: static pages that need no server and work under any path."""

from docs.site.page import Asset, Page, Part, asset
from docs.site.writing import write_site

__all__ = ["Asset", "Page", "Part", "asset", "write_site"]
