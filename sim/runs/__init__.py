"""Runs: play a scenario into a directory, and read the directory."""

from sim.runs.reading import Run, Status, open_run
from sim.runs.starting import run

__all__ = ["Run", "Status", "open_run", "run"]
