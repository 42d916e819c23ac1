"""The first screen of a report: the plan of the scenario, filled in with what the games say.

A yes or no is decided by the whole interval of a number, never by its estimate alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from reports import numbers
from reports.answer.defaults import usual_plan
from reports.answer.pictures import picture
from reports.answer.values import Value, left_share, value_of
from reports.answer.wording import BESIDE, forms, interval, of_games
from reports.facts import Facts, gather
from reports.sections import method
from reports.words import capital, join, quoted
from sim.contract.answer import Answer, Decision, KeyNumber, Section
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.tallies import Tallies
from sim.limits import games_words
from sim.runs.results import Sample
from sim.scenario.answer import AnswerPlan, PlannedVerdict, filled, placeholders
from sim.scenario.models import Report
from sim.scenario.scenario import Scenario
from sim.scenario.variants import Variant
from sim.stats.spread import ALL_ALIKE, ONE_GAME

if TYPE_CHECKING:
    from sim.runs import Run

WIDEST = 0.25
"""A number whose interval reaches farther than this part of it is not known well enough for a headline."""

WIDEST_SHARE = 0.1  # the same for a share of games
RARE = 0.001  # fewer unfinished games than this are mentioned only where a number of the answer is about them
MOST_CAUTIONS = 3  # variants with unfinished games that are named one by one

MARGIN = 1.5
"""The games that would settle a question are estimated with this reserve, since the estimate itself moves."""

MOST_WORTH = 1e10
"""More games than this are not suggested."""


def first_screen(facts: Facts, sections: Sequence[Section]) -> Answer:
    """Return the first screen of a report: the headline, the verdict, the numbers and the picture."""
    plan, usual = facts.run.scenario.answer, usual_plan(facts)
    first = next((sentence for section in sections for sentence in section.lead), "")
    own = "" if facts.lengths or facts.has_winner else first
    if plan is None and usual is None:
        return Answer(own, cautions=_cautions(facts), reading=method.reading(facts))
    planned, plan = plan is not None, plan or usual
    assert plan is not None
    values = {number.name: value_of(facts, number) for number in plan.numbers}
    limits = [] if plan.verdict is None else [plan.verdict.low, plan.verdict.high]
    texts = {
        (name, form): text
        for name, value in values.items()
        for form, text in forms(
            value, limits if plan.verdict and name == plan.verdict.number else ()
        ).items()
    }
    decision, verdict = _verdict(facts, plan, values, texts)
    sure = _is_sure(plan.headline, values)
    drawn = None
    if plan.picture is not None:
        titled = sure and decision != "unclear" and _is_sure(plan.picture.title, values)
        drawn = picture(
            facts,
            plan.picture,
            filled(plan.picture.title if titled else "", texts),
            values,
        )
    return Answer(
        headline=(
            own
            if own and not (planned and sure)
            else _headline(facts, plan, usual, values, texts)
        ),
        verdict=verdict,
        decision=decision,
        numbers=tuple(_key_number(facts, value, texts) for value in values.values()),
        picture=drawn,
        cautions=(
            *(filled(caution, texts) for caution in plan.cautions),
            *_cautions(facts, plan),
        ),
        reading=method.reading(facts),
    )


def facts_of_games(scenario: Scenario, counted: Tallies, level: float = 0.95) -> Facts:
    """Return the facts of a scenario's games that were counted in memory, without a run directory."""
    # The facts read of a run only what games without a directory have too.
    return gather(cast("Run", Sample(scenario, counted)), level=level)


def answer_of_games(
    game: Game,
    rules: GameRules,
    counted: Tallies,
    report: Report,
    *,
    seed: int,
    level: float = 0.95,
) -> Answer:
    """Return the answer to games of one set of rules that were counted in memory."""
    played = (Variant("", rules),)
    scenario = Scenario(
        game.title, "", game.name, counted.games, seed, played, report=report
    )
    return first_screen(facts_of_games(scenario, counted, level), ())


def _verdict(
    facts: Facts,
    plan: AnswerPlan,
    values: Mapping[str, Value],
    texts: Mapping[tuple[str, str], str],
) -> tuple[Decision, str]:
    if plan.verdict is None:
        return "", ""
    value = values[plan.verdict.number]
    decision = _decide(plan.verdict, value)
    sentence = {"yes": plan.verdict.yes, "no": plan.verdict.no}.get(
        decision, plan.verdict.unclear
    )
    if sentence:
        return decision, filled(sentence, texts)
    return decision, _unclear(
        plan.verdict, value, max(map(facts.games, facts.variants))
    )


def _decide(planned: PlannedVerdict, value: Value) -> Decision:
    """Return yes if the whole interval lies strictly between the limits, no if all of it lies outside them."""
    low, high = value.interval.low, value.interval.high
    if value.interval.value is None or low is None or high is None:
        return "unclear"
    if planned.low < low and high < planned.high:
        return "yes"
    if high < planned.low or low > planned.high:
        return "no"
    return "unclear"


