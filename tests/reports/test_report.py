"""The report of a real run: it agrees with the games, in every format, and is self-contained."""

from __future__ import annotations

import io
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from rich.console import Console

import reports
from reports.contents import GENERAL, TOPICS, compose
from reports.document import Figure, Table
from reports.facts import gather
from reports.numbers import fixed, whole
from reports.sections import winners
from sim.contract.game import Game
from sim.errors import UserError
from sim.runs import Run, run
from sim.scenario import parse_scenario
from sim.scenario.writing import as_toml
from sim.tallies.counts import Tallies
from tests.support import tiers
from tests.support.told import labels, lead
from tests.support.toy_game import toy_scenario

GAMES = 3000

TWO = """
title = "Two ways <&> of War"
question = "Which is shorter?"
game = "war"
games = 3000
seed = 5

[[variant]]
name = "one | down"
rules = { pickup = "shuffled" }

[[variant]]
name = "<b>capped</b>"
rules = { face_down = 3, max_rounds = 60 }
"""

ONE = """
title = "One way of War"
game = "war"
games = 3000
seed = 5

[report]
seconds_per_play = 4
"""

MANY = """
title = "Ways of War"
game = "war"
games = 3000
seed = 5

[rules]
lowest = 9

[vary]
face_down = [0, 1, 2, 3]
run_out = ["lose", "last-card", "all-in"]
"""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(parse_scenario(TWO), tmp_path_factory.mktemp("two") / "run")


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(parse_scenario(ONE), tmp_path_factory.mktemp("one") / "run")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(parse_scenario(MANY), tmp_path_factory.mktemp("many") / "run")


@pytest.fixture(scope="module")
def rows(one: Run) -> pl.DataFrame:
    return one.games().collect()


def tables(of: Run, section: str) -> list[Table]:
    found = next(each for each in compose(of).sections if each.title == section)
    return [block for block in found.blocks if isinstance(block, Table)]


def column(table: Table, title: str) -> dict[str, str]:
    place = table.head.index(title)
    return {row[0].text: row[place].text for row in table.rows}


