"""The facts of a run, read from its exact tallies: the only link between reports and runs.

Counts and estimates come from :mod:`sim`; nothing is drawn here. Every statistic that the summary or the comparison of
the run has is taken from there. What exists depends on what the game counts, so any of it may be missing.
"""

from reports.facts.estimates import SOME_NEVER_END, UNKNOWN
from reports.facts.facts import DEFAULT_LEVEL, Facts, gather

__all__ = ["DEFAULT_LEVEL", "SOME_NEVER_END", "UNKNOWN", "Facts", "gather"]
