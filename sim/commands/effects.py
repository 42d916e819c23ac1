"""Effects of rules on the mean length of a game, and how they depend on each other."""

from collections.abc import Iterator, Sequence

from reports.numbers import level_text, p_value
from sim.commands.figures import doubts
from sim.contract.answer import Answer, Block, Number, Paragraph, Table
from sim.contract.columns import Column
from sim.counts.declarations import declared
from sim.counts.effects import effects, varied
from sim.counts.frames import table_of_differences
from sim.errors import UserError
from sim.options import setting_text
from sim.runs.results import Results
from sim.stats import Estimate


def answer(run: Results, level: float) -> Answer:
    """What each rule of a grid changes, and how these effects depend on each other.

    Parameters
    ----------
    run
        The games of the variants.
    level
        The level of the intervals.
    """
    column = _length_of(run)
    found = effects(run.counted, run.scenario.rules, column, level)
    rows = table_of_differences(found).drop("variant", "versus").to_dicts()
    blocks = tuple(_blocks(run, found, column.name, level)) if found else ()
    return Answer(blocks=blocks, data={"effects": rows}, rows=rows)


def _length_of(run: Results) -> Column:
    """The length by which the variants of a run are compared."""
    known = declared(run.game).lengths()
    if not known or known[0].name not in run.game.paired:
        raise UserError(
            f"{run.game.name} has no length to compare",
            where="--effects",
            cure="leave it out",
        )
    return known[0]


def _blocks(
    run: Results, found: Sequence[Estimate], noun: str, level: float
) -> Iterator[Block]:
    """The table of effects, and how to read it."""
    rows = tuple(
        (effect.statistic, Number.of(effect.interval), p_value(effect.p_holm))
        for effect in found
    )
    yield Table("", (f"effect on {noun}", "difference", "p"), rows)
    usual = ", ".join(
        setting_text(option, values[0])
        for option, values in varied(run.scenario.rules.values()).items()
    )
    tests = sum(effect.p_value is not None for effect in found)
    yield Paragraph(
        f"Against {usual}, averaged over the other options. What stands with “and” is "
        "how much the one changes the effect of the other. Intervals at "
        f"{level_text(level)} each, {found[0].interval.method}; p by Holm's method "
        f"over {tests} tests."
    )
    yield from map(Paragraph, doubts(found))
