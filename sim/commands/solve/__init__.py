"""``warlab solve``: the command, and its output for each solvable game."""

from sim.commands.solve.command import solve

__all__ = ["solve"]
