"""The games of ``warlab play``, and the answer that is told of them."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from reports.answer import first_screen
from reports.contents import evidence
from reports.facts import Facts, gather
from reports.numbers import level_text
from sim.collect.driver import collect
from sim.commands import additions, arguments, figures, queries
from sim.commands.progress import progress_line, rate
from sim.commands.requests import MOST_UNTIL, USUAL, PlayRequest
from sim.commands.screen import save
from sim.contract.answer import Answer, Block, Paragraph
from sim.contract.columns import Role
from sim.contract.game import Game
from sim.contract.policy import policies_table, seat_name, seats_under
from sim.contract.rules import GameRules
from sim.contract.vocabulary import seat_word
from sim.counts.answers import answers
from sim.counts.declarations import declared
from sim.counts.frames import table
from sim.counts.queries import SHUFFLES, named_on_request, pace_words
from sim.counts.stopping import check_aims
from sim.counts.tallies import Tallies
from sim.engine.pieces import Columns
from sim.engine.playing import warm_up
from sim.engine.rows import check_room, frame
from sim.errors import UserError, reported_at
from sim.games import find_game
from sim.machine.workers import Workers
from sim.runs.results import Results
from sim.runs.work import games_of
from sim.scenario import Scenario
from sim.scenario.models import SECONDS_PER_PLAY, Report
from sim.scenario.precision import read_until
from sim.scenario.variants import Variant
from sim.stats import Estimate, Unfinished
from sim.stats.regression import correlation
from sim.tournaments.luck import FEWEST, Luck
from sim.tournaments.luck import luck as find_luck
from sim.words import games_words, numbers_words

Pairs = tuple[tuple[str, str], ...]
"""Pairs of columns whose correlation is asked for."""


@dataclass(frozen=True)
class Played:
    """Games that have been played and counted in memory.

    Attributes
    ----------
    results
        What was played, with as many games as were, and the counts.
    first
        The number of the first game.
    blocks
        The rows, by the first game of each block; empty if none are kept.
    seconds
        How long playing took.
    why
        Why the games were enough for a wanted precision, or not; empty without one.
    """

    results: Results
    first: int
    blocks: Mapping[int, Columns]
    seconds: float
    why: str


def answer(asked: PlayRequest, rules: GameRules) -> Answer:
    """Play games and answer what was asked of them.

    Parameters
    ----------
    asked
        What was typed; the rows of the games are written here if they are asked for.
    rules
        The rules that were typed, with the players.

    Returns
    -------
    Answer
    """
    scenario = _scenario(asked, rules)
    game = find_game(asked.game)
    rules = scenario.rules[""]
    level = asked.level
    points = [] if asked.lasted is None else queries.lengths_of(game, asked.lasted)
    _check_rows(asked, scenario)
    pairs = tuple(
        dict.fromkeys(
            queries.pair_of(game, rules, text) for text in asked.correlate or ()
        )
    )
    workers = arguments.worker_count(asked.workers)
    played = play(scenario, asked.first, workers, pairs)
    made = played.results.scenario
    counted = played.results.counted
    if asked.rows is not None:
        in_order = [played.blocks[first] for first in sorted(played.blocks)]
        save(asked.rows, frame(game, rules, asked.first, in_order))
    answered = [
        *answers(counted, scenario.queries, game, "", level),
        *(_correlation(counted, game, pair, level) for pair in pairs),
    ]
    unasked = Results(replace(made, queries=()), counted)
    statistics = unasked.estimates(level)
    facts = gather(unasked, level=level)
    screen = first_screen(facts)
    data = _values(asked, played, screen.headline)
    blocks_of_all, values = _more(asked, played, [*answered, *statistics], points)
    first = [*screen.blocks]
    if answered:
        asked_first = figures.asked_table(answered, _pace(scenario))
        first = [asked_first, Paragraph(screen.headline), *first]
        screen = replace(screen, headline="", numbers=())
    whole = _statistics(facts) if asked.whole else ()
    more = "Every statistic, with medians and ranges: add --all"
    found = table([*answered, *statistics]).drop("variant")
    return replace(
        screen,
        blocks=(
            *first,
            *_about(played),
            *whole,
            *blocks_of_all,
            *([Paragraph(played.why)] if played.why else []),
            *([] if asked.whole else [Paragraph(more)]),
        ),
        cautions=(*figures.doubts(answered), *screen.cautions),
        data={
            **data,
            "statistics": found.to_dicts(),
            **values,
        },
        rows=found,
    )


def _scenario(asked: PlayRequest, rules: GameRules) -> Scenario:
    """What is played: a scenario of one variant, without a name."""
    game = find_game(asked.game)
    rules = _with_columns(game, rules, asked)
    pace = asked.seconds_per_play or SECONDS_PER_PLAY, asked.seconds_per_shuffle or 0.0
    until = read_until(asked.until, "--until", asked.level) if asked.until else None
    wanted = tuple(queries.queries_of(game, rules, asked, pace))
    if until is not None:
        check_aims(game, {"": rules}, (), until, wanted, "--until")
    return Scenario(
        game.title,
        "",
        game.name,
        asked.games or (MOST_UNTIL if asked.until else USUAL),
        asked.seed,
        (Variant("", rules),),
        keep_games=asked.rows is not None,
        precision=until,
        report=Report(*pace),
        queries=wanted,
    )


def _check_rows(asked: PlayRequest, scenario: Scenario) -> None:
    """Refuse rows that would not fit, before anything is played.

    With --until nobody knows how many there will be: then a single one is checked.
    """
    if asked.rows is None:
        return
    if asked.rows == asked.csv:
        cure = "give another name"
        raise UserError("it is the file of --csv", where="--rows", cure=cure)
    with reported_at("--rows"):
        games = 1 if asked.until else scenario.games
        check_room(find_game(scenario.game), scenario.rules[""], games)


def _with_columns(game: Game, rules: GameRules, asked: PlayRequest) -> GameRules:
    """The rules, with the columns that were asked for."""
    rules = game.asking(rules, asked.column or [], "--column")
    texts = [asked.given or "", asked.by or ""]
    for more in (
        asked.chance,
        asked.mean,
        asked.quantile,
        asked.correlate,
        asked.until,
    ):
        texts += more or []
    rules = game.asking(rules, [*rules.columns, *named_on_request(game, texts)])
    if asked.seconds_per_shuffle:
        rules = game.asking(rules, [*rules.columns, SHUFFLES], "--seconds-per-shuffle")
    return rules


def play(scenario: Scenario, first: int, workers: int, pairs: Pairs = ()) -> Played:
    """Play a scenario in memory, until it is known well enough if that is asked.

    Parameters
    ----------
    scenario
        What is played; its rows are kept if there is one variant.
    first
        The number of the first game.
    workers
        The number of threads.
    pairs
        Pairs of columns that are counted together.
    """
    task = games_of(scenario)
    tables = tuple(dict.fromkeys((*task.game.tables, *pairs)))
    task = replace(task, game=replace(task.game, tables=tables))
    games = (first, first + scenario.games)
    blocks = dict[int, Columns]()
    warm_up(task.game, list(task.rules.values()), task.seed)
    start = time.perf_counter()
    steps = collect(task, games, Workers(workers), task.until(scenario.precision))
    with progress_line(scenario.games) as tell, closing(steps):
        for step in steps:
            tell(step.games_done)
            if step.done is not None and step.done.rows:
                (blocks[step.done.block.first],) = step.done.rows
    seconds = time.perf_counter() - start
    why = ""
    if step.verdict is not None:
        ended = "Stopped" if step.is_known else "Not known as well as was asked"
        done = games_words(step.games_done)
        why = f"{ended} after {done}: {step.verdict.reason}."
    made = replace(scenario, games=step.counted.games)
    return Played(Results(made, step.counted), first, blocks, seconds, why)


def _correlation(
    tallies: Tallies, game: Game, pair: tuple[str, str], level: float
) -> Estimate:
    """The correlation of two columns; of the winner's, in games that somebody won."""
    cells = tallies.cross_table("", *pair)
    known = declared(game).columns
    won = any(known[name].role is Role.OF_WINNER for name in pair)
    for place, name in enumerate(pair):
        if known[name].role is Role.OF_WINNER:
            cells = {both: n for both, n in cells.items() if both[place] >= 0}
    interval = correlation(cells, level)
    if tallies.unfinished("") and interval.value is not None and not won:
        interval = interval.counting(Unfinished.AS_THEY_STAND)
    name = f"correlation of {pair[0]} and {pair[1]}"
    return Estimate("", "", name, interval, sum(cells.values()))


