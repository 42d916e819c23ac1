"""The page "Your rules": the rule sets, their figures against a run's, and the answers in a browser's own script."""

from pathlib import Path

import polars as pl
import pytest

import sim
from docs.site.__main__ import play_rules
from docs.site.atlas.grid import (
    FACE_DOWN,
    FIGHTERS,
    JOKERS,
    PLAYERS,
    RUN_OUT,
    USUAL,
    WON,
    RuleSet,
    rule_sets,
)
from docs.site.atlas.tables import QUANTILES, Table, curve, table
from sim.collect.driver import collected
from sim.collect.tasks import GamesTask
from sim.games import find_game
from sim.stats import Histogram, Lengths
from tests.support.scripts import value_of

GAMES = 3000
WAR = find_game("war")


def counted(rule_set: RuleSet, games: int = GAMES) -> Table:
    return table(
        rule_set,
        games,
        collected(GamesTask(WAR, {"": WAR.rules.of(rule_set.rules)}, 1), games),
    )


def test_there_is_an_answer_for_every_choice_and_none_twice() -> None:
    sets = list(rule_sets())
    keys = {one.key for one in sets}
    assert len(sets) == len(keys) >= 150
    assert USUAL in keys
    for one in sets:
        assert WAR.rules.of(one.rules).changed() == one.rules
    assert len({str(sorted(one.rules.items())) for one in sets}) == len(sets)
    for name, values in {
        "players": PLAYERS, "face_down": FACE_DOWN, "run_out": RUN_OUT, "won": WON, "jokers": JOKERS,
        "fighters": FIGHTERS,
    }.items():  # fmt: skip
        assert {getattr(one, name) for one in sets} == {*values}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("run_out", ["all-in", "fewest"])
def test_what_is_left_out_means_the_same(players: int, run_out: str) -> None:
    """Without face-down cards, a player short of cards has none, however the rest is laid."""
    rules = {"players": players, "face_down": 0, "pickup": "shuffled"}
    losing = sim.play("war", games=2000, seed=5, rules=rules)
    assert losing.equals(
        sim.play("war", games=2000, seed=5, rules={**rules, "run_out": run_out})
    )
    assert not losing.equals(
        sim.play("war", games=2000, seed=5, rules={**rules, "run_out": "last-card"})
    )


def test_the_figures_are_those_of_a_run_of_the_same_scenario(tmp_path: Path) -> None:
    rule_set = RuleSet(2, 3, "all-in", "shuffled", 2, "all")
    (tmp_path / "mine.toml").write_text(rule_set.scenario(GAMES))
    run = sim.run(tmp_path / "mine.toml", out=tmp_path / "run")
    known = {row["statistic"]: row for row in run.summary().iter_rows(named=True)}
    found = counted(rule_set)

    def ends(statistic: str) -> list[float]:
        return [known[statistic][end] for end in ("value", "low", "high")]

    for name in ("plays", "rounds", "wars"):
        assert found[name] == pytest.approx(ends(f"{name} mean"), rel=1e-6)
    for share, statistic in (
        (0.5, "plays median"),
        (0.025, "plays low"),
        (0.975, "plays high"),
    ):
        if statistic in known:
            assert found["quantiles"][QUANTILES.index(share)] == ends(statistic)
    assert "plays median" in known
    games = run.games().collect()
    assert found["ran_out"] == games.filter(pl.col("ending") == "run-out").height
    assert found["draws"] == games.filter(pl.col("winner") == -1).height
    assert found["longest"] == games["plays"].max()
    for place, count in enumerate(found["over"]):
        assert count == games.filter(pl.col("plays") > place * found["step"]).height
    for held, (dealt, won) in enumerate(found["aces"]):
        of_these = games.filter(pl.col("aces") == held)
        assert [dealt, won] == [
            of_these.height,
            of_these.filter(pl.col("winner") == 0).height,
        ]


def test_endless_games_have_no_mean_and_stay_on_the_curve() -> None:
    found = counted(RuleSet(3, 1, "lose", "winner-first", 0, "all"), 200)
    assert found["endless"] > 50
    assert found["plays"] is None
    assert found["over"][0] == 200
    assert found["over"][-1] >= found["endless"]
    assert found["quantiles"][-1][0] is None


def test_a_curve_of_few_games_by_hand() -> None:
    assert curve(Lengths(Histogram([400], [10]))) == (5, [10] * 80 + [0])
    assert curve(Lengths(Histogram(), endless=Histogram([7], [3]))) == (1, [3])


def test_tables_are_played_once_and_again_when_another_sample_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets = [
        RuleSet(2, 1, "lose", "winner-first", 0, "all"),
        RuleSet(2, 4, "lose", "winner-first", 0, "all"),
    ]
    monkeypatch.setattr("docs.site.__main__.rule_sets", lambda: iter(sets))
    first = play_rules(tmp_path / "kept", 200, 1)
    assert list(first) == [one.key for one in sets]
    files = {
        path.name: path.stat().st_mtime_ns for path in (tmp_path / "kept").iterdir()
    }
    assert set(files) == {f"{one.key}.json" for one in sets}
    again = play_rules(tmp_path / "kept", 200, 2)
    assert again == first
    assert files == {
        path.name: path.stat().st_mtime_ns for path in (tmp_path / "kept").iterdir()
    }
    more = play_rules(tmp_path / "kept", 300, 1)
    assert {one["games"] for one in more.values()} == {300}
    (tmp_path / "kept" / f"{sets[0].key}.json").write_text("{")
    assert play_rules(tmp_path / "kept", 300, 1) == more


def test_the_answer_in_words() -> None:
    """Two games in four take 100 plays, one 200, one 2,000, at three seconds: 5, 10 and 100 minutes."""
    lengths = Lengths(Histogram([100, 200, 2000], [2, 1, 1]))
    step, over = curve(lengths)
    ends = [None if end is None else [end, end, end] for end in (600.0, 590.0, 20.0)]
    quantiles = [[lengths.quantile(share).value] * 3 for share in QUANTILES]
    made = {
        "games": 4, "endless": 0, "stopped": 0, "plays": ends[0], "rounds": ends[1], "wars": ends[2],
        "quantiles": quantiles, "step": step, "over": over, "longest": 2000, "ran_out": 0,
    }  # fmt: skip
    scripts = ("numbers.js", "answers.js")
    said = value_of("warlab.answers.sentence(table, 3, 60)", *scripts, table=made)
    assert said == {
        "first": "About 30 minutes.",
        "rest": "Half of the games are over after 5 minutes, one in ten takes longer than 1.7 hours, "
        "and 25 % take more than 60 minutes.",
    }
    endless = {
        **made,
        "games": 8,
        "endless": 4,
        "plays": None,
        "quantiles": [*quantiles[:3], *[[None] * 3] * 4],
    }
    said = value_of("warlab.answers.sentence(table, 3, 60)", *scripts, table=endless)
    assert said == {
        "first": "Most games never end.",
        "rest": "One game in four is over after 5 minutes. 50 % of the games repeat themselves for ever.",
    }


def test_the_chance_of_more_plays_lies_between_the_points_of_the_curve() -> None:
    made = {"games": 100, "endless": 10, "step": 10, "over": [100, 60, 20, 12]}
    found = value_of("[0, 10, 14, 25, 30, 31].map((n) => warlab.answers.over(table, n))",
                     "numbers.js", "answers.js", table=made)  # fmt: skip
    assert found == [100, 60, 44, 16, 12, None]
