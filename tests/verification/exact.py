"""Exact answers about the first cards of a deal, as fractions: by enumeration, and by counting in two ways.

Independent of the games: the only input is a shuffled deck, given as the number of
cards of each rank.
"""

from fractions import Fraction
from functools import cache
from math import comb, factorial

FULL_DECK = (4,) * 13
"""How many cards there are of each rank."""


def first_battle_ties():
    """Enumerate the first two cards of a deck: how often they are of the same rank."""
    return sum(
        (chance for one, other, chance, _ in _pairs(FULL_DECK) if one == other),
        Fraction(),
    )


def second_battle_ties_after_a_tie():
    """Enumerate the first two cards and two later ones: how often these tie when those did."""
    # How many cards lie face down in between changes nothing: any two places are
    # equally likely to tie.
    both = Fraction()
    for one, other, chance, left in _pairs(FULL_DECK):
        if one == other:
            both += chance * sum(
                (then for a, b, then, _ in _pairs(left) if a == b), Fraction()
            )
    return both / first_battle_ties()


@cache
def sweep(left=FULL_DECK):
    """Return the chance that player 0 wins every battle of two packets dealt from these cards."""
    # Only how many cards are left of each rank matters, not which rank: of two
    # different cards each is as likely to be player 0's.
    if not left:
        return Fraction(1)
    chance = Fraction()
    for one, other, drawn, rest in _pairs(left):
        if one != other:
            chance += (
                drawn
                / 2
                * sweep(tuple(sorted((count for count in rest if count), reverse=True)))
            )
    return chance


def sweep_by_matching(deck=FULL_DECK):
    """Return the same by counting the ways to pair up the cards so that no pair is of one rank."""
    # Rank by rank, with the w cards that still wait for a partner: of a rank's c cards
    # i are paired with some of them, in C(c, i) C(w, i) i! ways, and the others begin
    # to wait. A pairing is dealt in any order of its pairs, the higher card of each to
    # player 0.
    ways = {0: 1}
    for count in deck:
        grown = {}
        for waiting, so_far in ways.items():
            for paired in range(min(count, waiting) + 1):
                then = waiting - paired + count - paired
                more = (
                    so_far
                    * comb(count, paired)
                    * comb(waiting, paired)
                    * factorial(paired)
                )
                grown[then] = grown.get(then, 0) + more
        ways = grown
    cards = sum(deck)
    return Fraction(ways.get(0, 0) * factorial(cards // 2), factorial(cards))


def deals_until_a_sweep():
    """Return how many deals it takes on average until either player wins every battle."""
    return 1 / (2 * sweep())


def ruin_mean(cards=52):
    """Return the mean length of a fair game of single steps from the middle to either end (gambler's ruin)."""
    return Fraction(cards, 2) ** 2


def ruin_variance(cards=52):
    """Return the variance of that length: with a = b = cards / 2 it is a b (a^2 + b^2 - 2) / 3."""
    half = Fraction(cards, 2)
    return half**2 * (2 * half**2 - 2) / 3


def _pairs(left):
    """Yield the ranks that the next two cards can have, their chance, and what is left then of each rank."""
    cards = sum(left)
    for one, count in enumerate(left):
        for other, among in enumerate(left):
            ways = count * (among - (one == other))
            if ways > 0:
                rest = list(left)
                rest[one] -= 1
                rest[other] -= 1
                yield one, other, Fraction(ways, cards * (cards - 1)), tuple(rest)
