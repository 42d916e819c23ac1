"""The figures of the games of choice: exact solutions, and the scores of simple policies."""

from fractions import Fraction
from functools import cache, partial

import sim
from tests.verification.measures import AtLeast, Mean, Share
from tests.verification.model import Counted, Exact, Figure, Play, Simulated, Source

GOPS = Source("GOPS, computed from the rules", "13 cards, tied prizes discarded")
GOPS_FIVE = Source(
    "GOPS, solved by two programs", "five cards, points count, tied prizes discarded"
)
WARGOPS_FIVE = Source(
    "WarGops, solved by two programs",
    "five ranks, two players, the last pot is nobody's",
)
WARGAME = Source(
    "Wargame, recomputed",
    "everything at random, neither chips nor traitors, a random player begins",
)

MATCH = Play("gops", policies=("match", "random"))
RANDOM = Play("gops", policies=("random", "random"))
BATTLES = Play("wargame", {"chips": 0, "traitors": False})

EQUILIBRIUM = (
    "equilibrium by backward induction, a matrix game for each position and prize"
)

FIRST_BIDS = {
    4: (".1226", ".0735", ".1915", ".2043", ".4081"),
    5: (".1123", ".0241", "0", "0", ".8636"),
}
FIRST_CARDS = (".1382", ".4055", ".0696", ".3454", ".0413")


@cache
def _five_cards():
    return sim.exact.gops(5).first_bids.tolist()


@cache
def _five_ranks():
    return sim.exact.wargops(5, "orphan").first_cards.tolist()


def _bid(prize, card):
    return Fraction(_five_cards()[prize - 1][card - 1]).limit_denominator(10**12)


def _card(card):
    return Fraction(_five_ranks()[card - 1]).limit_denominator(10**12)


def _one_above_match():
    """Return the scores of match-plus-one against match, which are the same in every game."""
    games = sim.play("gops", 10_000, seed=1, policies=["match-plus-one", "match"])
    (scores,) = games.select("score_0", "score_1").unique().rows()
    return tuple(map(int, scores))


CHOICES: tuple[Figure, ...] = (
    Figure(
        "points of match against random",
        "56",
        GOPS,
        Simulated(MATCH, Mean("score_0")),
        theorem=True,
    ),
    Figure(
        "points of random against match",
        "28",
        GOPS,
        Simulated(MATCH, Mean("score_1")),
        theorem=True,
    ),
    Figure(
        "points that neither player gets",
        "7",
        GOPS,
        Simulated(MATCH, Mean("unawarded")),
        theorem=True,
    ),
    Figure(
        "points of random against random",
        "42",
        GOPS,
        Simulated(RANDOM, Mean("score_0")),
        theorem=True,
    ),
    Figure(
        "points of match-plus-one / of match",
        "78 / 13",
        GOPS,
        Counted(
            _one_above_match, "10,000 orders of the prizes, all with the same result"
        ),
    ),
    *(
        Figure(
            f"bid {card} for the first prize {prize}",
            published,
            GOPS_FIVE,
            Exact(partial(_bid, prize, card), EQUILIBRIUM),
        )
        for prize, row in FIRST_BIDS.items()
        for card, published in enumerate(row, 1)
        if published != "0"
    ),
    *(
        Figure(
            f"lay {card} first",
            published,
            WARGOPS_FIVE,
            Exact(partial(_card, card), EQUILIBRIUM),
        )
        for card, published in enumerate(FIRST_CARDS, 1)
    ),
    Figure(
        "the player who attacks first wins",
        "87.8 %",
        WARGAME,
        Simulated(BATTLES, AtLeast("attacker_won", 1)),
        theorem=True,
    ),
    Figure(
        "the player ahead after phase one wins",
        "93.0 %",
        WARGAME,
        Simulated(BATTLES, AtLeast("ahead_won", 2, given=1)),
        theorem=True,
    ),
    Figure(
        "battles, mean",
        "10.68",
        WARGAME,
        Simulated(BATTLES, Mean("battles")),
        theorem=True,
    ),
    Figure(
        "games won by a run",
        "20.8 %",
        WARGAME,
        Simulated(BATTLES, Share("by_run", (1,))),
        theorem=True,
    ),
)
"""Every figure, those of one source together."""
