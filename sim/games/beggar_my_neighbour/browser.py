"""Beggar-My-Neighbour in the browser: what the page asks about its rules, and the calls that play them."""

from sim.cards import ACE, card_text
from sim.contract.browser import (
    Answer,
    Block,
    Calls,
    InBrowser,
    Kernel,
    OwnDeal,
    Question,
)
from sim.games.beggar_my_neighbour.rules import COLUMNS, BeggarMyNeighbourRules
from sim.games.packets.browser import deal_kernels, deal_of, packet_calls

READ = ("winner", "ending", "tricks", "cards", "penalty_cards")
"""The outcome columns that the page counts."""

QUESTIONS = (
    Question(
        "pack",
        "Which cards?",
        (
            Answer("52 cards"),
            Answer("36, from six up", {"lowest": 6}),
            Answer("32, from seven up", {"lowest": 7}),
            Answer("two packs, 104 cards", {"copies": 8}),
        ),
        is_open=True,
    ),
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
        (Answer("player 0"), Answer("player 1", {"starter": 1})),
        is_open=True,
    ),
)
"""What the page asks."""


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernels by name; none needs vectors."""
    from sim.games.beggar_my_neighbour.kernel import play_all

    return {} if vectors else {**deal_kernels(), "games": play_all}


def calls(rules: BeggarMyNeighbourRules, block: Block, vectors: bool) -> Calls:
    """The calls that play a block."""
    from sim.games.beggar_my_neighbour import kernel

    return packet_calls(rules, block, kernel, COLUMNS, READ)


IN_BROWSER = InBrowser(
    QUESTIONS,
    kernels,
    calls,
    length=("tricks", "tricks"),
    dealt="penalty_cards",
    means=(("cards", "cards laid a game"),),
    own_deal=OwnDeal(
        {"-": 2, **{card_text(card): card for card in range(2, ACE + 1)}},
        # This one never ends.
        "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
        ("cards", "cards laid"),
    ),
    check=deal_of,
)
"""Beggar-My-Neighbour in the browser."""
