"""``warlab play``: a quick answer in the terminal; no files. What plays is loaded when something is played."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from reports.numbers import level_text
from sim.commands import arguments, completing
from sim.commands.arguments import (
    Column,
    Json,
    Level,
    Players,
    SecondsPerPlay,
    SecondsPerShuffle,
    Seed,
    Setting,
    Until,
    Workers,
    argument,
    number_option,
    option,
)
from sim.commands.progress import progress_line, rate
from sim.commands.screen import Csv, Rows, save, show, show_by, show_json
from sim.errors import UserError, reported_at, unknown
from sim.limits import MOST_GAMES, games_words, numbers_words

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.counts.queries import Query
    from sim.counts.tallies import Tallies
    from sim.stats import Estimate
    from sim.stats.precision import Precision
    from sim.tournaments.luck import Luck

USUAL = 100_000
"""The games if no number is given."""

MOST_UNTIL = 10**8
"""The most games until a precision is reached if no number is given."""

Chance = Annotated[
    list[str] | None,
    option("Show the chance of a condition: 'minutes > 60'; may be repeated.", "SQL"),
]
Mean = Annotated[
    list[str] | None,
    option("Show the mean of an amount: 'rounds'; may be repeated.", "SQL"),
]
Given = Annotated[
    str | None,
    option("Only count games that meet this condition: 'aces = 3'.", "SQL"),
]
Correlate = Annotated[
    list[str] | None,
    option("Show how two columns go together: rounds,wars; may be repeated.", "A,B"),
]
Whole = Annotated[bool, option("Also print every statistic: means, medians, ranges and shares.", "", "--all")]
Lasted = Annotated[
    str | None,
    option(
        "How much longer games take that have lasted so long, and how many end by the next: 0,100,200,300.",
        "N,N,...",
    ),
]
LuckAndSkill = Annotated[
    bool,
    option(
        "Also say how much of the margin of two players is the deal, their play, and chance during play.",
        "",
        "--luck",
    ),
]
Name = Annotated[
    str,
    argument("The name of a game; `warlab games` lists them.", "GAME", autocompletion=completing.game_names),
]
Games = Annotated[
    int | None,
    number_option(
        "--games",
        "How many games, such as 1e6 (default: 100_000); with --until, the most (default: 1e8).",
        1,
        MOST_GAMES,
        short="-n",
    ),
]
First = Annotated[int, number_option("--first", "The number of the first game.", metavar="K")]


def play(
    game: Name,
    rule: Setting = None,
    policies: Players = None,
    games: Games = None,
    seed: Seed = arguments.USUAL_SEED,
    first: First = 0,
    workers: Workers = None,
    level: Level = 0.95,
    chance: Chance = None,
    mean: Mean = None,
    given: Given = None,
    correlate: Correlate = None,
    column: Column = None,
    lasted: Lasted = None,
    luck: LuckAndSkill = False,
    until: Until = None,
    seconds_per_play: SecondsPerPlay = None,
    seconds_per_shuffle: SecondsPerShuffle = None,
    rows: Rows = None,
    csv: Csv = None,
    whole: Whole = False,
    json: Json = False,
) -> None:
    """Run ``warlab play``."""
    from reports.answer.screen import answer_of_games
    from reports.terminal import show_answer
    from sim.commands import figures
    from sim.contract.policy import policies_table
    from sim.counts.answers import answers
    from sim.counts.declarations import declared
    from sim.counts.queries import SHUFFLES
    from sim.counts.stopping import check_aims
    from sim.counts.summary import Summary, table
    from sim.engine.playing import play as play_rows
    from sim.games import find_game
    from sim.scenario.models import SECONDS_PER_PLAY, Report
    from sim.scenario.precision import read_until
    from sim.stats import Histogram, Lengths

    chosen = find_game(game)
    rules = arguments.policies_of(chosen, arguments.rules_of(chosen, rule), policies)
    rules = chosen.asking(rules, column or [], "--column")
    at = {"seed": seed, "first": first, "games": games or (MOST_UNTIL if until else USUAL)}
    pace = (seconds_per_play or SECONDS_PER_PLAY, seconds_per_shuffle or 0.0)
    if seconds_per_shuffle:
        rules = chosen.asking(rules, [*rules.columns, SHUFFLES], "--seconds-per-shuffle")
    points = _points(chosen, lasted) if lasted else []
    queries = _queries(chosen, rules, chance or [], mean or [], given or "", pace)
    precision = read_until(until, "--until", level) if until else None
    if precision is not None:
        check_aims(chosen, {"": rules}, (), precision, queries, "--until")
    pairs = [_pair(chosen, rules, text) for text in correlate or []]
    counted = replace(chosen, tables=tuple(dict.fromkeys((*chosen.tables, *pairs))))
    tallies, seconds, why = _play(counted, rules, at, arguments.worker_count(workers), queries, precision)
    at["games"] = tallies.games
    statistics = Summary.of_rules(tallies, chosen, {"": rules}).estimates(level)
    asked = list(answers(tallies, queries, chosen, "", level))
    asked += [_correlation(tallies, pair, level) for pair in dict.fromkeys(pairs)]
    answer = answer_of_games(chosen, rules, tallies, Report(*pace), seed=at["seed"], level=level)
    found = table([*asked, *statistics]).drop("variant")
    save(csv, found)
    if rows is not None:
        # Played once more: counting keeps none.
        own: dict[str, Any] = {
            **at,
            **policies_table(rules),
            "rules": rules.changed(),
            "columns": rules.columns,
        }
        save(rows, play_rows(chosen.name, workers=arguments.worker_count(workers), **own))
    parts = _luck(chosen, rules, at, arguments.worker_count(workers), level) if luck else None
    lengths = tallies.lengths("", declared(chosen).lengths()[0]) if points else Lengths(Histogram())
    if json:
        played = {"game": chosen.name, "rules": rules.as_dict(), **policies_table(rules), **at}
        stopped = {"why": why} if why else {}
        about = {"headline": answer.headline, **stopped, **played, "seconds": round(seconds, 3)}
        more = {"luck": parts.table().to_dicts()} if parts else {}
        more |= {"lasted": figures.lasted_values(lengths, points, level)} if points else {}
        show_json({**about, "level": level, "statistics": found.to_dicts(), **more})
    else:
        if asked:
            show(*figures.answers_table(asked), *figures.pace(queries, chosen, *pace), "")
        show_by(lambda page: show_answer(answer, page, alone=True))
        _played(chosen, rules, at, seconds)
        if whole:
            show("", figures.counts_table(statistics), "", figures.shares_table(statistics), "")
            show(*figures.notes(statistics, level_text(level)))
        if points:
            show("", *figures.lasted_table(lengths, points, level, declared(chosen).lengths()[0].name))
        if parts:
            show("", *figures.luck_table(parts))
        if why:
            show(why)
        if not whole:
            show("Every statistic, with medians and ranges: add --all")


def _points(game: Game, text: str) -> list[int]:
    """Return the lengths of --lasted, in order."""
    from sim.counts.declarations import declared

    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and len(word) < 12 for word in words):
        raise UserError(f"{text!r} is no list of lengths", where="--lasted", cure="write it as 0,100,300")
    if not declared(game).lengths():
        raise UserError(f"{game.name} has no length", where="--lasted", cure="leave it out")
    return sorted({int(word) for word in words})


def _luck(game: Game, rules: GameRules, at: dict[str, int], workers: int, level: float) -> Luck:
    """Return what luck and skill contribute, from a quarter of the games as deals, each played four times."""
    from sim.contract.policy import seats_under
    from sim.tournaments.luck import luck as find_luck

    if game.policies is None:
        raise UserError(
            f"the players of {game.name} have nothing to choose", where="--luck", cure="leave it out"
        )
    seats, deals = seats_under(game.policies, rules), max(2, at["games"] // 4)
    with reported_at("--luck", within=True):
        return find_luck(
            game.name, seats, deals, seed=at["seed"], rules=rules.changed(), workers=workers, level=level
        )


def _queries(
    game: Game, rules: GameRules, chances: list[str], means: list[str], given: str, pace: tuple[float, float]
) -> list[Query]:
    """Return what is asked besides the game's own statistics, checked."""
    from sim.counts.queries import Kind, Query, check_query, seconds_of

    if given and not chances and not means:
        raise UserError("nothing is asked given this", where="--given", cure="add --chance or --mean")
    queries = []
    for kind, texts in ((Kind.CHANCE, chances), (Kind.MEAN, means)):
        for text in texts:
            query = Query("", kind, text, given, seconds_of(game, *pace))
            query = replace(query, name=f"{kind} of {query.words}")
            check_query(query, game, game.columns_under(rules), f"--{kind}")
            queries.append(query)
    return list(dict.fromkeys(queries))


