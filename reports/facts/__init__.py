"""The facts of a run, read from its exact tallies: the only link between reports and runs.

What exists depends on what the game counts, so any of it may be missing.
"""

from reports.facts.estimates import CERTAIN, SOME_NEVER_END, UNKNOWN
from reports.facts.facts import DEFAULT_LEVEL, Facts, gather

__all__ = ["CERTAIN", "DEFAULT_LEVEL", "SOME_NEVER_END", "UNKNOWN", "Facts", "gather"]
