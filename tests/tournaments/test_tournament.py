"""Tournaments, from matches to the report, on a game with known results."""

import itertools

import numpy as np
import polars as pl
import pytest
import scipy.stats

import reports
import sim
from sim.counts.keys import Match
from sim.scenario import from_dict, parse_scenario
from sim.scenario.variants import matches_of
from sim.stats import Histogram
from sim.tournaments.meetings import share_of_all
from sim.tournaments.standings import unexploitable

pytestmark = pytest.mark.usefixtures("roshambo")

SCENARIO = """
title = "Throws"
question = "Who throws best?"
game = "roshambo"
games = 400
seed = 7
tournament = ["rock", "paper", "scissors", "random"]
"""


def test_three_fixed_throws_beat_each_other_in_a_circle():
    result = sim.tournament("roshambo", ["rock", "paper", "scissors"], 10)
    assert result.payoffs().tolist() == [[0, -3, 3], [3, 0, -3], [-3, 3, 0]]
    assert result.mixture().weights == pytest.approx([1 / 3] * 3)


def test_a_policy_that_never_does_better_is_not_in_the_mixture():
    """Against paper and rock, paper is never worse than rock."""
    result = sim.tournament("roshambo", ["rock", "paper"], 3)
    # After three games alike, others remain possible, up to a share of 1 - 0.05^(1/3) =
    # 0.63, lost by three throws.
    assert result.meetings["paper", "rock"].margin.low == pytest.approx(
        3 - (1 - 0.05 ** (1 / 3)) * 6
    )
    assert result.mixture().weights == pytest.approx([0, 1])


Names = tuple[str, ...]


def played(names, games):
    """For each policy its lead on every deal, and whether it won, by opponent and seat: from the rows."""
    found = {name: {other: [] for other in names if other != name} for name in names}
    for one, other in itertools.permutations(names, 2):
        rows = sim.play("roshambo", games, seed=4, policies=(one, other))
        lead = (rows["points_0"] - rows["points_1"]).to_numpy()
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
    names = ("random", "paper", "rock")
    result = sim.tournament("roshambo", names, games, seed=4)
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
    alone = sim.tournament("roshambo", names[:2], games, seed=4)
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
    one = sim.tournament("roshambo", ["random", "rock"], 200, seed=2)
    two = sim.tournament("roshambo", ["random", "rock"], 200, seed=2, workers=2)
    assert one.matrix().equals(two.matrix())


def test_a_user_defined_policy_can_enter():
    def copycat(view, chance):
        return int(view.last) or 1

    result = sim.tournament("roshambo", ["paper", copycat, "scissors"], 20)
    assert result.names == ("paper", "copycat", "scissors")
    # Against the paper it loses the first throw and ties the others.
    assert result.payoffs()[1, 0] == -1
    assert result.payoffs()[1, 2] == 1


@pytest.mark.parametrize(
    ("game", "policies", "rules", "complaint"),
    [
        ("roshambo", ["rock"], {}, "a tournament of 1; name 2 to 31 policies"),
        (
            *("roshambo", ["rock", "rock"], {}),
            "rock is named twice; name each policy once",
        ),
        ("roshambo", ["rock", "stone"], {}, "unknown policy 'stone'"),
        (
            *("roshambo", ["rock", "paper"], {"players": 3}),
            "a tournament with 3 players; a tournament is for two players: set players = 2, or ask sim.line_ups",
        ),
        ("roshambo", ["rock", "scissors"], {"throws": 12}, "they get blunt"),
        ("roshambo", "rock", {}, "'rock' is not a list of policies"),
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
    assert scenario.tournament == ("rock", "paper", "scissors", "random")
    assert len(scenario.variants) == 12
    assert scenario.names[:2] == ("rock against paper", "paper against rock")
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
            'policies = ["rock", "rock"]\n',
            "policies: tournament together with policies",
        ),
        ("[vary]\nthrows = [1, 2]\n", "vary: tournament together with vary"),
    ],
)
def test_a_tournament_stands_alone(more, complaint):
    with pytest.raises(sim.UserError) as refused:
        parse_scenario(SCENARIO + more)
    assert complaint in str(refused.value)


def test_the_policies_of_a_scenario_and_of_its_variants():
    text = SCENARIO.replace(
        'tournament = ["rock", "paper", "scissors", "random"]',
        'policies = ["rock", "paper"]',
    )
    more = '[[variant]]\nname = "a"\n[[variant]]\nname = "b"\npolicies = ["random", "rock"]\n'
    usual = (("rock",), ("paper",))
    other = (("random",), ("rock",))
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
        "roshambo", ["rock", "paper", "scissors", "random"], 400, seed=7
    )
    assert run.tournament().matrix().equals(direct.matrix())
    stored = run.games().collect()
    assert stored.height == 12 * 400
    first = stored.filter(pl.col("variant") == "rock against random").drop("variant")
    assert first.equals(sim.play("roshambo", 400, seed=7, policies=["rock", "random"]))


def test_a_scenario_takes_only_names_of_policies():
    """A file cannot contain functions or lists of parts, only names."""
    table = {"game": "roshambo", "games": 5, "seed": 1}
    for key, value in (
        ("policies", [lambda view, chance: 1, "rock"]),
        ("tournament", [["rock"], ["paper"]]),
    ):
        with pytest.raises(sim.UserError, match=f"{key}: .* is not a list of names"):
            from_dict({**table, key: value})


def test_a_run_without_a_tournament_says_so(tmp_path):
    text = (
        SCENARIO.replace("tournament", "policies")
        .replace('"scissors", "random"', "")
        .replace(", ]", "]")
    )
    run = sim.run(parse_scenario(text), out=tmp_path / "run")
    with pytest.raises(sim.UserError, match="it is not a tournament"):
        run.tournament()


@pytest.mark.slow
def test_the_report_of_a_tournament(tmp_path):
    run = sim.run(parse_scenario(SCENARIO), out=tmp_path / "run")
    reports.write(run, tmp_path / "page.html")
    reports.write(run, tmp_path / "page.md")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    for words in (
        "each of 4 ways to play against every other",
        "33.3 %",
        "met on 400 game numbers, each played in both seats",
    ):
        assert words in page
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")
    one = sim.run(parse_scenario(SCENARIO), games=1, out=tmp_path / "one")
    assert "met on 1 game number, each played in both seats" in reports.render(
        one, "md"
    )


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
    assert match == Match(a, b, 0)
    assert match.names == ("x against y against y", "y against x against y")
