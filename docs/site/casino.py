"""The page of Casino War: what a hand and an evening cost, computed exactly for every choice on it."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

from joblib import Parallel, delayed

from docs.site.frame import Files, data, page, render
from reports.numbers import fixed, percent
from sim.exact import casino_session, casino_war

DECKS = (1, 2, 4, 6, 8)
TIES = {
    "war-0": "go to war",
    "war-1": "war, bonus of 1 ante",
    "war-2": "war, bonus of 2 antes",
    "war-3": "war, bonus of 3 antes",
    "surrender-0": "surrender",
}
"""What is done on a tie with the bonus, in words."""

HANDS = (20, 50, 100, 200, 500, 1000)
BANKROLLS = (10, 20, 50, 100, 200)
"""The money that is brought, in antes."""

STAKES = (1, 5, 10, 25, 50, 100)
POINTS = 120
"""About how many points a curve has."""

FAR = 0.002
"""The curve leaves out this share of the evenings at each end."""

_NAMES = {
    "win": "you win",
    "lose": "the house wins",
    "war-win": "tie, and you win the war",
    "war-tie": "tie, and the war ties too",
    "war-lose": "tie, and the house wins the war",
    "surrender": "tie, and you surrender",
}


def pages(workers: int = 1) -> Files:
    """The page, and the evenings of each number of decks, computed by so many processes."""
    body = render(
        "pages/casino.html.j2",
        decks=DECKS,
        ties=TIES,
        hands=HANDS,
        bankrolls=BANKROLLS,
        stakes=STAKES,
        costs=[(decks, *_costs(decks)) for decks in DECKS],
    )
    files = page(
        "casino.html",
        "What does Casino War cost?",
        "An evening of Casino War exactly: the house edge, what it costs, and how likely "
        "you are to leave ahead or broke.",
        body,
        styles=("tools.css", "pictures.css"),
        scripts=("casino.js",),
    )
    found = Parallel(n_jobs=workers)(delayed(of_decks)(decks) for decks in DECKS)
    for decks, content in zip(DECKS, found, strict=True):
        files |= data(f"data/casino/{decks}.js", content)
    return files


def _costs(decks: int) -> list[str]:
    """What the house keeps of an ante, by what is done on a tie."""
    hands = [casino_war(decks, **_options(tie)) for tie in TIES]
    return [f"{fixed(-100 * float(hand.ev), 2)} %" for hand in hands]


def _options(tie: str) -> dict[str, Any]:
    on_tie, bonus = tie.split("-")
    return {"on_tie": on_tie, "tie_bonus": int(bonus)}


def of_decks(decks: int) -> dict[str, Any]:
    """The hand and the evenings with some decks, by what is done on a tie."""
    found = {}
    for tie in TIES:
        hand = casino_war(decks, **_options(tie))
        results = [
            [_NAMES[name], percent(float(chance)), float(hand.nets[name])]
            for name, chance in hand.probabilities.items()
            if chance
        ]
        evenings = {
            f"{hands}-{bankroll}": evening(decks, tie, hands, bankroll)
            for hands, bankroll in product(HANDS, BANKROLLS)
        }
        found[tie] = {"results": results, "evenings": evenings}
    return found


def evening(decks: int, tie: str, hands: int, bankroll: int) -> dict[str, Any]:
    """An evening, its amounts in antes.

    Returns
    -------
    dict
        ``cost`` on average; the chances to leave ``ahead`` and with the money that was
        brought (``even``), and of ``ruin``, in words; ``middle``, the money at the end
        of half and of nine in ten evenings; ``hands`` played on average; and ``curve``,
        the chance to leave with at least an amount.
    """
    night = casino_session(bankroll, 1, hands, decks=decks, **_options(tie))
    return {
        "cost": round(float(night.cost), 4),
        "ahead": percent(night.ahead),
        "even": percent(float(night.end.get(Fraction(bankroll), 0))),
        "ruin": percent(night.ruined) if night.ruined else "0 %",
        "middle": [float(night.quantile(share)) for share in (0.5, 0.05, 0.95)],
        "hands": fixed(float(night.mean_hands), 1),
        "curve": _curve(night),
    }


def _curve(night: Any) -> list[list[float]]:
    """The chance to leave with at least an amount, where that is neither rare nor almost sure."""
    points: list[list[float]] = []
    left = 1.0
    for amount, chance in night.end.items():
        if FAR <= left <= 1 - FAR or not points:
            points.append([float(amount), round(left, 4)])
        left -= chance
    return points[:: math.ceil(len(points) / POINTS)]
