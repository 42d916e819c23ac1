"""The site: static pages that answer from files alone, under any path of any server and without one."""

from reports.site.page import Asset, Page, Part, asset
from reports.site.writing import write_site

__all__ = ["Asset", "Page", "Part", "asset", "write_site"]
