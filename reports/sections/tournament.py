"""Tournaments: who beats whom, the ranking, who is dominated, and what cannot be exploited."""

import itertools
import math
import re
from collections.abc import Sequence

from reports import numbers
from reports.charts import heat_maps as charts
from reports.facts import Facts
from reports.sections.cells import (
    in_columns,
    number_column,
    share_column,
)
from reports.sections.differences import signed
from reports.words import capital, join, quoted
from sim.contract.answer import Block, Bullets, Cell, Figure, Paragraph, Section, Table
from sim.tournaments.standings import PAYOFFS, Dominated, Tournament

MOST_IN_A_TABLE = 12
"""The most policies for which the matrix is also a table; for more, the picture is enough."""

_PAYOFF = {"margin": "mean margin", "wins": "games won less games lost"}


def _said(facts: Facts, name: str) -> str:
    """Return what a policy is called, in quotation marks."""
    return quoted(facts.policies[name])


def tournament(facts: Facts) -> Section | None:
    """Return the section on a tournament; None if the run is not a tournament."""
    result = facts.tournament
    if result is None:
        return None
    blocks: list[Block] = [
        Paragraph(
            f"Each pair of policies met {_met(facts, result)}, changing seats. The margin is {_margin_words(facts)} at "
            "the end of a game, averaged over both seats. "
            f"Intervals at {numbers.level_text(result.level)} treat games of different numbers as independent, but not "
            "the two games of the same number."
        ),
        _ranking(facts, result),
        heat_map(facts, result),
    ]
    if len(result.names) <= MOST_IN_A_TABLE:
        blocks.append(_matrix(facts, result))
    blocks += [_mixtures(facts, result), *_dominated(facts, result)]
    blocks += [Paragraph("What each policy does:"), _policies(facts)]
    return Section("The tournament", tuple(blocks))


def _met(facts: Facts, tournament: Tournament) -> str:
    noun = "game number" if facts.game.undealt else "deal"
    many = f"{numbers.whole(tournament.deals)} {noun}s and played each of them"
    played = f"1 {noun} and played it" if tournament.deals == 1 else many
    return f"on {played} twice{', with the same chance for each seat' if facts.game.undealt else ''}"


def _margin_words(facts: Facts) -> str:
    assert facts.game.margin is not None
    noun = facts.noun(facts.game.margin[0])
    for player in (" of the first player", " by the first player"):
        noun = noun.removesuffix(player)
    return f"a policy's {noun} less its opponent's"


def _ranking(facts: Facts, tournament: Tournament) -> Table:
    names = [
        f"{place}. {facts.policies[name]}"
        for place, name in enumerate(_names(tournament), 1)
    ]
    margins = number_column([standing.margin for standing in tournament.ranking])
    with_sign = [Cell(signed(margin.text), margin.interval) for margin in margins]
    wins = share_column([standing.wins for standing in tournament.ranking])
    how = "In each interval all games of a policy with the same number are taken together, as one."
    caption = (
        f"The ranking by mean margin, with the same weight for every opponent. {how}"
    )
    return in_columns(
        caption, ("policy", "mean margin", "games won"), names, [with_sign, wins]
    )


def _names(tournament: Tournament) -> list[str]:
    return [standing.name for standing in tournament.ranking]


def heat_map(facts: Facts, tournament: Tournament) -> Figure:
    """Return the picture of the margin of every policy against every other."""
    names = _names(tournament)
    margins = {}
    for policy, other in itertools.permutations(names, 2):
        margin = tournament.meetings[policy, other].margin
        value = margin.value or 0.0
        label = numbers.fixed(value, 0 if abs(value) >= 9.95 else 1)
        margins[facts.policies[policy], facts.policies[other]] = value, label
    best, last = names[0], names[-1]
    top = tournament.meetings[best, last].margin.value or 0.0

    beaten = f"{_said(facts, best)} has a mean margin of {numbers.figures(top)} against {_said(facts, last)}"
    return Figure(
        "The mean margin of the policy in the row against the one in the column, the best policy first.",
        f"{beaten}; all margins are in the table below",
        lambda: charts.heat_map(
            [facts.policies[name] for name in names], margins, "mean margin"
        ),
    )


