"""Agreement of tallies with a number of games: every tally must have counted each of them once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.declarations import declared, leading_length
from sim.counts.entrants import keys_of_entrants
from sim.counts.keys import tally_keys
from sim.counts.queries import Query, is_paired
from sim.counts.tallies import Counts, Key, Tallies, unfinished_tally
from sim.limits import games_words
from sim.stats import Histogram


def keys_of(
    game: Game,
    rules: Mapping[str, GameRules],
    mirrored: Sequence[tuple[int, int]] = (),
    queries: Sequence[Query] = (),
) -> frozenset[Key]:
    """Return the tallies that a run of a scenario has, those of unfinished games aside."""
    columns = [[column.name for column in game.columns_under(one)] for one in rules.values()]
    names = list(rules)
    keys = {key for key, _, _ in tally_keys(game, names, columns, mirrored, queries)}
    return frozenset(keys if game.margin is None else keys.union(keys_of_entrants(names, mirrored)))


def disagreement(
    tallies: Tallies,
    game: Game,
    rules: Mapping[str, GameRules],
    mirrored: Sequence[tuple[int, int]],
    queries: Sequence[Query],
    games: int,
) -> str:
    """Return what is wrong with the tallies of ``games`` games, in words; "" if nothing is."""
    # Tallies that are missing are not wrong, since an earlier version may have counted less; see :func:`missing`.
    known = keys_of(game, rules, mirrored, queries)
    # A mean among the games that meet a condition counts only these.
    of_some = {query.key for query in queries if not is_paired(query)}
    for key, counts in tallies.entries.items():
        if not _is_valid(counts, games):
            return f"the counts of {_name(key)} are not counts of {games_words(games)}"
        if key in known and (counts.total > games if key[2] in of_some else counts.total != games):
            return f"{_name(key)} counts {games_words(counts.total)}, not {games:,}"
    lengths = declared(game).lengths()
    endings = {word for column in game.columns for word in column.categories}
    unfinished = {
        (name, "", unfinished_tally(column.name, word)): (name, column.name)
        for name in rules
        for column in lengths
        for word in endings
    }
    apart: dict[tuple[str, str], int] = {}
    for key, counts in tallies.entries.items():
        if key in known:
            continue
        if key not in unfinished:
            return f"it counts {_name(key)}, which is not counted in this run"
        apart[unfinished[key]] = apart.get(unfinished[key], 0) + counts.total
    for (variant, column), total in apart.items():
        if total != tallies.unfinished(variant):
            return (
                f"{column} of {variant!r} has {total:,} unfinished games, not {tallies.unfinished(variant):,}"
            )
    return ""


def wrong_longest(
    tallies: Tallies, game: Game, variants: Collection[str], ranges: Sequence[tuple[int, int]]
) -> str:
    """Return what is wrong with the longest games, in words; "" if they were played and are as long as counted."""
    name = leading_length(game)
    for variant, longest in tallies.longest.items():
        if variant not in variants:
            return f"it names the longest game of {variant!r}, which is not a variant of this run"
        ended = Histogram() if name is None else tallies.lengths(variant, declared(game).columns[name]).ended
        length = int(ended.values[-1]) if ended.n else None
        if length != (None if longest is None else longest.length):
            return f"the longest game of {variant!r} is not as long as the counts say"
        if longest is not None and not any(first <= longest.game < stop for first, stop in ranges):
            return f"the longest game of {variant!r} is number {longest.game}, which was not played"
    return ""


def missing(
    tallies: Tallies,
    game: Game,
    rules: Mapping[str, GameRules],
    mirrored: Sequence[tuple[int, int]],
    queries: Sequence[Query],
) -> str:
    """Return the name of a tally that is missing, in words; "" if none is, or if no game has been counted."""
    if not tallies.entries:
        return ""
    known = keys_of(game, rules, mirrored, [query for query in queries if is_paired(query)])
    return next((_name(key) for key in sorted(known - tallies.entries.keys())), "")


def _is_valid(counts: Counts, games: int) -> bool:
    """Return whether counts are positive, not too large, and of different values in ascending order."""
    if not len(counts.keys) or counts.counts.min() < 1 or counts.counts.max() > games:
        return False
    # Their sum cannot run over: it has at most as many terms as there are games, or is wrong in any case.
    return bool((np.diff(counts.keys) > 0).all()) and len(counts.keys) <= games


def _name(key: Key) -> str:
    variant, versus, tally = key
    return f"{tally!r} of {variant!r}" + (f" against {versus!r}" if versus else "")
