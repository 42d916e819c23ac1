"""``warlab mcp``: the program's answers for language models, over the Model Context Protocol."""

from sim.commands.mcp.command import mcp

__all__ = ["mcp"]
