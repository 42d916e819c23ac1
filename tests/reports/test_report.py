"""The report of a real run in every format: what each says, how it looks, and where it is written."""

import io
import re

import pytest
from rich.console import Console

import reports
from reports.contents import compose
from sim.scenario import parse_scenario
from tests.support import tiers
from tests.support.told import tables
from tests.support.ways_of_war import rendered


class TestEveryFormat:
    @pytest.mark.slow
    @pytest.mark.parametrize("fmt", reports.FORMATS)
    def test_it_says_how_to_repeat_the_run_and_how_sure_it_is(self, two, fmt):
        text = rendered(two, fmt).replace("\N{NO-BREAK SPACE}", " ")
        for needed in (
            "seed 5",
            two.scenario.hash,
            "95 %",
            "Wilson",
            "Student",
            "Holm",
            "warlab run",
        ):
            assert needed in text, needed
        assert "numba" in text

    @pytest.mark.parametrize("fmt", reports.FORMATS)
    def test_the_answer_comes_before_everything_else(self, two, fmt):
        text = rendered(two, fmt)
        answer = text.index("after which half of all games are over")
        assert answer < text.lower().index("the length of a game")

    @pytest.mark.slow
    @pytest.mark.parametrize("fmt", reports.FORMATS)
    def test_it_is_the_same_every_time(self, one, fmt):
        assert reports.render(one, fmt) == rendered(one, fmt)

    def test_the_scenario_in_the_report_is_the_one_that_was_played(self, two):
        listing = (
            rendered(two, "md").partition("warlab run scenario.toml")[2].split("```")[2]
        )
        assert parse_scenario(listing).hash == two.scenario.hash


def test_who_wins_by_aces_is_what_the_rows_say(one):
    table = tables(compose(one), "What the deal says about the winner")[0]
    place = table.head.index("aces")
    told = {row[0].text: row[place].text for row in table.rows}
    rows = one.games().collect()
    for aces in range(5):
        won = (rows.filter(aces=aces)["winner"] == 0).mean()
        assert float(told[str(aces)].removesuffix(" %")) == pytest.approx(
            100 * won, abs=0.5
        )


class TestMarkdown:
    def test_every_row_of_a_table_has_as_many_cells_as_its_head(self, two):
        for block in re.findall(r"(?:^\|.*\n)+", rendered(two, "md"), re.MULTILINE):
            assert (
                len({len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()})
                == 1
            )

    def test_names_cannot_break_out(self, two):
        text = re.sub(r"```.*?```", "", rendered(two, "md"), flags=re.DOTALL)
        assert "one \\| down" in text
        assert not re.search(r"(?<!\\)<b", text.replace("<br>", ""))

    def test_it_draws_without_pictures(self, one):
        assert "█" in rendered(one, "md")
        assert "![" not in rendered(one, "md")


class TestTerminal:
    @tiers.crossed(("width", "which"), [160, 100, 80], ["one", "two", "many"])
    def test_it_fits(self, width, which, request):
        out = io.StringIO()
        reports.show(
            request.getfixturevalue(which),
            Console(file=out, width=width, color_system=None),
        )
        prose = [
            line for line in out.getvalue().splitlines() if not line.startswith("  ")
        ]
        assert max(map(len, prose)) <= width

    def test_numbers_are_never_cut(self, two):
        assert "…" not in rendered(two, "txt")

    def test_how_intervals_are_made_is_left_to_the_longer_formats(self, one):
        out = io.StringIO()
        reports.show(one, Console(file=out, width=80, color_system=None))
        assert "HOW SURE THIS IS" not in out.getvalue()
        assert "HOW SURE THIS IS" in rendered(one, "txt")
        assert "95 % intervals" in out.getvalue()
