"""``warlab compare RUN --rank``: orders, intervals and groups, against the rows."""

from itertools import combinations

import polars as pl
import pytest

import sim
from sim.stats import Histogram, holm, mcnemar, mean_difference
from tests.support.command_line import refusal, warlab

GRID = """
title = "Ties"
game = "casino-war"
games = 4000
seed = 3

[vary]
decks = [1, 2, 8]
tie_bet = [9, 10, 14]

[chances]
"a war that is won, if there is one" = { chance = "result = 'war-win'", given = "wagered = 2" }
"""
NAMES = "tie_net mean", "result win"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run of nine variants: more than are compared pairwise while they are counted."""
    path = tmp_path_factory.mktemp("ranking")
    (path / "grid.toml").write_text(GRID)
    sim.run(path / "grid.toml", out=path / "run")
    return path / "run"


def told_apart(run, names):
    """The pairs of variants whose p-values, all in one family, are at most 5 %: from the rows."""
    rows = {
        name: own.sort("game")
        for (name,), own in sim.open_run(run).games().collect().group_by("variant")
    }
    tests = {}
    for first, second in combinations(sorted(rows), 2):
        one, other = rows[first], rows[second]
        more = (one["tie_net"] - other["tie_net"]).to_numpy()
        tests["tie_net mean", first, second] = mean_difference(Histogram.of(more))
        wins, others = one["result"] == "win", other["result"] == "win"
        only = (wins & ~others).sum(), (~wins & others).sum()
        tests["result win", first, second] = mcnemar(*only, len(one))
    asked = {pair: test for pair, test in tests.items() if pair[0] in names}
    p_values = holm([test.p_value for test in asked.values()])
    return {
        pair
        for pair, p_value in zip(asked, p_values, strict=True)
        if p_value is not None and p_value <= 0.05
    }


@pytest.mark.parametrize("names", [NAMES[:1], NAMES])
def test_variants_share_a_letter_exactly_if_holm_does_not_tell_them_apart(
    played, names
):
    rows = warlab(
        "compare",
        played,
        *(word for name in names for word in ("--rank", name)),
        "--json",
    ).json
    own = {
        (row["statistic"], row["variant"]): {*row["groups"]} for row in rows["ranking"]
    }
    found = {
        (name, first, second)
        for name in names
        for first, second in combinations(
            sorted(variant for one, variant in own if one == name), 2
        )
        if own[name, first].isdisjoint(own[name, second])
    }
    assert found == told_apart(played, names)
    assert 0 < len(found) < 36 * len(names)


def test_a_ranking_has_each_value_of_the_summary_from_the_lowest_on(played, tmp_path):
    said = warlab(
        "compare", played, "--rank", NAMES[0], "--csv", tmp_path / "ranking.csv"
    )
    summary = (
        sim.open_run(played)
        .summary()
        .filter(pl.col("statistic") == NAMES[0])
        .sort("value")
    )
    ranked = pl.read_csv(tmp_path / "ranking.csv")
    columns = ["value", "low", "high"]
    assert ranked.select(columns).equals(summary.select(columns))
    assert ranked["rank"].to_list() == list(range(1, 10))
    assert [
        line.split("  ")[0]
        for line in said.out.splitlines()
        if line.startswith("decks")
    ] == (ranked["variant"].to_list())


def test_what_is_ranked_is_a_mean_or_a_share(played):
    conditional = "a war that is won, if there is one"
    assert (
        len(warlab("compare", played, "--rank", conditional, "--json").json["ranking"])
        == 9
    )
    assert "unknown statistic of a ranking 'net median'" in refusal(
        "compare", played, "--rank", "net median"
    )
    assert "did you mean 'net mean'" in refusal(
        "compare", played, "--rank", "nett mean"
    )


def test_variants_that_end_in_ways_of_their_own_have_one_table_of_games(tmp_path):
    (tmp_path / "ends.toml").write_text(
        'title = "Ends"\ngame = "war"\ngames = 60\nseed = 1\n[vary]\nstop_after = [0, 30]\n'
    )
    rows = sim.run(tmp_path / "ends.toml", out=tmp_path / "run").games().collect()
    ended = {name: set(own["ending"]) for (name,), own in rows.group_by("variant")}
    assert "stopped" in ended["stop_after=30"]
    assert "stopped" not in ended["stop_after=0"]
    ranked = warlab(
        "compare", tmp_path / "run", "--rank", "ending stopped", "--json"
    ).json["ranking"]
    assert [row["variant"] for row in ranked] == ["stop_after=30"]
