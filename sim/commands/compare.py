"""``warlab compare``: the variants of a run, pairwise."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from reports.answer import first_screen
from reports.facts import Facts, gather
from reports.numbers import level_text
from sim.commands import differences, effects, ranking
from sim.commands.options import Directory, Level, option
from sim.commands.printed import printed
from sim.contract.answer import Answer, Listing, Number, Paragraph, Table
from sim.contract.same_deals import in_common
from sim.counts.queries import named_on_request
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
    _check_counted(run, asked.rank)
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


def _check_counted(run: Run, texts: Sequence[str] | None) -> None:
    """Refuse a column on request that the run did not count."""
    for name in named_on_request(run.game, texts or ()):
        if name not in run.scenario.columns:
            raise UserError(
                f"the games of this run were not asked for {name}",
                where=ranking.WHERE,
                cure=f"play a new run with --column {name}",
            )


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
    parts = [differences.from_the_first(facts, found)]
    if asked.pairs:
        parts = [differences.of_every_two(run, found, level)]
    if asked.effects:
        parts.append(effects.answer(run, level))
    screen = first_screen(facts)
    data = {"verdict": screen.verdict, "headline": screen.headline, "level": level}
    blocks = [*screen.blocks]
    rows = parts[0].rows
    for part in parts:
        data |= part.data
        blocks += part.blocks
        rows = part.rows or rows
    if not found:
        nothing = f"{asked.run} has only one variant: nothing to compare."
        return Answer(headline=nothing, data=data, rows=rows)
    return replace(screen, blocks=tuple(blocks), data=data, rows=rows)


def _of_tournament(run: Run, facts: Facts, tournament: Tournament) -> Answer:
    """Who beats whom in a tournament, with intervals."""
    screen = first_screen(facts)
    meetings = tournament.matrix()
    rows = tuple(
        (
            f"{meeting['policy']} against {meeting['against']}",
            _number_of(meeting, "margin"),
            _number_of(meeting, "wins", share=True),
        )
        for meeting in meetings.to_dicts()
    )
    level = level_text(tournament.level)
    reading = (
        "Averages over both seats (every game is played in both); intervals at "
        f"{level} each."
    )
    return replace(
        screen,
        blocks=(
            *screen.blocks,
            Table("", ("", "mean margin", "wins"), rows),
            Listing(str(tournament)),
            Paragraph(reading),
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


def _number_of(row: dict[str, Any], name: str, *, share: bool = False) -> Number:
    return Number(row[name], row[f"{name}_low"], row[f"{name}_high"], share=share)