def _values(asked: PlayRequest, played: Played, headline: str) -> dict[str, Any]:
    """What was played, as plain values."""
    rules = played.results.rules("")
    return {
        "headline": headline,
        **({"why": played.why} if played.why else {}),
        "game": played.results.game.name,
        "rules": rules.as_dict(),
        **policies_table(rules),
        "seed": asked.seed,
        "first": asked.first,
        "games": played.results.counted.games,
        "seconds": round(played.seconds, 3),
        "level": asked.level,
    }


def _pace(scenario: Scenario) -> str:
    """The pace that minutes rest on, if minutes are asked for."""
    if not any(query.asks_for_minutes for query in scenario.queries):
        return ""
    game = find_game(scenario.game)
    report = scenario.report
    pace = pace_words(game, report.seconds_per_play, report.seconds_per_shuffle)
    return f"Minutes at {pace}."


def _about(played: Played) -> Iterator[Block]:
    """What was played, and how fast."""
    game = played.results.game
    rules = played.results.rules("")
    games = played.results.counted.games
    seed = played.results.scenario.seed
    numbers = numbers_words(played.first, played.first + games - 1)
    took = f"{played.seconds:.1f} s, {rate(games, played.seconds)}"
    lines = [
        f"{game.title}: {games_words(games)}, {numbers} of seed {seed}; {took}",
        f"Rules: {arguments.setting_words(rules) or 'all options at their defaults'}",
    ]
    seats = seats_under(game.policies, rules) if game.policies is not None else ()
    if seats:
        players = (
            f"the {seat_word(seat)} {seat_name(policy)}"
            for seat, policy in enumerate(seats)
        )
        lines.append(f"Players: {', '.join(players)}")
    yield Paragraph("\n".join(lines))


