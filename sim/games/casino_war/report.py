"""Casino War in a report: what the house keeps and what evenings come to, beside exact values."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from sim.contract.answer import Entry, Number, Section, Table
from sim.contract.hooks import Hooks, Played
from sim.errors import UserError
from sim.games.casino_war.rules import CasinoWarRules
from sim.stats import Interval, Measure

if TYPE_CHECKING:
    from sim.games.casino_war.odds.rounds import RoundOdds
    from sim.games.casino_war.odds.sessions import SessionOdds

HANDS = 1000
"""The hands in which it is told what remembering cards is worth."""

NEVER = "practically never"
"""In place of a chance that nobody will see."""

UNHEARD_OF = 1e-6
"""A chance below this is practically none."""


@lru_cache(maxsize=1024)
def odds_of(rules: CasinoWarRules) -> RoundOdds:
    """The exact odds of a round under given rules."""
    from sim.games.casino_war.odds.rounds import odds_under

    return odds_under(rules)


@lru_cache(maxsize=1024)
def evening_of(rules: CasinoWarRules) -> SessionOdds | None:
    """The exact odds of a session.

    None where hands depend on each other, or it is too long.
    """
    from sim.games.casino_war.odds.sessions import odds_of_session, of_fresh_shoes

    try:
        return odds_of_session(of_fresh_shoes(rules))
    except UserError:
        return None


def exact(rules: CasinoWarRules, statistic: str) -> Fraction | float | None:
    """The exact value of a bet's mean in a round, or of an evening's cost and end."""
    if not rules.is_session:
        odds = odds_of(rules)
        bets = {
            "net mean": odds.ev,
            "-net": odds.house_edge,
            "tie_net mean": odds.tie_ev,
            "-tie_net": -odds.tie_ev,
            # What an ante costs is lost after ties: all else is the same for both.
            "-net given tie_net > 0": odds.house_edge
            * Fraction(rules.tie_bet + 1)
            / (odds.tie_ev + 1),
        }
        return bets.get(statistic)
    evening = evening_of(rules)
    if evening is None:
        return None
    money = rules.bankroll
    return {
        f'"end" > {money}': evening.ahead,
        f'{money} - "end"': evening.cost,
        "ruined": evening.ruined,
        "ending goal": evening.endings["goal"],
    }.get(statistic)


def rounds(played: Played) -> Section | None:
    """The section on what the house keeps of rounds; None where none were played."""
    known = {
        variant: odds_of(played.rules[variant])
        for variant in played.variants
        if not played.rules[variant].is_session
    }
    rows = [
        (variant, _exactly(odds.house_edge, 2), _exactly(-odds.tie_ev, 1))
        for variant, odds in known.items()
    ]
    caption = "What the house keeps on average, calculated exactly."
    head = ("", "share of the ante", "share of a bet on a tie")
    return _section("What the house keeps", Table(caption, head, tuple(rows)))


def _section(title: str, table: Table) -> Section | None:
    """A section with a table; None if that has no line."""
    return Section(title, (table,)) if table.rows else None


def evenings(played: Played) -> Section | None:
    """The section on the money of sessions; None where none were played."""
    rows = []
    for variant in played.variants:
        rules = played.rules[variant]
        if not rules.is_session:
            continue
        odds = evening_of(rules)
        # The money at the end is counted in halves of a unit.
        ends = played.histogram(variant, "end")
        ahead = ends.n - ends.count_at_most(2 * rules.bankroll)
        cost = _mean(played, variant, "end").scaled(-1).shifted(rules.bankroll)
        rows.append(
            (
                variant,
                _best(
                    played.out_of_all(ahead, variant),
                    odds.ahead if odds else None,
                    share=True,
                ),
                _best(
                    played.share(variant, "ruined", 1),
                    odds.ruined if odds else None,
                    share=True,
                ),
                _best(cost, odds.cost if odds else None),
            )
        )
    caption = "Calculated exactly where there is no range, else as these games show it."
    head = ("", "ends ahead", "ruined", "mean cost, in units")
    return _section("What an evening comes to", Table(caption, head, tuple(rows)))


def counting(played: Played) -> Section | None:
    """The section on remembering cards; None where no shoe is dealt on."""
    rows: list[tuple[Entry, ...]] = []
    for variant in played.variants:
        if not (played.rules[variant].is_session and played.rules[variant].penetration):
            continue
        hands = _per_hand(played, variant, "tie_chances", HANDS)
        gain = _per_hand(played, variant, "tie_gain", HANDS)
        rows.append(
            (variant, _rounded(hands, 1), _rounded(gain, 2))
            if hands.value
            else (variant, "never", "0")
        )
    head = ("", "hands that favour it", "units that it wins")
    caption = (
        f"The tie bet in {HANDS:,} hands, for a player who remembers every card and "
        "bets one unit whenever the cards left favour it."
    )
    return _section("What a memory is worth", Table(caption, head, tuple(rows)))


def _mean(played: Played, variant: str, column: str) -> Interval:
    return played.interval(variant, column, Measure.MEAN)


def _per_hand(played: Played, variant: str, column: str, hands: int) -> Interval:
    """The mean of a column of sessions over a number of hands."""
    mean = _mean(played, variant, "hands_played").value or 1.0
    return _mean(played, variant, column).scaled(hands / mean)


HARDLY = 0.02
"""A number of hands or units in 1,000 hands that is smaller is hardly any."""


def _rounded(interval: Interval, most: int) -> Number:
    """A number with at most so many decimals; one that is hardly zero has two, and no interval."""
    if interval.value is None or abs(interval.value) >= HARDLY:
        return Number.of(interval, places=most)
    return Number(round(interval.value, 2), places=2)


def _best(
    interval: Interval, value: Fraction | float | None, *, share: bool = False
) -> Entry:
    """A number exactly where that is known, else its estimate."""
    if value is None:
        return Number.of(interval, share=share, places=1)
    if share and value < UNHEARD_OF:
        return NEVER
    known = float(value)
    places = 1 if share or known >= 10 else 2  # three digits
    return Number(known, share=share, places=places)


def _exactly(value: Fraction, places: int) -> Number:
    return Number(float(value), share=True, places=places)


PARTS = {
    "odds": rounds,
    "counting": counting,
    "evening": evenings,
}
"""The parts of a report that only this game has, in their usual order."""

HOOKS = Hooks(exact, PARTS, tuple(PARTS))
"""What the game brings to a report."""
