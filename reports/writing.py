"""A run's report as a text, in a file and in a terminal.

Charts, templates and tables are loaded when a report is made.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sim.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from sim.runs import Run

FORMATS = ("html", "md", "txt")
"""The formats of a report, by the suffix of its file."""


def render(run: Run, fmt: str) -> str:
    """The report of a run as text in one of the formats.

    Parameters
    ----------
    run
        A run with at least one game; it need not be complete.
    fmt
        ``"html"``, ``"md"`` or ``"txt"``.

    Raises
    ------
    UserError
        If the format is unknown, or no game has been played yet.
    """
    from reports import html, markdown, terminal
    from reports.contents import compose

    if fmt not in FORMATS:
        raise UserError(
            f"a report cannot be written as {fmt!r}",
            cure=f"choose from {', '.join(FORMATS)}",
        )
    if fmt == "html":
        return html.render(run)
    return {"md": markdown.render, "txt": terminal.render}[fmt](compose(run))


def write(run: Run, to: Path) -> Path:
    """Write the report of a run to a file, completely or not at all.

    The suffix decides the format.

    Parameters
    ----------
    run
        A run with at least one game.
    to
        The file, ending in ``.html``, ``.md`` or ``.txt``; its directory must exist.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    UserError
        If the suffix is not one of these, no game has been played yet, or the file
        cannot be written.
    """
    from sim.storage.files import write_output

    to = Path(to)
    fmt = to.suffix.lower().removeprefix(".")
    if fmt not in FORMATS:
        cure = (
            "use "
            + ", ".join(f".{known}" for known in FORMATS[:-1])
            + f" or .{FORMATS[-1]}"
        )
        raise UserError(
            "the suffix must be that of a report format", where=str(to), cure=cure
        )
    text = render(run, fmt)
    write_output(to, text.encode())
    return to


def show(run: Run, console: Console, *, whole: bool = False) -> None:
    """Print the first screen of a run's report in a terminal.

    Parameters
    ----------
    run
        A run with at least one game.
    console
        Where it is printed; its width is used, up to 100 columns.
    whole
        Print all sections too.

    Raises
    ------
    UserError
        If no game has been played yet.
    """
    from reports import terminal
    from reports.contents import compose

    terminal.show(compose(run), console, whole=whole)
