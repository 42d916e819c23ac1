"""Games played in memory: blocks of game numbers in, columns out.

Nothing here writes to disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.cards import HIGHEST_CODE
from sim.contract.dealing import Deals, Layout, NoDeals
from sim.contract.game import Game, seated
from sim.contract.rules import GameRules
from sim.deals.texts import Packets, read_deal
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
    where: Layout | None = None,
    going: Going | None = None,
) -> Columns:
    """Play deal rows as games ``first, first+1, ...``.

    ``where``: the layout of given ones.
    """
    dealt = _dealt(game)
    where = dealt.dealing.layout(rules) if where is None else where
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
    """Play the same games under several rules.

    Variants with the same deck get the same deals, dealt once.

    An ``AbandonedError`` ends it if ``going``, called now and then, returns False.
    """
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
    """Compile and load what playing needs.

    ``tell`` is called once if something has to be compiled.
    """
    from sim.kernels.compiling import compilation_told

    with compilation_told(tell or (lambda: None)):
        for rules in variants[:MOST_WARMED]:
            play_block(game, rules, seed, 0, 1)


@dataclass(frozen=True)
class GivenDeals:
    """Successive given deals whose packets lie in the same places of their rows.

    Attributes
    ----------
    rows
        uint8 (games, cards).
    where
        The layout of the packets.
    """

    rows: NDArray[np.uint8]
    where: Layout


def given_deals(
    game: Game, rules: GameRules, deals: object, where: str = "deals"
) -> list[GivenDeals]:
    """Given deals, checked, in groups of one layout.

    Parameters
    ----------
    game, rules
        What is played.
    deals
        A table of whole numbers (games, cards), or a list whose elements are rows of
        numbers or texts.
    where
        The place that errors name.

    Raises
    ------
    UserError
        If the game has no deals, or a deal cannot be read or played.
    """
    dealing = _dealt(game, cure=f"leave {where} out").dealing
    if isinstance(deals, str):
        raise UserError(
            "a single text", where=where, cure='give a list of texts: ["...", "..."]'
        )
    if isinstance(deals, np.ndarray) and deals.dtype.kind == "U" and deals.ndim == 1:
        deals = deals.tolist()
    if not isinstance(deals, list | tuple) or not any(
        isinstance(given, str) for given in deals
    ):
        rows = dealing.check_deals(rules, deals)
        return [GivenDeals(rows, dealing.layout(rules, rows.shape[1]))]
    known = _written_cards(game, rules)
    read = []
    for number, given in enumerate(deals):
        place = where if len(deals) == 1 else f"{where}: deal {number}"
        with reported_at(place, within=True):
            read.append(_packets_of(game, rules, given, known))
    groups = []
    for sizes, packets in groupby(read, lambda found: tuple(map(len, found))):
        table = [[card for packet in found for card in packet] for found in packets]
        rows = dealing.check_deals(rules, table)
        layout = (
            dealing.layout(rules, rows.shape[1])
            if len(sizes) == 1
            else Layout.of_packets(sizes)
        )
        groups.append(GivenDeals(rows, layout))
    return groups


def _written_cards(game: Game, rules: GameRules) -> dict[str, int]:
    """The cards by the texts that the game itself prints: an ace may be low."""
    known = {
        game.cards_text([code]).upper(): code for code in range(1, HIGHEST_CODE + 1)
    }
    number_card = _dealt(game).number_card
    card = number_card(rules) if number_card is not None else None
    if card is not None:
        known |= dict.fromkeys("-.0", card)
    return known


def _packets_of(
    game: Game, rules: GameRules, given: object, known: Mapping[str, int]
) -> Packets:
    """The packets of one of several deals; a row is one packet."""
    dealt = _dealt(game)
    if not isinstance(given, str):
        row = dealt.dealing.check_deals(rules, [given])[0]
        return (tuple(map(int, row)),)
    packets = read_deal(given, known, one_sign=dealt.number_card is not None)
    if len(packets) == 1:
        return packets
    if dealt.packets_given == "none":
        raise UserError(
            f"{len(packets)} packets, but the deal of {game.name} is one row",
            cure="leave the separators out",
        )
    if len(packets) != rules.seats:
        raise UserError(
            f"{len(packets)} packets for {rules.seats} players",
            cure=f"give as many as there are players, or set players = {len(packets)}"
            if "players" in rules.as_dict()
            else f"the game has {rules.seats} players",
        )
    sizes = [len(packet) for packet in packets]
    if dealt.packets_given == "equal" and len(set(sizes)) > 1:
        raise UserError(
            f"packets of {' and '.join(map(str, sizes))} cards",
            cure="they are played once, card against card: give both as many",
        )
    return packets


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
        Given deals instead of shuffled ones: whole numbers (games, cards), or a text for
        each. ``"A K 10 2"`` is dealt like a shuffled deck; ``"9 2 6 3 1 / 5 8 4 7 10"``
        gives each player's packet, top first, of any sizes (:mod:`sim.deals.texts`).
        Game ``first + i`` plays deal ``i``; the seed still decides in-play chance.
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
    if deals is not None:
        return _play_given(game, checked, deals, games, (seed, first, workers))
    count = check_games(1000 if games is None else games)
    check_room(game, checked, count)

    def play_some(start: int, going: Going) -> Columns:
        size = min(BLOCK, count - start)
        return play_block(game, checked, seed, first + start, size, going=going)

    blocks = results(play_some, range(0, count, BLOCK), Workers(workers), ordered=True)
    return frame(game, checked, first, list(blocks))


def _play_given(
    game: Game,
    rules: GameRules,
    deals: object,
    games: int | None,
    at: tuple[int, int, int],
) -> pl.DataFrame:
    """Play given deals; ``at``: the seed, the number of the first, and the workers."""
    seed, first, workers = at
    groups = given_deals(game, rules, deals)
    count = sum(len(group.rows) for group in groups)
    if games is not None and check_games(games) != count:
        raise UserError(
            f"{games} is not the number of deals, {count}",
            where="games",
            cure="leave games out",
        )
    check_room(game, rules, count)
    parts: list[tuple[int, GivenDeals]] = []
    number = first
    for group in groups:
        for start in range(0, len(group.rows), BLOCK):
            rows = group.rows[start : start + BLOCK]
            parts.append((number, GivenDeals(rows, group.where)))
            number += len(rows)

    def play_some(part: tuple[int, GivenDeals], going: Going) -> Columns:
        number, given = part
        return play_rows(
            game, rules, given.rows, seed, number, where=given.where, going=going
        )

    blocks = results(play_some, parts, Workers(workers), ordered=True)
    return frame(game, rules, first, list(blocks))


def check_room(game: Game, rules: GameRules, games: int) -> None:
    """Refuse more rows than fit into memory."""
    row = 8 + sum(
        np.dtype(column.dtype).itemsize for column in game.columns_under(rules)
    )
    check_memory(games * row, f"{games:,} rows", "sim.run writes them to a directory")


def frame(
    game: Game, rules: GameRules, first: int, blocks: list[Columns]
) -> pl.DataFrame:
    """The columns of successive blocks as one frame.

    They are not copied: each block is a chunk of it.
    """
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
