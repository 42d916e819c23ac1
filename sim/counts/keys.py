"""Keys of all tallies that a run counts, with the variants that each is taken from."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.counts.counted import Key
from sim.counts.declarations import MARGIN
from sim.counts.queries import Query, columns_of, is_paired

ALL_PAIRS = 8
"""Up to this number of variants, all are compared pairwise; with more, each only with
the first."""

MARGIN_OF_ALL = "margin of all games"
"""The column of a policy's margins, added up over its games on a deal."""

WINS_OF_ALL = "wins of all games"
"""The column of how many of its games on a deal a policy won."""

Place = tuple[Key, int, int]
"""The key of a tally, and the places of the one or two variants it is taken from."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two policies of a tournament that play each other in both seats.

    Attributes
    ----------
    policy, rival
        Their names.
    place
        The place of the variant in which the policy has the first seat. In the next
        variant the rival has it.
    """

    policy: str
    rival: str
    place: int

    @property
    def names(self) -> tuple[str, str]:
        """The names of both variants, in order."""
        return match_name(self.policy, self.rival), match_name(self.rival, self.policy)


def match_name(first: str, second: str) -> str:
    """The name of the variant in which two policies play, the first in the first seat."""
    return f"{first} against {second}"


def pairs(variants: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of the variants to compare: a later one and an earlier one."""
    for later in range(1, len(variants)):
        for earlier in range(later if len(variants) <= ALL_PAIRS else 1):
            yield later, earlier


def tally_keys(
    game: Game,
    variants: Sequence[str],
    columns: Sequence[Collection[str]],
    matches: Sequence[Pairing] = (),
    queries: Sequence[Query] = (),
) -> Iterator[Place]:
    """Yield every tally of a run.

    Parameters
    ----------
    game
        The game, which declares what is counted.
    variants
        The names of the variants.
    columns
        The names of each variant's columns; tallies of others are left out.
    matches
        The matches of a tournament: only their two variants are compared, by margin
        and winner.
    queries
        What is counted besides.
    """
    for place, name in enumerate(variants):
        known = columns[place]
        single = [column for column in game.histograms if column in known]
        if has_margin(game, known):
            single.append(MARGIN)
        for column in single:
            yield Key(name, "", column), place, place
        for first, second in game.tables:
            if first in known and second in known:
                yield Key(name, "", first, second), place, place
    compared = [(match.place + 1, match.place) for match in matches]
    for later, earlier in compared or pairs(variants):
        both = {*columns[later]} & {*columns[earlier]}
        paired = [name for name in game.paired if name in both and not matches]
        if has_margin(game, both):
            paired.append(MARGIN)
        for column in paired:
            yield Key(variants[later], variants[earlier], column), later, earlier
        if WINNER in both:
            crossed = Key(variants[later], variants[earlier], WINNER, WINNER)
            yield crossed, later, earlier
    for query in queries:
        yield from query_keys(query, variants, columns, paired=not matches)


def query_keys(
    query: Query,
    variants: Sequence[str],
    columns: Sequence[Collection[str]],
    *,
    paired: bool,
) -> Iterator[Place]:
    """Yield the tallies of a query: under every variant that has its columns, and between two."""
    named = columns_of(query)
    has_columns = [named <= {*known} for known in columns]
    for place, name in enumerate(variants):
        if has_columns[place]:
            yield Key(name, "", query.key), place, place
    if not paired or not is_paired(query):
        return
    for later, earlier in pairs(variants):
        if has_columns[later] and has_columns[earlier]:
            yield Key(variants[later], variants[earlier], query.key), later, earlier


def has_margin(game: Game, columns: Collection[str]) -> bool:
    """Whether a game has a margin, and these are the columns that it needs."""
    return game.margin is not None and {*game.margin} <= {*columns}
