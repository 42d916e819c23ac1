"""Tournaments, from matches to the report, on a game with known results."""

import itertools

import numpy as np
import polars as pl
import pytest
import scipy.stats

import reports
import sim
from sim.counts.keys import Pairing
from sim.scenario import from_dict, parse_scenario
from sim.scenario.variants import matches_of
from sim.stats import Histogram
from sim.tournaments.meetings import share_of_all
from sim.tournaments.standings import unexploitable

SCENARIO = """
title = "Bids"
question = "Who bids best?"
game = "gops"
games = 400
seed = 7
tournament = ["match", "match-plus-one", "low-first", "random"]
"""
FOUR = {"cards": 4}


def above(steps):
    """A policy that bids so many above the prize, and begins again with the ace."""

    def policy(view, chance):
        return 1 + (view.upcard + steps - 1) % view.cards

    policy.__name__ = policy.__qualname__ = f"above_{steps}"
    return policy


def test_three_fixed_bids_beat_each_other_in_a_circle():
    """Of the prizes 1 to 4, one above loses the 4, two above one the 3, and two above none the 3 and the 4."""
    bids = [above(steps) for steps in range(3)]
    result = sim.tournament("gops", bids, 10, rules=FOUR)
    assert result.names == ("above_0", "above_1", "above_2")
    assert result.payoffs().tolist() == [[0, -2, 4], [2, 0, -4], [-4, 4, 0]]
    assert result.mixture().weights == pytest.approx([0.4, 0.4, 0.2])


def test_a_policy_that_never_does_better_is_not_in_the_mixture():
    result = sim.tournament("gops", ["match", "match-plus-one"], 3)
    # After three games alike, others remain possible, up to a share of 1 - 0.05^(1/3) =
    # 0.63, lost by all 91 points.
    assert result.meetings["match-plus-one", "match"].margin.low == pytest.approx(
        65 - (1 - 0.05 ** (1 / 3)) * (65 + 91)
    )
    assert result.mixture().weights == pytest.approx([0, 1])


def played(names, games):
    """For each policy its lead on every deal, and whether it won, by opponent and seat: from the rows."""
    found = {name: {other: [] for other in names if other != name} for name in names}
    for one, other in itertools.permutations(names, 2):
        rows = sim.play("gops", games, seed=4, policies=(one, other))
        lead = (rows["score_0"] - rows["score_1"]).to_numpy()
        winner = rows["winner"].to_numpy()
        for name, against, sign, seat in ((one, other, 1, 0), (other, one, -1, 1)):
            won = winner == seat
            lost = winner == 1 - seat
            found[name][against].append(np.array([sign * lead, won, lost], float))
    return found


def assert_mean_of(found, values, games):
    """An estimate and its interval are those of Student's t for sums over so many games on a deal."""
    theirs = scipy.stats.ttest_1samp(values / games, 0).confidence_interval(0.95)
    assert found.value == pytest.approx(values.mean() / games)
    assert (found.low, found.high) == pytest.approx(tuple(theirs), rel=1e-9)


def test_figures_are_averages_over_deals_of_all_games_on_each():
    """Recomputed from the rows of all matches: of each meeting, and of all meetings of a policy."""
    games = 2000
    names = ("random", "match", "match-plus-one")
    result = sim.tournament("gops", names, games, seed=4)
    rows = played(names, games)
    for name, other in itertools.permutations(names, 2):
        meeting = result.meetings[name, other]
        turned = result.meetings[other, name]
        assert turned == meeting.turned()
        assert (turned.wins, turned.losses) == (meeting.losses, meeting.wins)
        shares = [meeting.wins.value, meeting.losses.value, meeting.draws.value]
        assert sum(share or 0 for share in shares) == pytest.approx(1)
        if "random" in (name, other):  # the others are alike on every deal
            lead, won, lost = np.sum(rows[name][other], axis=0)
            assert_mean_of(meeting.margin, lead, 2)
            assert_mean_of(meeting.wins, won, 2)
            assert_mean_of(meeting.losses, lost, 2)
    for standing in result.ranking:
        lead, won, _ = sum(
            np.sum(each, axis=0) for each in rows[standing.name].values()
        )
        assert_mean_of(standing.margin, lead, 4)
        assert_mean_of(standing.wins, won, 4)
    alone = sim.tournament("gops", names[:2], games, seed=4)
    first, second = (standing.name for standing in alone.ranking)
    assert alone.ranking[0].margin.low == pytest.approx(
        alone.meetings[first, second].margin.low
    )


def test_the_shares_of_deals_that_are_nearly_alike_have_the_bound_for_deals():
    found = share_of_all(Histogram([1, 2], [99, 1]), 2, 0.95)
    assert found.procedure == "Wilson"
    assert (found.low, found.high) < (0.505, 0.62)
    assert share_of_all(Histogram([2], [100]), 2, 0.95).low == pytest.approx(0.05**0.01)


def test_workers_and_blocks_do_not_change_the_result():
    one = sim.tournament("gops", ["random", "match"], 200, seed=2)
    two = sim.tournament("gops", ["random", "match"], 200, seed=2, workers=2)
    assert one.matrix().equals(two.matrix())


