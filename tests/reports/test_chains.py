"""Chains of wars, from counts written by hand, and the exact chances of the first round beside them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from reports.facts import Facts, gather
from reports.sections.chains import chain_blocks, chain_sentences, exact_chances, longest_chain, with_chain
from sim.scenario import parse_scenario
from tests.support.counted_run import CountedRun, counted

HEAD = 'title = "Chains"\ngame = "war"\ngames = 10\nseed = 1\n'
LONGEST = {0: 100, 1: 500, 2: 350, 3: 49, 5: 1}


def facts_of(more: str = "", longest: Mapping[int, int] = LONGEST, head: str = HEAD) -> Facts:
    scenario = parse_scenario(head + more)
    entries = {(name, "", "longest_war"): counted(longest) for name in scenario.names}
    return gather(CountedRun(scenario, entries))  # type: ignore[arg-type]


def texts(facts: Facts) -> list[list[str]]:
    table = chain_blocks(facts)[0]
    return [[cell.text for cell in row] for row in table.rows]  # type: ignore[union-attr]


def test_the_share_of_games_with_a_chain_is_that_of_all_chains_at_least_as_long() -> None:
    facts = facts_of()
    (only,) = facts.variants
    assert longest_chain(facts, only) == 5
    assert [with_chain(facts, only, wars).value for wars in range(1, 7)] == [0.9, 0.4, 0.05, 0.001, 0.001, 0]


def test_the_table_goes_one_beyond_the_longest_chain_with_an_upper_bound() -> None:
    table = chain_blocks(facts_of())[0]
    rows = table.rows  # type: ignore[union-attr]
    assert [row[0].text for row in rows] == ["1", "2", "3", "4", "5", "6"]
    # None of 1,000 games: at most 3 in a thousand.
    assert rows[-1][1].lines == ("0 %", "≤ 0.30 %")


def test_several_variants_have_a_row_each() -> None:
    found = texts(facts_of("[vary]\nface_down = [0, 1]\n"))
    assert [row[0] for row in found] == ["no cards down", "one card down"]
    assert all(row[-1] == "5" for row in found)


def test_the_longest_chain_is_said_with_how_rare_it_is() -> None:
    (said,) = chain_sentences(facts_of())
    assert said == (
        "The longest chain seen is five wars in one round, in 0.1 % (0.0 to 0.6 %) of games; a longer one is always "
        "possible."
    )


def test_the_first_round_has_a_war_in_one_deal_of_17_exactly() -> None:
    """The other three cards of a rank are among the other 51: 3/51."""
    exact = exact_chances(facts_of())
    assert exact[0] == Fraction(3, 51)
    assert len(exact) == 5
    words = chain_blocks(facts_of())[1].text  # type: ignore[union-attr]
    assert words.startswith(
        "For comparison, exactly: the first round of a game has at least one in 1 in 17 deals, two in 1 in 290, "
    )


def test_the_exact_chances_hold_as_long_as_everybody_has_the_cards() -> None:
    # With eleven cards down in a war, two wars take 24 of the 26 cards: a third is impossible.
    assert len(exact_chances(facts_of('[rules]\nface_down = "rank"\n'))) == 2
    assert len(exact_chances(facts_of("[rules]\nface_down = 10\n"))) == 2


@pytest.mark.parametrize(
    "rules",
    [
        '[rules]\nhands = ["A", "*rest"]\n',
        "[rules]\njokers = 2\nbury_jokers = true\n",
        '[rules]\nplayers = 3\nfighters = "tied"\n',
        "[vary]\nlowest = [2, 6]\n",
    ],
)
def test_no_exact_chances_where_they_are_not_known_or_differ(rules: str) -> None:
    assert exact_chances(facts_of(rules)) == []
    assert len(chain_blocks(facts_of(rules))) == 1


def test_relatives_of_war_have_the_table_and_games_without_the_column_have_nothing() -> None:
    relative = facts_of(head=HEAD.replace('"war"', '"steal-war"'))
    assert len(chain_blocks(relative)) == 1
    assert chain_sentences(relative)
    assert chain_blocks(facts_of(longest={0: 10})) == []
    assert chain_sentences(facts_of(longest={0: 10})) == []
