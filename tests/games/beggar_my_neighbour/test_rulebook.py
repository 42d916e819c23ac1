"""Beggar-My-Neighbour: games worked by hand, its options, and its report."""

import numpy as np
import pytest

import sim
from sim.contract.events import Settled
from sim.deals.deck import deal_rows
from sim.errors import UserError
from sim.games.beggar_my_neighbour.events import Laid
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules as Rules
from sim.games.packets.events import RanOut, Taken
from tests.games.beggar_my_neighbour.support import (
    ENDLESS,
    GAME,
    RUCKLIDGE,
    assert_alike,
    parse_deal,
)
from tests.support.both_ways import (
    assert_same,
    events,
    of_kind,
    row,
)
from tests.support.decks import arrangements, parse_cards

# Games worked by hand.


def test_a_number_card_passes_the_turn_and_a_player_without_a_card_to_lay_loses():
    """Player 0 lays 2, 3 and 4, player 1 between them; then player 0 has none."""
    assert row(GAME, "2 3 4", "5 6 7") == {
        "winner": 1,
        "ending": "cards",
        "tricks": 1,
        "cards": 6,
        "longest_trick": 6,
        "penalty_cards": 0,
        "winner_low": 3,
    }
    assert row(GAME, "2 3 4", "5 6 7", starter=1)["winner"] == 0


def test_a_debt_paid_with_number_cards_gives_the_pile_to_the_player_of_the_penalty_card():
    """Q asks for two; player 0 takes Q 5 6 under 2 3 and leads. Then 2 7 3, and player 1 has none."""
    course = events(GAME, "Q 2 3", "5 6 7")
    assert of_kind(Taken, course)[0] == Taken(0, (12, 5, 6))
    assert of_kind(Settled, course)[1].packets == ((2, 3, 12, 5, 6), (7,))
    assert course[-1].row == {
        "winner": 0,
        "ending": "cards",
        "tricks": 2,
        "cards": 6,
        "longest_trick": 3,
        "penalty_cards": 1,
        "winner_low": 3,
    }


def test_a_penalty_card_ends_the_debt_and_the_other_player_owes_for_it():
    """A asks for four: 2, then J, which asks for one: 3. Player 1 takes A 2 J 3 and leads 4 into an empty packet."""
    course = events(GAME, "A 3", "2 J 4")
    assert [str(event) for event in course] == [
        "player 0 holds A 3; player 1 holds 2 J 4",
        "now 2 : 3 cards",
        "trick 1: player 0 lays A, and player 1 owes 4",
        "player 1 pays 2, 3 to go",
        "player 1 pays J, and player 0 owes 1",
        "player 0 pays 3",
        "player 1 takes A 2 J 3",
        "now 0 : 5 cards",
        "player 1 wins after 1 trick and 4 cards: player 0 has no card left",
    ]


@pytest.mark.parametrize(("rank", "debt"), [("J", 1), ("Q", 2), ("K", 3), ("A", 4)])
def test_jack_queen_king_and_ace_ask_for_one_to_four_cards(rank, debt):
    course = events(GAME, f"{rank} 2", "2 3 4 5 6")
    assert of_kind(Laid, course)[0].asks == debt
    assert of_kind(Taken, course)[0] == Taken(
        0, (parse_cards(rank)[0], *range(2, 2 + debt))
    )


def test_a_player_who_cannot_pay_in_full_loses_and_the_other_takes_the_pile():
    course = events(GAME, "A 2 3", "4 5")
    assert of_kind(RanOut, course) == [RanOut(1, ())]
    assert course[-3] == Taken(0, (14, 4, 5))
    assert course[-1].row["tricks"], course[-1].row["cards"] == (1, 3)


def test_a_player_may_lay_a_last_card_and_still_take_the_pile():
    """Player 0's only card is a jack: player 1 pays 2. Player 0 leads the jack again: player 1 pays 3 and has none."""
    played = row(GAME, "J", "2 3")
    assert (
        played["winner"],
        played["tricks"],
        played["cards"],
        played["winner_low"],
    ) == (0, 2, 4, 1)


