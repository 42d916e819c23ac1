"""The messages for a misused command line and for an interrupt.

Mistakes about games, scenarios and runs are :class:`sim.errors.UserError`, which has
its own message.
"""

from __future__ import annotations

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


def usage_line(error: typer.TyperException) -> str:
    """A mistake on the command line as one line: what, and where to look."""
    cause = error.__cause__
    if isinstance(cause, UserError):  # of one of our parsers, see options.parser
        parameter = getattr(error, "param", None)
        return str(cause if cause.where else cause.at(_typed_name(parameter)))
    message = error.format_message().strip().rstrip(".")
    context = getattr(error, "ctx", None)
    path = "warlab" if context is None else context.command_path
    return f"{message[:1].lower()}{message[1:]}; see {path} --help"


def _typed_name(parameter: Any) -> str:
    """What a parameter is called on the command line."""
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name)
