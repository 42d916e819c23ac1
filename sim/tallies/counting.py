"""Counting: the tallies of a block of games, from their columns.

What is counted follows from what the game declares. No statistics are computed here; see :mod:`sim.stats`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import ENDING, WINNER
from sim.contract.events import UNFINISHED
from sim.contract.game import Game
from sim.contract.lookups import LookedUp
from sim.tallies.counts import Counts, Key, Tallies, unfinished_tally
from sim.tallies.declared import MARGIN, declared
from sim.tallies.entrants import of_all_games, seats_of
from sim.tallies.queries import Kind, Query, columns_of, is_paired, values

Columns = Mapping[str, NDArray[np.integer]]
"""The outcome columns of a block of games; categories as codes."""

ALL_PAIRS = 8
"""Up to this number of variants, all are compared pairwise; with more, each only with the first."""

_WIDEST = 1 << 22
"""Values in a range up to this wide are counted in an array with one element per value, wider ones by sorting."""
_NARROW = 1 << 10
_LANES = 4


def pairs(variants: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the indices of the variants to compare: a later one and an earlier one.

    Examples
    --------
    >>> list(pairs(["one", "two", "three"]))
    [(1, 0), (2, 0), (2, 1)]
    """
    for later in range(1, len(variants)):
        for earlier in range(later if len(variants) <= ALL_PAIRS else 1):
            yield later, earlier


def wanted(
    game: Game,
    variants: Sequence[str],
    columns: Sequence[Collection[str]],
    mirrored: Sequence[tuple[int, int]] = (),
    queries: Sequence[Query] = (),
) -> Iterator[tuple[Key, int, int]]:
    """Yield every tally of a run: its key, and the indices of the one or two variants it is taken from.

    Parameters
    ----------
    game
        The game; it declares what is counted.
    variants
        The names of the variants.
    columns
        The names of each variant's outcome columns; tallies of other columns are left out.
    mirrored
        In a tournament, the indices of the pairs of variants in which the same two players have changed seats. Only
        these are compared, by margin and winner.
    queries
        What else is counted.
    """
    for place, name in enumerate(variants):
        for column in game.histograms:
            if column in columns[place]:
                yield (name, "", column), place, place
        if _has_margin(game, columns[place]):
            yield (name, "", MARGIN), place, place
        for first, second in game.tables:
            if first in columns[place] and second in columns[place]:
                yield (name, "", f"{first},{second}"), place, place
    for later, earlier in mirrored or pairs(variants):
        both = {*columns[later]} & {*columns[earlier]}
        for column in () if mirrored else game.paired:
            if column in both:
                yield (variants[later], variants[earlier], column), later, earlier
        if _has_margin(game, both):
            yield (variants[later], variants[earlier], MARGIN), later, earlier
        if WINNER in both:
            yield (variants[later], variants[earlier], f"{WINNER},{WINNER}"), later, earlier
    for query in queries:
        yield from _answered(query, variants, columns, mirrored)


