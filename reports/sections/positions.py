"""Start positions: how often the first player still wins, by the cards left and the aces held."""

from collections.abc import Sequence

from reports import numbers
from reports.charts.heat_maps import Place, position_map
from reports.facts import Facts
from reports.sections.cells import in_columns, intervals_are, share_column
from reports.words import capital
from sim.contract.answer import Bars, Cell, Figure, Section
from sim.contract.columns import WINNER
from sim.scenario.variants import Position, positions
from sim.stats import Interval


def chances(facts: Facts) -> dict[Position, Interval]:
    """Return the first player's chance to win from each position; empty if the variants are no start positions."""
    return {
        place: facts.share(name, WINNER, 0) for place, name in _started(facts).items()
    }


def _started(facts: Facts) -> dict[Position, str]:
    """Return the variant that starts from each position, in order."""
    started = positions({name: facts.rules[name] for name in facts.variants})
    return {
        place: name for name, place in sorted(started.items(), key=lambda item: item[1])
    }


def position_figure(facts: Facts) -> Figure | None:
    """Return the heat map of the chances; None if the variants are no start positions."""
    shares = chances(facts)
    if not shares:
        return None
    places = [
        Place(
            name,
            place.cards,
            place.aces,
            share.value or 0.0,
            numbers.percent(share.value or 0.0, share.low, share.high),
            numbers.percent_span(share.low, share.high),
        )
        for place, name in _started(facts).items()
        for share in [shares[place]]
    ]
    told = "; ".join(
        f"{place.cards} cards, {place.aces} of them aces: {place.label}"
        for place in places
    )

    return Figure(
        "How often the first player wins, by the cards left and the aces among them: blue over one half, orange under.",
        f"How often the first player wins. {capital(told)}.",
        lambda: position_map(places),
        (_ends(places),),
        "How often the first player wins, with the fewest and with the most cards.",
    )


def _ends(places: Sequence[Place]) -> Bars:
    """Return the chances with the fewest and the most cards, for each number of aces."""
    shown: list[Place] = []
    for held in sorted({place.aces for place in places}):
        own = [place for place in places if place.aces == held]
        shown += [own[0], own[-1]] if len(own) > 1 else own
    return Bars(
        "",
        tuple(place.name for place in shown),
        tuple(place.chance for place in shown),
        tuple(place.label for place in shown),
    )


def section(facts: Facts) -> Section | None:
    """Return the section on start positions; None if the variants are none."""
    shares, figure = chances(facts), position_figure(facts)
    if figure is None:
        return None
    cards, aces = (
        sorted({getattr(place, name) for place in shares}) for name in ("cards", "aces")
    )
    columns = []
    for held in aces:
        places = [Position(left, held) for left in cards]
        cells = iter(
            share_column([shares[place] for place in places if place in shares])
        )
        columns.append(
            [next(cells) if place in shares else Cell("") for place in places]
        )
    how = intervals_are(facts, shares.values())
    caption = f"How often the first player wins, by the cards left and the aces among them. {how}"
    head = ("cards left", *(f"aces: {held}" for held in aces))
    table = in_columns(caption, head, list(map(str, cards)), columns)
    return Section("By cards left and aces held", (figure, table))
