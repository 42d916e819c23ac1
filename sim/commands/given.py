"""Given deals: ``warlab play GAME --deals FILE``, a row for each deal of a file."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path

from sim.commands import arguments
from sim.commands.requests import PlayRequest
from sim.commands.screen import save
from sim.contract.answer import Answer, Paragraph, Table
from sim.contract.policy import policies_table
from sim.contract.rules import GameRules
from sim.counts.declarations import declared
from sim.deals.texts import read_lines
from sim.engine.rows import play
from sim.errors import UserError
from sim.games import find_game
from sim.words import games_words

TAKEN = {
    *("game", "deals", "rule", "policies", "seed", "first", "workers", "column"),
    *("rows", "csv", "level"),
}
"""The words of the command that mean something for given deals."""

MOST_SHOWN = 100
"""The most rows that are printed."""

FIRST_COLUMNS = ("game", "winner", "ending")
"""The columns that are printed, with the lengths and what was asked for."""


def answer(asked: PlayRequest, rules: GameRules) -> Answer:
    """The rows of the deals of a file.

    Parameters
    ----------
    asked
        What was typed; the rows are written here if that is asked for.
    rules
        The rules that were typed, with the players.
    """
    _check(asked)
    game = find_game(asked.game)
    rules = game.asking(rules, asked.column or [], "--column")
    texts = read_lines(_text(asked.deals or ""))
    if not texts:
        raise UserError(
            "no deal", where=f"--deals: {asked.deals}", cure="write one a line"
        )
    with arguments.typed_as(deals="--deals"):
        rows = play(
            game.name,
            seed=asked.seed,
            first=asked.first,
            rules=rules.changed(),
            policies=getattr(rules, "policies", ()) or None,
            columns=asked.column or [],
            deals=texts,
            workers=arguments.worker_count(asked.workers),
        )
    save(asked.rows, rows)
    lengths = [column.name for column in declared(game).lengths()]
    wanted = {*FIRST_COLUMNS, *lengths[:1], *rules.columns}
    names = [name for name in rows.columns if name in wanted]
    shown = rows.select(names).head(MOST_SHOWN)
    blocks: list[Table | Paragraph] = [
        Table(
            "",
            tuple(names),
            tuple(tuple(map(str, row)) for row in shown.rows()),
            frozenset({names.index("ending")} if "ending" in names else ()),
        )
    ]
    if len(rows) > MOST_SHOWN:
        blocks.append(Paragraph("The other rows: add --rows FILE."))
    return Answer(
        headline=f"{game.title}: {games_words(len(rows))} from given deals",
        blocks=tuple(blocks),
        data={
            "game": game.name,
            "rules": rules.as_dict(),
            **policies_table(rules),
            "seed": asked.seed,
            "first": asked.first,
            "rows": rows.to_dicts(),
        },
        rows=rows,
    )


def _check(asked: PlayRequest) -> None:
    """Refuse what is asked of a sample of games."""
    for field in fields(asked):
        if field.name not in TAKEN and getattr(asked, field.name) not in (
            field.default,
            [],
        ):
            name = "all" if field.name == "whole" else field.name.replace("_", "-")
            raise UserError(
                "given deals are no sample",
                where=f"--{name}",
                cure="leave it out, or leave --deals out",
            )


def _file(name: str) -> Path:
    """The path of a file; an empty name, which would be that of this directory, has none."""
    if not name:
        raise FileNotFoundError(0, "it has no name")
    return Path(name)


def _text(name: str) -> str:
    """The text of a file, or of standard input."""
    if name == arguments.STDIN:
        return sys.stdin.read()
    try:
        return _file(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise UserError(
            f"cannot read {name!r}: {why}",
            where="--deals",
            cure="give a text file with a deal on each line",
        ) from None
