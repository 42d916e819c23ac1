"""Beggar-My-Neighbour: the published deals, the longest games known and one without an end."""

import numpy as np
import pytest

import sim
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules as Rules
from tests.games.beggar_my_neighbour.support import (
    ENDLESS,
    GAME,
    LAID_MOST,
    RUCKLIDGE,
    assert_alike,
    parse_deal,
)
from tests.support.plain_deals import packets

RECORDS = {
    "------------KAQ----J------/-JQQK---K----JK--QA-A-JA--": 670,  # Paulhus 1999
    "---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q": 805,  # Kleber 1999
    "A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-": 960,  # Collins 2006
    "K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--": 1007,  # Mann and Wu 2007
    "----Q------A--K--A-A--QJK-/-Q--J--J---QK---K----JA---": 1015,  # Nessler 2012
    "--A-Q--J--J---Q--AJ-K---K-/-J-------Q------A--A--QKK-": 1016,  # Anderson 2013
    RUCKLIDGE: 1122,  # Rucklidge 2014
    "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---": 1164,  # the record by 2024, 8,344 cards
}
"""The longest known games of their time and their tricks, as R. P. Mann's page of records lists them."""


@pytest.mark.parametrize(("deal", "tricks"), RECORDS.items())
def test_the_record_games_last_as_long_as_published(deal, tricks):
    rules = Rules.of()
    (played,) = assert_alike(rules, np.array([parse_deal(deal)], np.uint8))
    assert (played["ending"], played["tricks"]) == ("cards", tricks)


def test_the_longest_games_by_tricks_and_by_cards():
    played = sim.play(GAME, deals=[RUCKLIDGE, LAID_MOST])
    assert played["tricks", "cards"].rows() == [(1122, 7959), (1106, 7972)]


def test_the_endless_game_repeats_itself_every_62_tricks():
    """Casella and others, 2024. The trick of the first repetition less 62 is the trick of the same position before."""
    rules = Rules.of()
    (played,) = assert_alike(rules, np.array([parse_deal(ENDLESS)], np.uint8))
    assert (played["winner"], played["ending"], played["winner_low"]) == (
        -2,
        "cycle",
        -1,
    )
    course = list(
        sim.games()[GAME].tell(
            rules, packets(rules, parse_deal(ENDLESS), given=True), 1, 0
        )
    )
    assert str(course[-1]).endswith(
        f": the position is as after trick {played['tricks'] - 62}: the game never ends"
    )


def test_the_endless_game_is_stopped_at_the_cap_if_the_cap_comes_first():
    rules = {"max_rounds": 65}
    before = sim.play(GAME, deals=[ENDLESS], rules=rules).row(0, named=True)
    assert (before["winner"], before["ending"], before["tricks"]) == (-2, "cap", 65)
    at = sim.play(GAME, deals=[ENDLESS], rules={"max_rounds": 66}).row(0, named=True)
    assert (at["winner"], at["ending"], at["tricks"]) == (-2, "cycle", 66)
