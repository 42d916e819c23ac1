"""Tournaments: the ranking, who beats whom, who is dominated, and what cannot be exploited."""

import itertools
import re
from collections.abc import Sequence

from reports import numbers
from reports.charts import heat_maps as charts
from reports.facts import Facts
from reports.sections.tables import of_one_kind
from reports.words import capital, quoted
from sim.contract.answer import (
    Bullets,
    Entry,
    Figure,
    Number,
    Section,
    Table,
)
from sim.tournaments.standings import PAYOFFS, Standing, Tournament
from sim.words import count_words

_PAYOFF = {"margin": "mean lead", "wins": "games won less games lost"}

WON = ("wins more games than it loses", "loses more than it wins")
"""What the colours of a heat map of games won say."""


def _said(facts: Facts, name: str) -> str:
    """The name of a policy, in quotation marks."""
    return quoted(facts.policies[name])


def tournament(facts: Facts) -> Section | None:
    """The section on a tournament: what its policies do, and who beats whom.

    None if the run is not a tournament.
    """
    result = facts.tournament
    if result is None:
        return None
    blocks = (_policies(facts), _ranking(facts, result), heat_map(facts, result))
    return Section("The tournament", blocks)


def _ranked(facts: Facts, tournament: Tournament) -> list[Standing]:
    """The policies in the order of the picture: by games won, or else by the margin."""
    if not _by_wins(facts):
        return list(tournament.ranking)
    return sorted(tournament.ranking, key=lambda found: -(found.wins.value or 0.0))


def _by_wins(facts: Facts) -> bool:
    """Whether the scenario asks who wins most games, not who wins by most."""
    planned = facts.run.scenario.answer
    picture = None if planned is None else planned.picture
    return picture is not None and picture.written == "percent"


def mixture(facts: Facts) -> Section | None:
    """The section on what cannot be exploited; None if the run is not a tournament."""
    result = facts.tournament
    if result is None:
        return None
    return Section("A mixture of ways to play", (_mixtures(facts, result),))


def _margin_words(facts: Facts) -> str:
    assert facts.game.margin is not None
    noun = facts.noun(facts.game.margin[0])
    for player in (" of the first player", " by the first player"):
        noun = noun.removesuffix(player)
    return f"{noun} a game more than the opponent"


def _ranking(facts: Facts, tournament: Tournament) -> Table:
    ranked = _ranked(facts, tournament)
    drawn = [tournament.drawn(standing.name) for standing in ranked]
    columns: dict[str, Sequence[Entry]] = {
        "way to play": [
            f"{place}. {facts.policies[standing.name]}"
            for place, standing in enumerate(ranked, 1)
        ],
        "games won": of_one_kind([standing.wins for standing in ranked], share=True),
        "games drawn": of_one_kind(drawn, share=True),
        _margin_words(facts): of_one_kind(
            [standing.margin for standing in ranked], signed=True
        ),
    }
    if not any(found.value for found in drawn):
        del columns["games drawn"]
    met = "game number" if facts.game.undealt else "deal"
    deals = count_words(tournament.deals, met)
    caption = f"Each pair met on {deals}, each played in both seats."
    if "games drawn" in columns:
        caption += " Drawn games count for neither."
    return Table(caption, (*columns,), tuple(zip(*columns.values(), strict=True)))


def _names(tournament: Tournament) -> list[str]:
    return [standing.name for standing in tournament.ranking]


def heat_map(facts: Facts, tournament: Tournament) -> Figure:
    """The picture of every policy against every other: games won, or margins."""
    names = [standing.name for standing in _ranked(facts, tournament)]
    by_wins = _by_wins(facts)
    margins = {}
    for policy, other in itertools.permutations(names, 2):
        meeting = tournament.meetings[policy, other]
        if by_wins:
            value = (meeting.lead.value or 0.0) / 2
            label = numbers.fixed(100 * (meeting.wins.value or 0.0), 0)
        else:
            value = meeting.margin.value or 0.0
            label = numbers.fixed(value, 1)
        margins[facts.policies[policy], facts.policies[other]] = value, label
    labels = [facts.policies[name] for name in names]
    best = labels[0]
    last = labels[-1]
    kind = "share of games won, in percent," if by_wins else "mean lead"
    sides = WON if by_wins else (f"{kind} above 0", f"{kind} below 0")
    what = f"The {kind} of the player in the row against the one in the column"
    return Figure(
        f"{what}, the best first.",
        f"The {kind} of {quoted(best)} against {quoted(last)}: "
        f"{margins[best, last][1]}.",
        lambda: charts.heat_map(labels, margins, sides),
    )


def _mixtures(facts: Facts, tournament: Tournament) -> Table:
    mixed = [tournament.mixture(by).weights for by in PAYOFFS]
    rows: list[tuple[Entry, ...]] = []
    for name in _names(tournament):
        weights = [found[tournament.names.index(name)] for found in mixed]
        if any(weight > 0 for weight in weights):
            shares = (Number(float(weight), share=True, places=1) for weight in weights)
            rows.append((facts.policies[name], *shares))
    caption = (
        "Mix these ways with these chances and, as far as these games tell, no other "
        "way here wins from you. One that is not here may."
    )
    head = ("way to play", *(f"by {_PAYOFF[by]}" for by in PAYOFFS))
    return Table(caption, head, tuple(rows))


def _policies(facts: Facts) -> Bullets:
    """What the policies do, each in the words of its definition."""
    assert facts.game.policies is not None
    meanings = {}
    parts = len(facts.game.policies.parts)
    for place, part in enumerate(facts.game.policies.parts):
        words = facts.game.vocabulary.policies.get(part.name, {})
        for public in facts.run.scenario.tournament:
            name = str(facts.game.policies.read(public)[place])
            # Without the code in its declaration, its draws of random numbers, and
            # what it does against several opponents: here there is one.
            meaning = re.sub(
                r":? ?``[^`]*``|[;:] (one|no) (draw|word)[^.]*|; of several [^.]*",
                "",
                part.find(name).meaning,
            )
            called = words.get(name, name) if parts > 1 else facts.policies[public]
            meanings[place, name] = f"{capital(called)}: {meaning}"
    return Bullets(tuple(meanings.values()))
