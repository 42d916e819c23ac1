"""``warlab exact``: what is known exactly, by enumeration or by a formula.

Each answer has its own options.
"""

import typer

from sim.commands.exact.casino_war import casino_war
from sim.commands.exact.chances import first_ties, ruin, sweep
from sim.commands.exact.war import war
from sim.commands.groups import Commands

exact = typer.Typer(
    name="exact", cls=Commands, rich_markup_mode="rich", suggest_commands=False
)
for command in (casino_war, war, first_ties, sweep, ruin):
    exact.command()(command)
