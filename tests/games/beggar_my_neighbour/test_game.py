"""Beggar-My-Neighbour: the published deals, games worked by hand, a second implementation, and its kernel."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

import reports
import sim
from sim.cards import parse_cards
from sim.contract.events import Settled
from sim.deals.deck import deal_rows, layout
from sim.errors import UserError
from sim.games.beggar_my_neighbour.deals import packets, parse_deal
from sim.games.beggar_my_neighbour.events import CannotLay, Laid
from sim.games.beggar_my_neighbour.kernel import play_block
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules as Rules
from sim.games.packets.events import Taken
from tests.games.beggar_my_neighbour import by_strings
from tests.support.both_ways import (
    assert_same,
    assert_same_on_shuffled,
    by_kernel,
    by_rulebook,
    crossed,
    events,
    of_kind,
    row,
)
from tests.support.decks import arrangements

GAME = "beggar-my-neighbour"

RUCKLIDGE = "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK"
LAID_MOST = "----K---A--Q-A--JJA------J/-----KK---------A-JK-Q-Q-Q"
ENDLESS = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"

RECORDS = {
    "------------KAQ----J------/-JQQK---K----JK--QA-A-JA--": 670,  # Paulhus 1999
    "---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q": 805,  # Kleber 1999
    "A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-": 960,  # Collins 2006
    "K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--": 1007,  # Mann and Wu 2007
    "----Q------A--K--A-A--QJK-/-Q--J--J---QK---K----JA---": 1015,  # Nessler 2012
    "--A-Q--J--J---Q--AJ-K---K-/-J-------Q------A--A--QKK-": 1016,  # Anderson 2013
    RUCKLIDGE: 1122,  # Rucklidge 2014
}
"""The longest known games of their time and their tricks, as R. P. Mann's page of records lists them."""


def by_second(rules: Rules, deals: np.ndarray) -> list[dict[str, Any]]:
    """The rows of the second implementation."""
    asks = {card: debt for card, debt in enumerate(rules.debts) if debt}
    found = []
    for deal in deals:
        first, second = packets(rules, deal, given=True)
        hands = by_strings.signs(first, asks), by_strings.signs(second, asks)
        found.append(by_strings.play(hands, rules.starter, rules.max_rounds))
    return found


def assert_three_alike(rules: Rules, deals: np.ndarray) -> list[dict[str, Any]]:
    """Hold kernel, rulebook and second implementation to each other; return the rows."""
    told = assert_same(GAME, rules, deals, given=True)
    for number, (one, other) in enumerate(zip(told, by_second(rules, deals), strict=True)):
        assert one == other, f"{rules.changed()}: {deals[number].tolist()}"
    return told


# The published deals.


@pytest.mark.parametrize(("deal", "tricks"), RECORDS.items())
def test_the_record_games_last_as_long_as_published(deal, tricks):
    rules = Rules.of()
    (played,) = assert_three_alike(rules, np.array([parse_deal(rules, deal)], np.uint8))
    assert (played["ending"], played["tricks"]) == ("cards", tricks)


def test_the_longest_games_by_tricks_and_by_cards():
    played = sim.play(GAME, deals=[RUCKLIDGE, LAID_MOST])
    assert played["tricks", "cards"].rows() == [(1122, 7959), (1106, 7972)]


def test_the_endless_game_repeats_itself_every_62_tricks():
    """Casella and others, 2024. The trick of the first repetition less 62 is the trick of the same position before."""
    rules = Rules.of()
    (played,) = assert_three_alike(rules, np.array([parse_deal(rules, ENDLESS)], np.uint8))
    assert (played["winner"], played["ending"], played["winner_low"]) == (-2, "cycle", -1)
    told = list(sim.games()[GAME].tell(rules, packets(rules, parse_deal(rules, ENDLESS), given=True), 1, 0))
    assert str(told[-1]).endswith(
        f": the position is that after trick {played['tricks'] - 62}: the game never ends"
    )


