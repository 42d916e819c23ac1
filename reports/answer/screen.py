"""The first screen of a report: the plan of the scenario, filled in with what the games say.

A yes or no is decided by the whole interval of a number, never by its estimate alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reports import author, numbers, templating
from reports.answer.defaults import usual_answer
from reports.answer.pictures import picture
from reports.answer.values import Value, left_share, value_of
from reports.answer.wording import alike, forms, interval, of_games
from reports.author import Written
from reports.facts import CERTAIN, Facts
from reports.sections import method
from reports.sections.tables import some
from reports.words import capital, join
from sim.contract.answer import Answer, Decision, KeyNumber, Section
from sim.scenario.answer import (
    AnswerPlan,
    PlannedNumber,
    PlannedPicture,
    PlannedVerdict,
)
from sim.stats.spread import ALL_ALIKE, ONE_GAME
from sim.words import games_words

WIDEST = 0.25
"""A number whose interval reaches farther than this part of it is not known well enough for a headline."""

WIDEST_BESIDE = 0.05  # the same for the part of the largest number in the same unit
WIDEST_SHARE = 0.1  # the same for a share of games
RARE = 0.001  # fewer unfinished games than this are told in the method alone

MARGIN = 1.5
"""The games that would settle a question are estimated with this reserve, since the estimate itself moves."""

MOST_WORTH = 1e10
"""More games than this are not suggested."""


@dataclass(frozen=True)
class Plan:
    """The plan of an answer: its numbers, its text, and what decides it.

    Attributes
    ----------
    numbers
        The numbers by name.
    verdict
        What decides it; None where nothing does.
    picture
        The picture; None for none.
    source
        The text as its author wrote it.
    names
        What else the text can name.
    """

    numbers: tuple[PlannedNumber, ...]
    verdict: PlannedVerdict | None
    picture: PlannedPicture | None
    source: str
    names: Mapping[str, Any] = field(default_factory=dict)


def plan_of(facts: Facts) -> Plan | None:
    """The plan of a scenario with the text of its author, else the usual one."""
    scenario = facts.run.scenario
    planned = scenario.answer
    if planned is None:
        return _usual_plan(facts)
    return Plan(
        planned.numbers,
        planned.verdict,
        planned.picture,
        author.source_of(scenario) or _own_source(planned),
    )


def _own_source(planned: AnswerPlan) -> str:
    """The text of a scenario that has none: its first number, and what decides."""
    lines = []
    if planned.verdict is not None:
        choice = '{% if verdict == "yes" %}Yes.{% elif verdict == "no" %}No.'
        lines = [f"{choice}{{% else %}}{{{{ cannot_tell }}}}{{% endif %}}", ""]
    for number in planned.numbers[:1]:
        lines.append(f"{capital(number.label)}: {{{{ {number.name} }}}}.")
    return "\n".join(lines)


def _shown(planned: Sequence[PlannedNumber]) -> str:
    """The setting of the numbers of a first screen."""
    names = ", ".join(number.name for number in planned)
    return f"{{% set numbers = [{names}] %}}"


def _usual_plan(facts: Facts) -> Plan | None:
    usual = usual_answer(facts)
    if usual is None:
        return None
    singular = [facts.declared.columns[name].singular for name in facts.lengths[:1]]
    names = {"kind": usual.kind, "singular": "".join(singular), **usual.names}
    text = templating.source("templates/usual.md.j2")
    source = "\n".join([_shown(usual.numbers[: author.FIRST_SCREEN]), text])
    return Plan(usual.numbers, None, usual.picture, source, names)


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
        name: Written(name, forms(value), value.interval.value)
        for name, value in values.items()
    }
    decision = _decide(plan.verdict, values)
    known = {
        "verdict": decision,
        "cannot_tell": _cannot_tell(facts, plan, values),
        "all_games": numbers.whole(max(map(facts.games, facts.variants))),
    }
    text = author.filled(plan.source, written, **known, **plan.names)

    unit = _common_unit(plan.picture, values)

    def sure(sentence: str) -> bool:
        return all(_is_known(values[name], unit) for name in author.uses(sentence))

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
    return Answer(
        headline=author.plain(headline)
        if sure(headline)
        else _few(facts, values, headline, unit),
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


def _cannot_tell(facts: Facts, plan: Plan, values: Mapping[str, Value]) -> str:
    """The sentence for games that cannot tell; "" where there is no verdict."""
    if plan.verdict is None:
        return ""
    games = max(map(facts.games, facts.variants))
    return _unclear(plan.verdict, values[plan.verdict.number], games)


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


def _unclear(planned: PlannedVerdict, value: Value, games: int) -> str:
    """The sentence for a question that these games cannot decide."""
    if value.planned.written == "one in":
        # A percentage has an interval where none is seen.
        value = replace(value, planned=replace(value.planned, written="percent"))
    ends = interval(replace(value, places=numbers.MOST_DECIMALS))
    if not ends:
        return (
            "One game cannot tell."
            if games == 1
            else f"These {games_words(games)} cannot tell."
        )
    wanted = _games_needed(planned, value, games)
    cannot = f"These games cannot tell ({value.planned.label}: {ends})."
    if not wanted:
        return cannot
    # To one significant digit, upwards.
    unit = 10 ** (len(str(wanted)) - 1)
    rounded = numbers.whole(-(-wanted // unit) * unit)
    return f"{cannot} About {rounded} games would settle it, if the truth is near the estimate."


def _games_needed(planned: PlannedVerdict, value: Value, games: int) -> int | None:
    """About how many games would settle a question.

    After as many an interval is narrow enough to be clear of the limits.

    None if no sensible number of games would do, because the estimate is at a limit.
    """
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


def _few(
    facts: Facts,
    values: Mapping[str, Value],
    headline: str,
    unit: Mapping[str, float],
) -> str:
    """The headline for games that are too few for the planned one: what they say so far."""
    games = max(map(facts.games, facts.variants))
    few = f"{numbers.whole(games)} games" if games != 1 else "One game"
    used = author.uses(headline)
    so_far = []
    whole = "an"
    for name, value in values.items():
        ends = interval(value)
        if name not in used or not ends:
            continue
        low, joint, high = ends.partition(" to ")
        between = f"between {low} and {high}" if joint else ends
        text = between
        if _is_known(value, unit):
            text = forms(value)[""]
            whole = "the whole"
        so_far.append(f"{value.planned.label}, {text}")
    if not so_far:
        return f"{few} cannot tell."
    are = "are" if games > 1 else "is"
    return f"{few} {are} too few for {whole} answer. So far: {'; '.join(so_far)}."


def _common_unit(
    planned: PlannedPicture | None, values: Mapping[str, Value]
) -> dict[str, float]:
    """For the numbers of a picture, which have one unit, the size of the largest."""
    names = () if planned is None else planned.numbers
    sizes = [abs(values[name].interval.value or 0.0) for name in names]
    return dict.fromkeys(names, max(sizes, default=0.0))


def _is_known(value: Value, unit: Mapping[str, float]) -> bool:
    """Whether a number is known well enough for a sentence.

    One that is small beside others of its unit need not be known as well for its size.
    """
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
    beside = WIDEST_BESIDE * unit.get(planned.name, 0.0)
    return half <= max(WIDEST * abs(interval.value), beside, 0.5)


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
    ends = written.forms["interval"]
    return KeyNumber(label, written.forms[""], ends, note, procedure)


def _cautions(facts: Facts, plan: Plan | None = None) -> tuple[str, ...]:
    """What a reader must know not to be misled: games without an end, and intervals in doubt."""
    values = [value_of(facts, planned) for planned in (plan.numbers if plan else ())]
    rough = [value.planned.label for value in values if value.interval.warning]
    caution = f"Rough ranges, since a few extreme games can weigh much in them: {join(rough)}."
    doubts = [caution] if rough else []
    return (*method.cautions(facts), *_unfinished(facts, plan), *doubts)


def _unfinished(facts: Facts, plan: Plan | None) -> list[str]:
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
