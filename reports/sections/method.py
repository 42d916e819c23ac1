"""How the numbers came about: intervals, games, seeds, versions, and how to play the same games again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from reports import numbers
from reports.document import Block, Bullets, Command, Listing, Paragraph, Section
from reports.facts import WINNER_LOW, Facts
from reports.words import join

if TYPE_CHECKING:
    from sim.scenario import Scenario


def reading(facts: Facts) -> str:
    """Return the sentence that says how to read the brackets of the answer."""
    return (
        f"Numbers in brackets are {numbers.level_text(facts.level)} intervals: made this way, they "
        "hold the true value "
        f"in {numbers.level_text(facts.level)} of runs, under exactly these rules."
    )


def method(facts: Facts) -> Section:
    """Return the section on how the intervals are made."""
    level = numbers.level_text(facts.level)
    items = [
        (
            f"All intervals are at level {level}, each by itself; all counts are exact whole numbers and "
            "no game is left out."
        ),
        (
            "Shares: Wilson's score interval; with fewer than 10 games of a kind Clopper-Pearson's. Of "
            "what was never seen only the "
            "one-sided upper bound can be told."
        ),
        "Means: Student's t from exact sums. Standard deviations: asymptotic, from the fourth moment.",
        "Quantiles: order statistics of the exact histogram, whatever the shape of the distribution.",
    ]
    if not facts.single:
        pairs = facts.in_common or "in pairs of games of one number"
        items.append(
            f"Variants are compared {pairs}: paired t for means, McNemar's test with "
            "Tango's score interval for shares; "
            "p-values adjusted by Holm's method over all comparisons of the run."
        )
    if facts.seats == 2 and WINNER_LOW in facts.game.histograms:
        items.append(
            "The chance to come back: the Wilson or Clopper-Pearson interval of W / D, carried over "
            "to W / (W + D)."
        )
    if facts.lengths:
        items.append(
            "In quantiles and curves unfinished games are longer than all that ended; in means they keep the "
            f"{join(facts.lengths)} that they had reached, which makes those lower bounds. What no game in the "
            "sample showed, a longer tail above all, no interval of a mean can show either."
        )
    return Section("How sure this is", (Bullets(tuple(items)),), detail=True)


def reproduce(facts: Facts) -> Section:
    """Return the section that lets anyone play exactly these games again."""
    scenario, manifest = facts.run.scenario, facts.run.manifest
    status = facts.run.status()
    games = {facts.games(variant) for variant in facts.variants}
    each = "" if facts.single else " under each variant"
    first = int(manifest["first"])
    last = (
        f", numbers {numbers.whole(first)} to {numbers.whole(status.ledger[-1][1] - 1)}"
        if status.ledger
        else ""
    )
    items = [
        f"Games played{each}: {join([numbers.whole(count) for count in sorted(games)])}{last}.",
        f"Why it ended: {status.why}.",
        _chance(facts),
        (
            f"Rules of {scenario.game}, version {manifest['rules_version']}; scenario hash (SHA-256) "
            f"{manifest['scenario_hash']}."
        ),
        f"Made with {', '.join(f'{name} {version}' for name, version in manifest['software'].items())}.",
    ]
    replay = ["warlab", "replay", str(facts.run.path), str(first)]
    replay += [] if facts.single else ["--variant", facts.variants[0]]
    return Section(
        "Play it again",
        (
            Bullets(tuple(items)),
            *_again(scenario, first),
            Paragraph("One game card by card; any number that was played will do:"),
            Command(shlex.join(replay)),
        ),
    )


def _chance(facts: Facts) -> str:
    """Return the sentence that says what all that is random follows from."""
    head = f"Seed {facts.run.scenario.seed}:"
    own = "" if facts.game.policies is None else ", and each player's choices from the seed, k and the seat"
    if facts.game.undealt:
        return f"{head} there is no deal ({facts.game.undealt}); what else is random follows from the seed and k{own}."
    return f"{head} the deal of game k follows from {_pack(facts)} alone{_for_whom(facts)}{own}."


def _pack(facts: Facts) -> str:
    if facts.game.policies is None:
        return "the seed, k and the deck (with its seats and hands)"
    return "the seed, k and the number of cards"


def _for_whom(facts: Facts) -> str:
    if facts.single:
        return ""
    return (
        ", the same for every variant"
        if facts.same_deals
        else "; variants with another deck have other deals"
    )


def _again(scenario: Scenario, first: int) -> list[Block]:
    """Return how to play the same games: the command, and the scenario unless it is one of those shipped."""
    from sim.scenario import shipped_scenarios
    from sim.scenario.writing import as_toml

    shipped = [
        name
        for name, path in shipped_scenarios().items()
        if scenario.text and path.read_text("utf-8") == scenario.text
    ]
    name = shipped[0] if shipped else "scenario.toml"
    options = ["--games", str(scenario.games), "--seed", str(scenario.seed)]
    blocks: list[Block] = [Paragraph("The same games again:")]
    if first:
        call = f"sim.run({name!r}, out='again', first={first}, games={scenario.games}, seed={scenario.seed})"
        blocks = [Paragraph("The same games again, in Python:"), Listing(call)]
    else:
        blocks.append(Command(shlex.join(["warlab", "run", name, *options, "--out", "again"])))
    if not shipped:
        blocks += [
            Paragraph("with this as scenario.toml:"),
            Listing(scenario.text.strip() or as_toml(scenario)),
        ]
    return blocks
