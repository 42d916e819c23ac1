"""Groups of commands, in a fixed order, with a suggestion for a misspelt one."""

from typing import Any

from typer.core import TyperGroup

from sim.errors import UserError, shown, unknown

_KINDS = {"exact": "exact answer", "solve": "solvable game"}
"""What the commands of a group are called in messages."""


class Commands(TyperGroup):
    """The commands in the order in which they were added."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name."""
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        from sim.games.registry import named

        kind = _KINDS.get(str(self.name), "command")
        game = named(cmd_name)
        if game and kind == "command":
            raise UserError(
                f"unknown command {shown(cmd_name)}", cure=f"use warlab play {game}"
            )
        raise unknown(kind, cmd_name, self.commands)
