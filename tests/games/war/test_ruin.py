"""Gambler's ruin: against games of small decks played out with every order of every pot, and other solutions."""

from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest

import sim


def followers(packets):
    """Yield the positions after a round with different cards, one for each order of the pot."""
    alive = [seat for seat, packet in enumerate(packets) if packet]
    pot = [packets[seat][0] for seat in alive]
    winner = max(alive, key=lambda seat: packets[seat][0])
    orders = list(permutations(pot))
    for order in orders:
        yield tuple(
            packet[1:] + (order if seat == winner else ())
            for seat, packet in enumerate(packets)
        )


def over(packets):
    return sum(map(bool, packets)) == 1


def by_playing(sizes):
    """Return the chances to win, the mean and the mean square of the rounds.

    Every deal and every order of every pot is followed: nothing is assumed about the
    sizes of packets.
    """
    cards = sum(sizes)
    starts = []
    for row in permutations(range(1, cards + 1)):
        cuts = [sum(sizes[:seat]) for seat in range(len(sizes) + 1)]
        starts.append(tuple(row[low:high] for low, high in pairwise(cuts)))
    found = {}
    waiting = list(starts)
    while waiting:
        position = waiting.pop()
        if position not in found and not over(position):
            found[position] = list(followers(position))
            waiting += found[position]

    # The games from a position are one round longer than those from what follows it.
    places = {position: place for place, position in enumerate(found)}
    stay = np.zeros((len(found), len(found)))
    won = np.zeros((len(found), len(sizes)))
    for position, after in found.items():
        for follower in after:
            if over(follower):
                won[places[position]] += np.array([*map(bool, follower)]) / len(after)
            else:
                stay[places[position], places[follower]] += 1 / len(after)
    ahead = np.eye(len(found)) - stay
    rounds = np.linalg.solve(ahead, np.ones(len(found)))
    squares = np.linalg.solve(ahead, 2 * rounds - 1)
    first = [places[start] for start in starts]
    wins = np.linalg.solve(ahead, won)[first].mean(axis=0)
    return wins, rounds[first].mean(), squares[first].mean()


@pytest.mark.parametrize("sizes", [(1, 1), (1, 2), (2, 2), (1, 3)])
def test_small_decks_played_with_every_order_of_every_pot_are_a_ruin(sizes):
    wins, mean, square = by_playing(sizes)
    ruin = sim.exact.gamblers_ruin(sizes)
    assert [*map(float, ruin.wins)] == pytest.approx(wins, abs=1e-12)
    assert float(ruin.mean_rounds) == pytest.approx(mean, abs=1e-12)
    assert ruin.sd_rounds == pytest.approx((square - mean**2) ** 0.5, abs=1e-12)


@pytest.mark.parametrize("half", [1, 2, 3, 10, 26])
def test_equal_packets_are_a_fair_walk_from_the_middle(half):
    """For half of the cards h the mean is h squared, and the variance h² (2 h² - 2) / 3."""
    ruin = sim.exact.gamblers_ruin((half, half))
    assert ruin.mean_rounds == half**2
    assert ruin.sd_rounds**2 == pytest.approx(half**2 * (2 * half**2 - 2) / 3)


def test_the_whole_pack_of_different_cards():
    """676 and 551.54 are published."""
    ruin = sim.exact.gamblers_ruin()
    assert ruin.mean_rounds == 676
    assert round(ruin.sd_rounds, 2) == 551.54
    assert sim.exact.gamblers_ruin((13, 39)).wins == (Fraction(1, 4), Fraction(3, 4))


def test_the_chance_of_a_longer_game_is_that_of_a_random_walk():
    """The expected chances come from walking: the shares of all positions, round by round, in fractions."""
    held = 3
    n = 8
    ruin = sim.exact.gamblers_ruin((held, n - held))
    places = {held: Fraction(1)}
    for rounds in range(40):
        left = float(sum(places.values()))
        assert ruin.longer_than(rounds) == pytest.approx(left, abs=1e-14)
        after = {}
        for place, share in places.items():
            for follower in (place - 1, place + 1):
                if 0 < follower < n:
                    after[follower] = after.get(follower, Fraction(0)) + share / 2
        places = after
    assert ruin.longer_than(-1) == 1
    for share in (0.1, 0.5, 0.9):
        within = ruin.quantile(share)
        assert (
            1 - ruin.longer_than(within)
            >= share - 1e-12
            > 1 - ruin.longer_than(within - 1)
        )
