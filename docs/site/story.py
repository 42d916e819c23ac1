"""The story: how long War lasts and why nobody agrees, from one game to ten billion; every number is from games."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import polars as pl

from docs.site import pictures, prose
from docs.site.atlas import page as yours
from docs.site.atlas.tables import QUANTILES, Table
from docs.site.front import MINUTES, held
from docs.site.page import Page, Part
from docs.site.pictures import Drawing
from docs.site.shell import LIVE
from docs.site.templates import render
from reports import documents
from reports.numbers import decimals_for, duration, estimate, figures, fixed, whole
from reports.templating import markup
from sim.catalogue.kept import kept, rows_of
from sim.engine.playing import play
from sim.engine.replaying import replay
from sim.stats import Histogram, mean

PATH = "story/"

RULES = "2-1-lose-winner-first-0-all"
"""Warlab's default rules, as the page of the reader's own rules names them."""

FEW = (10, 100, 1000)
MOST_ROUNDS = 1200  # the right end of the picture of single games
LONGEST = 700  # and of the averages of the sets of rules
DOWN = (0, 1, 2, 3, 4)
SHOWN = (
    "an encyclopedia",
    "nerdland.net",
    "helmstedt.dk",
    "polmath",
    "jouets.ababsurdo.fr",
)
"""Who published the figures that are shown."""

_HUGE = re.compile(
    r"lasts ([\d.]+) rounds on average \(([\d.]+)–([\d.]+),.*?took ([\d,]+) rounds",
    re.DOTALL,
)
_REPLAY = re.compile(r"^warlab replay war (\d+).*$", re.MULTILINE)


def part(tables: Mapping[str, Table]) -> Part:
    """Return the page; none without the games of the default rules."""
    if RULES not in tables:
        return Part(())
    table, first = tables[RULES], replay("war", 0, seed=1)
    played = play("war", FEW[-1], seed=1)
    lengths: list[int] = played["rounds"].to_list()
    own, cards = held(first)
    ahead = [count > cards / 2 for count in own if count != cards / 2]
    minutes = [MINUTES * value for value, *_ in table["quantiles"]]
    huge, watched = _scale()
    body = render(
        "pages/story.html.j2",
        course=pictures.course(own, cards),
        one=first.row,
        one_minutes=duration(MINUTES * first.row["plays"]),
        leads=sum(before != after for before, after in pairwise(ahead)),
        ten=sorted(lengths[:10]),
        means={games: figures(sum(lengths[:games]) / games) for games in FEW},
        many="a million" if table["games"] == 10**6 else whole(table["games"]),
        half=sorted(lengths)[len(lengths) // 2],
        single=_single(lengths),
        going=_going(table),
        minutes={
            share: duration(value)
            for share, value in zip(QUANTILES, minutes, strict=True)
        },
        rest={spent: duration(_rest(table, spent)) for spent in (15, 30)},
        sharper=[
            *_sharper(lengths),
            (table["games"], *_give(table["rounds"])),
            (10**10, *_give(huge[:3])),
        ],
        huge=huge[0],
        longest=whole(int(huge[3])),
        watched=watched,
        sets=_sets(),
        usual=_kept({}),
        shuffled=_kept({"pickup": "shuffled"}),
        down={down: _kept({"face_down": down}) for down in (0, 4)},
        never=[
            f"{100 * _value(rules, 'unfinished'):.0f} %"
            for rules in ({"pickup": "seat"}, {"players": 3})
        ],
        published=markup(_published()),
        yours=yours.PATH,
        live=LIVE,
    )
    about = "How long a game of War lasts, and why nobody agrees: from one game to ten billion."
    return Part(
        (
            Page(
                PATH,
                "The story of a long game",
                about,
                body,
                "story",
                styles=("pictures.css",),
            ),
        )
    )


def _scale() -> tuple[list[float], str]:
    """Return of ten billion games the mean with its ends and the longest, and the command that replays that."""
    text = documents.document("scale.md")
    found, command = _HUGE.search(text), _REPLAY.search(text)
    assert found is not None
    assert command is not None
    return [float(number.replace(",", "")) for number in found.groups()], command[0]


def _rest(table: Table, spent: float) -> float:
    """Return how many minutes more the games last on average that are still going after some."""
    step: float = MINUTES * table["step"]
    left: list[int] = table["over"][round(spent / step) :]
    return step * sum(left) / left[0]


def _give(ends: list[float]) -> tuple[str, str]:
    """Return a mean, and how far off it may be."""
    value, low, high = ends
    return estimate(value, low, high), fixed((high - low) / 2, decimals_for(low, high))


def _sharper(lengths: list[int]) -> Iterator[tuple[int, str, str]]:
    for games in FEW:
        found = mean(Histogram.of(lengths[:games]))
        yield (
            games,
            *_give([end or 0.0 for end in (found.value, found.low, found.high)]),
        )


def _single(lengths: list[int]) -> Drawing:
    """Return single games as dots, row by row ten times as many, with the mean of each row."""
    shapes, words = [], []
    for row, games in enumerate(FEW):
        # Dots that would cover each other lie at different heights; which one lies where means nothing.
        top = 4 + 34 * row
        places = [
            (100 * rounds / MOST_ROUNDS, top + 5 + 18 * (game * 0.618 % 1))
            for game, rounds in enumerate(lengths[:games])
        ]
        at = sum(x for x, _ in places) / games
        shapes += [
            (
                "dot" if games < FEW[-1] else "dot fine",
                pictures.dots(p for p in places if p[0] <= 100),
            )
        ]
        shapes += [("mark", f"M{at:.5g} {top}v28")]
        words += [("row", 100.0, float(top), f"{whole(games)} games")]
    ends = [
        ("scale", 100 * rounds / MOST_ROUNDS, 106.0, f"{rounds:,}")
        for rounds in range(0, MOST_ROUNDS, 300)
    ]
    alt = "Ten, a hundred and a thousand games, each a dot at its number of rounds: most lie left of the average."
    return Drawing(alt, tuple(shapes), (*words, *ends))


def _going(table: Table) -> Drawing:
    """Return the share of games still going, minute by minute, with the median and one game in 40."""
    last = 60.0
    minutes = [MINUTES * table["step"] * place for place in range(len(table["over"]))]
    points = [
        (100 * at / last, 100 - 100 * over / table["games"])
        for at, over in zip(minutes, table["over"], strict=True)
        if at <= last
    ]
    words = [("scale", 100 * at / last, 106.0, f"{at} min") for at in (0, 15, 30, 45)]
    marks = []
    for share, said in ((0.5, "half"), (0.975, "1 in 40")):
        at = 100 * MINUTES * table["quantiles"][QUANTILES.index(share)][0] / last
        marks.append(("mark", f"M{at:.5g} 100V{100 * share - 18:.5g}"))
        words.append(("beside", at, 100 * share - 24, said))
    return Drawing(
        "The share of games still going, falling ever more slowly.",
        (("first", pictures.area(points)), ("edge", pictures.line(points)), *marks),
        tuple(words),
    )


def _sets() -> Drawing:
    """Return the mean number of rounds of every set of rules for two players, by the cards face down."""
    means = kept().filter(pl.col("statistic") == "rounds mean")
    found: dict[str, list[pictures.Point]] = {"dot": [], "dot other": []}
    for text, value in means.select("rules", "value").iter_rows():
        rules = json.loads(text)
        down = rules.get("face_down", 1)
        if (
            down in DOWN
            and not {"players", "jokers", "lowest"} & rules.keys()
            and rules.get("pickup") != "seat"
        ):
            shuffled = rules.get("pickup") == "shuffled" or "captured" in rules
            found["dot other" if shuffled else "dot"].append(
                (100 * value / LONGEST, 12 + 19 * DOWN.index(down))
            )
    words = [
        ("row", 100.0, 12 + 19.0 * place, f"{down or 'none'} down")
        for place, down in enumerate(DOWN)
    ]
    words += [
        ("scale", 100 * rounds / LONGEST, 106.0, str(rounds))
        for rounds in range(0, LONGEST, 200)
    ]
    alt = "The average of every set of rules: the more cards go face down the shorter, and longer if they are shuffled."
    return Drawing(
        alt,
        tuple((kind, pictures.dots(points)) for kind, points in found.items()),
        tuple(words),
    )


def _value(rules: Mapping[str, Any], statistic: str) -> float:
    return float(rows_of(rules).filter(pl.col("statistic") == statistic)["value"][0])


def _kept(rules: Mapping[str, Any]) -> str:
    return fixed(_value(rules, "rounds mean"), 0)


def _published() -> str:
    lines = [
        line
        for line in documents.document("disagreements.md").splitlines()
        if line.startswith("|")
    ]
    chosen = [line for line in lines[2:] if any(f"| {who}" in line for who in SHOWN)]
    return prose.convert(
        "\n".join([*lines[:2], *chosen]),
        lambda link: documents.leads("disagreements.md", link),
    ).html
