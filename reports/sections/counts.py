"""Counts in a game, such as wars: means, how often there are any, and how they are spread."""

import re
from functools import partial

from reports.charts.style import MOST_PANELS
from reports.facts import Facts
from reports.sections.cells import (
    AT_LEAST,
    Entry,
    by_variant,
    cautions,
    crossed,
    intervals_are,
    number_cell,
    number_phrase,
    share_cell,
    share_phrase,
)
from reports.sections.figures import histogram_figure
from reports.words import capital, join, quoted
from sim.contract.answer import Block, Cell, Paragraph, Section
from sim.contract.columns import Role
from sim.contract.vocabulary import number_word
from sim.counts.declarations import MARGIN
from sim.stats import Interval, Measure

LONGEST_WAR = "longest_war"  # the column with the most wars in one round

_SPREAD = {
    Measure.MEDIAN: "median",
    Measure.RARE: "99.9 % have at most",
    Measure.LARGEST: "most seen",
}
"""How what is counted is spread over the games, with the titles."""


def _plain(facts: Facts) -> tuple[str, ...]:
    """Return the columns of which a game can have any: not points that can be lost, nor the largest of something."""
    counted = [name for name in facts.counts if name not in _largest(facts)]
    hists = {
        name: [facts.histogram(variant, name) for variant in facts.variants]
        for name in counted
    }
    return tuple(
        name
        for name, each in hists.items()
        if all((hist.smallest or 0) >= 0 for hist in each)
    )


def _largest(facts: Facts) -> tuple[str, ...]:
    """Return the columns that have the largest of something in the game: they count nothing."""
    return tuple(
        name
        for name in facts.counts
        if facts.declared.columns[name].role is Role.LARGEST
    )


def _with_mean(facts: Facts) -> tuple[str, ...]:
    """Return the columns that have a mean: for what happens at most once, the share of games says it all."""
    return tuple(
        name
        for name in facts.counts
        if facts.declared.columns[name].role is not Role.FLAG
    )


def counts(facts: Facts) -> Section | None:
    """Return the section on the other counted columns; None if the game has no such columns."""
    if not _with_mean(facts):
        return None
    plain, means = _plain(facts), _with_mean(facts)
    names = [facts.noun(name) for name in facts.counts]
    blocks: list[Block] = []
    if facts.single:
        only = facts.variants[0]
        rows: list[list[str | Cell]] = [
            [
                facts.noun(name),
                number_cell(facts.interval(only, name, Measure.MEAN))
                if name in means
                else "",
                share_cell(facts.share_with_any(only, name)) if name in plain else "",
                *(
                    number_cell(facts.interval(only, name, measure))
                    if name in means
                    else ""
                    for measure in _SPREAD
                ),
            ]
            for name in facts.counts
        ]
        head = ("", "mean per game", "games with any", *_SPREAD.values())
        measures = (Measure.MEAN, *_SPREAD)
        told = [
            facts.interval(only, name, measure)
            for name in means
            for measure in measures
        ]
        told += [facts.share_with_any(only, name) for name in plain]
        caption = f"{capital(join(names))} in a game. {intervals_are(facts, told)}"
        blocks.append(crossed(caption, head, rows))
    else:
        of_means = [_statistic(facts, name, Measure.MEAN) for name in means]
        blocks.append(by_variant(facts, "Mean per game.", of_means))
        some = [
            Entry(
                facts.noun(name), partial(facts.share_with_any, column=name), share=True
            )
            for name in plain
        ]
        # What every game has tells nothing.
        if telling := [
            each
            for each in some
            if any(each.of(variant).value != 1 for variant in facts.variants)
        ]:
            blocks.append(by_variant(facts, "Games with at least one.", telling))
        if largest := _largest(facts):
            of_each = [
                _statistic(facts, name, measure, f"{facts.noun(name)}, {title}")
                for name in largest
                for measure, title in _SPREAD.items()
            ]
            what = capital(join(list(map(facts.noun, largest))))
            blocks.append(by_variant(facts, f"{what} of a game.", of_each))
    blocks += _meanings(facts)
    if left := _unfinished(facts, repr(blocks)):
        blocks.append(Paragraph(left))
    blocks += cautions(facts, facts.counts)
    # The margin comes first, or else what the game is about.
    if len(facts.variants) <= MOST_PANELS:
        blocks.append(histogram_figure(facts, means[0]))
    return Section(
        f"{capital(facts.noun(means[0]))} in a game",
        tuple(blocks),
        lead=tuple(answer(facts)),
    )


