"""The messages for a misused command line and for an interrupt.

Mistakes about games, scenarios and runs are :class:`sim.errors.UserError`, which has
its own message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sim.errors import UserError

if TYPE_CHECKING:
    import typer


class StoppedError(Exception):
    """The user pressed Ctrl-C; the text says what has been kept and how to resume."""


@contextmanager
def resumable(where: object, what: str) -> Iterator[None]:
    """Say in place of an interrupt where work is kept.

    What it says itself, or else how to resume.
    """
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise StoppedError(
            f"{where}: {str(interrupt) or f'interrupted; {what}'}"
        ) from None


def usage_line(error: typer.TyperException, called: str = "warlab") -> str:
    """A mistake on the command line as one line: where, what, and the cure."""
    cause = error.__cause__
    parameter = getattr(error, "param", None)
    if isinstance(cause, UserError):  # of one of our parsers, see options.parser
        return str(cause if cause.where else cause.at(_typed_name(parameter)))
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else called
    what, cure = _words(error)
    where = path.removeprefix("warlab").strip()
    line = f"{what}; {cure or f'see {path} --help'}"
    return f"{where}: {line}" if where else line


def _words(error: typer.TyperException) -> tuple[str, str]:
    """What is wrong and the nearest thing that would be right ("" if there is none)."""
    parameter = getattr(error, "param", None)
    option = getattr(error, "option_name", None)
    if parameter is not None and not error.message:
        return f"missing {parameter.param_type_name} {_typed_name(parameter)}", ""
    if option is not None and hasattr(error, "possibilities"):
        near = list(error.possibilities or ())
        if rule := _rule(option):
            cure = f"a rule is given as -r {rule}=VALUE"
            return f"unknown option {option}", cure
        return f"unknown option {option}", f"did you mean {near[0]}?" if near else ""
    if option is not None and "requires an argument" in error.message:
        return f"{option} needs a value", ""
    extra = re.search(r"unexpected extra arguments?.*\((.*)\)", error.message)
    if extra:
        first, *_ = extra[1].split() or [""]
        return f"unexpected argument {first!r}", ""
    message = error.format_message().strip().rstrip(".")
    return message[:1].lower() + message[1:], ""


def _typed_name(parameter: Any) -> str:
    """What a parameter is called on the command line."""
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name)


def _rule(option: str) -> str:
    """The name of the rule that was given like an option of the command line.

    "" if there is none.
    """
    from sim.games import GAMES

    name = option.lstrip("-").replace("-", "_")
    known = (rule.name for game in GAMES.values() for rule in game.rules.options())
    return name if name in known else ""
