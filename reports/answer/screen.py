"""The first screen of a report: the plan of the scenario, filled in with what the games say.

A yes or no is decided by the whole interval of a number, never by its estimate alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from reports import author, numbers
from reports.answer.defaults import usual_answer
from reports.answer.pictures import picture
from reports.answer.values import Value, left_share, value_of
from reports.answer.wording import alike, interval, of_games, wording
from reports.author import Written
from reports.facts import CERTAIN, Facts
from reports.sections import method
from reports.sections.tables import some
from reports.words import capital, join
from sim.contract.answer import Answer, Decision, KeyNumber, Section
from sim.scenario.answer import AnswerPlan, PlannedVerdict
from sim.stats.spread import ALL_ALIKE, ONE_GAME
from sim.words import games_words

WIDEST = 0.25
"""A number whose interval reaches farther than this part of it is not known well enough for a headline."""

WIDEST_SHARE = 0.1  # the same for a share of games

DECIDED = (
    '{% if verdict == "yes" %}Yes.{% elif verdict == "no" %}No.'
    "{% else %}{{ cannot_tell }}{% endif %}"
)
"""The text of a scenario that has a verdict and no text."""

RARE = 0.001  # fewer unfinished games than this are told in the method alone


def plan_of(facts: Facts) -> AnswerPlan | None:
    """The plan of a scenario with the text of its author, else the usual one."""
    scenario = facts.run.scenario
    if scenario.answer is None:
        return usual_answer(facts)
    text = author.source_of(scenario)
    if not text and scenario.answer.verdict is not None:
        text = DECIDED
    return replace(scenario.answer, text=text)


def first_screen(
    facts: Facts, part: author.MakePart = lambda name, shown: None
) -> Answer:
    """The answer of a run: headline, verdict, numbers and picture, and its author's sections.

    Parameters
    ----------
    facts
        The run.
    part
        The part of its report by its name, for the sections of an author.
    """
    plan = plan_of(facts)
    if plan is None:
        return Answer(cautions=_cautions(facts))
    values = alike({number.name: value_of(facts, number) for number in plan.numbers})
    written = {
        name: Written(name, wording(value), interval(value), value.interval.value)
        for name, value in values.items()
    }
    decision = _decide(plan.verdict, values)
    known = {
        "verdict": decision,
        "cannot_tell": _cannot_tell(facts, plan.verdict, values),
        "all_games": numbers.whole(max(map(facts.games, facts.variants))),
    }
    text = author.filled(plan.text, written, **known)

    def sure(sentence: str) -> bool:
        return all(_is_known(values[name]) for name in author.uses(sentence))

    lead = list(text.lead)
    verdict = author.plain(lead.pop(0)) if plan.verdict is not None and lead else ""
    headline = lead.pop(0) if lead else ""
    answering = author.uses(text.lead[0]) if text.lead else set[str]()
    sections = (
        Section(author.plain(title), author.blocks(paragraphs, part, sure))
        for title, paragraphs in text.sections
    )
    title = text.title if sure(text.title) and decision != "unclear" else ""
    shown = tuple(
        _key_number(facts, values[name], written[name]) for name in text.numbers
    )
    if not sure(headline):
        games = max(map(facts.games, facts.variants))
        headline = "One game cannot tell."
        if games > 1:
            headline = f"{games_words(games)} are too few for an answer."
    return Answer(
        headline=author.plain(headline),
        verdict=verdict,
        decision=decision,
        numbers=shown,
        picture=(
            picture(facts, plan.picture, author.plain(title), values, answering)
            if plan.picture is not None
            else None
        ),
        about=author.plain(text.about),
        blocks=author.blocks(lead, part, sure),
        cautions=(*map(author.plain, text.cautions), *_cautions(facts, plan)),
        reading=method.reading(facts, shown),
        sections=tuple(section for section in sections if section.blocks),
    )


def _cannot_tell(
    facts: Facts, planned: PlannedVerdict | None, values: Mapping[str, Value]
) -> str:
    """The sentence for games that cannot decide; "" where there is no verdict."""
    if planned is None:
        return ""
    value = values[planned.number]
    if value.planned.written == "one in":
        # A percentage has an interval where none is seen.
        value = replace(value, planned=replace(value.planned, written="percent"))
    ends = interval(replace(value, places=numbers.MOST_DECIMALS))
    if ends:
        return f"These games cannot tell ({value.planned.label}: {ends})."
    games = max(map(facts.games, facts.variants))
    if games == 1:
        return "One game cannot tell."
    return f"These {games_words(games)} cannot tell."


def _decide(planned: PlannedVerdict | None, values: Mapping[str, Value]) -> Decision:
    """Yes if the whole interval lies strictly between the limits, no if all of it is outside."""
    if planned is None:
        return ""
    value = values[planned.number]
    low = value.interval.low
    high = value.interval.high
    if value.interval.value is None or low is None or high is None:
        return "unclear"
    if planned.low < low and high < planned.high:
        return "yes"
    if high < planned.low or low > planned.high:
        return "no"
    return "unclear"


def _is_known(value: Value) -> bool:
    """Whether a number is known well enough for a sentence."""
    interval = value.interval
    planned = value.planned
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
        return interval.refusal in (ALL_ALIKE, ONE_GAME, CERTAIN)
    if planned.written in ("percent", "one in"):
        return half <= WIDEST_SHARE
    return half <= max(WIDEST * abs(interval.value), 0.5)


def _key_number(facts: Facts, value: Value, written: Written) -> KeyNumber:
    planned = value.planned
    label = planned.label
    note = ""
    if value.interval.refusal == CERTAIN:
        note = planned.certain
    if planned.written == "minutes":
        note = f"at {facts.pace}"
    if planned.written == "one in" and value.interval.value == 0:
        note = f"none of {games_words(facts.games(facts.labels[planned.variant]))}"
    if value.sampled is not None:
        seen = interval(replace(value.sampled, places=value.places))
        played = games_words(facts.games(facts.labels[planned.variant]))
        note = f"exact; counted in {played}: {seen}" if seen else "exact"
    if value.is_median:
        share = left_share(facts, facts.labels[planned.variant])
        label = f"{label} (median)"
        note = f"{of_games(share)} have no end"
    procedure = (value.sampled or value).interval.procedure
    return KeyNumber(label, written.text, written.range, note, procedure)


def _cautions(facts: Facts, plan: AnswerPlan | None = None) -> tuple[str, ...]:
    """What a reader must know not to be misled: games without an end, and intervals in doubt."""
    values = [value_of(facts, planned) for planned in (plan.numbers if plan else ())]
    rough = [value.planned.label for value in values if value.interval.warning]
    caution = f"Rough ranges, since a few extreme games can weigh much in them: {join(rough)}."
    doubts = [caution] if rough else []
    return (*method.cautions(facts), *_unfinished(facts, plan), *doubts)


def _unfinished(facts: Facts, plan: AnswerPlan | None) -> list[str]:
    planned = plan.numbers if plan else ()
    mentioned = {
        number.variant for number in planned if number.statistic == "unfinished"
    }
    left = [
        variant
        for variant in facts.variants
        if facts.unfinished(variant)
        and facts.public[variant] not in mentioned
        and (left_share(facts, variant).value or 0.0) >= RARE
    ]
    if not left:
        return []
    shares = sorted(
        (left_share(facts, variant) for variant in left),
        key=lambda share: share.value or 0.0,
    )
    ends = dict.fromkeys(map(of_games, (shares[0], shares[-1])))
    under = "" if facts.single else f"under {some(left)}, "
    share = " to ".join(ends).replace(" of games to", " to")
    return [capital(f"{under}{share} did not come to an end.")]
