"""Results in a notebook: the answer first, every number that of the result, every text escaped."""

import html
import re
from dataclasses import replace

import pytest

import reports
import sim
from reports.notebook import MOST_STEPS
from sim.machine.notebook import NotebookResult
from sim.runs import Run
from sim.scenario import parse_scenario
from tests.support.markup import Markup

TAGS = {
    "div",
    "style",
    "table",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "span",
}


def texts(value: NotebookResult) -> list[str]:
    shown = Markup(re.sub("(?s)<style>.*?</style>", "", value._repr_html_()))
    assert {tag for tag, _ in shown.tags} <= TAGS
    return [text.strip() for text in shown.texts if text.strip()]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
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


def test_a_run_shows_the_answer_of_its_report(run: Run) -> None:
    shown = texts(run)
    assert shown[0] == "Is <script>alert(1)</script> shorter?"
    assert "<script>" not in run._repr_html_()
    report = html.unescape(re.sub(r"<[^>]+>", "", reports.render(run, "html")))
    assert shown[1] in report.replace("\N{NO-BREAK SPACE}", " ").replace("\n", " ")
    assert shown[-1] == f"{run.path}: all 500 games are played"


def test_estimates_and_differences_show_value_interval_and_method(run: Run) -> None:
    mean = next(one for one in run.estimates() if one.statistic == "rounds mean")
    assert texts(mean)[0] == "rounds mean (<one>)"
    assert mean.interval.method in texts(mean)
    difference = next(
        one for one in run.differences() if one.statistic == "rounds mean difference"
    )
    shown = texts(difference)
    assert shown[0] == "rounds mean difference (three & more, less <one>)"
    assert shown[1].startswith("−")
    assert {
        "interval",
        "95 %",
        "500",
        "p by Holm's method",
        "< 0.0001",
    } <= set(shown)


def test_a_replay_shows_how_it_ended_and_its_first_events() -> None:
    found = sim.replay("war", 17, seed=1)
    shown = texts(found)
    assert shown[:2] == [
        "War: game 17 of seed 1",
        "Player 0 wins after 226 rounds: the last pot goes to the highest card.",
    ]
    assert str(found.events[5]) in shown
    more = len(found.events) - MOST_STEPS
    assert f"and {more} more events, which print() shows" in shown


def test_exact_results_show_their_published_fractions() -> None:
    """Six decks: 142853/4965115 of each ante, and 58/311 of the side bet; the first battle ties once in 17."""
    casino = texts(sim.exact.casino_war(decks=6))
    assert {"142853/4965115", "-58/311"} <= set(casino)
    assert texts(sim.exact.first_ties())[0] == "The chances of the first battles"
    assert "1/17" in texts(sim.exact.first_ties())
    assert "mean rounds" in texts(sim.exact.gamblers_ruin((1, 3)))


def test_small_solved_games_and_tournaments_show_their_numbers() -> None:
    deals = texts(sim.exact.war(ranks=3, copies=2))
    assert deals[1].startswith("0 of 90 deals never end.")
    solved = sim.exact.gops(cards=3), sim.exact.wargops(3)
    heads = [texts(solution)[0].partition(", ")[0] for solution in solved]
    assert heads == ["GOPS solved exactly: 3 cards", "WarGops solved exactly: 3 ranks"]
    ranked = texts(sim.tournament("gops", ["random", "match"], 100))
    assert ranked[:2] == [
        "A tournament of 2 policies",
        "match has the largest mean margin.",
    ]


def test_a_run_without_games_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    state = replace(run.status(), games_done=0, why="0 of 500 games are played")
    monkeypatch.setattr(Run, "status", lambda _: state)
    assert texts(run)[1] == "No game has been played yet."


def test_without_great_tables_the_answer_is_shown_and_the_extra_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("reports.notebook.find_spec", lambda name: None)
    shown = sim.exact.casino_war(decks=6)._repr_html_()
    assert "Computed exactly." in shown
    assert "warlab[notebook]" in html.unescape(shown)
