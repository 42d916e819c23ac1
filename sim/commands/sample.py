"""Sample: the games of ``warlab play``, and the answers that are shown of them."""

import re
import time
from contextlib import closing
from dataclasses import replace
from typing import Any

from reports.answer.screen import answer_of_games
from reports.numbers import level_text
from sim.collect.driver import collect
from sim.collect.tasks import GamesTask
from sim.commands import arguments, figures
from sim.commands.progress import progress_line, rate
from sim.commands.requests import MOST_UNTIL, USUAL, PlayRequest
from sim.commands.screen import give, save
from sim.contract.game import Game
from sim.contract.policy import policies_table, seat_name, seats_under
from sim.contract.rules import GameRules
from sim.contract.vocabulary import seat_word
from sim.counts.answers import answers
from sim.counts.declarations import declared
from sim.counts.queries import (
    SHUFFLES,
    Kind,
    Query,
    by_groups,
    check_query,
    pace_words,
    seconds_of,
)
from sim.counts.stopping import check_aims
from sim.counts.summary import Summary, table
from sim.counts.tallies import Tallies
from sim.engine.pieces import Columns
from sim.engine.playing import check_room, frame, warm_up
from sim.errors import UserError, reported_at, unknown
from sim.games import find_game
from sim.limits import games_words, numbers_words
from sim.machine.workers import Workers
from sim.options import fields_of
from sim.scenario.models import SECONDS_PER_PLAY, Report
from sim.scenario.precision import read_until
from sim.stats import Estimate, Unfinished
from sim.stats.precision import Precision
from sim.stats.regression import correlation
from sim.tournaments.luck import Luck
from sim.tournaments.luck import luck as find_luck


def play_sample(asked: PlayRequest) -> None:
    """Play games and show the answers."""
    from reports.terminal import show as show_answer

    game, level = find_game(asked.game), asked.level
    rules = _rules(game, asked)
    at = {"seed": asked.seed, "first": asked.first}
    at["games"] = asked.games or (MOST_UNTIL if asked.until else USUAL)
    pace = asked.seconds_per_play or SECONDS_PER_PLAY, asked.seconds_per_shuffle or 0.0
    workers = arguments.worker_count(asked.workers)
    points = _points(game, asked.lasted) if asked.lasted else []
    queries = _queries(game, rules, asked, pace)
    precision = read_until(asked.until, "--until", level) if asked.until else None
    if precision is not None:
        check_aims(game, {"": rules}, (), precision, queries, "--until")
    if asked.rows is not None:
        if asked.rows == asked.csv:
            raise UserError(
                "it is the file of --csv", where="--rows", cure="give another name"
            )
        with reported_at("--rows"):
            check_room(game, rules, 1 if asked.until else at["games"])
    pairs = [_pair(game, rules, text) for text in asked.correlate or []]
    counted = replace(game, tables=tuple(dict.fromkeys((*game.tables, *pairs))))
    blocks: dict[int, Columns] = {}
    task = GamesTask(
        counted, {"": rules}, asked.seed, queries, keep=asked.rows is not None
    )
    tallies, seconds, why = _play(task, at, workers, precision, blocks)
    at["games"] = tallies.games
    statistics = Summary.of_rules(tallies, game, {"": rules}).estimates(level)
    answered = list(answers(tallies, queries, game, "", level))
    answered += [_correlation(tallies, pair, level) for pair in dict.fromkeys(pairs)]
    answer = answer_of_games(
        game, rules, tallies, Report(*pace), seed=at["seed"], level=level
    )
    found = table([*answered, *statistics]).drop("variant")
    players = policies_table(rules)
    if asked.rows is not None:
        kept = [blocks[number] for number in sorted(blocks)]
        save(asked.rows, frame(game, rules, at["first"], kept))
    luck = _luck(game, rules, at, workers, level) if asked.luck else None
    length = declared(game).lengths()[:1]
    lasted = (
        figures.lasted(tallies.lengths("", length[0]), points, level) if points else []
    )
    beliefs = (
        figures.posteriors([*answered, *statistics], level) if asked.posterior else {}
    )
    about: dict[str, Any] = {
        "headline": answer.headline,
        **({"why": why} if why else {}),
    }
    about |= {"game": game.name, "rules": rules.as_dict(), **players, **at}
    about |= {
        "seconds": round(seconds, 3),
        "level": level,
        "statistics": found.to_dicts(),
    }
    about |= {"luck": luck.table().to_dicts(), "deals": luck.deals} if luck else {}
    about |= {"prior": figures.PRIOR, "posterior": beliefs} if asked.posterior else {}
    about |= {"lasted": figures.lasted_values(lasted)} if lasted else {}
    parts: list[Any] = figures.answers_table(answered) if answered else []
    if any(query.asks_for_minutes for query in queries):
        parts.append(f"Minutes at {pace_words(game, *pace)}.")
    parts += [""] * bool(answered)
    parts += [
        lambda page: show_answer(answer, page, picture=False),
        *_played(game, rules, at, seconds),
    ]
    if asked.whole:
        parts += [
            "",
            figures.counts_table(statistics),
            "",
            figures.shares_table(statistics),
            "",
        ]
        parts += figures.notes(statistics, level_text(level))
    if lasted:
        parts += ["", *figures.lasted_table(lasted, level, length[0].name)]
    parts += ["", *figures.luck_table(luck)] if luck else []
    parts += ["", *figures.posterior_table(beliefs, level)] if beliefs else []
    parts += [why] if why else []
    parts += (
        [] if asked.whole else ["Every statistic, with medians and ranges: add --all"]
    )
    give(about, *parts, **fields_of(asked, "json", "csv"), rows=found)


