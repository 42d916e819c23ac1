"""Differences between variants in a report: only what their games can show."""

from reports.cells import cells
from reports.contents import compose
from reports.facts import gather
from reports.sections import comparison, method
from reports.sections.comparison import EXACT
from sim.contract.answer import Table
from sim.runs import run
from sim.scenario import parse_scenario
from sim.stats import Measure
from tests.support.played import played
from tests.support.told import tables as tables_of

OTHER_DECKS = """
game = "war"
games = 600
seed = 5
[rules]
pickup = "shuffled"
[chances]
"over 100 rounds" = "rounds > 100"
[means]
"rounds of games won" = { mean = "rounds", given = "winner = 0" }
[[variant]]
name = "plain"
rules = {}
[[variant]]
name = "three down"
rules = { face_down = 3 }
[[variant]]
name = "three players"
rules = { players = 3 }
[[variant]]
name = "two jokers"
rules = { jokers = 2 }
"""

ALWAYS_THE_SAME = """
game = "gops"
games = 200
seed = 5
[[variant]]
name = "both match"
rules = {}
policies = ["match", "match"]
[[variant]]
name = "one above"
rules = {}
policies = ["match-plus-one", "match"]
[[variant]]
name = "by the pot"
rules = {}
policies = ["match-pot", "match"]
"""

GRID = """
game = "war"
games = 800
seed = 5
[rules]
pickup = "shuffled"
[vary]
face_down = [3, 1]
run_out = ["last-card", "all-in", "lose"]
"""


decks = played(OTHER_DECKS)
grid = played(GRID)
same = played(ALWAYS_THE_SAME)


def section(of):
    found = comparison.comparison(gather(of))
    assert found is not None
    return found


def tables(of):
    """The tables of differences."""
    found = (block for block in section(of).blocks if isinstance(block, Table))
    return [table for table in found if table.head[0] == ""]


def rows(table):
    return {
        row[0].text: {
            head: " | ".join(cell.lines)
            for head, cell in zip(table.head[1:], row[1:], strict=True)
        }
        for row in cells(table)
    }


def everything(of):
    return " ".join(map(str, section(of).blocks))


class TestOtherDecks:
    """Other decks or other players: there is no deal in common, so nothing is paired."""

    def test_only_the_same_deals_are_compared_game_by_game(self, decks):
        facts = gather(decks)
        paired = {
            found.variant
            for found in facts.from_baseline
            if found.measure is Measure.OTHERWISE
        }
        assert paired == {"three down"}
        sure = str(method.method(facts, compose(decks), decks).blocks)
        assert "on the same deals are compared in pairs" in sure
        assert "others as separate samples" in sure

    def test_a_seat_is_not_compared_between_tables_of_different_sizes(self, decks):
        facts = gather(decks)
        assert not [
            one for one in facts.between("three players", "plain") if one.code == 0
        ]
        assert [one for one in facts.between("two jokers", "plain") if one.code == 0]

    def test_chances_and_means_of_the_scenario_are_compared_as_in_the_run(self, decks):
        asked = {query.key for query in decks.scenario.queries}
        known = {
            (one.variant, one.versus, one.interval)
            for one in decks.differences()
            if one.column in asked
        }
        found = {
            (one.variant, one.versus, one.interval)
            for one in gather(decks).differences
            if one.column in asked
        }
        assert known == found != set()


class TestAlwaysTheSame:
    """Every game differs by the same amount: that is a certain difference, not none."""

    def test_a_constant_difference_is_exact(self, same):
        # One above wins every prize but the king for the ace: 78 points to 13 (GOPS's
        # rulebook); 65 in each game.
        told = [rows(table) for table in tables(same)]
        assert any(f"+65 | {EXACT}" in one["one above"].values() for one in told)
        assert any(f"0 | {EXACT}" in one["by the pot"].values() for one in told)


def test_the_warning_of_a_paired_difference_stands_beside_it(tmp_path):
    few = run(parse_scenario(OTHER_DECKS).with_changes(games=20), tmp_path / "run")
    warned = [one for one in gather(few).from_baseline if one.interval.warning]
    assert warned
    assert "the variance is itself known only" in everything(few)


class TestGrid:
    def test_the_baseline_is_the_natural_variant_wherever_it_stands(self, grid):
        assert grid.variants[-1] == "face_down=1, run_out=lose"
        assert gather(grid).baseline == "one card down, running short loses"


def test_a_statistic_in_which_no_variant_differs_is_no_column(grid, decks):
    """It is a sentence with its range instead: some interval of each column lies on one side of zero."""
    for of in (grid, decks):
        for table in tables(of):
            for place in range(1, len(table.head)):
                spans = [row[place].interval for row in cells(table)]
                ends = [span.split(" to ") for span in spans if span.startswith("−")]
                below = [high for _, high in ends if high.startswith("−")]
                assert below or len(ends) < len(spans), table.head[place]


def test_a_chance_that_the_scenario_asks_for_is_compared_under_its_own_name(tmp_path):
    """It was called after a winner: two columns "first player wins", neither of them that."""
    asked = (
        'game = "war"\ngames = 400\nseed = 5\n[chances]\n"over 100 rounds" = "rounds > 100"\n'
        "[vary]\nface_down = [1, 3]\n"
    )
    report = compose(run(parse_scenario(asked), out=tmp_path / "asked", workers=1))
    heads = [
        title
        for table in tables_of(report, "What the rules change")
        for title in table.head
    ]
    assert "over 100 rounds" in heads
    assert len(heads) == len(set(heads)) + heads.count("") - 1
