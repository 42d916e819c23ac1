"""The scenarios that come along: each asks a question, explains itself, and can be played."""

import pytest

import sim
from reports.sections.positions import position
from sim.cards import ACE
from sim.contract.policy import policies_table
from sim.scenario import load_scenario, shipped_scenarios
from tests.support import tiers
from tests.support.command_line import warlab
from tests.support.places import ROOT

SHIPPED = list(shipped_scenarios())


def rules(scenario):
    """Return what each variant changes from the defaults, and who plays it."""
    return [
        variant.rules.changed() | policies_table(variant.rules)
        for variant in scenario.variants
    ]


def test_the_shipped_scenarios_are_these():
    files = sorted(path.stem for path in (ROOT / "scenarios").glob("*.toml"))
    assert files == SHIPPED
    assert [known["name"] for known in warlab("scenarios", "--json").json] == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_scenario_asks_a_question_and_explains_itself(name):
    scenario = load_scenario(name)
    assert scenario.title
    assert scenario.question.endswith("?")
    assert shipped_scenarios()[name].read_text(encoding="utf-8").startswith("# ")
    assert warlab("validate", name).prose.startswith(
        f"{name} is valid: {scenario.title} "
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_no_two_variants_of_a_shipped_scenario_play_the_same(name):
    scenario = load_scenario(name)
    played = rules(scenario)
    assert all(one not in played[:place] for place, one in enumerate(played))
    # Start positions are a table of cards and aces, a tournament one of all policies.
    large = name == "should-i-play-on" or scenario.tournament
    assert 2 <= len(played) <= (110 if large else 10)


# Of some games one; the answers of all are in tests/reports/test_answer_shipped.py.
ONE_OF_EACH = list({load_scenario(name).game: name for name in SHIPPED}.values())


@pytest.mark.parametrize("name", tiers.size(ONE_OF_EACH[::4], SHIPPED))
def test_a_shipped_scenario_is_played_and_reported(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert warlab("run", name, "--games", "300", "--json").json["games_done"] == 300
    said = warlab("report", f"runs/{name}")
    assert (said.code, said.err) == (0, "")
    assert load_scenario(name).title.replace("'", "’") in said.out


def test_the_start_positions_hold_the_cards_and_aces_that_they_name():
    """In every deal, exactly: the bars keep further aces out."""
    for variant in load_scenario("should-i-play-on").variants:
        place = position(variant.rules)
        rows = sim.deal("war", 300, seed=3, rules=variant.rules.as_dict())
        assert ((rows[:, : place.cards] == ACE).sum(axis=1) == place.aces).all()
        words = ["no ace", "one ace", "two aces", "three aces", "four aces"][place.aces]
        cards = "1 card" if place.cards == 1 else f"{place.cards} cards"
        alone = place.aces == place.cards
        assert variant.name == (f"{words} alone" if alone else f"{cards}, {words}")
