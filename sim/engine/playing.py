"""Games played in memory: blocks of game numbers in, columns out. Nothing here writes to disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.cards import HIGHEST_CODE, parse_card
from sim.contract.dealing import Deals, Layout, NoDeals
from sim.contract.game import Game, seated
from sim.contract.rules import GameRules
from sim.engine.pieces import Columns, Going, in_pieces
from sim.errors import UserError, reported_at
from sim.games import find_game
from sim.limits import check_games, check_number, check_seed
from sim.machine.pool import results
from sim.machine.resources import check_memory, check_workers
from sim.machine.workers import Workers

if TYPE_CHECKING:
    import polars as pl

Played = TypeVar("Played")

MOST_WARMED = 50
"""The most variants that are warmed up: further ones are hardly of another kind."""

BLOCK = 1 << 16
"""The games dealt and played at a time: enough to keep a core busy, few enough to use little memory."""


def play_rows(
    game: Game,
    rules: GameRules,
    deals: NDArray[np.uint8],
    seed: int,
    first: int,
    *,
    given: bool = False,
    going: Going | None = None,
) -> Columns:
    """Play deal rows as games ``first, first+1, ...``; ``given``: they are not the game's own deals."""
    dealt = _dealt(game)
    where = dealt.dealing.layout(rules, deals.shape[1] if given else None)
    kernel = dealt.kernel()

    def play_some(number: int, size: int) -> Columns:
        start = number - first
        rows = deals[start : start + size]
        columns = kernel.play_block(rules, rows, where, seed, number)
        return (
            {**columns, **_dealt_columns(game, rules, rows, where)}
            if rules.columns
            else columns
        )

    return in_pieces(
        (game.name, rules, deals.shape[1]), first, len(deals), play_some, going
    )


def _dealt_columns(
    game: Game, rules: GameRules, rows: NDArray[np.uint8], where: Layout
) -> dict[str, NDArray[Any]]:
    """The columns asked for that follow from player 0's packet as dealt."""
    start, size, stride = where.starts[0], where.sizes[0], where.stride
    packets = rows[:, start : start + size * stride : stride]
    return {
        column.name: column.of_packet(rules, packets).astype(column.dtype)
        for column in game.columns_under(rules)
        if column.of_packet is not None and column.name in rules.columns
    }


def play_block(
    game: Game,
    rules: GameRules,
    seed: int,
    first: int,
    games: int,
    *,
    going: Going | None = None,
) -> Columns:
    """Deal and play the games ``first ... first+games-1``."""
    [played] = play_variants(game, [rules], seed, first, games, going=going)
    return played


def play_variants(
    game: Game,
    variants: Sequence[GameRules],
    seed: int,
    first: int,
    games: int,
    *,
    going: Going | None = None,
) -> list[Columns]:
    """Play the same games under several rules; variants with the same deck get the same deals, dealt once."""
    # An ``AbandonedError`` ends it if ``going``, called now and then, returns False.
    dealt: dict[object, NDArray[np.uint8]] = {}
    played = []
    for rules in variants:
        if game.deals.drawing is not None:
            play_some = partial(game.deals.drawing().play_games, rules, seed)
            played.append(in_pieces((game.name, rules), first, games, play_some, going))
            continue
        dealing = _dealt(game).dealing
        pack = dealing.same_deals(rules)
        if pack not in dealt:
            dealt[pack] = dealing.deal_rows(rules, seed, first, games)
        played.append(play_rows(game, rules, dealt[pack], seed, first, going=going))
    return played


def warm_up(
    game: Game,
    variants: Sequence[GameRules],
    seed: int,
    tell: Callable[[], object] | None = None,
) -> None:
    """Compile and load what playing needs; ``tell`` is called once if something has to be compiled."""
    from sim.kernels.compiling import compilation_told

    with compilation_told(tell or (lambda: None)):
        for rules in variants[:MOST_WARMED]:
            play_block(game, rules, seed, 0, 1)


def check_deals(
    game: Game, rules: GameRules, deals: object, where: str = "deals"
) -> NDArray[np.uint8]:
    """Return given deals as uint8 (games, cards)."""
    dealing = _dealt(game, cure=f"leave {where} out").dealing
    if isinstance(deals, list | tuple):
        deals = [
            _cards_of(game, given, where) if isinstance(given, str) else given
            for given in deals
        ]
    return dealing.check_deals(rules, deals)


