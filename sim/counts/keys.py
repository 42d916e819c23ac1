"""Keys of all tallies that a run counts, with the variants that each is taken from, and the tallies of a tournament."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

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
    columns: Sequence[
        Collection[str]
    ],  # the names of each variant's; tallies of other columns are left out
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
            yield (
                (variants[later], variants[earlier], f"{WINNER},{WINNER}"),
                later,
                earlier,
            )
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


AGAINST = " against "
"""Between two policies in the name of their match."""

MARGIN_OF_ALL = "margin of all games"
"""The tally of a policy's margins, added up over its games on a deal."""

WINS_OF_ALL = "wins of all games"
"""The tally of how many of its games on a deal a policy won."""


def seats_of(
    variants: Sequence[str], mirrored: Sequence[tuple[int, int]]
) -> dict[str, list[tuple[int, int]]]:
    """Return the matches of each policy, as pairs of a place among the variants and the seat of the policy in it."""
    matches: dict[str, list[tuple[int, int]]] = {}
    for later, earlier in mirrored:
        policy, rival = _players(variants[earlier], variants[later])
        matches.setdefault(policy, []).extend([(earlier, 0), (later, 1)])
        matches.setdefault(rival, []).extend([(earlier, 1), (later, 0)])
    return matches


def of_all_games(
    matches: Sequence[tuple[int, int]],  # from :func:`seats_of`
    margins: Sequence[NDArray[np.integer] | None],  # player 0's in each match
    played: Sequence[Mapping[str, NDArray[np.integer]]],
) -> dict[str, NDArray[np.int64]]:
    """Return a policy's margin and its wins on each deal, over all of its games."""
    deals = len(played[matches[0][0]][WINNER])
    margin, wins = np.zeros(deals, np.int64), np.zeros(deals, np.int64)
    for place, seat in matches:
        own = margins[place]
        assert own is not None
        margin += own if seat == 0 else -own
        wins += played[place][WINNER] == seat
    return {MARGIN_OF_ALL: margin, WINS_OF_ALL: wins}


def _players(first: str, second: str) -> tuple[str, str]:
    """Return the two policies, from the names of their matches in both seats."""
    parts = first.split(AGAINST)
    for place in range(1, len(parts)):
        policy, rival = AGAINST.join(parts[:place]), AGAINST.join(parts[place:])
        if second == rival + AGAINST + policy:
            return policy, rival
    raise ValueError(
        f"{first!r} and {second!r} are not the same players in exchanged seats"
    )