def test_a_player_without_cards_wins_if_the_opponent_runs_out_first():
    """2 and 3 are laid and 4; then player 1, who must lay, has none, and player 0 has none left either."""
    played = row(GAME, "2 4", "3")
    assert (
        played["winner"],
        played["tricks"],
        played["cards"],
        played["winner_low"],
    ) == (0, 1, 3, 2)


def test_the_fewest_cards_of_the_winner_are_counted_when_a_trick_is_over():
    """Player 0 pays three of five, then wins with K and A: player 1 has four cards, of which a trick takes all."""
    course = events(GAME, "2 3 4 K A", "K 5 6 7 8 9")
    held = [event.packets for event in of_kind(Settled, course)]
    winner = course[-1].row["winner"]
    assert len(held) > 2
    assert course[-1].row["winner_low"] == min(len(table[winner]) for table in held)


def test_the_smallest_endless_game_comes_back_to_the_deal():
    """Two jacks with a number card each: J 2, J 3 and so on for ever."""
    deals = arrangements([11, 12, 2, 3], 1)
    rows = assert_alike(Rules.of(), deals)
    assert {row["ending"] for row in rows} <= {"cards", "cycle"}


def test_number_cards_are_interchangeable_also_in_a_position():
    """Renaming the number cards, each by itself, changes no row: neither one that ends nor one that never does."""
    rules = Rules.of()
    rows = np.array([parse_deal(deal) for deal in (RUCKLIDGE, ENDLESS)], np.uint8)
    others = np.random.default_rng(3).integers(2, 11, rows.shape, np.uint8)
    renamed = np.where(rows < 11, others, rows)
    assert len(np.unique(renamed)) == 13
    assert assert_same(GAME, rules, renamed, given=True) == assert_same(
        GAME, rules, rows, given=True
    )


def test_other_penalties_ask_for_what_they_say():
    """In the pack of 32 the seven may ask for one card."""
    played = row(GAME, "7 8", "9 10", penalties=["7 1"])
    assert (played["winner"], played["tricks"], played["penalty_cards"]) == (0, 2, 1)
    assert row(GAME, "J 8", "9 10", penalties=["7 1"])["penalty_cards"] == 0
    assert row(GAME, "J 8", "9 10", penalties=[])["penalty_cards"] == 0


# Options.


@pytest.mark.parametrize(
    ("penalties", "message"),
    [
        (["J"], "'J' is not a rank and a number"),
        (["J -1"], "'J -1' is not a rank and a number"),
        (["J 0"], "'J 0' asks for 0 cards"),
        (["J 256"], "'J 256' asks for 256 cards"),
        (["J 1", "11 2"], "11 is named twice"),
    ],
)
def test_wrong_penalties_are_refused_in_one_line(penalties, message):
    with pytest.raises(UserError) as refused:
        Rules.of({"penalties": penalties})
    assert str(refused.value) == (
        f"penalties: {message}; give each rank once, with a number from 1 to 255: "
        '["J 1", "Q 2", "K 3", "A 4"]'
    )


def test_the_usual_penalties_are_no_change_of_the_rules():
    assert Rules.of({"penalties": ["J 1", "Q 2", "K 3", "A 4"]}).changed() == {}
    assert Rules.of({"penalties": None}) == Rules.of()
    assert Rules.of({"penalties": ["A 4"]}).changed() == {"penalties": ["A 4"]}


def test_exchanging_the_packets_and_the_starter_exchanges_the_players():
    """The seats differ by who begins and by nothing else."""
    deals = deal_rows(Rules.of(), 12, 0, 2000)
    exchanged = deals.reshape(-1, 26, 2)[:, :, ::-1].reshape(-1, 52)
    played, played_back = (
        sim.play(GAME, deals=rows, rules={"starter": starter})
        for rows, starter in ((deals, 0), (exchanged, 1))
    )
    assert (played["winner"] == 1 - played_back["winner"]).all()
    same = ["ending", "tricks", "cards", "longest_trick", "winner_low"]
    assert played[same].equals(played_back[same])
    assert (played["penalty_cards"] + played_back["penalty_cards"] == 16).all()
