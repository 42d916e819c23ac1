"""Requests: what is typed for ``warlab play`` and ``warlab run``."""

from dataclasses import dataclass
from typing import Annotated

from sim.commands import options
from sim.commands.arguments import USUAL_SEED
from sim.commands.options import number, option
from sim.limits import MOST_BLOCK, MOST_GAMES

USUAL = 100_000
"""The games if no number is given."""

MOST_UNTIL = 10**8
"""The most games until a precision is reached if no number is given."""


@dataclass(frozen=True)
class PlayRequest:
    """The words of ``warlab play``."""

    game: options.AnyGame
    rule: options.Setting = None
    policies: options.Players = None
    games: Annotated[
        int | None,
        number(
            "How many games, such as 1e6 (default: 100_000); with --until, the most "
            "(default: 1e8).",
            1,
            MOST_GAMES,
            "-n",
            "--games",
        ),
    ] = None
    seed: options.Seed = USUAL_SEED
    first: Annotated[int, number("The number of the first game.", metavar="K")] = 0
    workers: options.Workers = None
    level: options.Level = 0.95
    chance: Annotated[
        list[str] | None,
        option(
            "Show the chance of a condition: 'minutes > 60'; may be repeated.", "SQL"
        ),
    ] = None
    mean: Annotated[
        list[str] | None,
        option("Show the mean of an amount: 'rounds'; may be repeated.", "SQL"),
    ] = None
    quantile: Annotated[
        list[str] | None,
        option(
            "Show the median of an amount, or a quantile: 'rounds 90 %'; may be repeated.",
            "SQL",
        ),
    ] = None
    by: Annotated[
        str | None,
        option(
            "Also answer --chance, --mean and --quantile for each value of a column: aces.",
            "COLUMN",
        ),
    ] = None
    given: Annotated[
        str | None,
        option("Count only games that meet this condition: 'aces = 3'.", "SQL"),
    ] = None
    correlate: Annotated[
        list[str] | None,
        option(
            "Show the correlation of two columns: rounds,wars; may be repeated.", "A,B"
        ),
    ] = None
    column: options.Columns = None
    lasted: Annotated[
        str | None,
        option(
            "Show how much longer games last after so many rounds, and how many end by "
            "the next of these: 0,100,200,300.",
            "N,N,...",
        ),
    ] = None
    luck: Annotated[
        bool,
        option(
            "Also show how much of the margin between two players is due to the deal, to "
            "their play, and to chance during play.",
            "",
            "--luck",
        ),
    ] = False
    posterior: Annotated[
        bool,
        option(
            "Also show the posterior mean and interval of each share, from Jeffreys' prior.",
            "",
            "--posterior",
        ),
    ] = False
    until: options.Until = None
    seconds_per_play: options.SecondsPerPlay = None
    seconds_per_shuffle: options.SecondsPerShuffle = None
    rows: options.Rows = None
    csv: options.Csv = None
    deals: Annotated[
        str | None,
        option(
            "Play the deals of a file, one a line: 'A K 10 2', or the packets: '9 2 6 / 5 8 4'.",
            "FILE",
        ),
    ] = None
    whole: Annotated[
        bool,
        option(
            "Also print every statistic: means, medians, ranges and shares.",
            "",
            "--all",
        ),
    ] = False


@dataclass(frozen=True)
class RunRequest:
    """The words of ``warlab run``."""

    scenario: Annotated[str, options.SCENARIO]
    games: Annotated[
        int | None,
        number(
            "Games of each variant, such as 1e6, instead of the scenario's.",
            1,
            MOST_GAMES,
            "-n",
            "--games",
        ),
    ] = None
    seed: options.OtherSeed = None
    first: Annotated[
        int | None,
        number(
            "The number of the first game (default: 0); warlab merge joins ranges.",
            metavar="K",
        ),
    ] = None
    out: Annotated[
        str | None,
        option(
            "The run directory (default: runs/NAME), or a URL such as s3://bucket/run.",
            "DIR",
        ),
    ] = None
    workers: options.Workers = None
    backend: Annotated[
        str | None,
        option(
            "The worker pool: threading (the default), loky (processes) or dask (a cluster).",
            "WORD",
        ),
    ] = None
    scheduler: Annotated[
        str | None,
        option(
            "Play on an existing Dask cluster: tcp://HOST:PORT, or its scheduler file.",
            "ADDRESS",
        ),
    ] = None
    resume: Annotated[
        bool,
        option("Resume an existing run: play its missing games.", "", "--resume"),
    ] = False
    dry_run: Annotated[
        bool, option("Print what would be played, and play nothing.", "", "--dry-run")
    ] = False
    block_games: Annotated[
        int | None,
        number("Games in a block, which is also a Parquet part.", 1, MOST_BLOCK),
    ] = None
    keep_games: Annotated[
        bool | None,
        option(
            "Keep a row for every game, or only the tallies.",
            "",
            "--keep-games/--no-keep-games",
        ),
    ] = None
    until: options.Until = None
    seconds_per_play: options.SecondsPerPlay = None
    seconds_per_shuffle: options.SecondsPerShuffle = None
    column: options.Columns = None
    json: options.Json = False
