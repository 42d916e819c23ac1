"""GOPS: games worked by hand, every sentence of the text, and what lies on the table."""

from itertools import permutations, product

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.gops.prizes import check_deals, deal_rows
from sim.games.gops.rulebook import GAME
from sim.games.gops.rules import GopsRules
from tests.games.gops.support import award, by_rulebook, orders, rules_of


def script(*bids):
    """A policy that bids these cards, one after the other."""

    def scripted(view, chance):
        return bids[view.cards - view.held]

    return scripted


def row(prizes, mine, theirs, **options):
    """The winner, both scores, the ties, and the points that nobody got."""
    rules = rules_of([script(*mine), script(*theirs)], cards=len(prizes), **options)
    (played,) = by_rulebook(rules, [prizes])
    assert played.pop("ending") == "played"
    assert list(played) == ["winner", "score_0", "score_1", "ties", "unawarded"]
    return tuple(played.values())


def lines_of(prizes, mine, theirs, **options):
    rules = rules_of([script(*mine), script(*theirs)], cards=len(prizes), **options)
    return [str(event) for event in GAME.tell(rules, [prizes], 1, 0)]


# Games worked by hand.


def test_the_higher_bid_takes_the_prize_and_the_sum_of_the_prizes_decides():
    assert row([2, 3, 1], [3, 1, 2], [1, 2, 3]) == (1, 2, 4, 0, 0)


def test_the_discard_rule_a_tied_prize_goes_to_nobody():
    assert row([3, 1, 2], [1, 3, 2], [1, 2, 3]) == (1, 1, 2, 1, 3)


def test_a_tied_prize_that_is_split_is_the_discarded_one_for_two_players():
    """Every order of three prizes and of both hands: halves counted here, beside the rulebook's discard rule."""
    for prizes, mine, theirs in product(permutations((1, 2, 3)), repeat=3):
        halves = [0, 0]
        for prize, bid, answer in zip(prizes, mine, theirs, strict=True):
            halves[0] += prize if bid == answer else 2 * prize * (bid > answer)
            halves[1] += prize if bid == answer else 2 * prize * (bid < answer)
        lead = halves[0] - halves[1]
        leader = 0 if lead > 0 else 1 if lead < 0 else -1
        winner, first, second, _, unawarded = row([*prizes], [*mine], [*theirs])
        assert winner == leader
        assert [2 * first + unawarded, 2 * second + unawarded] == halves


@pytest.mark.parametrize("value", ["split", "half"])
def test_the_split_prize_is_no_option_and_says_why(value):
    with pytest.raises(
        UserError, match="the same leads and winners, and unawarded / 2"
    ):
        GopsRules.of({"carry_over": value})


def test_the_carryover_rule_the_winner_of_the_next_round_takes_both():
    assert row([3, 1, 2], [1, 3, 2], [1, 2, 3], carry_over=True) == (0, 4, 2, 1, 0)


def test_consecutive_ties_let_the_pot_grow_until_somebody_wins_a_round():
    assert row([4, 1, 3, 2], [1, 2, 4, 3], [1, 2, 3, 4], carry_over=True) == (
        0,
        8,
        2,
        2,
        0,
    )


def test_the_pot_after_a_tie_in_the_last_round_goes_to_nobody():
    assert row([1, 4, 3, 2], [1, 2, 3, 4], [2, 1, 3, 4], carry_over=True) == (
        0,
        4,
        1,
        2,
        5,
    )


def test_equal_points_are_a_draw_whatever_was_discarded():
    assert row([1, 2], [1, 2], [1, 2])[0] == -1
    assert row([3, 1, 2], [3, 1, 2], [2, 3, 1])[0] == 0
    assert row([1, 2, 3, 4], [2, 3, 1, 4], [1, 2, 3, 4]) == (-1, 3, 3, 1, 4)


def test_all_rounds_are_played_even_when_the_winner_is_certain():
    assert len(lines_of([3, 2, 1], [3, 1, 2], [2, 3, 1])) == 2 + 4 * 3


@pytest.mark.parametrize("carry_over", [False, True])
@pytest.mark.parametrize("cards", [2, 3])
def test_every_game_of_two_and_three_cards_is_settled_as_the_text_says(
    cards, carry_over
):
    """And nobody takes more than all points but one: 90 of 91 in the whole game, not the text's 91."""
    most = 0
    for prizes in orders(cards).tolist():
        for mine in orders(cards).tolist():
            for theirs in orders(cards).tolist():
                played = row(prizes, mine, theirs, carry_over=carry_over)
                expected = award(prizes, (mine, theirs), carry_over)
                assert played == tuple(
                    value for name, value in expected.items() if name != "ending"
                )
                most = max(most, *played[1:3])
    assert most == cards * (cards + 1) // 2 - 1


