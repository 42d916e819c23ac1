"""``warlab compare``: the variants of a run, pairwise."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from reports.answer import first_screen
from reports.facts import Facts, gather
from reports.sections import tournament as sections_of
from reports.sections.comparison import comparison
from sim.commands import differences, effects, ranking
from sim.commands.options import Directory, Level, option
from sim.commands.printed import printed
from sim.contract.answer import Answer, Paragraph
from sim.contract.same_deals import in_common
from sim.counts.frames import table_of_differences
from sim.errors import UserError
from sim.runs import Run, open_run
from sim.runs.ranking import rankings
from sim.runs.results import Results
from sim.tournaments.standings import Tournament


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab compare``."""

    run: Directory
    level: Level = 0.95
    effects: Annotated[
        bool,
        option(
            "Show the effect of each rule of a grid on the length of a game, and how "
            "the effects depend on each other.",
            "",
            "--effects",
        ),
    ] = False
    rank: Annotated[
        list[str] | None,
        option(
            'Rank the variants by a mean or a share, such as "rounds mean" or "draw", '
            "in groups that cannot be told "
            "apart; may be repeated.",
            "STATISTIC",
        ),
    ] = None
    pairs: Annotated[
        bool,
        option(
            "Show all differences between every two variants, with p-values.",
            "",
            "--pairs",
        ),
    ] = False


@printed("csv", "json")
def compare(asked: Asked) -> Answer:
    """The comparison of a run's variants that was asked for."""
    run = open_run(asked.run)
    tournament = "tournament" if run.scenario.tournament else ""
    kind = "ranking" if asked.rank else tournament
    for name in ("effects", "pairs"):
        if kind and getattr(asked, name):
            what = f"it is no part of a {kind}"
            raise UserError(what, where=f"--{name}", cure="leave it out")
    if asked.rank:
        statistics = list(dict.fromkeys(asked.rank))
        found = rankings(run, statistics, asked.level, ranking.WHERE)
        common = in_common(run.game, [*run.scenario.rules.values()])
        return ranking.ranking_answer(run, found, asked.level, common)
    facts = gather(run, level=asked.level)
    if facts.tournament is not None:
        return _of_tournament(run, facts, facts.tournament)
    answered = of_variants(asked, run, facts)
    return replace(answered, data={"run": asked.run, **answered.data})


def of_variants(asked: Asked, run: Results, facts: Facts) -> Answer:
    """How variants differ: in their leading number, and in what was asked for.

    Parameters
    ----------
    asked
        What was typed.
    run, facts
        The games of the variants.
    """
    level = asked.level
    found = run.differences(level)
    rows = table_of_differences(found).to_dicts()
    screen = first_screen(facts)
    data: dict[str, Any] = {
        "verdict": screen.verdict,
        "headline": screen.headline,
        "level": level,
        "differences": rows,
    }
    if not found:
        nothing = f"{asked.run} has only one variant: nothing to compare."
        return Answer(headline=nothing, data=data)
    blocks = [*screen.blocks]
    if asked.pairs:
        blocks += differences.blocks(run, found, level)
    elif section := comparison(facts):
        more = "Every difference between two variants, with p-values: add --pairs"
        blocks += (*section.blocks, Paragraph(more))
    if asked.effects:
        part = effects.answer(run, level)
        data |= part.data
        blocks += part.blocks
        rows = part.data["effects"] or rows
    return replace(screen, blocks=tuple(blocks), data=data, rows=rows)


def _of_tournament(run: Run, facts: Facts, tournament: Tournament) -> Answer:
    """Who beats whom in a tournament, with intervals."""
    screen = first_screen(facts)
    meetings = tournament.matrix()
    sections = [sections_of.tournament(facts), sections_of.mixture(facts)]
    return replace(
        screen,
        blocks=(
            *screen.blocks,
            *(block for section in sections if section for block in section.blocks),
        ),
        data={
            "run": str(run.path),
            "verdict": screen.verdict,
            "headline": screen.headline,
            "level": tournament.level,
            "meetings": meetings.to_dicts(),
        },
        rows=meetings,
    )
