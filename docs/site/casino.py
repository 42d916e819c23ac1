"""The Casino War calculator: a page whose script works out any evening from the exact odds of a hand."""

from itertools import product

from docs.site.page import Page, Part, asset, data
from docs.site.templates import render
from sim.exact import casino_war

PATH = "casino/"
HANDS = "data/casino.js"
DECKS = range(1, 9)
BONUSES = (0, 1, 2, 3)

SCRIPTS = ("numbers.js", "curves.js", "casino.js", "evening.js")

_NAMES = {
    "win": "you win",
    "lose": "the house wins",
    "war-win": "tie, and you win the war",
    "war-tie": "tie, and the war ties too",
    "war-lose": "tie, and the house wins the war",
    "surrender": "tie, and you surrender",
}


def hands() -> dict[str, object]:
    """Return the exact odds of a hand, by "decks-tie-bonus", such as "6-war-0"."""
    # For each: ``mean``, what it wins in antes, and ``results``: each with its name, its chance, and what it wins.
    odds: dict[str, object] = {}
    for decks, on_tie, bonus in product(DECKS, ("war", "surrender"), BONUSES):
        hand = casino_war(decks, on_tie, tie_bonus=bonus)
        results = [
            {
                "name": _NAMES[name],
                "chance": float(chance),
                "net": float(hand.nets[name]),
            }
            for name, chance in hand.probabilities.items()
            if chance
        ]
        odds[f"{decks}-{on_tie}-{bonus}"] = {"mean": float(hand.ev), "results": results}
    return odds


def part() -> Part:
    """Return the page and its data."""
    page = Page(
        path=PATH,
        title="What does Casino War cost?",
        description="Work out an evening of Casino War exactly: the house edge, what it costs, and how likely you "
        "are to leave ahead or broke.",
        body=render("pages/casino.html.j2", decks=DECKS, bonuses=BONUSES),
        section="casino",
        styles=("tools.css",),
        scripts=SCRIPTS,
        words="house edge surrender bonus stake bankroll ruin evening session calculator",
    )
    return Part(
        (page,), (data(HANDS, hands()), asset("tools.css"), *map(asset, SCRIPTS))
    )
