"""The rules in words: every decision is described, for any game."""

import pytest

from reports.documents import document
from reports.sections.rules import rules_in_words
from sim.games import GAMES
from sim.games.war.rulebook import WarRules
from sim.scenario import load_scenario, shipped_scenarios
from tests.support.toy_game import TOY, ToyRules

CHANGED = [
    {"players": 3},
    {"face_down": 0},
    {"face_down": 3},
    {"face_down": "rank"},
    {"run_out": "last-card"},
    {"run_out": "all-in"},
    {"run_out": "fewest"},
    {"pickup": "loser-first"},
    {"pickup": "latest-first"},
    {"pickup": "seat"},
    {"pickup": "shuffled"},
    {"captured": "pile-shuffled"},
    {"low_beats_high": True},
    {"max_rounds": 500},
    {"lowest": 6},
    {"highest": 10},
    {"copies": 2},
    {"jokers": 2},
    {"hands": ["A A A A", "*rest"]},
]


def told(rules):
    return " ".join(rules_in_words(GAMES["war"], rules))


def test_no_two_of_these_rules_are_described_in_the_same_words():
    assert len({told(WarRules.of(given)) for given in CHANGED}) == len(CHANGED)


def test_rules_for_three_players_are_left_out_for_two():
    assert "who tied" not in told(WarRules.of())
    assert "Only the players who tied fight on" in told(
        WarRules.of({"players": 3, "fighters": "tied"})
    )
    assert "somebody runs out of cards; the player with the most cards wins" in told(
        WarRules.of({"players": 3, "end": "first-out"})
    )


def test_cards_that_do_not_divide_evenly_are_mentioned():
    assert "17 to each; one card left over stays out of the game" in told(
        WarRules.of({"players": 3})
    )


def test_buried_jokers_and_cycles_are_described():
    rules = WarRules.of({"jokers": 2, "bury_jokers": True})
    assert (
        "54 cards: 2 to A, four of each rank and two jokers, above every other card"
        in told(rules)
    )
    assert "one is put at a random place in each packet" in told(rules)
    assert "stopped as a cycle" in told(rules)
    assert "cycle" not in told(WarRules.of({"pickup": "shuffled"}))


def test_named_hands_are_told_in_words():
    words = told(WarRules.of({"hands": ["A A A A", "*rest"]}))
    assert (
        "The first player gets four aces and the second player gets all the others"
        in words
    )


def test_a_game_without_sentences_of_its_own_is_described_by_its_options():
    assert "extra = 3 (added to the length)." in rules_in_words(
        TOY, ToyRules.of({"extra": 3})
    )


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_of_the_registry_is_described_in_sentences(name):
    game = GAMES[name]
    said = rules_in_words(game, game.rules.of())
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in said)
    assert not any(option.meaning in " ".join(said) for option in game.options)
    assert f"- **{game.title}**: " in document("glossary.md")


@pytest.mark.parametrize("name", sorted(shipped_scenarios()))
def test_the_variants_of_a_bundled_scenario_are_described_differently(name):
    scenario = load_scenario(name)
    game = GAMES[scenario.game]
    said = {tuple(rules_in_words(game, variant.rules)) for variant in scenario.variants}
    assert len(said) == len(scenario.variants)
