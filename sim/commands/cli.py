"""The command line ``warlab``: its commands, and the line in which every error ends.

Only this module turns errors into exit codes. It imports nothing slow, so that
``--help`` answers at once.
"""

import codecs
import contextlib
import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any, TextIO

import typer
from typer.main import get_command, get_group

from reports.printable import in_plain_letters
from sim.commands.complaints import StoppedError, usage_line
from sim.commands.groups import Commands
from sim.errors import UserError, harmless
from sim.machine.interrupts import requests_to_end

MOST_CHARACTERS = 900
"""The most characters of a line of error."""

DONE, MISTAKE, PIPE_CLOSED, INTERRUPTED = 0, 2, 1, 130


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"warlab {version('warlab')}")
        raise typer.Exit


class Program(Commands):
    """The program: a command is loaded when it is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The name of a command, the command, and the other words."""
        name, _, words = super().resolve_command(ctx, args)
        return name, command(str(name)), words


@cache
def command(name: str) -> Any:
    """A command, or a group of commands, with its options."""
    called = getattr(import_module(f"sim.commands.{name}"), name)
    if isinstance(called, typer.Typer):
        called.info.help = COMMANDS[name]
        return get_group(called)
    alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
    alone.command(name, help=COMMANDS[name])(called)
    return get_command(alone)


def warlab(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and exit.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Answers questions about War and related card games by playing them, and says how certain the answers are."""


GROUPS = {
    "Play": {
        "play": "Play games and show how long they last, who wins and how they end. "
        "Nothing is written to disk.",
        "replay": "Show one game card by card: of a game and a seed, of a given deal, or of a run.",
        "page": "Write a page that plays a game in a browser by any rules: one file, "
        "without a server.",
        "worth": "Show what a card of each rank adds to the chance to win and to the "
        "length of a game.",
        "rare": "Estimate the chance of an event that happens once in millions or billions "
        "of games, by multilevel splitting.",
    },
    "Exact": {
        "exact": "Compute exact results: the odds of Casino War, every deal of a small "
        "deck of War, first ties, sweeps, gambler's ruin.",
        "solve": "Solve a game of choice exactly: its value, an equilibrium of the first "
        "move, and its exploitability.",
    },
    "Runs": {
        "plan": "Predict from a pilot how many games an answer takes, and their time "
        "and disk.",
        "run": "Play a scenario, and write a run directory: a row of Parquet for every "
        "game, and their tallies.",
        "status": "Show the progress of a run and how to resume it; verify its files, "
        "or repair them.",
        "merge": "Join runs of one scenario over different games, and list the games "
        "still missing.",
        "report": "Show the report of a run: in the terminal, as Markdown, or as one "
        "HTML file with charts.",
        "compare": "Compare the variants of a run pairwise, game by game: on the same "
        "deals if the decks are the same.",
    },
    "Look up": {
        "ask": "Find the answered questions closest to your words.",
        "which": "Find the rules of War, and the way of counting, that fit a published "
        "figure.",
        "mcp": "Answer a language model over the Model Context Protocol; started by an assistant.",
        "games": "List the games, or describe one: how to play, its options, its "
        "columns, and the text of its source.",
        "scenarios": "List the bundled scenarios, with the question that each answers.",
        "validate": "Check a scenario file and list its variants, without playing anything.",
    },
}
"""What each command does, in the groups of ``warlab --help``."""

COMMANDS = {
    name: meaning for group in GROUPS.values() for name, meaning in group.items()
}
"""What each command does. The module of its name is loaded when it is called."""

app = typer.Typer(
    name="warlab",
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    suggest_commands=False,
    rich_markup_mode="rich",
)
app.callback()(warlab)
for _panel, _group in GROUPS.items():
    for _name, _meaning in _group.items():
        # For the list of commands alone.
        app.command(_name, help=_meaning, rich_help_panel=_panel)(lambda: None)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default with the words of the process, and return the exit code.

    It is 0 for success, 2 if the request cannot be carried out, 130 if it is
    interrupted, and 1 if the reader of the output closed it.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    _open_streams()
    with requests_to_end(), _one_line_warnings():
        return _run(_as_meant(words) or ["--help"])


def _as_meant(words: list[str]) -> list[str]:
    """The words as they were meant.

    ``help play`` and ``version`` become options.
    """
    match words:
        case ["help", *rest]:
            return [*rest, "--help"]
        case ["version", *rest]:
            return ["--version", *rest]
    return words


def _run(words: list[str]) -> int:
    """Run a command; every error and interrupt ends in one line."""
    try:
        code = get_command(app)(words, prog_name="warlab", standalone_mode=False)
        sys.stdout.flush()
    except UserError as error:
        return _complain(str(error), MISTAKE)
    except typer.TyperException as error:
        return _complain(usage_line(error), MISTAKE)
    except (KeyboardInterrupt, StoppedError) as stop:
        return _interrupted(str(stop))
    except (OSError, MemoryError) as error:
        return _failed(error)
    if code == INTERRUPTED:  # typer turned the interrupt into its exit code
        return _interrupted()
    return code if isinstance(code, int) else DONE


def _interrupted(message: str = "") -> int:
    """Say that the command was interrupted, and end the worker processes that are left."""
    from multiprocessing import active_children

    # One that was killed before may have left the others, and with them joblib at the
    # exit, waiting for minutes.
    for worker in active_children():
        worker.terminate()
    return _complain(message or "interrupted", INTERRUPTED)


def _failed(error: OSError | MemoryError) -> int:
    """Say what the system refused; a reader that closed the pipe knows."""
    if isinstance(error, MemoryError):
        return _complain(
            "memory ran out; use fewer --workers or smaller --block-games", MISTAKE
        )
    _drop(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    place = error.filename or ("standard output" if error.errno else "")
    return _complain(f"{place}: {error.strerror or error}".removeprefix(": "), MISTAKE)


def _open_streams() -> None:
    """Replace characters that a stream cannot encode, and streams that are closed."""
    codecs.register_error("plain letters", in_plain_letters)
    # Python has None for a stream that was closed before it started.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain letters")


@contextlib.contextmanager
def _one_line_warnings() -> Iterator[None]:
    """Print a warning in one line, without the place in the code."""

    def show(message: Warning | str, *where: object, **more: object) -> None:
        _say(str(message))

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def _drop(stream: TextIO) -> None:
    """Discard what is still to be printed.

    Python flushes when it exits, and that must not fail again.
    """
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(what: str, code: int) -> int:
    _say(what)
    return code


def _say(what: str) -> None:
    """Print one line to standard error, if it can be printed at all."""
    line = harmless(" ".join(what.split()))
    if len(line) > MOST_CHARACTERS:
        line = f"{line[: MOST_CHARACTERS // 2]} ... {line[-MOST_CHARACTERS // 4 :]}"
    try:
        print(f"warlab: {line}", file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)
