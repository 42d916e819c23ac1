"""Printed answers: commands that print what a function answers, as it was asked for."""

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from inspect import Parameter
from typing import Any

from sim.commands.options import Csv, Json
from sim.commands.screen import tell
from sim.contract.answer import Answer

_WAYS = {"csv": (Csv, None), "json": (Json, False)}
"""The options of printing, each with its type and its default."""


def printed(
    *ways: str,
) -> Callable[[Callable[..., Answer | None]], Callable[..., None]]:
    """A decorator that makes a command of a function.

    The options of the command are the parameters of the function, or the fields of the
    record that it takes, and the ways of printing.

    Parameters
    ----------
    ways
        The ways of printing: csv, json. One that the function knows
        too is given to both.
    """

    def of(answer: Callable[..., Answer | None]) -> Callable[..., None]:
        of_function = inspect.signature(answer, eval_str=True)
        kinds = [known.annotation for known in of_function.parameters.values()]
        record: Any = None
        taken = of_function
        if len(kinds) == 1 and is_dataclass(kinds[0]):
            record = kinds[0]
            taken = inspect.signature(record, eval_str=True)
        names = list(taken.parameters)
        more = [
            Parameter(way, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for way, (kind, default) in _WAYS.items()
            if way in ways and way not in names
        ]

        def command(**typed: Any) -> None:
            asked = {name: typed[name] for name in names}
            found = answer(record(**asked)) if record else answer(**asked)
            if found is not None:
                tell(found, **{way: typed[way] for way in ways})

        command.__name__ = answer.__name__
        command.__doc__ = answer.__doc__
        signature = taken.replace(parameters=[*taken.parameters.values(), *more])
        command.__signature__ = signature  # type: ignore[attr-defined]
        return command

    return of
