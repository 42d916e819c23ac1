"""The report step: from the exact tallies of a run to answers that a person can read.

It reads runs and never plays; the engine knows nothing of it.
"""

from reports.writing import FORMATS, render, show, write

__all__ = ["FORMATS", "render", "show", "write"]
