"""Commands that have commands of their own, in a fixed order, with a suggestion for a misspelt one."""

from __future__ import annotations

from typing import Any, ClassVar

from typer.core import TyperGroup

from sim.errors import unknown


class Commands(TyperGroup):
    """The commands in the order in which they were added."""

    kind: ClassVar[str] = "command"

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of that name."""
        if cmd_name not in self.commands:
            raise unknown(self.kind, cmd_name, self.commands)
        return self.commands[cmd_name]


class SolvableGames(Commands):
    """The games that can be solved, each with its own options."""

    kind = "solvable game"


class ExactAnswers(Commands):
    """The questions with an exact answer, each with its own options."""

    kind = "exact answer"
