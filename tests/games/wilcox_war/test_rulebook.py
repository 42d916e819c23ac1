"""Wilcox War: the examples of the text, every decision, the deals, and how the policies choose."""

from collections import Counter

import pytest

import sim
from sim.errors import UserError
from sim.games.packets.events import Taken, TakenBack
from sim.games.wilcox_war.events import Drawn, Hidden, PileRemade, PlayedThrough, TooFew
from sim.games.wilcox_war.rules import WilcoxWarRules
from sim.rng import Chance
from tests.games.wilcox_war.support import (
    agreed,
    dealt_out,
    events_of,
    scripted,
)
from tests.support.both_ways import of_kind
from tests.support.decks import parse_cards

# The examples of the text.


def test_a_jack_wins_a_war_of_eight_cards():
    """ "The players at right both played a 10 ... The near player won all eight cards with their Jack." """
    packs = "10 2 3 J 4 5 6 7", "10 4 4 9 8 8 5 3"
    events = events_of(*packs, policies=[scripted("10 J"), scripted("10 9")])
    assert of_kind(Drawn, events)[0].cards == (11, 9)
    assert [event.prizes for event in of_kind(Hidden, events)] == [((7, 6), (3, 5))]
    first = of_kind(Taken, events)[0]
    assert (first.player, first.pot) == (0, parse_cards("10 7 6 J 10 3 5 9"))


def test_an_ace_wins_a_double_war_of_fourteen_cards():
    """ "The players on the left initially played two 10s ... the 9's war. The far player's Ace won the wars" """
    packs = "10 9 2 3 Q 4 4 5 5 6 6", "10 9 2 3 A 7 7 8 8 K K"
    events = events_of(*packs, policies=[scripted("10 9 Q"), scripted("10 9 A")])
    first = of_kind(Taken, events)[0]
    assert (first.player, len(first.pot)) == (1, 14)
    assert Counter(first.pot) == Counter(parse_cards("10 9 A K K 8 8 10 9 Q 6 6 5 5"))


def test_a_ten_wins_six_cards_when_the_cards_run_out_in_a_war():
    """ "They drew one card to their hand. They discovered they only had one remaining card ..." """
    events = events_of(
        "3 4 5 8 2", "3 6 7 10 9", policies=[scripted("3 8"), scripted("3 10")]
    )
    assert [event.prizes for event in of_kind(Hidden, events)] == [((2,), (9,))]
    first = of_kind(Taken, events)[0]
    assert (first.player, len(first.pot)) == (1, 6)
    assert [event.hands for event in of_kind(PlayedThrough, events)] == [
        ((4, 5), (6, 7))
    ]
    assert events[-1].row == {
        "winner": 1,
        "ending": "cards",
        "cards_0": 2,
        "cards_1": 8,
        "battles": 2,
        "turns": 1,
        "wars": 1,
    }


def test_a_card_is_drawn_but_no_prize_is_left():
    """ "You can draw a card ... but then you have no cards left in your draw pile for the hidden treasure." """
    events = events_of(
        "3 4 5 8", "3 6 7 10", policies=[scripted("3 8"), scripted("3 10")]
    )
    assert [event.cards for event in of_kind(Drawn, events)] == [(8, 10)]
    assert [event.prizes for event in of_kind(Hidden, events)] == [((), ())]
    assert (events[-1].row["cards_0"], events[-1].row["cards_1"]) == (2, 6)


# Once through.


@pytest.mark.parametrize(("decks", "battles"), [(2, 50), (1, 24)])
def test_a_pack_once_through_without_a_tie_is_two_battles_fewer_than_its_cards(
    decks, battles
):
    even, odd = ([rank for rank in range(2, 14) if rank % 2 == left] for left in (0, 1))
    size = 26 * decks
    packs = [(cards * 9)[:size] for cards in (even, odd)]
    row = agreed(packs, decks=decks)
    assert (row["battles"], row["turns"], row["wars"]) == (battles, battles, 0)
    assert row["cards_0"] + row["cards_1"] == 2 * size


