"""Games longer than nearly all: what the fitted tail says, where the chance that a round is the last stays the same."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from reports import numbers
from reports.document import Block, Paragraph, Table
from reports.facts import UNKNOWN, Facts
from reports.sections.cells import Entry, by_variant, intervals_are, number_phrase, share_phrase
from reports.words import join, quoted
from sim.stats import Interval, Tail, fit_tail
from sim.stats.tails import TOO_SLOWLY

RARE = (1e-6, 1e-9)
"""The shares of games whose lengths are given."""

_HOW = "fitted geometric tail; docs/statistics.md"


def tails(facts: Facts, main: str) -> list[Block]:
    """Return what the fitted tail of the leading length says, for the variants that have one."""
    found = {variant: fit_tail(facts.with_unfinished(variant, main)) for variant in facts.variants}
    fitted = {variant: tail for variant, tail in found.items() if tail.threshold is not None}
    if not fitted:
        return []
    if facts.single:
        return [Paragraph(_told(facts, main, fitted[facts.variants[0]]))]
    blocks: list[Block] = [_table(facts, main, found)]
    missing = [
        f"{quoted(variant)}: {tail.refusal}" for variant, tail in found.items() if tail.threshold is None
    ]
    if missing:
        blocks.append(
            Paragraph(f"No tail is fitted where that chance is not known to stay the same ({join(missing)}).")
        )
    return blocks


def _told(facts: Facts, main: str, tail: Tail) -> str:
    noun, one = facts.noun(main), facts.noun(main).removesuffix("s")
    hazard = tail.hazard(facts.level)
    halved = number_phrase(_halved(hazard))
    last = f"the chance that a {one} is the last stays the same"
    told = [
        f"Beyond {numbers.whole(tail.start)} {noun} {last}, as far as these games show: {share_phrase(hazard)}."
    ]
    told.append(f"So every {halved} {noun}, half of the games that are still going end.")
    rare = [
        f"{numbers.one_in(share)} games lasts longer than {number_phrase(tail.exceeded_by(share, facts.level), noun)}"
        for share in RARE
    ]
    told.append(f"If it stays so, {join(rare)}.")
    longest = numbers.whole(tail.longest)
    told.append(
        f"Lengths beyond the {longest} {noun} of the longest game here are extrapolated. {TOO_SLOWLY}"
    )
    return " ".join(told)


def _halved(hazard: Interval) -> Interval:
    """Return the number of rounds in which half of the games end, from the chance that one round is the last."""

    def rounds(chance: float | None) -> float | None:
        return None if chance is None else math.log(0.5) / math.log1p(-chance)

    return hazard.moved(rounds(hazard.value), rounds(hazard.high), rounds(hazard.low))


def _table(facts: Facts, main: str, found: dict[str, Tail]) -> Table:
    noun, one = facts.noun(main), facts.noun(main).removesuffix("s")

    def of(measure: Callable[[Tail], Interval], variant: str) -> Interval:
        tail = found[variant]
        return UNKNOWN if tail.threshold is None else measure(tail)

    def beyond(tail: Tail) -> Interval:
        return Interval(float(tail.start), None, None, facts.level)

    def exceeded_by(share: float, tail: Tail) -> Interval:
        return tail.exceeded_by(share, facts.level)

    entries = [
        Entry("constant beyond", partial(of, beyond)),
        Entry(f"a {one} is the last", partial(of, lambda tail: tail.hazard(facts.level)), share=True),
        *(
            Entry(
                f"{numbers.one_in(share)} games lasts longer than", partial(of, partial(exceeded_by, share))
            )
            for share in RARE
        ),
    ]
    caption = (
        f"The longest games, in {noun}: from some length on, the chance that a {one} is the last stays the same, as "
        f"far as these games show. Lengths beyond the longest game are extrapolated. {TOO_SLOWLY} "
        f"{intervals_are(facts, _HOW)}"
    )
    return by_variant(facts, caption, entries)
