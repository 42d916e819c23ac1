"""Syrian War: its pack, and games without an end."""

from collections import Counter

from sim.games.syrian_war.rules import SyrianWarRules
from tests.support.both_ways import (
    assert_same_on_shuffled,
    row,
)

GAME = "syrian-war"


def test_aces_are_the_ones_and_the_pack_goes_from_ace_to_king():
    deck = SyrianWarRules.of().deck
    assert (deck.size, deck.lowest, deck.highest) == (52, 1, 13)
    played = row(GAME, "1 A 1", "5 1 9")
    assert (played["aces"], played["rank_sum"]) == (2, 16)


# Games that never end.


def test_where_the_rows_are_shuffled_only_the_cap_stops_a_game():
    endings = Counter(
        played["ending"]
        for played in assert_same_on_shuffled(
            GAME, 300, highest=3, pickup="shuffled", max_rounds=30
        )
    )
    assert "cap" in endings
    assert "cycle" not in endings
