"""Runs: play a scenario into a directory, and read the directory."""

from sim.runs.launch import run
from sim.runs.reader import Run, open_run
from sim.runs.results import Status

__all__ = ["Run", "Status", "open_run", "run"]
