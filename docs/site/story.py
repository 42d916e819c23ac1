"""The story: how long War lasts and why nobody agrees, from one game to ten billion.

Our own numbers are counted from games; those published elsewhere and that of ten billion
games are taken from the documents.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import polars as pl

from docs.figures.kept import kept as kept_figures
from docs.site import drawings, prose
from docs.site.drawings import Drawing, Point, Word
from docs.site.frame import Files, page, render
from docs.site.front import packets
from docs.site.rules import MINUTES
from reports.documents import document
from reports.numbers import decimals_for, duration, estimate, figures, fixed, whole
from reports.templating import markup
from sim.catalogue.kept import kept, rows_of
from sim.collect.driver import collected
from sim.collect.tasks import GamesTask
from sim.counts.queries import PLAYS
from sim.engine.replaying import replay
from sim.engine.rows import play
from sim.games import find_game
from sim.stats import Histogram, mean

FEW = (10, 100, 1000)
"""The numbers of single games that are shown as dots."""

MANY = 1_000_000
"""The games that the page counts."""

MOST_ROUNDS = 1200
"""The right end of the picture of single games."""

MOST_MINUTES = 60
"""The right end of the picture of games still going."""

MOST_MEAN_ROUNDS = 700
"""The right end of the picture of sets of rules."""

DOWN = (0, 1, 2, 3, 4)
"""The cards face down of the sets of rules that are shown."""

QUANTILES = (0.5, 0.9, 0.975)
"""The shares of games whose length the page gives."""

SHOWN = (
    "an encyclopedia",
    "nerdland.net",
    "helmstedt.dk",
    "polmath",
    "jouets.ababsurdo.fr",
)
"""Who published the figures that are shown."""

_TEN_BILLION = re.compile(
    r"lasts ([\d.]+) rounds on average \(([\d.]+)–([\d.]+),.*?took ([\d,]+) rounds",
    re.DOTALL,
)
_REPLAY = re.compile(r"^warlab replay war (\d+).*$", re.MULTILINE)


def pages(games: int = MANY, workers: int = 1) -> Files:
    """The page, for which so many games of the default rules are played."""
    lengths: list[int] = play("war", FEW[-1], seed=1)["rounds"].to_list()
    text = render(
        "pages/story.markdown",
        **_first_game(),
        **_first_games(lengths),
        **_all_games(lengths, games, workers),
        **_other_rules(),
        published=markup(_published()),
    )
    return page(
        "story.html",
        "The story of a long game",
        "How long a game of War lasts, and why nobody agrees: from one to ten billion.",
        prose.convert(text, "disagreements.md", html=True),
        styles=("pictures.css",),
    )


def _first_game() -> dict[str, Any]:
    """The course of the first game, its length, and how often the lead changed."""
    game = replay("war", 0, seed=1)
    held, cards = packets(game)
    ahead = [count > cards / 2 for count in held if count != cards / 2]
    return {
        "course": drawings.course(held, cards),
        "one": game.row,
        "one_minutes": duration(MINUTES * game.row["plays"]),
        "leads": sum(before != after for before, after in pairwise(ahead)),
    }


def _first_games(lengths: Sequence[int]) -> dict[str, Any]:
    """The lengths of the first ten to thousand games, with their means."""
    return {
        "ten": sorted(lengths[:10]),
        "means": {count: figures(sum(lengths[:count]) / count) for count in FEW},
        "half": sorted(lengths)[len(lengths) // 2],
        "single": _single(lengths),
    }


def _all_games(lengths: Sequence[int], games: int, workers: int) -> dict[str, Any]:
    """The games still going after some minutes, and the mean of more and more games."""
    war = find_game("war")
    task = GamesTask(war, {"": war.rules()}, 1)
    tallies = collected(task, games, workers=workers)
    lasting = tallies.histogram("", PLAYS)
    counted = mean(tallies.histogram("", "rounds")).finite
    ten_billion, longest, command = _ten_billion()
    return {
        "many": "a million" if games == MANY else whole(games),
        "going": _going(lasting),
        "minutes": {at: duration(MINUTES * lasting.quantile(at)) for at in QUANTILES},
        "rest": {spent: duration(_rest(lasting, spent)) for spent in (15, 30)},
        "sharper": [
            *_sharper(lengths),
            (whole(games), *_precision(*counted)),
            (whole(10**10), *_precision(*ten_billion)),
        ],
        "huge": f"{ten_billion[0]:.2f}",
        "longest": whole(longest),
        "watched": command,
    }


def _other_rules() -> dict[str, Any]:
    """How long games last under other rules, and how many never end."""
    return {
        "sets": _sets(),
        "usual": _mean("war-length", "one down"),
        "shuffled": _mean("war-length", "one down, shuffled"),
        "down": {
            down: _mean("face-down-cards", f"face_down={down}") for down in (0, 4)
        },
        "never": [
            f"{100 * _value(rules, 'unfinished'):.0f} %"
            for rules in ({"pickup": "seat"}, {"players": 3})
        ],
    }


def _ten_billion() -> tuple[list[float], int, str]:
    """The mean rounds of ten billion games with its ends, the longest, and how to replay that."""
    text = document("scale.md")
    found = _TEN_BILLION.search(text)
    command = _REPLAY.search(text)
    assert found is not None
    assert command is not None
    *interval, longest = (number.replace(",", "") for number in found.groups())
    return [float(number) for number in interval], int(longest), command[0]


def _rest(lasting: Histogram, spent: float) -> float:
    """How many minutes more the games last on average that are still going after some."""
    return MINUTES * lasting.at_least(round(spent / MINUTES) + 1).mean - spent


def _precision(value: Any, low: Any, high: Any) -> tuple[str, str]:
    """A mean, and how far off it may be."""
    return estimate(value, low, high), fixed((high - low) / 2, decimals_for(low, high))


def _sharper(lengths: Sequence[int]) -> Iterator[tuple[str, str, str]]:
    """The first games, the mean of their rounds, and how far off it may be."""
    for games in FEW:
        yield whole(games), *_precision(*mean(Histogram.of(lengths[:games])).finite)


def _single(lengths: Sequence[int]) -> Drawing:
    """Single games as dots, row by row ten times as many, with the mean of each row."""
    shapes = []
    words = []
    for row, games in enumerate(FEW):
        # Dots that would cover each other lie at different heights; which one lies
        # where means nothing.
        top = 4 + 34 * row
        places = [
            (100 * rounds / MOST_ROUNDS, top + 5 + 18 * (game * 0.618 % 1))
            for game, rounds in enumerate(lengths[:games])
            if rounds <= MOST_ROUNDS
        ]
        average = 100 * sum(lengths[:games]) / games / MOST_ROUNDS
        kind = "dot" if games < FEW[-1] else "dot fine"
        shapes.append((kind, drawings.dots(places)))
        shapes.append(("mark", f"M{average:.5g} {top}v28"))
        words.append(Word("row", 100, top, f"{whole(games)} games"))
    return Drawing(
        "Ten, a hundred and a thousand games, each a dot at its number of rounds: most "
        "lie left of the average.",
        tuple(shapes),
        (*words, *_scale_of(range(0, MOST_ROUNDS, 300), MOST_ROUNDS)),
    )


def _scale_of(values: range, last: float, unit: str = "") -> list[Word]:
    """The words below a picture that ends at a value."""
    return [
        Word("scale", 100 * value / last, 106, f"{value:,}{unit}") for value in values
    ]


def _going(lasting: Histogram) -> Drawing:
    """The share of games still going, minute by minute, with the median and one game in 40."""
    points = []
    for step in range(2 * MOST_MINUTES + 1):
        over = lasting.count_at_most(step / 2 / MINUTES) / lasting.n
        points.append((100 * step / 2 / MOST_MINUTES, 100 * over))
    words = _scale_of(range(0, MOST_MINUTES, 15), MOST_MINUTES, " min")
    marks = []
    for share, label in ((0.5, "half"), (0.975, "1 in 40")):
        place = 100 * MINUTES * lasting.quantile(share) / MOST_MINUTES
        marks.append(("mark", f"M{place:.5g} 100V{100 * share - 18:.5g}"))
        words.append(Word("beside", place, 100 * share - 24, label))
    return Drawing(
        "The share of games still going, falling ever more slowly.",
        (("first", drawings.area(points)), ("edge", drawings.line(points)), *marks),
        tuple(words),
    )


def _sets() -> Drawing:
    """The mean number of rounds of every set of rules for two players, by the cards face down."""
    means = kept().filter(pl.col("statistic") == "rounds mean")
    found: dict[str, list[Point]] = {"dot": [], "dot other": []}
    for text, value in means.select("rules", "value").iter_rows():
        rules = json.loads(text)
        down = rules.get("face_down", 1)
        # Other packs, more players and games that often never end are not shown.
        others = {"players", "jokers", "lowest"} & rules.keys()
        if down in DOWN and not others and rules.get("pickup") != "seat":
            shuffled = rules.get("pickup") == "shuffled" or "captured" in rules
            place = (100 * value / MOST_MEAN_ROUNDS, 12 + 19 * DOWN.index(down))
            found["dot other" if shuffled else "dot"].append(place)
    rows = [
        Word("row", 100, 12 + 19 * place, f"{down or 'none'} down")
        for place, down in enumerate(DOWN)
    ]
    return Drawing(
        "The average of every set of rules: the more cards go face down the shorter, and "
        "longer if they are shuffled.",
        tuple((kind, drawings.dots(points)) for kind, points in found.items()),
        (*rows, *_scale_of(range(0, MOST_MEAN_ROUNDS, 200), MOST_MEAN_ROUNDS)),
    )


def _value(rules: Mapping[str, Any], statistic: str) -> float:
    """A statistic of the catalogue under given rules of War."""
    return float(rows_of(rules).filter(pl.col("statistic") == statistic)["value"][0])


def _mean(scenario: str, variant: str) -> str:
    """The mean rounds of a variant, as the other documents have them."""
    return fixed(kept_figures(scenario)["numbers"][variant]["rounds mean"][0], 0)


def _published() -> str:
    """The table of some published figures, with rules that fit them."""
    text = document("disagreements.md")
    head, rule, *rows = [line for line in text.splitlines() if line.startswith("|")]
    chosen = [row for row in rows if any(f"| {who}" in row for who in SHOWN)]
    return "\n".join([head, rule, *chosen])
