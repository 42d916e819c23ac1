"""Method: how the numbers were made, what an early look at them means, and how to play the same games again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports import documents, numbers
from reports.facts import Facts
from reports.words import capital, join, quoted
from sim.contract.answer import Block, Bullets, Command, Listing, Paragraph, Section
from sim.limits import games_words, numbers_words

if TYPE_CHECKING:
    from sim.runs import Run
    from sim.scenario import Scenario

WATCHED = (
    "The scenario stops the run when one variant leads, so means, shares and their differences have intervals that "
    "hold at every look together (confidence sequences): normal mixtures for means, beta-binomial mixtures for shares, "
    "universal portfolios for differences of shares. Quantiles and standard deviations have the usual intervals."
)
"""About a run that a lead may stop."""

EARLY = (
    "The run is not finished. Intervals and p-values are for one look at a number of games chosen beforehand. Looking "
    "13 times at a growing run, and stopping at the first p below 0.05, finds a difference in about 27 of 100 runs of "
    'equal variants, not in 5. To stop when one variant leads, put the difference into [precision] with "sign".'
)
"""About an unfinished run; docs/coverage.md has the measurement."""


def cautions(facts: Facts) -> list[str]:
    """Return the caution that belongs on the first screen of an unfinished run; nothing for any other."""
    status = facts.run.status()
    if status.complete:
        return [f"{capital(status.short)}."] if status.short else []
    done, planned = numbers.whole(status.games_done), games_words(status.games_planned)
    unfinished = f"This run is not finished ({done} of {planned})."
    if facts.watched:
        return [unfinished]
    promise = "Its ranges are for a number of games chosen beforehand"
    return [
        f"{unfinished} {promise}, not for a run that is stopped when the numbers look right."
    ]


_OF_ONE = {
    "Wilson|Clopper": "Shares: Wilson's score interval, or Clopper-Pearson's with few games of a kind. For what was "
    "never seen, only the one-sided upper bound is given.",
    "Student|mean margin": "Means: Student's t from exact sums.",
}
"""How intervals are made for one look at a number of games, where words stand in a report."""

_OF_ALL = {
    "fourth moment": "Standard deviations: chi-squared, from the fourth moment.",
    "order statistics": "Quantiles: order statistics of the exact histogram, whatever the shape of the distribution.",
    "comeback": "The chance of a comeback, W / (W + D) for D decided games of which W were won by a player who "
    "had been that low: from the Wilson or Clopper-Pearson interval of W / D.",
}
"""How other intervals are made, where words stand in a report."""


def reading(facts: Facts) -> str:
    """Return the sentence that says what the ranges beside the numbers are."""
    level = numbers.level_text(facts.level)
    return (
        f"Ranges, and numbers in brackets, are {level} intervals: intervals made this way contain the true value, "
        f"under exactly these rules, in {level} of runs."
    )


def method(facts: Facts, sections: Sequence[Section]) -> Section:
    """Return the section on how the intervals are made that the other sections have."""
    level, watched = numbers.level_text(facts.level), facts.watched
    told = repr(sections)
    ways = _OF_ALL if watched else _OF_ONE | _OF_ALL
    items = [
        f"All intervals are at level {level}, each on its own; all counts are exact, and no game is left out."
    ]
    items += [said for words, said in ways.items() if re.search(words, told)]
    if watched or not facts.run.status().complete:
        items.append(WATCHED if watched else EARLY)
    if "Holm's method" in told:
        items.append(_compared(facts))
    if facts.any_unfinished and not facts.run.scenario.tournament:
        reached = (
            f"; in means, games that were stopped count with the {join(facts.lengths)} they had reached, so those "
            "means are lower bounds"
        )
        stopped = any(
            facts.unfinished(variant) > facts.endless(variant)
            for variant in facts.variants
        )
        items.append(
            f"In quantiles and curves, unfinished games count as longer than all that ended{reached * stopped}."
        )
    if facts.lengths and "Student" in told:
        items.append(
            "No interval of a mean can show what no game in the sample showed, above all a longer tail."
        )
    return Section("How sure this is", (Bullets(tuple(items)),), detail=True)


def plain_words(facts: Facts, sections: Sequence[Section]) -> Section:
    """Return what an interval is, and the words of these sections, from the two documents that say so."""
    # War's words stay in the reports of games that count what they name.
    counted = " ".join([*facts.meanings, *facts.meanings.values()])
    _, *told = documents.document("intervals.md").split("\n\n**")
    rows = re.findall(
        r"^\| (.+?) \| (.+?) \|$", documents.document("glossary.md"), re.MULTILINE
    )[2:]
    words = tuple(
        documents.plain(f"{word}: {meaning}")
        for word, meaning in rows
        if re.search(rf"\b{word}", repr(sections), re.IGNORECASE)
        and (
            re.search(rf"\b{word}s?\b", counted)
            or "war" not in f"{word} {meaning}".lower()
        )
    )
    about = tuple(documents.plain(" ".join(f"**{part}".split())) for part in told)
    return Section("In plain words", (Bullets(about), Bullets(words)), detail=True)


def _compared(facts: Facts) -> str:
    """Return how variants are compared."""
    if facts.watched:
        return "Variants are compared in pairs of games of the same number; p-values adjusted by Holm's method."
    base = facts.baseline
    shared = [
        facts.share_deals(variant, base)
        for variant in facts.variants
        if variant != base
    ]
    ways = []
    if any(shared):
        where = f" {facts.in_common}" if facts.in_common else " on the same deals"
        ways.append(
            f"{where}: paired t for means, McNemar's test with Tango's score interval for shares"
        )
    if not all(shared):
        ways.append(
            " as separate samples where decks, hands or players differ: Welch's t for means, the chi-squared test with "
            "Newcombe's interval for shares"
        )
    return f"Variants are compared{'; and'.join(ways)}; p-values adjusted by Holm's method over all comparisons."


def reproduce(facts: Facts, run: Run) -> Section:
    """Return the section that lets anyone play exactly these games again."""
    scenario, manifest = run.scenario, run.manifest
    status = facts.run.status()
    games = {facts.games(variant) for variant in facts.variants}
    each = (
        " in each match"
        if scenario.tournament
        else ""
        if facts.single
        else " under each variant"
    )
    first = int(manifest["first"])
    played = (
        f", {numbers_words(first, status.ledger[-1][1] - 1)}" if status.ledger else ""
    )
    items = [
        f"Games played{each}: {join([numbers.whole(count) for count in sorted(games)])}{played}.",
        f"Why the run ended: {status.why}.",
        _chance(facts),
        (
            f"Rules of {scenario.game}, version {manifest['rules_version']}; scenario hash (SHA-256) "
            f"{manifest['scenario_hash']}."
        ),
        f"Made with {', '.join(f'{name} {version}' for name, version in manifest['software'].items())}.",
    ]
    replay = ["warlab", "replay", str(facts.run.path), str(first)]
    replay += [] if facts.single else ["--variant", facts.public[facts.variants[0]]]
    longest_game = facts.longest(facts.variants[0])
    ended = " of those that ended" if facts.unfinished(facts.variants[0]) else ""
    under = "" if facts.single else f" under {quoted(facts.variants[0])}"
    longest = (
        f"; the longest{ended}{under} is {longest_game.game}"
        if longest_game is not None
        else ""
    )
    return Section(
        "Play it again",
        (
            Bullets(tuple(items)),
            *_again(scenario, first),
            Paragraph(
                f"To see one game card by card (any number that was played will do{longest}):"
            ),
            Command(shlex.join(replay)),
        ),
    )


def _chance(facts: Facts) -> str:
    """Return the sentence that says what everything random depends on."""
    head = f"Seed {facts.run.scenario.seed}:"
    own, pack = "", "the deck (with its seats and hands, and how it was shuffled)"
    if facts.game.policies is not None:
        own, pack = (
            "; each player's choices depend only on the seed, k and the seat",
            "the number of cards",
        )
    if facts.game.undealt:
        return f"{head} there is no deal ({facts.game.undealt}); all other chance depends only on the seed and k{own}."
    same = (
        "it is the same for every variant"
        if facts.same_deals
        else "variants with different decks have different deals"
    )
    whom = "" if facts.single else f"; {same}"
    return (
        f"{head} the deal of game k depends only on the seed, k and {pack}{whom}{own}."
    )


def _again(scenario: Scenario, first: int) -> list[Block]:
    """Return how to play the same games: the command, and the scenario unless it is a bundled one."""
    from sim.scenario import shipped_scenarios
    from sim.scenario.writing import as_toml

    shipped = [
        name
        for name, path in shipped_scenarios().items()
        if scenario.text and path.read_text("utf-8") == scenario.text
    ]
    name = shipped[0] if shipped else "scenario.toml"
    options = ["--games", str(scenario.games), "--seed", str(scenario.seed)]
    blocks: list[Block] = [Paragraph("To play the same games again:")]
    if first:
        call = f"sim.run({name!r}, out='again', first={first}, games={scenario.games}, seed={scenario.seed})"
        blocks = [Paragraph("To play the same games again, in Python:"), Listing(call)]
    else:
        blocks.append(
            Command(shlex.join(["warlab", "run", name, *options, "--out", "again"]))
        )
    if not shipped:
        blocks += [
            Paragraph("with this as scenario.toml:"),
            Listing(scenario.text.strip() or as_toml(scenario)),
        ]
    return blocks
