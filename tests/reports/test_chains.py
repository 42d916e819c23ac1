"""Chains of wars, from counts written by hand."""

from collections.abc import Mapping

from reports.facts import Facts, gather
from reports.sections.counts import chain_sentences, with_chain
from sim.scenario import parse_scenario
from tests.support.counted_run import CountedRun, counted

HEAD = 'title = "Chains"\ngame = "war"\ngames = 10\nseed = 1\n'
LONGEST = {0: 100, 1: 500, 2: 350, 3: 49, 5: 1}


def facts_of(longest: Mapping[int, int] = LONGEST, head: str = HEAD) -> Facts:
    scenario = parse_scenario(head)
    entries = {(name, "", "longest_war"): counted(longest) for name in scenario.names}
    return gather(CountedRun(scenario, entries))  # type: ignore[arg-type]


def test_the_share_of_games_with_a_chain_is_that_of_all_chains_at_least_as_long() -> (
    None
):
    facts = facts_of()
    (only,) = facts.variants
    assert [with_chain(facts, only, wars).value for wars in range(1, 7)] == [
        0.9,
        0.4,
        0.05,
        0.001,
        0.001,
        0,
    ]


def test_the_longest_chain_is_said_with_how_rare_it_is() -> None:
    (said,) = chain_sentences(facts_of())
    assert said == (
        "The longest chain seen is five wars in one round, in 0.1 % (0.0 to 0.6 %) of games; a longer one is always "
        "possible."
    )


def test_relatives_of_war_have_chains_and_games_without_a_war_say_nothing() -> None:
    assert chain_sentences(facts_of(head=HEAD.replace('"war"', '"steal-war"')))
    assert chain_sentences(facts_of({0: 10})) == []