def _rules(game: Game, asked: PlayRequest) -> GameRules:
    """Return the rules, with the players and the columns that were asked for."""
    rules: GameRules
    rules = arguments.policies_of(
        game, arguments.rules_of(game, asked.rule), asked.policies
    )
    rules = game.asking(rules, asked.column or [], "--column")
    if asked.seconds_per_shuffle:
        rules = game.asking(rules, [*rules.columns, SHUFFLES], "--seconds-per-shuffle")
    return rules


def _points(game: Game, text: str) -> list[int]:
    """Return the lengths of --lasted, in order."""
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,11}", word) for word in words):
        raise UserError(
            f"{text!r} is no list of lengths",
            where="--lasted",
            cure="write it as 0,100,300",
        )
    if not declared(game).lengths():
        raise UserError(
            f"{game.name} has no length", where="--lasted", cure="leave it out"
        )
    return sorted({int(word) for word in words})


def _luck(
    game: Game, rules: GameRules, at: dict[str, int], workers: int, level: float
) -> Luck:
    """Return what luck and skill contribute, from a quarter of the games as deals, each played four times."""
    if game.policies is None:
        raise UserError(
            f"the players of {game.name} have nothing to choose",
            where="--luck",
            cure="leave it out",
        )
    seats, deals = seats_under(game.policies, rules), at["games"] // 4
    with reported_at("--luck", within=True):
        return find_luck(
            game.name,
            seats,
            deals,
            seed=at["seed"],
            rules=rules.changed(),
            workers=workers,
            level=level,
        )


def _queries(
    game: Game, rules: GameRules, asked: PlayRequest, pace: tuple[float, float]
) -> list[Query]:
    """Return what is asked besides the game's own statistics, checked."""
    queries = []
    for kind in Kind:
        for text in getattr(asked, kind) or []:
            amount, share = _quantile(text) if kind is Kind.QUANTILE else (text, 0.5)
            query = Query(
                "", kind, amount, asked.given or "", seconds_of(game, *pace), share
            )
            check_query(query, game, game.columns_under(rules), f"--{kind}")
            queries += by_groups(query, asked.by or "", game, rules, "--by")
    for where, word in (("--given", asked.given), ("--by", asked.by)):
        if word == "":
            raise UserError("it is empty", where=where, cure="leave it out")
        if word and not queries:
            raise UserError(
                "nothing is asked",
                where=where,
                cure="add --chance, --mean or --quantile",
            )
    named = (
        replace(each, name=f"{each.measure_words} of {each.words}") for each in queries
    )
    return list(dict.fromkeys(named))


def _quantile(text: str) -> tuple[str, float]:
    """Return the amount and the share of a quantile, by default the median."""
    match = re.fullmatch(r"\s*(.*\S)\s+(\d+\.?\d*)\s*%\s*", text)
    if match is None:
        return text, 0.5
    share = float(match[2]) / 100
    if not 0 < share < 1:
        raise UserError(
            f"{match[2]} % is no quantile",
            where="--quantile",
            cure='write it as "rounds 90 %"',
        )
    return match[1], share


def _pair(game: Game, rules: GameRules, text: str) -> tuple[str, str]:
    """Return the two columns of a correlation."""
    columns = {
        column.name: column
        for column in game.columns_under(rules)
        if column.is_measured
    }
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or names[0] == names[1]:
        raise UserError(
            f"{text!r} is not two columns",
            where="--correlate",
            cure="write it as rounds,wars",
        )
    for name in names:
        if name not in columns:
            raise unknown("column that counts", name, columns, where="--correlate")
    return names[0], names[1]


def _correlation(tallies: Tallies, pair: tuple[str, str], level: float) -> Estimate:
    interval = correlation(tallies.cross_table("", *pair), level)
    if tallies.unfinished("") and interval.value is not None:
        interval = interval.counting(Unfinished.AS_THEY_STAND)
    return Estimate(
        "", "", f"correlation of {pair[0]} and {pair[1]}", interval, tallies.games
    )


def _play(
    task: GamesTask,
    at: dict[str, int],
    workers: int,
    precision: Precision | None,
    blocks: dict[int, Columns],
) -> tuple[Tallies, float, str]:
    """Return the tallies of the games, the seconds that playing them took, and why they were enough or not."""
    first, games = at["first"], at["games"]
    with progress_line(games) as tell:
        warm_up(task.game, list(task.rules.values()), task.seed, tell.compiling)
    start = time.perf_counter()
    steps = collect(
        task, (first, first + games), Workers(workers), task.until(precision)
    )
    with progress_line(games) as tell, closing(steps):
        for step in steps:
            tell(step.games_done)
            if step.done is not None and step.done.rows:
                (blocks[step.done.block.first],) = step.done.rows
    seconds = time.perf_counter() - start
    if step.verdict is None:
        return step.counted, seconds, ""
    stopped = "Stopped" if step.is_known else "Not known as well as was asked"
    why = f"{stopped} after {games_words(step.games_done)}: {step.verdict.reason}."
    return step.counted, seconds, why


def _played(
    game: Game, rules: GameRules, at: dict[str, int], seconds: float
) -> list[str]:
    """Return what was played, and how fast."""
    games, seed, first = at["games"], at["seed"], at["first"]
    played, took = (
        numbers_words(first, first + games - 1),
        f"{seconds:.1f} s, {rate(games, seconds)}",
    )
    seats = seats_under(game.policies, rules) if game.policies is not None else ()
    players = [
        f"the {seat_word(seat)} {seat_name(each)}" for seat, each in enumerate(seats)
    ]
    return [
        "",
        f"{game.title}: {games_words(games)}, {played} of seed {seed}; {took}",
        f"Rules: {arguments.setting_words(rules) or 'all options at their defaults'}",
        *([f"Players: {', '.join(players)}"] if players else []),
    ]
