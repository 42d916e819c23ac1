"""Rows: games dealt and played in memory, each a row of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.contract.game import Game, seated
from sim.contract.rules import GameRules
from sim.engine.given import GivenDeals, given_deals
from sim.engine.pieces import Columns, Going
from sim.engine.playing import deals_of, play_block, play_rows
from sim.errors import UserError
from sim.games import find_game
from sim.limits import check_games, check_number, check_seed
from sim.machine.pool import results
from sim.machine.resources import check_memory, check_workers
from sim.machine.workers import Workers

if TYPE_CHECKING:
    import polars as pl

BLOCK = 1 << 16
"""The games dealt and played at a time: enough to keep a core busy, few enough to use
little memory."""


def deal(
    name: str,
    games: int = 1,
    *,
    seed: int = 1,
    first: int = 0,
    rules: Mapping[str, object] | None = None,
) -> NDArray[np.uint8]:
    """The deals of some games.

    Parameters
    ----------
    name
        The game.
    games
        The number of deals.
    seed, first
        The seed, and the number of the first game.
    rules
        Options; only those of the deck affect the deal.

    Returns
    -------
    ndarray
        uint8 (games, cards): the whole shuffled deck of each game
        (:mod:`sim.deals.deck` describes how it is dealt).

    Raises
    ------
    UserError
        If the game, an option or a number is not legal.
    """
    game = find_game(name)
    checked = game.rules.of(rules)
    seed = check_seed(seed)
    first = check_number(first)
    return deals_of(game).dealing.deal_rows(checked, seed, first, check_games(games))


def play(
    name: str,
    games: int | None = None,
    *,
    seed: int = 1,
    first: int = 0,
    rules: Mapping[str, object] | None = None,
    deals: object = None,
    workers: int = 1,
    policies: Sequence[object] | None = None,
    columns: Sequence[str] = (),
) -> pl.DataFrame:
    """Play games and return a row for each.

    Parameters
    ----------
    name
        The game.
    games
        The number of games; 1000 if neither ``games`` nor ``deals`` is given.
    seed, first
        The seed, and the number of the first game: game ``k`` of a seed is always the
        same.
    rules
        Options; the others have their defaults.
    deals
        Given deals instead of shuffled ones: whole numbers (games, cards), or a text
        for each. ``"A K 10 2"`` is dealt like a shuffled deck;
        ``"9 2 6 3 1 / 5 8 4 7 10"`` gives each player's packet, top first, of any sizes
        (:mod:`sim.deals.texts`). Game ``first + i`` plays deal ``i``; the seed still
        decides in-play chance.
    workers
        The number of threads; -1 uses all cores. The rows do not depend on it.
    policies
        In games of choice, a policy for each seat: names, or user-defined functions
        (see :mod:`sim.contract.policy`). By default, the game's usual policy; not
        allowed if there is nothing to choose.
    columns
        Columns on request besides the game's own, such as
        ``["kings", "lead_changes"]``; ``warlab games war`` lists them.

    Returns
    -------
    polars.DataFrame
        ``game`` (int64) and the outcome columns of the game, categories as ``Enum``.

    Raises
    ------
    UserError
        If the game, an option, a number or a deal is not legal.

    Examples
    --------
    >>> import sim
    >>> sim.play("war", deals=[[2, 3, 14, 13]], rules={"face_down": 0})["winner", "rounds"].rows()
    [(0, 4)]
    """
    game = find_game(name)
    checked = game.rules.of(rules)
    seed = check_seed(seed)
    first = check_number(first)
    workers = check_workers(workers)
    checked = game.asking(seated(game, checked, policies), columns)
    parts: Iterable[tuple[int, GivenDeals | None]]
    if deals is None:
        count = check_games(1000 if games is None else games)
        parts = ((first + done, None) for done in range(0, count, BLOCK))
    else:
        groups = given_deals(game, checked, deals)
        count = sum(len(group.rows) for group in groups)
        if games is not None and check_games(games) != count:
            raise UserError(
                f"{games} is not the number of deals, {count}",
                where="games",
                cure="leave games out",
            )
        parts = _numbered(groups, first)
    check_room(game, checked, count)

    def play_some(part: tuple[int, GivenDeals | None], going: Going) -> Columns:
        number, given = part
        if given is None:
            size = min(BLOCK, first + count - number)
            return play_block(game, checked, seed, number, size, going=going)
        rows = given.rows
        layout = given.layout
        return play_rows(game, checked, rows, seed, number, layout=layout, going=going)

    blocks = results(play_some, parts, Workers(workers), ordered=True)
    return frame(game, checked, first, list(blocks))


def _numbered(
    groups: Iterable[GivenDeals], number: int
) -> Iterator[tuple[int, GivenDeals]]:
    """Yield given deals a block at a time, with the number of the first game."""
    for group in groups:
        for start in range(0, len(group.rows), BLOCK):
            rows = group.rows[start : start + BLOCK]
            yield number, GivenDeals(rows, group.layout)
            number += len(rows)


def check_room(game: Game, rules: GameRules, games: int) -> None:
    """Refuse more rows than fit into memory.

    Parameters
    ----------
    game, rules
        What is played.
    games
        The number of games.

    Raises
    ------
    UserError
        If they do not fit.
    """
    row = 8 + sum(
        np.dtype(column.dtype).itemsize for column in game.columns_under(rules)
    )
    check_memory(games * row, f"{games:,} rows", "sim.run writes them to a directory")


def frame(
    game: Game, rules: GameRules, first: int, blocks: list[Columns]
) -> pl.DataFrame:
    """The columns of successive blocks as one frame.

    They are not copied: each block is a chunk of it.

    Parameters
    ----------
    game, rules
        What was played.
    first
        The number of the first game.
    blocks
        The columns of each block.
    """
    import polars as pl

    columns = game.columns_under(rules)
    texts = {
        column.name: pl.Series(
            column.name, column.categories, dtype=pl.Enum(column.categories)
        )
        for column in columns
        if column.categories
    }
    parts = []
    for block in blocks or [
        {column.name: np.empty(0, column.dtype) for column in columns}
    ]:
        size = len(block[columns[0].name])
        series = [pl.Series("game", np.arange(first, first + size, dtype=np.int64))]
        for column in columns:
            values = block[column.name]
            if column.categories:
                series.append(texts[column.name].gather(values))
            else:
                series.append(
                    pl.Series(
                        column.name, values if column.per == 1 else values / column.per
                    )
                )
        parts.append(pl.DataFrame(series))
        first += size
    return pl.concat(parts, rechunk=False)
