"""Groups of commands, in a fixed order, with a suggestion for a misspelt one."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

from sim.errors import unknown

_KINDS = {"exact": "exact answer", "solve": "solvable game"}
"""What the commands of a group are called in messages."""


class Commands(TyperGroup):
    """The commands in the order in which they were added."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of that name."""
        if cmd_name not in self.commands:
            raise unknown(_KINDS.get(str(self.name), "command"), cmd_name, self.commands)
        return self.commands[cmd_name]