def _unclear(planned: PlannedVerdict, value: Value, games: int) -> str:
    """Return the sentence for a question that these games cannot decide."""
    if value.planned.written == "one in":
        # A percentage has an interval where none is seen.
        value = replace(value, planned=replace(value.planned, written="percent"))
    told = interval(value)
    if not told:
        return (
            "One game cannot tell."
            if games == 1
            else f"These {games_words(games)} cannot tell."
        )
    wanted = _games_needed(planned, value, games)
    cannot = f"These games cannot tell ({value.planned.label}: {told})."
    if not wanted:
        return cannot
    # To one significant digit, upwards.
    unit = 10 ** (len(str(wanted)) - 1)
    rounded = numbers.whole(-(-wanted // unit) * unit)
    return f"{cannot} About {rounded} games would settle it, if the truth is near the estimate."


def _games_needed(planned: PlannedVerdict, value: Value, games: int) -> int | None:
    """Return about how many games it takes until an interval as wide as that is clear of the limits."""
    # None if no sensible number of games would do, because the estimate is at a limit.
    interval = value.interval
    half = interval.half_width
    if interval.value is None or not half:
        return None
    apart = min(
        abs(interval.value - limit)
        for limit in (planned.low, planned.high)
        if math.isfinite(limit)
    )
    if not apart:
        return None
    wanted = MARGIN * games * (half / apart) ** 2
    return None if wanted > MOST_WORTH else max(math.ceil(wanted), games + 1)


def _headline(
    facts: Facts,
    plan: AnswerPlan,
    usual: AnswerPlan | None,
    values: Mapping[str, Value],
    texts: Mapping[tuple[str, str], str],
) -> str:
    """Return the headline, or what these games can say if they do not bear it out."""
    if _is_sure(plan.headline, values):
        return filled(plan.headline, texts)
    others = (
        {}
        if usual is None
        else {number.name: value_of(facts, number) for number in usual.numbers}
    )
    if usual is not None and plan is not usual and _is_sure(usual.headline, others):
        return filled(
            usual.headline,
            {(n, f): t for n, value in others.items() for f, t in forms(value).items()},
        )
    games = max(map(facts.games, facts.variants))
    few = f"{numbers.whole(games)} games" if games != 1 else "One game"
    for name, _ in placeholders(plan.headline):
        told = forms(values[name])["interval"]
        if not _is_known(values[name]) and told:
            low, joint, high = told.partition(" to ")
            between = f"between {low} and {high}" if joint else told
            are = "are" if games > 1 else "is"
            return f"{few} {are} too few for an answer. So far: {values[name].planned.label}, {between}."
    return f"{few} cannot tell."


def _is_sure(sentence: str, values: Mapping[str, Value]) -> bool:
    """Return whether all numbers of a sentence are known well enough for it."""
    return all(_is_known(values[name]) for name, _ in placeholders(sentence))


def _is_known(value: Value) -> bool:
    interval, planned = value.interval, value.planned
    if interval.value is None or math.isinf(interval.value) or value.is_median:
        return False
    if planned.written in ("percent more", "percent less"):
        return interval.value > 0 and (interval.low is None or interval.low > 0)
    half = interval.half_width
    if planned.versus or planned.policy:
        return (
            planned.is_ratio
            or half is not None
            or interval.refusal in (ALL_ALIKE, ONE_GAME)
        )
    if half is None:
        return interval.refusal in (ALL_ALIKE, ONE_GAME)
    if planned.written in ("percent", "one in"):
        return half <= WIDEST_SHARE
    return half <= max(WIDEST * abs(interval.value), 0.5)


def _key_number(
    facts: Facts, value: Value, texts: Mapping[tuple[str, str], str]
) -> KeyNumber:
    planned = value.planned
    label, note = planned.label, planned.note
    if planned.written == "minutes" and not note:
        note = f"at {facts.pace}"
    if planned.written == "one in" and value.interval.value == 0 and not note:
        note = f"none of {games_words(facts.games(facts.labels[planned.variant]))}"
    if value.sampled is not None:
        seen = interval(value.sampled)
        note = f"exact; these games: {seen}" if seen else "exact"
    if value.is_median:
        share = left_share(facts, facts.labels[planned.variant])
        label, note = f"{label} (median)", f"{of_games(share)} have no end"
    return KeyNumber(
        label, texts[planned.name, BESIDE], texts[planned.name, "interval"], note
    )


def _cautions(facts: Facts, plan: AnswerPlan | None = None) -> tuple[str, ...]:
    """Return what a reader must know not to be misled: games without an end, and intervals in doubt."""
    values = [value_of(facts, planned) for planned in (plan.numbers if plan else ())]
    rough = [value.planned.label for value in values if value.interval.warning]
    told = f"Rough ranges, since a few extreme games can weigh much in them: {join(rough)}."
    doubts = [told] if rough else []
    return (*method.cautions(facts), *_exact(facts), *_unfinished(facts, plan), *doubts)


def _exact(facts: Facts) -> list[str]:
    """Return that there is only one game where nothing is random."""
    names = [
        quoted(variant) for variant in facts.variants if facts.rules[variant].one_game
    ]
    if not names:
        return []
    under = "" if facts.single else f"under {join(names)} "
    return [
        capital(
            f"{under}nothing is random: every game is the same one, so its numbers are exact and have no ranges."
        )
    ]


def _unfinished(facts: Facts, plan: AnswerPlan | None) -> list[str]:
    planned = plan.numbers if plan else ()
    told = {number.variant for number in planned if number.statistic == "unfinished"}
    used = {name for number in planned for name in (number.variant, number.versus)}
    left = [
        variant
        for variant in facts.variants
        if facts.unfinished(variant)
        and facts.public[variant] not in told
        and (
            facts.public[variant] in used
            or (left_share(facts, variant).value or 0.0) >= RARE
        )
    ]
    if len(left) > MOST_CAUTIONS:
        shares = sorted(left_share(facts, number).value or 0.0 for number in left)
        least, most = numbers.percent(shares[0]), numbers.percent(shares[-1])
        return [
            f"Under {len(left)} of {len(facts.variants)} variants, {least} to {most} of games have no end."
        ]
    said = []
    for variant in left:
        under = "" if facts.single else f"under {quoted(variant)}, "
        said.append(
            capital(
                f"{under}{of_games(left_share(facts, variant))} did not come to an end."
            )
        )
    return said
