"""Requests: what is typed for ``warlab play`` and ``warlab run``."""

from dataclasses import dataclass
from typing import Annotated

from sim.commands import arguments, completing
from sim.commands.arguments import SCENARIO, argument, number_option, option
from sim.commands.screen import Csv, Rows
from sim.limits import MOST_BLOCK, MOST_GAMES

USUAL = 100_000
"""The games if no number is given."""

MOST_UNTIL = 10**8
"""The most games until a precision is reached if no number is given."""

_QUANTILE = (
    "Show the median of an amount, or a quantile: 'rounds 90 %'; may be repeated."
)
_BY = "Answer all of these also for each value of a column: aces."
_LASTED = "How much longer games take that have lasted so long, and how many end by the next: 0,100,200,300."
_LUCK = "Also say how much of the margin of two players is the deal, their play, and chance during play."
_DEALS = (
    "Play the deals of a file, one a line: 'A K 10 2', or the packets: '9 2 6 / 5 8 4'."
)
_POSTERIOR = "Also show how probable each share is, from a prior that favors nothing."


@dataclass(frozen=True)
class PlayRequest:
    """The words of ``warlab play``."""

    game: Annotated[
        str,
        argument(
            "The name of a game; `warlab games` lists them.",
            "GAME",
            autocompletion=completing.game_names,
        ),
    ]
    rule: arguments.Setting = None
    policies: arguments.Players = None
    games: Annotated[
        int | None,
        number_option(
            "--games",
            "How many games, such as 1e6 (default: 100_000); with --until, the most (default: 1e8).",
            1,
            MOST_GAMES,
            short="-n",
        ),
    ] = None
    seed: arguments.Seed = arguments.USUAL_SEED
    first: Annotated[
        int, number_option("--first", "The number of the first game.", metavar="K")
    ] = 0
    workers: arguments.Workers = None
    level: arguments.Level = 0.95
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
    quantile: Annotated[list[str] | None, option(_QUANTILE, "SQL")] = None
    by: Annotated[str | None, option(_BY, "COLUMN", "--by")] = None
    given: Annotated[
        str | None,
        option("Only count games that meet this condition: 'aces = 3'.", "SQL"),
    ] = None
    correlate: Annotated[
        list[str] | None,
        option(
            "Show how two columns go together: rounds,wars; may be repeated.", "A,B"
        ),
    ] = None
    column: arguments.Column = None
    lasted: Annotated[str | None, option(_LASTED, "N,N,...")] = None
    luck: Annotated[bool, option(_LUCK, "", "--luck")] = False
    posterior: Annotated[bool, option(_POSTERIOR, "", "--posterior")] = False
    until: arguments.Until = None
    seconds_per_play: arguments.SecondsPerPlay = None
    seconds_per_shuffle: arguments.SecondsPerShuffle = None
    rows: Rows = None
    csv: Csv = None
    deals: Annotated[str | None, option(_DEALS, "FILE")] = None
    whole: Annotated[
        bool,
        option(
            "Also print every statistic: means, medians, ranges and shares.",
            "",
            "--all",
        ),
    ] = False
    json: arguments.Json = False


_GAMES = "Games of each variant, such as 1e6, instead of the scenario's."
_FIRST = "The number of the first game (default: 0); warlab merge joins ranges."
_BACKEND = (
    "The worker pool: threading (the default), loky (processes) or dask (a cluster)."
)
_KEEP = "Keep a row for every game, or only the tallies."


@dataclass(frozen=True)
class RunRequest:
    """The words of ``warlab run``."""

    scenario: Annotated[str, SCENARIO]
    games: Annotated[
        int | None, number_option("--games", _GAMES, 1, MOST_GAMES, short="-n")
    ] = None
    seed: arguments.OtherSeed = None
    first: Annotated[int | None, number_option("--first", _FIRST, metavar="K")] = None
    out: Annotated[
        str | None,
        option(
            "The run directory (default: runs/NAME), or a URL such as s3://bucket/run.",
            "DIR",
        ),
    ] = None
    workers: arguments.Workers = None
    backend: Annotated[
        str | None, option(_BACKEND, "WORD", autocompletion=completing.backends)
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
        option("Resume an existing run: play the games that it lacks.", "", "--resume"),
    ] = False
    dry_run: Annotated[
        bool, option("Print what would be played, and play nothing.", "", "--dry-run")
    ] = False
    block_games: Annotated[
        int | None,
        number_option(
            "--block-games",
            "Games in a block, and so in a Parquet part.",
            1,
            MOST_BLOCK,
        ),
    ] = None
    keep_games: Annotated[
        bool | None, option(_KEEP, "", "--keep-games/--no-keep-games")
    ] = None
    until: arguments.Until = None
    seconds_per_play: arguments.SecondsPerPlay = None
    seconds_per_shuffle: arguments.SecondsPerShuffle = None
    column: arguments.Column = None
    csv: Csv = None
    json: arguments.Json = False
