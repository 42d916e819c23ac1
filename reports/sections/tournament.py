"""Tournaments: the ranking, who beats whom, who is dominated, and what cannot be exploited."""

import itertools
import math
import re
from collections.abc import Sequence

from reports import numbers
from reports.charts import heat_maps as charts
from reports.charts.heat_maps import EVEN
from reports.facts import Facts
from reports.sections.tables import number
from reports.words import capital, join, quoted
from sim.contract.answer import (
    Bullets,
    Entry,
    Figure,
    Number,
    Section,
    Table,
)
from sim.tournaments.standings import PAYOFFS, Standing, Tournament

_PAYOFF = {"margin": "mean margin", "wins": "games won less games lost"}


def _said(facts: Facts, name: str) -> str:
    """What a policy is called, in quotation marks."""
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
    return Section("A mixture of policies", (_mixtures(facts, result),))


def _margin_words(facts: Facts) -> str:
    assert facts.game.margin is not None
    noun = facts.noun(facts.game.margin[0])
    for player in (" of the first player", " by the first player"):
        noun = noun.removesuffix(player)
    return f"a policy's {noun} less its opponent's"


def _ranking(facts: Facts, tournament: Tournament) -> Table:
    rows: list[tuple[Entry, ...]] = [
        (
            f"{place}. {facts.policies[standing.name]}",
            number(standing.margin, signed=True),
            number(standing.wins, share=True),
        )
        for place, standing in enumerate(_ranked(facts, tournament), 1)
    ]
    met = "game number" if facts.game.undealt else "deal"
    deals = f"{numbers.whole(tournament.deals)} {met}{'s' * (tournament.deals != 1)}"
    caption = f"Each pair met on {deals}, each played in both seats. The margin is {_margin_words(facts)}."
    return Table(caption, ("policy", "mean margin", "games won"), tuple(rows))


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
            value = (meeting.wins.value or 0.0) - EVEN
            label = numbers.fixed(100 * (value + EVEN), 0)
        else:
            value = meeting.margin.value or 0.0
            label = numbers.fixed(value, 0 if abs(value) >= 9.95 else 1)
        margins[facts.policies[policy], facts.policies[other]] = value, label
    labels = [facts.policies[name] for name in names]
    best, last = labels[0], labels[-1]
    kind = "share of games won, in percent," if by_wins else "mean margin"
    sides = charts.SIDES if by_wins else (f"{kind} above 0", f"{kind} below 0")
    what = f"The {kind} of the policy in the row against the one in the column"
    return Figure(
        f"{what}, the best policy first.",
        f"The {kind} of {quoted(best)} against {quoted(last)}: "
        f"{margins[best, last][1]}.",
        lambda: charts.heat_map(labels, margins, sides),
        bars_caption=f"{what} of that number.",
        table=_grid(labels, margins),
    )


def _grid(
    labels: Sequence[str], margins: dict[tuple[str, str], tuple[float, str]]
) -> Table:
    """A heat map as a table whose columns have the numbers of the rows."""
    rows = []
    for place, policy in enumerate(labels, 1):
        texts = (margins.get((policy, other), (0, ""))[1] for other in labels)
        rows.append((f"{place}. {policy}", *texts))
    head = ("policy", *(f"{place}." for place in range(1, len(labels) + 1)))
    return Table("", head, tuple(rows))


def _mixtures(facts: Facts, tournament: Tournament) -> Table:
    mixed = [tournament.mixture(by).weights for by in PAYOFFS]
    rows: list[tuple[Entry, ...]] = []
    for name in _names(tournament):
        weights = [found[tournament.names.index(name)] for found in mixed]
        if any(weight > 0 for weight in weights):
            shares = (Number(float(weight), share=True, places=1) for weight in weights)
            rows.append((facts.policies[name], *shares))
    caption = (
        "Choose among these policies with these chances, and none of the policies "
        f"here {_bound(tournament)}. One that is not here may."
    )
    head = ("policy", *(f"by {_PAYOFF[by]}" for by in PAYOFFS))
    return Table(caption, head, tuple(rows))


def _bound(tournament: Tournament) -> str:
    """What could still be won against the mixtures.

    Break even where the games leave it open.
    """
    margin, wins = (max(tournament.mixture_bound(by), 0.0) for by in PAYOFFS)
    bounds = []
    if margin and math.isfinite(margin):
        bounds.append(f"{numbers.figures(margin)} a game in the margin")
    if wins and math.isfinite(wins):
        bounds.append(f"{numbers.percent(wins)} in games won less games lost")
    return f"beats you by more than {join(bounds, 'or')}" if bounds else "beats you"


def _policies(facts: Facts) -> Bullets:
    """What the policies do, each in the words of its definition."""
    assert facts.game.policies is not None
    told = {}
    for place, part in enumerate(facts.game.policies.parts):
        words = facts.game.vocabulary.policies.get(part.name, {})
        for public in facts.run.scenario.tournament:
            name = str(facts.game.policies.read(public)[place])
            # Without the code in its declaration, and without its draws of random
            # numbers.
            meaning = re.sub(
                r":? ?``[^`]*``|[;:] (one|no) (draw|word)[^.]*",
                "",
                part.find(name).meaning,
            )
            told[place, name] = f"{capital(words.get(name, name))}: {meaning}"
    return Bullets(tuple(told.values()))
