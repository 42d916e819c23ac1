"""Method: how sure the numbers are, how they were made, and how to play the same games again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from reports import numbers
from reports.facts import Facts
from reports.sections import endings
from reports.words import capital, join, under_variant
from sim.contract.answer import (
    Answer,
    Block,
    Bullets,
    Command,
    KeyNumber,
    Listing,
    Paragraph,
    Section,
    Table,
)
from sim.errors import as_options
from sim.limits import games_words, numbers_words
from sim.stats import Measure

if TYPE_CHECKING:
    from sim.runs import Run
    from sim.scenario import Scenario

WATCHED = (
    "The scenario stops the run when one variant leads, so means, shares and their "
    "differences have intervals that hold at every look together (confidence "
    "sequences). Quantiles and standard deviations have the usual ones."
)
"""About a run that a lead may stop."""

EARLY = (
    "The run is not finished, and intervals and p-values are for one look. Looking 13 "
    "times at a growing run, and stopping at the first p below 0.05, finds a difference "
    "in a quarter to a third of runs of equal variants, not in 5 of 100. To stop when "
    'one variant leads, put the difference into [precision] with "sign".'
)
"""About an unfinished run; docs/coverage.md has the measurement."""

HOLM = "p by Holm's method"
"""The words of a table that has p-values."""

UNDER_THESE_RULES = (
    "It is about exactly these rules, which your table may not have. Four times as many "
    "games make it half as wide."
)
"""What an interval does not say."""


def cautions(facts: Facts) -> list[str]:
    """What belongs on the first screen of an unfinished run; nothing for any other."""
    status = facts.run.status()
    if status.complete:
        return [f"{capital(status.short)}."] if status.short else []
    done, planned = numbers.whole(status.games_done), games_words(status.games_planned)
    unfinished = f"This run is not finished ({done} of {planned})."
    if facts.watched:
        return [unfinished]
    looks = (
        "Its ranges are for a number of games chosen beforehand, not for a run that is "
        "stopped when the numbers look right."
    )
    return [f"{unfinished} {looks}"]


def reading(facts: Facts) -> str:
    """What the ranges beside the numbers are."""
    return f"Ranges are {numbers.level_text(facts.level)} intervals."


def method(facts: Facts, answer: Answer) -> Section:
    """The section on how sure the numbers are, in plain words.

    Parameters
    ----------
    facts
        The run.
    answer
        Its first screen, whose first number is the example, with its sections.
    """
    level, watched = numbers.level_text(facts.level), facts.watched
    rough = " ".join(answer.cautions)
    ranged = [
        number
        for number in answer.numbers
        if number.interval and number.label not in rough
    ]
    items = [_in_plain_words(facts, number) for number in ranged[:1]]
    if answer.decision:
        items.append(_decided(facts))
    if any("exact" in number.note for number in answer.numbers):
        items.append(
            "“Exact”: computed to the end, so without a range; what the games gave "
            "stands beside it as a check."
        )
    items.append(
        f"No game is left out. Ranges are {level} intervals, each taken alone."
    )
    if watched or not facts.run.status().complete:
        items.append(WATCHED if watched else EARLY)
    tests = any(
        HOLM in block.caption
        for section in answer.sections
        for block in section.blocks
        if isinstance(block, Table)
    )
    compared = tests and facts.tournament is None and not watched
    if compared and facts.differences:
        items.append(_compared(facts))
    if told := endings.unfinished(facts):
        items.append(told)
    return Section("How sure this is", (Bullets(tuple(items)),))


def _in_plain_words(facts: Facts, number: KeyNumber) -> str:
    """What the range beside a number of this report says."""
    often = 100 * facts.level
    return (
        f"“{number.text}” ({number.label}) is what these games gave; others "
        f"would give another number. The range, {number.interval}, is made by a "
        f"rule that holds the true number in {often:g} of 100 such runs. "
        f"{UNDER_THESE_RULES}"
    )


def _decided(facts: Facts) -> str:
    """What a yes or no needs: the number that decides, and its limit."""
    planned = facts.run.scenario.answer
    assert planned is not None
    assert planned.verdict is not None
    verdict = planned.verdict
    number = next(known for known in planned.numbers if known.name == verdict.number)
    limit = verdict.low if verdict.above is not None else verdict.high
    measures = {
        estimate.measure
        for estimate in facts.estimates
        if estimate.statistic == number.statistic
    }
    share = limit != 0 and measures == {Measure.SHARE}
    told = f"{100 * limit:g} %" if share else f"{limit:g}"
    return (
        f"A yes or no is said only if the whole range of what decides it "
        f"({number.label}) lies on one side of {told}."
    )


def _compared(facts: Facts) -> str:
    """How variants are compared."""
    base = facts.baseline
    shared = [
        facts.share_deals(variant, base)
        for variant in facts.variants
        if variant != base
    ]
    ways = []
    if any(shared):
        ways.append(
            "paired (t for means, McNemar and Tango's score interval for shares)"
        )
    if not all(shared):
        ways.append(
            "as separate samples where decks, hands or players differ (Welch's t, "
            "chi-squared and Newcombe's interval)"
        )
    return (
        f"Variants are compared {' or '.join(ways)}; p-values adjusted by Holm's method "
        "over all comparisons."
    )


def reproduce(facts: Facts, run: Run) -> Section:
    """The section that lets anyone play exactly these games again."""
    scenario, manifest = run.scenario, run.manifest
    status, first = facts.run.status(), int(manifest["first"])
    games = {facts.games(variant) for variant in facts.variants}
    counts = join([numbers.whole(count) for count in sorted(games)])
    per = (
        " in each match"
        if scenario.tournament
        else ""
        if facts.single
        else " under each variant"
    )
    last = status.ledger[-1][1] - 1 if status.ledger else first
    software = (f"{name} {version}" for name, version in manifest["software"].items())
    played = (
        f"{counts} {'game' if counts == '1' else 'games'}{per}, {numbers_words(first, last)}; seed {scenario.seed}; "
        f"{as_options(status.why)}."
    )
    made = (
        f"Rules of {scenario.game}, version {manifest['rules_version']}; scenario hash "
        f"(SHA-256) {manifest['scenario_hash']}; {', '.join(software)}."
    )
    shown = facts.variants[0]
    longest = facts.longest(shown)
    number = first if longest is None else longest.game
    replay = ["warlab", "replay", str(facts.run.path), str(number)]
    replay += [] if facts.single else ["--variant", facts.public[shown]]
    which = "A game" if longest is None else "The longest game that ended"
    players = shown.split(" against ") if facts.tournament is not None else [shown]
    named = " against ".join(facts.policies.get(name, name) for name in players)
    under = under_variant(facts.single, named)
    bullets = Bullets((played, made))
    one_game = (Paragraph(f"{which}{under}:"), Command(shlex.join(replay)))
    blocks = (bullets, *_again(scenario, first), *one_game)
    return Section("Play it again", blocks)


def _again(scenario: Scenario, first: int) -> list[Block]:
    """How to play the same games: the command, and the scenario unless it is a bundled one."""
    from sim.scenario import shipped_scenarios
    from sim.scenario.writing import as_toml

    shipped = [
        name
        for name, path in shipped_scenarios().items()
        if scenario.text and path.read_text("utf-8") == scenario.text
    ]
    name = shipped[0] if shipped else "scenario.toml"
    words = ["warlab", "run", name, "--games", str(scenario.games)]
    words += ["--first", str(first)] if first else []
    words += ["--seed", str(scenario.seed), "--out", "again"]
    blocks: list[Block] = [Command(shlex.join(words))]
    if not shipped:
        blocks.append(Listing(scenario.text.strip() or as_toml(scenario)))
    return blocks
