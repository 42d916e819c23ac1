"""The command line ``warlab``: its commands, and the line in which every error ends.

Only this module turns errors into exit codes. It imports nothing slow, so that ``--help`` answers at once.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import Annotated, TextIO

import typer
from typer.main import get_command

from sim.commands.ask import ask
from sim.commands.complaints import StoppedError, usage_line
from sim.commands.completing import joined_at_equals
from sim.commands.exact.command import exact
from sim.commands.games import games
from sim.commands.groups import Commands
from sim.commands.merge import merge
from sim.commands.plan import plan
from sim.commands.play import play
from sim.commands.rare import rare
from sim.commands.replay import replay
from sim.commands.run import run
from sim.commands.runs import compare, report, status
from sim.commands.scenarios import scenarios, validate
from sim.commands.serve import serve
from sim.commands.site import site
from sim.commands.solve.command import solve
from sim.errors import UserError, harmless
from sim.machine.interrupts import requests_to_end

_LONG_WORD = re.compile(r"(\S{120})\S{800,}(\S{40})")
"""A word that nobody typed by hand; a path may be long, too."""

DONE, MISTAKE, PIPE_CLOSED, INTERRUPTED = 0, 2, 1, 130


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"warlab {version('warlab')}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
]


def warlab(version: Version = False) -> None:
    """Answers questions about War and related card games by playing them, and says how certain the answers are."""


COMMANDS: tuple[Callable[..., None] | typer.Typer, ...] = (
    run,
    merge,
    play,
    plan,
    report,
    compare,
    status,
    replay,
    rare,
    games,
    scenarios,
    validate,
    site,
    exact,
    solve,
    ask,
    serve,
)
"""The commands, and the groups of commands."""


def _command_line(commands: Iterable[Callable[..., None] | typer.Typer]) -> typer.Typer:
    """Return the command line with some of its commands."""
    made = typer.Typer(
        name="warlab",
        cls=Commands,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
        suggest_commands=False,
        rich_markup_mode="rich",
    )
    made.callback()(warlab)
    for command in commands:
        if isinstance(command, typer.Typer):
            made.add_typer(command)
        else:
            made.command()(command)
    return made


app = _command_line(COMMANDS)


def _called_alone(word: str) -> Callable[..., object]:
    """Return the command line with the command that a word calls; to make all of them takes a while."""
    # "ask" answers by another command, so it gets all of them.
    for place, command in enumerate(COMMANDS):
        name = command.info.name if isinstance(command, typer.Typer) else command.__name__
        if name == word and command is not ask:
            return _made(place)
    return _made(None)


@cache
def _made(place: int | None) -> Callable[..., object]:
    """Return the command line with one command, or with all."""
    return get_command(app if place is None else _command_line([COMMANDS[place]]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default with the words of the process, and return the exit code.

    It is 0 for success, 2 if the request cannot be carried out, 130 if it is interrupted, and 1 if the reader of the
    output closed it.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    _open_streams()
    with requests_to_end(), _one_line_warnings(), joined_at_equals(os.environ):
        return _run(words or ["--help"])


def _run(words: list[str]) -> int:
    """Run a command; every error and interrupt ends in one line."""
    try:
        code = _called_alone(words[0])(words, prog_name="warlab", standalone_mode=False)
        sys.stdout.flush()
    except UserError as error:
        return _complain(str(error), MISTAKE)
    except typer.TyperException as error:
        return _complain(usage_line(error, _called(words)), MISTAKE)
    except (KeyboardInterrupt, StoppedError) as stop:
        return _complain(str(stop) or "interrupted", INTERRUPTED)
    except (OSError, MemoryError) as error:
        return _failed(error)
    if code == INTERRUPTED:  # typer turned the interrupt into its exit code
        return _complain("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else DONE


def _failed(error: OSError | MemoryError) -> int:
    """Say what the system refused; a reader that closed the pipe knows."""
    if isinstance(error, MemoryError):
        return _complain("memory ran out; use fewer --workers or smaller --block-games", MISTAKE)
    _drop(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    place = error.filename or ("standard output" if error.errno else "")
    return _complain(f"{place}: {error.strerror or error}".removeprefix(": "), MISTAKE)


def _open_streams() -> None:
    """Replace characters that a stream cannot encode, and streams that are closed."""
    # Python has None for a stream that was closed before it started.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _called(words: Sequence[str]) -> str:
    """Return the program and the command that some words call."""
    deep = 2 if words[:1] in ([exact.info.name], [solve.info.name]) else 1
    return " ".join(["warlab", *takewhile(lambda word: not word.startswith("-"), words[:deep])])


@contextlib.contextmanager
def _one_line_warnings() -> Iterator[None]:
    """Print a warning in one line, without the place in the code."""

    def show(message: Warning | str, *where: object, **more: object) -> None:
        _say(str(message))

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def _drop(stream: TextIO) -> None:
    """Discard what is still to be printed: Python flushes when it exits, and that must not fail again."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(what: str, code: int) -> int:
    _say(what)
    return code


def _say(what: str) -> None:
    """Print one line to standard error, if it can be printed at all."""
    line = harmless(" ".join(_LONG_WORD.sub(r"\1 ... \2", what).split()))
    try:
        print(f"warlab: {line}", file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)
