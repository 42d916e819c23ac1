"""Keys of all tallies that a run counts, with the variants that each is taken from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.counts.declarations import MARGIN
from sim.counts.queries import Query, columns_of, is_paired
from sim.counts.tallies import Key

ALL_PAIRS = 8
"""Up to this number of variants, all are compared pairwise; with more, each only with the first."""


def pairs(variants: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the indices of the variants to compare: a later one and an earlier one."""
    for later in range(1, len(variants)):
        for earlier in range(later if len(variants) <= ALL_PAIRS else 1):
            yield later, earlier


def tally_keys(
    game: Game,
    variants: Sequence[str],
    columns: Sequence[Collection[str]],  # the names of each variant's; tallies of other columns are left out
    mirrored: Sequence[tuple[int, int]] = (),
    queries: Sequence[Query] = (),
) -> Iterator[tuple[Key, int, int]]:
    """Yield every tally of a run: its key, and the indices of the one or two variants it is taken from."""
    # In a tournament ``mirrored`` are the indices of the pairs of variants in which the same two players have changed
    # seats. Only these are compared, by margin and winner.
    for place, name in enumerate(variants):
        for column in game.histograms:
            if column in columns[place]:
                yield (name, "", column), place, place
        if has_margin(game, columns[place]):
            yield (name, "", MARGIN), place, place
        for first, second in game.tables:
            if first in columns[place] and second in columns[place]:
                yield (name, "", f"{first},{second}"), place, place
    for later, earlier in mirrored or pairs(variants):
        both = {*columns[later]} & {*columns[earlier]}
        for column in () if mirrored else game.paired:
            if column in both:
                yield (variants[later], variants[earlier], column), later, earlier
        if has_margin(game, both):
            yield (variants[later], variants[earlier], MARGIN), later, earlier
        if WINNER in both:
            yield (variants[later], variants[earlier], f"{WINNER},{WINNER}"), later, earlier
    for query in queries:
        yield from query_keys(query, variants, columns, mirrored)


def query_keys(
    query: Query,
    variants: Sequence[str],
    columns: Sequence[Collection[str]],
    mirrored: Sequence[tuple[int, int]],
) -> Iterator[tuple[Key, int, int]]:
    """Yield the tallies of a query: under every variant that has its columns, and between each two of them."""
    named = columns_of(query)
    for place, name in enumerate(variants):
        if named <= {*columns[place]}:
            yield (name, "", query.key), place, place
    for later, earlier in () if mirrored or not is_paired(query) else pairs(variants):
        if named <= {*columns[later]} & {*columns[earlier]}:
            yield (variants[later], variants[earlier], query.key), later, earlier


def has_margin(game: Game, columns: Collection[str]) -> bool:
    """Return whether a game has a margin, and these are the columns that it needs."""
    return game.margin is not None and {*game.margin} <= {*columns}
