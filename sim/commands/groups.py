"""Groups of commands, in a fixed order, with a suggestion for a misspelt one."""

from typing import Any

from typer.core import TyperGroup

from sim.errors import UserError, shown, unknown

MEANT = {
    "list": "games or warlab scenarios",
    "rules": "games",
    "open": "report",
    "show": "report",
    "view": "report",
    "simulate": "play",
    "start": "run",
    "check": "validate",
    "question": "ask",
}
"""Words that people try in place of a command, and what they mean."""

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
        meant = f"play {game}" if game else MEANT.get(cmd_name.casefold())
        if kind != "command" or meant is None:
            raise unknown(kind, cmd_name, self.commands)
        raise UserError(
            f"unknown command {shown(cmd_name)}", cure=f"use warlab {meant}"
        )
