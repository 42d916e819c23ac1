"""Start positions: how often the first player still wins, by the cards left and the aces held."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from reports.cells import cell
from reports.charts.heat_maps import Place, position_map
from reports.facts import Facts
from reports.sections.tables import of_one_kind
from reports.words import capital
from sim.cards import ACE
from sim.contract.answer import Cell, Figure, Section, Table
from sim.contract.columns import WINNER
from sim.contract.deck_rules import DeckRules
from sim.contract.rules import GameRules
from sim.deals.hands import hand_sizes, read_hand
from sim.stats import Interval
from sim.words import count_words

WHAT = "How often the first player wins, by the cards left and the aces among them"
"""The caption of the picture."""


@dataclass(frozen=True, order=True)
class Position:
    """The start of the first of two players: cards, and aces among them."""

    cards: int
    aces: int


def position(rules: GameRules) -> Position | None:
    """The position from which the first player starts.

    None if the hands leave the number of aces open.
    """
    if not isinstance(rules, DeckRules) or rules.hands is None or rules.seats != 2:
        return None
    hands = [read_hand(text) for text in rules.hands]
    first = hands[0]
    left = rules.deck.cards().count(ACE) - sum(hand.cards.count(ACE) for hand in hands)
    if first.is_rest or (first.random and left and ACE not in first.barred):
        return None
    return Position(hand_sizes(rules)[0], first.cards.count(ACE))


def positions(rules: Mapping[str, GameRules]) -> dict[str, Position]:
    """The position of each variant, if they differ in nothing else.

    Otherwise an empty table.
    """
    places = {
        name: place
        for name, variant_rules in rules.items()
        if (place := position(variant_rules)) is not None
    }
    others = {
        replace(variant_rules, hands=None)
        for variant_rules in rules.values()
        if isinstance(variant_rules, DeckRules)
    }
    alone = len(others) == 1 and len(places) == len(rules) > 1
    return places if alone and len(set(places.values())) == len(places) else {}


def chances(facts: Facts) -> dict[Position, tuple[str, Interval]]:
    """The variant that starts from each position, with the first player's chance to win."""
    started = positions({name: facts.rules[name] for name in facts.variants})
    return {
        place: (name, facts.share(name, WINNER, 0))
        for name, place in sorted(started.items(), key=lambda item: item[1])
    }


def position_figure(facts: Facts) -> Figure | None:
    """The heat map of the chances; None if the variants are no start positions."""
    shares = chances(facts)
    if not shares:
        return None
    known = of_one_kind([share for _, share in shares.values()], share=True)
    cells = {place: cell(entry) for place, entry in zip(shares, known, strict=True)}
    places = []
    for place, (name, share) in shares.items():
        at = name, place.cards, place.aces, share.value or 0.0
        places.append(Place(*at, cells[place].text, cells[place].interval))
    told = "; ".join(
        f"{count_words(place.cards, 'card')}, {place.aces} of them aces: {place.label}"
        for place in places
    )
    return Figure(
        f"{WHAT}: blue over one half, orange under.",
        f"How often the first player wins. {capital(told)}.",
        lambda: position_map(places),
        bars_caption=f"{WHAT}.",
        table=_table(cells),
    )


def _table(cells: dict[Position, Cell]) -> Table:
    """The chances with their intervals."""
    cards, aces = (
        sorted({getattr(place, name) for place in cells}) for name in ("cards", "aces")
    )
    rows = [
        (str(left), *(cells.get(Position(left, held), "") for held in aces))
        for left in cards
    ]
    head = ("cards left", *(f"aces: {held}" for held in aces))
    return Table("", head, tuple(rows))


def section(facts: Facts) -> Section | None:
    """The section on start positions; None if the variants are none."""
    figure = position_figure(facts)
    if figure is None:
        return None
    assert figure.table is not None
    return Section("By cards left and aces held", (figure, figure.table))