def _cards_of(game: Game, text: str, where: str) -> object:
    """The cards of a deal that was typed; the text itself if it is the notation for two packets."""
    if "/" in text or "-" in text:
        return text
    # What the game itself prints comes first: an ace may be low.
    shown = {game.cards_text([code]): code for code in range(1, HIGHEST_CODE + 1)}
    with reported_at(where, within=True):
        return [
            shown[word] if word in shown else parse_card(word) for word in text.split()
        ]


def _dealt(game: Game, *, cure: str | None = None) -> Deals[Any]:
    """How a game is dealt."""
    if isinstance(game.deals, NoDeals):
        raise UserError(f"{game.name} has no deals: {game.deals.why}", cure=cure)
    return game.deals


def deal(
    name: str,
    games: int = 1,
    *,
    seed: int = 1,
    first: int = 0,
    rules: Mapping[str, object] | None = None,
) -> NDArray[np.uint8]:
    """Return the deals of some games.

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
        uint8 (games, cards): the whole shuffled deck of each game (:mod:`sim.deals.deck` describes how it is dealt).

    Raises
    ------
    UserError
        If the game, an option or a number is not legal.
    """
    game = find_game(name)
    checked = game.rules.of(rules)
    seed, first = check_seed(seed), check_number(first)
    return _dealt(game).dealing.deal_rows(checked, seed, first, check_games(games))


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
        The seed, and the number of the first game: game ``k`` of a seed is always the same.
    rules
        Options; the others have their defaults.
    deals
        Given deals instead of shuffled ones: whole numbers (games, cards), or a text for each such as ``"A K 10 2"``,
        dealt like a shuffled deck. Game ``first + i`` plays row ``i``; the seed still decides in-play chance.
    workers
        The number of threads; -1 uses all cores. The rows do not depend on it.
    policies
        In games of choice, a policy for each seat: names, or user-defined functions (see
        :mod:`sim.contract.policy`). By default, the game's usual policy; not allowed if there is nothing to choose.
    columns
        Columns on request besides the game's own, such as ``["kings", "lead_changes"]``; ``warlab games war`` lists
        them.

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
    seed, first = check_seed(seed), check_number(first)
    workers = check_workers(workers)
    checked = game.asking(seated(game, checked, policies), columns)
    given = None if deals is None else check_deals(game, checked, deals)
    if given is not None and games is not None and check_games(games) != len(given):
        raise UserError(
            f"{games} is not the number of deals, {len(given)}",
            where="games",
            cure="leave games out",
        )
    count = (
        len(given)
        if given is not None
        else check_games(1000 if games is None else games)
    )
    check_room(game, checked, count)

    def play_some(start: int, going: Going) -> Columns:
        number, size = first + start, min(BLOCK, count - start)
        if given is None:
            return play_block(game, checked, seed, number, size, going=going)
        deals = given[start : start + size]
        return play_rows(game, checked, deals, seed, number, given=True, going=going)

    starts = range(0, count, BLOCK)
    blocks = results(play_some, starts, Workers(workers), ordered=True)
    return frame(game, checked, first, list(blocks))


def check_room(game: Game, rules: GameRules, games: int) -> None:
    """Refuse more rows than fit into memory."""
    row = 8 + sum(
        np.dtype(column.dtype).itemsize for column in game.columns_under(rules)
    )
    check_memory(games * row, f"{games:,} rows", "sim.run writes them to a directory")


def frame(
    game: Game, rules: GameRules, first: int, blocks: list[Columns]
) -> pl.DataFrame:
    """The columns of successive blocks as one frame. They are not copied: each block is a chunk of it."""
    import polars as pl

    columns = game.columns_under(rules)
    names = {
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
                series.append(names[column.name].gather(values))
            else:
                series.append(
                    pl.Series(
                        column.name, values if column.per == 1 else values / column.per
                    )
                )
        parts.append(pl.DataFrame(series))
        first += size
    return pl.concat(parts, rechunk=False)