def _statistics(facts: Facts) -> Iterator[Block]:
    """Every statistic of the game, as the tables of a report have it."""
    for section in evidence(facts):
        yield from section.blocks
    methods = figures.procedures(found.interval for found in facts.estimates)
    level = level_text(facts.level)
    yield Paragraph(f"Intervals at {level} each, by {' or '.join(methods)}.")


def _more(
    asked: PlayRequest,
    played: Played,
    statistics: Iterable[Estimate],
    points: list[int],
) -> tuple[list[Block], dict[str, Any]]:
    """What ``--lasted``, ``--luck`` and ``--posterior`` ask for, and its plain values."""
    blocks = list[Block]()
    values = dict[str, Any]()
    level = asked.level
    if asked.luck:
        luck = _luck(played, arguments.worker_count(asked.workers), level)
        values |= {"luck": luck.table().to_dicts(), "deals": luck.deals}
    if asked.posterior:
        excluded = set(played.results.rules("").excluded)
        if not played.results.game.can_be_drawn:
            excluded.add("draw")
        beliefs = additions.posteriors(statistics, level, excluded)
        values |= {"prior": additions.PRIOR, "posterior": beliefs}
    if points:
        length = declared(played.results.game).lengths()[0]
        lengths = played.results.counted.lengths("", length)
        lasted = additions.lasted(lengths, points, level)
        values["lasted"] = additions.lasted_values(lasted)
        blocks += additions.lasted_blocks(lasted, level, length.name)
    if asked.luck:
        blocks += additions.luck_blocks(luck)
    if asked.posterior and beliefs:
        blocks += additions.posterior_blocks(beliefs, level)
    return blocks, values


def _luck(played: Played, workers: int, level: float) -> Luck:
    """What luck and skill contribute.

    A quarter of the games are deals, each played four times.
    """
    game = played.results.game
    rules = played.results.rules("")
    games = played.results.counted.games
    if game.policies is None:
        raise UserError(
            f"the players of {game.name} have nothing to choose",
            where="--luck",
            cure="leave it out",
        )
    if games // 4 < FEWEST:
        raise UserError(
            f"{games_words(games)} {'is' if games == 1 else 'are'} too few",
            where="--luck",
            cure=f"each deal is played four times: give --games {4 * FEWEST} or more",
        )
    with reported_at("--luck", within=True):
        return find_luck(
            game.name,
            seats_under(game.policies, rules),
            games // 4,
            seed=played.results.scenario.seed,
            rules=rules.changed(),
            workers=workers,
            level=level,
        )