def test_tied_with_no_card_left_each_takes_their_own_back():
    events = events_of("5 5 5 5 5 5 5", "5 5 5 5 5 5 5")
    assert [event.stacks for event in of_kind(TakenBack, events)] == [
        ((5,) * 7, (5,) * 7)
    ]
    # The ties: 5 5 (a card drawn, two hidden), 5 (one drawn, none hidden), then the two
    # cards left.
    assert events[-1].row == {
        "winner": -1,
        "ending": "cards",
        "cards_0": 7,
        "cards_1": 7,
        "battles": 5,
        "turns": 1,
        "wars": 4,
    }
    assert agreed([[5] * 7, [5] * 7]) == events[-1].row


def test_hands_go_to_each_players_score_pile():
    row = agreed([[9, 8, 7], [2, 3, 4]], policies=["high", "low"])
    assert (row["winner"], row["cards_0"], row["cards_1"], row["turns"]) == (0, 4, 2, 1)


@pytest.mark.parametrize(
    ("decks", "play_on", "prizes"),
    [(2, False, 2), (1, False, 1), (2, True, 3), (1, True, 2)],
)
def test_the_hidden_prizes(decks, play_on, prizes):
    assert WilcoxWarRules.of({"decks": decks, "play_on": play_on}).prizes == prizes
    events = events_of(
        "5 5 5 6 7 8 9 J", "5 5 5 3 4 4 4 4", decks=decks, play_on=play_on
    )
    hidden = of_kind(Hidden, events)[0]
    assert hidden.prizes == (
        parse_cards("J 9 8")[:prizes],
        parse_cards("4 4 4")[:prizes],
    )


@pytest.mark.parametrize("play_on", [False, True])
def test_a_game_that_is_not_over_stops(play_on):
    row = agreed(dealt_out(1), max_turns=7, play_on=play_on)
    assert (row["winner"], row["ending"], row["turns"]) == (-2, "cap", 7)
    assert row["cards_0"] + row["cards_1"] == 104


def test_the_last_possible_turn_is_not_cut_off():
    packs = [[9, 8, 7, 6], [2, 3, 4, 5]]
    assert agreed(packs, max_turns=2)["ending"] == "cards"
    assert agreed(packs, max_turns=1)["ending"] == "cap"


# In play-on.


def test_a_score_pile_of_eight_is_played_again_and_one_of_fewer_is_not():
    """With one deck, 8 cards are enough. Player 0 wins every battle."""
    events = events_of("9 9 9 9 9 9", "2 2 2 2 2 2", decks=1, play_on=True)
    remade = of_kind(PileRemade, events)
    assert [len(event.pile) for event in remade] == [8]
    failed = of_kind(TooFew, events)
    assert [(event.player, event.score, event.least) for event in failed] == [(1, 0, 8)]
    row = events[-1].row
    assert (row["winner"], row["ending"], row["turns"]) == (0, "run-out", 4)
    # 8 in the new draw pile and 2 in the hand; the other's two are in the hand.
    assert (row["cards_0"], row["cards_1"]) == (10, 2)
    few = events_of("9 9 9 9 9", "2 2 2 2 2", decks=1, play_on=True)[-1].row
    assert (few["winner"], few["ending"], few["turns"]) == (0, "run-out", 3)


@pytest.mark.parametrize(("decks", "least"), [(2, 14), (1, 8)])
def test_the_limits_of_a_score_pile(decks, least):
    size = least // 2 + 2
    enough = events_of(*("9 " * size, "2 " * size), decks=decks, play_on=True)
    assert [len(event.pile) for event in of_kind(PileRemade, enough)] == [least]
    size -= 1
    fewer = events_of(*("9 " * size, "2 " * size), decks=decks, play_on=True)
    assert not of_kind(PileRemade, fewer)
    assert [event.score for event in of_kind(TooFew, fewer)] == [
        least - 2,
        0,
    ]


def test_both_failing_in_one_step_the_larger_score_pile_wins_and_equal_ones_draw():
    won = agreed(
        ["9 9 9 2", "3 3 3 8"], decks=1, play_on=True, policies=["high", "low"]
    )
    assert (won["winner"], won["ending"], won["turns"]) == (0, "run-out", 2)
    # One turn each: 9 beats 3, then 8 beats 2.
    drawn = agreed(
        ["9 2 2 2", "8 3 3 3"], decks=1, play_on=True, policies=["high", "high"]
    )
    assert (drawn["winner"], drawn["ending"], drawn["turns"]) == (-1, "run-out", 2)


