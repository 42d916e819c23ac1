"""Spreadsheets: tables of the commands, and the rows of games, as files for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.commands.arguments import parser
from sim.errors import UserError, shown
from sim.storage.files import write_output

if TYPE_CHECKING:
    import polars as pl

CSV, PARQUET = ".csv", ".parquet"


def _file(text: str, where: str, endings: tuple[str, ...]) -> Path:
    """Return the file that was typed, if it can be written: this is known before anything is played."""
    path = Path(text)
    if path.exists() and not path.is_file():
        return path  # a pipe or a device takes what is written; a directory refuses in its own words
    if path.suffix.lower() not in endings:
        told = " or ".join(endings)
        raise UserError(
            f"{shown(text)} is no {told} file", where=where, cure=f"give a name that ends in {told}"
        )
    if not path.resolve().parent.is_dir():
        raise UserError(f"there is no directory {path.parent}", where=where, cure="make it first")
    return path


def _option(where: str, meaning: str, *endings: str) -> Any:
    read = partial(_file, where=where, endings=endings)
    return typer.Option(where, metavar="FILE", help=meaning, parser=parser(read))


Csv = Annotated[Path | None, _option("--csv", "Write the table to FILE.csv too, for a spreadsheet.", CSV)]
Rows = Annotated[
    Path | None,
    _option("--rows", "Write a row for each game to FILE.csv or FILE.parquet.", CSV, PARQUET),
]


def save(path: Path | None, rows: pl.DataFrame | Iterable[Mapping[str, Any]]) -> None:
    """Write a table to the file that the user named, if any: numbers in full, and a column for each key."""
    if path is None:
        return
    import polars as pl

    made = rows if isinstance(rows, pl.DataFrame) else pl.DataFrame(list(rows), infer_schema_length=None)
    content = BytesIO()
    if path.suffix.lower() == PARQUET:
        made.write_parquet(content)
    else:
        made.write_csv(content)
    write_output(path, content.getvalue())


def refuse_with(path: Path | None, other: str) -> None:
    """Refuse a file for a table that another option leaves out, if one was given."""
    if path is not None and other:
        raise UserError(f"{other} makes no such table", where="--csv", cure="leave one of them out")
