"""Live play: a page on which any rules of any game are played while the reader watches."""

from reports.live.app import Application
from reports.live.server import serve

__all__ = ["Application", "serve"]
