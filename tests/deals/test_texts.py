"""Written deals: what people write, what a game makes of it, and what is refused."""

import random

import numpy as np
import pytest

import sim
from sim.deals.texts import read_deal, read_lines
from sim.errors import UserError

ROW = ((14, 13, 10, 2),)
PACKETS = ((14, 13), (10, 2, 15))


@pytest.mark.parametrize(
    "text",
    [
        "A K 10 2",
        "a,k,t,2",
        "[A, K, 10, 2]",
        "(14) (13) (10) (2)",
        "AK102",
        "akT2",
        "AD KH 10S 2C",
        "HA,SK,D10,C2",
        "A♦ K♥️ 10♠ 2♣",
        "AdKhTs2c",
        '["A", "K", "10", "2"]',
    ],
)
def test_a_text_without_a_separator_is_a_row(text):
    assert read_deal(text, {}) == ROW


@pytest.mark.parametrize(
    "text",
    ["A K / 10 2 *", "ak|10 2*", "AK;T2*", "A K\n10 2 *", "[14, 13] / [10, 2, 15]"],
)
def test_a_separator_ends_a_packet(text):
    assert read_deal(text, {}) == PACKETS


def test_numbers_between_blanks_are_ranks_of_any_size():
    assert read_deal("12 200 / 11", {}) == ((12, 200), (11,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'no card; write the cards, the top one first: "A K 10 2"'),
        (
            "A K /",
            'packet 2 without a card; write the cards, the top one first: "A K 10 2"',
        ),
        (
            "12 / 3",
            '12 is one card or several; write "1 2", or J, Q, K, A for a card above ten',
        ),
        (
            "23 / 45",
            '23 is one card or several; write "2 3", or J, Q, K, A for a card above ten',
        ),
        (
            "A K D 3",
            "'D' is not a card; a suit stands beside its rank, such as AD; the queen is Q",
        ),
        (
            "AKD3",
            (
                "cards with and without a suit; "
                "write a suit beside each rank or beside none; the queen is Q"
            ),
        ),
        (
            "A♥ K",
            (
                "cards with and without a suit; "
                "write a suit beside each rank or beside none; the queen is Q"
            ),
        ),
        ("AHD K / 2 3", "two suits on one card; write one beside each rank"),
        (
            "A K vs Q J",
            '\'VS\' is not a card; write ranks and suits: "AD 10H" or "A 10"',
        ),
        (
            "[9, 2] [5, 8]",
            'two lists in one deal; put a "/" between the packets: "9 2 / 5 8"',
        ),
        (
            "A X",
            "'X' is not a card; cards are 2 to 10, J, Q, K, A, * (the joker) or a number",
        ),
        (
            "A 256",
            "'256' is not a card; cards are 2 to 10, J, Q, K, A, * (the joker) or a number",
        ),
    ],
)
def test_what_cannot_be_read_or_in_two_ways_is_refused(text, message):
    numbers = {str(code): code for code in (*range(2, 11), *range(15, 256))}
    for known in ({}, numbers):
        with pytest.raises(UserError) as refused:
            read_deal(text, known)
        assert str(refused.value) == message


def test_a_file_has_a_deal_on_each_line():
    text = "# two deals\nA K / 2 3  # the first\n\n4 5 / 6\n"
    assert read_lines(text) == ["A K / 2 3", "4 5 / 6"]


def last(name, deal, **rules):
    """The row of a given deal, by the rulebook and the kernel (a replay compares them)."""
    return sim.replay(name, 0, deal=deal, rules=rules).row


def test_a_puzzle_of_advent_of_code():
    """Day 22 of 2020: 29 rounds, player 2 wins; the winning player's card goes first."""
    row = last("war", "9 2 6 3 1 / 5 8 4 7 10")
    assert (row["winner"], row["ending"], row["rounds"]) == (1, "cards", 29)


def test_a_puzzle_of_codeforces():
    """546C: "4 / 2 1 3 / 2 4 2" takes 6 fights, won by the second; "2 / 1 3" never ends."""
    row = last("war", "1 3 / 4 2", pickup="loser-first")
    assert (row["winner"], row["rounds"]) == (1, 6)
    row = last("war", "2 / 1 3", pickup="loser-first")
    assert (row["winner"], row["ending"]) == (-2, "cycle")


def test_a_puzzle_of_exercism():
    """Camicia: "2A" against "34567" is over after seven cards and one trick."""
    row = last("beggar-my-neighbour", "2A / 34567")
    assert (row["winner"], row["cards"], row["tricks"]) == (0, 7, 1)


def test_in_beggar_my_neighbour_three_signs_are_number_cards():
    rows = sim.play("beggar-my-neighbour", deals=["-J-/.Q0", "2 J 3 / 4 Q 5"])
    assert rows.drop("game").unique().height == 1


@pytest.mark.parametrize(
    "name",
    ["war", "pyanitsa", "syrian-war", "ace-race", "steal-war", "beggar-my-neighbour"],
)
def test_packets_of_any_sizes_are_played_alike_by_rulebook_and_kernel(name):
    """A replay holds the kernel's row to the rulebook's; play groups deals of one layout."""
    chance = random.Random(7)
    deals = []
    for _ in range(12):
        cards = [chance.randint(6, 14) for _ in range(20)]
        at = chance.randint(3, 17)
        deals.append(
            " ".join(map(str, cards[:at])) + " / " + " ".join(map(str, cards[at:]))
        )
    deals += deals[-1:]
    played = sim.play(name, deals=deals, first=3, seed=5)
    for number, deal in enumerate(deals, 3):
        found = sim.replay(name, number, seed=5, deal=deal)
        assert [len(packet) for packet in found.packets] == [
            len(packet.split()) for packet in deal.split("/")
        ]
        assert found.row == played.row(number - 3, named=True)


def test_equal_packets_are_the_row_that_deals_them_in_turn():
    for name in ("war", "tod-und-leben", "pyanitsa"):
        texts = sim.play(name, deals=["9 7 K J / 8 A 7 10"])
        assert texts.equals(sim.play(name, deals=[[9, 8, 7, 14, 13, 7, 11, 10]])), name


@pytest.mark.parametrize(
    ("name", "deal", "message"),
    [
        (
            "war",
            "1 / 2 / 3",
            "3 packets for 2 players; give as many as there are players, or set players = 3",
        ),
        (
            "tod-und-leben",
            "9 / 10 8",
            (
                "packets of 1 and 2 cards; "
                "they are played once, card against card: give both as many"
            ),
        ),
        *(
            (
                name,
                "2 3 / 4 5",
                f"2 packets, but the deal of {name} is one row; leave the separators out",
            )
            for name in ("gops", "casino-war", "wilcox-war")
        ),
    ],
)
def test_packets_that_a_game_cannot_use_are_refused(name, deal, message):
    with pytest.raises(UserError) as refused:
        sim.play(name, deals=[deal])
    assert str(refused.value) == f"deals: {message}"


@pytest.mark.parametrize("name", ["wargops", "wargame"])
def test_games_without_deals_take_none(name):
    with pytest.raises(UserError, match=f"{name} has no deals"):
        sim.play(name, deals=["2 3 / 4 5"])


def test_rows_and_texts_may_be_mixed():
    mixed = sim.play(
        "war", deals=["2 A / 3 K", [2, 3, 14, 13], np.array([2, 3, 14, 13])]
    )
    assert mixed.drop("game").unique().height == 1