def _matrix(facts: Facts, tournament: Tournament) -> Table:
    names = _names(tournament)
    columns = []
    for other in names:
        own = [
            tournament.meetings[name, other].margin if name != other else None
            for name in names
        ]
        cells = iter(number_column([margin for margin in own if margin is not None]))
        columns.append([Cell("") if margin is None else next(cells) for margin in own])
    labels = [facts.policies[name] for name in names]
    return in_columns(
        "The same margins with intervals. If all games came out alike, the interval follows from the largest share of "
        "different games that is still possible.",
        ("policy", *labels),
        labels,
        columns,
    )


def _mixtures(facts: Facts, tournament: Tournament) -> Table:
    mixed = [tournament.mixture(by).weights for by in PAYOFFS]
    order = [tournament.names.index(name) for name in _names(tournament)]
    rows = [
        (
            Cell(facts.policies[tournament.names[place]]),
            *(Cell(_chance(float(weights[place]))) for weights in mixed),
        )
        for place in order
        if any(weights[place] > 0 for weights in mixed)
    ]
    caption = (
        "The mixture that none of these policies can exploit: play one of them at random with these chances, and no "
        "other does better than break even against it. It solves a linear program on the estimates"
    )
    return Table(
        f"{caption}{_bound(tournament)}. Policies outside the tournament may well exploit it.",
        ("policy", *(f"by {_PAYOFF[by]}" for by in PAYOFFS)),
        tuple(rows),
    )


def _bound(tournament: Tournament) -> str:
    """Return what could still be won against the mixtures; nothing where games that are all alike leave it open."""
    margin, wins = (max(tournament.mixture_bound(by), 0.0) for by in PAYOFFS)
    if margin == wins == 0:
        return ", and all intervals together confirm it"
    told = (
        []
        if math.isinf(margin)
        else [f"{numbers.figures(margin)} points of margin a game"]
    )
    told += [] if math.isinf(wins) else [f"{numbers.percent(wins)} of the games"]
    return (
        f"; by all intervals together, one of these policies could still win at most {join(told, 'or')}"
        if told
        else ""
    )


def _chance(weight: float) -> str:
    return "100 %" if weight > 0.9995 else f"{numbers.fixed(100 * weight, 1)} %"


def _by_dominating(
    facts: Facts, dominated: Sequence[Dominated]
) -> dict[str, list[str]]:
    """Return the dominated policies by the one that dominates them."""
    by: dict[str, list[str]] = {}
    for loser in dominated:
        by.setdefault(_said(facts, loser.by), []).append(_said(facts, loser.name))
    return by


def _dominated(facts: Facts, tournament: Tournament) -> list[Block]:
    dominated = tournament.dominated()
    if not dominated:
        return [
            Paragraph(
                "No policy is dominated by another of these: each does better than any other against at least one "
                "of the entrants."
            )
        ]
    items = []
    for certain, end in (
        (True, "."),
        (False, " by the estimates; the intervals leave it open."),
    ):
        some = [loser for loser in dominated if loser.certain is certain]
        for by, names in _by_dominating(facts, some).items():
            items.append(
                f"{join(names)} {'is' if len(names) == 1 else 'are'} dominated by {by}{end}"
            )
    return [
        Paragraph(
            "One policy dominates another if its margin is never smaller, whichever entrant is the opponent, and "
            f"sometimes larger. That is certain if intervals at {numbers.level_text(tournament.level)} for all "
            "meetings together (Bonferroni) show it."
        ),
        Bullets(tuple(items)),
    ]


def _policies(facts: Facts) -> Bullets:
    """Return what the policies do, each in the words of its definition."""
    assert facts.game.policies is not None
    parts = facts.game.policies.parts
    told = []
    for place, part in enumerate(parts):
        seats = [
            facts.game.policies.read(name) for name in facts.run.scenario.tournament
        ]
        for name in dict.fromkeys(str(seat[place]) for seat in seats):
            said = facts.game.vocabulary.policies.get(part.name, {}).get(name, name)
            public = name if len(parts) == 1 else f"{part.name}: {name}"
            # Without the code in its declaration, and without its draws of random numbers.
            meaning = re.sub(
                r":? ?``[^`]*``|[;:] (one|no) (draw|word)[^.]*",
                "",
                part.find(name).meaning,
            )
            told.append(f"{capital(said)} ({public}): {meaning}")
    return Bullets(tuple(told))
