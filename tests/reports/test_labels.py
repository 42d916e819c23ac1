"""Labels of variants and policies: different words, never the names of options."""

import itertools
import re

import pytest

from reports.labels import factors, policy_labels, variant_labels
from sim.errors import UserError
from sim.games import GAMES, find_game
from sim.scenario import load_scenario, parse_scenario, shipped_scenarios
from tests.support.both_ways import crossed

WAR = find_game("war")

GRID = """
game = "war"
games = 10
seed = 1
[rules]
pickup = "shuffled"
[vary]
face_down = [0, 1, 3, "rank"]
run_out = ["lose", "last-card"]
bury_jokers = [false]
"""


def labels_of(text):
    scenario = parse_scenario(text)
    return variant_labels(find_game(scenario.game), scenario.rules, {})


def test_variants_of_a_grid_are_called_by_what_sets_them_apart():
    labels = labels_of(GRID)
    assert (
        labels["face_down=3, run_out=last-card, bury_jokers=false"]
        == "three cards down, last card stands"
    )
    assert (
        labels["face_down=0, run_out=lose, bury_jokers=false"]
        == "no cards down, running short loses"
    )


def test_a_name_that_a_person_gave_stays():
    named = 'game = "war"\ngames = 10\nseed = 1\n[[variant]]\nname = "three=down, really"\nrules = {face_down = 3}\n'
    assert labels_of(named) == {"three=down, really": "three=down, really"}


def test_a_name_that_contradicts_the_rules_is_taken_for_a_persons_words():
    assert factors("face_down=2", WAR.rules(face_down=3)) == ()


def test_a_single_variant_without_a_name_is_called_by_what_is_not_usual():
    assert variant_labels(WAR, {"war": WAR.rules()}, {}) == {"war": "the usual rules"}
    assert variant_labels(WAR, {"war": WAR.rules(face_down=3)}, {}) == {
        "war": "three cards down"
    }


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_pair_of_options_gives_different_labels(name):
    game = GAMES[name]
    chosen = [
        option
        for option in game.options
        if "enum" in option.schema or isinstance(option.default, bool)
    ]
    for first, second in itertools.combinations(chosen, 2):
        values = {
            one.name: (True, False) if isinstance(one.default, bool) else one.choices
            for one in (first, second)
        }
        written = {}
        for options in crossed(**values):
            text = ", ".join(
                f"{name}={str(value).lower()}" for name, value in options.items()
            )
            try:
                written[text] = game.rules.of(options)
            except UserError:  # some options contradict each other
                continue
        labels = variant_labels(game, written, {})
        assert len(set(labels.values())) == len(written)
        assert not [label for label in labels.values() if "_" in label or "=" in label]


def test_values_in_the_same_words_stay_apart():
    text = 'game = "war"\ngames = 10\nseed = 1\n[vary]\nhands = [["A *5", "*rest"], ["A  *5", "*rest"]]\n'
    labels = labels_of(text)
    assert len(set(labels.values())) == 2


@pytest.mark.parametrize("name", sorted(shipped_scenarios()))
def test_no_bundled_scenario_shows_the_name_of_an_option(name):
    scenario = load_scenario(name)
    game = find_game(scenario.game)
    if scenario.tournament:
        said = policy_labels(game, scenario.tournament, scenario.report.names)
        assert len(set(said.values())) == len(said)
        assert not [label for label in said.values() if "/" in label or "_" in label]
        return
    labels = variant_labels(game, scenario.rules, scenario.report.names)
    assert len(set(labels.values())) == len(labels)
    assert not [
        label for label in labels.values() if re.search(r"[=_]|\b(true|false)\b", label)
    ]
