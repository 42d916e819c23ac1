"""The commands as one program, from which Typer writes their reference.

The program itself loads a command when it is called, so its own reference would be
empty.
"""

from importlib import import_module

import typer

from sim.commands.cli import COMMANDS, warlab

app = typer.Typer(name="warlab", rich_markup_mode="rich", add_completion=False)
app.callback()(warlab)
for name, meaning in COMMANDS.items():
    called = getattr(import_module(f"sim.commands.{name}"), name)
    if isinstance(called, typer.Typer):
        for part in called.registered_commands:
            # Typer would cut the sentence off in the list.
            part.short_help = (part.callback.__doc__ or "").partition("\n\n")[0]
        app.add_typer(called, name=name, help=meaning, short_help=meaning)
    else:
        app.command(name, help=meaning, short_help=meaning)(called)
