"""Runs: a scenario played into a directory, and the reader of what lies there."""

from sim.runs.reading import Run, Status, open_run
from sim.runs.starting import run

__all__ = ["Run", "Status", "open_run", "run"]
