"""Beggar-My-Neighbour: deals in the notation of the literature."""

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules as Rules
from tests.games.beggar_my_neighbour.support import (
    ENDLESS,
    GAME,
    LAID_MOST,
    RUCKLIDGE,
    parse_deal,
)
from tests.support.decks import parse_cards
from tests.support.plain_deals import packets


def test_a_text_is_dealt_as_its_two_packets():
    rules = Rules.of()
    first, second = packets(rules, parse_deal(RUCKLIDGE), given=True)
    for packet, signs in zip((first, second), RUCKLIDGE.split("/"), strict=True):
        assert packet == [2 if sign == "-" else parse_cards(sign)[0] for sign in signs]


def test_texts_and_rows_of_cards_give_the_same_games():
    texts = [RUCKLIDGE, ENDLESS, f" {LAID_MOST.lower()} ".replace("/", " / ")]
    rows = [parse_deal(text) for text in texts]
    expected = sim.play(GAME, deals=rows)
    for given in (texts, tuple(texts), np.array(texts)):
        assert sim.play(GAME, deals=given).equals(expected)
    assert sim.play(GAME, deals=np.array(rows, np.uint8)).equals(expected)


def test_a_text_can_be_replayed():
    for text in (RUCKLIDGE, ENDLESS):
        replayed = sim.replay(GAME, 0, deal=text)
        assert replayed.row == sim.play(GAME, deals=[text]).row(0, named=True)
        assert replayed.packets == packets(Rules.of(), parse_deal(text), given=True)


def test_the_packets_of_a_text_are_as_long_as_those_of_the_deck():
    played = sim.play(
        GAME, deals=["J-/-J"], rules={"lowest": 10, "highest": 11, "copies": 2}
    )
    assert played["winner"].to_list() == [0]


@pytest.mark.parametrize(
    ("deals", "message"),
    [
        (
            [RUCKLIDGE, RUCKLIDGE + "//-"],
            f"deals: deal 1, '{RUCKLIDGE}//-': 3 packets for 2 players; the game has 2 players",
        ),
        (
            ["J-/"],
            'deals: packet 2 without a card; write the cards, the top one first: "A K 10 2"',
        ),
        (
            [RUCKLIDGE.replace("K", "X")],
            "deals: 'X' is not a card; cards are 2 to 10, J, Q, K, A, * (the joker) or a number",
        ),
    ],
)
def test_a_wrong_text_is_refused_in_one_line(deals, message):
    with pytest.raises(UserError) as refused:
        sim.play(GAME, deals=deals)
    assert str(refused.value) == message


def test_texts_are_refused_together_with_hands():
    with pytest.raises(UserError, match="deals together with hands"):
        sim.play(GAME, deals=[RUCKLIDGE], rules={"hands": ["A A A A", "*rest"]})