@pytest.mark.parametrize(
    ("game", "policies", "rules", "complaint"),
    [
        ("gops", ["match"], {}, "a tournament of 1; name 2 to 31 policies"),
        (
            *("gops", ["match", "match"], {}),
            "match is named twice; name each policy once",
        ),
        ("gops", ["match", "stone"], {}, "unknown policy 'stone'"),
        (
            *("gops", ["match", "random"], {"players": 3}),
            "a tournament with 3 players; a tournament is for two players: set players = 2, or ask sim.line_ups",
        ),
        ("gops", ["match", "equilibrium"], {}, "equilibrium under cards = 13"),
        ("gops", "match", {}, "'match' is not a list of policies"),
        (
            *("war", ["a", "b"], {}),
            "war cannot have a tournament: its players have nothing to choose",
        ),
    ],
)
def test_invalid_tournaments_are_refused(game, policies, rules, complaint):
    with pytest.raises(sim.UserError) as refused:
        sim.tournament(game, policies, 5, rules=rules)
    assert complaint in str(refused.value)


def test_a_scenario_of_a_tournament_plays_all_matches():
    scenario = parse_scenario(SCENARIO)
    assert scenario.tournament == ("match", "match-plus-one", "low-first", "random")
    assert len(scenario.variants) == 12
    assert scenario.names[:2] == (
        "match against match-plus-one",
        "match-plus-one against match",
    )
    again = from_dict(scenario.as_dict())
    assert (again.names, again.tournament, again.hash) == (
        scenario.names,
        scenario.tournament,
        scenario.hash,
    )


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (
            'policies = ["match", "match"]\n',
            "policies: tournament together with policies",
        ),
        ("[vary]\ncards = [4, 5]\n", "vary: tournament together with vary"),
    ],
)
def test_a_tournament_stands_alone(more, complaint):
    with pytest.raises(sim.UserError) as refused:
        parse_scenario(SCENARIO + more)
    assert complaint in str(refused.value)


def test_the_policies_of_a_scenario_and_of_its_variants():
    text = SCENARIO.replace(
        'tournament = ["match", "match-plus-one", "low-first", "random"]',
        'policies = ["match", "low-first"]',
    )
    more = '[[variant]]\nname = "a"\n[[variant]]\nname = "b"\npolicies = ["random", "match"]\n'
    usual = (("match",), ("low-first",))
    other = (("random",), ("match",))
    for written, policies in ((text, [usual]), (text + more, [usual, other])):
        scenario = parse_scenario(written)
        assert [
            getattr(rules, "policies", None) for rules in scenario.rules.values()
        ] == policies
        again = from_dict(scenario.as_dict())
        assert again.variants == scenario.variants
        assert again.hash == scenario.hash != parse_scenario(SCENARIO).hash


def test_a_run_of_a_tournament_gives_what_playing_it_gives(tmp_path):
    run = sim.run(parse_scenario(SCENARIO), out=tmp_path / "run", workers=1)
    direct = sim.tournament(
        "gops", ["match", "match-plus-one", "low-first", "random"], 400, seed=7
    )
    assert run.tournament().matrix().equals(direct.matrix())
    stored = run.games().collect()
    assert stored.height == 12 * 400
    first = stored.filter(pl.col("variant") == "match against random").drop("variant")
    assert first.equals(sim.play("gops", 400, seed=7, policies=["match", "random"]))


def test_a_scenario_takes_only_names_of_policies():
    """A file cannot contain functions or lists of parts, only names."""
    table = {"game": "gops", "games": 5, "seed": 1}
    for key, value in (
        ("policies", [lambda view, chance: 1, "match"]),
        ("tournament", [["match"], ["random"]]),
    ):
        with pytest.raises(sim.UserError, match=f"{key}: .* is not a list of names"):
            from_dict({**table, key: value})


def test_a_run_without_a_tournament_says_so(tmp_path):
    text = (
        SCENARIO.replace("tournament", "policies")
        .replace('"low-first", "random"', "")
        .replace(", ]", "]")
    )
    run = sim.run(parse_scenario(text), out=tmp_path / "run")
    with pytest.raises(sim.UserError, match="it is not a tournament"):
        run.tournament()


@pytest.mark.slow
def test_the_report_of_a_tournament(tmp_path):
    run = sim.run(parse_scenario(SCENARIO), out=tmp_path / "run")
    page = reports.render(run, "md")
    assert "each of 4 ways to play against every other" in page
    assert "one above the prize" in page
    assert "<svg" in reports.render(run, "html")


@pytest.mark.parametrize(
    ("table", "weights"),
    [
        # A saddle point: each player has a best choice whatever the other does, and the
        # two choices give the value.
        ([[3, 1, 4], [2, 0, 1]], [1, 0]),
        # Two by two without one: the row weights are (d - c) and (a - b) over their
        # sum, the value (ad - bc) over it.
        ([[4, -1], [-2, 3]], [0.5, 0.5]),
    ],
)
def test_the_mixture_and_the_value_of_textbook_games(table, weights):
    found = unexploitable(table)
    assert found.weights == pytest.approx(weights)
    assert found.value == pytest.approx(1)


def test_a_policy_whose_name_has_the_word_in_it_keeps_its_matches():
    a = "x against y"
    b = "y"
    (match,) = matches_of((a, b))
    assert match == Pairing(a, b, 0)
    assert match.names == ("x against y against y", "y against x against y")
