"""Measuring how often the intervals of tournaments, families, distributions and rare events cover."""

import math
from itertools import combinations

import numpy as np
import scipy.stats

import sim
from sim.contract.columns import WINNER
from sim.counts.counted import Key
from sim.counts.counting import count_values
from sim.counts.declarations import MARGIN, declared
from sim.counts.effects import effects
from sim.counts.keys import MARGIN_OF_ALL, WINS_OF_ALL, match_name
from sim.counts.tallies import Tallies
from sim.games import find_game
from sim.rare.answer import chance, mean_of
from sim.stats import (
    Histogram,
    Interval,
    Lengths,
    holm,
    mean,
    mean_difference,
)
from sim.stats.components import components
from sim.stats.paired import rarely_different
from sim.stats.regression import least_squares
from sim.stats.separate import difference_whatever_they_share
from sim.tournaments.meetings import meetings_of, of_all_meetings
from tests.support.decks import arrangements
from tests.verification.covering import (
    FEWER,
    LEVELS,
    counted,
    covers,
    lengths,
    median,
    row,
)

SIZES = (30, 100, 300, 1000, 10_000, 100_000)


def decided(holds, level):
    """Return an interval that covers 0 exactly if something holds."""
    return Interval(0.0, 0.0 if holds else 1.0, 1.0, level)


def seldom(rng, games):
    """Draw how often something happens that is zero in 29 of 30 games, else geometric with the mean 1.5."""
    hist = Histogram.of(rng.geometric(1 / 1.5, games) * (rng.random(games) < 1 / 30))
    return lambda level: mean(hist, level)


def mostly_alike(rng, games):
    """Draw differences of games of which one in ten differs, mostly by 1, one in fifty by 18 on average."""
    far = rng.geometric(1 / 18, games) * (rng.random(games) < 0.02)
    hist = Histogram.of(
        np.where(far > 0, far, rng.random(games) < 0.1).astype(np.int64)
    )
    return lambda level: rarely_different(hist, level).interval


def points(rng, games):
    """Draw the cards of four kinds that a player holds: each of the first kind wins .08 more often."""
    held = rng.multivariate_hypergeometric([4] * 4, 8, games)
    won = rng.random(games) < 0.5 + 0.08 * (held[:, 0] - 2)
    return lambda level: least_squares(held, won, np.full(4, 0.25), level)[0]


_WAR = find_game("war")
_GRID = {
    f"{down} {pickup}": _WAR.rules.of({"face_down": down, "pickup": pickup})
    for down in (1, 3)
    for pickup in ("seat", "shuffled")
}


def effect_tallies(own):
    """Count the rounds of variants, and all their differences."""
    entries = {
        Key(name, "", "rounds"): count_values(each) for name, each in own.items()
    }
    for first, second in combinations(own, 2):
        entries[Key(second, first, "rounds")] = count_values(own[second] - own[first])
    return Tallies(entries)


def contrast(rng, games):
    """Draw four variants with the same luck; the two rules together add 8 to what each adds alone."""
    luck, *more = (
        lengths(rng, games, rate) for rate in (0.005, 0.01, 0.01, 0.01, 0.01)
    )
    rounds = [luck, luck + more[0], luck + more[1], luck + more[2] + more[3] + 8]
    own = dict(zip(_GRID, rounds, strict=True))
    tallies, column = effect_tallies(own), declared(_WAR).columns["rounds"]
    return lambda level: effects(tallies, _GRID, column, level)[-1].interval


def conditional_means(rng, games):
    """Draw two variants on the same deals; one game in three counts, mostly the same ones."""
    second = lengths(rng, games)
    first = second + rng.integers(0, 100, games)
    luck = rng.random(games)
    hists = (
        Histogram.of(first[luck < 0.33]),
        Histogram.of(second[(luck > 0.03) & (luck < 0.36)]),
    )
    return lambda level: difference_whatever_they_share(
        *(mean(hist, level) for hist in hists)
    )


def meeting(figure):
    """Return what draws the two games of a deal: one point better in each, and the same luck of the deal in both."""

    def draw(rng, games):
        deal = rng.normal(0, 3, games)
        here, there = (
            np.rint(rng.normal(gain, 5, games) + deal).astype(np.int64)
            for gain in (1, -1)
        )
        winners = [np.select([own > 0, own < 0], [0, 1], -1) for own in (here, there)]
        first, second = match_name("a", "b"), match_name("b", "a")
        entries = {Key(second, first, MARGIN): count_values(there - here)}
        entries[Key(second, first, WINNER, WINNER)] = count_values(
            winners[1], winners[0]
        )
        tallies = Tallies(entries)
        return lambda level: getattr(
            meetings_of(tallies, [("a", "b")], level, 100)["a", "b"], figure
        )

    return draw


