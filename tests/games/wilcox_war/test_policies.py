"""Wilcox War's players: what each policy does, and the matrix games that the equilibrium solves."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sim.games.wilcox_war.equilibrium import optimal_weights
from sim.games.wilcox_war.policies import POLICIES, View, battle_payoffs
from sim.rng import Stream, Words
from tests.support.decks import parse_cards

# The policies.

NOBODY = (0,) * 15


def view_of(hand, other, pot=0):
    mine, theirs = (tuple(sorted(parse_cards(text))) for text in (hand, other))
    piles = (0,) * 6
    ties = int(pot > 0)
    table = ties, (2,) * ties, ties, pot // 2 - ties, pot
    return View(mine, len(mine), theirs, len(theirs), *piles, *table, NOBODY, NOBODY)


@pytest.mark.parametrize(
    ("policy", "hand", "other", "card"),
    [
        ("high", "4 9 K", "2 2 2", "K"),
        ("low", "4 9 K", "2 2 2", "4"),
        ("mid", "4 9 K", "2 2 2", "9"),
        ("mid", "4 9", "2 2", "9"),
        ("mid", "4", "2", "4"),
        ("win-cheaply", "4 9 K", "2 3 8", "9"),
        ("win-cheaply", "4 9 K", "2 3 9", "K"),
        ("win-cheaply", "4 9 K", "2 3 K", "4"),
        ("win-cheaply", "4 9", "2 8", "9"),
        ("beat-lowest", "4 9 K", "3 Q A", "4"),
        ("beat-lowest", "4 9 K", "4 Q A", "9"),
        ("beat-lowest", "4 9 K", "9 Q A", "K"),
        ("beat-lowest", "4 9 K", "K A A", "4"),
        ("dump-or-win", "4 9 K", "2 3 Q", "K"),
        ("dump-or-win", "4 9 K", "2 3 K", "4"),
        ("dump-or-win", "9 K", "2 Q", "K"),
        ("seek-ties", "4 9 K", "9 9 K", "9"),
        ("seek-ties", "4 9 K", "4 9 K", "4"),
        ("seek-ties", "4 9 K", "2 9 K", "9"),
        ("seek-ties", "4 9 K", "2 3 5", "4"),
        ("seek-ties", "4 K", "2 K", "K"),
        ("avoid-ties", "4 9 K", "4 9 K", "K"),
        ("avoid-ties", "4 9 K", "9 9 K", "4"),
        ("avoid-ties", "4 9 K", "K 4 4", "9"),
        ("avoid-ties", "4 9 K", "2 3 5", "K"),
        ("avoid-ties", "4 K", "2 K", "4"),
    ],
)
def test_a_policy_plays_by_its_definition(policy, hand, other, card):
    chosen = (
        POLICIES.parts[0].find(policy).choose(view_of(hand, other), Words(1, 0, 16))
    )
    assert (chosen,) == parse_cards(card)


def test_random_counts_equal_cards_apart_and_draws_one_word():
    words = Words(3, 5, Stream.SEAT)
    same = Words(3, 5, Stream.SEAT)
    choose = POLICIES.parts[0].find("random").choose
    for _ in range(50):
        assert choose(view_of("4 4 K", "2 2 2"), words) == (4, 4, 13)[same.below(3)]


# The matrix games of equilibrium-now.


def weights_of(payoffs):
    """The solver's weights; a game with fewer than three rows or columns repeats its last."""
    lines = [(*line, *line[-1:] * (3 - len(line))) for line in payoffs]
    weights = optimal_weights((*lines, *lines[-1:] * (3 - len(lines))))
    assert not any(weights[len(payoffs) :])
    return list(weights[: len(payoffs)])


def worth(payoffs, weights):
    """What a mixed strategy of the row player is worth at least."""
    answers = [
        sum(w * line[column] for w, line in zip(weights, payoffs, strict=True))
        for column in range(len(payoffs[0]))
    ]
    return Fraction(min(answers), sum(weights))


def assert_solved(payoffs):
    """Two strategies that guarantee the same from both sides are both optimal: no solver has to be trusted."""
    turned = [[-payoff for payoff in column] for column in zip(*payoffs, strict=True)]
    mine = weights_of(payoffs)
    theirs = weights_of(turned)
    assert min(mine) >= 0
    assert worth(payoffs, mine) == -worth(turned, theirs)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (1, 3), (3, 1)])
def test_every_small_matrix_is_solved(rows, columns):
    for entries in product((-1, 0, 2), repeat=rows * columns):
        assert_solved([list(entries[row * columns :][:columns]) for row in range(rows)])


@pytest.mark.slow
def test_matrices_of_three_rows_are_solved():
    generator = np.random.default_rng(1)
    for most in (1, 2, 5, 1260):
        for matrix in generator.integers(-most, most + 1, (700, 3, 3)).tolist():
            assert_solved(matrix)


@pytest.mark.parametrize(
    ("payoffs", "weights"),
    [
        ([[3]], [1]),
        ([[1, 2], [0, 5]], [1, 0]),
        ([[2, 2], [2, 2]], [1, 0]),
        ([[1, -1], [-1, 1]], [2, 2]),
        ([[23, -19], [17, 23]], [6, 42]),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [3, 3, 3]),
        # Rows 0 and 1 mix against both columns; row 2 could be mixed with 0 as well,
        # but comes later.
        ([[1, -1], [-1, 1], [-1, 1]], [2, 2, 0]),
    ],
)
def test_the_first_basic_solution_is_taken(payoffs, weights):
    assert weights_of(payoffs) == weights


def test_equal_cards_share_nothing():
    """Of 6 6 K against 5 Q, the first 6 has the weight that one 6 would have."""
    assert optimal_weights(battle_payoffs(view_of("6 6 K", "5 Q"))) == (7, 0, 41)


def test_the_payoffs_are_the_pots_cards_and_a_twelfth_of_the_ranks():
    # 3 or 9 against 2 or 8, two cards in the pot: 12 * 2 either way, and the difference
    # of the ranks.
    low = [24 - 1, -24 + 5, -24 + 5]
    high = [24 - 7, 24 - 1, 24 - 1]
    assert battle_payoffs(view_of("3 9", "2 8")) == (*map(tuple, [low, high, high]),)
    assert battle_payoffs(view_of("5", "5", pot=6)) == ((0, 0, 0),) * 3


def test_equilibrium_now_counts_the_pot_on_the_table():
    """6 or K against 5 or Q: the cheap 6 is played 7 times in 24 a card of the pot, less the more there are."""
    for cards in (2, 20):
        payoffs = battle_payoffs(view_of("6 K", "5 Q", pot=cards - 2))
        assert optimal_weights(payoffs) == (7, 24 * cards - 7, 0)
    words = Words(2, 0, Stream.SEAT)
    same = Words(2, 0, Stream.SEAT)
    choose = POLICIES.parts[0].find("equilibrium-now").choose
    for _ in range(30):
        card = 6 if same.below(24 * 20) < 7 else 13
        assert choose(view_of("6 K", "5 Q", pot=18), words) == card


def test_a_sure_card_draws_nothing():
    words = Words(1, 0, Stream.SEAT)
    choose = POLICIES.parts[0].find("equilibrium-now").choose
    assert choose(view_of("5 10", "5 10"), words) == 10
    assert words.next() == Words(1, 0, Stream.SEAT).next()