def _pair(game: Game, rules: GameRules, text: str) -> tuple[str, str]:
    """Return the two columns of a correlation."""
    columns = {column.name: column for column in game.columns_under(rules) if column.is_measured}
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or names[0] == names[1]:
        raise UserError(f"{text!r} is not two columns", where="--correlate", cure="write it as rounds,wars")
    for name in names:
        if name not in columns:
            raise unknown("column that counts", name, columns, where="--correlate")
    return names[0], names[1]


def _correlation(tallies: Tallies, pair: tuple[str, str], level: float) -> Estimate:
    from sim.stats import Estimate, Unfinished
    from sim.stats.regression import correlation

    interval = correlation(tallies.cross_table("", *pair), level)
    if tallies.unfinished("") and interval.value is not None:
        interval = interval.counting(Unfinished.AS_THEY_STAND)
    return Estimate("", "", f"correlation of {pair[0]} and {pair[1]}", interval, tallies.games)


def _play(
    game: Game,
    rules: GameRules,
    at: dict[str, int],
    workers: int,
    queries: list[Query],
    precision: Precision | None,
) -> tuple[Tallies, float, str]:
    """Return the tallies of the games, the seconds that playing them took, and why they were enough or not."""
    from sim.counts.stopping import looks, verdict
    from sim.counts.tallies import Tallies
    from sim.engine.playing import warm_up
    from sim.runs.counting import count_games

    tallies, result = Tallies(), None
    with progress_line(at["games"]) as tell:
        warm_up(game, [rules], at["seed"], tell.compiling)
    with progress_line(at["games"]) as tell:
        start = time.perf_counter()
        for look in looks(precision, at["games"]):
            done = tallies.games

            def follow(now: int, done: int = done) -> None:
                tell(done + now)

            first = at["first"]
            tallies += count_games(
                game, rules, at["seed"], range(first + done, first + look), workers, follow, queries
            )
            result = verdict(tallies, game, {"": rules}, precision, queries)
            if result is not None and result.met:
                break
        seconds = time.perf_counter() - start
    if result is None:
        return tallies, seconds, ""
    stopped = "Stopped" if result.met else "Not known as well as was asked"
    return tallies, seconds, f"{stopped} after {games_words(tallies.games)}: {result.reason}."


def _played(game: Game, rules: GameRules, at: dict[str, int], seconds: float) -> None:
    """Say what was played, and how fast."""
    from sim.contract.policy import seat_name, seats_under
    from sim.contract.vocabulary import seat_word

    games, seed, first = at["games"], at["seed"], at["first"]
    played = numbers_words(first, first + games - 1)
    seats = seats_under(game.policies, rules) if game.policies is not None else ()
    players = [f"the {seat_word(seat)} {seat_name(each)}" for seat, each in enumerate(seats)]
    show(
        "",
        f"{game.title}: {games_words(games)}, {played} of seed {seed}; "
        f"{seconds:.1f} s, {rate(games, seconds)}",
        f"Rules: {arguments.setting_words(rules) or 'all options at their defaults'}",
        *([f"Players: {', '.join(players)}"] if players else []),
    )
