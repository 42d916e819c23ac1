"""User-defined policies in every game of choice: what they see, and what they may answer."""

from itertools import pairwise

import numba
import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.policies import cards, draw, lowest, nth, nth_of

CARD_GAMES = [
    ("gops", {"cards": 9, "carry_over": True}),
    ("gops", {"cards": 20}),
    ("gops", {"players": 5, "cards": 7, "bids": "hidden", "carry_over": True}),
    ("wargops", {}),
    ("wargops", {"ranks": 5, "ties": "replace", "copies": 2}),
    ("wargops", {"players": 3, "ranks": 5, "session": 2}),
    ("wargops", {"players": 5, "ranks": 4, "ties": "replace"}),
    ("wilcox-war", {"decks": 2}),
    ("wilcox-war", {"decks": 1}),
    ("wilcox-war", {"decks": 1, "play_on": True, "max_turns": 200}),
]
"""Games in which a choice is a card of the hand."""


any_card_game = pytest.mark.parametrize(("name", "rules"), CARD_GAMES, ids=str)


def own_random(view, chance):
    """The named policy ``random`` of Wilcox War, written by a user."""
    return view.hand[draw(view.held, chance)]


def own_random_bid(view, chance):
    """The same for GOPS, where a hand is a set."""
    return nth(view.hand, draw(view.held, chance))


def own_random_card(view, chance):
    """The same for WarGops, where a hand may hold several cards of a rank."""
    return nth_of(view.cards[view.seat], draw(view.held, chance))


def random_in(name):
    """The policy of a user that plays like ``random`` in a game."""
    by_game = {"gops": own_random_bid, "wargops": own_random_card}
    return by_game.get(name, own_random)


def seats(rules, *first, other="random"):
    """The policies of all seats: some, and others like them."""
    return [*first, *[other] * (rules.get("players", 2) - len(first))]


def in_wargame(note):
    """A player of Wargame who notes what they see, and takes what comes first."""

    def deploy(view, chance):
        note(view)
        return int(
            13 * nth(view.held, draw(view.held_count, chance)) + list(view.own).index(0)
        )

    def keep(view, chance):
        note(view)
        return 8

    def attack(view, chance):
        note(view)
        return lowest(view.open)

    def switch(view, chance):
        note(view)
        unfought = list(cards(view.open))
        # Three columns in a row that are lost cut off those beyond: neighbours alone
        # are always in reach.
        near = [low for low, high in pairwise(unfought) if high == low + 1]
        return int(13 * near[0] + near[0] + 1) if near and view.attacked >= 0 else 0

    return deploy, keep, attack, switch


@pytest.mark.parametrize(("name", "rules"), [*CARD_GAMES, ("wargame", {})], ids=str)
def test_a_policy_sees_the_same_in_the_kernel_as_in_the_rulebook(name, rules):
    """A replay plays by the rulebook and then by the kernel, and holds the rows to one another."""
    seen = []

    def note(view):
        seen.append(np.asarray(view).tobytes())

    def watch(view, chance):
        note(view)
        return random_in(name)(view, chance)

    policy = in_wargame(note) if name == "wargame" else watch
    for number in range(8):
        seen.clear()
        sim.replay(name, number, rules=rules, policies=seats(rules, other=policy))
        half = len(seen) // 2
        assert half > 0
        assert seen[:half] == seen[half:]


@pytest.mark.slow
@any_card_game
def test_a_user_defined_policy_plays_the_games_of_its_named_twin(name, rules):
    expected = sim.play(name, 60, seed=3, rules=rules, policies=seats(rules))
    compiled = numba.njit(random_in(name))
    assert sim.play(
        name, 60, seed=3, rules=rules, policies=seats(rules, other=compiled)
    ).equals(expected)
    mixed = seats(rules, random_in(name), compiled)
    assert sim.play(name, 60, seed=3, rules=rules, policies=mixed).equals(expected)


@any_card_game
def test_a_card_that_is_not_held_is_refused(name, rules):
    low = "low-first" if name == "gops" else "low"
    for answer in (0, -1, 40, 1 << 40):

        def wild(view, chance, answer=answer):
            return answer

        complaint = f"policy wild answers {answer} in game 30; a policy must return one of its legal moves"
        with pytest.raises(UserError, match=complaint):
            sim.play(name, 2, first=30, rules=rules, policies=seats(rules, low, wild))
        with pytest.raises(UserError, match=complaint):
            sim.replay(name, 30, rules=rules, policies=seats(rules, low, wild))


@pytest.mark.parametrize(
    ("name", "low"), [("gops", "low-first"), ("wargops", "low"), ("wilcox-war", "low")]
)
def test_a_compiled_policy_is_refused_in_the_same_words(name, low):
    @numba.njit
    def wild(view, chance):
        return -1

    with pytest.raises(
        UserError,
        match="policy wild answers -1 in game 30; a policy must return one of its",
    ):
        sim.play(name, 2, first=30, policies=[low, wild])
