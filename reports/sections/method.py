"""How sure the numbers are, how they were made, and how to play the same games again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports import numbers
from reports.facts import Facts
from reports.sections import endings
from reports.words import capital, join
from sim.contract.answer import (
    Answer,
    Block,
    Bullets,
    Command,
    KeyNumber,
    Listing,
    Number,
    Paragraph,
    Section,
    Table,
)
from sim.words import games_words, numbers_words

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
    "in a quarter to a third of runs of equal rules, not in 5 of 100. To stop when "
    'one variant leads, put the difference into [precision] with "sign".'
)
"""About an unfinished run; docs/coverage.md has the measurement."""

COMPARED = (
    "Rules played on the same deals are compared in pairs of games, others as separate "
    "samples. A statistic is shown if some rules differ in it by more than chance (p at "
    "most 0.05 by Holm’s method over all comparisons)."
)
"""How rules are compared."""

EXACT = (
    "“Exact”: calculated from the rules, so without a range. The range that the games "
    "gave stands beside it as a check."
)
"""About numbers that are computed exactly."""

SAMPLE = "Another set of games would give slightly different numbers."
"""What holds for every number that is counted."""

METHODS = {
    "t": "Student’s t for means",
    "gamma": "the gamma distribution for means of what is rare",
    "Fieller": "Fieller’s for quotients of means",
    "Wilson": "Wilson’s for shares",
    "Clopper-Pearson": "Clopper and Pearson’s for shares near 0 or 100 %",
    "order statistics": "order statistics for quantiles",
}
"""The methods of intervals by the names of their procedures, up to a comma."""

AGAIN = "again"
"""The directory of a run that plays the same games again."""

DIFFERENCE = "Difference from "
"""How the caption of a table of differences begins."""


def cautions(facts: Facts) -> list[str]:
    """What belongs on the first screen of an unfinished run; nothing for any other."""
    status = facts.run.status()
    if status.complete:
        return [f"{capital(status.short)}."] if status.short else []
    done = numbers.whole(status.games_done)
    planned = games_words(status.games_planned)
    unfinished = f"This run is not finished ({done} of {planned})."
    if facts.watched:
        return [unfinished]
    looks = (
        "Its ranges are for a number of games chosen beforehand, not for a run that is "
        "stopped when the numbers look right."
    )
    return [f"{unfinished} {looks}"]


def reading(facts: Facts, numbers_of: Sequence[KeyNumber]) -> str:
    """What the ranges beside the numbers are; "" where there are none."""
    if not any(number.interval for number in numbers_of):
        return ""
    return f"Ranges are {numbers.level_text(facts.level)} intervals."


def sureness(facts: Facts, answer: Answer) -> Section:
    """The section on how sure the numbers are, in plain words.

    Parameters
    ----------
    facts
        The run.
    answer
        Its first screen, with its sections.
    """
    exact = ["exact" in number.note for number in answer.numbers]
    items = [EXACT] if any(exact) else []
    if not exact or not exact[0]:
        items.insert(0, _in_plain_words(facts, answer))
    if not facts.watched and not facts.run.status().complete:
        items.append(EARLY)
    if sentence := endings.unfinished(facts, answer):
        items.append(sentence)
    return Section("How sure this is", tuple(map(Paragraph, items)))


def _in_plain_words(facts: Facts, answer: Answer) -> str:
    """What the range beside a number of this report says."""
    rough = " ".join(answer.cautions)
    for number in answer.numbers:
        if number.interval and number.label not in rough:
            return (
                f"{SAMPLE} The range beside a number, such as {number.interval} beside "
                f"{number.text}, is computed so that about {100 * facts.level:g} of 100 "
                "such ranges hold the true value. With four times as many games it "
                "would be half as wide."
            )
    return SAMPLE


def _methods(answer: Answer) -> list[str]:
    """The methods of the intervals in an answer and in the tables of its sections."""
    entries = [
        entry
        for section in answer.sections
        for block in section.blocks
        if isinstance(block, Table)
        for row in block.rows
        for entry in row
        if isinstance(entry, Number)
    ]
    procedures = [number.procedure for number in answer.numbers]
    procedures += [entry.procedure for entry in entries]
    names = [procedure.partition(",")[0] for procedure in procedures]
    return [words for name, words in METHODS.items() if name in names]


def method(facts: Facts, answer: Answer, run: Run) -> Section:
    """The section on how the ranges were made, and how to play the same games again.

    Parameters
    ----------
    facts
        The run as its report sees it.
    answer
        Its first screen, with its sections.
    run
        The run.
    """
    watched = facts.watched
    used = [] if watched else _methods(answer)
    kind = "method" if len(used) == 1 else "methods"
    methods = f" ({kind}: {join(used)})" if used else ""
    level = numbers.level_text(facts.level)
    alone = f"Ranges are {level} intervals, each taken alone{methods}"
    items = [f"{alone}. A range too narrow for the digits printed is left out."]
    tests = any(
        block.caption.startswith(DIFFERENCE)
        for section in answer.sections
        for block in section.blocks
        if isinstance(block, Table)
    )
    if watched:
        items.append(WATCHED)
    elif tests and facts.tournament is None and facts.differences:
        items.append(COMPARED)
    scenario = run.scenario
    manifest = run.manifest
    status = facts.run.status()
    first = int(manifest["first"])
    games = {facts.games(variant) for variant in facts.variants}
    counts = join([numbers.whole(count) for count in sorted(games)])
    per = (
        " in each match"
        if scenario.tournament
        else ""
        if facts.single
        else " under each set of rules"
    )
    last = status.ledger[-1][1] - 1 if status.ledger else first
    software = (f"{name} {version}" for name, version in manifest["software"].items())
    played = (
        f"{counts} {'game' if counts == '1' else 'games'}{per}, "
        f"{numbers_words(first, last)}; seed {scenario.seed}"
    )
    # A run that played all its games needs no reason for its end.
    why = "" if status.games_done == status.games_planned else status.why
    items.append(f"{played}; {why}." if why else f"{played}.")
    made = (
        f"Rules of {scenario.game}, version {manifest['rules_version']}; scenario hash "
        f"(SHA-256) {manifest['scenario_hash']}; {', '.join(software)}."
    )
    # Without the name of a variant the first is played.
    replay = ["warlab", "replay", AGAIN, str(first)]
    shown = facts.variants[0]
    players = shown.split(" against ") if facts.tournament is not None else [shown]
    named = " against ".join(facts.policies.get(name, name) for name in players)
    of = "" if facts.single else f" ({named})"
    return Section(
        "Method",
        (
            Bullets((*items, made)),
            Paragraph("To play the same games again:"),
            *_again(scenario, first),
            Paragraph(f"To watch one game{of}:"),
            Command(shlex.join(replay)),
        ),
    )


def _again(scenario: Scenario, first: int) -> list[Block]:
    """How to play the same games: the command, and the file of the scenario unless it is a bundled one."""
    from sim.scenario import shipped_scenarios

    if not scenario.text:
        made = "The scenario was made in Python; the run has it as run.scenario."
        return [Paragraph(made)]
    shipped = [
        name
        for name, path in shipped_scenarios().items()
        if path.read_text("utf-8") == scenario.text
    ]
    name = shipped[0] if shipped else "scenario.toml"
    words = ["warlab", "run", name, "--games", str(scenario.games)]
    words += ["--first", str(first)] if first else []
    words += ["--seed", str(scenario.seed), "--out", AGAIN]
    blocks: list[Block] = [Command(shlex.join(words))]
    if not shipped:
        blocks.append(Listing(scenario.text.strip()))
    return blocks
