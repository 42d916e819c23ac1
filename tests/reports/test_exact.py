"""Exact values next to the simulated ones: the rounds, evenings and counting of Casino War, and Tod und Leben."""

import pytest

import reports
import sim
from reports.contents import compose
from reports.sections.rules import rules_in_words
from sim.contract.answer import Figure
from sim.games import find_game
from sim.games.casino_war.rules import CasinoWarRules
from sim.games.tod_und_leben.odds import tod_und_leben
from sim.scenario import load_scenario, parse_scenario
from tests.support.told import tables


def report_of(scenario, out, games=4000):
    """Return a report in which every figure can be drawn and is described."""
    report = compose(sim.run(load_scenario(scenario), out=out, games=games))
    figures = [
        block
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Figure)
    ]
    assert all(
        figure.alt.endswith(".") and figure.draw()["datasets"] for figure in figures
    )
    return report


def test_every_estimate_of_the_odds_comes_with_its_exact_value(tmp_path):
    scenario = load_scenario("casino-war-odds")
    asked = scenario.text.index("# What the house keeps of an ante, and")
    plain = parse_scenario(scenario.text[:asked])
    report = compose(sim.run(plain, out=tmp_path / "odds", games=4000))
    (edges,) = tables(report, "What the house keeps")
    assert [row[0].text for row in edges.rows] == list(scenario.names)
    for row, variant in zip(edges.rows, scenario.variants, strict=True):
        rules = variant.rules
        odds = sim.exact.casino_war(
            rules.decks, rules.on_tie, rules.tie_bonus, rules.tie_bet
        )
        assert row[1].text == f"{100 * float(odds.house_edge):.2f} %"
        assert row[2].text == f"{-100 * float(odds.tie_ev):.1f} %"
    assert "What this scenario asks" not in [each.title for each in report.sections]


SESSION = [
    "bankroll",
    "stake",
    "hands",
    "stop_loss",
    "goal",
    "staking",
    "share",
    "most_stake",
    "on_tie",
]


@pytest.mark.slow
def test_an_evening_is_reported_with_its_exact_chances(tmp_path):
    report = report_of("casino-war-evening", tmp_path / "evening")
    (money,) = tables(report, "What each plan costs")
    for row, variant in zip(
        money.rows, load_scenario("casino-war-evening").variants, strict=True
    ):
        rules = variant.rules
        if rules.staking == "share":  # more amounts than can be followed exactly
            assert all(cell.interval for cell in row[1:])
            continue
        odds = sim.exact.casino_session(
            **{name: getattr(rules, name) for name in SESSION}
        )
        assert row[0].text == variant.name
        assert row[1].text == f"{100 * odds.ahead:.1f} %"
        ruined = f"{100 * odds.ruined:.1f} %"
        assert row[2].text == (ruined if odds.ruined > 1e-6 else "practically never")
        places = 1 if odds.cost >= 10 else 2  # three digits
        assert row[3].text == f"{odds.cost:.{places}f}"
        assert not any(cell.interval for cell in row[1:])


def test_counting_says_what_the_tie_bet_is_worth(tmp_path):
    report = report_of("casino-war-counting", tmp_path / "counting", games=200)
    (counting,) = tables(report, "How often the tie is a good bet")
    assert counting.head[1:] == ("hands that favour it", "units that it wins")
    assert not any(cell.note for row in counting.rows for cell in row)


def test_one_report_can_have_rounds_and_sessions(tmp_path):
    text = """
    game = "casino-war"
    games = 300
    seed = 3
    [[variant]]
    name = "a round"
    rules = {}
    [[variant]]
    name = "a short evening"
    rules = { bankroll = 10, hands = 20 }
    """
    run = sim.run(parse_scenario(text), out=tmp_path / "both")
    titles = [section.title for section in compose(run).sections]
    assert titles[:2] == ["What the house keeps", "What an evening comes to"]
    assert reports.render(run, "html").lower().startswith("<!doctype html>")
    rows = run.games().collect()
    assert rows.group_by("variant").len()["len"].to_list() == [300, 300]
    assert rows.filter(variant="a round")["end"].null_count() == 300


def test_the_rules_of_a_round_and_of_a_session_are_sentences():
    game = find_game("casino-war")
    one_round = rules_in_words(game, CasinoWarRules())
    assert "In a war three cards are burned before the second pair." in one_round
    assert one_round[-1] == "Each game is a single round."
    session = CasinoWarRules(
        bankroll=100, stake=5, hands=200, goal=1, tie_bonus=1, penetration=0.75, decks=1
    )
    told = rules_in_words(game, session)
    assert "The shoe holds one deck of 52 cards." in told
    assert "There is a bonus of one unit for a second tie." in told
    assert "A session is over when one unit has been won." in told
    assert "The shoe is shuffled when 75 % of it has been dealt." in told
    assert not any("(" in sentence or "=" in sentence for sentence in one_round + told)
    # One sentence says the stake and how it changes.
    assert len(told) == len(CasinoWarRules.options()) - 2
    doubled = rules_in_words(
        game, CasinoWarRules(bankroll=100, staking="double", most_stake=64)
    )
    assert (
        "A hand is played for one unit; after a lost hand the stake is doubled, up to 64 units."
        in doubled
    )


def test_the_exact_share_of_draws_is_reported_with_the_simulated_one(tmp_path):
    run = sim.run("tod-und-leben", out=tmp_path / "run", games=2000)
    told = reports.render(run, "txt")
    for lowest in (7, 9):
        assert f"{float(tod_und_leben(lowest).draw):.1%}".replace("%", " %") in told


def test_named_hands_have_no_exact_values(tmp_path):
    head = (
        'game = "tod-und-leben"\ntitle = "t"\nquestion = "q"\ngames = 100\nseed = 1\n'
    )
    text = head + '[rules]\nhands = ["A A", "K K"]\n'
    (tmp_path / "s.toml").write_text(text)
    told = reports.render(sim.run(tmp_path / "s.toml", out=tmp_path / "run"), "md")
    assert "Exact values" not in told