def test_the_endless_game_is_stopped_at_the_cap_if_the_cap_comes_first():
    rules = {"max_rounds": 65}
    before = sim.play(GAME, deals=[ENDLESS], rules=rules).row(0, named=True)
    assert (before["winner"], before["ending"], before["tricks"]) == (-2, "cap", 65)
    at = sim.play(GAME, deals=[ENDLESS], rules={"max_rounds": 66}).row(0, named=True)
    assert (at["winner"], at["ending"], at["tricks"]) == (-2, "cycle", 66)


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
    told = events(GAME, "Q 2 3", "5 6 7")
    assert of_kind(Taken, told)[0] == Taken(0, (12, 5, 6))
    assert of_kind(Settled, told)[1].packets == ((2, 3, 12, 5, 6), (7,))
    assert told[-1].row == {
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
    told = events(GAME, "A 3", "2 J 4")
    assert [str(event) for event in told] == [
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
    told = events(GAME, f"{rank} 2", "2 3 4 5 6")
    assert of_kind(Laid, told)[0].asks == debt
    assert of_kind(Taken, told)[0] == Taken(0, (parse_cards(rank)[0], *range(2, 2 + debt)))


def test_a_player_who_cannot_pay_in_full_loses_and_the_other_takes_the_pile():
    told = events(GAME, "A 2 3", "4 5")
    assert of_kind(CannotLay, told) == [CannotLay(1)]
    assert told[-3] == Taken(0, (14, 4, 5))
    assert told[-1].row["tricks"], told[-1].row["cards"] == (1, 3)


def test_a_player_may_lay_a_last_card_and_still_take_the_pile():
    """Player 0's only card is a jack: player 1 pays 2. Player 0 leads the jack again: player 1 pays 3 and has none."""
    played = row(GAME, "J", "2 3")
    assert (played["winner"], played["tricks"], played["cards"], played["winner_low"]) == (0, 2, 4, 1)


def test_a_player_without_cards_wins_if_the_opponent_runs_out_first():
    """2 and 3 are laid and 4; then player 1, who must lay, has none, and player 0 has none left either."""
    played = row(GAME, "2 4", "3")
    assert (played["winner"], played["tricks"], played["cards"], played["winner_low"]) == (0, 1, 3, 2)


def test_the_fewest_cards_of_the_winner_are_counted_when_a_trick_is_over():
    """Player 0 pays three of five, then wins with K and A: player 1 has four cards, of which a trick takes all."""
    told = events(GAME, "2 3 4 K A", "K 5 6 7 8 9")
    held = [event.packets for event in of_kind(Settled, told)]
    winner = told[-1].row["winner"]
    assert len(held) > 2
    assert told[-1].row["winner_low"] == min(len(table[winner]) for table in held)


def test_the_smallest_endless_game_comes_back_to_the_deal():
    """Two jacks with a number card each: J 2, J 3 and so on for ever."""
    deals = arrangements([11, 12, 2, 3], 1)
    rows = assert_three_alike(Rules.of(), deals)
    assert {one["ending"] for one in rows} <= {"cards", "cycle"}


def test_number_cards_are_interchangeable_also_in_a_position():
    """Renaming the number cards, each by itself, changes no row: neither one that ends nor one that never does."""
    rules = Rules.of()
    rows = np.array([parse_deal(rules, deal) for deal in (RUCKLIDGE, ENDLESS)], np.uint8)
    others = np.random.default_rng(3).integers(2, 11, rows.shape, np.uint8)
    renamed = np.where(rows < 11, others, rows)
    assert len(np.unique(renamed)) == 13
    assert assert_same(GAME, rules, renamed, given=True) == assert_same(GAME, rules, rows, given=True)


def test_the_row_names_the_columns_of_the_contract():
    assert sim.play(GAME, 1).columns == [
        "game",
        "winner",
        "ending",
        "tricks",
        "cards",
        "longest_trick",
        "penalty_cards",
        "winner_low",
    ]
    assert sim.play(GAME, 1)["ending"].dtype.categories.to_list() == ["cards", "cycle", "cap"]


def test_other_penalties_ask_for_what_they_say():
    """In the pack of 32 the seven may ask for one card."""
    played = row(GAME, "7 8", "9 10", penalties=["7 1"])
    assert (played["winner"], played["tricks"], played["penalty_cards"]) == (0, 2, 1)
    assert row(GAME, "J 8", "9 10", penalties=["7 1"])["penalty_cards"] == 0
    assert row(GAME, "J 8", "9 10", penalties=[])["penalty_cards"] == 0


def test_no_card_is_lost_and_every_event_has_a_text():
    tables = 0
    for options in ({}, {"starter": 1}, {"jokers": 2, "penalties": ["* 5", "A 1"]}):
        rules = Rules.of(options)
        for number, deal in enumerate(deal_rows(rules, 1, 0, 40)):
            told = list(sim.games()[GAME].tell(rules, packets(rules, deal), 1, number))
            settled = of_kind(Settled, told)
            assert len(settled) > 2
            for event in settled:
                assert Counter(itertools.chain(*event.packets)) == Counter(deal.tolist())
            assert all(str(event) and "\n" not in str(event) for event in told)
            tables += len(settled)
    assert tables > 1000


# Deals as the literature writes them.


def test_a_text_is_dealt_as_its_two_packets():
    rules = Rules.of()
    first, second = packets(rules, parse_deal(rules, RUCKLIDGE), given=True)
    for packet, signs in zip((first, second), RUCKLIDGE.split("/"), strict=True):
        assert packet == [2 if sign == "-" else parse_cards(sign)[0] for sign in signs]


def test_texts_and_rows_of_cards_give_the_same_games():
    texts = [RUCKLIDGE, ENDLESS, f" {LAID_MOST.lower()} ".replace("/", " / ")]
    rows = [parse_deal(Rules.of(), text) for text in texts]
    expected = sim.play(GAME, deals=rows)
    for given in (texts, tuple(texts), np.array(texts)):
        assert sim.play(GAME, deals=given).equals(expected)
    assert sim.play(GAME, deals=np.array(rows, np.uint8)).equals(expected)


def test_the_packets_of_a_text_are_as_long_as_those_of_the_deck():
    played = sim.play(GAME, deals=["J-/-J"], rules={"lowest": 10, "highest": 11, "copies": 2})
    assert played["winner"].to_list() == [0]


@pytest.mark.parametrize(
    ("deals", "message"),
    [
        (
            ["-" * 26 + "/" + "-" * 25],
            (
                "deals: deal 0: packets of 26 and 25 signs; write two packets of 26 signs with one / between them, "
                "the top card of each first"
            ),
        ),
        (
            [RUCKLIDGE, "-" * 52],
            (
                "deals: deal 1: packets of 52 signs; write two packets of 26 signs with one / between them, "
                "the top card of each first"
            ),
        ),
        (
            [RUCKLIDGE + "/"],
            (
                "deals: deal 0: packets of 26 and 26 and 0 signs; write two packets of 26 signs with one / between "
                "them, the top card of each first"
            ),
        ),
        (
            [RUCKLIDGE.replace("K", "X")],
            "deals: deal 0: 'X' is not a card; cards are 2 to 10, J, Q, K, A, * (the joker) or a number",
        ),
        (RUCKLIDGE, 'deals: a single text; give a list of texts: ["...", "..."]'),
        ([RUCKLIDGE, [2, 3]], "deals: texts among rows of cards; give all deals in the same form"),
    ],
)
def test_a_wrong_text_is_refused_in_one_line(deals, message):
    with pytest.raises(UserError) as refused:
        sim.play(GAME, deals=deals)
    assert str(refused.value) == message


def test_texts_are_refused_together_with_hands():
    with pytest.raises(UserError, match="deals together with hands"):
        sim.play(GAME, deals=[RUCKLIDGE], rules={"hands": ["A A A A", "*rest"]})


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


def test_penalties_that_are_not_a_list_of_texts_are_refused():
    for wrong in ("J 1", [11, 1], 3):
        with pytest.raises(UserError, match=r"^penalties: "):
            Rules.of({"penalties": wrong})
    with pytest.raises(UserError, match=r"^penalties: 'X' is not a card"):
        Rules.of({"penalties": ["X 1"]})


def test_the_usual_penalties_are_no_change_of_the_rules():
    assert Rules.of({"penalties": ["J 1", "Q 2", "K 3", "A 4"]}).changed() == {}
    assert Rules.of({"penalties": None}) == Rules.of()
    assert Rules.of({"penalties": ["A 4"]}).changed() == {"penalties": ["A 4"]}


def test_an_invalid_starter_is_refused():
    with pytest.raises(UserError, match="starter"):
        Rules.of({"starter": 2})


def test_exchanging_the_packets_and_the_starter_exchanges_the_players():
    """The seats differ by who begins and by nothing else."""
    deals = deal_rows(Rules.of(), 12, 0, 2000)
    exchanged = deals.reshape(-1, 26, 2)[:, :, ::-1].reshape(-1, 52)
    one, other = (
        sim.play(GAME, deals=rows, rules={"starter": starter})
        for rows, starter in ((deals, 0), (exchanged, 1))
    )
    assert (one["winner"] == 1 - other["winner"]).all()
    same = ["ending", "tricks", "cards", "longest_trick", "winner_low"]
    assert one[same].equals(other[same])
    assert (one["penalty_cards"] + other["penalty_cards"] == 16).all()


def test_the_report_gives_the_length_in_tricks_and_in_cards(tmp_path):
    run = sim.run(GAME, out=tmp_path / "run", games=200)
    told = reports.render(run, "txt")
    table = told[told.index("A typical game") : told.index("The spread of tricks")]
    assert "tricks, mean" in " ".join(table.split())
    assert "cards, mean" in " ".join(table.split())
    assert "cards: the other side had no cards left; cycle: repeated for ever" in " ".join(told.split())
    assert "CARDS IN A GAME" not in told


# The kernel and the second implementation.


@pytest.mark.parametrize(
    ("cards", "options"),
    [
        ([2, 2, 2, 11, 11, 12], {}),
        ([2, 3, 4, 13, 14], {}),
        ([2, 2, 11, 11, 13, 13], {}),
        ([2, 2, 2, 2, 2, 2, 2, 11, 12], {}),
        ([2, 2, 2, 2, 11, 12, 14], {"max_rounds": 3}),
        ([11, 11, 12, 12, 13, 14], {}),
        ([2, 2, 2, 2, 3, 3], {"penalties": ["3 7"]}),
        ([2, 2, 2, 2, 2, 11, 11, 11, 12, 12], {"max_rounds": 40}),
    ],
    ids=str,
)
@pytest.mark.parametrize("starter", [0, 1])
def test_all_three_implementations_agree_on_every_deal_of_a_small_deck(cards, options, starter):
    rows = assert_three_alike(Rules.of({**options, "starter": starter}), arrangements(cards))
    assert len(rows) > 10


OFTEN_ENDLESS = {"lowest": 9, "penalties": ["J 1"]}
"""Rules under which four games in a hundred never end."""


def test_small_decks_have_games_that_never_end_and_games_that_are_capped():
    """Otherwise the comparisons above would not try them."""
    endings = sim.play(GAME, 2000, rules=OFTEN_ENDLESS)["ending"].to_list()
    assert {*endings} == {"cards", "cycle"}
    assert endings.count("cycle") > 50
    capped = sim.play(GAME, 2000, rules={**OFTEN_ENDLESS, "max_rounds": 40})["ending"].to_list()
    assert {*capped} == {"cards", "cycle", "cap"}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"starter": 1},
        {"lowest": 7},
        {"penalties": ["J 3", "A 1", "10 2"]},
        {"jokers": 2, "penalties": ["J 1", "Q 2", "K 3", "A 4", "* 5"], "bury_jokers": True},
        {"lowest": 9, "copies": 3},
        {"max_rounds": 20},
        {"lowest": 9, "penalties": ["J 1"]},
        {"lowest": 9, "penalties": ["J 1"], "max_rounds": 40},
        {"lowest": 7, "penalties": ["Q 2"], "starter": 1},
    ],
    ids=str,
)
def test_all_three_implementations_agree_on_thousands_of_packs(options):
    rules = Rules.of(options)
    rows = deal_rows(rules, 5, 0, 1000)
    assert_three_alike(rules, rows[:, : rows.shape[1] // 2 * 2])


@pytest.mark.parametrize(
    "options",
    [
        {"hands": ["A A A A", "*rest"]},
        {"hands": ["2", "*rest"], "starter": 1},
        {"copies": 20, "max_rounds": 500},
        {"lowest": 1, "highest": 255, "copies": 4, "max_rounds": 100},
        {"penalties": [f"{rank} {rank}" for rank in range(2, 15)]},
        {"penalties": [], "lowest": 14, "copies": 9},
        {"lowest": 10, "highest": 11, "copies": 7},
        {"copies": 40, "penalties": ["2 255", "3 1"], "max_rounds": 200},
    ],
    ids=str,
)
def test_the_kernel_plays_packs_of_every_kind_as_the_rulebook(options):
    assert len(assert_same_on_shuffled(GAME, 60, **options)) == 60


def test_cycles_are_found_in_the_trick_in_which_a_position_first_comes_again():
    """Against all positions that the rulebook keeps, at every cap near the cycle and wherever watching begins."""
    rules = Rules.of(OFTEN_ENDLESS)
    deals = deal_rows(rules, 2, 0, 1500)
    told = by_rulebook(GAME, rules, deals)
    endless = [place for place, one in enumerate(told) if one["ending"] == "cycle"]
    assert len(endless) > 40
    for place in endless:
        tricks = told[place]["tricks"]
        for cap in (tricks - 1, tricks, tricks + 1):
            assert_same(GAME, Rules.of({**OFTEN_ENDLESS, "max_rounds": cap}), deals[[place]])
    whole = by_kernel(GAME, rules, deals)
    for first_look in (1, 2, 3, 10, 37):
        played = play_block(rules, deals, layout(rules), 1, 0, first_look=first_look)
        assert played["tricks"].tolist() == [one["tricks"] for one in whole]
        assert played["cards"].tolist() == [one["cards"] for one in whole]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", list(crossed(starter=[0, 1], lowest=[2, 7], max_rounds=[100_000, 25])), ids=str
)
def test_the_kernel_plays_hundreds_of_thousands_of_packs_as_the_second_implementation(options):
    """50,000 packs under each of eight rules."""
    rules = Rules.of(options)
    deals = deal_rows(rules, 77, 0, 50_000)
    assert by_kernel(GAME, rules, deals) == by_second(rules, deals)


@pytest.mark.slow
@pytest.mark.parametrize(
    "penalties", [["J 1", "Q 2", "K 3", "A 4"], ["A 1"], ["2 9", "3 1", "4 2", "5 3", "6 4", "7 5"]], ids=str
)
@pytest.mark.parametrize("options", list(crossed(starter=[0, 1], jokers=[0, 2])), ids=str)
def test_the_kernel_plays_ten_thousands_of_packs_as_the_rulebook(penalties, options):
    assert len(assert_same_on_shuffled(GAME, 10_000, penalties=penalties, **options)) == 10_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "cards",
    [
        [2, 2, 2, 2, 2, 2, 11, 11, 12, 12],
        [2, 2, 2, 2, 2, 2, 2, 2, 2, 11, 12, 13, 14],
        [2, 2, 2, 2, 11, 11, 12, 12, 13],
    ],
    ids=str,
)
def test_all_three_implementations_agree_on_every_deal_of_a_larger_deck(cards):
    rows = assert_three_alike(Rules.of(), different_orders(cards))
    assert len(rows) > 1000
    assert {"cards"} <= {one["ending"] for one in rows}


def different_orders(cards: list[int]) -> np.ndarray:
    """Every different order of cards many of which are alike, where all permutations would be too many."""
    rows: list[list[int]] = [[]]
    for _ in cards:
        rows = [[*done, card] for done in rows for card in sorted(Counter(cards) - Counter(done))]
    return np.array(rows, np.uint8)
