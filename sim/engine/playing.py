"""Blocks of games played in memory: numbers of games in, columns out.

Nothing here writes to disk.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Deals, Layout, NoDeals
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.engine.pieces import Columns, Going, in_pieces
from sim.errors import UserError

MOST_WARMED = 50
"""The most variants that are warmed up: further ones are hardly of another kind."""


def play_rows(
    game: Game,
    rules: GameRules,
    deals: NDArray[np.uint8],
    seed: int,
    first: int,
    *,
    layout: Layout | None = None,
    going: Going | None = None,
) -> Columns:
    """Play deal rows as games ``first, first+1, ...``.

    Parameters
    ----------
    game, rules
        What is played.
    deals
        uint8 (games, cards): the deals.
    seed
        The seed of chance during play.
    first
        The number of the first game.
    layout
        The layout of given deals; None for the game's own.
    going
        Whether the games are still wanted; None if they always are.
    """
    deals_in = deals_of(game)
    layout = deals_in.dealing.layout(rules) if layout is None else layout
    kernel = deals_in.kernel()

    def play_some(number: int, size: int) -> Columns:
        start = number - first
        rows = deals[start : start + size]
        columns = kernel.play_block(rules, rows, layout, seed, number)
        return (
            {**columns, **_dealt_columns(game, rules, rows, layout)}
            if rules.columns
            else columns
        )

    return in_pieces(
        (game.name, rules, deals.shape[1]), first, len(deals), play_some, going
    )


def _dealt_columns(
    game: Game, rules: GameRules, rows: NDArray[np.uint8], layout: Layout
) -> dict[str, NDArray[Any]]:
    """The columns asked for that follow from player 0's packet as dealt."""
    packets = layout.first_packets(rows)
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
    """Deal and play the games ``first ... first+games-1``.

    Parameters
    ----------
    game, rules
        What is played.
    seed
        The seed.
    first
        The number of the first game.
    games
        The number of games.
    going
        Whether the games are still wanted; None if they always are.
    """
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
    """Play the same games under several rules.

    Variants with the same deck get the same deals, dealt once.

    An ``AbandonedError`` ends it if ``going``, called now and then, returns False.

    Parameters
    ----------
    game
        The game.
    variants
        The rules of each variant.
    seed
        The seed.
    first
        The number of the first game.
    games
        The number of games.
    going
        Whether the games are still wanted; None if they always are.
    """
    dealt: dict[object, NDArray[np.uint8]] = {}
    played = []
    for rules in variants:
        if game.deals.drawing is not None:
            play_some = partial(game.deals.drawing().play_games, rules, seed)
            played.append(in_pieces((game.name, rules), first, games, play_some, going))
            continue
        dealing = deals_of(game).dealing
        pack = dealing.same_deals(rules)
        if pack not in dealt:
            dealt[pack] = dealing.deal_rows(rules, seed, first, games)
        played.append(play_rows(game, rules, dealt[pack], seed, first, going=going))
    return played


def warm_up(
    game: Game,
    variants: Sequence[GameRules],
    seed: int,
) -> None:
    """Compile and load what playing needs.

    Parameters
    ----------
    game
        The game.
    variants
        The rules of each variant.
    seed
        The seed.
    """
    for rules in variants[:MOST_WARMED]:
        play_block(game, rules, seed, 0, 1)


def deals_of(game: Game, *, cure: str | None = None) -> Deals[Any]:
    """How a game is dealt.

    Parameters
    ----------
    game
        The game.
    cure
        What to do if it has no deals.

    Raises
    ------
    UserError
        If it has none.
    """
    if isinstance(game.deals, NoDeals):
        raise UserError(f"{game.name} has no deals: {game.deals.why}", cure=cure)
    return game.deals
