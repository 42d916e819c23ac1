"""The rulebook of WarGops: the examples of the text, as a replay tells them."""

from collections import Counter
from typing import NamedTuple

import pytest

from sim.games.wargops.events import Position
from sim.games.wargops.rules import WarGopsRules
from tests.games.wargops.support import (
    AL,
    BO,
    CY,
    DI,
    by_trick,
    events,
    played_rows,
    rules_of,
    scripted,
    told_row,
)
from tests.support.both_ways import of_kind
from tests.support.decks import parse_hands


class Example(NamedTuple):
    """An example, the players' cards apart by strokes."""

    scripts: str  # what each player lays
    told: str  # what happens in each trick after it is played, a blank line apart
    hands: str = ""  # what each player begins with, if not with all cards
    ties: str = "award-later"


EXAMPLES = {
    "1: an entire tie is awarded to the winner of the next trick": Example(
        "8 5 / 8 6 / 8 3",
        """
        players 0, 1 and 2 tie: one 8 goes to the trash, and 8 8 to a pot
        a pot that players 0, 1 and 2 can win: 8 8

        player 1 wins the trick; 6 goes to the trash, player 1 collects 3 5
        player 1 has the best card of those who can win the pot, and collects 8 8
        """,
    ),
    "2: who runs out of cards before the tie is resolved is out of luck": Example(
        "9 7 / 9 4 /",
        """
        players 0, 1 and 2 tie: one 9 goes to the trash, and 9 9 to a pot
        player 2 runs out of cards
        a pot that players 0 and 1 can win: 9 9

        player 0 wins the trick; 7 goes to the trash, player 0 collects 4
        player 0 has the best card of those who can win the pot, and collects 9 9
        """,
        hands="1 7 9 / 1 4 9 / 9",
    ),
    "3: successive entire ties pile up": Example(
        "3 5 2 / 3 5 6 / 3 5 10",
        """
        players 0, 1 and 2 tie: one 3 goes to the trash, and 3 3 to a pot
        a pot that players 0, 1 and 2 can win: 3 3

        players 0, 1 and 2 tie: one 5 goes to the trash, and 5 5 to a pot
        players 0, 1 and 2 tie with 5, and alone can still win the pot: 3 3
        a pot that players 0, 1 and 2 can win: 3 3 5 5

        player 2 wins the trick; 10 goes to the trash, player 2 collects 2 6
        player 2 has the best card of those who can win the pot, and collects 3 3 5 5
        """,
    ),
    "4: a partial tie is awarded to the tied player with the higher card": Example(
        "6 10 / 9 4 / 9 7 / 2 3",
        """
        players 1 and 2 tie: one 9 goes to the trash, and 2 6 9 to a pot
        a pot that players 1 and 2 can win: 2 6 9

        player 0 wins the trick; 10 goes to the trash, player 0 collects 3 4 7
        player 2 has the best card of those who can win the pot, and collects 2 6 9
        """,
    ),
    "5: a sequence of partial ties": Example(
        "6 10 / 9 4 / 9 10 / 2 3",
        """
        players 1 and 2 tie: one 9 goes to the trash, and 2 6 9 to a pot
        a pot that players 1 and 2 can win: 2 6 9

        players 0 and 2 tie: one 10 goes to the trash, and 3 4 10 to a pot
        player 2 has the best card of those who can win the pot, and collects 2 6 9
        a pot that players 0 and 2 can win: 3 4 10
        """,
    ),
    "6: a later trick may be resolved before an earlier": Example(
        "1 10 2 / 7 6 8 / 7 6 4 / 7 4 9",
        """
        players 1, 2 and 3 tie: one 7 goes to the trash, and 1 7 7 to a pot
        a pot that players 1, 2 and 3 can win: 1 7 7

        player 0 wins the trick; 10 goes to the trash, player 0 collects 4 6 6
        players 1 and 2 tie with 6, and alone can still win the pot: 1 7 7
        a pot that players 1 and 2 can win: 1 7 7

        player 3 wins the trick; 9 goes to the trash, player 3 collects 2 4 8
        player 1 has the best card of those who can win the pot, and collects 1 7 7
        """,
    ),
    "7: a partial tie is orphaned when all its eligible winners run out of cards": Example(
        "6 10 / / / 2 3",
        """
        players 1 and 2 tie: one 9 goes to the trash, and 2 6 9 to a pot
        players 1 and 2 run out of cards
        nobody collects 2 6 9: all who could win the pot are out of cards

        player 0 wins the trick; 10 goes to the trash, player 0 collects 3
        """,
        hands="1 6 10 / 9 / 9 / 1 2 3",
    ),
    "8a: who was not tied wins with a card that lay there from the beginning": Example(
        "6 / 4 / 9 5 / 9 2 / 7",
        """
        players 2 and 3 tie with 9 and turn it face down
        player 2 replaces it with 5, player 3 replaces it with 2
        player 4 wins the trick; 7 goes to the trash, player 4 collects 2 4 5 6 9 9
        """,
        ties="replace",
    ),
    "8b: five tie": Example(
        "7 2 / 7 9 / 7 4 / 7 8 / 7 2",
        """
        players 0, 1, 2, 3 and 4 tie with 7 and turn it face down
        player 0 replaces it with 2, player 1 replaces it with 9, player 2 replaces it with 4,
        player 3 replaces it with 8, player 4 replaces it with 2
        player 1 wins the trick; 9 goes to the trash, player 1 collects 2 2 4 7 7 7 7 7 8
        """,
        ties="replace",
    ),
    "8c: a replacement brings another player into a tie": Example(
        "7 8 / 4 / 9 7 3 / 9 2 / 5",
        """
        players 2 and 3 tie with 9 and turn it face down
        player 2 replaces it with 7, player 3 replaces it with 2
        players 0 and 2 tie with 7 and turn it face down
        player 0 replaces it with 8, player 2 replaces it with 3
        player 0 wins the trick; 8 goes to the trash, player 0 collects 2 3 4 5 7 7 9 9
        """,
        ties="replace",
    ),
    "a player loses the last card's trick and stays in by winning an older pot": Example(
        "9 / 9 3 / 2 10",
        """
        players 0 and 1 tie: one 9 goes to the trash, and 2 9 to a pot
        a pot that players 0 and 1 can win: 2 9

        player 2 wins the trick; 10 goes to the trash, player 2 collects 3 4
        player 0 has the best card of those who can win the pot, and collects 2 9
        """,
        hands="4 9 / 1 3 9 / 1 2 10",
    ),
    "a pot that only one player can still win goes to that player at the next trick": Example(
        "9 1 / / 2 10",
        """
        players 0 and 1 tie: one 9 goes to the trash, and 2 9 to a pot
        player 1 runs out of cards
        a pot that player 0 can win: 2 9

        player 2 wins the trick; 10 goes to the trash, player 2 collects 1
        player 0 has the best card of those who can win the pot, and collects 2 9
        """,
        hands="1 4 9 / 9 / 1 2 10",
    ),
    "a tied card that cannot be replaced cannot win, and a face-up card wins with an empty hand": Example(
        "/ 9 1 /",
        """
        players 0 and 1 tie with 9 and turn it face down
        player 1 replaces it with 1
        player 2 wins the trick; 5 goes to the trash, player 2 collects 1 9 9
        player 0 runs out of cards
        """,
        hands="9 / 1 2 9 / 5",
        ties="replace",
    ),
    "nothing lies face up: all cards of the trick are orphaned and none is trashed": Example(
        "9 / 9",
        """
        players 0 and 1 tie with 9 and turn it face down
        player 0 replaces it with 3, player 1 replaces it with 3
        players 0 and 1 tie with 3 and turn it face down
        nobody collects 3 3 9 9: all cards of the trick lie face down
        players 0 and 1 run out of cards
        all players run out of cards at the same time: nobody scores
        """,
        hands="3 9 / 3 9",
        ties="replace",
    ),
}


