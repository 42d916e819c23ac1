"""The rulebook of Casino War: the sentences of the source, sessions and their limits, worked by hand."""

import pytest

import sim
from sim.errors import UserError
from sim.games.casino_war.events import HandOver, Shuffled, Surrendered, War
from sim.games.casino_war.rules import RESULTS, CasinoWarRules
from tests.games.casino_war.support import all_events, row, session, session_row
from tests.support.both_ways import of_kind


def rounds(cards, **options):
    return tuple(row(cards, **options).values())


# The round.


def test_the_higher_card_wins():
    """ "if the house has the higher card the bet is lost: if the player's card is
    higher the bet is returned plus an equal amount of winnings"
    """
    assert rounds("K 5") == ("win", 1, 1, -1)
    assert rounds("5 K") == ("lose", -1, 1, -1)
    assert rounds("A K")[0] == "win", "the ace is high"


def test_a_war_wins_ten_dollars_or_loses_twenty():
    """ "if you bet $10 and then go to war, you will either win $10 or lose $20": one unit or two."""
    assert rounds("9 9 2 3 4 K Q") == ("war-win", 1, 2, 10)
    assert rounds("9 9 2 3 4 Q K") == ("war-lose", -2, 2, 10)


def test_a_second_tie_wins_the_war_for_one_unit():
    """ "If the player's card is equal or higher the player's bets are returned plus an
    amount equal to the original bet only."
    """
    assert rounds("9 9 2 3 4 K K") == ("war-tie", 1, 2, 10)
    assert rounds("9 9 2 3 4 K K", tie_bonus=1) == ("war-tie", 2, 2, 10)


def test_a_surrender_keeps_half_of_the_bet():
    """ "if the original bet was $10 you lose $5" """
    assert rounds("9 9", on_tie="surrender") == ("surrender", -0.5, 1, 10)


def test_the_side_bet_on_a_tie_pays_at_fixed_odds():
    """ "bet at fixed odds of 10:1 that there will be a tie" """
    assert row("9 9 2 3 4 Q K", tie_bet=12)["tie_net"] == 12
    assert row("9 8", tie_bet=12)["tie_net"] == -1


def test_three_cards_are_burned_unless_the_option_says_otherwise():
    assert War((2, 3, 4), 13, 12) in all_events("9 9 2 3 4 K Q")
    assert War((), 13, 12) in all_events("9 9 K Q", burn=0)
    assert War((2, 3, 4, 5), 13, 12) in all_events("9 9 2 3 4 5 K Q", burn=4)


def test_a_round_is_described_in_words():
    assert [str(event) for event in all_events("9 9 2 3 4 Q K")] == [
        "the player has 9, the house 9",
        "a tie; the player goes to war: 2 3 4 burned face down; the player has Q, the house K",
        "war-lose: -2 for 2 staked",
    ]


# Given shoes.


def test_rounds_are_played_with_given_shoes():
    played = sim.play(
        "casino-war", deals=[[9, 9, 2, 3, 4, 13, 12], [5, 13, 2, 2, 2, 2, 2]]
    )
    assert played.select("result", "net", "wagered", "tie_net").rows() == [
        ("war-win", 1.0, 2, 10),
        ("lose", -1.0, 1, -1),
    ]


@pytest.mark.parametrize(
    ("deals", "rules", "message"),
    [
        ([[9, 9, 2, 3, 4, 13]], {}, "deals of 6 cards; a round can need 7 cards"),
        ([[9]], {"on_tie": "surrender"}, "deals of 1 card; a round can need 2 cards"),
        (
            [[9, 9, 0, 3, 4, 13, 12]],
            {},
            "deals: a card out of range; cards are codes from 1 to 255",
        ),
        ([9, 9], {}, r"deals: \[9, 9\] is not a list of deals; give a list"),
        (
            [[9] * 7],
            {"bankroll": 5},
            "deals in a session; a session shuffles its own shoes",
        ),
    ],
)
def test_shoes_that_cannot_be_played_are_refused(deals, rules, message):
    with pytest.raises(UserError, match=message):
        sim.play("casino-war", deals=deals, rules=rules)