@pytest.mark.parametrize("carry_over", [False, True])
def test_ninety_points_are_possible(carry_over):
    """Each bids one more than the other, and the ace for the prize of one point."""
    prizes = [*range(13, 0, -1)]
    assert row(
        prizes, [*range(13, 1, -1), 1], [*range(12, 0, -1), 13], carry_over=carry_over
    ) == (
        0,
        90,
        1,
        0,
        0,
    )


# Telling.


def test_a_game_is_described_with_both_hands_and_the_pot():
    assert lines_of([3, 1, 2, 4], [1, 2, 4, 3], [1, 2, 3, 4], carry_over=True) == [
        "player 0 and player 1 each hold 1 2 3 4; the same cards lie face down as prizes",
        "round 1: the upcard is 3, 3 points",
        "player 0 holds 1 2 3 4 and bids 1; player 1 holds 1 2 3 4 and bids 1",
        "players 0 and 1 tie: 3 stays on the table",
        "now 0 : 0, 3 points on the table",
        "round 2: the upcard is 1; 3 still lies on the table: 4 points in total",
        "player 0 holds 2 3 4 and bids 2; player 1 holds 2 3 4 and bids 2",
        "players 0 and 1 tie: 1 stays on the table",
        "now 0 : 0, 4 points on the table",
        "round 3: the upcard is 2; 3 and 1 still lie on the table: 6 points in total",
        "player 0 holds 3 4 and bids 4; player 1 holds 3 4 and bids 3",
        "player 0 takes 2, 3 and 1: 6 points",
        "now 6 : 0",
        "round 4: the upcard is 4, 4 points",
        "player 0 holds 3 and bids 3; player 1 holds 4 and bids 4",
        "player 1 takes 4: 4 points",
        "now 6 : 4",
        "player 0 wins, 6 points to 4",
    ]


def test_the_end_says_what_nobody_got():
    carried = lines_of([1, 2, 3], [2, 1, 3], [1, 2, 3], carry_over=True)
    assert carried[-3:] == [
        "players 0 and 1 tie: 3 stays on the table",
        "now 1 : 2, 3 points on the table",
        "player 1 wins, 2 points to 1; nobody got 3 points",
    ]
    discarded = lines_of([1, 2], [1, 2], [1, 2])
    assert discarded[3:5] == ["players 0 and 1 tie: 1 is discarded", "now 0 : 0"]
    assert discarded[-1] == "0 points all: a draw; nobody got 3 points"


# Rules, columns and deals.


@pytest.mark.parametrize("cards", [2, 13, 30])
def test_the_prizes_of_a_game_are_the_whole_suit(cards):
    rows = deal_rows(GopsRules.of({"cards": cards}), 5, 70, 40)
    assert (np.sort(rows, axis=1) == np.arange(1, cards + 1)).all()
    assert len(np.unique(rows, axis=0)) == (2 if cards == 2 else 40)


def test_the_prizes_depend_on_neither_the_tie_rule_nor_the_players():
    prizes = sim.deal("gops", 20, seed=4)
    assert (prizes == sim.deal("gops", 20, seed=4, rules={"carry_over": True})).all()
    given = sim.play("gops", deals=prizes, seed=4, policies=["match", "random"])
    assert given.equals(sim.play("gops", 20, seed=4, policies=["match", "random"]))


@pytest.mark.parametrize(
    ("deals", "complaint"),
    [
        ([[1, 2, 3], [1, 2, 2]], "deals: row 1 of the deals; a row is an order of the prizes 1 to 3, each once"),
        ([[0, 1, 2]], "row 0 of the deals"),
        ([[1, 2, 259]], "row 0 of the deals"),
        ([[1, 2]], "deals of 2 prizes with cards = 3; a row is an order of the prizes 1 to 3, each once"),
    ],
    ids=str,
)  # fmt: skip
def test_given_deals_are_orders_of_the_prizes(deals, complaint):
    with pytest.raises(UserError) as refused:
        check_deals(GopsRules.of({"cards": 3}), np.array(deals))
    assert complaint in str(refused.value)


def test_given_deals_are_played_as_they_are():
    rows = sim.play(
        "gops", deals=[[1, 2], [2, 1]], rules={"cards": 2}, policies=["match", "match"]
    )
    assert rows["unawarded"].to_list() == [3, 3]
    assert len(sim.play("gops", deals=np.empty((0, 13), np.uint8))) == 0