def rules_for(example):
    policies = [scripted(*script) for script in parse_hands(example.scripts)]
    return rules_of(policies, players=len(policies), ties=example.ties)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example(name):
    """By the rulebook, in its words, and by the kernel."""
    example = EXAMPLES[name]
    full = WarGopsRules().full_hand
    players = len(parse_hands(example.scripts))
    hands = parse_hands(example.hands) if example.hands else [full] * players
    told = [" ".join(trick.split()) for trick in example.told.split("\n\n")]
    found = by_trick(events(rules_for(example), hands))
    assert [" ".join(map(str, trick)) for trick in found[: len(told)]] == told
    row = told_row(rules_for(example), hands)
    assert played_rows(rules_for(example), 1, hands=hands) == [row]
    if not example.hands:
        assert played_rows(rules_for(example), 1) == [row]


def test_the_cards_of_the_examples_go_where_the_text_says():
    """Example 5 to its end: the hands after two tricks, worked out from the text."""
    example = EXAMPLES["5: a sequence of partial ties"]
    positions = of_kind(Position, events(rules_for(example)))
    full = Counter(range(1, 14))
    hands = [Counter(hand) for hand in positions[2].packets]
    assert hands[AL] == full - Counter([6, 10])
    assert hands[BO] == full - Counter([9, 4])
    assert hands[CY] == full - Counter([9, 10]) + Counter([2, 6, 9])
    assert hands[DI] == full - Counter([2, 3])
    assert positions[2].piles == ((9, 10), (), (3, 4, 10))


def test_a_trick_begins_with_the_hands_and_what_is_played():
    example = EXAMPLES["6: a later trick may be resolved before an earlier"]
    lines = [str(event) for event in events(rules_for(example))]
    full = " ".join(map(str, range(1, 11))) + " J Q K"
    assert lines[:2] == [
        "trick 1: " + ", ".join(f"player {seat} holds {full}" for seat in range(4)),
        "player 0 plays 1, player 1 plays 7, player 2 plays 7, player 3 plays 7",
    ]