# Options.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"penetration": 0.5},
            "penetration: 0.5 without a bankroll; this is an option of sessions",
        ),
        ({"stake": 2}, "stake: 2 without a bankroll"),
        ({"hands": 10}, "hands: 10 without a bankroll"),
        (
            {"bankroll": 5, "stake": 6},
            "stake: 6 with bankroll = 5; the bankroll must cover at least one stake",
        ),
        (
            {"bankroll": 5, "tie_bet": 12},
            "tie_bet: 12 in a session of fresh shoes; a session makes the side bet only where cards seen favor it",
        ),
        ({"bankroll": 5, "share": 20}, "share: 20 with staking = 'flat'; set staking"),
        (
            {"bankroll": 9, "stake": 5, "staking": "double", "most_stake": 4},
            "most_stake: 4 with stake = 5",
        ),
    ],
)
def test_invalid_options_are_refused(options, message):
    with pytest.raises(UserError, match=message):
        CasinoWarRules.of(options)


# Sessions.


def test_the_bankroll_is_what_the_hands_add_up_to():
    events = session(bankroll=200, stake=3, hands=40)
    hands = of_kind(HandOver, events)
    last = session_row(bankroll=200, stake=3, hands=40)
    amounts = [200.0]
    for hand in hands:
        amounts.append(amounts[-1] + hand.net)
        assert hand.bankroll == amounts[-1]
    assert last["end"] == amounts[-1]
    assert last["deepest"] == 200 - min(amounts)
    assert last["hands_played"] == len(hands) == 40
    lost = "".join("x" if hand.net < 0 else " " for hand in hands)
    assert last["losing_streak"] == max(map(len, lost.split()), default=0)
    raised = sum(hand.result.startswith("war") for hand in hands)
    assert last["staked"] == 3 * (40 + raised)
    assert {hand.result for hand in hands} <= set(RESULTS)


def test_below_two_stakes_a_tie_is_surrendered():
    """The player cannot raise: exactly the ties met with less than two stakes are surrendered."""
    met = set()
    for number in range(300):
        money = 3.0
        for event in session(number, bankroll=3, hands=60):
            if isinstance(event, War):
                assert money >= 2
                met.add("war")
            elif isinstance(event, Surrendered):
                assert money < 2
                met.add("surrender")
            elif isinstance(event, HandOver):
                money = event.bankroll
    assert met == {"war", "surrender"}


def test_a_session_ends_when_the_bankroll_no_longer_covers_the_stake():
    for number in range(100):
        end = session_row(number, bankroll=7, stake=2, goal=9)
        assert end["ruined"] == (end["ending"] == "ruin") == (end["end"] < 2)
        assert end["ending"] == "ruin" or (end["ending"] == "goal" and end["end"] >= 16)


def test_a_session_ends_at_its_stop_loss_or_goal():
    endings = set()
    for number in range(100):
        end = session_row(number, bankroll=100, hands=30, stop_loss=4, goal=5)
        won = end["end"] - 100
        ending = "stop-loss" if won <= -4 else "goal" if won >= 5 else "hands"
        assert end["ending"] == ending
        assert end["hands_played"] == 30 or ending != "hands"
        endings.add(ending)
    assert endings == {"hands", "stop-loss", "goal"}


def test_without_penetration_every_hand_has_a_fresh_shoe_and_with_it_one_is_dealt_on():
    """Half of 52 cards is 26: thirteen hands without a war, fewer with wars, and never more than fit."""
    assert not [
        event for event in session(bankroll=50, hands=30) if isinstance(event, Shuffled)
    ]
    events = session(bankroll=50, hands=200, decks=1, penetration=0.5)
    cards = None
    for event in events:
        if isinstance(event, Shuffled):
            assert cards is None or cards >= 26
            cards = 0
        elif isinstance(event, HandOver):
            assert cards < 26
            cards += 7 if event.result.startswith("war") else 2
    assert len(of_kind(Shuffled, events)) > 10


def test_a_session_is_described_in_words():
    words = [str(event) for event in session(bankroll=4, hands=2, penetration=0.5)]
    assert words[0] == "the shoe of 312 cards is shuffled"
    assert words[-1].startswith("all hands are played after 2 hands: the player has ")
