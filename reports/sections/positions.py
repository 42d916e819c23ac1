"""Start positions: how often the first player still wins, by the cards left and the aces held."""

from reports.cells import cell
from reports.charts.heat_maps import Place, position_map
from reports.facts import Facts
from reports.sections.tables import of_one_kind
from reports.words import capital
from sim.contract.answer import Cell, Figure, Section, Table
from sim.contract.columns import WINNER
from sim.scenario.variants import Position, positions
from sim.stats import Interval
from sim.words import count_words

WHAT = "How often the first player wins, by the cards left and the aces among them"
"""The caption of the picture."""


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
