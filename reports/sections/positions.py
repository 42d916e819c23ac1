"""Start positions: how often the first player still wins, by the cards left and the aces held."""

from collections.abc import Sequence

from reports import numbers
from reports.charts.heat_maps import Place, position_map
from reports.facts import Facts
from reports.sections.cells import in_columns, intervals_are, share_column, share_phrase
from reports.words import capital
from sim.contract.answer import Bars, Block, Cell, Figure, Paragraph, Section
from sim.contract.columns import WINNER
from sim.contract.vocabulary import number_word
from sim.scenario.variants import Position, positions
from sim.stats import Interval

SLIM = 0.1
"""Below this chance a position is called nearly lost."""

_MEANING = (
    "The first player starts with that many cards, of which the given number are aces, against all the others. Which "
    "other cards they are, and their order, is random; in a game, the cards left to a player have won and lost battles "
    "before and are not quite a random choice."
)


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
        f"{_said(Position(place_shown.cards, place_shown.aces))}: {place_shown.label}"
        for place_shown in places
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
    head = ("cards left", *(_aces(held) for held in aces))
    table = in_columns(caption, head, list(map(str, cards)), columns)
    blocks: list[Block] = [figure, table, Paragraph(_MEANING)]
    return Section(
        "By cards left and aces held", tuple(blocks), lead=tuple(answer(facts))
    )


def answer(facts: Facts) -> list[str]:
    """Return the statements on start positions: what aces are worth, when to give up, and when to play on."""
    shares = chances(facts)
    return [*_worth_of_an_ace(shares), *_nearly_lost(shares), *_never_lost(shares)]


def _worth_of_an_ace(shares: dict[Position, Interval]) -> list[str]:
    """Return how many cards without an ace win less often than the fewest cards with one."""
    with_one = [place for place in sorted(shares) if place.aces == 1]
    if not with_one:
        return []
    least = with_one[0]
    worse = [
        place
        for place, share in sorted(shares.items())
        if place.aces == 0 and (share.high or 1.0) < (shares[least].low or 0.0)
    ]
    if not worse or worse[-1].cards <= least.cards:
        return []
    most = worse[-1]
    told = f"A player with {_said(least)} wins {share_phrase(shares[least])} of games"
    return [
        f"{told}, more often than one with {_said(most)}: {share_phrase(shares[most])}."
    ]


def _nearly_lost(shares: dict[Position, Interval]) -> list[str]:
    """Return the positions, for each number of aces, from which fewer than one game in ten is won."""
    told = []
    for held in sorted({place.aces for place in shares}):
        slim = 0
        for place in sorted(shares):
            if place.aces == held:
                if (shares[place].high or 1.0) >= SLIM:
                    break
                slim = place.cards
        if slim:
            told.append(
                f"With {_aces(held)} and {number_word(slim)} cards or fewer, the chance is below one in ten."
                if slim > 1
                else f"With {_said(Position(1, held))}, the chance is below one in ten."
            )
    return told


def _never_lost(shares: dict[Position, Interval]) -> list[str]:
    """Return from how many aces on no position is nearly lost, with the worst of them."""
    from_here: list[Position] = []
    for held in sorted({place.aces for place in shares}, reverse=True):
        own = [place for place in shares if place.aces == held]
        if any((shares[place].low or 0.0) < SLIM for place in own):
            break
        from_here += own
    if not from_here or not from_here[-1].aces:
        return []
    worst = min(from_here, key=lambda place: shares[place].value or 0.0)
    least = _aces(from_here[-1].aces)
    return [
        f"With {least} or more, play on: even {_said(worst)} wins {share_phrase(shares[worst])} of games."
    ]


def _said(place: Position) -> str:
    """Return a position in words."""
    if place.aces == place.cards:
        return f"{_aces(place.aces)} alone"
    cards = f"{number_word(place.cards)} card{'s' * (place.cards > 1)}"
    if not place.aces:
        return f"{cards} and no ace"
    single = place.aces == 1
    return (
        f"{cards}, {number_word(place.aces)} of them {'an ace' if single else 'aces'}"
    )


def _aces(held: int) -> str:
    return "no ace" if not held else f"{number_word(held)} ace{'s' * (held > 1)}"