class Page(HTMLParser):
    """Keeps the tags and their attributes, and the text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "path", "line", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


@cache
def rendered(of: Run, fmt: str) -> str:
    """Return the report of one of the runs above, which does not change."""
    return reports.render(of, fmt)


@pytest.fixture(scope="module")
def page(two: Run) -> Page:
    return Page(rendered(two, "html"))


class TestNumbers:
    """The numbers of the report are those of the rows of the run, added up here."""

    def test_mean_and_median_of_all_lengths(self, one: Run, rows: pl.DataFrame) -> None:
        [table] = tables(one, "How long a game lasts")
        for name in ("rounds", "battles", "plays"):
            told = column(table, name)
            decimals = len(told["mean"].partition(".")[2])
            assert told["mean"] == fixed(float(rows[name].to_numpy().mean()), decimals)
            ordered = rows[name].sort()
            assert told["median: half are over by"] == whole(ordered[GAMES // 2 - 1])
            assert told["longest seen"] == whole(ordered[-1])

    def test_minutes_are_plays_at_the_pace_of_the_scenario(self, one: Run, rows: pl.DataFrame) -> None:
        [table] = tables(one, "How long a game lasts")
        told = column(table, "time")
        # A pace that is a guess carries no decimals, and its error dwarfs that of the games.
        assert told["mean"] == f"{4 * float(rows['plays'].to_numpy().mean()) / 60:.0f} minutes"
        place = table.head.index("time")
        assert not any(row[place].interval for row in table.rows)
        assert "At 4 seconds a card" in rendered(one, "txt")

    def test_who_wins_and_how_games_end(self, one: Run, rows: pl.DataFrame) -> None:
        winners_table, endings_table = tables(one, "Who wins, and how games end")
        won = column(winners_table, "share of games")["first player wins"]
        assert float(won.removesuffix(" %")) == pytest.approx(100 * (rows["winner"] == 0).mean(), abs=0.05)
        out = column(endings_table, "share of games")["lost by running out in a war"]
        share = (rows["ending"].cast(pl.String) == "run-out").mean()
        assert float(out.removesuffix(" %")) == pytest.approx(100 * share, abs=0.05)

    def test_the_share_of_games_with_a_double_war(self, one: Run, rows: pl.DataFrame) -> None:
        table = tables(one, "Wars in a game")[0]
        told = column(table, "games with any")["double wars"]
        share = (rows["double_wars"] > 0).mean()
        assert float(told.removesuffix(" %")) == pytest.approx(100 * share, abs=0.05)

    def test_who_wins_by_aces(self, one: Run, rows: pl.DataFrame) -> None:
        told = column(tables(one, "What the deal says about the winner")[0], "first player wins")
        for aces in range(5):
            held = rows.filter(pl.col("aces") == aces)
            share = 100 * (held["winner"] == 0).mean()
            assert float(told[str(aces)].removesuffix(" %")) == pytest.approx(share, abs=0.5)

    @pytest.mark.parametrize(("name", "even"), [("aces", 2), ("rank_sum", 208)])
    def test_how_well_the_first_hand_predicts_the_winner(
        self, one: Run, rows: pl.DataFrame, name: str, even: int
    ) -> None:
        # 52 cards: half of the four aces, and half of 4 x (2 + 3 + ... + 14).
        uneven = rows.filter(pl.col(name) != even)
        favourite = (uneven[name] < even).cast(pl.Int8)
        facts = gather(one)
        found = winners.forecast(facts, facts.variants[0], name)
        assert found is not None
        assert found.value == pytest.approx((uneven["winner"] == favourite).mean())

    def test_unfinished_games_are_counted_and_reported(self, two: Run) -> None:
        games = two.games().filter(pl.col("variant") == "<b>capped</b>").collect()
        left = int((games["winner"] == -2).sum())
        assert left > 100
        for fmt in ("html", "md", "txt"):
            text = re.sub(r"\s+", " ", rendered(two, fmt))
            assert f"{left:,} of 3,000 games" in text
            assert f"{left:,} stopped at the cap" in text

    def test_differences_are_those_within_games(self, two: Run) -> None:
        first, second = (
            two.games().filter(pl.col("variant") == name).sort("game").collect() for name in two.variants
        )
        mean = float((second["rounds"] - first["rounds"]).mean())  # type: ignore[arg-type]  # a number
        told = column(tables(two, "What the variants change")[0], "rounds, mean")["<b>capped</b>"]
        assert float(told.replace("−", "-")) == pytest.approx(mean, abs=0.5)


class TestEveryFormat:
    @pytest.mark.parametrize("fmt", reports.FORMATS)
    def test_it_says_how_to_repeat_the_run_and_how_sure_it_is(self, two: Run, fmt: str) -> None:
        text = rendered(two, fmt).replace("\N{NO-BREAK SPACE}", " ")
        for needed in ("Seed 5", two.scenario.hash, "95 %", "Wilson", "Student", "Holm", "warlab run"):
            assert needed in text, needed
        assert "numba" in text

    @pytest.mark.parametrize("fmt", reports.FORMATS)
    def test_the_answer_comes_before_everything_else(self, two: Run, fmt: str) -> None:
        text = rendered(two, fmt)
        answer = text.index("a game lasts")
        assert answer < text.lower().index("a typical game")

    @pytest.mark.parametrize("fmt", reports.FORMATS)
    def test_it_is_the_same_every_time(self, one: Run, fmt: str) -> None:
        assert reports.render(one, fmt) == rendered(one, fmt)

    def test_the_scenario_in_the_report_is_the_one_that_was_played(self, two: Run) -> None:
        listing = rendered(two, "md").partition("with this as scenario.toml:")[2].split("```")[1]
        assert parse_scenario(listing).hash == two.scenario.hash

    def test_a_scenario_that_was_never_a_file_is_written_as_one(self) -> None:
        scenario = parse_scenario(TWO)
        assert parse_scenario(as_toml(scenario)).hash == scenario.hash


class TestHtml:
    def test_it_is_self_contained(self, page: Page) -> None:
        assert not {"link", "img", "iframe", "object"} & {tag for tag, _ in page.tags}
        for _, attributes in page.tags:
            assert not {"src", "srcset", "data", "onload", "onclick"} & set(attributes)
            assert (attributes.get("href") or "#").startswith("#")
        assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest|https?:", "".join(page.words))

    def test_tags_are_closed_and_ids_are_unique(self, page: Page) -> None:
        assert page.open == []
        ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
        assert len(ids) == len(set(ids))

    def test_every_link_has_a_target(self, page: Page) -> None:
        ids = {attributes.get("id") for _, attributes in page.tags}
        links = [(attributes["href"] or "")[1:] for tag, attributes in page.tags if tag == "a"]
        assert len(links) > 5
        assert set(links) <= ids

    def test_every_table_has_a_caption_and_every_chart_a_description(self, page: Page) -> None:
        assert page.count("table") == page.count("caption") > 5
        charts = [attributes for tag, attributes in page.tags if attributes.get("role") == "img"]
        assert len(charts) == page.count("svg") == page.count("figcaption") > 5
        assert all(len(chart["aria-label"] or "") > 30 for chart in charts)

    def test_names_cannot_break_out(self, page: Page) -> None:
        assert page.count("b") == 0
        assert "<b>capped</b>" in "".join(page.words)

    @pytest.mark.parametrize("which", ["one", "two", "many"])
    def test_it_is_small_enough_to_send(self, which: str, request: pytest.FixtureRequest) -> None:
        text = rendered(request.getfixturevalue(which), "html")
        assert 20_000 < len(text.encode()) < 1_200_000

    def test_many_variants_have_a_panel_each(self, many: Run) -> None:
        figures = [
            block
            for section in compose(many).sections
            for block in section.blocks
            if isinstance(block, Figure)
        ]
        specs = [figure.draw() for figure in figures]
        panels = [spec["concat"] for spec in specs if "concat" in spec]
        assert len(panels) >= 4
        assert all([panel["title"] for panel in each] == list(labels(many)) for each in panels)


class TestMarkdown:
    def test_every_row_of_a_table_has_as_many_cells_as_its_head(self, two: Run) -> None:
        for block in re.findall(r"(?:^\|.*\n)+", rendered(two, "md"), re.MULTILINE):
            assert len({len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()}) == 1

    def test_names_cannot_break_out(self, two: Run) -> None:
        text = re.sub(r"```.*?```", "", rendered(two, "md"), flags=re.DOTALL)
        assert "one \\| down" in text
        assert not re.search(r"(?<!\\)<b", text.replace("<br>", ""))

    def test_it_draws_without_pictures(self, one: Run) -> None:
        assert "█" in rendered(one, "md")
        assert "![" not in rendered(one, "md")


class TestTerminal:
    @tiers.crossed(("width", "which"), [160, 100, 80], ["one", "two", "many"])
    def test_it_fits(self, width: int, which: str, request: pytest.FixtureRequest) -> None:
        out = io.StringIO()
        reports.show(request.getfixturevalue(which), Console(file=out, width=width, color_system=None))
        prose = [line for line in out.getvalue().splitlines() if not line.startswith("  ")]
        assert max(map(len, prose)) <= width

    def test_numbers_are_never_cut(self, two: Run) -> None:
        assert "…" not in rendered(two, "txt")

    def test_how_intervals_are_made_is_left_to_the_longer_formats(self, one: Run) -> None:
        out = io.StringIO()
        reports.show(one, Console(file=out, width=80, color_system=None))
        assert "HOW SURE THIS IS" not in out.getvalue()
        assert "HOW SURE THIS IS" in rendered(one, "txt")
        assert "95 % intervals" in out.getvalue()


class TestWriting:
    @pytest.mark.parametrize("suffix", [".html", ".md", ".txt", ".HTML"])
    def test_the_suffix_decides(self, one: Run, tmp_path: Path, suffix: str) -> None:
        path = tmp_path / "new" / f"report{suffix}"
        assert reports.write(one, path) == path
        assert path.read_text("utf-8") == rendered(one, suffix[1:].lower())

    @pytest.mark.parametrize("name", ["report", "report.pdf", ".html"])
    def test_any_other_suffix_is_refused_before_anything_is_written(
        self, one: Run, tmp_path: Path, name: str
    ) -> None:
        with pytest.raises(UserError, match=r"use \.html, \.md or \.txt"):
            reports.write(one, tmp_path / "new" / name)
        assert not (tmp_path / "new").exists()

    def test_an_unknown_format_is_refused(self, one: Run) -> None:
        with pytest.raises(UserError, match="choose from html, md, txt"):
            reports.render(one, "pdf")


class TestTopics:
    def show(self, names: list[str], tmp_path: Path) -> Run:
        text = ONE + f"show = {names}\n"
        return run(parse_scenario(text.replace("'", '"')), tmp_path / "run", games=200)

    def test_a_scenario_can_say_what_is_shown_and_in_which_order(self, tmp_path: Path) -> None:
        found = compose(self.show(["winner", "length"], tmp_path))
        assert [section.title for section in found.sections] == [
            "Who wins, and how games end",
            "How long a game lasts",
            "The rules played",
            "How sure this is",
            "Play it again",
        ]
        assert "the first player wins" in lead(found, "Who wins, and how games end")

    def test_unfinished_games_are_reported_whatever_is_shown(self, tmp_path: Path) -> None:
        assert "came to an end" in lead(compose(self.show(["length"], tmp_path)))

    def test_an_unknown_part_is_refused_with_the_nearest_name(self, tmp_path: Path) -> None:
        played = self.show(["lenght"], tmp_path)
        with pytest.raises(UserError, match=r"report\.show.*did you mean 'length'"):
            compose(played)

    def test_with_named_hands_the_winner_comes_first(self, tmp_path: Path) -> None:
        text = ONE + '\n[rules]\nhands = ["A A A A", "*rest"]\n'
        found = compose(run(parse_scenario(text), tmp_path / "run", games=200))
        assert found.sections[0].title == "Who wins, and how games end"

    def test_comebacks_are_told_only_of_games_that_begin_with_equal_hands(
        self, one: Run, tmp_path: Path
    ) -> None:
        """A player who was dealt four cards has not come down to four; and cards alone are no advice."""
        text = ONE + '\n[rules]\nhands = ["A A A A", "*rest"]\n'
        uneven = compose(run(parse_scenario(text), tmp_path / "run", games=200))
        title = "Coming back from few cards"
        assert title not in [section.title for section in uneven.sections]
        assert "A player down to few cards" not in lead(uneven)
        told = rendered(one, "md")
        assert "give up at" not in told.lower()
        assert "they do not say when to give up" in told
        assert "warlab run should-i-play-on" in told
        assert lead(compose(one), title).startswith("A player down to few cards still wins ")

    def test_every_topic_has_something_to_say_of_war(self, two: Run) -> None:
        facts = gather(two)
        silent = [name for name in GENERAL if TOPICS[name][1](facts) is None]
        assert silent == ["positions"]  # no hands are named


class TestAnotherGame:
    """The report is built from what a game counts."""

    def test_it_has_no_sections_on_what_was_not_counted(self, toy: Game, tmp_path: Path) -> None:
        text = reports.render(run(toy_scenario(), tmp_path / "run"), "txt")
        assert "LENGTH IN A GAME" in text
        assert "HOW LONG A GAME LASTS" not in text
        assert "COMING BACK FROM FEW CARDS" not in text
        assert "war" not in text.lower().replace("warlab", "")

    def test_its_own_endings_and_options_are_reported(self, toy: Game, tmp_path: Path) -> None:
        text = reports.render(run(toy_scenario(), tmp_path / "run"), "txt")
        assert re.search(r"variant +even +odd", text)
        assert "extra = 3" in text

    def test_a_run_without_games_is_refused_with_the_cure(self, one: Run) -> None:
        class Empty:
            path, scenario, variants, game = one.path, one.scenario, one.variants, one.game

            counted = Tallies()

        empty: Any = Empty()
        with pytest.raises(
            UserError, match="no game has been played yet; play them with warlab run --resume"
        ):
            compose(empty)