def test_failing_in_the_middle_of_a_war_the_cards_on_the_table_are_counted():
    """Both can draw but not hide two: the score piles are empty, so the game is drawn."""
    row = agreed(
        ["5 6 7 8 9", "5 2 3 4 4"], decks=1, play_on=True, policies=["low", "high"]
    )
    assert (row["winner"], row["turns"], row["wars"], row["battles"]) == (-1, 1, 0, 1)
    assert (row["cards_0"], row["cards_1"]) == (5, 5)


def test_a_pile_is_remade_in_the_middle_of_hiding():
    """Player 0 has won eight cards when a tie calls for two prizes and one card is left in each draw pile."""
    packs = "9 9 9 9 5 5 5 6 7", "2 2 2 2 5 5 5 5 3"
    events = events_of(*packs, decks=1, play_on=True, policies=["high", "low"])
    won = list(parse_cards("9 2") * 4)
    Chance(1, 0).shuffle(won)
    assert of_kind(PileRemade, events) == [PileRemade(0, tuple(won))]
    hidden = [event.prizes for event in of_kind(Hidden, events)]
    assert hidden == [((7, won[-1]), (3,))], "from the bottom of the new pile"
    assert [event.player for event in of_kind(TooFew, events)] == [1]
    row = agreed(packs, decks=1, play_on=True, policies=["high", "low"])
    # 3 in the hand, 3 on the table and 7 in the new pile, against 3 in the hand and 2
    # on the table.
    assert (
        row["winner"],
        row["cards_0"],
        row["cards_1"],
        row["wars"],
        row["turns"],
    ) == (0, 13, 5, 0, 5)


def test_player_0s_pile_is_shuffled_first():
    """Each wins every second turn, so both have sixteen cards when the draw piles are used up."""
    high = [14, 3] * 10
    low = [13, 4] * 10
    events = events_of(high, low, decks=1, play_on=True, policies=["low", "low"])
    remade = of_kind(PileRemade, events)[:2]
    assert [event.player for event in remade] == [0, 1]
    taken = [
        event for event in events[: events.index(remade[0])] if isinstance(event, Taken)
    ]
    chance = Chance(1, 0)
    for player, event in enumerate(remade):
        score = [card for take in taken if take.player == player for card in take.pot]
        chance.shuffle(score)
        assert event.pile == tuple(score)


# What every game keeps to.


def test_a_war_says_why_the_pot_stays():
    text = [
        str(event)
        for event in events_of(
            "10 2 3 J 4 5 6 7", "10 4 4 9 8 8 5 3", policies=["high", "high"]
        )
    ]
    assert text[2] == "turn 1: player 0 plays 10 of 2 3 10, player 1 plays 10 of 4 4 10"
    assert (
        text[3]
        == "both players show 10: the 2 cards stay on the table for a war, with a card to draw and 2 prizes to hide"
    )
    assert text[4] == "player 0 draws J, player 1 draws 9"
    assert text[5] == "player 0 hides 7 6, player 1 hides 3 5"
    assert (
        text[6]
        == "turn 1, battle 2: player 0 plays J of 2 3 J, player 1 plays 9 of 4 4 9"
    )
    assert text[7] == "player 0 takes 10 7 6 J 10 3 5 9"


# The deals.


def test_the_deal_does_not_depend_on_how_it_is_played():
    plain = sim.deal("wilcox-war", 50, seed=4)
    assert (
        plain
        == sim.deal("wilcox-war", 50, seed=4, rules={"play_on": True, "max_turns": 5})
    ).all()


@pytest.mark.parametrize(
    ("deals", "message"),
    [
        (
            [[2, 3, 4, 5, 6, 7, 8]],
            "deals of 7 cards; a deal has an even number of cards, 6 to 104, alternating between the players",
        ),
        (
            [[2, 3, 4, 5]],
            "deals of 4 cards; a deal has an even number of cards, 6 to 104, alternating between the players",
        ),
        (
            [[2] * 106],
            "deals of 106 cards; a deal has an even number of cards, 6 to 104, alternating between the players",
        ),
        (
            [[2, 3, 4, 5, 6, 15]],
            "deals: a card of rank 15; cards are codes from 2 to 14",
        ),
        ([[2, 3, 4, 5, 6, 1]], "deals: a card of rank 1; cards are codes from 2 to 14"),
    ],
    ids=str,
)
def test_deals_that_cannot_be_played_are_refused(deals, message):
    with pytest.raises(UserError) as refused:
        sim.play("wilcox-war", deals=deals)
    assert str(refused.value) == message
