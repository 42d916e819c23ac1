"""Tod und Leben, simulated and exact side by side: draws, wins, tricks and cards won."""

from fractions import Fraction
from functools import lru_cache

from reports import numbers
from reports.facts import Facts
from reports.sections.cells import exact_phrase, share_cell
from reports.words import under_variant
from sim.cards import Deck
from sim.contract.answer import Cell, Section, Table
from sim.contract.columns import WINNER
from sim.contract.events import DRAW
from sim.games.tod_und_leben.odds import MOST_CARDS, TodUndLebenOdds, tod_und_leben
from sim.games.tod_und_leben.rules import TodUndLebenRules
from sim.stats import Interval, Measure

CARDS = "cards_0"


def known(facts: Facts) -> dict[str, TodUndLebenOdds]:
    """Return the exact chances of the variants for which they can be computed: an ordinary deal, not too large."""
    odds = {}
    for variant in facts.variants:
        rules = facts.rules[variant]
        if not isinstance(rules, TodUndLebenRules) or rules.special_deal:
            continue
        deck = rules.deck
        if deck.size <= MOST_CARDS and deck.size % 2 == 0:
            odds[variant] = _odds_of(deck)
    return odds


@lru_cache(maxsize=64)
def _odds_of(deck: Deck) -> TodUndLebenOdds:
    """Return the exact chances with a deck: a report asks for them at every number of its answer."""
    return tod_und_leben(deck.lowest, deck.highest, deck.copies, deck.jokers)


def exact(facts: Facts) -> Section | None:
    """Return the section that sets estimates and exact values side by side; None where nothing is known exactly."""
    odds = known(facts)
    if not odds:
        return None
    first = next(iter(odds))
    drawn = exact_phrase(_percent(odds[first].draw), facts.share(first, WINNER, DRAW))
    told = f"Of all games{under_variant(facts.single, first)}, {drawn} are drawn."
    return Section(
        "Simulated and exact",
        (_main_figures(facts, odds), _cards_won(facts, first, odds)),
        lead=(told,),
    )


def _main_figures(facts: Facts, odds: dict[str, TodUndLebenOdds]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for variant, chances in odds.items():
        rounds = facts.interval(variant, "rounds", Measure.MEAN)
        exact_rounds = numbers.estimate(
            float(chances.mean_rounds), rounds.low, rounds.high
        )
        rows.append(
            (
                Cell(variant),
                share_cell(facts.share(variant, WINNER, DRAW)),
                Cell(_percent(chances.draw)),
                share_cell(facts.share(variant, WINNER, 0)),
                Cell(_percent(chances.win)),
                Cell(numbers.estimate(rounds.value or 0.0, rounds.low, rounds.high)),
                Cell(exact_rounds),
            )
        )
    head = (
        "variant",
        "drawn",
        "exactly",
        "first player wins",
        "exactly",
        "rounds, mean",
        "exactly",
    )
    caption = (
        "Draws, wins and tricks with their exact values, which count every order of the pack. "
        f"Below each share: its {numbers.level_text(facts.level)} interval (Wilson)."
    )
    return Table(caption, head, tuple(rows))


def _cards_won(facts: Facts, variant: str, odds: dict[str, TodUndLebenOdds]) -> Table:
    hist = facts.histogram(variant, CARDS)
    chances = odds[variant].cards
    most = 2 * odds[variant].battles

    def share(low: int, high: int) -> Interval:
        return facts.out_of_all(
            hist.count_at_most(high) - hist.count_at_most(low - 1), variant
        )

    rows = []
    for low, high in _classes(most):
        chance = sum(
            (chances.get(cards, Fraction(0)) for cards in range(low, high + 1)),
            Fraction(0),
        )
        share_of_games = share(low, high)
        name = f"{low}" if low == high else f"{low} to {high}"
        rows.append((Cell(name), share_cell(share_of_games), Cell(_percent(chance))))
    return Table(
        f"Cards that the first player wins{under_variant(facts.single, variant)}: shares of all games.",
        ("cards", "simulated", "exactly"),
        tuple(rows),
    )


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.4%}".replace("%", " %")


def _classes(most: int) -> list[tuple[int, int]]:
    """Return the numbers of cards one by one round the middle, and the far ones together."""
    middle = most // 2
    near = range(max(0, middle - 8), min(most, middle + 8) + 1)
    ends: list[tuple[int, int]] = [(cards, cards) for cards in near]
    if near[0] > 0:
        ends.insert(0, (0, near[0] - 1))
    if near[-1] < most:
        ends.append((near[-1] + 1, most))
    return ends
