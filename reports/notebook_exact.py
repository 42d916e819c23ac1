"""Exact results in a notebook: the answer in a sentence, and the figures with their fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from reports.numbers import figures, percent, whole

if TYPE_CHECKING:
    from sim.games.casino_war.odds.rounds import RoundOdds
    from sim.games.casino_war.odds.sessions import SessionOdds
    from sim.games.gops.solution.answer import GopsSolution
    from sim.games.tod_und_leben.odds import TodUndLebenOdds
    from sim.games.war.odds.answer import WarDeals
    from sim.games.war.odds.first_ties import FirstTies
    from sim.games.war.odds.ruin import Ruin
    from sim.games.wargops.solution.answer import WarGopsSolution

Told = tuple[str, str, Sequence[str], Sequence[Sequence[str]]]
"""A title, an answer in a sentence, the heads of the columns, and rows of texts."""

LONGEST = 60
"""A fraction with more letters than this is left out."""

EXACTLY = ("", "", "exactly")


def _fraction(value: object) -> str:
    text = str(value) if isinstance(value, Fraction) else ""
    return text if len(text) <= LONGEST else ""


def _chance(label: str, value: Any) -> tuple[str, str, str]:
    return label, f"{100 * float(value):.6g} %", _fraction(value)


def _amount(label: str, value: Any) -> tuple[str, str, str]:
    return label, figures(float(value), 4), _fraction(value)


def of_round(odds: RoundOdds) -> Told:
    """Return the odds of a round of Casino War."""
    way = "going to war on a tie" if odds.on_tie == "war" else "surrendering every tie"
    return (
        "The exact odds of a round of Casino War",
        f"The house keeps {percent(float(odds.house_edge))} of each ante from a player {way}.",
        EXACTLY,
        [
            _chance("house edge", odds.house_edge),
            _chance("the same per unit wagered", -odds.ev_per_wagered),
            _chance("side bet on a tie, what the house keeps", -odds.tie_ev),
            *(_chance(f"chance: {name}", chance) for name, chance in odds.probabilities.items()),
        ],
    )


def of_session(odds: SessionOdds) -> Told:
    """Return the odds of an evening of Casino War."""
    cost, ahead = figures(float(odds.cost), 4), percent(float(odds.ahead))
    return (
        "An evening of Casino War, exactly",
        f"It costs {cost} units on average, and {ahead} of players go home ahead.",
        EXACTLY,
        [
            _amount("mean loss", odds.cost),
            _chance("chance to go home ahead", odds.ahead),
            _chance("chance of ruin", odds.ruined),
            _amount("mean number of hands", odds.mean_hands),
        ],
    )


def of_gops(found: GopsSolution) -> Told:
    """Return an equilibrium of the first bids of GOPS."""
    cards = range(1, found.problem.cards + 1)
    return (
        f"GOPS with {found.problem.cards} cards, solved",
        "An equilibrium of the first bids: the chance of each card, by the prize.",
        ("prize", *map(str, cards)),
        [
            (str(prize), *(f"{chance:.4f}" for chance in row))
            for prize, row in zip(found.first_upcards, found.first_bids, strict=True)
        ],
    )


def of_wargops(found: WarGopsSolution) -> Told:
    """Return an equilibrium of the first card of WarGops."""
    return (
        f"WarGops with {found.problem.ranks} ranks, solved",
        "An equilibrium of the first card: the chance of each rank.",
        ("rank", "chance"),
        [(str(rank), f"{chance:.4f}") for rank, chance in enumerate(found.first_cards, 1)],
    )


def of_deals(found: WarDeals) -> Told:
    """Return what becomes of every deal of a small deck of War."""

    def rows() -> Iterator[tuple[str, str, str]]:
        for player, deals in enumerate(found.wins):
            yield f"player {player} wins", whole(deals), _chance("", found.chance(deals))[1]
        for label, deals in (
            ("draws", found.draws),
            ("never end", found.cycles),
            ("unfinished", found.unfinished),
        ):
            yield label, whole(deals), _chance("", found.chance(deals))[1]

    mean = found.mean_rounds
    last = "" if mean is None else f" A game that ends lasts {figures(float(mean), 4)} rounds on average."
    never = f"{whole(found.cycles)} of {whole(found.deals)} deals never end."
    return "Every deal of a small deck of War", never + last, ("", "deals", "chance"), list(rows())


def of_first_ties(found: FirstTies) -> Told:
    """Return the chances of the first battles."""
    return (
        "The first battles of War, exactly",
        f"The first battle is a tie with a chance of {percent(float(found.tie))}.",
        EXACTLY,
        [
            _chance("tie in the first battle", found.tie),
            _chance("another tie after it", found.again(1)),
            _chance("a named player wins every battle of the first pass", found.sweep),
            _amount("mean number of the first tied battle", found.mean_first_war),
        ],
    )


def of_ruin(found: Ruin) -> Told:
    """Return the chances of War as a gambler's ruin."""
    held = " against ".join(map(str, found.packets))
    return (
        f"War as a gambler's ruin, {held} cards",
        f"The first player wins with a chance of {percent(float(found.wins[0]))}.",
        EXACTLY,
        [
            *(_chance(f"player {seat} wins", chance) for seat, chance in enumerate(found.wins)),
            _amount("mean number of rounds", found.mean_rounds),
            _amount("standard deviation of the rounds", found.sd_rounds),
        ],
    )


def of_tod_und_leben(found: TodUndLebenOdds) -> Told:
    """Return the chances of Tod und Leben."""
    return (
        "Tod und Leben, exactly",
        f"{percent(float(found.draw))} of games are drawn.",
        EXACTLY,
        [
            _chance("drawn", found.draw),
            _chance("a given player wins", found.win),
            _chance("the last trick is never decided", found.unresolved),
            _amount("mean number of tricks", found.mean_rounds),
        ],
    )


KINDS: dict[str, Callable[[Any], Told]] = {
    "RoundOdds": of_round,
    "SessionOdds": of_session,
    "GopsSolution": of_gops,
    "WarGopsSolution": of_wargops,
    "WarDeals": of_deals,
    "FirstTies": of_first_ties,
    "Ruin": of_ruin,
    "TodUndLebenOdds": of_tod_und_leben,
}
"""What shows each kind of exact result, by the name of its class."""
