"""Output of the commands.

There are tables and lines for people, JSON and files of tables for other programs.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.commands.options import PARQUET
from sim.storage.files import write_output

if TYPE_CHECKING:
    from rich.console import Console

    from sim.contract.answer import Answer
    from sim.contract.answer import Rows as Rowed

PAGE = 80
"""Columns of text if there is no terminal to ask, in files and pipes."""


def width() -> int:
    """How many columns a line may have."""
    return shutil.get_terminal_size((PAGE, 24)).columns if sys.stdout.isatty() else PAGE


def show(draw: Callable[[Console], None]) -> None:
    """Print what a function draws, for people."""
    from rich.console import Console

    # No text is treated as markup, and lines have no blanks at their ends.
    page = Console(width=width(), highlight=False, markup=False, emoji=False)
    with page.capture() as printed:
        draw(page)
    print("\n".join(line.rstrip() for line in printed.get().lstrip("\n").splitlines()))


def show_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def tell(answer: Answer, *, json: bool, csv: Path | None = None) -> None:
    """Print an answer, or its plain values as JSON, and save its rows if asked to.

    Parameters
    ----------
    answer
        What the command has to say.
    json
        Print ``answer.data`` as JSON instead.
    csv
        The file for ``answer.rows``; None writes none.
    """
    from reports import terminal

    save(csv, answer.rows)
    if json:
        show_json(answer.data)
        return
    show(lambda page: terminal.show(answer, page, picture=False))


def save(path: Path | None, rows: Rowed) -> None:
    """Write a table to the file that the user named, if any.

    Numbers are in full; there is a column for each key and key in it.
    """
    if path is None:
        return
    import polars as pl

    made = (
        rows
        if isinstance(rows, pl.DataFrame)
        else pl.json_normalize(list(rows), separator=" ", infer_schema_length=None)
    )
    content = BytesIO()
    if path.suffix.lower() == PARQUET:
        made.write_parquet(content)
    else:
        # A spreadsheet takes no text that begins with an apostrophe for a formula.
        formula = r"^([=+\-@\t\r])"
        inert = pl.col(pl.String).str.replace(formula, "'$1")
        made.with_columns(inert).write_csv(content)
    write_output(path, content.getvalue())
