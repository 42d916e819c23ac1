"""``warlab solve``: the command, and what it prints for each game that can be solved."""

from sim.commands.solve.command import solve

__all__ = ["solve"]