def _unfinished(facts: Facts, shown: str) -> str:
    """Return how unfinished games count in what is shown; "" if all ended."""
    told = []
    if any(facts.endless(variant) for variant in facts.variants):
        told.append(
            "Where some games never end, what happens during a game has no mean. A game that repeats itself has shown "
            "all it will ever show, so shares of games with any and the longest of a game are complete."
        )
    if any(
        facts.unfinished(variant) > facts.endless(variant) for variant in facts.variants
    ):
        told.append(
            "Games that were stopped count as far as they were played: “≥” marks a lower bound."
        )
    elif told and AT_LEAST in shown:
        told.append(
            "“≥” marks a lower bound: such games count as far as they were played."
        )
    return " ".join(told)


def _statistic(facts: Facts, name: str, measure: Measure, title: str = "") -> Entry:
    return Entry(
        title or facts.noun(name),
        lambda variant: facts.interval(variant, name, measure),
    )


_WITHOUT_WEIGHT = {"a", "the", "that", "of", "by", "with", "in", "ha", "have"}


def _says_more(meaning: str, noun: str) -> bool:
    """Return whether a declaration says more than the name of the column, whose words it may only turn round."""
    stems = (
        {re.sub("(ed|s|,)+$", "", word) for word in text.split()}
        for text in (meaning, noun)
    )
    said, known = (words - _WITHOUT_WEIGHT for words in stems)
    return not said <= known | {"won", "scor"}


def _meanings(facts: Facts) -> list[Block]:
    told = {
        name: f"{facts.noun(name)} ({facts.meanings[name]})"
        for name in facts.counts
        if name in facts.meanings and _says_more(facts.meanings[name], facts.noun(name))
    }
    largest = [told.pop(name) for name in _largest(facts) if name in told]
    sentences = [f"What is counted: {'; '.join(told.values())}."] if told else []
    sentences += [f"Noted of every game: {'; '.join(largest)}."] if largest else []
    return [Paragraph(" ".join(sentences))] if sentences else []


def answer(facts: Facts) -> list[str]:
    """Return the statements on what is counted: the mean of the most common, and how often the rarer ones occur."""
    return [*_common_and_rare(facts), *chain_sentences(facts)]


def _common_and_rare(facts: Facts) -> list[str]:
    if not facts.single:
        return []
    only = facts.variants[0]
    first, plain = _with_mean(facts)[0], _plain(facts)
    if first == MARGIN:
        ahead = number_phrase(facts.interval(only, first, Measure.MEAN), named=True)
        return [f"The first player ends ahead by {ahead} on average."]
    rest = [name for name in plain if name != first]
    average, noun = facts.interval(only, first, Measure.MEAN), facts.noun(first)
    sentence = f"The mean {noun} is {number_phrase(average)}"
    if first in plain:
        sentence = f"A game has {number_phrase(average, noun)} on average"
    if average.value is None:
        sentence = f"There is no mean number of {noun}: some games never end"
    shares = {name: facts.share_with_any(only, name) for name in rest}
    rare = [
        f"{facts.noun(name)} in {share_phrase(share)}"
        for name, share in shares.items()
        if (share.value or 0) < 0.99
    ]
    return [f"{sentence}.", *([f"There are {join(rare)} of games."] if rare else [])]


def with_chain(facts: Facts, variant: str, wars: int) -> Interval:
    """Return the share of games with at least a number of wars in one round."""
    hist = facts.histogram(variant, LONGEST_WAR)
    return facts.out_of_all(hist.n - hist.count_at_most(wars - 1), variant)


def chain_sentences(facts: Facts) -> list[str]:
    """Return the statement on the longest chain of wars."""
    chains = {
        name: facts.histogram(name, LONGEST_WAR).largest or 0 for name in facts.variants
    }
    longest = max(chains.values(), default=0)
    if longest < 1:  # there were none, or they were not counted
        return []
    name = max(
        chains,
        key=lambda variant: (
            chains[variant],
            with_chain(facts, variant, longest).value or 0.0,
        ),
    )
    under = "" if facts.single else f" (under {quoted(name)})"
    share = share_phrase(with_chain(facts, name, longest))
    wars = "one war" if longest == 1 else f"{number_word(longest)} wars in one round"
    return [
        f"The longest chain seen is {wars}{under}, in {share} of games; a longer one is always possible."
    ]
