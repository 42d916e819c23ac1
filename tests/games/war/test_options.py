"""The options of War that do not go together, and what is said then."""

import pytest

from sim.errors import UserError
from sim.games.war.rulebook import WarRules


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"face_down": "rank", "highest": 20},
            "face_down: 'rank' with cards up to 20; 'rank' works only for ranks up to 15; give a number",
        ),
        (
            {"low_beats_high": True, "jokers": 2},
            "low_beats_high: true with jokers = 2; with jokers no rank is the highest: set only one of the two",
        ),
        (
            {"bury_jokers": True},
            "bury_jokers: true with 0 jokers for 2 players; each packet gets one joker: set jokers = 2",
        ),
        (
            {"hands": ["A A", "K K", "Q"]},
            'hands: 3 texts for 2 players; give one for each player; "*rest" is an even share of what is left',
        ),
        (
            {"hands": ["A", "*rest"], "bury_jokers": True, "jokers": 2},
            "hands: not possible with bury_jokers; name the jokers in the hands, or leave one of the two out",
        ),
        (
            {"players": 8, "highest": 3, "copies": 2},
            "4 cards for 8 players; the deck must have a card for each player",
        ),
        (
            {"lowest": 10, "highest": 5},
            "highest = 5 with lowest = 10; the highest rank must be at least the lowest, and at most 255",
        ),
    ],
)
def test_a_refused_option_says_what_would_be_right(options, message):
    with pytest.raises(UserError) as refused:
        WarRules.of(options)
    assert str(refused.value) == message
