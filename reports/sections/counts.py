"""Counts in a game, such as wars: means, how often there are any, and how they are spread."""

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
    share_cell,
)
from reports.sections.figures import histogram_figure
from reports.words import capital, join
from sim.contract.answer import Block, Cell, Paragraph, Section
from sim.contract.columns import Role
from sim.stats import Measure

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
    return Section(f"{capital(facts.noun(means[0]))} in a game", tuple(blocks))


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


def _meanings(facts: Facts) -> list[Block]:
    told = {
        name: f"{facts.noun(name)} ({facts.meanings[name]})"
        for name in facts.counts
        if facts.meanings.get(name, facts.noun(name)) != facts.noun(name)
    }
    largest = [told.pop(name) for name in _largest(facts) if name in told]
    sentences = [f"What is counted: {'; '.join(told.values())}."] if told else []
    sentences += [f"Noted of every game: {'; '.join(largest)}."] if largest else []
    return [Paragraph(" ".join(sentences))] if sentences else []
