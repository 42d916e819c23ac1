"""The Casino War calculator: a page whose script works out any evening from exact fractions."""

from __future__ import annotations

from fractions import Fraction

from reports.site.page import Page, Part, asset, data
from reports.templating import render
from sim.exact import casino_war

PATH = "casino/"
SHOES = "data/casino.js"
DECKS = range(1, 9)
BONUSES = (0, 1, 2, 3)

SCRIPTS = ("numbers.js", "curves.js", "casino.js", "evening.js")


def shoes() -> list[dict[str, object]]:
    """Return what the script needs of each number of decks, as fractions."""
    # Returns for every number of decks: ``decks``; ``tie``, the chance that the first two cards tie; and
    # ``again``, the chance that the war then ties too. All odds of a hand follow from these two. A fraction
    # is its numerator and its denominator, as texts.
    made: list[dict[str, object]] = []
    for decks in DECKS:
        odds = casino_war(decks)
        again = odds.probabilities["war-tie"] / odds.tie
        made.append({"decks": decks, "tie": _parts(odds.tie), "again": _parts(again)})
    return made


def _parts(share: Fraction) -> list[str]:
    return [str(share.numerator), str(share.denominator)]


def part() -> Part:
    """Return the page and its data."""
    page = Page(
        path=PATH,
        title="What does Casino War cost?",
        description="Work out an evening of Casino War exactly: the house edge, what it costs, and how likely you "
        "are to leave ahead or broke.",
        body=render("site/templates/casino.html.j2", decks=DECKS, bonuses=BONUSES),
        section="casino",
        styles=("tools.css",),
        scripts=SCRIPTS,
        words="house edge surrender bonus stake bankroll ruin evening session calculator",
        wide=True,
    )
    return Part((page,), (data(SHOES, shoes()), asset("tools.css"), *map(asset, SCRIPTS)))
