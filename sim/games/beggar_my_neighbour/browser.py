"""Beggar-My-Neighbour in the browser.

What the page asks about its rules, and the calls that play them.
"""

from sim.cards import ACE, card_text
from sim.contract.browser import (
    Answer,
    OwnDeal,
    Question,
)
from sim.games.packets.browser import pack_question, packet_in_browser

READ = ("winner", "ending", "tricks", "cards", "penalty_cards")
"""The outcome columns that the page counts."""

QUESTIONS = (
    pack_question(),
    Question(
        "pay",
        "What do the penalty cards ask for?",
        (
            Answer("J one, Q two, K three, A four"),
            Answer(
                "A one, K two, Q three, J four",
                {"penalties": ["A 1", "K 2", "Q 3", "J 4"]},
            ),
            Answer("Q one, K two, A three", {"penalties": ["Q 1", "K 2", "A 3"]}),
            Answer(
                "with tens: 10 one up to A five",
                {"penalties": ["10 1", "J 2", "Q 3", "K 4", "A 5"]},
            ),
        ),
        is_open=True,
    ),
    Question(
        "starts",
        "Who lays the first card?",
        (Answer("the first player"), Answer("the second player", {"starter": 1})),
        is_open=True,
    ),
)
"""What the page asks."""


IN_BROWSER = packet_in_browser(
    QUESTIONS,
    "sim.games.beggar_my_neighbour.kernel",
    READ,
    length=("tricks", "tricks"),
    dealt="penalty_cards",
    means=(("cards", "cards laid a game"),),
    own_deal=OwnDeal(
        {"-": 2, **{card_text(card): card for card in range(2, ACE + 1)}},
        # This one never ends.
        "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
        ("cards", "cards laid"),
    ),
)
"""Beggar-My-Neighbour in the browser."""