def _answered(
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


def _has_margin(game: Game, columns: Collection[str]) -> bool:
    return game.margin is not None and {*game.margin} <= {*columns}


def _margin(game: Game, columns: Columns) -> NDArray[np.integer]:
    assert game.margin is not None
    first, second = (columns[name] for name in game.margin)
    return np.subtract(first, second, dtype=np.int32)


def tally(
    game: Game,
    variants: Sequence[str],
    played: Sequence[Columns],
    mirrored: Sequence[tuple[int, int]] = (),
    queries: Sequence[Query] = (),
) -> Tallies:
    """Count a block of games.

    Parameters
    ----------
    game
        The game; it declares which columns are counted, and which of them together.
    variants
        The names of the variants.
    played
        The columns of the same games under each variant.
    mirrored
        As for :func:`wanted`.
    queries
        What else is counted.

    Raises
    ------
    UserError
        If a query has no value in a game.
    """
    entries: dict[Key, Counts] = {}
    codes: dict[tuple[int, int], Counts] = {}
    margins = [_margin(game, columns) if _has_margin(game, columns) else None for columns in played]
    for key, later, earlier in wanted(game, variants, played, mirrored):
        first, _, second = key[2].partition(",")
        columns, others = played[later], played[earlier]
        if key[2] == MARGIN:
            margin, other = margins[later], margins[earlier]
            assert margin is not None
            assert other is not None
            entries[key] = count_values(margin) if later == earlier else count_differences(margin, other)
            continue
        if isinstance(columns, LookedUp) and isinstance(others, LookedUp) and not second:
            if (later, earlier) not in codes:
                codes[later, earlier] = _count_codes(columns, others)
            entries[key] = _spread(codes[later, earlier], first, columns, others)
        elif second:
            entries[key] = count_pairs(columns[first], others[second])
        elif later != earlier:
            entries[key] = count_differences(columns[first], others[first])
        else:
            entries[key] = count_values(columns[first])
    for name, columns in zip(variants, played, strict=True):
        entries |= {(name, "", what): counts for what, counts in _unfinished(game, columns)}
    if mirrored and game.margin is not None:
        for name, matches in seats_of(variants, mirrored).items():
            for what, totals in of_all_games(matches, margins, played).items():
                entries[name, "", what] = count_values(totals)
    for query in queries:
        entries |= _answers(query, game, variants, played, mirrored)
    return Tallies({key: counts for key, counts in entries.items() if len(counts.keys)})


def _answers(
    query: Query,
    game: Game,
    variants: Sequence[str],
    played: Sequence[Columns],
    mirrored: Sequence[tuple[int, int]],
) -> dict[Key, Counts]:
    """Count a query in a block of games."""
    entries: dict[Key, Counts] = {}
    found: dict[int, NDArray[np.int64]] = {}
    for key, later, earlier in _answered(query, variants, played, mirrored):
        if later == earlier:
            found[later] = values(query, game, played[later])
        own, other = found[later], found[earlier]
        if query.kind is Kind.MEAN:
            entries[key] = count_wide(own if later == earlier else own - other)
        else:
            entries[key] = count_values(own) if later == earlier else count_pairs(own, other)
    return entries


def count_wide(amounts: NDArray[np.int64]) -> Counts:
    """Return how often each amount occurs, of any size: the two halves of a key hold one 64-bit number."""
    seen, counts = np.unique(amounts, return_counts=True)
    return Counts(seen, counts.astype(np.int64))


def _unfinished(game: Game, columns: Columns) -> Iterator[tuple[str, Counts]]:
    """Yield the counted lengths of unfinished games, by ending: stopped, or endless."""
    if WINNER not in columns or ENDING not in columns:
        return
    left = np.flatnonzero(columns[WINNER] == UNFINISHED)
    if not len(left):
        return
    known = declared(game)
    words = known.columns[ENDING].categories if ENDING in known.columns else ()
    endings = columns[ENDING][left]
    alike = bool((endings == endings[0]).all())
    for code, word in enumerate(words):
        if alike and endings[0] != code:
            continue
        those = left if alike else left[endings == code]
        for column in known.lengths():
            if len(those) and column.name in columns:
                yield unfinished_tally(column.name, word), count_values(columns[column.name][those])


def count_values(values: NDArray[np.integer]) -> Counts:
    """Return how often each value occurs."""
    if not len(values):
        return Counts.none()
    low, high = int(values.min()), int(values.max())
    if high - low >= _WIDEST:
        return Counts.by_sorting(values)
    from sim.kernels import counting

    counts = np.zeros((_LANES if high - low < _NARROW else 1, high - low + 1), np.int64)
    counting.count_values(values, low, counts)
    return _seen(counts.sum(axis=0), low)


def count_differences(a: NDArray[np.integer], b: NDArray[np.integer]) -> Counts:
    """Return how often each difference ``a - b`` occurs."""
    if not len(a):
        return Counts.none()
    low, high = int(a.min()) - int(b.max()), int(a.max()) - int(b.min())
    if high - low >= _WIDEST:
        return Counts.by_sorting(a.astype(np.int64) - b)
    from sim.kernels import counting

    counts = np.zeros(high - low + 1, np.int64)
    counting.count_differences(a, b, low, counts)
    return _seen(counts, low)


def count_pairs(a: NDArray[np.integer], b: NDArray[np.integer]) -> Counts:
    """Return how often each pair of values ``(a, b)`` occurs."""
    if not len(a):
        return Counts.none()
    low_a, low_b = int(a.min()), int(b.min())
    span_a, span_b = int(a.max()) - low_a + 1, int(b.max()) - low_b + 1
    if span_a * span_b > _WIDEST:
        return Counts.by_sorting(a, b)
    from sim.kernels import counting

    counts = np.zeros((span_a, span_b), np.int64)
    counting.count_pairs(a, b, low_a, low_b, counts)
    rows, places = np.nonzero(counts)
    return Counts.of(rows + low_a, places + low_b, counts[rows, places])


def _count_codes(columns: LookedUp, others: LookedUp) -> Counts:
    """Count the codes of a variant alone, or in pairs with those of another variant."""
    return count_values(columns.codes) if columns is others else count_pairs(columns.codes, others.codes)


def _spread(codes: Counts, name: str, columns: LookedUp, others: LookedUp) -> Counts:
    """Return the counts of a column, or of its differences, derived from the counts of the codes."""
    values = columns.values_of(name, codes.a)
    if columns is not others:
        values -= others.values_of(name, codes.b)
    seen, places = np.unique(values, return_inverse=True)
    counts = np.zeros(len(seen), np.int64)
    np.add.at(counts, places, codes.counts)
    return Counts.of(seen, 0, counts)


def _seen(counts: NDArray[np.int64], low: int) -> Counts:
    places = np.flatnonzero(counts)
    return Counts.of(places + low, 0, counts[places])
