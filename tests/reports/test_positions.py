"""The section on start positions, from counts written by hand: every number can be worked out on paper."""

from reports import render
from reports.cells import cells
from reports.contents import compose
from reports.facts import gather
from reports.sections.positions import position_figure, section
from sim.counts.counted import Key
from sim.runs import run
from sim.scenario import parse_scenario
from tests.support.counted_run import CountedRun, counted

HEAD = 'title = "Play on"\ngame = "war"\ngames = 1000\nseed = 1\n'
HANDS = {
    "ace": '["A", "*rest"]',
    "none of five": '["-A *5", "*rest"]',
    "none of twenty": '["-A *20", "*rest"]',
    "two aces": '["A A", "*rest"]',
}
WON = {"ace": 150, "none of five": 20, "none of twenty": 70, "two aces": 600}


def facts_of(won=WON, more=""):
    variants = [
        f'[[variant]]\nname = "{name}"\nrules = {{ hands = {HANDS[name]} }}\n'
        for name in won
    ]
    scenario = parse_scenario(HEAD + "\n".join(variants) + more)
    entries = {
        Key(name, "", "winner", "aces"): counted({(0, 0): k, (1, 0): 1000 - k})
        for name, k in won.items()
    }
    return gather(CountedRun(scenario, entries))


def test_the_table_has_a_row_for_each_number_of_cards_and_a_column_for_each_number_of_aces():
    figure = position_figure(facts_of())
    table = figure.table
    assert table.head == ("cards left", "aces: 0", "aces: 1", "aces: 2")
    texts = [[found.text for found in row] for row in cells(table)]
    assert texts == [
        ["1", "", "15 %", ""],
        ["2", "", "", "60 %"],
        ["5", "2 %", "", ""],
        ["20", "7 %", "", ""],
    ]


def test_the_picture_tells_every_chance_in_words_and_as_a_table():
    figure = position_figure(facts_of())
    for told in (
        "1 card, 1 of them aces: 15 %",
        "2 cards, 2 of them aces: 60 %",
        "20 cards, 0 of them aces: 7 %",
    ):
        assert told in figure.alt
    spec = figure.draw()
    rows = spec["datasets"]["rows-0"]
    assert [rows[0][key] for key in ("cards", "aces", "label")] == [1, 1, "15 %"]
    # No colour at one half, the strongest at certainty.
    assert [row["side"] for row in rows] == [
        "wins fewer",
        "wins more than half of the games",
        "wins fewer",
        "wins fewer",
    ]


def test_the_answer_can_show_the_picture_and_the_section_does_not_show_it_again(
    tmp_path,
):
    text = "{% set title %}Aces count{% endset %}So.\n\n## Where\n\n{{ show('positions') }}"
    answered = f'[answer]\ntext = """{text}"""\n[answer.picture]\nkind = "positions"\n'
    scenario = facts_of(more=answered).run.scenario
    played = run(scenario, tmp_path / "run", games=20, keep_games=False)
    report = compose(played)
    assert report.picture.title == "Aces count"
    (own,) = [one for one in report.sections if one.title == "Where"]
    assert own.blocks == (report.picture.table,)
    for ending in ("md", "txt"):
        told = render(played, ending)
        assert told.count("aces: 1") == 1, "the table is told twice"


def test_variants_that_are_no_positions_have_no_such_section():
    scenario = parse_scenario(HEAD + "[vary]\nface_down = [1, 3]\n")
    entries = {
        Key(name, "", "winner", "aces"): counted({(0, 2): 5, (1, 2): 5})
        for name in scenario.names
    }
    facts = gather(CountedRun(scenario, entries))
    assert section(facts) is None
