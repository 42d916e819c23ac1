"""``warlab exact``: the command, and the tables that it prints."""

from sim.commands.exact.command import exact

__all__ = ["exact"]
