"""Results in a notebook: the answer first, every number that of the result, every text escaped."""

from dataclasses import replace

import pytest

import sim
from reports.contents import compose
from reports.notebook import MOST_STEPS
from sim.runs import Run
from sim.scenario import parse_scenario


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    text = """
    title = "War <b>&"
    question = "Is <script>alert(1)</script> shorter?"
    game = "war"
    games = 500
    seed = 1
    [[variant]]
    name = "<one>"
    rules = {}
    [[variant]]
    name = "three & more"
    rules = { face_down = 3 }
    """
    return sim.run(parse_scenario(text), out=tmp_path_factory.mktemp("run") / "run")


def test_a_run_shows_the_answer_of_its_report(run):
    shown = run._repr_markdown_()
    assert "<script>" not in shown
    assert shown.endswith("run: all 500 games are played")
    assert f"**{compose(run).headline.partition(' under ')[0]}" in shown


def test_estimates_and_differences_show_value_interval_and_method(run):
    mean = next(one for one in run.estimates() if one.statistic == "rounds mean")
    assert mean.interval.method in mean._repr_markdown_()
    difference = next(
        one for one in run.differences() if one.statistic == "rounds mean difference"
    )
    head, _, row, *rest = difference._repr_markdown_().splitlines()
    assert head.startswith(r"| three & more, less \<one\> | estimate")
    assert row.startswith("| rounds mean difference | −")
    assert row.endswith("0.0001 |")
    assert "500 games; 95 %, " in "".join(rest)


def test_a_replay_shows_how_it_ended_and_its_first_events():
    found = sim.replay("war", 17, seed=1)
    shown = found._repr_markdown_()
    last = "Player 0 wins after 226 rounds: the last pot goes to the highest card."
    assert shown.startswith(f"# War: game 17 of seed 1\n\n**{last}**")
    assert str(found.events[5]) in shown
    more = len(found.events) - MOST_STEPS
    assert shown.endswith(f"and {more} more events, which print() shows")


def test_exact_results_show_their_published_fractions():
    """Six decks: 142853/4965115 of each ante, and 58/311 of the side bet; the first battle ties once in 17."""
    casino = sim.exact.casino_war(decks=6)._repr_markdown_()
    assert "| 142853/4965115 |" in casino
    assert "| -58/311 |" in casino
    ties = sim.exact.first_ties()._repr_markdown_()
    assert ties.startswith("**The chances of the first battles")
    assert "| 1/17 |" in ties
    assert "mean rounds" in sim.exact.gamblers_ruin((1, 3))._repr_markdown_()


def test_small_solved_games_and_tournaments_show_their_numbers():
    deals = sim.exact.war(ranks=3, copies=2)._repr_markdown_()
    assert "| deals | 90 |" in deals
    assert "| cycles | 0 |" in deals
    solved = sim.exact.gops(cards=3)._repr_markdown_()
    assert solved.startswith("**GOPS solved exactly: 3 cards")
    ranked = sim.tournament("gops", ["random", "match"], 100)._repr_markdown_()
    assert ranked.startswith("**match has the largest mean margin.**")


def test_a_run_without_games_says_so(run, monkeypatch):
    state = replace(run.status(), games_done=0, why="0 of 500 games are played")
    monkeypatch.setattr(Run, "status", lambda _: state)
    assert "No game has been played yet." in run._repr_markdown_()