def ranking(place):
    """Return what draws the six games of a policy on a deal, all with the luck of the deal."""

    def draw(rng, games):
        margins = np.rint(
            rng.normal(0, 3, (games, 1)) + rng.normal(1, 5, (games, 6))
        ).astype(np.int64)
        totals = {
            MARGIN_OF_ALL: margins.sum(axis=1),
            WINS_OF_ALL: (margins > 0).sum(axis=1),
        }
        tallies = Tallies(
            {Key("a", "", name): count_values(own) for name, own in totals.items()}
        )
        return lambda level: of_all_meetings(tallies, "a", 3, level, 100)[place]

    return draw


EFFECTS = (0, 0, 0, 1, 5)


def family(rng, games):
    """Draw five differences with one luck, three of them zero: whether Holm rejects none of these."""
    luck = rng.normal(0, 5, games)
    hists = [
        Histogram.of(np.rint(rng.normal(own, 5, games) + luck).astype(np.int64))
        for own in EFFECTS
    ]

    def at(level):
        p_values = holm([mean_difference(hist, level).p_value for hist in hists])
        wrong = any(
            (p_value or 1) <= 1 - level
            for p_value, own in zip(p_values, EFFECTS, strict=True)
            if not own
        )
        return decided(not wrong, level)

    return at


def hazards(rng, games):
    """Draw lengths: how many end in each hundred rounds, all at once."""
    own = Lengths(Histogram.of(lengths(rng, games)))
    return lambda level: decided(
        all(
            covers(one, 1 - 0.995**100)
            for one in own.hazards(range(0, 1001, 100), level)
        ),
        level,
    )


def rest(measure):
    """Return what draws lengths, and how much longer those take that have lasted 300 rounds."""

    def draw(rng, games):
        left = Lengths(Histogram.of(lengths(rng, games))).after(300)
        return lambda level: (
            left.mean(level) if measure == "mean" else left.quantile(0.5, level)
        )

    return draw


def luck(part):
    """Return what draws deals with a luck of variance 4, a gain of 1 with variance 1, and chance of variance 9."""

    def draw(rng, games):
        deal, gain = rng.normal(0, 2, (games, 1, 1)), rng.normal(1, 1, (games, 1, 1))
        found = (
            deal
            + np.array([1, -1])[None, :, None] * gain
            + rng.normal(0, 3, (games, 2, 2))
        )
        return lambda level: getattr(components(found, level), part)

    return draw


def splitting(samples, repetitions):
    """Return how often repetitions of splitting cover a chance that all 2,520 deals of a small deck give."""
    rules = {"highest": 5, "copies": 2, "face_down": 0}
    played = sim.play("war", deals=arrangements(range(2, 6), 2), rules=rules)
    truth = float((played["rounds"] - 5 * played["wars"] >= 12).mean())
    held, plain = [], []
    for seed in range(FEWER):
        found = chance(
            "war",
            "rounds - 5 * wars >= 12",
            rules=rules,
            samples=samples,
            moves=2,
            repetitions=repetitions,
            seed=seed,
        )
        ends = [mean_of(found.repetitions, samples, level) for level in LEVELS]
        held.append([covers(one, truth) for one in ends])
        plain.append(not found.interval.warning)
    return row(
        f"chance by splitting, {samples:,} deals of a small deck",
        repetitions,
        np.array(held),
        np.array(plain, bool),
    )


def more():
    """Yield the coverage of tournaments, families, distributions, splitting, and luck and skill."""
    won = 1 - float(scipy.stats.norm.cdf((0.5 - 1) / math.sqrt(34)))
    least, most = SIZES[0], SIZES[-1]
    kinds = (
        ("mean of what happens in one game in 30", seldom, 0.05, 100, most),
        (
            "paired mean, mostly alike, few far apart",
            mostly_alike,
            0.02 * 18 + 0.98 * 0.1,
            100,
            most,
        ),
        ("points of a card, by least squares", points, 0.06, 100, 10_000),
        ("effect of two rules together", contrast, 8, least, 10_000),
        ("difference of conditional means", conditional_means, 49.5, least, most),
        ("mean margin of a meeting", meeting("margin"), 1, least, most),
        ("games won in a meeting", meeting("wins"), won, least, most),
        ("mean margin in a ranking", ranking(0), 1, least, most),
        ("games won in a ranking", ranking(1), won, least, most),
        (
            "no false rejection by Holm, 3 of 5 true",
            family,
            0,
            least,
            most,
        ),
        ("games that end in each 100 rounds, all at once", hazards, 0, least, most),
        ("mean of the rest after 300 rounds", rest("mean"), 200, least, most),
        (
            "median of the rest after 300 rounds",
            rest("median"),
            median(0.5),
            least,
            most,
        ),
        ("share of the variance: the deal", luck("deal"), 4 / 15, least, most),
        ("share of the variance: play", luck("play"), 2 / 15, least, most),
        ("share of the variance: chance", luck("chance"), 9 / 15, least, most),
    )
    for name, draw, truth, fewest, many in kinds:
        for games in SIZES:
            if fewest <= games <= many:
                yield counted(name, games, draw, truth)
    yield splitting(200, 30)
    yield splitting(4000, 20)
